"""Files are written whole or not at all: the one place where the kit writes what somebody wants to keep."""

from __future__ import annotations

import errno
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

LEFT = 3600.0
"""Seconds after which nobody writes a draft any more; writing one takes a moment."""
_WHY = {
    errno.ENOENT: "there is no such file or folder; look at its name",
    errno.EACCES: "this account may not use it; give it the right to, or work on a copy of your own",
    errno.EPERM: "this account may not use it; give it the right to, or work on a copy of your own",
    errno.EROFS: "nothing can be written there; choose another folder",
    errno.EISDIR: "it is a folder; name a file",
    errno.ENOTDIR: "a part of its path is a file, no folder; look at the path",
    errno.EEXIST: "there is one of that name; choose another name",
    errno.ENAMETOOLONG: "its name is too long; give it a shorter one",
    errno.ELOOP: "its link leads in a circle; put the file itself there",
    errno.ENOSPC: "the disk is full; make room and try again",
    errno.EDQUOT: "this account has no room left; make room and try again",
    errno.EMFILE: "too many files are open; close some programs and try again",
    errno.EIO: "the disk could not be read or written; try again, or from a copy on another disk",
}


def why(error: BaseException) -> str:
    """Why a file cannot be read or written and how to mend it, in words; the caller names the file.

    >>> why(FileNotFoundError(2, "No such file or directory", "x.toml"))
    'there is no such file or folder; look at its name'
    """
    if isinstance(error, UnicodeDecodeError):
        return f"it is no text in UTF-8 (byte {error.start + 1}); save it as UTF-8"
    if not isinstance(error, OSError) or error.errno is None:
        return str(error)
    other = (error.strerror or type(error).__name__).lower()
    return _WHY.get(error.errno, f"the system says: {other}; try again, or with a copy elsewhere")


def save_text(text: str, file: Path | str, *, older: Path | None = None) -> Path:
    """Write a text as a file, see `save_bytes`. A lone surrogate, which no file can hold, is written as `?`."""
    return save_bytes(text.encode("utf-8", "replace"), file, older=older)


def save_bytes(content: bytes, file: Path | str, *, older: Path | None = None) -> Path:
    """Write a file whole: readers see the old one or the new one, whoever else writes, and whenever power fails.

    `older`: where a copy of the old one goes first, so that there is always one in its place. On a full disk the old
    one stays as it is, and nothing is left behind. Raises OSError.
    """
    target = Path(file)
    try:
        with draft_of(target) as draft:
            with draft.open("wb") as stream:
                stream.write(content)
                stream.flush()
                os.fsync(stream.fileno())
            if older is not None and target.exists():
                save_bytes(target.read_bytes(), older)
            os.replace(draft, target)
    except OSError as error:
        error.filename, error.filename2 = str(target), None  # not the draft, which nobody knows
        raise
    return target


def save_beside(text: str, file: Path | str, ours: Callable[[str], bool], what: str) -> Path:
    """Write a text as a file; one of its kind in its place is kept as FILE.older.

    Raises FileExistsError where another kind of file lies there (`no_other`), or OSError.
    """
    target = Path(file)
    no_other(target, ours, what)
    before = target.read_bytes() if target.is_file() else b""
    if before not in (b"", text.encode("utf-8", "replace")):
        save_bytes(before, target.with_name(f"{target.name}.older"))  # a copy: there is always one in its place
    return save_text(text, target)


def no_other(file: Path | str, ours: Callable[[str], bool], what: str) -> None:
    """Refuse a place where a file lies that is not of our kind, told by its first 4096 bytes; an empty one may go.

    So nobody's work and none of a command's inputs is written over. Raises FileExistsError.
    """
    target = regular(Path(file))
    if not target.is_file():
        return
    with target.open("rb") as stream:
        head = stream.read(4096).decode("utf-8-sig", "replace")
    if head and not ours(head):
        raise FileExistsError(f"{target}: another file lies there, which is no {what}; choose another name")


def regular(file: Path) -> Path:
    """The same path, unless a pipe or device is there, which could be read without end. Raises OSError."""
    if file.exists() and not file.is_file() and not file.is_dir():
        raise OSError("it is a pipe or a device, no file; save what it holds as a file and give that")
    return file


@contextmanager
def locked(file: Path | str, patience: float = 5.0) -> Iterator[None]:
    """One at a time for those who read a file, change it and write it again, in this program or another.

    The lock ends with the program that holds it, however that ends. Where the file system knows no locks there is none.
    Raises TimeoutError, an OSError, after `patience` seconds.
    """
    target = Path(file)
    target.parent.mkdir(parents=True, exist_ok=True)
    name = target.with_name(f".{target.name}.lock")
    until = time.monotonic() + patience
    while (stream := _holding(name)) is None:
        if time.monotonic() > until:
            raise TimeoutError(f"another program holds {name.name}; wait for it, or close it")
        time.sleep(0.01)
    try:
        yield
    finally:
        with suppress(OSError):  # Windows deletes no open file; the next one finds it unlocked
            name.unlink()
        os.close(stream)


def _holding(name: Path) -> int | None:
    """The open lock file, or None where another one holds it, or has just deleted it."""
    handle = os.open(name, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        _lock(handle)
        if os.path.samestat(os.fstat(handle), name.stat()):
            return handle
    except (BlockingIOError, PermissionError, FileNotFoundError):
        pass
    except OSError:  # no locks here
        return handle
    os.close(handle)
    return None


def _lock(handle: int) -> None:
    if os.name == "nt":
        import msvcrt

        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def visible(folder: Path, pattern: str) -> list[Path]:
    """The files below a folder that fit a pattern, in the order of their names; hidden ones (drafts, copies) not."""
    found = sorted(folder.rglob(pattern))
    return [file for file in found if not any(part.startswith(".") for part in file.relative_to(folder).parts)]


def set_aside(file: Path) -> Path:
    """Give a damaged file a name under which nothing writes over it; returns it. Raises OSError."""
    return file.replace(aside_of(file))


def aside_of(file: Path) -> Path:
    """A free name for a damaged file."""
    numbers = ("", *(f"-{number}" for number in range(2, 10_000)))
    places = (file.with_name(f"{file.stem}.damaged{number}{file.suffix}") for number in numbers)
    free = next((place for place in places if not place.exists()), None)
    if free is None:
        raise FileExistsError(f"there are too many damaged copies of {file.name}; delete some")
    return free


@contextmanager
def draft_of(target: Path) -> Iterator[Path]:
    """A new file of its own name beside a file, its folder made; gone at the end unless it was put in its place."""
    target.parent.mkdir(parents=True, exist_ok=True)
    start, end = f".{target.stem[:40]}-", f".part{target.suffix}"
    _sweep(target.parent, start, end)
    handle, name = tempfile.mkstemp(prefix=start, suffix=end, dir=target.parent)
    os.close(handle)
    draft = Path(name)
    try:
        with suppress(OSError):  # a file system without rights
            draft.chmod(target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask())
        yield draft
    finally:
        with suppress(OSError):
            draft.unlink()


def _sweep(folder: Path, start: str, end: str) -> None:
    """Take away what programs left that were killed while they saved."""
    with suppress(OSError):
        for entry in os.scandir(folder):
            if entry.name.startswith(start) and entry.name.endswith(end):
                with suppress(OSError):
                    if time.time() - entry.stat().st_mtime > LEFT:
                        os.unlink(entry.path)


def _umask() -> int:
    """The rights that new files lack here; asking for it sets it for a moment."""
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
