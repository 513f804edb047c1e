"""Phase 1: Advance Convoys (rulebook p.12)."""
