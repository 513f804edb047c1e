"""What a game of `marenostrum` remembers besides pieces and markers: plain frozen data.

What lasts longer than a player turn stands in markers of the place `campaign` (Torch, Pacific War, Mercury, Iraq).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from northafrica.core.table import Table, View


@dataclass(frozen=True)
class Allowance:
    """Actions that may still be taken, and what limits them.

    source   `turn` (the automatic one), an event's id, `mercury`, `torch`, `morale`
    scope    groups and kinds of Actions (`any`, `g3`, `g3:land`, `g3:amphibious`); any of them will do
    nations  nationalities that may take part, none for all; `one_nation` only one of them in an Action
    regions  where its units may start and go, everywhere where empty
    left     how many Actions
    """

    source: str
    scope: tuple[str, ...] = ("any",)
    nations: tuple[str, ...] = ()
    one_nation: bool = False
    left: int = 1
    regions: tuple[str, ...] = ()


@dataclass(frozen=True)
class Terms:
    """What limits the units of the Action under way: their nationality, where they start, where they may be.

    source   what gave the Action; `place` the area where supply was spent, all its units start there
    action   the Action of the menu; `force` the units that moved in it (who else is on the spot may join)
    target   the one area it may be aimed at, "" for any (rule major.felix.actions); `against` the counters it
             is aimed at, each with its place, all there are where empty (rule major.ultra.reaction)
    """

    source: str = "turn"
    nations: tuple[str, ...] = ()
    one_nation: bool = False
    place: str = ""
    regions: tuple[str, ...] = ()
    action: str = ""
    force: tuple[str, ...] = ()
    target: str = ""
    against: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Facts:
    """The memory of a player turn.

    allowances  Actions that may still be taken
    forfeit     whether the automatic Action is lost this turn
    executed    whether the automatic Action is done or forfeited, so that supply may be spent (rule 13.6.after-auto)
    begun       whether an Action was taken this phase; `appealed` whether one was an appeal
    barred      whether no event that gives Actions may be played (rule event.axis.6.fuehrer-hq)
    played      events played this turn
    seen        places in which the side whose turn it is has examined the enemy's units this turn
    intercepted fighters that have intercepted (rule 26.2.restrict)
    shocks      what of this Action calls for a roll on the Shock Table: rule, and who lost (rule 29.0.roll)
    """

    allowances: tuple[Allowance, ...] = ()
    forfeit: bool = False
    executed: bool = False
    begun: bool = False
    appealed: bool = False
    barred: bool = False
    played: tuple[str, ...] = ()
    seen: tuple[str, ...] = ()
    shocks: tuple[tuple[str, str], ...] = ()
    intercepted: tuple[str, ...] = ()


def facts(view: View) -> Facts:
    """The facts of a view, typed."""
    found: Facts = view.state.facts
    return found


def remember(table: Table, **changes: Any) -> None:
    """Replace some of the facts."""
    table.state.facts = replace(facts(table), **changes)
