"""Mines on the board: whose they are, whom they meet (rulebook p.26-27)."""

from __future__ import annotations

from collections.abc import Sequence

from northafrica.core.groups import Keep
from northafrica.core.table import View
from northafrica.systems.aana.board.ground import (
    acting_side,
    belongs,
    controller,
    data,
    enemy_of,
    is_combat,
    is_land,
    mine,
    owner,
)

MINED = "mined"
"""What `done` says of land units thrown back."""


def sea_mine_owners(view: View, zone: str, side: str) -> list[str]:
    """Powers of a side with mines in a zone (rule mine.sea.power-owned)."""
    return sorted(
        s.owner for s in view.state.stocks.get(zone, {}) if s.resource == "sea_mine" and belongs(s.owner, side)
    )


def is_mined_sea(view: View, zone: str, side: str) -> bool:
    """Whether enemies of a side have mines in a zone."""
    return bool(sea_mine_owners(view, zone, enemy_of(side)))


def land_mine_owners(view: View, space: str) -> tuple[str, ...]:
    """Rules mine.land.owner, mine.land.owner-count, mine.land.owner-tie: nobody, one power, or two in a tie."""
    marker = controller(view, space)
    if marker:
        return (marker,)
    counts: dict[str, int] = {}
    for piece, n in view.state.at(space).items():
        if is_combat(piece) and not piece.has("aloft"):
            counts[owner(piece.power)] = counts.get(owner(piece.power), 0) + n
    if not counts:
        return ()
    most = max(counts.values())
    return tuple(sorted(power for power, n in counts.items() if n == most))


def owner_rules(view: View, space: str) -> tuple[str, ...]:
    """The rules by which the land mines of a territory belong to whom they do."""
    if controller(view, space):
        return ("mine.land.owner",)
    tied = ("mine.land.owner-tie",) if len(land_mine_owners(view, space)) > 1 else ()
    return ("mine.land.owner", "mine.land.owner-count", *tied)


def flown_over(view: View, way: Sequence[str]) -> tuple[str, ...]:
    """Rule mine.not-air, where an aircraft passes mines on its way or at its end."""
    side = acting_side(view)
    near = data(view).board.neighbours(way[-1], "land")
    at_sea = any(is_mined_sea(view, space, side) for space in way[1:])
    return ("mine.not-air",) if at_sea or any(is_mined_border(view, way[-1], to, side) for to in near) else ()


def beside_convoys(view: View, way: Sequence[str]) -> tuple[str, ...]:
    """Rule transport.noncombat, where ships pass or join enemy cargo that makes no zone hostile."""
    side = acting_side(view)
    met = any(not belongs(p.power, side) and p.has("cargo") for zone in way[1:] for p in view.state.at(zone))
    return ("transport.noncombat",) if met else ()


def lie_idle(view: View, space: str) -> bool:
    """Whether the land mines of a territory belong to nobody (mine.land.active, mine.land.unowned-capture)."""
    return not land_mine_owners(view, space)


def border(space: str, origin: str) -> str:
    """The place of the land mines of a territory that face a neighbour."""
    return f"{space}>{origin}"


def is_mined_border(view: View, space: str, origin: str, side: str) -> bool:
    """Whether a side crossing into a territory meets active enemy mines (mine.land.active, mine.land.border-only)."""
    if not view.state.stock(border(space, origin), "land_mine"):
        return False
    owners = land_mine_owners(view, space)
    return bool(owners) and all(not belongs(power, side) for power in owners)


def crossing(view: View, space: str, origin: str) -> tuple[str, Keep]:
    """Where the land units crossing a mined border are, and which they are: attackers in their origin, or blitzers."""
    if any(p.get("crossing") == origin for p in view.state.at(space)):
        return space, lambda p: p.get("crossing") == origin and mine(view, p)
    return origin, lambda p: p.get("attack") == space and is_land(p)
