"""Texts of a user's own tables - names, titles, notes, sources, rules - are shown as they stand wherever they stand."""

from __future__ import annotations

import ast
import csv
import json
import random
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import northafrica
from northafrica.bots import random_order
from northafrica.core.game import Game
from northafrica.core.html import safe
from northafrica.core.paths import data_path
from northafrica.lab import (
    AttackExplorer,
    BoardMap,
    CombatRolls,
    Losses,
    Luck,
    PositionDesk,
    Replay,
    Stepper,
    SupplyOnHand,
    SupplyPlanner,
    board_picture,
    chart_picture,
    handout,
    heat_chart,
    make_assignment,
    supply_chain_picture,
    supply_picture,
    timeline_picture,
)
from tests.lab.test_hostile_text import IMAGE, intruders, pages

FREE = ("name", "title", "note", "source", "reason", "text", "section", "summary")
HOSTILE = f"{IMAGE}\"'><script>alert(1)</script> \u202e \x1b & @s0{{safe}} $$x$$"
SETTLED = {
    ("events.csv", "text"),
    ("powers.csv", "name"),
    ("options.csv", "name"),
    ("charts.csv", "name"),
    ("tokens.csv", "name"),
}
SYSTEMS = {"aana": "rommel", "afrika2": "crusader"}


def own_tables(system: str, folder: Path) -> Path:
    """Every table of a system, hostile in each cell that holds text for people."""
    origin = Path(str(data_path(system)))
    for file in origin.rglob("*.csv"):
        if file.name == "components.csv":  # takes no rows of one's own
            continue
        rows = list(csv.reader(file.read_text(encoding="utf-8").splitlines(keepends=True)))
        free = [n for n, name in enumerate(rows[0]) if name in FREE and (file.name, name) not in SETTLED]
        for row in rows[1:]:
            for n in free:
                row[n] = f"{row[n]}{HOSTILE}" if n < len(row) else row[n]
        target = folder / file.relative_to(origin)
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("w", encoding="utf-8", newline="") as stream:
            csv.writer(stream).writerows(rows)
    return folder


def played(system: str, data: Path, orders: int = 40) -> Game:
    game, rng = northafrica.load(system, SYSTEMS[system], seed=5, data=data), random.Random(1)
    for _ in range(orders):
        game.play(random_order(game, rng))
    return game


def plain_sinks(widget: Any, seen: set[int]) -> Iterator[str]:
    """Where ipywidgets takes a description for HTML: nowhere, unless somebody asks for it."""
    if id(widget) not in seen:
        seen.add(id(widget))
        if getattr(widget, "description_allow_html", False) or getattr(widget, "tooltip_allow_html", False):
            yield type(widget).__name__
        for child in getattr(widget, "children", ()):
            yield from plain_sinks(child, seen)


@pytest.mark.parametrize("system", SYSTEMS)
def test_texts_of_own_tables(system: str, tmp_path: Path) -> None:
    game = played(system, own_tables(system, tmp_path / "mine"))
    names = game.view().names
    assert any(IMAGE in name for name in names.places.values()), "the names are the hostile ones"
    file = tmp_path / "game.jsonl"
    northafrica.save(game, file)
    tables = [Stepper(game, autosave=None), BoardMap(game), PositionDesk(game), Replay(game)]
    place = next(iter(game.state.pieces))
    for table in (tables[1],):
        table.select(place)
    tables[0].session.why("end")
    for table in tables:
        for markup in pages(table.widget, set()):
            assert intruders(markup) == []
        assert list(plain_sinks(table.widget, set())) == []
    icons = [marker.icon.html for marker in tables[1]._markers.values()]
    assert icons
    pictures = [str(board_picture(game).svg), str(board_picture(game, width=500, focus=[place]).svg)]
    pictures += [str(chart_picture(game, kind).svg) for kind in ("supply", "flow", "losses", "luck", "combat")]
    pages_made = [handout(game, title=HOSTILE, text=HOSTILE).html]
    for markup in (*icons, *pictures, *pages_made):
        assert intruders(markup) == []
        assert "\u202e" not in markup
    for table in tables:
        table.close()


@pytest.mark.parametrize("system", SYSTEMS)
def test_pictures_of_supply_and_attacks(system: str, tmp_path: Path) -> None:
    game = played(system, own_tables(system, tmp_path / "mine"), 60)
    markup = [str(supply_chain_picture(game, "axis").svg)]
    if system == "afrika2":
        markup.append(str(supply_picture(game, "axis").svg))
        planner = SupplyPlanner(game)
        markup += [str(value) for value in pages(planner.widget, set())]
        planner.close()
        if game.system.attack_targets(game.view()):
            explorer = AttackExplorer(game)
            markup += [str(value) for value in pages(explorer.widget, set())]
            explorer.close()
    for one in markup:
        assert intruders(one) == []


@pytest.mark.parametrize("kind", [SupplyOnHand, Losses, Luck, CombatRolls])
def test_no_text_of_a_table_is_the_template_of_a_tooltip(kind: Any, tmp_path: Path) -> None:
    """Bokeh reads a tooltip's own text as HTML and what stands in a column as text."""
    chart = kind(played("aana", own_tables("aana", tmp_path / "mine")))
    for tool in chart.figure.hover:
        for _, value in tool.tooltips:
            assert "<" not in value
            assert "safe" not in value
    chart.close()


def test_the_unit_of_a_chart_is_text_too() -> None:
    frame = pd.DataFrame([[0.25]], index=["a"], columns=["b"])
    chart = heat_chart(frame, unit=IMAGE, percent=False)
    assert all(IMAGE not in value for tool in chart.figure.hover for _, value in tool.tooltips)
    assert IMAGE in chart.source.data["told"][0]


def test_events_and_odds_are_text() -> None:
    row = {"date": IMAGE, "event": IMAGE, "lat": 32.0, "lon": 24.0, "side": IMAGE}
    assert intruders(str(timeline_picture(pd.DataFrame([row]), title=IMAGE).svg)) == []
    answer = replace(northafrica.odds_of("revised", "3 infantry", "2 infantry"), title=IMAGE, notes=(IMAGE,))
    assert intruders(str(safe(answer._repr_html_()))) == intruders(str(answer._repr_html_())) == []


@pytest.mark.parametrize("graded", [False, True])
def test_words_of_an_exercise_in_its_notebook(graded: bool, tmp_path: Path) -> None:
    """A viewer that shows a notebook without a sandbox would run what stands in its words."""
    file = tmp_path / "quiz.toml"
    text = json.dumps(f"{IMAGE} 3 < 4 \x00 \u202e")
    options = "".join(f"[[exercise.options]]\ntext = {json.dumps(IMAGE + n)}\nexpect = {{round = {n}}}\n" for n in "79")
    head = f'system = "aana"\nscenario = "torch"\n[[exercise]]\nid = {json.dumps(IMAGE)}\nkind = "choice"\n'
    file.write_text(f"{head}question = {text}\n{options}", encoding="utf-8")
    book = json.loads(make_assignment(file, tmp_path / "to", nbgrader=graded).read_text(encoding="utf-8"))
    words = "\n".join(cell["source"] for cell in book["cells"] if cell["cell_type"] == "markdown")
    assert intruders(words) == []
    assert not graded or "3 < 4 \ufffd \ufffd" in unescape(words)
    for cell in book["cells"]:
        if cell["cell_type"] == "code":
            ast.parse(cell["source"])
