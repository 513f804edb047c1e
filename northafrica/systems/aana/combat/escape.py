"""Cargo gets out of a combat (rulebook p.21)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from northafrica.core.deed import Deed, Plain
from northafrica.core.events import Told
from northafrica.core.groups import Picked, flip, groups, offer, pick
from northafrica.core.orders import FieldSpec, Order, Some
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Prompt
from northafrica.core.table import Table, View
from northafrica.mechanisms.sides import DEFEND
from northafrica.systems.aana.board.ground import acting_side, enemy_of, fives, name
from northafrica.systems.aana.combat.cargo import exposed, supply_named
from northafrica.systems.aana.combat.forces import BAY, cargo_supply, has_cargo
from northafrica.systems.aana.combat.side_choice import SideChoice
from northafrica.systems.aana.facts import combat, note_combat
from northafrica.systems.aana.orders import Escape, Pass

MAX_LOADS = 2


def escape_steps(view: View, space: str) -> tuple[EscapeChoice, ...]:
    """The step in which cargo may escape, where there is cargo in danger (combat.escape)."""
    return (EscapeChoice((), space, DEFEND),) if has_cargo(view, space) else ()


@dataclass(frozen=True)
class EscapeChoice(SideChoice):
    """Up to two loads of cargo get out of the combat each round."""

    title: ClassVar[str] = "Which cargo escapes?"

    def powers(self, view: View) -> list[str]:
        units = [piece.power for piece, _ in groups(view, self.space, exposed(view, False))]
        return [*units, *[power for power, _ in _supply(view, self.space)]]

    def prompt(self, view: View) -> Prompt:
        return Prompt(
            f"{name(view, self.space)}: let up to two loads escape (a land unit, or up to {BAY} supply each), or pass",
            "At the end of each round a transport may slip away.",
            ("combat.escape", "combat.escape.rejoin"),
        )

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (Escaping(self.space), Plain(Pass, Table.finish))

    def fallback(self, view: View) -> Order:
        return Pass()


def _supply(view: View, space: str) -> list[tuple[str, int]]:
    return cargo_supply(view, space, enemy_of(acting_side(view)))


@dataclass(frozen=True)
class Escaping(Deed[Escape]):
    """Units and supply slip away, two loads at most."""

    kind = Escape
    space: str

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        units = [replace(s, count=min(s.count, MAX_LOADS)) for s in offer(view, self.space, exposed(view, False))]
        return [*units, *[Some(min(n, BAY * MAX_LOADS), "supply", power) for power, n in _supply(view, self.space)]]

    def judge(self, view: View, order: Escape) -> Ruling:
        units = tuple(s for s in order.units if s.kind != "supply")
        picked = pick(view, self.space, units, exposed(view, False), "combat.escape", "can escape")
        if isinstance(picked, Ruling):
            return picked
        supply = tuple(s for s in order.units if s.kind == "supply")
        away = supply_named(_supply(view, self.space), supply, "combat.escape")
        if isinstance(away, Ruling):
            return away
        loads = sum(some.count for some in units) + fives(sum(away.values()))
        if loads > MAX_LOADS:
            text = f"two loads may escape, not {loads} (a unit, or up to {BAY} supply each)"
            return Ruling.refuse("combat.escape", text, loads=loads)
        return Ruling.allow(found=(picked, away))

    def do(self, table: Table, order: Escape, found: tuple[Picked, dict[str, int]]) -> None:
        """Units escape, and supply by whose it is."""
        (picked, away), where = found, self.space
        table.finish()
        for piece, n in picked:
            flip(table, where, piece, n, "combat.escape", "combat.escape.rejoin", escaped=1)
        for power, n in away.items():
            told = Told(place=where, combat=where, resource="supply", owner=power, amount=n, power=power)
            table.note("supply escapes", "combat.escape", **told)
        before = dict(combat(table).escaped)
        total = {power: before.get(power, 0) + away.get(power, 0) for power in {*before, *away}}
        note_combat(table, escaped=tuple(sorted(total.items())))
