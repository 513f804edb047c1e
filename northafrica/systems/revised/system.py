"""Axis & Allies Revised (2004) under the Larry Harris Tournament Rules 2.0 as a system of the kit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from northafrica.core.cards import Arrow, ChoiceOdds, NumberAsked, SpaceCard, TurnBar
from northafrica.core.map_plan import MapText
from northafrica.core.materials import Materials
from northafrica.core.naming import Names
from northafrica.core.orders import Order, Vocabulary
from northafrica.core.sheets import SheetTable
from northafrica.core.state import State
from northafrica.core.step import Step
from northafrica.core.system import ScenarioInfo, System
from northafrica.core.table import Setting, Table, View
from northafrica.systems.revised import joint_strike, turn
from northafrica.systems.revised.board.ground import MOBILIZATION, SIDES, TREASURY, chart_of
from northafrica.systems.revised.combat import (
    agreement,
    bombard,
    casualties,
    ending,
    enigma,
    fire,
    flak,
    flow,
    kamikaze,
    order,
    press,
    raids,
    rescue,
    salvage,
    treaty,
    volleys,
)
from northafrica.systems.revised.combat_move import phase as combat_move
from northafrica.systems.revised.data import RevisedData, load
from northafrica.systems.revised.develop import phase as develop
from northafrica.systems.revised.facts import Combat, Facts
from northafrica.systems.revised.income import phase as income
from northafrica.systems.revised.mobilize import phase as mobilize
from northafrica.systems.revised.noncombat import phase as noncombat
from northafrica.systems.revised.orders import ORDERS
from northafrica.systems.revised.positions import faults, materials, memory
from northafrica.systems.revised.purchase import phase as purchase
from northafrica.systems.revised.setup import advantages, bid, start
from northafrica.systems.revised.shown import cards, sheet

BOXES = (TREASURY, MOBILIZATION, *(chart_of(power) for power in SIDES))
ASKED = (NumberAsked("buy", "cost", "How many IPCs does this cost: {order}?"),)
FRAME = (
    advantages.NationalAdvantages,
    advantages.ChooseAdvantages,
    advantages.ColonialGarrison,
    bid.PlaceBid,
    joint_strike.DeclareStrike,
    turn.Round,
    turn.Turn,
)
ECONOMY = (
    develop.DevelopWeapons,
    develop.ResearchRoll,
    purchase.PurchaseUnits,
    mobilize.MobilizeUnits,
    income.CollectIncome,
    income.SevereWinter,
)
MOVES = (combat_move.CombatMove, noncombat.NoncombatMove)
COMBAT = (
    order.Combats,
    order.ChooseCombat,
    flow.Flow,
    fire.Fire,
    fire.FireRoll,
    flak.FlakRoll,
    flak.Passage,
    bombard.Bombardment,
    casualties.Casualties,
    casualties.TakeCasualties,
    press.PressOrWithdraw,
    press.DefendersSubmerge,
    ending.Conclude,
    raids.RaidFight,
    raids.RaidRoll,
    raids.RocketRoll,
    rescue.Rescues,
    kamikaze.KamikazeChoice,
    kamikaze.KamikazeRoll,
    treaty.Nonaggression,
    treaty.TreatyInfantry,
    enigma.Enigma,
    agreement.Possession,
    salvage.SalvageChoice,
    rescue.RescueChoice,
)
STEPS: Sequence[type[Step]] = (*FRAME, *ECONOMY, *MOVES, *COMBAT)


class Revised(System):
    """Rules in rooms named after the phases; this class only names what there is."""

    name: ClassVar[str] = "revised"
    title: ClassVar[str] = "Axis & Allies Revised"
    sides: ClassVar[Mapping[str, str]] = {"axis": "Axis", "allies": "Allies"}
    scenarios: ClassVar[Mapping[str, ScenarioInfo]] = {
        "spring_1942": ScenarioInfo(
            "spring_1942",
            "Spring 1942",
            "The world at war: the Axis is at its widest, the Allies are richer; twelve victory cities decide.",
            1,
            0,
        ),
    }
    orders: ClassVar[Sequence[type[Order]]] = ORDERS
    steps: ClassVar[Sequence[type[Step]]] = STEPS
    side_of: ClassVar[Mapping[str, str]] = SIDES
    asked: ClassVar[Sequence[NumberAsked]] = ASKED
    plain: ClassVar[Sequence[type]] = (Facts, Combat, volleys.Volley)
    supply: ClassVar[str] = "ipc"
    supply_is_owned: ClassVar[bool] = True

    def load(self, overlay: Path | None = None) -> RevisedData:
        return load(overlay)

    def vocabulary(self, data: RevisedData) -> Vocabulary:
        places = frozenset([*data.board.spaces, *BOXES])
        aliases = {row.alias: row.meaning for row in data.aliases if row.sort == "place"}
        kinds = {row.alias: row.meaning for row in data.aliases if row.sort == "unit"}
        return Vocabulary(frozenset(SIDES), frozenset(data.units), places, kinds, aliases, self.names(data))

    def names(self, data: RevisedData) -> Names:
        """The names of the spaces, with the words of powers and units."""
        return data.speech

    def materials(self, data: RevisedData) -> Materials:
        return materials.materials(data)

    def set_up(self, table: Table) -> None:
        start.set_up(table)
        chosen = (advantages.NationalAdvantages(),) if advantages.number(table) else ()
        table.push(*chosen, *bid.bid_steps(table), turn.Round())

    def blank(self, table: Table) -> None:
        table.state.facts = Facts()
        table.state.round = 1
        start.mark_control(table)

    def begin(self, table: Table) -> None:
        turn.begin_by_hand(table)

    def by_hand(self, setting: Setting, state: State) -> State:
        return memory.marked(View(setting, state))

    def faults(self, view: View) -> list[str]:
        return faults.faults(view)

    def card(self, view: View, space: str) -> SpaceCard:
        return cards.card(view, space)

    def turn_bar(self, view: View) -> TurnBar:
        return cards.turn_bar(view)

    def map_text(self, data: RevisedData) -> MapText:
        return cards.map_text(data)

    def arrows(self, view: View) -> tuple[Arrow, ...]:
        return cards.arrows(view)

    def advice(self, view: View, space: str) -> tuple[str, ...]:
        return cards.advice(view, space)

    def battle_odds(self, view: View) -> Sequence[ChoiceOdds]:
        # numbers and frames: only where they are asked for
        from northafrica.systems.revised.combat.battle_odds import battle_odds

        return battle_odds(view)

    def sheet(self, data: RevisedData) -> tuple[SheetTable, ...]:
        return sheet.sheet(data)

    def wrong_time(self, view: View, kind: str) -> str:
        return turn.wrong_time(view, kind)


SYSTEM = Revised()
