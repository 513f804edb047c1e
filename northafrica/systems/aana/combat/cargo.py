"""Convoy cargo goes down: first load by its owner, second of the type the enemy names (rulebook p.21, 27)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from northafrica.core.groups import Keep, groups, lose, number, offer, pick
from northafrica.core.naming import joined
from northafrica.core.orders import FieldSpec, Order, Some, Units
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Choice, Prompt
from northafrica.core.table import Table, View
from northafrica.systems.aana.board.ground import (
    SIDES,
    acting_side,
    enemy_of,
    name,
)
from northafrica.systems.aana.combat.forces import cargo_supply, unit_type
from northafrica.systems.aana.combat.side_choice import SideChoice
from northafrica.systems.aana.facts import facts, remember
from northafrica.systems.aana.mines.phase import fresh_cargo
from northafrica.systems.aana.orders import Lose, NameType
from northafrica.systems.aana.wording import say, word

BAY = 5
TRANSPORT = ("transport.virtual", "transport.capacity")


def cargo_side(view: View, fresh: bool) -> str:
    """Whose cargo is hit: the acting side's by mines, the defender's in combat."""
    return acting_side(view) if fresh else enemy_of(acting_side(view))


def exposed(view: View, fresh: bool) -> Keep:
    """Which cargo units can be hit."""
    side = cargo_side(view, fresh)
    if fresh:
        return lambda p: p.has("cargo") and p.has("new")  # only the acting power's pieces are ever new
    return lambda p: SIDES[p.power] == side and p.has("cargo") and not p.has("escaped")


def exposed_supply(view: View, zone: str, fresh: bool) -> list[tuple[str, int]]:
    """Supply that can be hit, by power."""
    if fresh:
        _, n = fresh_cargo(view, zone)
        return [(view.state.power, n)] if n else []
    return cargo_supply(view, zone, cargo_side(view, fresh))


def types(view: View, zone: str, fresh: bool) -> list[str]:
    """Types of cargo that can be hit: unit kinds, and supply."""
    found = list(dict.fromkeys(unit_type(piece) for piece, _ in groups(view, zone, exposed(view, fresh))))
    return found + (["supply"] if exposed_supply(view, zone, fresh) else [])


def supply_named(there: Sequence[tuple[str, int]], units: Units, rule: str) -> dict[str, int] | Ruling:
    """Whose supply an order's words mean, out of what each power has; refused by `rule` where there is less."""
    left = dict(there)
    told = joined(f"'{n} {power} supply'" for power, n in there) or "none"
    for some in units:
        if some.power:
            left[some.power] = left.get(some.power, 0) - some.count
    open_words = sum(some.count for some in units if not some.power)
    if min(left.values(), default=0) < 0 or open_words > sum(left.values()):
        return Ruling.refuse(rule, f"so much supply is not there to be named: there is {told}")
    owners = [power for power, n in left.items() if n]
    if open_words == sum(left.values()):
        return {power: n for power, n in there if n}
    if open_words and len(owners) > 1:
        return Ruling.ambiguous(f"say whose supply is meant; there is {told}")
    for power in owners:
        left[power] -= open_words
    return {power: n - left[power] for power, n in there if n > left[power]}


@dataclass(frozen=True)
class CargoFirst(SideChoice):
    """A load of the owner's choice, and where `only` names a type, one of that type."""

    title: ClassVar[str] = "Transports hit: which cargo goes down?"
    fresh: bool = False
    only: str = ""
    miner: str = ""

    def powers(self, view: View) -> list[str]:
        units = [piece.power for piece, _ in groups(view, self.space, self._keep(view))]
        supply = [power for power, _ in self._supply(view)]
        return [*units, *supply]

    def seats(self, view: View) -> tuple[str, ...]:
        if self.fresh:
            return (view.seat_of(view.state.power),)
        return super().seats(view)

    def _keep(self, view: View) -> Keep:
        keep = exposed(view, self.fresh)
        if not self.only:
            return keep
        return lambda p: keep(p) and unit_type(p) == self.only

    def _supply(self, view: View) -> list[tuple[str, int]]:
        return exposed_supply(view, self.space, self.fresh) if self.only in ("", "supply") else []

    def prompt(self, view: View) -> Prompt:
        what = (
            f"one {word(self.only) if self.only else 'land unit'}" if number(view, self.space, self._keep(view)) else ""
        )
        supply = sum(n for _, n in self._supply(view))
        choices = " or ".join(c for c in (what, f"{min(BAY, supply)} supply" if supply else "") if c)
        rules = ("combat.convoy.pick", "combat.convoy.supply", "combat.convoy.any-power")
        return Prompt(
            f"{name(view, self.space)}: choose the cargo that goes down: {choices}",
            "A hit on transports takes two loads.",
            ("mine.sea.transport", "mine.sea.transport-supply") if self.fresh else rules,
        )

    def kinds(self, view: View) -> tuple[type[Order], ...]:
        return (Lose,)

    def values(self, view: View, kind: type[Order], field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        units = [Some(1, s.kind, s.power, s.status) for s in offer(view, self.space, self._keep(view))]
        supply, left = [], BAY
        for power, n in self._supply(view):
            supply.append(Some(min(n, left), "supply", power))
        return [*units, *supply]

    def check(self, view: View, order: Order) -> Ruling:
        assert isinstance(order, Lose)
        rule = "mine.sea.transport" if self.fresh else "combat.convoy.pick"
        if all(some.kind == "supply" for some in order.units):
            return self._check_supply(view, order.units)
        if len(order.units) != 1 or order.units[0].count != 1:
            told = joined(say(some.count, some.kind, some.power) for some in order.units)
            return Ruling.refuse(rule, f"one land unit or {BAY} supply go down, not {told}")
        picked = pick(view, self.space, order.units, self._keep(view), rule, "may be chosen now")
        return picked if isinstance(picked, Ruling) else Ruling.allow()

    def _check_supply(self, view: View, units: Units) -> Ruling:
        rule = "mine.sea.transport-supply" if self.fresh else "combat.convoy.supply"
        need = min(BAY, sum(n for _, n in self._supply(view)))
        if not need:
            unit_named = self.only not in ("", "supply")
            told = f"a {word(self.only)} was named: one goes down, not supply"
            told = told if unit_named else "no supply is here to go down"
            return Ruling.refuse(rule, told)
        named = sum(some.count for some in units)
        if named != need:
            told = joined(say(n, "supply", power) for power, n in self._supply(view))
            text = f"exactly {need} supply {'goes' if need == 1 else 'go'} down, not {named} (there is {told})"
            return Ruling.refuse(rule, text, needs=need, named=named)
        split = supply_named(self._supply(view), units, rule)
        return split if isinstance(split, Ruling) else Ruling.allow(rules=("combat.convoy.any-power",))

    def agree(self, table: Table, order: Order) -> None:
        assert isinstance(order, Lose)
        table.finish()
        if order.units[0].kind == "supply":
            split = supply_named(self._supply(table), order.units, "")
            assert not isinstance(split, Ruling)
            lose_supply(table, self.space, split, self.fresh)
        else:
            picked = pick(table, self.space, order.units, self._keep(table), "", "")
            assert not isinstance(picked, Ruling)
            lose_unit(table, self.space, picked[0][0], self.fresh)
        if not self.only and types(table, self.space, self.fresh):
            table.push(CargoName(self.space, self.fresh, self.miner))


@dataclass(frozen=True)
class CargoName(Choice):
    """The other side names the type of the second load."""

    title: ClassVar[str] = "Transports hit: name the second type"
    space: str = ""
    fresh: bool = False
    miner: str = ""

    def seat(self, view: View) -> str:
        return view.seat_of(self.miner or view.state.power)

    def prompt(self, view: View) -> Prompt:
        offered = joined((word(kind) for kind in types(view, self.space, self.fresh)), "or")
        rule = "mine.sea.transport" if self.fresh else "combat.convoy.pick"
        return Prompt(
            f"name the type of the second load that goes down: {offered}",
            "You scored the hit: the second load is of the type you name.",
            (rule,),
        )

    def kinds(self, view: View) -> tuple[type[Order], ...]:
        return (NameType,)

    def values(self, view: View, kind: type[Order], field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        return types(view, self.space, self.fresh)

    def check(self, view: View, order: Order) -> Ruling:
        assert isinstance(order, NameType)
        offered = types(view, self.space, self.fresh)
        if order.type not in offered:
            rule = "mine.sea.transport" if self.fresh else "combat.convoy.pick"
            told = joined(word(kind) for kind in offered)
            return Ruling.refuse(rule, f"there is no {word(order.type)} among this cargo, only {told}")
        return Ruling.allow()

    def play(self, table: Table, order: Order, ruling: Ruling | None = None) -> None:
        assert isinstance(order, NameType)
        rule = "mine.sea.transport" if self.fresh else "combat.convoy.pick"
        table.emit(
            "chose",
            rule,
            place=self.space,
            combat=self.space,
            label="names the second load",
            value=order.type,
        )
        side = "" if self.fresh else "defend"
        table.replace(CargoFirst((), self.space, side, "", self.fresh, order.type, self.miner))


def lose_unit(table: Table, zone: str, piece: Piece, fresh: bool) -> None:
    """One land unit goes down."""
    rules = ("mine.sea.transport",) if fresh else ("combat.convoy.two-units",)
    combat, purpose = ("", "mine") if fresh else (zone, "convoy")
    lose(table, zone, piece, 1, purpose, *rules, *TRANSPORT, "comp.return-to-pool", combat=combat)


def lose_supply(table: Table, zone: str, split: Mapping[str, int], fresh: bool) -> None:
    """Supply goes down with its transport."""
    rules = ("mine.sea.transport-supply",) if fresh else ("combat.convoy.supply", "combat.convoy.any-power")
    for power, n in sorted(split.items()):
        table.emit("destroyed", *rules, *TRANSPORT, place=zone, resource="supply", owner=power, amount=n,
                   combat="" if fresh else zone, purpose="sunk", power=power)  # fmt: skip
    if fresh:
        left = sum(split.values())
        kept = tuple((place, n - left if place == zone else n) for place, n in facts(table).fresh)
        remember(table, fresh=tuple((place, n) for place, n in kept if n > 0))
