"""Where units may be placed: by the set-up schedule (3.2), later as reinforcements (15.1)."""

from __future__ import annotations

from collections.abc import Sequence

from northafrica.core.groups import everywhere, groups
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.table import View
from northafrica.systems.marenostrum.board.bases import base_problem, ground_room, is_tight, limited, supply_room
from northafrica.systems.marenostrum.board.ground import (
    AXIS,
    DISRUPTED,
    HQ,
    category,
    controller,
    data,
    ground_here,
    kind_of,
    nationality,
)
from northafrica.systems.marenostrum.data.rows import SetupRow
from northafrica.systems.marenostrum.data.tables import SUPPLY, box_of
from northafrica.systems.marenostrum.setup.start import is_choice, rows_of

NORTH_AFRICA = "north_africa"
ITALY, GREECE = ("north_italy", "south_italy"), "greece"
BRITAIN, MIDDLE_EAST = "great_britain", "middle_east_command"


def row_of(view: View, piece: Piece) -> SetupRow:
    """The row of the schedule that lets the owner of a unit choose."""
    return next(r for r in rows_of(view) if r.unit == piece.kind and r.side == piece.power and is_choice(r))


def scheduled(view: View, piece: Piece) -> Sequence[str]:
    """The places that the schedule names for a unit."""
    info, row = data(view), row_of(view, piece)
    if row.places[0] == "mediterranean":
        return [zone for zone in info.zones if "mediterranean" in info.regions(zone)]
    if row.places[0] in ("axis_areas", "axis_north_africa"):
        found = [space for space in info.areas if controller(view, space) == AXIS]
        wide = row.places[0] == "axis_areas"
        return [space for space in found if wide or NORTH_AFRICA in info.regions(space)]
    return row.places


def arrival_rule(view: View, piece: Piece) -> str:
    """The rule that says where a reinforcement arrives."""
    kind, nation = category(view, piece), nationality(view, piece)
    if kind_of(view, piece) == "fortification":
        return "15.1.fortification"
    if piece.power == AXIS and data(view).units[piece.kind].group == "Torch":
        return "3.6.5.axis-units"
    if piece.power == AXIS:
        return "15.1.axis-naval" if kind == "naval" else "15.1.axis-place"
    return "15.1.us" if nation == "US" else "15.1.british"


def arrivals(view: View, piece: Piece) -> Sequence[str]:
    """The places where a unit arrives as a reinforcement (rule 15.1.axis-place and the rest)."""
    info, rule = data(view), arrival_rule(view, piece)
    if rule == "15.1.fortification":
        return [space for space in info.areas if info.port(space) and controller(view, space) == piece.power]
    if rule == "15.1.us":
        return (BRITAIN,)
    if rule == "15.1.british":
        return (BRITAIN, MIDDLE_EAST)
    late = data(view).units[piece.kind].group == "Torch"
    bases = [*ITALY, *((GREECE,) if controller(view, GREECE) == AXIS and not late else ())]
    if category(view, piece) != "naval":
        return bases
    coasts = {zone for base in bases if info.port(base) for zone in info.board.neighbours(base, kind="coast")}
    return [zone for zone in info.zones if zone in coasts]


def candidates(view: View, piece: Piece) -> Sequence[str]:
    """Where a unit may be placed now, room apart."""
    return scheduled(view, piece) if view.state.phase == "setup" else arrivals(view, piece)


def place_problem(view: View, piece: Piece, space: str, n: int = 1) -> Ruling | None:
    """Why units cannot be placed in a space."""
    setting_up = view.state.phase == "setup"
    rule = row_of(view, piece).rule if setting_up else arrival_rule(view, piece)
    if space not in candidates(view, piece):
        what = view.names.kind(piece.kind)
        return Ruling.refuse(rule, f"{what} cannot be placed in {view.name(space)}", "3.2.owner-chooses")
    if rule == "15.1.fortification" and view.state.marker(space, "port") == DISRUPTED:
        return Ruling.refuse("16.4.reinforce", f"the port of {view.name(space)} is disrupted", rule)
    limit = _limit_problem(view, piece, space, n) if setting_up else None
    return limit if limit is not None else room_problem(view, piece, space, n)


def room_problem(view: View, piece: Piece, space: str, n: int = 1) -> Ruling | None:
    """Why a space has no room for units (7.2, 10.1)."""
    side, what = piece.power, category(view, piece)
    if what == "air":
        return base_problem(view, space, side, n)
    if what == "ground":
        heads = any(kind_of(view, p) == HQ for p, _ in ground_here(view, space, side))
        first_hq = kind_of(view, piece) == HQ and not heads
        room, asked = ground_room(view, space, side), n - first_hq
    elif what == SUPPLY:
        room, asked = supply_room(view, space, side), n
    else:
        return None
    if asked <= room:
        return None
    text = f"{view.name(space)} has room for {max(room, 0)} more, not {asked}"
    return Ruling.refuse("7.2.three-each", text, "19.9.hq-heavy", room=max(room, 0), asked=asked)


def _limit_problem(view: View, piece: Piece, space: str, n: int) -> Ruling | None:
    """At least one unit on each place, or at most so many in North Africa."""
    row = row_of(view, piece)
    if row.limit == "one_each":
        return _one_each(view, row, space, n)
    region, _, most = row.limit.partition(" ")
    if not region or region not in data(view).regions(space):
        return None
    same = {r.unit for r in rows_of(view) if r.rule == row.rule and r.limit == row.limit}
    there = sum(k for place, p, k in everywhere(view, lambda p: p.kind in same) if region in data(view).regions(place))
    if there + n <= int(most):
        return None
    text = f"at most {most} of these aircraft may stand in North Africa; {there} do, {n} more would"
    return Ruling.refuse(row.rule, text, limit=int(most), has=there, asked=n)


def _one_each(view: View, row: SetupRow, space: str, n: int) -> Ruling | None:
    same = {r.unit for r in rows_of(view) if r.rule == row.rule and r.limit == row.limit}
    waiting = sum(k for _, k in groups(view, box_of(row.side, "setup"), lambda p: p.kind in same))
    empty = [place for place in row.places if not groups(view, place, lambda p: p.kind in same)]
    left, need = waiting - n, len([place for place in empty if place != space])
    if left >= need:
        return None
    names = ", ".join(view.name(place) for place in empty)
    text = (
        f"at least one aircraft stands on each: {need} places would still be empty, {left} aircraft be left ({names})"
    )
    return Ruling.refuse(row.rule, text, needs=need, has=left)


def crowd(view: View, piece: Piece, space: str) -> int:
    """How many units of a piece's kind already stand in a place: a sensible default spreads troops, gathers ships."""
    what = category(view, piece)
    if what == "naval":
        return 0
    same = groups(view, space, lambda p: p.power == piece.power and category(view, p) == what)
    most = limited(view, space, piece.power) if is_tight(view, space) and what == "ground" else 0
    return sum(n for _, n in same) + most
