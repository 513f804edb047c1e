"""The command `orders`: how the orders of a game are written, with an example that a case plays."""

from __future__ import annotations

import argparse
from typing import Any

from northafrica.cli.inputs import InputError
from northafrica.cli.output import Answer, wrap
from northafrica.core.order_list import ListedOrder, order_list
from northafrica.core.orders import nearest
from northafrica.core.paths import cases_root
from northafrica.systems import SYSTEMS


def orders(options: argparse.Namespace) -> Answer:
    """List the orders of a system, or one of them. Raises InputError."""
    if options.system not in SYSTEMS:
        close = nearest(options.system, SYSTEMS)
        raise InputError(f"there is no system '{options.system}'{close}; there are {', '.join(SYSTEMS)}")
    system, only = SYSTEMS[options.system], options.order or ""
    words = [kind.kind for kind in system.orders]
    if only and only not in words:
        raise InputError(f"'{only}' is no order of this game{nearest(only, words)}; there are {', '.join(words)}")
    cases = (cases_root() / options.system).rglob("*.toml")
    found = order_list(system, cases, only)
    return Answer(
        {"system": options.system, "orders": [_row(one) for one in found]}, [x for o in found for x in _lines(o)]
    )


def _row(one: ListedOrder) -> dict[str, Any]:
    example = one.example
    told = {"example": example.text, "case": example.case.relative_to(cases_root()).as_posix()} if example else {}
    return {"order": one.word, "written": one.written, "help": one.help, **told}


def _lines(one: ListedOrder) -> list[str]:
    shown = [f"    {one.example.text}"] if one.example else []
    return [one.written, *wrap(one.help, "  "), *shown]
