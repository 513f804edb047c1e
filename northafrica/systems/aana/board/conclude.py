"""What changes hands when a territory is taken (rulebook p.19, 23)."""

from __future__ import annotations

from northafrica.core.events import Told
from northafrica.core.groups import groups
from northafrica.core.naming import joined
from northafrica.core.pieces import Piece
from northafrica.core.table import Table
from northafrica.systems.aana.board import components
from northafrica.systems.aana.board.ground import (
    ALLIES,
    AXIS,
    SIDES,
    belongs,
    controller,
    data,
    side_of,
    supply,
)
from northafrica.systems.aana.board.rounds import happens
from northafrica.systems.aana.data.rows import ConvoyRow
from northafrica.systems.aana.facts import facts, remember
from northafrica.systems.aana.wording import power_name


def capture(table: Table, space: str, power: str, *rules: str) -> None:
    """A power's land units take a territory: trucks, supply, marker and convoy route follow."""
    trucks(table, space, power, "trucks.capture-combat" if table.state.phase == "combat" else "trucks.capture-move")
    mines_change_hands(table, space, "mine.land.generic", "mine.land.unowned-capture")
    if supply(table, space):
        there, why = supply(table, space), ("combat.win.trucks-supply", "supply.access-side")
        table.note("supply captured", *why, place=space, resource="supply", amount=there, power=power)
    if space not in facts(table).captured:
        remember(table, captured=(*facts(table).captured, space))
    if data(table).rp(space) and controller(table, space) != power:
        mark(table, space, power, *rules)


def mark(table: Table, space: str, power: str, *rules: str) -> None:
    """Place a control marker; the port's convoy route opens or closes with it (rules csz.port-link)."""
    before = controller(table, space)
    rules = (*rules, "combat.win.marker", "control.rp-only")
    table.emit("control", *rules, place=space, marker="control", value=power, power=power)
    convoy = next((c for c in data(table).convoys.values() if c.port == space and not c.permanent), None)
    if convoy is not None and (not before or not belongs(before, SIDES[power])):
        _route(table, convoy, power)


def _route(table: Table, convoy: ConvoyRow, power: str) -> None:
    opens = side_of(convoy.powers[0]) == side_of(power)
    rule = "combat.win.route-axis" if side_of(power) == AXIS else "combat.win.route-allies"
    landed = side_of(power) == ALLIES and happens(table, "landings") and data(table).has_tag(convoy.port, "landing")
    extra = ("r7.markers",) if landed else ()
    label = "route opened" if opens else "route closed"
    told = f"for {joined(map(power_name, convoy.powers))}" if opens else ""
    table.note(label, rule, "csz.port-link", *extra, place=convoy.zone, detail=told, power=power)


def mines_change_hands(table: Table, space: str, *rules: str) -> None:
    """Land mines stay where they are and serve the new owner of their territory."""
    for place, stocks in sorted(table.state.stocks.items()):
        if place.startswith(f"{space}>") and any(s.resource == "land_mine" for s in stocks):
            table.note("mines change hands", *rules, place=place)


def settle(table: Table, space: str, idle: bool, power: str = "") -> None:
    """A combat land unit ends its move in a territory: unowned mines (`idle`) and enemy trucks become its side's.

    `power`: whose unit, the acting power's where none is named. However it came there: see note A41.
    """
    if idle:
        mines_change_hands(table, space, "mine.land.unowned-capture", "mine.land.active")
    trucks(table, space, power or table.state.power, "trucks.capture-move")


def trucks(table: Table, space: str, power: str, rule: str) -> None:
    """Enemy trucks in a territory are captured (trucks.allied-marker, trucks.axis-replaced)."""
    rules = [rule]
    rules += ["blitz.capture-trucks"] if table.state.phase == "combat_move" and space in facts(table).blitzed else []
    side = side_of(power)
    taken = power if power != "free_french" else "us"
    for piece, n in groups(table, space, lambda p: p.kind == "truck" and not belongs(p.power, side)):
        made = components.made_by(piece)
        if SIDES[made] == ALLIES:
            becomes = Piece(taken, "truck", () if made == taken else (("made", made),)).having(captured=1)
            told = Told(place=space, piece=piece, becomes=becomes, count=n, power=taken)
            table.emit("flipped", *rules, "trucks.allied-marker", **told)
        else:
            _replace_axis_trucks(table, space, piece, n, taken, [*rules, "trucks.axis-replaced"])


def _replace_axis_trucks(table: Table, space: str, piece: Piece, n: int, power: str, rules: list[str]) -> None:
    fits = n
    if components.made_by(piece) != power:
        line = data(table).units[power, "truck"]
        free = components.figure_limit(table, line) - components.on_board(table, line.pool or power, "truck")
        fits = max(0, min(n, free))
    here = Told(place=space, piece=piece, power=power)
    if fits:
        becomes = Piece(power, "truck", (("captured", 1),))
        table.emit("flipped", *rules, **here | Told(becomes=becomes, count=fits))
    if n > fits:
        table.emit("lost", *rules, **here | Told(count=n - fits, purpose="no truck figures left"))
