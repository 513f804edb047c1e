"""Afrika II (SCS), one file or folder for each phase or mechanism of its rulebook."""

from northafrica.systems.afrika2.system import SYSTEM

__all__ = ["SYSTEM"]
