"""Set-up: charted pieces, advantages in use (rulebook p.8-9, 38-39)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from northafrica.core.events import Told
from northafrica.core.naming import joined
from northafrica.core.pieces import Piece
from northafrica.core.table import Table, View
from northafrica.systems.aana.board.ground import AIR, ALLIES, AXIS, SHIPS, data, is_sea
from northafrica.systems.aana.board.rounds import printed
from northafrica.systems.aana.data.counts import SUPPLY
from northafrica.systems.aana.data.entities import POOL, SetupRow
from northafrica.systems.aana.facts import Facts
from northafrica.systems.aana.mines.fields import border
from northafrica.systems.aana.wording import NAMES, power_name


def place_row(table: Table, row: SetupRow, *rules: str) -> None:
    """Put one line of a set-up chart on the board."""
    at_sea = is_sea(table, row.space)
    if row.space == POOL or row.kind in ("variable_rp", "attack_arrow"):
        return
    if row.kind == "control_marker":
        if not at_sea:
            table.emit("control", *rules, place=row.space, marker="control", value=row.power, power=row.power)
    elif row.kind in SUPPLY:
        _lay(table, row, "supply", row.power if at_sea else "", *rules)
    elif row.kind == "land_mine":
        _lay(table, replace(row, space=border(row.space, row.border or "")), row.kind, "", *rules, "setup.mine-facing")
    elif row.kind == "sea_mine":
        _lay(table, row, row.kind, row.power, *rules)
    else:
        table.emit("placed", *rules, place=row.space, piece=piece_of(table, row), count=row.count, power=row.power)


def _lay(table: Table, row: SetupRow, resource: str, owner: str, *rules: str) -> None:
    amount = row.count * SUPPLY.get(row.kind, 1)
    where, who = row.space, row.power
    told = Told(place=where, resource=resource, owner=owner, amount=amount, purpose="set-up", power=who)
    table.emit("gained", *rules, **told)


def piece_of(view: View, row: SetupRow) -> Piece:
    """The piece a set-up row stands for."""
    if row.kind == "uk_truck_captured":
        return Piece(row.power, "truck", (("made", "uk"),))
    cargo = is_sea(view, row.space) and row.kind not in AIR and row.kind not in SHIPS
    return Piece(row.power, row.kind, (("cargo", 1),) if cargo else ())


def place_chart(table: Table, rows: Sequence[SetupRow], *rules: str) -> None:
    """Put all rows of a set-up chart on the board."""
    for row in rows:
        place_row(table, row, *rules, *_row_rules(table, row))


def _row_rules(view: View, row: SetupRow) -> tuple[str, ...]:
    """Rules that single lines of a chart rest on; a line that an option adds rests on the option's rule."""
    rules: tuple[str, ...] = ("setup.vichy",) if row.power == "vichy" else ()
    rules += (data(view).options[row.when.partition("=")[0]].rule,) if row.when else ()
    rules += ("setup.rommel.excerpts",) if "chart excerpt" in row.provenance.source else ()
    return (*rules, "torch.shermans") if row.kind == "sherman" and printed(view) == "torch" else rules


def set_up(table: Table) -> None:
    """Fill an empty state with the scenario's set-up."""
    info = data(table)
    scenario = table.setting.system.scenarios_of(info)[table.setting.scenario]
    table.state.round, table.state.phase = scenario.first_round, "setup"
    table.state.facts = Facts()
    rows = [row for row in info.setups[table.setting.scenario] if row.round == scenario.first_round]
    own = table.setting.scenario in info.own
    rule = "comp.spare-bag" if own else f"setup.{table.setting.scenario}.round"
    players = joined(power_name(seat) for seat in dict.fromkeys(table.seat_of(power) for power in info.powers))
    rules, first = (rule, "turn.round-marker", "game.players"), scenario.first_round
    table.emit("began", *rules, label=scenario.title, detail=players, amount=first, power="")
    place_chart(table, rows, *(() if own else ("setup.from-chart",)))
    note_imbalance(table)


ADVANTAGES = {AXIS: ("tiger_tanks", "air_transport", "suez_mining"), ALLIES: ("us_landing_zones", "anzac")}
"""The Strategic Supply Reserve stands among those of the Allies but serves both sides (note C14)."""


def note_imbalance(table: Table) -> None:
    """Rule opt.adv.choose: equal numbers are advised, not asked for."""
    numbers = {side: sum(table.option(name) == "on" for name in names) for side, names in ADVANTAGES.items()}
    if numbers[AXIS] != numbers[ALLIES]:
        told = " against ".join(f"{n} of {NAMES[side]}" for side, n in numbers.items())
        table.note("unequal advantages", "opt.adv.choose", detail=told, power="")
