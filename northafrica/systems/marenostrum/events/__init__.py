"""Event markers: the cup, the hand, what they do."""
