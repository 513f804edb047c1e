"""Set-up: the reinforcements of its choice that the UK starts with (rulebook p.8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from northafrica.core.common_orders import ChooseForMe, End
from northafrica.core.deed import Deed, Plain
from northafrica.core.naming import joined
from northafrica.core.orders import FieldSpec, Order, Some, Units
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Choice, Prompt
from northafrica.core.table import Table, View
from northafrica.systems.aana.board import components
from northafrica.systems.aana.board.ground import AIR, SHIPS, data, name
from northafrica.systems.aana.orders import Place
from northafrica.systems.aana.requisition.purchases import prices
from northafrica.systems.aana.wording import no_unit


def variable_zones(view: View) -> tuple[tuple[str, int], ...]:
    """The zones of UK variable reinforcements with their worth in RP."""
    rows = data(view).setups[view.setting.scenario]
    return tuple((row.space, row.count) for row in rows if row.kind == "variable_rp")


@dataclass(frozen=True)
class VariableReinforcements(Choice):
    """The UK player fills convoy zones with combat units of its choice."""

    title: ClassVar[str] = "Set-up: UK variable reinforcements"
    spent: tuple[tuple[str, int], ...] = ()

    def seat(self, view: View) -> str:
        return view.seat_of("uk")

    def left(self, view: View) -> dict[str, int]:
        """RP left by zone."""
        used = dict(self.spent)
        return {zone: worth - used.get(zone, 0) for zone, worth in variable_zones(view)}

    def prompt(self, view: View) -> Prompt:
        left = ", ".join(f"{name(view, zone)} {n} RP" for zone, n in self.left(view).items())
        return Prompt(
            f"place combat units of your choice (left: {left}), then end",
            f"Before play the United Kingdom chooses its starting reinforcements. Prices: {prices(view, 'uk')}.",
            ("setup.uk-variable",),
        )

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (Placing(self), Plain(ChooseForMe, self._choose), Plain(End, Table.finish))

    def put(self, table: Table, order: Place) -> VariableReinforcements:
        """Place units of one zone; the step that has noted their worth."""
        for place, piece, n in added(order):
            table.emit("placed", "setup.uk-variable", place=place, piece=piece, count=n, power="uk")
        used = dict(self.spent)
        used[order.space] = used.get(order.space, 0) + cost(table, order.units)
        return VariableReinforcements(tuple(sorted(used.items())))

    def _choose(self, table: Table) -> None:
        """Artillery and anti-tank guns, as the designers advise to buy defence (p.35)."""
        step = self
        for zone, left in self.left(table).items():
            for kind in ("anti_tank_gun", "artillery", "artillery", "infantry"):
                order = Place((Some(1, kind),), zone)
                if left and step.check(table, order):
                    step = step.put(table, order)
        table.replace(step)

    def fallback(self, view: View) -> Order:
        return End()


@dataclass(frozen=True)
class Placing(Deed[Place]):
    """Combat units of the UK's choice in one of the zones, within its worth."""

    kind = Place
    now: VariableReinforcements

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        left = self.now.left(view)
        if field.name == "space":
            return [zone for zone, n in left.items() if n]
        best = max(left.values())
        lines = [u for (p, _), u in data(view).units.items() if p == "uk" and u.combat and u.cost]
        return [Some(best // u.cost, u.kind) for u in lines if best >= u.cost]

    def judge(self, view: View, order: Place) -> Ruling:
        rule, left = "setup.uk-variable", self.now.left(view)
        if order.space not in left:
            told = joined(name(view, zone) for zone in left)
            return Ruling.refuse(rule, f"the zones are {told}, not {name(view, order.space)}")
        for some in order.units:
            line = data(view).units.get(("uk", some.kind))
            if line is None or not line.combat or (some.power or "uk") != "uk":
                return Ruling.refuse(rule, f"{no_unit(some.kind)} is no combat unit of the United Kingdom")
            if "not_requisitioned" in line.abilities:
                return Ruling.refuse(rule, f"{line.name} has no cost and cannot be picked", "req.no-sherman")
        worth = cost(view, order.units)
        if worth > left[order.space]:
            text = f"these units are worth {worth} RP; left for {name(view, order.space)}: {left[order.space]} RP"
            return Ruling.refuse(rule, text, cost=worth, left=left[order.space])
        return Ruling.first(components.problem(view, added(order)))

    def do(self, table: Table, order: Place, found: None) -> None:
        table.replace(self.now.put(table, order))


def cost(view: View, units: Units) -> int:
    """What units of the UK are worth, in RP."""
    return sum(some.count * data(view).units["uk", some.kind].cost for some in units)


def added(order: Place) -> list[tuple[str, Piece, int]]:
    """Where an order puts which pieces: land units aboard a convoy."""
    cargo = {some.kind: () if some.kind in AIR or some.kind in SHIPS else (("cargo", 1),) for some in order.units}
    return [(order.space, Piece("uk", some.kind, cargo[some.kind]), some.count) for some in order.units]
