"""What a seat may not know stands in no message to its page: not at the start, not in the log, not in an order's text.

Of an enemy stack only the weakest unit is seen (option hidden_stacks of afrika2).
"""

from __future__ import annotations

from collections.abc import Callable

import ipywidgets as widgets
import pytest

import northafrica
from northafrica.bots import player
from northafrica.core.events import visible
from northafrica.core.game import Game
from northafrica.core.telling import entry_told, knows, told
from northafrica.lab import Replay, Stepper, handout
from northafrica.systems.afrika2.entities import LEADERS

RELEASE, REBUILD = "release 1 16_aus 1 17_aus 1 19_aus matruh", "rebuild 1 7_ind at cw_dead"
OPENING = ("trento yes", "never", RELEASE, "end", REBUILD, "end")
MARCH = "move 1 5_ind 1 11_ind a50.16 > a51.17"


def hidden_game(*orders: str) -> Game:
    game = northafrica.load("afrika2", "compass_short", seed=1, options={"hidden_stacks": "on"})
    for order in orders:
        game.play(order)
    return game


def unseen(game: Game, seat: str) -> set[str]:
    """The names of the units that a seat has seen at no entry so far."""
    states = [node.state for node in game.path()]
    full, seen = (
        {piece.kind for state in found for place in state.pieces.values() for piece in place}
        for found in (states, [game.system.hide(game.setting, state, seat) for state in states])
    )
    names = game.system.names(game.setting.data)
    return {names.kind(kind) for kind in full - seen - set(LEADERS)}


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """All that widgets are given to show."""
    messages: list[str] = []
    begin, send = widgets.Widget.open, widgets.Widget.send_state

    def opened(self: widgets.Widget) -> None:
        messages.append(str(self.get_state()))
        begin(self)

    def changed(self: widgets.Widget, key: object = None) -> None:
        messages.append(str(self.get_state(key=key)))
        send(self, key)

    monkeypatch.setattr(widgets.Widget, "open", opened)
    monkeypatch.setattr(widgets.Widget, "send_state", changed)
    return messages


TABLES: dict[str, Callable[[Game], Stepper | Replay]] = {
    "curtain": lambda game: Stepper(game, curtain=True, autosave=False),
    "one person": lambda game: Stepper(game, seats={"axis": "me", "cw": "rule"}, autosave=False),
    "waiting": lambda game: Stepper(game, seats={"axis": "me", "cw": "rule"}, begin=True, autosave=False),
    "replay": lambda game: Replay(game, seat="axis"),
}


@pytest.mark.parametrize("name", TABLES)
def test_opening_a_table_sends_no_hidden_unit(name: str, sent: list[str]) -> None:
    game = hidden_game()
    names = unseen(game, "axis")
    assert len(names) == 5
    table = TABLES[name](game)
    page = "\n".join(sent)
    assert "A50.16" in page
    assert not [name for name in names if name in page]
    table.close()


@pytest.mark.parametrize("name", ["one person", "replay"])
def test_an_order_of_the_enemy_is_told_as_far_as_it_is_seen(name: str, sent: list[str]) -> None:
    game = hidden_game(*OPENING, MARCH)
    node = game.node
    assert not knows(game, node, "axis")
    assert entry_told(game, node, "axis", "Axis") == "move, not all of which Axis sees"
    assert entry_told(game, node, "cw") == entry_told(game, node) == MARCH
    table = TABLES[name](game)
    if isinstance(table, Replay):
        table.to_last()
    page = "\n".join(sent)
    assert "not all of which Axis sees" in page
    assert "5_ind" not in page
    assert "5_ind" not in handout(game, seat="axis").html
    table.close()


def test_what_bots_do_is_told_to_the_one_person_as_far_as_it_is_seen() -> None:
    """The log, and the answer that a cell prints: no unit that was never seen."""
    game = hidden_game()
    table = Stepper(game, seats={"axis": "me", "cw": "rule"}, autosave=False)
    bot = player("rule", seed=5)
    for _ in range(6):
        answer = table.play(bot.order(table.game))
        page = f"{answer} {table._log.value} {table._answer.value}"
        assert not [name for name in unseen(table.game, "axis") if name in page], str(answer)
    table.close()


def test_no_entry_tells_a_seat_of_units_it_has_not_seen() -> None:
    game = hidden_game()
    bots = {seat: player("rule", seed=3) for seat in ("axis", "cw")}
    names = game.system.names(game.setting.data)
    for _ in range(40):
        other = "cw" if game.seat == "axis" else "axis"
        at = game.at
        game.play(bots[game.seat].order(game))
        hidden = unseen(game, other)
        for node in (node for node in game.path() if node.n > at):
            lines = [entry_told(game, node, other), *told(visible(node.events, other), names)]
            assert not [name for name in hidden if any(name in line for line in lines)], lines


def test_behind_the_curtain_nothing_stays_of_what_the_seat_before_has_seen() -> None:
    """Not in the page's model either: every widget there is, shown or at rest."""
    game = hidden_game()
    table = Stepper(game, curtain=True, odds=True, autosave=False)
    table._charts.which.value = "Supply on hand"
    bot, first = player("rule", seed=5), game.seat
    while table.game.seat == first:
        table.play(bot.order(table.game))
        table.session.comment("the secret of the seat before")
        table.refresh()
    assert table._veil.children
    names = unseen(table.game, table.game.seat)
    assert names
    page = "\n".join(str(widget.get_state()) for widget in widgets.widget._instances.values())
    assert [name for name in names if name in page] == []
    assert "the secret" not in page
    table._lifted()
    assert table._answer.value
    assert table._banner.value
    assert table.form.kind.options
    assert table._charts.chart is not None
    page = "\n".join(str(widget.get_state()) for widget in widgets.widget._instances.values())
    assert [name for name in names if name in page] == []
    table.close()
