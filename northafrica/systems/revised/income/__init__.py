"""Phase 7: income."""
