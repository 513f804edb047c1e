"""The stepper's odds: off for a learner, on for an analyst, switched by a box; nothing is computed while off."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import pytest

import northafrica
from northafrica.core.cards import ChoiceOdds
from northafrica.core.table import View
from northafrica.lab import Stepper
from northafrica.lab.table.stepper_odds import NOTHING, OddsPanel, odds_table
from northafrica.systems import SYSTEMS

ROWS = (
    ChoiceOdds("Tobruk <east>", "fight", "fight", 0.75, 0.75, 0.2, 9.5, 12.25, "RP", "both have supply"),
    ChoiceOdds("Tobruk <east>", "retreat", "retreat", 1.0, 0.3, 0.0, 0.0, 3.0, "RP"),
    ChoiceOdds("Cairo", "as it stands", "", 0.0001, 0.0001, 0.9999, 3.0, 0.1, "RP"),
)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The seats for which odds were asked; the answer is ROWS."""
    seats: list[str] = []

    def answer(self: object, view: View) -> Sequence[ChoiceOdds]:
        seats.append(view.viewer)
        return ROWS

    monkeypatch.setattr(type(SYSTEMS["aana"]), "battle_odds", answer)
    return seats


@pytest.fixture
def tables() -> Iterator[list[Stepper]]:
    found: list[Stepper] = []
    yield found
    for table in found:
        table.close()


def words(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def test_a_learner_sees_no_odds(asked, tables) -> None:
    tables.append(Stepper(northafrica.load("aana", "torch", seed=7), autosave=False))
    assert tables[0]._odds.table.value == ""
    assert asked == []


def test_an_analyst_sees_them_and_they_are_asked_once_a_moment(asked, tables) -> None:
    tables.append(Stepper(northafrica.load("aana", "torch", seed=7), odds=True, autosave=False))
    table = tables[0]
    assert "Tobruk" in table._odds.table.value
    before = len(asked)
    table.refresh()
    table.why("end")
    assert len(asked) == before
    table.play("choose_for_me")
    assert len(asked) == before + 1
    assert asked[-1] == table.game.seat  # as the seat that decides may know it


def test_the_box_switches_them(asked, tables) -> None:
    tables.append(Stepper(northafrica.load("aana", "torch", seed=7), autosave=False))
    panel = tables[0]._odds
    panel.toggle.value = True
    assert "retreat" in panel.table.value
    panel.toggle.value = False
    assert panel.table.value == ""


def test_the_rows_tell_every_number() -> None:
    html = odds_table(ROWS)
    told = words(html)
    assert html.count("<table>") == 2
    for text in ("75.0 %", "9.5", "12.2", "both have supply", "&lt; 0.1 %", "&gt; 99.9 %", "100.0 %"):
        assert text in told, text
    assert "Tobruk &lt;east&gt;" in html
    assert 'scope="row"' in html


def test_the_worth_of_a_choice_stands_where_it_is_known() -> None:
    html = odds_table((*ROWS[:1], ChoiceOdds("Tobruk <east>", "retreat", unit="RP", worth=-1.25)))
    told = words(html)
    assert "losses and worth in RP" in told
    assert "-1.2" in told
    assert "–" in told
    assert "worth" not in words(odds_table(ROWS))


def test_without_a_battle_it_says_so() -> None:
    assert NOTHING in odds_table(())


def test_odds_that_fail_do_not_break_the_table() -> None:
    def fail() -> Sequence[ChoiceOdds]:
        raise RuntimeError("no <way>")

    panel = OddsPanel(fail, on=True)
    panel.update()
    assert "RuntimeError: no &lt;way&gt;" in panel.table.value
    panel.widget.close()
