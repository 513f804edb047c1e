"""Positions by hand: what is read, and how each kind of wrong line is told."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import northafrica
from northafrica.core.pieces import Piece, Stock
from northafrica.core.position import PositionError, position_head, read_position, uncommented, write_position
from northafrica.core.start import game_from_position, make_setting, new_game
from tests.lab.positions import SEVEN
from tests.toy.game import TOY, Facts, Turn
from tests.toy.subjects import MID

SETTING = make_setting(TOY, "well")
LINES = MID.splitlines()


def with_line(number: int, line: str) -> str:
    return "\n".join([*LINES[: number - 1], line, *LINES[number:]])


def with_more(*lines: str) -> str:
    return MID + "\n".join(lines)


def test_what_a_position_says() -> None:
    state = read_position(SETTING, MID)
    assert state.pieces == {
        "ridge": {Piece("red", "man"): 2, Piece("ruby", "man"): 1},
        "dune": {Piece("blue", "man"): 2},
    }
    assert state.stocks == {"ridge": {Stock("water", "red"): 2, Stock("water", "ruby"): 5}}
    assert (state.round, state.power, state.phase, state.by_hand) == (2, "red", "march", True)
    assert (state.facts, state.stack, state.outcome, state.events) == (Facts(), (Turn("red"),), None, 0)


def test_comments_blank_lines_marks_and_plurals() -> None:
    state = read_position(SETTING, "\n" + with_more("", "# the well", "  mark well: control east, seen by all", ""))
    assert state.markers == {"well": {"control": "east", "seen": "by all"}}
    assert read_position(SETTING, MID.replace("2 red man", "2 red men")).pieces["ridge"][Piece("red", "man")] == 2
    worn = read_position(SETTING, MID.replace("2 red man", "1 red man, 1 red man (worn 1, at well)"))
    assert worn.pieces["ridge"][Piece("red", "man", (("at", "well"), ("worn", 1)))] == 1


def test_a_comment_may_follow_on_a_line_and_a_text_may_begin_with_a_byte_order_mark() -> None:
    told = [line if line.startswith(("facts", "stack")) else f"{line}  # a remark: 1 red man" for line in LINES]
    assert read_position(SETTING, "\ufeff" + "\n".join(told)) == read_position(SETTING, MID)
    assert position_head("\ufeff" + "\n".join(told)) == position_head(MID)
    assert uncommented("at ridge: 2 red man#7") == "at ridge: 2 red man#7"
    assert uncommented('facts {"a": "x # y"}') == 'facts {"a": "x # y"}'


def test_base_setup_is_the_scenario_with_some_places_changed() -> None:
    text = "northafrica position 1\nbase setup\npower blue\nat dune: 1 blue man\nat cup: nothing\nstock dune: nothing"
    state = read_position(SETTING, text)
    assert state.pieces == {
        "ridge": {Piece("red", "man"): 2, Piece("ruby", "man"): 1},
        "dune": {Piece("blue", "man"): 1},
    }
    assert state.stocks == {"ridge": {Stock("water", "red"): 3, Stock("water", "ruby"): 3}}
    assert (state.round, state.stack) == (1, (Turn("blue"),))


def test_what_is_written_out_tells_any_moment() -> None:
    game = new_game(SETTING)
    game.play("choose_for_me")
    text = write_position(SETTING, game.state)
    assert text.splitlines() == [
        "northafrica position 1",
        "system toy",
        "scenario well",
        "round 1",
        "power blue",
        "phase march",
        "at cup: 3 fate moon, 3 fate sun",
        "at dune: 2 blue man",
        "at ridge: 2 red man, 1 ruby man",
        "stock dune: water/blue 3",
        "stock ridge: water/red 3, water/ruby 3",
        'facts {"is": "Facts"}',
        'stack [{"is": "Turn"}, {"is": "Deal"}]',
        "standing []",
        "outcome null",
    ]
    again = game_from_position(SETTING, text)
    assert again.chance is not None
    again.roll("sun", "sun", "sun", "moon")
    assert again.step == Turn("blue")


def test_head_of_a_position() -> None:
    head = position_head(MID.replace("round 2", "option dry yes\nround 2"))
    assert head == {"system": "toy", "scenario": "well", "option dry": "yes"}
    dry = make_setting(TOY, "well", {"dry": "yes"})
    state = read_position(dry, MID.replace("round 2", "option dry yes\nround 2"))
    assert "option dry yes" in write_position(dry, state).splitlines()
    for text in ("", "\n", "northafrica record 1", '{"n": 1}'):
        with pytest.raises(PositionError, match="line 1: a position begins with 'northafrica position 1'"):
            position_head(text)
        with pytest.raises(PositionError, match="line 1: a position begins with 'northafrica position 1'"):
            read_position(SETTING, text)


WRONG = [
    (2, "system tic", "the position is of 'tic', not of toy"),
    (3, "scenario hole", "the position is of scenario 'hole', not of well"),
    (4, "round 0", "round '0' is no whole number from 1 to 3"),
    (4, "round 4", "from 1 to 3"),
    (4, "round two", "round 'two'"),
    (4, "round -1", "round '-1'"),
    (4, "round 2.0", "round '2.0'"),
    (4, "round ²", "round '²'"),
    (4, "round " + "9" * 5000, "from 1 to 3"),
    (4, "round", "round ''"),
    (5, "power green", "'green' is no power; there are blue, red, ruby"),
    (7, "at rigde: 2 red man", "'rigde' is no place on this map; did you mean ridge?"),
    (7, "at ridge 2 red man", "after the place comes a colon"),
    (7, "at ridge", "after the place comes a colon"),
    (7, "at ridge: red man", "'red man' is no pieces; write number, power and kind"),
    (7, "at ridge: two red man", "is no pieces"),
    (7, "at ridge: 0 red man", "'0 red man' is nothing"),
    (7, "at ridge: -1 red man", "is no pieces"),
    (7, f"at ridge: {'9' * 5000} red man", "is no pieces"),
    (7, "at ridge: ٣ red man", "is no pieces"),
    (7, "at ridge: 2 reed man", "'reed' is no power; there are blue, fate, red, ruby"),
    (7, "at ridge: 2 red mna", "'mna' is no unit of this game; did you mean man?"),
    (7, "at ridge: 2 red man (worn 1 2)", "'worn 1 2' is no status"),
    (7, "at ridge: 2 red man ()", "is no status"),
    (8, "at ridge: 2 blue man", "'at ridge' stands there twice"),
    (9, "stock ridge: water/red", "'water/red' is no stock; write resource and number"),
    (9, "stock ridge: 3", "'3' is no stock"),
    (9, "stock ridge: water -3", "is no stock"),
    (9, "stock ridge: water ²", "is no stock"),
    (9, "stock ridge: water 1, water 2", "'water' stands there twice"),
    (9, "stock rigde: water 1", "did you mean ridge?"),
    (9, "mark well: control", "'control' is no marker; write name and value"),
    (9, "mark wall: control east", "'wall' is no place on this map; did you mean well?"),
    (9, "option dri no", "there is no option 'dri'; did you mean dry?"),
    (9, "option dry yes", "the position is of option dry 'yes', the game of 'no'"),
    (9, "base set-up", "'base set-up' is no base; write 'base setup'"),
    (9, "stocks ridge: water 1", "'stocks' begins no line of a position; did you mean stock"),
    (9, "by foot", "'by' begins no line"),
    (9, "\x00", "begins no line"),
]


@pytest.mark.parametrize(("number", "line", "message"), WRONG, ids=[f"{n}-{line[:30]}" for n, line, _ in WRONG])
def test_a_wrong_line_is_named_with_its_mend(number: int, line: str, message: str) -> None:
    with pytest.raises(PositionError, match=re.escape(message)) as error:
        read_position(SETTING, with_line(number, line))
    assert str(error.value).startswith(f"line {number}: ")


EXACT = [
    "facts", "facts {", "facts 5", "facts null", 'facts {"is": "Nothing"}', 'facts {"is": "Outcome"}', "facts NaN",
    'facts {"is": "Facts", "thirst": 1}', 'facts {"piece": 5}', 'facts {"fraction": "1/0"}', 'facts {"map": 3}',
    'facts {"is": "Facts", "plan": [{"order": "garbage"}]}', "facts " + "[" * 20_000, "stack", "stack 5", "stack [1]",
    'stack {"is": "Turn"}', 'stack [{"is": "Turn", "whom": 1}]', 'stack [{"is": "Facts"}]', 'stack ["Turn"]',
    "standing 3", 'standing ["east"]', "standing [[1, 2]]", 'standing "xy"', "outcome 3", 'outcome "east"',
    'outcome {"is": "Facts"}', 'outcome {"is": "Outcome"}',
]  # fmt: skip


@pytest.mark.parametrize("line", EXACT, ids=[line[:40] for line in EXACT])
def test_lines_that_hold_json_are_checked_too(line: str) -> None:
    with pytest.raises(PositionError, match=rf"the line '{line.split(maxsplit=1)[0]}' cannot be read"):
        read_position(SETTING, with_more(line))


@pytest.mark.parametrize("line", ['stack [{"is": "Turn", "who": 5}]', 'stack [{"is": "Ambush", "who": "nobody"}]'])
def test_steps_that_fit_no_power(line: str) -> None:
    with pytest.raises(PositionError, match="the line 'stack' does not fit this position"):
        read_position(SETTING, with_more(line))


def test_what_the_system_finds_impossible() -> None:
    with pytest.raises(PositionError, match="this position cannot be: 1 fate sun on the well"):
        read_position(SETTING, with_more("at well: 1 fate sun"))
    with pytest.raises(PositionError, match="more than 6 men"):
        read_position(SETTING, with_more("at well: 2 blue man"))
    with pytest.raises(PositionError, match="the line 'round' is missing"):
        read_position(SETTING, MID.replace("round 2\n", ""))


@given(data=st.data())
@settings(max_examples=150, deadline=None)
def test_garbled_positions(data: st.DataObject) -> None:
    """Whatever happens to the text, it is read or it is a PositionError; what is read is written and read again."""
    game = new_game(SETTING, 1)
    game.play("choose_for_me")
    text = write_position(SETTING, game.state)
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text)))
        cut = data.draw(st.integers(0, 9))
        text = text[:at] + data.draw(st.text(max_size=4)) + text[at + cut :]
    try:
        state = read_position(SETTING, text)
    except PositionError:
        return
    assert read_position(SETTING, write_position(SETTING, state)) == state


HEAD = {
    "system aana": {
        "system aanb": "line 2: there is no system 'aanb'; there are",
        "system": "line 2: there is no system ''; there are",
        "": "line 1: a position names its game: write the lines 'system aana'",
    },
    "scenario torch": {
        "scenario torhc": "line 3: aana has no scenario 'torhc'; there are rommel, torch",
        "scenario": "line 3: aana has no scenario ''; there are rommel, torch",
        "": "line 1: a position names its game: write the lines 'system aana'",
        "scenario torch\nscenario desert": "line 4: aana has no scenario 'desert'",
    },
    "round 9": {
        "option round_limit\nround 9": "line 4: ",
        "option\nround 9": "line 4: there is no option ''",
        "option take_backs perhaps\nround 9": "line 4: option take_backs: 'perhaps' is none of free, agreed, none",
    },
}


@pytest.mark.parametrize(("line", "written", "told"), [
    (line, written, told) for line, wrongs in HEAD.items() for written, told in wrongs.items()
])  # fmt: skip
def test_a_game_that_is_not_there_is_told_with_its_line(line: str, written: str, told: str) -> None:
    with pytest.raises(northafrica.PositionError, match=f"^{re.escape(told)}"):
        northafrica.position(SEVEN.replace(line, written))


@pytest.mark.parametrize("thing", [None, 7, b"northafrica position 1", ["northafrica position 1"], Path("p.txt")])
def test_what_is_no_text_is_no_position(thing: Any) -> None:
    with pytest.raises(northafrica.PositionError, match="a position is text, and this is none"):
        northafrica.position(thing)


READERS: dict[str, Callable[[], Any]] = {
    "load a system": lambda: northafrica.load("aanb", "torch"),
    "load a scenario": lambda: northafrica.load("aana", "torhc"),
    "load an option": lambda: northafrica.load("aana", "torch", options={"wet": "yes"}),
    "load a table": lambda: northafrica.load("aana", "torch", data="nowhere"),
    "load a file": lambda: northafrica.load("aana", "nowhere.csv"),
    "position a seat": lambda: northafrica.position(SEVEN, seats={"mars": "ann"}),
    "position a table": lambda: northafrica.position(SEVEN, data="nowhere"),
    "rules": lambda: northafrica.rules("aanb"),
}


@pytest.mark.parametrize("reader", READERS)
def test_one_error_is_documented_for_what_cannot_be_started(reader: str) -> None:
    with pytest.raises(northafrica.SetupError):
        READERS[reader]()
