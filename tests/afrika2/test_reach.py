"""What units of many kinds can reach from where the set-ups put them, against a count of its own from hexes.csv.

The count below shares nothing with the program but the tables: neighbours from columns and rows, costs typed from the
Terrain Effects Chart, a plain relaxation instead of a queue. `COSTS` are single costs worked out by hand on the map.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import northafrica
from northafrica.core.game import Game
from northafrica.core.orders import Some
from northafrica.systems.afrika2.movement import march

DATA = Path(__file__).parents[2] / "data" / "afrika2"
HEXSIDES = {(0, 2): "N", (1, 1): "NE", (1, -1): "SE", (0, -2): "S", (-1, -1): "SW", (-1, 1): "NW"}
ROAD = {"primary": Fraction(1, 4), "secondary": Fraction(1, 2), "track": Fraction(1)}
GROUND = {"rocks": 2, "hills": 1, "rough": 2, "mountain": 5, "salt_marsh": 2, "delta": 2}
NO_MARSH = {"Armor", "Arm Recon", "Arm Car", "AG", "Artillery"}
TRIPOLI, CONNECTING = "tripoli", "connecting_box"
NONE = Fraction(-1)


def table(name: str) -> dict[str, dict[str, str]]:
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return {row["id"]: row for row in csv.DictReader(file)}


HEXES, UNITS = table("hexes.csv"), table("units.csv")


def parts(cell: str) -> dict[str, str]:
    return {one.partition(":")[0]: one.partition(":")[2] for one in cell.split(";") if one}


def middle(row: dict[str, str]) -> tuple[int, int]:
    """Column, and height in half hexes: even columns stand half a hex to the north."""
    return int(row["column"]), 2 * int(row["row"]) + (int(row["column"]) % 2 == 0)


WEST = [name for name, row in HEXES.items() if row["edge"] == "west"]
BY_MIDDLE = {middle(row): name for name, row in HEXES.items()}


@cache
def neighbours(name: str) -> dict[str, str]:
    """Neighbours by the hexside towards them."""
    x, y = middle(HEXES[name])
    return {side: BY_MIDDLE[x + dx, y + dy] for (dx, dy), side in HEXSIDES.items() if (x + dx, y + dy) in BY_MIDDLE}


@cache
def ground(name: str, vehicle: bool) -> Fraction:
    """Points to enter a hex off the road, NONE where it is closed."""
    cost = Fraction(1)
    for terrain in filter(None, HEXES[name]["terrains"].split(";")):
        sand = terrain == "sand_desert" and float(HEXES[name]["sand_share"]) >= 0.5
        if sand or terrain == "covered" or (terrain == "salt_marsh" and vehicle):
            return NONE
        cost = max(cost, Fraction(GROUND.get(terrain, 1)))
    return cost


@cache
def step(name: str, side: str, to: str, vehicle: bool) -> tuple[Fraction, bool]:
    """Points for a step and whether it takes all there are; NONE where it cannot be made."""
    row = HEXES[name]
    road = parts(row["roads"]).get(side)
    if road:
        return ROAD[road], False
    river = parts(row["rivers"]).get(side)
    closed = side in parts(row["escarpments"]) or side in parts(row["sea_lines"]) or river == "major"
    cost = ground(to, vehicle)
    if closed or cost == NONE:
        return NONE, False
    return cost + (side in parts(row["wadis"])), river is not None


@dataclass(frozen=True)
class Mover:
    """A unit at its start: what it is and what stands around it."""

    start: str
    vehicle: bool
    points: Fraction
    toll: int
    enemies: frozenset[str]
    dear: frozenset[str]
    boxes: bool


def steps_from(mover: Mover, here: str) -> list[tuple[str, Fraction, bool]]:
    """Steps from a place, the price of enemy zones of control included."""
    if here == TRIPOLI:
        return [(CONNECTING, Fraction(5), False)]
    if here == CONNECTING:
        found = [
            (TRIPOLI, Fraction(5), False),
            *((name, Fraction(5), False) for name in WEST if ground(name, mover.vehicle) != NONE),
        ]
    else:
        near = neighbours(here).items()
        found = [(to, *step(here, side, to, mover.vehicle)) for side, to in near]
        if mover.boxes and HEXES[here]["edge"] == "west":
            found.append((CONNECTING, Fraction(5), False))
    toll = {to: mover.toll if to in mover.dear else 0 for to, _, _ in found}
    return [(to, cost + toll[to], every) for to, cost, every in found if cost != NONE and to not in mover.enemies]


def counted(mover: Mover) -> dict[str, Fraction]:
    """The least points to every place in reach, found by going over all places until nothing changes."""
    cost = {mover.start: Fraction(0)}
    ended: set[str] = set()
    rounds = [mover.start]
    while rounds:
        here = rounds.pop(0)
        for to, more, every in steps_from(mover, here) if here not in ended else ():
            after = mover.points if every else cost[here] + more
            if (every and here != mover.start) or after > mover.points or after >= cost.get(to, Fraction(10**6)):
                continue
            cost[to] = after
            (ended.add if every else ended.discard)(to)
            rounds.append(to)
    if mover.points:
        for to, _, _ in steps_from(mover, mover.start):
            cost.setdefault(to, mover.points)
    return cost


def setup_text(scenario: str, turn: int, side: str, *more: str) -> str:
    lines = ["northafrica position 1", "system afrika2", f"scenario {scenario}", f"round {turn}", f"power {side}"]
    return "\n".join([*lines, "phase movement", "base setup", *more]) + "\n"


def mover_of(game: Game, place: str, kind: str, oos: bool) -> Mover:
    """The unit and the enemy as they stand, zones of control counted from the table."""
    unit = UNITS[kind]
    enemies, dear = set(), set()
    for where, pieces in game.state.pieces.items():
        for piece in pieces:
            if where in HEXES and piece.power != unit["side"] and piece.kind in UNITS:
                enemies.add(where)
                vehicle = UNITS[piece.kind]["unit_class"] in NO_MARSH
                if not piece.has("oos"):
                    dear |= {t for s, t in neighbours(where).items() if step(where, s, t, vehicle)[0] != NONE}
    lost = any(piece.kind == kind and piece.has("lost") for piece in game.state.at(place))
    points = Fraction(int(unit["reduced_move"] if lost and unit["reduced_move"] else unit["move"]))
    return Mover(place, unit["unit_class"] in NO_MARSH, points / (2 if oos else 1), 0 if kind == "lrdg" else 2,
                 frozenset(enemies), frozenset(dear), unit["side"] == "axis")  # fmt: skip


# scenario, turn, place, unit, Out of Supply, costs worked out by hand (None: out of reach). a51.18 lies below an
# escarpment: 1 to a50.18, 1 and 2 for the zone to a51.18. a43.22 likewise: 1/2 to a44.20, 1/4 each to a44.21, a43.22.
# a1.06 is salt marsh, reached by the track from a1.07. A flak of 8 has no 10 points for Tripoli.
COSTS: list[tuple[str, int, str, str, bool, dict[str, str | None]]] = [
    ("compass", 4, "a51.17", "4_7arm", False, {"a50.16": "1/2", "a52.16": "1/2", "a53.16": "1", "a51.18": "3"}),
    ("compass", 4, "a51.17", "4_7arm", True, {"a52.16": "1/2", "a53.16": "1", "a54.16": "3/2", "a51.16": "1"}),
    ("compass", 4, "a51.17", "16_bde", False, {"a50.16": "1/2", "a51.16": "1", "a50.18": None}),
    ("compass", 4, "a50.15", "british_arty_7", False, {"a50.16": "1", "a51.17": "3/2", "a49.15": "1"}),
    ("compass", 4, "a50.15", "7_7arm_spt", False, {"a50.16": "1", "a50.14": "1"}),
    ("compass", 4, "a50.16", "11_hus", False, {"a51.17": "1/2", "a52.16": "1", "a50.15": "1"}),
    ("compass", 4, "a48.02", "lrdg", False, {"a48.03": "1", "a48.01": "1", "a47.02": "1"}),
    ("compass", 4, "a61.19", "matruh_garrison", False, {"a61.18": None}),
    ("compass", 5, "a50.18", "maletti", False, {"a50.17": "3", "a50.19": "1", "a50.20": "2"}),
    ("compass", 5, "a50.18", "1_med", False, {"a50.19": "1", "a50.17": "3"}),
    ("compass", 5, "a51.19", "2_lib_div", False, {"a51.18": "4", "a50.18": "1", "a51.20": "1"}),
    ("compass", 5, "a44.21", "italian_arty_4", False, {"a44.20": "1/4", "a44.19": "1/2", "a45.20": "3/4"}),
    ("compass", 5, "a36.22", "italian_arty_0", False, {"a36.23": None, "a36.21": None}),
    ("compass", 5, "tripoli", "brescia", False, {"connecting_box": "4", "a1.08": None}),
    ("compass", 5, "tripoli", "10_brs", False, {"connecting_box": "5", "a1.08": None}),
    ("race", 8, "a1.08", "3_aufk_21pz", False,
     {"a2.08": "1/4", "a3.09": "5/2", "a1.07": "1", "connecting_box": "5", "tripoli": "10"}),
    ("race", 8, "a1.08", "8_mg", False, {"a2.08": "1/4", "a4.09": None, "connecting_box": "5"}),
    ("race", 8, "a1.08", "1-33_flak", False, {"connecting_box": "5", "tripoli": None, "a2.08": "1/4"}),
    ("race", 8, "connecting_box", "1-5_21pz", False, {"a1.08": "5", "a2.08": "21/4", "a1.06": "6", "tripoli": "5"}),
    ("race", 8, "connecting_box", "605_pj", False, {"a1.08": "5", "a2.08": "21/4", "a1.06": "5", "a3.09": "15/2"}),
    ("race", 8, "connecting_box", "8_brs", True, {"a1.08": "5", "a2.08": None}),
    ("race", 8, "tripoli", "1-18_flak", False, {"connecting_box": "5", "a1.08": None}),
    ("race", 8, "a13.26", "lrdg", False, {}),
    ("gazala", 22, "a28.22", "ag_ariete", False, {"a28.23": "1", "a28.21": "1"}),
    ("gazala", 22, "a27.27", "lehr", False, {"a28.26": "1/4", "a27.26": "1"}),
    ("gazala", 22, "a32.19", "kdg", False, {"a33.20": "1", "a32.18": "1"}),
    ("crusader", 16, "a43.21", "15_motorcycle", False, {"a42.20": "1/2", "a44.20": "1/2", "a43.22": "1"}),
    ("crusader", 16, "a44.19", "savona", False, {"a44.20": "1/4", "a44.21": "1/2"}),
]  # fmt: skip


def named(case: tuple[Any, ...]) -> str:
    return f"{case[3]}-{case[2]}" + ("-oos" if case[4] else "")


@cache
def game_of(scenario: str, turn: int, place: str, kind: str, oos: bool) -> Game:
    """A game to look at; no test plays on."""
    more = [f"at {place}: 1 {UNITS[kind]['side']} {kind} (oos)"] if oos else []
    return northafrica.position(setup_text(scenario, turn, UNITS[kind]["side"], *more))


@pytest.mark.parametrize("case", COSTS, ids=named)
def test_reach_is_as_counted_from_the_table(case: tuple[Any, ...]) -> None:
    scenario, turn, place, kind, oos, _ = case
    game = game_of(scenario, turn, place, kind, oos)
    expected = counted(mover_of(game, place, kind, oos))
    del expected[place]
    piece = next(p for p in game.state.at(place) if p.kind == kind)
    found = march.reach(game.view(), place, [(piece, 1)])
    costs = {to: Fraction(cost, 4) for to, cost in found.cost.items() if to != place}
    assert costs == expected


@pytest.mark.parametrize("case", COSTS, ids=named)
def test_costs_worked_out_by_hand(case: tuple[Any, ...]) -> None:
    scenario, turn, place, kind, oos, wanted = case
    game = game_of(scenario, turn, place, kind, oos)
    mover = mover_of(game, place, kind, oos)
    piece = next(p for p in game.state.at(place) if p.kind == kind)
    found = march.reach(game.view(), place, [(piece, 1)]).cost
    for to, cost in wanted.items():
        assert (Fraction(found[to], 4) if to in found else None) == (None if cost is None else Fraction(cost)), to
        if cost is not None:
            assert Fraction(cost) <= mover.points


@pytest.mark.parametrize("case", [case for case in COSTS if case[5]][:6], ids=named)
def test_what_is_offered_is_what_is_in_reach(case: tuple[Any, ...]) -> None:
    scenario, turn, place, kind, oos, _ = case
    game = game_of(scenario, turn, place, kind, oos)
    expected = counted(mover_of(game, place, kind, oos))
    offered = game.legal("move", units=(Some(1, kind),))
    assert {route[-1] for route in offered} == set(expected) - {place}
    assert all(game.check(f"move 1 {kind} {' > '.join(route)}") for route in offered[::7])
