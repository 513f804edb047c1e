"""Movement Phase: marching, overruns, trucks, shipping, leaders (rulebook 1.7, 5.4, 6.2; Terrain Effects Chart)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from northafrica.core.common_orders import End
from northafrica.core.groups import Picked, number
from northafrica.core.naming import counted
from northafrica.core.orders import FieldSpec, Order
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Prompt, Step
from northafrica.core.table import Table, View
from northafrica.systems.afrika2 import leaders, marching, overrun, raid, stacking, transport
from northafrica.systems.afrika2.ground import ways
from northafrica.systems.afrika2.marching import Marching, Pin, immobile
from northafrica.systems.afrika2.orders import Fly, Move, Overrun, Raid, Ship, Truck

CARRIED = (Truck, Ship)


def steps(view: View) -> tuple[Step, ...]:
    """The steps of the phase."""
    return (Pin(), MovementPhase(), stacking.EndOfMovement())


@dataclass(frozen=True)
class MovementPhase(Marching):
    """Every unit may move once; trucks and ships carry; the leader flies."""

    title: ClassVar[str] = "Movement Phase"

    def prompt(self, view: View) -> Prompt:
        n = sum(number(view, place, self.movers(view, place)) for place in self.starts(view))
        return Prompt(
            f"move your stacks, supply points and leader, then end ({counted(n, 'unit')} can still move)",
            "Each unit moves once, up to its allowance; stacks above four are cut down when the phase ends.",
            ("scs.one-move", "scs.zoc-cost", "scs.overrun-when", "5.4a.movement-only", "5.4b.movement-only"),
        )

    def kinds(self, view: View) -> tuple[type[Order], ...]:
        fly = (Fly,) if leaders.can_fly(view) else ()
        attack = (Raid,) if raid.check(view, Raid()) else ()
        return (Move, Overrun, Truck, Ship, *fly, *attack, End)

    def sure(self, view: View, kind: type[Order], field: FieldSpec) -> bool:
        return (kind is Truck and field.name in ("count", "route")) or super().sure(view, kind, field)

    def parts(self, view: View, kind: type[Order], field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        if kind is Truck and field.type == "path" and len(given.get("route", ())) > 1:
            return [step.to for step in ways(view).steps["truck"].get(given["route"][-1], ())]
        return super().parts(view, kind, field, given)

    def why_not(self, view: View, place: str, piece: Piece) -> Ruling | None:
        return immobile(view, place, piece)

    def places(self, view: View, kind: type[Order]) -> Sequence[str]:
        return transport.places(view, kind) if kind in CARRIED else super().places(view, kind)

    def values(self, view: View, kind: type[Order], field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        if kind in CARRIED:
            return transport.values(view, kind, field, given)
        return super().values(view, kind, field, given)

    def check(self, view: View, order: Order) -> Ruling:
        if isinstance(order, CARRIED):
            return transport.check(view, order)
        return raid.check(view, order) if isinstance(order, Raid) else super().check(view, order)

    def wrong_kind(self, view: View, order: Order) -> Ruling:
        found = raid.check(view, order) if isinstance(order, Raid) else None
        return Ruling.first(found, super().wrong_kind(view, order))

    def basis(self, view: View, place: str, picked: Picked) -> tuple[str, ...]:
        pinned = any(piece.has("pinned") and overrun.led(view, place, piece) for piece, _ in picked)
        return ("6.2c.at-start-of-move",) if pinned else ()

    def play(self, table: Table, order: Order, ruling: Ruling | None = None) -> None:
        if isinstance(order, CARRIED):
            transport.play(table, order)
        elif isinstance(order, Raid):
            raid.play(table, order)
        else:
            super().play(table, order)


STEPS: tuple[type[Step], ...] = (MovementPhase, *marching.STEPS, *stacking.STEPS, *leaders.STEPS)
