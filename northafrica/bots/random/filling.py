"""Orders filled at random: field by field, and a field of pieces group by group."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from northafrica.bots.of_system import of_system
from northafrica.core.orders import FieldSpec, Loads, Order, Some, Units, specs
from northafrica.core.step import Choice
from northafrica.core.table import View
from northafrica.core.walk import Walk, made

LEAVE_OPEN = 0.3
TAKE_ALL = 0.4
PARTS = 0.5


@dataclass(frozen=True)
class Filler:
    """Fills the fields of one kind of order at random, out of what a choice offers a view."""

    choice: Choice
    view: View
    rng: random.Random
    known: dict[type[Order], Sequence[Any]] = field(default_factory=dict)

    def first(self, kind: type[Order]) -> Sequence[Any]:
        """What may fill the first field of a kind that begins at no place; asked once."""
        if kind not in self.known:
            self.known[kind] = self.choice.deed(self.view, kind).values(self.view, specs(kind)[0], {})
        return self.known[kind]

    def order(self, kind: type[Order], place: str = "") -> Order | None:
        """A random order that begins at a place (where that is a question), or None where a field has no value."""
        given: dict[str, Any] = {"route": (place,)} if place else {}
        for spec in specs(kind):
            value = self._value(kind, spec, given)
            if value is None and not spec.optional:
                return None
            if value is not None:
                given[spec.name] = value
        return made(kind, given)

    def _value(self, kind: type[Order], spec: FieldSpec, given: Mapping[str, Any]) -> Any:
        if spec.optional and self.rng.random() < LEAVE_OPEN:
            return None
        if given or spec != specs(kind)[0]:
            offered = self.choice.deed(self.view, kind).values(self.view, spec, given)
        else:
            offered = self.first(kind)
        sift = of_system(self.view.setting.system.name, "sift")
        if sift is not None:
            offered = sift(self.view, spec, offered)
        if not offered:
            return None
        if spec.type == "loads" and self.rng.random() < PARTS:
            return self._loads(kind, spec, given) or self.rng.choice(offered)
        return some_units(offered, self.rng) if spec.type == "units" else self.rng.choice(offered)

    def _loads(self, kind: type[Order], spec: FieldSpec, given: Mapping[str, Any]) -> Loads:
        """Some pieces of some of the places that cargo or attackers can come from."""
        by_place: dict[str, list[Some]] = {}
        for (some,), place in self.choice.deed(self.view, kind).parts(self.view, spec, given):
            by_place.setdefault(place, []).append(some)
        chosen = [place for place in by_place if self.rng.random() < PARTS]
        return tuple((some_units(by_place[place], self.rng), place) for place in chosen)

    def found(self, kind: type[Order], place: str = "") -> Order | None:
        """An allowed order searched for, where drawing finds none; None where there is none."""
        given = {"route": (place,)} if place else {}
        return next(Walk(self.choice.deed(self.view, kind), self.view, given).completions(given, self._mixed), None)

    def _mixed(self, values: Sequence[Any]) -> Sequence[Any]:
        return self.rng.sample(values, len(values))


def some_units(offered: Sequence[Some], rng: random.Random) -> Units:
    """A random non-empty selection out of groups given by their greatest numbers; often all of them."""
    if rng.random() < TAKE_ALL:
        return tuple(offered)
    chosen = [replace(some, count=rng.randint(0, some.count)) for some in offered]
    kept = tuple(some for some in chosen if some.count)
    return kept or (replace(rng.choice(offered), count=1),)


def fill(choice: Choice, view: View, kind: type[Order], rng: random.Random) -> Order | None:
    """A random order of one kind, allowed or not; None where a field has no value."""
    places = choice.deed(view, kind).places(view)
    return Filler(choice, view, rng).order(kind, rng.choice(places) if places else "")
