"""Sessions without widgets: whole games, back and forth, several lines, records, bots, and what goes wrong."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import northafrica
from northafrica import bots
from northafrica.bots.random import random_order
from northafrica.core.game import Game
from northafrica.core.orders import Order
from northafrica.core.position import write_position
from northafrica.lab import Answer, Session
from northafrica.lab.table.autosave import Autosave, autosave_for, found_for, look, release
from tests.lab.positions import TWO_SOURCES

UNPAID = "attack tobruk from mersa_matruh with 6 infantry"


def new(scenario: str = "torch", seed: int = 7, **more: object) -> Session:
    return Session(northafrica.load("aana", scenario, seed=seed), **more)  # type: ignore[arg-type]


def play(session: Session, orders: int, seed: int = 3) -> list[Answer]:
    rng = random.Random(seed)
    found = []
    for _ in range(orders):
        if session.game.choice is not None:
            found.append(session.play(random_order(session.game, rng)))
    return found


class Clumsy:
    """A bot that fails after some orders."""

    name = "clumsy"

    def __init__(self, good: int) -> None:
        self.good, self.rng = good, random.Random(1)

    def order(self, game: Game) -> Order:
        self.good -= 1
        if self.good < 0:
            raise RuntimeError("I stumbled")
        return random_order(game, self.rng)


@pytest.mark.parametrize("scenario", ["torch", "rommel"])
def test_a_whole_game_is_played_told_and_kept(scenario: str, tmp_path: Path) -> None:
    session = new(scenario, autosave=tmp_path / "kept.jsonl")
    assert all(answer.ok for answer in play(session, 3000))
    assert session.game.outcome is not None
    assert session.trouble == ""
    assert not session.play("end").ok
    assert not session.my_turn
    loaded = northafrica.replay(tmp_path / "kept.jsonl")
    assert loaded.verified
    assert loaded.game.state == session.game.state


def test_a_refusal_tells_rule_page_and_numbers() -> None:
    session = new()
    for order in ("end", "end", "pay"):
        session.play(order)
    before = session.game.node
    answer = session.why("buy 20 supply_1")
    assert not answer.ok
    assert answer.rule is not None
    assert answer.rule.page
    assert answer.rule.id in str(answer)
    assert session.play("buy 20 supply_1").ruling == answer.ruling
    assert session.game.node is before
    assert "not understood" in session.play("attakc").headline
    assert "not understood" in session.why("").headline


def test_words_that_leave_something_open_are_told_as_such() -> None:
    session = Session(northafrica.position(TWO_SOURCES))
    session.play("commit")
    for answer in (session.why(UNPAID), session.play(UNPAID)):
        assert answer.ruling is None
        assert answer.headline.startswith("not understood: ")
        assert "in reach: Mersa Matruh 3, Cairo 3" in answer.headline


def test_undo_redo_and_undo_all() -> None:
    session = new()
    play(session, 40)
    end, dice = session.game.state, [node.result for node in session.game.path()]
    assert session.undo().ok
    assert session.game.state != end
    assert session.redo().ok
    assert session.game.state == end
    answer = session.undo_all()
    assert answer.headline == "40 orders undone"
    assert session.game.at == 0
    assert not session.undo().ok
    while session.redo().ok:
        pass
    assert session.game.state == end
    assert [node.result for node in session.game.path()] == dice


def test_lines_part_are_switched_saved_and_found_again(tmp_path: Path) -> None:
    session = new()
    play(session, 30)
    first = session.game.at
    for _ in range(5):
        session.undo()
    assert session.branch(seed=99).ok
    play(session, 12, seed=8)
    second = session.game.at
    assert session.switch(0).ok
    assert session.game.at == first
    assert not session.switch(5).ok
    session.switch(1)
    assert session.game.at == second
    session.save(tmp_path / "both.jsonl")
    other = new()
    assert "verified" in other.open(tmp_path / "both.jsonl").headline
    assert other.game.at == second
    assert first in {line.at for line in other.lines}


def test_a_line_keeps_its_own_dice_through_switching_and_typing() -> None:
    session = new()
    play(session, 5)
    session.branch(seed=5)
    luck = session.game.luck
    session.type_dice(True)
    assert session.typed_dice
    session.switch(0)
    assert session.typed_dice
    session.switch(1)
    session.type_dice(False)
    assert session.game.luck is luck


def test_dice_typed_wrong_are_refused_and_right_ones_count() -> None:
    session = new(seed=11)
    session.type_dice(True)
    rng = random.Random(1)
    while session.game.chance is None:
        session.play(random_order(session.game, rng))
    chance, view = session.game.chance, session.game.view()
    wanted, faces = chance.count(view), list(chance.pool(view))
    before = session.game.node
    for dice in ([], [0] * wanted, [11] * wanted, ["x"] * wanted, [1] * (wanted + 1), ["²"] * wanted):
        answer = session.roll(*dice)
        assert not answer.ok
        assert answer.ruling is not None
        assert session.game.node is before
    assert session.roll(*[faces[0]] * wanted).ok
    assert session.game.node is not before
    assert not session.roll(1).ok or session.game.chance is not None
    session.undo()
    assert session.throw().ok or session.game.chance is None


def test_bots_play_their_seats_and_a_turn() -> None:
    session = new("rommel", seats={"allies": bots.player("rule", 1), "axis": bots.player("random", 1)})
    session.bots()
    assert session.game.outcome is not None or session.game.at >= 400
    mine = new("rommel", seats={"allies": bots.player("rule", 1)})
    power = mine.game.state.power
    answer = mine.play_turn(bots.player("rule", 2))
    assert answer.ok
    assert mine.game.state.power != power or mine.game.round != 1
    mine.bots()
    assert mine.my_turn
    at = mine.game.at
    mine.play(random_order(mine.game, random.Random(1)))
    mine.bots()
    mine.undo()
    assert mine.game.at == at


def test_a_bot_that_fails_is_told_and_its_turn_goes_on() -> None:
    """After four orders of its own a plain order is given for each that fails, so that the seat never stands still."""
    session = new("torch", seats={"allies": Clumsy(4)})
    entries = len(session.game.tree.nodes)
    answer = session.bots()
    assert answer.ok
    assert "I stumbled" in answer.lines[0]
    assert "was given for it" in answer.lines[0]
    assert len(session.game.tree.nodes) > entries + 4
    assert session.my_turn or session.game.choice is None
    assert session.seat("allies", "me").ok
    assert not session.seat("nobody", "me").ok


def test_what_fails_while_telling_takes_the_order_back(monkeypatch: pytest.MonkeyPatch) -> None:
    session = new()
    play(session, 6)
    state, at, entries = session.game.state, session.game.at, len(session.game.tree.nodes)

    def fail(*_: object) -> None:
        raise ValueError("no words")

    with monkeypatch.context() as patch:
        patch.setattr("northafrica.lab.table.session.told", fail)
        answers = [session.play(random_order(session.game, random.Random(n))) for n in range(4)]
    assert any("no words" in answer.headline for answer in answers)
    if all(not answer.ok for answer in answers):
        assert session.game.state is state
        assert (session.game.at, len(session.game.tree.nodes)) == (at, entries)
    assert session.play(random_order(session.game, random.Random(1))).ok
    assert session.load(session.text()).headline.endswith(": verified")


def test_broken_records_are_told_and_leave_the_game(tmp_path: Path) -> None:
    session = new()
    play(session, 20)
    game, text = session.game, session.text()
    for broken in ("", "{}", "no record", "[" * 5000, text.replace("aana", "nowhere", 1)):
        assert not session.load(broken).ok
        assert session.game is game
    assert not session.open(tmp_path / "missing.jsonl").ok
    assert not session.save("  ").ok
    lines = text.splitlines()
    edited = json.loads(lines[10])
    edited["digest"] = "000000000000"
    answer = session.load("\n".join([*lines[:10], json.dumps(edited), *lines[11:]]))
    assert "not verified: line 11" in answer.headline
    assert session.game.at == 9


def test_an_edited_order_cites_the_rule() -> None:
    session = new()
    for order in ("end", "end", "pay", "buy 1 infantry"):
        assert session.play(order).ok
    answer = session.load(session.text().replace("buy 1 infantry", "buy 20 supply_1"))
    assert "not verified" in answer.headline
    assert answer.rule is not None


# -- keeping ------------------------------------------------------------------------------------------
def test_autosave_tells_when_it_fails_and_recovers(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    session = new(autosave=tmp_path / "file" / "kept.jsonl")
    assert session.play("end").ok
    assert session.trouble.startswith("autosave failed")
    (tmp_path / "file").unlink()
    assert session.play("end").ok
    assert session.trouble == ""
    assert northafrica.replay(tmp_path / "file" / "kept.jsonl").verified


def test_an_earlier_game_is_never_written_over(tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    old = new(autosave=file)
    play(old, 30)
    long = look(file)
    fresh = new(autosave=file, seed=2)
    assert look(file) == long
    fresh.play("end")
    assert "kept.older.jsonl" in fresh.trouble
    older = look(tmp_path / "kept.older.jsonl")
    assert older is not None
    assert long is not None
    assert older.entries == long.entries
    fresh.play("end")
    assert fresh.trouble == ""
    third = new(autosave=file, seed=3)
    third.play("end")
    assert "kept.older-2.jsonl" in third.trouble
    again = look(tmp_path / "kept.older.jsonl")
    assert again is not None
    assert again.entries == long.entries


@pytest.mark.parametrize("seed", [1, 2])
def test_a_game_without_orders_from_a_position_is_kept_too(tmp_path: Path, seed: int) -> None:
    """Its position is somebody's work, and stands in the head alone."""
    file, ours = tmp_path / "kept.jsonl", northafrica.load("aana", "torch", seed=1)
    ours.play("choose_for_me")
    text = write_position(ours.setting, ours.state)
    northafrica.save(northafrica.position(text, seed=seed), file)
    before = file.read_text()
    session = new(autosave=file)
    session.play("end")
    assert "kept.older.jsonl" in session.trouble
    assert (tmp_path / "kept.older.jsonl").read_text() == before


def test_two_restarts_with_six_orders_each_lose_no_game(tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    play(new(autosave=file), 120)
    whole = file.read_text()
    for seed in (2, 3):
        play(new(autosave=file, seed=seed), 6)
    texts = [path.read_text() for path in tmp_path.iterdir()]
    assert whole in texts
    assert len(texts) == 3
    found = found_for(northafrica.load("aana", "torch", seed=7), Autosave(file))
    assert max(kept.entries for kept in found) == whole.count("\n") - 2


def test_a_game_gone_on_with_after_each_restart_is_kept_once_at_its_longest(tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    play(new(autosave=file), 10)
    for _ in range(3):
        play(new(autosave=file, seed=2), 6)
        again = new(autosave=file)
        again.resume(tmp_path / "kept.older.jsonl")
        play(again, 5)
    assert again.autosave is not None
    assert len(again.autosave.olders()) == 2, "each of the two games once"
    assert file.read_text() == again.text()


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe", b"[1]\n"])
def test_a_damaged_autosave_is_told_at_once_and_set_aside(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "kept.jsonl"
    file.write_bytes(content)
    session = new(autosave=file)
    assert "kept.damaged.jsonl" in session.trouble
    session.play("end")
    assert (tmp_path / "kept.damaged.jsonl").read_bytes() == content
    assert northafrica.replay(file).verified


def test_a_cut_autosave_is_resumed_and_kept_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    play(new(autosave=file), 20)
    lines = file.read_text().splitlines()
    broken = "\ufeff" + "\n".join([*lines[:8], "{cut", *lines[9:]])
    file.write_text(broken, encoding="utf-8")
    later = new(autosave=file)
    assert "not verified" in later.resume(file).headline
    play(later, 3)
    assert broken in [path.read_text(encoding="utf-8") for path in tmp_path.iterdir()]
    assert northafrica.replay(file).verified


def test_two_programs_do_not_share_a_file(tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    one = new(autosave=file)
    one.play("end")
    file.write_text("another program was here\n")
    one.play("end")
    assert "another table writes kept.jsonl" in one.trouble
    assert file.read_text() == "another program was here\n"
    assert northafrica.replay(tmp_path / "kept-2.jsonl").verified


def test_a_kept_game_is_found_and_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    game = northafrica.load("aana", "torch", seed=7)
    first, second = autosave_for(game, True), autosave_for(game, True)
    assert first is not None
    assert second is not None
    assert first.file != second.file
    session = Session(game, autosave=first)
    play(session, 25)
    release(first)
    release(second)
    later = northafrica.load("aana", "torch", seed=1)
    kept = autosave_for(later, True)
    assert kept is not None
    assert kept.file == first.file
    found = found_for(later, kept)
    assert [record.entries for record in found] == [len(game.tree.nodes) - 1]
    resumed = Session(later, autosave=kept)
    assert resumed.resume(found[0].file).ok
    assert resumed.game.state == game.state
    play(resumed, 2)
    assert resumed.trouble == ""
    assert not (tmp_path / ".northafrica" / "autosave-aana-torch.older.jsonl").exists()
    assert autosave_for(game, None) is None
    release(kept)


def test_a_long_game_is_kept_as_quickly_as_a_short_one(tmp_path: Path) -> None:
    """Only new entries are worked out: the lines of the others are the very same objects."""
    session = new()
    play(session, 60)
    kept = Autosave(tmp_path / "kept.jsonl")
    kept.write(session.game)
    before = {n: known[2] for n, known in kept._lines.items()}
    play(session, 2)
    session.game.comment("a remark")
    kept.write(session.game)
    assert all(kept._lines[n][2] is line for n, line in before.items())
    assert (tmp_path / "kept.jsonl").read_text(encoding="utf-8") == session.text()
