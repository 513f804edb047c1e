"""The course of one combat: air points, odds, dice, losses, retreats, advance (3.2b, scs.result-order).

`begin` starts it, for an attack of the Combat Phase as for an overrun; `Battle` goes through its stages. The
attackers bear the status `attacking`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from northafrica.core.dice import Result
from northafrica.core.groups import everywhere, flip
from northafrica.core.step import Automatic, Chance, Step
from northafrica.core.table import Table, View
from northafrica.systems.afrika2 import leaders
from northafrica.systems.afrika2.combat import advance, air, ezoc, losses, retreat
from northafrica.systems.afrika2.combat.forces import ATTACKER, DEFENDER, attackers, defenders, number, places
from northafrica.systems.afrika2.combat.shifts import Fight
from northafrica.systems.afrika2.combat.strength import Reckoning, reckon
from northafrica.systems.afrika2.facts import Combat, combat, note_combat, remember
from northafrica.systems.afrika2.ground import data, enemy_of, leader_at, name

ROWS = {
    **dict.fromkeys((2, 3), "crt.rows-2-3"),
    **dict.fromkeys((4, 5), "crt.rows-4-5"),
    **dict.fromkeys((6, 7), "crt.rows-6-7"),
    **dict.fromkeys((8, 9), "crt.rows-8-9"),
    **dict.fromkeys((10, 11), "crt.rows-10-11"),
    12: "crt.row-12",
}
"""The rule that holds the row of a total of the dice."""


def begin(table: Table, target: str, side: str, overrun: bool) -> None:
    """Start the combat of those who bear `attacking` against a hex."""
    remember(table, combat=Combat(target, side, overrun))
    units = attackers(table)
    for place in places(units):
        rules = ("5.1b.combat-free", "3.2a.any-combat-phase")
        if not overrun:
            once = ("scs.attack-voluntary", "scs.attack-adjacent")
            count = number(force for force in units if force[0] == place)
            table.emit("declared", *rules, *once, place=place, to=target, count=count, combat=target, power=side)
        else:
            why = "it costs no supply points"
            table.note("combat of an overrun", *rules, place=target, combat=target, power=side, detail=why)
        leader = leader_at(table, place, side)
        if leader is not None:
            flip(table, place, leader, 1, "6.2a.storch-limit", fought=1)
    table.push(Battle())


def fight_of(view: View) -> Fight:
    """The combat under way, for the reckoning."""
    now = combat(view)
    spent = (max(0, now.air[0]), max(0, now.air[1]))
    against = tuple(defenders(view, now.target, enemy_of(now.side)))
    return Fight(now.target, now.side, tuple(attackers(view)), against, spent, now.overrun)


def reckoning(view: View) -> Reckoning:
    """The combat under way, worked out with the air points committed so far."""
    return reckon(view, fight_of(view))


def work_out(table: Table) -> None:
    """The odds, told line by line; then the dice."""
    found = reckoning(table)
    target = combat(table).target
    for line in found.lines:
        table.emit(
            "odds",
            *line.rules,
            place=target,
            combat=target,
            label=line.what,
            value=line.value,
            detail=line.why,
            power=line.side or combat(table).side,
        )
    note_combat(table, odds=found.odds, column=found.column.last, sheltered=found.sheltered)
    table.push(CombatRoll())


@dataclass(frozen=True)
class CombatRoll(Chance):
    """One roll of two dice on the combat results table."""

    title: ClassVar[str] = "Combat results table"

    def label(self, view: View) -> str:
        now = combat(view)
        return f"combat for {name(view, now.target)} on column {data(view).combat.table.columns[now.column]}"

    def count(self, view: View) -> int:
        return int(data(view).combat.numbers["dice"])

    def pool(self, view: View) -> Sequence[int | str]:
        return range(1, int(data(view).combat.numbers["faces"]) + 1)

    def seat(self, view: View) -> str:
        return view.seat_of(combat(view).side)

    def names(self, view: View) -> tuple[str, ...]:
        return ("combat", combat(view).target)

    def what_counts(self, view: View) -> str:
        now, table = combat(view), data(view).combat.table
        rows = [f"{total}: {table.results[total][now.column]}" for total in sorted(table.results)]
        return f"the sum of the dice, column {table.columns[now.column]}: {'; '.join(rows)}"

    def rules_in_play(self, view: View) -> tuple[str, ...]:
        return ("crt.2d6", "crt.columns", "crt.notation")

    def resolve(self, table: Table, result: Result) -> None:
        table.finish()
        now, total = combat(table), sum(int(die) for die in result)
        chart = data(table).combat
        cell = chart.table.results[total][now.column]
        rules = ("crt.2d6", "crt.notation", "scs.result-order", ROWS[total])
        table.emit(
            "result",
            *rules,
            label="combat result",
            value=str(cell),
            dice=result,
            faces=int(chart.numbers["faces"]),
            place=now.target,
            combat=now.target,
            detail=f"dice {total} on column {chart.table.columns[now.column]}",
            power=now.side,
        )
        note_combat(
            table,
            loss=(cell.attacker_steps, cell.defender_steps),
            back=(cell.attacker_retreat, cell.defender_retreat),
        )


def _defender_air(table: Table) -> None:
    air.ask(table, DEFENDER)


def _attacker_air(table: Table) -> None:
    air.ask(table, ATTACKER)


def _settle(table: Table) -> None:
    leaders.settle_leaders(table)


def close(table: Table) -> None:
    """The combat is over: who attacked has fought; an overrun that did not clear the hex ends its stack's move."""
    now = combat(table)
    for place, piece, n in list(everywhere(table, lambda piece: piece.has("attacking"))):
        if not now.overrun:
            flip(table, place, piece, n, "scs.attack-voluntary", attacking=0, fought=1)
        elif now.emptied:
            flip(table, place, piece, n, "scs.overrun-go-on", attacking=0)
        else:
            flip(table, place, piece, n, "scs.overrun-go-on", attacking=0, spent=0, led=0, moved=1)
    remember(table, combat=None)
    leaders.settle_leaders(table)


STAGES: tuple[tuple[str, Callable[[Table], None]], ...] = (
    ("air points of the defender", _defender_air),
    ("air points of the attacker", _attacker_air),
    ("odds", work_out),
    ("what the attacker makes of his result", lambda table: losses.suffer(table, ATTACKER)),
    ("what the defender makes of his result", lambda table: losses.suffer(table, DEFENDER)),
    ("retreat of the attacker", lambda table: retreat.start(table, ATTACKER)),
    ("retreat of the defender", lambda table: retreat.start(table, DEFENDER)),
    ("leaders who lost their stack", _settle),
    ("advance", advance.start),
)


@dataclass(frozen=True)
class Battle(Automatic):
    """One combat, stage by stage; none where the stacking limit left no attacker of an overrun (2.3)."""

    title: ClassVar[str] = "Combat"
    stage: int = 0

    def label(self, view: View) -> str:
        return f"combat for {name(view, combat(view).target)}"

    def run(self, table: Table) -> None:
        if self.stage == len(STAGES) or not (self.stage or attackers(table)):
            table.finish()
            close(table)
            return
        table.replace(Battle(self.stage + 1))
        STAGES[self.stage][1](table)


STEPS: tuple[type[Step], ...] = (
    Battle,
    CombatRoll,
    *air.STEPS,
    *losses.STEPS,
    *retreat.STEPS,
    *ezoc.STEPS,
    *advance.STEPS,
)
