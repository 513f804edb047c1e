"""A user's own set-up: a file with a name of its own, checked as closely as the printed ones.

Its head names the printed scenario whose special rules and victory chart it follows (`Aana.scenarios`).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from northafrica.core.board import Board
from northafrica.core.options import Option, did_you_mean
from northafrica.core.scenario import OwnTable, Tables
from northafrica.systems.aana.data import readers, rows
from northafrica.systems.aana.data.calendar import START, Calendar
from northafrica.systems.aana.data.counts import SEA_MINES, SUPPLY, chips_needed, land_mine_tokens
from northafrica.systems.aana.data.entities import (
    INDIAN,
    MALTA_ZONE,
    POOL,
    SCENARIOS,
    SPARE_ONLY,
    SUEZ,
    OwnScenario,
    Power,
    SetupRow,
    UnitType,
)

Row = rows.OwnSetupRow
Setups = dict[str, tuple[SetupRow, ...]]
Variants = dict[tuple[str, str], tuple[SetupRow, ...]]

HEAD = ("follows", "round", "power", "title", "note")
EXAMPLE = "# follows torch, round 9, power uk"
SIDE_NAMES = {"axis": "the Axis", "allies": "the Allies"}
CAPTURED = "uk_truck_captured"


@dataclass(frozen=True)
class Known:
    """What a set-up is checked against."""

    board: Board
    powers: Mapping[str, Power]
    units: Mapping[tuple[str, str], UnitType]
    options: Mapping[str, Option]
    convoys: Mapping[str, rows.ConvoyRow]
    components: Mapping[str, int]
    rounds: Calendar

    def lands(self, space: str) -> bool:
        """Whether a landing of Operation Torch is fought there."""
        return "landing" in self.board[space].tags

    def line(self, row: Row) -> UnitType | None:
        """The unit a row places, None for tokens and markers."""
        if row.kind == CAPTURED:
            return self.units["uk", "truck"]
        return self.units.get((row.power, row.kind))

    def side(self, power: str) -> str:
        return self.powers[power].side


def read(tables: Tables, known: Known) -> tuple[dict[str, OwnScenario], Setups, Variants]:
    """The user's set-ups: scenarios, rows that always count, and rows that an option adds."""
    found: dict[str, OwnScenario] = {}
    always: Setups = {}
    chosen: Variants = {}
    for table in tables.own(Row):
        own = _scenario(table, known)
        _check(table, own, known)
        found[own.name] = own
        made = [(row.when, readers.setup_row(row, own.first_round)) for row in table.rows]
        always[own.name] = tuple(row for when, row in made if not when)
        for when in {when for when, _ in made if when}:
            chosen[own.name, when] = tuple(row for each, row in made if each == when)
    return found, always, chosen


# -- the head ------------------------------------------------------------------------------------------
def _scenario(table: OwnTable[Row], known: Known) -> OwnScenario:
    head = table.head
    for word in head:
        if word not in HEAD:
            raise table.error(f"'{word}' is no word of the head; {did_you_mean(word, HEAD)}, like '{EXAMPLE}'")
    follows = head.get("follows", "")
    if follows not in SCENARIOS:
        told = (
            f"unknown scenario '{follows}'; {did_you_mean(follows, SCENARIOS)}" if follows else "'follows' is missing"
        )
        raise table.error(f"{told}; say whose special rules hold, like '{EXAMPLE}'")
    round_ = _round(table, follows, known.rounds.final)
    players = known.rounds.playing(follows, round_)
    power = head.get("power", players[0])
    if power not in players:
        raise table.error(f"'{power}' has no turn in round {round_}; write one of {', '.join(players)}")
    title = head.get("title") or table.name.replace("-", " ").replace("_", " ").capitalize()
    return OwnScenario(table.name, title, follows, round_, power)


def _round(table: OwnTable[Row], follows: str, last: int) -> int:
    text = table.head.get("round", str(START[follows]))
    if not text.isascii() or not text.isdigit() or not START[follows] <= int(text) <= last:
        first = START[follows]
        raise table.error(f"round '{text}' is none of {follows}; write a number from {first} to {last}")
    return int(text)


# -- the rows ------------------------------------------------------------------------------------------
def _check(table: OwnTable[Row], own: OwnScenario, known: Known) -> None:
    for row in table.rows:
        _check_row(row, own, known)
    _Count(known, own).check([row for row in table.rows if not row.when])
    _check_sides(table, own, known)


def _check_row(row: Row, own: OwnScenario, known: Known) -> None:
    if (row.power, row.kind) in SPARE_ONLY and (row.power, row.kind) not in known.units:
        raise row.error("kind", f"a spare {row.kind} of {row.power} has no chart line; add one to your units.csv")
    readers.check_names(row, known.board, known.powers, known.units, known.options)
    if row.round not in (None, own.first_round):
        raise row.error("round", f"all pieces come in round {own.first_round}; empty the cell")
    if row.space == POOL:
        raise row.error("space", "what is not on the board waits in its pool anyway; remove the row")
    problem = _token_problem(row, known) if known.line(row) is None else _unit_problem(row, known)
    if problem:
        raise row.error("space", problem)


def _token_problem(row: Row, known: Known) -> str:
    space = known.board[row.space]
    at_sea = space.kind != "land"
    if row.kind == "control_marker" and not at_sea:
        if not space.values.get("rp"):
            return f"{space.name} has no RP value and bears no control marker"
        emblem = str(space.values.get("emblem", ""))
        if emblem and row.power not in emblem.split(";"):
            return f"{space.name} bears the emblem of {emblem} for good; remove the row"
    if row.kind == "sea_mine":
        if not at_sea:
            return f"{space.name} is no sea zone: write land_mine, or another space"
        if known.side(row.power) == "axis" and "no_axis_sea_mines" in space.tags:
            return f"the Axis may not mine {space.name}"
    if row.kind in SUPPLY:
        return _cargo_problem(row, known) if at_sea else _no_ground(row, known)
    if row.kind == "variable_rp" and (
        row.power != "uk" or row.space not in (*known.powers["uk"].convoys, INDIAN, SUEZ)
    ):
        return "variable reinforcements are the UK's and lie in one of its convoy zones"
    return ""


def _unit_problem(row: Row, known: Known) -> str:
    space, line = known.board[row.space], known.line(row)
    assert line is not None
    if row.kind == CAPTURED and known.side(row.power) != "axis":
        return "a captured UK truck belongs to Germany or Italy"
    if line.category == "sea" and space.kind != "box":
        return "" if space.kind == "sea" else f"{space.name} is land: {row.kind} is a ship and needs a sea zone"
    if space.kind != "land":
        return _cargo_problem(row, known)
    return _no_ground(row, known) or _emblem_problem(row, known)


def _no_ground(row: Row, known: Known) -> str:
    space = known.board[row.space]
    if "impassable" in space.tags:
        return f"{space.name} is impassable: nothing may stand there"
    if "sahara" in space.tags and row.kind != "scout_car":
        return f"{space.name} is Sahara: only scout cars may stand there"
    return ""


def _emblem_problem(row: Row, known: Known) -> str:
    space = known.board[row.space]
    if "no_enemy_land_entry" not in space.tags:
        return ""
    owners = str(space.values.get("emblem", "")).split(";")
    if known.side(row.power) in {known.side(power) for power in owners}:
        return ""
    return f"{space.name} bears the emblem of {' and '.join(owners)}: no enemy unit may stand there"


def _cargo_problem(row: Row, known: Known) -> str:
    """Land units, aircraft and supply at sea are in a convoy zone of their power (deploy.uk-malta for the UK's)."""
    space, convoy = known.board[row.space], known.convoys.get(row.space)
    routes = [zone for zone, route in known.convoys.items() if row.power in route.powers]
    if convoy is None or row.power not in convoy.powers:
        where = f"its convoy zones are {', '.join(routes)}" if routes else "it has no convoy"
        return f"{row.kind} at sea needs a convoy of {row.power}, and {space.name} is none; {where}"
    if row.space == MALTA_ZONE and row.kind not in ("aaa", "fighter", "bomber", *SUPPLY):
        return (
            f"only AAA, air units and supply sail to Malta; {', '.join(z for z in routes if z != MALTA_ZONE)} are free"
        )
    return ""


@dataclass
class _Count:
    """Adds up the rows: the row that is too much is told."""

    known: Known
    own: OwnScenario
    figures: Counter[tuple[str, str]] = field(default_factory=Counter)
    stacks: dict[tuple[str, str], Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    crowd: Counter[tuple[str, str]] = field(default_factory=Counter)
    mines: Counter[str] = field(default_factory=Counter)
    markers: dict[str, Row] = field(default_factory=dict)
    holders: dict[str, str] = field(default_factory=dict)
    supply: Counter[str] = field(default_factory=Counter)
    tokens: Counter[str] = field(default_factory=Counter)

    def check(self, table: Collection[Row]) -> None:
        for row in table:
            line = self.known.line(row)
            if line is None:
                self._token(row)
            else:
                self._unit(row, line)
        self._chips(list(table))

    def _unit(self, row: Row, line: UnitType) -> None:
        key = (line.pool or row.power, line.kind)
        self.figures[key] += row.count
        have = line.limit + line.spare
        if line.limit_kind == "hard" and self.figures[key] > have:
            raise row.error(
                "count", f"{have} {key[0]} {line.kind} exist, spares included; {self.figures[key]} are placed"
            )
        if line.limit_kind == "figures_plus_chips":
            self.stacks[key][row.space] += row.count
            if len(self.stacks[key]) > have:
                told = f"{have} figures of {key[0]} {line.kind} exist, spares included, one for each stack"
                raise row.error("space", f"{told}; this is one stack too many")
        if self.known.board[row.space].kind == "land":
            self._stand(row, line)

    def _stand(self, row: Row, line: UnitType) -> None:
        side, space = self.known.side(row.power), self.known.board[row.space]
        if not line.combat:
            return
        holder = self.holders.setdefault(row.space, side)
        landing = self.own.first_round == self._torch() and self.known.lands(row.space)
        if holder != side and not landing:
            raise row.error("space", f"{SIDE_NAMES[holder]} stand in {space.name} already; choose another space")
        self.crowd[row.space, side] += row.count
        limit = space.values.get("stacking_limit")
        if isinstance(limit, int) and self.crowd[row.space, side] > limit:
            told = f"{self.crowd[row.space, side]} combat units of {SIDE_NAMES[side]} in {space.name}"
            raise row.error("count", f"{told}, whose stacking limit is {limit}; move some")

    def _torch(self) -> int:
        return self.known.rounds.first("landings", self.own.follows)

    def _token(self, row: Row) -> None:
        parts = self.known.components
        if row.kind == "control_marker" and self.known.board[row.space].kind == "land":
            first = self.markers.setdefault(row.space, row)
            if first is not row:
                raise row.error("power", f"{first.power} has a marker there already; remove one of the two")
        if row.kind in ("land_mine", "sea_mine"):
            kind = "land_mine_token" if row.kind == "land_mine" else SEA_MINES[self.known.side(row.power)]
            self.mines[kind] += land_mine_tokens(row.count) if row.kind == "land_mine" else row.count
            if self.mines[kind] > parts[kind]:
                raise row.error("count", f"{parts[kind]} tokens ({kind}) exist, {self.mines[kind]} are placed")
        if row.kind in SUPPLY:
            self._supply(row)

    def _supply(self, row: Row) -> None:
        self.tokens[row.kind] += row.count
        have = self.known.components[row.kind]
        if self.tokens[row.kind] > have:
            raise row.error("count", f"{have} tokens {row.kind} exist, {self.tokens[row.kind]} are placed")
        space = self.known.board[row.space]
        self.supply[row.space] += row.count * SUPPLY[row.kind]
        limit = space.values.get("supply_limit")
        if isinstance(limit, int) and self.supply[row.space] > limit:
            raise row.error("count", f"{space.name} holds at most {limit} supply, {self.supply[row.space]} are placed")

    def _chips(self, table: list[Row]) -> None:
        parts = self.known.components
        sizes = [n for places in self.stacks.values() for n in places.values()]
        _, gray = chips_needed(sizes, parts["green_chip"])
        if gray > parts["gray_chip"]:
            text = f"the stacks need {gray} gray chips, {parts['gray_chip']} exist; place fewer land units"
            raise table[-1].error("count", text)


def _check_sides(table: OwnTable[Row], own: OwnScenario, known: Known) -> None:
    """Both sides must be in Africa, and the landings of round 7 need somebody to land against."""
    african: dict[str, int] = Counter()
    for row in table.rows:
        line = known.line(row)
        if line is not None and line.combat and "north_africa" in known.board[row.space].tags and not row.when:
            african[known.side(row.power)] += row.count
    for side, name in SIDE_NAMES.items():
        if not african[side]:
            raise table.error(f"{name} have no combat unit in North Africa and would have lost; place one")
    torch = known.rounds.first("landings", own.follows)
    if own.follows == "rommel" and own.first_round < torch:
        vichy = {row.space for row in table.rows if row.power == "vichy"}
        for space in filter(known.lands, known.board.spaces):
            if space not in vichy:
                told = f"in round {torch} the Allies land in {space}"
                raise table.error(f"{told}: place vichy units there, or follow torch")
