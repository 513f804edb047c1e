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
from northafrica.core.files import save_text
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
    before = there(tmp_path)
    assert not write_file("new", tmp_path / "a.txt", "note").ok
    with pytest.raises(OSError, match="No space"):
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
    with pytest.raises(OSError, match="No space"):
        Autosave(tmp_path / "game.jsonl").write(northafrica.load("aana", "rommel", seed=1))
    assert there(tmp_path) == before


def test_rights_and_surrogates(tmp_path: Path) -> None:
    target = save_text("a\ud800b", tmp_path / "new" / "a.txt")
    assert target.read_text() == "a?b"
    if os.name == "posix":
        target.chmod(0o640)
        save_text("c", target)
        assert target.stat().st_mode & 0o777 == 0o640


def test_there_is_one_place_that_writes() -> None:
    """`cli/lab.py` unpacks the kit's own files, `pdf.py` writes a page into a folder that is thrown away."""
    writes = re.compile(r"\.write_text\(|\.write_bytes\(|open\([^)]*[\"'][wax]b?[\"']|\.to_csv\(|copyfile\(")
    found = {str(f.relative_to(PACKAGE)) for f in PACKAGE.rglob("*.py") if writes.search(f.read_text(encoding="utf-8"))}
    assert found == {"core/files.py", "cli/lab.py", "lab/printing/pdf.py", "lab/desk/handed_in.py"}


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
