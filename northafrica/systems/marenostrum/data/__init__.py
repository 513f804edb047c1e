"""The numbers of Mare Nostrum."""

from northafrica.systems.marenostrum.data.tables import MareData, load

__all__ = ["MareData", "load"]
