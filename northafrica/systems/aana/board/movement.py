"""Ways over the board: who may step where, how far, and the shortest way (p.10-11, 15-16, 24, 30-34)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from northafrica.core.orders import Path
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.table import View
from northafrica.mechanisms.ways import expand, search, step_by_step
from northafrica.systems.aana.board.ground import (
    ALLIES,
    AXIS,
    able,
    barred,
    belongs,
    controlled_by,
    data,
    enemies_at_sea,
    enemy_of,
    is_hostile,
    is_sea,
    mine,
    name,
    side_of,
)
from northafrica.systems.aana.board.rounds import printed
from northafrica.systems.aana.data.entities import CHAIN, SUEZ
from northafrica.systems.aana.mines.fields import is_mined_sea
from northafrica.systems.aana.wording import NAMES, word


def land_barred(view: View, piece: Piece, space: str) -> Ruling | None:
    """Why a land unit may not stand in a space at all, whoever holds it; None if it may."""
    info, side = data(view), side_of(piece.power)
    where = name(view, space)
    if is_sea(view, space):
        return Ruling.refuse("sea.no-land", f"land units enter sea zones only in convoys, not {where}", "unit.classes")
    if info.is_impassable(space):
        broken = ("board.coast-road-break",) if info.is_road(space) else ()
        return Ruling.refuse("board.impassable", f"{where} is impassable", *broken)
    if info.is_sahara(space) and not able(view, piece, "sahara"):
        return Ruling.refuse("board.sahara", f"only scout cars enter {where}, not {word(piece.kind, 2)}")
    emblem = info.is_emblem(space)
    if emblem and not belongs(emblem[0], side) and info.has_tag(space, "no_enemy_land_entry"):
        return Ruling.refuse(
            "board.permanent-emblem", f"{where} bears an enemy emblem and cannot be invaded", "game.no-amphibious"
        )
    rule = barred(view, side, space)
    if rule:
        return Ruling.refuse(rule, west_text(view, side, space), "board.white-line")
    return None


def west_text(view: View, side: str, space: str) -> str:
    """How long a territory west of the white line is closed to a side: the Allies enter a round before the Axis."""
    until = data(view).rounds.first("west_allies_only" if side == ALLIES else "west_open", printed(view))
    return f"{name(view, space)} lies west of the white line, closed to {NAMES[side]} until round {until}"


def west_rules(view: View, side: str, way: Iterable[str]) -> tuple[str, ...]:
    """What lets a side into territories west of the white line, () where a way meets none."""
    if not any(data(view).is_west(space) for space in way):
        return ()
    if printed(view) != "rommel":
        return ("torch.no-restriction", "board.white-line")
    return ("rommel.r8-axis-enter" if side == AXIS else "rommel.r7-allies-enter", "board.white-line")


def land_step_problem(view: View, piece: Piece, start: str, to: str) -> Ruling | None:
    """Why a land unit may not step between two spaces over friendly and neutral ground; None if it may."""
    if to not in data(view).board.neighbours(start, "land"):
        if is_sea(view, to):
            return land_barred(view, piece, to)
        if data(view).is_impassable(to):
            return land_barred(view, piece, to)
        return Ruling.refuse("board.adjacency", f"{name(view, start)} and {name(view, to)} have no common land border")
    problem = land_barred(view, piece, to)
    if problem is not None:
        return problem
    if is_hostile(view, to, side_of(piece.power)):
        return Ruling.refuse(
            "amove.pass-friendly" if view.state.phase == "combat_move" else "ncm.land.no-hostile",
            f"{name(view, to)} is hostile",
            "board.hostile",
        )
    return None


def land_path_problem(view: View, piece: Piece, way: Path) -> Ruling | None:
    """Why a land unit may not go a way over friendly and neutral ground; None if it may."""
    return step_by_step(way, lambda here, to: land_step_problem(view, piece, here, to))


def land_ways(view: View, piece: Piece, start: str, limit: int, closed: Iterable[str] = ()) -> dict[str, Path]:
    """Where a land unit gets over friendly and neutral ground within `limit` steps."""
    shut = set(closed)

    def near(here: str) -> list[str]:
        return [
            to
            for to in data(view).board.neighbours(here, "land")
            if to not in shut and land_step_problem(view, piece, here, to) is None
        ]

    return search(start, limit, near)


def road_ways(view: View, piece: Piece, start: str, limit: int = 5) -> dict[str, Path]:
    """Where a unit gets along the coast road (rule coast.move)."""
    if not able(view, piece, "coast_road") or not data(view).is_road(start):
        return {start: (start,)}

    def near(here: str) -> list[str]:
        return [to for to in data(view).road_neighbours(here) if land_step_problem(view, piece, here, to) is None]

    return search(start, limit, near)


def on_road(view: View, piece: Piece, way: Path) -> bool:
    """Whether a way runs along the coast road all the time for a unit that may use it."""
    info = data(view)
    if not able(view, piece, "coast_road") or not info.is_road(way[0]):
        return False
    return all(to in info.road_neighbours(here) for here, to in pairwise(way))


def air_near(view: View, side: str, here: str) -> list[str]:
    """Spaces next to one that an aircraft may fly into."""
    if here == SUEZ:
        return [link.end for link in data(view).convoy_links if link.start == here]
    if here in CHAIN:
        return []
    return [
        to for to in data(view).air_neighbours(here) if not data(view).is_impassable(to) and not barred(view, side, to)
    ]


def air_ways(view: View, side: str, start: str, limit: int) -> dict[str, Path]:
    """Where an aircraft gets within `limit` spaces; enemies do not stop it (amove.air-through)."""
    return search(start, limit, lambda here: air_near(view, side, here))


def air_step_problem(view: View, side: str, here: str, to: str) -> Ruling | None:
    """Why an aircraft may not fly from one space to the next; None if it may."""
    info = data(view)
    if to in CHAIN:
        rule = "sea.suez-entry" if to == SUEZ else "sea.deploy-no-control"
        return Ruling.refuse(rule, f"no aircraft may fly into the {name(view, to)} zone", "csz.permanent")
    if info.is_sahara(to):
        return Ruling.refuse("board.sahara", f"aircraft may not enter {name(view, to)}")
    if info.is_impassable(to):
        return Ruling.refuse("board.impassable", f"{name(view, to)} is impassable, for aircraft too")
    rule = barred(view, side, to)
    if rule:
        return Ruling.refuse(rule, west_text(view, side, to), "board.white-line")
    if to not in air_near(view, side, here):
        return Ruling.refuse("board.adjacency", f"{name(view, here)} and {name(view, to)} are not adjacent")
    return None


def air_path_problem(view: View, side: str, way: Path) -> Ruling | None:
    """Why an aircraft may not fly a way; None if it may."""
    return step_by_step(way, lambda here, to: air_step_problem(view, side, here, to))


def may_land(view: View, side: str, space: str) -> bool:
    """Rule ncm.air.landing: friendly-controlled at the start of the turn, printed emblems included."""
    return space in view.facts.airfields


def airfields_now(view: View, side: str) -> tuple[str, ...]:
    """Territories a side controls now, where its aircraft may land."""
    return tuple(
        space.id
        for space in data(view).board.spaces.values()
        if space.kind == "land" and controlled_by(view, space.id, side)
    )


def landing_ways(view: View, side: str, start: str, limit: int) -> dict[str, Path]:
    """Bases within reach, with the way to each."""
    ways = air_ways(view, side, start, limit)
    return {space: way for space, way in ways.items() if may_land(view, side, space)}


def sea_step_problem(view: View, piece: Piece, here: str, to: str) -> Ruling | None:
    """Why a ship may not sail from one zone to the next; None if it may. Enemies are judged elsewhere."""
    info, side = data(view), side_of(piece.power)
    if not is_sea(view, to):
        return Ruling.refuse("board.open-access", f"ships do not enter land: {name(view, to)}", "unit.classes")
    if to == SUEZ:
        return Ruling.refuse(
            "sea.suez-entry", "the Suez Canal convoy zone is entered only from the Indian Ocean convoy zone"
        )
    if to in CHAIN:
        return Ruling.refuse(
            "sea.deploy-no-control",
            f"ships do not sail into the {name(view, to)} zone of their own power",
            "csz.permanent",
        )
    if side != AXIS and to in info.board.neighbours(here, "sea", "messina"):
        return Ruling.refuse("sea.messina", "only Axis ships pass the Strait of Messina")
    if to not in info.sea_neighbours(here, side):
        return Ruling.refuse("board.adjacency", f"{name(view, here)} and {name(view, to)} are not adjacent")
    return None


def sea_stops(view: View, piece: Piece, zone: str) -> bool:
    """Whether a ship must end its move on entering a zone: hostile, or for submarines an enemy destroyer."""
    side = side_of(piece.power)
    if piece.kind == "submarine":
        return any(p.kind == "destroyer" and belongs(p.power, enemy_of(side)) for p in view.state.at(zone))
    return is_hostile(view, zone, side)


def sea_ways(view: View, piece: Piece, start: str, limit: int, seen: Iterable[str] = ()) -> dict[str, Path]:
    """Where a ship gets within `limit` zones, stopping where it must; zones already `seen` are closed.

    Of ways equally short it takes the one through fewest zones with enemy mines.
    """
    shut = set(seen)

    def near(here: str) -> list[str]:
        return [
            to
            for to in data(view).sea_neighbours(here, side_of(piece.power))
            if to not in shut and sea_step_problem(view, piece, here, to) is None
        ]

    side = side_of(piece.power)

    def mined(zone: str) -> bool:
        return is_mined_sea(view, zone, side)

    return search(start, limit, near, lambda zone: sea_stops(view, piece, zone), mined)


def air_rules(view: View, side: str, way: Path) -> list[str]:
    """The rules a flight shows: how it is counted, what it flies over, and the flak that stays silent there."""
    over = [space for space in way[1:-1] if is_hostile(view, space, side)]
    guns = [p for space in over for p in view.state.at(space) if not belongs(p.power, side)]
    found = ["air.count"] + (["amove.air-through"] if over else [])
    return found + (["amove.air-flyover-flak"] if any(able(view, p, "air_defense") for p in guns) else [])


def sea_rules(view: View, piece: Piece, way: Path) -> list[str]:
    """The rules a ship's way shows: what it passed unhindered, and what stopped it."""
    side, stopped = side_of(piece.power), sea_stops(view, piece, way[-1])
    if piece.kind == "submarine":
        hidden = any(is_hostile(view, zone, side) and not sea_stops(view, piece, zone) for zone in way[1:])
        return (["sub.treat-friendly"] if hidden else []) + (["destroyer.stops-subs"] if stopped else [])
    passed = [zone for zone in way[1:-1] if enemies_at_sea(view, zone, side)]
    found = ["amove.sea-unblocked"] if passed else []
    if any(mine(view, p) and p.has("moved") for zone in passed for p in view.state.at(zone)):
        found.append("amove.sea-split")
    return found + (["amove.sea-stop"] if stopped else [])


def air_way(view: View, side: str, route: Path) -> Path:
    """An aircraft's route with its gaps filled."""
    return expand(route, lambda s: air_ways(view, side, s, 6), lambda a, b: b in air_near(view, side, a))
