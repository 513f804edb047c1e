"""The Action phase: the menu, and what allows an Action."""
