"""Axis & Allies: North Africa, one file for each phase or mechanism of its rulebook."""
