"""What a game of `revised` remembers besides pieces, stocks and markers: plain frozen data."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from northafrica.core.pieces import Piece
from northafrica.core.table import Table, View


@dataclass(frozen=True)
class Combat:
    """A combat under way.

    space, domain   where, and "land", "sea", "raid" or "flak" (guns met on the way to a space)
    gun, raid       the territory whose gun fires, and 1 where it fires at raiders
    cycle           1 in the first cycle
    hits, taken     hits of the fire under way by what fired, and the casualties already chosen for them
    assault         whether a unit came by transport (rule withdraw.amphib.one-makes-all)
    failed          whether the landing did not take place, so that one cycle is fought (rule amphib.cancelled)
    wrecks          attacking tanks destroyed
    shielded        sides whose destroyer lets those that submarines hit fire back this cycle
    """

    space: str
    domain: str
    gun: str = ""
    raid: int = 0
    cycle: int = 1
    hits: tuple[str, ...] = ()
    taken: tuple[Piece, ...] = ()
    assault: bool = False
    failed: bool = False
    shielded: tuple[str, ...] = ()
    wrecks: int = 0


@dataclass(frozen=True)
class Facts:
    """The memory of a turn.

    hostile     territories and sea zones hostile to the acting side when the turn began
    held        territories the acting power controlled then
    liberated   territories taken this turn that an ally without capital first controlled: settled before phase 6
    researched  whether research dice were rolled this turn
    complexes   units mobilized this turn through each complex: (territory, number)
    raised      whether the free infantry of this turn was placed; `lent` the powers whose unit Lend-Lease took
    rockets     rocket strikes declared: (territory of the gun, territory of the complex)
    damage      IPCs destroyed this turn at a complex: (territory, number)
    fought      spaces whose combat is over; `sea_fights` zones with a sea combat this turn
    failed      territories whose landing did not take place
    banzai      spaces where a banzai attack was declared
    kamikaze    whether kamikaze have flown this turn
    treaty      whether Japan has attacked Soviet ground by a blitz this turn
    combat      the combat under way
    """

    hostile: tuple[str, ...] = ()
    held: tuple[str, ...] = ()
    liberated: tuple[str, ...] = ()
    researched: bool = False
    complexes: tuple[tuple[str, int], ...] = ()
    raised: bool = False
    lent: tuple[str, ...] = ()
    rockets: tuple[tuple[str, str], ...] = ()
    damage: tuple[tuple[str, int], ...] = ()
    fought: tuple[str, ...] = ()
    sea_fights: tuple[str, ...] = ()
    failed: tuple[str, ...] = ()
    banzai: tuple[str, ...] = ()
    kamikaze: bool = False
    treaty: bool = False
    combat: Combat | None = None


def facts(view: View) -> Facts:
    """The facts of a view, typed."""
    found: Facts = view.state.facts
    return found


def remember(table: Table, **changes: Any) -> None:
    """Replace some of the facts."""
    table.state.facts = replace(facts(table), **changes)


def combat(view: View) -> Combat:
    """The combat under way."""
    found = facts(view).combat
    assert found is not None, "no combat is under way"
    return found


def note_combat(table: Table, **changes: Any) -> None:
    """Replace some of the facts of the combat under way."""
    remember(table, combat=replace(combat(table), **changes))
