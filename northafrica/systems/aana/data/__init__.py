"""The tables of the game: what their columns hold, how they are read, what they must agree in (data/aana)."""

from northafrica.systems.aana.data.entities import KINDS, SetupRow, UnitType
from northafrica.systems.aana.data.tables import AanaData, load

__all__ = ["KINDS", "AanaData", "SetupRow", "UnitType", "load"]
