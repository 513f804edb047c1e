"""What learners read in Axis & Allies: North Africa names powers, units and tokens as people do, never by their ids."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import northafrica
from northafrica.bots import play_out, player
from northafrica.core.telling import told
from northafrica.systems import SYSTEMS
from northafrica.systems.aana.wording import KINDS, NAMES, NATIONS, hit_words, no_unit

RECORDED = sorted((Path(__file__).parents[1] / "playthroughs" / "aana").glob("*.txt"))
POWERS = "germany|italy|vichy|uk|us|free_french|axis|allies"
RAW = re.compile(rf"\b[a-z]+_\w+|\b(?:{POWERS})\b")
WRONG_NUMBER = re.compile(
    r"\b1 (?:tanks|trucks|guns|cars|fighters|bombers|destroyers|submarines|battleships|units|mines|points|spaces|hits"
    r"|casualties|are|were)\b"
    r"|\b(?:[02-9]|\d\d+) (?:tank|truck|fighter|bomber|destroyer|submarine|battleship|unit|point|space|hit|casualty"
    r"|scout car|anti-tank gun|land mine|sea mine)\b"
)
NOTATION = re.compile(r"'[^']*'|\(plan: .*|write 'facing' and .*|possible are .*|\bset_up\b")
SAID = re.compile(r"^(?:asks|why|    refused): (.*)")


def plain(line: str) -> str:
    """A text without what is to be typed."""
    return NOTATION.sub("", line)


def test_every_power_and_kind_has_words() -> None:
    data = SYSTEMS["aana"].load()
    assert set(NAMES) == set(NATIONS) == set(SYSTEMS["aana"].powers(data)) | {"axis", "allies"}
    assert {kind for _, kind in data.units} | set(data.tokens) - {"control_marker"} <= set(KINDS)
    words = [*NAMES.values(), *NATIONS.values(), *(word for both in KINDS.values() for word in both)]
    assert not [word for word in words if "_" in word]


def test_numbers_and_articles() -> None:
    assert [KINDS[kind][1] for kind in ("infantry", "aaa", "scout_car", "supply", "tank")] == [
        "infantry", "AAA", "scout cars", "supply", "tanks",
    ]  # fmt: skip
    assert [no_unit(kind) for kind in ("truck", "aaa", "infantry", "anti_tank_gun")] == [
        "a truck", "an AAA", "infantry", "an anti-tank gun",
    ]  # fmt: skip
    assert hit_words(1, "land", "tank") == "1 hit of land units that demands a tank"
    assert hit_words(2, "flak", "air") == "2 hits of air defense that demand an aircraft"


@pytest.mark.parametrize("scenario", ["rommel", "torch"])
def test_a_game_is_told_without_ids(scenario: str) -> None:
    game = northafrica.load("aana", scenario, seed=1942)
    play_out(game, {seat: player("rule", 7) for seat in ("axis", "allies")})
    names = game.system.names(game.setting.data)
    lines = [line for node in game.tree.nodes for line in told(node.events, names)]
    assert len(lines) > 300
    assert not [line for line in lines if RAW.search(line)]
    assert not [line for line in lines if WRONG_NUMBER.search(line)]


@pytest.mark.parametrize("file", RECORDED, ids=lambda file: file.stem)
def test_recorded_questions_and_refusals_are_free_of_ids(file: Path) -> None:
    said = [found.group(1) for line in file.read_text(encoding="utf-8").splitlines() if (found := SAID.match(line))]
    assert said
    texts = [plain(re.sub(r" \[[\w.-]*\](?:; .*)?$|; (?:numbers|also) .*", "", line)) for line in said]
    assert not [text for text in texts if RAW.search(text)]
    assert not [text for text in texts if WRONG_NUMBER.search(text)]
