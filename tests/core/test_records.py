"""Records: written, read back, and what is said of those that were cut, edited or garbled."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from northafrica.core.dice import Seeded
from northafrica.core.game import Game, Refused
from northafrica.core.position import write_position
from northafrica.core.record import (
    Loaded,
    RecordError,
    keep_record,
    load_record,
    read_record,
    save_record,
    write_record,
)
from northafrica.core.start import VERSION, game_from_position, make_setting, new_game
from tests.toy.game import TOY
from tests.toy.subjects import MID

SYSTEMS = {"toy": TOY}
SETTING = make_setting(TOY, "well")


def a_game() -> Game:
    """Eight entries: set-up, draw, two lines and a commit of Blue, one and a commit of Red, Ruby's commit."""
    game = new_game(SETTING)
    for move in (
        "put dune", ("sun", "sun", "moon", "moon"), "march 1 man dune > well", "commit",
        "march 1 man ridge > well", "commit", "pass", (6,),
    ):  # fmt: skip
        game.roll(*move) if isinstance(move, tuple) else game.play(move)
    return game


LINES = write_record(a_game()).splitlines()


def read(lines: list[str]) -> Loaded:
    return read_record("\n".join(lines) + "\n", SYSTEMS)


def unsealed(lines: list[str]) -> list[str]:
    """As records were before they had a seal."""
    closing = {key: value for key, value in json.loads(lines[-1]).items() if key != "seal"}
    return [*lines[:-1], json.dumps(closing)]


def changed(number: int, **values: Any) -> list[str]:
    """The record with fields of one line (counted from 1) replaced; None takes a field away."""
    raw = json.loads(LINES[number - 1]) | values
    line = json.dumps({key: value for key, value in raw.items() if value is not None})
    return [*LINES[: number - 1], line, *LINES[number:]]


def test_lines_of_a_record() -> None:
    head, *entries, closing = map(json.loads, LINES)
    assert (head["format"], head["system"], head["scenario"]) == ("northafrica record 1", "toy", "well")
    assert [entry["n"] for entry in entries] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert [entry["parent"] for entry in entries] == [0, 1, 2, 3, 4, 5, 6, 7]
    assert entries[1]["dice"] == ["sun", "sun", "moon", "moon"]
    assert [entry["seat"] for entry in entries] == ["west", "", "west", "west", "east", "east", "west", "east"]
    assert (closing["closed"], closing["at"]) == (8, 8)
    assert len(closing["seal"]) == 16


def test_a_sound_record_is_verified() -> None:
    loaded = read(LINES)
    assert (loaded.verified, loaded.trouble, loaded.line) == (True, "", 0)
    assert loaded.game.state == a_game().state
    assert read([*LINES, "", "  "]).verified, "blank lines at the end do no harm"
    assert read([LINES[0], "", *LINES[1:]]).verified
    assert read_record("\r\n".join(LINES), SYSTEMS).verified, "nor do line ends of another system"


# (what was done, lines, line told, entries left, words)
EDITED = [
    ("order changed to an illegal one", changed(4, order="march 3 man dune > well"), 4, 2, "men"),
    ("order changed to a legal one", changed(4, order="march 2 man dune > well"), 4, 2, "differs"),
    ("order that is no order", changed(4, order="fly home"), 4, 2, "'fly' is no order"),
    ("order of another kind", changed(4, order="stay"), 4, 2, "cannot be ordered now"),
    ("order missing", changed(4, order=None), 4, 2, "holds an order or dice"),
    ("order and dice", changed(4, dice=[1]), 4, 2, "not both"),
    ("dice changed", changed(9, dice=[1]), 9, 7, "differs"),
    ("die that cannot be", changed(9, dice=[7]), 9, 7, "7 cannot come up; possible are 1 to 6"),
    ("die that is a word", changed(9, dice=["6"]), 9, 7, "cannot come up"),
    ("too many dice", changed(9, dice=[6, 6]), 9, 7, "1 result is needed for Roll, not 2"),
    ("draw that the cup has not", changed(3, dice=["sun"] * 4), 3, 1, "cannot come up"),
    ("dice that are no numbers", changed(9, dice=[True]), 9, 7, "no entry of a record"),
    ("dice with a fraction", changed(9, dice=[6.0]), 9, 7, "no entry of a record"),
    ("dice that are no list", changed(9, dice=6), 9, 7, "no entry of a record"),
    ("digest changed", changed(6, digest="000000000000"), 6, 4, "differs"),
    ("digest of another type", changed(6, digest=5), 6, 4, "no entry of a record"),
    ("seat changed", changed(6, seat="west"), 6, 4, "seat 'west' acts where it is the turn of 'east'"),
    ("number changed", changed(6, n=7), 6, 4, "5 is next"),
    ("number of another type", changed(6, n="5"), 6, 4, "no entry of a record"),
    ("parent changed to a later one", changed(6, parent=5), 6, 4, "does not follow"),
    ("parent below all", changed(6, parent=-1), 6, 4, "does not follow"),
    ("unknown field", changed(6, remark="x"), 6, 4, "remark"),
    ("line lost", [*LINES[:4], *LINES[5:]], 5, 3, "does not follow"),
    ("line doubled", [*LINES[:5], *LINES[4:]], 6, 4, "does not follow"),
    ("line cut in the middle", [*LINES[:4], LINES[4][:20]], 5, 3, "no entry of a record"),
    ("line garbled", [*LINES[:4], "\x00\x01\x02", *LINES[5:]], 5, 3, "no entry of a record"),
    ("line that is a number", [*LINES[:4], "5", *LINES[5:]], 5, 3, "no entry of a record"),
    ("line that is null", [*LINES[:4], "null", *LINES[5:]], 5, 3, "no entry of a record"),
    ("line that is a list", [*LINES[:4], "[]", *LINES[5:]], 5, 3, "no entry of a record"),
    ("line that is NaN", [*LINES[:4], "NaN", *LINES[5:]], 5, 3, "no entry of a record"),
    ("number that is NaN", [*LINES[:4], '{"n": NaN, "parent": 3}', *LINES[5:]], 5, 3, "no entry of a record"),
    ("number too long", [*LINES[:4], '{"n": ' + "9" * 5000 + "}", *LINES[5:]], 5, 3, "no entry of a record"),
    ("line nested too deep", [*LINES[:4], "[" * 200_000, *LINES[5:]], 5, 3, "no entry of a record"),
    ("closing line lost", LINES[:-1], 9, 8, "unfinished"),
    ("end lost", LINES[:5], 5, 4, "unfinished"),
    ("entries lost", [LINES[0], LINES[-1]], 2, 0, "counts 8 entries, there are 0"),
    ("entry after the closing line", [*LINES[:-1], '{"closed": 8, "at": 8}', LINES[1]], 11, 8, "follows the closing"),
    ("two closing lines", [*LINES, LINES[-1]], 11, 8, "follows the closing line"),
    ("closing line counts wrong", changed(10, closed=7), 10, 8, "counts 7 entries, there are 8"),
    ("closing line stands nowhere", changed(10, at=9), 10, 8, "stands at entry 9"),
    ("closing line of another type", changed(10, closed="8"), 10, 8, "no entry of a record"),
    ("closing line tells a victory", changed(10, outcome="west: win (the well)"), 10, 8, "tells the outcome"),
    ("another option", changed(1, options={"dry": "yes"}), 5, 3, "differs"),
]


@pytest.mark.parametrize(("lines", "line", "left", "words"), [row[1:] for row in EDITED], ids=[r[0] for r in EDITED])
def test_an_edited_record_stops_at_the_first_wrong_line(lines: list[str], line: int, left: int, words: str) -> None:
    loaded = read(lines)
    assert not loaded.verified
    assert loaded.line == line
    assert loaded.trouble.startswith(f"line {line}: ")
    assert words in loaded.trouble
    assert len(loaded.game.tree.nodes) == left + 1
    assert loaded.game.at == left
    assert loaded.game.state == a_game().tree.nodes[left].state or "options" in lines[0] != LINES[0]


def test_the_rule_is_told() -> None:
    loaded = read(changed(4, order="march 3 man dune > well"))
    assert loaded.ruling is not None
    assert loaded.ruling.rule == "men"


def test_play_goes_on_from_where_a_record_stopped() -> None:
    game = read(LINES[:5]).game
    game.play("commit")
    assert read_record(write_record(game), SYSTEMS).verified


def test_without_digests_it_is_unverified() -> None:
    loaded = read(changed(6, digest=None))
    assert not loaded.verified
    assert "unverified" in loaded.trouble
    assert loaded.line == 0
    assert len(loaded.game.tree.nodes) == 9


def test_a_key_that_stands_twice_is_refused() -> None:
    twice = LINES[3].replace('{"n": 3', '{"order": "commit", "n": 3')
    loaded = read([*LINES[:3], twice, *LINES[4:]])
    assert (loaded.verified, loaded.line) == (False, 4)
    assert "'order' stands twice" in loaded.trouble
    with pytest.raises(RecordError, match="'seats' stands twice"):
        read([LINES[0].replace('{"format"', '{"seats": {}, "seats": {}, "format"'), *LINES[1:]])


@pytest.mark.parametrize(("version", "word"), [("9999.9.9", "unknown"), ("0.0.1", "earlier"), ("x", "unknown")])
def test_another_version_is_told_whether_the_record_holds_or_not(version: str, word: str) -> None:
    sound = unsealed(changed(1, version=version))
    assert read(sound).verified
    assert version in read(sound).notes[0]
    assert word in read(sound).notes[0]
    broken = read([*sound[:3], "{", *sound[4:]])
    assert f"made with version {version}, read with {VERSION}" in broken.trouble
    assert read(LINES).notes == ()


def test_dice_under_a_false_seed_are_told() -> None:
    game = new_game(SETTING, Seeded(3))
    game.play("put dune")
    lines = write_record(game).splitlines()
    assert json.loads(lines[2])["dice"]
    assert (read(lines).verified, read(lines).notes) == (True, ())
    head = json.loads(lines[0]) | {"version": "0.0.1"}
    rest = unsealed(lines)[1:]
    false = next(seed for seed in range(50) if len(read([json.dumps(head | {"seed": seed}), *rest]).notes) > 2)
    told = read([json.dumps(head | {"seed": false}), *rest]).notes
    assert f"not those of the seed {false}" in told[2]
    assert not read([json.dumps(head | {"seed": false}), *lines[1:]]).verified, "the head is under the seal"
    assert read(LINES).notes == ()


STRICT = make_setting(TOY, "well", {"take_backs": "none"})


def a_strict_game() -> Game:
    game = new_game(STRICT)
    game.play("put dune")
    game.roll("sun", "sun", "moon", "moon")
    game.play("march 1 man dune > well")
    return game


HEADS: dict[str, Any] = {
    "take_backs": {"options": {"dry": "no", "take_backs": "free"}},
    "seed": {"seed": 5},
    "version": {"version": "0.0.1"},
    "data": {"data": {}},
    "origin": {"taken_from": ["a tournament"]},
}


@pytest.mark.parametrize("edit", HEADS.values(), ids=HEADS)
def test_an_edited_head_breaks_the_seal(edit: dict[str, Any]) -> None:
    lines = write_record(a_strict_game()).splitlines()
    assert read(lines).verified
    loaded = read([json.dumps(json.loads(lines[0]) | edit), *lines[1:]])
    assert (loaded.verified, loaded.line) == (False, len(lines))
    assert "the seal does not fit" in loaded.trouble


def test_a_record_cut_back_to_an_earlier_entry_breaks_the_seal() -> None:
    lines = write_record(a_strict_game()).splitlines()
    cut = json.dumps(json.loads(lines[-1]) | {"closed": 2, "at": 2})
    assert "the seal does not fit" in read([*lines[:3], cut]).trouble
    back = json.dumps(json.loads(lines[-1]) | {"at": 2})
    assert "the seal does not fit" in read([*lines[:-1], back]).trouble
    commented = json.dumps(json.loads(lines[3]) | {"comment": "a teacher's remark"})
    assert read([*lines[:3], commented, *lines[4:]]).verified, "comments may be written by hand"
    assert "option take_backs none" in write_position(STRICT, a_strict_game().state), "a position tells it too"


@pytest.mark.parametrize("version", [VERSION, "0.1.0", "0.1.0.1", "9.0", "x", ""])
def test_a_record_cut_back_whose_seal_is_taken_away_is_not_verified(version: str) -> None:
    lines = write_record(a_strict_game()).splitlines()
    head = json.dumps(json.loads(lines[0]) | {"version": version})
    loaded = read([head, *lines[1:3], json.dumps({"closed": 2, "at": 2})])
    assert (loaded.verified, loaded.line) == (False, 4)
    assert "the closing line has no seal" in loaded.trouble
    whole = read(unsealed(lines))
    assert not whole.verified
    assert "did not hold" in read_record(write_record(whole.game), SYSTEMS).notes[0]


def test_without_a_seal_it_is_said_now_and_when_it_is_saved_again() -> None:
    loaded = read(unsealed(changed(1, version="0.0.1")))
    assert loaded.verified
    assert "the head is not sealed" in loaded.notes[1]
    again = read_record(write_record(loaded.game), SYSTEMS)
    assert again.verified
    assert again.notes == (
        "taken over from a record made with 0.0.1",
        "taken over from a record whose head was not sealed",
    )
    assert write_record(again.game) == write_record(loaded.game), "it does not grow"


def test_a_record_saved_again_claims_nothing_that_was_not_proved() -> None:
    broken = read(changed(4, order="fly home"))
    again = read_record(write_record(broken.game), SYSTEMS)
    assert again.verified
    assert "did not hold: line 4: 'fly' is no order" in again.notes[0]
    for edit, told in (({"version": "0.0.1"}, "made with 0.0.1"), ({"data": {"toy.csv": "1"}}, "other data: toy.csv")):
        other = read(unsealed(changed(1, **edit)))
        other.game.goto(0)
        text = write_record(other.game)
        head, now = json.loads(text.splitlines()[0]), json.loads(LINES[0])
        assert (head["version"], head["data"]) == (now["version"], now["data"]), "who writes it has played it through"
        assert told in read_record(text, SYSTEMS).notes[0]


def test_what_is_proved_is_said_in_words() -> None:
    proof = read(LINES).proof
    for part in ("every order is legal", "every digest is right", "dice are in range"):
        assert part in proof.partition("Not proved: ")[0]
    assert "who gave the orders and threw the dice" in proof.partition("Not proved: ")[2]
    assert "not proved beyond entry 2" in read(changed(4, order="fly home")).proof


def test_what_was_agreed_before_it_was_saved_is_used_up() -> None:
    game = new_game(make_setting(TOY, "well", {"take_backs": "agreed"}))
    game.play("put dune")
    game.roll("sun", "sun", "moon", "moon")
    game.play("march 1 man dune > well")
    loaded = read_record(write_record(game), SYSTEMS).game
    loaded.goto(2)
    with pytest.raises(Refused, match="the other seat must agree"):
        loaded.play("march 2 man dune > well")


def test_other_data_are_told() -> None:
    loaded = read(unsealed(changed(1, version="0.0.1", data={"toy.csv": "123456789abc", "gone.csv": "1"})))
    assert loaded.verified
    assert loaded.different_data == ("gone.csv", "toy.csv")
    assert "the data differ from those it was played with: gone.csv, toy.csv" in loaded.notes


NO_RECORDS = {
    "empty": "",
    "blank": "\n\n",
    "prose": "Dear diary,\n",
    "binary": "\x00\x01\xff\n",
    "a list": "[]\n",
    "NaN": "NaN\n",
    "nested": "[" * 200_000,
    "no head": "\n".join(LINES[1:]),
    "another format": LINES[0].replace("record 1", "record 2"),
    "head without scenario": '{"format": "northafrica record 1", "version": "1", "system": "toy"}',
    "unknown system": LINES[0].replace('"toy"', '"tic"'),
    "unknown scenario": LINES[0].replace('"well"', '"hole"'),
    "unknown option": LINES[0].replace('"dry"', '"wet"'),
    "unknown value": LINES[0].replace('"no"', '"maybe"'),
    "unknown power": LINES[0].replace('"ruby"', '"pearl"'),
    "seats across sides": LINES[0].replace('"west"', '"east"'),
    "seat without name": LINES[0].replace('"west"', '""'),
    "options of another type": LINES[0].replace('"no"', "5"),
    "seed of another type": LINES[0].replace("}}", '}, "seed": [1]}'),
    "seed that is NaN": LINES[0][:-1] + ', "seed": NaN}',
    "seed too long": LINES[0][:-1] + ', "seed": ' + "9" * 5000 + "}",
    "unknown field": LINES[0][:-1] + ', "luck": 1}',
    "a wrong position": LINES[0][:-1] + ', "position": "nowhere"}',
}


@pytest.mark.parametrize("text", NO_RECORDS.values(), ids=NO_RECORDS)
def test_what_is_no_record_is_a_record_error(text: str) -> None:
    with pytest.raises(RecordError, match=r"^record(, line 1)?: "):
        read_record(text, SYSTEMS)


def test_files(tmp_path: Path) -> None:
    file = save_record(a_game(), tmp_path / "new" / "game.jsonl")
    assert [path.name for path in file.parent.iterdir()] == ["game.jsonl"], "no draft is left behind"
    assert load_record(file, SYSTEMS).verified
    file.write_text("\ufeff" + file.read_text(encoding="utf-8"), encoding="utf-8")
    assert load_record(file, SYSTEMS).verified
    file.write_bytes(b"\xff\xfe\x00\x80")
    for wrong in (file, tmp_path / "nowhere.jsonl", tmp_path):
        with pytest.raises(RecordError, match="cannot be read"):
            load_record(wrong, SYSTEMS)


def test_variations_comments_and_the_place_where_we_stand() -> None:
    game = a_game()
    game.goto(2)
    game.play("march 2 man dune > well")
    game.comment("all in — «sì»")
    game.goto(0)
    game.comment("the start")
    game.goto(5)
    loaded = read_record(write_record(game), SYSTEMS)
    assert loaded.verified
    nodes = loaded.game.tree.nodes
    assert (nodes[9].parent, nodes[9].comment, nodes[0].comment) == (2, "all in — «sì»", "the start")
    assert loaded.game.at == 5
    assert loaded.game.lines() == [8, 9]


def test_a_game_from_a_position_keeps_it() -> None:
    game = game_from_position(SETTING, MID, 3)
    game.play("march 1 man ridge > well")
    loaded = read_record(write_record(game), SYSTEMS)
    assert loaded.verified
    assert loaded.game.state == game.state
    assert loaded.game.state.by_hand
    assert loaded.game.head["seed"] == 3


def test_a_seeded_game_goes_on_with_the_same_dice() -> None:
    game = new_game(SETTING, "desert")
    game.play("put well")
    loaded = read_record(write_record(game), SYSTEMS).game
    for order in ("march 1 man well > ridge", "commit", "pass"):
        game.play(order)
        loaded.play(order)
    assert loaded.node.result == game.node.result is not None
    assert write_record(loaded) == write_record(game)


@given(data=st.data())
@settings(max_examples=120, deadline=None)
def test_garbled_records(data: st.DataObject) -> None:
    """Whatever happens to the text: it is read up to some line, or it is no record; a wrong digest never passes."""
    text = "\n".join(LINES) + "\n"
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        cut = data.draw(st.integers(0, 30))
        text = text[:at] + data.draw(st.text(max_size=4)) + text[at + cut :]
    try:
        loaded = read_record(text, SYSTEMS)
    except RecordError:
        return
    if loaded.verified:
        assert loaded.game.state == a_game().tree.nodes[loaded.game.at].state
    else:
        assert loaded.trouble


def test_a_longer_record_or_another_game_is_not_written_over(tmp_path: Path) -> None:
    file, short = tmp_path / "f.jsonl", new_game(SETTING)
    short.play("put dune")
    save_record(short, file)
    save_record(a_game(), file)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["f.jsonl"], "the same game, gone on with"
    commented = read(LINES).game
    commented.comment("a remark")
    save_record(commented, file)
    longer = file.read_text()
    with pytest.warns(UserWarning, match=r"what was there is longer than this game.* now f\.jsonl\.older$"):
        save_record(short, file)
    assert (tmp_path / "f.jsonl.older").read_text() == longer
    assert read_record(file.read_text(), SYSTEMS).game.at == 1
    other = new_game(SETTING)
    other.play("put well")
    with pytest.warns(UserWarning, match=r"now f\.jsonl\.older-2$"):
        save_record(other, file)
    file.write_text("\n".join([LINES[0], "{", *LINES[2:]]))
    with pytest.warns(UserWarning, match=r"now f\.jsonl\.older-3$"):
        save_record(other, file)
    assert "\n{\n" in (tmp_path / "f.jsonl.older-3").read_text()


def test_a_copy_without_comments_keeps_the_one_with_them(tmp_path: Path) -> None:
    """What only a comment says is lost as an order would be, also where another one takes its place."""
    file, game = tmp_path / "f.jsonl", a_game()
    for said in ("What would you do? Answer: wait.", "Well: What would you do? Answer: wait."):
        game.comment(said)
        save_record(game, file)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["f.jsonl"]
    game.comment("And what would you do?")
    with pytest.warns(UserWarning, match=r"now f\.jsonl\.older$"):
        save_record(game, file)
    assert "Answer: wait." in (tmp_path / "f.jsonl.older").read_text(encoding="utf-8")
    game.comment("And you?")
    with pytest.warns(UserWarning, match=r"now f\.jsonl\.older-2$"):
        save_record(game, file)


def test_who_has_read_a_comment_may_put_it_otherwise(tmp_path: Path) -> None:
    """A typing error mended leaves no copy; a comment taken away does, and one that somebody else wrote meanwhile."""
    file, game = tmp_path / "f.jsonl", a_game()
    game.comment("What wuold you do?")
    save_record(game, file)
    read = file.read_text()
    game.comment("What would you do?")
    assert keep_record(game, file, read).older is None
    read = file.read_text()
    game.comment("What")
    assert keep_record(game, file, read).older == tmp_path / "f.jsonl.older"
    game.comment("Whither?")
    saved = keep_record(game, file, read)
    assert saved.older == tmp_path / "f.jsonl.older-2"
    assert saved.told == "what was there is now f.jsonl.older-2"


def headed(head: dict[str, object]) -> str:
    """A record without entries, its head changed."""
    text = write_record(new_game(SETTING, 7))
    top, _, rest = text.partition("\n")
    return json.dumps(json.loads(top) | head) + "\n" + rest


@pytest.mark.parametrize("entries", [0, 2])
@pytest.mark.parametrize(
    "head",
    [
        {"seed": 8},
        {"seed": "7"},
        {"position": MID},
        {"scenario": "other"},
        {"system": "other"},
        {"options": {"take_backs": "none"}},
        {"seats": {"desert": "Anna"}},
        {"comment": "Look here"},
        {"comment": "Look here. Answer: wait."},
        {"taken_from": ["a record whose head was not sealed"]},
        {"data": {"units.csv": "0123456789ab"}},
        {"version": "0.0.1"},
    ],
)
def test_a_record_with_another_head_is_kept_as_an_older_copy(
    tmp_path: Path, head: dict[str, object], entries: int
) -> None:
    """Also one without entries, which any game would seem to begin with."""
    file, game = tmp_path / "f.jsonl", new_game(SETTING, 7)
    game.comment("Look" if "comment" in head else "")
    before = headed(head)
    file.write_text(before)
    for order in ("put dune", "march 1 man dune > well")[:entries]:
        game.play(order)
    with pytest.warns(UserWarning, match=r"now f\.jsonl\.older$"):
        save_record(game, file)
    assert (tmp_path / "f.jsonl.older").read_text() == before
    assert file.read_text() == write_record(game)


def test_a_game_that_only_goes_on_leaves_no_copy(tmp_path: Path) -> None:
    """From an empty file, a head of empty tables or none and a file's beginning to the whole."""
    file, whole = tmp_path / "f.jsonl", write_record(a_game())
    top = json.loads(whole.split("\n")[0])
    bare = {key: value for key, value in top.items() if value != {}}
    for before in ("", json.dumps(bare), json.dumps(top | {"comment": "", "taken_from": []}) + "\n", whole):
        file.write_text(before)
        save_record(a_game(), file)
        assert file.read_text() == whole
    assert [one.name for one in tmp_path.iterdir()] == ["f.jsonl"]


def test_a_line_after_the_end_is_kept_too(tmp_path: Path) -> None:
    file, text = tmp_path / "f.jsonl", write_record(a_game())
    for more in ("my own remark", '{"closed": 1, "remark": "mine"}'):
        file.write_text(text + more + "\n")
        with pytest.warns(UserWarning, match="it is now"):
            save_record(a_game(), file)
    assert len(list(tmp_path.iterdir())) == 3


def test_the_same_copy_is_kept_once(tmp_path: Path) -> None:
    file, text = tmp_path / "f.jsonl", headed({"seed": 8})
    for _ in range(3):
        file.write_text(text)
        with pytest.warns(UserWarning, match=r"now f\.jsonl\.older$"):
            save_record(new_game(SETTING, 7), file)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["f.jsonl", "f.jsonl.older"]


@pytest.mark.parametrize("seed", ["\ud800", "a\udfffb", "sì"])
def test_any_text_is_a_seed(tmp_path: Path, seed: str) -> None:
    """Also a lone surrogate, which stands in JSON as `\\ud800` and in no UTF-8."""
    game = new_game(SETTING, seed)
    for order in ("put well", "march 1 man well > ridge", "commit"):
        game.play(order)
    loaded = load_record(save_record(game, tmp_path / "f.jsonl"), SYSTEMS)
    assert loaded.verified
    assert loaded.game.head["seed"] == seed
    assert not any("not those of the seed" in note for note in loaded.notes)
    assert loaded.game.state == game.state
