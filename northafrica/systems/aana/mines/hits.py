"""What mines do: land units are thrown back, ships and transports are hit (rulebook p.26-27)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from northafrica.core.deed import Deed
from northafrica.core.groups import Keep, Picked, flip, lose, number, offer, pick, shift, total
from northafrica.core.naming import agreeing, counted
from northafrica.core.orders import FieldSpec, Some
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Automatic, Choice, Prompt
from northafrica.core.table import Table, View
from northafrica.systems.aana.board.ground import SHIPS, mine, name
from northafrica.systems.aana.combat.cargo import CargoFirst, fresh_cargo
from northafrica.systems.aana.mines.fields import MINED, crossing
from northafrica.systems.aana.orders import PullBack, Take


@dataclass(frozen=True)
class MinedBack(Choice):
    """The acting player chooses which crossing land units are thrown back."""

    title: ClassVar[str] = "Mines: who is thrown back?"
    space: str
    origin: str
    hits: int

    def need(self, view: View) -> int:
        place, keep = crossing(view, self.space, self.origin)
        return min(self.hits, number(view, place, keep))

    def prompt(self, view: View) -> Prompt:
        told = counted(self.need(view), "land unit")
        rules = ("mine.land.retreat", "mine.land.spent-move")
        return Prompt(f"choose {told} of those crossing: thrown back, not destroyed", "The mines scored hits.", rules)

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (ThrowingBack(self.space, self.origin, self.need(view)),)


@dataclass(frozen=True)
class ThrowingBack(Deed[PullBack]):
    """So many of the land units that cross a border go back to where they came from."""

    kind = PullBack
    space: str
    origin: str
    need: int

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        return offer(view, *crossing(view, self.space, self.origin))

    def judge(self, view: View, order: PullBack) -> Ruling:
        place, keep = crossing(view, self.space, self.origin)
        picked = pick(view, place, order.units, keep, "mine.land.retreat", "cross this border")
        if isinstance(picked, Ruling):
            return picked
        named = total(picked)
        if named != self.need:
            text = f"exactly {counted(self.need, 'unit')} must be thrown back, not {named}"
            return Ruling.refuse("mine.land.retreat", text, needs=self.need, named=named)
        return Ruling.allow(found=picked)

    def do(self, table: Table, order: PullBack, found: Picked) -> None:
        place, keep = crossing(table, self.space, self.origin)
        riding = number(table, place, lambda p: keep(p) and p.kind == "mechanized_infantry")
        last = ("mine.land.all-retreated",) if total(found) == number(table, place, keep) else ()
        rider_goes_on = riding > sum(n for piece, n in found if piece.kind == "mechanized_infantry")
        riders = ("blitz.mech-mine",) if rider_goes_on else ()
        gone: dict[str, int | str | None] = dict.fromkeys(("attack", "crossing", "halted", "blitz")) | {"done": MINED}
        for piece, n in found:
            if place == self.origin:
                rules = ("mine.land.retreat", "mine.land.attack-effect", "mine.land.spent-move", *last)
                flip(table, place, piece, n, *rules, **gone)
            else:
                rules = ("mine.land.retreat", "mine.land.blitz-effect", "mine.land.spent-move", *riders, *last)
                shift(table, "retreated", place, self.origin, piece, n, *rules, **gone)
        table.finish()


@dataclass(frozen=True)
class MinedShips(Choice):
    """The acting player gives the hits to ships that entered, transports among them (mine.sea.who-hit)."""

    title: ClassVar[str] = "Sea mines: what is hit?"
    space: str
    hits: int
    owner: str

    def targets(self, view: View) -> int:
        """Ships that can still be hit, and whether transports can."""
        return number(view, self.space, entered(view)) + any(fresh_cargo(view, self.space))

    def prompt(self, view: View) -> Prompt:
        hits = counted(self.hits, "hit")
        ships = ["a ship of yours that entered"] if number(view, self.space, entered(view)) else []
        cargo = ["1 transport"] if any(fresh_cargo(view, self.space)) else []
        return Prompt(
            f"{hits} in {name(view, self.space)}: take {' or '.join([*ships, *cargo])}",
            "Sea mines hit what moved or was deployed into the zone.",
            ("mine.sea.who-hit", "mine.sea.destroy", "mine.sea.transport"),
        )

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (TakingMines(self.space, self.hits, self.owner),)


def entered(view: View) -> Keep:
    """Which ships mines can hit: those that came into their zone."""
    return lambda p: mine(view, p) and p.kind in SHIPS and (p.has("entered") or p.has("new"))


@dataclass(frozen=True)
class TakingMines(Deed[Take]):
    """Hits of mines fall on ships, or one of them on a transport."""

    kind = Take
    space: str
    hits: int
    owner: str

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        if field.name == "at":
            return []
        cargo = [Some(1, "transport")] if any(fresh_cargo(view, self.space)) else []
        return [Some(1, s.kind, s.power, s.status) for s in offer(view, self.space, entered(view))] + cargo

    def judge(self, view: View, order: Take) -> Ruling:
        named = sum(some.count for some in order.units)
        if named > self.hits:
            text = f"{self.hits} {agreeing(self.hits, 'hit falls', 'hits fall')} here, not {named}"
            return Ruling.refuse("mine.sea.destroy", text, has=self.hits, named=named)
        if any(some.kind == "transport" for some in order.units):
            if named > 1:
                return Ruling.refuse("mine.sea.transport", "a transport is hit by itself: take 1 transport")
            here = any(fresh_cargo(view, self.space))
            return Ruling.allow() if here else Ruling.refuse("mine.sea.who-hit", "no newly deployed cargo is here")
        picked = pick(view, self.space, order.units, entered(view), "mine.sea.who-hit", "entered this zone")
        return picked if isinstance(picked, Ruling) else Ruling.allow(found=picked)

    def do(self, table: Table, order: Take, found: Picked | None) -> None:
        """Ships are hit; without ships found, a transport is."""
        table.finish()
        left = self.hits - sum(some.count for some in order.units)
        if left:
            table.push(AfterMineHit(self.space, left, self.owner))
        if found is None:
            table.push(CargoFirst((), self.space, fresh=True, miner=self.owner))
        for piece in [piece for piece, n in found or () for _ in range(n)]:
            hit_ship(table, self.space, piece, "mine.sea.destroy", "mine.sea.who-hit")


@dataclass(frozen=True)
class AfterMineHit(Automatic):
    """The next hit, while there is something to hit."""

    space: str
    hits: int
    owner: str

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
