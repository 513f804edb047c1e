"""The numbers of Blocks in Afrika."""

from northafrica.systems.blocks.data.tables import BlocksData, load

__all__ = ["BlocksData", "load"]
