"""Mare Nostrum (2015) as a system of the kit; so far without combat, naval, air and combined Actions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from northafrica.core.cards import ChoiceOdds, SpaceCard, TurnBar
from northafrica.core.events import Event
from northafrica.core.map_plan import MapText
from northafrica.core.materials import Materials
from northafrica.core.naming import Names
from northafrica.core.orders import Order, Vocabulary
from northafrica.core.rulebook import Ruling
from northafrica.core.scenario import read_table
from northafrica.core.state import State
from northafrica.core.step import Step
from northafrica.core.system import ScenarioInfo, System
from northafrica.core.table import Setting, Table, View
from northafrica.systems.marenostrum import special_forces, turn
from northafrica.systems.marenostrum.actions import carried_out, closing, phase, works
from northafrica.systems.marenostrum.board import entrenched
from northafrica.systems.marenostrum.combat import after, announce, begin, first, flow, retreats, shock, sorties
from northafrica.systems.marenostrum.combat.battle import Battle, Shot
from northafrica.systems.marenostrum.combined import airlift, landing, sealift
from northafrica.systems.marenostrum.data import MareData, load
from northafrica.systems.marenostrum.data.rows import ScenarioRow
from northafrica.systems.marenostrum.data.tables import SIDES
from northafrica.systems.marenostrum.data.tables import SYSTEM as NAME
from northafrica.systems.marenostrum.events import announced, draw, hand, units_named, withdraw
from northafrica.systems.marenostrum.facts import Allowance, Facts, Terms
from northafrica.systems.marenostrum.intelligence import fog, scouting, ultra
from northafrica.systems.marenostrum.movement import concentrate, entering, flying, intercept, march, sailing
from northafrica.systems.marenostrum.optional import forces, strategies
from northafrica.systems.marenostrum.orders import ORDERS
from northafrica.systems.marenostrum.positions import faults, materials
from northafrica.systems.marenostrum.refit import roll
from northafrica.systems.marenostrum.setup import free, start
from northafrica.systems.marenostrum.shown import cards
from northafrica.systems.marenostrum.supply import deliver, flip, haul

SO_FAR = (
    "Playable so far: set-up, the turn with Mercury and Torch, events, supply, reinforcements, "
    "moves by land, sea and air, combat by land and at sea; no combined Actions."
)
FRAME = (turn.Month, turn.PlayerTurn, turn.Mercury, turn.TorchRoll, turn.OpenActions, free.FreePlaces)
EVENTS = (draw.DrawEvent, draw.EventDie, draw.PacificDice, hand.Dispose, hand.ReturnRoll, withdraw.Withdrawal)
SUPPLY = (deliver.SupplyRoll, deliver.Delivery, flip.Convert)
MOVES = (concentrate.Concentrate, march.MoveForce, march.Leg, march.Escarpment, entering.SupplyTaken, entering.IraqRoll)
SEA_AND_AIR = (
    *(sailing.MoveFleet, sailing.Crossing, sailing.Arrived, sailing.MessinaRoll),
    *(flying.FlyForce, flying.Flight, flying.Landing, flying.Homecoming),
    *(intercept.Marking, intercept.Intercepting),
    *(sealift.Sealift, sealift.Cast, sealift.EvacuationRoll, sealift.LeftAboard),
    *(landing.PutAshore, landing.Storm, landing.Support, landing.Ashore),
    *(airlift.Airlift, airlift.SupportFlight, airlift.Emptied, airlift.Fought, airlift.MayStay, airlift.Parachutes),
)
STAFF = (
    *(scouting.Scout, scouting.SignalsRoll, scouting.SignalsChoice, scouting.EventsRoll, scouting.EventsSeen),
    *(fog.Unseen, ultra.UltraWindow, ultra.UltraAction, ultra.UltraEnds, ultra.UltraRoll),
    *(announced.Announcing, announced.Announce, announced.FelixActions, announced.FelixEnds),
    *(units_named.Reorganization, units_named.Unrest, haul.Haul, works.EntrenchChoice, works.Replenish),
)
OPTIONAL = (strategies.Strategies, forces.Ships, forces.LilaDice, forces.Crew, forces.Sahara)
REFIT = (roll.RefitChoice, roll.RefitRoll, roll.RefitPlaces)
COMBAT = (
    begin.ChooseTarget,
    begin.Assault,
    flow.Combat,
    flow.FirstDie,
    flow.FireDice,
    announce.FirePlan,
    first.FirstFireEvent,
    retreats.RetreatChoice,
    *sorties.STEPS,
    after.Depletion,
    after.AirCheck,
    shock.AfterAction,
    shock.ShockDie,
    shock.Discard,
    special_forces.Operation,
    special_forces.OperationRoll,
    special_forces.Victim,
)
ACTIONS = (
    phase.ActionPhase,
    closing.EndOfAction,
    closing.Overstacked,
    carried_out.ReinforcementRoll,
    carried_out.PoolDraw,
    carried_out.Arrivals,
    carried_out.ReplaceTransport,
    carried_out.AppealRoll,
    carried_out.RecoveryChoice,
    carried_out.RecoveryRoll,
)


def _scenarios() -> dict[str, ScenarioInfo]:
    found = read_table((NAME, "scenarios.csv"), ScenarioRow)
    return {
        row.name: ScenarioInfo(row.name, row.title, f"{row.summary} {SO_FAR}", row.first_round, row.last_round)
        for row in found
    }


class MareNostrum(System):
    """Rules in rooms named after phases and mechanisms; this class only names what there is."""

    name: ClassVar[str] = NAME
    title: ClassVar[str] = "Mare Nostrum"
    sides: ClassVar[Mapping[str, str]] = {"axis": "Axis", "allies": "Allies"}
    scenarios: ClassVar[Mapping[str, ScenarioInfo]] = _scenarios()
    orders: ClassVar[Sequence[type[Order]]] = ORDERS
    side_of: ClassVar[Mapping[str, str]] = SIDES
    steps: ClassVar[Sequence[type[Step]]] = (
        *(*FRAME, *EVENTS, *SUPPLY, *MOVES, *SEA_AND_AIR, *COMBAT),
        *(*STAFF, *OPTIONAL, *REFIT, *ACTIONS),
    )
    plain: ClassVar[Sequence[type]] = (Facts, Allowance, Terms, Battle, Shot)

    def load(self, overlay: Path | None = None) -> MareData:
        return load(overlay)

    def vocabulary(self, data: MareData) -> Vocabulary:
        return data.vocabulary

    def names(self, data: MareData) -> Names:
        return data.names

    def materials(self, data: MareData) -> Materials:
        return materials.materials(data)

    def set_up(self, table: Table) -> None:
        start.set_up(table)
        waiting = (*free.waits(table, "allies"), *free.waits(table, "axis"))
        table.push(*strategies.chosen_first(table), *waiting, turn.Month())

    def blank(self, table: Table) -> None:
        table.state.facts = Facts()
        table.state.round = start.scenario(table).first_round
        start.mark_control(table)

    def begin(self, table: Table) -> None:
        turn.begin_by_hand(table)

    def faults(self, view: View) -> list[str]:
        return faults.faults(view)

    def watch(self, table: Table, fresh: Sequence[Event]) -> None:
        entrenched.left(table)
        fog.veil(table, fresh)
        ultra.watch(table, fresh)

    def hide(self, setting: Setting, state: State, seat: str) -> State:
        return fog.hide(setting, state, seat)

    def told_by(self, setting: Setting, events: Sequence[Event]) -> Ruling | None:
        return fog.told_by(setting, events)

    def card(self, view: View, space: str) -> SpaceCard:
        return cards.card(view, space)

    def turn_bar(self, view: View) -> TurnBar:
        return cards.turn_bar(view)

    def battle_odds(self, view: View) -> Sequence[ChoiceOdds]:
        # Odds bring numpy along, which a game without them need not wait for.
        from northafrica.systems.marenostrum.combat.battle_odds import battle_odds

        return battle_odds(view)

    def map_text(self, data: MareData) -> MapText:
        return cards.map_text(data)

    def wrong_time(self, view: View, kind: str) -> str:
        return turn.wrong_time(view, kind)


SYSTEM = MareNostrum()
