"""The walk of the fields: what a choice offers, narrowed down to what some allowed order holds.

An order is filled field by field, in the order in which it is written, and a field that holds several things part by
part: pieces group by group, cargo and attackers place by place and group by group, payments source by source, routes
stop by stop. Every order that is allowed can be reached so, and whatever is offered leads to an order that is allowed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import permutations
from typing import Any

from northafrica.core.deed import Deed
from northafrica.core.orders import FieldSpec, Order, Some, Units, specs
from northafrica.core.table import View

PAIRED = 10
PARTED = ("units", "path", "amounts", "loads")
Mix = Callable[[Sequence[Any]], Sequence[Any]]


# -- the two questions ---------------------------------------------------------------------------------------
def offers(deed: Deed[Any], view: View, field: FieldSpec, given: Mapping[str, Any]) -> list[Any]:
    """The whole values that may fill a field, given those before it; of pieces each group with its greatest number.

    Where orders of the kind begin at a place and none is given, those of all places.
    """
    places = () if held(given, "route") else deed.places(view)
    walks = [Walk(deed, view, {**given, "route": (place,)}) for place in places]
    walks = walks or [Walk(deed, view, given)]
    if field.type == "units":
        return _greatest(some for walk in walks for some in walk.groups(field, ()))
    found = [value for walk in walks for value in deed.values(view, field, walk.given) if walk.leads(field, value)]
    return list(dict.fromkeys(found))


def more(deed: Deed[Any], view: View, field: FieldSpec, given: Mapping[str, Any]) -> list[Any]:
    """What may be put into a field beside what it holds already (`given`), each with its greatest number.

    Of pieces groups; of cargo or attackers pairs of one group and its place; of payments pairs of place and number;
    of routes the next stop.
    """
    walk = Walk(deed, view, given)
    now = given.get(field.name, ())
    if field.type == "units":
        return walk.groups(field, now)
    return [part for part in walk.parts(field, now) if part is not None]


def next_field(kind: type[Order], given: Mapping[str, Any]) -> FieldSpec | None:
    """The first field that is not given; a route of one place only says where to begin."""
    left = (s for s in specs(kind) if s.name not in given or (s.type == "path" and len(given[s.name]) == 1))
    return next(left, None)


def begins(deed: Deed[Any], view: View) -> list[str]:
    """The places at which an order of a kind can begin; none where that is no question."""
    return [place for place in deed.places(view) if Walk(deed, view, {}).begins_at(place)]


def held(given: Mapping[str, Any], name: str) -> bool:
    """Whether a field is filled."""
    return name in given and given[name] not in ((), "", None)


class Walk:
    """One walk: the deed of a kind of order, and the fields given so far (one place of a route: where to begin)."""

    def __init__(self, deed: Deed[Any], view: View, given: Mapping[str, Any]) -> None:
        self.deed, self.view, self.given = deed, view, dict(given)

    def leads(self, field: FieldSpec, value: Any) -> bool:
        """Whether some allowed order holds a value beside those given."""
        return field.name in self.deed.sure or self.search(field, value)

    def begins_at(self, place: str) -> bool:
        """Whether some allowed order begins at a place."""
        return next(self.completions({"route": (place,)}), None) is not None

    def search(self, field: FieldSpec, value: Any) -> bool:
        """The same, searched for."""
        return next(self.completions({**self.given, field.name: value}), None) is not None

    def groups(self, field: FieldSpec, now: Units) -> list[Some]:
        """Groups that may stand in a field of pieces beside those it holds."""
        offered = _without(self.deed.parts(self.view, field, self.given), now)
        found = []
        for some in offered:
            others = [other for other in offered if other is not some]
            n = self._number(field, now, some, others)
            found += [replace(some, count=n)] if n else []
        return found

    def _number(self, field: FieldSpec, now: Units, some: Some, others: Sequence[Some]) -> int:
        """The greatest number of a group that leads on, by itself or, where it does not, with others."""
        alone = [(*now, replace(some, count=n)) for n in range(some.count, 0, -1)]
        first = next((units for units in alone if self.leads(field, units)), None)
        if first is None:  # too few yet, or one more has to come along
            ways = [with_one] if now and self.leads(field, now) else [with_one, growing]
            tried = [(u, way) for way in ways for u in dict.fromkeys((alone[0], alone[-1]))]
            first = next((u for u, way in tried if any(self.leads(field, units) for units in way(u, others))), None)
        return first[-1].count if first else 0

    def parts(self, field: FieldSpec, now: Any) -> Iterator[Any]:
        """What may stand in another field of several parts beside what it holds."""
        offered = self.deed.parts(self.view, field, {**self.given, field.name: now})
        if field.type == "path":
            ask = self.leads if len(now) < 2 else self.search
            yield from (stop for stop in offered if ask(field, (*now, stop)))
        elif field.type == "amounts":
            spare = [(place, n) for place, n in offered if place not in {there for there, _ in now}]
            yield from self._most(field, now, spare)
        elif field.type == "loads":
            yield from self._most(field, now, _not_loaded(offered, now))

    def _most(self, field: FieldSpec, now: Any, spare: Sequence[Any]) -> Iterator[Any]:
        for part in spare:
            others = [other for other in spare if other is not part]
            for n in range(number_of(part), 0, -1):
                one = counting(part, n)
                if any(self.leads(field, value) for value in filled_up(joined_with(now, one), others)):
                    yield one
                    break

    def completions(self, given: Mapping[str, Any], mix: Mix = list) -> Iterator[Order]:
        """Allowed orders that hold the fields given: at least one where there is one, by no means all.

        `mix` brings what is offered into the order in which it is tried.
        """
        fields = [
            s for s in specs(self.deed.kind) if s.name not in given or (s.type == "path" and len(given[s.name]) < 2)
        ]
        yield from self._completed(fields, dict(given), mix)

    def _completed(self, fields: Sequence[FieldSpec], given: dict[str, Any], mix: Mix) -> Iterator[Order]:
        if not fields:
            order = made(self.deed.kind, given)
            if self.deed.judge(self.view, order):
                yield order
            return
        spec, rest = fields[0], fields[1:]
        if spec.optional:
            yield from self._completed(rest, given, mix)
        elif not rest and spec.name in self.deed.sure:
            yield from self._last(spec, given, mix)
            return
        offered = mix(self.deed.values(self.view, spec, given))
        for value in fillings(offered, mix) if spec.type == "units" else offered:
            yield from self._completed(rest, {**given, spec.name: value}, mix)
        if spec.type in ("loads", "amounts"):
            parts = self.deed.parts(self.view, spec, given)
            for value in filled_up((), mix(parts)):
                yield from self._completed(rest, {**given, spec.name: value}, mix)

    def _last(self, spec: FieldSpec, given: dict[str, Any], mix: Mix) -> Iterator[Order]:
        for value in mix(self.deed.values(self.view, spec, given)):
            yield made(self.deed.kind, {**given, spec.name: value})


# -- orders and values ---------------------------------------------------------------------------------------
def made(kind: type[Order], given: Mapping[str, Any]) -> Order:
    """The order with these fields; a route that only tells where to begin is left out where the order has none."""
    names = {spec.name for spec in specs(kind)}
    return kind(**{name: value for name, value in given.items() if name in names})


def counted(pieces: Sequence[Some]) -> Units:
    """Pieces added up, those like each other together."""
    counts: dict[Some, int] = {}
    for some in pieces:
        one = replace(some, count=1)
        counts[one] = counts.get(one, 0) + some.count
    return tuple(replace(one, count=n) for one, n in counts.items())


def singles(offered: Sequence[Some]) -> list[Some]:
    """Groups as pieces one by one."""
    return [replace(some, count=1) for some in offered for _ in range(some.count)]


def growing(now: Units, others: Sequence[Some]) -> Iterator[Units]:
    """Pieces as they are, then with others put to them one by one."""
    if now:
        yield now
    bag = singles(others)
    for n in range(1, len(bag) + 1):
        yield (*now, *counted(bag[:n]))


def with_one(now: Units, others: Sequence[Some]) -> Iterator[Units]:
    """Pieces with one other put to them."""
    for other in others:
        yield (*now, replace(other, count=1))


def fillings(offered: Sequence[Some], mix: Mix = list) -> Iterator[Units]:
    """Some ways to fill a field of pieces: one piece, all of one group, and one piece after the other put to them."""
    for some in offered:
        yield (replace(some, count=1),)
    for some in offered:
        if some.count > 1:
            yield (some,)
    bag = mix(singles(offered))
    for n in range(2, len(bag) + 1):
        yield counted(bag[:n])
    for first, second in permutations(offered if len(offered) <= PAIRED else (), 2):
        yield replace(first, count=1), replace(second, count=1)


def number_of(part: Any) -> int:
    """The number in a part: a place and a number, or a group of pieces and a place."""
    first, second = part
    return int(second) if isinstance(first, str) else int(first[0].count)


def counting(part: Any, n: int) -> Any:
    """The same part with another number."""
    first, second = part
    return (first, n) if isinstance(first, str) else ((replace(first[0], count=n),), second)


def joined_with(now: Sequence[Any], part: Any) -> tuple[Any, ...]:
    """A payment or cargo with one part more; what is named at one place stands together."""
    first, second = part
    if isinstance(first, str):
        return (*now, part)
    places = [place for _, place in now]
    if second not in places:
        return (*now, part)
    return tuple(((*units, *first), place) if place == second else (units, place) for units, place in now)


def filled_up(now: tuple[Any, ...], others: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
    """A payment or cargo as it is, then with other parts put to it, as little as may be first."""
    yield now
    for other in others:
        for n in range(1, number_of(other)):
            yield joined_with(now, counting(other, n))
        now = joined_with(now, other)
        yield now


def _without(offered: Sequence[Some], now: Units) -> list[Some]:
    """What is left of the groups offered where some pieces are taken already."""
    taken = {replace(some, count=1) for some in now}
    return [some for some in offered if replace(some, count=1) not in taken]


def _not_loaded(offered: Sequence[Any], now: Sequence[Any]) -> list[Any]:
    taken = {(replace(some, count=1), place) for units, place in now for some in units}
    return [(units, place) for units, place in offered if (replace(units[0], count=1), place) not in taken]


def _greatest(found: Iterator[Some]) -> list[Some]:
    most: dict[Some, int] = {}
    for some in found:
        one = replace(some, count=1)
        most[one] = max(most.get(one, 0), some.count)
    return [replace(one, count=n) for one, n in most.items()]
