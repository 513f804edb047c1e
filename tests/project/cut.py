"""The network cut: a command runs where nothing but this machine itself can be reached.

Linux gives the command a network of its own, without a way out. Elsewhere, and where that is not allowed,
every Python the command starts refuses to look up or reach another machine.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

UP_AND_RUNNING, SET_FLAGS = 0x41, 0x8914
REFUSAL = """
import socket

def refuse(address):
    if not isinstance(address, tuple) or str(address[0]) in ("127.0.0.1", "::1", "localhost", "", "0.0.0.0"):
        return
    raise OSError(f"the network is cut: {address}")

class Cut(socket.socket):
    def connect(self, address):
        refuse(address)
        return super().connect(address)

    def connect_ex(self, address):
        refuse(address)
        return super().connect_ex(address)

def lookup(host, *more, **named):
    refuse((host.decode() if isinstance(host, bytes) else host or "",))
    return found(host, *more, **named)

found, socket.getaddrinfo, socket.socket = socket.getaddrinfo, lookup, Cut
"""


@dataclass(frozen=True)
class Cut:
    """How a command is kept from the network: words before it, variables around it."""

    before: tuple[str, ...] = ()
    variables: dict[str, str] = field(default_factory=dict)

    def run(self, command: list[str], **more: str) -> subprocess.CompletedProcess[str]:
        """Run a command to its end, with further variables."""
        kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        environment = {**kept, **self.variables, **more}
        return subprocess.run([*self.before, *command], env=environment, capture_output=True, text=True, check=False)


@cache
def namespace() -> Cut | None:
    """A network of its own for the command, if this machine allows it."""
    if sys.platform != "linux" or not shutil.which("unshare"):
        return None
    for flags in ("-n", "-rn"):
        cut = Cut(("unshare", flags, sys.executable, __file__))
        if cut.run([sys.executable, "-c", ""]).returncode == 0:
            return cut
    return None


def refusing(folder: Path) -> Cut:
    """Every Python refuses: its start-up file, in a folder of its own, says so."""
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(REFUSAL, encoding="utf-8")
    return Cut((), {"PYTHONPATH": str(folder)})


def main() -> None:
    """In the new network: bring up the way to this machine itself, then become the command."""
    import fcntl
    import struct

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
        fcntl.ioctl(one, SET_FLAGS, struct.pack("16sh", b"lo", UP_AND_RUNNING))
    os.execvp(sys.argv[1], sys.argv[1:])


if __name__ == "__main__":
    main()
