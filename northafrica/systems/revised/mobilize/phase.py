"""Phase 6: what was bought is placed; what finds no place is lost (Phase 6: Mobilize New Units)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from northafrica.core.common_orders import End
from northafrica.core.deed import Deed, Plain
from northafrica.core.groups import Picked, groups, lose, offer, pick, shift, total
from northafrica.core.naming import joined
from northafrica.core.orders import FieldSpec, Some
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Choice, Prompt
from northafrica.core.table import Table, View
from northafrica.systems.revised.board.ground import (
    COMPLEX,
    MOBILIZATION,
    SIDES,
    acting_side,
    data,
    has_capital,
    is_hostile,
    is_sea,
    name,
)
from northafrica.systems.revised.facts import facts, remember
from northafrica.systems.revised.mobilize import sites
from northafrica.systems.revised.mobilize.free import Converting, Raising
from northafrica.systems.revised.orders.economy import Place
from northafrica.systems.revised.wording import say_all


def bought(view: View) -> Picked:
    """The units that wait in the mobilization zone."""
    power = view.state.power
    return groups(view, MOBILIZATION, lambda p: p.power == power)


@dataclass(frozen=True)
class MobilizeUnits(Choice):
    """Place new units at complexes held since the turn began."""

    title: ClassVar[str] = "Mobilize New Units"

    def prompt(self, view: View) -> Prompt:
        return Prompt(
            f"place {say_all(bought(view))}; end when done",
            f"Each complex mobilizes as many units as its territory pays; left are: {sites.told(view)}.",
            ("mob.where", "mob.cap", "mob.excess-lost", "mob.fighter", "mob.complex.where"),
        )

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (Placing(), Raising(), Converting(), Plain(End, self._end, self._check_end))

    def _check_end(self, view: View) -> Ruling:
        """A fighter that waits for a new carrier gets it, where it can still be placed (rule carrier.must-pick-up)."""
        for zone, over in sites.stranded(view):
            carrier = Place((Some(1, "aircraft_carrier"),), zone)
            if sites.waiting(view, "aircraft_carrier") and Placing().judge(view, carrier):
                text = f"{over} fighters wait over {name(view, zone)} for the new carrier; place it there"
                return Ruling.refuse("carrier.must-pick-up", text, "ncm.air.new-carrier", waiting=over)
        return Ruling.allow()

    def _end(self, table: Table) -> None:
        for piece, n in bought(table):
            lose(table, MOBILIZATION, piece, n, "no place", "mob.excess-lost")
        for zone, over in sites.stranded(table):
            waiting = groups(table, zone, lambda p: p.kind == "fighter" and SIDES[p.power] == acting_side(table))
            for piece, n in sorted(waiting, key=lambda item: item[0].power != table.state.power):
                gone = min(n, over)
                if gone:
                    lose(table, zone, piece, gone, "no landing", "ncm.air.lost")
                    over -= gone
        table.finish()


class Placing(Deed[Place]):
    """Units go to a territory with a complex, to a zone beside one, or are a complex themselves."""

    kind = Place

    def places(self, view: View) -> Sequence[str]:
        return (MOBILIZATION,) if bought(view) else ()

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        if field.name == "units":
            return offer(view, MOBILIZATION, lambda p: p.power == view.state.power)
        units = given.get("units", ())
        if field.name == "space":
            return [space for space in self._candidates(view) if self._fits(view, units, space)]
        return [
            space
            for space in sites.complexes_for(view, str(given.get("space", "")))
            if self.judge(view, Place(units, str(given["space"]), space))
        ]

    def _candidates(self, view: View) -> list[str]:
        return [*data(view).territories, *data(view).zones]

    def _fits(self, view: View, units: Sequence[Some], space: str) -> bool:
        """Whether the units can go there, through one complex or another."""
        first = self.judge(view, Place(tuple(units), space))
        return bool(first) or first.unclear

    def judge(self, view: View, order: Place) -> Ruling:
        power, space = view.state.power, order.space
        picked = pick(
            view, MOBILIZATION, order.units, lambda p: p.power == power, "buy.mobilization-zone", "can be placed"
        )
        if isinstance(picked, Ruling):
            return picked
        if space not in data(view).board or data(view).has_tag(space, "impassable"):
            return Ruling.refuse("mob.where", f"nothing is placed in {name(view, space)}", "map.neutral.impassable")
        new = sum(n for piece, n in picked if piece.kind == COMPLEX)
        others = [(piece, n) for piece, n in picked if piece.kind != COMPLEX]
        no = sites.new_complex_problem(view, new, space) if new else None
        if no is not None:
            return no
        if not others:
            return Ruling.allow(found=(picked, ""))
        return Ruling.first(*self._misfits(view, others, space)) and self._through(view, order, picked, others)

    def _misfits(self, view: View, others: Picked, space: str) -> Sequence[Ruling | None]:
        if is_sea(view, space):
            return [sites.afloat_problem(view, p.kind, n, space, carriers(others)) for p, n in others]
        return [sites.ashore_problem(view, piece.kind, space) for piece, _ in others]

    def _through(self, view: View, order: Place, picked: Picked, others: Picked) -> Ruling:
        """The complex that mobilizes the units: the one named, else the only one with room for them."""
        found = sites.complexes_for(view, order.space)
        if order.complex and order.complex not in found:
            text = f"{name(view, order.complex)} has no usable complex for {name(view, order.space)}"
            return Ruling.refuse("mob.where", text)
        if not found:
            return sites.no_complex(view, order.space)
        need = total(others)
        fit = [one for one in found if sites.room(view, one) >= need and order.complex in ("", one)]
        if not fit:
            one = order.complex or max(found, key=lambda space: sites.room(view, space))
            left, most = sites.room(view, one), data(view).income(one)
            text = f"{name(view, one)} mobilizes {most} units a turn, {left} more now, not {need}"
            return Ruling.refuse("mob.cap", text, limit=most, room=left, wanted=need)
        if len(fit) > 1:
            ways = joined((f"'from {one}'" for one in fit), "or")
            return Ruling.ambiguous(f"several complexes lie beside {name(view, order.space)}: write {ways}")
        waits = self._left_waiting(view, order, picked)
        return waits if waits is not None else Ruling.allow(found=(picked, fit[0]))

    def _left_waiting(self, view: View, order: Place, picked: Picked) -> Ruling | None:
        """Why carriers may not go elsewhere: fighters wait for them (rule carrier.must-pick-up)."""
        left = sites.waiting(view, "aircraft_carrier") - carriers(picked)
        if not carriers(picked):
            return None
        most = data(view).numbers["carrier_fighters"]
        need = sum(-(-over // most) for zone, over in sites.stranded(view) if zone != order.space)
        if need <= left:
            return None
        zone, over = next((zone, over) for zone, over in sites.stranded(view) if zone != order.space)
        text = f"{over} fighters wait over {name(view, zone)} for the new carrier; place it there"
        return Ruling.refuse("carrier.must-pick-up", text, "ncm.air.new-carrier", waiting=over)

    def do(self, table: Table, order: Place, found: tuple[Picked, str]) -> None:
        picked, through = found
        at_sea, placed = is_sea(table, order.space), 0
        hostile = ("mob.sea-hostile",) if at_sea and is_hostile(table, order.space, acting_side(table)) else ()
        for piece, n in picked:
            if piece.kind == COMPLEX:
                shift(table, "moved", MOBILIZATION, order.space, piece, n, "mob.complex.where", new=1)
                continue
            rules = ("mob.where", "mob.cap", *(("mob.fighter",) if piece.kind == "fighter" else ()))
            ashore = () if at_sea else ("mob.land-bomber",)
            allied = ("liberate.capital-lost.complex", "mob.ally-complex") if _taken_over(table, through) else ()
            shift(table, "moved", MOBILIZATION, order.space, piece, n, *rules, *hostile, *ashore, *allied)
            placed += n
        if placed:
            counted = dict(facts(table).complexes)
            counted[through] = counted.get(through, 0) + placed
            remember(table, complexes=tuple(sorted(counted.items())))


def _taken_over(view: View, space: str) -> bool:
    """Whether a complex was first an ally's, whose capital is in enemy hands."""
    first, power = data(view).original(space), view.state.power
    return first not in ("", power) and SIDES[first] == SIDES[power] and not has_capital(view, first)


def carriers(picked: Picked) -> int:
    """How many carriers are placed with the same order."""
    return sum(n for piece, n in picked if piece.kind == "aircraft_carrier")
