"""Optional advantages, chosen singly: how many each side has (rulebook p.38-39)."""

from __future__ import annotations

from northafrica.core.table import Table, View
from northafrica.systems.aana.board.ground import ALLIES, AXIS
from northafrica.systems.aana.wording import NAMES

ADVANTAGES = {
    AXIS: ("tiger_tanks", "air_transport", "suez_mining"),
    ALLIES: ("us_landing_zones", "anzac"),
}
"""The Strategic Supply Reserve stands among those of the Allies but serves both sides (note C14)."""


def in_use(view: View, side: str) -> list[str]:
    """The advantages of a side that are switched on."""
    return [name for name in ADVANTAGES[side] if view.option(name) == "on"]


def note_imbalance(table: Table) -> None:
    """Rule opt.adv.choose: equal numbers are advised, not asked for."""
    numbers = {side: len(in_use(table, side)) for side in ADVANTAGES}
    if numbers[AXIS] != numbers[ALLIES]:
        told = " against ".join(f"{n} of {NAMES[side]}" for side, n in numbers.items())
        table.emit("note", "opt.adv.choose", label="unequal advantages", detail=told, power="")
