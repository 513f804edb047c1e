"""Files are written whole or not at all: the one place where the kit writes what somebody wants to keep."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


def save_text(text: str, file: Path | str, *, older: Path | None = None) -> Path:
    """Write a text as a file, see `save_bytes`. A lone surrogate, which no file can hold, is written as `?`."""
    return save_bytes(text.encode("utf-8", "replace"), file, older=older)


def save_bytes(content: bytes, file: Path | str, *, older: Path | None = None) -> Path:
    """Write a file whole: readers see the old one or the new one, whoever else writes, and whenever power fails.

    `older`: where the old one goes, once the new one is on the disk. On a full disk the old one stays where and as it
    is, and nothing is left behind. Raises OSError.
    """
    target = Path(file)
    with draft_of(target) as draft:
        with draft.open("wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        if older is not None and target.exists():
            os.replace(target, older)
        os.replace(draft, target)
    return target


@contextmanager
def draft_of(target: Path) -> Iterator[Path]:
    """A new file of its own name beside a file, its folder made; gone at the end unless it was put in its place."""
    target.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{target.stem[:40]}-", suffix=f".part{target.suffix}", dir=target.parent)
    os.close(handle)
    draft = Path(name)
    try:
        with suppress(OSError):  # a file system without rights
            draft.chmod(target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask())
        yield draft
    finally:
        with suppress(OSError):
            draft.unlink()


def _umask() -> int:
    """The rights that new files lack here; asking for it sets it for a moment."""
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
