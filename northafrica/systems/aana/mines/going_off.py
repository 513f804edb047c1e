"""Mines go off: who decides, how many, and the dice (rulebook p.26-27)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from northafrica.core.deed import Deed, OneOf
from northafrica.core.dice import Result
from northafrica.core.naming import counted, joined
from northafrica.core.orders import FieldSpec, Order
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Automatic, Chance, Joint, Prompt, Step
from northafrica.core.table import Table, View
from northafrica.systems.aana.board.ground import FACES, POOL, acting_side, enemy_of, name
from northafrica.systems.aana.facts import facts, remember
from northafrica.systems.aana.mines.fields import border, crossing, land_mine_owners, owner_rules, sea_mine_owners
from northafrica.systems.aana.mines.hits import AfterMineHit, MinedBack
from northafrica.systems.aana.orders import Detonate, Resolve
from northafrica.systems.aana.wording import power_name, say

NEED = 3
DICE_PER_ICON = 3


def mine_steps(view: View, space: str, origin: str) -> tuple[Step, ...]:
    """The steps for one mined zone (`origin` empty) or border: decide, roll, take the hits."""
    enemy = enemy_of(acting_side(view))
    if origin:
        windows: tuple[Step, ...] = (MineWindow((), space, origin, land_mine_owners(view, space)),)
    else:
        windows = tuple(MineWindow((), space, "", (power,)) for power in sea_mine_owners(view, space, enemy))
    return (*windows, MineResolve(space, origin))


def next_mined(table: Table) -> None:
    """Take up a mined border or zone out of those entered; where zones wait, the owners of the mines say which."""
    waiting = facts(table).pending
    zones = tuple(space for space, origin in waiting if not origin)
    if len(zones) == len(waiting) > 1:
        table.push(MinedZoneOrder((), zones))
    else:
        begin_mined(table, next(item for item in waiting if item[1] or len(waiting) == 1))


def begin_mined(table: Table, item: tuple[str, str]) -> None:
    """Decide and resolve the mines of one zone or border."""
    remember(table, pending=tuple(other for other in facts(table).pending if other != item))
    table.push(*mine_steps(table, *item))


@dataclass(frozen=True)
class MinedZoneOrder(Joint):
    """Several mined zones were entered: the owners of the mines choose which comes next."""

    title: ClassVar[str] = "Mines: which zone first?"
    window: ClassVar[str] = "mine.triggers"
    zones: tuple[str, ...] = ()

    def seats(self, view: View) -> tuple[str, ...]:
        enemy = enemy_of(acting_side(view))
        owners = [power for zone in self.zones for power in sea_mine_owners(view, zone, enemy)]
        return tuple(dict.fromkeys(view.seat_of(power) for power in owners))

    def prompt(self, view: View) -> Prompt:
        told = joined(name(view, zone) for zone in self.zones)
        return Prompt(
            f"in which mined zone do you decide first? ({told})",
            "Each zone is finished before the next begins.",
            ("mine.sea.step-resolve", "deploy.mines-after"),
        )

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (OneOf(Resolve, lambda _: self.zones, self._no_mines, _begin_zone, ("mine.sea.step-resolve",)),)

    def _no_mines(self, view: View, zone: str) -> Ruling:
        return Ruling.refuse("mine.sea.step-resolve", f"no mines wait in {name(view, zone)}")

    def dispute(self, table: Table, answers: tuple[tuple[str, Order], ...]) -> None:
        first = next(order.space for _, order in answers if isinstance(order, Resolve))
        _begin_zone(table, first)

    def decline(self, table: Table) -> None:
        _begin_zone(table, self.zones[0])

    def fallback(self, view: View) -> Order:
        return Resolve(self.zones[0])


def _begin_zone(table: Table, zone: str) -> None:
    table.finish()
    begin_mined(table, (zone, ""))


@dataclass(frozen=True)
class MineWindow(Joint):
    """The owner of eligible mines says how many go off; all are fixed before any die is rolled."""

    title: ClassVar[str] = "Mines: how many go off?"
    window: ClassVar[str] = "mine.triggers"
    space: str = ""
    origin: str = ""
    owners: tuple[str, ...] = ()

    def seats(self, view: View) -> tuple[str, ...]:
        return tuple(dict.fromkeys(view.seat_of(power) for power in self.owners))

    def available(self, view: View) -> int:
        """Mine icons (land) or tokens (sea) that may go off."""
        if self.origin:
            return view.state.stock(border(self.space, self.origin), "land_mine")
        return view.state.stock(self.space, "sea_mine", self.owners[0])

    def prompt(self, view: View) -> Prompt:
        n, where = self.available(view), name(view, self.space)
        kind, dice, rules = "sea_mine", "1 die", ("mine.sea.decide-first", "mine.sea.roll", "mine.sea.power-owned")
        if self.origin:
            where = f"{where} facing {name(view, self.origin)}"
            kind, dice = "land_mine", f"{DICE_PER_ICON} dice"
            rules = ("mine.land.decide-first", "mine.land.partial", "mine.land.roll")
        whose = joined(power_name(power) for power in self.owners)
        text = f"detonate how many? {say(n, kind)} of {whose} in {where}, {dice} each"
        why = "Enemy units are crossing your minefield: it is your decision in their turn."
        return Prompt(text, why, ("mine.triggers", *rules, "mine.enemy-turn-only"))

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (Detonating(self),)

    def dispute(self, table: Table, answers: tuple[tuple[str, Order], ...]) -> None:
        numbers = [order.number for _, order in answers if isinstance(order, Detonate)]
        told = f"the owners asked for {joined(map(str, numbers))}: the lower number goes off"
        table.note("unlike answers", "mine.land.owner-tie", place=self.space, detail=told)
        self.set_off(table, min(numbers))

    def decline(self, table: Table) -> None:
        self.set_off(table, 0)

    def set_off(self, table: Table, n: int) -> None:
        """So many mines go off; the dice wait until all is decided."""
        if n:
            place = border(self.space, self.origin) if self.origin else self.space
            kind, whose = ("land_mine", "") if self.origin else ("sea_mine", self.owners[0])
            table.emit(
                "destroyed",
                *self._rules(table, n),
                place=place,
                resource=kind,
                owner=whose,
                amount=n,
                purpose="detonated",
                power=self.owners[0],
            )
            remember(table, charges=(*facts(table).charges, (self.owners[0], n)))
        table.finish()

    def _rules(self, view: View, n: int) -> tuple[str, ...]:
        late = ("deploy.mines-after",) if view.state.phase == "deploy" else ("mine.after-commit",)
        if not self.origin:
            return ("mine.triggers", *late, "mine.sea.active", "mine.sea.decide-first", "mine.sea.power-owned")
        blitz = crossing(view, self.space, self.origin)[0] == self.space
        when = "mine.land.blitz-all-first" if blitz else "mine.land.attacks-first"
        partial = ("mine.land.partial",) if n < self.available(view) else ()
        fixed = ("mine.land.active", "mine.land.border-only", "mine.land.decide-first")
        return ("mine.triggers", *late, when, *owner_rules(view, self.space), *fixed, *partial)

    def fallback(self, view: View) -> Order:
        return Detonate(0)


@dataclass(frozen=True)
class Detonating(Deed[Detonate]):
    """So many of the mines that may go off do so."""

    kind = Detonate
    window: MineWindow

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        return list(range(self.window.available(view) + 1))

    def judge(self, view: View, order: Detonate) -> Ruling:
        n = self.window.available(view)
        if order.number > n:
            rule = "mine.land.border-only" if self.window.origin else "mine.triggers"
            text = f"{counted(n, 'mine')} may go off here, not {order.number}"
            return Ruling.refuse(rule, text, has=n, asked=order.number)
        return Ruling.allow()

    def do(self, table: Table, order: Detonate, found: None) -> None:
        self.window.set_off(table, order.number)


@dataclass(frozen=True)
class MineResolve(Automatic):
    """After the decisions: roll for the mines set off."""

    title: ClassVar[str] = "Mines go off"
    space: str
    origin: str = ""

    def run(self, table: Table) -> None:
        charges = facts(table).charges
        remember(table, charges=())
        table.finish()
        if charges:
            rolls = (MineRoll(self.space, n, power, self.origin) for power, n in charges)
            table.push(*rolls, MineHits(self.space, self.origin))


@dataclass(frozen=True)
class MineHits(Automatic):
    """After all dice: land units are thrown back, or the hits of each owner's mines fall on ships."""

    title: ClassVar[str] = "Mines hit"
    space: str
    origin: str = ""

    def run(self, table: Table) -> None:
        hits = facts(table).mine_hits
        remember(table, mine_hits=())
        table.finish()
        if hits and self.origin:
            back = MinedBack(self.space, self.origin, sum(n for _, n in hits))
            table.push(*((back,) if back.need(table) else ()))
        elif hits:
            table.push(*(AfterMineHit(self.space, n, power) for power, n in hits))


@dataclass(frozen=True)
class MineRoll(Chance):
    """3 dice for each land mine, 1 for each sea mine; 3 or less hits."""

    title: ClassVar[str] = "Mines"
    faces_rule: ClassVar[str] = "game.d10"
    space: str
    charges: int
    owner: str
    origin: str = ""

    def seat(self, view: View) -> str:
        return view.seat_of(self.owner)

    def count(self, view: View) -> int:
        return self.charges * (DICE_PER_ICON if self.origin else 1)

    def pool(self, view: View) -> Sequence[int | str]:
        return POOL

    def names(self, view: View) -> tuple[str, ...]:
        return ("land_mine", "mines") if self.origin else ("sea_mine", "mines")

    def what_counts(self, view: View) -> str:
        return f"each {NEED} or less throws back a land unit" if self.origin else f"each {NEED} or less hits a ship"

    def rules_in_play(self, view: View) -> tuple[str, ...]:
        return ("mine.land.roll",) if self.origin else ("mine.sea.roll",)

    def resolve(self, table: Table, result: Result) -> None:
        hits = sum(int(die) <= NEED for die in result)
        table.emit(
            "rolled",
            *self.rules_in_play(table),
            place=self.space,
            dice=result,
            faces=FACES,
            need=NEED,
            hits=hits,
            chance=NEED / FACES,
            label="land mines" if self.origin else "sea mines",
            power=self.owner,
        )
        table.finish()
        if hits:
            remember(table, mine_hits=(*facts(table).mine_hits, (self.owner, hits)))
