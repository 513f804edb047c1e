"""A map of many small spaces: its plan, its stacks, overlays, list and pictures, what it sends."""

from __future__ import annotations

import math
import random
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator

import pytest

from northafrica.bots.random import random_order
from northafrica.core.game import Game
from northafrica.core.map_plan import MapPlan
from northafrica.core.overlays import Overlay
from northafrica.core.start import make_setting, new_game
from northafrica.lab import BoardMap, Stepper, board_picture
from northafrica.lab.board.scene import ground, scene
from northafrica.systems.afrika2.data import load
from northafrica.systems.afrika2.shown.map_plan import map_plan
from northafrica.systems.afrika2.system import SYSTEM
from tests.lab.tables import listening, open_widgets

FIRST, MOVE = 1_700_000, 60_000
MILE = 69.0


def start(scenario: str = "gazala") -> Game:
    return new_game(make_setting(SYSTEM, scenario), 1)


@pytest.fixture(scope="module")
def plan() -> MapPlan:
    return map_plan(load())


@pytest.fixture
def board() -> Iterator[BoardMap]:
    found = BoardMap(start())
    yield found
    found.close()


def middle(plan: MapPlan, space: str) -> tuple[float, float]:
    corners = plan.outlines[space]
    return sum(lat for lat, _ in corners) / 6, sum(lon for _, lon in corners) / 6


# -- the plan ------------------------------------------------------------------------------------------------
def test_hexagons_stand_where_the_table_says(plan: MapPlan) -> None:
    hexes = load().hexes
    assert set(plan.outlines) == set(hexes)
    for name, info in hexes.items():
        assert math.dist(middle(plan, name), (info.lat, info.lon)) < 0.002


@pytest.mark.parametrize(
    ("space", "lat", "lon"),
    [("a36.23", 32.08, 23.96), ("a7.23", 32.12, 20.07), ("b12.15", 30.83, 28.95), ("b30.10", 30.05, 31.25)],
)
def test_towns_lie_on_the_real_coast(plan: MapPlan, space: str, lat: float, lon: float) -> None:
    """Tobruk, Benghazi, El Alamein, Cairo: within twelve miles (the fit has a spread of six)."""
    found = middle(plan, space)
    east = (found[1] - lon) * math.cos(math.radians(lat))
    assert math.hypot(found[0] - lat, east) * MILE < 12


def test_neighbours_share_two_corners_and_others_none(plan: MapPlan) -> None:
    near = load().ways.near["a36.23"].values()
    corners = {space: {(round(a, 6), round(b, 6)) for a, b in plan.outlines[space]} for space in plan.outlines}
    touching = {space for space, found in corners.items() if len(found & corners["a36.23"]) == 2}
    assert touching == set(near)


def test_hexsides_are_drawn_once_and_teeth_point_downhill(plan: MapPlan) -> None:
    hexes = load().hexes
    counts = Counter(line.kind for line in plan.lines)
    assert counts["escarpment"] == sum(list(info.escarpments.values()).count("low") for info in hexes.values())
    assert counts["wadi"] == sum(len(info.wadis) for info in hexes.values()) / 2
    assert counts["fort"] == sum(len(info.forts) for info in hexes.values()) / 2
    low = "a45.19"
    side = next(d for d, kind in hexes[low].escarpments.items() if kind == "low")
    foot, top = middle(plan, low), middle(plan, load().ways.near[low][side])
    line = next(
        line.points
        for line in plan.lines
        if line.kind == "escarpment" and math.dist(_mean(line.points), _mean((foot, top))) < 0.01
    )
    (ay, ax), (by, bx) = line
    to_foot = (bx - ax) * (foot[0] - ay) - (by - ay) * (foot[1] - ax)
    assert to_foot < 0, "the low hex lies on the right"


def _mean(points: tuple[tuple[float, float], ...]) -> tuple[float, float]:
    return sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)


# -- the map ---------------------------------------------------------------------------------------------------
def test_the_map_is_sent_once_and_small() -> None:
    with listening() as sizes:
        board = BoardMap(start())
    assert 300_000 < sum(sizes) < FIRST
    board.close()


def test_a_move_sends_little() -> None:
    table = Stepper(start("compass"), autosave=False)
    rng, costs = random.Random(2), []
    for _ in range(25):
        if table.game.choice is None:
            break
        with listening() as sizes:
            answer = table.play(random_order(table.game, rng))
        assert answer.ok, str(answer)
        costs.append(sum(sizes))
    assert len(costs) > 10
    assert max(costs) < MOVE
    table.close()


def test_closing_leaves_nothing() -> None:
    before = open_widgets()
    board = BoardMap(start())
    board.select("a28.21")
    board.overlay("move:axis")
    board.close()
    assert open_widgets() == before


def test_counters_tell_values_steps_and_nation(board: BoardMap) -> None:
    html = board._shown["a28.21"][0]
    assert ">8-6-9<" in html, "21st Panzer's tanks as printed"
    assert "▮▮▮" in html
    assert "n-german" in html
    assert "n-south_african" in board._shown["a31.22"][0]


def test_the_list_names_what_is_of_note_and_finds_the_rest(board: BoardMap) -> None:
    listed = [space for _, space in board._list.select_box.options]
    assert {"a36.23", "a28.21", "tripoli"} <= set(listed)
    assert "a50.10" not in listed
    assert len(listed) < 200
    board._list.filter.value = "a50.10"
    assert [space for _, space in board._list.select_box.options] == ["a50.10"]
    board._list.filter.value = ""
    board.select("a50.10")
    assert board.selected == "a50.10" == board._list.selected
    assert "terrain: hills" in board._panel.value


def test_pointing_tells_the_cost_and_draws_the_way(board: BoardMap) -> None:
    board.select("a28.21")
    board.overlay("range:axis")
    board._pointed(feature={"properties": {"id": "a27.21"}})
    assert "Supply range" in board._panel.value
    assert len(board._overlays.way.data["features"]) == 1
    board.overlay("")
    assert board._overlays.way.data["features"] == []


def test_every_overlay_can_be_drawn(board: BoardMap) -> None:
    board.select("a28.21")
    names = board.overlays()
    assert len(names) > 8
    for name, title in names.items():
        board.overlay(name)
        assert board._overlays.shown is not None, title
        assert "color-mix" in board._overlays.css.value, title
    with pytest.raises(KeyError):
        SYSTEM.overlay(start().view(), "nonsense", "a28.21")


# -- what overlays say, by hand --------------------------------------------------------------------------------
def test_a_primary_road_costs_a_quarter_a_hex() -> None:
    """From Tobruk a primary road runs south over A36.22 to El Adem: a quarter each (Terrain Effects Chart)."""
    found = SYSTEM.overlay(start().view(), "road", "a36.23")
    assert (found.labels["a36.22"], found.labels["a36.21"]) == ("¼", "½")
    assert found.way("a36.21") == ("a36.23", "a36.22", "a36.21")


def test_zones_of_control_are_six_hexes_about_a_lone_unit() -> None:
    """1 Free French at Bir Hacheim with artillery: its zone holds every neighbour it could enter."""
    found: Overlay = SYSTEM.overlay(start().view(), "zone:cw", "")
    assert set(load().ways.near["a33.20"].values()) <= set(found.labels)
    assert "a20.20" not in found.labels


# -- pictures ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("focus", "theme"), [(["a36.23", "a28.21"], "light"), (["a31.22"], "dark"), (None, "light")])
def test_pictures_are_whole(focus: list[str] | None, theme: str) -> None:
    picture = board_picture(start(), width=820, focus=focus, theme=theme)
    root = ET.fromstring(picture.svg)
    ids = {element.get("id") for element in root.iter() if element.get("id")}
    used = {element.get("href", "")[1:] for element in root.iter() if element.tag.endswith("}use")}
    assert used <= ids
    assert root.get("width") == "820"
    assert (">8-6-9</text>" in picture.svg) is (focus is not None), "counters near by, counts from afar"
    assert "http" not in picture.svg.replace("http://www.w3.org/2000/svg", "")


def test_names_stand_clear_of_counters() -> None:
    root = ET.fromstring(board_picture(start("race"), width=820, focus=["a1.07", "a9.12"]).svg)
    words = {element.text: float(element.get("y", "")) for element in root.iter() if element.tag.endswith("}text")}
    stack = next(
        element
        for element in root.iter()
        if element.tag.endswith("}g") and (element.findtext("{*}title") or "").startswith("El Agheila")
    )
    tops = [float(part.get("y", "")) for part in stack.iter() if part.tag.endswith("}rect")]
    assert words["El Agheila"] <= min(tops) < words["El Agheila"] + 40


def test_names_are_those_of_named_hexes() -> None:
    now = ground(start().setting)
    names = {shape.name for shape in now.named}
    assert {"Tobruk", "Bardia", "Cairo", "Bir Hacheim"} <= names
    assert not any(name.startswith(("A1", "B1")) for name in names)


def test_cards_say_who_holds_a_port_and_what_is_a_box() -> None:
    cards = scene(start()).cards
    assert cards["a36.23"].control == "cw"
    assert cards["tripoli"].kind == "box"
