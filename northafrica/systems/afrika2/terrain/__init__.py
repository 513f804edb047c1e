"""The hexes and what it takes to go from one to the next (Terrain Effects Chart)."""
