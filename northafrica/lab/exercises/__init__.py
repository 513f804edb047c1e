"""Exercises: a question about a position, its answer worked out by the engine, a card to answer on.

An exercise shows itself as a card and samples others; both stand above it, and are imported when first asked for.
"""

from __future__ import annotations

from typing import Any

from northafrica.lab.exercises.exercise import Above, Exercise


def _show(exercise: Exercise) -> None:
    from northafrica.lab.exercises.exercise_card import ExerciseCard

    ExerciseCard([exercise]).show()


def _sample(system: str, scenario: str, **choice: Any) -> tuple[Exercise, ...]:
    from northafrica.lab.exercises.sampling import sample_exercises

    return sample_exercises(system, scenario, **choice)


Above.show, Above.sample = _show, _sample
