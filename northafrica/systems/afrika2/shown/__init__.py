"""What the table, the map and the printed sheets show of the game."""
