"""Refit: eliminated units come back, reduced ones are restored."""
