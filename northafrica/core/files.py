"""Files are written whole or not at all: the one place where the kit writes what somebody wants to keep."""

from __future__ import annotations

import errno
import os
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from fnmatch import fnmatch
from itertools import chain, count
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
    if not isinstance(error, OSError):
        return str(error)
    if error.errno is None:
        return str(error.args[0]) if error.args else type(error).__name__
    other = (error.strerror or type(error).__name__).lower()
    return _WHY.get(error.errno, f"the system says: {other}; try again, or with a copy elsewhere")


class FileError(OSError):
    """A file that cannot be read or written: its text names the file and says why, and how to mend it."""

    def __str__(self) -> str:
        return f"{self.filename}: {why(self)}"


@contextmanager
def telling(file: Path | str) -> Iterator[None]:
    """What the system says within is told of this file, as a FileError."""
    try:
        yield
    except OSError as error:
        if error.errno is None or isinstance(error, FileError):
            raise
        raise FileError(error.errno, error.strerror, str(file)) from error


def save_text(text: str, file: Path | str, *, older: Path | None = None) -> Path:
    """Write a text as a file, see `save_bytes`. A lone surrogate, which no file can hold, is written as `?`."""
    return save_bytes(text.encode("utf-8", "replace"), file, older=older)


def save_bytes(content: bytes, file: Path | str, *, older: Path | None = None, like: Path | None = None) -> Path:
    """Write a file whole: readers see the old one or the new one, whoever else writes, and whenever power fails.

    `older`: where a copy of the old one goes first, so that there is always one in its place. `like`: a file whose
    rights a new one gets. Where a link lies, the file it leads to is written. On a full disk the old one stays as it
    is, and nothing is left behind. Raises FileError, or OSError where a pipe or device lies there.
    """
    target = regular(Path(file))
    with telling(target):  # not of the draft, which nobody knows
        place = place_of(target)
        with draft_of(place, like) as draft:
            with draft.open("wb") as stream:
                stream.write(content)
                stream.flush()
                os.fsync(stream.fileno())
            if older is not None and place.exists():
                save_bytes(place.read_bytes(), older, like=place)
            os.replace(draft, place)
    return target


@dataclass(frozen=True)
class Saved:
    """A file that was written, and where what lay there before is kept (None where nothing would have been lost)."""

    file: Path
    older: Path | None = None

    @property
    def told(self) -> str:
        """What became of the older one, in words; "" where there is none."""
        return f"what was there is now {self.older.name}" if self.older is not None else ""


def save_beside(
    content: str | bytes,
    file: Path | str,
    ours: Callable[[str], bool],
    what: str,
    loses: Callable[[bytes], bool] | None = None,
) -> Saved:
    """Write what somebody saves: nothing is lost by it, and no other kind of file is written over.

    What lies there is kept as FILE.older, FILE.older-2 and so on where `loses` says that the new one does not hold all
    of it; by default, where the new one does not begin with it. Raises FileExistsError where another kind of file lies
    there (`no_other`), or OSError.
    """
    target, new = Path(file), content.encode("utf-8", "replace") if isinstance(content, str) else content
    no_other(target, ours, what)
    with telling(target), locked(target):  # what another one has saved meanwhile is kept too
        no_other(target, ours, what)
        before = target.read_bytes() if target.is_file() else b""
        lost = before.strip() and (loses(before) if loses is not None else not new.startswith(before.rstrip()))
        older = free_older(target, before) if lost else None
        return Saved(save_bytes(new, target, older=older), older)


def free_older(file: Path, content: bytes) -> Path:
    """Where a copy of what a file holds goes: a name beside it that nothing has yet, or that holds just this."""
    names = chain([f"{file.name}.older"], (f"{file.name}.older-{number}" for number in count(2)))
    places = (file.with_name(name) for name in names)
    return next(place for place in places if not os.path.lexists(place) or _holds(place, content))


def _holds(file: Path, content: bytes) -> bool:
    ours = file.is_file() and not file.is_symlink()
    return ours and file.stat().st_size == len(content) and file.read_bytes() == content


def place_of(file: Path) -> Path:
    """The file itself, or that to which a link leads, there or not. Raises OSError where it leads in a circle."""
    if not file.is_symlink():
        return file
    place = Path(os.path.realpath(file))
    if place.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(file))
    return place


def no_other(file: Path | str, ours: Callable[[str], bool], what: str) -> None:
    """Refuse a place where a file lies that is not of our kind, told by its first 4096 bytes; an empty one may go.

    So nobody's work and none of a command's inputs is written over. Raises FileExistsError, or OSError; both name it.
    """
    target = Path(file)
    try:
        regular(target)
    except OSError as error:
        raise OSError(f"{target}: {why(error)}") from error
    if not target.is_file():
        return
    with telling(target), target.open("rb") as stream:
        head = stream.read(4096).decode("utf-8-sig", "replace")
    if head and not ours(head):
        raise FileExistsError(f"{target}: another file lies there, which is no {what}; choose another name")


def regular(file: Path) -> Path:
    """The same path, unless a pipe or device is there, which could be read without end. Raises OSError."""
    if "\0" in str(file):
        raise OSError("no file can have a name with NUL in it; choose another name")
    try:
        os.fsencode(file)
    except UnicodeEncodeError:
        raise OSError("no file can have a name with half a letter in it; choose another name") from None
    if file.exists() and not file.is_file() and not file.is_dir():
        raise OSError("it is a pipe or a device, no file; save what it holds as a file and give that")
    return file


@contextmanager
def locked(file: Path | str, patience: float = 5.0) -> Iterator[None]:
    """One at a time for those who read a file, change it and write it again, in this program or another.

    Who holds it may take it again. It ends with the program that holds it, however that ends; where the file system
    knows no locks there is none. Raises TimeoutError, an OSError, after `patience` seconds.
    """
    with telling(file):
        target = place_of(Path(file)).absolute()
    if target in _held():
        yield
        return
    name = target.with_name(f".{target.name}.lock")
    stream = _waited_for(name, Path(file), patience)
    _held().add(target)
    try:
        yield
    finally:
        _held().discard(target)
        with suppress(OSError):  # Windows deletes no open file; the next one finds it unlocked
            name.unlink()
        os.close(stream)


_ours = threading.local()


def _held() -> set[Path]:
    """What this thread has locked."""
    found: set[Path] = _ours.__dict__.setdefault("held", set())
    return found


def _waited_for(name: Path, file: Path, patience: float) -> int:
    """The open lock file, as soon as nobody else holds it. Raises OSError."""
    until = time.monotonic() + patience
    with telling(file):
        name.parent.mkdir(parents=True, exist_ok=True)
        while (stream := _holding(name)) is None:
            if time.monotonic() > until:
                raise TimeoutError(f"another program holds {name.name}; wait for it, or close it")
            time.sleep(0.01)
    return stream


def _holding(name: Path) -> int | None:
    """The open lock file, or None where another one holds it, or has just deleted it."""
    try:
        handle = _opened(name)
    except (PermissionError, IsADirectoryError) as error:
        if not os.path.lexists(name):
            raise
        raise OSError(f"{name.name} is no lock of ours; where no program uses it, take it away") from error
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


def _opened(name: Path) -> int:
    """A lock file, made where there is none; a link put there by somebody is taken away, and not followed."""
    if name.is_symlink():
        name.unlink()
    if name.exists() and not name.is_file():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(name))
    try:
        return os.open(name, os.O_RDWR | os.O_CREAT, 0o666)
    except PermissionError:  # that of another account, which may be held all the same
        if not name.exists():
            raise
        return os.open(name, os.O_RDONLY)


def _lock(handle: int) -> None:
    if os.name == "nt":
        import msvcrt

        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def visible(folder: Path, pattern: str) -> list[Path]:
    """The files below a folder that fit a pattern, in the order of their names; hidden ones (drafts, copies) not.

    Raises OSError where a folder below cannot be read, so that nothing is passed over in silence.
    """
    found: list[Path] = []
    for place, folders, names in os.walk(folder, onerror=_stop):
        folders[:] = [name for name in folders if not name.startswith(".")]
        found += (Path(place, name) for name in names if fnmatch(name, pattern) and not name.startswith("."))
    return sorted(found)


def _stop(error: OSError) -> None:
    raise error


def aside_of(file: Path) -> Path:
    """A free name for a damaged file."""
    numbers = ("", *(f"-{number}" for number in range(2, 10_000)))
    places = (file.with_name(f"{file.stem}.damaged{number}{file.suffix}") for number in numbers)
    free = next((place for place in places if not place.exists()), None)
    if free is None:
        raise FileExistsError(f"there are too many damaged copies of {file.name}; delete some")
    return free


@contextmanager
def draft_of(target: Path, like: Path | None = None) -> Iterator[Path]:
    """A new file of its own name beside a file, its folder made; gone at the end unless it was put in its place.

    It has the rights of the file, or of `like`, where there is one.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    start, end = f".{target.stem[:40]}-", f".part{target.suffix}"
    _sweep(target.parent, start, end)
    handle, name = tempfile.mkstemp(prefix=start, suffix=end, dir=target.parent)
    os.close(handle)
    draft = Path(name)
    try:
        with suppress(OSError):  # a file system without rights
            shown = target if like is None else like
            draft.chmod(shown.stat().st_mode & 0o777 if shown.exists() else 0o666 & ~_umask())
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
