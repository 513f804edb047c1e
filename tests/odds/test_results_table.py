"""The combat results table of Afrika II: against the printed rows, every roll counted by hand."""

from fractions import Fraction
from itertools import product

import pytest

from northafrica.odds.results_table import Result, ResultsTable, Stand, dice_totals, suffer, whole_odds
from northafrica.odds.table_attack import attack
from northafrica.odds.told import OddsError
from northafrica.systems.afrika2.odds import heat_map, odds, whole_table
from northafrica.systems.afrika2.odds.data import combat_data

COLUMNS = ["1:4", "1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1-6:1", "7:1-8:1", "9:1+"]
# Rulebook, Combat Results Table, by hand.
PRINTED = """
2|A3r1|A2r1|A2r1|A2r1|A2|A2|A2|A2 D1|A1 D1|A1 D1
3|A2r1|A2r1|A2|A2|A2|A2|A1 D1|A1 D1|A1 D1|A1 D1
4|A2r1|A2|A2|A2|A2|A1 D1|A1 D1|A1 D1|A1 D1|A1 D1r1
5|A2|A2|A2|A2|A1 D1|A1 D1|A1 D1|A1 D1r1|A1 D1r1|D2r1
6|A2|A2|A2|A1 D1|A1 D1|A1 D1|A1 D1r1|A1 D1r1|D2r1|D3r2
7|A2|A2|A2|A1 D1|A1 D1|A1 D1r1|A1 D2r1|D2r2|D2r2|D3r3
8|A2|A2|A1 D1|A1 D1r1|A1 D2r1|A1 D2r1|D2r2|D2r2|D3r3|D3r4
9|A2|A1 D1|A1 D1r1|A1 D2r1|D2r1|D2r2|D2r2|D3r3|D3r4|D4r4
10|A1 D1|A1 D2r1|A1 D2r2|D2r2|D2r2|D2r2|D3r3|D3r4|D4r4|D4r5
11|A1 D2r1|A1 D2r2|A1 D2r2|D3r2|D3r3|D3r3|D3r4|D4r4|D4r5|D5r5
12|D3r2|D3r3|D3r3|D3r3|D3r4|D3r4|D4r4|D4r5|D5r5|D6r5
"""


def printed() -> dict[int, list[str]]:
    rows = [line.split("|") for line in PRINTED.split("\n") if line]
    return {int(row[0]): row[1:] for row in rows}


def losses(cell: str) -> dict[str, tuple[int, int]]:
    """{'D': (2, 1)} of 'D2r1'."""
    found = {"A": (0, 0), "D": (0, 0)}
    for part in cell.split():
        steps, _, hexes = part[1:].partition("r")
        found[part[0]] = (int(steps), int(hexes or 0))
    return found


def test_the_table_is_the_printed_one() -> None:
    table = combat_data().table
    assert list(table.columns) == COLUMNS
    assert {total: [str(cell) for cell in cells] for total, cells in table.results.items()} == printed()


@pytest.mark.parametrize("column", range(10))
def test_every_roll_of_two_dice(column: int) -> None:
    rows = printed()
    answer = odds(odds=COLUMNS[column].split("-")[0].rstrip("+"))
    cells = [losses(rows[a + b][column]) for a, b in product(range(1, 7), repeat=2)]
    for side, letter in (("attacker", "A"), ("defender", "D")):
        for steps in range(7):
            count = sum(cell[letter][0] == steps for cell in cells)
            assert answer.steps_lost(side).get(steps, 0) == Fraction(count, 36)
        for hexes in range(6):
            count = sum(cell[letter][1] == hexes for cell in cells)
            assert answer.hexes_retreated(side).get(hexes, 0) == Fraction(count, 36)
    assert answer.clear == Fraction(sum(cell["D"][1] > 0 for cell in cells), 36)
    assert answer.exact_p["win"] == answer.clear
    assert answer.exact_p["retreat"] == Fraction(sum(cell["A"][1] > 0 for cell in cells), 36)
    assert sum(answer.exact_p.values()) == 1


def test_nothing_gets_worse_to_the_right() -> None:
    rows = printed()
    for cells in rows.values():
        steps = [losses(cell) for cell in cells]
        assert [cell["A"][0] for cell in steps] == sorted((c["A"][0] for c in steps), reverse=True)
        assert [cell["D"] for cell in steps] == sorted(cell["D"] for cell in steps)


@pytest.mark.parametrize(
    ("attack_points", "defence_points", "nearest", "defender"),
    [
        (13, 5, "3", "2"),  # scs.odds
        (12, 5, "2", "2"),
        (14, 4, "4", "3"),
        (5, 13, "1/3", "1/3"),
        (5, 12, "1/2", "1/3"),
        (4, 14, "1/4", "1/4"),
        (7, 7, "1", "1"),
        (0, 3, "0", "0"),
    ],
)
def test_rounding_of_odds(attack_points: int, defence_points: int, nearest: str, defender: str) -> None:
    points = Fraction(attack_points), Fraction(defence_points)
    assert whole_odds(*points) == Fraction(nearest)
    assert whole_odds(*points, "defender") == Fraction(defender)


@pytest.mark.parametrize(
    ("ratio", "shift", "column"),
    [
        ("2:1", 5, "5:1-6:1"),  # net of +9 and -4, capped at three, merged columns count once (3.0)
        ("5:1", 1, "7:1-8:1"),
        ("6:1", 1, "7:1-8:1"),
        ("4:1", 1, "5:1-6:1"),
        ("1:9", 1, "1:3"),  # scs.odds-limits
        ("40:2", -1, "7:1-8:1"),
        ("3:1", -9, "1:2"),
        ("12:1", 3, "9:1+"),
        ("1:1", 2, "3:1"),  # 3.1: two artillery
    ],
)
def test_shifts_and_their_cap(ratio: str, shift: int, column: str) -> None:
    assert odds(odds=ratio, shift=shift).column == column


@pytest.mark.parametrize(
    ("attack_points", "defence_points", "terrain", "column"),
    [
        (20, 5, "rough, box", "1:1"),  # 1.4: a box in rough is x4
        (12, 4, "rough, major_city", "1:1"),  # x3: the better of the two, not x6
        (6, 3, "delta, minor_city", "1:1"),
        (12, 6, "fort", "1:1"),
        (9, 3, "hills", "2:1"),
        (9, 3, "rocks", "2:1"),
        (30, 5, "mountain", "2:1"),
        (24, 4, "hills, delta", "3:1"),
        (2, 4, "hills, open", "1:3"),
    ],
)
def test_terrain(attack_points: int, defence_points: int, terrain: str, column: str) -> None:
    assert odds(str(attack_points), str(defence_points), terrain=terrain).column == column


def test_terrain_shift_is_under_the_cap() -> None:
    assert odds(odds="1:1", shift=3, terrain="rocks").column == "3:1"
    assert odds(odds="1:1", shift=5, terrain="rocks").column == "4:1"


def test_d2r2_becomes_at_most_d3r1_in_the_open() -> None:
    """2.6, the worked example; in a box all four steps may go instead."""
    most = suffer(2, 2, Stand(conversion="most"))
    assert (most.lost, most.hexes) == (3, 1)
    sheltered = suffer(2, 2, Stand(sheltered=True, conversion="most"))
    assert (sheltered.lost, sheltered.hexes, sheltered.stays) == (4, 0, True)
    open_hold = suffer(2, 2, Stand(conversion="hold"))
    assert (open_hold.lost, open_hold.hexes) == (2, 2)


def test_holding_needs_a_step_that_lives() -> None:
    assert suffer(2, 2, Stand(5, sheltered=True, conversion="hold")).stays
    assert suffer(2, 2, Stand(4, sheltered=True, conversion="hold")).hexes == 2
    assert suffer(4, 4, Stand(2)).gone  # scs.losses-excess
    assert suffer(4, 4, Stand(2)).lost == 2


def test_an_attacker_thrown_back_must_go() -> None:
    assert suffer(2, 1, Stand(9, conversion="most")).hexes == 1


def test_a_garrison_dies_where_its_side_retreats() -> None:
    """2.7."""
    fate = suffer(1, 1, Stand(4, fixed=1))
    assert (fate.lost, fate.hexes, fate.gone) == (1, 1, False)
    both = suffer(0, 1, Stand(4, fixed=1))
    assert (both.lost, both.gone) == (1, False)
    alone = suffer(0, 1, Stand(2, fixed=2))
    assert (alone.lost, alone.hexes, alone.gone) == (2, 0, True)


def test_counters_bring_strength_steps_and_shifts() -> None:
    """8+8+4 = 20 against 5; two artillery +2, one combined arms stack +1."""
    answer = odds("1-5/21.Pz, 2-5/21.Pz, 104/21.Pz | 2 german arty", "22 Gd")
    assert (answer.odds, answer.shift, answer.column) == ("4:1", 3, "9:1+")
    assert (answer.attacker.steps, answer.defender.steps) == (3 + 3 + 3 + 2, 3)


def test_combined_arms_needs_both_in_one_stack() -> None:
    apart = odds("1-5/21.Pz | 104/21.Pz", "22 Gd")
    assert apart.shift == 0
    tanks, foot = (
        ("1-5/21.Pz", "2-5/21.Pz", "1-8/15.Pz", "2-8/15.Pz"),
        ("104/21.Pz", "115/15.Pz", "155/90.Le", "200/90.Le"),
    )
    four = odds(" | ".join(f"{tank}, {infantry}" for tank, infantry in zip(tanks, foot, strict=True)), "22 Gd")
    assert four.shift == 3
    garrison = odds("4_7arm", "Italian 5 AT, Italian Tobruk")
    assert garrison.shift == -1  # 3.4: garrison and anti-tank in defence
    assert odds("LRDG, 22 Gd", "Italian Tobruk").shift == 0


def test_marks() -> None:
    """5.2: out of supply attacks at a quarter, defends at half; note a of the terrain chart: a third up, half down."""
    assert odds("1-5/21.Pz (oos), 2-5/21.Pz (oos)", "4").odds == "1:1"
    assert odds("16", "1-5/21.Pz (oos)").odds == "5:1"
    assert odds("1-5/21.Pz (up) | 2-5/21.Pz (down)", "20/3").odds == "1:1"
    reduced = odds("1-5/21.Pz (2 steps), 2-5/21.Pz (1 step)", "8")
    assert (reduced.odds, reduced.attacker.steps) == ("1:1", 3)


def test_who_dies_where_steps_are_known() -> None:
    """3:1, one step each: A2 (rolls 2, 3) lose; A1 D1 and A1 D2r1 (4 to 8) draw; D2 and more (9 to 12) win."""
    answer = odds("3 (1 step)", "1 (1 step)")
    assert answer.exact_p["lose"] == Fraction(1 + 2, 36)
    assert answer.exact_p["draw"] == Fraction(3 + 4 + 5 + 6 + 5, 36)
    assert answer.exact_p["win"] == Fraction(4 + 3 + 2 + 1, 36)
    assert answer.expected_survivors["attacker"]["steps"] == pytest.approx(10 / 36, abs=1e-12)
    assert answer.survivors["defender"]["steps"] == pytest.approx((33 / 36, 3 / 36), abs=1e-12)


def test_sampled_agrees_with_exact() -> None:
    table = combat_data().table
    for column in range(10):
        exact, rolled = attack(table, column), attack(table, column, trials=40_000, seed=column)
        for name, chance in exact.p.items():
            error = (chance * (1 - chance) / 40_000) ** 0.5
            assert abs(rolled.p[name] - chance) <= 4 * error
    assert rolled.as_dict()["trials"] == 40_000


def test_heat_map_and_whole_table() -> None:
    """4:1 without shift: cleared on 6 and more, 26 of 36."""
    clear = heat_map()
    assert list(clear.index) == COLUMNS
    assert list(clear.columns) == [-3, -2, -1, 0, 1, 2, 3]
    assert clear.loc["4:1", 0] == pytest.approx(26 / 36)
    assert clear.loc["2:1", 2] == pytest.approx(26 / 36)
    assert clear.loc["9:1+", 3] == pytest.approx(33 / 36)
    rows = whole_table(terrain="box", convert="hold")
    assert len(rows) == 70
    assert (rows["clear"] == 0).all()


def test_as_dict_has_the_common_keys() -> None:
    found = odds(odds="3:1", shift=2).as_dict()
    for key in ("p", "capture", "expected_survivors", "survivors", "rounds", "value_lost", "policy"):
        assert key in found
    assert found["survivors"] == {"attacker": {}, "defender": {}}
    assert found["column"] == "5:1-6:1"
    assert sum(found["p"].values()) == pytest.approx(1, abs=1e-12)


def test_an_answer_shows_itself() -> None:
    answer = odds(odds="3:1", shift=2)
    assert repr(answer) == "<TableAnswer 3:1 on 5:1-6:1: clear 83.33 %, steps lost 0.44 against 1.94; exact>"
    assert "D2r2" in str(answer)
    assert answer._repr_html_().startswith("<pre>")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"odds": "3"}, "3:1"),
        ({"odds": "3:0"}, "more than 0"),
        ({"odds": "3:1", "attackers": "4"}, "one of the two"),
        ({"attackers": "", "defenders": "4"}, "attackers: no units"),
        ({"attackers": "1-6/21.Pz", "defenders": "4"}, "did you mean 1-5/21.pz"),
        ({"attackers": "-1 22 gd", "defenders": "4"}, "out of range"),
        ({"attackers": "4", "defenders": "22 gd (4 steps)"}, "1 to 3 steps"),
        ({"attackers": "4", "defenders": "22 gd (up)"}, "unknown mark"),
        ({"attackers": "4", "defenders": "22 gd | 1 FF"}, "one hex"),
        ({"odds": "3:1", "terrain": "ruff"}, "rough"),
        ({"odds": "3:1", "terrain": "river"}, "unknown"),
        ({"odds": "3:1", "attacker_air": -1}, "attacker_air"),
        ({"odds": "3:1", "convert": "none"}, "write one of retreat, hold, most"),
        ({"odds": "3:1", "rounding": "up"}, "nearest, defender"),
        ({"odds": "3:1", "shift": 1.5}, "whole number"),
        ({"attackers": "7 (lots)", "defenders": "4"}, "unknown mark"),
    ],
)
def test_impossible_input_is_refused_in_words(options: dict[str, object], words: str) -> None:
    with pytest.raises(OddsError, match=words):
        odds(**options)  # type: ignore[arg-type]


def test_a_table_must_be_whole() -> None:
    dice = dice_totals(1, 2)
    assert dice == {1: Fraction(1, 2), 2: Fraction(1, 2)}
    cell = Result(1)
    with pytest.raises(OddsError, match="row 2"):
        ResultsTable(("1:1",), (Fraction(1),), {1: (cell,)}, dice, 3)
    with pytest.raises(OddsError, match="sum to 1/2"):
        ResultsTable(("1:1",), (Fraction(1),), {1: (cell,)}, {1: Fraction(1, 2)}, 3)
    with pytest.raises(OddsError, match="rise"):
        ResultsTable(("1:1", "1:2"), (Fraction(1), Fraction(1, 2)), {1: (cell, cell)}, {1: Fraction(1)}, 3)
