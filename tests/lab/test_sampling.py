"""Exercises from games that bots play: the same for the same seed, answered by the engine, checked by hand here."""

from __future__ import annotations

import csv
import math
import re
from pathlib import Path

import pytest

from northafrica.core.position import position_head
from northafrica.lab import handout, sample_exercises
from northafrica.lab.exercises.better import WhichIsBetter
from northafrica.lab.exercises.exercise import Exercise, read_exercises
from northafrica.lab.exercises.exercise_kinds import ExerciseError
from northafrica.lab.exercises.questions import HowMany, HowManyHits, Situation

# What a unit hits with, attacking and defending, where neither power nor artillery changes it (chart, p.8).
PLAIN = {"artillery": 3, "fighter": 4, "destroyer": 4}
FREE = ("scout_car",)
DATA = Path(__file__).resolve().parents[2] / "data"


@pytest.fixture(scope="module")
def sheet(tmp_path_factory: pytest.TempPathFactory) -> tuple[Exercise, ...]:
    return sample_exercises("aana", "torch", seed=7, file=tmp_path_factory.mktemp("s") / "sheet.toml")


def test_a_sheet_of_ten_asks_in_every_way(sheet: tuple[Exercise, ...]) -> None:
    assert [exercise.question.kind for exercise in sheet] == ["legal", "number", "hits", "better"] * 2 + [
        "legal",
        "number",
    ]
    assert len({exercise.id for exercise in sheet}) == 10
    assert len({(exercise.text, exercise.choices) for exercise in sheet}) == 10
    for exercise in sheet:
        verdict = exercise.check(exercise.solution())
        assert verdict.right
        assert verdict.why
        assert not any(exercise.check(other).right for other in exercise.choices if other != exercise.solution())


def test_the_same_seed_gives_the_same_sheet_and_another_does_not(sheet: tuple[Exercise, ...]) -> None:
    assert sample_exercises("aana", "torch", seed=7) == sheet
    assert sample_exercises("aana", "torch", seed=8) != sheet


def test_the_file_is_read_back_and_printed(tmp_path: Path) -> None:
    file = tmp_path / "sheet.toml"
    made = sample_exercises("aana", "rommel", seed="monday", count=2, kinds=["legal"], bot="random", file=file)
    read = read_exercises(file)
    assert [exercise.solution() for exercise in read] == [exercise.solution() for exercise in made]
    page = handout(exercises=file, title="Monday").html
    assert page.count('class="exercise"') == 2


def test_only_from_the_phases_wanted() -> None:
    found = sample_exercises("aana", "torch", seed=1, count=3, kinds=["legal"], phases=["requisition"])
    assert {exercise.game().state.phase for exercise in found} == {"requisition"}
    one = Exercise.sampled("aana", "torch", "legal", seed=1, phases=["requisition"])
    assert one.game().state.phase == "requisition"


def charged(order: str) -> int:
    """The land units of an attack that count for its supply."""
    units = order.partition(" with ")[2].partition(" paying ")[0]
    return sum(int(n) for n, kind in re.findall(r"(\d+) (?:[a-z]+ )?([a-z_]+)", units) if kind not in FREE)


def test_the_supply_of_an_attack_is_counted_by_fives() -> None:
    # p.18: 1 supply for every 5 attacking land units or part of 5, scout cars not counted; what goes from one territory
    # to another is paid for together, in however many orders
    found = sample_exercises("aana", "torch", seed=2, count=5, kinds=["number"], phases=["combat_move"])
    for exercise in found:
        assert isinstance(exercise.question, HowMany)
        order = exercise.question.order
        start = order.partition(" with ")[0]
        so_far = re.search(r"Ordered so far: (.*?)\. How", exercise.text)
        lines = so_far.group(1).split("; ") if so_far else []
        before = sum(charged(line) for line in lines if line.partition(" with ")[0] == start)
        due = math.ceil((before + charged(order)) / 5) - math.ceil(before / 5)
        assert exercise.solution() == str(due)
        assert "paying" not in exercise.text.partition("How much")[2]


def test_hits_are_dice_at_the_value_or_less() -> None:
    found = sample_exercises("aana", "torch", seed=3, count=6, kinds=["hits"])
    for exercise in found:
        assert isinstance(exercise.question, HowManyHits)
        rolls = re.findall(r"([a-z_, ]+): ((?:\d+(?:, )?)+)", exercise.text.partition("then show: ")[2])
        assert rolls
        kinds = [name.strip().partition(", ")[2] for name, _ in rolls]  # after who throws: attack, artillery
        if all(kind in PLAIN for kind in kinds):
            dice = [(PLAIN[kind], re.findall(r"\d+", found)) for kind, (_, found) in zip(kinds, rolls, strict=True)]
            assert exercise.solution() == str(sum(int(die) <= need for need, some in dice for die in some))
        thrown = sum(len(re.findall(r"\d+", dice)) for _, dice in rolls)
        assert 0 <= int(exercise.solution()) <= thrown
    assert {exercise.solution() for exercise in found} != {"0"}


def test_who_decides_is_asked_with_its_own_eyes() -> None:
    found = sample_exercises("aana", "torch", seed=4, count=4, kinds=["better"])
    for exercise in found:
        question, game = exercise.question, exercise.game()
        assert isinstance(question, WhichIsBetter)
        attacks = game.seat == game.view().seat_of(game.state.power)
        assert (question.measure in ("worth", "capture")) == attacks
        weighed = {each.way.text: each.number for each in question.weigh(Situation(exercise.situation.case))}
        best = min if question.measure == "denied" else max
        assert exercise.solution() == best(weighed, key=lambda text: weighed[text])


def test_a_game_without_hits_asks_what_its_tables_say() -> None:
    found = sample_exercises("afrika2", "compass_short", seed=7, count=6)
    kinds = [exercise.question.kind for exercise in found]
    assert "hits" not in kinds
    assert {"legal", "number", "choice", "better"} <= set(kinds)
    rows: dict[int, set[str]] = {}
    with (DATA / "afrika2" / "crt.csv").open(encoding="utf-8") as lines:
        for row in csv.DictReader(lines):
            rows.setdefault(int(row["dice"]), set()).add(row["result"])
    told = [(e, re.findall(r"combat result is rolled: (\d), (\d)", e.text)) for e in found]
    assert any(dice for _, dice in told)
    for exercise, dice in told:  # whatever the column, the result stands in the row of the two dice
        for first, second in dice:
            assert exercise.solution() in rows[int(first) + int(second)]


def test_a_position_is_exact() -> None:
    exercise = Exercise.sampled("aana", "torch", "hits", seed=5)
    head = position_head(exercise.situation.case["position"])
    assert (head["system"], head["scenario"]) == ("aana", "torch")
    assert exercise.game().choice is not None


def test_what_cannot_be_had_is_told() -> None:
    with pytest.raises(ExerciseError, match="'riddle' cannot be sampled; there are legal"):
        sample_exercises("aana", "torch", seed=1, kinds=["riddle"])
    with pytest.raises(ExerciseError, match="ask for 1 or more"):
        sample_exercises("aana", "torch", seed=1, count=0)
    with pytest.raises(ExerciseError, match=r"1 of 'legal' are missing; phases seen are .*requisition"):
        sample_exercises("aana", "torch", seed=1, count=1, kinds=["legal"], phases=["lunch"], bot="random")
