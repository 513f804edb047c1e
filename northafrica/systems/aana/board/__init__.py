"""The board: its spaces, ways over it, what may stand there, what changes hands (rulebook p.4-12, 19)."""
