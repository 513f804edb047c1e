"""Retreats after combat: garrisons die, the others go hex by hex, together or apart (rulebook 2.3, 2.7; series 8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from northafrica.core.deed import Deed
from northafrica.core.groups import Keep, Picked, pick, shift
from northafrica.core.naming import counted, is_are
from northafrica.core.orders import Order, Path
from northafrica.core.pieces import Piece
from northafrica.core.routed import Routed
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Automatic, Choice, Prompt, Step
from northafrica.core.table import Table, View
from northafrica.systems.afrika2 import capture, leaders, stacking
from northafrica.systems.afrika2.combat import paths
from northafrica.systems.afrika2.combat.ezoc import pay_zones, units_in
from northafrica.systems.afrika2.combat.forces import ATTACKER, DEFENDER, force, places, said, side
from northafrica.systems.afrika2.combat.losses import Converting, named
from northafrica.systems.afrika2.facts import combat
from northafrica.systems.afrika2.ground import dumps, is_leader, is_unit, kill, leader_at, name, steps_left, unit
from northafrica.systems.afrika2.orders import Retreat


def start(table: Table, who: int) -> None:
    """A side's retreat, where its result has one and somebody is left."""
    hexes = combat(table).back[who]
    if not hexes or not force(table, who):
        return
    if who == DEFENDER:
        _garrisons(table)
    table.push(Retreating(who))


def _garrisons(table: Table) -> None:
    """Garrisons die where they must retreat (2.7)."""
    now = combat(table)
    for place, piece, n in force(table, DEFENDER):
        if unit(table, piece).garrison:
            kill(table, place, piece, n, "combat", "2.7.garrison-dies", combat=now.target)


def ways_out(view: View, who: int, place: str, pieces: Sequence[Piece]) -> dict[str, Path]:
    """The ends and ways of a retreat of these units together."""
    field = paths.field_of(view, side(view, who))
    return paths.routes(view, place, combat(view).back[who], paths.modes_of(view, pieces), field)


@dataclass(frozen=True)
class Retreating(Automatic):
    """Who has no way out dies; the others are asked until nobody is left to go; then stacks are checked (2.3)."""

    title: ClassVar[str] = "Retreat"
    who: int = 0
    ends: tuple[str, ...] = ()

    def run(self, table: Table) -> None:
        for place, piece, n in force(table, self.who):
            if not ways_out(table, self.who, place, [piece]):
                target = combat(table).target
                kill(table, place, piece, n, "no retreat", "scs.retreat-path", combat=target)
        if force(table, self.who):
            table.push(RetreatChoice(self.who))
            return
        table.finish()
        owner = side(table, self.who)
        _supplies_stay(table, self.who)
        stacking.check_places(table, owner, self.ends)


def _supplies_stay(table: Table, who: int) -> None:
    now = combat(table)
    points = dumps(table, side(table, who)).get(now.target, 0)
    if who == DEFENDER and points:
        text, rule, owner = "supply points stay behind", "5.3.no-move-with-combat", side(table, who)
        table.note(text, rule, place=now.target, combat=now.target, amount=points, power=owner)


@dataclass(frozen=True)
class RetreatChoice(Choice):
    """The owner retreats his units, a stack or a part of one at a time."""

    title: ClassVar[str] = "Retreat"
    who: int = 0

    def seat(self, view: View) -> str:
        return view.seat_of(side(view, self.who))

    def label(self, view: View) -> str:
        return f"retreat from {name(view, combat(view).target)}" if self.who == DEFENDER else "retreat of the attackers"

    def prompt(self, view: View) -> Prompt:
        hexes = combat(view).back[self.who]
        far = counted(hexes, "hex", "hexes")
        text = f"retreat {said(view, force(view, self.who))} {far}, together or apart"
        why = "Each hex in an enemy zone of control costs the stack a step, unless a friendly unit stands there."
        return Prompt(text, why, ("scs.retreat-path", "scs.retreat-split", "scs.retreat-ezoc", "2.3.when-checked"))

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (FallingBack(self.who), Converting(self.who, late=True))

    def fallback(self, view: View) -> Order:
        """One unit by the best way."""
        place, piece, _ = force(view, self.who)[0]
        units = (named(view, place, piece, bound(view, self.who)),)
        return Retreat(units, next(iter(ways_out(view, self.who, place, [piece]).values())))


def bound(view: View, who: int) -> Keep:
    """The units that may have to retreat, and a leader with them."""
    owner, attacking = side(view, who), who == ATTACKER
    return lambda piece: piece.power == owner and (is_leader(piece) or not attacking or piece.has("attacking"))


@dataclass(frozen=True)
class Going:
    """A retreat that can be made: who goes, the way, and the ground it was judged on."""

    picked: Picked
    way: Path
    field: paths.Field


@dataclass(frozen=True)
class FallingBack(Routed[Retreat]):
    """Units of the attacker or of the defender retreat along a route, gaps filled."""

    kind = Retreat
    who: int

    def places(self, view: View) -> Sequence[str]:
        return places(force(view, self.who))

    def keep(self, now: View, place: str) -> Keep:
        return bound(now, self.who)

    def routes(self, now: View, place: str, picked: Picked) -> Sequence[Path]:
        return () if carried(now, picked) is not None else [*ways_out(now, self.who, place, units_in(picked)).values()]

    def judge(self, view: View, order: Retreat) -> Ruling:
        begin = order.route[0]
        if begin not in self.places(view):
            return Ruling.refuse("scs.retreat-path", f"nobody has to retreat from {name(view, begin)}")
        picked = pick(view, begin, order.units, bound(view, self.who), "scs.retreat-path", "has to retreat")
        if isinstance(picked, Ruling):
            return picked
        alone = carried(view, picked)
        if alone is not None:
            return alone
        modes, hexes = paths.modes_of(view, units_in(picked)), combat(view).back[self.who]
        field = paths.field_of(view, side(view, self.who))
        way = paths.fill(view, order.route, hexes, modes, field)
        found = paths.problem(view, way, hexes, modes, field)
        if found is not None:
            return found
        dear = sum(place in field.dear for place in way)
        lost = f"{counted(dear, 'step')} {is_are(dear)} lost to enemy zones of control"
        return Ruling.allow([lost] if dear else [], found=Going(picked, way, field))

    def do(self, table: Table, order: Retreat, found: Going) -> None:
        table.finish()
        top = table.state.top
        before = top.ends if isinstance(top, Retreating) else ()
        table.replace(Retreating(self.who, (*before, found.way[-1])))
        stack = with_leader(table, found.picked, order.route[0], side(table, self.who))
        walk(table, self.who, stack, found.way, found.field)


def carried(view: View, picked: Picked) -> Ruling | None:
    """Why these pieces cannot go together: a leader goes only with units that he may stand with (6.2b)."""
    if not units_in(picked):
        return Ruling.refuse("6.2b.no-allowance", "a leader goes only with units that carry him")
    for piece, _ in picked:
        if is_leader(piece) and not any(leaders.escorts(view, other, piece.power) for other, _ in picked):
            who = leaders.whom(piece.power)
            return Ruling.refuse("6.2.german-stack", f"a leader rides with a {who} only", "6.2b.advance-retreat")
    return None


def with_leader(table: Table, picked: Picked, place: str, owner: str) -> Picked:
    """A leader rides where nobody he may stand with stays (6.2b)."""
    leader = leader_at(table, place, owner)
    if leader is None or any(is_leader(piece) for piece, _ in picked):
        return picked
    if leaders.stays_escorted(table, place, picked, owner):
        return picked
    carried = any(leaders.escorts(table, piece, owner) for piece, _ in picked)
    return [*picked, (leader, 1)] if carried else picked


def walk(table: Table, who: int, picked: Picked, way: Path, field: paths.Field) -> None:
    """Units go hex by hex; what zones of control cost is paid where they end, or where the last step is lost."""
    now = combat(table)
    split = ("scs.retreat-split",) if len(units_in(picked)) < _to_go(table, who, way[0]) else ()
    rules = ("scs.retreat-path", *split, "crt.notation")
    over: dict[str, int | str | None] = {"stirred": 1}
    if who == ATTACKER:
        over |= {"attacking": 0, "spent": 0, "led": 0, "moved": 1} if now.overrun else {"attacking": 0, "fought": 1}
    left, due, end = sum(n * steps_left(table, piece) for piece, n in picked if is_unit(piece)), 0, way[0]
    for to in way[1:]:
        picked = [(_step(table, end, to, piece, n, over, rules), n) for piece, n in picked]
        due, end = due + (to in field.dear), to
        if due >= left:
            break
    owner = side(table, who)
    pay_zones(table, owner, end, tuple((piece, n) for piece, n in picked if is_unit(piece)), due)
    capture.enter(table, owner, way[1 : way.index(end) + 1])


def _to_go(view: View, who: int, place: str) -> int:
    return len([1 for where, _, _ in force(view, who) if where == place])


def _step(
    table: Table, here: str, to: str, piece: Piece, n: int, over: Mapping[str, int | str | None], rules: tuple[str, ...]
) -> Piece:
    if is_leader(piece):
        return leaders.ride(table, here, to, piece, "retreated", "6.2b.advance-retreat")
    return shift(table, "retreated", here, to, piece, n, *rules, **over)


STEPS: tuple[type[Step], ...] = (Retreating, RetreatChoice)
