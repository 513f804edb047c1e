"""Text from files is data: whatever stands in it is shown as it stands, and nothing of it runs."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import ipywidgets as widgets
import pytest

import northafrica
from northafrica.core.html import NOTHING, joined, safe, style, tag, together
from northafrica.core.rulebook import Rule
from northafrica.lab import ExerciseCard, Replay, Stepper, board_picture, handout, make_assignment
from northafrica.lab.exercises.exercise import read_exercises
from northafrica.lab.exercises.progress import Progress
from northafrica.lab.tray.parts import Html

ROOT = Path(__file__).resolve().parents[2]
IMAGE = "<img src=x onerror=\"parent.document.title='taken'\">"
HOSTILE = (
    IMAGE,
    "\"><script>parent.document.title='taken'</script>",
    "' onmouseover='alert(1)",
    "two words & 'quotes' \"both\"",
    "nul \x00 lone \ud800 turned \u202e end",
)
# What the kit's own markup may carry: its style sheets say what to do once they are read.
OWN = {("style", "onload")}


class Looking(HTMLParser):
    """Remembers elements and attributes that only an intruder would bring."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("img", "script", "iframe", "object", "base"):
            self.found.append(tag)
        self.found += [f"{tag} {name}" for name, _ in attrs if name.startswith("on") and (tag, name) not in OWN]


def intruders(markup: str) -> list[str]:
    looking = Looking()
    looking.feed(markup)
    return looking.found


def pages(widget: Any, seen: set[int]) -> Iterator[str]:
    """The markup of every widget below one."""
    if id(widget) in seen:
        return
    seen.add(id(widget))
    if isinstance(widget, widgets.HTML):
        yield widget.value
    for child in getattr(widget, "children", ()):
        yield from pages(child, seen)


def shown(thing: Any) -> str:
    return "\n".join(pages(thing.widget, set()))


@pytest.mark.parametrize("text", HOSTILE)
def test_a_string_in_markup_is_text(text: str) -> None:
    made = [safe(text), tag("p", text), tag("p", title=text), together("a", text), joined("; ", [text, text])]
    made += [style(f".a{{content:'{text}'}}"), Html(text).value]
    rule = Rule("a.b", text, text, text, None, "core", "core")
    made.append(rule._repr_html_())
    for one in made:
        assert intruders(one) == []
        assert "\x00" not in one
        assert one.encode()  # no half of a pair is left


def test_what_was_made_as_markup_stays() -> None:
    assert tag("p", tag("b", "5 < 6"), class_="a", hidden=True, title=None) == '<p class="a" hidden><b>5 &lt; 6</b></p>'
    assert together() == NOTHING == ""
    assert style("a{}</style><script>") == "<style>a{}\\3c /style>\\3c script></style>"


@pytest.mark.parametrize("name", HOSTILE)
def test_seats_and_comments_of_a_record_are_text(name: str, tmp_path: Path) -> None:
    clean = name.encode("utf-8", "replace").decode()
    game = northafrica.load("aana", "rommel", seed=3, seats={"germany": clean, "italy": clean, "uk": "the other"})
    game.play("choose_for_me") if "choose_for_me" in game.legal() else game.play(str(next(iter(game.legal()))))
    game.comment(f"{clean} Answer: {clean}")
    file = tmp_path / "game.jsonl"
    northafrica.save(game, file)
    replay = Replay(file)
    replay.to_last()
    replay.show_answer()
    stepper = Stepper(northafrica.replay(file).game, curtain=True, autosave=None)
    stepper._files.file.value = clean
    stepper._files.make_link()
    page = handout(file, title=clean, text=clean, entry=1)
    for markup in (shown(replay), shown(stepper), page.html, str(board_picture(game).svg)):
        assert intruders(markup) == []
    assert clean in [box.description for box in stepper._seats.boxes.values()]
    assert all(" " not in css for box in stepper._seats.boxes.values() for css in box._dom_classes)
    replay.close()
    stepper.close()


@pytest.mark.parametrize("text", HOSTILE)
def test_exercises_are_text(text: str, tmp_path: Path) -> None:
    words = text.encode("utf-8", "replace").decode().replace("\x00", "")
    quoted = words.replace("\\", "\\\\").replace('"', '\\"')
    file = tmp_path / "quiz.toml"
    file.write_text(
        f'system = "aana"\nscenario = "torch"\n[[exercise]]\nid = "{quoted}"\nkind = "legal"\n'
        f'question = "{quoted}"\norder = "{quoted}"\nhints = ["{quoted}"]\n',
        encoding="utf-8",
    )
    card = ExerciseCard(read_exercises(file), progress=Progress(None))
    card.hint()
    card.answer(words)
    card.solution()
    assert intruders(shown(card)) == []


def test_markup_is_made_in_one_place() -> None:
    """No page shows ipywidgets' own HTML, and no f-string is called markup."""
    for file in (ROOT / "northafrica").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = ast.unparse(node.func)
            assert name != "widgets.HTML", f"{file.name}: use northafrica.lab.tray.parts.Html"
            if name == "Markup" and file.name not in ("html.py", "style.py"):
                assert not isinstance(node.args[0], ast.JoinedStr), f"{file.name}:{node.lineno}"


@pytest.mark.parametrize("name", ["a'b.toml", 'a"b.toml', 'x");print("taken.toml'])
@pytest.mark.parametrize("nbgrader", [False, True])
def test_the_name_of_a_file_is_data_in_an_assignment(name: str, nbgrader: bool, tmp_path: Path) -> None:
    file = tmp_path / "from" / name
    file.parent.mkdir()
    file.write_text(f'scenario = "torch"\nsystem = "aana"\n[[exercise]]\nid = {json.dumps(name)}\n'
                    'kind = "legal"\norder = "end"\n', encoding="utf-8")  # fmt: skip
    book = json.loads(make_assignment(file, tmp_path / "to", nbgrader=nbgrader).read_text(encoding="utf-8"))
    for cell in book["cells"]:
        if cell["cell_type"] == "code":
            calls = [node for node in ast.walk(ast.parse(cell["source"])) if isinstance(node, ast.Call)]
            assert all(ast.unparse(call.func) != "print" for call in calls)
