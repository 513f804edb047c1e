"""Antiaircraft guns: a die for each aircraft at each passage, fighters first, then bombers (Phase 4, step 2)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import ClassVar

from northafrica.core.dice import Result
from northafrica.core.groups import everywhere, flip
from northafrica.core.step import Automatic, Dice, Step
from northafrica.core.table import Table, View
from northafrica.mechanisms.sides import ATTACK
from northafrica.systems.revised.board.charts import developed
from northafrica.systems.revised.board.ground import AIR, acting_powers, name
from northafrica.systems.revised.combat.casualties import Casualties
from northafrica.systems.revised.combat.fire import FACES, add_hits
from northafrica.systems.revised.combat.forces import flak_hit, guns, passing, units_of
from northafrica.systems.revised.combat.national import gun_need
from northafrica.systems.revised.facts import Combat, remember
from northafrica.systems.revised.wording import word


@dataclass(frozen=True)
class FlakRoll(Dice):
    """The gun of a territory fires at the fighters, or at the bombers, of one group."""

    title: ClassVar[str] = "Antiaircraft fire"
    faces_rule: ClassVar[str] = "combat.aa.die-each"
    gun: str = ""
    space: str = ""
    kind: str = ""
    power: str = ""

    def seat(self, view: View) -> str:
        return view.seat_of(guns(view, self.gun)[0][1].power)

    def count(self, view: View) -> int:
        return sum(
            n
            for _, piece, n in units_of(view, ATTACK, self.space)
            if (piece.power, piece.kind) == (self.power, self.kind)
        )

    def label(self, view: View) -> str:
        return f"Antiaircraft gun in {name(view, self.gun)} fires at {word(self.kind, 2)}"

    def names(self, view: View) -> tuple[str, ...]:
        kind = self.kind
        return (f"flak {self.gun} {kind}", f"flak {self.power} {kind}", f"flak {kind}", f"flak {self.gun}", "flak")

    def what_counts(self, view: View) -> str:
        need = gun_need(view, self.gun)[0]
        return f"each {need}{' or less' if need > 1 else ''} destroys a {word(self.kind)}"

    def rules_in_play(self, view: View) -> tuple[str, ...]:
        rules = ["combat.aa.fire", "combat.aa.die-each", "combat.aa.type-order", "combat.aa.group"]
        rules += filter(None, [gun_need(view, self.gun)[1]])
        rules += ["na.uk.joint-strike.aa"] if len(acting_powers(view)) > 1 else []
        rules += ["combat.aa.one-gun"] if sum(n for _, _, n in guns(view, self.gun)) > 1 else []
        return (*rules, *(("combat.aa-en-route-first", "combat.aa.each-passage") if self.gun != self.space else ()))

    def resolve(self, table: Table, result: Result) -> None:
        need = gun_need(table, self.gun)[0]
        hits = sum(int(die) <= need for die in result)
        table.emit(
            "rolled",
            *self.rules_in_play(table),
            place=self.gun,
            combat=self.space,
            dice=result,
            faces=FACES,
            need=need,
            hits=hits,
            chance=need / FACES,
            label=self.label(table),
            purpose="antiaircraft",
            detail=self.kind,
            power=guns(table, self.gun)[0][1].power,
        )
        table.finish()
        add_hits(table, flak_hit(self.power, self.kind), hits)


def flak_steps(view: View, gun: str, space: str) -> tuple[Step, ...]:
    """The rolls of a gun at those whose combat is under way, and who falls; none where it finds no target."""
    if not guns(view, gun):
        return ()
    there = {(piece.power, piece.kind) for _, piece, _ in units_of(view, ATTACK, space)}
    steps: list[Step] = []
    for power, kind in product(acting_powers(view), ("fighter", "bomber")):
        if (power, kind) in there and not (kind == "fighter" and immune(view, power)):
            steps += [FlakRoll(gun, space, kind, power), Casualties(space, ATTACK)]
    return tuple(steps)


def immune(view: View, power: str) -> bool:
    """Rule tech.jet.aa-immune."""
    return developed(view, power, "jet_fighters")


def en_route(view: View) -> tuple[str, str, int] | None:
    """The next passage over a gun that is not fired at yet: gun, where the aircraft go, whether they raid."""
    ours = acting_powers(view)
    for place, piece, _ in everywhere(view, lambda p: p.power in ours and p.kind in AIR and p.has("flak")):
        return str(piece.get("flak")).split(".")[0], place, piece.number("raid")
    return None


@dataclass(frozen=True)
class Passage(Automatic):
    """Aircraft pass a gun on their way; those it misses fly on (combat.aa.path-order, combat.aa.survivor)."""

    title: ClassVar[str] = "Guns on the way"
    gun: str = ""
    space: str = ""
    raid: int = 0
    fired: bool = False

    def run(self, table: Table) -> None:
        if not self.fired:
            remember(table, combat=Combat(self.space, "flak", gun=self.gun, raid=self.raid))
            steps = flak_steps(table, self.gun, self.space)
            table.replace(*steps, Passage(self.gun, self.space, self.raid, True))
            return
        for _, piece, n in passing(table, self.space, self.gun, self.raid):
            rest = str(piece.get("flak")).split(".")[1:]
            flip(table, self.space, piece, n, "combat.aa.survivor", "combat.aa.path-order", flak=".".join(rest) or None)
        remember(table, combat=None)
        table.finish()
