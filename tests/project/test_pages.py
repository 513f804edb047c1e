"""The code in the README and in docs runs; what they quote from a file stands there."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])
FENCE = re.compile(r"^( *)```(\w*)\n(.*?)^ *```", re.DOTALL | re.MULTILINE)
QUOTED = re.compile(r"`([\w./-]+\.\w+)`:\n+\Z")
# Files that a page's code names, by the first words of the block that shows them.
FILES = {
    "cases.md": {"my_case.toml": 'title = "The Casablanca example"'},
    "how-a-system-is-added.md": {"two-guards.toml": 'title = "Two guards'},
    "own-data.md": {
        "units.csv": "power,kind,cost,attack",
        "my-desert.csv": "# follows torch",
        "my-tables/units.csv": "power,kind,cost,attack",
        "my-tables/my-desert.csv": "# follows torch",
        "afrika-tables/units.csv": "id,attack,defense",
        "afrika-tables/charts.csv": "chart,name,low,high,value",
        "afrika-tables/compass.csv": "side,where,kind,count,lost",
    },
}


@dataclass(frozen=True)
class Block:
    """A block of code on a page; `quotes` is the file it is an excerpt of, if it is one."""

    language: str
    text: str
    quotes: str | None


def blocks(page: str) -> Iterator[Block]:
    for found in FENCE.finditer(page):
        text = re.sub(rf"^{found[1]}", "", found[3], flags=re.MULTILINE)
        quoted = QUOTED.search(page[: found.start()])
        yield Block(found[2], text, quoted[1] if quoted else None)


def pieces(text: str) -> list[str]:
    """The parts of an excerpt between lines of three dots."""
    return [part for part in re.split(r"^\.\.\.\n", text, flags=re.MULTILINE) if part.strip()]


def source(path: Path) -> str:
    """A file's text; of a notebook, the code of its cells."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".ipynb":
        return text
    return "\n".join("".join(cell["source"]) + "\n" for cell in json.loads(text)["cells"])


def misquoted(block: Block, text: str) -> list[str]:
    """The parts of an excerpt that do not stand in the text, in this order."""
    wrong, at = [], 0
    for part in pieces(block.text):
        found = text.find(part, at)
        if found < 0:
            wrong.append(part)
        else:
            at = found + len(part)
    return wrong


def name(page: Path) -> str:
    return page.name


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_the_code_of_a_page_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = list(blocks(page.read_text(encoding="utf-8")))
    for file, opening in FILES.get(page.name, {}).items():
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).write_text(next(block.text for block in found if block.text.startswith(opening)))
    (tmp_path / "tests").symlink_to(ROOT / "tests")
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for number, block in enumerate(found):
        if block.language == "python" and block.quotes is None:
            exec(compile(block.text, f"{page.name}, block {number}", "exec"), names)


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_what_a_page_quotes_stands_in_the_file(page: Path) -> None:
    for block in blocks(page.read_text(encoding="utf-8")):
        if block.quotes:
            wrong = misquoted(block, source(ROOT / block.quotes))
            assert not wrong, f"{block.quotes} does not hold:\n" + "\n...\n".join(wrong)


def test_the_walk_quotes_every_station() -> None:
    page = (ROOT / "docs" / "how-a-rule-becomes-code.md").read_text(encoding="utf-8")
    quoted = {block.quotes for block in blocks(page)} - {None}
    starts = ("data/aana/rules.csv", "northafrica/systems/", "tests/cases/", "notebooks/")
    assert all(any(file.startswith(start) for file in quoted) for start in starts)
    assert page.count("declare.cost") > 10


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("a = 1\n...\nc = 3\n", []),
        ("a = 1\nc = 3\n", ["a = 1\nc = 3\n"]),
        ("c = 3\n...\na = 1\n", ["a = 1\n"]),
        ("a = 2\n", ["a = 2\n"]),
    ],
)
def test_a_misquotation_is_seen(text: str, wrong: list[str]) -> None:
    assert misquoted(Block("python", text, "x.py"), "a = 1\nb = 2\nc = 3\n") == wrong


def test_blocks_are_read() -> None:
    page = "Look:\n\n`a/b.py`:\n\n```python\nx = 1\n```\n\n  ```\n  y\n  ```\n"
    assert list(blocks(page)) == [Block("python", "x = 1\n", "a/b.py"), Block("", "y\n", None)]
