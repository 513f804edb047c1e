"""Plans of supply as frames: who draws on what, what lies where, who is left without and what would help."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

import pandas as pd

from northafrica.analysis.asked import one_of
from northafrica.analysis.frames import make_frame
from northafrica.core.game import Game
from northafrica.core.place_names import place_of
from northafrica.core.supply_plan import Carrying, Shipment, SupplyPlan, supposing
from northafrica.core.table import View

Moves = Iterable[tuple[str, int] | tuple[str, int, str]]
"""Supply taken to lie elsewhere: (where to, how much), from nowhere, or (where to, how much, where from)."""


def supply_plan(game: Game, side: str, suppose: Moves = (), *, seat: str = "") -> SupplyPlan:
    """The best plan of supply for a side, as things stand or with supply supposed elsewhere; nothing is played.

    Raises ValueError, in words, for an unknown side, a game without such plans, or supply that is not there.
    """
    one_of(side, game.system.sides, "side")
    shipments = [_shipment(game, move) for move in suppose]
    found = game.system.supply_plan(supposing(game.view(seat), side, shipments), side)
    if found is None:
        raise ValueError(f"{game.system.title} needs no plan of supply")
    return found


def _shipment(game: Game, move: tuple[str, int] | tuple[str, int, str]) -> Shipment:
    start = place_of(game, move[2]) if len(move) == 3 and move[2] else ""
    return Shipment(place_of(game, move[0]), move[1], start)


def carriages(game: Game, side: str, start: str, end: str, amount: int = 1) -> tuple[Carrying, ...]:
    """The ways to carry so much supply from a place to another, with the trucks and ships they take."""
    one_of(side, game.system.sides, "side")
    return game.system.carriages(game.view(), side, place_of(game, start), place_of(game, end), amount)


@dataclass(frozen=True)
class Remedy:
    """A single carriage of supply, and how many units it would leave without."""

    way: Carrying
    left: int


def remedies(view: View, plan: SupplyPlan, most: int = 4, tries: int = 8) -> list[Remedy]:
    """Which single carriages, of those that would help some gap, would leave the fewest units without; best first.

    Only those named most often are tried. The plan after each is worked out whole.
    """
    ways: Counter[tuple[str, str]] = Counter()
    known: dict[tuple[str, str], Carrying] = {}
    for way in (way for gap in plan.gaps for way in gap.helps):
        key = (way.source, way.end)
        ways[key] += 1
        if key not in known or way.amount < known[key].amount:
            known[key] = way
    found = [_remedy(view, plan, known[key]) for key, _ in ways.most_common(tries)]
    without = sum(unit.number for gap in plan.gaps for unit in gap.units)
    useful = [one for one in found if one is not None and one.left < without]
    return sorted(useful, key=lambda one: (one.left, one.way.trucks + one.way.ships))[:most]


def _remedy(view: View, plan: SupplyPlan, way: Carrying) -> Remedy | None:
    here = any(source.space == way.source and source.stock >= way.amount for source in plan.sources)
    shipment = Shipment(way.end, way.amount, way.source if here else "")
    after = view.setting.system.supply_plan(supposing(view, plan.side, [shipment]), plan.side)
    if after is None:
        return None
    return Remedy(way, sum(unit.number for gap in after.gaps for unit in gap.units))


def supply_groups(game: Game, side: str, suppose: Moves = ()) -> pd.DataFrame:
    """Who draws on what: a row a unit (or like units) of each group; `cost` is that of the group.

    >>> frame = supply_groups(northafrica.load("afrika2", "gazala", seed=1), "axis")
    >>> int(frame.groupby("group")["cost"].first().sum())
    4
    """
    plan, view = supply_plan(game, side, suppose), game.view()
    rows = [
        {"group": n, "source": view.name(group.source), "count": group.count, "cost": group.cost,
         "space": view.name(unit.space), "units": unit.what, "number": unit.number, "note": group.note}
        for n, group in enumerate(plan.groups, 1) for unit in group.units
    ]  # fmt: skip
    return make_frame(
        game,
        rows,
        ("group", "source", "count", "cost", "space", "units", "number", "note"),
        "no unit draws supply here",
    )


def supply_sources(game: Game, side: str, suppose: Moves = ()) -> pd.DataFrame:
    """What lies where: stock, what the plan spends of it, what is left, what all units in its reach count."""
    plan, view = supply_plan(game, side, suppose), game.view()
    rows = [
        {"space": view.name(one.space), "stock": one.stock, "spent": one.spent, "left": one.stock - one.spent,
         "count_in_reach": one.count, "spaces_in_reach": len(one.reach)}
        for one in plan.sources
    ]  # fmt: skip
    return make_frame(
        game, rows, ("space", "stock", "spent", "left", "count_in_reach", "spaces_in_reach"), "no supply lies anywhere"
    )


def supply_gaps(game: Game, side: str, suppose: Moves = ()) -> pd.DataFrame:
    """Who is left without supply, a row a space and way to help (one row with empty cells where there is none)."""
    plan, view = supply_plan(game, side, suppose), game.view()
    rows = []
    for gap in plan.gaps:
        known = {"space": view.name(gap.space), "units": ", ".join(map(str, gap.units)), "count": gap.count,
                 "needs": gap.needs, "in_reach_of_some": gap.reached}  # fmt: skip
        for way in gap.helps or (None,):
            rows.append(known | _helping(game, way))
    columns = ("space", "units", "count", "needs", "in_reach_of_some", "from", "to", "cost", "trucks", "ships")
    return make_frame(game, rows, columns, "nobody is left without supply")


def _helping(game: Game, way: Carrying | None) -> dict[str, object]:
    if way is None:
        return {}
    view = game.view()
    return {"from": view.name(way.source), "to": view.name(way.end), "cost": way.cost, "trucks": way.trucks,
            "ships": way.ships}  # fmt: skip
