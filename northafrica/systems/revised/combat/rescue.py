"""Defending fighters whose carrier was sunk land after all combats, or are lost (Appendix I / Fighters)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from northafrica.core.common_orders import End
from northafrica.core.deed import Deed, Plain
from northafrica.core.groups import Keep, Picked, groups, lose, number, pick, shift, total
from northafrica.core.orders import Order, Path, Some
from northafrica.core.routed import Routed
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Automatic, Choice, Prompt, Step
from northafrica.core.table import Table, View
from northafrica.systems.revised.board.ground import SIDES, acting_side, data, is_friendly, is_sea, name
from northafrica.systems.revised.board.movement import neighbours
from northafrica.systems.revised.orders.fighting import Rescue
from northafrica.systems.revised.wording import power_name, say


def slots(view: View, zone: str, side: str) -> int:
    """Free places on the carriers of a side in a zone; negative where fighters are too many."""
    decks = number(view, zone, lambda p: p.kind == "aircraft_carrier" and SIDES[p.power] == side)
    there = number(view, zone, lambda p: p.kind == "fighter" and SIDES[p.power] == side)
    return data(view).numbers["carrier_fighters"] * decks - there


def adrift(view: View) -> list[str]:
    """Zones where the other side's fighters have lost their deck."""
    side = SIDES[view.state.power]
    enemies = [s for s in dict.fromkeys(SIDES.values()) if s != side]
    return [zone for zone in data(view).zones for foe in enemies if slots(view, zone, foe) < 0]


def rescue_steps(view: View) -> list[Step]:
    """A step for each such zone, after the last combat (unit.fighter.carrier-sunk-timing)."""
    return [Rescues(space=zone) for zone in adrift(view)]


def refuges(view: View, zone: str, side: str) -> list[str]:
    """Where a fighter without a deck can land: one space away (rule unit.fighter.carrier-sunk)."""
    near = neighbours(view, zone)
    return [s for s in near if (slots(view, s, side) > 0 if is_sea(view, s) else is_friendly(view, s, side))]


@dataclass(frozen=True)
class Rescues(Automatic):
    """Each owner lands fighters until those left have a deck, or nothing is in reach."""

    title: ClassVar[str] = "Fighters without a carrier"
    space: str = ""

    def run(self, table: Table) -> None:
        side = next(s for s in dict.fromkeys(SIDES.values()) if s != SIDES[table.state.power])
        found = groups(table, self.space, lambda p: p.kind == "fighter" and SIDES[p.power] == side)
        if slots(table, self.space, side) >= 0:
            table.finish()
        elif not refuges(table, self.space, side):
            lose_adrift(table, self.space)
            table.finish()
        else:
            table.push(RescueChoice(self.space, found[0][0].power))


def lose_adrift(table: Table, zone: str) -> None:
    """Fighters without a deck that have not landed are lost (rule unit.fighter.carrier-sunk)."""
    side = next(s for s in dict.fromkeys(SIDES.values()) if s != acting_side(table))
    over = -slots(table, zone, side)
    for piece, n in groups(table, zone, lambda p: p.kind == "fighter" and SIDES[p.power] == side):
        gone = max(0, min(n, over))
        over -= gone
        if gone:
            lose(table, zone, piece, gone, "carrier sunk", "unit.fighter.carrier-sunk")


@dataclass(frozen=True)
class RescueChoice(Choice):
    """An owner says where fighters go."""

    title: ClassVar[str] = "Land fighters"
    space: str = ""
    power: str = ""
    declined: tuple[str, ...] = ()

    def seat(self, view: View) -> str:
        return view.seat_of(self.power)

    def prompt(self, view: View) -> Prompt:
        over = -slots(view, self.space, SIDES[self.power])
        n = number(view, self.space, lambda p: p.kind == "fighter" and p.power == self.power)
        return Prompt(
            f"land fighters of {power_name(self.power)} out of {name(view, self.space)} ({over} of {n} have no deck)",
            "They reach another carrier or a friendly territory one space away, or are lost.",
            ("unit.fighter.carrier-sunk", "unit.fighter.carrier-sunk-timing"),
        )

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (Rescuing(self.space, self.power), Plain(End, self._give_up))

    def _give_up(self, table: Table) -> None:
        """The next owner is asked; when all have declined, what is without a deck is lost (note A23)."""
        declined = (*self.declined, self.power)
        others = [p.power for p, _ in groups(table, self.space, lambda p: p.kind == "fighter")]
        left = [power for power in others if SIDES[power] == SIDES[self.power] and power not in declined]
        if left:
            table.replace(RescueChoice(self.space, left[0], declined))
            return
        lose_adrift(table, self.space)
        table.finish()

    def fallback(self, view: View) -> Order:
        found = groups(view, self.space, lambda p: p.kind == "fighter" and p.power == self.power)
        to = refuges(view, self.space, SIDES[self.power])
        if not found or not to:
            return End()
        return Rescue((Some(1, found[0][0].kind, found[0][0].power, found[0][0].status),), (self.space, to[0]))


@dataclass(frozen=True)
class Rescuing(Routed[Rescue]):
    """Fighters go to a deck or a territory one space away."""

    kind = Rescue
    space: str
    power: str

    def keep(self, now: View, place: str) -> Keep:
        return lambda p: place == self.space and p.kind == "fighter" and p.power == self.power

    def routes(self, now: View, place: str, picked: Picked) -> Sequence[Path]:
        return [(place, to) for to in refuges(now, place, SIDES[self.power])]

    def judge(self, view: View, order: Rescue) -> Ruling:
        side = SIDES[self.power]
        if len(order.route) != 2 or order.route[0] != self.space:
            return Ruling.ambiguous(f"say where they go: 'rescue 1 fighter {self.space} > PLACE'")
        picked = pick(
            view, self.space, order.units, self.keep(view, self.space), "unit.fighter.carrier-sunk", "can land"
        )
        if isinstance(picked, Ruling):
            return picked
        to, over = order.route[1], -slots(view, self.space, side)
        if to not in refuges(view, self.space, side):
            text = f"{name(view, to)} is no friendly territory or free deck one space away"
            return Ruling.refuse("unit.fighter.carrier-sunk", text)
        if total(picked) > over:
            text = f"{over} of these fighters have no deck, not {total(picked)}"
            return Ruling.refuse("unit.fighter.carrier-sunk", text, over=over)
        if is_sea(view, to) and slots(view, to, side) < total(picked):
            room = slots(view, to, side)
            text = f"the carriers in {name(view, to)} have room for {room}, not {say(total(picked), 'fighter')}"
            return Ruling.refuse("unit.carrier.capacity", text, room=room)
        return Ruling.allow(found=picked)

    def do(self, table: Table, order: Rescue, found: Picked) -> None:
        table.finish()
        rules = ("unit.fighter.carrier-sunk", "unit.fighter.carrier-sunk-timing")
        for piece, n in found:
            shift(table, "moved", self.space, order.route[1], piece, n, *rules)
