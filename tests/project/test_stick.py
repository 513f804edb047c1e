"""The stick, made with the network and opened with the network cut."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from classroom.make import Stick, make
from classroom.start import this_machine
from classroom.targets import Machine
from tests.project.cut import Cut, namespace, refusing

HERE = Path(__file__).resolve().parent
ASK = """
import socket, sys
with socket.create_server(("127.0.0.1", 0)) as server:
    socket.create_connection(server.getsockname()).close()
print("this machine answers")
try:
    sys.argv[1:] and socket.getaddrinfo(sys.argv[1], 443)
    socket.create_connection(("192.0.2.1", 443), timeout=60)
except TimeoutError:
    print("sent and waited")
except OSError as error:
    print("refused at once")
"""


@pytest.fixture(scope="module")
def stick(tmp_path_factory: pytest.TempPathFactory) -> Stick:
    """A stick for this machine and this Python, with its wheels from pip."""
    platform, _, python = this_machine().rpartition("-")
    made = make(tmp_path_factory.mktemp("made") / "stick", Path(sys.executable), [Machine(platform, python)])
    assert not made.missing
    return made


@pytest.fixture
def cut(tmp_path: Path) -> Cut:
    return namespace() or refusing(tmp_path / "cut")


def home(folder: Path) -> dict[str, str]:
    folder.mkdir()
    return {"HOME": str(folder), "USERPROFILE": str(folder)}


@pytest.mark.parametrize("way", ["namespace", "refusing"])
@pytest.mark.parametrize("name", [(), ("example.org",)], ids=["address", "name"])
def test_the_cut_reaches_this_machine_and_no_other(tmp_path: Path, way: str, name: tuple[str, ...]) -> None:
    cut = namespace() if way == "namespace" else refusing(tmp_path / "cut")
    if cut is None:
        pytest.skip("this machine gives no command a network of its own")
    said = cut.run([sys.executable, "-c", ASK, *name])
    assert said.stdout.splitlines() == ["this machine answers", "refused at once"], said.stderr


def test_the_course_opens_with_the_network_cut(stick: Stick, cut: Cut, tmp_path: Path) -> None:
    said = cut.run([sys.executable, str(HERE / "lesson.py"), str(stick.folder)], **home(tmp_path / "home"))
    assert said.returncode == 0, said.stdout[-3000:] + said.stderr[-3000:]
    seen = dict(line.split(maxsplit=1) for line in said.stdout.splitlines() if line.count(" "))
    assert (seen["page"], seen["notebook"]) == ("True", "notebook")
    assert str(tmp_path / "home" / "northafrica-course" / ".venv") in seen["kit"]  # not this checkout's
    there, executed = seen["cells"].split()
    assert int(there) > 0
    assert there == executed


@pytest.mark.parametrize("harm", ["missing", "damaged"])
def test_a_copy_that_is_not_whole_is_not_mended_from_the_network(stick: Stick, tmp_path: Path, harm: str) -> None:
    """Here the network is not cut: pip could fetch what is missing, and must not."""
    copy = tmp_path / "stick"
    shutil.copytree(stick.folder, copy, ignore=shutil.ignore_patterns("notebooks", "data"))
    wheel = next((copy / "wheels").glob("six-*.whl"))
    whole = wheel.read_bytes()
    wheel.unlink() if harm == "missing" else wheel.write_bytes(whole[:-1] + b"!")
    said = Cut().run([sys.executable, str(copy / "start.py"), "--install-only"], **home(tmp_path / "home"))
    assert said.returncode != 0
    assert "six" in said.stderr
    assert "Is the copy of this folder whole?" in said.stderr
