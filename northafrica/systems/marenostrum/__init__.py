"""Mare Nostrum: so far the odds of its combats."""
