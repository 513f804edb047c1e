"""Phase 1: one development a turn is researched with dice (Phase 1: Develop Weapons)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from northafrica.core.common_orders import End
from northafrica.core.deed import Deed, Plain
from northafrica.core.dice import Result
from northafrica.core.events import Told
from northafrica.core.naming import counted
from northafrica.core.orders import FieldSpec, nearest
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Choice, Dice, Prompt
from northafrica.core.table import Table, View
from northafrica.systems.revised.board.charts import PENDING, advantage, mark, owned
from northafrica.systems.revised.board.ground import data
from northafrica.systems.revised.board.money import funds, pay, too_dear
from northafrica.systems.revised.facts import facts, remember
from northafrica.systems.revised.orders.economy import Research
from northafrica.systems.revised.wording import power_name


def die_cost(view: View) -> tuple[int, str]:
    """What a research die costs the acting power, and the rule that says so."""
    if advantage(view, view.state.power, "german_scientists"):
        return data(view).numbers["scientists_die"], "na.germany.scientists"
    return data(view).numbers["research_die"], "tech.die-cost"


@dataclass(frozen=True)
class DevelopWeapons(Choice):
    """Research dice are bought for one development, or none."""

    title: ClassVar[str] = "Develop Weapons"

    def prompt(self, view: View) -> Prompt:
        cost, rule = die_cost(view)
        power = view.state.power
        return Prompt(
            f"research a development, or end: a die costs {cost} IPCs, {funds(view, power)} in hand",
            "One development a turn; a die that shows its number makes it, and it counts from phase 6 on.",
            (rule, "tech.one-per-turn", "tech.roll", "tech.effective-phase6", "tech.no-carry"),
        )

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (Researching(), Plain(End, lambda table: table.finish()))


class Researching(Deed[Research]):
    """So many dice for one development."""

    kind = Research

    def barred(self, view: View) -> Ruling | None:
        if facts(view).researched:
            text = "research dice were rolled this turn; the next can be bought in the next turn"
            return Ruling.refuse("tech.fail", text, "tech.one-per-turn")
        return None

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        if field.name == "development":
            return [name for name in data(view).developments if not owned(view, view.state.power, name)]
        return list(range(1, funds(view, view.state.power) // max(1, die_cost(view)[0]) + 1))

    def judge(self, view: View, order: Research) -> Ruling:
        known, power = data(view).developments, view.state.power
        if order.development not in known:
            near = nearest(order.development, known)
            text = f"'{order.development}' is no development{near}; there are {', '.join(known)}"
            return Ruling.refuse("tech.list-six", text)
        if owned(view, power, order.development):
            text = f"{power_name(power)} has {known[order.development].name} already; more dice on it gain nothing"
            return Ruling.refuse("tech.list-six", text, "setup.tech-chart")
        if not order.dice:
            return Ruling.refuse("tech.die-cost", "say how many dice, like 'research rockets dice 2'")
        cost, rule = die_cost(view)
        dice = counted(order.dice, "die costs", "dice cost")
        too_much = too_dear(view, power, cost * order.dice, dice, rule)
        return Ruling.first(too_much) and Ruling.allow(found=cost * order.dice)

    def do(self, table: Table, order: Research, found: int) -> None:
        power, rule = table.state.power, die_cost(table)[1]
        pay(table, power, found, order.development, rule, "tech.no-carry")
        remember(table, researched=True)
        table.push(ResearchRoll(order.development, order.dice))


@dataclass(frozen=True)
class ResearchRoll(Dice):
    """All dice together: one that shows the number of the development makes it (rule tech.roll)."""

    title: ClassVar[str] = "Research"
    faces_rule: ClassVar[str] = "tech.roll"
    development: str = ""
    number: int = 1

    def label(self, view: View) -> str:
        return f"research of {data(view).developments[self.development].name}"

    def count(self, view: View) -> int:
        return self.number

    def names(self, view: View) -> tuple[str, ...]:
        return ("research", self.development)

    def what_counts(self, view: View) -> str:
        return f"a {data(view).developments[self.development].number} makes it"

    def rules_in_play(self, view: View) -> tuple[str, ...]:
        return ("tech.roll", data(view).developments[self.development].rule)

    def resolve(self, table: Table, result: Result) -> None:
        row, dice = data(table).developments[self.development], tuple(result)
        hits = dice.count(row.number)
        chance = 1 - (5 / 6) ** self.number
        told = f"{row.name} on a {row.number}"
        rolled = Told(dice=dice, faces=6, need=row.number, hits=min(hits, 1), chance=chance, label=told)
        table.emit("rolled", "tech.roll", "tech.one-per-turn", "tech.no-carry", "tech.no-sharing", **rolled)
        table.finish()
        if hits:
            rules = (row.rule, "tech.effective-phase6", "tech.list-six")
            mark(table, table.state.power, self.development, PENDING, *rules, label=f"{row.name}: from phase 6 on")
        else:
            table.note("the research has failed", "tech.fail", "tech.no-carry")
