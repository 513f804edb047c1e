"""Pictures and charts: well-formed, with words for those who do not see them, and equal to the frames."""

from __future__ import annotations

import random
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import ipywidgets as widgets
import numpy as np
import pytest

import northafrica
from northafrica.bots.random import random_order
from northafrica.core.game import Game
from northafrica.lab import (
    BoardMap,
    CombatRolls,
    Losses,
    SupplyFlow,
    SupplyOnHand,
    board_picture,
    board_svg,
    chart_picture,
)
from northafrica.lab.board.borders import guarded, spots
from northafrica.lab.board.layers import arrow_layer
from northafrica.lab.board.scene import contains, scene
from northafrica.lab.charts.chart_data import CHARTS
from northafrica.lab.tray.palette import THEMES, USUAL, colours, letters, patterns
from northafrica.lab.tray.symbols import is_known

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def game() -> Game:
    """Some turns of chance play."""
    found = northafrica.load("aana", "torch", seed=1)
    rng = random.Random(3)
    for _ in range(250):
        if found.choice is not None:
            found.play(random_order(found, rng))
    return found


@pytest.mark.parametrize("theme", THEMES)
def test_board_picture_is_whole(game: Game, theme: str, tmp_path: Path) -> None:
    picture = board_picture(game, theme=theme)
    root = ET.fromstring(picture.svg)
    assert root.find(f"{SVG}title").text == picture.title  # type: ignore[union-attr]
    assert "Cairo" in (root.find(f"{SVG}desc").text or "")  # type: ignore[union-attr]
    ids = {element.get("id") for element in root.iter() if element.get("id")}
    used = {element.get("href", "")[1:] for element in root.iter(f"{SVG}use")}
    assert used <= ids
    assert "http" not in picture.svg.replace("http://www.w3.org/2000/svg", "")
    assert picture.save(tmp_path / "board.svg").read_text(encoding="utf-8") == picture._repr_svg_()


def test_a_picture_tells_what_is_in_the_treasury() -> None:
    at_italy = "northafrica position 1\nsystem aana\nscenario torch\nround 7\npower italy\nphase combat_move\n"
    forces = "at cairo: 1 uk infantry\nat tripoli: 1 italy infantry\nstock treasury: rp/italy 4\n"
    svg = board_svg(northafrica.position(at_italy + forces))
    assert ">Italy 4 RP<" in svg


def test_focus_shows_less(game: Game) -> None:
    assert len(board_svg(game, focus=["tobruk", "bir_hachem"])) < len(board_svg(game)) / 2


DUMP = """northafrica position 1
system afrika2
scenario compass
round 6
power cw
phase supply
at a40.14: 1 cw 5_ind
at a60.17: 1 axis cirene
stock a40.12: sp/cw 1
"""


@pytest.mark.parametrize("theme", THEMES)
def test_an_overlay_is_written_on_the_picture(theme: str) -> None:
    """Two hexes of open ground north of a dump: 2; six are out of the range of 5 (rulebook 5.1a)."""
    game = northafrica.position(DUMP)
    plain = board_svg(game, focus=["a40.12", "a40.18"], theme=theme)
    svg = board_svg(game, focus=["a40.12", "a40.18"], theme=theme, overlay="range:cw", at="a40.12")
    root = ET.fromstring(svg)
    written = [element.text for element in root.iter(f"{SVG}text")]
    before = [element.text for element in ET.fromstring(plain).iter(f"{SVG}text")]
    assert written.count("2") > before.count("2")
    assert written.count("6") == before.count("6")
    assert any("Supply range of A40.12" in (text or "") for text in written)


def test_long_words_below_a_narrow_picture_go_on_in_a_new_line() -> None:
    """A letter of 12 points is some 6 wide: no line of 400 has room for 70."""
    game = northafrica.position(DUMP)
    svg = board_svg(game, focus=["a40.12", "a40.14"], width=400, legend=False, overlay="move:cw 0", at="a40.14")
    written = [element.text or "" for element in ET.fromstring(svg).iter(f"{SVG}text")]
    assert max(map(len, written)) < 70
    assert "enemy zone of control" in " ".join(written)


def test_an_unknown_overlay_is_named_with_those_there_are() -> None:
    with pytest.raises(ValueError, match=r"no overlay 'ranges'.*zone:axis"):
        board_svg(northafrica.position(DUMP), overlay="ranges")


@pytest.mark.parametrize("kind", CHARTS)
def test_chart_pictures_are_whole(game: Game, kind: str) -> None:
    root = ET.fromstring(chart_picture(game, kind).svg)
    assert root.find(f"{SVG}title") is not None
    ET.fromstring(chart_picture(northafrica.load("aana", "rommel", seed=1), kind).svg)


@pytest.mark.parametrize("chart", [SupplyOnHand, SupplyFlow, CombatRolls, Losses])
def test_charts_keep_one_source(game: Game, chart: type[SupplyFlow]) -> None:
    start = northafrica.load("aana", "torch", seed=1)
    chart(start).close()  # the first chart of a session brings bokeh's own script, which stays
    before = len(widgets.widget._instances)
    found = chart(start)
    source, figure = found.source, found.figure
    found.update(game)
    assert found.source is source
    assert found.figure is figure
    assert found.source.data == found._columns()
    assert len({len(column) for column in found.source.data.values()}) == 1
    assert "<table>" in found._numbers.value
    found.close()
    assert len(widgets.widget._instances) == before


def test_an_unknown_chart_is_named(game: Game) -> None:
    with pytest.raises(ValueError, match="supply, flow, combat, losses"):
        chart_picture(game, "pie")


def test_powers_are_told_apart_without_colour() -> None:
    powers = ("germany", "uk", "italy", "us", "vichy", "free_french")
    for looks in (colours(powers), letters(powers), patterns(powers)):
        assert len(set(looks.values())) == len(powers)
    assert letters(powers)["uk"] == "UK"
    strangers = colours(("blue", "red", *powers))
    assert len(set(strangers.values())) == len(strangers)
    assert set(powers) <= set(USUAL)


def test_every_kind_has_a_symbol() -> None:
    game = northafrica.load("aana", "torch", seed=1)
    for scenario in game.system.scenarios:
        start = northafrica.load("aana", scenario, seed=1)
        kinds = {piece.kind for stacks in start.state.pieces.values() for piece in stacks}
        assert kinds
        assert all(map(is_known, kinds))


def test_the_library_alone_imports_no_widget() -> None:
    code = "import northafrica, northafrica.lab, northafrica.analysis, sys; "
    code += "print([name for name in sys.modules if name.startswith(('ipy', 'bokeh'))])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


def test_land_mines_stand_on_the_border_they_guard() -> None:
    """El Alamein (set-up of Torch): mines in Cairo face Mersa Matruh; their signs stand in Cairo, near that border."""
    start = northafrica.load("aana", "torch", seed=1)
    now = scene(start)
    found = {(card.space, token.to): line for card, token, line in guarded(now.ground, now.cards.values())}
    assert set(found) == {
        ("mareth", "nalut"),
        ("mareth", "tripoli"),
        ("mersa_matruh", "cairo"),
        ("cairo", "mersa_matruh"),
    }
    cairo, line = now.ground.shapes["cairo"], found["cairo", "mersa_matruh"]
    outlines = [{point for ring in now.ground.shapes[s].rings for point in ring} for s in ("cairo", "mersa_matruh")]
    assert set(line) <= outlines[0] & outlines[1]
    for scale in (20.0, 80.0):
        points = np.array(spots(line, cairo.anchor, scale))
        assert 1 <= len(points) <= 3
        assert contains(cairo.rings, points).all()
        nearest = [min(np.hypot(x - a, y - b) for a, b in line) for x, y in points]
        assert max(nearest) * scale < 60
    root = ET.fromstring(board_svg(start, focus=["cairo", "mersa_matruh"]))
    titles = [e.findtext(f"{SVG}title") or "" for e in root.iter(f"{SVG}g") if e.get("class") == "guard"]
    assert "Cairo: 2 land mines of United Kingdom towards Mersa Matruh" in titles


def test_the_map_draws_mined_borders() -> None:
    start = northafrica.load("aana", "torch", seed=1)
    now = scene(start)
    lines = arrow_layer(now.ground, (), now.cards.values())["features"]
    assert ("cairo", "mersa_matruh") in {(f["properties"]["start"], f["properties"]["end"]) for f in lines}
    assert arrow_layer(now.ground, ())["features"] == []


def test_the_view_is_filled_by_ids_or_names_and_unknown_ones_are_told() -> None:
    start = northafrica.load("afrika2", "gazala", seed=1)
    assert board_svg(start, focus=["tobruk", "El Adem"]) == board_svg(start, focus=["a36.23", "a36.21"])
    for show in (board_svg, BoardMap):
        with pytest.raises(ValueError, match=r"focus: .*'tobruck' is no place on this map; .*tobruk"):
            show(start, focus=["tobruck"])
