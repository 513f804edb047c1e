"""Phase 4: combats, from the first die to the one who holds the space."""
