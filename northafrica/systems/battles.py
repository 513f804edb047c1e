"""The odds of a battle in any system: finds the system's own adapter and says what it takes."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from northafrica.core.orders import nearest
from northafrica.odds.told import OddsError

NAMES = ("aana", "revised", "afrika2", "marenostrum", "blocks")
FORCES = ("attackers", "defenders")


def adapter(system: str) -> Callable[..., Any]:
    """A system's own function `odds`. Raises OddsError naming the systems there are."""
    if system not in NAMES:
        raise OddsError(f"there are no odds for '{system}'; there are {', '.join(NAMES)}{nearest(system, NAMES)}")
    found: Callable[..., Any] = import_module(f"northafrica.systems.{system}.odds").odds
    return found


def options_of(system: str) -> Mapping[str, inspect.Parameter]:
    """The keyword options of a system's odds, by name, with their types and defaults."""
    parameters = inspect.signature(adapter(system), eval_str=True).parameters
    return {name: found for name, found in parameters.items() if name not in FORCES}


def odds_of(system: str, attackers: str = "", defenders: str = "", **options: Any) -> Any:
    """The odds of a battle: `odds` of the system's own adapter, what it does not take refused in words.

    Raises OddsError.
    """
    known = options_of(system)
    for name in options:
        if name not in known:
            hint = nearest(name, known) or f"; there are {', '.join(known)}"
            raise OddsError(f"{system}: odds take no option '{name}'{hint}")
    missing = [n for n, option in known.items() if option.default is inspect.Parameter.empty and n not in options]
    if missing:
        raise OddsError(f"{system}: odds need {' and '.join(missing)}; write {missing[0]}=...")
    return adapter(system)(attackers, defenders, **options)
