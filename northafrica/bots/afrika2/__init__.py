"""Rules of thumb for Afrika II: supply forward, strength together, attacks at good odds, what must be held is held."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from northafrica.bots.afrika2 import fighting, moving, supplying
from northafrica.bots.afrika2.sifting import sift
from northafrica.core.orders import Order
from northafrica.core.step import Choice
from northafrica.core.table import View
from northafrica.systems.afrika2 import leaders, setup, stacking
from northafrica.systems.afrika2.combat import advance, air, attack, ezoc, losses, retreat
from northafrica.systems.afrika2.movement.exploitation import ExploitationPhase
from northafrica.systems.afrika2.movement.phase import MovementPhase
from northafrica.systems.afrika2.reinforcement import arrivals, release, replacements, withdrawals
from northafrica.systems.afrika2.supply import phase

ANSWERS: Mapping[type[Choice], Callable[[View, Any], Iterable[Order]]] = {
    setup.FreePlaces: supplying.set_up,
    setup.TrentoChoice: supplying.trento,
    arrivals.PlaceArrivals: supplying.arrive,
    release.ReleaseListed: supplying.release_listed,
    release.ReleaseEarly: supplying.release_early,
    replacements.UseReplacements: supplying.rebuild,
    withdrawals.TakeOut: supplying.withdraw,
    MovementPhase: moving.march,
    ExploitationPhase: moving.march,
    attack.CombatPhase: fighting.attacks,
    air.AirChoice: fighting.air_points,
    losses.Conversion: fighting.convert,
    losses.StepLoss: fighting.take_losses,
    ezoc.ZoneLoss: fighting.zone_losses,
    retreat.RetreatChoice: fighting.fall_back,
    advance.AdvanceChoice: fighting.follow,
    leaders.Displaced: fighting.rejoin,
    stacking.Excess: fighting.thin_out,
    phase.SupplyPhase: supplying.supply,
}

__all__ = ["hints", "sift"]


def hints(view: View, choice: Choice) -> Iterable[Order]:
    """Orders worth giving at a choice, the best first; they are still to be checked."""
    answer = ANSWERS.get(type(choice))
    return answer(view, choice) if answer is not None else ()
