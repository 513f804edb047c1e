"""What may stand in a case, and of what shape: told of each slip, with its place and what to write."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from northafrica.core.events import Event
from northafrica.core.reading import shortened


class CaseError(ValueError):
    """A file that is no case: says where and what to write."""


@dataclass(frozen=True)
class Shape:
    """What a value may be, in words and as a test."""

    words: str
    fits: Callable[[Any], bool]


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_plain(value: Any) -> bool:
    return isinstance(value, str | int | float) and not isinstance(value, bool)


def _list_of(fits: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list | tuple) and all(map(fits, value))


def _table_of(fits: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, Mapping) and all(_is_text(key) and fits(value[key]) for key in value)


def _is_die(value: Any) -> bool:
    return _is_text(value) or _is_whole(value)


def _are_dice(value: Any) -> bool:
    return _is_plain(value) or _list_of(_is_plain)(value)


TEXT = Shape("a text in quotation marks", _is_text)
WHOLE = Shape("a whole number", _is_whole)
YES_NO = Shape("true or false", lambda value: isinstance(value, bool))
TEXTS = Shape('a list of texts, like ["a", "b"]', _list_of(_is_text))
WORDS = Shape("a text or a number", _is_plain)
NAMED = Shape('a table of texts, like {a = "b"}', _table_of(_is_text))
VALUES = Shape('a table of texts or numbers, like {a = "b"}', _table_of(_is_plain))
ITEMS = Shape(
    'a list of orders, as text or as {order = "...", dice = [1]}',
    _list_of(lambda value: _is_text(value) or _table_of(lambda _: True)(value)),
)
LIST = Shape("a list of texts or numbers", _list_of(_is_plain))
SETTINGS = Shape(
    "a table of texts, numbers, true or false, like {sea = true}",
    _table_of(lambda value: isinstance(value, str | int | float)),
)
TABLES_LISTED = Shape('a list of tables, like [{kind = "moved"}]', _list_of(lambda value: isinstance(value, Mapping)))
TABLE = Shape("a table", lambda value: isinstance(value, Mapping))
STOCKS = Shape("a table of tables of numbers, like {tobruk = {supply = 1}}", _table_of(_table_of(_is_whole)))
MARKS = Shape('a table of tables of texts, like {tobruk = {control = "uk"}}', _table_of(_table_of(_is_text)))
DICE = Shape("a list of dice, like [3, 9], or a table of such lists", lambda v: _are_dice(v) or _table_of(_are_dice)(v))
SEED = Shape("a whole number or a text", lambda value: value is None or _is_die(value))

CASE = {
    "title": TEXT,
    "system": TEXT,
    "scenario": TEXT,
    "page": WORDS,
    "rules": TEXTS,
    "position": TEXT,
    "options": VALUES,
    "seats": NAMED,
    "seed": SEED,
    "do": TABLES_LISTED,
    "tables": NAMED,
    "working": TEXT,
    "source": TEXT,
}
ITEM = {
    "order": TEXT,
    "dice": DICE,
    "refused": TEXT,
    "allowed": YES_NO,
    "not_understood": YES_NO,
    "numbers": VALUES,
    "reason": TEXT,
    "unsaid": TEXT,
    "seat": TEXT,
    "expect": TABLE,
    "note": TEXT,
    "undo": YES_NO,
    "rules": TEXTS,
    "example": TEXTS,
    "only_check": YES_NO,
    "lines": TEXT,
    "rows": TEXT,
    "cannot_be": TEXT,
}
EXPECT = {
    "events": TABLES_LISTED,
    "no_events": TABLES_LISTED,
    "at": NAMED,
    "stock": STOCKS,
    "mark": MARKS,
    "legal": TEXTS,
    "not_legal": TEXTS,
    "seat": TEXT,
    "phase": TEXT,
    "power": TEXT,
    "round": WHOLE,
    "outcome": TEXT,
    "step": TEXT,
    "nothing_else": YES_NO,
    "legal_values": TABLES_LISTED,
    "asks": TEXTS,
    "otherwise": TEXT,
}
LEGAL_VALUES = {"order": TEXT, "given": VALUES, "more": TEXT, "has": LIST, "lacks": LIST, "only": LIST}
EVENT = {field.name: LIST if str(field.type).startswith("tuple") else WORDS for field in fields(Event)}
EVENT |= {"rules": TEXTS, "seen_by": TEXTS}


def check_case(where: str, raw: Mapping[str, Any]) -> None:
    """Raise CaseError at the first thing in a case that is unknown or of another shape."""
    for key in ("title", "system", "do"):
        if key not in raw:
            raise CaseError(f"{where}: the line '{key} = ...' is missing")
    if not isinstance(raw["do"], list | tuple):
        raise CaseError(f"{where}: 'do' holds a list of items; write [[do]] above each")
    _check([(f"{where}, the case", {**raw, "do": []}, CASE)])
    check_items(where, raw["do"])


def check_items(where: str, items: Sequence[Any]) -> None:
    """The same of a list of items."""
    for number, item in enumerate(items, 1):
        place = f"{where}, item {number}"
        _check([(place, item, ITEM)])
        check_expect(f"{place}, expect", item.get("expect", {}))


def check_expect(where: str, expect: Any) -> None:
    """The same of what must hold after an item."""
    _check([(where, expect, EXPECT)])
    patterns = (*expect.get("events", ()), *expect.get("no_events", ()))
    _check((f"{where}, event", pattern, EVENT) for pattern in patterns)
    _check((f"{where}, legal_values", values, LEGAL_VALUES) for values in expect.get("legal_values", ()))


def _check(tables: Iterable[tuple[str, Any, Mapping[str, Shape]]]) -> None:
    for where, table, shapes in tables:
        check_keys(where, table, shapes)
        check_shapes(where, table, shapes)


def check_keys(where: str, table: Any, shapes: Mapping[str, Shape]) -> None:
    """Raise CaseError for what is no table, or has a key that is not known."""
    if not isinstance(table, Mapping):
        raise CaseError(f"{where}: {as_written(table)} is no table; write keys and values")
    for key in table:
        if key not in shapes:
            raise CaseError(f"{where}: '{shortened(str(key))}' is not known; there are {', '.join(sorted(shapes))}")


def check_shapes(where: str, table: Mapping[str, Any], shapes: Mapping[str, Shape]) -> None:
    """Raise CaseError for a value of another shape than its key has."""
    for key, value in table.items():
        if key in shapes and not shapes[key].fits(value):
            raise CaseError(f"{where}: '{key}' is {shapes[key].words}, not {as_written(value)}")


def as_written(value: Any) -> str:
    """A value as a TOML file has it, of a bounded length.

    >>> as_written({"sea": [True, 1, "x"]})
    "{sea = [true, 1, 'x']}"
    """
    if isinstance(value, Mapping):
        told = "{" + ", ".join(f"{key} = {as_written(item)}" for key, item in value.items()) + "}"
    elif isinstance(value, list | tuple):
        told = f"[{', '.join(map(as_written, value))}]"
    elif isinstance(value, bool):
        told = str(value).lower()
    else:
        told = repr(value) if isinstance(value, str) else str(value)
    return shortened(told)
