"""An attack told in full before its dice: strengths, odds, shifts with their rules, the table, the chances."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Ready:
    """Like units that could take part in an attack: where they stand, how an order names them, how many there are."""

    space: str
    kind: str
    what: str
    number: int


@dataclass(frozen=True)
class AttackOption:
    """A further choice in an attack: its name, words for people, and what may be chosen (value, in words)."""

    name: str
    title: str
    values: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class AttackLine:
    """One thing that counts: what, its value as written, why, its rules; `columns` its shift, `side` whose it is.

    `part`: `strength`, `odds`, `shift` or `column`.
    """

    part: str
    what: str
    value: str
    why: str = ""
    rules: tuple[str, ...] = ()
    columns: int = 0
    side: str = ""


@dataclass(frozen=True)
class AttackResult:
    """One result of the table: its chance, what becomes of both sides."""

    result: str
    outcome: str
    chance: float
    attacker_steps: int
    attacker_hexes: int
    defender_steps: int
    defender_hexes: int


@dataclass(frozen=True)
class AttackTold:
    """An attack in full.

    columns, rows   the table: names of its columns; total of the dice -> results, one a column
    chances         total of the dice -> its chance
    raw, column     the columns (from 0) of the odds and after all shifts; `net` the sum of the shifts
    results         the results of that column, the likeliest first
    capture         the chance that attackers can enter; `clear`: that the defender leaves
    refusal         why it may not be ordered now, "" where it may
    """

    target: str
    side: str
    attackers: str
    defenders: str
    order: str
    attack: str
    defence: str
    odds: str
    lines: tuple[AttackLine, ...]
    columns: tuple[str, ...]
    rows: Mapping[int, tuple[str, ...]]
    chances: Mapping[int, float]
    raw: int
    column: int
    net: int
    results: tuple[AttackResult, ...]
    capture: float
    clear: float
    losses: Mapping[str, float]
    refusal: str = ""
    notes: tuple[str, ...] = field(default_factory=tuple)
