"""What comes before the dice: submarines strike or submerge, supply is destroyed (rulebook p.20, 31, 33-34)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from northafrica.core.deed import Deed, Plain
from northafrica.core.groups import Keep, Picked, flip, offer, pick
from northafrica.core.orders import FieldSpec, Some
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Choice, Prompt
from northafrica.core.table import Table, View
from northafrica.mechanisms.hits import Group
from northafrica.systems.aana.board.ground import name, supply
from northafrica.systems.aana.combat.forces import attackers, defenders, total, units_of
from northafrica.systems.aana.combat.side_choice import SideChoice
from northafrica.systems.aana.orders import Bomb, Pass, Raid, Strike, Submerge
from northafrica.systems.aana.wording import say


def submarines(view: View, side: str, space: str) -> list[Group]:
    """The submarines of a side."""
    return [group for group in units_of(view, side, space) if group[1].kind == "submarine"]


@dataclass(frozen=True)
class SubmarineChoice(SideChoice):
    """Submarines strike by surprise, or some submerge (combat.sub.choice, combat.sub.order)."""

    title: ClassVar[str] = "Submarines: strike or submerge?"

    def powers(self, view: View) -> list[str]:
        return [piece.power for _, piece, _ in submarines(view, self.side, self.space)]

    def prompt(self, view: View) -> Prompt:
        told = say(total(submarines(view, self.side, self.space)), "submarine")
        return Prompt(
            f"{name(view, self.space)}: strike by surprise with {told}, or submerge?",
            "No enemy destroyer takes part; decide before any dice, the attacker first.",
            ("combat.sub.choice", "combat.sub.order", "sub.submerge", "sub.strike.order"),
        )

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (Plain(Strike, self._strike), Submerging(self.side, self.space))

    def _strike(self, table: Table) -> None:
        table.finish()
        rules = ("combat.sub.choice", "combat.sub.order")
        table.emit("chose", *rules, place=self.space, combat=self.space, label="submarines", value="strike")


@dataclass(frozen=True)
class Submerging(Deed[Submerge]):
    """These submarines leave the combat; the others strike."""

    kind = Submerge
    side: str
    space: str

    def _ours(self, view: View) -> Keep:
        ours = {piece for _, piece, _ in submarines(view, self.side, self.space)}
        return lambda p: p in ours

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Some]:
        return offer(view, self.space, self._ours(view))

    def judge(self, view: View, order: Submerge) -> Ruling:
        picked = pick(view, self.space, order.units, self._ours(view), "sub.submerge", "can submerge here")
        return picked if isinstance(picked, Ruling) else Ruling.allow(found=picked)

    def do(self, table: Table, order: Submerge, found: Picked) -> None:
        table.finish()
        for piece, n in found:
            flip(table, self.space, piece, n, "sub.submerge", "combat.sub.choice", "combat.sub.order", submerged=1)


@dataclass(frozen=True)
class DestroySupply(Choice):
    """Before the first dice scout cars, and bombers, may each destroy 1 supply (scout.raider, bomber.collateral)."""

    title: ClassVar[str] = "Destroy supply?"
    space: str
    how: str

    def rules(self, view: View) -> tuple[str, ...]:
        fought = bool(defenders(view, self.space, lambda p: p.kind != "aaa"))
        if self.how == "raid":
            return ("scout.raider", "scout.raider-timing") if fought else ("scout.raider-no-combat", "scout.raider")
        second = "bomber.collateral-raider"
        return ("bomber.collateral", second) if fought else ("bomber.collateral-no-combat", "bomber.collateral")

    def prompt(self, view: View) -> Prompt:
        who, where = "scout cars" if self.how == "raid" else "bombers", name(view, self.space)
        text = f"{where} holds {supply(view, self.space)} supply: let the {who} destroy 1?"
        return Prompt(text, "", self.rules(view))

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (Plain(Raid if self.how == "raid" else Bomb, self._destroy), Plain(Pass, Table.finish))

    def _destroy(self, table: Table) -> None:
        rules, where = self.rules(table), self.space
        table.finish()
        table.emit("destroyed", *rules, place=where, combat=where, resource="supply", amount=1, purpose=self.how)


def raid(view: View, space: str, how: str) -> tuple[DestroySupply, ...]:
    """The chance to destroy supply by scout cars ("raid") or bombers ("bomb"), if there is one."""
    kind = "scout_car" if how == "raid" else "bomber"
    able_now = attackers(view, space, lambda p: p.kind == kind) and supply(view, space)
    return (DestroySupply(space, how),) if able_now else ()
