"""Deeds: one kind of order, whole: when, from where, what fills its fields, the ruling, the doing.

A deed stands in the room of its mechanism; a choice only lists its deeds. It holds what the choice knows and the state
does not (`Feed(self.used)`); it never keeps a state. What judging finds (the pieces meant, the way, the bill) goes with
the ruling into the doing, so that nothing is looked for twice.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from northafrica.core.orders import FieldSpec, Order, Some, specs
from northafrica.core.rulebook import Ruling

if TYPE_CHECKING:
    from northafrica.core.cards import ChoiceOdds
    from northafrica.core.table import Table, View

O = TypeVar("O", bound=Order)  # noqa: E741 - an order, as everywhere here


class Deed(ABC, Generic[O]):
    """One kind of order at one choice.

    kind   the class of its orders
    sure   fields all of whose `values` are allowed, so that nobody need ask `judge` again
    """

    kind: type[O]
    sure: ClassVar[frozenset[str]] = frozenset()

    def barred(self, view: View) -> Ruling | None:
        """Why no order of the kind can be given now; None where one can."""
        return None

    def why_barred(self, view: View, order: O) -> Ruling | None:
        """What is said of an order of a kind that is barred; a deed may say more of it than `barred` can."""
        return self.barred(view)

    def places(self, view: View) -> Sequence[str]:
        """Where an order can begin; empty where that is no question.

        A form asks for the place first and hands it to `values` as a route of one place.
        """
        return ()

    def begins(self, view: View, given: Mapping[str, Any]) -> Sequence[str]:
        """Where the order begins: where its route does, everywhere it could while that is not given."""
        return given["route"][:1] if given.get("route") else self.places(view)

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        """What may fill the next field, given those before it; the words it is limited to, unless a deed says more.

        For `units` the values are `Some`s with the greatest number of each group; for the others, whole values.
        """
        return field.choices

    def parts(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        """What a field of several parts is put together from, given those before it and what it holds itself.

        For `units` the groups; for `loads` pairs of one group and its place, for `amounts` pairs of a place and its
        greatest number, for a `path` the stops that may come next. `values` lists whole values, not all of them where
        they are too many; every whole value is put together from these parts.
        """
        whole = self.values(view, field, {name: v for name, v in given.items() if name != field.name})
        return parts_of(field, whole, given.get(field.name, ()))

    def price(self, view: View, field: FieldSpec, value: Any) -> str:
        """What one of the things offered for a field costs, in a word for people; "" where nothing is paid for it."""
        return ""

    def bill(self, view: View, order: O) -> str:
        """What an order costs and what there is to pay it, in words; "" where nothing is paid, or nobody counts."""
        return ""

    def odds(self, view: View, order: O) -> ChoiceOdds | None:
        """The odds of the battle that an allowed order would begin; None where it begins none, or nobody can tell."""
        return None

    @abstractmethod
    def judge(self, view: View, order: O) -> Ruling:
        """The ruling on an order; where it is allowed, with what judging `found`."""

    @abstractmethod
    def do(self, table: Table, order: O, found: Any) -> None:
        """Carry out an order that is allowed, with what `judge` found."""


def allowed(view: View) -> Ruling:
    """No rule stands in the way."""
    return Ruling.ALLOWED


@dataclass(frozen=True)
class Plain(Deed[Order]):
    """An order without fields, such as `end` or `pass`: what it does, and its ruling where one is needed."""

    kind: type[Order]
    act: Callable[[Table], None]
    ruling: Callable[[View], Ruling] = allowed
    bar: Callable[[View], Ruling | None] | None = None

    def barred(self, view: View) -> Ruling | None:
        return None if self.bar is None else self.bar(view)

    def judge(self, view: View, order: Order) -> Ruling:
        return Ruling.first(self.barred(view)) and self.ruling(view)

    def do(self, table: Table, order: Order, found: Any) -> None:
        self.act(table)


@dataclass(frozen=True)
class OneOf(Deed[O]):
    """An order with one field that takes one of the values `offered`; `refuse` says why another is none of them."""

    kind: type[O]
    offered: Callable[[View], Sequence[str]]
    refuse: Callable[[View, str], Ruling]
    act: Callable[[Table, str], None]
    rules: tuple[str, ...] = ()

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        return self.offered(view)

    def judge(self, view: View, order: O) -> Ruling:
        value = getattr(order, specs(self.kind)[0].name)
        return Ruling.allow(rules=self.rules, found=value) if value in self.offered(view) else self.refuse(view, value)

    def do(self, table: Table, order: O, found: str) -> None:
        self.act(table, found)


@dataclass(frozen=True)
class Forbidden(Deed[Order]):
    """A kind of order that belongs to another moment, where a rule says why it cannot be given at this one."""

    kind: type[Order]
    ruling: Ruling

    def barred(self, view: View) -> Ruling | None:
        return self.ruling

    def judge(self, view: View, order: Order) -> Ruling:
        return self.ruling

    def do(self, table: Table, order: Order, found: Any) -> None:
        raise NotImplementedError(f"'{order.kind}' is never carried out here")


def forbidden(ruling: Ruling, *kinds: type[Order]) -> tuple[Forbidden, ...]:
    """Kinds of orders that one ruling refuses."""
    return tuple(Forbidden(kind, ruling) for kind in kinds)


def parts_of(field: FieldSpec, whole: Sequence[Any], now: Any) -> Sequence[Any]:
    """The parts that whole values of a field are made of, each with its greatest number."""
    if field.type == "path":
        size = len(now)
        return list(dict.fromkeys(way[-1] for way in whole if len(way) > size and way[:size] == tuple(now)))
    if field.type == "amounts":
        most: dict[str, int] = {}
        for place, n in (pair for value in whole for pair in value):
            most[place] = max(most.get(place, 0), n)
        return list(most.items())
    if field.type == "loads":
        counts: dict[tuple[Some, str], int] = {}
        for some, place in ((some, place) for value in whole for units, place in value for some in units):
            key = replace(some, count=1), place
            counts[key] = max(counts.get(key, 0), some.count)
        return [((replace(some, count=n),), place) for (some, place), n in counts.items()]
    return whole
