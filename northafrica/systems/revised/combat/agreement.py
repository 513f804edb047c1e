"""Decisions that both powers of a joint strike share; where they differ the opposing player decides."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from northafrica.core.deed import Deed, OneOf
from northafrica.core.naming import joined
from northafrica.core.orders import Order
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Prompt
from northafrica.core.table import Table, View
from northafrica.mechanisms.sides import ATTACK, SideChoice
from northafrica.systems.revised.board.control import capture, goes_to
from northafrica.systems.revised.board.ground import CAPTORS, acting_powers, controller, is_sea, name
from northafrica.systems.revised.combat.forces import attackers, defenders
from northafrica.systems.revised.orders.fighting import Award
from northafrica.systems.revised.wording import power_name

DISPUTES = "na.uk.joint-strike.disputes"


def opponent(view: View, space: str) -> str:
    """The power against which a combat is fought: who controls the territory, at sea the first that defends."""
    if not is_sea(view, space):
        return controller(view, space)
    return defenders(view, space, fallen=True)[0][1].power


class Agreement(SideChoice):
    """A decision of one side of a combat; the attackers of a joint strike are asked apart."""

    def seats(self, view: View) -> tuple[str, ...]:
        if self.decider or self.side != ATTACK or len(acting_powers(view)) == 1:
            return super().seats(view)
        found = dict.fromkeys(view.seat_of(power) for power in self.powers(view))
        return tuple(found) or super().seats(view)

    def dispute(self, table: Table, answers: tuple[tuple[str, Order], ...]) -> None:
        if self.side != ATTACK:
            super().dispute(table, answers)
            return
        told = "; ".join(f"{seat}: {order}" for seat, order in answers)
        foe = opponent(table, self.space)
        title = f"{power_name(foe)} decides"
        table.note(title, DISPUTES, place=self.space, combat=self.space, detail=told, power=foe)
        table.replace(replace(self, answers=(), decider=table.seat_of(foe)))


def captors(view: View, space: str) -> list[str]:
    """The powers with a land unit left to hold a territory that was won."""
    return list(dict.fromkeys(piece.power for _, piece, _ in attackers(view, space, lambda p: p.kind in CAPTORS)))


def take_over(table: Table, space: str, *rules: str) -> None:
    """A territory that was won is captured; where both powers of a joint strike hold it, they say whose it is."""
    powers = captors(table, space)
    if len({goes_to(table, space, power) for power in powers}) == 1:
        capture(table, space, powers[0], *rules, combat=space)
    else:
        table.push(Possession((), space, ATTACK, rules=rules))


@dataclass(frozen=True)
class Possession(Agreement):
    """Which of the two powers takes possession (rule na.uk.joint-strike.disputes)."""

    title: ClassVar[str] = "Who takes possession?"
    dispute_rule: ClassVar[str] = DISPUTES
    rules: tuple[str, ...] = ()

    def powers(self, view: View) -> list[str]:
        return list(acting_powers(view))

    def prompt(self, view: View) -> Prompt:
        told = joined((power_name(power) for power in self.powers(view)), "or")
        text = f"say who takes possession of {name(view, self.space)}: {told}"
        why = "Both powers of the joint strike have land units there; where they differ the opponent decides."
        return Prompt(text, why, (DISPUTES, "na.uk.joint-strike.turn"))

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (OneOf(Award, self.powers, self._neither, self._award, (DISPUTES,)),)

    def _neither(self, view: View, power: str) -> Ruling:
        told = joined((power_name(one) for one in self.powers(view)), "or")
        return Ruling.refuse(DISPUTES, f"it goes to {told}, not to '{power}'")

    def _award(self, table: Table, power: str) -> None:
        table.finish()
        capture(table, self.space, power, DISPUTES, *self.rules, combat=self.space)

    def fallback(self, view: View) -> Order:
        return Award(self.powers(view)[0])
