"""Phase 6: Deploy Reinforcements and Assign Convoy Escorts (rulebook p.25, 28)."""
