"""Whether one record continues another: all that the older one holds stands in the newer one.

Only such a record is written over without a copy. What tells two games apart counts: position, scenario, options,
seats, seed, data and the kit's version, also where neither game has an entry yet.
"""

from __future__ import annotations

from typing import Any

from northafrica.core.reading import parse_json

CLOSING = {"closed", "at", "outcome", "seal"}


def continues(newer: str, older: str, *, reworded: bool = False) -> bool:
    """Whether a record's text holds what an older one's does, entry for entry and head for head.

    A comment may be added to. `reworded`: it may also be put otherwise, by the one who has read it, but not be gone or
    cut short. Where the game stands and how it ended does not count. Nothing is lost of an empty text; a line that is
    damaged is in no other record.
    """
    if not older.strip():
        return True
    had, have = _lines(older), _lines(newer)
    return len(had) <= len(have) and all(_held(old, new, reworded) for old, new in zip(had, have, strict=False))


def _lines(text: str) -> list[Any]:
    """Head and entries of a record, read; a line that cannot be read as it stands."""
    head, *entries = [_line(line) for line in text.split("\n") if line.strip()]
    if isinstance(head, dict):
        head = {key: value for key, value in head.items() if value not in (None, {}, [])}
    return [head, *(entry for entry in entries if not _closes(entry))]


def _line(line: str) -> Any:
    try:
        return parse_json(line)
    except ValueError:
        return line


def _closes(entry: Any) -> bool:
    return isinstance(entry, dict) and "closed" in entry and entry.keys() <= CLOSING


def _held(old: Any, new: Any, reworded: bool) -> bool:
    """Whether one line holds all of another."""
    if not (isinstance(old, dict) and isinstance(new, dict)):
        return False
    said, says = str(old.get("comment") or ""), str(new.get("comment") or "")
    kept = said in says or (reworded and not said.startswith(says))
    return kept and {**old, "comment": ""} == {**new, "comment": ""}
