"""Set-up: what the 1941 and 1942 schedules list (3.2; set-up sheets)."""

from __future__ import annotations

from collections.abc import Iterator

from northafrica.core.pieces import Piece
from northafrica.core.table import Table, View
from northafrica.systems.marenostrum.board.ground import NEUTRAL, data, set_control
from northafrica.systems.marenostrum.data.rows import ScenarioRow, SetupRow
from northafrica.systems.marenostrum.data.tables import CAMPAIGN, GAME_SIDE, PICKS, SIDES, SUPPLY, box_of
from northafrica.systems.marenostrum.facts import Facts

FELIX, CAMPAIGN_GAME = "operation_felix", "i"
DONE: dict[str, tuple[tuple[str, str], ...]] = {
    "1941": (),
    "1942": (
        ("mercury", "scen.iii.special"),
        ("syria", "scen.iii.special"),
        ("iraq", "setup.1942.allied-events"),
        ("pacific_war", "setup.1942.allied-events"),
    ),
}
"""What has happened before the game begins, by set-up, and the rule that says so."""


def scenario(view: View) -> ScenarioRow:
    """The scenario's row."""
    return data(view).scenarios[view.setting.scenario]


def rows_of(view: View) -> tuple[SetupRow, ...]:
    """The rows of the scenario's schedule."""
    return data(view).setups[scenario(view).setup]


def is_choice(row: SetupRow) -> bool:
    """Whether the owner chooses where the row's units stand (rule 3.2.owner-chooses)."""
    return len(row.places) > 1 or row.places[0] in PICKS


def mark_control(table: Table) -> None:
    """Who controls each area at the start; neutral ones nobody (rules 6.3.greece, 21.1.neutral-start)."""
    year = scenario(table).setup
    rules = {side: f"setup.{year}.{'allied' if side == 'allies' else 'axis'}-control" for side in SIDES}
    for space in data(table).areas:
        side = str(data(table).board[space].values[f"control_{year}"])
        set_control(table, space, side, rules.get(side, scenario(table).special_rule), "16.2.control")
    for what, rule in DONE[year]:
        table.emit("marked", rule, place=CAMPAIGN, marker=what, value="yes", power="")


def set_up(table: Table) -> None:
    """Fill an empty state with the scenario's set-up."""
    found = scenario(table)
    table.state.round, table.state.phase, table.state.facts = found.first_round, "setup", Facts()
    rules = (found.span_rule, found.special_rule, "3.1.four-scenarios")
    table.emit("began", *rules, label=found.title, detail=f"the {found.setup} set-up", amount=1, power="")
    mark_control(table)
    listed = {row.unit for row in rows_of(table)}
    for row in rows_of(table):
        place_row(table, row, listed)
    rest(table)
    fill_cups(table)


def place_row(table: Table, row: SetupRow, listed: set[str]) -> None:
    """One row of the schedule: a unit, a group of units, or a marker."""
    place = box_of(row.side, "setup") if is_choice(row) else row.places[0]
    if row.mark:
        what, _, value = row.mark.partition(" ")
        table.emit("marked", row.rule, "16.3.per-base", place=place, marker=what, value=value, power="")
        return
    for kind in group_of(table, row, listed) if row.group else (row.unit,):
        piece = Piece(row.side, kind).having(**({row.state: 1} if row.state else {}))
        boxed = () if place in data(table).board else ("2.3.player-boxes",)
        table.emit(
            "placed",
            row.rule,
            *_also(row),
            *boxed,
            "2.2.one-place",
            place=place,
            piece=piece,
            count=row.count,
            power=row.side,
        )


def _also(row: SetupRow) -> tuple[str, ...]:
    """What else a row shows: steps, neutrals, supply."""
    if row.state == NEUTRAL:
        return ("21.1.neutral-start",) if row.unit.startswith("vf") else ("21.3.iraq-ignored",)
    if row.group:
        return ("15.2.years" if row.group.isdigit() else "15.3.special", "2.6.group-codes")
    return ("3.2.full-strength",)


def group_of(view: View, row: SetupRow, listed: set[str]) -> Iterator[str]:
    """The units of a group that the schedule names nowhere else."""
    info = data(view)
    for unit in info.counters:
        if GAME_SIDE[unit.side] == row.side and unit.group == row.group and unit.id not in listed:
            yield unit.id
    for force in info.forces.values():
        if force.side == row.side and force.group == row.group and force.id not in listed:
            yield force.id


def rest(table: Table) -> None:
    """Supply units not set up are available; optional units that no row names wait with the others (note A78)."""
    info = data(table)
    there = {piece.kind for pieces in table.state.pieces.values() for piece in pieces}
    for unit in info.counters:
        if unit.id not in there:
            side = GAME_SIDE[unit.side]
            piece = Piece(side, unit.id)
            place = box_of(side, "optional")
            table.emit("placed", "setup.optional-forces", place=place, piece=piece, count=1, power=side)
    for side, most in info.supply_units.items():
        used = sum(
            n
            for pieces in table.state.pieces.values()
            for p, n in pieces.items()
            if p.kind == SUPPLY and p.power == side
        )
        rule = f"setup.{scenario(table).setup}.{'allied' if side == 'allies' else 'axis'}-supply"
        piece = Piece(side, SUPPLY)
        table.emit(
            "placed", rule, "13.1.pool", place=box_of(side, "available"), piece=piece, count=most - used, power=side
        )


def felix_in_play(view: View) -> bool:
    """Whether the Felix marker lies in the pool: by option, in scenario I alone (rule major.felix.marker)."""
    return view.option("operation_felix") == "on" and scenario(view).id == CAMPAIGN_GAME


def fill_cups(table: Table) -> None:
    """All other markers lie in the cups; Felix only where it is an option (rules 3.1.event-pools, 5.1.set-aside)."""
    for side, name in data(table).events:
        piece = Piece(side, name)
        if any(piece in pieces for pieces in table.state.pieces.values()):
            continue
        aside = name == FELIX and not felix_in_play(table)
        pile, rule = ("optional", "5.1.set-aside") if aside else ("cup", "3.1.event-pools")
        table.emit("placed", rule, place=box_of(side, pile), piece=piece, count=1, power=side)
