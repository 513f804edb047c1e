"""Steps: the small moments of a game. Each is a choice, a matter of luck, or automatic.

Steps are frozen dataclasses of plain data and lie on a stack in the state; when the top one ends, the
one below resumes. A step never keeps a state: it is handed a `View` to read and a `Table` to act on.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from northafrica.core.common_orders import AskAgain, Never
from northafrica.core.deed import Deed, Plain
from northafrica.core.naming import counted, is_are
from northafrica.core.orders import FieldSpec, Order, specs
from northafrica.core.rulebook import Ruling

if TYPE_CHECKING:
    from northafrica.core.dice import Result
    from northafrica.core.table import Table, View


def _stand(seat: str, refusal: tuple[str, str] | None, table: Table) -> None:
    """A seat takes back what it has declined once and for all, or declines one kind of window more."""
    others = tuple(pair for pair in table.state.standing if pair[0] != seat)
    table.state.standing = others if refusal is None else (*table.state.standing, refusal)


@dataclass(frozen=True)
class Prompt:
    """What a person is asked: the question, why this seat and why now, and the rules in play (ids)."""

    text: str
    why: str = ""
    rules: tuple[str, ...] = ()


@dataclass(frozen=True)
class Step(ABC):  # noqa: B024 - its three kinds are abstract
    """The base of all steps. `title` names it to people."""

    title: ClassVar[str] = ""

    def label(self, view: View) -> str:
        """The title for this moment."""
        return self.title or type(self).__name__

    def rules_in_play(self, view: View) -> tuple[str, ...]:
        """Ids of the rules this step applies."""
        return ()


class Automatic(Step):
    """Happens by itself."""

    @abstractmethod
    def run(self, table: Table) -> None:
        """Act; the step stays on the stack unless it finishes or replaces itself."""


class Choice(Step):
    """One seat gives an order."""

    window: ClassVar[str] = ""

    def seat(self, view: View) -> str:
        """Who decides: the seat of the power whose turn it is, where a step does not say otherwise."""
        return view.seat_of(view.state.power)

    @abstractmethod
    def prompt(self, view: View) -> Prompt:
        """The question in words."""

    @abstractmethod
    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        """What can be done here, one deed a kind of order; some may be barred now."""

    def deed(self, view: View, kind: type[Order]) -> Deed[Any]:
        """The deed of a kind of order, or of one about windows. Raises KeyError where there is none."""
        found = next((deed for deed in self.deeds(view) if deed.kind is kind), None)
        return {deed.kind: deed for deed in self.standing(view)}[kind] if found is None else found

    def standing(self, view: View) -> tuple[Deed[Any], ...]:
        """The orders about windows: decline this kind once and for all, or be asked again."""
        seat = self.seat(view)
        refused = any(pair[0] == seat for pair in view.state.standing)
        never = (Plain(Never, partial(_stand, seat, (seat, self.window))),) if self.window else ()
        return (*never, Plain(AskAgain, partial(_stand, seat, None))) if refused else never

    def kinds(self, view: View) -> tuple[type[Order], ...]:
        """The kinds of orders that can be given now."""
        return tuple(deed.kind for deed in self.deeds(view) if deed.barred(view) is None)

    def plan(self) -> tuple[Order, ...]:
        """The pending lines, where this choice is a plan."""
        return ()

    def check(self, view: View, order: Order) -> Ruling:
        """The ruling on an order, from what the deciding seat may know."""
        return self.deed(view, type(order)).judge(view, order)

    def play(self, table: Table, order: Order, ruling: Ruling | None = None) -> None:
        """Carry out an order that `check` allows; with its ruling, where that was given on this very state."""
        deed = self.deed(table, type(order))
        deed.do(table, order, (ruling or deed.judge(table, order)).found)

    def wrong_kind(self, view: View, order: Order) -> Ruling:
        """The ruling on an order of a kind that cannot be given now."""
        why = next((deed.why_barred(view, order) for deed in self.deeds(view) if deed.kind is type(order)), None)
        if why is not None:
            return why
        names = ", ".join(kind.kind for kind in self.kinds(view))
        rule = view.setting.system.wrong_time(view, order.kind)
        return Ruling.refuse(rule, f"'{order.kind}' cannot be ordered now ({self.label(view)}); possible are {names}")

    def decline(self, table: Table) -> None:
        """What happens where a seat has declined this window once and for all."""
        raise NotImplementedError(f"{type(self).__name__} is no window")

    def fallback(self, view: View) -> Order | None:
        """An order that is always allowed, so that no bot is ever stuck."""
        return None

    def forced(self, view: View) -> Order | None:
        """The one answer left where `values` alone do not tell that there is no choice."""
        return None


MANY = 24
"""With more ways than this to fill the fields of an order there is taken to be a choice."""


def only_order(step: Choice, view: View) -> Order | None:
    """The order that alone can be given now, or None where there is a choice (or a field may be left open)."""
    forced = step.forced(view)
    if forced is not None and step.check(view, forced):
        return forced
    kinds = step.kinds(view)
    if len(kinds) != 1:
        return None
    deed, found = step.deed(view, kinds[0]), list[dict[str, Any]]([{}])
    for spec in specs(kinds[0]):
        offers = [deed.values(view, spec, given) for given in found]
        if spec.optional and any(offers):
            return None
        if not spec.optional:
            filled = zip(found, offers, strict=True)
            found = [{**given, spec.name: v} for given, offered in filled for v in _whole_values(spec, offered)]
        if len(found) > MANY:
            return None
    allowed = [order for order in (kinds[0](**given) for given in found) if deed.judge(view, order)]
    return allowed[0] if len(allowed) == 1 else None


def _whole_values(spec: FieldSpec, offered: Sequence[Any]) -> Sequence[Any]:
    """All that can fill a field; of units, only where they are of one kind (else there is a choice)."""
    if spec.type != "units":
        return offered
    if len(offered) != 1:
        return ()
    return [(replace(offered[0], count=number),) for number in range(1, offered[0].count + 1)]


@dataclass(frozen=True)
class Joint(Choice):
    """A decision that several seats share: each answers, then they agree or the rule breaks the tie."""

    answers: tuple[tuple[str, Order], ...] = ()

    @abstractmethod
    def seats(self, view: View) -> tuple[str, ...]:
        """All seats that share the decision, in order."""

    def agree(self, table: Table, order: Order) -> None:
        """All seats gave this order: it is carried out."""
        super().play(table, order)

    @abstractmethod
    def dispute(self, table: Table, answers: tuple[tuple[str, Order], ...]) -> None:
        """The seats gave unlike orders: push the tie-breaker."""

    def seat(self, view: View) -> str:
        answered = {seat for seat, _ in self.answers}
        return next(seat for seat in self.seats(view) if seat not in answered)

    def play(self, table: Table, order: Order, ruling: Ruling | None = None) -> None:
        answers = (*self.answers, (self.seat(table), order))
        if len(answers) < len(self.seats(table)):
            table.replace(replace(self, answers=answers))
            return
        table.replace(replace(self, answers=()))
        if len({str(given) for _, given in answers}) == 1:
            self.agree(table, order)
        else:
            self.dispute(table, answers)


class Chance(Step):
    """Dice or a draw: the game waits here unless a source of luck answers."""

    @abstractmethod
    def count(self, view: View) -> int:
        """How many results."""

    @abstractmethod
    def pool(self, view: View) -> Sequence[int | str]:
        """What each result is taken from."""

    @abstractmethod
    def resolve(self, table: Table, result: Result) -> None:
        """Act on the results."""

    replacing: ClassVar[bool] = True
    faces_rule: ClassVar[str] = ""

    def seat(self, view: View) -> str:
        """Who throws."""
        return ""

    def names(self, view: View) -> tuple[str, ...]:
        """The names under which prepared dice may answer this roll (a kind of unit, `mines` ...)."""
        return ()

    def what_counts(self, view: View) -> str:
        """What the results mean, for people."""
        return ""

    def check(self, view: View, result: Result) -> Ruling:
        """Whether results typed in are possible."""
        wanted, left = self.count(view), list(self.pool(view))
        if len(result) != wanted:
            text = f"{counted(wanted, 'result')} {is_are(wanted)} needed for {self.label(view)}, not {len(result)}"
            return Ruling.refuse(self.faces_rule, text)
        for item in result:
            # True and 1.0 equal 1, yet no die shows them.
            if type(item) not in (int, str) or item not in left:
                span = self._span(list(self.pool(view)))
                return Ruling.refuse(self.faces_rule, f"{item!r} cannot come up; possible are {span}")
            if not self.replacing:
                left.remove(item)
        return Ruling.allow()

    def _span(self, pool: Sequence[int | str]) -> str:
        if self.replacing and len(pool) > 1 and isinstance(pool[0], int):
            return f"{pool[0]} to {pool[-1]}"
        return ", ".join(map(str, pool)) or "none"


class Dice(Chance):
    """A roll of six-sided dice, by the seat of the power whose turn it is where a step does not say otherwise."""

    dice: ClassVar[int] = 1

    def count(self, view: View) -> int:
        return self.dice

    def pool(self, view: View) -> Sequence[int | str]:
        return range(1, 7)

    def seat(self, view: View) -> str:
        return view.seat_of(view.state.power)
