"""Steps: the small moments of a game. Each is a choice, a matter of luck, or automatic.

Steps are frozen dataclasses of plain data and lie on a stack in the state; when the top one ends, the
one below resumes. A step never keeps a state: it is handed a `View` to read and a `Table` to act on.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from northafrica.core.deed import Deed, parts_of
from northafrica.core.naming import counted, is_are
from northafrica.core.orders import FieldSpec, Order, specs
from northafrica.core.rulebook import Ruling

if TYPE_CHECKING:
    from northafrica.core.dice import Result
    from northafrica.core.table import Table, View


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

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        """What can be done here, one deed a kind of order; some may be barred now."""
        return ()

    def deed(self, view: View, kind: type[Order]) -> Deed[Any]:
        """The deed of a kind of order. Raises KeyError where there is none."""
        found = next((deed for deed in self.deeds(view) if deed.kind is kind), None)
        return Undeclared(self, kind) if found is None else found

    def kinds(self, view: View) -> tuple[type[Order], ...]:
        """The kinds of orders that can be given now."""
        return tuple(deed.kind for deed in self.deeds(view) if deed.barred(view) is None)

    def values(self, view: View, kind: type[Order], field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        """What may fill the next field of an order (`Deed.values`)."""
        return self.deed(view, kind).values(view, field, given)

    def parts(self, view: View, kind: type[Order], field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        """What a field of several parts is put together from (`Deed.parts`)."""
        return self.deed(view, kind).parts(view, field, given)

    def sure(self, view: View, kind: type[Order], field: FieldSpec) -> bool:
        """Whether all that `values` offers for a field is allowed, so that nobody need ask `check` again."""
        return field.name in self.deed(view, kind).sure

    def places(self, view: View, kind: type[Order]) -> Sequence[str]:
        """Where an order of this kind can begin; empty where that is no question (`Deed.places`)."""
        return self.deed(view, kind).places(view)

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


@dataclass(frozen=True)
class Undeclared(Deed[Order]):
    """Stands in for a kind of order that a choice still dispatches by hand."""

    choice: Choice
    kind: type[Order]

    def parts(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        whole = self.choice.values(view, self.kind, field, {n: v for n, v in given.items() if n != field.name})
        return parts_of(field, whole, given.get(field.name, ()))

    def judge(self, view: View, order: Order) -> Ruling:
        raise NotImplementedError(f"{type(self.choice).__name__} judges no '{order.kind}'")

    def do(self, table: Table, order: Order, found: Any) -> None:
        raise NotImplementedError(f"{type(self.choice).__name__} plays no '{order.kind}'")


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
    found: list[dict[str, Any]] = [{}]
    for spec in specs(kinds[0]):
        offers = [step.values(view, kinds[0], spec, given) for given in found]
        if spec.optional and any(offers):
            return None
        if not spec.optional:
            filled = zip(found, offers, strict=True)
            found = [{**given, spec.name: v} for given, offered in filled for v in _whole_values(spec, offered)]
        if len(found) > MANY:
            return None
    allowed = [order for order in (kinds[0](**given) for given in found) if step.check(view, order)]
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
