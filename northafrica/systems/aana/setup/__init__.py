"""Set-up, and what is agreed before it (rulebook p.8-9, 38-39)."""
