"""What a game of Afrika II remembers besides pieces, stocks and markers: plain frozen data."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from northafrica.core.table import Table, View


@dataclass(frozen=True)
class Combat:
    """An attack or overrun under way; the attackers are the pieces that bear the status `attacking`.

    target        the attacked hex; `side` the attacker's side; `overrun` whether it is one
    air           air points committed: (defender, attacker); -1 while not yet asked
    odds, column  whole odds as text, and the column of the table after all shifts
    loss, back    steps still to lose and hexes still to retreat: (attacker, defender)
    sheltered     whether the defender may turn every retreat into losses (2.6)
    emptied       whether the defender's hex has been cleared
    """

    target: str
    side: str
    overrun: bool = False
    air: tuple[int, int] = (-1, -1)
    odds: str = ""
    column: int = -1
    loss: tuple[int, int] = (0, 0)
    back: tuple[int, int] = (0, 0)
    sheltered: bool = False
    emptied: bool = False


@dataclass(frozen=True)
class Facts:
    """The memory of a game.

    spare         quarters of a movement point left of a truck already used this turn (5.4a)
    attacked      hexes attacked this Combat Phase
    replacements  Replacements not yet used in this Reinforcement Phase
    fresh_dead    kinds withdrawn this turn: not to be rebuilt before the next (4.3)
    withdrawals   how often the Commonwealth's roll of 4 or 5 has taken units so far
    raided        whether the raid on Rommel has been made
    trento        the Trento Truck Option: yes, no, or "" while not chosen
    targets       the units that met the Mussolini requirement at the start of Compass (8.4)
    lost_east     kinds of Italian units destroyed east of the Mussolini Line; `lost_ever` of `targets`, anywhere
    combat        the attack under way
    """

    spare: int = 0
    attacked: tuple[str, ...] = ()
    replacements: int = 0
    fresh_dead: tuple[str, ...] = ()
    withdrawals: int = 0
    raided: bool = False
    trento: str = ""
    targets: tuple[str, ...] = ()
    lost_east: tuple[str, ...] = ()
    lost_ever: tuple[str, ...] = ()
    combat: Combat | None = None


def facts(view: View) -> Facts:
    """The facts of a view, typed."""
    found: Facts = view.state.facts
    return found


def remember(table: Table, **changes: Any) -> None:
    """Replace some of the facts."""
    table.state.facts = replace(facts(table), **changes)


def combat(view: View) -> Combat:
    """The attack under way."""
    found = facts(view).combat
    assert found is not None, "no combat is under way"
    return found


def note_combat(table: Table, **changes: Any) -> None:
    """Replace some of the facts of the attack under way."""
    remember(table, combat=replace(combat(table), **changes))
