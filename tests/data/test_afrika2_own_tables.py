"""One's own tables laid over those of Afrika II: what replaces, what takes away, what is told of a slip."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import northafrica
from northafrica.core.options import DataError
from northafrica.core.pieces import Stock
from northafrica.systems.afrika2.data import load


def write(folder: Path, name: str, *lines: str) -> Path:
    file = folder / name
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return file


def test_single_values_of_a_counter(tmp_path: Path) -> None:
    own = load(write(tmp_path, "units.csv", "id,attack", "4_7arm,10"))
    unit = own.units["4_7arm"]
    assert (unit.attack, unit.defense, unit.move) == (10, 6, 8)  # printed 9-6-8
    assert unit.provenance.confidence == "user"


def test_a_set_up_row_of_count_0_takes_the_printed_row_away(tmp_path: Path) -> None:
    write(tmp_path, "compass.csv", "side,where,kind,count,lost", "cw,a50.15,british_arty_7,0,0", "cw,a51.17,sp,9,0")
    game = northafrica.load("afrika2", "compass_short", seed=1, data=tmp_path)
    assert [piece.kind for piece in game.state.at("a50.15")] == ["7_7arm_spt"]
    assert game.state.stocks["a51.17"] == {Stock("sp", "cw"): 9}  # printed: 3


def test_a_chart_may_be_cut_into_more_lines(tmp_path: Path) -> None:
    own = load(write(tmp_path, "charts.csv", "chart,name,low,high,value", "trucks,axis,1,3,9", "trucks,axis,4,7,3"))
    assert [own.chart("trucks", "axis", turn) for turn in (1, 3, 4, 8)] == [9, 9, 3, 5]  # printed: 3 to turn 7


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("trucks,axis,1,3,9", "column low: trucks of axis must go on with 4"),
        ("trucks,axis,2,7,9", "column low: trucks of axis must go on with 8"),
        ("trucks,cw,20,27,7", "column high: trucks of cw ends here and must reach 28"),
        ("trucks,cw,20,22,7", "column high: trucks of cw ends here and must reach 28"),
        ("port,a36.23,4,7,3", "column high: 7 lies outside 4 to 6"),
        ("trucks,axis,8,7,9", "column high: 7 lies outside 8 to 28"),
    ],
)
def test_a_chart_tells_every_turn_once(tmp_path: Path, line: str, told: str) -> None:
    with pytest.raises(DataError, match=told):
        load(write(tmp_path, "charts.csv", "chart,name,low,high,value", line))


@pytest.mark.parametrize(
    ("name", "head", "line"),
    [
        *(("units.csv", f"id,{column}", "4_7arm,-1") for column in ("attack", "defense", "move", "steps")),
        *(("units.csv", f"id,reduced_{column}", "4_7arm,-1") for column in ("attack", "defense", "move")),
        *(("units.csv", f"id,{column}", "4_7arm,-1") for column in ("crt_shift", "supply_count", "quantity")),
        *(("crt.csv", f"dice,column,{column}", "2,1:4,-1") for column in ("attacker_steps", "attacker_retreat")),
        *(("crt.csv", f"dice,column,{column}", "2,1:4,-1") for column in ("defender_steps", "defender_retreat")),
        ("compass.csv", "side,where,kind,count,lost", "cw,a50.15,7_7arm_spt,-1,0"),
        ("compass.csv", "side,where,kind,count,lost", "cw,a50.15,7_7arm_spt,1,-1"),
    ],
)
def test_a_number_below_nothing_is_refused(tmp_path: Path, name: str, head: str, line: str) -> None:
    with pytest.raises(DataError, match="-1"):
        load(write(tmp_path, name, head, line))


@pytest.mark.parametrize("column", ["Table:3", "3:0", "10:1", "x"])
def test_the_table_of_results_has_no_other_columns(tmp_path: Path, column: str) -> None:
    head = "dice,column,result,attacker_steps,attacker_retreat,defender_steps,defender_retreat,source,confidence"
    with pytest.raises(DataError, match=r"crt\.csv, row 2 .*no others"):
        load(write(tmp_path, "crt.csv", head, f"12,{column},D3r3,0,0,3,3,mine,high"))


@pytest.mark.parametrize("column", ["reduced_attack", "reduced_defense", "reduced_move"])
def test_a_reduced_side_is_given_whole(tmp_path: Path, column: str) -> None:
    # Lehr has one step and so no reduced side
    with pytest.raises(DataError, match="a reduced side has three values"):
        load(write(tmp_path, "units.csv", f"id,{column}", "lehr,1"))
    others = [name for name in ("reduced_attack", "reduced_defense", "reduced_move") if name != column]
    with pytest.raises(DataError, match="a reduced side has three values"):
        load(write(tmp_path, "units.csv", f"id,{','.join(others)}", "lehr,1,1"))


def test_a_set_up_with_a_name_of_its_own_is_refused(tmp_path: Path) -> None:
    file = write(tmp_path, "my-desert.csv", "# follows compass", "side,where,kind,count,lost", "cw,a50.15,7_7arm,1,0")
    for given in (file, tmp_path):
        with pytest.raises(DataError, match="afrika2 takes no set-ups with names of their own"):
            load(given)


def test_a_misspelt_table_is_told_without_a_way_that_is_closed(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"did you mean units\.csv") as told:
        load(write(tmp_path, "unit.csv", "id,attack", "4_7arm,10"))
    assert "set-up of your own" not in str(told.value)


@pytest.mark.parametrize(
    ("name", "head", "line", "told"),
    [
        ("units.csv", "id,supply_count", "buhse,0", r"\(buhse\), column supply_count: write 1 or more"),
        ("units.csv", "id,supply_count", "lrdg,1", r"\(lrdg\), column supply_count: .*write 0"),
        ("units.csv", "id,exploit_capable_reduced", "lehr,yes", r"\(lehr\), column exploit_capable_reduced: .*empty"),
        ("units.csv", "id,exploit_capable", "lehr,maybe", r"\(lehr\), column exploit_capable: 'maybe' is not possible"),
        ("terrain.csv", "terrain,supply", "sand_desert,yes", r"\(sand_desert\), column supply: .*write no"),
    ],
)
def test_a_cell_that_would_mean_nothing_is_refused(tmp_path: Path, name: str, head: str, line: str, told: str) -> None:
    with pytest.raises(DataError, match=told):
        load(write(tmp_path, name, head, line))


@pytest.mark.parametrize(
    ("column", "cell", "told"),
    [
        ("roads", "S:highway", "unknown class 'highway'; known are primary, secondary, track"),
        ("roads", "S:PRIMARY", "unknown class 'PRIMARY'"),
        ("roads", "S", "unknown class ''"),
        ("escarpments", "SE:low:9", "unknown class 'low:9'"),
        ("rivers", "S:minor", "unknown class 'minor'"),
        ("wadis", "S:deep", "write the direction alone, 'S' instead of 'S:deep'"),
        ("forts", "X", "unknown direction 'X'"),
    ],
)
def test_what_lies_on_a_hexside_is_of_a_known_class(tmp_path: Path, column: str, cell: str, told: str) -> None:
    with pytest.raises(DataError, match=re.escape(told)) as error:
        load(write(tmp_path, "hexes.csv", f"id,{column}", f"a1.08,{cell}"))
    assert f"row 2 (a1.08), column {column}: " in str(error.value)
