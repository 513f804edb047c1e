"""Boards and rulebooks on small made-up examples whose answers can be counted by hand."""

from __future__ import annotations

import json

import pytest

from northafrica.core.board import Board, Hex, HexBoard, Link, Space, UnknownSpace
from northafrica.core.paths import data_path
from northafrica.core.rulebook import ALLOWED, Rule, Rulebook, Ruling, UnknownRule
from northafrica.systems.aana.data import KINDS


def space(name: str, kind: str = "land") -> Space:
    return Space(name, name.title(), kind, 0.0, 0.0)


@pytest.fixture
def board() -> Board:
    """a-b-c-d in a row, a-e-d a detour at sea; b-d is a mountain."""
    land = frozenset({"road"})
    return Board(
        [space(name) for name in "abcd"] + [space("e", "sea")],
        [
            Link("a", "b", "land", land),
            Link("b", "c", "land", land),
            Link("c", "d", "land"),
            Link("a", "e", "coast"),
            Link("d", "e", "coast"),
            Link("b", "d", "land", frozenset({"impassable"})),
        ],
    )


def test_neighbours(board: Board) -> None:
    assert board.neighbours("a") == ("b", "e")
    assert board.neighbours("a", "land") == ("b",)
    assert board.neighbours("c", "land", "road") == ("b",)
    assert board.neighbours("c", tag="road") == ("b",)
    assert board.neighbours("a", "sea") == ()
    assert board.neighbours("d") == ("c", "e")
    assert not board.are_adjacent("b", "d")
    assert not board.link("d", "b").passable
    assert board.link("d", "b").other("d") == "b"


def test_unknown_places(board: Board) -> None:
    with pytest.raises(UnknownSpace, match="no space 'f'"):
        board.neighbours("f")
    with pytest.raises(KeyError, match="A and C do not touch"):
        board.link("a", "c")
    with pytest.raises(UnknownSpace):
        Board([space("a")], [Link("a", "b", "land")])


def test_distance_and_path(board: Board) -> None:
    assert board.distance("a", "d") == 2
    assert board.path("a", "d") == ("a", "e", "d")
    assert board.distance("a", "d", lambda _, to: to != "e") == 3
    assert board.distance("a", "d", lambda _, to: False) is None
    assert board.distance("a", "a") == 0


def test_reach(board: Board) -> None:
    everywhere = board.reach("a", 2, lambda _, to: True)
    assert everywhere == {
        "a": ("a",),
        "b": ("a", "b"),
        "e": ("a", "e"),
        "c": ("a", "b", "c"),
        "d": ("a", "e", "d"),
    }
    assert set(board.reach("a", 2, lambda _, to: True, lambda through: through != "e")) == {
        "a",
        "b",
        "e",
        "c",
    }
    assert set(board.reach("a", 0, lambda _, to: True)) == {"a"}


def test_paths(board: Board) -> None:
    found = board.paths("a", "d", 3, lambda _, to: True, lambda _: True)
    assert found == (("a", "e", "d"), ("a", "b", "c", "d"))


def field(radius: int) -> HexBoard:
    return HexBoard({f"{h.q},{h.r}": h for h in Hex(0, 0).range(radius)})


def test_hexes() -> None:
    board = field(3)
    assert len(board.hexes) == 1 + 6 + 12 + 18
    assert len(board.neighbours("0,0")) == 6
    assert len(board.neighbours("3,0")) == 3  # a corner of the field
    assert len(board.neighbours("3,-1")) == 4  # an edge
    assert board.distance("0,0", "2,-1") == 2
    assert board.distance("-3,0", "3,0") == 6
    assert board.distance("-3,3", "3,-3") == 6
    assert [len(board.ring("0,0", radius)) for radius in range(4)] == [1, 6, 12, 18]
    assert len(board.range("3,0", 1)) == 4
    assert all(board.distance("0,0", name) == 2 for name in board.ring("0,0", 2))
    assert board.are_adjacent("0,0", "1,-1")
    with pytest.raises(UnknownSpace):
        board.neighbours("9,9")


def test_hexsides() -> None:
    hexes = {"0101": Hex(0, 0), "0201": Hex(1, 0), "0301": Hex(2, 0)}
    board = HexBoard(hexes, {frozenset(("0101", "0201")): {"escarpment"}})
    assert board.hexside("0201", "0101") == {"escarpment"}
    assert board.hexside("0201", "0301") == frozenset()
    with pytest.raises(ValueError, match="two neighbouring hexes"):
        board.hexside("0101", "0301")
    with pytest.raises(ValueError, match="two neighbouring hexes"):
        HexBoard(hexes, {frozenset(("0101", "0301")): {"river"}})
    with pytest.raises(ValueError, match="share one place"):
        HexBoard({"a": Hex(0, 0), "b": Hex(0, 0)})


RULES = Rulebook(
    [
        Rule("declare.cost", "Declaration, p.18", 18, "declare", "core", "Supply for attacks", "1 for 5 units."),
        Rule("mine.sea.roll", "Sea Mines, p.27", 27, "mines", "core", "Sea mine dice", "1 die & a hit on 3."),
    ]
)


def test_rulebook() -> None:
    assert RULES["declare.cost"].page == 18
    assert RULES.get("nothing") is None
    with pytest.raises(UnknownRule, match=r"no rule 'declare\.costs'; did you mean declare\.cost"):
        RULES["declare.costs"]
    assert [rule.id for rule in RULES.search("SUPPLY attacks")] == ["declare.cost"]
    assert list(RULES.by_phase()) == ["declare", "mines"]
    assert "&amp;" in RULES["mine.sea.roll"]._repr_html_()
    assert str(RULES["declare.cost"]) == "Supply for attacks [declare.cost; Declaration, p.18]: 1 for 5 units."


def test_ruling() -> None:
    no = Ruling.refuse("declare.cost", "needs 2 supply; 1 is in reach", "supply.no-overspend", needs=2, has=1)
    assert not no
    assert no.numbers == {"needs": 2, "has": 1}
    assert no.rules == ("supply.no-overspend",)
    assert str(no) == "refused: needs 2 supply; 1 is in reach [declare.cost]"
    assert Ruling.allow() is ALLOWED is Ruling.ALLOWED
    assert Ruling.allow(notes=["the territory is full"]).notes == ("the territory is full",)
    assert ALLOWED


def test_symbols_for_every_kind() -> None:
    symbols = json.loads(data_path("symbols.json").read_text(encoding="utf-8"))
    assert {*KINDS, "supply", "land_mine", "sea_mine"} <= set(symbols["symbols"])
    for symbol in symbols["symbols"].values():
        for frame in ("friendly", "hostile"):
            assert symbols["fill"] in symbol[frame]["body"]
            assert ">?<" not in symbol[frame]["body"]
