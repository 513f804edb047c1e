"""Charts of odds and luck: the numbers of the answer, whole pictures, signals besides colour."""

from __future__ import annotations

import math
import xml.etree.ElementTree as ET

import pandas as pd
import pytest

import northafrica
from northafrica.analysis import battle_grid, luck_rolls, one_more, sub_battles
from northafrica.analysis.battles import MEASURES, variants
from northafrica.bots import play_out, player
from northafrica.core.game import Game
from northafrica.lab.charts import odds_data
from northafrica.lab.charts.chart_data import luck_data
from northafrica.lab.charts.chart_svg import chart_picture, odds_picture
from northafrica.lab.charts.game_charts import Luck
from northafrica.lab.charts.odds_charts import (
    heat_chart,
    round_chart,
    survivor_chart,
    swing_chart,
    value_chart,
    worth_chart,
)  # fmt: skip
from northafrica.odds.answer import Answer, Ends, Force
from northafrica.odds.told import OddsError


def answer(kinds: int = 1) -> Answer:
    """Two tanks (and a gun) against an infantry: a win with a tank lost, a win without, a defeat."""
    rows = {
        ("win", (2, *[1] * (kinds - 1)), (0,), True): 0.5,
        ("win", (1, *[0] * (kinds - 1)), (0,), True): 0.25,
        ("lose", (0, *[0] * (kinds - 1)), (1,), False): 0.25,
    }
    names, start, values = ("tank", "anti_tank_gun")[:kinds], (2, 1)[:kinds], (6.0, 4.0)[:kinds]
    return Answer(Force(names, start, values), Force(("infantry",), (1,), (3.0,)), Ends.of(rows), "RP",
                  lambda: (0.0, 0.5, 0.3, 0.2), title="a battle")  # fmt: skip


def grid() -> pd.DataFrame:
    found = pd.DataFrame([[0.5, 0.25], [0.75, math.nan]], index=[1, 2], columns=[1, 2])
    found.index.name, found.columns.name = "attackers", "defenders"
    return found


def worth() -> pd.DataFrame:
    rows = [("attacker", "tank", 6.0, 0.05, 0.05 / 6), ("defender", "infantry", 3.0, -0.01, -0.01 / 3)]
    found = pd.DataFrame(rows, columns=["side", "unit", "value", "gain", "gain_per_value"])
    found.attrs.update(title="a battle", value_unit="RP")
    return found


KINDS = {"survivors": answer, "kinds": answer, "rounds": answer, "value": answer, "swing": answer,
         "heat": grid, "worth": worth}  # fmt: skip


@pytest.fixture(scope="module")
def game() -> Game:
    found = northafrica.load("aana", "torch", seed=11)
    play_out(found, {seat: player("rule", seat) for seat in dict.fromkeys(found.setting.seats.values())}, 2)
    return found


# -- numbers -------------------------------------------------------------------------------------------
def test_survivors_by_hand() -> None:
    data = odds_data.survivor_bars(answer())
    assert data.categories == ("0", "1", "2")
    assert data.series[0].values == pytest.approx((25, 25, 50))
    assert data.series[1].values == pytest.approx((75, 25, 0))
    assert data.series[0].name == "attacker, 1.2 on average"  # 1.25


def test_survivors_by_kind_leave_out_what_cannot_be() -> None:
    data = odds_data.survivor_table(answer(2))
    gun = next(series for series in data.series if series.name == "attacker anti tank gun")
    assert gun.values[:2] == pytest.approx((50, 50))
    assert math.isnan(gun.values[2])
    assert data.written(gun.values[2]) == "–"


def test_rounds_add_up() -> None:
    over, ends = odds_data.round_curve(answer()).series
    assert ends.values == pytest.approx((50, 30, 20))
    assert over.values == pytest.approx((50, 80, 100))


def test_value_lost_by_hand() -> None:
    data = odds_data.value_bars(answer())
    found = dict(zip(data.categories, data.series[0].values, strict=True))
    assert (found["0"], found["6"], found["12"]) == pytest.approx((50, 25, 25))
    assert sum(found.values()) == pytest.approx(100)
    few = odds_data.value_bars(answer(), bins=4)
    assert few.categories == ("0–4", "5–9", "10–14")
    assert few.series[0].values == pytest.approx((50, 25, 25))


def test_swing_by_hand() -> None:
    # +3 half the time, 3 - 6 a quarter, 0 - 12 a quarter: -2.25 on average.
    data = odds_data.swing_bars(answer())
    found = {name: value for name, value in zip(data.categories, data.series[0].values, strict=True) if value}
    assert found == pytest.approx({"-12": 25, "-3": 25, "3": 50})
    assert data.series[0].name == "-2.2 on average"


def test_a_grid_asks_every_battle() -> None:
    asked = []

    def battle(n: int, m: int) -> Answer:
        asked.append((n, m))
        return answer()

    frame = battle_grid(battle, (1, 2), (3, 4, 5), "win")
    assert asked == [(1, 3), (1, 4), (1, 5), (2, 3), (2, 4), (2, 5)]
    assert (frame == 0.75).all(axis=None)
    assert (frame.index.name, frame.columns.name) == ("attackers", "defenders")
    assert set(MEASURES) >= {"capture", "win", "swing"}
    with pytest.raises(OddsError, match="capture"):
        battle_grid(battle, (1,), (1,), "captures")


def test_all_sub_battles_at_once_are_those_asked_one_by_one() -> None:
    whole = northafrica.odds_of("revised", "4 infantry, 1 tank", "3 infantry")
    frame = sub_battles(whole)
    assert frame.shape == (5, 3)
    assert frame.loc[5, 3] == pytest.approx(whole.p["win"])
    # First lost first: of three attackers left two are infantry, one is the tank.
    assert frame.loc[3, 2] == pytest.approx(northafrica.odds_of("revised", "2 infantry, 1 tank", "2 infantry").p["win"])
    assert frame.loc[1, 3] == pytest.approx(northafrica.odds_of("revised", "1 tank", "3 infantry").p["win"])
    assert (sub_battles(whole, "lose") + sub_battles(whole, "draw") + frame).to_numpy() == pytest.approx(1)
    ET.fromstring(odds_picture(frame, "heat").svg)
    with pytest.raises(OddsError, match="win, lose, draw"):
        sub_battles(whole, "capture")
    with pytest.raises(OddsError, match="battle_grid"):
        sub_battles(answer())


def test_one_more_of_each_kind() -> None:
    assert list(variants("5 infantry, 2 tank", ("fighter",))) == [
        ("infantry", "6 infantry, 2 tank"),
        ("tank", "5 infantry, 3 tank"),
        ("fighter", "5 infantry, 2 tank, 1 fighter"),
    ]
    assert list(variants("infantry")) == [("infantry", "2 infantry")]


def test_worth_is_the_difference_of_two_battles() -> None:
    frame = one_more("revised", "2 infantry", "1 infantry", also={"attacker": ["tank"]})
    before = northafrica.odds_of("revised", "2 infantry", "1 infantry")
    tank = northafrica.odds_of("revised", "2 infantry, 1 tank", "1 infantry")
    defended = northafrica.odds_of("revised", "2 infantry", "2 infantry")
    assert list(zip(frame["side"], frame["unit"], frame["value"], strict=True)) == [
        ("attacker", "infantry", 3.0), ("attacker", "tank", 5.0), ("defender", "infantry", 3.0),
    ]  # fmt: skip
    assert frame.loc[1, "gain"] == pytest.approx(tank.capture - before.capture)
    assert frame.loc[1, "gain_per_value"] == pytest.approx((tank.capture - before.capture) / 5)
    assert frame.loc[2, "gain"] == pytest.approx(before.capture - defended.capture)
    assert (frame["gain"] > 0).all()
    assert frame.attrs["value_unit"] == "IPC"


def test_a_heat_map_is_written_in_percent() -> None:
    data = odds_data.heat_map(grid(), title="n against m")
    assert [data.written(value) for value in data.series[0].values] == ["50", "25"]
    assert data.written(data.series[1].values[1]) == "–"
    assert data.x_label == "down: attackers; across: defenders"
    plain = odds_data.heat_map(grid(), percent=False, form=".2f")
    assert plain.written(plain.series[0].values[1]) == "0.25"


def test_below_zero_is_shaded_in_another_hue_and_zero_has_no_sign() -> None:
    frame = pd.DataFrame({"a": [2.0, -0.2], "b": [0.0, -2.0], "c": [-1.0, float("nan")]})
    data = odds_data.heat_map(frame, percent=False, form="+.0f", title="gain")
    words = [[data.written(value) for value in series.values] for series in data.series]
    assert words == [["+2", "0", "-1"], ["0", "-2", "–"]]
    root = ET.fromstring(odds_picture(frame, "heat", percent=False, title="gain").svg)
    fills = [rect.get("fill") for rect in root.iter("{http://www.w3.org/2000/svg}rect") if rect.get("stroke-opacity")]
    red, blue = ([int(fill[n : n + 2], 16) for fill in fills] for n in (1, 5))
    assert red[0] < blue[0]  # sky
    assert all(red[n] > blue[n] for n in (2, 3, 4))  # orange
    assert blue[4] < blue[2] < blue[3]  # the further below zero, the stronger
    assert 255 - blue[1] < 10
    assert 255 - red[1] < 10


def test_the_luck_chart_ends_where_the_frame_does(game: Game) -> None:
    data, frame = luck_data(game), luck_rolls(game)
    for series, side in zip(data.series, game.system.sides, strict=True):
        mine = frame[frame["side"] == side]
        assert series.values[-1] == pytest.approx(mine["running"].iloc[-1])
        assert series.band()[-1] == pytest.approx((-mine["running_sigma"].iloc[-1], mine["running_sigma"].iloc[-1]))
    assert len(data.categories) == len(frame)


# -- pictures ------------------------------------------------------------------------------------------
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("kind", KINDS)
def test_pictures_are_whole_and_say_their_numbers(kind: str, theme: str) -> None:
    root = ET.fromstring(odds_picture(KINDS[kind](), kind, theme=theme).svg)
    assert root.find("{*}title").text
    assert root.find("{*}desc").text
    assert "nan" not in ET.tostring(root, encoding="unicode")


def test_bars_differ_by_more_than_colour() -> None:
    svg = odds_picture(answer(), "survivors").svg
    assert svg.count("<pattern") == 2
    lines = odds_picture(answer(), "rounds").svg
    assert lines.count("stroke-dasharray") >= 2
    assert "<circle" in lines
    assert "<polygon" in lines
    cells = ET.fromstring(odds_picture(grid(), "heat").svg)
    assert {"50", "25", "75"} <= {text.text for text in cells.iter("{http://www.w3.org/2000/svg}text")}


def test_a_negative_bar_hangs_below_the_line() -> None:
    root = ET.fromstring(odds_picture(worth(), "worth").svg)
    bars = [rect for rect in root.iter("{http://www.w3.org/2000/svg}rect") if rect.find("{*}title") is not None]
    heights = [float(rect.get("height")) for rect in bars]
    assert len(bars) == 4
    assert all(height > 0 for height in heights)
    lowest = max(float(rect.get("y")) + float(rect.get("height")) for rect in bars)
    first = bars[0]
    assert lowest > float(first.get("y")) + float(first.get("height"))


def test_an_unknown_chart_is_named() -> None:
    with pytest.raises(ValueError, match="survivors"):
        odds_picture(answer(), "pie")


def test_luck_is_a_chart_of_a_game(game: Game) -> None:
    ET.fromstring(chart_picture(game, "luck").svg)
    ET.fromstring(chart_picture(northafrica.load("aana", "torch", seed=1), "luck").svg)
    chart = Luck(northafrica.load("aana", "torch", seed=1))
    source = chart.source
    chart.update(game)
    assert chart.source is source
    assert len(source.data["s0"]) == len(luck_rolls(game))
    chart.close()


def test_charts_show_the_same_numbers_as_their_twins() -> None:
    for made in (
        survivor_chart(answer()), survivor_chart(answer(2), by_kind=True), round_chart(answer()),
        value_chart(answer()), swing_chart(answer(), theme="dark"), heat_chart(grid(), title="n against m"),
        worth_chart(worth()),
    ):  # fmt: skip
        assert made.data.title in repr(made)
        ET.fromstring(made.svg())
        assert made.picture().svg == made.svg()
        assert made.data.title in made._numbers.value
        made.close()
