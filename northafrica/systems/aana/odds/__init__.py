"""Odds of battles: asked in words, or of the battle on the board (rulebook p.19-23, 29-34)."""

from northafrica.systems.aana.odds.asked import odds

__all__ = ["odds"]
