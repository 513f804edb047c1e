"""The supply planner against brute force: every way of dealing units out to dumps is tried.

Column A40 between rows 7 and 17 is open ground and hills (1 point a hex), so range there is the difference of rows.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import northafrica
from northafrica.core.game import Game
from northafrica.systems.afrika2.supply.lines import due
from northafrica.systems.afrika2.supply.packing import Need, fewest, pack
from northafrica.systems.afrika2.supply.planning import plan
from northafrica.systems.afrika2.supply.state import supply_state

ROWS = range(7, 18)
BRIGADES = "3_ind 161_ind 4_nz 5_nz 6_nz 16_aus 17_aus 19_aus 18_aus 21_aus 25_aus 20_aus 24_aus 26_aus 1_sa 2_sa 5_sa"
DIVISIONS = "bologna brescia catnzro cirene pavia sabrtha savona sirte marmrca"
REGIMENTS = "7_brs 8_brs 9_brs 10_brs 12_brs 61_trento 62_trento 65_trieste 66_trieste"


# -- the packing alone ---------------------------------------------------------------------------------------
def shares(number: int, dumps: Sequence[int]) -> Iterator[dict[int, int]]:
    """All ways of dealing like units out to dumps."""
    if len(dumps) == 1:
        yield {dumps[0]: number}
        return
    for some in range(number + 1):
        for rest in shares(number - some, dumps[1:]):
            yield {dumps[0]: some, **rest}


def deals(needs: Sequence[Need], dumps: int) -> Iterator[list[int]]:
    """What every dump would have to feed, for every way of dealing all units out."""
    for deal in itertools.product(*(tuple(shares(need.number, need.dumps)) for need in needs)):
        counts = [0] * dumps
        for need, share in zip(needs, deal, strict=True):
            for dump, number in share.items():
                counts[dump] += need.weight * number
        yield counts


def points_for(count: int) -> int:
    """The fewest points for a count at one dump: groups of any size from 1 to all, rounded as 5.1a says."""
    best = [0]
    for n in range(1, count + 1):
        best.append(min(best[n - size] + max(1, math.floor(size / 10 + 0.5)) for size in range(1, n + 1)))
    return best[count]


POINTS = [points_for(count) for count in range(80)]


@st.composite
def situations(draw: st.DrawFn) -> tuple[list[Need], list[int], list[int]]:
    """A few kinds of units, up to three dumps; small enough to try everything."""
    dumps = draw(st.integers(1, 3))
    needs = []
    for _ in range(draw(st.integers(1, 3 if dumps < 3 else 2))):
        reach = draw(st.sets(st.integers(0, dumps - 1), min_size=1))
        needs.append(Need(tuple(sorted(reach)), draw(st.sampled_from([1, 2])), draw(st.integers(1, 12))))
    stock = draw(st.lists(st.integers(0, 3), min_size=dumps, max_size=dumps))
    free = draw(st.lists(st.sampled_from([0, 0, 2]), min_size=dumps, max_size=dumps))
    return needs, stock, free


def test_groups_of_fourteen_are_the_cheapest() -> None:
    assert POINTS[:80] == [-(-count // 14) for count in range(80)]
    assert [due(n) for n in (0, 1, 3, 10, 14, 15, 24, 25, 28)] == [0, 1, 1, 1, 1, 2, 2, 3, 3]


@settings(max_examples=150, deadline=None)
@given(situations())
def test_the_plan_has_the_fewest_points(situation: tuple[list[Need], list[int], list[int]]) -> None:
    needs, stock, free = situation
    best = None
    for counts in deals(needs, len(stock)):
        points = [POINTS[max(0, count - spare)] for count, spare in zip(counts, free, strict=True)]
        if all(n <= has for n, has in zip(points, stock, strict=True)):
            best = sum(points) if best is None else min(best, sum(points))
    found = fewest(needs, stock, free)
    assert (None if found is None else sum(found[0])) == best
    if found is not None:
        points, dealt = found
        counts = [0] * len(stock)
        for need, share in zip(needs, dealt, strict=True):
            assert sum(share.values()) == need.number
            assert set(share) <= set(need.dumps)
            for dump, number in share.items():
                counts[dump] += need.weight * number
        assert all(POINTS[max(0, n - f)] <= k <= s for n, f, k, s in zip(counts, free, points, stock, strict=True))


@settings(max_examples=150, deadline=None)
@given(situations(), st.lists(st.integers(0, 12), min_size=3, max_size=3))
def test_units_are_packed_if_and_only_if_they_fit(
    situation: tuple[list[Need], list[int], list[int]], rooms: list[int]
) -> None:
    needs, stock, _ = situation
    room = [2 * n for n in rooms[: len(stock)]]
    possible = any(all(n <= has for n, has in zip(counts, room, strict=True)) for counts in deals(needs, len(stock)))
    assert (pack(needs, room) is not None) == possible


def test_a_division_is_not_split_between_dumps() -> None:
    """13 singles at each of two dumps leave one place each; a division, 2, fits neither."""
    singles = [Need((0,), 1, 13), Need((1,), 1, 13)]
    assert pack([*singles, Need((0, 1), 1, 2)], [14, 14]) is not None
    assert pack([*singles, Need((0, 1), 2, 1)], [14, 14]) is None


# -- on the map ----------------------------------------------------------------------------------------------
def game_of(side: str, turn: int, stacks: dict[int, list[str]], dumps: dict[int, int]) -> Game:
    enemy = "cw 5_ind" if side == "axis" else "axis ggff"
    lines = ["northafrica position 1", "system afrika2", "scenario italian_invasion", f"round {turn}"]
    lines += [f"power {side}", "phase supply", f"at a60.17: 1 {enemy}"]
    for row, kinds in stacks.items():
        if kinds:
            lines.append(f"at a40.{row:02d}: " + ", ".join(f"1 {side} {kind}" for kind in kinds))
    lines += [f"stock a40.{row:02d}: sp/{side} {n}" for row, n in dumps.items() if n]
    return northafrica.position("\n".join(lines))


@st.composite
def columns(draw: st.DrawFn) -> tuple[str, int, dict[int, list[str]], dict[int, int]]:
    """Stacks in up to four hexes of the column and dumps in up to three."""
    side = draw(st.sampled_from(["axis", "cw"]))
    turn = draw(st.sampled_from([6, 7]))
    names = draw(st.permutations((f"{DIVISIONS} {REGIMENTS}" if side == "axis" else BRIGADES).split()))
    stacks: dict[int, list[str]] = {}
    used = 0
    for row in draw(st.lists(st.sampled_from(ROWS), min_size=1, max_size=3, unique=True)):
        number = draw(st.integers(1, 5))
        stacks[row] = list(names[used : used + number])
        used += number
    rows = draw(st.lists(st.sampled_from(ROWS), min_size=1, max_size=3, unique=True))
    return side, turn, stacks, {row: draw(st.integers(1, 2)) for row in rows}


def weight_of(kind: str) -> int:
    return 2 if kind in DIVISIONS.split() else 1


def brute_force(side: str, turn: int, stacks: dict[int, list[str]], dumps: dict[int, int]) -> int | None:
    """The fewest points for all units in reach of a dump."""
    reach = 3 if side == "axis" and turn == 6 else 5
    rows = list(dumps)
    needs = []
    for row, kinds in stacks.items():
        near = tuple(i for i, dump in enumerate(rows) if abs(dump - row) <= reach)
        for weight in (1, 2):
            number = sum(weight_of(kind) == weight for kind in kinds)
            if near and number:
                needs.append(Need(near, weight, number))
    best = None
    for counts in deals(needs, len(rows)):
        points = [POINTS[count] for count in counts]
        if all(n <= dumps[row] for n, row in zip(points, rows, strict=True)):
            best = sum(points) if best is None else min(best, sum(points))
    return best


@settings(max_examples=40, deadline=None)
@given(columns())
def test_the_plan_on_the_map_is_the_cheapest_and_can_be_played(
    column: tuple[str, int, dict[int, list[str]], dict[int, int]],
) -> None:
    side, turn, stacks, dumps = column
    game = game_of(side, turn, stacks, dumps)
    found, best = plan(game.view(), side), brute_force(*column)
    reach = 3 if side == "axis" and turn == 6 else 5
    fed = [kind for row, kinds in stacks.items() for kind in kinds if any(abs(d - row) <= reach for d in dumps)]
    if best is not None:
        assert found.points == best
        assert sorted(p.kind for one in found.drawings for _, p, _ in one.units) == sorted(fed)
    if found.drawings:
        before = sum(dumps.values())
        game.play("supply_all")
        after = sum(game.state.stock(f"a40.{row:02d}", "sp", side) for row in dumps)
        assert before - after == found.points
    else:
        assert not fed


def test_several_dumps_one_of_which_reaches_all() -> None:
    """A40.12 and A40.17: the dump in A40.14 reaches both (2 and 3), that in A40.10 the first only."""
    game = game_of("cw", 7, {12: ["4_nz"], 17: ["5_nz"]}, {10: 2, 14: 1})
    found = plan(game.view(), "cw")
    assert [(one.place, one.count, one.points) for one in found.drawings] == [("a40.14", 2, 1)]


def test_with_too_few_points_the_weakest_goes_without() -> None:
    """Fifteen brigades, one point for 14: 161 Indian (3 + 4 = 7) is the weakest of them."""
    game = game_of("cw", 7, {12: BRIGADES.split()[:15]}, {12: 1})
    found = plan(game.view(), "cw")
    assert found.points == 1
    assert [piece.kind for _, piece, _ in found.unsupplied] == ["161_ind"]


# -- the side at a glance --------------------------------------------------------------------------------------
def test_what_a_plan_leaves_out_and_how_many_trucks_would_help() -> None:
    """From A40.07 to within 5 of A40.17 is 5 hexes of 1 point: one truck for the Supply Point."""
    state = supply_state(game_of("cw", 7, {17: ["4_nz", "5_nz"]}, {7: 1}).view(), "cw")
    assert state.plan.points == 0
    assert [(dump.place, dump.points, dump.count) for dump in state.dumps] == [("a40.07", 1, 0)]
    (short,) = state.shortfalls
    assert (short.place, short.count, short.points, short.reached) == ("a40.17", 2, 1, False)
    assert short.by_land is not None
    assert (short.by_land.source, short.by_land.way[-1]) == ("a40.07", "a40.12")
    assert (short.by_land.quarters, short.by_land.trucks, short.by_land.ships) == (20, 1, 0)
    assert short.by_sea is None


def test_a_port_is_helped_over_sea() -> None:
    """Benghazi without points, Tobruk with one: no truck and one ship bring it, by land it takes trucks."""
    game = northafrica.position(
        "northafrica position 1\nsystem afrika2\nscenario italian_invasion\nround 7\npower axis\nphase supply\n"
        "at a7.23: 1 axis brescia\nat a60.17: 1 cw 5_ind\nstock a36.23: sp/axis 1\n"
        "mark a7.23: control axis\nmark a36.23: control axis"
    )
    (short,) = supply_state(game.view(), "axis").shortfalls
    assert short.by_sea is not None
    assert (short.by_sea.trucks, short.by_sea.ships) == (0, 1)
    assert short.by_land is not None
    assert short.by_land.trucks > 0
    assert not short.by_land.ships


@pytest.mark.parametrize("scenario", ["italian_invasion", "compass", "race", "crusader", "gazala"])
def test_the_plan_of_every_set_up_fits_its_dumps(scenario: str) -> None:
    game = northafrica.load("afrika2", scenario, seed=1)
    for side in ("axis", "cw"):
        state = supply_state(game.view(), side)
        spent: dict[str, int] = {}
        for one in state.plan.drawings:
            spent[one.place] = spent.get(one.place, 0) + one.points
            assert one.count <= 14
        assert all(n <= game.state.stock(place, "sp", side) for place, n in spent.items())
