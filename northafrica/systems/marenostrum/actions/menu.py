"""The menu of Actions: what each needs, and why it cannot be taken now (4.0; Description of Actions)."""

from __future__ import annotations

from collections.abc import Callable

from northafrica.core.groups import groups, number
from northafrica.core.rulebook import Ruling
from northafrica.core.table import View
from northafrica.systems.marenostrum.actions.works import depleted
from northafrica.systems.marenostrum.board import entrenched
from northafrica.systems.marenostrum.board.ground import (
    DISRUPTED,
    HQ,
    STATIC,
    contested,
    count,
    data,
    ground_here,
    kind_of,
)
from northafrica.systems.marenostrum.data.rows import ActionRow
from northafrica.systems.marenostrum.data.tables import SUPPLY, box_of
from northafrica.systems.marenostrum.facts import Allowance, Terms, facts
from northafrica.systems.marenostrum.refit.points import reduced_areas
from northafrica.systems.marenostrum.wording import SIDE_NAMES

BASES = ("airbase", "port", "depot", "railroad")
ULTRA, ADDITIONAL = "ultra_intelligence", "take_an_additional_action"
SWITCHES = {
    "interception": "interception",
    "entrench": "entrenching",
    "remove_carrier_depletion": "carrier_depletion",
}
"""The option that puts an optional Action into use (rule 23.0.switch)."""
GROUP_NAMES = {"g1": "G-1", "g2": "G-2", "g3": "G-3", "g4": "G-4"}


def spaces_with(view: View, fits: Callable[[str], object]) -> list[str]:
    """The spaces of the board that fit."""
    return [space for space in data(view).board.spaces if fits(space)]


def movers(view: View, space: str, side: str) -> int:
    """How many ground units of a side in an area can move at all (rule 8.1.static)."""
    units = data(view).units
    there = sum(n for piece, n in ground_here(view, space, side) if units[piece.kind].move_or_range)
    return there + number(view, space, lambda p: p.power == side and p.kind == SUPPLY and not p.status)


def heads(view: View, space: str, side: str) -> int:
    """How many HQ of a side stand in an area."""
    return sum(n for piece, n in ground_here(view, space, side) if kind_of(view, piece) == HQ)


def supply_in(view: View, side: str, static: bool) -> int:
    """How many supply units of a side on the map are static, or mobile."""
    return sum(
        number(
            view, s, lambda p: p.power == side and p.kind == SUPPLY and p.has(STATIC) == static and not p.has("aboard")
        )
        for s in data(view).board.spaces
    )


def disrupted(view: View, space: str) -> tuple[str, ...]:
    """The bases of an area that are disrupted (rule 16.3.per-base)."""
    return tuple(base for base in BASES if view.state.marker(space, base) == DISRUPTED)


def _any(view: View, side: str, category: str) -> bool:
    return any(count(view, space, side, category) for space in data(view).board.spaces)


def _refits(view: View, side: str, category: str) -> bool:
    units = data(view).units
    refit = groups(view, box_of(side, "refit"), lambda p: p.kind in units)
    return any(units[piece.kind].category == category for piece, _ in refit)


def _transports(view: View, side: str) -> bool:
    return bool(groups(view, box_of(side, "destroyed"), lambda p: kind_of(view, p) == "TR"))


def _afloat(view: View, side: str, box: bool) -> bool:
    board = data(view).board
    return any(count(view, s, side, "naval") for s in board.spaces if (board[s].kind == "box") == box)


def _carriers(view: View, side: str) -> bool:
    board = data(view).board.spaces
    return any(number(view, s, lambda p: p.power == side and kind_of(view, p) in ("CV", "CVE")) for s in board)


NEEDS: dict[str, Callable[[View, str], bool]] = {
    "reinforcements": lambda view, side: bool(view.state.at(box_of(side, "pool"))),
    "emergency_naval_transport_replacements": _transports,
    "ground_scouting": lambda view, side: _any(view, side, "ground"),
    "naval_scouting": lambda view, side: _any(view, side, "naval"),
    "special_forces_operation": lambda view, side: bool(view.state.at(box_of(side, "forces"))),
    "naval_move": lambda view, side: _any(view, side, "naval"),
    "naval_move_from_off_map": lambda view, side: _afloat(view, side, True),
    "naval_move_to_off_map": lambda view, side: _afloat(view, side, False),
    "naval_re_deployment": lambda view, side: _afloat(view, side, False),
    "naval_theater_re_deployment": lambda view, side: _afloat(view, side, True),
    "air_re_basing": lambda view, side: _any(view, side, "air"),
    "carrier_transfer": lambda view, side: _any(view, side, "air") and _carriers(view, side),
    "ground_move": lambda view, side: bool(spaces_with(view, lambda s: movers(view, s, side))),
    "ground_combat_attack": lambda view, side: bool(spaces_with(view, lambda s: contested(view, s))),
    "concentrate_on_a_hq": lambda view, side: bool(spaces_with(view, lambda s: heads(view, s, side))),
    "hq_supported_move": lambda view, side: bool(
        spaces_with(view, lambda s: heads(view, s, side) and movers(view, s, side) > 1)
    ),
    "convert_mobile_supply_units_to_static": lambda view, side: bool(supply_in(view, side, False)),
    "convert_static_supply_units_to_mobile": lambda view, side: bool(supply_in(view, side, True)),
    "logistics_redeployment": lambda view, side: bool(supply_in(view, side, False)),
    "railroad_movement_of_supplies": lambda view, side: bool(supply_in(view, side, False)),
    "remove_carrier_depletion": lambda view, side: bool(depleted(view, side)),
    "entrench": lambda view, side: any(entrenched.problem(view, s, side) is None for s in data(view).areas),
    "recovery_from_disruption": lambda view, side: bool(recovering(view, side)),
    "refit_reduced_ground_units": lambda view, side: bool(reduced_areas(view, side, Terms())),
    "refit_eliminated_ground_units": lambda view, side: _refits(view, side, "ground"),
    "refit_eliminated_naval_units": lambda view, side: _refits(view, side, "naval"),
    "refit_eliminated_air_units": lambda view, side: _refits(view, side, "air"),
}
"""What is asked of the board before an Action can be taken; those not named are asked while they are carried out."""


def recovering(view: View, side: str) -> list[str]:
    """The areas a side controls in which something is disrupted (rule g4.recovery)."""
    return [s for s in data(view).areas if view.state.marker(s, "control") == side and disrupted(view, s)]


def fits_scope(row: ActionRow, scope: tuple[str, ...]) -> bool:
    """Whether an Action is one of those that a source gives (rule 4.1.additional)."""
    if scope == ("g4:refit",):
        return row.id.startswith("refit_")
    special = "g2:special_forces" if row.id == "special_forces_operation" else ""
    mine = {"any", row.group, f"{row.group}:{row.sort}", special, *(f"{row.group}:{tag}" for tag in row.tags)}
    return bool(mine & set(scope))


def open_allowances(view: View, row: ActionRow) -> list[Allowance]:
    """The Actions still to be taken that this one may be."""
    return [one for one in facts(view).allowances if one.left and fits_scope(row, one.scope)]


def why_not(view: View, side: str, row: ActionRow, built: bool, by_supply: bool = False) -> Ruling | None:
    """Why an Action cannot be taken at all now; what supply spent in an area needs there `supply_spent` asks."""
    if row.who not in ("both", side):
        only = SIDE_NAMES["axis" if row.who == "axis" else "allies"]
        return Ruling.refuse(row.rule, f"{row.name} is an Action of {only} alone")
    if row.optional and view.setting.options.get(SWITCHES[row.id], "off") != "on":
        return Ruling.refuse("23.0.switch", f"{row.name} is an optional Action, not in use in this game", row.rule)
    if row.id == ULTRA:
        return Ruling.refuse("g2.ultra", "ULTRA is used during an Axis Action, not as an Action of one's own turn")
    if row.id == ADDITIONAL:
        told = "write the Action itself and what is spent for it: action NAME by supply at PLACE"
        return Ruling.refuse("g4.additional", told, "13.6.bonus")
    if row.id == "appeal_to_the_high_command" and facts(view).appealed:
        return Ruling.refuse("g1.appeal.once", "an appeal was made this turn")
    if row.id == "appeal_to_the_high_command" and facts(view).begun:
        return Ruling.refuse(
            "5.7.appeal", "an appeal is made at the beginning of the Action phase, before other Actions"
        )
    asked = row.id in NEEDS and not (by_supply and row.group == "g4")
    if asked and not NEEDS[row.id](view, side):
        return Ruling.refuse(row.rule, f"{row.name} needs: {row.needs}")
    if not built:
        return Ruling.refuse("", f"{row.name} cannot be taken yet: it is not part of the kit so far")
    return None
