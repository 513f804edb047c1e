"""The stepper without a browser: buttons, banner, curtain, bots, dice, failures, and what an order costs."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import ipywidgets as widgets
import pytest

import northafrica
from northafrica.bots.random import random_order
from northafrica.lab import Answer, Stepper
from northafrica.lab.charts.bokeh_setup import library
from tests.lab.tables import fill, listening, open_widgets

LESSON = Path(__file__).parents[2] / "notebooks" / "aana" / "positions" / "mersa-matruh.txt"
DEAR = 60_000


@pytest.fixture
def table() -> Iterator[Stepper]:
    found = Stepper(northafrica.load("aana", "torch", seed=7), autosave=False)
    yield found
    found.close()


@pytest.fixture
def desk() -> Iterator[Stepper]:
    found = Stepper(northafrica.position(LESSON.read_text()), typed_dice=True, autosave=False)
    yield found
    found.close()


def parts(widget: widgets.Widget) -> Iterator[widgets.Widget]:
    yield widget
    for child in getattr(widget, "children", ()):
        yield from parts(child)


def find(table: Stepper, css: str) -> Any:
    return next(part for part in parts(table.widget) if css in part._dom_classes)


def press(table: Stepper, name: str) -> Answer:
    find(table, f"na-do-{name}").click()
    return table.session.last


def shown(table: Stepper, css: str) -> bool:
    return bool(find(table, css).layout.display != "none")


def words(html: str) -> str:
    return re.sub(r"<[^>]+>", " ", html)


# -- playing -------------------------------------------------------------------------------------------
def test_an_order_from_the_form_is_played_and_told(table: Stepper) -> None:
    assert "choose_for_me" in table.game.legal()
    assert press(table, "choose").ok
    for _ in range(3):
        assert press(table, "next").ok
        assert find(table, "na-do-choose").disabled == ("choose_for_me" not in table.game.legal())
    assert table.game.state.phase == "requisition"
    assert "Round 7 of 14" in words(table._turn.value)
    assert 'aria-current="step"' in table._turn.value
    assert 'role="status"' in table._banner.value


def test_the_banner_tells_whose_decision_it_is_and_why(desk: Stepper) -> None:
    assert "Allies (me) decides" in words(desk._banner.value)
    assert "na-why" in desk._banner.value
    assert "Rules in play" in desk._rules.value
    assert re.search(r"p\.\d+", desk._rules.value)


def attack(desk: Stepper, *, infantry: int) -> None:
    form = desk.form
    form.kind.value = "attack"
    form.pick_place("tobruk")
    units = form.fields["units"]
    wanted = {"infantry": infantry, "artillery": 1, "tank": 2}
    units.count(wanted[some.kind] for some in units.offered)


def test_a_refused_order_shows_rule_page_and_numbers_and_stays_in_the_form(desk: Stepper) -> None:
    press(desk, "next")
    attack(desk, infantry=4)
    text = desk.form.order
    answer = press(desk, "play")
    assert not answer.ok
    shown_text = words(desk._answer.value)
    assert "needs 2 supply" in shown_text
    assert "Supply per five units" in shown_text
    assert re.search(r"p\.\d+", shown_text)
    assert "na-numbers" in desk._answer.value
    assert 'role="alert"' in desk._answer.value
    assert desk.form.order == text
    before = desk._answer.value
    press(desk, "why")
    assert desk._answer.value != before


def test_a_plan_is_listed_and_its_lines_are_dropped(desk: Stepper) -> None:
    press(desk, "next")
    attack(desk, infantry=2)
    assert press(desk, "play").ok
    rows = desk._plan.widget.children
    assert len(rows) == 2
    assert "attack tobruk" in rows[1].children[1].value
    assert desk.map._arrows.data["features"]
    rows[1].children[0].click()
    assert desk.session.last.ok
    assert desk._plan.widget.children == ()


def test_typed_dice_wrong_and_right(desk: Stepper) -> None:
    press(desk, "next")
    attack(desk, infantry=2)
    press(desk, "play")
    press(desk, "next")
    desk.play("fight paying 1 tobruk")
    assert desk.game.chance is not None
    assert shown(desk, "na-dice")
    assert desk.form.widget.layout.display == "none"
    for dice in ("0", "11", "x", "²", "1 2 3 4 5 6", "", "-1", "99999999999999"):
        desk._dice.dice.value = dice
        assert not press(desk, "dice").ok
        assert desk.session.last.ruling is not None
        assert desk._dice.dice.value == dice
    desk._dice.dice.value = "10"
    assert press(desk, "dice").ok
    assert desk._dice.dice.value == ""
    assert press(desk, "throw").ok
    find(desk, "na-typed").value = False
    assert desk.game.chance is None
    assert desk.form.widget.layout.display == ""


def test_undo_redo_branch_switch_compare(table: Stepper) -> None:
    table.play("choose_for_me")
    table.play("end")
    first = table.game.state
    press(table, "undo")
    press(table, "redo")
    assert table.game.state == first
    assert not shown(table, "na-lines")
    assert not shown(table, "na-do-compare")
    press(table, "undo")
    press(table, "branch")
    assert shown(table, "na-lines")
    press(table, "compare")
    assert "line 2" in table._table.value
    table._lines.value = 0
    assert table.game.state == first
    before = table.game.at
    press(table, "undo-all")
    assert table.game.at == before, "it asks first"
    assert shown(table, "na-undo-all")
    press(table, "undo-all-no")
    assert table.game.at == before
    assert not shown(table, "na-undo-all")
    press(table, "undo-all")
    assert press(table, "undo-all-yes").ok
    assert table.game.at == 0


def test_keys_in_the_text_line_and_public_calls(table: Stepper) -> None:
    table.form.text.value = "choose_for_me"
    table.form.text._handle_custom_msg({"event": "submit"}, [])
    assert table.session.last.headline.startswith("played: choose_for_me")
    assert str(table.why("buy 1 tank")).startswith("refused: buy 1 tank")
    assert table.undo().ok
    assert table.redo().ok
    assert table.branch(3).ok
    assert not table.roll(3).ok
    assert table.play("no such order").headline.startswith("not understood")


def test_the_map_fills_the_form_and_highlights_what_fits(desk: Stepper) -> None:
    press(desk, "next")
    desk.form.kind.value = "attack"
    assert set(desk.map._targets) == {"tobruk", "kasserine_pass", "mersa_matruh", "algiers"}, "targets and origins"
    desk.map._picked("tobruk")
    assert desk.form.order.startswith("attack tobruk from mersa_matruh")
    desk.map._picked("mersa_matruh")
    assert "what may be done here" in desk._advice.value
    desk.map._picked("sz05")
    assert desk._advice.value == ""


# -- seats ---------------------------------------------------------------------------------------------
def test_bots_answer_when_they_sit_there() -> None:
    table = Stepper(northafrica.load("aana", "rommel", seed=3), seats={"axis": "rule"}, autosave=False)
    assert table.session.my_turn or table.game.chance is not None
    assert table.game.seat == "allies"
    rng = random.Random(1)
    for _ in range(15):
        assert table.play(random_order(table.game, rng)).ok
        assert table.game.seat in ("allies", "")
    assert press(table, "bots-turn").ok
    find(table, "na-seat-axis").value = "me"
    assert table.session.is_mine("axis")
    find(table, "na-seat-allies").value = "random"
    assert table.game.seat == "axis"
    table.close()


def test_begin_waits_for_the_button() -> None:
    table = Stepper(northafrica.load("aana", "rommel", seed=3), seats={"allies": "rule"}, begin=True, autosave=False)
    assert table.game.at == 0
    assert table._controls.layout.display == "none"
    press(table, "begin")
    assert table._controls.layout.display == ""
    assert table.game.at > 0
    table.close()


def test_the_curtain_falls_between_two_people_only() -> None:
    game = northafrica.load("aana", "rommel", seed=3)
    table = Stepper(game, curtain=True, autosave=False)
    rng, first = random.Random(3), game.seat
    while table.game.seat == first:
        table.play(random_order(table.game, rng))
    assert table._board.layout.display == table._panel.layout.display == "none"
    assert "Hand over to" in table._hand.value
    log = table._log.value
    table.session.undo()
    table.refresh()
    assert table._board.layout.display == ""
    table.redo()
    assert table._board.layout.display == "none"
    press(table, "lift")
    assert table._board.layout.display == ""
    assert table._log.value != log
    assert table.map.seat == table.game.seat
    find(table, "na-curtain").value = False
    assert table.map.seat == ""
    table.close()
    lone = Stepper(northafrica.load("aana", "rommel", seed=3), seats={"allies": "rule"}, curtain=True, autosave=False)
    for _ in range(30):
        if lone.game.choice is not None:
            lone.play(random_order(lone.game, rng))
        assert lone._board.layout.display != "none"
    lone.close()


def test_the_end_tells_who_won_and_by_which_rule() -> None:
    game = northafrica.load("aana", "torch", seed=4)
    rng = random.Random(4)
    while game.choice is not None:
        game.play(random_order(game, rng))
    table = Stepper(game, autosave=False)
    assert game.outcome is not None
    told = words(table._banner.value)
    assert "The game is over" in told
    assert game.outcome.reason in told
    assert all(rule in table._banner.value for rule in game.outcome.rules)
    assert not press(table, "next").ok
    assert not press(table, "bot").ok
    assert press(table, "undo").ok
    table.close()


# -- what goes wrong -----------------------------------------------------------------------------------
def test_a_failing_card_leaves_the_game_as_it_was(table: Stepper, monkeypatch: pytest.MonkeyPatch) -> None:
    table.play("choose_for_me")
    node, entries = table.game.node, len(table.game.tree.nodes)

    def fail(*_: object) -> None:
        raise ValueError("no card today")

    with monkeypatch.context() as patch:
        patch.setattr(type(table.game.system), "card", fail)
        assert not table.play("end").ok
        assert not press(table, "next").ok
        assert "no card today" in table._answer.value
        table.map._picked("tobruk")
        assert table.game.node is node
        assert len(table.game.tree.nodes) == entries
    assert table.play("end").ok


def test_a_failing_bot_and_a_failing_form_are_told(table: Stepper, monkeypatch: pytest.MonkeyPatch) -> None:
    node = table.game.node
    with monkeypatch.context() as patch:
        patch.setattr("northafrica.bots.rule.RuleBot.order", lambda *_: 1 / 0)
        press(table, "bot")
        assert "ZeroDivisionError" in table._answer.value
        assert table.game.node is not node  # a plain order was given in its place
        press(table, "undo")
        choice, view = table.game.choice, table.game.view(table.game.seat)
        assert choice is not None
        patch.setattr(type(choice.deed(view, table.game.grammar.kinds["place"])), "values", lambda *_: 1 / 0)
        table.form._known.clear()
        table.form.kind.value = "end"
        table.form.kind.value = "place"
        assert "ZeroDivisionError" in table._answer.value
    assert table.game.node is node
    assert press(table, "next").ok


def test_autosave_that_fails_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    table = Stepper(northafrica.load("aana", "torch", seed=7), autosave=tmp_path / "file" / "kept.jsonl")
    assert table.play("end").ok
    assert "autosave failed" in table._trouble.value
    table.close()


def test_a_kept_game_is_offered_and_resumed(tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    table = Stepper(northafrica.load("aana", "torch", seed=7), autosave=file)
    assert table._resume.widget.layout.display == "none"
    table.play("choose_for_me")
    table.play("end")
    state = table.game.state
    table.close()
    again = Stepper(northafrica.load("aana", "torch", seed=7), autosave=file)
    assert again._resume.widget.layout.display == ""
    assert "2 entries" in again._resume.box.label
    press(again, "resume")
    assert again.game.state == state
    assert again._resume.widget.layout.display == "none"
    again.close()
    third = Stepper(northafrica.load("aana", "torch", seed=7), autosave=file)
    press(third, "anew")
    assert third._resume.widget.layout.display == "none"
    third.play("end")
    assert "kept.older.jsonl" in third._trouble.value
    third.close()


def test_files_are_saved_opened_uploaded_and_linked(table: Stepper, tmp_path: Path) -> None:
    table.play("choose_for_me")
    find(table, "na-file").value = str(tmp_path / "mine.jsonl")
    assert press(table, "save").ok
    press(table, "undo-all")
    press(table, "undo-all-yes")
    assert press(table, "open-start").ok
    assert table.game.at == 0
    assert "mine.jsonl at its start: verified" in table.session.last.headline
    assert press(table, "redo").ok
    assert table.game.at == 1
    press(table, "undo-all")
    press(table, "undo-all-yes")
    assert press(table, "open").ok
    assert table.game.at == 1
    assert not table.session.open(tmp_path / "mine.jsonl", "end").ok
    find(table, "na-comment").value = "a bold start"
    press(table, "comment")
    assert table.game.node.comment == "a bold start"
    press(table, "download")
    assert "download mine.jsonl" in table._files.link.value
    item = {"name": "sent.jsonl", "type": "", "size": 1, "content": memoryview(table.session.text().encode())}
    table._files.upload.value = ({**item, "last_modified": moment()},)
    assert "loaded sent.jsonl: verified" in table.session.last.headline
    table._files.upload.value = ({**item, "content": memoryview(b"\xff\xfe"), "last_modified": moment()},)
    assert not table.session.last.ok


def moment() -> Any:
    from datetime import UTC, datetime

    return datetime.now(tz=UTC)


# -- costs ---------------------------------------------------------------------------------------------
def test_no_order_sends_much_and_nothing_stays_open() -> None:
    library()  # one for all charts of a kernel: it stays
    before = open_widgets()
    table = Stepper(northafrica.load("aana", "torch", seed=9), autosave=False)
    table._charts.which.value = "Supply on hand"
    rng = random.Random(9)
    for _ in range(80):
        if table.game.choice is None:
            break
        fill(table.form, rng)
        with listening() as sizes:
            table.play(random_order(table.game, rng))
        assert sum(sizes) < DEAR
    with listening() as sizes:
        table.refresh()
    assert sum(sizes) == 0
    table._charts.which.value = "Losses"
    table.close()
    assert open_widgets() == before


@pytest.mark.parametrize("order", ["atack tobruk from siwa", "{kind} 1 infantri"])
def test_an_order_that_cannot_be_given_stays_to_be_mended(order: str) -> None:
    """A misspelt order, and a wrong word further on in one that is asked for."""
    table = Stepper(northafrica.load("aana", "torch", seed=9), autosave=False)
    typed = order.format(kind=table.form.kind.options[0])
    table.form.text.value = typed
    table.form.text._handle_custom_msg({"event": "submit"}, [])
    assert not table.session.last.ok
    assert table.form.order == typed
    table.close()
