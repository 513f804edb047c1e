"""The instructor's desk: making positions, giving out assignments, collecting what was handed in."""
