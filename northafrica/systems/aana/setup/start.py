"""Set-up: charted pieces, UK variable reinforcements (rulebook p.8-9, 28-29)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from northafrica.core.common_orders import ChooseForMe, End
from northafrica.core.naming import joined
from northafrica.core.orders import FieldSpec, Order, Some, Units
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Choice, Prompt
from northafrica.core.table import Table, View
from northafrica.systems.aana.board import components
from northafrica.systems.aana.board.ground import AIR, SHIPS, data, is_sea, name
from northafrica.systems.aana.board.rounds import printed
from northafrica.systems.aana.data.entities import POOL, SetupRow
from northafrica.systems.aana.facts import Facts
from northafrica.systems.aana.orders import Place
from northafrica.systems.aana.setup import advantages
from northafrica.systems.aana.wording import no_unit, power_name, word


def place_row(table: Table, row: SetupRow, *rules: str) -> None:
    """Put one line of a set-up chart on the board."""
    if row.space == POOL or row.kind in ("variable_rp", "attack_arrow"):
        return
    if row.kind == "control_marker":
        if not is_sea(table, row.space):
            table.emit("control", *rules, place=row.space, marker="control", value=row.power, power=row.power)
    elif row.kind in ("supply_1", "supply_5"):
        owner = row.power if is_sea(table, row.space) else ""
        amount = row.count * (5 if row.kind == "supply_5" else 1)
        table.emit(
            "gained",
            *rules,
            place=row.space,
            resource="supply",
            owner=owner,
            amount=amount,
            purpose="set-up",
            power=row.power,
        )
    elif row.kind == "land_mine":
        border = f"{row.space}>{row.border}"
        table.emit(
            "gained",
            *rules,
            "setup.mine-facing",
            place=border,
            resource="land_mine",
            amount=row.count,
            purpose="set-up",
            power=row.power,
        )
    elif row.kind == "sea_mine":
        table.emit(
            "gained",
            *rules,
            place=row.space,
            resource="sea_mine",
            owner=row.power,
            amount=row.count,
            purpose="set-up",
            power=row.power,
        )
    else:
        table.emit("placed", *rules, place=row.space, piece=piece_of(table, row), count=row.count, power=row.power)


def piece_of(view: View, row: SetupRow) -> Piece:
    """The piece a set-up row stands for."""
    if row.kind == "uk_truck_captured":
        return Piece(row.power, "truck", (("made", "uk"),))
    cargo = is_sea(view, row.space) and row.kind not in AIR and row.kind not in SHIPS
    return Piece(row.power, row.kind, (("cargo", 1),) if cargo else ())


def place_chart(table: Table, rows: Sequence[SetupRow], *rules: str) -> None:
    """Put all rows of a set-up chart on the board."""
    for row in rows:
        place_row(table, row, *rules, *_row_rules(table, row))


def _row_rules(view: View, row: SetupRow) -> tuple[str, ...]:
    """Rules that single lines of a chart rest on; a line that an option adds rests on the option's rule."""
    rules: tuple[str, ...] = ("setup.vichy",) if row.power == "vichy" else ()
    rules += (data(view).options[row.when.partition("=")[0]].rule,) if row.when else ()
    rules += ("setup.rommel.excerpts",) if "chart excerpt" in row.provenance.source else ()
    return (*rules, "torch.shermans") if row.kind == "sherman" and printed(view) == "torch" else rules


def set_up(table: Table) -> None:
    """Fill an empty state with the scenario's set-up."""
    info = data(table)
    scenario = table.setting.system.scenarios_of(info)[table.setting.scenario]
    table.state.round, table.state.phase = scenario.first_round, "setup"
    table.state.facts = Facts()
    rows = [row for row in info.setups[table.setting.scenario] if row.round == scenario.first_round]
    own = table.setting.scenario in info.own
    rule = "comp.spare-bag" if own else f"setup.{table.setting.scenario}.round"
    players = joined(power_name(seat) for seat in dict.fromkeys(table.seat_of(power) for power in info.powers))
    table.emit("began", rule, "turn.round-marker", "game.players", label=scenario.title, detail=players,
               amount=scenario.first_round, power="")  # fmt: skip
    place_chart(table, rows, *(() if own else ("setup.from-chart",)))
    advantages.note_imbalance(table)


def prices(view: View, power: str) -> str:
    """What a power's combat units cost, with attack and defence, for people."""
    lines = [u for (whose, _), u in data(view).units.items() if whose == power and u.combat and u.cost]
    return ", ".join(f"{word(u.kind)} {u.cost} ({u.attack}/{u.defense})" for u in lines)


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

    def kinds(self, view: View) -> tuple[type[Order], ...]:
        return (Place, ChooseForMe, End)

    def values(self, view: View, kind: type[Order], field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        if field.name == "units":
            best = max(self.left(view).values())
            lines = [u for (p, _), u in data(view).units.items() if p == "uk" and u.combat and u.cost]
            return [Some(best // u.cost, u.kind) for u in lines if best >= u.cost]
        return [zone for zone, n in self.left(view).items() if n]

    def _cost(self, view: View, units: Units) -> int:
        return sum(some.count * data(view).units["uk", some.kind].cost for some in units)

    def check(self, view: View, order: Order) -> Ruling:
        if not isinstance(order, Place):
            return Ruling.allow()
        left = self.left(view)
        if order.space not in left:
            return Ruling.refuse(
                "setup.uk-variable",
                f"the zones are {joined(name(view, zone) for zone in left)}, not {name(view, order.space)}",
            )
        for some in order.units:
            line = data(view).units.get(("uk", some.kind))
            if line is None or not line.combat or (some.power or "uk") != "uk":
                return Ruling.refuse(
                    "setup.uk-variable", f"{no_unit(some.kind)} is no combat unit of the United Kingdom"
                )
            if "not_requisitioned" in line.abilities:
                return Ruling.refuse(
                    "setup.uk-variable", f"{line.name} has no cost and cannot be picked", "req.no-sherman"
                )
        cost = self._cost(view, order.units)
        if cost > left[order.space]:
            text = f"these units are worth {cost} RP; left for {name(view, order.space)}: {left[order.space]} RP"
            return Ruling.refuse("setup.uk-variable", text, cost=cost, left=left[order.space])
        return Ruling.first(components.problem(view, self._added(order)))

    def _added(self, order: Place) -> list[tuple[str, Piece, int]]:
        return [(order.space, _arriving(some.kind), some.count) for some in order.units]

    def play(self, table: Table, order: Order, ruling: Ruling | None = None) -> None:
        if isinstance(order, End):
            table.finish()
        elif isinstance(order, ChooseForMe):
            table.replace(replace(self, spent=self._choose(table)))
        else:
            assert isinstance(order, Place)
            table.replace(replace(self, spent=self._put(table, order, self.spent)))

    def _put(self, table: Table, order: Place, spent: tuple[tuple[str, int], ...]) -> tuple[tuple[str, int], ...]:
        for place, piece, n in self._added(order):
            table.emit("placed", "setup.uk-variable", place=place, piece=piece, count=n, power="uk")
        used = dict(spent)
        used[order.space] = used.get(order.space, 0) + self._cost(table, order.units)
        return tuple(sorted(used.items()))

    def _choose(self, table: Table) -> tuple[tuple[str, int], ...]:
        """Artillery and anti-tank guns, as the designers advise to buy defence (p.35)."""
        spent = self.spent
        for zone, left in self.left(table).items():
            for kind in ("anti_tank_gun", "artillery", "artillery", "infantry"):
                step = replace(self, spent=spent)
                order = Place((Some(1, kind),), zone)
                if left and step.check(table, order):
                    spent = self._put(table, order, spent)
        return spent

    def fallback(self, view: View) -> Order:
        return End()


def _arriving(kind: str) -> Piece:
    return Piece("uk", kind, () if kind in AIR or kind in SHIPS else (("cargo", 1),))
