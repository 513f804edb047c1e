"""Marching along a route, gaps filled by the cheapest way (rulebook 1.4, 1.7, 6.2; series)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from northafrica.core.groups import Picked
from northafrica.core.orders import FieldSpec, Path
from northafrica.core.rulebook import Ruling
from northafrica.core.table import Table, View
from northafrica.systems.afrika2 import capture, leaders, stacking
from northafrica.systems.afrika2.ground import is_leader, name, ways
from northafrica.systems.afrika2.movement.march import Bill, bill, expand, reach, units_of
from northafrica.systems.afrika2.movement.stacks import OfStack, retire
from northafrica.systems.afrika2.movement.wayside import shown
from northafrica.systems.afrika2.orders import Move


class Moving(OfStack[Move]):
    """A stack marches."""

    kind = Move
    rule = "scs.one-move"

    def places(self, view: View) -> Sequence[str]:
        return self.movers.starts(view)

    def parts(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        if field.type == "path" and len(given.get("route", ())) > 1:
            return [step.to for step in ways(view).steps["foot"].get(given["route"][-1], ())]
        return super().parts(view, field, given)

    def ways(self, view: View, place: str, picked: Picked) -> Sequence[Path]:
        found = reach(view, place, picked)
        return [found.path(to) for to in found.cost if to != place]

    def judge_way(self, view: View, route: Path, picked: Picked) -> Ruling:
        way = expand(view, picked, route)
        found = way if isinstance(way, Ruling) else bill(view, picked, way)
        if isinstance(found, Ruling):
            return _way_round(view, route, picked, found)
        notes = [f"route: {' > '.join(found.way)}"] if found.way != route else []
        if sum(n for _, n in units_of(picked)) > stacking.room(view, found.way[-1], view.state.power):
            notes.append(f"{name(view, found.way[-1])} will hold more than four units")
        return Ruling.allow(notes, self.movers.basis(view, route[0], picked), (picked, found))

    def do(self, table: Table, order: Move, found: tuple[Picked, Bill]) -> None:
        picked, cost = found
        start, to, side = cost.way[0], cost.way[-1], table.state.power
        basis = self.movers.basis(table, start, picked)
        retire(table, start, picked)
        rules = (*shown(table, picked, cost), *basis)
        for piece, n, with_leader in [(piece, n, leaders.led(table, start, piece)) for piece, n in units_of(picked)]:
            after = piece.having(spent=cost.after(piece), stirred=1, led=int(with_leader))
            cites = (*rules, "6.2c.at-start-of-move") if with_leader and not piece.has("spent") else rules
            table.emit(
                "moved",
                *cites,
                place=start,
                to=to,
                piece=piece,
                becomes=after,
                count=n,
                power=side,
                purpose="march",
                detail=" > ".join(cost.way),
            )
        for piece, _ in picked:
            if is_leader(piece):
                leaders.ride(table, start, to, piece)
        capture.enter(table, side, cost.way[1:])


def _way_round(view: View, route: Path, picked: Picked, refusal: Ruling) -> Ruling:
    """The refusal of a direct step, with the way round where there is one in reach."""
    found = reach(view, route[0], picked)
    if len(route) != 2 or route[1] not in found.cost:
        return refusal
    way = " > ".join(found.path(route[1]))
    return replace(refusal, reason=f"{refusal.reason}; a way round is in reach: {way}")
