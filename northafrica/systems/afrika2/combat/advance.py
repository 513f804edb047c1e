"""Advance after combat into an emptied hex; overruns go on from there (rulebook 3.1, 6.2; series 5 and 9)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from northafrica.core.common_orders import End
from northafrica.core.deed import Deed, Plain
from northafrica.core.groups import Keep, Picked, pick, shift
from northafrica.core.orders import Order, Path
from northafrica.core.pieces import Piece
from northafrica.core.routed import Routed
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Choice, Prompt, Step
from northafrica.core.table import Table, View
from northafrica.mechanisms.hex_reach import Barred
from northafrica.systems.afrika2 import capture, leaders
from northafrica.systems.afrika2.combat.ezoc import units_in
from northafrica.systems.afrika2.combat.forces import ATTACKER, Force, attackers, places, side
from northafrica.systems.afrika2.combat.retreat import carried, with_leader
from northafrica.systems.afrika2.entities import STACK
from northafrica.systems.afrika2.facts import combat, note_combat
from northafrica.systems.afrika2.ground import (
    allowance,
    count_units,
    enemy_of,
    exploits,
    is_leader,
    is_unit,
    leader_at,
    mode,
    name,
    title,
    unit,
    ways,
)
from northafrica.systems.afrika2.orders import Advance


def start(table: Table) -> None:
    """If the hex is empty of defenders, an overrun enters it and the attackers of the Combat Phase may."""
    now = combat(table)
    if count_units(table, now.target, enemy_of(now.side)):
        return
    note_combat(table, emptied=True)
    if now.overrun:
        _overrun(table)
    elif able(table):
        table.push(AdvanceChoice())


def can_march(view: View, piece: Piece) -> bool:
    """Units without a movement allowance stay where they are."""
    return allowance(view, piece) > 0


def limited(view: View) -> bool:
    """Whether an advance keeps to the stacking limit: 2.3 does not enforce it then (option overstacking)."""
    return view.option("overstacking") == "refused"


def closed(view: View, place: str, piece: Piece) -> Barred | None:
    """What keeps an attacker out of the emptied hex: ground it could attack into, but may not enter (TEC)."""
    found = ways(view).between(place, combat(view).target, mode(view, piece))
    return found if isinstance(found, Barred) else None


def able(view: View) -> list[Force]:
    """The attackers that may still advance."""
    target = combat(view).target
    if limited(view) and count_units(view, target, combat(view).side) >= STACK:
        return []
    return [
        (place, piece, n)
        for place, piece, n in attackers(view)
        if place != target and can_march(view, piece) and closed(view, place, piece) is None
    ]


def _overrun(table: Table) -> None:
    """The whole stack enters and may go on (scs.overrun-go-on)."""
    now = combat(table)
    units = attackers(table)
    for place, piece, n in units:
        shift(table, "moved", place, now.target, piece, n, "scs.overrun-go-on", stirred=1)
    for place in places(units):
        leader = leader_at(table, place, now.side)
        if leader is not None and (leader.has("attacking") or not leaders.escorted(table, place, now.side)):
            leaders.ride(table, place, now.target, leader)
    if units:
        capture.enter(table, now.side, [now.target])


@dataclass(frozen=True)
class AdvanceChoice(Choice):
    """Attackers enter the emptied hex, or not."""

    title: ClassVar[str] = "Advance after combat"

    def seat(self, view: View) -> str:
        return view.seat_of(side(view, ATTACKER))

    def label(self, view: View) -> str:
        return f"advance into {name(view, combat(view).target)}"

    def prompt(self, view: View) -> Prompt:
        now = combat(view)
        free = f"up to {STACK - count_units(view, now.target, now.side)}" if limited(view) else "any"
        text = f"{name(view, now.target)} is empty: advance {free} of your attackers into it, then end"
        return Prompt(text, "Movement points and enemy zones of control do not matter.", ("scs.advance", "3.1.advance"))

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (Advancing(), Plain(End, Table.finish))

    def fallback(self, view: View) -> Order:
        return End()


def fought(view: View) -> Keep:
    """The attackers, and a leader with them."""
    owner = combat(view).side
    return lambda piece: piece.power == owner and (is_leader(piece) or piece.has("attacking"))


class Advancing(Routed[Advance]):
    """Attackers enter the hex that was emptied."""

    kind = Advance

    def keep(self, now: View, place: str) -> Keep:
        """Who of a place can go, and the leader there."""
        free = {piece for where, piece, _ in able(now) if where == place}
        mine = fought(now)
        return lambda piece: mine(piece) and (is_leader(piece) or piece in free)

    def places(self, view: View) -> Sequence[str]:
        return places(able(view))

    def routes(self, now: View, place: str, picked: Picked) -> Sequence[Path]:
        target = combat(now).target
        found: list[Path] = [(place, target)]
        if now.option("exploit_advance") == "2":
            found += [(place, target, to) for to in sorted(ways(now).near[target].values()) if to != place]
        return [way for way in found if self._ruled(now, picked, way)]

    def judge(self, view: View, order: Advance) -> Ruling:
        target, begin = combat(view).target, order.route[0]
        if begin not in places(attackers(view)):
            reason = f"none of the attackers stands in {name(view, begin)}"
            return Ruling.refuse("scs.advance", reason)
        picked = pick(view, begin, order.units, fought(view), "scs.advance", "took part in this attack")
        if isinstance(picked, Ruling):
            return picked
        if len(order.route) < 2 or order.route[1] != target:
            return Ruling.refuse("scs.advance", f"the advance goes into {name(view, target)}, the hex that was emptied")
        return self._ruled(view, picked, order.route)

    def _ruled(self, view: View, picked: Picked, route: Path) -> Ruling:
        target = combat(view).target
        found = Ruling.first(self._units_problem(view, route[0], picked), self._farther(view, picked, route))
        n = count_units(view, target, combat(view).side) + sum(n for piece, n in picked if is_unit(piece))
        if not found or n <= STACK:
            return found and Ruling.allow(found=picked)
        note = f"{name(view, target)} will hold {n} units; more than {STACK} are not cut down now"
        return Ruling.allow([note], ("2.3.when-checked", "scs.precedence"), picked)

    def _units_problem(self, view: View, place: str, picked: Picked) -> Ruling | None:
        now = combat(view)
        problem = carried(view, picked)
        if problem is not None:
            return problem
        units = units_in(picked)
        fixed = next((piece for piece in units if not can_march(view, piece)), None)
        if fixed is not None:
            return Ruling.refuse("scs.advance", f"{title(view, fixed)} has no movement allowance")
        for piece in units:
            barred = closed(view, place, piece)
            if barred is not None:
                reason = f"{title(view, piece)} cannot advance: {barred.reason}"
                return Ruling.refuse(barred.rule, reason, "scs.advance")
        there = count_units(view, now.target, now.side)
        more = sum(n for piece, n in picked if is_unit(piece))
        if limited(view) and there + more > STACK:
            reason = f"{more} units would make {there + more} in {name(view, now.target)}; {STACK} is the limit"
            return Ruling.refuse("scs.advance", reason, "2.3.four", asked=more, room=STACK - there)
        return None

    def _farther(self, view: View, picked: Picked, route: Path) -> Ruling | None:
        """The second hex of exploit-capable units (option exploit_advance)."""
        if len(route) == 2:
            return None
        most = int(view.option("exploit_advance"))
        if len(route) - 1 > most:
            reason = f"the way has {len(route) - 1} hexes; an advance is {most}"
            return Ruling.refuse("scs.advance", reason, asked=len(route) - 1, most=most)
        here, to = route[1], route[2]
        if count_units(view, to, enemy_of(combat(view).side)):
            return Ruling.refuse("scs.no-enemy-hex", f"enemy units stand in {name(view, to)}")
        led = leader_at(view, route[0], combat(view).side) is not None
        for piece in units_in(picked):
            if not exploits(view, piece) and (not led or piece.has("oos")):
                reason = f"{title(view, piece)} is not exploit-capable: it advances one hex"
                return Ruling.refuse("scs.advance", reason, "6.2c.exploit-any", "2.4.yellow-bar")
            if to not in {step.to for step in ways(view).steps[mode(view, piece)].get(here, ())}:
                return Ruling.refuse("scs.advance", f"{title(view, piece)} cannot go on to {name(view, to)}")
        return None

    def do(self, table: Table, order: Advance, found: Picked) -> None:
        begin, to, owner = order.route[0], order.route[-1], combat(table).side
        for piece, n in with_leader(table, found, begin, owner):
            if is_leader(piece):
                leaders.ride(table, begin, to, piece, "moved", "6.2b.advance-retreat")
                continue
            guns = ("3.1.advance",) if unit(table, piece).artillery else ()
            gone_on = {"attacking": 0, "fought": 1} if len(order.route) > 2 else {}
            shift(table, "moved", begin, to, piece, n, "scs.advance", *guns, stirred=1, **gone_on)
        if not able(table):
            table.finish()
        capture.enter(table, owner, order.route[1:])


STEPS: tuple[type[Step], ...] = (AdvanceChoice,)
