"""Blocks in Afrika (2014)."""
