"""The kinds of exercises: what a table of a file must hold for each, and the question made of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from northafrica.core import case_shapes as shapes
from northafrica.core.case_shapes import CaseError, Shape
from northafrica.lab.exercises.better import FORCES, MEASURES, Way, WhichIsBetter
from northafrica.lab.exercises.questions import (
    FindOrders,
    HowMany,
    HowManyHits,
    IsItLegal,
    Option,
    Question,
    WhatHappens,
    WhatIsLeft,
)


class ExerciseError(ValueError):
    """An exercise that cannot be made: names the file, the exercise and the mend."""


def as_item(order: str | Mapping[str, Any]) -> dict[str, Any]:
    """An order as an item of a case."""
    return {"order": order} if isinstance(order, str) else dict(order)


def fitting(what: str, value: Any, shape: Shape) -> Any:
    """The value, if it is of a shape. Raises ExerciseError."""
    if not shape.fits(value):
        raise ExerciseError(f"{what} is {shape.words}, not {shapes.as_written(value)}")
    return value


def sound(check: Callable[[str, Any], None], what: str, value: Any) -> Any:
    """The value, if a check of the parts of a case lets it pass. Raises ExerciseError."""
    try:
        check(what, value)
    except CaseError as error:
        raise ExerciseError(str(error)) from error
    return value


def missing(key: str) -> Any:
    """Raises ExerciseError: a line is missing."""
    raise ExerciseError(f"the line '{key} = ...' is missing")


@dataclass(frozen=True)
class Given:
    """The table of an exercise, and the item of the case it is drawn from."""

    table: Mapping[str, Any]
    asked: Mapping[str, Any] = field(default_factory=dict)

    def need(self, key: str) -> Any:
        """A value that the kind needs."""
        found = self.table.get(key, self.asked.get(key))
        return missing(key) if found is None else found

    def items(self) -> tuple[Mapping[str, Any], ...]:
        """What is played before the answer is looked up: `orders`, else the case's item; the dice go to the last."""
        orders = self.table.get("orders", [self.asked["order"]] if "order" in self.asked else [])
        items = [as_item(order) for order in orders] or [{}]
        dice = self.table.get("dice", self.asked.get("dice"))
        if dice is not None:
            items[-1]["dice"] = dice
        return tuple(item for item in items if item)


@dataclass(frozen=True)
class Maker:
    """The keys that a kind has of its own, and how its question is made."""

    keys: tuple[str, ...]
    make: Callable[[Given], Question]


MOST = 50
"""Answers to choose from: each is worked out."""


def _listed(given: Given) -> Any:
    """The answers to choose from, before anything is done with them. Raises ExerciseError."""
    options = given.need("options")
    if not isinstance(options, list | tuple) or not options:
        raise ExerciseError("'options' is a list of answers; write options = [{text = \"...\", ...}]")
    if len(options) > MOST:
        raise ExerciseError(f"'options' has {len(options):,} answers; write at most {MOST}")
    return options


def _options(given: Given) -> tuple[Option, ...]:
    options = _listed(given)
    for number, option in enumerate(options, 1):
        if not isinstance(option, Mapping) or set(option) != {"text", "expect"}:
            raise ExerciseError(f"answer {number} of 'options' needs 'text' and 'expect'")
        sound(shapes.check_expect, f"answer {number}, 'expect'", option["expect"])
    return tuple(Option(_text(number, option), option["expect"]) for number, option in enumerate(options, 1))


def _text(number: int, option: Mapping[str, Any]) -> str:
    """An answer as a learner reads it."""
    return str(fitting(f"answer {number}: 'text'", option["text"], shapes.WORDS))


WAYS = ("order", "orders", "battle")


def _ways(given: Given) -> tuple[Way, ...]:
    """The ways to choose from: two at least, each by orders or a battle in words."""
    options = _listed(given)
    if len(options) < 2:
        raise ExerciseError("'options' is a list of two ways or more")
    found = tuple(_way(number, option) for number, option in enumerate(options, 1))
    texts = [way.text for way in found]
    if len(set(texts)) < len(texts):
        raise ExerciseError("two answers have the same 'text'; give each its own")
    return found


def _way(number: int, option: Any) -> Way:
    known = isinstance(option, Mapping) and "text" in option and set(option) <= {"text", *WAYS}
    if not known or len(option) != 2:
        raise ExerciseError(f"answer {number} of 'options' needs 'text' and one of {', '.join(WAYS)}")
    text = _text(number, option)
    if "battle" in option:
        battle = fitting(f"answer {number}: 'battle'", option["battle"], shapes.SETTINGS)
        for force in FORCES:
            fitting(f"answer {number}: '{force}'", battle.get(force, ""), shapes.TEXT)
        return Way(text, battle=battle)
    orders = [option["order"]] if "order" in option else option["orders"]
    if not fitting(f"answer {number}: 'orders'", orders, shapes.ITEMS):
        raise ExerciseError(f"answer {number}: 'orders' is a list of one order or more")
    items = tuple(as_item(order) for order in orders)
    sound(shapes.check_items, f"answer {number}", items)
    if any("order" not in item for item in items):
        raise ExerciseError(f"answer {number}: each of its 'orders' is an order, as text or as {{order, dice}}")
    return Way(text, items)


def _better(given: Given) -> WhichIsBetter:
    table = given.table
    measure, margin = table.get("measure", "capture"), table.get("margin")
    if measure not in MEASURES:
        raise ExerciseError(f"'{measure}' cannot be compared; there are {', '.join(MEASURES)}")
    if margin is not None and (isinstance(margin, bool) or not isinstance(margin, int | float) or margin < 0):
        raise ExerciseError(f"'margin' is a number from 0 on, not {shapes.as_written(margin)}")
    return WhichIsBetter(_ways(given), measure, str(table.get("place", "")), tuple(table.get("rules", ())), margin)


MAKERS: dict[str, Maker] = {
    "legal": Maker(("order",), lambda given: IsItLegal(given.need("order"))),
    "number": Maker(("order", "number"), lambda given: HowMany(given.need("order"), given.need("number"))),
    "count": Maker(
        ("orders", "place", "what"),
        lambda given: WhatIsLeft(given.items(), given.need("place"), given.need("what")),
    ),
    "hits": Maker(("orders",), lambda given: HowManyHits(given.items())),
    "choice": Maker(("orders", "options"), lambda given: WhatHappens(given.items(), _options(given))),
    "orders": Maker(
        ("goal", "example"),
        lambda given: FindOrders(given.need("goal"), tuple(given.need("example")), given.table.get("dice")),
    ),
    "better": Maker(("options", "measure", "place", "rules", "margin"), _better),
}
KINDS = tuple(MAKERS)


def default_text(kind: str, given: Given) -> str:
    """The words of a question that asks by itself. Raises ExerciseError for the others."""
    if kind != "legal":
        return str(missing("question"))
    return f"May this be ordered now: {given.need('order')}?"
