"""Who rolls together, at what value, with how many dice (Phase 4, steps 2, 4 and 5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from northafrica.core.pieces import Piece
from northafrica.core.table import View
from northafrica.mechanisms.hits import Group
from northafrica.mechanisms.sides import ATTACK, DEFEND
from northafrica.systems.revised.board.charts import developed
from northafrica.systems.revised.board.ground import acting_powers, unit
from northafrica.systems.revised.board.movement import short
from northafrica.systems.revised.combat.forces import BOMBARD, FIRE, SUB, attackers, defenders
from northafrica.systems.revised.combat.national import dice_of, strength
from northafrica.systems.revised.facts import combat

SUBMARINE = "submarine"


@dataclass(frozen=True)
class Volley:
    """Units of one power that roll together: `count` times `each` dice, of `each` of which the best counts."""

    side: str
    value: int
    count: int
    kinds: tuple[str, ...]
    power: str
    by: str = FIRE
    each: int = 1
    supported: bool = False


def value(view: View, piece: Piece, side: str) -> int:
    """The attack or defence value of a unit with what its power has (rules tech.*, na.*, multi.separate-rolls)."""
    plain = developed_value(view, piece, side)
    return strength(view, piece, side, plain)[0] or plain


def developed_value(view: View, piece: Piece, side: str) -> int:
    """The value of a unit with its power's developments."""
    row = unit(view, piece.kind)
    if piece.kind == SUBMARINE and developed(view, piece.power, "super_submarines"):
        return 3
    if side == DEFEND and piece.kind == "fighter" and developed(view, piece.power, "jet_fighters"):
        return 5
    return row.attack if side == ATTACK else row.defense


def dice_each(view: View, piece: Piece) -> int:
    """Two dice for a heavy bomber (rule tech.heavy.combat)."""
    return 2 if piece.kind == "bomber" and developed(view, piece.power, "heavy_bombers") else 1


def supported(view: View, space: str) -> int:
    """How many attacking infantry an artillery lifts this cycle (special.artillery.support, .recount)."""
    able = sum(n for _, p, n in attackers(view, space) if "supported_by_artillery" in unit(view, p.kind).abilities)
    return min(
        able, sum(n for _, p, n in attackers(view, space) if "supports_infantry" in unit(view, p.kind).abilities)
    )


def attack_volleys(view: View, space: str) -> list[Volley]:
    """The attackers that did not fire in step 2, lowest value first (rule combat.attack.fire)."""
    lifted, parts = supported(view, space), list[Volley]()
    for _, piece, n in attackers(view, space, lambda p: p.kind != SUBMARINE, fallen=True):
        row, base = unit(view, piece.kind), _volley(view, piece, n, ATTACK)
        if lifted and "supported_by_artillery" in row.abilities:
            k = min(n, lifted)
            lifted -= k
            parts.append(replace(base, value=max(base.value, row.attack_supported), count=k, supported=True))
            n -= k
        if n:
            parts.append(replace(base, count=n * dice_of(view, piece)))
    return merged(parts)


def defend_volleys(view: View, space: str) -> list[Volley]:
    """The defenders that did not fire in step 2, casualties of step 4 included (combat.defend.fire)."""
    return _fire(view, DEFEND, defenders(view, space, lambda p: p.kind != SUBMARINE, fallen=True))


def sub_volleys(view: View, space: str, side: str) -> list[Volley]:
    """The submarines of a side in step 2; defending ones that were just hit fire too (combat.sub.both-sides)."""
    found = attackers(view, space) if side == ATTACK else defenders(view, space, fallen=True)
    return _fire(view, side, [group for group in found if group[1].kind == SUBMARINE])


def bombard_volleys(view: View, ships: Sequence[Group]) -> list[Volley]:
    """Ships off a coast that is assaulted (rules combat.bombard.who, tech.bombard)."""
    fire = [(p, n, unit(view, p.kind).bombard) for _, p, n in ships]
    values = [(p, n, strength(view, p, ATTACK, shells)[0] or shells) for p, n, shells in fire]
    return merged([Volley(ATTACK, shells, n, (p.kind,), p.power, BOMBARD) for p, n, shells in values])


def _fire(view: View, side: str, found: Sequence[Group]) -> list[Volley]:
    return merged([_volley(view, piece, n, side) for _, piece, n in found])


def _volley(view: View, piece: Piece, n: int, side: str) -> Volley:
    by = SUB if piece.kind == SUBMARINE else FIRE
    count = n * dice_of(view, piece)
    return Volley(side, value(view, piece, side), count, (piece.kind,), piece.power, by, dice_each(view, piece))


def merged(parts: Sequence[Volley]) -> list[Volley]:
    """Those that roll together: equal value, power and dice (rules combat.attack.fire, multi.separate-rolls)."""
    table: dict[tuple[int, str, int], Volley] = {}
    for part in parts:
        key = (part.value, part.power, part.each)
        have = table.get(key)
        if have is None:
            table[key] = part
            continue
        kinds = tuple(dict.fromkeys((*have.kinds, *part.kinds)))
        both = have.supported or part.supported
        table[key] = replace(have, count=have.count + part.count, kinds=kinds, supported=both)
    return [table[key] for key in sorted(table) if table[key].value]


def night(view: View, piece: Piece) -> str:
    """Rule na.japan.night, where it gives a unit two dice; else ""."""
    return "na.japan.night" if dice_of(view, piece) > 1 else ""


RULES = {
    SUB: ("combat.sub.opening", "combat.sub.sea-targets"),
    BOMBARD: ("combat.bombard.who", "combat.bombard.targets", "combat.bombard.no-return"),
}
LIMITS = {"na.germany.wolf-packs": "na.germany.wolf-packs.limits", "na.germany.stuka": "na.germany.stuka.limits"}
"""What else bears on an advantage where it changes a value."""
TECH = {"fighter": "tech.jet.defense", SUBMARINE: "tech.supersub", "bomber": "tech.heavy.combat"}


def scene_rules(view: View, volley: Volley) -> list[str]:
    """What bears on a roll because of who else stands on the battle board."""
    space = combat(view).space
    mine = defenders(view, space, fallen=True) if volley.side == DEFEND else attackers(view, space, fallen=True)
    foe = attackers(view, space, fallen=True) if volley.side == DEFEND else defenders(view, space, fallen=True)
    kinds, theirs = {p.kind for _, p, _ in mine}, {p.kind for _, p, _ in foe}
    rules = ["combat.sub.both-sides"] if volley.by == SUB and SUBMARINE in theirs else []
    if volley.side == ATTACK:
        return rules + (["unit.transport.attack-zero"] if "transport" in kinds else [])
    rules += (
        ["special.artillery.no-defence"] if {"infantry", "artillery"} <= kinds and "infantry" in volley.kinds else []
    )
    return rules + (["unit.transport.defends"] if "transport" in volley.kinds else [])


def fire_rules(view: View, volley: Volley) -> tuple[str, ...]:
    """The rules a roll applies."""
    step = "combat.attack.fire" if volley.side == ATTACK else "combat.defend.fire"
    rules = ["combat.hit-roll", *RULES.get(volley.by, (step, "combat.attacker-first"))]
    rules += ["special.artillery.support", "special.artillery.recount"] if volley.supported else []
    rules += ["multi.separate-rolls"] if volley.side == DEFEND else []
    rules += ["na.uk.joint-strike.tech"] if volley.side == ATTACK and len(acting_powers(view)) > 1 else []
    rules += scene_rules(view, volley)
    rules += ["tech.bombard"] if volley.by == BOMBARD and "destroyer" in volley.kinds else []
    rules += ["tech.heavy.combat"] if volley.each > 1 else []
    for kind in volley.kinds:
        rules.append(f"unit.{short(kind)}")
        row = unit(view, kind)
        plain = row.attack if volley.side == ATTACK else row.defense
        piece = Piece(volley.power, kind)
        better = developed_value(view, piece, volley.side)
        if kind in TECH and volley.by != BOMBARD and better != plain:
            rules.append(TECH[kind])
        change = strength(view, piece, volley.side, better)[1]
        rules += filter(None, (change, LIMITS.get(change, ""), night(view, piece)))
    return tuple(dict.fromkeys(rules))
