"""Attacks and supply told: the explorer, the planner, the chain. Expected numbers are worked by hand."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

import northafrica
from northafrica import bots
from northafrica.analysis import (
    attack_lines,
    attack_results,
    attack_table,
    attack_told,
    carriages,
    supply_chain,
    supply_flow,
    supply_gaps,
    supply_groups,
    supply_plan,
    supply_sources,
)
from northafrica.core.game import Game
from northafrica.lab import (
    AttackExplorer,
    Exercise,
    SupplyPlanner,
    attack_picture,
    supply_chain_picture,
    supply_picture,
)
from northafrica.lab.desk.position_draft import PositionDraft
from northafrica.lab.study.chain_data import Chain, Flow, chain
from northafrica.systems.afrika2.system import SYSTEM as AFRIKA2
from tests.lab.tables import open_widgets

HEAD = "northafrica position 1\nsystem afrika2\nscenario race\nround 9\npower cw\n"
ATTACK = """phase combat
at a20.17: 1 cw 161_ind, 1 cw 24_arm, 1 cw british_arty_7
at a20.16: 1 axis maletti
stock cw_track: air 1
"""
SUPPLY = """phase movement
at a40.15: 1 cw 4_nz, 1 cw 5_nz
at a40.07: 1 cw 3_ind
stock a40.17: sp/cw 2
stock cw_track: truck 1
"""


@pytest.fixture(scope="module")
def battle() -> Game:
    return northafrica.position(HEAD + ATTACK)


@pytest.fixture(scope="module")
def camp() -> Game:
    return northafrica.position(HEAD + SUPPLY)


def whole(svg: str) -> str:
    """The words of a picture that is sound."""
    return " ".join(ET.fromstring(svg).itertext())


# -- attacks ---------------------------------------------------------------------------------------------------
def test_an_attack_is_told_as_by_hand(battle: Game) -> None:
    """11 against 2 is 5.5, rounded 6:1; gun and combined arms +1 each: two columns on, 9:1+ (rulebook 3.1, 3.4)."""
    told = attack_told(battle, "a20.16")
    assert (told.attack, told.defence, told.odds) == ("11", "2", "6:1")
    assert [told.columns[told.raw], told.columns[told.column], told.net] == ["5:1-6:1", "9:1+", 2]
    shifts = {line.what: line.columns for line in told.lines if line.part == "shift" and line.columns}
    assert shifts == {"artillery (attacker)": 1, "combined arms (attacker)": 1}
    assert sum(one.chance for one in told.results) == pytest.approx(1)
    assert told.refusal == ""
    book = AFRIKA2.rulebook(battle.setting.data)
    assert all(rule in book for line in told.lines for rule in line.rules)


def test_fewer_attackers_and_air_points(battle: Game) -> None:
    """The brigade alone: 3 or less against 2; an air point is one column."""
    alone = attack_told(battle, "a20.16", "1 161_ind at a20.17")
    helped = attack_told(battle, "a20.16", "1 161_ind at a20.17", attacker_air=1)
    assert helped.column == alone.column + 1
    assert helped.net == alone.net + 1
    with pytest.raises(ValueError, match="attacker_air is 0, 1, not 2"):
        attack_told(battle, "a20.16", attacker_air=2)
    with pytest.raises(ValueError, match="'frogmen' is not to be chosen"):
        attack_told(battle, "a20.16", frogmen=1)
    with pytest.raises(ValueError, match="no unit stands"):
        attack_told(battle, "tobruk")


def test_the_frames_of_an_attack(battle: Game) -> None:
    lines, results, table = (read(battle, "a20.16") for read in (attack_lines, attack_results, attack_table))
    assert list(lines["part"].drop_duplicates()) == ["strength", "odds", "shift", "column"]
    assert results["chance"].is_monotonic_decreasing
    assert table.attrs["column"] == "9:1+"
    assert table.loc[12, "9:1+"] == "D6r5"
    assert list(table.index) == list(range(2, 13))


def test_systems_without_a_results_table_say_so() -> None:
    game = northafrica.load("aana", "torch", seed=1)
    with pytest.raises(ValueError, match="no table of combat results"):
        attack_told(game, "tobruk")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_picture_of_an_attack(battle: Game, theme: str) -> None:
    words = whole(attack_picture(battle, "a20.16", theme=theme).svg)
    for told in ("odds 6:1", "column 9:1+", "combined arms (attacker)", "3.4.needs-both", "D6r5"):
        assert told in words


def test_the_explorer(battle: Game) -> None:
    before = open_widgets()
    explorer = AttackExplorer(battle, "a20.16")
    assert explorer.told is not None
    assert explorer.told.odds == "6:1"
    assert "Attackers may enter" in explorer._said.value
    explorer._set_all(False)
    assert explorer.told is None
    assert "take at least one unit" in explorer._said.value
    assert explorer._picture.value == ""
    next(box for box in explorer._counts if "161" in box.description).value = 1
    assert explorer.told == attack_told(battle, "a20.16", "1 161_ind at a20.17")
    explorer.close()
    assert open_widgets() == before


# -- plans of supply -------------------------------------------------------------------------------------------
def test_a_plan_by_hand(camp: Game) -> None:
    """Two brigades count 2: one point. The third is ten hexes off, the range is 5: a point carried on helps."""
    plan = supply_plan(camp, "cw")
    assert [(group.source, group.count, group.cost) for group in plan.groups] == [("a40.17", 2, 1)]
    assert [(gap.space, gap.count, gap.needs, gap.reached) for gap in plan.gaps] == [("a40.07", 1, 1, False)]
    assert dict(plan.carriers)["truck"] == 1
    way = plan.gaps[0].helps[0]
    assert (way.source, way.trucks, way.ships) == ("a40.17", 1, 0)
    assert supply_plan(camp, "cw", [(way.end, 1, "a40.17")]).gaps == ()
    assert supply_plan(camp, "cw", [("a40.08", 1)]).gaps == ()
    assert supply_plan(camp, "cw").gaps, "nothing was played"


def test_a_way_over_sea_says_that_room_and_ships_are_not_looked_at(camp: Game) -> None:
    """Benghazi without points and with no room this turn, Tobruk with one: a ship would help, if the port had room."""
    game = northafrica.position(
        "northafrica position 1\nsystem afrika2\nscenario italian_invasion\nround 7\npower axis\nphase movement\n"
        "at a7.23: 1 axis brescia\nat a60.17: 1 cw 5_ind\nstock a36.23: sp/axis 1\nstock axis_track: shipping 1\n"
        "mark a7.23: control axis\nmark a36.23: control axis"
    )
    assert not game.check("ship 1 sp tobruk > benghazi"), "no room"
    plan = supply_plan(game, "axis")
    assert any(way.ships for gap in plan.gaps for way in gap.helps)
    assert any("over sea" in note for note in plan.notes)
    assert not any("over sea" in note for note in supply_plan(camp, "cw").notes), "no ship, no word"


def test_carrying_costs_a_truck_for_five_points(camp: Game) -> None:
    """A40.17 to A40.12 are five hexes of a point each: 5, one truck; two points there are 10, two trucks (5.4a)."""
    (one,), (two,) = carriages(camp, "cw", "a40.17", "a40.12", 1), carriages(camp, "cw", "a40.17", "a40.12", 2)
    assert (one.trucks, two.trucks) == (1, 2)
    assert one.cost == "5 movement points"


def test_what_cannot_be_supposed(camp: Game) -> None:
    with pytest.raises(ValueError, match="holds 2; 3 cannot leave"):
        supply_plan(camp, "cw", [("a40.12", 3, "a40.17")])
    with pytest.raises(ValueError, match="there is no side 'uk'"):
        supply_plan(camp, "uk")
    with pytest.raises(ValueError, match="needs no plan"):
        supply_plan(northafrica.load("aana", "torch", seed=1), "axis")


def test_the_frames_of_a_plan(camp: Game) -> None:
    assert supply_groups(camp, "cw")["number"].sum() == 2
    sources = supply_sources(camp, "cw")
    assert sources[["stock", "spent", "left"]].to_numpy().tolist() == [[2, 1, 1]]
    assert supply_gaps(camp, "cw")["trucks"].tolist() == [1]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_pictures_of_a_plan(camp: Game, theme: str) -> None:
    scheme = whole(supply_picture(camp, "cw", theme=theme).svg)
    assert "1 of 2 Supply Points feed 2 units, 1 unit left without" in scheme
    assert "What a single carriage would do" in scheme
    board = whole(supply_picture(camp, "cw", board=True, theme=theme).svg)
    assert "2 here, 1 spent" in board
    assert "no supply reaches them" in board


def test_the_planner(camp: Game) -> None:
    before = open_widgets()
    planner = SupplyPlanner(camp)
    assert planner.side.value == "cw", "the side on turn"
    planner.end.value = "A40.08"
    planner._typed()
    assert planner.plan.gaps == ()
    assert "1 new in A40.08" in planner._said.value
    planner.clear()
    planner.end.value = next(words for words in planner.end.options if words.startswith("A40.1"))
    planner._typed()
    assert planner.plan.gaps == (), "what the field itself offers is understood"
    planner.end.value = "Nowhere"
    planner._typed()
    assert "no place on this map" in planner._said.value
    planner.clear()
    assert len(planner.plan.gaps) == 1
    for look in ("on the board", "tables", "scheme"):
        planner.look.value = look
        assert ("<table>" in planner._picture.value) is (look == "tables")
    planner.side.value = "axis"
    assert planner.plan.groups == ()
    planner.close()
    assert open_widgets() == before


# -- the chain ---------------------------------------------------------------------------------------------------
@pytest.fixture(scope="module", params=[("afrika2", "race_short"), ("aana", "torch")], ids=["afrika2", "aana"])
def played(request: pytest.FixtureRequest) -> Game:
    system, scenario = request.param
    game = northafrica.load(system, scenario, seed=11)
    players = {seat: bots.player("random", seed=4) for seat in dict.fromkeys(game.setting.seats.values())}
    return bots.play_out(game, players, rounds=2)


def test_nothing_is_lost_on_the_way(played: Game) -> None:
    """What lies at a station is what lay there, and what came, less what went: folded stocks against flows."""
    for side in played.system.sides:
        found = chain(played, side)
        assert found.flows
        for before, now in zip((0, *found.rounds), found.rounds, strict=False):
            for station in found.stations:
                change = sum(
                    f.amount * ((f.end == station) - (f.start == station)) for f in found.flows if f.round == now
                )
                assert found.stock.get((before, station), 0) + change == found.stock.get((now, station), 0), (
                    now,
                    station,
                )


def test_the_supply_of_a_game_is_what_its_charts_count(played: Game) -> None:
    assert not supply_flow(played).empty
    frame = supply_chain(played)
    assert set(frame["side"]) == set(played.system.sides)


def test_the_picture_of_a_chain(played: Game) -> None:
    side = next(iter(played.system.sides))
    words = whole(supply_chain_picture(played, side, theme="dark").svg)
    assert "supply, round by round" in words
    with pytest.raises(ValueError, match="there is no side"):
        supply_chain_picture(played, "nobody")


def test_supply_is_stuck_where_it_lay_while_units_went_without() -> None:
    """5 lie in port, 2 are carried on, 1 arrives: 3 of the 5 lay there all round. Where nobody lacked, none are."""
    flows = (Flow(2, "moved", "port", "front", 2, "truck"), Flow(2, "arrived", "", "port", 1, ""))
    stock = {(1, "port"): 5, (2, "port"): 4, (2, "front"): 2, (3, "port"): 4}
    stations = {"port": "Port", "front": "Front"}
    assert Chain("x", (1, 2, 3), stations, {}, stock, flows, {2: 7, 3: 0}).stuck() == [(2, "port", 3)]


# -- the desk and exercises know the game of a position ----------------------------------------------------------
def test_an_exercise_is_of_the_game_of_its_position() -> None:
    """Nothing but the position says that this is Afrika II."""
    asked = Exercise.legal("", HEAD + ATTACK, "attack a20.16 with 1 24_arm at a20.17")
    assert asked.solution() == "yes"
    assert asked.situation.case["system"] == "afrika2"


def test_a_bare_board_begins_with_whoever_plays_first() -> None:
    """In the first turn of Operation Compass the Axis has no player turn (rulebook 1.1)."""
    draft = PositionDraft(northafrica.load("afrika2", "compass", seed=1), empty=True)
    assert draft.powers_of(4) == ("cw",)
    assert draft.powers_of(5) == ("axis", "cw")
    assert draft.now.power == "cw"
