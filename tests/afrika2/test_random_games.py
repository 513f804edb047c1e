"""Random games of Afrika II to the end: what must never change, and where nobody may be.

What must hold is written here from the rulebook's numbers and the tables, apart from the rules as the system plays
them: Supply Points come and go by arrival, expenditure, capture and destruction only (5.0a to 5.4); counters and
steps never multiply (2.5, 4.2); nobody stands in a prohibited hex (Terrain Effects Chart) or off his map (1.7, 7.2);
four units a hex after each Movement Phase (2.3); nobody has more trucks, air points or landings than the charts give.
"""

from __future__ import annotations

import csv
import random
from collections import Counter
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

import northafrica
from northafrica.bots.random import random_order
from northafrica.core.events import Event, fold
from northafrica.core.game import Game
from northafrica.core.pieces import Piece

DATA = Path(__file__).parents[2] / "data" / "afrika2"
SHORT = ("italian_invasion_short", "compass_short", "race_short", "crusader_short", "gazala_short")
ENDS = {"italian_invasion_short": 3, "compass_short": 6, "race_short": 10, "crusader_short": 16, "gazala_short": 24}
SIDES = ("axis", "cw")
DEAD = {"axis_dead", "cw_dead"}
BOXES = {"tripoli", "connecting_box", "restriction_box", "axis_to_come", "cw_to_come", "out_of_play", *DEAD}
LEADERS = {"rommel", "oconnor"}
VEHICLES = {"Armor", "Arm Recon", "Arm Car", "AG", "Artillery"}
Pieces = dict[str, dict[Piece, int]]


@cache
def rows(name: str) -> dict[str, dict[str, str]]:
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return {row.get("id", str(n)): row for n, row in enumerate(csv.DictReader(file))}


@cache
def chart(kind: str, name: str, turn: int) -> int:
    """What a chart of the map gives a side in a turn."""
    return next(
        int(row["value"])
        for row in rows("charts.csv").values()
        if (row["chart"], row["name"]) == (kind, name) and int(row["low"]) <= turn <= int(row["high"])
    )


@cache
def prohibited(place: str, vehicle: bool) -> bool:
    """Whether no unit of this sort can be in a hex at all: sand, hidden ground, marsh, where no road leads in."""
    row = rows("hexes.csv")[place]
    kinds = set(row["terrains"].split(";"))
    sand = "sand_desert" in kinds and Fraction(row["sand_share"]) >= Fraction(1, 2)
    closed = sand or "covered" in kinds or (vehicle and "salt_marsh" in kinds)
    return closed and not row["roads"]


def on_map(place: str) -> bool:
    return place in rows("hexes.csv")


def unit_row(kind: str) -> dict[str, str]:
    return rows("units.csv")[kind]


# -- what must hold --------------------------------------------------------------------------------------------
def check_places(pieces: Pieces) -> None:
    """Nobody stands where his kind or side cannot be, and no hex holds both sides."""
    for place, here in pieces.items():
        assert on_map(place) or place in BOXES, place
        for piece in here:
            if piece.kind in LEADERS:
                continue
            assert not (piece.power == "cw" and place in {"tripoli", "connecting_box"}), f"{piece} in {place} (1.7)"
            assert not (piece.power == "axis" and place == "restriction_box"), f"{piece} in {place} (7.2)"
            if on_map(place):
                vehicle = unit_row(piece.kind)["unit_class"] in VEHICLES
                assert not prohibited(place, vehicle), f"{piece} in {place}"
        if on_map(place):
            assert len({piece.power for piece in here}) == 1, f"both sides in {place}"


def check_stacks(pieces: Pieces, side: str) -> None:
    """Four units of any size in a hex (2.3)."""
    for place, here in pieces.items():
        units = sum(n for piece, n in here.items() if piece.power == side and piece.kind not in LEADERS)
        assert units <= 4 or not on_map(place), f"{units} units in {place}"


def check_counters(pieces: Pieces) -> None:
    """No more of a counter than the game has, and no unit with more steps lost than it has."""
    count: Counter[str] = Counter()
    for place, here in pieces.items():
        for piece, n in here.items():
            count[piece.kind] += n
            if piece.kind not in LEADERS:
                assert piece.number("lost") < int(unit_row(piece.kind)["steps"]), f"{piece} in {place}"
                assert place not in DEAD or not piece.has("lost"), f"{piece} lies dead with losses"
    for kind, n in count.items():
        if kind in LEADERS:
            assert n == 1
        elif kind != "british_arty_7":  # the Order of Arrival lists more than the counters: option cw_artillery
            assert n <= int(unit_row(kind)["quantity"]), f"{n} of {kind}"


def steps(pieces: Pieces) -> int:
    """Steps of all units that are not dead."""
    return sum(
        n * (int(unit_row(piece.kind)["steps"]) - piece.number("lost"))
        for place, here in pieces.items() if place not in DEAD
        for piece, n in here.items() if piece.kind not in LEADERS
    )  # fmt: skip


def counters(pieces: Pieces) -> Counter[str]:
    found: Counter[str] = Counter()
    for here in pieces.values():
        for piece, n in here.items():
            found[piece.kind] += n
    return found


def points(stocks: dict, side: str) -> int:
    """Supply Points of a side, wherever they lie."""
    return sum(
        n for here in stocks.values() for stock, n in here.items() if (stock.resource, stock.owner) == ("sp", side)
    )


def check_supply(event: Event, before: dict, after: dict) -> None:
    """Supply Points change by an event that may change them, in the phase in which it may, by what it says."""
    change = {side: points(after, side) - points(before, side) for side in SIDES}
    owner, n = event.owner, event.amount
    told = dict.fromkeys(SIDES, 0)
    if event.kind == "gained":
        told[owner] = n
        source = {"axis": event.phase == "movement", "cw": event.phase == "reinforcement"}[owner]
        assert source or event.phase == "setup", f"{event} brings supply in the wrong phase"
        if event.phase == "reinforcement":
            assert n == chart("supply", "cw", event.round), f"turn {event.round}: {n} (5.1)"
    elif event.kind == "spent":
        told[owner] = -n
        assert (event.phase, event.power) == ("supply", owner), f"{event}: spent outside the owner's Supply Phase"
    elif event.kind == "captured":
        told[owner], told[event.value] = -n, n
        whole = sum(k for stock, k in before[event.place].items() if (stock.resource, stock.owner) == ("sp", owner))
        assert n == whole // 2 + whole % 2, f"{n} of {whole} captured (5.3)"
    elif event.kind == "destroyed":
        told[owner] = -n
        assert not any((s.resource, s.owner) == ("sp", owner) for s in after.get(event.place, {})), (
            "some are left (5.3)"
        )
    else:
        assert event.kind == "shipped", f"{event.kind} moves supply points"
    assert change == told, f"{event}: {change}"


def check_tracks(stocks: dict, trento: bool, turn: int) -> None:
    """Never more trucks and air points than the charts give, nor capacity than a port can have."""
    for side in SIDES:
        here = {stock.resource: n for stock, n in stocks.get(f"{side}_track", {}).items()}
        assert here.get("truck", 0) <= chart("trucks", side, turn) + (side == "axis" and trento)
        assert here.get("air", 0) <= chart("air", side, turn)
    for place, here in stocks.items():
        for stock, n in here.items():
            assert n > 0
            assert stock.resource != "capacity" or n <= 4, f"{place} can land {n}"


def check_unit_event(event: Event, before: Pieces, after: Pieces) -> None:
    """Counters come only with the set-up and the reinforcements; steps come back only by Replacements."""
    more = steps(after) - steps(before)
    if event.kind == "lost":
        assert more < 0 or event.piece is None or event.place in DEAD
    elif event.kind != "placed" and more > 0:
        assert event.phase == "reinforcement" or "2.8" in " ".join(event.rules), f"{event}: {more} steps more"
    if event.kind == "placed" and event.purpose != "dead pile":
        assert event.phase in ("setup", "reinforcement"), f"{event}"


def retell(game: Game) -> None:
    """Tell the whole game again, event by event, and look at the board after each."""
    pieces: Pieces = {}
    stocks: dict = {}
    markers: dict = {}
    known: Counter[str] = Counter()
    for node in game.path():
        for event in node.events:
            old_pieces, old_stocks = dict(pieces), dict(stocks)
            fold(pieces, stocks, markers, event)
            if event.resource == "sp":
                check_supply(event, old_stocks, stocks)
            if event.piece is not None and event.piece.kind not in LEADERS:
                check_unit_event(event, old_pieces, pieces)
            if event.kind == "began" and event.label == "Combat Phase":
                check_stacks(pieces, event.power)
        check_places(pieces)
        check_counters(pieces)
        now = counters(pieces)
        assert not known - now, f"gone from the game: {known - now}"
        known = now
        if node.state.round:
            check_tracks(stocks, getattr(node.state.facts, "trento", "") == "yes", node.state.round)


def random_game(scenario: str, seed: int) -> Game:
    game = northafrica.load("afrika2", scenario, seed=seed)
    rng = random.Random(f"{scenario}/{seed}")
    while game.choice is not None:
        game.play(random_order(game, rng))
    return game


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("scenario", SHORT)
def test_short_games_keep_what_must_be_kept(scenario: str, seed: int) -> None:
    game = random_game(scenario, seed)
    assert game.outcome is not None
    assert game.outcome.winner in SIDES
    assert game.round == ENDS[scenario] or game.outcome.level == "Sudden Death Victory"
    retell(game)


def test_a_campaign_keeps_what_must_be_kept() -> None:
    game = random_game("crusader", 1)
    assert game.outcome is not None
    assert game.round == 28 or game.outcome.level == "Sudden Death Victory"
    retell(game)


# -- these checks can fail ---------------------------------------------------------------------------------------
def test_supply_out_of_nothing_is_noticed() -> None:
    event = Event("gained", place="a36.23", resource="sp", owner="axis", amount=1, phase="combat", power="axis")
    stocks: dict = {}
    fold({}, stocks, {}, event)
    with pytest.raises(AssertionError, match="wrong phase"):
        check_supply(event, {}, stocks)


def test_supply_lost_without_a_word_is_noticed() -> None:
    event = Event("expired", place="a36.23", resource="sp", owner="cw", amount=1, phase="supply")
    with pytest.raises(AssertionError, match="expired moves"):
        check_supply(event, {}, {})


def test_a_second_counter_is_noticed() -> None:
    with pytest.raises(AssertionError, match="2 of brescia"):
        check_counters({"a36.23": {Piece("axis", "brescia"): 1}, "a40.18": {Piece("axis", "brescia"): 1}})


def test_five_in_a_hex_are_noticed() -> None:
    units = ("brescia", "pavia", "bologna", "sirte", "savona")
    with pytest.raises(AssertionError, match="5 units"):
        check_stacks({"a36.23": {Piece("axis", kind): 1 for kind in units}}, "axis")


def test_a_tank_in_a_marsh_is_noticed() -> None:
    marsh = next(
        name
        for name, row in rows("hexes.csv").items()
        if "salt_marsh" in row["terrains"].split(";") and not row["roads"]
    )
    with pytest.raises(AssertionError, match="1-8_15pz"):
        check_places({marsh: {Piece("axis", "1-8_15pz"): 1}})
    check_places({marsh: {Piece("axis", "104_21pz"): 1}} if not prohibited(marsh, False) else {})
