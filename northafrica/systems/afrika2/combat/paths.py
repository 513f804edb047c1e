"""Where a stack can retreat to, and by which way (scs.retreat-path, scs.retreat-ezoc; option retreat_end)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from northafrica.core.naming import counted
from northafrica.core.orders import Path
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.table import View
from northafrica.mechanisms.hex_reach import Barred
from northafrica.systems.afrika2.entities import CONNECTING, CW, OFF_MAP, Mode
from northafrica.systems.afrika2.ground import count_units, data, enemy_of, mode, name, occupied, ways, zones
from northafrica.systems.afrika2.stacking import room
from northafrica.systems.afrika2.terrain.grid import place_of


@dataclass(frozen=True)
class Field:
    """The map as a retreating side meets it: hexes shut, hexes in enemy zones of control that cost a step."""

    side: str
    shut: frozenset[str]
    dear: frozenset[str]


def field_of(view: View, side: str) -> Field:
    """The field of a side: a friendly unit in a hex cancels the zone of control there (scs.retreat-ezoc)."""
    shut = occupied(view, enemy_of(side)) | (set(OFF_MAP) if side == CW else set())
    dear = {place for place in zones(view, side) if not count_units(view, place, side)}
    return Field(side, frozenset(shut), frozenset(dear))


def distance(view: View, start: str, to: str) -> int:
    """Hexes from a hex to another place; the boxes beside the map lie beyond its west edge, each one step (1.7)."""
    known = data(view).hexes
    here = place_of(known[start].column, known[start].row)
    if to not in OFF_MAP:
        return here.distance(place_of(known[to].column, known[to].row))
    west = [place_of(info.column, info.row) for info in known.values() if info.edge == "west"]
    return min(here.distance(edge) for edge in west) + (1 if to == CONNECTING else 2)


def modes_of(view: View, pieces: Iterable[Piece]) -> tuple[Mode, ...]:
    """The ways in which the units of a stack move."""
    return tuple(sorted({mode(view, piece) for piece in pieces}))


def _next(view: View, here: str, modes: tuple[Mode, ...]) -> set[str]:
    found = [{step.to for step in ways(view).steps[one].get(here, ())} for one in modes]
    return set.intersection(*found) if found else set()


def away(view: View) -> bool:
    """Whether each hex must lead farther off (option retreat_end)."""
    return view.option("retreat_end") == "away"


def routes(view: View, start: str, hexes: int, modes: tuple[Mode, ...], field: Field) -> dict[str, Path]:
    """Every end of a retreat of so many hexes, with the way that costs the fewest steps; best ends first."""
    layer: dict[str, tuple[int, Path]] = {start: (0, (start,))}
    for count in range(1, hexes + 1):
        after: dict[str, tuple[int, Path]] = {}
        for here, (cost, way) in layer.items():
            for to in _next(view, here, modes):
                if to in field.shut or to in way or (away(view) and distance(view, start, to) != count):
                    continue
                found = (cost + (to in field.dear), (*way, to))
                if to not in after or found < after[to]:
                    after[to] = found
        layer = after

    def worth(end: str) -> tuple[int, int, str]:
        return layer[end][0], int(not room(view, end, field.side)), end

    return {end: layer[end][1] for end in sorted(layer, key=worth)}


def fill(view: View, way: Path, hexes: int, modes: tuple[Mode, ...], field: Field) -> Path:
    """A way of start and end alone, filled by the best way between them."""
    if len(way) == 2 and hexes > 1:
        return routes(view, way[0], hexes, modes, field).get(way[1], way)
    return way


def problem(view: View, way: Path, hexes: int, modes: tuple[Mode, ...], field: Field) -> Ruling | None:
    """Why a way is no retreat of so many hexes, or None."""
    for here, to in pairwise(way):
        found = _step_problem(view, here, to, modes, field)
        if found is not None:
            return found
    walked, far = len(way) - 1, distance(view, way[0], way[-1])
    asked = counted(hexes, "hex", "hexes")
    if walked != hexes or len(set(way)) != len(way):
        reason = f"the retreat is {asked}, each a new one; this way has {walked}"
        return Ruling.refuse("scs.retreat-path", reason, needs=hexes, has=walked)
    if away(view) and far != hexes:
        reason = f"the retreat must end {asked} away; {name(view, way[-1])} is {far} from {name(view, way[0])}"
        return Ruling.refuse("scs.retreat-path", reason, needs=hexes, has=far)
    return None


def _step_problem(view: View, here: str, to: str, modes: tuple[Mode, ...], field: Field) -> Ruling | None:
    if to in field.shut:
        if to in OFF_MAP:
            return Ruling.refuse(
                "1.7.no-cw", f"no Commonwealth unit may enter the {name(view, to)}", "scs.retreat-path"
            )
        return Ruling.refuse("scs.retreat-path", f"enemy units stand in {name(view, to)}")
    if to in _next(view, here, modes):
        return None
    if (here, to) not in ways(view).toward:
        return Ruling.refuse("scs.retreat-path", f"{name(view, here)} and {name(view, to)} do not touch")
    bars = [found for one in modes if isinstance(found := ways(view).between(here, to, one), Barred)]
    return Ruling.refuse("scs.retreat-path", bars[0].reason, bars[0].rule)
