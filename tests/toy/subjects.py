"""The toy as a subject of the conformance checker: with two seats and with three."""

from __future__ import annotations

import random

from northafrica.core.pieces import Piece
from northafrica.core.state import State
from northafrica.core.table import Setting
from tests.conformance import Subject
from tests.toy.game import HAND, POWERS, TOY

THREE = {"blue": "cat", "red": "ann", "ruby": "ben"}
DEALT = "choose_for_me\ndice sun sun moon moon\n"
FIGHT = f"{DEALT}march 2 man dune > well\ncommit\nmarch 1 man ridge > well\ncommit\n"
MID = """northafrica position 1
system toy
scenario well
round 2
power red
phase march
at ridge: 2 red man, 1 ruby man
at dune: 2 blue man
stock ridge: water/red 2, water/ruby 5
"""

JUDGED = (
    ("", "put dune", "allowed"),
    (DEALT, "march 2 man dune > well", "allowed"),
    (DEALT, "march 3 man dune > well", "men"),
    (DEALT, "march 1 red man dune > well", "men"),
    (DEALT, "march 1 sun dune > well", "men"),
    (DEALT, "march 1 man dune > ridge", "route"),
    (DEALT, "march 1 man dune", "route"),
    (DEALT, "march 1 man dune > well > ridge", "route"),
    (DEALT, "drop 1", "line"),
    (DEALT, "commit", "allowed"),
    # Two lines of 1 and 2 men: 3 men are on no place, so the smallest set that fails is both lines.
    (f"{DEALT}march 2 man dune > well\nmarch 1 man dune > well\n", "commit", "men"),
    (f"{DEALT}march 2 man dune > well\nmarch 1 man dune > well\n", "drop 2", "allowed"),
    (f"{DEALT}march 2 man dune > well\nmarch 1 man dune > well\ndrop 1\n", "commit", "allowed"),
    (f"{DEALT}march 1 man dune > well\nmarch 1 man dune > well\nmarch 1 man dune > well\n", "commit", "men"),
    (FIGHT, "play sun", "allowed"),
    (FIGHT, "play moon", "ambush"),
    (FIGHT, "pass", "allowed"),
    (f"{FIGHT}play sun\n", "play moon", "allowed"),
    (f"{FIGHT}play sun\n", "play sun", "ambush"),
    (f"{FIGHT}play sun\nplay moon\nplay sun\n", "play sun", "ambush"),
    (MID, "march 2 man ridge > well", "allowed"),
    # Red has 2 water: with 2 men of its own it never lacks; a third man would be Ruby's.
    (MID, "march 3 man ridge > well", "men"),
    (MID.replace("water/red 2", "water/red 1"), "march 2 man ridge > well", "water"),
    (MID.replace("water/red 2", "water/red 1"), "march 1 red man ridge > well", "allowed"),
    (MID.replace("2 red man", "2 red man (worn 1)"), "march 1 man ridge > well", "allowed"),
    (MID.replace("power red", "power ruby"), "march 1 man ridge > well", "allowed"),
)


def reshuffled(setting: Setting, state: State, seat: str, rng: random.Random) -> State:
    """The same game with the tiles that a seat cannot see dealt anew."""
    mine = {HAND[POWERS[power]] for power, holder in setting.seats.items() if holder == seat}
    places = [place for place in ("cup", *HAND.values()) if place not in mine and state.at(place)]
    tiles = [piece for place in places for piece, n in state.at(place).items() for _ in range(n)]
    rng.shuffle(tiles)
    other = state.copy()
    for place in places:
        table: dict[Piece, int] = {}
        for _ in range(sum(state.at(place).values())):
            tile = tiles.pop()
            table[tile] = table.get(tile, 0) + 1
        other.pieces[place] = table
    return other


TOYS = (
    Subject(TOY, "well", seeds=(2, 11, 26), orders=300, judged=JUDGED, blind=reshuffled),
    Subject(TOY, "well", {"dry": "yes"}, THREE, (2, 15, 31), 200, blind=reshuffled, tag="three"),
)
