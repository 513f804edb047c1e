"""What a game of `aana` remembers besides pieces, stocks and markers: plain frozen data."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from northafrica.core.pieces import Piece
from northafrica.core.table import Table, View


@dataclass(frozen=True)
class Hit:
    """A hit waiting for its casualty: what fired (land, air, ship, sub), and the type it demands, if any."""

    by: str
    demand: str = ""


@dataclass(frozen=True)
class Combat:
    """A combat under way.

    space, domain   where, and "land" or "sea"
    round           1 in the first combat round
    main            origin of the main attack; `flanks` the origins whose units reroll 8 to 10
    hits, taken     hits of the current fire, and the casualties already chosen for them
    orders          what the defenders do this round: "fight", "retreat" or "exempt" (only the exempt fight)
    cancelled       sides whose submarines are seen by an enemy destroyer this round
    spotted         sides whose aircraft may hit submarines this round
    scored          hits of the defenders this round; `vichy` if Vichy units began the round alone
    escaped         supply that got away from a convoy: (power, amount)
    cargo_hits      hits waiting to fall on transports
    """

    space: str
    domain: str
    round: int = 1
    main: str = ""
    flanks: tuple[str, ...] = ()
    hits: tuple[Hit, ...] = ()
    taken: tuple[Piece, ...] = ()
    orders: str = "fight"
    cancelled: tuple[str, ...] = ()
    spotted: tuple[str, ...] = ()
    scored: int = 0
    vichy: bool = False
    escaped: tuple[tuple[str, int], ...] = ()
    cargo_hits: int = 0
    landing: bool = False


@dataclass(frozen=True)
class Facts:
    """The memory of a turn.

    airfields   territories where aircraft of the acting side may land (friendly-controlled at turn start)
    blitzed     territories blitzed through this turn; `attacked` those attacked by land units
    combats     spaces with a declared combat not yet fought
    landings    spaces of Torch landings not yet fought
    bought      supply bought this turn, by value; `tokens` by token
    mined       spaces where a mine was laid this turn; `french` Free French types bought this turn
    fresh       supply deployed this turn by convoy zone
    pending     mined zones or borders entered and not yet decided: (space, border or "")
    captured    territories captured this turn; `tigers` Tiger tanks bought, `anzac` ANZAC infantry sent
    sailed      whether mines were decided in phase 5: no further ship sets out (mine.sea.step-move)
    charges     mines set off, before the dice fall: (owner, number); `mine_hits` what their dice hit
    """

    airfields: tuple[str, ...] = ()
    blitzed: tuple[str, ...] = ()
    attacked: tuple[str, ...] = ()
    combats: tuple[str, ...] = ()
    landings: tuple[str, ...] = ()
    bought: int = 0
    tokens: int = 0
    mined: tuple[str, ...] = ()
    french: tuple[str, ...] = ()
    fresh: tuple[tuple[str, int], ...] = ()
    pending: tuple[tuple[str, str], ...] = ()
    captured: tuple[str, ...] = ()
    tigers: int = 0
    anzac: int = 0
    charges: tuple[tuple[str, int], ...] = ()
    mine_hits: tuple[tuple[str, int], ...] = ()
    sailed: bool = False
    combat: Combat | None = None


def facts(view: View) -> Facts:
    """The facts of a view, typed."""
    found: Facts = view.state.facts
    return found


def remember(table: Table, **changes: Any) -> None:
    """Replace some of the facts."""
    table.state.facts = replace(facts(table), **changes)


def forget_combat(table: Table, space: str) -> None:
    """No combat waits in a space any more, no landing either."""
    combats, landings = (
        tuple(place for place in places if place != space) for places in (facts(table).combats, facts(table).landings)
    )
    remember(table, combats=combats, landings=landings)


def combat(view: View) -> Combat:
    """The combat under way."""
    found = facts(view).combat
    assert found is not None, "no combat is under way"
    return found


def note_combat(table: Table, **changes: Any) -> None:
    """Replace some of the facts of the combat under way."""
    remember(table, combat=replace(combat(table), **changes))
