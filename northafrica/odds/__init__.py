"""Exact and sampled combat statistics: numbers only, knows no board and no system."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from northafrica.odds.told import OddsError

if TYPE_CHECKING:
    from northafrica.odds.answer import Answer, Ends, Force

__all__ = ["Answer", "Ends", "Force", "OddsError"]


def __getattr__(name: str) -> Any:
    """Answers bring numpy and pandas along, and come when asked for: rules of a game start without them."""
    if name not in __all__:
        raise AttributeError(f"module {__name__} has no attribute {name}")
    from northafrica.odds import answer

    return getattr(answer, name)
