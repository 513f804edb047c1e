"""Ways over the board: who may step where, how far, and what stops a move (Phase 3, Phase 5, Appendix I)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from itertools import pairwise

from northafrica.core.orders import Path
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.table import View
from northafrica.mechanisms.ways import expand, search, step_by_step
from northafrica.systems.revised.board.charts import advantage, developed
from northafrica.systems.revised.board.ground import (
    AIR,
    COMPLEX,
    GUN,
    SHIPS,
    SIDES,
    canal_open,
    data,
    is_hostile,
    is_sea,
    name,
    unit,
)
from northafrica.systems.revised.wording import word

LONG_RANGE = 2
"""Spaces more for aircraft with Long-Range Aircraft (tech.longrange.fighter, tech.longrange.bomber)."""


HALF_ROUND = 180
"""Neighbours further apart than these degrees of the drawn board touch over its edges."""
FAST = {("us", "aircraft_carrier"): "fast_carriers", ("us", "infantry"): "mechanized_infantry"}
"""Units that an advantage lets move one space more (na.us.fast-carriers, na.us.mechanized)."""
ON_RAILS = ("infantry", "artillery", GUN)
"""The Soviet units that the Trans-Siberian Railway carries (na.ussr.railway)."""


def fast(view: View, piece: Piece) -> bool:
    """Whether an advantage of its power lets a unit move one space more."""
    name_ = FAST.get((piece.power, piece.kind), "")
    return bool(name_) and advantage(view, piece.power, name_)


def allowance(view: View, piece: Piece) -> int:
    """How many spaces a unit moves in a turn."""
    more = LONG_RANGE if piece.kind in AIR and developed(view, piece.power, "long_range") else 0
    return unit(view, piece.kind).move + more + fast(view, piece)


def left(view: View, piece: Piece) -> int:
    """How many spaces a unit can still move this turn (rules air.total-range, na.germany.panzerblitz)."""
    return 1 if piece.has("panzer") else allowance(view, piece) - piece.number("moved")


def neighbours(view: View, space: str) -> tuple[str, ...]:
    """All spaces beside one; neutrals are never entered, and off the map there are none."""
    board = data(view).board
    return board.neighbours(space) if space in board else ()


def stepping(view: View, piece: Piece, here: str, to: str) -> Ruling | None:
    """Why a unit may not go from one space to the next at all, whoever is there; None if it may."""
    info, where = data(view), name(view, to)
    if info.has_tag(to, "impassable"):
        return Ruling.refuse("map.neutral.impassable", f"{where} is neutral: no unit enters or crosses it")
    if to not in info.board or here not in info.board or not info.board.are_adjacent(here, to):
        return Ruling.refuse("map.adjacency", f"{name(view, here)} and {where} have no common border")
    if piece.kind in AIR:
        return None
    if piece.kind in SHIPS:
        return sea_step(view, here, to)
    if is_sea(view, to):
        return Ruling.refuse("unit.land.domain", f"land units enter {where} only aboard transports")
    return None


def sea_step(view: View, here: str, to: str) -> Ruling | None:
    """Why a ship may not sail from one zone to the next; None if it may."""
    if not is_sea(view, to):
        text = f"ships never enter territories such as {name(view, to)}"
        return Ruling.refuse("unit.sea.domain", text, "capture.not-by-sea")
    if canal_open(view, here, to):
        return None
    canal = next(row for row in data(view).canals if {row.a, row.b} == {here, to})
    banks = [bank for bank in canal.held_by if bank in view.state.facts.hostile]
    split = ("canal.split-closed",) if 0 < len(banks) < len(canal.held_by) else ()
    text = f"the {canal.name} is closed: your side did not hold {name(view, banks[0])} when this turn began"
    return Ruling.refuse(canal.rule, text, "canal.start-of-turn", "canal.side-control", *split)


def stops(view: View, piece: Piece, space: str) -> bool:
    """Whether a unit must end its move on entering a space (cmove.stop-hostile, cmove.sub.stop-at-destroyer)."""
    side = SIDES[piece.power]
    if piece.kind in AIR:
        return False
    if piece.kind == "submarine":
        return any(p.kind == "destroyer" and SIDES[p.power] != side for p in view.state.at(space))
    return is_hostile(view, space, side)


def is_empty(view: View, space: str, side: str) -> bool:
    """Whether no unit of a side's enemies stands in a territory: only such a one is blitzed through."""
    return not any(SIDES[piece.power] != side for piece in view.state.at(space))


def can_blitz(view: View, piece: Piece) -> bool:
    """Whether a unit blitzes: tanks, and the infantry of Mechanized Infantry (na.us.mechanized)."""
    return "blitz" in unit(view, piece.kind).abilities or (piece.kind == "infantry" and fast(view, piece))


def blitzes(view: View, piece: Piece, space: str) -> bool:
    """Whether a unit may pass a hostile territory (rule cmove.blitz)."""
    return (
        can_blitz(view, piece)
        and not is_sea(view, space)
        and is_hostile(view, space, SIDES[piece.power])
        and is_empty(view, space, SIDES[piece.power])
    )


def ways(view: View, piece: Piece, start: str, limit: int, into_hostile: bool) -> dict[str, Path]:
    """Where a unit gets within so many spaces, with a shortest way; hostile spaces only where they may be entered.

    Aircraft and submarines pass hostile spaces in every phase (ncm.hostile-passage).
    """
    side = SIDES[piece.power]
    passes = piece.kind in AIR or piece.kind == "submarine"

    def near(here: str) -> Iterable[str]:
        if piece.kind in AIR:
            return neighbours(view, here)
        return [
            to
            for to in neighbours(view, here)
            if stepping(view, piece, here, to) is None and (into_hostile or passes or not is_hostile(view, to, side))
        ]

    def stop(space: str) -> bool:
        return stops(view, piece, space) and not (into_hostile and blitzes(view, piece, space))

    def guns(space: str) -> bool:
        return gun_waits(view, space, side)

    free = partial(island_bases, view) if hops(view, piece) else None
    return search(start, limit, near, stop, guns if piece.kind in AIR else None, free)


def over_seam(view: View, way: Iterable[str]) -> bool:
    """Whether a way leads over the left and right edge of the board, which are one (rule map.wrap)."""
    board, half = data(view).board, HALF_ROUND
    return any(abs(board[a].lon - board[b].lon) > half for a, b in pairwise(way))


def hops(view: View, piece: Piece) -> bool:
    """Whether island groups are part of their zones for an aircraft (rule na.us.bases)."""
    return piece.power == "us" and piece.kind in AIR and advantage(view, "us", "island_bases")


def island_bases(view: View, space: str) -> list[str]:
    """The zone of an island group, or the island group of a zone."""
    info = data(view)
    return [to for to in neighbours(view, space) if info.has_tag(space, "island") or info.has_tag(to, "island")]


def length(view: View, piece: Piece, way: Path) -> int:
    """How many spaces of its movement a way costs a unit (rules unit.air.count-spaces, na.us.bases)."""
    if not hops(view, piece):
        return len(way) - 1
    return sum(to not in island_bases(view, here) for here, to in pairwise(way))


def rail_ways(view: View, piece: Piece, place: str) -> dict[str, Path]:
    """Where the Trans-Siberian Railway carries a unit two territories (rule na.ussr.railway)."""
    stations = data(view).advantages["trans_siberian_railway"].spaces
    rides = piece.power == "ussr" and piece.kind in ON_RAILS and view.state.phase == "noncombat"
    if not rides or place not in stations or not advantage(view, "ussr", "trans_siberian_railway"):
        return {}
    middles = [space for space in neighbours(view, place) if space in stations]
    found = [(place, by, to) for by in middles for to in neighbours(view, by) if to in stations and to != place]
    return {way[-1]: way for way in found}


def full_way(view: View, piece: Piece, route: Path, into_hostile: bool) -> Path:
    """A route with its gaps filled by shortest ways."""
    limit = allowance(view, piece)

    def from_here(space: str) -> dict[str, Path]:
        return rail_ways(view, piece, space) | ways(view, piece, space, limit, into_hostile)

    return expand(route, from_here, data(view).board.are_adjacent)


def way_problem(view: View, piece: Piece, way: Path) -> Ruling | None:
    """Why a unit may not go a way, whoever is there; None if it may: borders, canals, the number of spaces."""
    problem = step_by_step(way, lambda here, to: stepping(view, piece, here, to))
    if problem is not None:
        return problem
    steps, most = length(view, piece, way), left(view, piece)
    if steps > most and way not in rail_ways(view, piece, way[0]).values():
        rule = "air.total-range" if piece.kind in AIR else "cmove.allowance"
        text = f"the {word(piece.kind)} moves {most} more this turn, not {steps}"
        return Ruling.refuse(rule, text, f"unit.{short(piece.kind)}", spaces=steps, left=most)
    return None


def short(kind: str) -> str:
    """How the rules of the unit table call a kind."""
    return {GUN: "aa", COMPLEX: "complex", "aircraft_carrier": "carrier"}.get(kind, kind)


def gun_waits(view: View, space: str, side: str) -> bool:
    """Whether an enemy gun fires at aircraft that enter a territory (rule cmove.aa.trigger)."""
    if is_sea(view, space) or not is_hostile(view, space, side):
        return False
    return any(piece.kind == GUN and SIDES[piece.power] != side for piece in view.state.at(space))


def guns_met(view: View, side: str, way: Iterable[str]) -> list[str]:
    """The territories on a way whose guns fire, in the order of the flight (combat.aa.path-order, each-passage)."""
    return [space for space in way if gun_waits(view, space, side)]
