"""Counters and set-ups: classes, sides and the totals that the printed lists give when added up by hand."""

from __future__ import annotations

from collections import Counter

import pytest

import northafrica
from northafrica.core.game import Game
from northafrica.systems import SYSTEMS
from northafrica.systems.afrika2 import mussolini
from northafrica.systems.afrika2.data import load
from northafrica.systems.afrika2.entities import LEADERS, UNKNOWN

ARMOR = {"Armor", "AT", "Flak", "Arm Car", "Arm Recon", "Camel", "Motorcycle", "AG"}
INFANTRY = {"Infantry", "Airborne", "MG", "Garrison", "Support"}
CW_NATIONS = {"British", "Australian", "Indian", "South African", "New Zealand", "Free French", "Greek", "Polish"}
AXIS_NATIONS = {"German", "LW", "Italian", "CCNN"}
COUNTERS = {kind: unit for kind, unit in load().units.items() if kind not in UNKNOWN.values()}


def test_sides_follow_from_nationality() -> None:
    """2.1: eight nationalities are Commonwealth, four are Axis."""
    for unit in COUNTERS.values():
        assert unit.nationality in (CW_NATIONS if unit.side == "cw" else AXIS_NATIONS), unit.kind
    assert {unit.nationality for unit in COUNTERS.values()} == CW_NATIONS | AXIS_NATIONS


def test_classes_of_combined_arms() -> None:
    """3.4: eight types are Armor, five Infantry; artillery and commandos are neither."""
    for unit in COUNTERS.values():
        wanted = "armor" if unit.unit_class in ARMOR else "infantry" if unit.unit_class in INFANTRY else ""
        assert unit.arms == wanted, unit.kind
    assert {unit.unit_class for unit in COUNTERS.values() if not unit.arms} == {"Artillery", "Commando"}
    assert {unit.unit_class for unit in COUNTERS.values() if unit.arms == "armor"} == ARMOR
    assert {unit.unit_class for unit in COUNTERS.values() if unit.arms == "infantry"} == INFANTRY


@pytest.mark.parametrize(
    ("kind", "unit_class"),
    [("605_pj", "AT"), ("1-5_21pz", "Armor"), ("lehr", "Airborne"), ("186_folgore", "Airborne"), ("7_brs", "Infantry"),
     ("ggff", "Infantry"), ("ag_ariete", "AG"), ("7_7arm_spt", "Support"), ("maletti", "Camel")],
)  # fmt: skip
def test_type_codes(kind: str, unit_class: str) -> None:
    """1.2: PJ is AT, Pz Armor, FJ and Para Airborne, Bersaglieri and Blackshirts Infantry."""
    assert COUNTERS[kind].unit_class == unit_class


def start(scenario: str) -> Game:
    return northafrica.load("afrika2", scenario)


def units(game: Game, side: str, places: str = "") -> Counter[str]:
    """Units of a side by place: on the map, or in one place beside it."""
    known = game.setting.data.hexes
    return Counter(
        {
            place: sum(n for piece, n in table.items() if piece.power == side and piece.kind not in LEADERS)
            for place, table in game.state.pieces.items()
            if (place == places if places else place in known)
        }
    )


def points(game: Game, side: str) -> int:
    return sum(stocks.get(("sp", side), 0) for stocks in game.state.stocks.values())  # type: ignore[call-overload]


def boxes(game: Game, side: str) -> int:
    return sum(marks.get("box") == side for marks in game.state.markers.values())


@pytest.mark.parametrize(
    ("scenario", "axis", "cw", "sps", "markers", "pools"),
    [
        ("italian_invasion", (17, 11), (7, 4), (7, 15), (0, 1), {"tripoli": 6, "restriction_box": 8, "cw_to_come": 2}),
        ("compass", (17, 13), (12, 7), (3, 13), (3, 1), {"tripoli": 7, "restriction_box": 6, "cw_dead": 2}),
        ("race", (3, 1), (21, 11), (5, 14), (0, 1),
         {"tripoli": 9, "connecting_box": 9, "axis_dead": 19, "cw_dead": 10, "restriction_box": 2}),
        ("crusader", (39, 20), (29, 18), (9, 17), (2, 1),
         {"tripoli": 2, "axis_dead": 20, "cw_to_come": 6, "cw_dead": 18, "restriction_box": 3}),
        ("gazala", (40, 13), (38, 25), (6, 17), (0, 8),
         {"tripoli": 6, "axis_dead": 26, "cw_to_come": 4, "cw_dead": 26, "restriction_box": 0}),
    ],
)  # fmt: skip
def test_totals_of_the_set_ups(
    scenario: str,
    axis: tuple[int, int],
    cw: tuple[int, int],
    sps: tuple[int, int],
    markers: tuple[int, int],
    pools: dict[str, int],
) -> None:
    """Units and hexes, Supply Points, Boxes and pools of 8.3 to 8.7."""
    for name in (scenario, f"{scenario}_short"):
        game = start(name)
        for side, (number, hexes) in (("axis", axis), ("cw", cw)):
            found = +units(game, side)
            assert (sum(found.values()), len(found)) == (number, hexes), side
        assert (points(game, "axis"), points(game, "cw")) == sps
        assert (boxes(game, "axis"), boxes(game, "cw")) == markers
        for place, number in pools.items():
            side = "axis" if place in ("tripoli", "connecting_box", "axis_dead") else "cw"
            assert sum(units(game, side, place).values()) == number, place
        assert not game.system.faults(game.view())


@pytest.mark.parametrize(
    ("scenario", "reduced"),
    [
        ("italian_invasion", {"bologna", "brescia", "pavia", "sabrtha", "savona", "4_7arm", "7_7arm"}),
        ("compass", {"bologna", "brescia", "pavia", "sabrtha", "savona"}),
        ("race", {"bologna", "sabrtha", "savona", "4_7arm", "7_7arm"}),
        ("crusader", {"sabrtha"}),
        ("gazala", {"bologna"}),
    ],
)
def test_who_is_a_step_short(scenario: str, reduced: set[str]) -> None:
    table = [piece for pieces in start(scenario).state.pieces.values() for piece in pieces]
    assert {piece.kind for piece in table if piece.number("lost") == 1} == reduced
    assert not [piece for piece in table if piece.number("lost") > 1 or piece.has("oos")]


def test_compass_meets_the_mussolini_requirement_exactly() -> None:
    """6.1: five divisions, the Blackshirts among them, and three exploit-capable units stand east of A47."""
    game = start("compass")
    assert mussolini.count(game.view()) == mussolini.Count(5, 3)
    wanted = {"catnzro", "cirene", "1_lib_div", "2_lib_div", "3_jan", "1_lib_arm", "1_med", "maletti"}
    assert set(game.state.facts.targets) == wanted


STARTS = (
    ("compass", 4, ("axis",)),
    ("race", 7, ("axis", "cw")),
    ("crusader", 15, ("axis",)),
    ("gazala", 21, ("axis", "cw")),
)


def test_every_unit_due_exists_once_and_no_other() -> None:
    """The pools of 8.4 to 8.7 hold whoever the lists have brought by then, artillery and Trento's regiments apart."""
    data = load()
    for scenario, turn, half in (
        ("compass", 4, "axis"),
        ("race", 7, "cw"),
        ("crusader", 15, "axis"),
        ("gazala", 21, "cw"),
    ):
        game = start(scenario)
        here = Counter(piece.kind for pieces in game.state.pieces.values() for piece in pieces)
        came = {
            row.kind
            for row in data.arrivals
            if row.action in ("arrive", "restrict")
            and (row.turn < turn or (row.turn == turn and row.side in (half, "axis")))
        }
        first = {row.kind for row in data.setups["italian_invasion"] if row.kind in COUNTERS}
        due = {kind for kind in came | first if kind in COUNTERS and not COUNTERS[kind].artillery}
        due -= {"61_trento", "62_trento"}
        if scenario == "compass":
            due -= {"trento"}
        found = {kind for kind in here if kind in COUNTERS and not COUNTERS[kind].artillery}
        assert found == due, scenario
        assert all(here[kind] == 1 for kind in found)


def test_materials_name_what_positions_may_hold() -> None:
    found = SYSTEMS["afrika2"].materials(load())
    assert "rommel" in found.pieces["axis"]
    assert "oconnor" in found.pieces["cw"]
    assert not set(UNKNOWN.values()) & {*found.pieces["axis"], *found.pieces["cw"]}
    assert found.keeps("1-5_21pz", "lost")
    assert ("lost 2", "2 steps lost") in found.statuses["1-5_21pz"]
    assert not found.keeps("lehr", "lost"), "one step: it is there or it is not"
    assert not found.keeps("lehr", "moved"), "no phase ends with it"
