"""The recorded playthroughs are told as they were; the recorder notices what changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from northafrica.systems import NAMES
from tests.playthrough import BODY, FIRST, FOLDER, difference, first_difference, read_head, recordings, split, write

SHORT = f"{FIRST}\nsystem aana\nscenario torch\nseed 3\ndecisions 4\n{BODY}\n"


@pytest.mark.parametrize("file", recordings(), ids=lambda file: file.relative_to(FOLDER).as_posix())
def test_it_is_told_as_recorded(file: Path) -> None:
    found = difference(file)
    assert not found, f"read tests/playthroughs/README.md\n{found}"


@pytest.mark.parametrize("system", NAMES)
def test_recordings_stay_small(system: str) -> None:
    assert 0 < sum(file.stat().st_size for file in recordings(FOLDER / system)) < 750_000


@pytest.fixture
def short(tmp_path: Path) -> Path:
    file = tmp_path / "short.txt"
    file.write_text(SHORT, encoding="utf-8")
    write(file)
    return file


def test_what_is_written_is_told_again(short: Path) -> None:
    assert first_difference(short) is None
    before = short.read_text(encoding="utf-8")
    write(short)
    assert short.read_text(encoding="utf-8") == before


@pytest.mark.parametrize("line", ["asks: ", "judged: ", "> ", "no: ", "at random: ", "mark "])
def test_a_changed_line_is_noticed(short: Path, line: str) -> None:
    lines = short.read_text(encoding="utf-8").splitlines()
    at = next(n for n, text in enumerate(lines) if text.startswith(line) and n > lines.index(BODY))
    lines[at] += "!"
    short.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert first_difference(short) == (lines[at], lines[at][:-1])


def test_an_order_that_may_not_be_given_ends_the_telling(short: Path) -> None:
    text = short.read_text(encoding="utf-8")
    first = next(line for line in text.splitlines() if line.startswith("order: "))
    short.write_text(text.replace(first, "order: commit", 1), encoding="utf-8")
    found = first_difference(short)
    assert found is not None
    assert found[1] == "the order recorded here may not be given now"


def test_orders_stay_where_they_may(short: Path) -> None:
    top, body = split(short.read_text(encoding="utf-8"))
    first = next(n for n, line in enumerate(body) if line.startswith("order: "))
    assert body[first] != "order: choose_for_me"
    body[first] = "order: choose_for_me"
    short.write_text("\n".join([*top, BODY, *body]) + "\n", encoding="utf-8")
    write(short)
    assert "order: choose_for_me" in short.read_text(encoding="utf-8")
    assert first_difference(short) is None


def test_an_unknown_line_of_the_head_is_an_error() -> None:
    with pytest.raises(ValueError, match="'colour' is no line"):
        read_head([FIRST, "colour blue"])
