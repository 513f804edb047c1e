"""Under every option, each way: positions, records and events of a game give back its states."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from benchmarks.drafts import same_when_folded, same_when_read, same_when_replayed
from northafrica.bots import player
from northafrica.core.game import Game
from northafrica.core.start import make_setting, new_game
from northafrica.systems import SYSTEMS

SCENARIO = {"aana": "torch", "afrika2": "race_short"}
SEATS = {"aana": {"germany": "Ann", "italy": "Ann", "vichy": "Ann", "uk": "Ben", "us": "Ben", "free_french": "Ben"}}


def switched() -> Iterator[tuple[str, str, str]]:
    """Each value of each option that is not its default."""
    for system in SCENARIO:
        for name, option in SYSTEMS[system].options(SYSTEMS[system].load()).items():
            yield from ((system, name, value) for value in option.values if value != option.default)


@pytest.mark.parametrize(("system", "name", "value"), list(switched()))
def test_a_game_comes_back(system: str, name: str, value: str) -> None:
    game = new_game(make_setting(SYSTEMS[system], SCENARIO[system], {name: value}), 1)
    _played(game, 16)


@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize("scenario", ["rommel", "torch"])
def test_a_game_after_a_bid_comes_back(scenario: str, number: int) -> None:
    """What is bid lies in the treasury until the power's first turn; two players may have exchanged sides."""
    game = new_game(make_setting(SYSTEMS["aana"], scenario, {"bidding": "on"}, SEATS["aana"]), number)
    for order in ("bid 4 axis", "bid 7 axis", "accept")[number % 2 :]:
        game.play(order)
        same_when_read(game)
    _played(game, 30)


def _played(game: Game, orders: int) -> None:
    bot = player("random", 1)
    for _ in range(orders):
        if game.choice is None:
            break
        same_when_read(game)
        game.play(bot.order(game))
    same_when_folded(game)
    same_when_replayed(game)
