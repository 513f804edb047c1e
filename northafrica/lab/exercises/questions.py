"""Kinds of questions about a position. The engine answers each; no answer is written down anywhere.

A question is asked of a *situation*: a case (docs/cases.md) whose items have been played.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from northafrica.core.cases import CaseError, pieces_at, run_case, situation
from northafrica.core.events import Event
from northafrica.core.game import Game
from northafrica.core.orders import OrderError, Vocabulary, nearest
from northafrica.core.pieces import Stock
from northafrica.core.rulebook import Rule, Ruling
from northafrica.lab.table.answer import Answer
from northafrica.lab.table.session import Session
from northafrica.systems import SYSTEMS

YES, NO = "yes", "no"
SHOWN = 3
WORDS = {YES: ("yes", "y", "true", "allowed", "legal"), NO: ("no", "n", "false", "refused", "illegal")}


class QuestionError(ValueError):
    """A question that cannot be asked, or an answer that is none: says what to write instead."""


class NoAnswer(QuestionError):
    """What a learner wrote is no answer to the question; the question itself is sound."""


class KeptBack(QuestionError):
    """The answer is not shown here; the question itself is sound."""


@dataclass(frozen=True)
class Verdict:
    """What is said of an answer: right or wrong, the right answer, why in this position's numbers, and the rules.

    `answer` is "" where it is kept back.
    """

    right: bool
    given: str
    answer: str
    why: tuple[str, ...] = ()
    rules: tuple[Rule, ...] = ()

    def __str__(self) -> str:
        truth = f"; it is {self.answer}" if self.answer else ""
        head = f"right: {self.answer or self.given}" if self.right else f"not right: you said {self.given}{truth}"
        return str(Answer(self.right, head, self.why))

    __repr__ = __str__


@dataclass(frozen=True)
class Situation:
    """A case whose items lead to the moment that a question is about."""

    case: Mapping[str, Any]

    @property
    def has_board(self) -> bool:
        """Whether there is a position; a battle told in words has none."""
        return "position" in self.case or "scenario" in self.case

    def game(self) -> Game:
        """The game at that moment. Raises QuestionError."""
        if not self.has_board:
            raise QuestionError("this question is about no position")
        try:
            return situation(self.case, SYSTEMS)
        except CaseError as error:
            raise QuestionError(str(error)) from error

    def then(self, *items: Mapping[str, Any]) -> dict[str, Any]:
        """The case with more items after its own."""
        return {**self.case, "do": [*self.case["do"], *items]}


class Question(ABC):
    """One kind of question. `choices` are the answers to pick from; empty where one is typed in."""

    kind: ClassVar[str] = ""
    expects: ClassVar[str] = ""

    def choices(self, where: Situation) -> tuple[str, ...]:
        """The answers one can choose from."""
        return ()

    def orders_named(self) -> tuple[str, ...]:
        """The orders that the question itself names."""
        return ()

    @abstractmethod
    def judge(self, where: Situation, given: str) -> Verdict:
        """The verdict on an answer. Raises NoAnswer for what is none, QuestionError for a question that has none."""

    @abstractmethod
    def solution(self, where: Situation) -> str:
        """The right answer, found by the engine."""


@dataclass(frozen=True)
class IsItLegal(Question):
    """May this order be given now?"""

    order: str
    kind: ClassVar[str] = "legal"
    expects: ClassVar[str] = "yes or no"

    def orders_named(self) -> tuple[str, ...]:
        return (self.order,)

    def choices(self, where: Situation) -> tuple[str, ...]:
        return (YES, NO)

    def solution(self, where: Situation) -> str:
        return YES if _ruling(where, self.order) else NO

    def judge(self, where: Situation, given: str) -> Verdict:
        said = _yes_or_no(given)
        session = Session(where.game())
        told = session.why(self.order)
        if told.ruling is None:
            raise QuestionError(told.headline)
        answer = YES if told.ok else NO
        if told.ok:
            rules = self._rules(session, told)
            return Verdict(
                said == answer, said, "yes, it may be ordered", self._why_allowed(session, told, rules), rules
            )
        rules = (told.rule,) if told.rule else ()
        return Verdict(said == answer, said, "no, it is refused", (told.headline, *told.lines), rules)

    def _rules(self, session: Session, told: Answer) -> tuple[Rule, ...]:
        cited = told.ruling.rules if told.ruling else ()
        return tuple(session.rulebook[i] for i in dict.fromkeys(cited) if i in session.rulebook)

    def _why_allowed(self, session: Session, told: Answer, rules: Sequence[Rule]) -> tuple[str, ...]:
        """The notes and rules of the ruling; where it has none, what follows from the order."""
        lines = (*told.lines, *map(rule_line, rules[:SHOWN]))
        return lines or session.play(self.order).lines or ("nothing stands in its way",)


@dataclass(frozen=True)
class HowMany(Question):
    """A number that the ruling on an order names, such as the supply that an attack needs."""

    order: str
    number: str
    kind: ClassVar[str] = "number"
    expects: ClassVar[str] = "a whole number"

    def orders_named(self) -> tuple[str, ...]:
        return (self.order,)

    def solution(self, where: Situation) -> str:
        ruling = _ruling(where, self.order)
        if self.number not in ruling.numbers:
            named = ", ".join(ruling.numbers) or "none"
            raise QuestionError(f"the ruling on '{self.order}' names no number '{self.number}'; it names {named}")
        return _plain(ruling.numbers[self.number])

    def judge(self, where: Situation, given: str) -> Verdict:
        said, answer = _whole(given), self.solution(where)
        told = Session(where.game()).why(self.order)
        return Verdict(said == answer, said, answer, (told.headline, *told.lines), (told.rule,) if told.rule else ())


@dataclass(frozen=True)
class AfterOrders(Question):
    """A question about what follows from orders and dice: a whole number, where a kind says nothing else."""

    items: tuple[Mapping[str, Any], ...]
    expects: ClassVar[str] = "a whole number"

    def orders_named(self) -> tuple[str, ...]:
        return orders_of(self.items)

    def judge(self, where: Situation, given: str) -> Verdict:
        said, answer = _whole(given), self.solution(where)
        return Verdict(said == answer, said, answer, *what_happens(where, self.items))


@dataclass(frozen=True)
class WhatIsLeft(AfterOrders):
    """How many pieces, or how much of a stock, is somewhere after orders and dice."""

    place: str
    what: str
    kind: ClassVar[str] = "count"

    def solution(self, where: Situation) -> str:
        game = Situation(where.then(*self.items)).game()
        words = game.system.vocabulary(game.setting.data)
        self._check(game, words)
        state, place = game.state, self._place(words)
        pieces = pieces_at(state, place, False)
        if self.what in words.powers:
            return str(sum(number for name, number in pieces.items() if name.partition(" ")[0] == self.what))
        if " " in self.what:
            return str(pieces.get(self.what, 0))
        return _plain(state.stocks.get(place, {}).get(Stock.parse(self.what), 0))

    def _place(self, words: Vocabulary) -> str:
        """The place by its id; `>` between the two sides of a border. Raises QuestionError where there is none."""
        try:
            return ">".join(words.place(part, "place") for part in self.place.split(">"))
        except OrderError as error:
            raise QuestionError(str(error)) from error

    def _check(self, game: Game, words: Vocabulary) -> None:
        """Raises QuestionError where what is counted is nothing of this game."""
        power, _, kind = self.what.partition(" ")
        stocks = {sort.resource for sort in game.system.materials(game.setting.data).stocks}
        if kind and (power not in words.powers or kind not in words.kinds):
            unknown, known = (power, words.powers) if power not in words.powers else (kind, words.kinds)
            raise QuestionError(f"'{self.what}': there is no '{unknown}'{nearest(unknown, known)}")
        if not kind and power not in words.powers and Stock.parse(power).resource not in stocks:
            there = ", ".join((*sorted(words.powers), *sorted(stocks)))
            raise QuestionError(f"'{self.what}' is neither a power nor a stock; there are {there}")


@dataclass(frozen=True)
class HowManyHits(AfterOrders):
    """How many hits are made by all the dice that orders lead to."""

    kind: ClassVar[str] = "hits"

    def solution(self, where: Situation) -> str:
        rolls = [event for event in fresh_events(where, self.items) if event.kind == "rolled"]
        if not rolls:
            raise QuestionError("no dice are thrown, so there is nothing to count; give 'orders' and 'dice'")
        return str(sum(event.hits for event in rolls))


@dataclass(frozen=True)
class Option:
    """An answer to choose, and what must hold (as in a case's `expect`) for it to be the right one."""

    text: str
    expect: Mapping[str, Any]


@dataclass(frozen=True)
class WhatHappens(AfterOrders):
    """Which of some answers describes what follows from orders and dice."""

    options: tuple[Option, ...]
    kind: ClassVar[str] = "choice"
    expects: ClassVar[str] = "one of the answers, or its number"

    def choices(self, where: Situation) -> tuple[str, ...]:
        return tuple(option.text for option in self.options)

    def solution(self, where: Situation) -> str:
        right = [option.text for option in self.options if self._holds(where, option)]
        if len(right) != 1:
            raise QuestionError(f"{len(right)} of the answers are right ({'; '.join(right) or 'none'}); one must be")
        return right[0]

    def _holds(self, where: Situation, option: Option) -> bool:
        try:
            return run_case(where.then(*self.items, {"expect": dict(option.expect)}), SYSTEMS).ok
        except CaseError as error:
            raise QuestionError(f"answer '{option.text}': {error}") from error

    def judge(self, where: Situation, given: str) -> Verdict:
        said, answer = one_of(given, self.choices(where)), self.solution(where)
        right = next(option for option in self.options if option.text == answer)
        items = (*self.items, {"expect": dict(right.expect)})  # so that what follows by itself is told too
        return Verdict(said == answer, said, answer, *what_happens(where, items))


@dataclass(frozen=True)
class FindOrders(Question):
    """Orders of the learner's own, one a line, after which something must hold.

    example: orders that reach it; empty where they are kept back, as in the file that pupils get.
    """

    goal: Mapping[str, Any]
    example: tuple[str, ...]
    dice: Any = None
    kind: ClassVar[str] = "orders"
    expects: ClassVar[str] = "orders, one a line (or with ; between them)"

    def solution(self, where: Situation) -> str:
        if not self.example:
            raise KeptBack("the worked answer is not in this file; whoever gave you the exercise has it")
        failures = self._failures(where, self.example)
        if failures:
            raise QuestionError(f"the example does not reach the goal: {'; '.join(failures)}")
        return "; ".join(self.example)

    def _told(self, where: Situation) -> str:
        return f"for example {self.solution(where)}" if self.example else ""

    def _failures(self, where: Situation, orders: Sequence[str]) -> list[str]:
        items: list[dict[str, Any]] = [{"order": order} for order in orders]
        if self.dice is not None:
            items[-1]["dice"] = self.dice
        items.append({"expect": dict(self.goal)})
        return run_case(where.then(*items), SYSTEMS).failures

    def judge(self, where: Situation, given: str) -> Verdict:
        orders = [line.strip() for line in re.split(r"[;\n]", given) if line.strip()]
        if not orders:
            raise NoAnswer(f"write {self.expects}")
        game = where.game()
        session = Session(game)
        for order in orders:
            told = session.play(order)
            if not told.ok:
                rules = (told.rule,) if told.rule else ()
                return Verdict(False, "; ".join(orders), self._told(where), (told.headline, *told.lines), rules)
        failures = self._failures(where, orders)
        answer = self._told(where) if failures else "; ".join(orders)
        return Verdict(not failures, "; ".join(orders), answer, tuple(failures))


def orders_of(items: Iterable[Mapping[str, Any]]) -> tuple[str, ...]:
    """The orders among a case's items, as text."""
    return tuple(str(item["order"]) for item in items if "order" in item)


def fresh_events(where: Situation, items: Iterable[Mapping[str, Any]]) -> list[Event]:
    """The events that orders and dice lead to."""
    before, after = where.game(), Situation(where.then(*items)).game()
    return after.events()[len(before.events()) :]


def what_happens(where: Situation, items: Iterable[Mapping[str, Any]]) -> tuple[tuple[str, ...], tuple[Rule, ...]]:
    """The events that orders and dice lead to, in words, and the rules they cite."""
    events, session = fresh_events(where, items), Session(where.game())
    book = session.rulebook
    cited = dict.fromkeys(rule for event in events for rule in event.rules)
    return session.tell(events), tuple(book[rule] for rule in cited if rule in book)


def rule_line(rule: Rule) -> str:
    """A rule as one line of an explanation."""
    return f"{rule.title} ({rule.section}) [{rule.id}]: {rule.text}"


def _ruling(where: Situation, order: str) -> Ruling:
    """The ruling on an order in a situation. Raises QuestionError where the words leave it open."""
    try:
        return where.game().check(order)
    except OrderError as error:
        raise QuestionError(str(error)) from error


def _yes_or_no(given: str) -> str:
    for answer, words in WORDS.items():
        if given.strip().lower() in words:
            return answer
    raise NoAnswer(f"'{given}' is no answer here: write yes or no")


def _whole(given: str) -> str:
    text = given.strip()
    if not re.fullmatch(r"[+-]?[0-9]{1,9}", text):
        raise NoAnswer(f"'{given}' is no whole number; write one, like 3")
    return str(int(text))


def one_of(given: str, choices: Sequence[str]) -> str:
    """The answer meant by its text or its number. Raises NoAnswer."""
    text = given.strip()
    if text in choices:
        return text
    if re.fullmatch(r"[0-9]{1,3}", text) and 1 <= int(text) <= len(choices):
        return choices[int(text) - 1]
    listed = "; ".join(f"{number}: {choice}" for number, choice in enumerate(choices, 1))
    raise NoAnswer(f"'{given}' is none of the answers; write one of them or its number ({listed})")


def _plain(number: Any) -> str:
    return str(int(number)) if number == int(number) else str(number)
