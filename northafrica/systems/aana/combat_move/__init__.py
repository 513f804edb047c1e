"""Phase 3: Combat Move and Attack Declaration (rulebook p.15-18)."""
