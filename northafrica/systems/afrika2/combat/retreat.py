"""Retreats after combat: garrisons die, the others go hex by hex, together or apart (rulebook 2.3, 2.7; series 8)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from northafrica.core.groups import Picked, offer, pick, shift
from northafrica.core.naming import counted, is_are
from northafrica.core.orders import FieldSpec, Order, Path, Units
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Automatic, Choice, Prompt, Step
from northafrica.core.table import Table, View
from northafrica.systems.afrika2 import capture, leaders, stacking
from northafrica.systems.afrika2.combat import paths
from northafrica.systems.afrika2.combat.ezoc import pay_zones, units_in
from northafrica.systems.afrika2.combat.forces import ATTACKER, DEFENDER, force, places, said, side
from northafrica.systems.afrika2.combat.losses import named, refuse_conversion
from northafrica.systems.afrika2.facts import combat
from northafrica.systems.afrika2.ground import dumps, is_leader, is_unit, kill, leader_at, name, steps_left, unit
from northafrica.systems.afrika2.orders import Convert, Retreat


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

    def kinds(self, view: View) -> tuple[type[Order], ...]:
        return (Retreat,)

    def wrong_kind(self, view: View, order: Order) -> Ruling:
        if isinstance(order, Convert):
            return refuse_conversion(view, self.who, max(order.count, 1))
        return super().wrong_kind(view, order)

    # -- offers ----------------------------------------------------------------------------------------
    def _units(self, view: View) -> Callable[[Piece], bool]:
        owner, attacking = side(view, self.who), self.who == ATTACKER
        return lambda piece: piece.power == owner and is_unit(piece) and (not attacking or piece.has("attacking"))

    def _keep(self, view: View) -> Callable[[Piece], bool]:
        owner, mine = side(view, self.who), self._units(view)
        return lambda piece: mine(piece) or (is_leader(piece) and piece.power == owner)

    def places(self, view: View, kind: type[Order]) -> Sequence[str]:
        return places(force(view, self.who))

    def values(self, view: View, kind: type[Order], field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        begin = given["route"][:1] if given.get("route") else self.places(view, kind)
        if field.name == "units":
            return [some for place in begin for some in offer(view, place, self._keep(view))]
        found: list[Path] = []
        for place in begin:
            picked = self._picked(view, given["units"], place)
            if not isinstance(picked, Ruling):
                found += ways_out(view, self.who, place, units_in(picked)).values()
        return found

    # -- judging ---------------------------------------------------------------------------------------
    def _picked(self, view: View, units: Units, place: str) -> Picked | Ruling:
        found = pick(view, place, units, self._keep(view), "scs.retreat-path", "has to retreat")
        if isinstance(found, Ruling):
            return found
        if not units_in(found):
            return Ruling.refuse("6.2b.no-allowance", "a leader goes only with units that carry him")
        for piece, _ in found:
            if is_leader(piece) and not any(leaders.escorts(view, other, piece.power) for other, _ in found):
                who = leaders.whom(piece.power)
                return Ruling.refuse("6.2.german-stack", f"a leader rides with a {who} only", "6.2b.advance-retreat")
        return found

    def check(self, view: View, order: Order) -> Ruling:
        assert isinstance(order, Retreat)
        begin = order.route[0]
        if begin not in self.places(view, Retreat):
            return Ruling.refuse("scs.retreat-path", f"nobody has to retreat from {name(view, begin)}")
        picked = self._picked(view, order.units, begin)
        if isinstance(picked, Ruling):
            return picked
        modes, hexes = paths.modes_of(view, units_in(picked)), combat(view).back[self.who]
        field = paths.field_of(view, side(view, self.who))
        way = paths.fill(view, order.route, hexes, modes, field)
        found = paths.problem(view, way, hexes, modes, field)
        if found is not None:
            return found
        dear = sum(place in field.dear for place in way)
        lost = f"{counted(dear, 'step')} {is_are(dear)} lost to enemy zones of control"
        return Ruling.allow([lost] if dear else [])

    # -- acting ----------------------------------------------------------------------------------------
    def play(self, table: Table, order: Order, ruling: Ruling | None = None) -> None:
        assert isinstance(order, Retreat)
        picked = self._picked(table, order.units, order.route[0])
        assert not isinstance(picked, Ruling)
        owner, hexes = side(table, self.who), combat(table).back[self.who]
        field = paths.field_of(table, owner)
        way = paths.fill(table, order.route, hexes, paths.modes_of(table, units_in(picked)), field)
        table.finish()
        top = table.state.top
        assert isinstance(top, Retreating)
        table.replace(replace(top, ends=(*top.ends, way[-1])))
        walk(table, self.who, with_leader(table, picked, order.route[0], owner), way, field)

    def fallback(self, view: View) -> Order:
        """One unit by the best way."""
        place, piece, _ = force(view, self.who)[0]
        units = (named(view, place, piece, self._keep(view)),)
        return Retreat(units, next(iter(ways_out(view, self.who, place, [piece]).values())))


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
