"""What is known of a battle before it is fought: all its ends with their probabilities, and what follows from them.

An `Answer` holds a table of ends (outcome, units left, probability). Everything else - chances, survivors,
value lost - is read off that table, so the numbers of one answer always agree with each other.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from northafrica.odds.telling import Page, Part, Told, how, number, percent, policy_parts, rounds_part
from northafrica.odds.told import OUTCOMES, SIDES, OddsError

if TYPE_CHECKING:
    import pandas as pd

Floats = NDArray[np.float64]
Row = tuple[str, tuple[int, ...], tuple[int, ...], bool]
"""An end: outcome, attackers left, defenders left, whether it is captured."""
DRIFT = 1e-9
MEANINGS = {
    "win": "the defender is gone",
    "lose": "the attacker is gone",
    "defender_falls_back": "... gone by falling back",
    "draw": "both are gone",
    "retreat": "one side left the battle",
    "stalemate": "both sides stay",
    "capture": "the attacker takes the place",
}


@dataclass(frozen=True)
class Force:
    """The units of one side: names, how many there were, and what each is worth (RP, IPC, PP, steps ...)."""

    units: tuple[str, ...]
    start: tuple[int, ...]
    values: tuple[float, ...]

    def __post_init__(self) -> None:
        if not len(self.units) == len(self.start) == len(self.values):
            raise OddsError(f"{self.units}: as many numbers and values are needed as units")

    @property
    def worth(self) -> float:
        """The value of all at the start."""
        return float(np.dot(self.start, self.values))


@dataclass(frozen=True)
class Ends:
    """The ends of a battle, one a row: `outcome` (index into OUTCOMES), units left of each side, probability.

    Shapes: outcome (n,), attacker (n, kinds), defender (n, kinds), probability (n,), captured (n,).
    """

    outcome: NDArray[np.int64]
    attacker: NDArray[np.int64]
    defender: NDArray[np.int64]
    probability: Floats
    captured: NDArray[np.bool_]

    @classmethod
    def of(cls, rows: Mapping[Row, float]) -> Ends:
        """From a mapping of ends to their probabilities."""
        keys = list(rows)
        return cls(
            np.array([OUTCOMES.index(key[0]) for key in keys], dtype=np.int64),
            np.array([key[1] for key in keys], dtype=np.int64).reshape(len(keys), -1 if keys else 0),
            np.array([key[2] for key in keys], dtype=np.int64).reshape(len(keys), -1 if keys else 0),
            np.array([rows[key] for key in keys], dtype=np.float64),
            np.array([key[3] for key in keys], dtype=np.bool_),
        )

    @classmethod
    def together(cls, tables: Sequence[Ends]) -> Ends:
        """Several tables as one, in which equal ends are one row."""
        some = [table for table in tables if len(table.probability)]
        keys = [np.column_stack([one.outcome, one.captured, one.attacker, one.defender]) for one in some]
        rows, index = np.unique(np.concatenate(keys, dtype=np.int64), axis=0, return_inverse=True)
        p = np.bincount(index.reshape(-1), weights=np.concatenate([one.probability for one in some]))
        kinds = 2 + some[0].attacker.shape[1]
        return cls(rows[:, 0], rows[:, 2:kinds], rows[:, kinds:], np.asarray(p, dtype=np.float64), rows[:, 1] > 0)

    def left(self, side: str) -> NDArray[np.int64]:
        """Units left of one side, shape (n, kinds)."""
        return self.attacker if side == "attacker" else self.defender


@dataclass(frozen=True, eq=False)
class Answer(Told):
    """The distribution of a battle's ends, and the frames drawn from it.

    attacker, defender  the forces at the start
    ends                the table of ends
    value_unit          what values are counted in (`RP`, `IPC`, `PP`, `steps`)
    rounds_of           gives the distribution of rounds, index = number of rounds fought, if it is known
    policy              lines of the best policy as a reader sees it, empty where nobody decides
    trials              0 for an exact answer, else how many battles were sampled
    battle              what was answered, for those who ask on (`analysis.sub_battles`); None where that is not kept
    """

    attacker: Force
    defender: Force
    ends: Ends
    value_unit: str = "value"
    rounds_of: Callable[[], Sequence[float]] | None = None
    policy: tuple[Mapping[str, Any], ...] = ()
    trials: int = 0
    notes: tuple[str, ...] = ()
    title: str = ""
    extra: Mapping[str, Any] = field(default_factory=dict)
    battle: Any = field(default=None, repr=False)

    def __post_init__(self) -> None:
        total = float(self.ends.probability.sum())
        if not math.isfinite(total) or abs(total - 1) > DRIFT:
            raise OddsError(f"the probabilities of all ends sum to {total!r}, not to 1")
        if float(self.ends.probability.min(initial=0.0)) < -DRIFT:
            raise OddsError("an end has a negative probability")

    def force(self, side: str) -> Force:
        """The force of `attacker` or `defender`."""
        if side not in SIDES:
            raise OddsError(f"there is no side '{side}'; there are {', '.join(SIDES)}")
        return self.attacker if side == "attacker" else self.defender

    # -- chances -------------------------------------------------------------------------------------
    @cached_property
    def p(self) -> dict[str, float]:
        """The attacker's view: win, lose, draw (both gone), retreat, stalemate."""
        sums = np.bincount(self.ends.outcome, weights=self.ends.probability, minlength=len(OUTCOMES))
        return {name: float(value) for name, value in zip(OUTCOMES, sums, strict=True)}

    @cached_property
    def capture(self) -> float:
        """The chance that the attacker takes the place."""
        return float(self.ends.probability[self.ends.captured].sum())

    @cached_property
    def rounds(self) -> tuple[float, ...]:
        """The chance of each number of rounds, from 0 on; empty where rounds were not counted."""
        return tuple(float(value) for value in self.rounds_of()) if self.rounds_of else ()

    # -- units and values ----------------------------------------------------------------------------
    def survivors_of(self, side: str, unit: str) -> tuple[float, ...]:
        """The chance of each number of a kind of unit left, from 0 on."""
        force = self.force(side)
        if unit not in force.units:
            raise OddsError(f"the {side} has no '{unit}'; there are {', '.join(force.units)}")
        left = self.ends.left(side)[:, force.units.index(unit)]
        found = np.bincount(left, weights=self.ends.probability, minlength=1)
        return tuple(float(value) for value in found)

    @cached_property
    def survivors(self) -> dict[str, dict[str, tuple[float, ...]]]:
        """By side and unit, the chance of each number left."""
        return {side: {unit: self.survivors_of(side, unit) for unit in self.force(side).units} for side in SIDES}

    def units_left(self, side: str) -> tuple[float, ...]:
        """The chance of each number of units left of a side, from 0 on."""
        found = np.bincount(self.ends.left(side).sum(axis=1), weights=self.ends.probability, minlength=1)
        return tuple(float(value) for value in found)

    @cached_property
    def expected_survivors(self) -> dict[str, dict[str, float]]:
        """By side and unit, the mean number left."""
        means = {side: self.ends.probability @ self.ends.left(side) for side in SIDES}
        return {
            side: {unit: float(mean) for unit, mean in zip(self.force(side).units, means[side], strict=True)}
            for side in SIDES
        }

    def losses(self, side: str) -> Floats:
        """The value a side lost at each end, shape (n,)."""
        force = self.force(side)
        return np.asarray(force.worth - self.ends.left(side) @ np.asarray(force.values), dtype=np.float64)

    @cached_property
    def value_lost(self) -> dict[str, float]:
        """By side, the mean value lost, in `value_unit`."""
        return {side: float(self.ends.probability @ self.losses(side)) for side in SIDES}

    def value_lost_distribution(self, side: str) -> dict[float, float]:
        """Value lost by a side -> probability, by rising value."""
        return _distribution(self.losses(side), self.ends.probability)

    @property
    def swing(self) -> float:
        """The mean value the defender loses more than the attacker."""
        return self.value_lost["defender"] - self.value_lost["attacker"]

    def swing_distribution(self) -> dict[float, float]:
        """(defender's loss - attacker's loss) -> probability, by rising swing."""
        return _distribution(self.losses("defender") - self.losses("attacker"), self.ends.probability)

    # -- certainty -----------------------------------------------------------------------------------
    def standard_error(self, probability: float) -> float:
        """The standard error of a sampled chance; 0 for an exact answer."""
        return math.sqrt(max(0.0, probability * (1 - probability)) / self.trials) if self.trials else 0.0

    def value_error(self, side: str) -> float:
        """The standard error of the mean value lost; 0 for an exact answer."""
        if not self.trials:
            return 0.0
        lost, mean = self.losses(side), self.value_lost[side]
        return math.sqrt(float(self.ends.probability @ (lost - mean) ** 2) / self.trials)

    # -- tables --------------------------------------------------------------------------------------
    def frame(self) -> pd.DataFrame:
        """The chances: outcome, probability, and the standard error (0 where exact)."""
        chances = [*self.p.items(), ("capture", self.capture)]
        rows = [(name, chance, self.standard_error(chance)) for name, chance in chances]
        return _frame(rows, "outcome", "probability", "standard_error")

    def survivors_frame(self) -> pd.DataFrame:
        """One row a side, unit and number left: side, unit, left, probability."""
        rows = [
            (side, unit, left, chance)
            for side in SIDES
            for unit, chances in self.survivors[side].items()
            for left, chance in enumerate(chances)
        ]
        return _frame(rows, "side", "unit", "left", "probability")

    def value_frame(self) -> pd.DataFrame:
        """One row a side and value lost: side, value_lost, probability."""
        rows = [(side, value, chance) for side in SIDES for value, chance in self.value_lost_distribution(side).items()]
        return _frame(rows, "side", "value_lost", "probability")

    def ends_frame(self) -> pd.DataFrame:
        """Every end: outcome, captured, units left by side, probability; the likeliest first."""
        columns: dict[str, ArrayLike] = {"outcome": [OUTCOMES[i] for i in self.ends.outcome]}
        columns["captured"] = self.ends.captured
        for side in SIDES:
            for kind, unit in enumerate(self.force(side).units):
                columns[f"{side} {unit}"] = self.ends.left(side)[:, kind]
        columns["probability"] = self.ends.probability
        return _frame(columns, *columns).sort_values("probability", ascending=False, ignore_index=True)

    def as_dict(self) -> dict[str, Any]:
        """JSON-ready: p, capture, expected_survivors, survivors, rounds, value_lost, policy and more."""
        found: dict[str, Any] = {
            "p": self.p,
            "capture": self.capture,
            "expected_survivors": self.expected_survivors,
            "survivors": {side: {u: list(c) for u, c in self.survivors[side].items()} for side in SIDES},
            "rounds": list(self.rounds),
            "value_lost": self.value_lost,
            "value_unit": self.value_unit,
            "value_lost_distribution": {side: _listed(self.value_lost_distribution(side)) for side in SIDES},
            "policy": [dict(line) for line in self.policy],
            "exact": not self.trials,
        }
        if self.trials:
            found["trials"] = self.trials
            found["standard_error"] = {name: self.standard_error(chance) for name, chance in self.p.items()}
            found["value_lost_error"] = {side: self.value_error(side) for side in SIDES}
        if self.notes:
            found["notes"] = list(self.notes)
        return found | dict(self.extra)

    # -- words ---------------------------------------------------------------------------------------
    def page(self) -> Page:
        """The forces, chances, units left, value lost, rounds, the best policy."""
        forces = [f"{side}  {self._force_words(side)}" for side in SIDES]
        parts = [self._chances_part(), *self._units_part(), Part("Value lost on average", words=self._value_words())]
        parts += [rounds_part(self.rounds)] if self.rounds else []
        return Page(self.title or "Battle", how(self), forces, [*parts, *policy_parts(self.policy)], self.notes)

    @property
    def _in_steps(self) -> bool:
        """Whether units are counted by their steps, so that their numbers are steps and not pieces."""
        forces = (self.attacker, self.defender)
        return self.value_unit == "steps" and all(sum(force.start) == force.worth for force in forces)

    def _force_words(self, side: str) -> str:
        """`5 infantry, 2 artillery (23 RP)`; where units are counted by steps `6 infantry (steps, 6 in all)`."""
        force = self.force(side)
        units = ", ".join(
            f"{n} {unit.replace('_', ' ')}" for n, unit in zip(force.start, force.units, strict=True) if n
        )
        worth = number(force.worth)
        told = f"steps, {worth} in all" if self._in_steps else f"{worth} {self.value_unit}"
        return f"{units or 'nothing'} ({told})"

    def _chances_part(self) -> Part:
        """Each outcome that can happen, `capture` always."""
        chances = {name: chance for name, chance in self.p.items() if chance > 0}
        chances |= {name: float(self.extra[name]) for name in ("defender_falls_back",) if self.extra.get(name)}
        chances["capture"] = self.capture
        rows = [(name.replace("_", " "), self._with_error(chance), MEANINGS[name]) for name, chance in chances.items()]
        return Part("Chances", rows, ("outcome", "chance", "meaning"), bars=list(chances.values()))

    def _with_error(self, chance: float) -> str:
        return percent(chance) + (f" ± {100 * self.standard_error(chance):.2f}" if self.trials else "")

    def _units_part(self) -> list[Part]:
        rows = [
            (f"{side} {unit.replace('_', ' ')}", str(start), f"{self.expected_survivors[side][unit]:.3f}")
            for side in SIDES
            for unit, start in zip(self.force(side).units, self.force(side).start, strict=True)
        ]
        counted = "Steps" if self._in_steps else "Units"
        return [Part(f"{counted} left on average", rows, ("", "start", "left"))] if rows else []

    def _value_words(self) -> list[str]:
        """What each side loses on average, and the difference."""
        found = []
        for side in SIDES:
            error = f" ± {self.value_error(side):.2f}" if self.trials else ""
            lost, worth = self.value_lost[side], number(self.force(side).worth)
            found.append(f"{side} loses {lost:.2f}{error} of {worth} {self.value_unit}")
        swing = f"{abs(self.swing):.2f} {self.value_unit} {'more' if self.swing >= 0 else 'less'}"
        return [*found, f"the defender loses {swing} than the attacker"]

    def __repr__(self) -> str:
        chances = ", ".join(f"{name} {100 * chance:.2f} %" for name, chance in self.p.items() if chance > 0)
        return f"<Answer {self.title or 'battle'}: {chances}; {how(self)}>"


def _frame(rows: Any, *columns: str) -> pd.DataFrame:
    import pandas as pd  # chances are told without it, and sooner

    return pd.DataFrame(rows, columns=list(columns))


def _distribution(values: Floats, chances: Floats) -> dict[float, float]:
    rounded = np.round(values, 9) + 0.0
    places, index = np.unique(rounded, return_inverse=True)
    sums = np.bincount(index, weights=chances)
    return {float(value): float(chance) for value, chance in zip(places, sums, strict=True)}


def _listed(distribution: Mapping[float, float]) -> list[list[float]]:
    return [[value, chance] for value, chance in distribution.items()]
