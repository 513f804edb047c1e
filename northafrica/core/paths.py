"""Where the kit's data files, cases and notebooks are.

An installed wheel carries them inside the package; in a source checkout they stand beside it.
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


def data_root() -> Path:
    """The folder of the kit's data files."""
    return Path(str(data_path()))


def notebooks_root() -> Path:
    """The folder of the notebooks: ``northafrica/notebooks`` in a wheel, ``notebooks`` in a checkout."""
    package = Path(__file__).resolve().parents[1]
    installed = package / "notebooks"
    return installed if installed.is_dir() else package.parent / "notebooks"
