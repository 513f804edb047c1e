"""Positions that several tests begin from."""

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

# Six units need 2 supply; Mersa Matruh and Cairo could each pay.
TWO_SOURCES = """northafrica position 1
system aana
scenario torch
round 9
power uk
phase combat_move
at mersa_matruh: 6 uk infantry
at tobruk: 1 germany infantry
stock mersa_matruh: supply 3
stock cairo: supply 3
mark tobruk: control germany
mark cairo: control uk
mark tunis: control germany
"""
