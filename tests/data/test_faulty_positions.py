"""What cannot stand on the board is refused with the mend, and what can stands: a fact and its twin."""

from __future__ import annotations

import pytest

import northafrica
from northafrica.core.position import PositionError

HEAD = """northafrica position 1
system aana
scenario torch
round 9
power uk
phase combat_move
at cairo: 1 uk infantry
at tripoli: 1 italy infantry
"""
# Lines that cannot be (words of the refusal), and lines that can ("").
LINES = [
    ("at tobruk: 1 uk destroyer", "is a ship on land"),
    ("at sz24: 1 uk destroyer", ""),
    ("at sz24: 1 uk infantry", "a land unit at sea without a convoy"),
    ("at sz24: 1 uk infantry (cargo)", "no convoy zone"),
    ("at sz12: 1 uk aaa (cargo)", ""),
    ("at sz24: 1 uk fighter", ""),
    ("at sz24: 1 uk fighter (cargo)", "cannot be aboard a convoy"),
    ("at sz24: 1 uk destroyer (cargo)", "cannot be aboard a convoy"),
    ("at tobruk: 1 uk infantry (cargo)", "cannot be aboard a convoy"),
    ("at spain: 1 uk infantry", "impassable"),
    ("at sahara_k: 1 uk infantry", "cannot be in the Sahara"),
    ("at sahara_k: 1 uk tank", "cannot be in the Sahara"),
    ("at sahara_k: 1 uk truck", "cannot be in the Sahara"),
    ("at sahara_k: 1 uk scout_car", ""),
    ("at sz24: 1 uk destroyer (damaged)", "only battleships"),
    ("at sz24: 1 uk battleship (damaged)", ""),
    ("at treasury: 1 uk infantry", "no place for units"),
    ("at reinforcements: 1 uk destroyer", ""),
    ("at tobruk: 1 italy battleship", "italy has no battleship"),
    ("at sz24: 2 uk submarine", ""),
    ("at sz24: 3 uk submarine", "3 uk submarine, 2 exist"),
    ("mark tobruk: control uk", ""),
    ("mark siwa: control uk", "no RP value"),
    ("stock tobruk: supply 3", ""),
    ("stock tobruk: supply/uk 3", "supply on land is not"),
    ("stock sz24: supply/uk 3", "no convoy zone"),
    ("stock sz12: supply/uk 3", ""),
    ("at malta: 1 italy infantry", "never invaded"),
    ("at malta: 1 uk infantry", ""),
    ("at italy: 1 uk truck", "never invaded"),
    ("at tobruk: 1 uk tank, 1 germany tank", "land units of both sides"),
    ("at tobruk: 1 uk tank, 1 germany truck", ""),
    ("at casablanca: 8 us infantry, 2 vichy infantry", ""),
    ("mark tobruk: control vichy", "has no control markers"),
    ("mark tobruk: control nobody", "'nobody' is no power; those that have are germany, uk, italy, us"),
    ("mark siwa: control nobody", "'nobody' is no power; those that have are germany, uk, italy, us"),
    ("mark tobruk: ctrl germany", "'ctrl' is no marker; did you mean control?"),
    ("mark tobruk: control free_french", "has no control markers"),
    ("stock tobruk>benghazi: land_mine 40", ""),
    ("stock tobruk>benghazi: land_mine 41", "21 land mine tokens .*, 20 exist: take 1 away"),
    ("stock tobruk>benghazi: land_mine 43", "22 land mine tokens .*, 20 exist: take 2 away"),
    ("stock sz24: sea_mine/uk 4, sea_mine/us 2", ""),
    ("stock sz24: sea_mine/uk 4, sea_mine/us 3", "7 Allied sea mine tokens, 6 exist: take 1 away"),
    ("stock sz24: sea_mine/italy 9", ""),
    ("stock sz24: sea_mine/italy 5, sea_mine/germany 5", "10 Axis sea mine tokens, 9 exist: take 1 away"),
    ("stock sz24: sea_mine/italy 6, sea_mine/germany 5", "11 Axis sea mine tokens, 9 exist: take 2 away"),
    ("stock cairo: supply 115", ""),
    ("stock cairo: supply 116", "116 supply, tokens for 115 exist: take 1 away"),
    ("stock reinforcements: supply_5/uk 15, supply_1/uk 40", ""),
    ("stock reinforcements: supply_5/uk 16, supply_1/uk 38", "118 supply, tokens for 115 exist: take 3 away"),
    ("stock sz24: supply 3", "supply at sea is owned"),
    ("stock tobruk>benghazi: land_mine 1", ""),
    ("stock tobruk: land_mine 1", "lies on a border"),
    ("stock tobruk>cairo: land_mine 1", "lies on a border"),
    ("stock sz24: sea_mine/uk 1", ""),
    ("stock tobruk: sea_mine/uk 1", "lies in a sea zone"),
    ("stock reinforcements: supply_5/uk 1", ""),
]


@pytest.mark.parametrize(("line", "words"), LINES)
def test_a_line_of_a_position(line: str, words: str) -> None:
    if not words:
        northafrica.position(f"{HEAD}{line}\n")
        return
    with pytest.raises(PositionError, match=words):
        northafrica.position(f"{HEAD}{line}\n")


def test_a_power_without_a_turn_has_none() -> None:
    text = HEAD.replace("round 9", "round 7").replace("power uk", "power germany")
    with pytest.raises(PositionError, match="germany"):
        northafrica.position(text)


@pytest.mark.parametrize(
    ("status", "first"),
    [("used 1", "combat"), ("moved", "combat"), ("done", "combat"), ("fought", "noncombat"), ("went", "deploy")],
)
def test_a_unit_bears_no_status_of_a_later_phase(status: str, first: str) -> None:
    """Nobody has moved before phase 3, fought before phase 4 or moved a second time before phase 5 (p.12)."""
    phases = ("advance_convoys", "requisition", "combat_move", "combat", "noncombat", "deploy")
    for phase in phases:
        text = HEAD.replace("combat_move", phase).replace("1 uk infantry", f"1 uk infantry ({status})")
        if phases.index(phase) >= phases.index(first):
            northafrica.position(text)
            continue
        told = f"'{status.split(maxsplit=1)[0]}' before phase {phases.index(first) + 1} "
        with pytest.raises(ValueError, match=told):
            northafrica.position(text)
