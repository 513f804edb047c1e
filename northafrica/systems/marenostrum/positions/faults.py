"""What is impossible about a state, in words: for positions made by hand and for checks after every play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from northafrica.core.groups import groups
from northafrica.core.orders import nearest
from northafrica.core.pieces import Piece
from northafrica.core.table import View
from northafrica.systems.marenostrum.actions.closing import EndOfAction, excess
from northafrica.systems.marenostrum.actions.menu import BASES
from northafrica.systems.marenostrum.board.entrenched import MARKER
from northafrica.systems.marenostrum.board.ground import (
    ABOARD,
    DISRUPTED,
    HOME,
    INTERCEPT,
    NEUTRAL,
    NEUTRAL_STATUS,
    REDUCED,
    STATIC,
    contested,
    controller,
    data,
    enemy_of,
    holds_ground,
)
from northafrica.systems.marenostrum.combat.battle import DEPLETED, DOWN
from northafrica.systems.marenostrum.combat.shock import MARKS
from northafrica.systems.marenostrum.combined.capacity import crammed
from northafrica.systems.marenostrum.data.tables import BOXES, CAMPAIGN, GAME_SIDE, SIDES, SUPPLY, box_of
from northafrica.systems.marenostrum.odds_data import CARRIERS
from northafrica.systems.marenostrum.phases import PHASES

HAPPENED = ("torch", "pacific_war", "mercury", "syria", "iraq", "felix", "hitler", "malta", "aquila", "wasp", *MARKS)
MARKER_PILES = ("cup", "hand", "used", "optional")
STATUSES = (REDUCED, STATIC, NEUTRAL_STATUS, ABOARD, HOME, INTERCEPT, DEPLETED, DOWN)
WITH_PLACE = (ABOARD, HOME)
KNOWN = ("control", *BASES, *MARKER.values())


def faults(view: View) -> list[str]:
    """Everything that cannot be, empty for a sound state."""
    found = [*_turn(view), *_pieces(view), *_numbers(view), *_markers(view), *_stocks(view)]
    return found or [*_held(view), *_crowded(view)]


def _turn(view: View) -> Iterator[str]:
    if view.state.phase not in ("", "setup", *PHASES):
        yield f"'{view.state.phase}' is no phase; phases are {', '.join(PHASES)}"


def _pieces(view: View) -> Iterator[str]:
    for place, table in view.state.pieces.items():
        for piece, n in table.items():
            if n < 1:
                yield f"{place}: {n} {piece}"
            yield from (f"{place}: {text}" for text in (*_statuses(view, piece), *_carried(view, place, piece)))
            text = _misplaced(view, place, piece)
            if text:
                yield f"{place}: {view.names.kind(piece.kind)} {text}"


def _statuses(view: View, piece: Piece) -> Iterator[str]:
    unit = data(view).units.get(piece.kind)
    for status, value in piece.status:
        if status not in STATUSES:
            yield f"'{status}' is no status of a unit{nearest(status, STATUSES)}"
        elif status not in WITH_PLACE and value != 1:
            yield f"'{status} {value}': write '{status}' alone"
        elif status == HOME and not (unit and unit.category == "air" and under_way(view)):
            yield f"'{status} {value}': only aircraft on a mission have left their base (10.3.mission)"
        elif status == INTERCEPT and (unit is None or unit.type != "F"):
            yield f"{view.names.kind(piece.kind)} cannot intercept: only fighters can (26.1.mark)"
        elif status == REDUCED and (unit is None or unit.steps < 2):
            yield f"{view.names.kind(piece.kind)} has one step and cannot be reduced (2.7.two-step)"
        elif status == DEPLETED and (unit is None or unit.type not in CARRIERS):
            yield f"{view.names.kind(piece.kind)} is no carrier and cannot be depleted (30.1.roll)"
        elif status == DOWN and (unit is None or unit.category != "air"):
            yield f"{view.names.kind(piece.kind)} is no aircraft and cannot be out of action (31.1.check)"
        elif status == STATIC and piece.kind != SUPPLY:
            yield f"{view.names.kind(piece.kind)} cannot be static: only supply units can (13.0.two-sides)"
        elif status == NEUTRAL_STATUS and (unit is None or unit.side not in ("Vichy", "Neutral")):
            yield f"{view.names.kind(piece.kind)} cannot be neutral (21.1.neutral-start)"


def under_way(view: View) -> bool:
    """Whether an Action is being carried out."""
    return any(isinstance(step, EndOfAction) for step in view.state.stack)


def _carried(view: View, place: str, piece: Piece) -> Iterator[str]:
    """A carrier stands where its cargo does, and has room for it (rules 11.1.part-of-action, 11.3.capacity-tr)."""
    carrier = piece.get(ABOARD, "")
    if carrier == "":
        return
    found = next((p for p, _ in groups(view, place, lambda p: p.kind == carrier and p.power == piece.power)), None)
    if found is None:
        yield f"{view.names.kind(piece.kind)} is aboard '{carrier}', which is not there: name a ship in {place}"
    elif crammed(view, place, found):
        yield f"{view.names.kind(str(carrier))} carries more than it can: {crammed(view, place, found)}"


def owner(view: View, piece: Piece) -> str:
    """Whose counter a piece is."""
    info = data(view)
    if piece.kind in info.units:
        return GAME_SIDE[info.units[piece.kind].side]
    return info.forces[piece.kind].side if piece.kind in info.forces else piece.power


def _misplaced(view: View, place: str, piece: Piece) -> str:
    info, unit = data(view), data(view).units.get(piece.kind)
    boxes = [box_of(side, pile) for side in SIDES for pile in BOXES]
    if place not in info.board and place not in boxes:
        return "stands in no place for units: put it on the map or in a box"
    wandering = unit is not None and unit.side in ("Vichy", "Neutral")
    if owner(view, piece) != piece.power and not wandering:
        return f"is a counter of the other side: write '{owner(view, piece)} {piece.kind}'"
    event = (piece.power, piece.kind) in info.events
    if place in boxes:
        side, _, pile = place.partition("_")
        if side != piece.power:
            return f"lies in a box of the other side: write {box_of(piece.power, pile)}"
        if event and pile not in MARKER_PILES:
            return f"is a marker: put it into {', '.join(box_of(side, one) for one in MARKER_PILES)}"
        if not event and pile in ("cup", "hand", "used"):
            return "is no event marker: put it elsewhere"
        return ""
    if unit is None and piece.kind != SUPPLY:
        return "is a marker and stands in no space of the map"
    return _on_map(view, place, piece)


def _on_map(view: View, place: str, piece: Piece) -> str:
    info, unit = data(view), data(view).units.get(piece.kind)
    category = unit.category if unit else "ground"
    space = info.board[place]
    if space.kind == "sea" and (piece.has(ABOARD) or (category == "air" and piece.has(HOME))):
        return ""
    if space.kind == "sea" and category == "ground":
        return "is a ground unit at sea: put it on land (9.0.at-sea)"
    if space.kind == "sea" and category == "air" and unit is not None and unit.type != "SP":
        return "is an air unit at sea: put it on land (10.0.where)"
    if space.kind == "land" and category == "naval":
        return "is a ship on land: put it in a sea zone (9.0.at-sea)"
    home = str(space.values["home"])
    if home and home != piece.power:
        return f"cannot be in {space.name}: only the {home} enter it (2.10.off-map-one-side)"
    neutral = controller(view, place) == NEUTRAL
    if neutral and not piece.has(NEUTRAL_STATUS):
        return f"cannot be in {space.name}: it is neutral (6.3.neutral-entry)"
    return ""


def _numbers(view: View) -> Iterator[str]:
    """A counter is there once, supply units as often as there are counters (rule 13.1.limit)."""
    info, found = data(view), Counter[tuple[str, str]]()
    for table in view.state.pieces.values():
        for piece, n in table.items():
            events = (piece.power, piece.kind) in info.events
            found[piece.power if piece.kind == SUPPLY or events else "", piece.kind] += n
    for (side, kind), n in found.items():
        most = info.supply_units[side] if kind == SUPPLY else 1
        if n > most:
            yield (
                f"{n} {view.names.kind(kind, n)}: there are {most} (13.1.limit)"
                if kind == SUPPLY
                else (f"{view.names.kind(kind)} stands there {n} times: there is one")
            )


def _markers(view: View) -> Iterator[str]:
    info = data(view)
    for place, marks in view.state.markers.items():
        for mark, value in marks.items():
            known = HAPPENED if place == CAMPAIGN else KNOWN
            if mark not in known:
                what = "nothing the campaign remembers" if place == CAMPAIGN else "no marker"
                yield f"{place}: '{mark}' is {what}{nearest(mark, known)}"
            elif place == CAMPAIGN:
                continue
            elif place not in info.areas:
                yield f"{place}: nobody controls it: leave the marker out (6.1.sea)"
            elif mark in MARKER.values():
                yield from _dug_in(view, place, mark, value)
            elif mark == "control":
                yield from _control(view, place, value)
            elif value != DISRUPTED:
                yield f"{place}: '{mark} {value}': write '{mark} {DISRUPTED}'"
            elif not (info.port(place) if mark == "port" else info.has_tag(place, mark)):
                yield f"{place}: there is no {mark} to disrupt: leave the marker out"
    for area in info.areas:
        if not controller(view, area):
            yield f"{area}: somebody controls it: write 'mark {area}: control {next(iter(SIDES))}', or neutral"


def _dug_in(view: View, place: str, mark: str, value: str) -> Iterator[str]:
    side = mark.partition("_")[2]
    if value != "yes":
        yield f"{place}: '{mark} {value}': write '{mark} yes'"
    elif not holds_ground(view, place, side):
        yield f"{place}: no {side} ground unit is entrenched there: leave the marker out (28.5.duration)"


def _control(view: View, place: str, value: str) -> Iterator[str]:
    home = str(data(view).board[place].values["home"])
    if value not in (*SIDES, NEUTRAL):
        yield f"{place}: '{value}' controls nothing; write {', '.join(SIDES)} or {NEUTRAL}"
    elif home and value not in (home, NEUTRAL):
        yield f"{place}: only the {home} hold this base: write 'control {home}' (6.2.italy, 6.2.allied-homes)"


def _stocks(view: View) -> Iterator[str]:
    for place in view.state.stocks:
        yield f"{place}: there are no stocks in this game; supply units are pieces: 'at {place}: 1 axis supply'"


def _held(view: View) -> Iterator[str]:
    """Who alone has ground units in an area controls it (rule 6.1.gain)."""
    for space in data(view).areas:
        side = controller(view, space)
        if side not in SIDES or contested(view, space):
            continue
        foe = enemy_of(side)
        if holds_ground(view, space, foe):
            yield f"{space}: the {foe} alone have ground units there: write 'mark {space}: control {foe}' (6.1.gain)"


def _crowded(view: View) -> Iterator[str]:
    """What an area cannot hold, once no Action is under way (rule 7.2.three-each)."""
    if under_way(view):
        return
    for space in data(view).areas:
        for side in SIDES if view.state.at(space) else ():
            what, over = excess(view, space, side)
            if over:
                yield f"{space}: {over} {what} units of the {side} too many: take them away (7.2.three-each)"
