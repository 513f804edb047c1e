"""Files are written whole or not at all, by several writers at once and on a full disk."""

from __future__ import annotations

import os
import re
import threading
from pathlib import Path

import pytest

import northafrica
from northafrica.core import files
from northafrica.core.files import save_text
from northafrica.lab.autosave import Autosave
from northafrica.lab.position_saving import write_file
from northafrica.lab.progress import Progress

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
    assert "No space" in progress.trouble
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
    assert found == {"core/files.py", "cli/lab.py", "lab/pdf.py", "lab/handed_in.py"}
