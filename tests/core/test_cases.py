"""The case runner: each key has a case that passes and one that fails; a slip never passes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from northafrica.core.case_shapes import CASE, EXPECT, ITEM
from northafrica.core.cases import CaseError, read_case, run_case
from northafrica.systems import SYSTEMS as GAMES
from tests.lab.positions import TWO_SOURCES
from tests.toy.game import TOY
from tests.toy.subjects import MID

SYSTEMS = {"toy": TOY}
DRAW = ["sun", "sun", "moon", "moon"]
SETUP: dict[str, Any] = {"order": "choose_for_me", "dice": DRAW}
MARCH = [SETUP, {"order": "march 2 man dune > well"}, {"order": "commit"}]
# Red's one man meets Blue's two at the well; Blue may play a tile; Red throws one die and needs 4.
MEET = [*MARCH, {"order": "march 1 man ridge > well"}, {"order": "commit"}]
FIGHT = [*MEET, {"order": "pass", "dice": [4]}]


def failures(*items: dict[str, Any], **case: Any) -> list[str]:
    raw = {"title": "a case", "system": "toy", "do": list(items)} | case
    raw.setdefault("scenario", "well")
    return run_case(raw, SYSTEMS).failures


def expecting(items: list[dict[str, Any]], **wanted: Any) -> list[str]:
    return failures(*items[:-1], items[-1] | {"expect": wanted})


def test_the_games_these_cases_tell_are_sound() -> None:
    assert failures(*FIGHT) == []


# key -> items that pass, items that must fail, words of the failure
ITEMS: dict[str, tuple[list[dict[str, Any]], list[dict[str, Any]], str]] = {
    "order": ([SETUP], [SETUP, {"order": "march 3 man dune > well"}], "is refused"),
    "dice": ([SETUP], [{"order": "choose_for_me", "dice": ["sun"] * 4}], "cannot come up"),
    "refused": (
        [SETUP, {"order": "march 3 man dune > well", "refused": "men"}],
        [SETUP, {"order": "march 3 man dune > well", "refused": "route"}],
        "not by route",
    ),
    "allowed": (
        [SETUP, {"order": "march 2 man dune > well", "allowed": True}],
        [SETUP, {"order": "march 2 man dune > well", "allowed": False}],
        "is allowed; expected refusal",
    ),
    "not_understood": (
        [SETUP, {"order": "march 2 giant dune > well", "not_understood": True}],
        [SETUP, {"order": "march 3 man dune > well", "not_understood": True}],
        "expected that it is not understood",
    ),
    "numbers": (
        [SETUP, {"order": "march 3 man dune > well", "refused": "men", "numbers": {"has": 2}}],
        [SETUP, {"order": "march 3 man dune > well", "refused": "men", "numbers": {"has": 3}}],
        "number has is 2, not 3",
    ),
    "reason": (
        [SETUP, {"order": "march 3 man dune > well", "refused": "men", "reason": "2 men of blue"}],
        [SETUP, {"order": "march 3 man dune > well", "refused": "men", "reason": "3 men of blue"}],
        "does not say",
    ),
    "unsaid": (
        [SETUP, {"order": "march 3 man dune > well", "refused": "men", "unsaid": "3 men of blue"}],
        [SETUP, {"order": "march 3 man dune > well", "refused": "men", "unsaid": "2 men of blue"}],
        "says '2 men of blue'",
    ),
    "seat": ([SETUP, {"seat": "west"}], [SETUP, {"seat": "east"}], "decision of 'west', not of 'east'"),
    "expect": ([SETUP | {"expect": {"power": "blue"}}], [SETUP | {"expect": {"power": "red"}}], "the power is 'blue'"),
    "note": ([SETUP | {"note": "as on page 3"}], [{"note": "x", "order": "stay"}], "is refused"),
    "undo": (
        [*MARCH, {"undo": True, "expect": {"at": {"dune": "2 blue man"}}}],
        [*MARCH, {"undo": True, "expect": {"at": {"well": "2 blue man"}}}],
        "at well: nothing, expected 2 blue man",
    ),
    "rules": (
        [*MARCH[:-1], MARCH[-1] | {"rules": ["water", "route"]}],
        [*MARCH[:-1], MARCH[-1] | {"rules": ["water", "fight"]}],
        "fight is not cited",
    ),
    "example": (
        [SETUP | {"example": ["sample.opening", "3.1.example-of-play"]}],
        [SETUP | {"example": ["sample.opening", "men"]}],
        "'men' is no worked example of the rulebook",
    ),
    "only_check": (
        [SETUP, {"order": "commit", "only_check": True, "expect": {"power": "blue"}}],
        [SETUP, {"order": "stay", "only_check": True}],
        "is refused",
    ),
}


READ = {"lines", "rows", "cannot_be"}


@pytest.mark.parametrize("key", sorted(ITEM.keys() - READ))
def test_each_key_of_an_item(key: str) -> None:
    passes, fails, words = ITEMS[key]
    assert failures(*passes) == []
    found = failures(*fails)
    assert found
    assert words in found[0]


def test_lines_are_read_besides_and_the_game_stays() -> None:
    march = {"order": "march 2 man ridge > well"}
    fits, not_there = {"lines": "at well: 1 red man"}, {"lines": "at moon: 1 red man"}
    assert failures(fits, {**not_there, "cannot_be": "moon"}, march, position=MID) == []
    assert "this cannot be" in failures(not_there, position=MID)[0]
    assert "this can be" in failures({**fits, "cannot_be": ""}, position=MID)[0]
    assert "expected that 'sun' is said" in failures({**not_there, "cannot_be": "sun"}, position=MID)[0]
    assert "write 'position' above" in failures(fits)[0]


OWN = """# follows torch, round 9, power uk
power,space,kind,count,border
uk,tobruk,infantry,4,
uk,sz24,submarine,3,
italy,benghazi,infantry,4,
"""


def test_rows_are_read_besides_in_tables_of_the_case() -> None:
    more = {"rows": "uk,sz31,submarine,1,\n"}
    tank = {"rows": "uk,cairo,tank,1,\n"}
    here = {"expect": {"at": {"sz24": "3 uk submarine", "cairo": "nothing"}}}
    case = {"title": "own", "system": "aana", "scenario": "mine", "tables": {"mine.csv": OWN}}
    assert run_case({**case, "do": [tank, {**more, "cannot_be": "4 are placed"}, here]}, GAMES).failures == []
    assert "4 are placed" in run_case({**case, "do": [more]}, GAMES).failures[0]
    assert "this can be" in run_case({**case, "do": [{**tank, "cannot_be": ""}]}, GAMES).failures[0]
    assert "write 'tables' above" in failures(more)[0]


def test_a_table_lies_nowhere_else() -> None:
    case = {"title": "own", "system": "aana", "scenario": "mine", "do": []}
    for name in ("../mine.csv", "/elsewhere/mine.csv", "mine", "mi ne.csv"):
        with pytest.raises(CaseError, match="is no name of a table"):
            run_case({**case, "tables": {name: OWN}}, GAMES)


EVENT = {"kind": "lost", "piece": "blue man", "count": 1, "place": "well", "rules": ["fight"]}
ROLLED = {"kind": "rolled", "dice": [4], "need": 4, "hits": 1, "faces": 6}
MEN = {"units": "2 man"}
AS_DEALT = "1 fate sun, 1 fate moon"
NEXT = {"order": "march", "given": {"units": "1 man"}, "only": ["ridge > well"]}
MORE = {"order": "march", "more": "units", "only": ["2 man"]}
ENDED = [SETUP, *[{"order": "commit"}] * 9]
# key -> the game, an expectation that holds, some that do not
EXPECTED: dict[str, tuple[list[dict[str, Any]], Any, list[Any]]] = {
    "events": (
        FIGHT,
        [EVENT, ROLLED, {"kind": "rolled"}],
        [
            [EVENT | {"count": 2}], [EVENT | {"place": "dune"}], [EVENT | {"piece": "red man"}],
            [EVENT | {"rules": ["fight", "win"]}], [ROLLED | {"dice": [5]}], [ROLLED | {"hits": 0}],
            [{"kind": "retreated"}], [{"kind": "placed"}], [{"kind": "lsot"}],
        ],
    ),
    "no_events": (
        FIGHT,
        [{"kind": "retreated"}, {"kind": "lost", "piece": "red man"}, {"kind": "lost", "count": 2}],
        [[EVENT], [{"kind": "lost"}], [{"rules": ["fight"]}], [{"kind": "retreeted"}]],
    ),
    "at": (
        FIGHT,
        {"well": "1 blue man, 1 red man", "dune": "nothing", "ridge": "1 red man, 1 ruby man", "cup": AS_DEALT},
        [
            {"well": "1 blue man"}, {"well": "2 blue man, 1 red man"}, {"well": "nothing"}, {"dune": "1 blue man"},
            {"well": "1 blue man (worn 1), 1 red man"}, {"wall": "nothing"}, {"well": "blue man"},
            {"well": "1 blue man (a b c)"},
        ],
    ),
    "stock": (
        FIGHT,
        {"dune": {"water/blue": 1}, "ridge": {"water/red": 3, "water/ruby": 3, "oil": 0}},
        [{"dune": {"water/blue": 2}}, {"dune": {"water": 1}}, {"ridge": {"oil": 1}}, {"rigde": {"oil": 0}}],
    ),
    "mark": (
        MARCH,
        {"well": {"control": "west"}, "dune": {"control": ""}},
        [{"well": {"control": "east"}}, {"well": {"control": ""}}, {"dune": {"control": "west"}}, {"wall": {"x": ""}}],
    ),
    "legal": (MEET, ["play", "pass", "never"], [["commit"], ["pass", "march"], ["pas"]]),
    "not_legal": (MEET, ["commit", "march"], [["pass"], ["march", "play"], ["comit"]]),
    "seat": (MEET, "west", ["east", ""]),
    "phase": (MEET, "march", ["fight", ""]),
    "power": (MEET, "red", ["blue", ""]),
    "round": (MEET, 1, [0, 2]),
    "step": (MEET, "Ambush", ["Turn", ""]),
    "asks": (MEET, ["what says west"], [["what says east"], ["what says west", "water"]]),
    "otherwise": (MEET, "none", ["pass", ""]),
    "outcome": (ENDED, ": win", ["west: win", "nobody: win", "none", ": draw"]),
    "legal_values": (
        MARCH,
        [
            NEXT, {"order": "march", "has": ["2 man"]}, {"order": "march", "given": MEN, "lacks": ["dune > well"]},
            MORE, MORE | {"given": MEN, "only": []},
        ],
        [
            [MORE | {"only": ["1 man"]}], [MORE | {"more": "rout"}], [MORE | {"given": MEN}],
            [NEXT | {"only": []}], [NEXT | {"only": ["well > dune"]}],
            [NEXT | {"only": ["ridge > well", "well > dune"]}],
            [{"order": "march", "has": ["3 man"]}], [{"order": "march", "lacks": ["2 man"]}], [{"order": "stay"}],
            [{"order": "mrach", "has": []}], [{"order": "march", "given": {"unit": "1 man"}}],
            [{"order": "march", "given": {"units": "one"}}],
        ],
    ),
}  # fmt: skip


@pytest.mark.parametrize("key", EXPECTED)
def test_each_expectation(key: str) -> None:
    items, holds, wrongs = EXPECTED[key]
    assert expecting(items, **{key: holds}) == []
    assert wrongs
    for wrong in wrongs:
        assert expecting(items, **{key: wrong}), f"{key} = {wrong} must fail"


def test_nothing_else() -> None:
    # Blue marches 2 men and spends 2 water; the well turns west; Red gets 1 water.
    said = {
        "at": {"dune": "nothing", "well": "2 blue man"},
        "stock": {"dune": {"water/blue": 1}, "ridge": {"water/red": 4, "water/ruby": 3}},
        "mark": {"well": {"control": "west"}},
    }
    assert expecting(MARCH, **said, nothing_else=True) == []
    for table, place, words in (
        ("at", "dune", "pieces of dune changed too"),
        ("at", "well", "pieces of well changed too"),
        ("stock", "ridge", "stocks of ridge changed too"),
        ("mark", "well", "markers of well changed too"),
    ):
        less = said | {table: {name: said[table][name] for name in said[table] if name != place}}
        found = expecting(MARCH, **less, nothing_else=True)
        assert len(found) == 1
        assert found[0].startswith(f"item 3: {words}")
    assert len(expecting(MARCH, nothing_else=True)) == 5
    assert expecting([SETUP, {"order": "march 1 man dune > well"}], nothing_else=True) == []


UNCLEAR = {
    "title": "an order that leaves open what is meant",
    "system": "aana",
    "position": TWO_SOURCES,
}
UNPAID = {"order": "attack tobruk from mersa_matruh with 6 infantry"}


@pytest.mark.parametrize("wanted", [{"refused": "declare.cost-source"}, {"refused": ""}, {"allowed": False}, {}])
def test_words_that_leave_something_open_are_no_refusal(wanted: dict[str, Any]) -> None:
    """Six units pay 2, and two places could: no rule refuses the order, whatever the case expects."""
    found = run_case(UNCLEAR | {"do": [{"order": "commit"}, UNPAID | wanted]}, GAMES).failures
    assert len(found) == 1
    assert "it is not understood: " in found[0]
    assert "in reach: Mersa Matruh 3, Cairo 3" in found[0]
    told = {"not_understood": True, "reason": "paying 2 mersa_matruh"}
    assert run_case(UNCLEAR | {"do": [{"order": "commit"}, UNPAID | told]}, GAMES).failures == []


def test_statuses_count_where_they_are_written() -> None:
    text = MID.replace("2 red man", "1 red man, 1 red man (worn 1, slow)")
    for written, holds in {
        "2 red man, 1 ruby man": True,
        "1 red man (worn 1, slow), 1 red man, 1 ruby man": True,
        "1 red man (slow, worn), 1 red man, 1 ruby man": True,
        "1 red man (slow), 1 red man, 1 ruby man": True,
        "2 red man (slow), 1 ruby man": False,
        "1 red man (worn 2, slow), 1 red man, 1 ruby man": False,
        "2 red man (worn 1, slow), 1 ruby man": False,
    }.items():
        assert (failures({"expect": {"at": {"ridge": written}}}, position=text) == []) is holds, written


def test_dice_left_over_and_dice_by_name() -> None:
    asked = "; asked now: Turn: what says west?"
    assert failures(SETUP, {"dice": [1]}) == [f"the end: dice were never thrown: [1]{asked}"]
    drawn = {"order": "choose_for_me", "dice": [*DRAW, "sun"]}
    assert failures(drawn) == [f"the end: dice were never thrown: ['sun']{asked}"]
    assert failures(*MEET, {"order": "pass", "dice": {"men": [4]}}) == []
    assert failures(*MEET, {"order": "pass", "dice": {"men": 4}}) == []
    assert failures(*MEET, {"order": "pass", "dice": {"horses": [4]}})
    assert failures(*MEET, {"order": "pass"}, {"dice": 4, "expect": {"at": {"well": "1 blue man, 1 red man"}}}) == []
    for wrong in (0, 7, 11, 4.0, "4", float("nan")):
        assert "cannot come up" in failures(*MEET, {"order": "pass", "dice": [wrong]})[0]


def test_a_seed_throws_only_what_the_case_does_not_give() -> None:
    assert failures(*FIGHT, seed=3) == []
    assert failures(*MEET, {"order": "pass"}, seed=3) == []
    given = FIGHT[-1] | {"expect": {"events": [ROLLED]}}
    for seed in range(4):  # the die is the case's, whatever the seed
        assert failures(*MEET, given, seed=seed) == []


def test_nothing_is_played_after_an_order_that_failed() -> None:
    assert len(failures(SETUP, {"order": "fly"}, {"order": "also wrong"}, {"seat": "nobody"})) == 1
    assert len(failures(SETUP, {"order": "fly", "refused": "men"}, {"order": "fly", "refused": "men"})) == 2


def test_the_report_says_which_rules_were_shown_and_fired() -> None:
    raw = {"title": "t", "system": "toy", "scenario": "well"}
    refusal = {"order": "march 3 man dune > well", "refused": "men"}
    wanted = {"expect": {"events": [{"kind": "spent"}]}, "rules": ["route"]}
    report = run_case(raw | {"do": [*MARCH[:2], refusal, MARCH[2] | wanted]}, SYSTEMS)
    assert report.ok
    assert report.shown == {"men", "water", "route"}
    assert report.fired == {"setup", "deal", "men", "water", "route", "win", "rest"}
    assert run_case(raw | {"do": [SETUP]}, SYSTEMS).shown == set()


def test_positions_options_seats_and_seeds() -> None:
    march = {"order": "march 2 man ridge > well", "seat": "ann"}
    case: dict[str, Any] = {"position": MID, "seats": {"red": "ann", "ruby": "ben"}, "scenario": ""}
    assert failures(march, {"order": "commit"}, {"seat": "ben"}, **case) == []
    dry = [march, {"order": "commit", "expect": {"stock": {"ridge": {"water/red": 0, "water/ruby": 5}}}}]
    assert failures(*dry, **case)
    assert failures(*dry, **case, options={"dry": "yes"}) == []
    assert failures(*dry, **case | {"position": MID.replace("round 2", "option dry yes\nround 2")}) == []
    assert failures({"order": "choose_for_me"}, {"order": "commit"}, seed=5) == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"system": "tic"}, {"scenario": "hole"}, {"scenario": None}, {"options": {"wet": "no"}},
        {"seats": {"pearl": "x"}}, {"position": "nowhere"}, {"position": MID.replace("2 red man", "2 red mna")},
        {"seats": {"red": "west"}},
    ],
)  # fmt: skip
def test_cases_that_cannot_be_set_up(wrong: dict[str, Any]) -> None:
    with pytest.raises(CaseError):
        failures(SETUP, **wrong)


HEAD = 'title = "t"\nsystem = "toy"\nscenario = "well"\n'


def test_case_files(tmp_path: Path) -> None:
    file = tmp_path / "case.toml"
    file.write_text(HEAD + '[[do]]\norder = "choose_for_me"\ndice = ["sun", "sun", "sun", "moon"]\n', encoding="utf-8")
    assert run_case(read_case(file), SYSTEMS).ok


@pytest.mark.parametrize(
    "text",
    [
        "", "title =", "\x00", HEAD, 'system = "toy"\ndo = []', HEAD + 'do = "all"', HEAD + "do = [1]",
        HEAD + "[do]\norder = 'end'", HEAD + "[[do]]\nordr = 'x'", HEAD + "[[do]]\nexpect = 3",
        HEAD + "[[do]]\nexpect = {sat = 'east'}", HEAD + "colour = 'red'\ndo = []",
    ],
)  # fmt: skip
def test_files_that_are_no_cases(tmp_path: Path, text: str) -> None:
    file = tmp_path / "case.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(CaseError, match=r"case\.toml"):
        read_case(file)
    with pytest.raises(CaseError, match=r"nowhere\.toml"):
        read_case(tmp_path / "nowhere.toml")


def test_every_key_is_tried_here() -> None:
    assert set(ITEMS) == ITEM.keys() - READ
    assert {*EXPECTED, "nothing_else"} == set(EXPECT)
    assert {"title", "system", "scenario", "position", "options", "seats", "seed", "do"} <= set(CASE)
