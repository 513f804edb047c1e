"""Exact odds of one attack on a combat results table, and of the whole table at once.

All chances are exact fractions; frames and `as_dict` give floats.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from northafrica.core.html import tag
from northafrica.odds.results_table import Fate, Result, ResultsTable, Stand, suffer
from northafrica.odds.telling import Page, Part, Told, how, percent
from northafrica.odds.told import OUTCOMES, SIDES, OddsError

if TYPE_CHECKING:
    import pandas as pd

MEANINGS = {
    "win": "the defender's place is empty, attackers can enter it",
    "lose": "no attacker is left",
    "draw": "nobody is left",
    "retreat": "attackers are thrown back",
    "stalemate": "both sides stay",
    "capture": "attackers can enter the place",
    "clear": "the defender leaves the place, alive or not",
}
RESULT_KEY = "A, D: attacker, defender; then the steps it loses, and after r the hexes it retreats"


@dataclass(frozen=True)
class TableEnd:
    """One result of the table with its chance and what became of both sides.

    ``outcome`` is the attacker's view, see `TableAnswer`.
    """

    result: Result
    attacker: Fate
    defender: Fate
    outcome: str
    probability: Fraction


def _outcome(attacker: Fate, defender: Fate) -> str:
    if attacker.gone:
        return "draw" if defender.gone else "lose"
    if attacker.hexes:
        return "retreat"
    return "stalemate" if defender.stays else "win"


@dataclass(frozen=True, eq=False)
class TableAnswer(Told):
    """One roll on a combat results table: every result with its chance, and what follows.

    A table resolves one attack, not a fight to the finish, so the words of `p` mean:
    ``win`` the defender's place is empty and attackers stand ready to enter it; ``retreat`` the table throws
    attackers back; ``lose`` no attacker is left, but defenders are; ``draw`` nobody is left; ``stalemate`` both
    sides stay where they were, with or without losses. Without known steps nobody dies out, so ``lose`` and
    ``draw`` are 0, and survivors are unknown: `expected_survivors` and `survivors` are then empty.
    There are no rounds but one; what a retreat costs on the way (zones of control, overstacking) is not in it.

    odds          the odds as they are, ``1:9``; the column before the shift where only that is known
    raw, column   the column before and after the shift
    shift         the net shift asked for; ``applied`` what the cap and the table's edge left of it
    trials        0 for an exact answer, else how many rolls were sampled
    """

    table: ResultsTable
    odds: str
    raw: str
    column: str
    shift: int
    applied: int
    attacker: Stand
    defender: Stand
    ends: tuple[TableEnd, ...]
    trials: int = 0
    notes: tuple[str, ...] = ()
    title: str = ""

    value_unit = "steps"

    # -- chances, exact ------------------------------------------------------------------------------
    def chance(self, holds: Callable[[TableEnd], bool]) -> Fraction:
        """The exact chance of the ends for which ``holds`` is true."""
        return sum((end.probability for end in self.ends if holds(end)), Fraction(0))

    def mean(self, number: Callable[[TableEnd], int]) -> Fraction:
        """The exact mean of a number read off each end."""
        return sum((end.probability * number(end) for end in self.ends), Fraction(0))

    @cached_property
    def exact_p(self) -> dict[str, Fraction]:
        """`p` in fractions."""
        chances = dict.fromkeys(OUTCOMES, Fraction(0))
        for end in self.ends:
            chances[end.outcome] += end.probability
        return chances

    @cached_property
    def p(self) -> dict[str, float]:
        """The attacker's view: win, lose, draw, retreat, stalemate."""
        return {name: float(chance) for name, chance in self.exact_p.items()}

    @property
    def clear(self) -> Fraction:
        """The chance that the defender leaves the place, alive or not, whether or not attackers can enter."""
        return self.chance(lambda end: not end.defender.stays)

    @property
    def capture(self) -> float:
        """The chance that attackers can enter the emptied place."""
        return self.p["win"]

    # -- losses --------------------------------------------------------------------------------------
    def fate(self, end: TableEnd, side: str) -> Fate:
        """What an end did to `attacker` or `defender`."""
        if side not in SIDES:
            raise OddsError(f"there is no side '{side}'; there are {', '.join(SIDES)}")
        return end.attacker if side == "attacker" else end.defender

    def steps_lost(self, side: str) -> dict[int, Fraction]:
        """Steps lost by a side -> chance."""
        return self._distribution(lambda end: self.fate(end, side).lost)

    def hexes_retreated(self, side: str) -> dict[int, Fraction]:
        """Hexes really retreated by a side -> chance."""
        return self._distribution(lambda end: self.fate(end, side).hexes)

    def expected_steps(self, side: str) -> Fraction:
        """The mean steps lost by a side."""
        return self.mean(lambda end: self.fate(end, side).lost)

    @cached_property
    def exchange(self) -> Fraction | None:
        """Defender's steps lost for each of the attacker's, in the mean; None where the attacker loses none."""
        paid = self.expected_steps("attacker")
        return self.expected_steps("defender") / paid if paid else None

    @cached_property
    def value_lost(self) -> dict[str, float]:
        """By side, the mean steps lost."""
        return {side: float(self.expected_steps(side)) for side in SIDES}

    @cached_property
    def survivors(self) -> dict[str, dict[str, tuple[float, ...]]]:
        """By side, the chance of each number of steps left; empty for a side whose steps are not known."""
        return {side: self._left(side) for side in SIDES}

    @cached_property
    def expected_survivors(self) -> dict[str, dict[str, float]]:
        """By side, the mean steps left; empty for a side whose steps are not known."""
        means = {side: float(self.expected_steps(side)) for side in SIDES}
        return {
            side: {} if (have := self._stand(side).steps) is None else {"steps": have - means[side]} for side in SIDES
        }

    def _stand(self, side: str) -> Stand:
        return self.attacker if side == "attacker" else self.defender

    def _left(self, side: str) -> dict[str, tuple[float, ...]]:
        have = self._stand(side).steps
        if have is None:
            return {}
        lost = self.steps_lost(side)
        return {"steps": tuple(float(lost.get(have - left, 0)) for left in range(have + 1))}

    def _distribution(self, number: Callable[[TableEnd], int]) -> dict[int, Fraction]:
        found: dict[int, Fraction] = {}
        for end in self.ends:
            found[number(end)] = found.get(number(end), Fraction(0)) + end.probability
        return dict(sorted(found.items()))

    # -- tables --------------------------------------------------------------------------------------
    def _chances(self) -> dict[str, float]:
        return self.p | {"capture": self.capture, "clear": float(self.clear)}

    def standard_error(self, chance: float) -> float:
        """The standard error of a sampled chance; 0 for an exact answer."""
        return (chance * (1 - chance) / self.trials) ** 0.5 if self.trials else 0.0

    def frame(self) -> pd.DataFrame:
        """The chances: outcome, probability, standard error (0 where exact)."""
        import pandas as pd  # rules of a game use this module, and start without it

        rows = [(name, chance, self.standard_error(chance)) for name, chance in self._chances().items()]
        return pd.DataFrame(rows, columns=["outcome", "probability", "standard_error"])

    def results_frame(self) -> pd.DataFrame:
        """One row a result: result, steps lost and hexes retreated of both sides, outcome, probability."""
        import pandas as pd

        rows = []
        for end in self.ends:
            row: dict[str, Any] = {"result": str(end.result)}
            for side in SIDES:
                row |= {f"{side}_steps": self.fate(end, side).lost, f"{side}_hexes": self.fate(end, side).hexes}
            rows.append(row | {"outcome": end.outcome, "probability": float(end.probability)})
        return pd.DataFrame(rows)

    def as_dict(self) -> dict[str, Any]:
        """JSON-ready, with the keys of `Answer` and those of a table; values are in steps."""
        lost = {side: [[n, float(c)] for n, c in self.steps_lost(side).items()] for side in SIDES}
        retreats = {side: [[n, float(c)] for n, c in self.hexes_retreated(side).items()] for side in SIDES}
        found: dict[str, Any] = {
            "p": self.p,
            "capture": self.capture,
            "clear": float(self.clear),
            "expected_survivors": self.expected_survivors,
            "survivors": {s: {u: list(c) for u, c in kinds.items()} for s, kinds in self.survivors.items()},
            "rounds": [0.0, 1.0],
            "value_lost": self.value_lost,
            "value_unit": self.value_unit,
            "value_lost_distribution": lost,
            "retreat_distribution": retreats,
            "exchange": None if self.exchange is None else float(self.exchange),
            "odds": self.odds,
            "raw_column": self.raw,
            "shift": self.shift,
            "applied_shift": self.applied,
            "column": self.column,
            "results": [{"result": str(end.result), "p": float(end.probability)} for end in self.ends],
            "policy": [],
            "exact": not self.trials,
        }
        if self.trials:
            found |= {"trials": self.trials, "standard_error": {n: self.standard_error(p) for n, p in self.p.items()}}
        return found | ({"notes": list(self.notes)} if self.notes else {})

    def page(self) -> Page:
        """The column, chances, steps lost, results."""
        chances = [
            (name, percent(chance), MEANINGS[name])
            for name, chance in self._chances().items()
            if chance or name in ("capture", "clear")
        ]
        ends = sorted(self.ends, key=lambda end: -end.probability)
        results = [(str(end.result), percent(float(end.probability)), end.outcome) for end in ends]
        lost = [f"{side} loses {self.value_lost[side]:.3f} steps" for side in SIDES]
        if self.exchange is not None:
            lost.append(f"{float(self.exchange):.2f} of the defender's for each of the attacker's")
        parts = [
            Part("Chances", chances),
            Part("Steps lost on average", words=lost),
            Part("Results", results, ("result", "chance", "attacker"), [RESULT_KEY]),
        ]
        return Page(self.title or self.odds, how(self), [self._column_words()], parts, self.notes)

    def _column_words(self) -> str:
        """`odds 1:9 (column 1:4), shift +4 of which 3 count, rolled on 3:1`."""
        most = self.table.most
        counts = f" of which {most} count" if abs(self.shift) > most else ""
        parts = [f"odds {self.odds}" + (f" (column {self.raw})" if self.raw != self.odds else "")]
        parts += [f"shift {self.shift:+d}{counts}"] if self.shift else []
        return ", ".join([*parts, f"rolled on {self.column}"])

    def _repr_html_(self) -> Markup:
        return tag("pre", str(self))

    def __repr__(self) -> str:
        swing = " against ".join(f"{self.value_lost[side]:.2f}" for side in SIDES)
        return (
            f"<TableAnswer {self.title or self.odds} on {self.column}: clear {100 * float(self.clear):.2f} %, "
            f"steps lost {swing}; {how(self)}>"
        )


def attack(
    table: ResultsTable,
    column: int,
    shift: int = 0,
    attacker: Stand | None = None,
    defender: Stand | None = None,
    *,
    trials: int = 0,
    seed: int = 0,
    notes: Sequence[str] = (),
    title: str = "",
    odds: str = "",
) -> TableAnswer:
    """The answer of one attack: ``column`` before shifts (index from 0), ``shift`` net, + for the attacker.

    It is exact, or with ``trials`` that of so many rolled totals, to check the exact one by.
    """
    stands, names, final = (attacker or Stand(), defender or Stand()), table.columns, table.shifted(column, shift)
    chances: dict[Result, Fraction] = {}
    for total, weight in (_rolled(table, trials, seed) if trials else table.chances).items():
        result = table.results[total][final]
        chances[result] = chances.get(result, Fraction(0)) + weight
    ends = tuple(_end(result, stands, chance) for result, chance in chances.items())
    return TableAnswer(
        table, odds or names[column], names[column], names[final], shift, final - column, *stands, ends, trials,
        tuple(notes), title,
    )  # fmt: skip


def _rolled(table: ResultsTable, trials: int, seed: int) -> dict[int, Fraction]:
    if trials < 1:
        raise OddsError(f"{trials} trials: at least 1 is needed")
    import numpy as np

    chances = [float(chance) for chance in table.chances.values()]
    counts = np.random.default_rng(seed).multinomial(trials, chances)
    return {total: Fraction(int(n), trials) for total, n in zip(table.chances, counts, strict=True) if n}


def _end(result: Result, stands: tuple[Stand, Stand], chance: Fraction) -> TableEnd:
    attacker = suffer(result.attacker_steps, result.attacker_retreat, stands[0])
    defender = suffer(result.defender_steps, result.defender_retreat, stands[1])
    return TableEnd(result, attacker, defender, _outcome(attacker, defender), chance)


MEASURES: Mapping[str, Callable[[TableAnswer], Fraction | None]] = {
    "clear": lambda answer: answer.clear,
    "capture": lambda answer: answer.exact_p["win"],
    "thrown_back": lambda answer: answer.exact_p["retreat"],
    "stalemate": lambda answer: answer.exact_p["stalemate"],
    "attacker_steps": lambda answer: answer.expected_steps("attacker"),
    "defender_steps": lambda answer: answer.expected_steps("defender"),
    "swing": lambda answer: answer.expected_steps("defender") - answer.expected_steps("attacker"),
    "exchange": lambda answer: answer.exchange,
}


def whole_table(table: ResultsTable, attacker: Stand | None = None, defender: Stand | None = None) -> pd.DataFrame:
    """Every odds column with every net shift at once.

    One row an odds column and shift: odds, shift, column, and the measures `clear`, `capture`, `thrown_back`,
    `stalemate` (chances), `attacker_steps`, `defender_steps`, `swing` (mean steps), `exchange` (defender's steps
    for one of the attacker's; NaN where the attacker loses none).
    """
    import pandas as pd

    answers = [attack(table, column, 0, attacker, defender) for column in range(len(table.columns))]
    numbers = [{name: _float(measure(answer)) for name, measure in MEASURES.items()} for answer in answers]
    rows = []
    for column, odds in enumerate(table.columns):
        for shift in range(-table.most, table.most + 1):
            final = table.shifted(column, shift)
            rows.append({"odds": odds, "shift": shift, "column": table.columns[final]} | numbers[final])
    return pd.DataFrame(rows)


def heat_map(
    table: ResultsTable,
    measure: str = "clear",
    attacker: Stand | None = None,
    defender: Stand | None = None,
) -> pd.DataFrame:
    """One measure of `whole_table` as a frame: odds down, net shifts across."""
    if measure not in MEASURES:
        raise OddsError(f"measure '{measure}': there are {', '.join(MEASURES)}")
    rows = whole_table(table, attacker, defender)
    found = rows.pivot(index="odds", columns="shift", values=measure)
    return found.reindex(list(table.columns))


def _float(number: Fraction | None) -> float:
    return float("nan") if number is None else float(number)
