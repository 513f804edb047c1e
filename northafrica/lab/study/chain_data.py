"""The chain of supply as numbers to draw: a few stations in the order of the map, and what passed in each round."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from northafrica.analysis import supply_by_space
from northafrica.analysis.frames import moments
from northafrica.analysis.supply_chain import fed_by_round, supply_chain
from northafrica.core.game import Game
from northafrica.lab.board.geometry import Point
from northafrica.lab.board.scene import Ground, ground

MOST_STATIONS = 9


@dataclass(frozen=True)
class Flow:
    """So much that passed in a round: between stations, in from outside (`start` "") or out (`end` "")."""

    round: int
    kind: str
    start: str
    end: str
    amount: int
    by: str


@dataclass(frozen=True)
class Chain:
    """A side's chain. `stations`: id -> name, from one end of the map to the other; `places` that stand for one.

    stock       (round, station) -> supply there at the end of the round; round 0 is the start
    unsupplied  round -> units that went without
    """

    side: str
    rounds: tuple[int, ...]
    stations: Mapping[str, str]
    places: Mapping[str, str]
    stock: Mapping[tuple[int, str], int]
    flows: tuple[Flow, ...]
    unsupplied: Mapping[int, int]

    def stuck(self) -> list[tuple[int, str, int]]:
        """Round, station and amount of supply that lay all through a round in which units went without."""
        found = []
        for before, now in zip((0, *self.rounds), self.rounds, strict=False):
            for station in self.stations if self.unsupplied.get(now) else ():
                out = sum(f.amount for f in self.flows if f.round == now and f.start == station != f.end)
                idle = min(self.stock.get((before, station), 0) - out, self.stock.get((now, station), 0))
                if idle > 0:
                    found.append((now, station, idle))
        return found


def chain(game: Game, side: str, most: int = MOST_STATIONS) -> Chain:
    """The chain of a side in what was played; places are drawn together to so many stations."""
    frame = supply_chain(game, side)
    stock = supply_by_space(game, "round")
    own = {str(place) for place in (*frame["start"], *frame["end"])}  # a place nobody holds is whose supply passes it
    stock = stock[(stock["side"] == side) | ((stock["side"] == "") & stock["space"].isin(own))]
    weights: dict[str, int] = {}
    for r in frame.itertuples():
        for place in (str(r.start), str(r.end)):
            if place:
                weights[place] = weights.get(place, 0) + int(str(r.amount))
    for r in stock.itertuples():
        weights[str(r.space)] = weights.get(str(r.space), 0) + int(str(r.amount))
    homes = _stations(game, weights, most)
    order = _in_order(game, set(homes.values()))
    counts = {station: sum(home == station for home in homes.values()) for station in order}
    view = game.view()
    names = {s: view.name(s) if counts[s] == 1 and s in homes else f"around {view.name(s)}" for s in order}
    keys = [key[0] for key in moments(game, "round")]
    flows = _flows((tuple(r) for r in frame.itertuples(index=False)), homes)
    held: dict[tuple[int, str], int] = {}
    for r in stock.itertuples():
        if str(r.space) in homes:
            key = (keys[int(str(r.moment))] if int(str(r.moment)) else 0, homes[str(r.space)])
            held[key] = held.get(key, 0) + int(str(r.amount))
    without = {int(str(r.round)): int(str(r.unsupplied)) for r in fed_by_round(game, side).itertuples()}
    return Chain(side, tuple(keys[1:]), names, homes, held, tuple(flows), without)


def _flows(rows: Iterable[tuple[object, ...]], homes: Mapping[str, str]) -> list[Flow]:
    """Flows between stations, like ones of a round together; what was there at the start is no flow."""
    sums: dict[tuple[int, str, str, str, str], int] = {}
    for round_, _, kind, start, end, by, amount in rows:
        if round_:
            key = (int(str(round_)), str(kind), homes.get(str(start), ""), homes.get(str(end), ""), str(by))
            sums[key] = sums.get(key, 0) + int(str(amount))
    return [Flow(n, kind, start, end, amount, by) for (n, kind, start, end, by), amount in sums.items()]


# -- stations ----------------------------------------------------------------------------------------
def _stations(game: Game, weights: Mapping[str, int], most: int) -> dict[str, str]:
    """Place -> the station that stands for it: itself where there are few, else the nearest place of note."""
    if len(weights) <= most:
        return {place: place for place in weights}
    land = ground(game.setting)
    outside = [place for place in weights if place not in land.shapes]
    noted = [shape.space for shape in land.named if shape.rank in (1, 2)] or [
        place for place in weights if place in land.shapes
    ]
    first = {place: _nearest(land, place, noted) for place in weights if place in land.shapes}
    sums: dict[str, int] = {}
    for place, station in first.items():
        sums[station] = sums.get(station, 0) + weights[place]
    kept = sorted(sums, key=lambda station: (-sums[station], station))[: max(2, most - len(outside))]
    return {place: place if place in outside else _nearest(land, place, kept) for place in weights}


def _nearest(land: Ground, place: str, stations: Iterable[str]) -> str:
    here = land.shapes[place].anchor
    return min(stations, key=lambda station: (_far(here, land.shapes[station].anchor), station))


def _far(one: Point, other: Point) -> float:
    return math.hypot(one[0] - other[0], one[1] - other[1])


def _in_order(game: Game, stations: set[str]) -> list[str]:
    """Boxes beside the map first, then from west to east."""
    shapes = ground(game.setting).shapes
    boxes = [place for place in game.system.board(game.setting.data).spaces if place in stations - set(shapes)]
    others = sorted(stations - set(shapes) - set(boxes))
    return [*boxes, *others, *sorted(stations & set(shapes), key=lambda place: (shapes[place].anchor[0], place))]
