"""Movement by land, in the movement and the exploitation phase (7.5, 7.10)."""
