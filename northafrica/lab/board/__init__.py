"""Drawing a board: the ground, what stands on it, the map to click on and the plain picture."""
