"""Combat: who fights whom, who fires at whom, dice, losses, what follows (12.0, 19.6 to 19.13, 27.0 to 31.0)."""
