"""Collecting loses nobody: hostile names, broken files, what platforms make of file names, spreadsheets."""

from __future__ import annotations

import errno
import io
import json
import os
import re
import zipfile
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from northafrica.cli import main
from northafrica.lab.desk import handed_in as module
from northafrica.lab.desk.assignment import collect
from northafrica.lab.desk.handed_in import _Room as Room
from northafrica.lab.desk.handed_in import clean, save_csv
from northafrica.lab.exercises.exercise import read_exercises
from northafrica.lab.exercises.progress import FORMAT

FILE = Path(__file__).resolve().parents[2] / "notebooks" / "aana" / "exercises" / "02-convoys.toml"
EXERCISES = read_exercises(FILE)


def handed(name: str, **entry: Any) -> str:
    done = {
        EXERCISES[0].id: {"answers": [EXERCISES[0].solution()], "hints": 0, "shown": False, "solved": "2026"} | entry
    }
    return json.dumps({"format": FORMAT, "name": name, "exercises": done})


def put(folder: Path, file: str, text: str | bytes) -> None:
    (folder / file).parent.mkdir(parents=True, exist_ok=True)
    (folder / file).write_bytes(text if isinstance(text, bytes) else text.encode())


PLATFORMS = {
    "Ää Öß_12346_assignsubmission_file_results-aa.json": "Ää Öß",
    "aa_777_8888_results-äë.json": "Äë",
    "Results-Carla.JSON": "Carla",
    "results-dora.json.txt": "Dora",
    "class/Emil_1_file/results-emil.json": "Emil",
    "abgabe.json": "Frieda",
    "results-gert (1).json": "Gert",
}


def test_what_platforms_make_of_names_is_found_by_what_is_inside(tmp_path: Path) -> None:
    for file, name in PLATFORMS.items():
        put(tmp_path, file, handed(name))
    put(tmp_path, "settings.json", "{}")
    put(tmp_path, "essay.docx", b"PK")
    frame = collect(tmp_path, EXERCISES)
    assert set(frame[frame.points > 0]["name"]) == set(PLATFORMS.values())
    taken = frame.attrs["files"]
    assert {file: taken[file] for file in PLATFORMS} == {file: f"results of {name}" for file, name in PLATFORMS.items()}
    assert taken["settings.json"] == taken["essay.docx"] == "no results file, passed over"


def test_a_zip_file_of_a_class_is_read(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "download.zip", "w") as archive:
        archive.writestr("Anna_1/results-anna.json", handed("Anna"))
        archive.writestr("Bert_2/results-bert.json", "{")
        archive.writestr("Bert_2/notes.md", "nothing")
    put(tmp_path, "broken.zip", b"no zip")
    with zipfile.ZipFile(tmp_path / "damaged.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("results-cara.json", handed("Cara") * 50)
    content = bytearray((tmp_path / "damaged.zip").read_bytes())
    content[50:80] = b"\xff" * 30  # within the packed bytes
    (tmp_path / "damaged.zip").write_bytes(content)
    frame = collect(tmp_path, EXERCISES)
    assert set(frame[frame.exercise != ""]["name"]) == {"Anna"}
    assert set(frame[frame.exercise == ""]["file"]) == {
        "broken.zip", "damaged.zip", "download.zip/Bert_2/results-bert.json",
    }  # fmt: skip


OTHER_NAMES = {
    "results-a.txt": "Anna",
    "results-b": "Bert",
    "results-n.json.download": "Nora",
    "results-d.JSON.bak": "Dora",
    "results-cara.json.part": "Cara",
    "123_assignsubmission_file_.txt": "Emil",
    "results-f.TXT": "Fritz",
    "essay.docx.json.html": "Gert",
}


def test_results_are_known_by_what_is_inside_and_never_by_the_name(tmp_path: Path) -> None:
    for file, name in OTHER_NAMES.items():
        put(tmp_path, file, "\ufeff \n" + handed(name))
    with zipfile.ZipFile(tmp_path / "class.zip", "w") as archive:
        for file, name in OTHER_NAMES.items():
            archive.writestr(f"{name}/{file}", handed(f"{name} of the zip"))
        archive.writestr("__MACOSX/._results-a.json", b"\0\5\x16\7")
    frame = collect(tmp_path, EXERCISES)
    assert set(frame["name"]) == {*OTHER_NAMES.values(), *(f"{name} of the zip" for name in OTHER_NAMES.values())}


def packed(**files: str | bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return stream.getvalue()


def test_a_zip_file_of_zip_files_is_read_to_a_depth_and_deeper_ones_are_told(tmp_path: Path) -> None:
    anna, bert = packed(a=handed("Anna")), packed(b=handed("Bert"))
    deep = packed(**{"d.zip": packed(**{"e.zip": packed(**{"f.zip": packed(c=handed("Cara"))})})})
    put(tmp_path, "class.zip", packed(**{"anna.zip": anna, "deep.zip": packed(**{"bert.zip": bert})}))
    put(tmp_path, "far.zip", deep)
    put(tmp_path, "class.zip.download", packed(d=handed("Dora")))
    put(tmp_path, "no-ending", packed(e=handed("Emil")))
    put(tmp_path, "essay.docx", packed(**{"word/document.xml": "<w/>"}))
    frame = collect(tmp_path, EXERCISES)
    assert set(frame[frame.exercise != ""]["name"]) == {"Anna", "Bert", "Dora", "Emil"}
    told = frame[frame.exercise == ""]
    assert list(told["file"]) == ["far.zip/d.zip/e.zip/f.zip"]
    assert "deep" in told["trouble"].iloc[0]
    assert frame.attrs["files"]["essay.docx"] == "no results file, passed over"


def test_zip_files_within_share_one_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inner = packed(**{f"{n}.json": "{" + " " * 3000 + "}" for n in range(20)})
    put(tmp_path, "class.zip", packed(**{f"{n}.zip": inner for n in range(20)}))
    monkeypatch.setattr(module, "_Room", lambda: Room(size=200_000))
    frame = collect(tmp_path, EXERCISES)
    assert "unpack it" in frame["trouble"].iloc[0]
    monkeypatch.setattr(module, "_Room", lambda: Room(files=100))
    frame = collect(tmp_path, EXERCISES)
    assert "more than" in frame["trouble"].iloc[0]


DAMAGED = {
    "cut.txt": handed("cut")[:-20],
    "a": handed("wide").encode("utf-16"),
    "b.html": handed("wide").encode("utf-16-be"),
    "twice.json": '{"format": "' + FORMAT + '", "name": "a", "name": "b", "exercises": {}}',
    "digits": '{"format": "' + FORMAT + '", "exercises": {"x": {"hints": ' + "1" * 6000 + "}}}",
    "next.txt": '{"format": "northafrica progress 2", "exercises": {}}',
    "none.txt": '{"format": "' + FORMAT + '"}',
    "page.htm": "<pre>" + handed("page") + "</pre>",
    "begun": '{\n "format": "northa',
}


def test_damaged_results_are_told_whatever_their_name(tmp_path: Path) -> None:
    for file, text in DAMAGED.items():
        put(tmp_path, file, text)
    others = {
        "lesson.ipynb": '{"cells": ["northafrica"',
        "game.jsonl": '{"northafrica": 1}\n{}',
        "x.txt": "northafrica",
    }
    for file, text in others.items():
        put(tmp_path, file, text)
    frame = collect(tmp_path, EXERCISES)
    assert set(frame["file"]) == set(DAMAGED)
    assert all(trouble.startswith("cannot be read: ") for trouble in frame["trouble"])


BAD = {
    "results-surrogate.json": handed("x").replace('"x"', '"a\\ud800"'),
    "results-cut.json": handed("cut")[:-20],
    "results-empty.json": "",
    "results-latin.json": b"\xff\xfe\x00",
    "results-deep.json": "[" * 200_000,
    "results-list.json": "[]",
    "results-none.json": json.dumps({"format": FORMAT, "name": None, "exercises": {EXERCISES[0].id: 7}}),
    "results-long.json": '{"format": "' + FORMAT + '", "exercises": {"x": {"answers": [' + "1" * 5000 + "]}}}",
}


def test_no_bad_file_takes_the_others_with_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for file, text in BAD.items():
        put(tmp_path, file, text)
    put(tmp_path, "results-anna.json", handed("Anna"))
    table = tmp_path / "out.csv"
    table.write_text("name;exercise;points;of;solved;tries;hints;shown;answer;file;trouble\nold")
    assert main(["collect", str(tmp_path), str(FILE), "--csv", str(table)]) == 1
    said = capsys.readouterr().out
    for file in BAD:
        assert file in said
    assert (tmp_path / "out.csv.older").read_text().endswith("old")
    frame = pd.read_csv(table)
    assert set(frame["file"]) == {*BAD, "results-anna.json"}
    assert frame[frame.name == "Anna"]["points"].sum() == EXERCISES[0].points
    assert not list(tmp_path.glob("*.part*"))


EVIL = "Anna\nBert: 99 of 99 points\x1b[2K\u202etxt\u2028"


def test_a_name_prints_no_line_of_its_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(tmp_path, "results-a.json", handed(EVIL, answers=["\x1b[31m\nx"]))
    main(["collect", str(tmp_path), str(FILE)])
    said = capsys.readouterr().out
    assert "\x1b" not in said
    assert "\u202e" not in said
    assert not [line for line in said.splitlines() if line.startswith("Bert")]
    assert clean("Zoë 王 O'Brien-Šmíd") == "Zoë 王 O'Brien-Šmíd"


@pytest.mark.parametrize("cell", ["=1+1", "+1", "-1", "@x", "\tx", "\rx", "  =HYPERLINK(1)", "\uff1d1"])
def test_no_cell_is_a_formula(tmp_path: Path, cell: str) -> None:
    file = save_csv(pd.DataFrame({"name": [cell, "Äöü"], "points": [-1, 2]}), tmp_path / "a.csv")
    content = file.read_bytes()
    assert content.startswith(b"\xef\xbb\xbf")
    back = pd.read_csv(file, encoding="utf-8-sig")
    assert back["name"][0].startswith("'")
    assert list(back["points"]) == [-1, 2]
    assert back["name"][1] == "Äöü"


@pytest.mark.parametrize("cell", ["a;=cmd|' /C calc'!A0", "9;=1+1", "9; -1", "b\t@x", "c\n+1", '9;"=1+1"'])
def test_no_part_of_a_cell_is_a_formula(tmp_path: Path, cell: str) -> None:
    """A spreadsheet may part a line at `;` or a tab, where the language of its user does."""
    text = save_csv(pd.DataFrame({"name": [cell, "b;c"]}), tmp_path / "a.csv").read_text(encoding="utf-8-sig")
    assert all(part.strip(' "')[:1] not in tuple("=+-@") for part in re.split(r"[;\t\n]", text) if part.strip(' "'))
    assert text.endswith('"b;c"\n'), "every cell stands in quotation marks"


def denied(*_: Any, **__: Any) -> Any:
    raise PermissionError(errno.EACCES, "Permission denied", "/somewhere/else")


def test_what_cannot_be_opened_is_told_in_words_with_its_mend(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder without rights, a file without rights, links that lead nowhere or in a circle: nobody is passed over."""
    put(tmp_path, "results-anna.json", handed("Anna"))
    put(tmp_path, "results-bert.json", handed("Bert"))
    put(tmp_path, "dora/results-dora.json", handed("Dora"))
    (tmp_path / "results-carl.json").symlink_to("nowhere.json")
    (tmp_path / "results-loop.json").symlink_to("results-loop.json")
    put(tmp_path, "broken.zip", b"no zip")
    put(tmp_path, "results-cut.json", "{")
    read, scan = Path.read_bytes, os.scandir
    monkeypatch.setattr(Path, "read_bytes", lambda file: denied() if file.name == "results-bert.json" else read(file))

    def look(place: Any = ".") -> Any:
        if str(place).endswith("dora"):
            raise PermissionError(errno.EACCES, "Permission denied", str(place))
        return scan(place)

    monkeypatch.setattr(os, "scandir", look)
    assert main(["collect", str(tmp_path), str(FILE)]) == 1
    said = capsys.readouterr().out
    for file, told in (
        ("results-bert.json", "this account may not use it; give it the right to"),
        ("dora", "the folder: this account may not use it; give it the right to"),
        ("results-carl.json", "a link that leads nowhere"),
        ("results-loop.json", "put the file itself there"),
        ("broken.zip", "it is damaged, or no zip file; download it again"),
        ("results-cut.json", "it is damaged at line 1, column 2; ask for it again"),
    ):
        assert f"{file}: cannot be read: " in said, file
        assert told in said
    assert "Anna: " in said
    assert not re.search(r"Errno|Permission denied|/somewhere", said)


UNREADABLE = {
    "exercises": ["collect", "in", "none.toml"],
    "exercises that are a folder": ["collect", "in", "in"],
    "class list": ["collect", "in", str(FILE), "--class", "none.txt"],
    "class list that is a folder": ["collect", "in", str(FILE), "--class", "in"],
    "table in a file": ["collect", "in", str(FILE), "--csv", "file/out.csv"],
    "table that is a folder": ["collect", "in", str(FILE), "--csv", "in"],
    "name too long": ["collect", "in", "x" * 300],
    "hand-out": ["handout", "none.txt"],
    "hand-out written over a folder": ["sheet", "aana", "--out", "page.html"],
    "record": ["replay", "x" * 300],
    "record written into a file": ["play", "aana", "torch", "--seed", "1", "--rounds", "1", "--record", "file/x.rec"],
}


@pytest.mark.parametrize("arguments", UNREADABLE.values(), ids=UNREADABLE)
def test_no_command_prints_what_the_system_says_raw(
    arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in" / "folder.toml").mkdir(parents=True)
    (tmp_path / "page.html").mkdir()
    put(tmp_path, "file", "")
    assert main(arguments) == 2
    said = capsys.readouterr().err
    assert not re.search(r"Errno|No such|Is a dir|Not a dir|too long:|\.part", said), said
    assert "; " in said, "what mends it"


def test_who_is_missing_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(tmp_path / "in", "results-anna.json", handed("anna  MAIER"))
    put(tmp_path, "class.txt", "\ufeffAnna Maier\n\nBert\n")
    main(["collect", str(tmp_path / "in"), str(FILE), "--class", str(tmp_path / "class.txt")])
    said = capsys.readouterr().out
    assert "missing: Bert" in said
    assert "missing: Anna" not in said
    assert collect(tmp_path / "in", EXERCISES, ["Carla"]).attrs["missing"] == ["Carla"]


def test_a_link_to_a_folder_is_told(tmp_path: Path) -> None:
    """It is not followed, as it may lead anywhere, in a circle too; who hands in behind it is not passed over."""
    put(tmp_path, "elsewhere/results-anna.json", handed("Anna"))
    put(tmp_path, "in/results-bert.json", handed("Bert"))
    (tmp_path / "in" / "class").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "in" / "circle").symlink_to(tmp_path / "in")
    frame = collect(tmp_path / "in", EXERCISES)
    told = dict(zip(frame.file, frame.trouble, strict=True))
    assert set(told) == {"class", "circle", "results-bert.json"}
    assert "a link to a folder" in told["class"]
    assert "a link to a folder" in told["circle"]


def test_files_of_one_name_in_a_zip_file_are_told_apart(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], recwarn: pytest.WarningsRecorder
) -> None:
    with zipfile.ZipFile(tmp_path / "class.zip", "w") as archive:
        archive.writestr("notes.txt", "nothing")
        for name in ("Ann", "Bob", "Cem"):  # a platform that packs every file as it was called
            archive.writestr("results.json", handed(name))
    frame = collect(tmp_path, EXERCISES)
    assert frame.attrs["files"] == {
        "class.zip": "zip file with 4 files",
        "class.zip/notes.txt": "no results file, passed over",
        "class.zip/results.json (member 2)": "results of Ann",
        "class.zip/results.json (member 3)": "results of Bob",
        "class.zip/results.json (member 4)": "results of Cem",
    }
    assert set(frame["file"]) == {f"class.zip/results.json (member {n})" for n in (2, 3, 4)}
    assert main(["collect", str(tmp_path), str(FILE)]) == 0
    assert "Bob: 1 of" in capsys.readouterr().out


@pytest.mark.skipif(os.name == "nt", reason="no such names there")
def test_files_whose_names_look_the_same_are_told_apart(tmp_path: Path) -> None:
    put(tmp_path, "results-\n.json", handed("Ann"))
    put(tmp_path, "results-\t.json", handed("Bob"))
    taken = collect(tmp_path, EXERCISES).attrs["files"]
    assert taken == {"results-?.json (file 1)": "results of Bob", "results-?.json (file 2)": "results of Ann"}


def test_what_is_said_of_very_many_files_is_summed_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    done = {"answers": ["a"], "hints": 0, "shown": False, "solved": ""}
    strange = {"format": FORMAT, "name": "Anna", "exercises": {f"x{n:02}": done for n in range(60)}}
    put(tmp_path, "results-anna.json", json.dumps(strange))
    with zipfile.ZipFile(tmp_path / "class.zip", "w") as archive:
        for n in range(2000):
            archive.writestr(f"{n:04}.txt", "nothing")
            archive.writestr(f"results-{n:04}.json", "{")
        for n in range(60):
            archive.writestr(f"one/results-{n:02}.json", handed("Bert"))
    assert main(["collect", str(tmp_path), str(FILE)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) < 400
    assert lines.count("  and 1,997 more: no results file, passed over (--json names all)") == 1
    assert lines.count("  and 1,997 more: cannot be read (--json names all)") == 1
    assert [line for line in lines if "x0" in line] == [
        f"results-anna.json: x0{n}: no exercise of that name here" for n in range(3)
    ]
    assert "and 57 more: results-anna.json: no exercise of that name here (--json names all)" in lines
    assert main(["collect", str(tmp_path), str(FILE), "--json"]) == 1
    assert len(json.loads(capsys.readouterr().out)["files"]) == 4062


def test_very_many_files_of_one_name_are_one_line(tmp_path: Path) -> None:
    for n in range(60):
        put(tmp_path, f"results-{n:02}.json", json.dumps(json.loads(handed("Bert")) | {"id": f"{n:08}"}))
    clashes = collect(tmp_path, EXERCISES).attrs["clashes"]
    assert len(clashes) == 1
    assert clashes[0].startswith("one name, 60 files: ")
    assert clashes[0].endswith("; and 20 more")
