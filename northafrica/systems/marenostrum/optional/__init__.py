"""Optional strategies and forces (24.0, 25.0)."""
