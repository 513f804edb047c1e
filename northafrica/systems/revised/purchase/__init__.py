"""Phase 2: units are ordered and paid for."""
