"""The dice of a combat (Phase 4, steps 2, 4 and 5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from northafrica.core.dice import Result
from northafrica.core.naming import joined
from northafrica.core.step import Automatic, Dice
from northafrica.core.table import Table, View
from northafrica.mechanisms.sides import ATTACK, foe_of
from northafrica.systems.revised.combat.forces import due
from northafrica.systems.revised.combat.volleys import Volley, fire_rules
from northafrica.systems.revised.facts import combat, note_combat
from northafrica.systems.revised.wording import word

FACES = 6


@dataclass(frozen=True)
class Fire(Automatic):
    """The volleys of one side, lowest value first, until every enemy unit is hit (rule combat.excess-hits)."""

    title: ClassVar[str] = "Fire"
    space: str = ""
    volleys: tuple[Volley, ...] = ()

    def run(self, table: Table) -> None:
        if not self.volleys:
            table.finish()
            return
        now, foe = combat(table), due(table, foe_of(self.volleys[0].side), self.space)
        if now.hits and foe.still() >= len(foe.slots(foe.units)):
            told = ", ".join(joined(word(kind, 2) for kind in volley.kinds) for volley in self.volleys)
            table.note(
                "all enemy units are hit", "combat.excess-hits", place=self.space, combat=self.space, detail=told
            )
            table.finish()
            return
        table.replace(FireRoll(self.space, self.volleys[0]), replace(self, volleys=self.volleys[1:]))


@dataclass(frozen=True)
class FireRoll(Dice):
    """One group fires: each unit whose best die shows its value or less hits."""

    title: ClassVar[str] = "Fire"
    faces_rule: ClassVar[str] = "combat.hit-roll"
    space: str = ""
    volley: Volley = Volley("", 0, 0, (), "")

    def seat(self, view: View) -> str:
        return view.seat_of(self.volley.power)

    def count(self, view: View) -> int:
        return self.volley.count * self.volley.each

    def label(self, view: View) -> str:
        who = "Attackers" if self.volley.side == ATTACK else "Defenders"
        return f"{who} fire: {joined(word(kind) for kind in self.volley.kinds)} at {self.volley.value}"

    def names(self, view: View) -> tuple[str, ...]:
        side, power = self.volley.side, self.volley.power
        kinds = [f"{side} {kind}" for kind in self.volley.kinds]
        return (f"{side} {power} {self.volley.value}", f"{side} {self.volley.value}", *kinds, *self.volley.kinds, side)

    def what_counts(self, view: View) -> str:
        best = f", the better of {self.volley.each} dice" if self.volley.each > 1 else ""
        return f"each {self.volley.value} or less{best} is a hit"

    def rules_in_play(self, view: View) -> tuple[str, ...]:
        return fire_rules(view, self.volley)

    def resolve(self, table: Table, result: Result) -> None:
        dice, each = [int(die) for die in result], self.volley.each
        hits = sum(min(dice[n : n + each]) <= self.volley.value for n in range(0, len(dice), each))
        table.emit(
            "rolled",
            *self.rules_in_play(table),
            place=self.space,
            combat=self.space,
            dice=result,
            faces=FACES,
            need=self.volley.value,
            hits=hits,
            chance=1 - (1 - self.volley.value / FACES) ** each,
            label=self.label(table),
            purpose=self.volley.side,
            detail=", ".join(self.volley.kinds),
            power=self.volley.power,
        )
        table.finish()
        add_hits(table, self.volley.by, hits)


def add_hits(table: Table, by: str, hits: int) -> None:
    """Note hits that wait for their casualties."""
    note_combat(table, hits=(*combat(table).hits, *[by] * hits))


def fire(space: str, volleys: Sequence[Volley]) -> Fire:
    """The step in which these volleys are rolled."""
    return Fire(space, tuple(volleys))
