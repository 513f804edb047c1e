"""What somebody has typed and not yet given stays; one click twice is one."""

from __future__ import annotations

from pathlib import Path

import northafrica
from northafrica.lab import ExerciseCard, PositionDesk, Replay, Stepper
from northafrica.lab.desk.position_saving import save_exercise
from northafrica.lab.exercises.progress import Progress
from northafrica.lab.tray import closing
from tests.lab.positions import SEVEN


class Rerun:
    """A cell that is run again and again."""

    run = 0

    def __call__(self) -> None:
        self.run += 1

    def __init__(self, monkeypatch) -> None:
        monkeypatch.setattr(closing, "running_cell", lambda: ("a cell", str(self.run)))


def a_table() -> Stepper:
    return Stepper(northafrica.load("aana", "torch", seed=7), autosave=False)


def test_a_comment_typed_at_the_table_waits_at_its_entry(monkeypatch) -> None:
    rerun = Rerun(monkeypatch)
    table = a_table()
    field, note = table._files.comment, table._files._typed
    field.value = "a draft"
    table.play("choose_for_me")
    assert (field.value, "a draft" in note.value) == ("", True)
    table.undo()
    assert (field.value, "a draft" in note.value) == ("a draft", False)
    table.redo()
    field.value = "another"
    table._guard(table._files._commented)()
    assert table.game.node.comment == "another"
    rerun()
    table = a_table()
    assert table._files.comment.value == "a draft"
    table._guard(table._files._commented)()
    assert table.game.node.comment == "a draft"
    table.play("choose_for_me")
    assert not table._files._typed.value
    table.close()


def test_a_question_typed_in_the_replay_waits_at_its_entry(monkeypatch) -> None:
    rerun = Rerun(monkeypatch)
    game = northafrica.load("aana", "torch", seed=7)
    for order in ("choose_for_me", "end"):
        game.play(order)
    replay = Replay(game, edit=True)
    replay.step(1)
    replay._text.value, replay._hidden.value = "a question", "its answer"
    replay.step(1)
    assert (replay._text.value, replay._hidden.value) == ("", "")
    assert "a question" in replay._typed.value
    replay.step(-1)
    assert (replay._text.value, replay._hidden.value) == ("a question", "its answer")
    rerun()
    replay = Replay(game, edit=True, at=1)
    assert (replay._text.value, replay._hidden.value) == ("a question", "its answer")
    replay._written()
    assert replay.nodes[1].comment == "a question\nAnswer: its answer"
    replay.step(1)
    assert not replay._typed.value
    replay.close()


def test_a_text_typed_at_the_desk_is_not_taken_away_by_a_button(monkeypatch) -> None:
    rerun = Rerun(monkeypatch)
    desk = PositionDesk(SEVEN)
    typed = desk.text + "# mine\n"
    desk._area.value = typed
    assert "take it or forget it" in str(desk.add("tobruk", 1, "italy", "infantry").lines) + desk._answer.value
    assert desk._area.value == typed
    rerun()
    desk = PositionDesk(SEVEN)
    assert desk._area.value == typed
    desk._do(desk._forget_text)
    assert desk._area.value == desk.text
    desk.add("tobruk", 1, "italy", "tank")
    assert desk._area.value == desk.text
    desk.close()


def test_the_form_of_the_desk_stays_filled_in(monkeypatch) -> None:
    rerun = Rerun(monkeypatch)
    desk = PositionDesk(SEVEN)
    form = desk._saving
    form.form.value, form.kind.value, form.file.value = "exercise", "number", "mine.toml"
    form.fields["question"].value, form.fields["hints"].value = "how many?", "one\ntwo"
    rerun()
    desk = PositionDesk(SEVEN)
    form = desk._saving
    assert (form.form.value, form.kind.value, form.file.value) == ("exercise", "number", "mine.toml")
    assert (form.fields["question"].value, form.fields["hints"].value) == ("how many?", "one\ntwo")
    desk.close()


def card(tmp_path: Path) -> ExerciseCard:
    file = tmp_path / "e.toml"
    for name in ("one", "two"):
        assert save_exercise(SEVEN, file, id=name, kind="legal", question="May it?", order="commit").ok
    return ExerciseCard(file, progress=Progress(tmp_path / "p.json"))


def test_an_answer_chosen_and_not_given_is_there_again(tmp_path: Path) -> None:
    exercises = card(tmp_path)
    exercises._input.value = "no"
    exercises.turn_to(1)
    assert exercises._input.value is None
    exercises.turn_to(0)
    assert exercises._input.value == "no"
    exercises.close()


def test_two_clicks_on_check_are_one_try_and_the_page_can_tell_them(tmp_path: Path) -> None:
    exercises = card(tmp_path)
    exercises._input.value, before = "no", exercises._moment.value
    exercises._check.click()
    assert exercises._moment.value != before, "the page sees that the first click is answered"
    exercises._check.click()
    assert exercises.progress.of("one").answers == ["no"]
    exercises._input.value = "yes"
    exercises._check.click()
    assert exercises.progress.of("one").answers == ["no", "yes"]
    sheets = "".join(str(part.value) for part in exercises.widget.children if hasattr(part, "value"))
    assert "na-do-exercise-check" in sheets, "the page holds the second click back"
    exercises.close()
