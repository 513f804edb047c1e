"""Banzai attacks: Japanese infantry alone, at 2 in the first cycle, and no way back (na.japan.banzai)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from northafrica.core.deed import Deed
from northafrica.core.groups import everywhere
from northafrica.core.orders import FieldSpec, Order
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.table import Table, View
from northafrica.systems.revised.board.charts import advantage
from northafrica.systems.revised.board.ground import SIDES, acting_side, data, is_hostile, is_land, name
from northafrica.systems.revised.facts import facts, remember
from northafrica.systems.revised.orders.moving import Banzai
from northafrica.systems.revised.wording import power_name, word

RULE = "na.japan.banzai"


def attackers(view: View, space: str) -> list[Piece]:
    """What the acting power has moved against a territory, cargo that will land there included."""
    power = view.state.power
    found = everywhere(view, lambda p: p.power == power)
    return [p for at, p, _ in found if p.get("landing") == space or (at == space and not p.has("raid"))]


def mixed(view: View, space: str) -> Ruling | None:
    """Why the attack on a space is no banzai attack; None if infantry alone makes it."""
    found = attackers(view, space)
    others = [piece for piece in found if piece.kind != "infantry"]
    where = name(view, space)
    if others:
        text = f"a banzai attack is made by infantry alone; a {word(others[0].kind)} attacks {where} too"
        return Ruling.refuse(RULE, text)
    return None if found else Ruling.refuse(RULE, f"no infantry attacks {where}")


def contested(view: View, space: str) -> bool:
    """Whether enemy units other than complexes hold a territory."""
    side = acting_side(view)
    there = (p for p in view.state.at(space) if SIDES[p.power] != side and p.kind != "industrial_complex")
    return is_hostile(view, space, side) and any(there)


@dataclass(frozen=True)
class Declaring(Deed[Banzai]):
    """An attack that is planned is declared a banzai attack."""

    kind = Banzai
    projected: Callable[[View], View]
    add: Callable[[Table, Order], None]

    def barred(self, view: View) -> Ruling | None:
        power = view.state.power
        if power == "japan" and advantage(view, power, "banzai"):
            return None
        return Ruling.refuse(RULE, f"{power_name(power)} has no Banzai Attacks")

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        now = self.projected(view)
        power = now.state.power
        found = everywhere(now, lambda p: p.power == power and is_land(p))
        spaces = dict.fromkeys(str(p.get("landing", at)) for at, p, _ in found)
        return [space for space in spaces if judge(now, space)]

    def judge(self, view: View, order: Banzai) -> Ruling:
        return Ruling.first(self.barred(view)) and judge(self.projected(view), order.target)

    def do(self, table: Table, order: Banzai, found: None) -> None:
        self.add(table, order)


def judge(now: View, space: str) -> Ruling:
    """The ruling on a banzai attack, on the board as the plan leaves it."""
    if space not in data(now).territories or not contested(now, space):
        return Ruling.refuse(RULE, f"no enemy unit holds {name(now, space)}")
    if space in facts(now).banzai:
        return Ruling.refuse(RULE, f"the attack on {name(now, space)} is a banzai attack already")
    return Ruling.first(mixed(now, space)) and Ruling.allow(rules=(RULE, "na.japan.banzai.no-retreat"))


def declare(table: Table, order: Banzai) -> None:
    """Carry the line out."""
    remember(table, banzai=(*facts(table).banzai, order.target))
    rules = (RULE, "na.japan.banzai.no-retreat")
    table.emit("declared", *rules, place=order.target, combat=order.target, label="banzai attack")
