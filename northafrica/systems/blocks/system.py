"""Blocks in Afrika (2014) as a system of the kit; so far its scenarios, turn, movement by land and victory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from northafrica.core.cards import SpaceCard, TurnBar
from northafrica.core.events import Event
from northafrica.core.map_plan import MapPlan
from northafrica.core.materials import Materials
from northafrica.core.naming import Names
from northafrica.core.orders import Order, Vocabulary
from northafrica.core.scenario import read_table
from northafrica.core.state import State
from northafrica.core.step import Step
from northafrica.core.system import ScenarioInfo, System
from northafrica.core.table import Setting, Table, View
from northafrica.systems.blocks import fog, turn, victory
from northafrica.systems.blocks.data import BlocksData, load
from northafrica.systems.blocks.data.rows import ScenarioRow
from northafrica.systems.blocks.data.tables import SIDES
from northafrica.systems.blocks.data.tables import SYSTEM as NAME
from northafrica.systems.blocks.facts import Facts
from northafrica.systems.blocks.movement import phase
from northafrica.systems.blocks.orders import ORDERS
from northafrica.systems.blocks.positions import faults, materials
from northafrica.systems.blocks.setup import start
from northafrica.systems.blocks.shown import cards, map_plan

SO_FAR = "Map, set-up and much else are reconstruction."


def _scenarios() -> dict[str, ScenarioInfo]:
    found = read_table((NAME, "scenarios.csv"), ScenarioRow)
    return {
        row.name: ScenarioInfo(row.name, row.title, f"{row.summary} {SO_FAR}", row.first_round, row.last_round)
        for row in found
    }


class BlocksInAfrika(System):
    """Rules in rooms named after phases and mechanisms; this class only names what there is."""

    name: ClassVar[str] = NAME
    title: ClassVar[str] = "Blocks in Afrika"
    sides: ClassVar[Mapping[str, str]] = {"axis": "Axis", "allies": "Allies"}
    scenarios: ClassVar[Mapping[str, ScenarioInfo]] = _scenarios()
    orders: ClassVar[Sequence[type[Order]]] = ORDERS
    side_of: ClassVar[Mapping[str, str]] = SIDES
    steps: ClassVar[Sequence[type[Step]]] = (turn.Month, turn.SideTurn, turn.NavalBattle, phase.Marching)
    plain: ClassVar[Sequence[type]] = (Facts,)
    supply: ClassVar[str] = "yellow"

    def load(self, overlay: Path | None = None) -> BlocksData:
        return load(overlay)

    def vocabulary(self, data: BlocksData) -> Vocabulary:
        return data.vocabulary

    def names(self, data: BlocksData) -> Names:
        return data.names

    def materials(self, data: BlocksData) -> Materials:
        return materials.materials(data)

    def set_up(self, table: Table) -> None:
        start.set_up(table)
        table.push(turn.first_step(table))

    def blank(self, table: Table) -> None:
        table.state.facts = Facts()
        table.state.round = start.scenario(table).first_round
        start.mark_map(table)

    def begin(self, table: Table) -> None:
        turn.begin_by_hand(table)

    def faults(self, view: View) -> list[str]:
        return faults.faults(view)

    def watch(self, table: Table, fresh: Sequence[Event]) -> None:
        victory.watch(table, fresh)
        fog.veil(table, fresh)

    def hide(self, setting: Setting, state: State, seat: str) -> State:
        return fog.hide(setting, state, seat)

    def card(self, view: View, space: str) -> SpaceCard:
        return cards.card(view, space)

    def cards(self, view: View) -> Mapping[str, SpaceCard]:
        return cards.all_cards(view)

    def turn_bar(self, view: View) -> TurnBar:
        return cards.turn_bar(view)

    def map_plan(self, data: BlocksData) -> MapPlan:
        return map_plan.map_plan(data)

    def wrong_time(self, view: View, kind: str) -> str:
        return turn.wrong_time(view, kind)


SYSTEM = BlocksInAfrika()
