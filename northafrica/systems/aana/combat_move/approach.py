"""Ways into the attack: where aircraft and ships may end a combat move, and what halts them (rulebook p.15-17, 26)."""

from __future__ import annotations

from itertools import pairwise

from northafrica.core.groups import shift
from northafrica.core.naming import counted
from northafrica.core.orders import Path
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.table import Table, View
from northafrica.systems.aana.board.conclude import settle
from northafrica.systems.aana.board.ground import (
    AIR,
    SHIPS,
    data,
    enemies_at_sea,
    is_hostile,
    is_land,
    is_sea,
    name,
    side_of,
    status_word,
)
from northafrica.systems.aana.board.movement import (
    air_path_problem,
    air_rules,
    landing_ways,
    sea_rules,
    sea_step_problem,
    sea_stops,
    west_rules,
)
from northafrica.systems.aana.combat_move.position import points
from northafrica.systems.aana.data import chart
from northafrica.systems.aana.facts import facts, remember
from northafrica.systems.aana.mines.fields import beside_convoys, flown_over, is_mined_sea, lie_idle
from northafrica.systems.aana.wording import word


def air_route(view: View, piece: Piece, way: Path) -> Ruling:
    """The ruling on an aircraft's combat move."""
    problem = air_path_problem(view, side_of(piece.power), way)
    return Ruling.first(air_end_problem(view, piece, way) if problem is None else problem)


def air_end_problem(view: View, piece: Piece, way: Path) -> Ruling | None:
    """Where an aircraft's combat move may end, with enough left to land (amove.air-reserve)."""
    side, end = side_of(piece.power), way[-1]
    if not (is_hostile(view, end, side) or (is_sea(view, end) and enemies_at_sea(view, end, side))):
        return Ruling.refuse(
            "amove.air-sea-end-hostile", f"{name(view, end)} holds nothing hostile to attack", "amove.position.air-sea"
        )
    left = points(view, piece) - (len(way) - 1)
    if left < 0:
        has = f"the {word(piece.kind)} has {counted(points(view, piece), 'point')}"
        text = f"{has}; {name(view, end)} is {counted(len(way) - 1, 'space')} away"
        rules = ("air.count", chart.row(piece))
        return Ruling.refuse("amove.air-reserve", text, *rules, points=points(view, piece), spaces=len(way) - 1)
    if not landing_ways(view, side, end, left):
        rest = f"{counted(left, 'point')} would be left in {name(view, end)}"
        text = f"{rest}, too few to reach a friendly-controlled territory"
        return Ruling.refuse("amove.air-safe-landing", text, "amove.air-reserve", left=left)
    return None


def sea_route(view: View, piece: Piece, way: Path, leg: int) -> Ruling:
    """The ruling on a ship's combat move."""
    return Ruling.first(sea_path_problem(view, piece, way), sea_end_problem(view, piece, way, leg))


def sea_end_problem(view: View, piece: Piece, way: Path, leg: int = 1) -> Ruling | None:
    """Where a ship's combat move may end."""
    side, start, end = side_of(piece.power), way[0], way[-1]
    if is_hostile(view, end, side) or enemies_at_sea(view, end, side):
        return None
    if is_hostile(view, start, side) or piece.get("moved") == "escape":
        return None
    if leg == 1 and enemies_at_sea(view, start, side):
        return Ruling.refuse(
            "amove.sea-start-leave",
            f"{name(view, end)} holds nothing to attack; to leave without an attack wait for phase 5",
        )
    return Ruling.refuse(
        "amove.air-sea-end-hostile", f"{name(view, end)} holds nothing hostile to attack", "amove.must-attack"
    )


def sea_path_problem(view: View, piece: Piece, way: Path) -> Ruling | None:
    """Why a ship cannot sail a way at all, in phase 3 or 5; None if it can."""
    here_too = () if view.state.phase == "combat_move" else ("ncm.sub" if piece.kind == "submarine" else "ncm.sea",)
    for index, (here, to) in enumerate(pairwise(way)):
        problem = sea_step_problem(view, piece, here, to)
        if problem is not None:
            return problem
        if to in way[: index + 1] or to in crossed(piece):
            return Ruling.refuse("mine.sea.no-revisit", f"{name(view, to)} was entered before in this phase")
        if index < len(way) - 2 and sea_stops(view, piece, to):
            rule = "destroyer.stops-subs" if piece.kind == "submarine" else "amove.sea-stop"
            return Ruling.refuse(
                rule, f"the {word(piece.kind)} must stop in {name(view, to)}, which is hostile", *here_too
            )
    steps, left = len(way) - 1, points(view, piece)
    if steps > left:
        return Ruling.refuse(
            "amove.sea-range",
            f"the {word(piece.kind)} has {counted(left, 'point')}, the way takes {steps}",
            *here_too,
            chart.row(piece),
            points=left,
            spaces=steps,
        )
    return None


def crossed(piece: Piece) -> tuple[str, ...]:
    """Zones a halted ship has crossed (mine.sea.no-revisit)."""
    text = str(piece.get("via", ""))
    return tuple(text.split(".")) if text else ()


def until_mined(view: View, piece: Piece, way: Path) -> Path:
    """The part of a ship's way up to the first zone with enemy mines (mine.sea.step-move)."""
    for index, zone in enumerate(way[1:], 1):
        if is_mined_sea(view, zone, side_of(piece.power)):
            return way[: index + 1]
    return way


def enter_mined(table: Table, piece: Piece, way: Path, status: dict[str, int | str | None]) -> None:
    """Note that a ship stands in a mined zone: a decision is due, and it may go on afterwards."""
    zone = way[-1]
    status["entered"] = 1
    if not sea_stops(table, piece, zone):
        status["halted"] = 1
        status["via"] = ".".join(dict.fromkeys((*crossed(piece), *way)))
    if (zone, "") not in facts(table).pending:
        remember(table, pending=(*facts(table).pending, (zone, "")))


def move_group(table: Table, piece: Piece, n: int, way: Path, trial: bool) -> None:
    """Carry out one group's combat move; ships halt in the first mined zone."""
    start, escape = way[0], escapes(table, piece, way)
    if piece.kind in SHIPS and not trial:
        way = until_mined(table, piece, way)
    end = way[-1]
    status: dict[str, int | str | None] = {
        "used": piece.number("used") + len(way) - 1,
        "moved": "escape" if escape or piece.get("moved") == "escape" else 1,
        "halted": None,
    }
    rules = move_rules(table, piece, way)
    if piece.kind in AIR:
        status["aloft"] = 1
    elif piece.kind in SHIPS and not trial and is_mined_sea(table, end, side_of(piece.power)):
        enter_mined(table, piece, way, status)
        rules.append("mine.sea.step-move")
    idle = is_land(piece) and lie_idle(table, end)
    shift(table, "moved", start, end, piece, n, *rules, **status)
    if is_land(piece) and not trial:
        settle(table, end, idle)


def escapes(view: View, piece: Piece, way: Path) -> bool:
    """Whether a ship leaves a hostile zone (amove.sea-start-hostile)."""
    return piece.kind in SHIPS and is_hostile(view, way[0], side_of(piece.power))


def move_rules(view: View, piece: Piece, way: Path) -> list[str]:
    """The rules a combat move shows."""
    side, end = side_of(piece.power), way[-1]
    if is_land(piece):
        neutral = ["amove.neutral-becomes-friendly"] if status_word(view, end, side) == "neutral" else []
        going = ["blitz.then-move", "mine.land.blitz-continue"] if piece.has("halted") else ["amove.pass-friendly"]
        return going + neutral
    beside = is_sea(view, end) and not is_hostile(view, end, side) and enemies_at_sea(view, end, side)
    found = ["amove.position.air-sea"] if beside else []
    if piece.kind in AIR:
        found += ["amove.air-sea-end-hostile", "amove.air-reserve", "amove.air-safe-landing"]
        found += ["board.permanent-air-attack"] if data(view).is_emblem(end) else []
        return found + air_rules(view, side, way) + [*west_rules(view, side, way[1:]), *flown_over(view, way)]
    found += ["amove.sea-range", *sea_rules(view, piece, way), *beside_convoys(view, way)]
    found += ["mine.sea.step-continue"] if piece.has("halted") else []
    return found + (["amove.sea-start-hostile"] if escapes(view, piece, way) else [])
