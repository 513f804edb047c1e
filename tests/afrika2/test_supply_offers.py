"""What the Supply and Movement Phases offer is allowed, adds up, and leaves nothing impossible behind."""

from __future__ import annotations

import random
from typing import Any

import pytest

import northafrica
from northafrica.bots.random import random_order
from northafrica.core.game import Game
from northafrica.core.orders import Order, specs
from northafrica.systems.afrika2.orders import BuildBox, Ship, Spend, Supply, Truck

SCENARIOS = ["italian_invasion_short", "compass_short", "race_short", "crusader_short", "gazala_short"]


def offered(game: Game, kind: type[Order], rng: random.Random, tries: int) -> list[Order]:
    """Some of the orders of a kind that the fields offer, as a form would put them together."""
    choice = game.choice
    assert choice is not None
    view, found = game.view(game.seat), []
    for _ in range(tries):
        given: dict[str, Any] = {}
        deed = choice.deed(view, kind)
        places = deed.places(view)
        if places:
            given["route"] = (rng.choice(list(places)),)
        for spec in specs(kind):
            values = list(deed.values(view, spec, given))
            if not values:
                break
            picked = rng.choice(values)
            given[spec.name] = (picked,) if spec.type == "units" else picked
        else:
            found.append(kind(**given))
    return found


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_offer_is_allowed_and_supply_points_add_up(scenario: str) -> None:
    game, rng = northafrica.load("afrika2", scenario, seed=4), random.Random(4)
    seen = set()
    for _ in range(90):
        if game.outcome is not None or game.choice is None:
            break
        for kind in (Truck, Ship, BuildBox, Supply, Spend):
            if kind.kind in game.legal():
                for order in offered(game, kind, rng, 1):
                    ruling = game.check(order)
                    assert ruling, f"{order}: {ruling}"
                    seen.add(kind)
        before = points(game)
        events = game.play(random_order(game, rng))
        change = 0
        for event in events:
            if event.resource == "sp":
                change += {"gained": 1, "spent": -1, "destroyed": -1, "expired": -1}.get(event.kind, 0) * event.amount
        assert points(game) == before + change
        assert not game.system.faults(game.view())
    assert {Truck, Supply} <= seen


def points(game: Game) -> int:
    """All Supply Points on the table."""
    return sum(n for stocks in game.state.stocks.values() for stock, n in stocks.items() if stock.resource == "sp")
