"""Phase 5: noncombat moves; aircraft land."""
