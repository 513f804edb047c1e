"""Set-up of the scenarios."""
