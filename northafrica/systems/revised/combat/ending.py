"""Step 8: concluding combat: who holds the space, repairs, what becomes of a landing (Phase 4, step 8)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from northafrica.core.groups import everywhere, flip, groups
from northafrica.core.step import Automatic
from northafrica.core.table import Table, View
from northafrica.systems.revised.board.cargo import is_cargo
from northafrica.systems.revised.board.charts import advantage
from northafrica.systems.revised.board.ground import (
    AIR,
    CAPTORS,
    acting_powers,
    acting_side,
    is_hostile,
    is_sea,
    name,
)
from northafrica.systems.revised.combat.agreement import take_over
from northafrica.systems.revised.combat.forces import attackers, defenders
from northafrica.systems.revised.combat.salvage import salvage_steps
from northafrica.systems.revised.facts import combat, facts, remember


@dataclass(frozen=True)
class Conclude(Automatic):
    """The combat is over."""

    title: ClassVar[str] = "Concluding combat"
    space: str = ""

    def run(self, table: Table) -> None:
        table.finish()
        space, own, foe = self.space, attackers(table, self.space), defenders(table, self.space)
        table.emit(
            "result", *_rules(bool(own), bool(foe)), place=space, combat=space, label=_told(bool(own), bool(foe))
        )
        repair(table)
        table.push(*salvage_steps(table, space))
        if is_sea(table, space):
            landings_fail(table, space)
            remember(table, sea_fights=(*facts(table).sea_fights, space))
        elif own and not foe:
            take(table, space)
        blitzkrieg = broke_through(table, bool(own), bool(foe))
        ours = acting_powers(table)
        for piece, n in groups(table, space, lambda p: p.power in ours and p.kind not in AIR and not is_cargo(p)):
            if blitzkrieg and piece.kind == "tank" and not piece.has("landed"):
                flip(table, space, piece, n, "na.germany.panzerblitz", panzer=1)
            else:
                flip(table, space, piece, n, done=1)
        remember(table, combat=None, fought=(*facts(table).fought, space))


def _rules(own: bool, foe: bool) -> tuple[str, ...]:
    if own == foe:
        return ("combat.end.destroyed", "capture.mutual-loss") if not own else ("withdraw.final",)
    return ("combat.end.destroyed", "combat.end.winner", *(("withdraw.needs-enemy",) if own else ()))


def _told(own: bool, foe: bool) -> str:
    if own and foe:
        return "the attackers withdrew"
    return "the attackers won" if own else "the defenders held" if foe else "nobody is left"


def repair(table: Table) -> None:
    """Rule combat.battleship.repair."""
    for place, piece, n in list(everywhere(table, lambda p: p.has("damaged"))):
        flip(table, place, piece, n, "combat.battleship.repair", damaged=None)


def take(table: Table, space: str) -> None:
    """The winner takes the territory, if a land unit is left to hold it (capture.needs-land, capture.not-by-air)."""
    if not is_hostile(table, space, acting_side(table)):
        return
    if attackers(table, space, lambda p: p.kind in CAPTORS):
        empty = ("capture.empty",) if combat(table).cycle == 1 else ()
        take_over(table, space, "capture.needs-land", *empty)
    else:
        told = "aircraft never capture; the territory stays with its owner"
        table.note(
            f"{name(table, space)} is not taken", "capture.not-by-air", "capture.needs-land", place=space, detail=told
        )


def broke_through(view: View, own: bool, foe: bool) -> bool:
    """Whether the tanks may move on by Panzerblitz: all defenders fell in one cycle, or there were none."""
    now = combat(view)
    won = now.domain == "land" and own and not foe and now.cycle == 1
    return won and view.state.power == "germany" and advantage(view, "germany", "panzerblitz")


def landings_fail(table: Table, zone: str) -> None:
    """Cargo of a zone that was not cleared stays aboard; its targets see one cycle of regular combat at most."""
    if not is_hostile(table, zone, acting_side(table)) and attackers(table, zone):
        return
    failed = set(facts(table).failed)
    for piece, n in groups(table, zone, lambda p: is_cargo(p) and p.has("landing")):
        failed.add(str(piece.get("landing")))
        flip(table, zone, piece, n, "cmove.transport.end-loaded", landing=None)
    remember(table, failed=tuple(sorted(failed)))
