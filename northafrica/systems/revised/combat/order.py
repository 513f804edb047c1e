"""Phase 4: which combats there are, and in which order they are fought (Conduct Combat)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from northafrica.core.deed import Deed, OneOf
from northafrica.core.groups import everywhere
from northafrica.core.naming import joined
from northafrica.core.orders import Order
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Automatic, Choice, Prompt
from northafrica.core.table import Table, View
from northafrica.systems.revised.board.cargo import is_cargo
from northafrica.systems.revised.board.ground import acting_powers, acting_side, is_hostile, is_sea, name
from northafrica.systems.revised.combat.enigma import enigma_steps
from northafrica.systems.revised.combat.flak import Passage, en_route
from northafrica.systems.revised.combat.flow import begin
from northafrica.systems.revised.combat.forces import attackers, raiders
from northafrica.systems.revised.combat.raids import RaidFight, RocketRoll
from northafrica.systems.revised.combat.rescue import rescue_steps
from northafrica.systems.revised.combat.treaty import treaty_steps
from northafrica.systems.revised.facts import facts, remember
from northafrica.systems.revised.orders.fighting import Resolve


def landing_zones(view: View, space: str) -> list[str]:
    """The zones whose cargo is declared to land in a territory."""
    found = everywhere(view, lambda p: is_cargo(p) and p.get("landing") == space)
    return list(dict.fromkeys(zone for zone, _, _ in found))


def battles(view: View) -> list[str]:
    """The spaces with a combat not fought yet (rule combat.where)."""
    side, ours = acting_side(view), acting_powers(view)
    targets = {str(p.get("landing")) for _, p, _ in everywhere(view, lambda p: p.power in ours and p.has("landing"))}
    spaces = dict.fromkeys((*sorted(view.state.pieces), *sorted(targets)))
    done = facts(view).fought
    return [s for s in spaces if s in view.data.board and s not in done and _fights(view, s, side, targets)]


def _fights(view: View, space: str, side: str, targets: set[str]) -> bool:
    if raiders(view, space):
        return True
    return is_hostile(view, space, side) and (bool(attackers(view, space)) or space in targets)


def ready(view: View) -> list[str]:
    """The combats that can be fought now: a landing waits for the sea combats before it (amphib.two-stage)."""
    found = battles(view)
    return [s for s in found if is_sea(view, s) or not any(zone in found for zone in landing_zones(view, s))]


@dataclass(frozen=True)
class Combats(Automatic):
    """Guns on the way, rockets, then every combat in the order the attacker likes (combat.separate)."""

    title: ClassVar[str] = "Conduct Combat"
    opened: bool = False

    def run(self, table: Table) -> None:
        if not self.opened:
            spaces = battles(table)
            table.replace(*treaty_steps(table, spaces), *enigma_steps(table, spaces), Combats(True))
            return
        gun = en_route(table)
        if gun is not None:
            table.push(Passage(*gun))
            return
        rockets = facts(table).rockets
        if rockets:
            remember(table, rockets=rockets[1:])
            table.push(RocketRoll(*rockets[0]))
            return
        found = ready(table)
        if not found:
            table.replace(*rescue_steps(table))
        elif len(found) == 1:
            start(table, found[0])
        else:
            table.push(ChooseCombat())


def start(table: Table, space: str) -> None:
    """A raid comes before a conventional attack on the same territory (rule special.sbr.separate-attack)."""
    if raiders(table, space):
        table.push(RaidFight(space))
    else:
        begin(table, space)


@dataclass(frozen=True)
class ChooseCombat(Choice):
    """The attacker picks the next combat."""

    title: ClassVar[str] = "Which combat next?"

    def prompt(self, view: View) -> Prompt:
        told = joined((name(view, space) for space in ready(view)), "or")
        return Prompt(
            f"which combat is fought next? ({told})",
            "Each is finished before the next begins; a landing waits for the sea combat before it.",
            ("combat.separate", "amphib.two-stage"),
        )

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (OneOf(Resolve, ready, self._none_there, self._resolve, ("combat.separate",)),)

    def _none_there(self, view: View, space: str) -> Ruling:
        if space in battles(view):
            zones = joined(name(view, zone) for zone in landing_zones(view, space) if zone in battles(view))
            return Ruling.refuse("amphib.two-stage", f"the landing waits until {zones} is fought for")
        told = joined(name(view, each) for each in ready(view))
        return Ruling.refuse("combat.where", f"no combat waits in {name(view, space)}, only in {told}")

    def _resolve(self, table: Table, space: str) -> None:
        table.finish()
        start(table, space)

    def fallback(self, view: View) -> Order:
        return Resolve(ready(view)[0])
