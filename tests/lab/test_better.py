"""Which is better, by the exact odds: the chances by hand, ties told to who asks and not to who answers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from northafrica.lab.exercises.exercise import Exercise, from_table, read_exercises
from northafrica.lab.exercises.exercise_card import ExerciseCard
from northafrica.lab.exercises.exercise_kinds import ExerciseError
from northafrica.lab.exercises.progress import Progress
from northafrica.lab.exercises.questions import NoAnswer, QuestionError
from tests.lab.test_position_desk import SEVEN

TANK = {"text": "The tank", "battle": {"attackers": "1 tank", "defenders": "1 infantry", "attacker": "uk",
                                       "defender": "germany"}}  # fmt: skip
MAN = {"text": "The infantry", "battle": {**TANK["battle"], "attackers": "1 infantry"}}  # type: ignore[dict-item]


def one_on_one(hits: float, hit: float) -> float:
    """The chance that the attacker alone is left: both fire at once, round for round, until somebody is hit."""
    return hits * (1 - hit) / (1 - (1 - hits) * (1 - hit))


def two_on_one(hits: float, hit: float) -> float:
    """The same for two attackers against one, by rounds: the defender falls, or one attacker, or nobody, or both."""
    miss = (1 - hits) ** 2
    return ((1 - miss) + miss * hit * one_on_one(hits, hit)) / (1 - miss * (1 - hit))


def words(**more: Any) -> Exercise:
    table = {"id": "w", "kind": "better", "question": "Which?", "system": "aana", "options": [MAN, TANK]}
    return from_table({**table, **more})


def board(*ways: tuple[str, str], **more: Any) -> Exercise:
    options = [{"text": text, "orders": [f"attack tobruk from mersa_matruh with {units}", "commit", "fight"]}
               for text, units in ways]  # fmt: skip
    table = {"id": "b", "kind": "better", "question": "Which?", "position": SEVEN, "before": ["commit"]}
    return from_table({**table, "options": options, **more})


def test_battles_in_words_are_compared_by_their_exact_chances() -> None:
    # p.8: attacking, infantry hits at 2 and a tank at 4; German infantry defends at 3, on ten-sided dice
    exercise = words()
    assert exercise.choices == ("The infantry", "The tank")
    assert exercise.solution() == "The tank"
    assert exercise.check("2").right
    wrong = exercise.check("The infantry")
    assert not wrong.right
    said = " ".join(wrong.why)
    assert f"{100 * one_on_one(0.2, 0.3):.2f} %" in said
    assert f"{100 * one_on_one(0.4, 0.3):.2f} %" in said
    assert not exercise.has_board
    with pytest.raises(QuestionError, match="about no position"):
        exercise.game()


def test_the_other_side_of_the_comparison() -> None:
    assert words(measure="hold").solution() == "The infantry"
    assert words(measure="win").solution() == "The tank"
    # the tank costs 5 RP, the infantry 3: who falls more often and who is dearer
    lose = {"tank": 1 - one_on_one(0.4, 0.3), "infantry": 1 - one_on_one(0.2, 0.3)}
    cheaper = "The tank" if 5 * lose["tank"] < 3 * lose["infantry"] else "The infantry"
    assert words(measure="own-loss").solution() == cheaper


def test_orders_in_a_position_are_compared() -> None:
    # p.8: Italian infantry defends at 2; one infantry or two against the last one, in a place without a bonus
    position = SEVEN.replace("tobruk", "bir_hachem").replace("mark bir_hachem: control germany\n", "")
    position = position.replace("2 italy infantry", "1 italy infantry")
    attack = "attack bir_hachem from mersa_matruh with {} infantry"
    ways = {one: [attack.format(n), "commit", "fight"] for one, n in (("one", 1), ("two", 2))}
    exercise = Exercise.better("Which?", position, ways, before=["commit"], rules=["declare.cost"])
    verdict = exercise.check("one")
    assert verdict.answer == "two"
    said = " ".join(verdict.why)
    assert f"{100 * one_on_one(0.2, 0.2):.2f} %" in said
    assert f"{100 * two_on_one(0.2, 0.2):.2f} %" in said
    assert [rule.id for rule in verdict.rules] == ["declare.cost"]
    assert "[declare.cost]" in said
    assert exercise.asked_orders[0] == "commit"


def test_a_decision_in_a_battle_is_compared_choice_by_choice() -> None:
    # p.23, the example: five infantry and two guns have fought a round; paying is another way to write the same order
    table = {"id": "p", "kind": "better", "case": "aana/combat/example_guns_drop_out", "item": 8, "question": "?",
             "measure": "capture"}  # fmt: skip
    ways = [{"text": "press", "order": "press paying 2 mersa_matruh"}, {"text": "cease", "order": "cease"}]
    exercise = from_table({**table, "options": ways})
    assert exercise.solution() == "press"
    assert "cease: chance that the attacker takes the place 0.00 %" in " ".join(exercise.check("cease").why)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"options": [MAN, {**MAN, "text": "The other"}]}, "tie"),
        ({"margin": 20}, "lie 16 points apart, and 20 points are wanted"),
        ({"options": [MAN, {"text": "x", "battle": {"attackers": "1 camel", "defenders": "1 tank"}}]}, "camel"),
        ({"options": [MAN, {"text": "x", "battle": {**MAN["battle"], "trials": 10}}]}, "sampled"),  # type: ignore[dict-item]
        ({"measure": "worth"}, "'worth' is not known"),
        ({"rules": ["no.such"]}, "no rule 'no.such'"),
        ({"system": "afrika2", "options": [
            {"text": text, "battle": {"odds": text}} for text in ("3:1", "2:1")]}, "decided by a table"),
    ],
)  # fmt: skip
def test_what_cannot_be_compared_is_the_authors_slip(change: dict[str, Any], told: str, tmp_path: Path) -> None:
    exercise = words(**change)
    for asked in (exercise.solution, lambda: exercise.check("1")):
        with pytest.raises(QuestionError, match=told) as caught:
            asked()
        assert "exercise 'w'" in str(caught.value)
        assert not isinstance(caught.value, NoAnswer)
    card = ExerciseCard([exercise], progress=Progress(tmp_path / "p.json"))
    assert card.answer("1") is None
    assert "your answer is not to blame" in card._said.value
    assert card.progress.of("w").answers == []
    assert card.solution() == ""
    assert not card.progress.of("w").shown


def test_a_close_race_can_be_asked_about_on_purpose() -> None:
    assert words(margin=16).solution() == "The tank"
    with pytest.raises(QuestionError, match="tie"):
        words(options=[MAN, {**MAN, "text": "The other"}], margin=0).solution()


def test_orders_that_lead_to_no_battle_say_what_to_add() -> None:
    short = [{"text": n, "orders": [f"attack tobruk from mersa_matruh with {n} infantry", "commit"]} for n in "12"]
    with pytest.raises(QuestionError, match="end them with one of 'fight'"):
        board(options=short).solution()
    with pytest.raises(QuestionError, match="go on with 'orders'"):
        board(options=[{**way, "orders": way["orders"][:1]} for way in short]).solution()  # type: ignore[index]
    with pytest.raises(QuestionError, match=r"answer 'x': .*is refused"):
        board(("x", "7 infantry"), ("y", "1 infantry")).solution()


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"options": [MAN]}, "two ways or more"),
        ({"options": [MAN, {"text": "x"}]}, "answer 2 of 'options' needs 'text' and one of order, orders, battle"),
        ({"options": [MAN, {"text": "x", "order": "end", "orders": ["end"]}]}, "answer 2"),
        ({"options": [MAN, MAN]}, "same 'text'"),
        ({"options": [MAN, {"text": "x", "battle": "1 tank"}]}, "'battle' is a table"),
        ({"options": [MAN, {"text": "x", "orders": []}]}, "'orders' is a list"),
        ({"options": [MAN, {"text": "x", "order": "end"}]}, "it needs a position"),
        ({"measure": "beauty"}, "'beauty' cannot be compared; there are capture"),
        ({"margin": -1}, "'margin' is a number from 0 on"),
        ({"rules": "declare.cost"}, "'rules' is a list"),
    ],
)
def test_slips_in_the_form_are_told_when_the_file_is_read(change: dict[str, Any], told: str) -> None:
    with pytest.raises(ExerciseError, match=told):
        words(**change)


def test_from_a_file_and_by_a_call(tmp_path: Path) -> None:
    file = tmp_path / "e.toml"
    file.write_text(
        '[[exercise]]\nid = "odds"\nkind = "better"\nquestion = "Which?"\nsystem = "aana"\n'
        'options = [\n  {text = "The infantry", battle = {attackers = "1 infantry", defenders = "1 infantry"}},\n'
        '  {text = "The tank", battle = {attackers = "1 tank", defenders = "1 infantry"}},\n]\n'
    )
    assert read_exercises(file)[0].solution() == "The tank"
    file.write_text(f'position = """{SEVEN}"""\n{file.read_text()}')  # of the others in the file, not of this one
    assert not read_exercises(file)[0].has_board
    start = "attack tobruk from mersa_matruh with"
    ways = {"two": [f"{start} 2 infantry", "commit", "fight"], "five": [f"{start} 5 infantry", "commit", "fight"]}
    assert Exercise.better("Which?", SEVEN, ways, before=["commit"]).check("five").right
