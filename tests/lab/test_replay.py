"""Replays: walking, comments, lines, records that do not hold."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import northafrica
from northafrica.core.game import Game
from northafrica.core.record import RecordError
from northafrica.lab import Replay
from tests.lab.tables import listening, open_widgets


@pytest.fixture(scope="module")
def game() -> Game:
    found = northafrica.load("aana", "torch", seed=5)
    rng = random.Random(5)
    for n in range(40):
        found.play(found.sample(rng))
        if n == 20:
            found.comment("here the plan goes wrong")
    return found


@pytest.fixture
def replay(game: Game) -> Iterator[Replay]:
    made = Replay(game)
    yield made
    made.close()


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
    twin.play(twin.sample(random.Random(99)))
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
