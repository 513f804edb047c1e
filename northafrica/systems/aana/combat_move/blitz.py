"""Blitz: tanks, with mechanized infantry, over empty enemy ground (rulebook p.15, 32)."""

from __future__ import annotations

from collections.abc import Iterable

from northafrica.core.groups import Keep, Picked, everywhere, pick, shift
from northafrica.core.orders import Order, Path
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.table import Table, View
from northafrica.systems.aana.board.conclude import capture, settle
from northafrica.systems.aana.board.ground import (
    able,
    acting_side,
    belongs,
    controlled_by,
    data,
    enemy_of,
    holds,
    is_combat,
    is_hostile,
    mine,
    name,
    side_of,
)
from northafrica.systems.aana.board.movement import land_barred, land_step_problem
from northafrica.systems.aana.data import chart
from northafrica.systems.aana.facts import facts, remember
from northafrica.systems.aana.mines.fields import is_mined_border, lie_idle
from northafrica.systems.aana.orders import Blitz
from northafrica.systems.aana.wording import SPEECH, say


def can(view: View, piece: Piece) -> bool:
    """Whether a unit may take part in a blitz (blitz.needs-ability, blitz.mech-pair)."""
    return (able(view, piece, "blitz") or able(view, piece, "blitz_with_tank")) and not piece.has("moved")


def target_problem(view: View, piece: Piece, start: str, to: str) -> Ruling | None:
    """Why a territory cannot be blitzed; None if it can."""
    side = side_of(piece.power)
    if to not in data(view).board.neighbours(start, "land"):
        return Ruling.refuse("board.adjacency", f"{name(view, start)} and {name(view, to)} have no common land border")
    problem = land_barred(view, piece, to)
    if problem is not None:
        return problem
    if holds(view, to, enemy_of(side)):
        return Ruling.refuse("blitz.enter", f"{name(view, to)} holds enemy combat units and must be attacked")
    if is_hostile(view, to, side):
        return None
    if _enemy_trucks(view, to) and was_neutral(view, to, side):
        return None
    return Ruling.refuse(
        "blitz.enter",
        f"{name(view, to)} is neither hostile nor a neutral territory with enemy trucks",
        "blitz.neutral-trucks",
    )


def was_neutral(view: View, space: str, side: str) -> bool:
    """Whether a territory without enemies was neutral before blitzing units entered it: all of them go in at once."""
    held = any(belongs(p.power, side) and is_combat(p) and not p.has("blitz") for p in view.state.at(space))
    return not controlled_by(view, space, side) and not held


def routes(view: View, start: str, picked: Picked, blitzed: Iterable[str]) -> list[Path]:
    """Routes a blitz may take: one space, or two."""
    piece = picked[0][0]
    found: list[Path] = []
    for first in data(view).board.neighbours(start, "land"):
        if target_problem(view, piece, start, first) is None:
            found.append((start, first))
            seconds = data(view).board.neighbours(first, "land")
            found += [(start, first, to) for to in seconds if second_problem(view, piece, first, to, blitzed) is None]
    return found


def second_problem(view: View, piece: Piece, here: str, to: str, blitzed: Iterable[str]) -> Ruling | None:
    """Why a blitz cannot go on into a territory; None if it can (blitz.then-move)."""
    if to in set(blitzed):
        text = f"{name(view, to)} is taken by blitz this phase; others cannot follow yet"
        return Ruling.refuse("amove.no-follow-blitz", text)
    problem = land_step_problem(view, piece, here, to)
    if problem is not None and problem.rule == "amove.pass-friendly":
        return Ruling.refuse(
            "blitz.then-move",
            f"the second step of a blitz ends on friendly or neutral ground; {name(view, to)} is hostile",
        )
    return problem


def check(view: View, order: Blitz, picked: Picked, blitzed: Iterable[str]) -> Ruling:
    """The ruling on a blitz line."""
    able_now = _check_units(view, picked)
    if able_now is not None:
        return able_now
    if not 2 <= len(order.route) <= 3:
        return Ruling.refuse("blitz.enter", "a blitz names its start, the territory blitzed and at most one more")
    for piece, _ in picked:
        problem = target_problem(view, piece, order.route[0], order.route[1])
        if problem is None and len(order.route) == 3:
            problem = second_problem(view, piece, order.route[1], order.route[2], blitzed)
        if problem is not None:
            return problem
    return Ruling.allow(rules=blitz_rules(view, picked, order.route))


def _check_units(view: View, picked: Picked) -> Ruling | None:
    tanks = sum(n for piece, n in picked if able(view, piece, "blitz"))
    mechs = sum(n for piece, n in picked if able(view, piece, "blitz_with_tank") and not able(view, piece, "blitz"))
    for piece, _ in picked:
        if not can(view, piece):
            rule = "amove.simultaneous" if piece.has("moved") else "blitz.needs-ability"
            further = ("unit.chart-rules", chart.row(piece))
            return Ruling.refuse(rule, f"the {SPEECH.piece(piece)} cannot blitz", *further)
    if mechs > tanks:
        return Ruling.refuse(
            "blitz.mech-pair",
            f"{mechs} mechanized infantry, {say(tanks, 'tank')} to ride with: one each",
            "mech.profile",
            mechs=mechs,
            tanks=tanks,
        )
    return None


def blitz_rules(view: View, picked: Picked, route: Path) -> tuple[str, ...]:
    """The rules a blitz shows."""
    first, side = route[1], acting_side(view)
    taken = first in facts(view).blitzed and controlled_by(view, first, side)
    found = ["blitz.enter" if taken or is_hostile(view, first, side) else "blitz.neutral-trucks"]
    found += ["blitz.mech-pair"] if any(piece.kind == "mechanized_infantry" for piece, _ in picked) else []
    found += ["blitz.then-move"] if len(route) == 3 else []
    return (*found, *dict.fromkeys(chart.row(piece) for piece, _ in picked))


def mined_targets(view: View, lines: Iterable[Order]) -> frozenset[str]:
    """Territories blitzed over a mined border: all who blitz them wait there until the mines are done."""
    side = acting_side(view)
    blitzes = [line for line in lines if isinstance(line, Blitz)]
    return frozenset(b.route[1] for b in blitzes if is_mined_border(view, b.route[1], b.route[0], side))


def apply(table: Table, line: Blitz, keep: Keep, waiting: Iterable[str], trial: bool) -> None:
    """Carry out a blitz line; into a territory that waits for mines the units go no further than the first step."""
    start, first = line.route[0], line.route[1]
    picked = pick(table, start, line.units, keep, "", "")
    if isinstance(picked, Ruling):
        return
    mined = first in waiting
    second = line.route[2] if len(line.route) == 3 and not mined else ""
    rules = blitz_rules(table, picked, line.route[:2])
    for piece, n in picked:
        status: dict[str, int | str | None] = {"used": 1, "moved": 1, "blitz": 1}
        if mined:
            status |= {"crossing": start, "halted": 1}
        after = piece.having(**status)
        shift(table, "moved", start, first, piece, n, *rules, **status)
        if second:
            idle = lie_idle(table, second)
            shift(table, "moved", first, second, after, n, "blitz.then-move", used=2)
            if not trial:
                settle(table, second, idle)
    meets = mined and is_mined_border(table, first, start, acting_side(table))
    if meets and (first, start) not in facts(table).pending:
        remember(table, pending=(*facts(table).pending, (first, start)))
    if not trial and not mined:
        take(table, first)
    if not trial and mined:
        remember(table, blitzed=tuple(dict.fromkeys((*facts(table).blitzed, first))))


def take(table: Table, space: str) -> None:
    """A blitzed territory changes hands at once, its trucks with it."""
    remember(table, blitzed=tuple(dict.fromkeys((*facts(table).blitzed, space))))
    if is_hostile(table, space, acting_side(table)) or _enemy_trucks(table, space):
        capture(table, space, table.state.power, "blitz.enter", "blitz.capture-trucks")


def _enemy_trucks(view: View, space: str) -> bool:
    return any(p.kind == "truck" and not belongs(p.power, acting_side(view)) for p in view.state.at(space))


def capture_all(table: Table) -> None:
    """After the mines: territories blitzers still hold are captured, the others are not (mine.land.all-retreated)."""
    for place, _, _ in list(everywhere(table, lambda p: p.has("crossing") and mine(table, p))):
        take(table, place)
