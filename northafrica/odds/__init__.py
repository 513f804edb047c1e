"""Exact and sampled combat statistics: numbers only, knows no board and no system."""
