"""What each Action of the menu does: the steps it opens. Actions that are not here are not built yet."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from northafrica.core.deed import Deed, OneOf
from northafrica.core.groups import groups, number
from northafrica.core.naming import joined
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Automatic, Chance, Choice, Dice, Prompt, Step
from northafrica.core.table import Table, View
from northafrica.systems.marenostrum import special_forces
from northafrica.systems.marenostrum.actions.menu import disrupted, recovering
from northafrica.systems.marenostrum.actions.works import EntrenchChoice, Replenish
from northafrica.systems.marenostrum.board.ground import REDUCED, controller, data, kind_of
from northafrica.systems.marenostrum.combat import begin, sorties
from northafrica.systems.marenostrum.combined import airlift, sealift
from northafrica.systems.marenostrum.data.tables import box_of
from northafrica.systems.marenostrum.events.draw import DrawEvent
from northafrica.systems.marenostrum.facts import Terms, remember
from northafrica.systems.marenostrum.intelligence.scouting import Scout, SignalsRoll
from northafrica.systems.marenostrum.movement import flying, intercept, sailing
from northafrica.systems.marenostrum.movement.concentrate import Concentrate
from northafrica.systems.marenostrum.movement.march import MoveForce
from northafrica.systems.marenostrum.optional.forces import FRENCH, Crew
from northafrica.systems.marenostrum.orders import Recover, Replace
from northafrica.systems.marenostrum.refit.roll import refit
from northafrica.systems.marenostrum.setup.free import wait, waits
from northafrica.systems.marenostrum.supply.flip import Convert
from northafrica.systems.marenostrum.supply.haul import Haul

if TYPE_CHECKING:
    from collections.abc import Sequence

    from northafrica.core.dice import Result


@dataclass(frozen=True)
class ReinforcementRoll(Dice):
    """How many units are drawn from the Reinforcement Pool (rule g1.reinforcements)."""

    title: ClassVar[str] = "Reinforcements"

    def names(self, view: View) -> tuple[str, ...]:
        return ("reinforcements",)

    def rules_in_play(self, view: View) -> tuple[str, ...]:
        return ("g1.reinforcements", "15.1.pool")

    def what_counts(self, view: View) -> str:
        there = number(view, box_of(view.state.power, "pool"))
        return f"that many units are drawn blindly, of {there} in the pool"

    def resolve(self, table: Table, result: Result) -> None:
        units = min(int(result[0]), number(table, box_of(table.state.power, "pool")))
        table.emit("rolled", "g1.reinforcements", dice=result, faces=6, amount=units, label=f"{units} units")
        table.replace(PoolDraw(units), Arrivals())


@dataclass(frozen=True)
class PoolDraw(Chance):
    """Units drawn from the Reinforcement Pool at random (rule 15.1.pool)."""

    title: ClassVar[str] = "Draw from the Reinforcement Pool"
    replacing: ClassVar[bool] = False
    faces_rule: ClassVar[str] = "15.1.pool"
    units: int = 0

    def count(self, view: View) -> int:
        return self.units

    def pool(self, view: View) -> Sequence[int | str]:
        return [piece.kind for piece, _ in groups(view, box_of(view.state.power, "pool"))]

    def seat(self, view: View) -> str:
        return view.seat_of(view.state.power)

    def names(self, view: View) -> tuple[str, ...]:
        return ("pool",)

    def rules_in_play(self, view: View) -> tuple[str, ...]:
        return ("g1.reinforcements", "15.1.pool")

    def resolve(self, table: Table, result: Result) -> None:
        table.finish()
        side = table.state.power
        pool = box_of(side, "pool")
        for piece, n in groups(table, pool, lambda p: p.kind in result):
            if piece.kind in FRENCH:
                table.push(Crew(piece.kind))
            elif piece.kind in data(table).forces:
                to = box_of(side, "forces")
                table.emit("moved", "20.3.pool", "20.0.box", place=pool, to=to, piece=piece, count=n, power=side)
            else:
                wait(table, pool, piece, n, "g1.reinforcements", "15.1.pool", "15.1.full")


@dataclass(frozen=True)
class Arrivals(Automatic):
    """What waits for a place is placed."""

    title: ClassVar[str] = "Reinforcements arrive"

    def run(self, table: Table) -> None:
        for piece, _ in groups(table, box_of(table.state.power, "setup")):
            if kind_of(table, piece) == "airborne" and data(table).units[piece.kind].steps > 1:
                place, after = box_of(piece.power, "setup"), piece.having(**{REDUCED: 1})
                if piece.power == "allies" and after != piece:
                    table.emit("flipped", "19.8.allied-airborne", place=place, piece=piece, becomes=after, count=1)
        table.replace(*waits(table, table.state.power))


@dataclass(frozen=True)
class ReplaceTransport(Choice):
    """One transport comes back from the Destroyed box (rule g1.emergency-transport)."""

    title: ClassVar[str] = "Emergency Naval Transport Replacements"

    def prompt(self, view: View) -> Prompt:
        return Prompt("bring back one destroyed transport", "No refit is rolled for it.", ("g1.emergency-transport",))

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (OneOf(Replace, self.ships, self.refuse, self.bring, ("g1.emergency-transport",)),)

    def ships(self, view: View) -> list[str]:
        """The transports that may come back."""
        lost = groups(view, box_of(view.state.power, "destroyed"), lambda p: kind_of(view, p) == "TR")
        return [piece.kind for piece, _ in lost]

    def refuse(self, view: View, name: str) -> Ruling:
        """What is said of any other ship."""
        there = joined(view.names.kind(ship) for ship in self.ships(view))
        return Ruling.refuse("g1.emergency-transport", f"no TR of that name is destroyed; there are {there}")

    def bring(self, table: Table, name: str) -> None:
        """The ship waits for its zone."""
        lost = box_of(table.state.power, "destroyed")
        piece = next(p for p, _ in groups(table, lost, lambda p: p.kind == name))
        wait(table, lost, piece, 1, "g1.emergency-transport")
        table.replace(*waits(table, table.state.power))


@dataclass(frozen=True)
class AppealRoll(Dice):
    """An appeal to the High Command (rule g1.appeal)."""

    title: ClassVar[str] = "Appeal to the High Command"

    def names(self, view: View) -> tuple[str, ...]:
        return ("appeal",)

    def rules_in_play(self, view: View) -> tuple[str, ...]:
        return ("g1.appeal", "5.7.appeal")

    def what_counts(self, view: View) -> str:
        return f"{data(view).numbers['appeal_draw']} or more draws one event"

    def resolve(self, table: Table, result: Result) -> None:
        need = data(table).numbers["appeal_draw"]
        drawn = int(result[0]) >= need
        label = "one event is drawn" if drawn else "nothing"
        table.emit("rolled", "g1.appeal", dice=result, faces=6, need=need, hits=int(drawn), label=label)
        table.replace(*((DrawEvent(),) if drawn else ()))


@dataclass(frozen=True)
class RecoveryChoice(Choice):
    """The area whose bases try to recover (rule g4.recovery)."""

    title: ClassVar[str] = "Recovery from Disruption"
    place: str = ""

    def prompt(self, view: View) -> Prompt:
        return Prompt("choose the area that recovers", "4 to 6 clears a base, a die each.", ("g4.recovery",))

    def open(self, view: View) -> list[str]:
        """The areas that may be chosen."""
        return [space for space in recovering(view, view.state.power) if self.place in ("", space)]

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (OneOf(Recover, self.open, self.refuse, self.roll, ("g4.recovery",)),)

    def refuse(self, view: View, space: str) -> Ruling:
        """Why an area cannot recover."""
        if controller(view, space) != view.state.power:
            return Ruling.refuse("g4.recovery", f"{view.name(space)} is not under your control")
        if not disrupted(view, space):
            return Ruling.refuse("g4.recovery", f"nothing is disrupted in {view.name(space)}")
        return Ruling.refuse("g4.additional.recovery", f"the supply was spent in {view.name(self.place)}")

    def roll(self, table: Table, space: str) -> None:
        """The dice are due."""
        table.replace(RecoveryRoll(space))


@dataclass(frozen=True)
class RecoveryRoll(Dice):
    """A die for each disrupted base of an area."""

    title: ClassVar[str] = "Recovery from Disruption"
    space: str = ""

    def count(self, view: View) -> int:
        return len(disrupted(view, self.space))

    def names(self, view: View) -> tuple[str, ...]:
        return ("recovery",)

    def rules_in_play(self, view: View) -> tuple[str, ...]:
        return ("g4.recovery", "16.3.per-base")

    def what_counts(self, view: View) -> str:
        return f"{data(view).numbers['recovery']} or more clears it: {joined(disrupted(view, self.space))}"

    def resolve(self, table: Table, result: Result) -> None:
        bases, need = disrupted(table, self.space), data(table).numbers["recovery"]
        hits = sum(int(die) >= need for die in result)
        rules = ("g4.recovery", "16.3.per-base")
        table.emit("rolled", *rules, place=self.space, dice=result, faces=6, need=need, hits=hits, label=joined(bases))
        for base, die in zip(bases, result, strict=True):
            if int(die) >= need:
                table.emit("marked", "g4.recovery", "16.3.disrupt", place=self.space, marker=base, value="")
        table.finish()


def _appeal(table: Table, terms: Terms) -> tuple[Step, ...]:
    remember(table, appealed=True)
    return (AppealRoll(),)


BUILT: dict[str, Callable[[Table, Terms], tuple[Step, ...]]] = {
    "reinforcements": lambda table, terms: (ReinforcementRoll(),),
    "emergency_naval_transport_replacements": lambda table, terms: (ReplaceTransport(),),
    "appeal_to_the_high_command": _appeal,
    "ground_move": lambda table, terms: (MoveForce(terms=terms),),
    "concentrate_on_a_hq": lambda table, terms: (Concentrate(terms),),
    "hq_supported_move": lambda table, terms: (MoveForce(True, terms),),
    **dict.fromkeys(sailing.MOVES, sailing.naval_move),
    **dict.fromkeys(flying.MOVES, flying.flights),
    "convert_mobile_supply_units_to_static": lambda table, terms: (Convert(True),),
    "convert_static_supply_units_to_mobile": lambda table, terms: (Convert(False),),
    "ground_scouting": lambda table, terms: (Scout("ground"),),
    "aerial_scouting": lambda table, terms: (Scout("air"),),
    "naval_scouting": lambda table, terms: (Scout("naval"),),
    "signals_intelligence": lambda table, terms: (SignalsRoll(),),
    "logistics_redeployment": lambda table, terms: (Haul(terms=terms),),
    "railroad_movement_of_supplies": lambda table, terms: (Haul(True, terms),),
    "entrench": lambda table, terms: (EntrenchChoice(terms),),
    "remove_carrier_depletion": lambda table, terms: (Replenish(),),
    "refit_reduced_ground_units": refit("reduced"),
    "refit_eliminated_ground_units": refit("ground"),
    "refit_eliminated_naval_units": refit("naval"),
    "refit_eliminated_air_units": refit("air"),
    "recovery_from_disruption": lambda table, terms: (RecoveryChoice(terms.place),),
    **begin.BUILT,
    **sealift.BUILT,
    **airlift.BUILT,
    **intercept.BUILT,
    **sorties.BUILT,
    "special_forces_operation": special_forces.operation,
}
