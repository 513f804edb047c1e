"""Land units go aboard in the combat move phase, to be landed this turn (Phase 3 / Transports)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from northafrica.core.groups import Keep, Picked
from northafrica.core.orders import FieldSpec, Order, Path
from northafrica.core.routed import Routed
from northafrica.core.rulebook import Ruling
from northafrica.core.table import Table, View
from northafrica.systems.revised.board.berths import board_ships, lift, may_board, waters
from northafrica.systems.revised.board.cargo import is_cargo, transports
from northafrica.systems.revised.board.ground import GUN, data, is_sea
from northafrica.systems.revised.orders.moving import Load

RULES = ("cmove.transport.load-route", "cmove.transport.only-assault-load", "unit.transport.whole-move")


def open_zones(view: View, place: str) -> list[str]:
    """The zones beside a territory where a transport can load now."""
    near = data(view).board.neighbours(place) if place in data(view).board else ()
    return [z for z in near if is_sea(view, z) and waters(view, place, z) is None and transports(view, z)]


@dataclass(frozen=True)
class Loading(Routed[Load]):
    """Land units are planned to go aboard."""

    kind = Load
    projected: Callable[[View], View]
    add: Callable[[Table, Order], None]

    def seen(self, view: View) -> View:
        return self.projected(view)

    def keep(self, now: View, place: str) -> Keep:
        board = may_board(now)
        return lambda p: board(p) and p.kind != GUN and not is_cargo(p) and bool(open_zones(now, place))

    def routes(self, now: View, place: str, picked: Picked) -> Sequence[Path]:
        return [(place, zone) for zone in open_zones(now, place)]

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        return [] if field.name == "ship" else super().values(view, field, given)

    def judge(self, view: View, order: Load) -> Ruling:
        return judge(self.projected(view), order)

    def do(self, table: Table, order: Load, found: Any) -> None:
        self.add(table, order)


def judge(now: View, order: Load) -> Ruling:
    """The ruling on loading in the combat move phase."""
    if len(order.route) != 2:
        return Ruling.ambiguous("say from where into which zone, like 'load 1 infantry japan > sz60'")
    if any(some.kind == GUN for some in order.units):
        return Ruling.refuse("cmove.aa.no-move", "antiaircraft guns go aboard in the noncombat move phase only")
    return lift(now, *order.route, order.units, order.ship, own_only=True)


def take(table: Table, order: Load) -> None:
    """Carry the line out."""
    found = judge(table, order).found
    land, zone = order.route
    board_ships(table, land, zone, found, *RULES, loaded=1)
