"""The tables of Mare Nostrum: what the rulebook tells of them holds, whatever is reconstructed."""

from __future__ import annotations

from collections import Counter

import pytest

from northafrica.core.start import make_setting, new_game
from northafrica.systems.marenostrum.data import load
from northafrica.systems.marenostrum.data.tables import SUPPLY
from northafrica.systems.marenostrum.system import SYSTEM

DATA = load()


def test_there_are_the_markers_and_actions_of_the_rulebook() -> None:
    assert Counter(side for side, _ in DATA.events) == {"axis": 25, "allies": 25}
    assert len(DATA.actions) == 58
    assert len(DATA.rulebook) == 569


def test_a_named_diagonal_is_a_link() -> None:
    assert "gulf_of_gabes" in DATA.board.neighbours("malta_channel", kind="sea")  # 9.1, example
    assert DATA.board.neighbours("tobruk", kind="land") == ("bardia",)  # 2.2, example


def test_every_port_has_a_coast_or_lies_off_the_map() -> None:
    for space in DATA.ports:
        assert DATA.board.neighbours(space, kind="coast"), space


def test_improved_supply_lines_are_never_lower() -> None:
    for (side, line, roll), units in DATA.supply_table.items():
        assert line == "improved" or units <= DATA.supply_table[side, "improved", roll]
    assert len(DATA.supply_table) == 24


def test_refit_dice_cover_one_to_six_once() -> None:
    found: Counter[tuple[str, str, int, int]] = Counter()
    for row in DATA.refit_table:
        for year in range(row.first_year, row.last_year + 1):
            for die in range(row.low, row.high + 1):
                found[row.nationality, row.category, year, die] += 1
    assert set(found.values()) == {1}
    assert len(found) == (3 * 3 * 3 + 3 * 2) * 6  # German, Italian, British 1941 to 1943, US 1942 and 1943


@pytest.mark.parametrize("scenario", list(SYSTEM.scenarios))
def test_every_counter_is_set_up_once(scenario: str) -> None:
    state = new_game(make_setting(SYSTEM, scenario), 1).state
    found: Counter[tuple[str, str]] = Counter()
    for pieces in state.pieces.values():
        for piece, n in pieces.items():
            found[piece.power, piece.kind] += n
    assert found.pop(("axis", SUPPLY)) == DATA.supply_units["axis"]
    assert found.pop(("allies", SUPPLY)) == DATA.supply_units["allies"]
    assert set(found.values()) == {1}
    counters = [unit for unit in DATA.units.values() if unit.group]  # a face-down stand-in belongs to no group
    assert len(found) == len(counters) + len(DATA.forces) + len(DATA.events)
