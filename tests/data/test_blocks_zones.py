"""Zones of control and the front of Blocks in Afrika, hex by hex (3.22, 8.0, 3.3)."""

from __future__ import annotations

import pytest

from northafrica.core.start import game_from_position, make_setting
from northafrica.core.table import View
from northafrica.systems.blocks.board.fronts import holders
from northafrica.systems.blocks.board.zones import zones
from northafrica.systems.blocks.system import SYSTEM

ROUND_GAZALA = {"tobruk", "h1722", "mechili", "bir_hacheim", "h1824"}
"""The neighbours of Gazala that are land: the sixth, to the north, is sea."""


def at(*lines: str, game: str = "basic") -> View:
    """A position of April 1941, the Axis about to move."""
    head = ("northafrica position 1", "system blocks", "scenario desert_fox", "round 20", f"option game {game}")
    setting = make_setting(SYSTEM, "desert_fox", {"game": game})
    text = "\n".join((*head, "power axis", "phase movement", *lines))
    return game_from_position(setting, text).view("")


def test_a_block_reaches_its_land_neighbours_supplied_or_not() -> None:
    assert zones(at("at gazala: 1 axis it_x"), "axis") == ROUND_GAZALA
    assert zones(at("at gazala: 1 axis it_x (oos)"), "axis") == ROUND_GAZALA  # 3.22.supply-independent


def test_an_air_unit_on_the_ground_has_a_zone_and_one_on_a_mission_none() -> None:
    assert zones(at("at gazala: 1 axis it_ct"), "axis") == ROUND_GAZALA  # 3.22.zoc
    assert zones(at("at gazala: 1 axis it_ct (home sirte)"), "axis") == set()  # 3.22.battle-flying


def test_a_zone_does_not_enter_a_hex_of_the_enemy() -> None:
    view = at("at gazala: 1 axis it_x", "at bir_hacheim: 1 allies uk_21ind")
    assert zones(view, "axis") == ROUND_GAZALA - {"bir_hacheim"}  # 3.22.not-into-occupied


def test_blocks_in_a_battle_have_no_zone() -> None:
    view = at("at gazala: 1 axis it_x, 1 allies uk_21ind")
    assert zones(view, "axis") == zones(view, "allies") == set()


def test_a_zone_does_not_cross_water_nor_a_strait() -> None:
    assert "sidi_barrani" not in zones(at("at bardia: 1 axis it_x"), "axis")
    assert "kannakhale" not in zones(at("at h2109: 1 axis it_x"), "axis")  # 3.22.water


@pytest.mark.parametrize(("game", "crosses"), [("basic", True), ("advanced", False)])
def test_a_river_bounds_a_zone_in_the_advanced_game(game: str, crosses: bool) -> None:
    """The Nile parts Cairo from the hex to its east."""
    assert ("h2825" in zones(at("at cairo: 1 allies uk_xiii", game=game), "allies")) == crosses  # 8.0.river


def test_a_fortress_bars_a_zone_until_it_is_ringed() -> None:
    one = ("at gazala: 1 axis it_x", "mark tobruk: control allies, fort fortress")
    assert "tobruk" in zones(at(*one), "axis")
    assert "tobruk" not in zones(at(*one, game="advanced"), "axis")  # 8.0.city
    ring = (*one, "at h1824: 1 axis ge_la", "at bardia: 1 axis it_xx")
    assert "tobruk" in zones(at(*ring, game="advanced"), "axis")
    manned = (*ring, "at tobruk: 1 allies uk_w_aus")
    assert "tobruk" not in zones(at(*manned, game="advanced"), "axis")


def test_plain_hexes_belong_to_whoever_is_there_or_near() -> None:
    """3.3: Bir Hacheim lies beside Gazala, the nearest place that is held."""
    mine = "mark gazala: control axis"
    assert holders(at(mine))("bir_hacheim") == "axis"
    assert holders(at(mine, "at bir_hacheim: 1 allies uk_21ind"))("bir_hacheim") == "allies"
    both = at(mine, "at mechili: 1 axis it_x", "at h1825: 1 allies uk_21ind")
    assert holders(both)("bir_hacheim") == ""  # zones of both: nobody's
    assert holders(at(mine, "at h1825: 1 allies uk_21ind"))("bir_hacheim") == "allies"
