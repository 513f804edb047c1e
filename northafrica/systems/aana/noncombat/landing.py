"""Aircraft in phase 5: where they may land, which must, which are lost (rulebook p.23-24, 33)."""

from __future__ import annotations

from collections.abc import Mapping

from northafrica.core.groups import everywhere, flip, lose
from northafrica.core.naming import counted
from northafrica.core.orders import Path
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.table import Table, View
from northafrica.systems.aana.board.ground import AIR, aloft, data, mine, name, room, side_of
from northafrica.systems.aana.board.movement import air_path_problem, may_land
from northafrica.systems.aana.combat_move.position import points
from northafrica.systems.aana.data import chart
from northafrica.systems.aana.data.entities import TRAVEL
from northafrica.systems.aana.wording import say, word


def air_problem(view: View, piece: Piece, way: Path) -> Ruling | None:
    """Why an aircraft may not fly and land so; None if it may."""
    side = side_of(piece.power)
    problem = air_path_problem(view, side, way)
    if problem is not None:
        return problem
    steps, left = len(way) - 1, points(view, piece)
    if steps > left:
        text = f"the {word(piece.kind)} has {counted(left, 'point')} left; {name(view, way[-1])} is {steps} away"
        rules = ("air.count", chart.row(piece), *island_rules(view, way))
        return Ruling.refuse("ncm.air.remaining", text, *rules, points=left, spaces=steps)
    if not may_land(view, side, way[-1]):
        text = f"{name(view, way[-1])} bore no friendly control marker at the start of this turn"
        unnamed = ("board.unnamed-islands",) if has_unnamed_islands(view, way[-1]) else ()
        return Ruling.refuse("ncm.air.landing", text, "control.rp-only", *unnamed)
    return None


def island_rules(view: View, way: Path) -> tuple[str, ...]:
    """Rule board.islands, where a flight ends on one: its zone and itself count 1 each."""
    return ("board.islands",) if data(view).has_tag(way[-1], "island") else ()


def has_unnamed_islands(view: View, zone: str) -> bool:
    """Whether a zone shows islands that are no spaces."""
    return any(f.space == zone and f.feature == "unnamed_islands_not_spaces" for f in data(view).features)


def stranded(view: View) -> list[tuple[str, Piece, int]]:
    """Own aircraft that no eligible landing space bears: lost if the phase ended now (ncm.air.lost)."""
    side = side_of(view.state.power)
    found = everywhere(view, lambda p: mine(view, p) and p.kind in AIR)
    return [group for group in found if group[0] not in TRAVEL and not may_land(view, side, group[0])]


def nearest(view: View, side: str, ways: Mapping[str, Path]) -> Path:
    """The way to the base to think of first: one with room before a full one, then the nearest."""
    return ways[min(ways, key=lambda to: (room(view, to, side) < 1, len(ways[to]), to))]


def can_land(view: View, place: str, piece: Piece, n: int, way: Path) -> str:
    """Words for aircraft still in the air and a base they reach."""
    steps = len(way) - 1
    has = f"{steps} away, of {counted(points(view, piece), 'point')} left"
    return f"{say(n, piece.kind)} over {name(view, place)} (to {name(view, way[-1])}, {has})"


def lose_stranded(table: Table) -> None:
    """Rule ncm.air.lost."""
    for place, piece, n in stranded(table):
        lose(table, place, piece, n, "no base", "ncm.air.lost", "comp.return-to-pool")
    for place, piece, n in list(everywhere(table, lambda p: mine(table, p) and aloft(p))):
        flip(table, place, piece, n, aloft=None)
