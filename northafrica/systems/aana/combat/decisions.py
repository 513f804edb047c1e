"""Step 1 of a combat round: the defenders fight or retreat (rulebook p.20)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from northafrica.core.deed import Deed, Plain
from northafrica.core.orders import Amounts, FieldSpec
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Prompt
from northafrica.core.table import Table, View
from northafrica.mechanisms.hits import Group
from northafrica.mechanisms.sides import DEFEND
from northafrica.systems.aana.board.ground import (
    able,
    acting_side,
    check_payment,
    enemy_of,
    name,
    payments,
    reach_text,
    sources,
    spend,
)
from northafrica.systems.aana.combat.forces import defenders, is_exempt
from northafrica.systems.aana.combat.retreat import refuges
from northafrica.systems.aana.combat.side_choice import SideChoice
from northafrica.systems.aana.facts import combat, note_combat
from northafrica.systems.aana.orders import Fight, Retreat
from northafrica.systems.aana.wording import say_all

DEFENCE_RULES = ("combat.defend.unpaid-retreat", "combat.defend.source", "combat.defend.pay")


def defence_sources(view: View, space: str) -> list[tuple[str, int]]:
    """Where the defender's supply may come from (combat.defend.source)."""
    return sources(view, space, enemy_of(acting_side(view)))


def paying_defenders(view: View, space: str) -> list[Group]:
    """Defenders that fight only if supply is spent."""
    return defenders(view, space, lambda p: not is_exempt(view, p))


def exempt_defenders(view: View, space: str) -> list[Group]:
    """Defenders that need no supply and may choose (Vichy cannot: they fight)."""
    return defenders(view, space, lambda p: is_exempt(view, p) and p.power != "vichy")


@dataclass(frozen=True)
class FightOrRetreat(SideChoice):
    """The defenders fight and pay 1 supply, or retreat."""

    title: ClassVar[str] = "Fight or retreat?"

    def powers(self, view: View) -> list[str]:
        return [piece.power for _, piece, _ in defenders(view, self.space, lambda p: p.power != "vichy")]

    def prompt(self, view: View) -> Prompt:
        found = defence_sources(view, self.space)
        free = not paying_defenders(view, self.space)
        cost = "they need no supply" if free else f"fighting costs 1 supply (in reach: {reach_text(view, found)})"
        rules = (
            ("combat.defend.exempt",)
            if free
            else ("combat.defend.pay", "combat.defend.source", "combat.defend.unpaid-retreat")
        )
        return Prompt(
            f"{name(view, self.space)}, round {combat(view).round}: fight or retreat? {cost}",
            "The defender decides afresh in each round, before any dice.",
            (*rules, "combat.defend.each-round"),
        )

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (Fighting(self.space), Plain(Retreat, self._retreat, lambda v: Ruling.allow(no_refuge(v, self.space))))

    def _retreat(self, table: Table) -> None:
        table.finish()
        if exempt_defenders(table, self.space) and paying_defenders(table, self.space):
            table.push(ExemptChoice((), self.space, DEFEND))
        else:
            set_orders(table, self.space, "retreat")


@dataclass(frozen=True)
class Fighting(Deed[Fight]):
    """The defenders fight; those who need supply pay 1 (combat.defend.pay)."""

    kind = Fight
    space: str

    def barred(self, view: View) -> Ruling | None:
        if not paying_defenders(view, self.space) or defence_sources(view, self.space):
            return None
        text = f"no supply is in reach of {name(view, self.space)}: those who need it must retreat"
        return Ruling.refuse("combat.defend.unpaid-retreat", text, "combat.defend.source", needs=1, has=0)

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Amounts]:
        return payments(defence_sources(view, self.space), 1) if paying_defenders(view, self.space) else []

    def judge(self, view: View, order: Fight) -> Ruling:
        if paying_defenders(view, self.space):
            return check_payment(view, defence_sources(view, self.space), 1, order.paying, DEFENCE_RULES)
        if not order.paying:
            return Ruling.allow(found=())
        text = "these defenders need no supply, and none may be spent"
        return Ruling.refuse("combat.defend.exempt", text, "supply.no-overspend")

    def do(self, table: Table, order: Fight, found: Amounts) -> None:
        table.finish()
        rules = ("combat.defend.pay", "combat.defend.source", "combat.defend.all-fight")
        power = paying_defenders(table, self.space)[0][1].power if found else ""
        spend(table, found, "defence", *rules, power=power)
        set_orders(table, self.space, "fight", *(() if found else free_rules(table, self.space)))


def no_refuge(view: View, space: str) -> list[str]:
    """A warning about those that cannot get away: a retreat destroys them (combat.retreat.destroyed)."""
    lost = [(p, n) for _, p, n in defenders(view, space, lambda p: p.power != "vichy") if not refuges(view, p, space)]
    return [f"no refuge for {say_all(lost, powers=True)}: those that survive the fire are lost"] if lost else []


@dataclass(frozen=True)
class ExemptChoice(SideChoice):
    """Where the others retreat, air, scout cars and Free French all fight or all retreat (combat.defend.mixed)."""

    title: ClassVar[str] = "The exempt: fight or retreat?"

    def powers(self, view: View) -> list[str]:
        return [piece.power for _, piece, _ in exempt_defenders(view, self.space)]

    def prompt(self, view: View) -> Prompt:
        exempt = say_all((p, n) for _, p, n in exempt_defenders(view, self.space))
        text = f"{name(view, self.space)}: the others retreat; fight or retreat with {exempt}?"
        return Prompt(text, "They need no supply, and all make the same choice.", ("combat.defend.mixed",))

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (FightingFree(self.space), Plain(Retreat, self._retreat))

    def _retreat(self, table: Table) -> None:
        table.finish()
        set_orders(table, self.space, "retreat", "combat.defend.mixed")


@dataclass(frozen=True)
class FightingFree(Deed[Fight]):
    """The exempt fight on while the others retreat."""

    kind = Fight
    space: str

    def judge(self, view: View, order: Fight) -> Ruling:
        text = "these units need no supply, and none may be spent"
        return Ruling.refuse("combat.defend.exempt", text) if order.paying else Ruling.allow()

    def do(self, table: Table, order: Fight, found: None) -> None:
        table.finish()
        set_orders(table, self.space, "exempt", "combat.defend.mixed")


def free_rules(view: View, space: str) -> tuple[str, ...]:
    """Why these defenders pay nothing."""
    land = all(able(view, piece, "self_sufficient") for _, piece, _ in defenders(view, space))
    return ("combat.defend.exempt", *(("infantry.self-sufficient",) if land else ()), "ref.scope")


ORDERS_RULES = {
    "fight": "combat.defend.all-fight",
    "retreat": "combat.retreat.fired-on",
    "exempt": "combat.defend.exempt",
}


def set_orders(table: Table, space: str, orders: str, *rules: str) -> None:
    """Note what the defenders do this round."""
    note_combat(table, orders=orders)
    rules = (ORDERS_RULES[orders], *rules, "combat.defend.each-round")
    table.emit("chose", *rules, place=space, combat=space, label="defenders' orders", value=orders)


def open_orders(table: Table, space: str) -> None:
    """Ask the defenders, or settle what leaves no choice."""
    note_combat(table, vichy=all(p.power == "vichy" for _, p, _ in defenders(table, space)), scored=0, orders="fight")
    if combat(table).vichy:
        rules = ("french.fight-on", "combat.defend.exempt", "french.vichy-limits")
        table.emit("chose", *rules, place=space, combat=space, label="defenders' orders", value="fight")
    elif not paying_defenders(table, space) or defence_sources(table, space):
        table.push(FightOrRetreat((), space, DEFEND))
    else:
        table.note("no supply: must retreat", "combat.defend.unpaid-retreat", place=space, combat=space)
        if exempt_defenders(table, space):
            table.push(ExemptChoice((), space, DEFEND))
        else:
            set_orders(table, space, "retreat")
