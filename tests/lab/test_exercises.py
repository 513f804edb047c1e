"""Exercises: the engine answers, wrong answers are explained, attempts are kept."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from northafrica.lab.desk.pupils_file import pupils_text
from northafrica.lab.exercises.exercise import Exercise, exercises_of, from_table, read_exercises
from northafrica.lab.exercises.exercise_card import ExerciseCard
from northafrica.lab.exercises.exercise_kinds import ExerciseError
from northafrica.lab.exercises.progress import Attempts, Progress, ProgressError
from northafrica.lab.exercises.questions import QuestionError
from tests.lab.positions import SEVEN

ALL = "attack tobruk from mersa_matruh with 5 infantry 2 tank"
FIVE = "attack tobruk from mersa_matruh with 3 infantry 2 tank paying 1 mersa_matruh"
MINED = "aana/unseen-mines/28-older-cargo-is-safe"


def seven(**more: Any) -> Exercise:
    return from_table({"id": "x", "position": SEVEN, "before": ["commit"], "question": "?", **more})


def test_a_refused_order_is_explained_with_rule_and_numbers() -> None:
    exercise = seven(kind="legal", order=ALL)
    assert exercise.choices == ("yes", "no")
    assert exercise.solution() == "no"
    wrong = exercise.check("yes")
    assert not wrong.right
    assert "needs 2 supply" in " ".join(wrong.why)
    assert [rule.id for rule in wrong.rules] == ["declare.cost"]
    assert exercise.check("No").right
    assert seven(kind="legal", order=FIVE).solution() == "yes"


def test_a_number_of_the_ruling_is_asked_for() -> None:
    exercise = seven(kind="number", order=ALL, number="needs")
    assert exercise.check(" 2 ").right
    assert not exercise.check("1").right
    with pytest.raises(QuestionError, match="names no number 'cost'"):
        seven(kind="number", order=ALL, number="cost").solution()


@pytest.mark.parametrize(("what", "count"), [("cw", "3"), ("axis", "1"), ("cw 14_bde", "1"), ("cw 16_bde", "0")])
def test_a_power_alone_counts_all_its_pieces(what: str, count: str) -> None:
    text = """northafrica position 1
system afrika2
scenario race
round 9
power cw
phase exploitation
at a20.16: 1 cw 14_bde, 2 cw british_arty_7
at a20.17: 1 axis brescia
"""
    place = "a20.17" if what == "axis" else "a20.16"
    asked = {"id": "c", "kind": "count", "position": text, "orders": ["end"], "place": place, "what": what}
    assert from_table(asked | {"question": "How many?"}).solution() == count


@pytest.mark.parametrize(
    ("place", "what", "words"),
    [
        ("tobruk", "uk tnak", "there is no 'tnak'.*tank"),
        ("tobruk", "uk_tank", "neither a power nor a stock; there are"),
        ("tobruk", "suply", "neither a power nor a stock; there are .*supply"),
        ("tobruck", "supply", "'tobruck' is no place.*tobruk"),
    ],
)
def test_what_cannot_be_counted_is_an_error_and_not_nought(place: str, what: str, words: str) -> None:
    asked = {"id": "c", "kind": "count", "position": SEVEN, "orders": ["commit"], "place": place, "what": what}
    with pytest.raises(QuestionError, match=words):
        from_table(asked | {"question": "How many?"}).solution()


def test_what_is_left_after_dice_is_counted_by_the_engine() -> None:
    # One die of 3 hits (p.27), the new tank goes down, the older Italian cargo does not.
    drawn = {"id": "m", "kind": "count", "case": MINED, "item": 5, "place": "sz13", "question": "How many?"}
    assert from_table({**drawn, "what": "germany tank"}).solution() == "0"
    assert from_table({**drawn, "what": "italy infantry"}).solution() == "2"
    assert from_table({**drawn, "what": "supply/italy"}).solution() == "4"
    assert not from_table({**drawn, "what": "germany tank"}).check("1").right


def test_answers_to_choose_from_are_no_options_of_the_game() -> None:
    # Five units pay 1 supply of 1 (p.18); a position of one's own beside the list of answers.
    options = [
        {"text": "none is left", "expect": {"stock": {"mersa_matruh": {"supply": 0}}}},
        {"text": "one is left", "expect": {"stock": {"mersa_matruh": {"supply": 1}}}},
    ]
    assert seven(kind="choice", orders=[FIVE, "commit"], options=options).solution() == "none is left"


def test_one_of_several_answers_holds() -> None:
    options = [
        {"text": "the tank", "expect": {"at": {"sz13": "2 italy infantry"}}},
        {"text": "an infantry unit", "expect": {"at": {"sz13": "1 italy infantry, 1 germany tank"}}},
    ]
    table = {"id": "m", "kind": "choice", "case": MINED, "item": 5, "question": "What is lost?"}
    exercise = from_table({**table, "options": options})
    assert exercise.check("1").right
    assert not exercise.check("an infantry unit").right
    with pytest.raises(QuestionError, match="none of the answers"):
        exercise.check("3")
    with pytest.raises(QuestionError, match="2 of the answers are right"):
        from_table({**table, "options": [options[0], {**options[0], "text": "again"}]}).solution()


def test_an_explanation_goes_on_to_where_the_right_answer_is_seen() -> None:
    """After the `end` the empty Supply Phase ends by itself, and with it the game: that is what the answer is about."""
    options = [
        {"text": "the Axis", "expect": {"outcome": "axis: Victory"}},
        {"text": "the Commonwealth", "expect": {"outcome": "cw: Victory"}},
    ]
    case = "afrika2/victory/compass-short-unit-left"
    table = {"id": "w", "kind": "choice", "case": case, "item": 1, "question": "Who has won?", "options": options}
    wrong = from_table(table).check("the Commonwealth")
    assert not wrong.right
    assert "never destroyed: Catnzro" in " ".join(wrong.why)
    assert "8.4.short-victory" in [rule.id for rule in wrong.rules]


def test_orders_of_ones_own_are_judged_by_what_they_reach() -> None:
    goal = {"at": {"sz13": "2 italy infantry, 1 germany tank"}}
    table = {"id": "m", "kind": "orders", "case": MINED, "item": 1, "question": "Deploy the tank."}
    exercise = from_table({**table, "goal": goal, "example": ["deploy 1 tank sz13"]})
    assert exercise.check("deploy 1 tank sz13").right
    assert not exercise.check("end").right
    assert "holds 1 tank, not 2" in str(exercise.check("deploy 2 tank sz13"))


@pytest.mark.parametrize(
    ("kind", "given"),
    [("legal", "perhaps"), ("number", "two"), ("number", "1.5"), ("number", "nan"), ("number", "")],
)
def test_what_is_no_answer_is_said_so(kind: str, given: str) -> None:
    with pytest.raises(QuestionError, match="write"):
        seven(kind=kind, order=ALL, **({"number": "needs"} if kind == "number" else {})).check(given)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"kind": "riddle"}, "'riddle' is no kind of exercise"),
        ({"order": None}, "'order = ...' is missing"),
        ({"ordr": "end"}, "'ordr' is not known"),
        ({"position": None}, "it needs a position"),
        ({"position": None, "scenario": "torch"}, "name the game, like `system = "),
        ({"position": SEVEN.replace("system aana\n", "")}, "name the game, like `system = "),
        ({"position": "here"}, "the position: line 1: a position begins with"),
        ({"case": "aana/no/such"}, "there is no case 'aana/no/such'"),
        ({"id": ""}, "'id = ...' is missing"),
        ({"case": MINED, "item": 99}, "has items 1 to"),
    ],
)
def test_broken_exercises_are_refused_in_words(change: dict[str, Any], words: str) -> None:
    table = {"id": "x", "kind": "legal", "question": "?", "position": SEVEN, "before": ["commit"], "order": ALL}
    changed = {key: value for key, value in {**table, **change}.items() if value is not None}
    with pytest.raises(ExerciseError, match=words):
        from_table(changed)


def test_a_position_that_cannot_be_is_named_when_asked() -> None:
    with pytest.raises(QuestionError, match="tobruck"):
        seven(kind="legal", order=ALL, position=SEVEN.replace("at tobruk", "at tobruck")).check("no")


def test_files_name_the_exercise_that_is_wrong(tmp_path: Path) -> None:
    file = tmp_path / "e.toml"
    part = f'[[exercise]]\nid = "a"\nkind = "legal"\norder = "commit"\nquestion = "?"\nposition = """{SEVEN}"""\n'
    file.write_text(part)
    assert [exercise.id for exercise in read_exercises(file)] == ["a"]
    file.write_text(part + part)
    with pytest.raises(ExerciseError, match="the id 'a' stands twice"):
        read_exercises(file)
    file.write_text(part + part.replace('kind = "legal"', 'kind = "lega"'))
    with pytest.raises(ExerciseError, match="exercise 2 'a': 'lega' is no kind"):
        read_exercises(file)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('hints = "think"', "'hints' is a list"),
        ("points = -1", "'points' is a whole number"),
        ('points = "2"', "'points' is a whole number"),
        ('before = "commit"', "'before' is a list"),
        ("before = [3]", "a list of orders"),
        ('case = "aana/no/such"', "there is no case"),
    ],
)
def test_a_slip_of_any_kind_names_file_and_exercise(tmp_path: Path, line: str, told: str) -> None:
    file = tmp_path / "e.toml"
    file.write_text(f'position = """{SEVEN}"""\n[[exercise]]\nid = "a"\nkind = "legal"\norder = "commit"\n{line}\n')
    with pytest.raises(ExerciseError, match=f"e.toml, exercise 1 'a': .*{told}"):
        read_exercises(file)


# What only the engine sees: dice that nothing throws, a misspelt order before, a place there is not.
UNSOUND = {
    "dice": ('before = [{order = "commit", dice = [3, 9]}]\norder = "end"', "dice were never thrown: \\[3, 9\\]"),
    "before": ('before = ["comit"]\norder = "end"', "comit"),
    "order": ('order = "atack tobruk"', "atack"),
}


@pytest.mark.parametrize("name", UNSOUND)
def test_what_only_the_engine_sees_names_file_and_exercise_too(tmp_path: Path, name: str) -> None:
    lines, told = UNSOUND[name]
    file = tmp_path / "e.toml"
    file.write_text(f'position = """{SEVEN}"""\n[[exercise]]\nid = "{name}"\nkind = "number"\nnumber = "needs"\n'
                    f'question = "?"\n{lines}\n')  # fmt: skip
    exercise = read_exercises(file)[0]
    for asked in (exercise.solution, lambda: exercise.check("2")):
        with pytest.raises(QuestionError, match=f"e.toml, exercise '{name}': .*{told}"):
            asked()
    card = ExerciseCard([exercise], progress=Progress(None))
    assert card.answer("2") is None
    assert "your answer is not to blame" in card._said.value
    assert f"exercise &#39;{name}&#39;" in card._said.value
    assert card.solution() == ""
    card._toggle_board()
    assert ("svg" in card._board.value) == (name == "order")


def test_the_card_keeps_what_was_tried(tmp_path: Path) -> None:
    progress = Progress(tmp_path / "progress.json")
    first, second = seven(kind="legal", order=ALL, hints=["Count in fives."]), seven(kind="legal", order=FIVE, id="y")
    card = ExerciseCard([first, second], progress=progress)
    assert card.hint() == "Count in fives."
    assert card.hint() == ""
    wrong, nothing = card.answer("yes"), card.answer("perhaps")
    assert wrong is not None
    assert not wrong.right
    assert nothing is None
    assert card.answer("no")
    again = Progress(tmp_path / "progress.json")
    attempts = again.of("x")
    assert (attempts.answers, attempts.hints, bool(attempts.solved)) == (["yes", "no"], 1, True)
    assert not attempts.first_try
    assert ExerciseCard([first, second], progress=again).exercise.id == "y"


def test_a_shown_answer_is_not_solved_by_oneself(tmp_path: Path) -> None:
    card = ExerciseCard([seven(kind="legal", order=ALL)], progress=Progress(tmp_path / "p.json"))
    assert card.solution() == "no"
    assert card.progress.solved() == ()
    assert card.progress.of("x").shown


def test_a_broken_progress_file_is_set_aside_and_told(tmp_path: Path) -> None:
    file = tmp_path / "progress.json"
    file.write_text('{"format": "something else"}')
    progress = Progress(file)
    progress.answered("x", "no", True)
    assert "is no progress file" in progress.trouble
    assert json.loads((tmp_path / "progress.damaged.json").read_text()) == {"format": "something else"}
    assert Progress(file).solved() == ("x",)
    with pytest.raises(ProgressError, match="exercise 'x': it needs"):
        progress.take('{"format": "northafrica progress 1", "exercises": {"x": {"answers": 3}}}')


def test_progress_of_two_places_is_put_together() -> None:
    one, two = Progress(None), Progress(None)
    one.answered("a", "yes", True)
    two.answered("a", "no", False)
    two.answered("b", "3", True)
    one.take(two.text())
    assert one.solved() == ("a", "b")


BACK = """title = "t"
system = "aana"
position = '''
northafrica position 1
system aana
scenario torch
round 9
power uk
phase combat_move
at mersa_matruh: 7 uk infantry
at tobruk: 2 germany infantry
stock mersa_matruh: supply 2
stock tobruk: supply 2
mark tobruk: control germany
'''
[[do]]
order = "commit"
[[do]]
order = "attack tobruk from mersa_matruh with 7 infantry paying 2 mersa_matruh"
{between}
[[do]]
{asked}
order = "attack tobruk from mersa_matruh with 6 infantry paying 2 mersa_matruh"
"""
ALSO = 'order = "attack tobruk from mersa_matruh with 1 infantry paying 1 mersa_matruh"\nonly_check = true'


@pytest.mark.parametrize(
    ("between", "asked"),
    [("", "undo = true"), ("[[do]]\nundo = true", ""), (f"[[do]]\nundo = true\n{ALSO}", ""), ("", "")],
    ids=["at the item asked about", "by itself", "at an item that is only checked", "none"],
)
def test_a_step_back_in_a_case_counts(tmp_path: Path, between: str, asked: str) -> None:
    """With the first attack taken back the six infantry and both supply are free again; else all are spent."""
    file = tmp_path / "back.toml"
    file.write_text(BACK.format(between=between, asked=asked))
    item = 3 + between.count("[[do]]")
    exercise = Exercise.from_case(str(file), item)
    assert exercise.solution() == ("yes" if "undo" in between + asked else "no")
    own = tmp_path / "own.toml"
    own.write_text(f'[[exercise]]\nid = "a"\nkind = "legal"\ncase = "back"\nitem = {item}\n')
    assert exercises_of(pupils_text(own, withhold=False), own)[0].solution() == exercise.solution()


def test_what_is_taken_along_is_written_and_counts_once(tmp_path: Path) -> None:
    """The page tells a learner to take it after a server has forgotten; the next kernel must know it."""
    one, two = Progress(tmp_path / "progress.json"), Progress(None, "Anna")
    one.answered("x", "a", False)
    for answer in ("b", "c"):
        two.answered("x", answer, False)
    two.hinted("y")
    for _ in range(3):
        one.take(two.text())
        again = Progress(tmp_path / "progress.json")
        assert again.of("x").answers == one.of("x").answers == ["a", "b", "c"]
        assert (again.of("y").hints, again.name) == (1, "Anna")


TRIED = st.builds(
    Attempts,
    st.lists(st.sampled_from("abc"), max_size=4),
    st.integers(0, 2),
    st.booleans(),
    st.sampled_from(["", "1", "2"]),
)


@settings(max_examples=300, deadline=None)
@given(TRIED, TRIED)
def test_the_same_progress_taken_twice_adds_nothing(one: Attempts, two: Attempts) -> None:
    both = two.merged(one)
    assert two.merged(both) == both
    assert both.merged(both) == both
