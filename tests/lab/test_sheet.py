"""The sheet of a game: whole, from the game's own numbers, with rules that exist; the glossary."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import northafrica
from northafrica.core.sheets import SheetTable, read_sheet
from northafrica.lab import sheet
from northafrica.lab.lesson import show_table, show_words
from northafrica.lab.printing.handout import HandoutError
from northafrica.systems import SYSTEMS
from tests.lab.test_handout import Reader

GAMES = ("aana", "afrika2")
DOCS = Path(__file__).resolve().parents[2] / "docs" / "glossary.md"
ID = re.compile(r"\[([\w., -]+)\]")


def tables(system: str) -> dict[str, SheetTable]:
    game = SYSTEMS[system]
    return {table.title: table for table in game.sheet(game.load())}


@pytest.mark.parametrize("system", GAMES)
def test_a_sheet_stands_alone(system: str) -> None:
    page = sheet(system).html
    found = Reader(page)
    assert not found.stack
    assert not found.addresses
    assert all(table.title.replace("'", "&#39;") in page for table in tables(system).values())
    assert "Words</h2>" in page
    assert "Words</h2>" not in sheet(system, words=False).html


@pytest.mark.parametrize("system", GAMES)
def test_every_rule_named_exists(system: str) -> None:
    book = northafrica.rules(system)
    named = [
        rule
        for table in tables(system).values()
        for cell in (table.note, *(cell for row in table.rows for cell in row))
        for group in ID.findall(cell)
        for rule in group.split(", ")
    ]
    chosen = [rule for row in tables(system)["Who chooses"].rows for rule in row[2].split(", ")]
    words = [rule for word in read_sheet(system).words for rule in word.rules]
    assert len(chosen) > 10
    unknown = [rule for rule in (*named, *chosen, *words) if rule not in book]
    assert not unknown


def test_units_of_every_power_with_the_abilities_of_the_chart() -> None:
    rows = [row for row in tables("aana")["Units, with all abilities"].rows if row[0] == "Bomber"]
    stuka, level = sorted(rows, key=lambda row: row[3])
    assert stuka[1] == "German (Ju 87 Stuka)"
    assert "targets a type at sea" in stuka[7]
    assert level[1:7] == ("Italian (SM.79) ?, British (Halifax), American (B-17)", "10", "6", "1", "6", "2, 3, 3")
    assert level[7] == "collateral damage"


def test_every_counter_stands_on_the_sheet_once() -> None:
    found = tables("afrika2")
    text = " ".join(row[-1] for side in ("Axis", "Commonwealth") for row in found[f"Counters: {side}"].rows)
    units = [unit for unit in SYSTEMS["afrika2"].load().units.values() if unit.quantity]
    assert sum(1 + part.count(",") for part in text.split(";")) <= len(units)
    for name in ("1-5/21.Pz", "LRDG", "Catnzro", "7 Ind/4 Ind"):
        assert text.count(name) == 1, name


def test_charts_of_the_month() -> None:
    rows = {row[0]: row[1:] for row in tables("afrika2")["What a turn gives"].rows}
    assert rows["8-12"] == ("4", "5", "5", "3", "6", "3", "5")
    assert rows["24-28"] == ("3", "6", "5", "5", "7", "5", "5")
    ports = {row[0]: row[1:] for row in tables("afrika2")["Ports and shipping: a die each"].rows}
    assert ports["Benghazi"] == ("1", "1", "2", "2", "3", "4")
    ground = {row[0]: row[2:] for row in tables("afrika2")["Ground (Terrain Effects Chart)"].rows}
    assert ground["river"] == ("all", "only by road or track", "closed")
    assert ground["wadi"] == ("+1", "nothing", "")
    assert ground["sand desert"] == ("closed", "defence x3", "closed")


def test_victory_and_limits_of_places() -> None:
    aims = tables("aana")["Victory"].rows
    assert ("Torch", "Axis", "Total", "control Benghazi") in aims
    assert ("both", "Allies", "Total, at once", "capture Tunis") in aims
    places = {row[n]: row[n + 1 : n + 3] for row in tables("aana")["Points and stacking limits"].rows for n in (0, 4)}
    assert places["Malta"] == ("15", "3")
    assert places["Gibraltar"] == ("-", "2 ?")


def test_what_cannot_be_printed_is_said() -> None:
    with pytest.raises(HandoutError, match="did you mean aana"):
        sheet("aama")
    with pytest.raises(HandoutError, match="no paper 'A3'"):
        sheet("aana", paper="A3")
    with pytest.raises(ValueError, match="2 cells where 1 columns"):
        SheetTable("one", ("a",), (("b", "c"),))


def test_words_and_tables_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    show_words("aana", "bay, load")
    show_table("aana", "Mines")
    said = capsys.readouterr().out
    assert said.startswith("bay: Half of a transport.")
    assert "dice: 3 an icon" in said
    with pytest.raises(KeyError):
        show_words("aana", "hold")


def test_the_glossary_of_the_docs_is_that_of_the_games() -> None:
    text = DOCS.read_text(encoding="utf-8")
    for system in GAMES:
        for word in read_sheet(system).words:
            assert f"| **{word.word}** | {word.means}" in text, word.word


def test_what_is_not_certain_is_marked_on_paper() -> None:
    """`data/aana`: the price of a 5-supply token and the Italian bomber's card come from no legible print."""
    found = tables("aana")
    assert ("5-supply token ?", "3", "15") in found["Tokens"].rows
    assert any("Italian (SM.79) ?" in row[1] for row in found["Units, with all abilities"].rows)
    assert not any(" ?" in cell for row in found["Victory"].rows for cell in row)
    assert "reconstructed" in sheet("aana").html
