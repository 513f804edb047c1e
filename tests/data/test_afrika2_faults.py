"""What cannot stand on the board of Afrika II is refused with the mend, and what can stands: a fact and its twin."""

from __future__ import annotations

import pytest

import northafrica
from northafrica.core.position import PositionError, write_position

HEAD = """northafrica position 1
system afrika2
scenario compass
round 6
power cw
phase movement
at a10.20: 1 axis bologna
at a50.15: 1 cw 5_ind
"""
# Lines that cannot be (words of the refusal), and lines that can ("").
LINES = [
    ("at cw_track: 1 cw 4_7arm", "'cw_track' is no place for pieces"),
    ("at cw_to_come: 1 cw 4_7arm", ""),
    ("at out_of_play: 1 cw 4_7arm", ""),
    ("at a40.18: 1 cw brescia", "does not belong to cw"),
    ("at a40.18: 1 axis brescia", ""),
    ("at tripoli: 1 cw 4_7arm", "no Commonwealth unit may be in the Tripoli Box"),
    ("at connecting_box: 1 cw 4_7arm", "no Commonwealth unit may be in the connecting box"),
    ("at connecting_box: 1 axis brescia", ""),
    ("at restriction_box: 1 axis brescia", "the Restriction Box is the Commonwealth's"),
    ("at restriction_box: 1 cw 4_7arm", ""),
    # Brescia (6-7-4) has three steps, the Bardia garrison one.
    ("at a40.18: 1 axis brescia (lost 2)", ""),
    ("at a40.18: 1 axis brescia (lost 3)", "has 3 steps and cannot have lost 3"),
    ("at restriction_box: 1 cw 4_7arm (lost 9)", "cannot have lost 9"),
    ("at connecting_box: 1 axis brescia (lost 3)", "cannot have lost 3"),
    ("at a40.18: 1 axis bardia_garrison (lost 1)", "has 1 steps and cannot have lost 1"),
    # A1.01 is salt marsh without a road, A1.06 with one: closed to armour, to guns, not to infantry.
    ("at a1.01: 1 cw 4_7arm", "stands where it cannot be: .* is salt marsh"),
    ("at a1.01: 1 cw british_arty_7", "stands where it cannot be: .* is salt marsh"),
    ("at a1.01: 1 cw 11_ind", ""),
    ("at a1.06: 1 cw 4_7arm", ""),
    # One counter of a unit, wherever it lies; three of the Italian guns of movement 6.
    ("at cw_dead: 1 cw 5_ind", "there are 2 of .*5 Ind.*, the game has 1"),
    ("at a40.18: 1 cw 11_ind", ""),
    ("at a40.18: 3 axis italian_arty_6", ""),
    ("at a40.18: 4 axis italian_arty_6", "there are 4 of .*, the game has 3"),
    ("at a50.15: 1 cw 5_ind, 1 axis brescia", "both sides stand in"),
    ("at a50.16: 1 axis brescia", ""),
    ("at tripoli: 1 axis rommel", "Rommel stands in Tripoli Box without a German unit"),
    ("at tripoli: 1 axis rommel, 1 axis 2_mg", ""),
    ("at a40.18: 1 axis rommel, 1 axis brescia", "without a German unit"),
    ("at a40.18: 1 axis rommel, 1 axis 2_mg", ""),
    ("at a40.18: 1 cw oconnor", "without a Commonwealth unit"),
    ("at a40.18: 1 cw oconnor, 1 cw 4_7arm", ""),
    ("at cw_dead: 1 cw oconnor", ""),
    ("stock a40.18: sp/cw 2", ""),
    ("stock a40.18: sp 2", "belong to nobody; write 'sp/axis' or 'sp/cw'"),
    ("stock tripoli: sp/axis 2", "Tripoli's supply dump is without end"),
    ("stock connecting_box: sp/axis 2", ""),
    ("stock connecting_box: sp/cw 2", "no supply points of the Commonwealth"),
    ("stock axis_to_come: sp/axis 2", ""),
    ("stock cw_to_come: sp/cw 2", ""),
    ("stock cw_to_come: sp/axis 2", "no supply points can lie in"),
    ("stock cw_dead: sp/cw 2", "no supply points can lie in"),
    ("stock cw_track: air 1, truck 2, shipping 3", ""),
    ("stock axis_track: air 1, truck 2, shipping 3", ""),
    ("stock cw_track: capacity 1", "has no capacity"),
    ("stock a36.23: capacity 1", ""),
    ("stock a36.22: capacity 1", "has no capacity"),
    ("stock a36.23: truck 1", "has no truck"),
    ("mark tobruk: control cw", ""),
    ("mark tobruk: control neutral", "write axis or cw"),
    ("mark a40.18: control cw", "is no place that anybody controls"),
    ("mark a50.15: box cw", ""),
    ("mark a50.15: box neutral", "write axis or cw"),
    ("mark tobruk: captured 6", ""),
    ("mark tobruk: captured six", "is 'six' and no number"),
    ("mark tobruk: owner cw", "bears the marker 'owner'"),
]
# A change of a line that the program wrote: what a position says to the last is not mended, but refused.
CHANGES = [
    ("mark a36.23: control axis", "mark a36.23: control cw", "Tobruk .* is marked cw, yet units of axis stand there"),
    ("mark a61.19: control cw", "mark a61.19: control axis", "is marked axis, yet units of cw stand there"),
    ("mark a44.21: control axis", "mark a44.21: control cw", ""),
    ('"is": "Facts"', '"is": "Facts", "withdrawals": 2', ""),
    ('"is": "Facts"', '"is": "Facts", "withdrawals": 3', "happened 3 times, twice at most"),
    ('"is": "Facts"', '"is": "Facts", "withdrawals": -1', "happened -1 times"),
    ('"is": "Facts"', '"is": "Facts", "replacements": -1', "-1 Replacements and 0 quarters"),
    ('"is": "Facts"', '"is": "Facts", "spare": -1', "0 Replacements and -1 quarters"),
    ('"is": "Facts"', '"is": "Facts", "spare": 3', ""),
    ('"is": "Facts"', '"is": "Facts", "replacements": 1', ""),
    ("at axis_dead: 1 axis rommel", "at a40.18: 1 axis rommel", "without a German unit"),
]


@pytest.mark.parametrize(("lines", "words"), LINES)
def test_a_line_of_a_position(lines: str, words: str) -> None:
    place = lines.split(":", maxsplit=1)[0]
    text = "".join(f"{line}\n" for line in HEAD.splitlines() if not line.startswith(place)) + f"{lines}\n"
    if not words:
        northafrica.position(text)
        return
    with pytest.raises(PositionError, match=words):
        northafrica.position(text)


def written() -> str:
    game = northafrica.position(
        HEAD
        + "at tobruk: 1 axis brescia\nat matruh: 1 cw 11_ind\nat a10.10: 1 axis 2_mg\nat axis_dead: 1 axis rommel\n"
    )
    return write_position(game.setting, game.state)


@pytest.mark.parametrize(("old", "new", "words"), CHANGES)
def test_a_change_of_a_written_position(old: str, new: str, words: str) -> None:
    text = written()
    assert old in text
    changed = text.replace(old, new, 1)
    if not words:
        northafrica.position(changed)
        return
    with pytest.raises(PositionError, match=words):
        northafrica.position(changed)


@pytest.mark.parametrize(
    ("leader", "side", "words"),
    [
        ("axis rommel", "axis", ""),
        ("axis rommel", "cw", "without a German unit"),
        ("cw oconnor", "cw", ""),
        ("cw oconnor", "axis", "without a Commonwealth unit"),
    ],
)
def test_a_leader_stands_alone_while_he_looks_for_another_stack(leader: str, side: str, words: str) -> None:
    step = f'{{"is": "MovementPhase"}}, {{"is": "Displaced", "side": "{side}"}}]'
    text = written().replace("at axis_dead: 1 axis rommel", f"at a40.18: 1 {leader}")
    text = text.replace('{"is": "MovementPhase"}]', step)
    if not words:
        northafrica.position(text)
        return
    with pytest.raises(PositionError, match=words):
        northafrica.position(text)
