"""Replays: walking, comments, lines, records that do not hold."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import northafrica
from northafrica.bots.random import random_order
from northafrica.core.game import Game
from northafrica.core.record import RecordError
from northafrica.core.start import make_setting, new_game
from northafrica.lab import Replay
from northafrica.lab.table.remarks import Remark, remark
from northafrica.lab.table.session import Session
from northafrica.lab.table.stepper_text import entry_box
from tests.lab.tables import listening, open_widgets
from tests.toy.game import TOY


@pytest.fixture(scope="module")
def game() -> Game:
    found = northafrica.load("aana", "torch", seed=5)
    rng = random.Random(5)
    for n in range(40):
        found.play(random_order(found, rng))
        if n == 20:
            found.comment("here the plan goes wrong")
    return found


@pytest.fixture
def replay(game: Game) -> Iterator[Replay]:
    made = Replay(game)
    yield made
    made.close()


def test_it_begins_at_the_start_or_where_the_game_was_left(game: Game, tmp_path: Path) -> None:
    twin, left = game.branch(), game.path()[3].n
    twin.goto(left)
    file = northafrica.save(twin, tmp_path / "left.jsonl")
    assert northafrica.replay(file).game.at == left
    begun = northafrica.replay(file, at="start").game
    assert begun.at == 0
    while begun.at != left and begun.node.children:  # redo leads along the line that was left
        begun.redo()
    assert begun.at == left
    for at, place in (("start", 0), ("last", 3), (left, 3), (0, 0)):
        made = Replay(file, at=at)
        assert (made.slider.value, made.game.at) == (place, made.nodes[place].n)
        made.close()
    made = Replay(file)
    click(made, "last-place")
    assert made.slider.value == 3
    click(made, "start")
    assert made.slider.value == 0
    made.close()
    with pytest.raises(ValueError, match="write 'start', 'last' or an entry from 0"):
        Replay(file, at="end")
    with pytest.raises(ValueError, match="'start' or 'last'"):
        northafrica.replay(file, at="end")


def click(replay: Replay, name: str) -> None:
    """Press the button of a name."""
    found = [
        part for box in replay.widget.children for part in getattr(box, "children", ())
        if f"na-replay-{name}" in getattr(part, "_dom_classes", ())
    ]  # fmt: skip
    assert len(found) == 1, name
    found[0].click()


def test_it_walks_by_entries_turns_and_comments(replay: Replay, game: Game) -> None:
    at = game.at
    assert replay.slider.max == len(game.path()) - 1
    assert "Set-up" in replay._told.value
    replay.step(1)
    assert replay.slider.value == 1
    assert str(replay.nodes[1].order).partition(" ")[0] in replay._told.value
    replay.step(-5)
    assert replay.slider.value == 0
    replay.next_turn()
    assert replay.nodes[replay.slider.value].state.power != replay.nodes[0].state.power
    replay.slider.value = 0
    replay.next_comment()
    assert "here the plan goes wrong" in replay._comment.value
    replay.next_comment()
    assert replay.slider.value == replay.slider.max
    assert replay._comment.value == ""
    assert game.at == at
    assert repr(replay) == f"<Replay of {len(game.path())} entries>"


def test_comments_stay_hidden_until_asked_for(game: Game) -> None:
    replay = Replay(game, hide=True)
    assert replay._ask.layout.display == "none"
    replay.next_comment()
    assert replay._comment.value == ""
    assert replay._ask.layout.display == ""
    replay._ask.click()
    assert "goes wrong" in replay._comment.value
    replay.step(1)
    assert replay._comment.value == ""
    replay.close()


def test_a_file_is_replayed_and_an_edited_one_says_so(game: Game, tmp_path: Path) -> None:
    file = northafrica.save(game, tmp_path / "game.jsonl")
    sound = Replay(file)
    assert sound.trouble == ""
    assert len(sound.nodes) == len(game.path())
    sound.close()
    lines = file.read_text().splitlines()
    entry = json.loads(lines[15])
    lines[15] = json.dumps({**entry, "order": "buy 90 supply_1", "dice": None})
    file.write_text("\n".join(lines))
    broken = Replay(file)
    assert broken.trouble.startswith("line 16")
    assert broken.slider.max <= 14
    assert "Not verified" in broken._trouble_box()
    assert "<code>" in broken._trouble_box() or not broken._ruled
    broken.close()
    with pytest.raises(RecordError, match="cannot be read"):
        Replay(tmp_path / "nothing.jsonl")


def test_a_line_undone_is_still_shown_and_lines_are_switched(game: Game) -> None:
    twin = game.branch(seed=3)
    for _ in range(10):
        twin.undo()
    parted = twin.at
    twin.play(random_order(twin, random.Random(99)))
    twin.goto(0)
    replay = Replay(twin)
    assert len(replay.leaves) > 1
    assert replay._lines.layout.display == ""
    lengths = set()
    for leaf in replay.leaves:
        replay._lines.value = leaf
        replay.slider.value = replay.slider.max
        assert replay.game.at == leaf
        lengths.add(len(replay.nodes))
        assert any(node.n == parted for node in replay.nodes)
    assert len(lengths) > 1
    replay.close()


def test_failures_are_told_and_closing_leaves_nothing(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    before = open_widgets()
    replay = Replay(game)
    with monkeypatch.context() as patch:
        patch.setattr(type(game.system), "turn_bar", lambda *_: 1 / 0)
        replay.step(1)
        assert "ZeroDivisionError" in replay._told.value
    with listening() as sizes:
        replay.step(1)
    assert 0 < sum(sizes) < 60_000
    replay.close()
    assert open_widgets() == before


def test_an_answer_is_shown_only_when_asked_for(game: Game) -> None:
    replay = Replay(game.branch())
    replay.step(3)
    replay.comment("Where would you attack?", answer="Nowhere.")
    assert "Where would you attack?" in replay._comment.value
    assert "Nowhere" not in replay._comment.value
    assert replay._answer.layout.display == ""
    replay._answer.click()
    assert "Nowhere." in replay._comment.value
    replay.step(1)
    assert replay._answer.layout.display == "none"
    replay.step(-1)
    assert "Nowhere" not in replay._comment.value
    replay.comment("")
    assert replay._comment.value == ""
    replay.close()


@pytest.mark.parametrize(
    ("comment", "text", "answer"),
    [
        ("Who? Answer: they", "Who?", "they"),
        ("Who?\nAnswer: a\nAnswer: b", "Who?", "a\nAnswer: b"),
        ("Answer: at once", "", "at once"),
        ("No answer: none", "No answer: none", ""),
        ("", "", ""),
    ],
)
def test_a_comment_is_taken_apart(comment: str, text: str, answer: str) -> None:
    assert remark(comment) == Remark(text, answer)
    assert remark(str(Remark(text, answer))) == Remark(text, answer)


def test_comments_are_written_in_the_page_and_saved(game: Game, tmp_path: Path) -> None:
    replay = Replay(game.branch(), edit=True)
    replay.step(2)
    replay._text.value, replay._hidden.value = "What is due now?", "Supply."
    replay._written()
    file = replay.save(tmp_path / "commented.jsonl")
    replay.close()
    again = Replay(file, hide=True)
    assert not again.trouble
    again.step(2)
    assert again._comment.value == ""
    again._ask.click()
    assert "What is due now?" in again._comment.value
    assert "Supply" not in again._comment.value
    again._answer.click()
    assert "Supply." in again._comment.value
    again.close()


def test_decisions_of_a_seat_are_stopped_before(game: Game) -> None:
    replay = Replay(game, seat="axis")
    for _ in range(3):
        replay.next_decision()
        after = replay.nodes[replay.slider.value + 1]
        assert after.seat == "axis"
        assert after.order is not None
        assert replay.game.seat == "axis"
    with pytest.raises(ValueError, match="there are"):
        replay.look_as("nobody")
    replay.close()


def test_a_seat_sees_only_what_it_may_know() -> None:
    played = new_game(make_setting(TOY, "well"), 4)
    played.play("put dune")
    deal = next(event for node in played.path() for event in node.events if event.seen_by == ("east",))
    tile = deal.piece.kind if deal.piece else ""
    node = next(node for node in played.path() if deal in node.events)
    session = Session(played)
    assert f"{tile}" in "".join(session.tell([deal], "east"))
    assert session.tell([deal], "west") == ()
    hidden = replace(node, seat="east", events=(deal,))
    assert "does not see" in entry_box(session, hidden, 5, "west")
    assert "does not see" not in entry_box(session, hidden, 5, "east")
    assert "does not see" not in entry_box(session, hidden, 5)


def test_big_type_for_a_projector(game: Game) -> None:
    replay = Replay(game, projector=True)
    assert "na-projector" in replay.widget._dom_classes
    replay.close()
