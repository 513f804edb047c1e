"""Mines go off: who may, how many, what they do (rulebook p.26-27)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from northafrica.core.dice import Result
from northafrica.core.groups import Keep, flip, lose, number, offer, pick, shift
from northafrica.core.naming import counted, joined
from northafrica.core.orders import FieldSpec, Order, Some
from northafrica.core.pieces import Piece, Stock
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Automatic, Chance, Choice, Joint, Prompt, Step
from northafrica.core.table import Table, View
from northafrica.systems.aana.board.ground import (
    SHIPS,
    SIDES,
    acting_side,
    controller,
    data,
    enemy_of,
    is_combat,
    is_land,
    mine,
    name,
    owner,
)
from northafrica.systems.aana.facts import facts, remember
from northafrica.systems.aana.orders import Detonate, PullBack, Resolve, Take
from northafrica.systems.aana.wording import power_name, say

NEED = 3
FACES = 10
DICE_PER_ICON = 3
MINED = "mined"  # what `done` says of land units thrown back
POOL = tuple(range(1, FACES + 1))


def sea_mine_owners(view: View, zone: str, side: str) -> list[str]:
    """Powers of a side with mines in a zone (rule mine.sea.power-owned)."""
    return sorted(
        s.owner for s in view.state.stocks.get(zone, {}) if s.resource == "sea_mine" and SIDES[s.owner] == side
    )


def is_mined_sea(view: View, zone: str, side: str) -> bool:
    """Whether enemies of a side have mines in a zone."""
    return bool(sea_mine_owners(view, zone, enemy_of(side)))


def land_mine_owners(view: View, space: str) -> tuple[str, ...]:
    """Rules mine.land.owner, mine.land.owner-count, mine.land.owner-tie: nobody, one power, or two in a tie."""
    marker = controller(view, space)
    if marker:
        return (marker,)
    counts: dict[str, int] = {}
    for piece, n in view.state.at(space).items():
        if is_combat(piece) and not piece.has("aloft"):
            counts[owner(piece.power)] = counts.get(owner(piece.power), 0) + n
    if not counts:
        return ()
    most = max(counts.values())
    return tuple(sorted(power for power, n in counts.items() if n == most))


def owner_rules(view: View, space: str) -> tuple[str, ...]:
    """The rules by which the land mines of a territory belong to whom they do."""
    if controller(view, space):
        return ("mine.land.owner",)
    tied = ("mine.land.owner-tie",) if len(land_mine_owners(view, space)) > 1 else ()
    return ("mine.land.owner", "mine.land.owner-count", *tied)


def flown_over(view: View, way: Sequence[str]) -> tuple[str, ...]:
    """Rule mine.not-air, where an aircraft passes mines on its way or at its end."""
    side = acting_side(view)
    near = data(view).board.neighbours(way[-1], "land")
    at_sea = any(is_mined_sea(view, space, side) for space in way[1:])
    return ("mine.not-air",) if at_sea or any(is_mined_border(view, way[-1], to, side) for to in near) else ()


def beside_convoys(view: View, way: Sequence[str]) -> tuple[str, ...]:
    """Rule transport.noncombat, where ships pass or join enemy cargo that makes no zone hostile."""
    side = acting_side(view)
    met = any(SIDES[p.power] != side and p.has("cargo") for zone in way[1:] for p in view.state.at(zone))
    return ("transport.noncombat",) if met else ()


def lie_idle(view: View, space: str) -> bool:
    """Whether the land mines of a territory belong to nobody (mine.land.active, mine.land.unowned-capture)."""
    return not land_mine_owners(view, space)


def border(space: str, origin: str) -> str:
    """The place of the land mines of a territory that face a neighbour."""
    return f"{space}>{origin}"


def is_mined_border(view: View, space: str, origin: str, side: str) -> bool:
    """Whether a side crossing into a territory meets active enemy mines (mine.land.active, mine.land.border-only)."""
    if not view.state.stock(border(space, origin), "land_mine"):
        return False
    owners = land_mine_owners(view, space)
    return bool(owners) and all(SIDES[power] != side for power in owners)


def crossing(view: View, space: str, origin: str) -> tuple[str, Keep]:
    """Where the land units crossing a mined border are, and which they are: attackers in their origin, or blitzers."""
    if any(p.get("crossing") == origin for p in view.state.at(space)):
        return space, lambda p: p.get("crossing") == origin and mine(view, p)
    return origin, lambda p: p.get("attack") == space and is_land(p)


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

    def kinds(self, view: View) -> tuple[type[Order], ...]:
        return (Resolve,)

    def values(self, view: View, kind: type[Order], field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        return list(self.zones)

    def check(self, view: View, order: Order) -> Ruling:
        assert isinstance(order, Resolve)
        if order.space in self.zones:
            return Ruling.allow(rules=("mine.sea.step-resolve",))
        return Ruling.refuse("mine.sea.step-resolve", f"no mines wait in {name(view, order.space)}")

    def agree(self, table: Table, order: Order) -> None:
        assert isinstance(order, Resolve)
        self._start(table, order.space)

    def dispute(self, table: Table, answers: tuple[tuple[str, Order], ...]) -> None:
        self._start(table, next(order.space for _, order in answers if isinstance(order, Resolve)))

    def decline(self, table: Table) -> None:
        self._start(table, self.zones[0])

    def _start(self, table: Table, zone: str) -> None:
        table.finish()
        begin_mined(table, (zone, ""))

    def fallback(self, view: View) -> Order:
        return Resolve(self.zones[0])


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
        whose = joined(power_name(power) for power in self.owners)
        if self.origin:
            where = f"{where} facing {name(view, self.origin)}"
            text = f"detonate how many? {say(n, 'land_mine')} of {whose} in {where}, 3 dice each"
            rules = (
                "mine.triggers",
                "mine.land.decide-first",
                "mine.land.partial",
                "mine.land.roll",
                "mine.enemy-turn-only",
            )
        else:
            text = f"detonate how many? {say(n, 'sea_mine')} of {whose} in {where}, 1 die each"
            rules = (
                "mine.triggers",
                "mine.sea.decide-first",
                "mine.sea.roll",
                "mine.sea.power-owned",
                "mine.enemy-turn-only",
            )
        return Prompt(text, "Enemy units are crossing your minefield: it is your decision in their turn.", rules)

    def kinds(self, view: View) -> tuple[type[Order], ...]:
        return (Detonate,)

    def values(self, view: View, kind: type[Order], field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        return list(range(self.available(view) + 1))

    def check(self, view: View, order: Order) -> Ruling:
        assert isinstance(order, Detonate)
        n = self.available(view)
        if order.number > n:
            rule = "mine.land.border-only" if self.origin else "mine.triggers"
            return Ruling.refuse(
                rule, f"{counted(n, 'mine')} may go off here, not {order.number}", has=n, asked=order.number
            )
        return Ruling.allow()

    def agree(self, table: Table, order: Order) -> None:
        assert isinstance(order, Detonate)
        self._set_off(table, order.number)

    def dispute(self, table: Table, answers: tuple[tuple[str, Order], ...]) -> None:
        numbers = [order.number for _, order in answers if isinstance(order, Detonate)]
        table.emit("note", "mine.land.owner-tie", place=self.space, label="unlike answers",
                   detail=f"the owners asked for {joined(map(str, numbers))}: the lower number goes off")  # fmt: skip
        self._set_off(table, min(numbers))

    def decline(self, table: Table) -> None:
        self._set_off(table, 0)

    def _set_off(self, table: Table, n: int) -> None:
        if n:
            place = border(self.space, self.origin) if self.origin else self.space
            kind, whose = ("land_mine", "") if self.origin else ("sea_mine", self.owners[0])
            table.emit("destroyed", *self._rules(table, n), place=place, resource=kind, owner=whose, amount=n,
                       purpose="detonated", power=self.owners[0])  # fmt: skip
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
class MineResolve(Automatic):
    """After the decisions: roll for the mines set off."""

    title: ClassVar[str] = "Mines go off"
    space: str = ""
    origin: str = ""

    def run(self, table: Table) -> None:
        charges = facts(table).charges
        remember(table, charges=())
        table.finish()
        if charges:
            rolls = (MineRoll(self.space, self.origin, n, power) for power, n in charges)
            table.push(*rolls, MineHits(self.space, self.origin))


@dataclass(frozen=True)
class MineHits(Automatic):
    """After all dice: land units are thrown back, or the hits of each owner's mines fall on ships."""

    title: ClassVar[str] = "Mines hit"
    space: str = ""
    origin: str = ""

    def run(self, table: Table) -> None:
        hits = facts(table).charges
        remember(table, charges=())
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
    space: str = ""
    origin: str = ""
    charges: int = 0
    owner: str = ""

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
            remember(table, charges=(*facts(table).charges, (self.owner, hits)))


@dataclass(frozen=True)
class MinedBack(Choice):
    """The acting player chooses which crossing land units are thrown back."""

    title: ClassVar[str] = "Mines: who is thrown back?"
    space: str = ""
    origin: str = ""
    hits: int = 0

    def need(self, view: View) -> int:
        place, keep = crossing(view, self.space, self.origin)
        return min(self.hits, number(view, place, keep))

    def prompt(self, view: View) -> Prompt:
        told = counted(self.need(view), "land unit")
        return Prompt(f"choose {told} of those crossing: thrown back, not destroyed",
                      "The mines scored hits.", ("mine.land.retreat", "mine.land.spent-move"))  # fmt: skip

    def kinds(self, view: View) -> tuple[type[Order], ...]:
        return (PullBack,)

    def values(self, view: View, kind: type[Order], field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        place, keep = crossing(view, self.space, self.origin)
        return offer(view, place, keep)

    def check(self, view: View, order: Order) -> Ruling:
        assert isinstance(order, PullBack)
        place, keep = crossing(view, self.space, self.origin)
        picked = pick(view, place, order.units, keep, "mine.land.retreat", "cross this border")
        if isinstance(picked, Ruling):
            return picked
        total, need = sum(n for _, n in picked), self.need(view)
        if total != need:
            return Ruling.refuse(
                "mine.land.retreat",
                f"exactly {counted(need, 'unit')} must be thrown back, not {total}",
                needs=need,
                named=total,
            )
        return Ruling.allow()

    def play(self, table: Table, order: Order, ruling: Ruling | None = None) -> None:
        assert isinstance(order, PullBack)
        place, keep = crossing(table, self.space, self.origin)
        picked = pick(table, place, order.units, keep, "", "")
        assert not isinstance(picked, Ruling)
        riding = number(table, place, lambda p: keep(p) and p.kind == "mechanized_infantry")
        everyone = sum(n for _, n in picked) == number(table, place, keep)
        last = ("mine.land.all-retreated",) if everyone else ()
        rider_goes_on = riding > sum(n for piece, n in picked if piece.kind == "mechanized_infantry")
        riders = ("blitz.mech-mine",) if rider_goes_on else ()
        for piece, n in picked:
            gone: dict[str, int | str | None] = {
                "attack": None,
                "crossing": None,
                "halted": None,
                "blitz": None,
                "done": MINED,
            }
            if place == self.origin:
                flip(
                    table,
                    place,
                    piece,
                    n,
                    "mine.land.retreat",
                    "mine.land.attack-effect",
                    "mine.land.spent-move",
                    *last,
                    **gone,
                )
            else:
                rules = ("mine.land.retreat", "mine.land.blitz-effect", "mine.land.spent-move", *riders, *last)
                shift(table, "retreated", place, self.origin, piece, n, *rules, **gone)
        table.finish()


def fresh_cargo(view: View, zone: str) -> tuple[int, int]:
    """Land units and supply of the acting power newly deployed in a zone: (units, supply)."""
    units = number(view, zone, lambda p: p.has("cargo") and p.has("new"))  # only its own are ever new
    supply = sum(n for place, n in facts(view).fresh if place == zone)
    return units, min(supply, view.state.stocks.get(zone, {}).get(Stock("supply", view.state.power), 0))


@dataclass(frozen=True)
class MinedShips(Choice):
    """The acting player gives the hits to ships that entered, transports among them (mine.sea.who-hit)."""

    title: ClassVar[str] = "Sea mines: what is hit?"
    space: str = ""
    hits: int = 0
    owner: str = ""

    def _ships(self, view: View) -> Keep:
        return lambda p: mine(view, p) and p.kind in SHIPS and (p.has("entered") or p.has("new"))

    def targets(self, view: View) -> int:
        """Ships that can still be hit, and whether transports can."""
        units, supply = fresh_cargo(view, self.space)
        return number(view, self.space, self._ships(view)) + bool(units or supply)

    def prompt(self, view: View) -> Prompt:
        hits = counted(self.hits, "hit")
        ships = ["a ship of yours that entered"] if number(view, self.space, self._ships(view)) else []
        cargo = ["1 transport"] if any(fresh_cargo(view, self.space)) else []
        return Prompt(f"{hits} in {name(view, self.space)}: take {' or '.join([*ships, *cargo])}",
                      "Sea mines hit what moved or was deployed into the zone.",
                      ("mine.sea.who-hit", "mine.sea.destroy", "mine.sea.transport"))  # fmt: skip

    def kinds(self, view: View) -> tuple[type[Order], ...]:
        return (Take,)

    def values(self, view: View, kind: type[Order], field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        if field.name == "at":
            return []
        cargo = [Some(1, "transport")] if any(fresh_cargo(view, self.space)) else []
        return [Some(1, s.kind, s.power, s.status) for s in offer(view, self.space, self._ships(view))] + cargo

    def check(self, view: View, order: Order) -> Ruling:
        assert isinstance(order, Take)
        total = sum(some.count for some in order.units)
        if total > self.hits:
            text = f"{self.hits} {'hit falls' if self.hits == 1 else 'hits fall'} here, not {total}"
            return Ruling.refuse("mine.sea.destroy", text, has=self.hits, named=total)
        if any(some.kind == "transport" for some in order.units):
            if total > 1:
                return Ruling.refuse("mine.sea.transport", "a transport is hit by itself: take 1 transport")
            return (
                Ruling.allow()
                if any(fresh_cargo(view, self.space))
                else Ruling.refuse("mine.sea.who-hit", "no newly deployed cargo is here")
            )
        picked = pick(view, self.space, order.units, self._ships(view), "mine.sea.who-hit", "entered this zone")
        return picked if isinstance(picked, Ruling) else Ruling.allow()

    def play(self, table: Table, order: Order, ruling: Ruling | None = None) -> None:
        assert isinstance(order, Take)
        table.finish()
        left = self.hits - sum(some.count for some in order.units)
        if left:
            table.push(AfterMineHit(self.space, left, self.owner))
        if order.units[0].kind == "transport":
            from northafrica.systems.aana.combat.cargo import CargoFirst

            table.push(CargoFirst((), self.space, fresh=True, miner=self.owner))
            return
        picked = pick(table, self.space, order.units, self._ships(table), "", "")
        assert not isinstance(picked, Ruling)
        for piece in [piece for piece, n in picked for _ in range(n)]:
            hit_ship(table, self.space, piece, "mine.sea.destroy", "mine.sea.who-hit")


@dataclass(frozen=True)
class AfterMineHit(Automatic):
    """The next hit, while there is something to hit."""

    space: str = ""
    hits: int = 0
    owner: str = ""

    def run(self, table: Table) -> None:
        step = MinedShips(self.space, self.hits, self.owner)
        if step.targets(table):
            table.replace(step)
        else:
            table.finish()


def hit_ship(table: Table, place: str, piece: Piece, *rules: str) -> None:
    """Destroy a ship, or damage an undamaged battleship (battleship.two-hits)."""
    if piece.kind == "battleship" and not piece.has("damaged"):
        flip(table, place, piece, 1, *rules, "battleship.two-hits", damaged=1)
    else:
        lose(table, place, piece, 1, "mine", *rules, "comp.return-to-pool")
