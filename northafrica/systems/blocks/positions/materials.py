"""What a position made by hand may be made of (core `Materials`)."""

from __future__ import annotations

from northafrica.core.materials import Materials, StockSort
from northafrica.systems.blocks.board.control import CONTROL, FORT, FORTS
from northafrica.systems.blocks.board.ground import FUELLED, NEUTRAL, OOS, SHOWN, SIEGE
from northafrica.systems.blocks.board.steps import STEPS, ZERO
from northafrica.systems.blocks.data import BlocksData
from northafrica.systems.blocks.data.tables import GAME_SIDE, RESOURCES, SIDES

FLYING = ("fighter", "bomber")


def materials(data: BlocksData) -> Materials:
    """All blocks by side, their steps below the full strength, barrels, who holds what, PP."""
    rows = [unit for unit in data.units.values() if unit.side in GAME_SIDE]
    pieces = {
        side: (
            *(unit.id for unit in rows if GAME_SIDE[unit.side] == side),
            *(ship.id for ship in data.ships.values() if GAME_SIDE[ship.side] == side),
        )
        for side in SIDES
    }
    statuses = {ship.id: _steps(ship.ladder) for ship in data.ships.values()}
    for unit in rows:
        fuel = ((FUELLED, "fuelled"),) if unit.role in FLYING or unit.pair == "red" else ()
        barrels = ((OOS, "out of supply"), (SIEGE, "in siege supply"), (SHOWN, "face up"))
        statuses[unit.id] = (*_steps(unit.ladder), *barrels, *fuel)
    stores = tuple(box.id for box in data.boxes.values() if box.sort in ("home", "depot"))
    stocks = tuple(StockSort(name, f"{name} PP", places=stores) for name in RESOURCES)
    return Materials(pieces, statuses, stocks, {CONTROL: (*SIDES, NEUTRAL), FORT: FORTS})


def _steps(ladder: tuple[int, ...]) -> tuple[tuple[str, str], ...]:
    low = tuple((f"{STEPS} {n}", f"{n} steps" if n > 1 else "1 step") for n in ladder[1:] if n)
    return (*low, (ZERO, "0 steps")) if 0 in ladder else low
