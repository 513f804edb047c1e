"""What comes from outside is bounded in size and depth, and told with a clear word before work is done."""

from __future__ import annotations

import json
import os
import zipfile
from pathlib import Path

import pytest

import northafrica
from northafrica.core.cases import CaseError, read_case, run_case
from northafrica.core.options import DataError
from northafrica.core.orders import OrderError
from northafrica.core.position import PositionError, position_head
from northafrica.core.reading import Unreadable, decoded, parse_json, parse_toml, read_text
from northafrica.core.record import RecordError, load_record, write_record
from northafrica.core.scenario import Tables, read_table
from northafrica.lab.desk.assignment import results
from northafrica.lab.desk.handed_in import class_list, handed_in, read_file
from northafrica.lab.desk.position_draft import opened
from northafrica.lab.desk.position_saving import save_exercise
from northafrica.lab.exercises.exercise import read_exercises
from northafrica.lab.exercises.exercise_kinds import ExerciseError
from northafrica.lab.exercises.progress import FORMAT, Progress, ProgressError
from northafrica.lab.table.autosave import look
from northafrica.systems import SYSTEMS
from northafrica.systems.aana.data import rows

POSITION = "northafrica position 1\nsystem aana\nscenario torch\nround 9\npower uk\nphase combat_move\n"
CASE = 'title = "a"\nsystem = "aana"\nscenario = "torch"\n[[do]]\norder = "end"\n'
EXERCISE = 'system = "aana"\nscenario = "torch"\n[[exercise]]\nid = "a"\nkind = "legal"\norder = "end"\n'
DEEP, DIGITS = 30_000, "9" * 5000


@pytest.mark.parametrize("text", ["[" * DEEP, '{"a":' * DEEP, "[" * 60 + "]" * 60, DIGITS, "1e999", "NaN", "Infinity",
                                  '{"a": 1, "a": 1}'])  # fmt: skip
def test_json_that_is_too_deep_or_too_large(text: str) -> None:
    with pytest.raises(Unreadable):
        parse_json(text)


@pytest.mark.parametrize("value", ["[" * DEEP, "{a=" * DEEP, "[" * 60 + "]" * 60, DIGITS, "inf", "0x" + "f" * 5000])
def test_toml_that_is_too_deep_or_too_large(value: str) -> None:
    with pytest.raises(Unreadable):
        parse_toml(f"a = {value}")


def test_keys_of_thousands_of_parts_are_refused_before_they_are_read() -> None:
    with pytest.raises(Unreadable, match="points in one line"):
        parse_toml("a." * 60_000 + "b = 1")
    with pytest.raises(Unreadable, match="deep"):
        parse_toml("[" + "a." * 100 + "a]")


def test_a_key_that_stands_twice_at_the_end_of_a_long_line() -> None:
    """Counting each name among all others would take an hour."""
    text = "{" + ", ".join(f'"{n}": 1' for n in range(100_000)) + ', "99999": 2}'
    with pytest.raises(Unreadable, match="'99999' stands twice"):
        parse_json(text)


def test_sizes() -> None:
    assert decoded(b"\xef\xbb\xbfa\r\nb", 7) == "a\nb"
    with pytest.raises(Unreadable, match="larger than 7 bytes"):
        decoded(b"12345678", 7)
    with pytest.raises(Unreadable, match="byte 2: this is not UTF-8"):
        decoded(b"a\xff")


@pytest.mark.skipif(os.name != "posix", reason="a device that never ends")
def test_a_file_that_never_ends() -> None:
    with pytest.raises(OSError, match="a pipe or a device"):
        read_text(Path("/dev/zero"), 1000)


# -- every reader -----------------------------------------------------------------------------------
@pytest.mark.parametrize("more", [f"seed = {DIGITS}\n", "a = " + "[" * DEEP, "a = " + "{b=" * DEEP, "#" * 1_100_000])
def test_case_and_exercise_files_tell_their_own_error(more: str, tmp_path: Path) -> None:
    file = tmp_path / "a.toml"
    file.write_text(more + "\n" + CASE)
    with pytest.raises(CaseError, match=r"a\.toml"):
        read_case(file)
    file.write_text(more + "\n" + EXERCISE)
    with pytest.raises(ExerciseError, match=r"a\.toml"):
        read_exercises(file)


def test_a_byte_order_mark_is_taken_everywhere(tmp_path: Path) -> None:
    def marked(name: str, text: str) -> Path:
        file = tmp_path / name
        file.write_text("\ufeff" + text, encoding="utf-8")
        return file

    game = northafrica.load("aana", "torch", seed=1)
    assert read_case(marked("case.toml", CASE))["title"] == "a"
    exercises = marked("exercises.toml", EXERCISE)
    assert [exercise.id for exercise in read_exercises(exercises)] == ["a"]
    answer = save_exercise(POSITION + "at tobruk: 1 uk tank\n", exercises, id="a", kind="legal", order="end")
    assert answer.ok, answer
    assert [exercise.id for exercise in read_exercises(exercises)] == ["a"]
    record = marked("game.jsonl", write_record(game))
    assert load_record(record, SYSTEMS).verified
    assert look(record) is not None
    assert opened(marked("position.txt", POSITION))[0].scenario == "torch"
    assert class_list(marked("names.txt", "Anna\nBen\n")) == ["Anna", "Ben"]
    done = Progress(None, "Anna").text()
    assert Progress(marked("progress.json", done)).name == "Anna"
    assert read_file(marked("results-anna.json", done), tmp_path).label == "Anna"
    assert SYSTEMS["aana"].load(marked("units.csv", "power,kind,cost\nus,tank,5\n")).units["us", "tank"].cost == 5


@pytest.mark.parametrize("line", ["at tobruk: 10000 uk infantry", "at tobruk: " + DIGITS + " uk infantry",
                                  "at tobruk: 1 uk infantry" + "#" * 100_000, "stock tobruk: supply 1000000000000",
                                  "at tobruk: " + "," * 200_000 + "x", f"round {DIGITS}",
                                  'stack [{"dice": 1000000000000}]',
                                  f"facts {DIGITS}", "stack " + "[" * DEEP])  # fmt: skip
def test_counts_in_positions(line: str) -> None:
    with pytest.raises(PositionError) as told:
        northafrica.position(f"{POSITION}{line}\n")
    assert len(str(told.value)) < 1000


def test_a_position_of_a_million_letters() -> None:
    with pytest.raises(PositionError, match="at most 1,000,000 letters"):
        position_head(POSITION + "#" * 1_000_000)


@pytest.mark.parametrize("order", ["move " + "1 infantry " * 25_000, "move " + "x" * 1_000_000, "(" * 50_000])
def test_orders_of_fifty_thousand_words(order: str) -> None:
    game = northafrica.load("aana", "torch", seed=1)
    with pytest.raises(OrderError, match="at most 5000 letters"):
        game.check(order)


def test_records(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    file.write_bytes(b"{" * 20_000_001)
    with pytest.raises(RecordError, match=r"game\.jsonl: cannot be read: it is larger"):
        load_record(file, SYSTEMS)
    assert look(file) is None
    file.write_text("[" * DEEP)
    with pytest.raises(RecordError, match="line 1"):
        load_record(file, SYSTEMS)
    assert look(file) is None


def test_progress_and_results(tmp_path: Path) -> None:
    file = tmp_path / "results-anna.json"
    for text in ("[" * DEEP, DIGITS, " " * 5_000_001, f'{{"format": "{FORMAT}", "exercises": ' + '{"a":' * 900):
        file.write_text(text)
        assert read_file(file, tmp_path).trouble
        with pytest.raises(ProgressError):
            Progress(None).take(text if text.strip() else "")
        opened = Progress(file)
        assert "damaged" in opened.trouble
        opened.answered("x", "yes", True)
        assert Progress(file).solved() == ("x",)


def test_a_zip_file_that_unpacks_to_very_much(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "all.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for n in range(41):
            archive.writestr(f"results-{n}.json", " " * 5_000_000)
    found = list(handed_in(tmp_path))
    assert not any(one.raw for one in found)
    assert "200 MB" in found[-1].trouble


# -- tables -----------------------------------------------------------------------------------------
UNITS = "power,kind,name,category,combat,cost,attack,defense,move,abilities,limit,limit_kind\n"


@pytest.mark.parametrize("row", ['germany,tank,"' + "x" * 140_000 + "\n", "germany,tank," + "x" * 6000 + "\n"])
def test_a_cell_without_end(row: str, tmp_path: Path) -> None:
    file = tmp_path / "units.csv"
    file.write_text(UNITS + row)
    with pytest.raises(DataError, match=r"row 2: .*is a quotation mark not closed"):
        read_table(file, rows.UnitRow)


@pytest.mark.parametrize("cost", ["1000000000000", DIGITS])
def test_numbers_in_cells(cost: str, tmp_path: Path) -> None:
    file = tmp_path / "units.csv"
    file.write_text(f"power,kind,cost\nus,tank,{cost}\n")
    with pytest.raises(DataError, match=r"units\.csv, row 2 \(us tank\), column cost") as told:
        SYSTEMS["aana"].load(file)
    assert len(str(told.value)) < 1000


@pytest.mark.skipif(os.name != "posix", reason="links to folders")
def test_folders_in_a_ring(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).symlink_to(tmp_path)
    with pytest.raises(DataError, match="deep in each other"):
        Tables("aana", tmp_path)


def test_folders_of_very_many_files(tmp_path: Path) -> None:
    for n in range(501):
        (tmp_path / f"{n}.csv").touch()
    with pytest.raises(DataError, match="more than 500 tables"):
        Tables("aana", tmp_path)


def test_tables_that_are_folders_or_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "units.csv").symlink_to(tmp_path / "nowhere")
    with pytest.raises(DataError, match="there is no such file"):
        Tables("aana", tmp_path)


# -- shapes -----------------------------------------------------------------------------------------
@pytest.mark.parametrize(("item", "told"), [
    ({"order": 5}, "'order' is a text"),
    ({"order": "end", "dice": {"a": {"b": 1}}}, "'dice' is a list of dice"),
    ({"order": "end", "expect": {"at": "1 uk tank"}}, "'at' is a table"),
    ({"order": "end", "expect": {"stock": {"tobruk": 1}}}, "'stock' is a table of tables"),
    ({"order": "end", "expect": {"events": {"kind": "moved"}}}, "'events' is a list of tables"),
    ({"order": "end", "expect": {"events": [{"rules": [7]}]}}, "'rules' is a list of texts"),
    ({"order": "end", "expect": []}, "'expect' is a table"),
    ({"order": "end", "numbers": []}, "'numbers' is a table"),
    ({"order": "end", "rules": "a"}, "'rules' is a list"),
    ({"order": "end", "dice": [True]}, "'dice' is a list of dice.*, not \\[true\\]"),
    ({"expect": {"round": "1"}}, "'round' is a whole number"),
    ({"expect": {"no_events": [{"plaec": "well"}]}}, "event: 'plaec' is not known"),
    ({"expect": {"legal_values": [{"order": "end", "hass": []}]}}, "legal_values: 'hass' is not known"),
])  # fmt: skip
def test_the_shape_of_a_case_is_told(item: dict[str, object], told: str, tmp_path: Path) -> None:
    raw = {"title": "a", "system": "aana", "scenario": "torch", "do": [item]}
    with pytest.raises(CaseError, match=f"a, item 1.*{told}"):
        run_case(raw, SYSTEMS)


@pytest.mark.parametrize("line", ["place = 7", "what = [1]", 'hints = [["a"]]', "position = 5", "goal = 1"])
def test_the_shape_of_an_exercise_is_told(line: str, tmp_path: Path) -> None:
    file = tmp_path / "e.toml"
    kind = "orders" if "goal" in line else "count"
    own = json.dumps({"place": "tobruk", "what": "supply"})
    others = [f"{key} = {json.dumps(value)}" for key, value in json.loads(own).items() if not line.startswith(key)]
    lines = ['system = "aana"', "[[exercise]]", 'id = "a"', f'kind = "{kind}"', 'question = "?"', line, *others]
    file.write_text("\n".join(lines) + "\n")
    with pytest.raises(ExerciseError, match=rf"e\.toml, exercise 1 'a': '{line.partition(' ')[0]}' is a "):
        read_exercises(file)


def test_a_name_of_a_case_that_no_folder_holds(tmp_path: Path) -> None:
    file = tmp_path / "e.toml"
    for name in ("x" * 5000, "y/" * 150, "a\\u0000b"):
        file.write_text(f'[[exercise]]\nid = "a"\nkind = "legal"\ncase = "{name}"\n')
        with pytest.raises(ExerciseError, match=r"e\.toml, exercise 1 'a'"):
            read_exercises(file)


@pytest.mark.parametrize(
    "name", ["/etc/hostname", "../other/case", "a/../../b.toml", "C:/a.toml", "..\\\\b", "//host/a"]
)
def test_a_case_outside_the_folder_of_a_file_is_refused(name: str, tmp_path: Path) -> None:
    file = tmp_path / "e.toml"
    file.write_text(f'[[exercise]]\nid = "a"\nkind = "legal"\ncase = "{name}"\n')
    with pytest.raises(ExerciseError, match=r"e\.toml, exercise 1 'a': 'case' leads out of the folder.*put the case"):
        read_exercises(file)


def test_a_results_file_of_very_many_exercises_and_a_very_long_name(tmp_path: Path) -> None:
    done = {"answers": ["a"], "hints": 0, "shown": False, "solved": ""}
    raw = {"format": FORMAT, "name": "Anna " * 10_000, "exercises": {f"x{n}": done for n in range(5000)}}
    file = tmp_path / "results-anna.json"
    file.write_text(json.dumps(raw))
    found = list(results(file, ()))
    assert len(found) == 101
    assert found[-1].trouble == "4,900 more exercises that are not here"
    assert {len(one.name) for one in found} == {201}
