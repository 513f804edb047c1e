"""What there is to show of a place: the one form in which every system hands its board to a picture."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Stack:
    """Like pieces in one place. `notes` says in words what sets them apart (moved, damaged, aboard ...)."""

    power: str
    side: str
    kind: str
    count: int
    notes: str = ""
    name: str = ""


@dataclass(frozen=True)
class Token:
    """A counted token or marker in one place: supply, mines ... `owner` where a power owns it."""

    kind: str
    amount: int
    owner: str = ""
    label: str = ""
    to: str = ""


@dataclass(frozen=True)
class SpaceCard:
    """Everything to tell about one place; `facts` are lines for people, `sources` the provenance of its data."""

    space: str
    name: str
    kind: str
    control: str = ""
    side: str = ""
    status: str = ""
    stacks: tuple[Stack, ...] = ()
    tokens: tuple[Token, ...] = ()
    facts: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    reconstructed: bool = False


@dataclass(frozen=True)
class Arrow:
    """A movement or attack under way, to draw between two places."""

    start: str
    end: str
    kind: str
    side: str = ""
    label: str = ""


@dataclass(frozen=True)
class TurnBar:
    """The turn as a visible sequence: (id, name) of rounds' powers and phases, and where we are."""

    round: int
    last_round: int
    powers: tuple[tuple[str, str], ...]
    power: str
    phases: tuple[tuple[str, str], ...]
    phase: str
    step: str = ""
    boxes: tuple[str, ...] = field(default_factory=tuple)
