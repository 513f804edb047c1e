"""Marks and abilities of one's own tables: the rules read them, or a change is refused by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from northafrica.core.cases import read_case, run_case
from northafrica.core.options import DataError
from northafrica.core.start import game_from_position, make_setting
from northafrica.systems import SYSTEMS
from northafrica.systems.aana.data import AanaData, load
from tests.data.own_cells import CASES, Own

SCOUT = "coast_road;hit_and_run;long_range_patrol;sahara;self_sufficient;supply_raider;targeted_attack_air"


def own(folder: Path, name: str, *lines: str) -> AanaData:
    file = folder / name
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return load(folder)


@pytest.mark.parametrize(
    ("name", "head", "line", "told"),
    [
        ("units.csv", "power,kind,abilities", f"uk,scout_car,{SCOUT.replace('hit_and_run;', '')}",
         r"\(uk scout_car\), column abilities: 'hit_and_run' can be neither added nor taken out: it goes"),
        ("units.csv", "power,kind,abilities", "uk,tank,coast_road;two_hits",
         r"\(uk tank\), column abilities: 'two_hits' can be neither .* every battleship"),
        ("units.csv", "power,kind,abilities", "uk,tank,coast_road;immediate", r"abilities: only ships are immediate"),
        ("units.csv", "power,kind,name,category,combat,cost,attack,defense,move,abilities,limit,limit_kind",
         "us,scout_car,Jeep,air,yes,4,2,1,4,sahara,3,hard", r"\(us scout_car\), column category: .* copy that"),
        ("units.csv", "power,kind,name,category,combat,cost,attack,defense,move,abilities,limit,limit_kind",
         "us,scout_car,Jeep,land,yes,4,2,1,4,logistical,3,hard", r"column abilities: no rule reads 'logistical'"),
        ("spaces.csv", "id,tags", "tobruk,coast_road;north_africa;defensive_bonus;port",
         r"\(tobruk\), column tags: 'port' .*convoys\.csv"),
        ("spaces.csv", "id,tags", "cairo,coast_road;port;north_africa", r"column tags: 'capital' .*victory\.csv"),
        ("spaces.csv", "id,tags", "italy,emblem;no_enemy_land_entry", r"column tags: 'staging' .*powers\.csv"),
        ("spaces.csv", "id,tags", "sz31,no_axis_sea_mines", r"\(sz31\), column tags: one space bears .*; here none"),
        ("spaces.csv", "id,tags", "sz30,naval_base", r"\(sz30\), column tags: one space .* here Sea Zone 30"),
        ("spaces.csv", "id,tags", "cyprus,island;no_enemy_land_entry", r"\(cyprus\), column tags: .*tagged emblem"),
        ("spaces.csv", "id,emblem", "cyprus,", r"\(cyprus\), column emblem: .*fill it in"),
        ("spaces.csv", "id,emblem", "sz12,italy", r"\(sz12\), column emblem: .*emblems of territories"),
        ("spaces.csv", "id,tags", "jalo,impassable", r"\(jalo\), column tags: links\.csv .*add impassable"),
        ("spaces.csv", "id,tags", "sahara_j,north_africa", r"\(sahara_j\), column tags: links\.csv .*take it out"),
        ("links.csv", "a,b,tags", "casablanca,spanish_morocco,", r"column tags: Spanish Morocco .*add impassable"),
        ("links.csv", "a,b,tags", "casablanca,fez,sahara", r"column tags: neither Casablanca nor Fez"),
        ("links.csv", "a,b,tags", "casablanca,sz02,coast_road", r"column tags: the coast road runs between terr"),
        ("links.csv", "a,b,tags", "casablanca,spanish_morocco,impassable;coast_road", r"the coast road does not cross"),
        ("units.csv", "power,kind,attack", "uk,truck,2", r"\(uk truck\), column attack: a truck does not fight"),
        ("units.csv", "power,kind,attack", "uk,aaa,2", r"\(uk aaa\), column attack: AAA cannot attack"),
        ("units.csv", "power,kind,spare", "germany,tiger_tank,1", r"\(germany tiger_tank\), column spare: .*write 0"),
        ("units.csv", "power,kind,limit_kind", "germany,tiger_tank,hard", r"column limit_kind: Tiger tanks"),
        ("units.csv", "power,kind,abilities", "uk,destroyer,anti_submarine;blitz", r"reads .blitz. of a destroyer"),
        ("units.csv", "power,kind,abilities", "uk,infantry,targeted_attack_sea", r"reads .targeted_attack_sea."),
        ("links.csv", "a,b,tags", "fez,sahara_a,", r"column tags: Sahara Desert A is tagged sahara .*add sahara"),
        ("links.csv", "a,b,tags", "sahara_a,sahara_b,", r"column tags: Sahara Desert A is tagged sahara .*add sahara"),
        ("units.csv", "power,kind,name,category,combat,cost,attack,defense,move,abilities,limit,limit_kind",
         "us,scout_car,Jeep,sea,yes,4,2,1,4,,3,hard", r"\(us scout_car\), column category: .* copy that"),
        ("units.csv", "power,kind,name,category,combat,cost,attack,defense,move,abilities,limit,limit_kind",
         "us,scout_car,Jeep,land,no,4,0,0,4,sahara,3,hard", r"\(us scout_car\), column combat: .* copy that"),
        ("victory.csv", "scenario,side,level,test,spaces", "torch,axis,total,control,benghazy",
         r"column spaces: unknown space 'benghazy'; did you mean benghazi"),
        ("spaces.csv", "id,name", "cairo,", r"\(cairo\), column name: "),
        ("links.csv", "a,b,tags", "casablanca,fez,messina", r"column tags: the strait of Messina"),
    ],
)  # fmt: skip
def test_a_mark_that_no_rule_would_read_is_refused(tmp_path: Path, name: str, head: str, line: str, told: str) -> None:
    with pytest.raises(DataError, match=told):
        own(tmp_path, name, head, line)


@pytest.mark.parametrize(
    ("case", "name", "lines"),
    [
        ("unseen-sea/59-one-supply-one-repair", "spaces.csv", ("id,tags", "sz31,no_axis_sea_mines", "sz30,naval_base")),
        ("frame/tobruk-bonus", "spaces.csv", ("id,tags", "tobruk,coast_road;north_africa")),
        ("frame/messina-allies", "links.csv", ("a,b,tags", "sz11,sz16,")),
        ("unseen-convoys/70-new-submarine-off-casablanca", "units.csv", ("power,kind,abilities", "germany,submarine,")),
        ("options/reserve-axis", "powers.csv", ("id,staging", "germany,sicily", "italy,sicily", "uk,cyprus")),
    ],
)
def test_a_case_of_the_printed_mark_holds_no_more(tmp_path: Path, case: str, name: str, lines: tuple[str, ...]) -> None:
    if "submarine" in lines[-1]:
        bound = load().units["germany", "submarine"].abilities - {"immediate"}
        lines = (lines[0], lines[1] + ";".join(sorted(bound)))
    data = own(tmp_path, name, *lines)
    text = read_case(CASES / "aana" / f"{case}.toml")
    assert run_case(text, {"aana": SYSTEMS["aana"]}).ok
    assert not run_case(text, {"aana": Own(SYSTEMS["aana"], data)}).ok  # type: ignore[dict-item]


def test_the_naval_base_lies_elsewhere(tmp_path: Path) -> None:
    data = own(tmp_path, "spaces.csv", "id,tags", "sz31,no_axis_sea_mines", "sz30,naval_base")
    head = "northafrica position 1\nsystem aana\nscenario torch\nround 9\npower uk\nphase requisition"
    text = f"{head}\nmark cairo: control uk\nat sz30: 1 uk battleship (damaged)\nstock cairo: supply 1\n"
    game = game_from_position(make_setting(Own(SYSTEMS["aana"], data), "torch"), text, 1)  # type: ignore[arg-type]
    game.play("repair")
    assert str(*game.state.at("sz30")) == "uk battleship"


def test_two_tigers_a_turn(tmp_path: Path) -> None:
    data = own(tmp_path, "units.csv", "power,kind,limit", "germany,tiger_tank,2")
    setting = make_setting(Own(SYSTEMS["aana"], data), "torch", {"tiger_tanks": "on"})  # type: ignore[arg-type]
    head = "northafrica position 1\nsystem aana\nscenario torch\nround 9\npower germany\nphase requisition"
    game = game_from_position(setting, f"{head}\nat tunis: 1 germany infantry\n", 1)
    game.play("buy 2 tiger_tank")  # 18 of 25 RP
    assert game.check("buy 1 tiger_tank").reason == "2 Tigers a turn; 3 are wanted"


def test_what_a_unit_may_bear_at_the_start_of_a_phase() -> None:
    """Land units ride in convoys, battleships are damaged (p.13), trucks are captured (p.19); aircraft neither."""
    statuses = {kind: {text for text, _ in found} for kind, found in SYSTEMS["aana"].materials(load()).statuses.items()}
    captured = {"made uk", "made us", "made germany", "made italy"}
    for kind, found in statuses.items():
        ship, aircraft = kind in ("battleship", "destroyer", "submarine"), kind in ("fighter", "bomber")
        assert ("cargo" in found) == (not ship and not aircraft), kind
        assert found & captured == (captured if kind == "truck" else set()), kind
        assert ("damaged" in found) == (kind == "battleship"), kind
        assert {"moved", "fought", "used 1"} <= found, kind


def test_what_goes_with_a_kind_need_not_be_written(tmp_path: Path) -> None:
    head = "power,kind,name,category,combat,cost,attack,defense,move,abilities,limit,limit_kind"
    data = own(tmp_path, "units.csv", head, "us,scout_car,Jeep,land,yes,4,2,1,4,sahara,3,figures_plus_chips")
    found = data.units["us", "scout_car"].abilities
    assert found == {"sahara", "hit_and_run", "long_range_patrol", "supply_raider"}
