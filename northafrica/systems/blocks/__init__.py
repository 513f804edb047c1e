"""Blocks in Afrika: so far the odds of its battles."""
