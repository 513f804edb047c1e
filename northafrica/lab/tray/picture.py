"""A picture: an SVG text that a notebook shows, and that a file keeps."""

from __future__ import annotations

from pathlib import Path

from northafrica.core.files import save_text


class Picture:
    """An SVG text that shows itself in a notebook and can be saved."""

    def __init__(self, svg: str, title: str = "") -> None:
        self.svg, self.title = svg, title

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str | Path) -> Path:
        """Write the picture to a file; returns its path."""
        return save_text(self.svg, path)

    def __repr__(self) -> str:
        return f"<Picture {self.title or 'untitled'}: {len(self.svg)} characters of SVG>"
