"""The board: spaces and what stands in them, ways over it, stacking, pieces there are (rulebook p.4-5, 9-12)."""
