"""Phase 5: units that did not fight move, aircraft land, submarines surface (Noncombat Move)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from northafrica.core.common_orders import End
from northafrica.core.deed import Deed, Plain
from northafrica.core.groups import everywhere, flip, lose
from northafrica.core.naming import joined
from northafrica.core.orders import Order, Some
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Choice, Prompt
from northafrica.core.table import Table, View
from northafrica.systems.revised.board.ground import AIR, MOBILIZATION, acting_powers, is_sea, name
from northafrica.systems.revised.board.landing import Landings, can_land_on, decks, land_all
from northafrica.systems.revised.noncombat.afloat import Loading, Unloading
from northafrica.systems.revised.noncombat.industry import Relocating
from northafrica.systems.revised.noncombat.moving import Moving
from northafrica.systems.revised.orders.moving import Move
from northafrica.systems.revised.wording import word


def homeless(view: View) -> list[tuple[str, Piece, int]]:
    """Aircraft of the acting power that have no place where they are now (rule ncm.air.lost)."""
    ours, found = acting_powers(view), list[tuple[str, Piece, int]]()
    room: dict[str, int] = {}
    for deck in decks(view):
        room[deck.zones[0]] = room.get(deck.zones[0], 0) + deck.room if deck.ship else room.get(deck.zones[0], 0)
    bought = sum(deck.room for deck in decks(view) if deck.ship is None)
    sites = {zone for deck in decks(view) if deck.ship is None for zone in deck.zones}
    for place, piece, n in everywhere(view, lambda p: p.power in ours and p.kind in AIR):
        if place == MOBILIZATION or can_land_on(view, place):
            continue
        seated = min(n, max(0, room.get(place, 0))) if piece.kind == "fighter" else 0
        room[place] = room.get(place, 0) - seated
        waiting = min(n - seated, bought) if piece.kind == "fighter" and place in sites else 0
        bought -= waiting
        if n > seated + waiting:
            found.append((place, piece, n - seated - waiting))
    return found


@dataclass(frozen=True)
class NoncombatMove(Choice):
    """Moves one by one, until the end."""

    title: ClassVar[str] = "Noncombat Move"

    def prompt(self, view: View) -> Prompt:
        over = homeless(view)
        told = joined(f"{n} {word(p.kind, n)} over {name(view, at)}" for at, p, n in over)
        still = f" (to land: {told})" if over else ""
        return Prompt(
            f"move units that did not fight, then end{still}",
            "Aircraft land where it was friendly when the turn began, or on carriers.",
            ("ncm.who", "ncm.land", "ncm.air.land-start-friendly", "carrier.must-pick-up"),
        )

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (Moving(), Loading(), Unloading(), Relocating(), Plain(End, self._end, self._check_end))

    def _check_end(self, view: View) -> Ruling:
        """The phase ends when all aircraft that can land have, and carriers are where they are needed."""
        over = homeless(view)
        could = land_all(view)
        number = sum(n for _, _, n in over)
        if number <= len(could.lost):
            return Ruling.allow(f"{n} {word(p.kind, n)} over {name(view, at)} will be lost" for at, p, n in over)
        told = joined(f"{n} {word(p.kind, n)} over {name(view, at)}" for at, p, n in over)
        moves = could.sailings
        rule = "carrier.must-pick-up" if moves else "ncm.air.no-stranding"
        further = ("unit.air.proof-binding", "ncm.air.lost") if moves else ("ncm.air.lost",)
        return Ruling.refuse(rule, f"aircraft that can land must: {told}", *further, homeless=number)

    def _end(self, table: Table) -> None:
        table.finish()
        for place, piece, n in homeless(table):
            further = ("withdraw.air.no-range", "withdraw.fighter.stranded") if is_sea(table, place) else ()
            lose(table, place, piece, n, "no landing", "ncm.air.lost", *further)
        for place, piece, n in list(everywhere(table, lambda p: p.has("submerged"))):
            flip(table, place, piece, n, "ncm.sub.resurface", submerged=None)

    def fallback(self, view: View) -> Order:
        """The end, or the next landing that is due."""
        if self._check_end(view):
            return End()
        return next(iter(self._due(view, land_all(view))), End())

    def _due(self, view: View, could: Landings) -> list[Order]:
        """Carriers first, then the aircraft that cannot stay where they are."""
        found: list[Order] = [
            Move((Some(1, ship.kind, ship.power, ship.status),), (at, to)) for at, ship, to in could.sailings
        ]
        found += [
            Move((Some(1, piece.kind, piece.power, piece.status),), (at, to))
            for at, piece, to in could.flights
            if at != to
        ]
        moving = Moving()
        return [order for order in found if isinstance(order, Move) and moving.judge(view, order)]
