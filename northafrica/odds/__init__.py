"""Exact and sampled combat statistics: numbers only, knows no board and no system."""

from northafrica.odds.answer import Answer, Ends, Force, OddsError

__all__ = ["Answer", "Ends", "Force", "OddsError"]
