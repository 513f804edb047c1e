"""Phase 4: Conduct Combat (rulebook p.19-23)."""
