"""Convoy cargo goes down: first load by its owner, second of the type the enemy names (rulebook p.21, 27)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from northafrica.core.deed import Deed, OneOf
from northafrica.core.events import Told
from northafrica.core.groups import Keep, Picked, groups, lose, number, offer, pick
from northafrica.core.naming import agreeing, joined
from northafrica.core.orders import FieldSpec, Some, Units
from northafrica.core.pieces import Piece, Stock
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Choice, Prompt
from northafrica.core.table import Table, View
from northafrica.mechanisms.sides import DEFEND
from northafrica.systems.aana.board.ground import (
    acting_side,
    belongs,
    enemy_of,
    name,
)
from northafrica.systems.aana.combat.forces import BAY, cargo_supply, unit_type
from northafrica.systems.aana.combat.side_choice import SideChoice
from northafrica.systems.aana.facts import facts, remember
from northafrica.systems.aana.orders import Lose, NameType
from northafrica.systems.aana.wording import say, word

TRANSPORT = ("transport.virtual", "transport.capacity")


def fresh_cargo(view: View, zone: str) -> tuple[int, int]:
    """Land units and supply of the acting power newly deployed in a zone: (units, supply)."""
    units = number(view, zone, lambda p: p.has("cargo") and p.has("new"))  # only its own are ever new
    supply = sum(n for place, n in facts(view).fresh if place == zone)
    return units, min(supply, view.state.stocks.get(zone, {}).get(Stock("supply", view.state.power), 0))


def cargo_side(view: View, fresh: bool) -> str:
    """Whose cargo is hit: the acting side's by mines, the defender's in combat."""
    return acting_side(view) if fresh else enemy_of(acting_side(view))


def exposed(view: View, fresh: bool) -> Keep:
    """Which cargo units can be hit."""
    side = cargo_side(view, fresh)
    if fresh:
        return lambda p: p.has("cargo") and p.has("new")  # only the acting power's pieces are ever new
    return lambda p: belongs(p.power, side) and p.has("cargo") and not p.has("escaped")


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
        units = [piece.power for piece, _ in groups(view, self.space, self.keep(view))]
        return [*units, *(power for power, _ in self.supply(view))]

    def seats(self, view: View) -> tuple[str, ...]:
        if self.fresh:
            return (view.seat_of(view.state.power),)
        return super().seats(view)

    def keep(self, view: View) -> Keep:
        """Which units may go down."""
        keep = exposed(view, self.fresh)
        if not self.only:
            return keep
        return lambda p: keep(p) and unit_type(p) == self.only

    def supply(self, view: View) -> list[tuple[str, int]]:
        """What supply may go down, by power."""
        return exposed_supply(view, self.space, self.fresh) if self.only in ("", "supply") else []

    def prompt(self, view: View) -> Prompt:
        there = number(view, self.space, self.keep(view))
        what = f"one {word(self.only) if self.only else 'land unit'}" if there else ""
        supply = sum(n for _, n in self.supply(view))
        choices = " or ".join(c for c in (what, f"{min(BAY, supply)} supply" if supply else "") if c)
        rules = ("combat.convoy.pick", "combat.convoy.supply", "combat.convoy.any-power")
        return Prompt(
            f"{name(view, self.space)}: choose the cargo that goes down: {choices}",
            "A hit on transports takes two loads.",
            ("mine.sea.transport", "mine.sea.transport-supply") if self.fresh else rules,
        )

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (Losing(self),)


@dataclass(frozen=True)
class Losing(Deed[Lose]):
    """One land unit goes down, or a load of supply."""

    kind = Lose
    load: CargoFirst

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        units = [Some(1, s.kind, s.power, s.status) for s in offer(view, self.load.space, self.load.keep(view))]
        return [*units, *(Some(min(n, BAY), "supply", power) for power, n in self.load.supply(view))]

    def judge(self, view: View, order: Lose) -> Ruling:
        rule = picking_rule(self.load.fresh)
        if all(some.kind == "supply" for some in order.units):
            return self._judge_supply(view, order.units)
        if [some.count for some in order.units] != [1]:
            told = joined(say(some.count, some.kind, some.power) for some in order.units)
            return Ruling.refuse(rule, f"one land unit or {BAY} supply go down, not {told}")
        picked = pick(view, self.load.space, order.units, self.load.keep(view), rule, "may be chosen now")
        return picked if isinstance(picked, Ruling) else Ruling.allow(found=picked)

    def _judge_supply(self, view: View, units: Units) -> Ruling:
        rule = "mine.sea.transport-supply" if self.load.fresh else "combat.convoy.supply"
        only, there = self.load.only, self.load.supply(view)
        need = min(BAY, sum(n for _, n in there))
        if not need:
            unit_named = only not in ("", "supply")
            told = f"a {word(only)} was named: one goes down, not supply"
            return Ruling.refuse(rule, told if unit_named else "no supply is here to go down")
        named = sum(some.count for some in units)
        if named != need:
            told = joined(say(n, "supply", power) for power, n in there)
            text = f"exactly {need} supply {agreeing(need, 'goes', 'go')} down, not {named} (there is {told})"
            return Ruling.refuse(rule, text, needs=need, named=named)
        split = supply_named(there, units, rule)
        return split if isinstance(split, Ruling) else Ruling.allow(rules=("combat.convoy.any-power",), found=split)

    def do(self, table: Table, order: Lose, found: Picked | dict[str, int]) -> None:
        """The unit goes down, or the supply, by whose it is; then the enemy names the type of the second load."""
        load = self.load
        table.finish()
        if isinstance(found, dict):
            lose_supply(table, load.space, found, load.fresh)
        else:
            for piece, _ in found:
                lose_unit(table, load.space, piece, load.fresh)
        if not load.only and types(table, load.space, load.fresh):
            table.push(CargoName(load.space, load.fresh, load.miner))


@dataclass(frozen=True)
class CargoName(Choice):
    """The other side names the type of the second load."""

    title: ClassVar[str] = "Transports hit: name the second type"
    space: str
    fresh: bool = False
    miner: str = ""

    def seat(self, view: View) -> str:
        return view.seat_of(self.miner or view.state.power)

    def prompt(self, view: View) -> Prompt:
        offered = joined(map(word, self._types(view)), "or")
        return Prompt(
            f"name the type of the second load that goes down: {offered}",
            "You scored the hit: the second load is of the type you name.",
            (picking_rule(self.fresh),),
        )

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (OneOf(NameType, self._types, self._not_aboard, self._name),)

    def _types(self, view: View) -> list[str]:
        return types(view, self.space, self.fresh)

    def _not_aboard(self, view: View, kind: str) -> Ruling:
        told = joined(word(each) for each in self._types(view))
        return Ruling.refuse(picking_rule(self.fresh), f"there is no {word(kind)} among this cargo, only {told}")

    def _name(self, table: Table, kind: str) -> None:
        rule, where = picking_rule(self.fresh), self.space
        table.emit("chose", rule, place=where, combat=where, label="names the second load", value=kind)
        table.replace(CargoFirst((), where, "" if self.fresh else DEFEND, "", self.fresh, kind, self.miner))


def picking_rule(fresh: bool) -> str:
    """Who picks which load, for mines and in combat."""
    return "mine.sea.transport" if fresh else "combat.convoy.pick"


def lose_unit(table: Table, zone: str, piece: Piece, fresh: bool) -> None:
    """One land unit goes down."""
    rules = ("mine.sea.transport",) if fresh else ("combat.convoy.two-units",)
    combat, purpose = ("", "mine") if fresh else (zone, "convoy")
    lose(table, zone, piece, 1, purpose, *rules, *TRANSPORT, "comp.return-to-pool", combat=combat)


def lose_supply(table: Table, zone: str, split: Mapping[str, int], fresh: bool) -> None:
    """Supply goes down with its transport."""
    rules = ("mine.sea.transport-supply",) if fresh else ("combat.convoy.supply", "combat.convoy.any-power")
    for power, n in sorted(split.items()):
        told = Told(place=zone, resource="supply", owner=power, amount=n, purpose="sunk", power=power)
        table.emit("destroyed", *rules, *TRANSPORT, **told | Told(combat="" if fresh else zone))
    if fresh:
        left = sum(split.values())
        kept = tuple((place, n - left if place == zone else n) for place, n in facts(table).fresh)
        remember(table, fresh=tuple((place, n) for place, n in kept if n > 0))
