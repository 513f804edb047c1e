"""What a round of the battle on the board is worth if both sides play best from there, supply counted.

Worth: RP the defender loses, less those the attacker loses, plus the territory's if it is taken.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from northafrica.core.table import View
from northafrica.mechanisms.hits import Group
from northafrica.odds.battle import Battle, Goal
from northafrica.odds.supply import FALL_BACK, FIGHT, Game, Supply
from northafrica.odds.supply_play import check_game
from northafrica.odds.told import OddsError
from northafrica.systems.aana.board.ground import acting_side, data, enemy_of, fives, is_land, sources
from northafrica.systems.aana.facts import combat

MOST_STATES = 6_000
"""Ways to stand (units of both sides, supply) beyond which the table would wait too long."""


@dataclass(frozen=True)
class Worth:
    """The worth of a round at its start: if the defender fights, if it falls back, if it does what is best for it."""

    fight: float
    fall_back: float
    best: float
    supply: str
    territory: float


def supply_of(view: View, space: str, attack: Sequence[Group]) -> Supply:
    """Supply in reach: one number for each territory attackers come from, one for all where these share sources."""
    side = acting_side(view)
    origins = list(dict.fromkeys(place for place, piece, _ in attack if is_land(piece)))
    found = [dict(sources(view, place, side)) for place in origins]
    places = [place for reach in found for place in reach]
    if len(places) == len(set(places)) and found:
        ours = tuple(sum(reach.values()) for reach in found)
    else:
        ours = (sum({place: n for reach in found for place, n in reach.items()}.values()),)
    return Supply(ours, sum(n for _, n in sources(view, space, enemy_of(side))))


def worth_of_round(view: View, space: str, attack: Sequence[Group], battle: Battle, pressing: bool) -> Worth | None:
    """The worth of the next round; `pressing`: the attacker pays for it first. None where it is not worked out."""
    if battle.at_sea or combat(view).landing:
        return None
    territory = float(data(view).rp(space) or 0)
    battle = replace(battle, goal=Goal("value", territory), opening=())
    supply = _no_more_than_needed(supply_of(view, space, attack), battle)
    if _states(battle, supply) > MOST_STATES:
        return None
    try:
        check_game(battle)
        game = Game(battle, supply)
        game.solve()
    except OddsError:
        return None
    us = game.us.index[tuple(0 if u.leaves_after == 1 else u.count for u in battle.units("attacker"))]
    them = game.them.index[tuple(u.count for u in battle.units("defender"))]
    tokens = (*supply.ours, supply.theirs)
    if pressing:
        tokens = tuple(have - cost for have, cost in zip(tokens, (*game.cost[us].tolist(), 0), strict=True))
    if min(tokens) < 0 or not us:
        return None
    values = {way: float(table[us, them]) for way, table in game.round_value[tokens].items()}
    told = f"{'+'.join(map(str, supply.ours))}:{supply.theirs}"
    return Worth(values[FIGHT], values[FALL_BACK], min(values.values()), told, territory)


def _no_more_than_needed(supply: Supply, battle: Battle) -> Supply:
    """More supply than a few rounds can use changes nothing: leave it out."""
    rounds = 4
    need = rounds * fives(sum(u.count for u in battle.attackers))
    return replace(supply, ours=tuple(min(n, need) for n in supply.ours), theirs=min(supply.theirs, rounds))


def _states(battle: Battle, supply: Supply) -> int:
    ours = math.prod(u.count + 1 for u in battle.attackers)
    theirs = sum(u.count for u in battle.defenders) + 1
    return ours * theirs * math.prod(n + 1 for n in supply.ours) * (supply.theirs + 1)
