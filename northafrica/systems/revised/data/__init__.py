"""The tables of the game: what their columns hold, how they are read, what they must agree in (data/revised)."""

from northafrica.systems.revised.data.rows import UnitRow
from northafrica.systems.revised.data.tables import RevisedData, load, units

__all__ = ["RevisedData", "UnitRow", "load", "units"]
