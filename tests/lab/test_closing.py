"""A cell run again: what it made before is closed, what was done there is kept, figures need nobody to load them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest

import northafrica
from northafrica.core.record import save_record
from northafrica.lab.board.board_map import BoardMap
from northafrica.lab.charts.bokeh_setup import library
from northafrica.lab.charts.game_charts import SupplyOnHand
from northafrica.lab.desk.assignment import Assignment
from northafrica.lab.desk.position_desk import PositionDesk
from northafrica.lab.exercises.exercise_card import ExerciseCard
from northafrica.lab.lesson import attack, play
from northafrica.lab.study.attack_explorer import AttackExplorer
from northafrica.lab.study.supply_planner import SupplyPlanner
from northafrica.lab.table.replay import Replay
from northafrica.lab.table.session import Session
from northafrica.lab.table.stepper import Stepper
from northafrica.lab.tray import closing
from northafrica.lab.tray.closing import Shown
from tests.lab.tables import open_widgets

NOTEBOOKS = Path(__file__).resolve().parents[2] / "notebooks"
EXERCISES = NOTEBOOKS / "aana" / "exercises" / "05-land-combat.toml"
LESSON = (NOTEBOOKS / "afrika2" / "positions" / "04-combat-and-shifts.txt").read_text(encoding="utf-8")
Run = Callable[[str], None]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Run]:
    """Say which cell runs from now on; every time it is another run."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(closing, "_made", {})
    runs: list[str] = []

    def begin(cell: str) -> None:
        runs.append(cell)
        now = cell, f"run {len(runs)}"
        monkeypatch.setattr(closing, "running_cell", lambda: now)

    yield begin
    begin("")


def torch() -> Any:
    return northafrica.load("aana", "torch", seed=7)


MAKERS: dict[str, Callable[[], Shown]] = {
    "stepper": lambda: Stepper(torch()),
    "desk": lambda: PositionDesk(torch()),
    "replay": lambda: Replay(torch(), edit=True),
    "card": lambda: ExerciseCard(EXERCISES),
    "assignment": lambda: Assignment(EXERCISES),
    "map": lambda: BoardMap(torch()),
    "chart": lambda: SupplyOnHand(torch()),
    "planner": lambda: SupplyPlanner(northafrica.position(LESSON)),
    "explorer": lambda: AttackExplorer(northafrica.position(LESSON)),
}


@pytest.mark.parametrize("kind", MAKERS)
def test_a_cell_run_again_leaves_one_of_each(kind: str, run: Run) -> None:
    library()
    run("a")
    first = MAKERS[kind]()
    once = open_widgets()
    for _ in range(3):
        run("a")
        last = MAKERS[kind]()
    assert open_widgets() == once
    assert first.widget.comm is None
    assert last.widget.comm is not None
    last.close()


def test_what_other_cells_and_the_same_run_made_stays(run: Run) -> None:
    run("a")
    here, beside = BoardMap(torch()), BoardMap(torch())
    run("b")
    elsewhere = BoardMap(torch())
    assert [made.widget.comm is not None for made in (here, beside, elsewhere)] == [True] * 3
    run("b")
    again = BoardMap(torch())
    assert [made.widget.comm is not None for made in (here, beside, elsewhere)] == [True, True, False]
    for made in (here, beside, again):
        made.close()


def test_a_map_that_a_page_has_moved_is_closed_whole() -> None:
    """While it moves the page has the style of dragging in the place of its own, and the default one afterwards."""
    before = open_widgets()
    board = BoardMap(torch())
    for style in (board._map.dragging_style, board._map.default_style):
        board._map.set_state({"style": f"IPY_MODEL_{style.model_id}"})
    board.close()
    assert open_widgets() == before


def test_a_part_made_in_another_cell_is_closed_with_the_whole(run: Run) -> None:
    run("a")
    desk = PositionDesk(torch())
    run("b")
    desk.read(LESSON)  # another game: the desk makes another map
    run("b")
    chart = SupplyOnHand(torch())
    assert desk.map.widget.comm is not None
    desk.close()
    chart.close()


def test_a_table_run_again_keeps_the_file_of_the_game_before(run: Run) -> None:
    for seed in range(3):
        run("a")
        table = Stepper(northafrica.load("aana", "torch", seed=seed))
        table.play("choose_for_me")
    files = sorted(path.name for path in Path(".northafrica").iterdir() if "autosave" in path.name)
    copies = ["autosave-aana-torch.older-2.jsonl", "autosave-aana-torch.older.jsonl"]
    assert files == ["autosave-aana-torch.jsonl", *copies]
    table.close()


def test_a_game_played_without_a_file_can_be_taken_up_again(run: Run) -> None:
    run("a")
    Stepper(torch(), autosave=False).play("choose_for_me")
    for _ in range(2):
        run("a")
        table = Stepper(torch(), autosave=False)
    assert table._resume.box.label == "played in this cell before: 1 entries"
    assert table.session.resume(table._before[0]).ok
    assert [str(node.order) for node in table.game.path()[1:]] == ["choose_for_me"]
    table.close()


def test_a_table_over_the_same_game_goes_on(run: Run) -> None:
    game = torch()
    run("a")
    Stepper(game, autosave=False).play("choose_for_me")
    run("a")
    table = Stepper(game, autosave=False)
    assert table.game.at == 1
    assert table._resume.widget.layout.display == "none"
    table.close()


def test_a_position_put_together_comes_back_by_redo(run: Run) -> None:
    run("a")
    desk = PositionDesk(torch())
    desk.add("tobruk", 2, "italy", "infantry")
    made = desk.text
    run("a")
    again = PositionDesk(torch())
    assert again.text != made
    assert "Redo" in again.draft.last.headline
    again.redo()
    assert again.text == made
    again.close()


def test_comments_not_saved_stay_with_their_entries(run: Run, tmp_path: Path) -> None:
    game = torch()
    game.play("choose_for_me")
    file = save_record(game, tmp_path / "game.jsonl")
    run("a")
    replay = Replay(file, edit=True)
    replay.step(1)
    replay.comment("Why there?")
    run("a")
    again = Replay(file, edit=True)
    assert [node.comment for node in again.nodes] == ["", "Why there?"]
    again.close()


def test_the_cell_is_that_of_the_request(monkeypatch: pytest.MonkeyPatch) -> None:
    class Shell:
        request: dict[str, Any] = {}

        def get_parent(self) -> dict[str, Any]:
            return self.request

    shell = Shell()
    monkeypatch.setattr(closing, "get_ipython", lambda: shell)
    header = {"msg_type": "execute_request", "msg_id": "7"}
    shell.request = {"header": header, "metadata": {"cellId": "c1"}}
    assert closing.running_cell() == ("c1", "7")
    shell.request = {"header": header, "metadata": {}}
    assert closing.running_cell() == ("", "7")
    shell.request = {"header": {"msg_type": "comm_msg", "msg_id": "8"}, "metadata": {}}
    assert closing.running_cell() == ("", "")
    monkeypatch.setattr(closing, "get_ipython", lambda: None)
    assert closing.running_cell() == ("", "")


# -- figures ---------------------------------------------------------------------------------------
def sent(html: str) -> Any:
    """What a widget sends as data."""
    found = re.search(r'<script type="application/json">(.*?)</script>', html, re.DOTALL)
    assert found is not None
    return json.loads(found[1])


def test_figures_share_what_draws_them_and_it_outlives_them() -> None:
    first, second = SupplyOnHand(torch()), SupplyOnHand(torch())
    for chart in (first, second):
        assert library() in chart._shown.children
        assert set(sent(chart._shown.children[1].value)) >= {"doc", "root_id"}
    first.close()
    assert library() in second._shown.children
    assert library().comm is not None
    assert "Bokeh" in sent(library().value)
    second.close()


def test_new_numbers_are_drawn_and_the_same_are_not_sent_again() -> None:
    game = torch()
    chart = SupplyOnHand(game)
    before = chart._shown.children[1].value
    chart.update(game)
    assert chart._shown.children[1].value == before
    other = northafrica.load("aana", "rommel", seed=7)
    chart.update(other)
    assert chart._shown.children[1].value != before
    chart.close()


def test_a_title_cannot_end_the_data() -> None:
    from northafrica.lab.charts.chart_data import ChartData, Series
    from northafrica.lab.charts.drawing import BarDrawing

    title = "</script><img src=x onerror=alert(1)>"
    series = (Series("one", (1.0,), "#000000"),)
    chart = BarDrawing(ChartData("bars", title, "x", "y", ("a",), series, "nobody"))
    assert title in json.dumps(sent(chart._shown.children[1].value))
    assert "<img" not in unescape(chart._shown.children[1].value)
    chart.close()


# -- a page's attack -------------------------------------------------------------------------------
FORCES = "1 4_7arm 1 22_gd at a44.18 with 1 7_7arm 1 11_hus at a43.19 with 1 7_7arm_spt at a43.20"


def test_an_attack_is_told_as_it_stood_after_it_has_been_fought(capsys: pytest.CaptureFixture[str]) -> None:
    session = Session(northafrica.position(LESSON, seed=3))
    before = attack(session, "a44.19", FORCES)
    play(session, "attack a44.19 with " + FORCES, "air 1", "air 2")
    assert "attack a44.19" in [str(node.order)[:13] for node in session.game.path()]
    after = attack(session, "a44.19", FORCES)
    assert before is not None
    assert after is not None
    assert after.svg == before.svg
    capsys.readouterr()
    assert attack(session, "tripoli", "1 22_gd at a44.18") is None
    assert capsys.readouterr().out.startswith("no such attack: ")
