"""Where the kit's data files are.

An installed wheel carries them as ``northafrica/data``; in a source checkout they stand beside the
package, in the folder ``data`` of the repository.
"""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path


def data_path(*parts: str) -> Traversable:
    """The file or folder ``data/<parts…>``; it is not checked whether it exists.

    >>> data_path("aana", "units.csv").name
    'units.csv'
    """
    root: Traversable = files("northafrica") / "data"
    if not root.is_dir():
        root = Path(__file__).resolve().parents[2] / "data"
    return root.joinpath(*parts) if parts else root


def cases_root() -> Path:
    """The folder of the kit's adjudication cases: ``northafrica/cases`` in a wheel, ``tests/cases`` in a checkout."""
    package = Path(__file__).resolve().parents[1]
    installed = package / "cases"
    return installed if installed.is_dir() else package.parent / "tests" / "cases"
