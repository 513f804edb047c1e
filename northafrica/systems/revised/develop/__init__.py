"""Phase 1: research dice and developments."""
