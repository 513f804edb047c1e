"""Where ground units may go, step by step, and what a step means (6.2, 6.3, 8.0)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from northafrica.core.groups import Picked, number
from northafrica.core.orders import Path
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.table import View
from northafrica.systems.marenostrum.board.bases import is_tight
from northafrica.systems.marenostrum.board.ground import (
    ABOARD,
    NEUTRAL,
    STATIC,
    awake,
    category,
    controller,
    count,
    data,
    enemy_of,
    holds_ground,
    kind_of,
)
from northafrica.systems.marenostrum.data.tables import SUPPLY
from northafrica.systems.marenostrum.facts import Terms
from northafrica.systems.marenostrum.movement.eligible import unfit

ROADS = ("coast_road", "railroad")
MOUNTAIN = ("mountain", "commando", "ranger")
SUPPLY_MOVE = 2
"""The movement printed on the mobile side of all supply units (units.csv)."""


def is_road(view: View, here: str, to: str) -> bool:
    """Whether a coast road or railroad crosses a border (rules 8.4.coast-road, 8.4.railroad)."""
    return bool(data(view).board.link(here, to).tags & set(ROADS))


def climbs(view: View, here: str, to: str) -> bool:
    """Whether a border is an escarpment that no road crosses (rules 8.4.escarpment-roll, 8.4.escarpment-road)."""
    return "escarpment" in data(view).board.link(here, to).tags and not is_road(view, here, to)


def climb_number(view: View, piece: Piece) -> int:
    """The die with which a unit still crosses an escarpment (rule 19.3.mountain, Terrain Effects Chart)."""
    numbers = data(view).numbers
    if kind_of(view, piece) in MOUNTAIN:
        return numbers["escarpment_mountain"]
    unit = data(view).units.get(piece.kind)
    return numbers["escarpment_light" if unit is not None and unit.heavy_light == "light" else "escarpment_heavy"]


def allowance(view: View, piece: Piece) -> int:
    """The areas a unit may move (rules 8.1.allowance, 8.1.static)."""
    unit = data(view).units.get(piece.kind)
    if unit is not None:
        return unit.move_or_range
    return 0 if piece.has(STATIC) else SUPPLY_MOVE


def may_move(view: View, piece: Piece, terms: Terms) -> bool:
    """Whether a piece is a ground unit of the acting side that an Action's terms allow to move."""
    mine = piece.power == view.state.power and awake(piece) and not piece.has(ABOARD)
    return (
        mine
        and not unfit(view, piece, terms)
        and category(view, piece) in ("ground", SUPPLY)
        and allowance(view, piece) > 0
    )


def step_problem(view: View, here: str, to: str, quiet: bool, attack: bool = False) -> Ruling | None:
    """Why a ground unit cannot cross a border; `quiet` moves meet no enemies (g3.hq-move.enemies), others attack."""
    info, side = data(view), view.state.power
    if here not in info.board or to not in info.board.neighbours(here, kind="land"):
        text = f"no land border joins {view.name(here)} and {view.name(to)}"
        return Ruling.refuse("8.4.prohibited", text, "8.0.action-only")
    home = str(info.board[to].values["home"])
    if home and home != side:
        rule = "6.2.italy" if home == "axis" else "6.2.allied-homes"
        return Ruling.refuse(rule, f"{view.name(to)} is a base of the other side", "2.10.off-map-one-side")
    if controller(view, to) == NEUTRAL:
        return Ruling.refuse("6.3.neutral-entry", f"{view.name(to)} is neutral", "21.1.neutral-start")
    enemies = holds_ground(view, to, enemy_of(side))
    if enemies and info.sort(to) == "fortress" and not attack:
        text = f"enemy ground units hold the fortress {view.name(to)}: it is entered by Ground Move & Attack only"
        return Ruling.refuse("g3.move-attack.fortress", text)
    if quiet and enemies:
        return Ruling.refuse("g3.hq-move.enemies", f"enemy ground units are in {view.name(to)}", "g3.hq-move")
    return None


def stops(view: View, here: str, to: str) -> str:
    """The rule by which a ground unit that crosses a border goes no further, "" where none does."""
    info, foe = data(view), enemy_of(view.state.power)
    if holds_ground(view, to, foe) or number(view, to, lambda p: p.power == foe and p.kind == SUPPLY):
        return "8.3.stop-ground"
    if count(view, to, foe, "air"):
        return "8.3.stop-air"
    if info.sort(to) == "deep_desert":
        return "8.4.deep-desert"
    if "canal" in info.board.link(here, to).tags:
        return "8.4.canal-land"
    return "17.4.middle-east" if info.board[to].kind == "box" else ""


def meant_by(view: View, here: str, to: str, piece: Piece) -> tuple[str, ...]:
    """Further rules that a step from one area to another shows."""
    info, side = data(view), piece.power
    found = []
    if piece.kind == SUPPLY:
        found.append("13.4.as-ground")
    if info.sort(to) == "fortress":
        found += ["8.4.fortress", "2.2.space-kinds"]
    if is_road(view, here, to) and "escarpment" in info.board.link(here, to).tags:
        found.append("8.4.escarpment-road")
    if is_tight(view, to) and holds_ground(view, to, enemy_of(side)):
        found.append("7.1.sides-apart")
    if not is_tight(view, to) and number(view, to, lambda p: p.power == side) > info.numbers["stack_limit"]:
        found.append("7.1.unlimited")
    if holds_ground(view, here, enemy_of(side)) and holds_ground(view, to, enemy_of(side)):
        found.append("g3.ground-move.enemy-to-enemy")
    if info.sort(to) == "base" and info.board[to].kind == "land":
        found += ["17.1.axis", "17.4.axis"]
    alone = number(view, here, lambda p: p.power == side and category(view, p) == "ground") == 0
    if alone and controller(view, here) == side:
        found.append("6.1.persist")
    return tuple(found)


def all_road(view: View, way: Path) -> bool:
    """Whether a way keeps to road and railroad (note A54)."""
    return all(is_road(view, here, to) for here, to in pairwise(way))


def reach_of(view: View, piece: Piece, bonus: int, road: bool) -> int:
    """How far a unit goes in all: its factor, what an HQ adds, what a road adds (note A56)."""
    return allowance(view, piece) + bonus + (data(view).numbers["road_bonus"] if road else 0)


def region_problem(view: View, way: Sequence[str], terms: Terms) -> Ruling | None:
    """Why a way leaves the regions of the event that gave the Action (rule event.axis.19.rommel)."""
    for space in way:
        if terms.target and space != terms.target:
            text = f"Actions of {terms.source.replace('_', ' ')} are aimed at {view.name(terms.target)}"
            return Ruling.refuse("major.felix.actions", text)
        if terms.regions and not set(terms.regions) & set(data(view).regions(space)):
            text = f"{view.name(space)} is neither in Africa nor in the Near East"
            return Ruling.refuse("event.axis.19.rommel", text)
    return None


def slowest(view: View, picked: Picked) -> Piece:
    """The unit that goes least far."""
    return min((piece for piece, _ in picked), key=lambda piece: allowance(view, piece))
