"""Random games of Axis & Allies: North Africa end as the rulebook says, with nothing impossible on the way.

What must hold is written here from the rulebook's pages, apart from the rules as the system plays them.
"""

from __future__ import annotations

import csv
import random
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

import northafrica
from benchmarks.games import drawn
from northafrica.bots.random import random_order
from northafrica.core.events import Event, fold
from northafrica.core.game import Game
from northafrica.core.pieces import Piece
from northafrica.core.state import State
from northafrica.systems.aana.orders import Buy

DATA = Path(__file__).parents[2] / "data" / "aana"
SIDE = {"germany": "axis", "italy": "axis", "vichy": "axis", "uk": "allies", "us": "allies", "free_french": "allies"}
POOL = {"vichy": "france", "free_french": "france"}
AIR, SHIPS = {"fighter", "bomber"}, {"battleship", "destroyer", "submarine"}
# Component counts, p.5: what cannot be replaced by chips, and figures of combat land units.
STRICT = {
    ("germany", "truck"): 2, ("germany", "fighter"): 5, ("germany", "bomber"): 4, ("germany", "submarine"): 3,
    ("uk", "sherman"): 2, ("uk", "truck"): 6, ("uk", "fighter"): 6, ("uk", "bomber"): 3, ("uk", "battleship"): 2,
    ("uk", "destroyer"): 4, ("uk", "submarine"): 2, ("italy", "truck"): 2, ("italy", "fighter"): 3,
    ("italy", "bomber"): 2, ("italy", "destroyer"): 3, ("italy", "submarine"): 3, ("us", "truck"): 2,
    ("us", "fighter"): 3, ("us", "bomber"): 3, ("us", "destroyer"): 2,
}  # fmt: skip
GRAY, GREEN = 50, 15
ONES, FIVES, LAND_MINES, SEA_MINES = 40, 15, 20, {"axis": 9, "allies": 6}
VALUE = {"supply": 1, "supply_1": 1, "supply_5": 5}
LANDINGS = {"casablanca", "oran", "algiers"}
LEVELS = {"minor": 1, "major": 2, "total": 3}
SEEDS = range(20)


@cache
def table(name: str) -> tuple[dict[str, str], ...]:
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return tuple(csv.DictReader(file))


@cache
def spaces(tag: str = "") -> dict[str, dict[str, str]]:
    return {row["id"]: row for row in table("spaces.csv") if not tag or tag in row["tags"].split(";")}


@cache
def tagged(place: str) -> frozenset[str]:
    return frozenset(spaces()[place]["tags"].split(";"))


@cache
def emblem_sides(place: str) -> frozenset[str]:
    """The sides whose emblem is printed on a territory."""
    row = spaces()[place]
    return frozenset(SIDE[power] for power in row["emblem"].split(";") if power and row["kind"] == "land")


def fighting(piece: Piece) -> bool:
    return piece.kind != "truck" and not piece.has("cargo")


def walking(piece: Piece) -> bool:
    return piece.kind not in AIR and piece.kind not in SHIPS


# -- what must hold ------------------------------------------------------------------------------------
def supply_of(state: State) -> int:
    return sum(n * VALUE.get(stock.resource, 0) for stocks in state.stocks.values() for stock, n in stocks.items())


def check_supply(before: State, after: State, events: list[Event]) -> None:
    """Supply comes and goes only by events that say so."""
    sign = {"gained": 1, "spent": -1, "destroyed": -1, "expired": -1}
    told = sum(sign.get(e.kind, 0) * e.amount * VALUE.get(e.resource, 0) for e in events)
    assert supply_of(after) - supply_of(before) == told


def check_components(state: State, scenario: str, bought: bool) -> None:
    """No more figures, chips and tokens than there are in the box (p.5, 9)."""
    used: Counter[tuple[str, str]] = Counter()
    stacks: Counter[tuple[str, str, str]] = Counter()
    for place, pieces in state.pieces.items():
        for piece, n in pieces.items():
            power = str(piece.get("made", POOL.get(piece.power, piece.power)))
            used[power, piece.kind] += n
            if walking(piece) and (power, piece.kind) not in STRICT:
                stacks[power, piece.kind, place] += n
    for key, most in STRICT.items():
        early = scenario == "rommel" and state.round < 7 and key in {("germany", "truck"), ("italy", "truck")}
        assert used[key] <= (1 if early else most), f"{used[key]} {key}"
    if bought:  # chips are counted when units are bought; stacks that grow by moving are never refused
        assert sum(n - 1 for n in stacks.values()) <= GRAY + 3 * GREEN
    assert supply_of(state) <= ONES + 5 * FIVES
    laid: Counter[str] = Counter()
    for stocks in state.stocks.values():
        for stock, n in stocks.items():
            laid["land" if stock.resource == "land_mine" else SIDE.get(stock.owner, "")] += (
                (n + 1) // 2 if stock.resource == "land_mine" else n if stock.resource == "sea_mine" else 0
            )
    assert laid["land"] <= LAND_MINES
    assert all(laid[side] <= most for side, most in SEA_MINES.items())


def check_places(state: State, scenario: str) -> None:
    """Every piece stands where its kind and its side may (p.10-11, 28)."""
    info = spaces()
    for place, pieces in state.pieces.items():
        if place == "reinforcements":
            continue
        tags, owners = tagged(place), emblem_sides(place)
        sea = info[place]["kind"] != "land"
        for piece in pieces:
            fits = [
                "impassable" not in tags,
                "sahara" not in tags or piece.kind == "scout_car",
                sea or piece.kind not in SHIPS,
                not (sea and walking(piece)) or (piece.has("cargo") and "convoy" in tags),
                not owners or not walking(piece) or SIDE[piece.power] in owners,
                scenario != "rommel" or "west" not in tags or piece.power == "vichy"
                or state.round >= (8 if SIDE[piece.power] == "axis" else 7),
            ]  # fmt: skip
            assert all(fits), f"{piece} in {place}: {fits}"


def check_phase_end(pieces: dict[str, dict[Piece, int]], event: Event) -> None:
    """When a phase begins, the one before left no excess (p.12) and no two sides in one territory."""
    for place, row in spaces().items():
        if row["kind"] != "land" or place not in pieces:
            continue
        count: Counter[str] = Counter()
        for piece, n in pieces[place].items():
            if fighting(piece) and not piece.has("aloft"):
                count[SIDE[piece.power]] += n
        assert max(count.values(), default=0) <= int(row["stacking_limit"]), f"{place}, {event.label}: {count}"
        landing = event.round == 7 and place in LANDINGS
        assert len(count) < 2 or landing, f"{place}, {event.label}: {count}"


def check_phases(before: State, events: list[Event]) -> None:
    """Retell the events; look at the board whenever a phase begins."""
    pieces, stocks, markers = dict(before.pieces), dict(before.stocks), dict(before.markers)
    for event in events:
        fold(pieces, stocks, markers, event)
        if event.kind == "began" and "turn.phases" in event.rules:
            check_phase_end(pieces, event)


# -- who has won ---------------------------------------------------------------------------------------
def controls(state: State, side: str, place: str) -> bool:
    emblem = spaces()[place]["emblem"].split(";")[0]
    power = emblem or state.marker(place, "control")
    return bool(power) and SIDE[power] == side


def in_africa(state: State, side: str) -> bool:
    african = spaces("north_africa")
    return any(
        SIDE[piece.power] == side and fighting(piece) for place in african for piece in state.pieces.get(place, {})
    )


def instant(state: State, scenario: str) -> set[str]:
    """Sides that have reached an Instant Total Victory by the chart (p.6)."""
    found = set()
    for row in table("victory.csv"):
        if row["scenario"] != scenario or row["level"] != "instant_total":
            continue
        foe = "allies" if row["side"] == "axis" else "axis"
        if row["test"] == "capture" and controls(state, row["side"], row["spaces"]):
            found.add(row["side"])
        if row["test"] == "eliminate" and not in_africa(state, foe):
            found.add(row["side"])
    return found


def at_the_end(state: State, scenario: str) -> str:
    """The winner by the chart after round 14, "" for a draw."""
    best = {"axis": 0, "allies": 0}
    for row in table("victory.csv"):
        if row["scenario"] == scenario and row["test"] == "control":
            held = [controls(state, row["side"], place) for place in row["spaces"].split(";")]
            if all(held) if row["needs"] == "all" else any(held):
                best[row["side"]] = max(best[row["side"]], LEVELS[row["level"]])
    if best["axis"] == best["allies"]:
        return ""
    return max(best, key=lambda side: best[side])


def check_outcome(game: Game, scenario: str) -> None:
    outcome, state = game.outcome, game.state
    assert outcome is not None
    if outcome.level == "Instant Total Victory":
        assert outcome.winner in instant(state, scenario)
    else:
        assert not instant(state, scenario)
        assert state.round == 14
        assert outcome.winner == at_the_end(state, scenario)


# -- the games -----------------------------------------------------------------------------------------
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("scenario", ["torch", "rommel"])
def test_a_random_game_is_sound_to_the_end(scenario: str, seed: int) -> None:
    game = northafrica.load("aana", scenario, seed=seed)
    rng = random.Random(f"{scenario}/{seed}")
    while game.choice is not None:
        before = game.state
        order = random_order(game, rng)
        events = game.play(order)
        assert game.system.faults(game.view()) == [], order
        check_supply(before, game.state, events)
        check_components(game.state, scenario, isinstance(order, Buy))
        check_places(game.state, scenario)
        check_phases(before, events)
    check_outcome(game, scenario)


@pytest.mark.parametrize("scenario", ["torch", "rommel"])
def test_a_reserve_that_cannot_pay_leaves_a_way_on(scenario: str) -> None:
    """A submarine that moved out of a fight forced one where it went; the plan was then changed to and fro for ever."""
    game = northafrica.load("aana", scenario, seed=5, options=drawn("aana", 5))
    assert game.setting.options["strategic_reserve"] == "on"
    rng = random.Random(5)
    for _ in range(4000):
        if game.choice is None:
            break
        game.play(random_order(game, rng))
    assert game.outcome is not None
