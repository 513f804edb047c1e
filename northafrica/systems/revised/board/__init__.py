"""The board: whose a space is, what was so when the turn began, charts, capture."""
