"""Who fires together: groups, support, rerolls, targets (rulebook p.19-21, 30-33)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from northafrica.core.naming import joined
from northafrica.core.pieces import Piece
from northafrica.core.table import Table, View
from northafrica.mechanisms.sides import ATTACK, DEFEND
from northafrica.systems.aana.board.ground import able, data, is_land, name, unit
from northafrica.systems.aana.combat.forces import attackers, category, defenders, holds_fire, land_origins
from northafrica.systems.aana.data import chart
from northafrica.systems.aana.facts import Hit, combat, note_combat
from northafrica.systems.aana.wording import say

REROLL_FROM = 8
SUPPORTED_VALUE = 3
FLAK_NEED, SHOTS = 2, 3
"""Air defense: what hits, and the dice of a gun."""


@dataclass(frozen=True)
class Volley:
    """Units that roll together: `targets` says what their hits may demand (tank, air, land, sea)."""

    side: str
    value: int
    count: int
    kinds: tuple[str, ...]
    power: str
    by: str
    reroll: bool = False
    targets: str = ""
    supported: bool = False
    lines: tuple[str, ...] = ()


def targeting(view: View, piece: Piece, side: str) -> str:
    """What a unit's hits may demand in this round (atg.targeted, scout.target-air, bomber.target-land, -sea)."""
    now = combat(view)
    if now.domain == "land" and now.round == 1 and able(view, piece, "targeted_fire_tanks"):
        return "tank"
    if side == DEFEND:
        return ""
    if now.domain == "land" and able(view, piece, "targeted_attack_air"):
        return "air"
    if now.domain == "land" and able(view, piece, "targeted_attack_land"):
        return "land"
    return "sea" if now.domain == "sea" and able(view, piece, "targeted_attack_sea") else ""


def _by(view: View, piece: Piece) -> str:
    return "land" if combat(view).domain == "land" else category(piece)


def supported(view: View, space: str) -> dict[tuple[str, Piece], int]:
    """How many of each attacking group an artillery supports, flankers first: that helps most (artillery.support)."""
    guns = sum(n for _, p, n in attackers(view, space) if able(view, p, "supports_infantry"))
    heavy = sum(n for _, p, n in attackers(view, space) if able(view, p, "supports_mechanized_infantry"))
    flanks = combat(view).flanks
    takers = [(place, p, n) for place, p, n in attackers(view, space) if able(view, p, "supported_by_artillery")]
    takers.sort(key=lambda item: (item[0] not in flanks, item[1].kind != "mechanized_infantry"))
    found: dict[tuple[str, Piece], int] = {}
    for place, piece, n in takers:
        free = heavy if piece.kind == "mechanized_infantry" else guns
        k = min(n, free)
        if k:
            found[place, piece] = k
            guns -= k
            heavy = min(heavy, guns)
    return found


def note_support(table: Table, space: str) -> None:
    """Say who was supported where there was a choice: flankers gain most (note A44)."""
    takers = [(place, p, n) for place, p, n in attackers(table, space) if able(table, p, "supported_by_artillery")]
    helped = supported(table, space)
    flanked = {place in combat(table).flanks for place, _, _ in takers}
    if helped and len(flanked) > 1 and sum(helped.values()) < sum(n for _, _, n in takers):
        told = joined(f"{say(n, piece.kind)} from {name(table, place)}" for (place, piece), n in helped.items())
        rules = ("artillery.support", "artillery.support.any-origin")
        detail = f"{told}: flanking units, which reroll, gain most"
        table.note("artillery supports", *rules, place=space, combat=space, detail=detail)


def _volley(view: View, side: str, piece: Piece, n: int, reroll: bool) -> Volley:
    line = unit(view, piece)
    value, by = line.attack if side == ATTACK else line.defense, _by(view, piece)
    lines, targets = (chart.row(piece),), targeting(view, piece, side)
    return Volley(side, value, n, (piece.kind,), piece.power, by, reroll, targets, lines=lines)


def attack_volleys(view: View, space: str, striking: bool = False) -> list[Volley]:
    """The attackers' groups, lowest value first (combat.fire.groups)."""
    now = combat(view)
    helped = supported(view, space)
    parts: list[Volley] = []
    for place, piece, n in attackers(view, space):
        if piece.has("struck") or (striking and piece.kind != "submarine"):
            continue
        base = _volley(view, ATTACK, piece, n, is_land(piece) and place in now.flanks)
        k = helped.get((place, piece), 0)
        if k:
            parts.append(replace(base, value=SUPPORTED_VALUE, count=k, supported=True))
        if n - k:
            parts.append(replace(base, count=n - k))
    return merged(parts)


def defence_reroll(view: View, space: str, origins: Collection[str] | None = None) -> str:
    """The Defensive Bonus rule that lets defenders reroll 8 to 10, "" where none does; a reconstruction (note M1).

    `origins`: where land units attack from, in the combat under way where they are not given.
    """
    if view.option("defensive_bonus") != "reroll_8" or not data(view).has_tag(space, "defensive_bonus"):
        return ""
    near = land_origins(view, space) if origins is None else origins
    return bonus_rule(space) if space != "mareth" or "tripoli" in near else ""


def bonus_rule(space: str) -> str:
    """The rule of the Defensive Bonus of a territory that has one."""
    return "board.mareth-bonus" if space == "mareth" else "board.tobruk-bonus"


def defend_volleys(view: View, space: str, striking: bool = False) -> list[Volley]:
    """The defenders' groups; casualties of this round fire too, retreating units do not (combat.defend.fire)."""
    now = combat(view)
    bonus = bool(defence_reroll(view, space)) and now.domain == "land"
    parts = []
    for _, piece, n in defenders(view, space, marked=True):
        if piece.has("struck") or (striking and piece.kind != "submarine"):
            continue
        if now.domain == "land" and holds_fire(view, piece):
            continue
        if unit(view, piece).defense:
            parts.append(_volley(view, DEFEND, piece, n, bonus))
    return merged(parts)


def merged(parts: Sequence[Volley]) -> list[Volley]:
    """Groups that roll together: equal value, reroll, target right and kind of fire."""
    table: dict[tuple[int, bool, str, str], Volley] = {}
    for part in parts:
        if not part.value:
            continue
        key = (part.value, part.reroll, part.targets, part.by)
        have = table.get(key)
        if have is None:
            table[key] = part
        else:
            kinds = tuple(dict.fromkeys((*have.kinds, *part.kinds)))
            lines = tuple(dict.fromkeys((*have.lines, *part.lines)))
            both = have.supported or part.supported
            table[key] = replace(have, count=have.count + part.count, kinds=kinds, supported=both, lines=lines)
    return [table[key] for key in sorted(table)]


TARGET_RULES = {
    "tank": "atg.targeted",
    "air": "scout.target-air",
    "land": "bomber.target-land",
    "sea": "bomber.target-sea",
}


def fire_rules(volley: Volley, space: str) -> tuple[str, ...]:
    """The rules a roll applies."""
    rules = ["combat.fire.one-die"] if volley.side == ATTACK else ["combat.defend.fire", "combat.simultaneous"]
    rules.append("combat.fire.groups")
    rules += ["combat.flank.reroll"] if volley.reroll and volley.side == ATTACK else []
    rules += ["artillery.support", "artillery.support.any-origin"] if volley.supported else []
    rules += [*volley.lines, "unit.chart-rules"]
    rules += [TARGET_RULES[volley.targets]] if volley.targets else []
    return (*rules, *([bonus_rule(space)] if volley.reroll and volley.side == DEFEND else []))


def round_rules(view: View, volley: Volley) -> tuple[str, ...]:
    """Rules that show from the second round on: what lasts, and what is over."""
    now = combat(view)
    rules = []
    if now.round > 1 and volley.reroll and volley.side == ATTACK:
        rules.append("combat.flank.lasts")
    if now.round > 1 and now.domain == "land" and "anti_tank_gun" in volley.kinds:
        rules.append("atg.targeted.first-round")
    if volley.side == DEFEND and "infantry" in volley.kinds and now.domain == "land":
        rules.append("artillery.support.attack-only")
    return tuple(rules)


def add_hits(table: Table, by: str, hits: int, demand: str = "") -> None:
    """Note hits that wait for their casualties."""
    note_combat(table, hits=(*combat(table).hits, *[Hit(by, demand)] * hits))
