"""Step 1 of a combat round, and what comes just before the dice (rulebook p.20, 31, 33-34)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from northafrica.core.groups import flip, offer, pick
from northafrica.core.orders import Amounts, FieldSpec, Order, Some
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Choice, Prompt
from northafrica.core.table import Table, View
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
    supply,
)
from northafrica.systems.aana.combat.forces import (
    DEFEND,
    Group,
    attackers,
    defenders,
    is_exempt,
    land_origins,
    total,
    units_of,
)  # fmt: skip
from northafrica.systems.aana.combat.retreat import refuges
from northafrica.systems.aana.combat.side_choice import SideChoice
from northafrica.systems.aana.facts import combat, note_combat
from northafrica.systems.aana.orders import Bomb, Fight, MainAttack, Pass, Raid, Retreat, Strike, Submerge
from northafrica.systems.aana.wording import say, say_all

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

    def kinds(self, view: View) -> tuple[type[Order], ...]:
        can_fight = not paying_defenders(view, self.space) or defence_sources(view, self.space)
        return (Fight, Retreat) if can_fight else (Retreat,)

    def values(self, view: View, kind: type[Order], field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Amounts]:
        return payments(defence_sources(view, self.space), 1) if paying_defenders(view, self.space) else []

    def wrong_kind(self, view: View, order: Order) -> Ruling:
        if isinstance(order, Fight):
            text = f"no supply is in reach of {name(view, self.space)}: those who need it must retreat"
            return Ruling.refuse("combat.defend.unpaid-retreat", text, "combat.defend.source", needs=1, has=0)
        return super().wrong_kind(view, order)

    def check(self, view: View, order: Order) -> Ruling:
        if isinstance(order, Retreat):
            return Ruling.allow(no_refuge(view, self.space))
        assert isinstance(order, Fight)
        paid = self._payment(view, order)
        return paid if isinstance(paid, Ruling) else Ruling.allow()

    def _payment(self, view: View, order: Fight) -> Ruling | Amounts:
        if not paying_defenders(view, self.space):
            if order.paying:
                return Ruling.refuse(
                    "combat.defend.exempt",
                    "these defenders need no supply, and none may be spent",
                    "supply.no-overspend",
                )
            return ()
        return check_payment(view, defence_sources(view, self.space), 1, order.paying, DEFENCE_RULES)

    def agree(self, table: Table, order: Order) -> None:
        table.finish()
        if isinstance(order, Fight):
            paid = self._payment(table, order)
            assert not isinstance(paid, Ruling)
            rules = ("combat.defend.pay", "combat.defend.source", "combat.defend.all-fight")
            spend(table, paid, "defence", *rules, power=paying_defenders(table, self.space)[0][1].power if paid else "")
            set_orders(table, self.space, "fight", *(() if paid else free_rules(table, self.space)))
        elif exempt_defenders(table, self.space) and paying_defenders(table, self.space):
            table.push(ExemptChoice((), self.space, DEFEND))
        else:
            set_orders(table, self.space, "retreat")


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
        return Prompt(f"{name(view, self.space)}: the others retreat; fight or retreat with {exempt}?",
                      "They need no supply, and all make the same choice.", ("combat.defend.mixed",))  # fmt: skip

    def kinds(self, view: View) -> tuple[type[Order], ...]:
        return (Fight, Retreat)

    def check(self, view: View, order: Order) -> Ruling:
        if isinstance(order, Fight) and order.paying:
            return Ruling.refuse("combat.defend.exempt", "these units need no supply, and none may be spent")
        return Ruling.allow()

    def agree(self, table: Table, order: Order) -> None:
        table.finish()
        set_orders(table, self.space, "exempt" if isinstance(order, Fight) else "retreat", "combat.defend.mixed")


def free_rules(view: View, space: str) -> tuple[str, ...]:
    """Why these defenders pay nothing."""
    land = all(able(view, piece, "self_sufficient") for _, piece, _ in defenders(view, space))
    return (
        ("combat.defend.exempt", "infantry.self-sufficient", "ref.scope")
        if land
        else ("combat.defend.exempt", "ref.scope")
    )


def set_orders(table: Table, space: str, orders: str, *rules: str) -> None:
    """Note what the defenders do this round."""
    note_combat(table, orders=orders)
    rule = {
        "fight": "combat.defend.all-fight",
        "retreat": "combat.retreat.fired-on",
        "exempt": "combat.defend.exempt",
    }[orders]
    table.emit(
        "chose",
        rule,
        *rules,
        "combat.defend.each-round",
        place=space,
        combat=space,
        label="defenders' orders",
        value=orders,
    )


def open_orders(table: Table, space: str) -> None:
    """Ask the defenders, or settle what leaves no choice."""
    note_combat(table, vichy=all(p.power == "vichy" for _, p, _ in defenders(table, space)), scored=0, orders="fight")
    if combat(table).vichy:
        table.emit("chose", "french.fight-on", "combat.defend.exempt", "french.vichy-limits", place=space, combat=space,
                   label="defenders' orders", value="fight")  # fmt: skip
        return
    if paying_defenders(table, space) and not defence_sources(table, space):
        table.emit("note", "combat.defend.unpaid-retreat", place=space, combat=space, label="no supply: must retreat")
        if exempt_defenders(table, space):
            table.push(ExemptChoice((), space, DEFEND))
        else:
            set_orders(table, space, "retreat")
        return
    table.push(FightOrRetreat((), space, DEFEND))


@dataclass(frozen=True)
class ChooseMain(Choice):
    """Where origins tie for the most units, the attacker names the main attack (combat.flank.main)."""

    title: ClassVar[str] = "Which is the main attack?"
    space: str = ""

    def tied(self, view: View) -> list[str]:
        counts = land_origins(view, self.space)
        return [place for place, n in counts.items() if n == max(counts.values())]

    def prompt(self, view: View) -> Prompt:
        told = ", ".join(name(view, place) for place in self.tied(view))
        return Prompt(
            f"{told} attack with equally many units: which is the main attack? The others flank.",
            "",
            ("combat.flank.main", "combat.flank.reroll"),
        )

    def kinds(self, view: View) -> tuple[type[Order], ...]:
        return (MainAttack,)

    def values(self, view: View, kind: type[Order], field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        return self.tied(view)

    def check(self, view: View, order: Order) -> Ruling:
        assert isinstance(order, MainAttack)
        if order.space not in self.tied(view):
            return Ruling.refuse("combat.flank.main", f"the main attack comes from {' or '.join(self.tied(view))}")
        return Ruling.allow()

    def play(self, table: Table, order: Order, ruling: Ruling | None = None) -> None:
        assert isinstance(order, MainAttack)
        table.finish()
        set_main(table, self.space, order.space)


def set_main(table: Table, space: str, main: str) -> None:
    """Fix the main attack; the other origins flank for the whole combat (note A15)."""
    flanks = tuple(place for place in land_origins(table, space) if place != main)
    note_combat(table, main=main, flanks=flanks)
    if flanks:
        table.emit(
            "note",
            "combat.flank.main",
            "combat.flank.land-only",
            place=space,
            combat=space,
            label="flanking attack",
            detail=", ".join(name(table, place) for place in flanks),
        )


@dataclass(frozen=True)
class SubmarineChoice(SideChoice):
    """Submarines strike by surprise, or some submerge (combat.sub.choice, combat.sub.order)."""

    title: ClassVar[str] = "Submarines: strike or submerge?"

    def _subs(self, view: View) -> list[Group]:
        return [item for item in units_of(view, self.side, self.space) if item[1].kind == "submarine"]

    def powers(self, view: View) -> list[str]:
        return [piece.power for _, piece, _ in self._subs(view)]

    def prompt(self, view: View) -> Prompt:
        told = say(total(self._subs(view)), "submarine")
        return Prompt(
            f"{name(view, self.space)}: strike by surprise with {told}, or submerge?",
            "No enemy destroyer takes part; decide before any dice, the attacker first.",
            ("combat.sub.choice", "combat.sub.order", "sub.submerge", "sub.strike.order"),
        )

    def kinds(self, view: View) -> tuple[type[Order], ...]:
        return (Strike, Submerge)

    def values(self, view: View, kind: type[Order], field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Some]:
        ours = {piece for _, piece, _ in self._subs(view)}
        return offer(view, self.space, lambda p: p in ours)

    def check(self, view: View, order: Order) -> Ruling:
        if not isinstance(order, Submerge):
            return Ruling.allow()
        picked = self._picked(view, order)
        return picked if isinstance(picked, Ruling) else Ruling.allow()

    def _picked(self, view: View, order: Submerge) -> Ruling | list[tuple[Piece, int]]:
        ours = {piece for _, piece, _ in self._subs(view)}
        return pick(view, self.space, order.units, lambda p: p in ours, "sub.submerge", "can submerge here")

    def agree(self, table: Table, order: Order) -> None:
        table.finish()
        if isinstance(order, Submerge):
            picked = self._picked(table, order)
            assert not isinstance(picked, Ruling)
            for piece, n in picked:
                flip(table, self.space, piece, n, "sub.submerge", "combat.sub.choice", "combat.sub.order", submerged=1)
        else:
            table.emit(
                "chose",
                "combat.sub.choice",
                "combat.sub.order",
                place=self.space,
                combat=self.space,
                label="submarines",
                value="strike",
            )


@dataclass(frozen=True)
class DestroySupply(Choice):
    """Before the first dice scout cars, and bombers, may each destroy 1 supply (scout.raider, bomber.collateral)."""

    title: ClassVar[str] = "Destroy supply?"
    space: str = ""
    how: str = "raid"

    def rules(self, view: View) -> tuple[str, ...]:
        fought = bool(defenders(view, self.space, lambda p: p.kind != "aaa"))
        if self.how == "raid":
            return ("scout.raider", "scout.raider-timing") if fought else ("scout.raider-no-combat", "scout.raider")
        return (
            ("bomber.collateral", "bomber.collateral-raider")
            if fought
            else ("bomber.collateral-no-combat", "bomber.collateral")
        )

    def prompt(self, view: View) -> Prompt:
        who = "scout cars" if self.how == "raid" else "bombers"
        return Prompt(
            f"{name(view, self.space)} holds {supply(view, self.space)} supply: let the {who} destroy 1?",
            "",
            self.rules(view),
        )

    def kinds(self, view: View) -> tuple[type[Order], ...]:
        return (Raid if self.how == "raid" else Bomb, Pass)

    def check(self, view: View, order: Order) -> Ruling:
        return Ruling.allow()

    def play(self, table: Table, order: Order, ruling: Ruling | None = None) -> None:
        rules = self.rules(table)
        table.finish()
        if not isinstance(order, Pass):
            table.emit(
                "destroyed",
                *rules,
                place=self.space,
                combat=self.space,
                resource="supply",
                amount=1,
                purpose=self.how,
            )


def raid(view: View, space: str, how: str) -> tuple[DestroySupply, ...]:
    """The chance to destroy supply by scout cars ("raid") or bombers ("bomb"), if there is one."""
    kind = "scout_car" if how == "raid" else "bomber"
    able_now = attackers(view, space, lambda p: p.kind == kind) and supply(view, space)
    return (DestroySupply(space, how),) if able_now else ()
