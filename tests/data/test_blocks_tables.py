"""The tables of Blocks in Afrika: what the rulebook tells of them holds, whatever is reconstructed."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from northafrica.core.options import DataError
from northafrica.core.paths import data_path
from northafrica.systems.blocks.data import load

DATA = load()
FIELD = DATA.field


def test_every_rule_of_the_ledger_is_there() -> None:
    scopes = Counter(rule.scope for rule in DATA.rulebook.values())
    assert scopes == {"core": 261, "advanced": 77, "naval": 34, "scenario": 39, "optional": 4, "series": 15}


@pytest.mark.parametrize(
    ("a", "b", "hexes"),
    [
        ("bengasi", "bir_hacheim", 4),  # 7.5, example: 4 movement points
        ("gazala", "bir_hacheim", 1),  # 11.5, example: a blitz
        ("cairo", "gazala", 10),  # 11.3, example: a bomber's range
        ("nicosia", "heraklion", 10),  # 17, example
        ("alam_halfa", "el_alamein", 1),
    ],
)
def test_distances_the_rulebook_tells(a: str, b: str, hexes: int) -> None:
    assert FIELD.distance(a, b) == hexes


def test_hexes_have_pointed_tops() -> None:
    """7.5.2 speaks of the hexes west and south-west of Alam Halfa, and of the yellow border between them."""
    around = FIELD.neighbours("alam_halfa")  # counter-clockwise from the east
    west, south_west = around[3], around[4]
    assert DATA.hexes[west].lon < DATA.hexes[south_west].lon < DATA.hexes["alam_halfa"].lon
    assert DATA.hexes[south_west].lat < DATA.hexes[west].lat
    assert "impassable" in FIELD.hexside(west, south_west)


def test_residents_are_as_many_as_listed() -> None:
    """3.6: five dromedaries, Wilson Force 4, Persia 1, Iraq 1, French Africa 7, Levant 2, Free French 2, Turkey 13."""
    residents = [unit for unit in DATA.units.values() if unit.origin == "resident"]
    nations = Counter(unit.nation for unit in residents)
    assert nations == {"Vichy France": 9, "Turkey": 13, "Free French": 2, "Iraq": 1, "Persia": 1, "Italy": 3, "UK": 6}
    assert sum(unit.wilson for unit in residents) == 4


def test_cities_are_of_the_types_the_rulebook_names() -> None:
    found = {name: DATA.hexes[name].city for name in ("alexandria", "gazala", "kannakhale", "ankara", "el_alamein")}
    assert found == {
        "alexandria": "major",
        "gazala": "minor",
        "kannakhale": "fortress",
        "ankara": "capital",
        "el_alamein": "",
    }


def test_tech_by_month() -> None:
    """3.16, and the general notes: Italian infantry in July 1942, armour, fighters and bombers in January 1943."""
    assert [DATA.tech("Infantry", "Italy", month) for month in ("1942-06", "1942-07")] == [1, 2]
    assert [DATA.tech("Tanks", "Italy", month) for month in ("1942-12", "1943-01")] == [1, 2]
    assert [DATA.tech("Fighter", "Germany", month) for month in ("1941-04", "1941-05")] == [1, 2]
    assert DATA.tech("Infantry", "Iraq", "1941-05") == 1


@pytest.mark.parametrize("scenario", list(DATA.scenarios))
def test_every_block_of_a_scenario_is_somewhere(scenario: str) -> None:
    placed = [row.unit for row in DATA.setups[scenario]]
    coming = {row.unit for row in DATA.calendar[scenario] if row.action == "arrive"}
    assert not coming & set(placed)
    wanted = {unit.id for unit in DATA.units.values() if scenario in unit.scenarios}
    assert wanted <= {*placed, *coming}


@pytest.mark.parametrize("name", [name for name, row in DATA.scenarios.items() if not row.naval])
def test_each_country_is_held_by_somebody_when_a_scenario_begins(name: str) -> None:
    told = {row.area for row in DATA.control[name]}
    countries = {DATA.hexes[one].country for one in DATA.land}
    assert countries <= told


FAULTS = {
    "hexes.csv": [
        ("id,country\ntobruk,libya", "row 2 (tobruk), column country: unknown country 'libya'; did you mean libia?"),
        ("id,terrain\ntobruk,lake", "'lake' is water: leave country, city and port empty"),
        ("id,column\ntobruk,20", "column column: '19' cannot be changed"),
        ("id,water\nbengasi,", "a port lies at a body of water; write it in column water, or leave the port out"),
    ],
    "hexsides.csv": [
        ("a,b,features\ntobruk,cairo,road", "tobruk and cairo are no neighbours; a hexside joins two hexes that touch"),
        ("a,b,features\ntobruk,gazala,road", "the side of gazala and tobruk stands in another row too; join the two"),
        ("a,b,features\ngazala,bir_hacheim,rode", "unknown feature 'rode'; did you mean road?"),
    ],
    "units.csv": [
        ("id,ladder\nge_dak,5-3-3-1", "the steps must fall, like 5-3-2-1"),
        ("id,colours\nge_dak,white;red", "2 colours for 4 steps; name one a step, the strongest first"),
        ("id,rebuilt\niq_inf,baghdad", "a block with a blue step is never rebuilt, any other somewhere (7.3.1)"),
    ],
    "setups.csv": [
        ("scenario,unit,steps\ntobruk,ge_dak,4", "ge_dak stands at 5, 3, 2, 1, never at 4"),
        (
            "scenario,unit,fleet\ntobruk,ge_dak,it_a",
            "ships, and what is aboard, belong to a fleet; no other block",
        ),
        ("scenario,unit,planes\nmatapan,rn_cv1,3", "rn_cv1 carries at most 2"),
    ],
    "calendar.csv": [
        ("scenario,unit,action,where\ntobruk,uk_monty,arrive,", "an arrival names its place; who is recalled goes"),
    ],
    "victory.csv": [
        ("scenario,side,level,need\ntobruk,axis,sudden_death,3", "3 of 2 places; name more places, or need fewer"),
    ],
    "scenarios.csv": [
        ("id,last_round\nbia6,30", "30 lies before the first round, 34"),
        ("id,first_side\nbia8,axis", "a land scenario names the side that moves first, a naval battle none"),
    ],
    "control.csv": [
        ("scenario,area,side\ntobruk,lybia,axis", "unknown country or hex 'lybia'; did you mean libia"),
    ],
}


@pytest.mark.parametrize(("name", "text", "told"), [(n, t, m) for n, found in FAULTS.items() for t, m in found])
def test_a_fault_is_told_once_and_plainly(tmp_path: Path, name: str, text: str, told: str) -> None:
    (tmp_path / name).write_text(text + "\n", encoding="utf-8")
    with pytest.raises(DataError) as failure:
        load(tmp_path)
    assert told in str(failure.value)
    assert name in str(failure.value)


def test_a_map_of_ones_own_is_laid_over(tmp_path: Path) -> None:
    (tmp_path / "hexes.csv").write_text("id,terrain\nbir_hacheim,hills\n", encoding="utf-8")
    mine = load(tmp_path)
    assert (mine.hexes["bir_hacheim"].terrain, mine.hexes["bir_hacheim"].confidence) == ("hills", "user")
    assert mine.digests["hexes.csv"] != DATA.digests["hexes.csv"]


def test_sources_names_every_table() -> None:
    told = data_path("blocks", "SOURCES.md").read_text(encoding="utf-8")
    assert not [name for name in DATA.digests if name not in told and name not in ("options.csv",)]
