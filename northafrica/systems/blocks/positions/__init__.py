"""Positions made by hand: what they may hold, and what is impossible about them."""
