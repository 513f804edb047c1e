"""What a position made by hand may be made of (Appendix I; Set Up)."""

from __future__ import annotations

from northafrica.core.materials import Materials, StockSort
from northafrica.systems.revised.board.ground import GUN, IPC, SIDES, TREASURY
from northafrica.systems.revised.data import RevisedData
from northafrica.systems.revised.phases import STATUS_STARTS
from northafrica.systems.revised.positions.memory import FRIENDLY, HOSTILE, START
from northafrica.systems.revised.shown.words import WORDS

CARRIED = ("infantry", "artillery", "tank", GUN)
STOCKS = (StockSort(IPC, "IPCs in hand", places=(TREASURY,), owned=True),)


def materials(data: RevisedData) -> Materials:
    """Every kind for every power, statuses that outlast a phase, IPCs, control and the start of the turn."""
    kinds = tuple(data.units)
    marks = {"control": tuple(SIDES), START: (*SIDES, HOSTILE, FRIENDLY)}
    return Materials(
        dict.fromkeys(SIDES, kinds), {kind: _statuses(kind) for kind in kinds}, STOCKS, marks, STATUS_STARTS
    )


def _statuses(kind: str) -> tuple[tuple[str, str], ...]:
    if kind in CARRIED:
        allied = ((f"aboard {power}", f"aboard a transport of {power}") for power in SIDES)
        aboard = (("aboard", "aboard an own transport"), *allied)
        return (*aboard, ("captured", WORDS["captured"])) if kind == GUN else aboard
    return (("submerged", WORDS["submerged"]),) if kind == "submarine" else ()
