"""What pointing at the board means: where an order of a kind can begin, where it may then lead, and who goes along.

A form is filled field by field; who points says the two ends of an order and leaves the rest to what fits. All of it
is asked of the walk of the fields (`core.walk`), so that whatever lights up leads to an order that is allowed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from northafrica.core.orders import FieldSpec, Order, Units, specs
from northafrica.core.walk import held

PLACES = ("space", "path")
Values = Callable[[FieldSpec, Mapping[str, Any]], Sequence[Any]]
"""What may fill a field, given those before it (`walk.offers`, perhaps remembered)."""


def led_to(value: Any) -> str:
    """The place that a value of a field of places leads to.

    >>> led_to("tobruk"), led_to(("cairo", "siwa"))
    ('tobruk', 'siwa')
    """
    return value if isinstance(value, str) else value[-1]


def place_field(kind: type[Order]) -> FieldSpec | None:
    """The field that says where an order leads: its first one of places."""
    return next((spec for spec in specs(kind) if spec.type in PLACES), None)


def origins(kind: type[Order], values: Values) -> dict[str, tuple[str, ...]]:
    """Of a kind that names target, origin and units in this order: each origin with its targets; else nothing."""
    two = specs(kind)[:2]
    if [spec.type for spec in specs(kind)[:3]] != ["space", "space", "units"]:
        return {}
    found: dict[str, tuple[str, ...]] = {}
    for target in values(two[0], {}):
        for origin in values(two[1], {two[0].name: target}):
            found[origin] = (*found.get(origin, ()), target)
    return found


def ends(kind: type[Order], values: Values, given: Mapping[str, Any], units: Units) -> dict[str, Units]:
    """Where an order may lead, given what is filled in, each place with those of `units` that can go there.

    All of them where they can go together, else those that could by themselves. Where the place is said before the
    units, or no units are asked, none are told.
    """
    goal = place_field(kind)
    if goal is None:
        return {}
    before = specs(kind)[: specs(kind).index(goal)]
    crew = next((spec for spec in before if spec.type == "units"), None)
    known = {name: value for name, value in given.items() if name != goal.name or goal.type == "path"}
    known |= {"route": given["route"][:1]} if held(given, "route") else {}
    if crew is None:
        return {led_to(value): () for value in values(goal, known)}
    found: dict[str, Units] = {}
    for some in units if len(units) > 1 else ():
        for value in values(goal, {**known, crew.name: (some,)}):
            found[led_to(value)] = (*found.get(led_to(value), ()), some)
    together = values(goal, {**known, crew.name: units}) if units else ()
    return found | {led_to(value): units for value in together}
