"""Phase 3: combat moves, planned and made at once."""
