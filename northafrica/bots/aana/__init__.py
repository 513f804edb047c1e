"""Rules of thumb for Axis & Allies: North Africa: a plain, sound game after the designers' advice (p.35)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from northafrica.bots.aana import attacking, fighting, moving, supplying
from northafrica.core.orders import Order
from northafrica.core.step import Choice
from northafrica.core.table import View
from northafrica.systems.aana.combat import cargo, casualties, decisions, ending, fire, flow, press, retreat
from northafrica.systems.aana.combat_move import declare
from northafrica.systems.aana.combat_move import phase as attack
from northafrica.systems.aana.convoys import phase as convoys
from northafrica.systems.aana.deploy import phase as deploy
from northafrica.systems.aana.mines import phase as mines
from northafrica.systems.aana.noncombat import phase as noncombat
from northafrica.systems.aana.requisition import phase as requisition
from northafrica.systems.aana.setup import start as setup

ANSWERS: Mapping[type[Choice], Callable[[View, Any], Iterable[Order]]] = {
    setup.VariableReinforcements: supplying.set_up,
    convoys.ChooseArrivals: supplying.come_ashore,
    convoys.WhoLandsFirst: supplying.lands_first,
    convoys.LandConvoyAir: supplying.land_escorts,
    requisition.MaltaSupply: supplying.pay_malta,
    requisition.Requisition: supplying.buy,
    attack.CombatMove: attacking.plan_attacks,
    declare.Declare: attacking.plan_attacks,
    flow.ChooseCombat: fighting.resolve,
    decisions.FightOrRetreat: fighting.fight_or_retreat,
    decisions.ExemptChoice: fighting.exempt_choice,
    decisions.ChooseMain: fighting.main_attack,
    decisions.SubmarineChoice: fighting.submarines,
    decisions.DestroySupply: fighting.destroy_supply,
    fire.TargetHit: fighting.target,
    casualties.TakeCasualties: fighting.take,
    retreat.FallBackChoice: fighting.fall_back,
    retreat.EscapeChoice: fighting.escape,
    press.PressOrCease: fighting.press_or_cease,
    ending.EnterChoice: fighting.enter,
    mines.MineWindow: fighting.detonate,
    mines.MinedBack: fighting.pull_back,
    mines.MinedShips: fighting.mined_ships,
    cargo.CargoFirst: fighting.lose,
    cargo.CargoName: fighting.name_type,
    noncombat.NoncombatMove: moving.noncombat,
    noncombat.TakeOver: moving.take_over,
    deploy.DeployReinforcements: supplying.deploy,
}


def hints(view: View, choice: Choice) -> Iterable[Order]:
    """Orders worth giving at a choice, the best first; they are still to be checked."""
    answer = ANSWERS.get(type(choice))
    return answer(view, choice) if answer is not None else ()
