"""`python -m northafrica` is the command `northafrica`."""

from __future__ import annotations

import sys

from northafrica.cli import main

if __name__ == "__main__":
    sys.exit(main())
