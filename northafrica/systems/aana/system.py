"""Axis & Allies: North Africa (Renegade 2024) as a system of the kit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from northafrica.core.cards import Arrow, ChoiceOdds, NumberAsked, SpaceCard, TurnBar
from northafrica.core.events import Event
from northafrica.core.materials import Materials
from northafrica.core.naming import Names
from northafrica.core.orders import Order, Vocabulary
from northafrica.core.sheets import SheetTable
from northafrica.core.step import Step
from northafrica.core.system import ScenarioInfo, System
from northafrica.core.table import Table, View
from northafrica.systems.aana import turn, victory
from northafrica.systems.aana.board import rounds, stacking
from northafrica.systems.aana.board.ground import OWNER, SIDES
from northafrica.systems.aana.combat import (
    cargo,
    casualties,
    decisions,
    ending,
    escape,
    fire,
    flank,
    flow,
    press,
    raids,
    retreat,
    targeting,
    volleys,
)
from northafrica.systems.aana.combat_move import declare
from northafrica.systems.aana.combat_move import phase as combat_move
from northafrica.systems.aana.convoys import advance, aircraft, ashore
from northafrica.systems.aana.data import AanaData, load
from northafrica.systems.aana.data.entities import REINFORCEMENTS, TREASURY
from northafrica.systems.aana.deploy import phase as deploy
from northafrica.systems.aana.facts import Combat, Facts, Hit
from northafrica.systems.aana.mines import going_off, hits
from northafrica.systems.aana.noncombat import phase as noncombat
from northafrica.systems.aana.noncombat import takeover
from northafrica.systems.aana.orders import ORDERS
from northafrica.systems.aana.positions import faults, materials
from northafrica.systems.aana.requisition import income
from northafrica.systems.aana.requisition import phase as requisition
from northafrica.systems.aana.setup import bidding, start, variable
from northafrica.systems.aana.shown import cards, sheet
from northafrica.systems.aana.wording import PLACES, SPEECH

BOXES = (REINFORCEMENTS, TREASURY)
TOKENS = ("supply", "supply_1", "supply_5", "land_mine", "sea_mine", "transport")
ASKED = (
    NumberAsked("attack", "needs", "How much supply does this attack cost: {order}?"),
    NumberAsked("press", "needs", "How much supply does it cost to press like this: {order}?"),
    NumberAsked("fight", "needs", "How much supply does it cost the defenders to fight this round?"),
    NumberAsked("buy", "cost", "How many RP does this cost: {order}?"),
)
FRAME = (
    bidding.Bidding,
    bidding.SplitAward,
    variable.VariableReinforcements,
    turn.Round,
    turn.Turn,
    stacking.CheckStacking,
    stacking.WhichFirst,
    stacking.PushOut,
    stacking.ScrapExcess,
)
CONVOYS = (
    advance.AdvanceConvoys,
    advance.AdvanceChain,
    advance.ChainMines,
    ashore.ChooseArrivals,
    aircraft.LandConvoyAir,
    ashore.WhoLandsFirst,
    ashore.LateArrivals,
    income.MaltaSupply,
    income.Income,
    requisition.Requisition,
)
COMBAT_MOVE = (combat_move.CombatMove, combat_move.AfterLeg, declare.Declare, declare.DeclaredMines)
MINES = (
    going_off.MineWindow,
    going_off.MineResolve,
    going_off.MineHits,
    going_off.MinedZoneOrder,
    going_off.MineRoll,
    hits.MinedBack,
    hits.MinedShips,
    hits.AfterMineHit,
    cargo.CargoFirst,
    cargo.CargoName,
)
COMBAT = (
    flow.Combats,
    flow.ChooseCombat,
    flow.Flow,
    flow.LateRaid,
    flow.NoCombat,
    decisions.FightOrRetreat,
    decisions.ExemptChoice,
    flank.ChooseMain,
    raids.SubmarineChoice,
    raids.DestroySupply,
)
FIRE = (
    fire.FireRoll,
    targeting.TargetHit,
    fire.AirDefenseRoll,
    casualties.Casualties,
    casualties.CargoHits,
    casualties.TakeCasualties,
    retreat.Retreats,
    retreat.FallBackChoice,
    escape.EscapeChoice,
    press.PressOrCease,
    ending.Conclude,
    ending.EnterChoice,
)
AFTER = (
    noncombat.NoncombatMove,
    noncombat.NoncombatMines,
    takeover.TakeOver,
    deploy.DeployStep,
    deploy.DeployReinforcements,
    deploy.DeployMines,
)
STEPS: Sequence[type[Step]] = (*FRAME, *CONVOYS, *COMBAT_MOVE, *MINES, *COMBAT, *FIRE, *AFTER)


class Aana(System):
    """Rules in rooms named after the phases; this class only names what there is."""

    name: ClassVar[str] = "aana"
    title: ClassVar[str] = "Axis & Allies: North Africa"
    sides: ClassVar[Mapping[str, str]] = {"axis": "Axis", "allies": "Allies"}
    scenarios: ClassVar[Mapping[str, ScenarioInfo]] = {
        "rommel": ScenarioInfo(
            "rommel",
            "Rommel's Last Push",
            "January 1942: Rommel strikes back at El Agheila; the United States enters in round 7.",
            1,
            14,
        ),
        "torch": ScenarioInfo(
            "torch", "Operation Torch", "November 1942: El Alamein in the east, landings in the west.", 7, 14
        ),
    }
    orders: ClassVar[Sequence[type[Order]]] = ORDERS
    steps: ClassVar[Sequence[type[Step]]] = STEPS
    side_of: ClassVar[Mapping[str, str]] = SIDES
    asked: ClassVar[Sequence[NumberAsked]] = ASKED
    plain: ClassVar[Sequence[type]] = (Facts, Combat, Hit, volleys.Volley)

    def load(self, overlay: Path | None = None) -> AanaData:
        return load(overlay)

    def scenarios_of(self, data: AanaData) -> Mapping[str, ScenarioInfo]:
        users = {
            name: ScenarioInfo(
                name,
                found.title,
                f"A set-up of your own; it follows {self.scenarios[found.follows].title}.",
                found.first_round,
                data.rounds.final,
            )
            for name, found in data.own.items()
        }
        printed = {name: replace(info, last_round=data.rounds.final) for name, info in self.scenarios.items()}
        return {**printed, **users}

    def adapt(self, data: AanaData, options: Mapping[str, str]) -> AanaData:
        known = {name: value for name, value in options.items() if name in data.options}
        return data.with_options(known)

    def vocabulary(self, data: AanaData) -> Vocabulary:
        kinds = frozenset({kind for _, kind in data.units} | set(TOKENS))
        plurals = {"matildas": "tank", "tanks": "tank", "aaas": "aaa", "subs": "submarine", "sub": "submarine"}
        return Vocabulary(
            frozenset(SIDES), kinds, frozenset([*data.board.spaces, *BOXES]), plurals, names=self.names(data)
        )

    def names(self, data: AanaData) -> Names:
        """The names of the spaces, with the words of powers, units and tokens."""
        return replace(SPEECH, places=PLACES | {space.id: space.name for space in data.board.spaces.values()})

    def materials(self, data: AanaData) -> Materials:
        return materials.materials(data)

    def set_up(self, table: Table) -> None:
        start.set_up(table)
        bids = (bidding.Bidding(),) if table.option("bidding") == "on" else ()
        chosen = (variable.VariableReinforcements(),) if variable.variable_zones(table) else ()
        table.push(*bids, *chosen, turn.first_round(table))

    def blank(self, table: Table) -> None:
        table.state.facts = Facts()
        table.state.round = self.scenarios_of(table.setting.data)[table.setting.scenario].first_round
        rows = [row for row in table.setting.data.setups[rounds.printed(table)] if row.kind == "control_marker"]
        malta = [row for row in rows if table.setting.data.is_emblem(row.space)]
        start.place_chart(table, malta, "setup.from-chart")

    def begin(self, table: Table) -> None:
        turn.begin_by_hand(table)

    def watch(self, table: Table, fresh: Sequence[Event]) -> None:
        victory.watch(table, fresh)

    def faults(self, view: View) -> list[str]:
        return faults.faults(view)

    def card(self, view: View, space: str) -> SpaceCard:
        return cards.card(view, space)

    def turn_bar(self, view: View) -> TurnBar:
        return cards.turn_bar(view)

    def arrows(self, view: View) -> tuple[Arrow, ...]:
        return cards.arrows(view)

    def advice(self, view: View, space: str) -> tuple[str, ...]:
        return cards.advice(view, space)

    def battle_odds(self, view: View) -> Sequence[ChoiceOdds]:
        from northafrica.systems.aana.odds import (
            on_board as battle_odds,  # numbers and frames: only where they are asked for
        )

        return battle_odds.battle_odds(view)

    def sheet(self, data: AanaData) -> tuple[SheetTable, ...]:
        return sheet.sheet(data)

    def default_seats(self, data: AanaData) -> dict[str, str]:
        return dict(SIDES)

    def seated(self, seats: Mapping[str, str]) -> dict[str, str]:
        """Vichy is played with Germany, the Free French with the US (p.7, rule game.players)."""
        return {**seats, **{power: seats[who] for power, who in OWNER.items()}}

    def seat_of(self, view: View, power: str) -> str:
        return bidding.seat_of(view, power)

    def wrong_time(self, view: View, kind: str) -> str:
        return turn.wrong_time(view, kind)


SYSTEM = Aana()
