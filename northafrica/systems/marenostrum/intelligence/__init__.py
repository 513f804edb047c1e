"""What a side learns of the other, and what it may not know: scouting, signals, fog of war (18.0; G-2 Actions)."""
