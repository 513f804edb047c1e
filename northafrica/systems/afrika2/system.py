"""Afrika II (SCS, second edition 2006) as a system of the kit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from northafrica.core.attack_told import AttackOption, AttackTold, Ready
from northafrica.core.cards import Arrow, ChoiceOdds, NumberAsked, SpaceCard, TurnBar
from northafrica.core.events import Event
from northafrica.core.map_plan import MapPlan
from northafrica.core.materials import Materials
from northafrica.core.naming import Names
from northafrica.core.orders import Order, Vocabulary
from northafrica.core.overlays import Overlay, OverlaySort
from northafrica.core.sheets import SheetTable
from northafrica.core.state import State
from northafrica.core.step import Step
from northafrica.core.supply_plan import Carrying, SupplyPlan
from northafrica.core.system import ScenarioInfo, System
from northafrica.core.table import Setting, Table, View
from northafrica.systems.afrika2 import (
    capture,
    combat,
    faults,
    hidden,
    initialization,
    materials,
    memory,
    reinforcement,
    setup,
    supply,
    turn,
    victory,
)
from northafrica.systems.afrika2 import data as tables
from northafrica.systems.afrika2.combat import telling
from northafrica.systems.afrika2.data import Afrika2Data
from northafrica.systems.afrika2.entities import SIDES
from northafrica.systems.afrika2.entities import SYSTEM as NAME
from northafrica.systems.afrika2.facts import Combat, Facts
from northafrica.systems.afrika2.ground import SHORT, frame
from northafrica.systems.afrika2.movement import exploitation, phase
from northafrica.systems.afrika2.orders import ORDERS
from northafrica.systems.afrika2.shown import cards, map_plan, overlays, sheet
from northafrica.systems.afrika2.shown import supply as supply_told
from northafrica.systems.afrika2.tables import readers
from northafrica.systems.afrika2.tables.rows import ScenarioRow

ASKED = (
    NumberAsked("ship", "needs", "How many shipping points does this take: {order}?"),
    NumberAsked("supply", "needs", "How many Supply Points does this cost: {order}?"),
)


def _scenarios(frames: Iterable[ScenarioRow]) -> dict[str, ScenarioInfo]:
    """Each scenario as campaign and in its short version (8.2)."""
    found = {}
    for one in frames:
        name, short = one.id, one.id + SHORT
        found[name] = ScenarioInfo(name, one.title, one.summary, one.first_turn, one.last_turn)
        text = f"{one.summary} Short version, turns {one.first_turn} to {one.short_end}."
        found[short] = ScenarioInfo(short, f"{one.title} (short)", text, one.first_turn, one.short_end)
    return found


class Afrika2(System):
    """Rules in rooms named after the phases; this class only names what there is."""

    name: ClassVar[str] = NAME
    title: ClassVar[str] = "Afrika II"
    sides: ClassVar[Mapping[str, str]] = {"axis": "Axis", "cw": "Commonwealth"}
    scenarios: ClassVar[Mapping[str, ScenarioInfo]] = _scenarios(readers.printed_frames())
    orders: ClassVar[Sequence[type[Order]]] = ORDERS
    side_of: ClassVar[Mapping[str, str]] = SIDES
    asked: ClassVar[Sequence[NumberAsked]] = ASKED
    steps: ClassVar[Sequence[type[Step]]] = (
        *turn.STEPS,
        *setup.STEPS,
        *capture.STEPS,
        *initialization.STEPS,
        *reinforcement.STEPS,
        *phase.STEPS,
        *combat.STEPS,
        *exploitation.STEPS,
        *supply.STEPS,
    )
    plain: ClassVar[Sequence[type]] = (Facts, Combat)
    supply: ClassVar[str] = "sp"
    supply_is_owned: ClassVar[bool] = True

    def load(self, overlay: Path | None = None) -> Afrika2Data:
        return tables.load(overlay)

    def scenarios_of(self, data: Afrika2Data) -> Mapping[str, ScenarioInfo]:
        return _scenarios(data.frames.values())

    def adapt(self, data: Afrika2Data, options: Mapping[str, str]) -> Afrika2Data:
        return data.with_options(options)

    def names(self, data: Afrika2Data) -> Names:
        return data.names

    def vocabulary(self, data: Afrika2Data) -> Vocabulary:
        return data.vocabulary

    def set_up(self, table: Table) -> None:
        setup.set_up(table)
        table.push(*setup.steps(table), turn.Round())

    def blank(self, table: Table) -> None:
        table.state.facts = setup.first_facts(table)
        table.state.round = frame(table).first_turn
        setup.mark_control(table)

    def begin(self, table: Table) -> None:
        turn.begin_by_hand(table)

    def by_hand(self, setting: Setting, state: State) -> State:
        return memory.marked(state, setup.first_facts(View(setting, state)))

    def watch(self, table: Table, fresh: Sequence[Event]) -> None:
        victory.watch(table, fresh)
        hidden.veil(table, fresh)

    def hide(self, setting: Setting, state: State, seat: str) -> State:
        return hidden.hide(setting, state, seat)

    def materials(self, data: Afrika2Data) -> Materials:
        return materials.materials(data)

    def faults(self, view: View) -> list[str]:
        return faults.faults(view)

    def card(self, view: View, space: str) -> SpaceCard:
        return cards.card(view, space)

    def cards(self, view: View) -> Mapping[str, SpaceCard]:
        return cards.all_cards(view)

    def turn_bar(self, view: View) -> TurnBar:
        return cards.turn_bar(view)

    def map_plan(self, data: Afrika2Data) -> MapPlan:
        return map_plan.map_plan(data)

    def overlays(self, view: View, space: str) -> tuple[OverlaySort, ...]:
        return overlays.overlays(view, space)

    def overlay(self, view: View, name: str, space: str) -> Overlay:
        return overlays.overlay(view, name, space)

    def arrows(self, view: View) -> tuple[Arrow, ...]:
        return cards.arrows(view)

    def advice(self, view: View, space: str) -> tuple[str, ...]:
        return cards.advice(view, space)

    def battle_odds(self, view: View) -> Sequence[ChoiceOdds]:
        return combat.battle_odds(view)

    def sheet(self, data: Afrika2Data) -> tuple[SheetTable, ...]:
        return sheet.sheet(data)

    def supply_plan(self, view: View, side: str) -> SupplyPlan:
        return supply_told.supply_plan(view, side)

    def carriages(self, view: View, side: str, start: str, end: str, amount: int) -> tuple[Carrying, ...]:
        return supply_told.carried(view, side, start, end, amount)

    def attack_targets(self, view: View) -> Mapping[str, str]:
        return telling.targets(view)

    def attack_ready(self, view: View, target: str) -> Sequence[Ready]:
        return telling.ready(view, target)

    def attack_options(self, view: View, target: str) -> Sequence[AttackOption]:
        return telling.options(view, target)

    def explain_attack(
        self, view: View, target: str, forces: str | Sequence[Ready] = "", chosen: Mapping[str, str] | None = None
    ) -> AttackTold:
        return telling.told(view, target, forces, chosen or {})

    def wrong_time(self, view: View, kind: str) -> str:
        return turn.wrong_time(view, kind)


SYSTEM = Afrika2()
