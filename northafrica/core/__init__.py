"""The engine: board, dice, rules, orders, steps, events, positions, records. It knows no game."""
