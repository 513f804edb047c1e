"""Fighters of a carrier may wait over their zone while others fight there (Phase 3 / Aircraft Carriers, note A19)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from northafrica.core.deed import Deed
from northafrica.core.groups import Keep, Picked, flip, number, offer, pick
from northafrica.core.orders import FieldSpec, Order
from northafrica.core.rulebook import Ruling
from northafrica.core.table import Table, View
from northafrica.systems.revised.board.ground import acting_powers, acting_side, is_hostile, is_sea, name
from northafrica.systems.revised.orders.moving import Wait

RULE = "cmove.carrier.own-launch"


def may_wait(view: View) -> Keep:
    """Which fighters can wait: own ones that have not moved."""
    ours = acting_powers(view)
    return lambda p: p.kind == "fighter" and p.power in ours and not p.has("moved") and not p.has("waits")


def zones_of(view: View) -> list[str]:
    """The contested zones over which fighters can wait."""
    side, able = acting_side(view), may_wait(view)
    return [
        z for z in sorted(view.state.pieces) if is_sea(view, z) and number(view, z, able) and is_hostile(view, z, side)
    ]


@dataclass(frozen=True)
class Waiting(Deed[Wait]):
    """Fighters over a contested zone are planned to stay out of its combat."""

    kind = Wait
    projected: Callable[[View], View]
    add: Callable[[Table, Order], None]

    def barred(self, view: View) -> Ruling | None:
        if zones_of(self.projected(view)):
            return None
        return Ruling.refuse(RULE, "no fighter of yours is over a zone in which a combat will be fought")

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        now = self.projected(view)
        zones = zones_of(now)
        if field.name == "units":
            return list(dict.fromkeys(some for zone in zones for some in offer(now, zone, may_wait(now))))
        return [zone for zone in zones if self.judge(view, Wait(given["units"], zone))]

    def judge(self, view: View, order: Wait) -> Ruling:
        now, where = self.projected(view), name(view, order.zone)
        if not is_sea(now, order.zone) or not is_hostile(now, order.zone, acting_side(now)):
            return Ruling.refuse(RULE, f"no sea combat is fought in {where}: there is nothing to keep out of")
        picked = pick(now, order.zone, order.units, may_wait(now), RULE, "can wait there")
        return picked if isinstance(picked, Ruling) else Ruling.allow(rules=(RULE,), found=picked)

    def do(self, table: Table, order: Wait, found: Picked) -> None:
        self.add(table, order)


def stay_out(table: Table, order: Wait) -> None:
    """Carry the line out."""
    picked = pick(table, order.zone, order.units, may_wait(table), RULE, "can wait there")
    assert not isinstance(picked, Ruling)
    for piece, n in picked:
        flip(table, order.zone, piece, n, RULE, waits=1)
