"""What an instructor writes in the form of the desk, a line each, turned into the tables of an exercise.

>>> expectation("at tobruk: 2 italy infantry; stock tobruk: supply 1; legal press cease")["legal"]
['press', 'cease']
>>> ways("The tanks = attack tobruk from siwa with 2 tank; commit; fight")[0]["orders"]
[{'order': 'attack tobruk from siwa with 2 tank'}, {'order': 'commit'}, {'order': 'fight'}]
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from northafrica.lab.desk.position_saving import items

PLACED = ("at", "stock", "mark")
LISTED = ("legal", "not_legal")
SINGLE = ("seat", "phase", "power", "outcome", "step")
AGAINST = re.compile(r"^(?P<attackers>.+?)\s+against\s+(?P<defenders>[^\[]+?)\s*(?:\[(?P<options>[^\]]*)\])?$")
Table = dict[str, Any]


def expectation(text: str) -> Table:
    """What must hold, from parts with `;` between them; places as in a position's text. Raises ValueError.

    at PLACE: PIECES, stock PLACE: supply 2, mark PLACE: control uk, seat allies, phase combat, power uk, round 9,
    legal press cease, not_legal fight, outcome ...
    """
    found: Table = {}
    for part in filter(None, (part.strip() for part in text.split(";"))):
        word, _, rest = part.partition(" ")
        if word in PLACED:
            place, colon, what = rest.partition(":")
            if not colon or not place.strip() or not what.strip():
                raise ValueError(f"'{part}': write '{word} PLACE: ...', like '{word} {_EXAMPLES[word]}'")
            found.setdefault(word, {})[place.strip()] = _READ[word](what.strip())
        elif word in LISTED and rest.split():
            found[word] = rest.split()
        elif word == "round" and rest.strip().isdigit():
            found[word] = int(rest)
        elif word in SINGLE and rest.strip():
            found[word] = rest.strip()
        else:
            known = ", ".join((*PLACED, *LISTED, *SINGLE, "round"))
            raise ValueError(f"'{part}' says nothing that can be checked; begin with one of {known} and go on with it")
    if not found:
        raise ValueError("write what must hold, like 'stock tobruk: supply 1; legal fight'")
    return found


def answers(lines: str) -> list[Table]:
    """Answers to choose from: `ANSWER = what holds if it is right`, one a line. Raises ValueError."""
    return [{"text": text, "expect": expectation(rest)} for text, rest in _pairs(lines, "what holds")]


def ways(lines: str) -> list[Table]:
    """Ways to compare: `ANSWER = ORDER; ORDER | 3 9`, or `ANSWER = 3 infantry against 2 infantry [supply=2:1]`.

    Raises ValueError.
    """
    return [_way(text, rest) for text, rest in _pairs(lines, "orders, or 'UNITS against UNITS'")]


def _way(text: str, rest: str) -> Table:
    battle = AGAINST.match(rest)
    if battle is None:
        return {"text": text, "orders": items("\n".join(rest.split(";")))}
    options = {name: _typed(value) for name, value in _options(battle["options"] or "")}
    return {"text": text, "battle": {"attackers": battle["attackers"], "defenders": battle["defenders"], **options}}


def _options(text: str) -> list[tuple[str, str]]:
    found = []
    for part in text.split():
        name, equals, value = part.partition("=")
        if not equals or not name or not value:
            raise ValueError(f"'{part}' is no option of the odds; write NAME=VALUE, like supply=2:1")
        found.append((name, value))
    return found


def _typed(value: str) -> Any:
    if value in ("yes", "no"):
        return value == "yes"
    return int(value) if value.isascii() and value.isdigit() else value


def _pairs(lines: str, what: str) -> list[tuple[str, str]]:
    found = []
    for line in filter(None, (line.strip() for line in lines.splitlines())):
        text, equals, rest = line.partition(" = ")
        if not equals or not text.strip() or not rest.strip():
            raise ValueError(f"'{line}': write 'ANSWER = {what}'")
        found.append((text.strip(), rest.strip()))
    if not found:
        raise ValueError(f"there is no answer; write 'ANSWER = {what}', one a line")
    return found


def _stocks(text: str) -> dict[str, int]:
    found = {}
    for part in text.split(","):
        name, _, number = part.strip().rpartition(" ")
        if not name or not number.isdigit():
            raise ValueError(f"'{part.strip()}' is no stock; write name and number, like 'supply 2' or 'supply/uk 2'")
        found[name.strip()] = int(number)
    return found


def _marks(text: str) -> dict[str, str]:
    found = {}
    for part in text.split(","):
        name, _, value = part.strip().partition(" ")
        if not value:
            raise ValueError(f"'{part.strip()}' is no marker; write name and value, like 'control uk'")
        found[name] = value.strip()
    return found


_READ: dict[str, Callable[[str], Any]] = {"at": str, "stock": _stocks, "mark": _marks}
_EXAMPLES = {"at": "tobruk: 2 italy infantry", "stock": "tobruk: supply 2", "mark": "tobruk: control uk"}
