"""The rule-of-thumb player of Revised: legal wherever it stands, repeatable, careful, and better than chance."""

from __future__ import annotations

import pytest

import northafrica
from northafrica.bots import play_out, player
from northafrica.core.game import Game
from northafrica.core.orders import OrderError

SIDES = ("axis", "allies")


def position(power: str, phase: str, *lines: str) -> Game:
    """A position with a few units."""
    head = f"northafrica position 1\nsystem revised\nscenario spring_1942\nround 2\npower {power}\nphase {phase}\n"
    return northafrica.position(head + "\n".join(lines) + "\n")


def orders(game: Game, phase: str) -> list[str]:
    """What the player orders until a phase is over."""
    bot, found = player("rule", 1), list[str]()
    while game.choice is not None and game.state.phase == phase:
        order = bot.order(game)
        assert game.check(order)
        found.append(str(order))
        game.play(order)
    return found


def test_the_same_seed_plays_the_same_turns_and_leaves_no_fault() -> None:
    def line(seed: int) -> list[str]:
        game = northafrica.load("revised", seed=5)
        bots = {side: player("rule", seed) for side in SIDES}
        while game.state.power in ("", "ussr", "germany"):
            game.play(bots[game.seat].order(game))
        assert game.system.faults(game.view()) == []
        return [str(node.order or node.result) for node in game.path()]

    assert line(1) == line(1)


def test_it_attacks_at_good_odds_and_not_at_bad_ones() -> None:
    """Four tanks and four infantry win against one infantry, and lose against ten with four tanks."""
    own = "at ukraine_ssr: 4 germany infantry, 4 germany tank"
    mine = "mark ukraine_ssr: control germany"
    weak = position("germany", "combat_move", own, mine, "at caucasus: 1 ussr infantry")
    strong = position("germany", "combat_move", own, mine, "at caucasus: 10 ussr infantry, 4 ussr tank")
    assert any("> caucasus" in order for order in orders(weak, "combat_move"))
    assert not any("> caucasus" in order for order in orders(strong, "combat_move"))


def test_it_loads_sails_and_lands() -> None:
    """A transport takes what stands beside it to an empty hostile coast two zones away."""
    game = position("us", "combat_move", "at eastern_united_states: 2 us infantry", "at sz10: 1 us transport")
    found = orders(game, "combat_move")
    assert [order.split()[0] for order in found[:3]] == ["load", "move", "assault"]
    assert found[-1] == "commit"


def test_aircraft_it_sends_can_land() -> None:
    """The fighter reaches Ukraine and comes back to a territory held since the start; none is lost."""
    game = position(
        "germany",
        "combat_move",
        "at germany: 3 germany fighter, 1 germany bomber",
        "at eastern_europe: 3 germany infantry",
        "at ukraine_ssr: 1 ussr infantry",
        "mark ukraine_ssr: control ussr",
    )
    bot = player("rule", 1)
    while game.state.phase != "mobilize":
        if game.choice is None:
            game.roll(*[1] * game.chance.count(game.view()))  # type: ignore[union-attr]
        else:
            game.play(bot.order(game))
    flown = [event for event in game.events() if event.piece and event.piece.kind in ("fighter", "bomber")]
    where = {at for at, found in game.state.pieces.items() for piece in found if piece.kind in ("fighter", "bomber")}
    assert flown
    assert "ukraine_ssr" not in where
    assert {game.state.marker(at, "control") for at in where} == {"germany"}
    fighters = [n for at in where for p, n in game.state.pieces[at].items() if p.kind == "fighter"]
    assert sum(fighters) == 3


def test_it_guards_its_capital_first() -> None:
    """Moscow with one infantry beside ten tanks: every IPC goes into infantry."""
    game = position(
        "ussr",
        "purchase",
        "at russia: 1 ussr infantry, 1 ussr industrial_complex",
        "at west_russia: 10 germany tank",
        "mark west_russia: control germany",
        "stock treasury: ipc/ussr 24",
    )
    assert orders(game, "purchase") == ["buy 1 infantry"] * 8 + ["end"]


@pytest.mark.parametrize("side", SIDES)
def test_it_gains_on_random_play(side: str) -> None:
    """After a round it holds more production than at the start; benchmarks/bots.py counts whole games."""
    from northafrica.systems.revised.board.ground import SIDES as SIDE_OF
    from northafrica.systems.revised.board.ground import production

    def income(game: Game) -> int:
        return sum(production(game.view(), power) for power, of in SIDE_OF.items() if of == side)

    game = northafrica.load("revised", seed=f"gain {side}")
    start = income(game)
    play_out(game, {one: player("rule" if one == side else "random", 3) for one in SIDES}, rounds=1)
    assert income(game) > start


def test_ships_in_a_contested_zone_fight_where_they_are() -> None:
    """A move to where the ships are already is no order; the battle is fought all the same."""
    game = position(
        "us", "combat_move", "at sz10: 1 us battleship, 1 us destroyer, 1 germany transport", "at alaska: 1 us infantry"
    )
    with pytest.raises(OrderError, match="leads to another space, not to Sea Zone 10"):
        game.check("move 1 battleship sz10 > sz10")
    assert orders(game, "combat_move") == ["commit"]
