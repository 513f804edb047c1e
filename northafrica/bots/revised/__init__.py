"""Rules of thumb for Axis & Allies Revised: keep the capital, attack at good odds, bring armies over sea."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from northafrica.bots.revised import buying, fighting, moving, striking
from northafrica.core.orders import Order
from northafrica.core.step import Choice
from northafrica.core.table import View
from northafrica.systems.revised.combat import bombard, casualties, order, press, rescue
from northafrica.systems.revised.combat_move import phase as combat_move
from northafrica.systems.revised.develop import phase as develop
from northafrica.systems.revised.income import phase as income
from northafrica.systems.revised.mobilize import phase as mobilize
from northafrica.systems.revised.noncombat import phase as noncombat
from northafrica.systems.revised.purchase import phase as purchase

ANSWERS: Mapping[type[Choice], Callable[[View, Any], Iterable[Order]]] = {
    develop.DevelopWeapons: buying.research,
    income.SevereWinter: buying.research,
    purchase.PurchaseUnits: buying.purchases,
    combat_move.CombatMove: striking.combat_moves,
    order.ChooseCombat: fighting.resolve,
    bombard.Bombardment: fighting.bombardment,
    casualties.TakeCasualties: fighting.take,
    press.PressOrWithdraw: fighting.press_on,
    press.DefendersSubmerge: fighting.submerge,
    rescue.RescueChoice: fighting.rescue_fighters,
    noncombat.NoncombatMove: moving.noncombat,
    mobilize.MobilizeUnits: buying.placing,
}


def hints(view: View, choice: Choice) -> Iterable[Order]:
    """Orders worth giving at a choice, the best first; they are still to be checked."""
    answer = ANSWERS.get(type(choice))
    return answer(view, choice) if answer is not None else ()
