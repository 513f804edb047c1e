"""Which fighters find a deck when carriers may sail: as many as in the best of all ways, tried one by one."""

from __future__ import annotations

import random
from itertools import permutations, product

import pytest

from northafrica.core.pieces import Piece
from northafrica.systems.revised.board.landing import Deck, seat

ZONES = ("sz50", "sz51", "sz52", "sz57")
SHIP = Piece("us", "aircraft_carrier")


def best_by_trying(needy: list[frozenset[str]], decks: list[Deck]) -> int:
    """The most fighters with a place: every way out of the carriers, every order in which fighters choose."""
    best = 0
    for chosen in product(*[deck.zones for deck in decks]):
        for order in permutations(needy):
            room = {zone: sum(d.room for d, at in zip(decks, chosen, strict=True) if at == zone) for zone in ZONES}
            found = 0
            for zones in order:
                free = [zone for zone in sorted(zones) if room[zone] > 0]
                if free:
                    room[free[0]] -= 1
                    found += 1
            best = max(best, found)
    return best


@pytest.mark.parametrize("seed", range(60))
def test_as_many_as_can_find_a_deck(seed: int) -> None:
    rng = random.Random(seed)
    needy = [frozenset(rng.sample(ZONES, rng.randint(0, 3))) for _ in range(rng.randint(1, 5))]
    kinds = [Deck(tuple(rng.sample(ZONES, rng.randint(1, 3))), rng.randint(0, 2), SHIP) for _ in range(2)]
    decks = sorted((rng.choice(kinds) for _ in range(rng.randint(1, 3))), key=str)
    chosen, seats = seat(needy, decks)
    assert all(zone in deck.zones for deck, zone in zip(decks, chosen, strict=True))
    assert all(not zone or zone in zones for zone, zones in zip(seats, needy, strict=True))
    for zone in ZONES:
        assert seats.count(zone) <= sum(d.room for d, at in zip(decks, chosen, strict=True) if at == zone)
    assert sum(map(bool, seats)) == best_by_trying(needy, decks)
