"""A board that comes round again: where its spaces are drawn, what an arrow over the edge does, what is printed."""

from __future__ import annotations

import json

import northafrica
from northafrica.core.cards import Arrow
from northafrica.core.paths import data_path
from northafrica.lab.board import labels, layers
from northafrica.lab.board.scene import scene
from northafrica.systems import SYSTEMS

GAME = northafrica.load("revised", seed=1)
GROUND = scene(GAME).ground


def test_every_space_is_drawn_twice_a_world_apart() -> None:
    drawn = layers.ground_layer(GROUND)["features"]
    found: dict[str, list[float]] = {}
    for feature in drawn:
        coordinates = json.dumps(feature["geometry"]["coordinates"]).replace("[", "").replace("]", "").split(", ")
        found.setdefault(feature["properties"]["id"], []).append(float(coordinates[0]))
    spaces = SYSTEMS["revised"].board(GAME.setting.data).spaces
    assert set(found) - {""} == set(spaces)
    assert all(abs(abs(xs[0] - xs[1]) - 360) < 1e-6 for space, xs in found.items() if space)


def test_a_space_comes_to_where_one_looks() -> None:
    hawaii = GROUND.shapes["hawaiian_islands"].anchor[0]
    assert 195 < hawaii < 206  # 155 to 165 W, counted on from Greenwich eastward
    assert GROUND.near("hawaiian_islands", -150.0).anchor[0] == hawaii - 360
    assert GROUND.near("hawaiian_islands", 150.0).anchor[0] == hawaii


def test_neighbours_over_the_edge_are_brought_into_one_view() -> None:
    west, _, east, _ = GROUND.bounds(["eastern_canada", "western_canada"])
    assert east - west < 120  # from Alaska's border to Labrador; the long way round would be more than 240


def test_an_arrow_over_the_edge_takes_the_short_way() -> None:
    lines = layers.arrow_lines(GROUND, [Arrow("eastern_canada", "western_canada", "move")])
    assert len(lines) == 2
    assert all(abs(line[0][0] - line[-1][0]) < 60 for _, line, _ in lines)


def test_incomes_and_cities_are_printed() -> None:
    assert labels.lines(GROUND.shapes["russia"]) == ["Russia", "8 ★ Moscow"]
    assert labels.lines(GROUND.shapes["western_europe"])[-1] == "6 ● Paris"
    assert labels.lines(GROUND.shapes["libya"]) == ["Libya", "1"]
    assert labels.lines(GROUND.shapes["gibraltar"]) == ["Gibraltar"]
    assert labels.lines(GROUND.shapes["turkey"]) == ["Turkey"]


def test_the_inset_holds_what_is_crowded() -> None:
    west, south, east, north = GROUND.insets["Europe"]
    for space in ("germany", "western_europe", "southern_europe", "united_kingdom", "russia", "caucasus", "balkans"):
        x, y = GROUND.shapes[space].anchor
        assert west < x < east
        assert south < y < north


def test_the_drawing_touches_where_the_board_does() -> None:
    """Borders come from the links, but what can be seen should not lie: nearly every border is drawn as one."""
    raw = json.loads(data_path("revised", "shapes.geojson").read_text(encoding="utf-8"))
    canals = {frozenset((line["a"], line["b"])) for line in raw["canals"]}
    points = {
        s: {(round(x % 360, 2), y) for ring in shape.rings for x, y in ring} for s, shape in GROUND.shapes.items()
    }
    apart = [
        frozenset((link.a, link.b))
        for link in SYSTEMS["revised"].board(GAME.setting.data).links
        if not points[link.a] & points[link.b]
    ]
    assert set(apart) == canals
