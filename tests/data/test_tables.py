"""Broken tables must be told in plain words, and a user's own tables must lay over the shipped ones."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from northafrica.core.options import DataError
from northafrica.core.paths import data_path
from northafrica.core.scenario import Tables, read_table
from northafrica.systems.aana.data import load, rows

UNITS = "power,kind,name,category,combat,cost,attack,defense,move,abilities,limit,limit_kind\n"
TANK = "germany,tank,Tank,land,yes,6,5,4,2,blitz;coast_road,10,figures_plus_chips\n"
Write = Callable[[str, str], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def put(name: str, text: str) -> Path:
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8", newline="")
        return file

    return put


def told(file: Path) -> str:
    with pytest.raises(DataError) as caught:
        read_table(file, rows.UnitRow)
    return str(caught.value)


def test_a_shipped_table_is_read_by_its_path() -> None:
    assert read_table(("aana", "units.csv"), rows.UnitRow) == read_table(data_path("aana", "units.csv"), rows.UnitRow)


def test_letters_for_a_number(write: Write) -> None:
    message = told(write("units.csv", UNITS + TANK.replace(",6,", ",six,")))
    assert message.endswith(
        "units.csv, row 2 (germany tank), column cost: 'six' is not a whole number; write a number like 6"
    )


def test_a_fraction_for_a_whole_number(write: Write) -> None:
    assert "column cost: '6.5' is not a whole number" in told(write("units.csv", UNITS + TANK.replace(",6,", ",6.5,")))


def test_an_empty_cell(write: Write) -> None:
    assert "column cost: the cell is empty" in told(write("units.csv", UNITS + TANK.replace(",6,", ",,")))


def test_a_negative_number(write: Write) -> None:
    assert "column cost: '-6' is too small; write at least 0" in told(
        write("units.csv", UNITS + TANK.replace(",6,", ",-6,"))
    )


def test_a_word_that_is_not_a_choice(write: Write) -> None:
    message = told(write("units.csv", UNITS + TANK.replace(",land,", ",water,")))
    assert "column category: 'water' is not possible here; write land, air or sea" in message


def test_neither_yes_nor_no(write: Write) -> None:
    message = told(write("units.csv", UNITS + TANK.replace(",yes,", ",perhaps,")))
    assert "column combat: 'perhaps' is neither yes nor no; write yes or no" in message


def test_a_misspelt_column(write: Write) -> None:
    message = told(write("units.csv", UNITS.replace("attack", "atack") + TANK))
    assert "row 1: unknown column 'atack'; did you mean attack?" in message


def test_a_missing_column(write: Write) -> None:
    message = told(write("units.csv", UNITS.replace("cost,", "") + TANK.replace("6,5", "5")))
    assert "the column cost is missing; add it" in message


def test_a_column_twice(write: Write) -> None:
    assert "column cost stands there twice" in told(write("units.csv", UNITS.replace("move", "cost") + TANK))


def test_a_row_twice_counts_blank_lines(write: Write) -> None:
    message = told(write("units.csv", UNITS + TANK + "\n" + TANK))
    assert "row 4 (germany tank): the same power + kind already stands in row 2" in message


def test_too_many_cells(write: Write) -> None:
    assert "row 2: more cells than headings" in told(write("units.csv", UNITS + TANK.strip() + ",1\n"))


def test_an_empty_file(write: Write) -> None:
    assert "the file is empty" in told(write("units.csv", ""))


def test_no_file(tmp_path: Path) -> None:
    assert "there is no such file" in told(tmp_path / "units.csv")


def test_not_utf8(tmp_path: Path) -> None:
    file = tmp_path / "units.csv"
    file.write_bytes(UNITS.encode() + TANK.replace("Tank", "Pänzer").encode("latin-1"))
    assert "CSV UTF-8" in told(file)


def test_files_of_a_spreadsheet(write: Write) -> None:
    def cells(name: str, text: str) -> list[dict[str, object]]:
        return [row.model_dump() for row in read_table(write(name, text), rows.UnitRow)]

    plain = cells("plain.csv", UNITS + TANK)
    assert cells("windows.csv", "\ufeff" + (UNITS + TANK).replace("\n", "\r\n")) == plain
    semicolons = (UNITS + TANK.replace("blitz;coast_road", '"blitz|coast_road"')).replace(",", ";")
    assert cells("european.csv", semicolons.replace("|", ";")) == plain


def test_overlay_changes_single_cells(write: Write, tmp_path: Path) -> None:
    write("units.csv", "power,kind,cost\nus,tank,5\n")
    data, shipped = load(tmp_path), load()
    tank, before = data.units["us", "tank"], shipped.units["us", "tank"]
    assert (tank.cost, tank.attack, tank.abilities) == (5, before.attack, before.abilities)
    assert tank.provenance.confidence == "user"
    assert data.units["uk", "tank"] == shipped.units["uk", "tank"]
    changed = {name for name, digest in data.digests.items() if digest != shipped.digests[name]}
    assert changed == {"units.csv"}


def test_overlay_adds_and_takes_setup_rows(write: Write, tmp_path: Path) -> None:
    write(
        "rommel.csv",
        "round,power,space,kind,count\n1,italy,sz13,supply_1,3\n1,germany,zella,scout_car,0\n",
    )
    rows_now = {(r.power, r.space, r.kind): r.count for r in load(tmp_path).setups["rommel"]}
    assert rows_now["italy", "sz13", "supply_1"] == 3
    assert ("germany", "zella", "scout_car") not in rows_now


def test_overlay_of_a_number_of_a_space_wins_over_the_default_option(write: Write, tmp_path: Path) -> None:
    write("spaces.csv", "id,stacking_limit\ncairo,12\n")
    data = load(str(tmp_path))
    assert data.stacking_limit("cairo", data.choose()) == 12
    assert data.board["cairo"].provenance["stacking_limit"].confidence == "user"


def overlay_told(folder: Path) -> str:
    with pytest.raises(DataError) as caught:
        load(folder)
    return str(caught.value)


def test_overlay_with_an_unknown_space(write: Write, tmp_path: Path) -> None:
    write("scenarios/torch.csv", "round,power,space,kind,count\n7,germany,tunsi,tank,1\n")
    message = overlay_told(tmp_path)
    assert "torch.csv, row 2 (7 germany tunsi tank), column space: unknown space 'tunsi'" in message
    assert "did you mean tunis" in message


def test_overlay_with_a_piece_the_power_does_not_have(write: Write, tmp_path: Path) -> None:
    write("torch.csv", "round,power,space,kind,count\n7,us,oran,battleship,1\n")
    assert "unknown piece of us 'battleship'" in overlay_told(tmp_path)


def test_overlay_mine_must_face_a_neighbour(write: Write, tmp_path: Path) -> None:
    write("rommel.csv", "round,power,space,kind,count,border\n1,uk,tobruk,land_mine,1,cairo\n")
    assert "column border: unknown neighbour 'cairo'" in overlay_told(tmp_path)


def test_overlay_with_an_unknown_ability(write: Write, tmp_path: Path) -> None:
    write("units.csv", "power,kind,abilities\nuk,tank,blitzz\n")
    assert "unknown ability 'blitzz'; did you mean blitz" in overlay_told(tmp_path)


def test_overlay_new_row_must_be_whole(write: Write, tmp_path: Path) -> None:
    write("units.csv", "power,kind,cost\nus,scout_car,4\n")
    assert "row 2 (us scout_car), column name: the column is missing" in overlay_told(tmp_path)


def test_misspelt_overlay_file(write: Write, tmp_path: Path) -> None:
    write("unit.csv", "power,kind,cost\nus,tank,5\n")
    assert "no table has this name; did you mean units.csv" in overlay_told(tmp_path)


def test_no_overlay_folder(tmp_path: Path) -> None:
    assert "there is no such folder" in overlay_told(tmp_path / "nowhere")


def test_unknown_options() -> None:
    data = load()
    with pytest.raises(DataError, match="unknown option 'tiger_tank'; did you mean tiger_tanks"):
        data.choose({"tiger_tank": "on"})
    with pytest.raises(DataError, match="option cairo_stacking: '12' is not a choice; choose one of 15, 10"):
        data.choose({"cairo_stacking": "12"})


def test_digests_cover_every_table() -> None:
    digests = load().digests
    assert set(digests) == set(Tables("aana").names())
    assert all(len(digest) == 12 for digest in digests.values())
