"""Axis & Allies: North Africa, one file for each phase or mechanism of its rulebook."""

from northafrica.systems.aana.system import SYSTEM

__all__ = ["SYSTEM"]
