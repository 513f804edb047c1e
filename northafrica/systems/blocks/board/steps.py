"""Steps of a block (3.14, 3.18, 7.7.8): its ladder of strengths, where it stands on it, what a hit takes.

A block below its full strength bears the status `steps N`, one that stands at 0 the status `zero`.
"""

from __future__ import annotations

from northafrica.core.pieces import Piece
from northafrica.core.table import View
from northafrica.systems.blocks.board.ground import data

STEPS, ZERO, MARKED = "steps", "zero", "hit"


def ladder(view: View, piece: Piece) -> tuple[int, ...]:
    """The strengths of a block, the full one first; () where its face is not seen."""
    info = data(view)
    row = info.units.get(piece.kind) or info.ships.get(piece.kind)
    return row.ladder if row is not None else ()


def steps(view: View, piece: Piece) -> int:
    """The steps of a block now; 0 also where its face is not seen."""
    rungs = ladder(view, piece)
    if piece.has(ZERO) or not rungs:
        return 0
    return piece.number(STEPS) or rungs[0]


def at_steps(view: View, piece: Piece, number: int) -> Piece:
    """The block at one of its strengths."""
    full = number == ladder(view, piece)[0]
    return piece.having(**{STEPS: 0 if full else number, ZERO: int(number == 0)})


def next_down(view: View, piece: Piece) -> int | None:
    """The strength below, None where the next loss eliminates the block (rule 7.7.10.elimination)."""
    below = [rung for rung in ladder(view, piece) if rung < steps(view, piece)]
    return below[0] if below else None


def hits_needed(view: View, piece: Piece) -> int:
    """The hits that take a step: the difference to the strength below (rules 7.7.8.1.shield, 7.7.8.2.triple)."""
    return steps(view, piece) - (next_down(view, piece) or 0) - piece.number(MARKED)
