"""The kinds of machines a stick can serve, as its tools name them."""

from __future__ import annotations

from dataclasses import dataclass

from classroom.start import this_machine

PYTHONS = ("3.11", "3.12", "3.13", "3.14")
GLIBC = (*(f"manylinux_2_{minor}" for minor in range(28, 4, -1)), "manylinux2014", "manylinux2010", "manylinux1")


@dataclass(frozen=True)
class Platform:
    """A kind of machine: its name in words, uv's name of it, and the tags of wheels that run there."""

    words: str
    uv: str
    tags: tuple[str, ...]


PLATFORMS = {
    "windows": Platform("Windows, 64 bit", "x86_64-pc-windows-msvc", ("win_amd64",)),
    "macos": Platform("macOS 13 or later, Apple silicon", "aarch64-apple-darwin", ("macosx_13_0_arm64",)),
    "macos-intel": Platform("macOS 13 or later, Intel", "x86_64-apple-darwin", ("macosx_13_0_x86_64",)),
    "linux": Platform("Linux, 64 bit", "x86_64-manylinux_2_28", tuple(f"{libc}_x86_64" for libc in GLIBC)),
    "linux-arm": Platform("Linux, 64-bit ARM", "aarch64-manylinux_2_28", tuple(f"{libc}_aarch64" for libc in GLIBC)),
}


@dataclass(frozen=True, order=True)
class Machine:
    """A kind of machine with a version of Python, like ``windows-3.12``."""

    platform: str
    python: str

    def __str__(self) -> str:
        return f"{self.platform}-{self.python}"

    @property
    def words(self) -> str:
        """Say it for readers, like ``Windows, 64 bit, with Python 3.12``."""
        return f"{PLATFORMS[self.platform].words}, with Python {self.python}"


def this_platform() -> str | None:
    """Name the kind of this machine, or None if no stick can serve it."""
    name = this_machine().rpartition("-")[0]
    return name if name in PLATFORMS else None
