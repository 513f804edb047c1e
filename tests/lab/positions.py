"""Positions that several tests of the lab begin from."""

from __future__ import annotations

# Seven units need 2 supply (1 for every 5 or part of 5, p.15); Mersa Matruh holds 1.
SEVEN = """northafrica position 1
system aana
scenario torch
round 9
power uk
phase combat_move
at mersa_matruh: 5 uk infantry, 2 uk tank
stock mersa_matruh: supply 1
at tobruk: 2 italy infantry
stock tobruk: supply 2
mark tobruk: control germany
mark cairo: control uk
"""
