"""A user's own set-up: read, played, recorded and replayed; what is wrong with it is told by file, row and mend."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import northafrica
from northafrica.bots.random import random_order
from northafrica.core.options import DataError
from northafrica.core.position import write_position
from northafrica.core.record import RecordError
from northafrica.core.start import SetupError
from northafrica.systems.aana.data import load

HEAD = "# follows torch, round 9, power uk\n"
COLUMNS = "power,space,kind,count,border\n"
PLAIN = """uk,tobruk,infantry,4,
uk,tobruk,supply_5,2,
uk,tobruk,control_marker,1,
uk,tobruk,land_mine,2,benghazi
uk,csz_suez,tank,2,
uk,sz31,destroyer,1,
germany,benghazi,tank,4,
italy,benghazi,infantry,4,
italy,benghazi,control_marker,1,
germany,benghazi,supply_1,3,
"""
Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def put(more: str = "", head: str = HEAD, name: str = "my-desert.csv", columns: str = COLUMNS) -> Path:
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(head + columns + PLAIN + more, encoding="utf-8", newline="")
        return file

    return put


def told(file: Path) -> str:
    with pytest.raises(DataError) as caught:
        load(file)
    return str(caught.value)


# -- playing it ---------------------------------------------------------------------------------------
def test_it_is_played_by_its_file(write: Write) -> None:
    game = northafrica.load("aana", write(), seed=1)
    assert (game.setting.scenario, game.round, game.state.power) == ("my-desert", 9, "uk")
    began, *_ = game.events()
    assert (began.label, began.rules[0]) == ("My desert", "comp.spare-bag")
    state = game.state
    assert {str(piece): n for piece, n in state.at("benghazi").items()} == {"germany tank": 4, "italy infantry": 4}
    assert {str(piece): n for piece, n in state.at("cairo").items()} == {"uk tank": 2}  # landed from Suez
    assert state.stock("tobruk", "supply") == 10
    assert state.stock("tobruk>benghazi", "land_mine") == 2
    assert state.marker("tobruk", "control") == "uk"


def test_it_is_played_by_name_out_of_a_folder(write: Write, tmp_path: Path) -> None:
    write(name="scenarios/my-desert.csv", head="# title The Gazala Line\n# follows torch\n# round 9\n")
    (tmp_path / "units.csv").write_text("power,kind,cost\nuk,tank,4\n")
    game = northafrica.load("aana", "my-desert", seed=1, data=tmp_path)
    assert game.state.power == "germany"  # nobody else is named, so the first in order begins
    assert game.setting.data.own["my-desert"].title == "The Gazala Line"
    assert game.setting.data.units["uk", "tank"].cost == 4
    same = northafrica.load("aana", tmp_path / "scenarios" / "my-desert.csv", seed=1, data=tmp_path)
    assert same.state == game.state


VICHY = "vichy,casablanca,infantry,1,\nvichy,oran,infantry,1,\nvichy,algiers,infantry,1,\n"


def test_it_follows_the_special_rules_of_a_printed_scenario(write: Write) -> None:
    file = write(VICHY + "germany,mareth,tank,1,\n", "# follows rommel, round 6, power italy\n")
    early = northafrica.load("aana", file, seed=1)
    assert [early.state.power, early.state.phase] == ["italy", "advance_convoys"]
    play_by(early, ["end", "end", "commit", "commit", "end", "end"])
    assert (early.round, early.state.power) == (7, "germany")
    assert {str(piece): n for piece, n in early.state.at("oran").items()} == {"us infantry": 5, "vichy infantry": 1}
    late = northafrica.load("aana", write(VICHY, "# follows rommel, round 7\n"), seed=1)
    assert not late.state.at("tunis")
    assert late.state.stock("oran", "supply") == 0  # the file holds what round 7 brings, or does not


def play_by(game: northafrica.Game, orders: list[str]) -> None:
    for order in orders:
        game.play(order)


@pytest.mark.parametrize(("follows", "level"), [("rommel", ": draw"), ("torch", "axis: Total Victory")])
def test_it_is_won_by_the_chart_it_follows(write: Write, follows: str, level: str) -> None:
    file = write("us,oran,infantry,1,\n", f"# follows {follows}, round 14, power us\n")
    game = northafrica.load("aana", file, seed=1)
    play_by(game, ["end", "end", "commit", "commit", "end", "end"])
    assert game.outcome is not None
    assert f"{game.outcome.winner}: {game.outcome.level}" == level


def test_spare_figures_may_be_used(write: Write) -> None:
    file = write("germany,benghazi,truck,3,\nuk,sz32,battleship,3,\n")
    game = northafrica.load("aana", file, seed=1)
    assert {str(piece): n for piece, n in game.state.at("sz32").items()} == {"uk battleship": 3}
    assert game.system.faults(game.view()) == []
    assert "4 are placed" in told(write("germany,benghazi,truck,4,\n"))


def test_figures_and_spares_add_up(write: Write) -> None:
    """The German player has 5 fighters and 1 spare one: six may be placed, a seventh not."""
    game = northafrica.load("aana", write("germany,italy,fighter,6,\n"), seed=1)
    assert {str(piece): n for piece, n in game.state.at("italy").items()} == {"germany fighter": 6}
    assert "6 germany fighter exist, spares included; 7 are placed" in told(write("germany,italy,fighter,7,\n"))


def test_a_spare_kind_without_a_chart_line_needs_one(write: Write, tmp_path: Path) -> None:
    file = write("us,oran,scout_car,3,\n")
    assert "row 13 (us oran scout_car), column kind: a spare scout_car of us has no chart line" in told(file)
    units = "power,kind,name,category,combat,cost,attack,defense,move,abilities,limit,limit_kind\n"
    line = "us,scout_car,Scout car,land,yes,4,2,1,4,sahara;self_sufficient,3,figures_plus_chips\n"
    (tmp_path / "units.csv").write_text(units + line)
    game = northafrica.load("aana", file, seed=1, data=tmp_path)
    assert {str(piece): n for piece, n in game.state.at("oran").items()} == {"us scout_car": 3}


def test_variable_reinforcements_and_options(write: Write) -> None:
    extra = write("uk,csz_atlantic,variable_rp,12,\n")
    assert northafrica.load("aana", extra, seed=1).legal() == ["place", "choose_for_me", "end"]
    columns = "power,space,kind,count,border,when\n"
    rows = PLAIN.replace("\n", ",\n") + "uk,gibraltar,supply_1,4,,strategic_reserve=on\n"
    file = extra.with_name("reserve.csv")
    file.write_text(HEAD + columns + rows)
    for value, n in (("off", 0), ("on", 4)):
        game = northafrica.load("aana", file, seed=1, options={"strategic_reserve": value, "bidding": "off"})
        assert game.state.stock("gibraltar", "supply") == n


def test_a_bid_goes_to_the_powers_that_play_in_the_first_round(write: Write) -> None:
    for power, split in (("italy", False), ("germany", True), ("us", True)):
        file = write(head=f"# follows torch, round 9, power {power}\n")
        game = northafrica.load("aana", file, seed=1, options={"bidding": "on"})
        play_by(game, ["bid 2 allies", "bid 3 allies", "accept"])
        assert ("split" in game.legal()) == split, power


def test_games_are_played_to_the_end(write: Write) -> None:
    game, rng = northafrica.load("aana", write(), seed=5), random.Random(5)
    while game.outcome is None:
        game.play(random_order(game, rng))
        assert game.system.faults(game.view()) == []


# -- records -------------------------------------------------------------------------------------------
def test_its_records_replay(write: Write, tmp_path: Path) -> None:
    file = write()
    game, rng = northafrica.load("aana", file, seed=2), random.Random(2)
    for _ in range(30):
        game.play(random_order(game, rng))
    record = northafrica.save(game, tmp_path / "game.rec")
    assert game.head["scenario"] == "my-desert"
    assert set(game.head["data"]) >= {"own/my-desert.csv", "units.csv"}
    for data in (file, tmp_path):
        loaded = northafrica.replay(record, data=data)
        assert loaded.verified, loaded.trouble
        assert loaded.game.state == game.state
    with pytest.raises(RecordError, match=r"no scenario 'my-desert'; .* needs its file or folder as data"):
        northafrica.replay(record)
    write("uk,cairo,infantry,1,\n")
    changed = northafrica.replay(record, data=file)
    assert changed.different_data == ("own/my-desert.csv",)
    assert not changed.verified


def test_its_positions_are_read(write: Write) -> None:
    file = write()
    game = northafrica.load("aana", file, seed=1)
    text = write_position(game.setting, game.state)
    again = northafrica.position(text, data=file)
    assert write_position(again.setting, again.state) == text
    with pytest.raises(ValueError, match="round '8' is no whole number from 9 to 14"):
        northafrica.position(text.replace("round 9", "round 8"), data=file)


# -- faults --------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("uk,tobruck,tank,1,", "column space: unknown space 'tobruck'; did you mean tobruk"),
        ("uk,siwa,tanks,1,", "column kind: unknown piece of uk 'tanks'; did you mean tank"),
        ("spain,siwa,tank,1,", "column power: unknown power 'spain'"),
        ("uk,siwa,tank,many,", "column count: 'many' is not a whole number"),
        ("uk,siwa,tank,0,", "column count: '0' is too small; write at least 1"),
        ("uk,pool,tank,1,", "column space: what is not on the board waits in its pool anyway"),
        ("uk,sz29,tank,1,", "column space: tank at sea needs a convoy of uk, and Sea Zone 29 is none; its convoy"),
        ("italy,csz_suez,tank,1,", "tank at sea needs a convoy of italy"),
        ("vichy,sz08,tank,1,", "needs a convoy of vichy, and Sea Zone 8 (Tunis Convoy) is none; it has no convoy"),
        ("uk,sz12,tank,1,", "only AAA, air units and supply sail to Malta"),
        ("uk,sz29,fighter,1,", "fighter at sea needs a convoy of uk"),
        ("uk,sz29,supply_1,1,", "supply_1 at sea needs a convoy of uk"),
        ("us,csz_atlantic,destroyer,1,", "destroyer at sea needs a convoy of us"),
        ("uk,cairo,submarine,1,", "Cairo is land: submarine is a ship and needs a sea zone"),
        ("uk,spain,infantry,1,", "Spain is impassable: nothing may stand there"),
        ("uk,sahara_k,infantry,1,", "is Sahara: only scout cars may stand there"),
        ("uk,sicily,fighter,1,", "Sicily bears the emblem of italy: no enemy unit may stand there"),
        ("germany,tobruk,tank,1,", "the Allies stand in Tobruk already; choose another space"),
        ("uk,tobruk,artillery,9,", "column count: 13 combat units of the Allies in Tobruk, whose stacking limit is 12"),
        ("uk,malta,supply_1,4,", "column count: Malta holds at most 3 supply, 4 are placed"),
        ("uk,siwa,supply_1,38,", "column count: 40 tokens supply_1 exist, 41 are placed"),
        ("us,oran,truck,4,", "column count: 3 us truck exist, spares included; 4 are placed"),
        ("uk,siwa,uk_truck_captured,1,", "a captured UK truck belongs to Germany or Italy"),
        ("uk,siwa,control_marker,1,", "Siwa has no RP value and bears no control marker"),
        ("germany,tobruk,control_marker,1,", "column power: uk has a marker there already; remove one of the two"),
        ("italy,malta,control_marker,1,", "Malta bears the emblem of uk for good"),
        ("uk,tobruk,land_mine,1,cairo", "column border: unknown neighbour 'cairo'"),
        ("uk,cairo,land_mine,40,mersa_matruh", "20 tokens (land_mine_token) exist, 21 are placed"),
        ("uk,sz29,sea_mine,7,", "6 tokens (sea_mine_token_allied) exist, 7 are placed"),
        ("italy,sz31,sea_mine,1,", "the Axis may not mine Sea Zone 31"),
        ("uk,tobruk,sea_mine,1,", "Tobruk is no sea zone: write land_mine"),
        ("us,sz02,variable_rp,12,", "variable reinforcements are the UK's"),
        ("uk,sz29,variable_rp,12,", "variable reinforcements are the UK's"),
        ("germany,benghazi,aaa,1,", "column kind: unknown piece of germany 'aaa'"),
        ("uk,cairo,land_mine,39,mersa_matruh", "20 tokens (land_mine_token) exist, 21 are placed"),
        ("italy,sz29,sea_mine,10,", "9 tokens (sea_mine_token_axis) exist, 10 are placed"),
        ("uk,malta,supply_5,1,", "column count: Malta holds at most 3 supply, 5 are placed"),
        ("uk,siwa,supply_5,14,", "column count: 15 tokens supply_5 exist, 16 are placed"),
        ("uk,siwa,infantry,9,", "column count: 9 combat units of the Allies in Siwa, whose stacking limit is 8"),
        ("uk,sz12,infantry,1,", "only AAA, air units and supply sail to Malta"),
    ],
)  # fmt: skip
def test_a_row_that_cannot_be(write: Write, row: str, message: str) -> None:
    file = write(row + "\n")
    text = told(file)
    assert text.startswith(f"{file}, row 13 (")
    assert message in text


@pytest.mark.parametrize(
    "rows",
    [
        "uk,siwa,supply_1,37,",  # of 40 three are in Benghazi
        "uk,siwa,supply_5,13,",  # of 15 two are in Tobruk
        "uk,cairo,land_mine,38,mersa_matruh",  # 19 tokens of 20, one is in Tobruk
        "uk,sz29,sea_mine,4,\nus,sz29,sea_mine,2,",
        "italy,sz29,sea_mine,9,",
        "uk,siwa,infantry,8,\nuk,siwa,truck,2,\nuk,siwa,supply_1,9,",
        "uk,tobruk,artillery,8,",
        "uk,malta,supply_1,3,",
        "uk,malta,control_marker,1,",
        "us,oran,truck,3,",
        "uk,sz12,aaa,1,\nuk,sz12,fighter,1,\nuk,sz12,supply_5,1,",
        "us,sz02,infantry,1,\nuk,csz_suez,battleship,1,",
        "uk,sz02,variable_rp,5,\nuk,csz_indian,variable_rp,12,",
        "uk,sahara_k,scout_car,1,\nitaly,sicily,fighter,1,\ngermany,crete,bomber,1,",
        "uk,sz29,destroyer,1,\nitaly,sz29,destroyer,1,",  # a zone has no holder, and no limit
        "italy,benghazi,uk_truck_captured,1,\ngermany,tobruk,truck,1,",
    ],
)
def test_rows_that_can_be(write: Write, rows: str) -> None:
    assert len(load(write(rows + "\n")).setups["my-desert"]) == len(PLAIN.splitlines()) + len(rows.splitlines())


def test_too_many_stacks_and_chips(write: Write) -> None:
    lone = ("siwa", "jalo", "zella", "sirte", "sokna", "nalut", "ghadames", "cairo", "fez")
    rows = "".join(f"uk,{space},tank,1,\n" for space in lone)
    assert "8 figures of uk tank exist, spares included, one for each stack" in told(write(rows))
    load(write("".join(f"uk,{space},tank,1,\n" for space in lone[:7])))  # with the stack in Suez eight
    big = "".join(f"us,{space},infantry,8,\n" for space in ("fez", "laghouat", "el_oued", "constantine"))
    big += "".join(f"us,{space},artillery,8,\n" for space in ("siwa", "jalo"))
    big += "".join(f"uk,{space},infantry,8,\n" for space in ("zella", "mersa_brega", "sokna", "nalut", "ghadames"))
    more = "germany,sirte,infantry,8,\ngermany,el_agheila,infantry,8,\nuk,mersa_matruh,artillery,8,\n"
    assert "gray chips, 50 exist; place fewer land units" in told(write(big + more))
    # 12 stacks of eight and those of four: 94 units beside their figures; 15 green chips are 45 of them.
    full = big + "germany,sirte,infantry,8,\ngermany,el_agheila,infantry,"
    load(write(full + "2,\n"))
    assert "the stacks need 51 gray chips" in told(write(full + "3,\n"))


@pytest.mark.parametrize(
    ("head", "message"),
    [
        ("# follows tork\n", "head: unknown scenario 'tork'; did you mean torch?; say whose special rules hold"),
        ("# round 9\n", "head: 'follows' is missing; say whose special rules hold, like '# follows torch, round 9"),
        ("# follows torch, ruond 9\n", "head: 'ruond' is no word of the head; did you mean round?"),
        ("# follows torch, round 6\n", "head: round '6' is none of torch; write a number from 7 to 14"),
        ("# follows torch, round nine\n", "head: round 'nine' is none of torch; write a number from 7 to 14"),
        ("# follows torch, round ¹²\n", "head: round '¹²' is none of torch; write a number from 7 to 14"),
        ("# follows torch, round 7, power germany\n", "head: 'germany' has no turn in round 7; write one of uk, italy"),
        ("# follows rommel, round 3\n", "head: in round 7 the Allies land in casablanca: place vichy units there"),
        ("# follows torch\n# follows torch\n", "row 2: 'follows' stands in the head twice"),
    ],
)
def test_a_head_that_cannot_be(write: Write, head: str, message: str) -> None:
    assert message in told(write(head=head))


def test_both_sides_are_in_africa(write: Write, tmp_path: Path) -> None:
    file = tmp_path / "empty-desert.csv"
    file.write_text(HEAD + "power,space,kind,count\nuk,cairo,infantry,1\n")
    assert "the Axis have no combat unit in North Africa and would have lost; place one" in told(file)


def test_a_round_column_may_stand_there_and_must_agree(write: Write, tmp_path: Path) -> None:
    file = tmp_path / "rounds.csv"
    file.write_text(HEAD + "round," + COLUMNS + PLAIN.replace("uk,tobruk,infantry", "x").replace("\n", "\n9,"))
    rows = "".join(f"9,{line}\n" for line in PLAIN.splitlines())
    file.write_text(HEAD + "round," + COLUMNS + rows)
    assert load(file).own["rounds"].first_round == 9
    file.write_text(HEAD + "round," + COLUMNS + rows + "10,uk,cairo,infantry,1,\n")
    assert "column round: all pieces come in round 9; empty the cell" in told(file)


def test_files_as_spreadsheets_save_them(write: Write, tmp_path: Path) -> None:
    plain = load(write()).setups["my-desert"]
    lines = [HEAD.strip() + ",,,", (COLUMNS + PLAIN).strip()]
    (tmp_path / "commas.csv").write_bytes("\ufeff".encode() + "\r\n".join("\n".join(lines).split("\n")).encode())
    semicolons = (COLUMNS + PLAIN).replace(",", ";")
    (tmp_path / "semicolons.csv").write_text('"# follows torch, round 9, power uk";;;;\n' + semicolons)
    for name in ("commas", "semicolons"):
        found = load(tmp_path / f"{name}.csv")
        assert found.setups[name] == plain
        assert found.own[name].power == "uk"


def test_names_of_files(write: Write, tmp_path: Path) -> None:
    own = write(name="torch.csv")
    assert "a head line begins a table of your own; give the file a name of its own" in told(own)
    own.unlink()
    write(name="a/desert.csv")
    write(name="b/desert.csv")
    assert "has the same name; give one of them another" in told(tmp_path)
    lost = write(head="", name="desret.csv")
    assert "no table has this name" in told(lost)
    assert "a set-up of your own begins with a line like '# follows NAME'" in told(lost)
    assert "there is no such folder or file" in told(tmp_path / "nowhere.csv")


def test_the_file_must_lie_in_the_folder(write: Write, tmp_path: Path) -> None:
    file = write()
    (tmp_path / "other").mkdir()
    with pytest.raises(SetupError, match="does not lie in"):
        northafrica.load("aana", file, data=tmp_path / "other")
    with pytest.raises(SetupError, match="no scenario 'my-dessert'; there are rommel, torch, my-desert"):
        northafrica.load("aana", "my-dessert", data=file)


def test_a_single_table_lies_over_by_its_file(tmp_path: Path) -> None:
    file = tmp_path / "units.csv"
    file.write_text("power,kind,cost\nuk,tank,4\n")
    game = northafrica.load("aana", "torch", seed=1, data=file)
    assert game.setting.data.units["uk", "tank"].cost == 4
    assert list(game.setting.data.own) == []


def test_the_examples_of_the_guide(tmp_path: Path) -> None:
    guide = (Path(__file__).parents[2] / "docs" / "own-data.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^( *)```\w*\n(.*?)^ *```", guide, re.DOTALL | re.MULTILINE)
    texts = [re.sub(rf"^{indent}", "", text, flags=re.MULTILINE) for indent, text in blocks]
    chart = next(text for text in texts if text.startswith("power,kind,cost"))
    setup = next(text for text in texts if text.startswith("# follows"))
    (tmp_path / "units.csv").write_text(chart)
    (tmp_path / "my-desert.csv").write_text(setup)
    game = northafrica.load("aana", "my-desert", seed=1, data=tmp_path)
    assert game.setting.data.own["my-desert"].title == "The Gazala Line"
    assert game.setting.data.units["italy", "bomber"].cost == 9


def test_a_limit_of_cairo_of_ones_own_holds_unless_an_option_says_otherwise(tmp_path: Path) -> None:
    (tmp_path / "spaces.csv").write_text("id,stacking_limit\ncairo,12\n", encoding="utf-8")
    mine = load(tmp_path)
    assert mine.stacking_limit("cairo", {"cairo_stacking": "15"}) == 12
    assert mine.stacking_limit("cairo", {"cairo_stacking": "10"}) == 10
    for space in mine.board.spaces:
        if space != "cairo":
            assert mine.stacking_limit(space, {"cairo_stacking": "10"}) == mine.stacking_limit(space)
