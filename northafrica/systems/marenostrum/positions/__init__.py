"""Positions made by hand: what they may be made of, and what cannot be."""
