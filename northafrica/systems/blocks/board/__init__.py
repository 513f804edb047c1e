"""The map: hexes and their sides, units, control, zones."""
