"""The table: a game that people and bots play in a notebook, step by step, and its replay."""
