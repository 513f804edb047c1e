"""Strategic bombing raids and rockets: IPCs destroyed at complexes (Strategic Bombing Raids; Rocket Strikes)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from northafrica.core.dice import Result
from northafrica.core.groups import flip
from northafrica.core.naming import counted
from northafrica.core.step import Automatic, Dice
from northafrica.core.table import Table, View
from northafrica.systems.revised.board.charts import developed
from northafrica.systems.revised.board.ground import IPC, TREASURY, controller, data, name
from northafrica.systems.revised.board.money import funds
from northafrica.systems.revised.combat.fire import FACES
from northafrica.systems.revised.combat.flak import flak_steps
from northafrica.systems.revised.combat.forces import raiders
from northafrica.systems.revised.facts import Combat, facts, remember


def destroy(table: Table, space: str, damage: int, purpose: str, *rules: str) -> None:
    """IPCs are lost: no more a turn than the territory pays, no more than the owner has (special.raid-cap)."""
    loser, before = controller(table, space), dict(facts(table).damage)
    counts = min(damage, data(table).income(space) - before.get(space, 0))
    before[space] = before.get(space, 0) + counts
    remember(table, damage=tuple(sorted(before.items())))
    paid = min(counts, funds(table, loser))
    capped = ("special.raid-cap",) if counts < damage else ()
    capped = (*capped, "special.raid-treasury") if paid < counts else capped
    told = f"{damage} rolled, {counts} count, {paid} paid"
    if paid:
        table.emit(
            "destroyed",
            *rules,
            *capped,
            place=TREASURY,
            resource=IPC,
            owner=loser,
            amount=paid,
            purpose=purpose,
            combat=space,
            detail=told,
            power=loser,
        )
    else:
        table.note("no IPCs are lost", *rules, *capped, place=space, combat=space, detail=told)


@dataclass(frozen=True)
class RaidRoll(Dice):
    """The bombers of a power that guns missed bomb the complex: a die each, heavy ones the better of two and 1 more."""

    title: ClassVar[str] = "Strategic bombing"
    space: str = ""
    power: str = ""

    def _each(self, view: View) -> int:
        return 2 if developed(view, self.power, "heavy_bombers") else 1

    def count(self, view: View) -> int:
        return self._each(view) * sum(n for _, p, n in raiders(view, self.space) if p.power == self.power)

    def label(self, view: View) -> str:
        return f"Bombers over {name(view, self.space)}"

    def names(self, view: View) -> tuple[str, ...]:
        return (f"raid {self.power}", f"raid {self.space}", "raid")

    def what_counts(self, view: View) -> str:
        return "the better of two dice and 1 more are IPCs lost" if self._each(view) > 1 else "each die is IPCs lost"

    def rules_in_play(self, view: View) -> tuple[str, ...]:
        heavy = ("tech.heavy.raid",) if self._each(view) > 1 else ()
        return ("special.sbr.damage", "special.sbr.participants", *heavy)

    def resolve(self, table: Table, result: Result) -> None:
        dice, each, rules = [int(die) for die in result], self._each(table), self.rules_in_play(table)
        more = 1 if each > 1 else 0
        damage = sum(max(dice[n : n + each]) + more for n in range(0, len(dice), each))
        _rolled(table, self, result, self.space, rules, "raid")
        destroy(table, self.space, damage, "raid", *rules, "unit.complex.never-destroyed")
        table.finish()


def _rolled(table: Table, step: Dice, dice: Result, space: str, rules: tuple[str, ...], purpose: str) -> None:
    told = {"place": space, "combat": space, "dice": dice, "faces": FACES, "label": step.label(table)}
    table.emit("rolled", *rules, purpose=purpose, **told)  # type: ignore[arg-type]


@dataclass(frozen=True)
class RocketRoll(Dice):
    """A rocket: one die, nothing shoots at it (rule special.rocket.no-defence)."""

    title: ClassVar[str] = "Rocket strike"
    origin: str = ""
    space: str = ""

    def label(self, view: View) -> str:
        return f"Rocket from {name(view, self.origin)} on {name(view, self.space)}"

    def names(self, view: View) -> tuple[str, ...]:
        return (f"rocket {self.space}", "rocket")

    def what_counts(self, view: View) -> str:
        return "the die is IPCs lost"

    def rules_in_play(self, view: View) -> tuple[str, ...]:
        return ("combat.rocket.timing", "special.rocket.no-defence")

    def resolve(self, table: Table, result: Result) -> None:
        rules = self.rules_in_play(table)
        _rolled(table, self, result, self.space, rules, "rocket")
        destroy(table, self.space, int(result[0]), "rocket", *rules)
        table.finish()


@dataclass(frozen=True)
class RaidFight(Automatic):
    """A raid: the gun fires at the bombers, those left bomb, then they are done (special.sbr.aa, .return)."""

    title: ClassVar[str] = "Strategic bombing raid"
    space: str = ""
    stage: int = 0

    def run(self, table: Table) -> None:
        if self.stage == 0:
            number = sum(n for _, _, n in raiders(table, self.space))
            remember(table, combat=Combat(self.space, "raid", raid=1))
            label, told = f"raid on {name(table, self.space)}", counted(number, "bomber")
            rules = ("special.sbr.bombers-only", "special.sbr.separate-attack", "special.sbr.aa")
            table.emit("began", *rules, place=self.space, combat=self.space, label=label, detail=told)
            table.replace(*flak_steps(table, self.space, self.space), RaidFight(self.space, 1))
        elif self.stage == 1 and raiders(table, self.space):
            powers = dict.fromkeys(p.power for _, p, _ in raiders(table, self.space))
            table.replace(*[RaidRoll(self.space, power) for power in powers], RaidFight(self.space, 2))
        else:
            for _, piece, n in raiders(table, self.space):
                flip(table, self.space, piece, n, "special.sbr.return", raid=None, withdrawn=1)
            remember(table, combat=None)
            table.finish()
