"""A played game beside the campaign: dates that are honest, tons by hand, a front found on made-up positions."""

from __future__ import annotations

import math
from typing import Any

import pandas as pd
import pytest

import northafrica
from northafrica.analysis import history, supply_flow
from northafrica.analysis.beside import (
    TURNS,
    beside_history,
    campaign_front,
    fronts,
    landings,
    month_shares,
    road_kilometres,
    road_of,
    round_dates,
    round_ends,
    strength,
    tons_by_round,
)
from northafrica.bots import play_out, player
from northafrica.core.events import Event
from northafrica.core.game import Game

POSITION = """
northafrica position 1
system aana
scenario torch
round 9
power germany
phase combat_move
by hand
at algiers: 2 us infantry
mark algiers: control us
at constantine: 1 us truck
at tunis: 2 germany infantry
mark tunis: control germany
at sirte: 1 italy infantry
at bir_hachem: 3 germany tank
at benghazi: 1 uk infantry
mark benghazi: control uk
at cairo: 2 uk infantry
mark cairo: control uk
"""


def game_of(*events: Event) -> Game:
    game = northafrica.load("aana", "rommel", seed=1)
    game.tree.nodes[0].events = events
    return game


@pytest.fixture(scope="module")
def played() -> Game:
    bots = {side: player("rule", seed=3) for side in ("axis", "allies")}
    return play_out(northafrica.load("aana", "torch", seed=3), bots, rounds=3)


def test_only_two_rounds_are_dated_by_the_rulebook() -> None:
    dates: Any = round_dates().set_index("round")
    assert dates.index[dates["basis"] == "rulebook"].tolist() == [1, 7]
    # 21 January to 8 November 1942 are 291 days: six rounds of 48.5.
    assert dates.loc[3, "start"] == pd.Timestamp("1942-01-21") + pd.Timedelta(days=97)
    assert dates.loc[6, "end"] == pd.Timestamp("1942-11-08")
    assert dates.loc[8:, "start"].isna().all()
    assert pd.isna(dates.loc[7, "end"])
    assert set(dates.loc[8:, "basis"]) == {""}
    assert "dates only the start of round 1" in round_dates().attrs["dates"]


def test_a_chosen_end_is_called_chosen() -> None:
    dates: Any = round_dates(end="1943-05-13").set_index("round")
    # 8 November 1942 to 13 May 1943 are 186 days: eight rounds of 23.25.
    assert dates.loc[9, "start"] == pd.Timestamp("1942-11-08") + pd.Timedelta(days=46.5)
    assert dates.loc[14, "end"] == pd.Timestamp("1943-05-13")
    assert set(dates.loc[8:, "basis"]) == {"chosen"}
    assert "Chosen end: 1943-05-13" in round_dates(end="1943-05-13").attrs["dates"]
    with pytest.raises(ValueError, match="1942-11-08 is not after the start of round 7"):
        round_dates(end="1942-11-08")


def test_shares_of_months() -> None:
    shares = list(month_shares(pd.Timestamp("1942-04-16"), pd.Timestamp("1942-06-01")))
    assert shares == [("1942-04", 0.5), ("1942-05", 1.0)]


def shipping(*rows: tuple[str, str, float, float]) -> pd.DataFrame:
    frame = pd.DataFrame(rows, columns=["month", "destination", "tons_shipped", "tons_landed"])
    return frame.assign(source="MEZ")


def test_tons_of_a_round_by_hand() -> None:
    dates = round_dates(2, {1: "1942-04-16", 2: "1942-06-01"})
    months = shipping(("1942-04", "Libya", 3000, 2000), ("1942-05", "Libya", 500, 400))
    first, second = tons_by_round(dates, months).to_dict("records")
    assert (first["tons_shipped"], first["tons_landed"], first["source"]) == (2000, 1400, "MEZ")
    assert math.isnan(second["tons_landed"])  # no end, so no tons


def test_a_month_without_a_figure_is_a_gap_not_a_zero() -> None:
    dates = round_dates(2, {1: "1942-04-16", 2: "1942-06-01"})
    (gap, _) = tons_by_round(dates, shipping(("1942-04", "Libya", 3000, 2000))).to_dict("records")
    assert math.isnan(gap["tons_landed"])
    blank = shipping(("1942-04", "Libya", 3000, 2000), ("1942-05", "Libya", 500, math.nan))
    assert math.isnan(tons_by_round(dates, blank)["tons_landed"][0])
    both = shipping(
        ("1942-04", "Libya", 3000, 2000), ("1942-05", "Libya", 5, 4), ("1942-05", "Tunisia", *[math.nan] * 2)
    )
    assert tons_by_round(dates, both)["unknown"].tolist() == ["Tunisia", ""]


def test_six_rounds_hold_the_tons_between_their_dates() -> None:
    # 11 of 31 days of January, February to October whole, 7 of 30 days of November 1942.
    landed: Any = history("axis_shipping").query("destination == 'Libya'").set_index("month")["tons_landed"]
    by_hand = landed["1942-01"] * 11 / 31 + landed["1942-02":"1942-10"].sum() + landed["1942-11"] * 7 / 30
    assert tons_by_round(round_dates())["tons_landed"][:6].sum() == pytest.approx(by_hand)


def test_landings_by_hand() -> None:
    supply: dict[str, Any] = {"resource": "supply", "round": 2, "power": "italy"}
    afloat: dict[str, Any] = supply | {"owner": "italy", "place": "sz13"}
    british: dict[str, Any] = supply | {"power": "uk", "owner": "uk"}
    frame = landings(
        game_of(
            Event("gained", 1, **afloat, amount=10, purpose="deployed"),
            Event("shipped", 2, **afloat, to="tripoli", amount=4, purpose="arrived"),
            Event("destroyed", 3, **(afloat | {"power": "uk"}), amount=5, purpose="sunk"),
            Event("shipped", 4, **supply, place="tripoli", to="sirte", amount=4, purpose="truck"),
            Event("gained", 5, **supply, place="tripoli", amount=7, purpose="set-up"),
            Event("shipped", 6, **british, place="csz_atlantic", to="csz_indian", amount=3),
        )
    )  # fmt: skip
    assert frame.set_index("side")[["round", "loaded", "landed", "sunk"]].to_dict("index") == {
        "axis": {"round": 2, "loaded": 10, "landed": 4, "sunk": 5},
        "allies": {"round": 2, "loaded": 0, "landed": 0, "sunk": 0},
    }


def test_what_was_loaded_has_landed_sunk_or_is_afloat(played: Game) -> None:
    board = played.system.board(played.setting.data)
    afloat = dict.fromkeys(("axis", "allies"), 0)
    for place, stocks in played.state.stocks.items():
        for stock, amount in stocks.items():
            if stock.resource == "supply" and board.spaces[place].kind != "land":
                afloat["axis" if stock.owner in ("germany", "italy") else "allies"] += amount
    total: Any = landings(played).groupby("side")[["loaded", "landed", "sunk"]].sum()
    for side, left in afloat.items():
        assert total.loc[side, "loaded"] == total.loc[side, "landed"] + total.loc[side, "sunk"] + left
    flow = supply_flow(played)
    deployed = flow[(flow["flow"] == "arrived") & (flow["purpose"] == "deployed")]["amount"].sum()
    assert deployed <= total["loaded"].sum() <= flow[flow["flow"] == "arrived"]["amount"].sum()


def test_the_road_adds_up_by_hand() -> None:
    km: Any = road_kilometres().set_index("place")["km"]
    assert km["Benghazi"] == 210 + 250 + 280 + 120 + 160 == 1020  # and the table's own figure for the whole leg
    assert km["Tobruk"] == 1020 + 300 + 170
    assert km["Gazala"] == km["Tobruk"] - 65
    assert km["Mareth"] == -(170 + 150)
    assert km["Algiers"] == -(770 + 830)
    assert abs(km["Alexandria"] - 2100) < 70  # the published whole


def test_the_games_road_runs_from_west_to_east() -> None:
    road: Any = road_of(northafrica.load("aana", "torch", seed=1)).set_index("space")
    assert road["km"].is_monotonic_increasing
    assert list(road.index[[0, -1]]) == ["casablanca", "cairo"]
    assert road.index[road["basis"] == "interpolated"].tolist() == ["oran", "constantine", "mersa_brega"]
    assert 740 < road.loc["mersa_brega", "km"] < 860  # between El Agheila and Agedabia


def test_fronts_of_a_position() -> None:
    # Bir Hachem is not on the road, a truck holds nothing, nobody stands between Sirte and Benghazi.
    found: Any = fronts(northafrica.position(POSITION, seed=1)).query("round == 9").set_index("front")
    assert found.loc["east", ["axis", "allies"]].tolist() == ["sirte", "benghazi"]
    assert found.loc["east", ["axis_km", "allies_km"]].tolist() == [460, 1020]
    assert found.loc["west", ["axis", "allies"]].tolist() == ["tunis", "algiers"]


def test_a_side_that_is_not_there_has_no_front() -> None:
    text = "\n".join(line for line in POSITION.splitlines() if "germany i" not in line and "control g" not in line)
    found: Any = fronts(northafrica.position(text.replace("at sirte: 1 italy infantry\n", ""), seed=1))
    assert set(found["axis"]) == {""}
    assert found["axis_km"].isna().all()


def test_every_turn_of_the_desert_war_is_a_row_of_the_timeline() -> None:
    found, events = campaign_front(), history("timeline")
    assert len(found) == len(TURNS)
    assert found["km"].notna().all()
    assert set(found["event"]) <= set(events["event"])
    assert found["source"].ne("").all()


def test_strength_of_a_position() -> None:
    found = strength(northafrica.position(POSITION, seed=1)).query("round == 9")
    assert found.groupby("side")["count"].sum().to_dict() == {"allies": 6, "axis": 6}


def test_the_frame_of_a_game(played: Game) -> None:
    frame = beside_history(played, end="1943-05-13")
    assert frame["round"].tolist() == [7, 8, 9, 10]  # the tenth has just begun
    assert frame["basis"].tolist() == ["rulebook", *["chosen"] * 3]
    assert frame.attrs["seed"] == 3
    assert "Chosen end" in frame.attrs["dates"]
    assert [n for n, _ in round_ends(played)] == [6, 7, 8, 9, 10]
