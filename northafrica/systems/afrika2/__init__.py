"""Afrika II (SCS): so far the odds of its combat results table."""
