"""Phase 5: noncombat moves, landings, trucks (rulebook p.24, 29-32)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from northafrica.core.common_orders import End
from northafrica.core.deed import Deed, Plain
from northafrica.core.groups import clear_status, everywhere
from northafrica.core.naming import joined
from northafrica.core.orders import Order, Path, Some
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Automatic, Choice, Prompt
from northafrica.core.table import Table, View
from northafrica.mechanisms.plan import Commit
from northafrica.systems.aana.board.ground import aloft, mine, name, room, side_of
from northafrica.systems.aana.combat_move.position import points
from northafrica.systems.aana.combat_move.refusals import OUT_OF_PLACE
from northafrica.systems.aana.facts import facts, remember
from northafrica.systems.aana.mines.going_off import next_mined
from northafrica.systems.aana.noncombat.landing import can_land, lose_stranded, nearest, stranded
from northafrica.systems.aana.noncombat.moves import Marching, may_go, ways_of
from northafrica.systems.aana.orders import Move
from northafrica.systems.aana.wording import say


@dataclass(frozen=True)
class NoncombatMove(Choice):
    """Moves one by one, in any order; fought aircraft land; trucks carry."""

    title: ClassVar[str] = "Noncombat moves"

    def prompt(self, view: View) -> Prompt:
        lost = [group for group in stranded(view) if not self.landings(view, *group[:2])]
        told = _over(view, [group for group in self.flying(view) if group not in lost])
        what = f"{f'land your aircraft ({told}), ' if told else ''}move what has not moved, then end"
        if lost:
            what += f"; no base is in reach of {_over(view, lost)}: lost when the phase ends"
        mined = ", ".join(name(view, zone) for zone, _ in facts(view).pending)
        if mined:
            what += f"; ships wait in mined waters ({mined}): commit once all have sailed, and the mines are decided"
        rules = ("ncm.who", "ncm.land.where", "ncm.air.landing", "coast.move", "truck.load")
        return Prompt(what, "This is the time to land, to regroup and to bring supply forward.", rules)

    def flying(self, view: View) -> list[tuple[str, Piece, int]]:
        """Aircraft still in the air, wherever an attack took them or a position shows them."""
        over = stranded(view)
        return [group for group in everywhere(view, lambda p: mine(view, p)) if aloft(group[1]) or group in over]

    def landings(self, view: View, place: str, piece: Piece) -> dict[str, Path]:
        """Where an aircraft may still land, with one way each."""
        return ways_of(view, place, piece) if may_go(view, place)(piece) else {}

    def must_land(self, view: View) -> list[tuple[str, Piece, int, Path]]:
        """Aircraft that have no landing space under them and reach one, each with the way to one."""
        found, side = [], side_of(view.state.power)
        for place, piece, n in stranded(view):
            ways = self.landings(view, place, piece)
            if ways:
                found.append((place, piece, n, nearest(view, side, ways)))
        return found

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        end = Plain(End, self._end, self._check_end, self._must_land)
        return (Marching(), Plain(Commit, self._decide_mines, bar=_no_mines), end, *OUT_OF_PLACE)

    def _must_land(self, view: View) -> Ruling | None:
        """The phase does not end before the aircraft that can land have; mines that wait are decided first."""
        found = [] if facts(view).pending else self.must_land(view)
        if not found:
            return None
        text = f"aircraft that can land must: {joined(can_land(view, *group) for group in found)}"
        left, steps = points(view, found[0][1]), len(found[0][3]) - 1
        further = ("combat.air-stays", "ncm.air.remaining", "ncm.air.lost")
        return Ruling.refuse("ncm.air.landing", text, *further, points=left, spaces=steps)

    def _check_end(self, view: View) -> Ruling:
        lost = () if facts(view).pending else stranded(view)
        return Ruling.allow(
            f"{say(n, p.kind)} over {name(view, at)} will be lost: no base in reach" for at, p, n in lost
        )

    def _decide_mines(self, table: Table) -> None:
        table.push(NoncombatMines())

    def _end(self, table: Table) -> None:
        if facts(table).pending:
            self._decide_mines(table)
            return
        lose_stranded(table)
        clear_status(table, lambda p: True, "halted", "via", "entered", "aloft")
        table.finish()

    def fallback(self, view: View) -> Order:
        """The end, once all aircraft that can land have landed; a landing until then."""
        if facts(view).pending:
            return End()
        for _, piece, n, way in self.must_land(view):
            free = max(1, room(view, way[-1], side_of(piece.power)))
            return Move((Some(min(n, free), piece.kind, piece.power, piece.status),), way)
        return End()


def _no_mines(view: View) -> Ruling | None:
    none = Ruling.refuse("mine.sea.step-resolve", "no ships wait in mined waters; moves are made one by one")
    return None if facts(view).pending else none


def _over(view: View, groups: Sequence[tuple[str, Piece, int]]) -> str:
    return joined(f"{say(n, piece.kind)} over {name(view, place)}" for place, piece, n in groups)


@dataclass(frozen=True)
class NoncombatMines(Automatic):
    """Mined zones entered in phase 5, one after the other; survivors may then go on."""

    title: ClassVar[str] = "Sea mines"

    def run(self, table: Table) -> None:
        if not facts(table).pending:
            clear_status(table, lambda p: True, "entered")
            remember(table, sailed=True)
            table.finish()
            return
        next_mined(table)
