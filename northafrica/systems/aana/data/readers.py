"""Turns the checked tables of ``data/aana`` into the board, the entities and the rulebook.

Every function raises `DataError` (file, row, column, mend) for a name that no other table knows.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from northafrica.core.board import Board, Link, Space
from northafrica.core.options import Option
from northafrica.core.rulebook import Provenance, Rulebook
from northafrica.core.scenario import Row, Tables, check_reference
from northafrica.systems.aana.data import calendar, marks, rows
from northafrica.systems.aana.data.entities import (
    ABILITIES,
    FRENCH,
    IN_LAND_COMBAT,
    KINDS,
    LINK_TAGS,
    MARKERS,
    OF_KIND,
    ON_GROUND,
    POOL,
    SCENARIOS,
    SPACE_TAGS,
    Power,
    SetupRow,
    UnitType,
)

UNCOUNTED = (
    "control_marker",
    "d10",
    "miniatures_total",
    "miniatures_in_scenarios",
    "miniatures_spare",
    "sea_mine_token",
)


def board(tables: Tables) -> tuple[Board, tuple[rows.FeatureRow, ...]]:
    """spaces.csv, links.csv and features.csv (which gives single tags their own provenance)."""
    space_rows = tables.read("spaces.csv", rows.SpaceRow)
    known = {row.id for row in space_rows}
    for row in space_rows:
        _check_all(row, {"tags": row.tags}, SPACE_TAGS, "tag")
    feature_rows = tables.read("features.csv", rows.FeatureRow)
    sources: dict[str, dict[str, Provenance]] = {}
    for feature in feature_rows:
        check_reference(feature, "space", feature.space, known, "space")
        sources.setdefault(feature.space, {})[feature.feature] = feature.provenance
    link_rows = tables.read("links.csv", rows.LinkRow)
    for link in link_rows:
        _check_all(link, {"a": (link.a,), "b": (link.b,)}, known, "space")
        _check_all(link, {"tags": link.tags}, LINK_TAGS, "tag")
    marks.check(space_rows, link_rows)
    links = [Link(row.a, row.b, row.kind, frozenset(row.tags), row.provenance) for row in link_rows]
    spaces = [_space(row, sources.get(row.id, {})) for row in space_rows]
    return Board(spaces, links), tuple(feature_rows)


def _space(row: rows.SpaceRow, sources: Mapping[str, Provenance]) -> Space:
    values: dict[str, int | str] = {}
    for name, value in (
        ("rp", row.rp),
        ("stacking_limit", row.stacking_limit),
        ("supply_limit", row.supply_limit),
        ("region", row.region or None),
        ("country", row.country or None),
        ("emblem", ";".join(row.emblem) or None),
        ("sea_deploy", ";".join(row.sea_deploy) or None),
        ("convoy_name", row.convoy_name or None),
    ):
        if value is not None:
            values[name] = value
    provenance = {**sources, "space": row.provenance}
    if row.rp_source:
        provenance["rp"] = _of_field(row, row.rp_source, row.rp_confidence)
    if row.stacking_source:
        provenance["stacking_limit"] = _of_field(row, row.stacking_source, row.stacking_confidence)
    return Space(row.id, row.name, row.kind, row.lat, row.lon, frozenset(row.tags), values, provenance)


def _of_field(row: rows.SpaceRow, source: str, confidence: str) -> Provenance:
    """The source of one number; a row from a user's table speaks for all its numbers."""
    return row.provenance if row.confidence == "user" else Provenance(source, confidence)


def powers(tables: Tables, the_board: Board) -> dict[str, Power]:
    """powers.csv."""
    table = tables.read("powers.csv", rows.PowerRow)
    known = {row.id for row in table}
    found = {}
    for row in table:
        check_reference(row, "owner", row.owner, known, "power")
        staging = (row.staging,) if row.staging else ()
        columns = {"staging": staging, "deploy_zones": row.deploy_zones, "convoys": row.convoys}
        _check_all(row, columns, the_board.spaces, "space")
        found[row.id] = _power(row)
    return found


def _power(row: rows.PowerRow) -> Power:
    first = {"rommel": row.first_round_rommel, "torch": row.first_round_torch}
    income = {"rommel": row.start_income_rommel, "torch": row.start_income_torch}
    return Power(
        id=row.id,
        name=row.name,
        side=row.side,
        owner=row.owner,
        pool=row.pool,
        colour=row.colour,
        turn_order=row.turn_order,
        basic_rp=row.basic_rp,
        staging=row.staging or None,
        deploy_zones=row.deploy_zones,
        supply_limit=row.supply_limit,
        convoys=row.convoys,
        trucks_at_start=row.trucks_rommel,
        first_round={scenario: number for scenario, number in first.items() if number is not None},
        start_income={scenario: number for scenario, number in income.items() if number is not None},
        provenance=row.provenance,
    )


def units(
    tables: Tables, the_powers: Mapping[str, Power], the_options: Mapping[str, Option]
) -> tuple[dict[tuple[str, str], UnitType], dict[str, tuple[UnitType, ...]]]:
    """units.csv: the unit types, and those that an option puts in their place (by ``option=value``).

    Rows of the power ``france`` give a type to Vichy and to the Free French.
    """
    found: dict[tuple[str, str], UnitType] = {}
    variants: dict[str, tuple[UnitType, ...]] = {}
    first: dict[str, rows.UnitRow] = {}
    for row in tables.read("units.csv", rows.UnitRow):
        check_reference(row, "power", row.power, {*the_powers, "france"} - set(FRENCH), "power")
        check_reference(row, "kind", row.kind, KINDS, "kind of unit")
        _check_kind(row, first.setdefault(row.kind, row))
        _check_when(row, row.when, the_options)
        made = [_unit(row, power) for power in (FRENCH if row.power == "france" else (row.power,))]
        if row.when:
            variants[row.when] = (*variants.get(row.when, ()), *made)
        else:
            found.update({(unit.power, unit.kind): unit for unit in made})
    return found, variants


def _check_kind(row: rows.UnitRow, other: rows.UnitRow) -> None:
    """What goes with a kind of unit is the same on every chart; ``other`` is the first line of the kind."""
    _check_all(row, {"abilities": row.abilities}, ABILITIES, "ability")
    for column in ("category", "combat"):
        if getattr(row, column) != getattr(other, column):
            raise row.error(column, f"the rules are written for it; copy that of the {row.kind} of {other.power}")
    for kind, words in OF_KIND.items():
        for word in words & set(row.abilities) if kind != row.kind else ():
            raise row.error("abilities", f"no rule reads '{word}' but of a {kind}; take it out")
    for word in _unread(row) & set(row.abilities):
        raise row.error("abilities", f"no rule reads '{word}' of a {row.kind.replace('_', ' ')}; take it out")
    if (row.limit_kind == "per_turn") != (row.kind == "tiger_tank"):
        raise row.error("limit_kind", "Tiger tanks, and they alone, are counted per_turn")
    if row.kind == "aaa" and row.attack:
        raise row.error("attack", "AAA cannot attack; write 0")
    if row.limit_kind == "per_turn" and row.spare:
        raise row.error("spare", "only so many a turn can be had of these; write 0")
    if not row.combat and (row.attack or row.defense):
        raise row.error("attack" if row.attack else "defense", f"a {row.kind} does not fight; write 0")
    if "immediate" in row.abilities and (row.category != "sea" or row.power == "france"):
        told = "only ships are immediate, of powers with a sea deployment zone into which they are bought; take it out"
        raise row.error("abilities", told)


def _unread(row: rows.UnitRow) -> frozenset[str]:
    """Abilities that mean nothing to such a unit."""
    if row.category == "sea":
        return ON_GROUND | IN_LAND_COMBAT
    if row.category == "air":
        return ON_GROUND
    if not row.combat or row.kind == "aaa":
        flak = {"air_defense"} if row.combat else set()
        return (ON_GROUND | IN_LAND_COMBAT | {"targeted_attack_sea"}) - {"coast_road", "sahara"} - flak
    return frozenset(("targeted_attack_sea",))


def _unit(row: rows.UnitRow, power: str) -> UnitType:
    return UnitType(
        power=power,
        kind=row.kind,
        name=row.name,
        cost=row.cost,
        attack=row.attack,
        defense=row.defense,
        move=row.move,
        abilities=OF_KIND.get(row.kind, frozenset()) | set(row.abilities),
        category=row.category,
        combat=row.combat,
        limit=row.limit,
        limit_kind=row.limit_kind,
        provenance=row.provenance,
        pool=row.power,
        model=row.model,
        spare=row.spare,
    )


Tokens = dict[str, rows.TokenRow]


def tokens(tables: Tables, the_options: Mapping[str, Option]) -> tuple[Tokens, dict[str, tuple[rows.TokenRow, ...]]]:
    """tokens.csv: supply and mines, and what an option puts in their place."""
    found: Tokens = {}
    variants: dict[str, tuple[rows.TokenRow, ...]] = {}
    for row in tables.read("tokens.csv", rows.TokenRow):
        _check_when(row, row.when, the_options)
        if row.when:
            variants[row.when] = (*variants.get(row.when, ()), row)
        else:
            found[row.kind] = row
    return found, variants


def convoys(tables: Tables, the_board: Board, the_powers: Mapping[str, Power]) -> dict[str, rows.ConvoyRow]:
    """convoys.csv."""
    found = {row.zone: row for row in tables.read("convoys.csv", rows.ConvoyRow)}
    for row in found.values():
        _check_all(row, {"zone": (row.zone,), "port": (row.port,)}, the_board.spaces, "space")
        _check_all(row, {"powers": row.powers}, the_powers, "power")
    return found


def convoy_links(tables: Tables, the_board: Board, the_powers: Mapping[str, Power]) -> tuple[rows.ConvoyLinkRow, ...]:
    """convoy_links.csv."""
    found = tables.read("convoy_links.csv", rows.ConvoyLinkRow)
    for row in found:
        _check_all(row, {"start": (row.start,), "end": (row.end,)}, the_board.spaces, "space")
        _check_all(row, {"powers": row.powers}, the_powers, "power")
    return tuple(found)


def setups(
    tables: Tables,
    the_board: Board,
    the_powers: Mapping[str, Power],
    the_units: Mapping[tuple[str, str], UnitType],
    the_options: Mapping[str, Option],
    rounds: calendar.Calendar,
) -> tuple[dict[str, tuple[SetupRow, ...]], dict[tuple[str, str], tuple[SetupRow, ...]]]:
    """scenarios/*.csv: rows that always count by scenario; others by scenario and ``option=value``.

    A count of 0 places nothing: so an overlay takes a row out.
    """
    always: dict[str, tuple[SetupRow, ...]] = {}
    chosen: dict[tuple[str, str], tuple[SetupRow, ...]] = {}
    for scenario in SCENARIOS:
        kept = []
        for row in tables.read(f"scenarios/{scenario}.csv", rows.SetupTableRow):
            check_names(row, the_board, the_powers, the_units, the_options)
            made = setup_row(row, row.round)
            if not row.count:
                continue
            calendar.check_round(row, scenario, rounds.events)
            if row.when:
                chosen[scenario, row.when] = (*chosen.get((scenario, row.when), ()), made)
            else:
                kept.append(made)
        always[scenario] = tuple(kept)
    return always, chosen


def check_names(
    row: rows.SetupTableRow,
    the_board: Board,
    the_powers: Mapping[str, Power],
    the_units: Mapping[tuple[str, str], UnitType],
    the_options: Mapping[str, Option],
) -> None:
    """The names in a row of a set-up; raises `DataError` at the first unknown one."""
    check_reference(row, "power", row.power, the_powers, "power")
    check_reference(row, "space", row.space, {*the_board.spaces, POOL}, "space")
    kinds = {*MARKERS, *(kind for power, kind in the_units if power == row.power)}
    check_reference(row, "kind", row.kind, kinds, f"piece of {row.power}")
    _check_border(row, the_board)
    _check_when(row, row.when, the_options)


def setup_row(row: rows.SetupTableRow, round_: int) -> SetupRow:
    """A row of a set-up as the pieces it stands for."""
    border = row.border or None
    return SetupRow(row.power, row.space, row.kind, row.count, round_, border, row.provenance, row.when)


def _check_border(row: rows.SetupTableRow, the_board: Board) -> None:
    if row.kind == "land_mine":
        beside = the_board.neighbours(row.space, "land")
        if not beside:
            raise row.error("space", f"{the_board[row.space].name} is no territory: write sea_mine, or another space")
        check_reference(row, "border", row.border, beside, "neighbour")
    elif row.border:
        raise row.error("border", "only a land mine has a border; empty the cell")


def victory(tables: Tables, the_board: Board, rules: Rulebook) -> tuple[rows.VictoryRow, ...]:
    """victory.csv."""
    found = tables.read("victory.csv", rows.VictoryRow)
    for row in found:
        _check_all(row, {"spaces": row.spaces}, the_board.spaces, "space")
        _check_needs(row)
        check_reference(row, "rule", row.rule, rules, "rule")
    return tuple(found)


def _check_needs(row: rows.VictoryRow) -> None:
    """Cells that would mean nothing are refused."""
    if row.test in ("eliminate", "none"):
        for column, filled in (("spaces", bool(row.spaces)), ("needs", bool(row.needs))):
            if filled:
                raise row.error(column, f"the test '{row.test}' names no spaces; empty the cell")
    elif not row.spaces:
        raise row.error("spaces", f"the test '{row.test}' needs spaces; name them")
    elif row.needs != "all" and (len(row.spaces) == 1 or not row.needs):
        raise row.error("needs", "write all, or any where one of several spaces is enough")


def the_calendar(tables: Tables, the_powers: Mapping[str, Power], rules: Rulebook) -> calendar.Calendar:
    """events.csv, which must agree with powers.csv."""
    table = {row.id: row for row in tables.read("events.csv", rows.EventRow)}
    for row in table.values():
        check_reference(row, "rule", row.rule, rules, "rule")
    calendar.check(table, {row.id: row for row in tables.read("powers.csv", rows.PowerRow)})
    return calendar.Calendar(table, the_powers)


def components(tables: Tables) -> dict[str, int]:
    """components.csv: counts by component."""
    found = tables.read("components.csv", rows.ComponentRow)
    for row in found:
        if row.component in UNCOUNTED and row.confidence == "user":
            raise row.error("count", "no rule counts these; leave the row out")
    return {row.component: row.count for row in found}


def _check_all(row: Row, columns: Mapping[str, Collection[str]], known: Collection[str], what: str) -> None:
    for column, values in columns.items():
        for value in values:
            check_reference(row, column, value, known, what)


def _check_when(row: Row, when: str, the_options: Mapping[str, Option]) -> None:
    """``when`` must read ``option=value`` with an option and value of options.csv."""
    if not when:
        return
    name, _, value = when.partition("=")
    check_reference(row, "when", name, the_options, "option")
    check_reference(row, "when", value, the_options[name].values, f"value of {name}")
