"""The map without a browser: what it holds, what a change costs, what closing leaves behind."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import ipywidgets as widgets
import pytest

import northafrica
from northafrica.bots.random import random_order
from northafrica.core.game import Game
from northafrica.core.start import make_setting, new_game
from northafrica.lab import BoardMap
from northafrica.lab.board import labels, placement
from northafrica.lab.board.geometry import pixels_per_degree
from northafrica.lab.board.scene import scene
from tests.toy.game import TOY

DEAR = 30_000


def open_widgets() -> int:
    return len(widgets.widget._instances)


@pytest.fixture
def game() -> Game:
    return northafrica.load("aana", "torch", seed=1)


@pytest.fixture
def board(game: Game) -> Iterator[BoardMap]:
    found = BoardMap(game)
    yield found
    found.close()


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Sizes of the messages widgets send."""
    sizes: list[int] = []

    def send(self: widgets.Widget, msg: dict[str, Any], buffers: Any = None) -> None:
        sizes.append(len(json.dumps(msg, default=str)))

    def send_state(self: widgets.Widget, key: Any = None) -> None:
        sizes.append(len(json.dumps(self.get_state(key=key), default=str)))

    monkeypatch.setattr(widgets.Widget, "_send", send)
    monkeypatch.setattr(widgets.Widget, "send_state", send_state)
    return sizes


def area(a: tuple[float, ...], b: tuple[float, ...]) -> float:
    width, height = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    return max(0.0, width) * max(0.0, height)


def play(game: Game, orders: int, seed: int = 4) -> None:
    rng = random.Random(seed)
    for _ in range(orders):
        if game.choice is not None:
            game.play(random_order(game, rng))


def test_nothing_is_asked_of_the_internet(board: BoardMap) -> None:
    for layer in board._map.layers:
        url = getattr(layer, "url", "data:")
        assert url.startswith("data:")


def test_ground_is_sent_once_and_a_move_is_small(board: BoardMap, game: Game, sent: list[int]) -> None:
    ground = board._ground.data
    costs = []
    for seed in range(12):
        play(game, 1, seed)
        sent.clear()
        board.update(game)
        costs.append(sum(sent))
    assert board._ground.data is ground
    assert max(costs) < DEAR
    sent.clear()
    board.update(game)
    assert sum(sent) == 0


def test_selecting_costs_little_and_tells_nobody_but_people_do(board: BoardMap, sent: list[int]) -> None:
    told: list[str] = []
    board.on_select(told.append)
    board.select("tobruk")
    assert sum(sent) < DEAR / 2
    assert board.selected == "tobruk" == board._list.selected
    assert not told
    board._list.select_box.value = "cairo"
    board._clicked(feature={"properties": {"id": "malta"}})
    board._boxes["csz_indian"].children[0].click()
    assert told == ["cairo", "malta", "csz_indian"]
    assert board.selected == "csz_indian" == board._list.selected
    board.on_select(told.append, remove=True)
    board._clicked(feature={"properties": {"id": "malta"}})
    assert len(told) == 3
    with pytest.raises(KeyError, match="atlantis"):
        board.select("atlantis")


def test_pointing_tells_about_a_space_and_leaving_returns(board: BoardMap) -> None:
    board.select("tobruk")
    board._pointed(feature={"properties": {"id": "cairo"}})
    assert "<h4>Cairo" in board._panel.value
    board._left()
    assert "<h4>Tobruk" in board._panel.value


def test_the_list_is_searched_by_what_stands_there(board: BoardMap) -> None:
    board._list.filter.value = "bomber sardinia"
    assert [space for _, space in board._list.select_box.options] == ["sardinia"]
    board._list.filter._handle_custom_msg({"event": "submit"}, [])
    assert board.selected == "sardinia"
    board._list.filter.value = ""
    board.highlight(["tunis", "mareth"])
    marked = [space for label, space in board._list.select_box.options if label.startswith("▸")]
    assert sorted(marked) == ["mareth", "tunis"]
    assert ".k-tunis" in board._control.value


def test_closing_leaves_nothing(game: Game) -> None:
    before = open_widgets()
    board = BoardMap(game)
    play(game, 40)
    board.update(game)
    board.select("malta")
    assert open_widgets() > before
    board.close()
    assert open_widgets() == before


def test_markers_follow_the_game(board: BoardMap, game: Game) -> None:
    for _ in range(4):
        play(game, 25)
        board.update(game)
        shapes = scene(game).ground.shapes
        occupied = {space for space, stacks in game.state.pieces.items() if stacks and space in shapes}
        assert occupied <= set(board._markers)
        assert set(board._markers) == set(board._shown)
        assert tuple(board._markers.values()) == board._stacks.layers


def test_a_board_without_shapes_has_list_and_panel() -> None:
    game = new_game(make_setting(TOY, "well"), 1)
    board = BoardMap(game)
    board.select("well")
    assert "<h4>" in board._panel.value
    board.close()


@pytest.mark.parametrize("zoom", labels.STEPS)
def test_names_never_cover_one_another(game: Game, zoom: float) -> None:
    ground = scene(game).ground
    shapes, spots = ground.shapes, labels.spots(ground)
    boxes = [labels.box(shapes[space], zoom, spot) for space, spot in spots.items() if spot.zoom <= zoom]
    for n, one in enumerate(boxes):
        for other in boxes[:n]:
            assert not labels._overlap(one, other)


@pytest.mark.parametrize("scenario", ["rommel", "torch"])
@pytest.mark.parametrize("level", [1, 2])
def test_stacks_hardly_cover_one_another(scenario: str, level: int) -> None:
    now = scene(northafrica.load("aana", scenario, seed=1))
    cards = [card for space, card in now.cards.items() if space in now.ground.shapes and card.stacks]
    shifts = placement.place(now.ground, cards, level)
    detail = placement.LEVELS[level]
    scale = pixels_per_degree(now.ground.zooms.laid[level])
    rooms = []
    for card in cards:
        x, y = now.ground.shapes[card.space].anchor
        size = placement.extent(placement.items(card, False), detail)
        rooms.append(placement._box((x * scale, -y * scale), shifts[card.space], size))
    total = sum((room[2] - room[0]) * (room[3] - room[1]) for room in rooms)
    covered = sum(area(a, b) for n, a in enumerate(rooms) for b in rooms[:n])
    assert covered < 0.03 * total


def test_every_name_finds_its_place(game: Game) -> None:
    ground = scene(game).ground
    shapes, spots = ground.shapes, labels.spots(ground)
    land = {space for space, shape in shapes.items() if shape.kind == "land"}
    assert land <= set(spots)
    assert all(spot.zoom <= 6 for space, spot in spots.items() if space in land)
