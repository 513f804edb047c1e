"""Pieces, statuses, stocks and states as text."""

from __future__ import annotations

import json
from contextlib import suppress
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from northafrica.core.events import Event, FoldError, fold
from northafrica.core.pieces import Piece, Stock, parse_piece, parse_status, status_text
from northafrica.core.state import Codec, CodecError, State
from tests.toy.game import TOY, Facts, Turn

NAMES = st.from_regex(r"[a-z][a-z_]{0,7}", fullmatch=True)
VALUES = st.one_of(
    st.integers(-99, 10**9 - 1).filter(bool), st.from_regex(r"[a-z][A-Za-z0-9_:>.-]{0,8}", fullmatch=True)
)
STATUSES = st.dictionaries(NAMES, VALUES, max_size=4).map(lambda found: tuple(sorted(found.items())))
PIECES = st.builds(
    Piece, NAMES, NAMES, STATUSES, st.one_of(st.just(""), st.from_regex("[a-z0-9]{1,3}", fullmatch=True))
)


@given(status=STATUSES.filter(bool))
def test_status_round_trip(status) -> None:
    assert parse_status(status_text(status)) == status


@given(piece=PIECES)
def test_piece_round_trip(piece: Piece) -> None:
    assert parse_piece(str(piece)) == piece


@given(text=st.text(max_size=30))
def test_other_text_is_a_value_error(text: str) -> None:
    for read in (parse_piece, parse_status):
        with suppress(ValueError):
            read(text)


@pytest.mark.parametrize(
    ("text", "piece"),
    [
        ("germany tank", Piece("germany", "tank")),
        ("germany tank (moved 1)", Piece("germany", "tank", (("moved", 1),))),
        ("germany tank (moved)", Piece("germany", "tank", (("moved", 1),))),
        ("us fighter#3 (base malta, range 2)", Piece("us", "fighter", (("base", "malta"), ("range", 2)), "3")),
        ("uk tank (moved 0)", Piece("uk", "tank")),
    ],
)
def test_pieces_by_hand(text: str, piece: Piece) -> None:
    assert parse_piece(text) == piece


@pytest.mark.parametrize(
    "text", ["tank", "", "uk tank (moved", "uk tank (a 1, a 2)", "uk tank (moved 1 2)", "uk old tank", "uk tank ()"]
)
def test_no_pieces(text: str) -> None:
    with pytest.raises(ValueError, match=r"is no|twice"):
        parse_piece(text)


def test_having_sets_and_takes_away() -> None:
    tank = Piece("uk", "tank").having(moved=2, base="cairo")
    assert tank.status == (("base", "cairo"), ("moved", 2))
    assert tank.having(moved=0, base=None) == Piece("uk", "tank")
    assert (tank.number("moved"), tank.number("range"), tank.get("base"), tank.has("moved")) == (2, 0, "cairo", True)


@pytest.mark.parametrize("stock", [Stock("supply"), Stock("supply", "uk")])
def test_stock_round_trip(stock: Stock) -> None:
    assert Stock.parse(str(stock)) == stock


def codec() -> Codec:
    return TOY.codec(None)


def test_states_with_statuses_that_do_not_compare() -> None:
    pieces = {Piece("uk", "tank", (("at", 2),)): 1, Piece("uk", "tank", (("at", "x"),)): 2}
    raw = codec().state_json(State(pieces={"well": pieces}))
    assert raw["pieces"] == {"well": [[1, "uk tank (at 2)"], [2, "uk tank (at x)"]]}
    assert codec().state_from_json(json.loads(json.dumps(raw))).pieces == {"well": pieces}


def test_digest_does_not_depend_on_the_order_things_were_put_there() -> None:
    a, b = Piece("uk", "tank"), Piece("uk", "truck")
    one = State(pieces={"x": {a: 1, b: 2}, "y": {a: 1}}, facts={"p": 1, "q": 2})
    two = State(pieces={"y": {a: 1}, "x": {b: 2, a: 1}}, facts={"q": 2, "p": 1})
    assert codec().digest(one) == codec().digest(two)
    two.pieces["y"] = {a: 2}
    assert codec().digest(one) != codec().digest(two)


@pytest.mark.parametrize(
    "value",
    [
        None, 3, "x", True, 2.5, (), (1, (2, "x")), {"a": (1,), ("b", 2): None}, Fraction(5, 3), Piece("uk", "tank"),
        Stock("supply", "uk"), Facts(need=2), Turn("red"), TOY.grammar(None).parse("march 1 man dune > well"),
        Facts(plan=(TOY.grammar(None).parse("drop 2"),)),
    ],
)  # fmt: skip
def test_codec_round_trip(value) -> None:
    back = codec().decode(json.loads(json.dumps(codec().encode(value))))
    assert back == value
    assert type(back) is type(value)


@pytest.mark.parametrize("value", [{1, 2}, object(), b"x", State])
def test_codec_refuses_what_is_not_plain(value) -> None:
    with pytest.raises(CodecError):
        codec().encode(value)


@pytest.mark.parametrize(
    "raw",
    [
        {}, {"is": "Nothing"}, {"is": ["Facts"]}, {"is": "Facts", "nead": 2}, {"piece": 5}, {"piece": "x"},
        {"fraction": "1/0"}, {"fraction": []}, {"map": 5}, {"map": [[{"map": []}, 1]]}, {"order": "fly"}, {"order": 3},
        {"stock": 5}, [[{}]],
    ],
)  # fmt: skip
def test_codec_refuses_unknown_shapes(raw) -> None:
    with pytest.raises(CodecError):
        codec().decode(raw)


PLACED = Event("placed", piece=Piece("uk", "tank"), count=2, place="a")


def folded(*events: Event) -> State:
    state = State()
    for event in events:
        fold(state.pieces, state.stocks, state.markers, event)
    return state


def test_fold_by_hand() -> None:
    tank, worn = Piece("uk", "tank"), Piece("uk", "tank", (("worn", 1),))
    state = folded(
        PLACED,
        Event("moved", piece=tank, becomes=worn, count=1, place="a", to="b"),
        Event("flipped", piece=worn, becomes=tank, count=1, place="b"),
        Event("lost", piece=tank, count=1, place="a"),
        Event("gained", resource="supply", owner="uk", amount=5, place="a"),
        Event("shipped", resource="supply", owner="uk", value="uk", amount=2, place="a", to="b"),
        Event("captured", resource="supply", owner="uk", value="italy", amount=1, place="b"),
        Event("spent", resource="supply", owner="uk", amount=3, place="a"),
        Event("control", marker="control", value="uk", place="a"),
        Event("marked", marker="mined", value="yes", place="b"),
        Event("marked", marker="mined", value="", place="b"),
        Event("note", detail="nothing moves", place="c"),
    )
    assert state.pieces == {"b": {tank: 1}}
    assert state.stocks == {"b": {Stock("supply", "uk"): 1, Stock("supply", "italy"): 1}}
    assert state.markers == {"a": {"control": "uk"}}


@pytest.mark.parametrize(
    "event",
    [
        Event("lost", piece=Piece("uk", "tank"), count=3, place="a"),
        Event("lost", piece=Piece("uk", "tank"), count=1, place="b"),
        Event("moved", piece=Piece("uk", "truck"), count=1, place="a", to="b"),
        Event("placed", piece=Piece("uk", "tank"), count=-1, place="a"),
        Event("spent", resource="supply", amount=1, place="a"),
        Event("gained", resource="supply", amount=-1, place="a"),
        Event("vanished", place="a"),
    ],
)
def test_events_that_cannot_have_happened(event: Event) -> None:
    with pytest.raises(FoldError):
        folded(PLACED, event)
