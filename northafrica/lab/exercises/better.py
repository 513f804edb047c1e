"""Which is better, by the exact odds? The engine works out the chance of each way and compares.

A way is either orders in the position of the exercise, or a battle told in the words of `northafrica.odds_of`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from northafrica.core.cards import ChoiceOdds
from northafrica.core.game import Game
from northafrica.core.orders import Order
from northafrica.core.rulebook import Rule
from northafrica.lab.exercises.questions import (
    SHOWN,
    Question,
    QuestionError,
    Situation,
    Verdict,
    one_of,
    orders_of,
    rule_line,
)
from northafrica.lab.table.session import Session
from northafrica.odds.answer import Answer
from northafrica.odds.telling import percent
from northafrica.systems import SYSTEMS, battles

CITED = re.compile(r"[a-z0-9]+(?:[.-][a-z0-9]+)+")
CLOSE = 1e-9
FORCES = ("attackers", "defenders")


@dataclass(frozen=True)
class Measure:
    """What is compared. `sign`: 1 where more is better, -1 where less is; `least`: how far apart the best two must lie.

    A chance is compared in points of a hundred, a value in the unit of the battle (RP, IPC ...).
    """

    words: str
    of: Callable[[ChoiceOdds], float | None]
    chance: bool = True
    sign: int = 1

    @property
    def wanted(self) -> str:
        """What is compared and which way, for a question."""
        return f"{'the highest' if self.sign > 0 else 'the lowest'} {self.words}"

    @property
    def least(self) -> float:
        return 1.0 if self.chance else 0.1

    def told(self, number: float, unit: str) -> str:
        """The number as people read it."""
        return percent(number / 100) if self.chance else f"{number:.2f} {unit}".strip()


WORTH = "worth to the attacker if both sides play best from there"
MEASURES: Mapping[str, Measure] = {
    "capture": Measure("chance that the attacker takes the place", lambda row: 100 * row.capture),
    "hold": Measure("chance that the attacker does not take the place", lambda row: 100 * (1 - row.capture)),
    "win": Measure("chance that the defender is gone", lambda row: 100 * row.win),
    "survive": Measure("chance that the attacker is not wiped out", lambda row: 100 * (1 - row.lose)),
    "exchange": Measure(
        "what the defender loses more than the attacker", lambda row: row.defender_lost - row.attacker_lost, False
    ),
    "own-loss": Measure("what the attacker loses", lambda row: row.attacker_lost, False, -1),
    "worth": Measure(WORTH, lambda row: row.worth, False),
    "denied": Measure(WORTH, lambda row: row.worth, False, -1),
}


@dataclass(frozen=True)
class Way:
    """One of the ways to choose from.

    text    the answer as a learner reads it
    orders  what is played from the position; a single order that is a choice in the battle at hand is enough
    battle  instead: `attackers`, `defenders` and options of the odds, as `northafrica.odds_of` takes them
    """

    text: str
    orders: tuple[Mapping[str, Any], ...] = ()
    battle: Mapping[str, Any] | None = None


@dataclass(frozen=True)
class Weighed:
    """A way with its odds and the number compared."""

    way: Way
    row: ChoiceOdds
    number: float


@dataclass(frozen=True)
class WhichIsBetter(Question):
    """Which of some ways is best by the exact odds?

    measure  what is compared, one of MEASURES
    place    where the battle is; needed only where there are several
    rules    ids of the rules that explain it; left out, those that the odds cite, or those of the decision
    margin   how far apart the best two must lie to be asked about; None: the measure's own least
    """

    ways: tuple[Way, ...]
    measure: str = "capture"
    place: str = ""
    rules: tuple[str, ...] = ()
    margin: float | None = None
    kind: ClassVar[str] = "better"
    expects: ClassVar[str] = "one of the answers, or its number"

    def choices(self, where: Situation) -> tuple[str, ...]:
        return tuple(way.text for way in self.ways)

    def orders_named(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(order for way in self.ways for order in orders_of(way.orders)))

    def solution(self, where: Situation) -> str:
        weighed = self.weigh(where)
        self._rules(where, weighed)  # a rule that is not there is told before anybody answers
        return self._best(weighed).way.text

    def judge(self, where: Situation, given: str) -> Verdict:
        said = one_of(given, self.choices(where))
        weighed = self.weigh(where)
        best = self._best(weighed).way.text
        rules = self._rules(where, weighed)
        notes = dict.fromkeys(line for each in weighed for line in self._notes(each.row))
        why = (*map(self._line, weighed), *map(rule_line, rules[:SHOWN]), *notes)
        return Verdict(said == best, said, best, why, rules)

    def weigh(self, where: Situation) -> tuple[Weighed, ...]:
        """Every way with its odds, in the order given. Raises QuestionError for a way without exact odds."""
        return tuple(self._weighed(where, way) for way in self.ways)

    def _weighed(self, where: Situation, way: Way) -> Weighed:
        try:
            row = battle_row(where, way) if way.battle is not None else _board_row(where, way, self.place)
        except ValueError as error:
            raise QuestionError(f"answer '{way.text}': {error}") from error
        number = MEASURES[self.measure].of(row)
        if number is None:
            raise QuestionError(f"answer '{way.text}': its '{self.measure}' is not known; compare another measure")
        return Weighed(way, row, number)

    def _best(self, weighed: Sequence[Weighed]) -> Weighed:
        """The best way. A tie, or two that lie too close to be told apart, is a slip of who asks."""
        measure = MEASURES[self.measure]
        ranked = sorted(weighed, key=lambda each: -measure.sign * each.number)
        best, second = ranked[0], ranked[1]
        apart, least = abs(best.number - second.number), measure.least if self.margin is None else self.margin
        if apart < max(least - CLOSE, CLOSE):
            unit = "points" if measure.chance else best.row.unit
            how = "tie" if apart < CLOSE else f"lie {apart:.2g} {unit} apart"
            told = " and ".join(
                f"'{each.way.text}' ({measure.told(each.number, each.row.unit)})" for each in ranked[:2]
            )
            raise QuestionError(
                f"no answer is better: {told} {how}, and {least:g} {unit} are wanted; "
                f"change one of them, compare another 'measure' or ask for a smaller 'margin'"
            )
        return best

    def _line(self, each: Weighed) -> str:
        """What a way comes to, in a sentence."""
        measure, row = MEASURES[self.measure], each.row
        told = f"{each.way.text}: {measure.words} {measure.told(each.number, row.unit)}"
        if measure.chance:
            told += f"; on average the attacker loses {row.attacker_lost:.1f} and the defender {row.defender_lost:.1f}"
            told += f" {row.unit}".rstrip()
        return told

    def _notes(self, row: ChoiceOdds) -> tuple[str, ...]:
        """What the number compared rests on."""
        text = row.worth_note if MEASURES[self.measure].words == WORTH else row.note
        return tuple(line for line in text.split("\n") if line)

    def _rules(self, where: Situation, weighed: Sequence[Weighed]) -> tuple[Rule, ...]:
        name = str(where.case["system"])
        if name not in SYSTEMS:
            return ()
        system = SYSTEMS[name]
        book = system.rulebook(system.load())
        unknown = [rule for rule in self.rules if rule not in book]
        if unknown:
            raise QuestionError(f"there is no rule '{unknown[0]}' in the rulebook")
        noted = [rule for each in weighed for rule in CITED.findall(each.row.note) if rule in book]
        asked = where.game().prompt.rules if where.has_board and not noted else ()
        return tuple(book[rule] for rule in dict.fromkeys(self.rules or noted or asked) if rule in book)


# -- the odds of one way ---------------------------------------------------------------------------------
def battle_row(where: Situation, way: Way) -> ChoiceOdds:
    """The odds of a battle in words. Raises OddsError; QuestionError where they are sampled."""
    given = dict(way.battle or {})
    forces = [str(given.pop(name, "")) for name in FORCES]
    answer = battles.odds_of(str(where.case["system"]), *forces, **given)
    if not isinstance(answer, Answer):
        raise QuestionError("this kind of battle is decided by a table in one roll; it cannot be compared here")
    if answer.trials:
        raise QuestionError("its odds are sampled; leave 'trials' out, to compare exact ones")
    lost, notes = answer.value_lost, "\n".join(answer.notes)
    chances = (answer.capture, answer.p["win"], answer.p["lose"])
    return ChoiceOdds(
        answer.title, way.text, "", *chances, lost["attacker"], lost["defender"], answer.value_unit, notes
    )


def _board_row(where: Situation, way: Way, place: str) -> ChoiceOdds:
    """The odds after the orders of a way: of the choice that the last one is, else of the battle it leads to."""
    *before, last = way.orders
    game = Situation(where.then(*before)).game()
    order = game.parse(last["order"])
    ruling = game.check(order)
    if not ruling:
        raise QuestionError(f"'{order}' is refused: {ruling.reason}")
    rows = [row for row in rows_at(game, place) if row.order and _is_same(game, row.order, order)]
    if not rows:
        rows = rows_at(Situation(where.then(*way.orders)).game(), place)
    if len(rows) != 1:
        raise QuestionError(_not_one(rows))
    if not rows[0].known:
        raise QuestionError(rows[0].note)
    return rows[0]


def _is_same(game: Game, text: str, order: Order) -> bool:
    """Whether two orders do the same here, however they are written."""
    if text == str(order):
        return True
    one, other = game.branch(), game.branch()
    one.luck = other.luck = None
    one.play(text)
    other.play(order)
    return type(one.parse(text)) is type(order) and one.state == other.state


def _not_one(rows: Sequence[ChoiceOdds]) -> str:
    """Why there is no single number: what to add to the orders of a way."""
    if not rows:
        return "its orders lead to no battle with odds; go on with 'orders' to where a battle is decided"
    if all(row.order for row in rows):
        names = ", ".join(f"'{row.order}' ({row.battle})" for row in rows)
        return f"its orders lead to a decision with odds of its own: end them with one of {names}"
    names = ", ".join(dict.fromkeys(row.battle for row in rows))
    return f"its orders lead to {len(rows)} battles ({names}); name one by 'place'"


def rows_at(game: Game, place: str = "") -> list[ChoiceOdds]:
    """The odds of the choices in front of the seat that decides; `place` picks one of several battles."""
    session = Session(game)
    return [row for row in session.odds() if not place or row.battle == session.name(place)]
