"""Events held against a pattern (docs/cases.md): whether one has all that is named, and which come nearest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from northafrica.core.events import Event
from northafrica.core.naming import Names
from northafrica.core.telling import tell

SHOWN = 3
OTHER_KIND = 2.5  # a wrong kind is further off than two wrong fields, nearer than three


def matches(event: Event, pattern: Mapping[str, Any]) -> bool:
    """Whether an event has all that a pattern names; `piece` may leave out of the status, `rules` of the ids."""
    return not differing(event, pattern)


def differing(event: Event, pattern: Mapping[str, Any]) -> list[str]:
    """The names of a pattern that an event does not have so."""
    have = event.as_dict()
    return [name for name, value in pattern.items() if not _agrees(event, have, name, value)]


def _agrees(event: Event, have: Mapping[str, Any], name: str, value: Any) -> bool:
    if name == "rules":
        return set(value) <= set(event.rules)
    if name in ("piece", "becomes"):
        return alike(str(have.get(name, "")), str(value))
    if isinstance(value, list):
        return list(getattr(event, name)) == value
    return bool(have.get(name, type(value)()) == value)


def alike(have: str, want: str) -> bool:
    """Whether a piece is the one wanted: the same kind, with the status that is wanted and maybe more."""
    (name, _, status), (wanted, _, said) = have.partition(" ("), want.partition(" (")
    return name == wanted and parts(said) <= parts(status)


def parts(status: str) -> set[str]:
    """The words of a status as written behind a piece's name."""
    return {part.strip() for part in status.removesuffix(")").split(",") if part.strip()}


# -- in words ----------------------------------------------------------------------------------------
def pattern_text(pattern: Mapping[str, Any]) -> str:
    """A pattern in words: `'spent' with amount 2, place tobruk`."""
    named = [f"{name} {_value(value)}" for name, value in pattern.items() if name != "kind"]
    return f"'{pattern.get('kind', 'any kind')}'" + (f" with {', '.join(named)}" if named else "")


def event_text(event: Event, names: Names) -> str:
    """An event in words, those that only keep the books too."""
    told = tell(event, names)
    if told:
        return f"{event.kind}: {told}"
    named = {k: v for k, v in event.as_dict().items() if k in ("piece", "count", "place", "to", "marker", "value")}
    return f"{event.kind}: {', '.join(f'{k} {_value(v)}' for k, v in named.items())}" if named else event.kind


def nearest_events(events: Iterable[Event], pattern: Mapping[str, Any], names: Names) -> list[str]:
    """The events that come nearest to a pattern, the nearest first, each with what is different in it."""
    found = [
        (_distance(wrong), n, event, wrong) for n, event in enumerate(events) if (wrong := differing(event, pattern))
    ]
    near = sorted(found, key=lambda one: one[:2])[:SHOWN]
    return list(
        dict.fromkeys(
            f"{event_text(event, names)} ({_difference(event, pattern, wrong)})" for _, _, event, wrong in near
        )
    )


def _distance(wrong: Iterable[str]) -> float:
    return sum(OTHER_KIND if name == "kind" else 1 for name in wrong)


def _difference(event: Event, pattern: Mapping[str, Any], wrong: Iterable[str]) -> str:
    """`amount 1, not 2`; of rules those that are missing."""
    have = event.as_dict()
    told = []
    for name in wrong:
        if name == "rules":
            missing = [rule for rule in pattern[name] if rule not in event.rules]
            told.append(f"does not cite {', '.join(missing)} but {', '.join(event.rules) or 'nothing'}")
        elif name == "kind":
            told.append(f"another kind than '{pattern[name]}'")
        else:
            empty = "nothing" if isinstance(pattern[name], str | list) else 0
            told.append(f"{name} {_value(have.get(name, empty))}, not {_value(pattern[name])}")
    return "; ".join(told)


def _value(value: Any) -> str:
    return " ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
