"""Positions made by hand: what they may be made of, what they say of the past, and what cannot be."""
