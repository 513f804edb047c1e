"""Studying a position: who draws on what supply, what an attack comes to."""
