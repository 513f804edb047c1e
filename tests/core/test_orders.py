"""The notation of orders, both ways; whatever is typed, only OrderError comes out."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import northafrica
from northafrica.core.grammar import Grammar
from northafrica.core.orders import FieldSpec, Order, OrderError, Some, Vocabulary, specs, usage
from northafrica.systems.aana.data import load
from northafrica.systems.aana.orders import ORDERS
from tests.toy.game import TOY

DATA = load()
WORDS = Vocabulary(
    powers=frozenset(DATA.powers),
    kinds=frozenset(kind for _, kind in DATA.units) | {"supply"},
    places=frozenset(DATA.board.spaces),
    plurals={"infantries": "infantry"},
)
AANA = Grammar(ORDERS, WORDS)
TOY_GRAMMAR = TOY.grammar(None)
GRAMMARS = {"aana": AANA, "toy": TOY_GRAMMAR}

STATUS = st.one_of(
    st.none(),
    st.just(()),
    st.dictionaries(
        st.sampled_from(("moved", "damaged", "aboard", "mined_back")),
        st.one_of(st.integers(1, 9), st.sampled_from(("b1", "tripoli", "sz04>malta"))),
        min_size=1,
    ).map(lambda found: tuple(sorted(found.items()))),
)


def somes(words: Vocabulary) -> st.SearchStrategy[tuple[Some, ...]]:
    powers = st.sampled_from(("", *sorted(words.powers)))
    some = st.builds(Some, st.integers(1, 40), st.sampled_from(sorted(words.kinds)), powers, STATUS)
    return st.lists(some, min_size=1, max_size=3).map(tuple)


def values(spec: FieldSpec, words: Vocabulary, taken: set[str]) -> st.SearchStrategy[Any]:
    """What may fill a field, after its type."""
    place = st.sampled_from(sorted(words.places))
    word = st.from_regex(r"[a-z][a-z_]{0,8}", fullmatch=True).filter(lambda text: text not in taken)
    found: dict[str, st.SearchStrategy[Any]] = {
        "units": somes(words),
        "space": place,
        "path": st.lists(place, min_size=1, max_size=4).map(tuple),
        "count": st.integers(0, 999_999),
        "word": st.sampled_from(spec.choices) if spec.choices else word,
        "words": st.lists(word, min_size=1, max_size=3).map(tuple),
        "amounts": st.lists(st.tuples(place, st.integers(0, 20)), min_size=1, max_size=3).map(tuple),
        "loads": st.lists(st.tuples(somes(words), place), min_size=1, max_size=3).map(tuple),
    }
    return found[spec.type]


@st.composite
def orders(draw: st.DrawFn, grammar: Grammar) -> Order:
    kind = draw(st.sampled_from(sorted(grammar.kinds.values(), key=lambda kind: kind.kind)))
    taken = {spec.keyword for spec in specs(kind)}
    filled = {
        spec.name: draw(values(spec, grammar.vocabulary, taken))
        for spec in specs(kind)
        if not spec.optional or draw(st.booleans())
    }
    return kind(**filled)


@pytest.mark.parametrize("name", GRAMMARS)
@given(data=st.data())
@settings(max_examples=80, deadline=None)
def test_every_order_is_read_back_as_it_was_written(name: str, data: st.DataObject) -> None:
    order = data.draw(orders(GRAMMARS[name]))
    assert GRAMMARS[name].parse(str(order)) == order


def parse(grammar: Grammar, text: str) -> None:
    """Either an order that is read back from its own text, or OrderError."""
    try:
        order = grammar.parse(text)
    except OrderError:
        return
    assert grammar.parse(str(order)) == order


@pytest.mark.parametrize("name", GRAMMARS)
@given(text=st.text(max_size=60))
@example("(")
@example("take ²")
@example("march 1 man (")
@example("march 1 man () dune")
@example("march 1 man (worn --5) dune")
@example("march " + "9" * 5000 + " man dune")
@example("march 1 man (worn " + "9" * 5000 + ") dune")
@settings(max_examples=80, deadline=None)
def test_random_text(name: str, text: str) -> None:
    parse(GRAMMARS[name], text)


@pytest.mark.parametrize("name", GRAMMARS)
@given(data=st.data())
@settings(max_examples=80, deadline=None)
def test_mutated_orders(name: str, data: st.DataObject) -> None:
    grammar = GRAMMARS[name]
    text = str(data.draw(orders(grammar)))
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        cut = data.draw(st.integers(0, 6))
        odd = st.sampled_from((" ", "(", ")", ">", "0", "-", "at", " load ", " moved 1 ", "supply", "²", "\n"))
        text = text[:at] + data.draw(st.one_of(odd, st.text(max_size=4))) + text[at + cut :]
    parse(grammar, text)


@given(data=st.data())
@settings(max_examples=80, deadline=None)
def test_shuffled_words(data: st.DataObject) -> None:
    words = str(data.draw(orders(AANA))).split()
    words += str(data.draw(orders(AANA))).split()
    parse(AANA, " ".join(data.draw(st.permutations(words))))


@given(data=st.data())
@settings(max_examples=80, deadline=None)
def test_each_field_is_read_on_its_own(data: st.DataObject) -> None:
    from northafrica.core.orders import value_text

    order = data.draw(orders(AANA))
    for spec in specs(type(order)):
        value = getattr(order, spec.name)
        if value not in ((), "", 0):
            assert AANA.value(type(order), spec.name, value_text(spec, value)) == value


WRITTEN = {
    "move 2 infantry tripoli > el_agheila": ("move", {"route": ("tripoli", "el_agheila")}),
    "MOVE 2 Infantry Tripoli > El-Agheila": ("move", {"units": (Some(2, "infantry"),)}),
    "move tanks tripoli": ("move", {"units": (Some(1, "tank"),), "route": ("tripoli",)}),
    "move 2 uk infantry 1 tank (moved 1) tobruk": (
        "move",
        {"units": (Some(2, "infantry", "uk"), Some(1, "tank", "", (("moved", 1),)))},
    ),
    "move 1 tank (plain) tobruk": ("move", {"units": (Some(1, "tank", "", ()),)}),
    "attack tobruk from bir_hachem with 3 infantry 1 artillery paying 1 bir_hachem 2 cairo": (
        "attack",
        {
            "target": "tobruk",
            "origin": "bir_hachem",
            "units": (Some(3, "infantry"), Some(1, "artillery")),
            "paying": (("bir_hachem", 1), ("cairo", 2)),
        },
    ),
    "attack tobruk with 3 infantry": ("attack", {"origin": "", "paying": ()}),
    "move 1 truck cairo > tobruk load 2 infantry at cairo load 1 supply at tobruk": (
        "move",
        {"load": (((Some(2, "infantry"),), "cairo"), ((Some(1, "supply"),), "tobruk"))},
    ),
    "drop 0": ("drop", {"line": 0}),
    "  end  ": ("end", {}),
    "target tank": ("target", {"type": "tank"}),
}


@pytest.mark.parametrize(("text", "meant"), WRITTEN.items())
def test_what_is_written_is_meant(text: str, meant: tuple[str, dict[str, Any]]) -> None:
    order = AANA.parse(text)
    assert order.kind == meant[0]
    for name, value in meant[1].items():
        assert getattr(order, name) == value


WRONG = {
    "": "empty",
    "atack tobruk": "did you mean attack",
    "attack tobruck from bir_hachem with 1 tank": "did you mean tobruk",
    "attack tobruk from bir_hachem": "lacks the attackers",
    "attack from bir_hachem with 1 tank": "lacks the target",
    "attack tobruk with 2": "after 2 comes a unit, not 'nothing'",
    "attack tobruk with 0 tank": "name one or more",
    "attack tobruk with 2 tnak": "did you mean tank",
    "attack tobruk with 1 tank with 2 tank": "'with' stands there twice",
    "attack tobruk with 1 tank paying 1": "write a number and a place each",
    "attack tobruk with 1 tank paying one bir_hachem": "'one' is no whole number",
    "attack tobruk bir_hachem with 1 tank": "'bir_hachem' is too much",
    "move 1 tank tripoli >": "nothing follows the last '>'",
    "move 1 truck cairo load 2 infantry": "write cargo and place",
    "drop": "lacks the line",
    "drop two": "'two' is no whole number",
    "drop -1": "'-1' is no whole number",
    "drop 1.0": "'1.0' is no whole number",
    "drop ١": "is no whole number",
    "drop 1 2": "'2' is too much",
    "end now": "'now' is too much",
    "take 1 tank (moved 1 2)": "is no status",
}


@pytest.mark.parametrize(("text", "message"), WRONG.items())
def test_errors_name_the_word_and_the_mend(text: str, message: str) -> None:
    with pytest.raises(OrderError, match=re.escape(message)):
        AANA.parse(text)


@pytest.mark.parametrize("thing", [None, 5, ["end"], b"end", {"order": "end"}])
def test_what_is_no_text_is_no_order(thing: Any) -> None:
    with pytest.raises(OrderError, match="an order is text"):
        AANA.parse(thing)


def test_a_word_out_of_choices() -> None:
    with pytest.raises(OrderError, match="'ridge' is none of dune, well"):
        TOY_GRAMMAR.parse("put ridge")
    with pytest.raises(OrderError, match="has no field 'place'; there are at"):
        TOY_GRAMMAR.value(TOY_GRAMMAR.kinds["put"], "place", "dune")


def test_usage() -> None:
    kinds = AANA.kinds
    assert usage(kinds["attack"]) == "attack TARGET [from ORIGIN] with ATTACKERS [paying SUPPLY]"
    assert usage(kinds["move"]) == "move UNITS ROUTE [load CARGO at PLACE [load ...]]"
    assert usage(TOY_GRAMMAR.kinds["put"]) == "put dune|well"


def test_a_second_place_wants_its_keyword() -> None:
    with pytest.raises(OrderError, match="write 'load' anew"):
        AANA.parse("move 1 truck tripoli > sirte load 1 infantry at tripoli 1 supply at sirte")


def test_every_order_has_help_and_a_name_of_its_own() -> None:
    assert len(AANA.kinds) == len(ORDERS)
    assert all(kind.help and kind.kind == kind.kind.lower() for kind in ORDERS)


@cache
def _grammar(name: str) -> Grammar:
    return northafrica.load(name, {"aana": "torch", "afrika2": "compass_short"}[name], seed=1).grammar


@pytest.mark.parametrize("name", ["aana", "afrika2"])
def test_what_people_read_they_may_type(name: str) -> None:
    """Every place by its name, every unit as it is said, with the word of its power (where no two bear one name)."""
    grammar = _grammar(name)
    words, names = grammar.vocabulary, grammar.vocabulary.names
    order = "move 1 tank {} > {}" if name == "aana" else "move 1 4_7arm {} > {}"
    for place in sorted(words.places):
        said = names.place(place)
        assert grammar.parse(order.format(said, said)).route == (place, place)  # type: ignore[attr-defined]
    borne = Counter(names.kind(kind) for kind in words.kinds)
    for kind in sorted(kind for kind in words.kinds if borne[names.kind(kind)] == 1):
        for power in sorted(words.powers):
            for number in (1, 2):
                text = f"move {names.units(number, kind, power)} {names.place(place)} > {names.place(place)}"
                assert grammar.parse(text).units == (Some(number, kind, power),)  # type: ignore[attr-defined]


TYPED = {
    ("aana", "resolve sz1"): "resolve sz01",
    ("aana", "resolve Sea Zone 12 (Malta Convoy)"): "resolve sz12",
    ("aana", "name Anti-Tank Gun"): "name anti_tank_gun",
    ("aana", "land 1 Fighter sz7 > the Reinforcements Zone"): "land 1 fighter sz07 > reinforcements",
    ("aana", "mine Mersa Matruh facing Bir Hachem"): "mine mersa_matruh facing bir_hachem",
    ("afrika2", "fly El Adem"): "fly a36.21",
    ("afrika2", "move 1 4/7 Arm Armor A1.8 > Mersa Brega"): "move 1 4_7arm a1.08 > a4.09",
    ("afrika2", "move 1 14 Infantry A40.17 > A40.18"): "move 1 14_bde a40.17 > a40.18",
}


@pytest.mark.parametrize(("typed", "meant"), TYPED.items())
def test_capitals_hyphens_and_zeros_do_not_matter(typed: tuple[str, str], meant: str) -> None:
    name, text = typed
    assert str(_grammar(name).parse(text)) == meant
