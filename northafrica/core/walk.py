"""The walk of the fields: what a choice offers, narrowed to what some allowed order holds.

An order is filled field by field, in the order in which it is written. A field of pieces is filled group by group.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from northafrica.core.orders import FieldSpec, Order, Some, Units, specs
from northafrica.core.step import Choice
from northafrica.core.table import View

Mix = Callable[[Sequence[Any]], Sequence[Any]]


def made(kind: type[Order], given: Mapping[str, Any]) -> Order:
    """The order with these fields; a route that only tells where to begin is left out where the order has none."""
    names = {spec.name for spec in specs(kind)}
    return kind(**{name: value for name, value in given.items() if name in names})


def counted(pieces: Sequence[Some]) -> Units:
    """Single pieces added up."""
    counts: dict[Some, int] = {}
    for one in pieces:
        counts[one] = counts.get(one, 0) + 1
    return tuple(replace(one, count=n) for one, n in counts.items())


def completions(
    choice: Choice, view: View, kind: type[Order], given: Mapping[str, Any], mix: Mix = list
) -> Iterator[Order]:
    """Allowed orders of a kind that hold the fields given: at least one where there is one, by no means all.

    `mix` brings what is offered into the order in which it is tried.
    """
    # A route of one place only says where to begin.
    open_fields = [s for s in specs(kind) if s.name not in given or (s.type == "path" and len(given[s.name]) < 2)]
    yield from _completed(choice, view, kind, open_fields, dict(given), mix)


def _completed(
    choice: Choice, view: View, kind: type[Order], fields: Sequence[FieldSpec], given: dict[str, Any], mix: Mix
) -> Iterator[Order]:
    if not fields:
        order = made(kind, given)
        if choice.check(view, order):
            yield order
        return
    spec, rest = fields[0], fields[1:]
    if spec.optional:
        yield from _completed(choice, view, kind, rest, given, mix)
    offered = mix(choice.values(view, kind, spec, given))
    for value in fillings(offered, mix) if spec.type == "units" else offered:
        yield from _completed(choice, view, kind, rest, {**given, spec.name: value}, mix)


def fillings(offered: Sequence[Some], mix: Mix = list) -> Iterator[Units]:
    """Some ways to fill a field of pieces: one piece, all of one group, and all of them one after the other."""
    for some in offered:
        yield (replace(some, count=1),)
    for some in offered:
        if some.count > 1:
            yield (some,)
    bag = mix([replace(some, count=1) for some in offered for _ in range(some.count)])
    for n in range(2, len(bag) + 1):
        yield counted(bag[:n])
