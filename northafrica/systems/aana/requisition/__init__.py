"""Phase 2: Requisition Reinforcements (rulebook p.13-14)."""
