"""Plain data as TOML text, for the files the desk writes; Python itself only reads it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from math import isfinite
from typing import Any


def value(thing: Any) -> str:
    """One value; mappings become inline tables, text of several lines a text of several lines."""
    if isinstance(thing, bool):
        return "true" if thing else "false"
    if isinstance(thing, int):
        return str(thing)
    if isinstance(thing, float) and isfinite(thing):
        return repr(thing)
    if isinstance(thing, str):
        return _text(thing)
    if isinstance(thing, Mapping):
        return "{" + ", ".join(f"{key(name)} = {value(item)}" for name, item in thing.items()) + "}"
    if isinstance(thing, list | tuple):
        return "[" + ", ".join(value(item) for item in thing) + "]"
    raise TypeError(f"{thing!r} cannot be written; give text, numbers, lists or tables")


def key(name: str) -> str:
    """A key, in quotes where it needs them."""
    plain = name.replace("_", "").replace("-", "").isalnum() and name.isascii()
    return name if plain else _line(name)


def lines(table: Mapping[str, Any]) -> str:
    """A table as `key = value` lines."""
    return "".join(f"{key(name)} = {value(item)}\n" for name, item in table.items())


def _line(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _text(text: str) -> str:
    if "\n" not in text:
        return _line(text)
    body = "\n".join(_line(line)[1:-1] for line in text.split("\n"))
    return f'"""\n{body}"""'
