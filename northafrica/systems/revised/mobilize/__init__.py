"""Phase 6: new units are placed."""
