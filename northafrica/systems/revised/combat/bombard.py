"""Offshore bombardment: ships beside a landing fire once before anything else (Phase 4, step 2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from northafrica.core.common_orders import End
from northafrica.core.deed import Deed, Plain
from northafrica.core.groups import Keep, flip, groups, number, offer, pick
from northafrica.core.naming import joined
from northafrica.core.orders import FieldSpec, Order
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Choice, Prompt
from northafrica.core.table import Table, View
from northafrica.mechanisms.hits import Group
from northafrica.systems.revised.board.cargo import lifts
from northafrica.systems.revised.board.charts import developed
from northafrica.systems.revised.board.ground import acting_powers, friendly_at_start, is_sea, name, unit
from northafrica.systems.revised.board.movement import neighbours
from northafrica.systems.revised.facts import facts
from northafrica.systems.revised.orders.fighting import Bombard


def why_silent(view: View, zone: str, space: str) -> Ruling | None:
    """Why nothing in a zone bombards a territory; None if it may."""
    where = name(view, zone)
    if not is_sea(view, zone) or zone not in neighbours(view, space):
        return Ruling.refuse("combat.bombard.who", f"{where} does not border {name(view, space)}")
    if not any(p.has("landed") and p.get("from") == zone for p in view.state.at(space)):
        return Ruling.refuse("combat.bombard.who", f"no transport offloads from {where}", "amphib.bombard-zones")
    if zone in facts(view).sea_fights:
        text = f"a sea combat took place in {where}: ships that fought do not bombard"
        return Ruling.refuse("combat.bombard.not-after-sea", text, "amphib.bombard-zones")
    if not friendly_at_start(view, zone):
        text = f"{where} was hostile when the turn began"
        return Ruling.refuse("combat.bombard.zone-start", text)
    return None


def may_bombard(view: View) -> Keep:
    """Which ships can bombard: battleships, and destroyers with Combined Bombardment (rule tech.bombard)."""
    ours = acting_powers(view)

    def keep(piece: Piece) -> bool:
        both = piece.kind == "destroyer" and developed(view, piece.power, "combined_bombardment")
        able = piece.kind == "battleship" or both
        return piece.power in ours and able and bool(unit(view, piece.kind).bombard) and not piece.has("bombarded")

    return keep


def zones(view: View, space: str) -> list[str]:
    """The zones from which ships can bombard a territory now."""
    keep = may_bombard(view)
    return [z for z in neighbours(view, space) if why_silent(view, z, space) is None and number(view, z, keep)]


def bombarding(view: View, space: str) -> list[Group]:
    """The ships that were told to bombard a territory."""
    return [
        (zone, piece, n)
        for zone in neighbours(view, space)
        for piece, n in groups(view, zone, lambda p: p.get("bombarded") == space)
    ]


@dataclass(frozen=True)
class Bombardment(Choice):
    """The attacker says which ships bombard; nobody must (note A26)."""

    title: ClassVar[str] = "Offshore bombardment"
    space: str = ""

    def prompt(self, view: View) -> Prompt:
        told = joined(name(view, zone) for zone in zones(view, self.space)) or "no further zone"
        return Prompt(
            f"bombard {name(view, self.space)} with ships in {told}, or end",
            "Each ship supports one assault a turn; those hit do not fire back.",
            ("combat.bombard.who", "combat.bombard.one-assault"),
        )

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (Bombarding(self.space), Plain(End, lambda table: table.finish()))

    def fallback(self, view: View) -> Order:
        return End()


@dataclass(frozen=True)
class Bombarding(Deed[Bombard]):
    """Ships of one zone are told to bombard."""

    kind = Bombard
    space: str

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        near = zones(view, self.space)
        if field.name == "units":
            return [some for zone in near for some in offer(view, zone, may_bombard(view))]
        return near

    def judge(self, view: View, order: Bombard) -> Ruling:
        problem = why_silent(view, order.zone, self.space)
        if problem is not None:
            return problem
        spent = any(
            some.kind == p.kind and p.has("bombarded") for some in order.units for p in view.state.at(order.zone)
        )
        rule = "combat.bombard.one-assault" if spent else "combat.bombard.who"
        picked = pick(view, order.zone, order.units, may_bombard(view), rule, "can bombard")
        if isinstance(picked, Ruling):
            return picked
        express = any(p.kind == "destroyer" and lifts(view, p) for p, _ in picked)
        rules = ("combat.bombard.who", "combat.bombard.zone-start", *(("na.japan.express.bombard",) if express else ()))
        return Ruling.allow(rules=rules, found=picked)

    def do(self, table: Table, order: Bombard, found: list[tuple[Piece, int]]) -> None:
        for piece, n in found:
            flip(table, order.zone, piece, n, "combat.bombard.one-assault", bombarded=self.space)
        if not zones(table, self.space):
            table.finish()
