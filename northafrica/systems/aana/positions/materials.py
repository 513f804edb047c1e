"""What a position of `aana` made by hand may be made of (charts p.8-9, tokens p.13-14)."""

from __future__ import annotations

from northafrica.core.materials import Materials, StockSort
from northafrica.systems.aana.board.ground import AIR, SHIPS, SIDES
from northafrica.systems.aana.data import AanaData
from northafrica.systems.aana.data.entities import REINFORCEMENTS, TREASURY
from northafrica.systems.aana.shown.cards import WORDS
from northafrica.systems.aana.turn import STATUS_STARTS

TURN = (
    ("used 1", "1 movement point used"),
    ("used 2", "2 movement points used"),
    *((status, WORDS[status]) for status in ("moved", "fought", "went", "done")),
)
CAPTURED = tuple((f"made {power}", f"captured {power} truck") for power in ("uk", "us", "germany", "italy"))
STOCKS = (
    StockSort("supply", "supply", kinds=("land",)),
    StockSort("supply", "supply at sea", kinds=("sea", "box"), owned=True),
    StockSort("land_mine", "land mine on the border", kinds=("land",), border=True),
    StockSort("sea_mine", "sea mine", kinds=("sea", "box"), owned=True),
    StockSort("rp", "RP in the treasury", places=(TREASURY,), owned=True),
    StockSort("bid", "RP of a bid, for the power's first turn", places=(TREASURY,), owned=True),
    StockSort("supply_1", "1-supply token bought", places=(REINFORCEMENTS,), owned=True),
    StockSort("supply_5", "5-supply token bought", places=(REINFORCEMENTS,), owned=True),
)


def materials(data: AanaData) -> Materials:
    """Units of each power's chart, statuses that outlast a phase, tokens, control markers."""
    pieces = {power: tuple(kind for who, kind in data.units if who == power) for power in SIDES}
    kinds = dict.fromkeys(kind for _, kind in data.units)
    return Materials(
        pieces, {kind: _statuses(kind) for kind in kinds}, STOCKS, {"control": tuple(SIDES)}, STATUS_STARTS
    )


def _statuses(kind: str) -> tuple[tuple[str, str], ...]:
    if kind == "battleship":
        return (("damaged", WORDS["damaged"]), *TURN)
    if kind in SHIPS or kind in AIR:
        return TURN
    cargo = ("cargo", WORDS["cargo"])
    return (cargo, *CAPTURED, *TURN) if kind == "truck" else (cargo, *TURN)
