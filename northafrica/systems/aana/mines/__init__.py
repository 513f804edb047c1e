"""Mines: where they lie, how they go off, what they do (rulebook p.26-27)."""
