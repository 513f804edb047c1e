"""The dice of a combat: fire, rerolls, air defense (rulebook p.19-22, 30-33)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from northafrica.core.dice import Result
from northafrica.core.naming import joined
from northafrica.core.step import Chance
from northafrica.core.table import Table, View
from northafrica.mechanisms.hits import Group
from northafrica.mechanisms.sides import ATTACK, DEFEND, foe_of
from northafrica.systems.aana.board.ground import AIR, FACES, POOL, able, is_sea, owner
from northafrica.systems.aana.combat.forces import FLAK, attackers, defenders, total, units_of
from northafrica.systems.aana.combat.targeting import TargetHit
from northafrica.systems.aana.combat.volleys import (
    FLAK_NEED,
    REROLL_FROM,
    SHOTS,
    Volley,
    add_hits,
    fire_rules,
    round_rules,
)
from northafrica.systems.aana.facts import Hit, combat, note_combat
from northafrica.systems.aana.wording import word


@dataclass(frozen=True)
class FireRoll(Chance):
    """One group fires: each die of its value or less is a hit."""

    title: ClassVar[str] = "Fire"
    faces_rule: ClassVar[str] = "game.d10"
    space: str
    volley: Volley
    again: int = 0
    strike: bool = False

    def seat(self, view: View) -> str:
        return view.seat_of(owner(self.volley.power))

    def count(self, view: View) -> int:
        return self.again or self.volley.count

    def pool(self, view: View) -> Sequence[int | str]:
        return POOL

    def label(self, view: View) -> str:
        who = "Attackers" if self.volley.side == ATTACK else "Defenders"
        again = " again" if self.again else ""
        return f"{who} fire{again}: {joined(word(kind) for kind in self.volley.kinds)} at {self.volley.value}"

    def names(self, view: View) -> tuple[str, ...]:
        side = self.volley.side
        kinds = [f"{side} {kind}" for kind in self.volley.kinds]
        return (f"{side} {self.volley.value}", *kinds, *self.volley.kinds, side)

    def what_counts(self, view: View) -> str:
        text = f"each {self.volley.value} or less is a hit"
        return f"{text}; 8, 9 and 10 are rolled again" if self.volley.reroll else text

    def rules_in_play(self, view: View) -> tuple[str, ...]:
        strike = ("sub.strike.order",) if self.strike else ()
        return (*fire_rules(self.volley, self.space), *strike, *round_rules(view, self.volley))

    def resolve(self, table: Table, result: Result) -> None:
        dice = [int(die) for die in result]
        hits = sum(die <= self.volley.value for die in dice)
        table.emit(
            "rolled",
            *self.rules_in_play(table),
            self.faces_rule,
            place=self.space,
            combat=self.space,
            dice=result,
            faces=FACES,
            need=self.volley.value,
            hits=hits,
            chance=self.volley.value / FACES,
            again=FACES - REROLL_FROM + 1 if self.volley.reroll else 0,
            label=self.label(table),
            purpose=self.volley.side,
            detail=", ".join(self.volley.kinds),
            power=self.volley.power,
        )
        table.finish()
        now = combat(table)
        if self.volley.side == DEFEND:
            note_combat(table, scored=now.scored + hits)
        again = sum(die >= REROLL_FROM for die in dice) if self.volley.reroll else 0
        if again:
            table.push(replace(self, again=again))
        demand = TargetHit(self.space, self.volley, hits)
        if hits and self.volley.targets and demand.offered(table):
            table.push(demand)
        elif hits:
            add_hits(table, self.volley.by, hits)


def guns(view: View, space: str) -> list[Group]:
    """Defenders that fire at aircraft before the combat."""
    return defenders(view, space, lambda p: able(view, p, "air_defense"))


@dataclass(frozen=True)
class AirDefenseRoll(Chance):
    """AAA and guns like them fire once at attacking aircraft, before combat (aaa.dice, aaa.hit, aaa.timing)."""

    title: ClassVar[str] = "Air Defense"
    faces_rule: ClassVar[str] = "game.d10"
    space: str

    def seat(self, view: View) -> str:
        return view.seat_of(owner(guns(view, self.space)[0][1].power))

    def count(self, view: View) -> int:
        flying = sum(n for _, _, n in attackers(view, self.space, lambda p: p.kind in AIR))
        return min(SHOTS * total(guns(view, self.space)), flying)

    def pool(self, view: View) -> Sequence[int | str]:
        return POOL

    def names(self, view: View) -> tuple[str, ...]:
        return ("air_defense", "aaa")

    def what_counts(self, view: View) -> str:
        return f"each {FLAK_NEED} or less destroys an attacking aircraft"

    def rules_in_play(self, view: View) -> tuple[str, ...]:
        return ("aaa.dice", "aaa.hit", "aaa.timing", "combat.air-defense.free")

    def resolve(self, table: Table, result: Result) -> None:
        hits = sum(int(die) <= FLAK_NEED for die in result)
        firing = guns(table, self.space)
        extra = ("atg.air-defense",) if any(p.kind == "anti_tank_gun" for _, p, _ in firing) else ()
        table.emit(
            "rolled",
            *self.rules_in_play(table),
            *extra,
            place=self.space,
            combat=self.space,
            dice=result,
            faces=FACES,
            need=FLAK_NEED,
            hits=hits,
            chance=FLAK_NEED / FACES,
            label="Air Defense",
            purpose="air defense",
            power=firing[0][1].power,
        )
        table.finish()
        if hits:
            note_combat(table, hits=tuple([Hit(FLAK, "air")] * hits))


def sea_flags(view: View, space: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Which sides' submarines are seen, and which sides' aircraft may hit submarines, this round (note A20)."""
    if not is_sea(view, space):
        return (), ()
    have = [side for side in (ATTACK, DEFEND) if any(p.kind == "destroyer" for _, p, _ in units_of(view, side, space))]
    return tuple(side for side in (ATTACK, DEFEND) if foe_of(side) in have), tuple(have)
