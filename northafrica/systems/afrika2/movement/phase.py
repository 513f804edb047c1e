"""Movement Phase: marching, overruns, trucks, shipping, leaders (rulebook 1.7, 5.4, 6.2; Terrain Effects Chart)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from northafrica.core.common_orders import End
from northafrica.core.deed import Deed, Plain
from northafrica.core.groups import Picked
from northafrica.core.naming import counted
from northafrica.core.orders import Order
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Choice, Prompt, Step
from northafrica.core.table import Table, View
from northafrica.systems.afrika2 import leaders, stacking
from northafrica.systems.afrika2.movement import raid, stacks
from northafrica.systems.afrika2.movement.moving import Moving
from northafrica.systems.afrika2.movement.overrun import Overrunning
from northafrica.systems.afrika2.movement.ships import Shipping
from northafrica.systems.afrika2.movement.stacks import Movers, Pin, immobile
from northafrica.systems.afrika2.movement.trucks import Trucking


def steps(view: View) -> tuple[Step, ...]:
    """The steps of the phase."""
    return (Pin(), MovementPhase(), stacking.EndOfMovement())


class EveryUnit(Movers):
    """Every unit may move once."""

    def why_not(self, view: View, place: str, piece: Piece) -> Ruling | None:
        return immobile(view, place, piece)

    def basis(self, view: View, place: str, picked: Picked) -> tuple[str, ...]:
        pinned = any(piece.has("pinned") and leaders.led(view, place, piece) for piece, _ in picked)
        return ("6.2c.at-start-of-move",) if pinned else ()


@dataclass(frozen=True)
class MovementPhase(Choice):
    """Every unit may move once; trucks and ships carry; the leader flies."""

    title: ClassVar[str] = "Movement Phase"
    movers: ClassVar[Movers] = EveryUnit()

    def prompt(self, view: View) -> Prompt:
        n = counted(self.movers.count(view), "unit")
        return Prompt(
            f"move your stacks, supply points and leader, then end ({n} can still move)",
            "Each unit moves once, up to its allowance; stacks above four are cut down when the phase ends.",
            ("scs.one-move", "scs.zoc-cost", "scs.overrun-when", "5.4a.movement-only", "5.4b.movement-only"),
        )

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (
            Moving(self.movers),
            Overrunning(self.movers),
            Trucking(),
            Shipping(),
            leaders.Flying(),
            raid.RAIDING,
            Plain(End, Table.finish),
        )

    def fallback(self, view: View) -> Order:
        return End()


STEPS: tuple[type[Step], ...] = (MovementPhase, *stacks.STEPS, *stacking.STEPS, *leaders.STEPS, *raid.STEPS)
