"""Set-up: who holds what and which blocks stand where when a scenario begins (2.2, scenarios)."""

from __future__ import annotations

from northafrica.core.pieces import Piece
from northafrica.core.table import Table, View
from northafrica.systems.blocks.board.control import CONTROL, FORT, FORTS
from northafrica.systems.blocks.board.ground import ABOARD, NEUTRAL, data
from northafrica.systems.blocks.board.steps import at_steps
from northafrica.systems.blocks.data.rows import ScenarioRow, SetupRow
from northafrica.systems.blocks.data.tables import GAME_SIDE
from northafrica.systems.blocks.facts import Facts
from northafrica.systems.blocks.wording import month

TOBRUK = "tobruk"


def scenario(view: View) -> ScenarioRow:
    """The scenario's row."""
    return data(view).scenarios[view.setting.scenario]


def holders_at_start(view: View) -> dict[str, str]:
    """Who holds each city, port and oilfield when the scenario begins; a hex told by itself goes before its country."""
    told: dict[str, str] = {row.area: row.side for row in data(view).control[view.setting.scenario]}
    hexes = data(view).hexes
    return {place: told.get(place) or told.get(hexes[place].country, NEUTRAL) for place in data(view).held}


def mark_map(table: Table) -> None:
    """Control of every place that can be held, and what is fortified; nothing where only ships fight."""
    row = scenario(table)
    if row.naval:
        return
    for place, side in holders_at_start(table).items():
        table.emit(CONTROL, row.setup_rule, place=place, marker=CONTROL, value=side, power="")
    for place in data(table).held:
        fort = row.tobruk if place == TOBRUK else data(table).hexes[place].city
        if fort in FORTS:
            rules = (row.setup_rule, "3.3.city-types")
            table.emit("marked", *rules, place=place, marker=FORT, value=fort, power="")


def set_up(table: Table) -> None:
    """Fill an empty state with the scenario's set-up."""
    row = scenario(table)
    table.state.round, table.state.phase, table.state.facts = row.first_round, "", Facts()
    rules = (*dict.fromkeys((row.setup_rule, row.first_rule)), "2.1.sides", "2.2.setup")
    when = month(row.first_round)
    table.emit("began", *rules, label=row.title, detail=when, amount=row.first_round, power="")
    mark_map(table)
    for listed in data(table).setups[row.name]:
        place_block(table, listed)


def place_block(table: Table, row: SetupRow) -> None:
    """One block of the set-up."""
    info = data(table)
    unit = info.units.get(row.unit) or info.ships[row.unit]
    side = GAME_SIDE[unit.side]
    piece = at_steps(table, Piece(side, row.unit), row.steps)
    if row.marks == "oos":
        piece = piece.having(oos=1)
    if row.fleet:
        piece = piece.having(**{ABOARD if row.marks == "aboard" else "fleet": row.fleet})
    ship = info.ships.get(row.unit)
    if ship is not None and row.planes != ship.planes:
        piece = piece.having(planes=row.planes or "none")
    table.emit("placed", row.rule, place=row.where, piece=piece, count=1, power=side)
