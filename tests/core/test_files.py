"""Files are written whole or not at all, by several writers at once and on a full disk."""

from __future__ import annotations

import os
import re
import threading
import time
from pathlib import Path

import pandas as pd
import pytest

import northafrica
from northafrica.core import files
from northafrica.core.files import save_beside, save_text, why
from northafrica.core.scenario import Tables
from northafrica.lab.desk.position_saving import write_file
from northafrica.lab.exercises.exercise import walk
from northafrica.lab.exercises.progress import Progress
from northafrica.lab.table.autosave import Autosave

PACKAGE = Path(northafrica.__file__).parent


def test_readers_see_whole_files_under_four_writers(tmp_path: Path) -> None:
    """With one fixed name for drafts one writer renames what another is still writing."""
    target, texts = tmp_path / "a.json", [letter * 200_000 for letter in "abcd"]
    save_text(texts[0], target)

    def write(text: str) -> None:
        for _ in range(25):
            save_text(text, target)

    writers = [threading.Thread(target=write, args=(text,)) for text in texts]
    for writer in writers:
        writer.start()
    seen = set()
    while any(writer.is_alive() for writer in writers):
        seen.add(target.read_text())
    for writer in writers:
        writer.join()
    assert seen <= set(texts)
    assert [path.name for path in tmp_path.iterdir()] == ["a.json"]


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_space(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files.os, "fsync", no_space)


def there(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in folder.iterdir()}


@pytest.mark.usefixtures("full")
def test_a_full_disk_leaves_all_as_it_was(tmp_path: Path) -> None:
    for name in ("a.txt", "a.txt.older", "game.jsonl", "game.older.jsonl", "progress.json"):
        (tmp_path / name).write_text(name if name != "progress.json" else Progress().text())
    (tmp_path / "a.txt").write_text("northafrica position 1\nsystem aana\n")
    before = there(tmp_path)
    assert "the disk is full" in write_file("new", tmp_path / "a.txt", "position").headline
    with pytest.raises(OSError, match="the disk is full"):
        Autosave(tmp_path / "game.jsonl").write(northafrica.load("aana", "torch", seed=1))
    progress = Progress(tmp_path / "progress.json")
    progress.hinted("x")
    assert "the disk is full; make room" in progress.trouble
    assert there(tmp_path) == before


@pytest.mark.usefixtures("full")
def test_a_full_disk_leaves_an_earlier_game_in_its_place(tmp_path: Path) -> None:
    game = northafrica.load("aana", "torch", seed=1)
    game.play("choose_for_me")
    from northafrica.core.record import write_record

    (tmp_path / "game.jsonl").write_text(write_record(game))
    before = there(tmp_path)
    with pytest.raises(OSError, match="the disk is full"):
        Autosave(tmp_path / "game.jsonl").write(northafrica.load("aana", "rommel", seed=1))
    assert there(tmp_path) == before


def test_rights_and_surrogates(tmp_path: Path) -> None:
    target = save_text("a\ud800b", tmp_path / "new" / "a.txt")
    assert target.read_text() == "a?b"
    if os.name == "posix":
        target.chmod(0o640)
        save_text("c", target)
        assert target.stat().st_mode & 0o777 == 0o640


@pytest.mark.skipif(os.name != "posix", reason="rights and links as POSIX has them")
def test_a_link_stays_a_link_and_what_it_leads_to_is_written(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    link, real = tmp_path / "a.txt", tmp_path / "real" / "a.txt"
    link.symlink_to(real)
    for text in ("one", "two"):
        assert save_text(text, link) == link
        assert link.is_symlink()
        assert real.read_text() == text
    save_beside("ours", link, lambda head: True, "text")
    assert (real.read_text(), (tmp_path / "a.txt.older").read_text()) == ("ours", "two")
    assert [path.name for path in (tmp_path / "real").iterdir()] == ["a.txt"]
    circle = tmp_path / "b.txt"
    circle.symlink_to(circle)
    with pytest.raises(OSError, match=r"b\.txt"):
        save_text("x", circle)
    assert circle.is_symlink()


@pytest.mark.skipif(os.name != "posix", reason="rights and links as POSIX has them")
def test_copies_have_the_rights_of_what_they_are_copies_of(tmp_path: Path) -> None:
    """What only one account may read is read by no other because it was copied, nor written through a link."""
    file = save_text("secret", tmp_path / "a.txt")
    file.chmod(0o600)
    (tmp_path / "a.txt.older").symlink_to(tmp_path / "elsewhere")
    save_beside("new", file, lambda head: True, "text")
    older = tmp_path / "a.txt.older-2"
    assert older.read_text() == "secret"
    assert (older.stat().st_mode & 0o777, file.stat().st_mode & 0o777) == (0o600, 0o600)
    assert not (tmp_path / "elsewhere").exists()


def test_older_copies_are_numbered(tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    for text in ("one", "two", "three", "three", "one", "two"):
        save_beside(text, file, lambda head: True, "table")
    assert there(tmp_path) == {"a.csv": "two", "a.csv.older": "one", "a.csv.older-2": "two", "a.csv.older-3": "three"}


@pytest.mark.usefixtures("full")
def test_what_fails_is_told_with_the_file_and_nothing_else(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="the disk is full") as caught:
        save_text("x", tmp_path / "a.txt")
    assert str(caught.value) == f"{tmp_path / 'a.txt'}: the disk is full; make room and try again"
    assert caught.value.filename == str(tmp_path / "a.txt")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no devices here")
def test_a_device_is_told_by_its_name() -> None:
    with pytest.raises(OSError, match=r"^/dev/full: it is a pipe or a device"):
        northafrica.save(northafrica.load("aana", "torch", seed=1), "/dev/full")


def test_there_is_one_place_that_writes() -> None:
    """`pdf.py` writes a page, `cases.py` the tables a case brings, into a folder that is thrown away."""
    writes = re.compile(r"\.write_text\(|\.write_bytes\(|open\([^)]*[\"'][wax]b?[\"']|\.to_csv\(|copyfile\(")
    found = {str(f.relative_to(PACKAGE)) for f in PACKAGE.rglob("*.py") if writes.search(f.read_text(encoding="utf-8"))}
    assert found == {"core/files.py", "core/cases.py", "lab/printing/pdf.py", "lab/desk/handed_in.py"}


def test_what_a_killed_program_left_is_taken_away_and_never_read(tmp_path: Path) -> None:
    left, fresh = tmp_path / ".a-12345678.part.toml", tmp_path / ".a-abcdefgh.part.toml"
    other = tmp_path / ".b-12345678.part.toml"
    for file in (left, fresh, other):
        file.write_text("[[exercise")
    os.utime(left, (0, 0))
    os.utime(other, (0, 0))
    save_text('system = "aana"\nscenario = "torch"\n[[exercise]]\nid = "a"\nkind = "legal"\norder = "end"\n',
              tmp_path / "a.toml")  # fmt: skip
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([fresh.name, other.name, "a.toml"])
    assert [exercise.id for _, exercise in walk(tmp_path)] == ["a"]
    (tmp_path / ".units-12345678.part.csv").write_text("pow")
    Tables("aana", tmp_path)


@pytest.mark.skipif(os.name != "posix", reason="programs are killed as POSIX does it")
@pytest.mark.parametrize("kind", ["record", "autosave", "progress", "results", "collect"])
def test_killed_while_saving_and_full_disks(kind: str) -> None:
    """A short run; benchmarks/crashes.py kills 200 times and fills 50 disks."""
    from benchmarks import crashes

    assert crashes.run(kind, kills=6, full=4) == []


@pytest.mark.skipif(os.name != "posix", reason="programs are killed as POSIX does it")
def test_that_the_kills_would_find_a_file_half_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same run finds what a plain write damages."""
    from benchmarks import crashes

    def plain(frame: pd.DataFrame, file: Path) -> None:
        with file.open("w", encoding="utf-8") as stream:
            for line in frame.to_csv(index=False).splitlines(keepends=True):
                stream.write(line)
                stream.flush()
                time.sleep(0.002)

    monkeypatch.setattr(crashes, "save_csv", plain)
    assert crashes.run("collect", kills=12, full=0) != []


def test_older_copies_are_numbered_and_what_is_continued_needs_none(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    saved = [save_beside(text, file, str.isalpha, "word") for text in ("one", "oneandmore", "two", "three", "two")]
    assert [one.told for one in saved] == [
        "", "", *(f"what was there is now a.txt.{older}" for older in ("older", "older-2", "older-3"))
    ]  # fmt: skip
    assert there(tmp_path) == {
        "a.txt": "two", "a.txt.older": "oneandmore", "a.txt.older-2": "two", "a.txt.older-3": "three"
    }  # fmt: skip
    assert save_beside("four", file, str.isalpha, "word").older == tmp_path / "a.txt.older-2", "it holds just this"


def test_other_kinds_of_files_stay_as_they_are(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("1 2 3")
    with pytest.raises(FileExistsError, match=r"another file lies there, which is no word; choose another name"):
        save_beside("one", file, str.isalpha, "word")
    assert there(tmp_path) == {"a.txt": "1 2 3"}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_pipes_devices_and_names_that_cannot_be_are_refused_in_words(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for place, told in (
        (pipe, "it is a pipe or a device"),
        ("/dev/zero", "pipe or a device"),
        ("a\0b", "NUL"),
        ("a\ud800", "half a letter"),
    ):
        for save in (save_text, lambda text, file: save_beside(text, file, str.isalpha, "word")):
            with pytest.raises(OSError, match=told) as raised:
                save("x", place)
            assert told in str(raised.value), "not '[Errno None] None'"
            assert told in why(raised.value)
    assert pipe.is_fifo()
