"""Printing: hand-outs and sheets of a game, as pages and as PDF."""
