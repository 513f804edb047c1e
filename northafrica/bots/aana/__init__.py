"""Rules of thumb for Axis & Allies: North Africa: a plain, sound game after the designers' advice (p.35)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from northafrica.bots.aana import attacking, fighting, moving, supplying
from northafrica.core.orders import Order
from northafrica.core.step import Choice
from northafrica.core.table import View
from northafrica.systems.aana.combat import (
    cargo,
    casualties,
    decisions,
    ending,
    escape,
    flank,
    flow,
    press,
    raids,
    retreat,
    targeting,
)
from northafrica.systems.aana.combat_move import declare
from northafrica.systems.aana.combat_move import phase as combat_move
from northafrica.systems.aana.convoys import aircraft, ashore
from northafrica.systems.aana.deploy import phase as deploy
from northafrica.systems.aana.mines import going_off, hits
from northafrica.systems.aana.noncombat import phase as noncombat
from northafrica.systems.aana.noncombat import takeover
from northafrica.systems.aana.requisition import income
from northafrica.systems.aana.requisition import phase as requisition
from northafrica.systems.aana.setup import variable

ANSWERS: Mapping[type[Choice], Callable[[View, Any], Iterable[Order]]] = {
    variable.VariableReinforcements: supplying.set_up,
    ashore.ChooseArrivals: supplying.come_ashore,
    ashore.WhoLandsFirst: supplying.lands_first,
    aircraft.LandConvoyAir: supplying.land_escorts,
    income.MaltaSupply: supplying.pay_malta,
    requisition.Requisition: supplying.buy,
    combat_move.CombatMove: attacking.combat_moves,
    declare.Declare: attacking.declarations,
    flow.ChooseCombat: fighting.resolve,
    decisions.FightOrRetreat: fighting.fight_or_retreat,
    decisions.ExemptChoice: fighting.exempt_choice,
    flank.ChooseMain: fighting.main_attack,
    raids.SubmarineChoice: fighting.submarines,
    raids.DestroySupply: fighting.destroy_supply,
    targeting.TargetHit: fighting.target,
    casualties.TakeCasualties: fighting.take,
    retreat.FallBackChoice: fighting.fall_back,
    escape.EscapeChoice: fighting.escape_cargo,
    press.PressOrCease: fighting.press_or_cease,
    ending.EnterChoice: fighting.enter,
    going_off.MineWindow: fighting.detonate,
    hits.MinedBack: fighting.pull_back,
    hits.MinedShips: fighting.mined_ships,
    cargo.CargoFirst: fighting.lose,
    cargo.CargoName: fighting.name_type,
    noncombat.NoncombatMove: moving.noncombat,
    takeover.TakeOver: moving.take_over,
    deploy.DeployReinforcements: supplying.deploy,
}


def hints(view: View, choice: Choice) -> Iterable[Order]:
    """Orders worth giving at a choice, the best first; they are still to be checked."""
    answer = ANSWERS.get(type(choice))
    return answer(view, choice) if answer is not None else ()
