"""The map of Afrika II against itself, the globe and the set-ups; expected facts from rulebook and printed map."""

from __future__ import annotations

import math

import pytest

from northafrica.mechanisms.hex_reach import Barred
from northafrica.systems.afrika2.data import Afrika2Data, load
from northafrica.systems.afrika2.terrain.grid import DIRECTIONS, OPPOSITE, hex_at, place_of

TOWNS = {  # latitude and longitude from the gazetteer, hex as the rulebook or map prints it
    "a36.23": (32.08, 23.96), "a44.21": (31.76, 25.08), "a61.19": (31.35, 27.24), "a7.23": (32.12, 20.07),
    "b19.19": (31.20, 29.92), "b30.10": (30.05, 31.25), "a26.28": (32.76, 22.64), "a48.02": (29.20, 25.52),
    "b12.15": (30.84, 28.95),
}  # fmt: skip


@pytest.fixture(scope="module")
def data() -> Afrika2Data:
    return load()


def test_every_hex_is_there(data: Afrika2Data) -> None:
    assert len(data.hexes) == 1986
    assert sum("covered" in info.terrains for info in data.hexes.values()) == 90


def test_both_hexes_tell_the_same_of_a_hexside(data: Afrika2Data) -> None:
    for name, info in data.hexes.items():
        for direction in DIRECTIONS:
            near = hex_at(data.hexes, info, direction)
            if near is None:
                continue
            other, back = data.hexes[near], OPPOSITE[direction]
            assert info.roads.get(direction) == other.roads.get(back), (name, near)
            assert info.rivers.get(direction) == other.rivers.get(back), (name, near)
            assert (direction in info.wadis) == (back in other.wadis), (name, near)
            assert (direction in info.sea_lines) == (back in other.sea_lines), (name, near)
            assert (direction in info.forts) == (back in other.forts), (name, near)
            high_low = {info.escarpments.get(direction), other.escarpments.get(back)}
            assert high_low in ({None}, {"low", "high"}), (name, near)


def test_neighbours_are_one_step_apart(data: Afrika2Data) -> None:
    for info in data.hexes.values():
        near = [hex_at(data.hexes, info, direction) for direction in DIRECTIONS]
        assert len({n for n in near if n}) == len([n for n in near if n])
        for name in near:
            if name is not None:
                other = data.hexes[name]
                assert place_of(info.column, info.row).distance(place_of(other.column, other.row)) == 1


def test_a_hex_lies_where_its_town_lies(data: Afrika2Data) -> None:
    """Within two hexes (20 miles): the printed map is no survey."""
    for name, (lat, lon) in TOWNS.items():
        info = data.hexes[name]
        miles = math.hypot((info.lat - lat) * 69, (info.lon - lon) * 69 * math.cos(math.radians(lat)))
        assert miles < 20, (name, miles)


def test_the_coast_road_runs_from_agheila_to_cairo(data: Afrika2Data) -> None:
    seen, queue = {"a1.08"}, ["a1.08"]
    while queue:
        info = data.hexes[queue.pop()]
        for direction, road in info.roads.items():
            near = hex_at(data.hexes, info, direction)
            if road == "primary" and near is not None and near not in seen:
                seen.add(near)
                queue.append(near)
    wanted = {"a7.23", "a26.28", "a36.23", "a44.21", "a45.20", "a51.20", "a61.19", "b12.15", "b19.19", "b30.10"}
    assert wanted <= seen


def test_ports_cities_and_oases(data: Afrika2Data) -> None:
    assert {n for n, info in data.hexes.items() if info.port} == {"a7.23", "a36.23", "a44.21", "a61.19", "b19.19"}
    assert {n for n, i in data.hexes.items() if i.city == "major"} == {"b30.10", "b30.11", "b31.10", "b31.11"}
    assert {n for n, i in data.hexes.items() if i.oasis} == {"a1.02", "a14.01", "a16.00", "a40.05", "a48.02", "a50.01"}


def test_what_the_terrain_effects_chart_says(data: Afrika2Data) -> None:
    ways = data.ways
    assert ways.entry("a8.12", "foot") == (8, "salt_marsh")  # 2 MP in quarters
    assert isinstance(ways.entry("a8.12", "vehicle"), Barred)
    assert isinstance(ways.entry("a8.12", "trace"), Barred)
    assert ways.entry("a10.23", "vehicle") == (20, "mountain")
    north = ways.between("a48.17", "a48.18", "foot")
    assert not isinstance(north, Barred), "the track climbs the escarpment north of Sofafi"
    assert isinstance(ways.between("a36.23", "a37.23", "foot"), Barred), "a sea line parts them"


def test_sand_is_read_as_the_option_says(data: Afrika2Data) -> None:
    strip = "a14.01"  # 31 per cent sand
    assert "sand_desert" not in data.ways.terrains(strip)
    assert "sand_desert" in data.with_options({"sand": "any"}).ways.terrains(strip)
    assert "covered" not in data.with_options({"covered_hexes": "open"}).ways.terrains("a30.03")


def test_tables_agree_with_each_other(data: Afrika2Data) -> None:
    assert sum(unit.quantity for unit in data.units.values()) == 163
    for chart in (("air", "axis"), ("air", "cw"), ("trucks", "axis"), ("trucks", "cw"), ("supply", "cw")):
        for turn in range(1, 29):
            assert data.chart(*chart, turn) >= 1
    for total in range(2, 13):
        assert data.chart("replacements", "axis", total) in range(4)
        assert data.chart("replacements", "cw", total) in range(6)


@pytest.mark.parametrize(
    ("start", "to", "features"),
    [
        ("a36.23", "a36.22", {"primary_road"}),
        ("a36.23", "a35.23", {"track", "escarpment"}),
        ("a36.23", "a37.23", {"sea_line"}),
        ("a36.22", "a37.23", {"primary_road", "wadi", "fort"}),
        ("b29.10", "b30.10", {"primary_road", "major_river"}),
        ("b28.17", "b29.18", {"primary_road", "river"}),
        ("a51.16", "a51.15", set()),
    ],
)
def test_what_lies_on_a_hexside(data: Afrika2Data, start: str, to: str, features: set[str]) -> None:
    assert data.field.hexside(start, to) == features
    assert data.field.hexside(to, start) == features


def test_places_as_people_say_them(data: Afrika2Data) -> None:
    told = {place: data.place_name(place) for place in ("a36.23", "a51.16", "tripoli")}
    assert told == {"a36.23": "Tobruk (A36.23)", "a51.16": "A51.16", "tripoli": "Tripoli Box"}
    assert data.aliases["tobruk"] == "a36.23"
    assert data.aliases["halfaya_pass"] == "a45.19"
    assert "cairo" not in data.aliases  # four hexes
    assert set(data.aliases) >= {"alexandria", "alex", "matruh", "alamein"}
    assert data.names.kinds["sp"] == ("supply point", "supply points")
