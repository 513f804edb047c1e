"""Afrika II (SCS), one file or folder for each phase or mechanism of its rulebook."""
