"""The tables of the game, read and checked."""
