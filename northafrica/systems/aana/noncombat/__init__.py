"""Phase 5: Noncombat Move (rulebook p.24, 29-33)."""
