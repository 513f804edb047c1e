"""What comes after a move in the same Action."""

from __future__ import annotations

from dataclasses import dataclass, replace

from northafrica.core.step import Automatic
from northafrica.core.table import Table


@dataclass(frozen=True)
class Follow(Automatic):
    """The step below a move that attacks: told who came, where they are and whence they entered.

    force   the units that moved, by counter; `place` where they are, "" before; `origin` the area entered from
    """

    force: tuple[str, ...] = ()
    place: str = ""
    origin: str = ""


def tell(table: Table, force: tuple[str, ...], place: str, origin: str = "") -> None:
    """The step on top, if it follows a move, is told who came."""
    if table.state.stack and isinstance(table.state.stack[-1], Follow):
        table.replace(replace(table.state.stack[-1], force=force, place=place, origin=origin))
