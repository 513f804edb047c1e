"""What a position made by hand may be made of: counters, supply units, markers."""

from __future__ import annotations

from northafrica.core.materials import Materials
from northafrica.systems.marenostrum.actions.menu import BASES
from northafrica.systems.marenostrum.board.entrenched import MARKER
from northafrica.systems.marenostrum.board.ground import DISRUPTED, NEUTRAL, NEUTRAL_STATUS, REDUCED, STATIC
from northafrica.systems.marenostrum.combat.battle import DEPLETED, DOWN
from northafrica.systems.marenostrum.data.tables import GAME_SIDE, SIDES, SUPPLY, MareData
from northafrica.systems.marenostrum.odds_data import CARRIERS


def materials(data: MareData) -> Materials:
    """All counters by side, reduced or static ones, who controls what, disrupted bases."""
    pieces = {
        side: (
            SUPPLY,
            *(unit.id for unit in data.counters if GAME_SIDE[unit.side] == side),
            *(force.id for force in data.forces.values() if force.side == side),
            *(row.id for row in data.events.values() if row.side == side),
        )
        for side in SIDES
    }
    statuses: dict[str, tuple[tuple[str, str], ...]] = {SUPPLY: ((STATIC, "static side up"),)}
    for unit in data.counters:
        two = ((REDUCED, "reduced"),) if unit.steps > 1 else ()
        dormant = ((NEUTRAL_STATUS, "neutral"),) if unit.side in ("Vichy", "Neutral") else ()
        tired = ((DEPLETED, "depleted"),) if unit.type in CARRIERS else ()
        down = ((DOWN, "out of action"),) if unit.category == "air" else ()
        statuses[unit.id] = (*two, *dormant, *tired, *down)
    marks = (
        {"control": (*SIDES, NEUTRAL)} | dict.fromkeys(BASES, (DISRUPTED,)) | dict.fromkeys(MARKER.values(), ("yes",))
    )
    return Materials(pieces, statuses, (), marks)
