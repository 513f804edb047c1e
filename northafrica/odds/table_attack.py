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
from northafrica.odds.told import OUTCOMES, SIDES, OddsError

if TYPE_CHECKING:
    import pandas as pd


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
class TableAnswer:
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
    def frame(self) -> pd.DataFrame:
        """The chances: outcome, probability, standard error (0 where exact)."""
        import pandas as pd  # rules of a game use this module, and start without it

        rows = [*self.p.items(), ("capture", self.capture), ("clear", float(self.clear))]
        errors = [(c * (1 - c) / self.trials) ** 0.5 if self.trials else 0.0 for _, c in rows]
        names, chances = zip(*rows, strict=True)
        return pd.DataFrame({"outcome": names, "probability": chances, "standard_error": errors})

    def results_frame(self) -> pd.DataFrame:
        """One row a result: result, steps lost and hexes retreated of both sides, outcome, probability."""
        import pandas as pd

        rows = [
            (
                str(e.result),
                e.attacker.lost,
                e.attacker.hexes,
                e.defender.lost,
                e.defender.hexes,
                e.outcome,
                e.probability,
            )
            for e in self.ends
        ]
        names = ["result", "attacker_steps", "attacker_hexes", "defender_steps", "defender_hexes", "outcome"]
        found = pd.DataFrame(rows, columns=[*names, "probability"])
        return found.astype({"probability": float})

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
            errors = self.frame().set_index("outcome")["standard_error"]
            found |= {"trials": self.trials, "standard_error": {name: float(errors[name]) for name in OUTCOMES}}
        return found | ({"notes": list(self.notes)} if self.notes else {})

    def __str__(self) -> str:
        from northafrica.odds.telling import lines

        return "\n".join(lines(self))

    def _repr_html_(self) -> Markup:
        return tag("pre", str(self))

    def __repr__(self) -> str:
        how = f"sampled {self.trials} times" if self.trials else "exact"
        swing = " against ".join(f"{self.value_lost[side]:.2f}" for side in SIDES)
        return (
            f"<TableAnswer {self.title or self.odds} on {self.column}: clear {100 * float(self.clear):.2f} %, "
            f"steps lost {swing}; {how}>"
        )


def attack(
    table: ResultsTable,
    column: int,
    shift: int = 0,
    attacker: Stand | None = None,
    defender: Stand | None = None,
    *,
    notes: Sequence[str] = (),
    title: str = "",
    odds: str = "",
) -> TableAnswer:
    """The exact answer of one attack: ``column`` before shifts (index from 0), ``shift`` net, + for the attacker."""
    stands = attacker or Stand(), defender or Stand()
    return _answer(table, column, shift, stands, table.chances, 0, (notes, title, odds))


def sample(
    table: ResultsTable,
    column: int,
    shift: int = 0,
    attacker: Stand | None = None,
    defender: Stand | None = None,
    *,
    trials: int = 100_000,
    seed: int = 0,
    notes: Sequence[str] = (),
    title: str = "",
    odds: str = "",
) -> TableAnswer:
    """The same attack by rolled totals, to check the exact one by."""
    if trials < 1:
        raise OddsError(f"{trials} trials: at least 1 is needed")
    import numpy as np

    totals, chances = list(table.chances), [float(chance) for chance in table.chances.values()]
    counts = np.random.default_rng(seed).multinomial(trials, chances)
    weights = {total: Fraction(int(count), trials) for total, count in zip(totals, counts, strict=True) if count}
    return _answer(
        table, column, shift, (attacker or Stand(), defender or Stand()), weights, trials, (notes, title, odds)
    )


def _answer(
    table: ResultsTable,
    column: int,
    shift: int,
    stands: tuple[Stand, Stand],
    weights: Mapping[int, Fraction],
    trials: int,
    words: tuple[Sequence[str], str, str],
) -> TableAnswer:
    final = table.shifted(column, shift)
    chances: dict[Result, Fraction] = {}
    for total, weight in weights.items():
        result = table.results[total][final]
        chances[result] = chances.get(result, Fraction(0)) + weight
    names = table.columns
    ends = tuple(_end(result, stands, chance) for result, chance in chances.items())
    notes, title, odds = words
    return TableAnswer(
        table, odds or names[column], names[column], names[final], shift, final - column, *stands, ends, trials,
        tuple(notes), title,
    )  # fmt: skip


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
