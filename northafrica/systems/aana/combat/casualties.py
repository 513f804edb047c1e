"""Casualties: the owner chooses, as many hits as possible must count (rulebook p.20-22)."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from northafrica.core.orders import FieldSpec, Order, Some, together
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Automatic, Prompt
from northafrica.core.table import Table, View
from northafrica.systems.aana.cargo import CargoFirst
from northafrica.systems.aana.combat.forces import (
    ATTACK,
    DEFEND,
    Group,
    around,
    has_cargo,
    matching,
    may_hit,
    slots,
    units_of,
)  # fmt: skip
from northafrica.systems.aana.combat.side_choice import SideChoice
from northafrica.systems.aana.facts import combat, note_combat
from northafrica.systems.aana.ground import flip, name, pick
from northafrica.systems.aana.orders import Take


def firing_side(side: str) -> str:
    return DEFEND if side == ATTACK else ATTACK


def still_due(view: View, side: str, space: str) -> int:
    """How many more casualties a side must choose for the hits of this fire."""
    now = combat(view)
    units = [*now.taken, *slots(units_of(view, side, space))]
    return matching(now, firing_side(side), now.hits, units) - len(now.taken)


def can_take(view: View, side: str, piece: Piece) -> bool:
    """Whether one more hit can fall on this piece without wasting a hit (combat.hit.max)."""
    now = combat(view)
    trial = [*now.taken, piece]
    return matching(now, firing_side(side), now.hits, trial) == len(trial)


def eligible(view: View, side: str, space: str) -> list[Group]:
    """Units that may be the next casualty."""
    return [(place, piece, n) for place, piece, n in units_of(view, side, space) if can_take(view, side, piece)]


@dataclass(frozen=True)
class Casualties(Automatic):
    """Assign the hits of one fire: forced ones by themselves, the rest by the owner."""

    title: ClassVar[str] = "Casualties"
    space: str = ""
    side: str = ""
    strike: bool = False

    def run(self, table: Table) -> None:
        need = still_due(table, self.side, self.space)
        if need <= 0:
            self._done(table)
            return
        found = eligible(table, self.side, self.space)
        whole = len(slots(found)) == need and len(slots(units_of(table, self.side, self.space))) == len(slots(found))
        if len(found) == 1 or whole:
            place, piece, _ = found[0]
            mark(table, self.side, place, piece, self.strike)
            return
        table.push(TakeCasualties((), self.space, self.side, "", self.strike))

    def _done(self, table: Table) -> None:
        """Hits that no unit could take fall on the convoy, if there is one (note C4)."""
        now = combat(table)
        left = len(now.hits) - len(now.taken)
        cargo = now.cargo_hits + (left if self.side == DEFEND and has_cargo(table, self.space) else 0)
        wasted = left if not cargo else 0
        if wasted:
            table.emit(
                "note",
                "combat.hit.max",
                combat=self.space,
                place=self.space,
                hits=wasted,
                label="hits without a target",
            )
        note_combat(table, hits=(), taken=(), cargo_hits=0)
        table.finish()
        if self.side == DEFEND and cargo:
            table.push(CargoHits(self.space, cargo))


@dataclass(frozen=True)
class CargoHits(Automatic):
    """Each hit on transports takes two loads, one hit after the other (combat.convoy.two-units)."""

    title: ClassVar[str] = "Transports hit"
    space: str = ""
    hits: int = 0

    def run(self, table: Table) -> None:
        if self.hits <= 0 or not has_cargo(table, self.space):
            table.finish()
            return
        table.replace(CargoFirst((), self.space, DEFEND), CargoHits(self.space, self.hits - 1))


def mark(table: Table, side: str, place: str, piece: Piece, strike: bool = False) -> None:
    """Let one hit fall on a unit: attackers go at once, defenders are marked and fire first."""
    now = combat(table)
    note_combat(table, taken=(*now.taken, piece))
    if piece.kind == "battleship" and not piece.has("damaged"):
        flip(table, place, piece, 1, "battleship.two-hits", damaged=1)
        return
    if side == ATTACK:
        table.emit("lost", "combat.hit.attacker-picks", "comp.return-to-pool", place=place, combat=now.space, piece=piece,
                   count=1, purpose="combat", power=piece.power)  # fmt: skip
    else:
        flip(table, place, piece, 1, "combat.hit.defender-picks", hit=1)
        table.emit(
            "hit",
            "combat.hit.defender-picks",
            place=place,
            combat=now.space,
            piece=piece,
            count=1,
            power=piece.power,
        )


@dataclass(frozen=True)
class TakeCasualties(SideChoice):
    """The owners choose which units the hits destroy."""

    title: ClassVar[str] = "Choose casualties"
    strike: bool = False

    def powers(self, view: View) -> list[str]:
        return [piece.power for _, piece, _ in eligible(view, self.side, self.space)]

    def prompt(self, view: View) -> Prompt:
        n = still_due(view, self.side, self.space)
        offered = ", ".join(f"{k} {p.power} {p.kind}" for _, p, k in eligible(view, self.side, self.space))
        rule = "combat.hit.attacker-picks" if self.side == ATTACK else "combat.hit.defender-picks"
        why = (
            "Your attackers were hit and are removed at once."
            if self.side == ATTACK
            else "Your units were hit; they still fire this round."
        )
        return Prompt(
            f"choose {n} casualties in {name(view, self.space)} (may be hit: {offered})",
            why,
            (rule, "combat.hit.max"),
        )

    def kinds(self, view: View) -> tuple[type[Order], ...]:
        return (Take,)

    def values(self, view: View, kind: type[Order], field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        found = eligible(view, self.side, self.space)
        if field.name == "units":
            several = len({p.power for _, p, _ in found}) > 1
            unlike = [p.kind for _, p, _ in found]
            return [
                Some(n, p.kind, p.power if several else "", p.status if unlike.count(p.kind) > 1 else None)
                for _, p, n in found
            ]
        places = list(dict.fromkeys(place for place, _, _ in found))
        return places if len(places) > 1 else []

    def _picked(self, view: View, order: Take) -> list[tuple[str, Piece, int]] | Ruling:
        rule = "combat.hit.attacker-picks" if self.side == ATTACK else "combat.hit.defender-picks"
        ours = {(place, piece) for place, piece, _ in units_of(view, self.side, self.space)}
        places = [order.at] if order.at else list(dict.fromkeys(place for place, _ in sorted(ours)))
        if order.at and order.at not in around(view, self.space):
            return Ruling.refuse(rule, f"no unit in this combat stands in {name(view, order.at)}")
        found: list[tuple[str, Piece, int]] = []
        for some in together(order.units):
            got = self._one(view, some, places, ours, rule)
            if isinstance(got, Ruling):
                return got
            found += got
        return found

    def _one(
        self, view: View, some: Some, places: list[str], ours: set[tuple[str, Piece]], rule: str
    ) -> list[Group] | Ruling:
        holding = [pl for pl in places if any(some.fits(piece) for where, piece in ours if where == pl)]
        if len(holding) > 1:
            all_of = sum(n for pl, p, n in units_of(view, self.side, self.space) if pl in holding and some.fits(p))
            if all_of > some.count:
                return Ruling.refuse(rule, f"'{some}' stand in {', '.join(holding)}: add 'at' and one of them")
        found: list[Group] = []
        left = some.count
        for place in holding or places[:1]:
            have = sum(n for pl, p, n in units_of(view, self.side, self.space) if pl == place and some.fits(p))
            part = Some(min(left, have) if len(holding) > 1 else left, some.kind, some.power, some.status)
            if not part.count:
                continue
            picked = pick(view, place, (part,), lambda p, at=place: (at, p) in ours, rule, "can be hit here")  # type: ignore[misc]
            if isinstance(picked, Ruling):
                return Ruling.first(self._no_such(view, some), picked)
            found += [(place, piece, n) for piece, n in picked]
            left -= part.count
        return found

    def _no_such(self, view: View, some: Some) -> Ruling | None:
        if some.kind == "truck":
            return Ruling.refuse(
                "truck.logistical",
                "trucks are no combat units and are never casualties on land",
                "combat.hit.defender-picks",
            )
        return None

    def check(self, view: View, order: Order) -> Ruling:
        assert isinstance(order, Take)
        found = self._picked(view, order)
        if isinstance(found, Ruling):
            return found
        need, named = still_due(view, self.side, self.space), sum(n for _, _, n in found)
        if named > need:
            return Ruling.refuse(
                "combat.hit.max", f"{need} casualties are due, {named} were named", needs=need, named=named
            )
        now = combat(view)
        trial = [*now.taken, *[piece for _, piece, n in found for _ in range(n)]]
        if matching(now, firing_side(self.side), now.hits, trial) < len(trial):
            return Ruling.refuse("combat.hit.max", self._why(view, found), needs=need)
        return Ruling.allow(rules=("combat.hit.max",))

    def _why(self, view: View, found: Sequence[Group]) -> str:
        now = combat(view)
        told = ", ".join(f"a hit by {hit.by}" + (f" demanding {hit.demand}" if hit.demand else "") for hit in now.hits)
        bad = [p.kind for _, p, _ in found if not any(may_hit(now, firing_side(self.side), hit, p) for hit in now.hits)]
        if bad:
            return f"{', '.join(bad)} cannot be hit by any of these: {told}"
        return f"this choice would waste a hit; to be given are {told}"

    def agree(self, table: Table, order: Order) -> None:
        assert isinstance(order, Take)
        found = self._picked(table, order)
        assert not isinstance(found, Ruling)
        table.finish()
        for place, piece, n in found:
            for _ in range(n):
                mark(table, self.side, place, piece, self.strike)

    def sample(self, view: View, rng: random.Random, tries: int = 12) -> Order:
        found = eligible(view, self.side, self.space)
        place, piece, _ = rng.choice(found)
        several = len({where for where, _, _ in found}) > 1
        return Take((Some(1, piece.kind, piece.power, piece.status),), place if several else "")
