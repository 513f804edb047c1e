"""Set-up: the pieces of the reference charts, starting IPCs, control by the colours of the board (Set Up)."""

from __future__ import annotations

from northafrica.core.naming import joined
from northafrica.core.pieces import Piece
from northafrica.core.table import Table
from northafrica.systems.revised.board.ground import COMPLEX, GUN, data
from northafrica.systems.revised.board.money import gain
from northafrica.systems.revised.facts import Facts
from northafrica.systems.revised.wording import power_name


def mark_control(table: Table) -> None:
    """Every territory belongs to the power whose colour it has (rule map.start-control)."""
    for space in data(table).territories:
        power = data(table).original(space)
        table.emit("control", "map.start-control", place=space, marker="control", value=power, power=power)


def set_up(table: Table) -> None:
    """Fill an empty state with the scenario's set-up."""
    info = data(table)
    scenario = table.setting.system.scenarios_of(info)[table.setting.scenario]
    table.state.round, table.state.phase, table.state.facts = 1, "setup", Facts()
    players = joined(power_name(seat) for seat in dict.fromkeys(table.seat_of(power) for power in info.powers))
    rules: tuple[str, ...] = ("powers.sides", "powers.few-players", "win.condition-agreed", "turn.order")
    rules = (*rules, "win.cities-start", "map.neutral.no-income")
    table.emit("began", *rules, label=scenario.title, detail=players, amount=1, power="")
    mark_control(table)
    for power in info.powers.values():
        gain(table, power.id, power.ipcs, "set-up", "setup.start-ipcs", "setup.production-start")
    for row in info.setups[table.setting.scenario]:
        gray: tuple[str, ...] = ("setup.gray-units",) if row.kind in (GUN, COMPLEX) else ()
        piece = Piece(row.power, row.kind)
        table.emit("placed", "setup.placement", *gray, place=row.space, piece=piece, count=row.count, power=row.power)
