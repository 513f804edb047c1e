"""`lab`: notebooks unpacked with care, JupyterLab kept quiet."""

from __future__ import annotations

import contextlib
import json
import os
import re
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from northafrica.cli import lab


@pytest.fixture
def origin(tmp_path: Path) -> Path:
    folder = tmp_path / "origin"
    (folder / "aana" / ".ipynb_checkpoints").mkdir(parents=True)
    (folder / lab.START).write_text("start 1")
    (folder / "aana" / "one.ipynb").write_text("one 1")
    (folder / "aana" / ".ipynb_checkpoints" / "one.ipynb").write_text("no")
    return folder


def test_it_unpacks_all_but_the_hidden(origin, tmp_path) -> None:
    done = lab.unpack(origin, tmp_path / "mine")
    assert sorted(done.written) == [lab.START, "aana/one.ipynb"]
    assert (tmp_path / "mine" / "aana" / "one.ipynb").read_text() == "one 1"
    assert not (tmp_path / "mine" / "aana" / ".ipynb_checkpoints").exists()
    again = lab.unpack(origin, tmp_path / "mine")
    assert (again.written, again.kept) == ([], [])


def test_a_full_disk_leaves_no_half_notebook(origin, tmp_path, monkeypatch) -> None:
    """Half of one would be taken for the user's own work at the next start."""
    mine = tmp_path / "mine"
    lab.unpack(origin, mine)
    (origin / lab.START).write_text("start 2, longer than the first")

    def no_space(handle: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as full:
        full.setattr(os, "fsync", no_space)
        with pytest.raises(OSError, match=lab.START):
            lab.unpack(origin, mine)
    assert (mine / lab.START).read_text() == "start 1"
    assert not [path for path in mine.iterdir() if ".part" in path.name]
    done = lab.unpack(origin, mine)
    assert (done.written, done.kept) == ([lab.START], [])


@pytest.mark.skipif(os.name != "posix", reason="pipes as POSIX has them")
def test_a_pipe_among_the_notebooks_is_told(origin, tmp_path) -> None:
    os.mkfifo(origin / "aana" / "two.ipynb")
    with pytest.raises(lab.InputError, match=r"two\.ipynb: it is a pipe"):
        lab.unpack(origin, tmp_path / "mine")


def test_changed_files_are_kept_and_named(origin, tmp_path) -> None:
    mine = tmp_path / "mine"
    lab.unpack(origin, mine)
    (mine / lab.START).write_text("my own work")
    for text in ("start 1", "start 2"):  # whether or not the kit's own changed too
        (origin / lab.START).write_text(text)
        done = lab.unpack(origin, mine)
        assert (done.written, done.kept) == ([], [lab.START])
        assert (mine / lab.START).read_text() == "my own work"
        assert lab.START in "\n".join(lab.report(mine, done))


def test_untouched_files_are_brought_up_to_date(origin, tmp_path) -> None:
    lab.unpack(origin, tmp_path / "mine")
    (origin / lab.START).write_text("start 2")
    assert lab.unpack(origin, tmp_path / "mine").written == [lab.START]
    assert (tmp_path / "mine" / lab.START).read_text() == "start 2"


@pytest.mark.parametrize("notes", ["", "nonsense", "[1]", None])
def test_lost_notes_overwrite_nothing(origin, tmp_path, notes) -> None:
    mine = tmp_path / "mine"
    lab.unpack(origin, mine)
    (mine / lab.START).write_text("my own work")
    file = mine / lab.OWN / "unpacked.json"
    file.unlink() if notes is None else file.write_text(notes)
    lab.unpack(origin, mine)
    assert (mine / lab.START).read_text() == "my own work"


def test_a_file_that_was_there_before_is_kept(origin, tmp_path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / lab.START).write_text("something else")
    assert lab.unpack(origin, tmp_path / "mine").kept == [lab.START]


def test_it_opens_the_first_notebook_quietly(run, origin, tmp_path, monkeypatch) -> None:
    asked = []
    monkeypatch.setattr(lab, "source", lambda: origin)
    monkeypatch.setattr(lab, "run", lambda *arguments: asked.append(arguments) or 0)
    said = run("lab", "--dir", tmp_path / "mine", "--no-browser", "--port=9999", "--LabApp.news_url=x")
    assert said.code == 0
    assert str(tmp_path / "mine") in said.out
    command, folder, variables = asked[0]
    assert command[:3] == [sys.executable, "-m", "jupyterlab"]
    assert f"--LabApp.default_url=/lab/tree/{lab.START}" in command
    assert "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate" in command
    assert [item for item in command if "news_url" in item] == ["--LabApp.news_url=x"]
    assert command[-3:] == ["--no-browser", "--port=9999", "--LabApp.news_url=x"]
    assert folder == tmp_path / "mine"
    assert variables["JUPYTER_CONFIG_PATH"].startswith(str(tmp_path / "mine"))


def test_notebooks_may_come_from_a_folder(run, origin, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(lab, "run", lambda *_: 0)
    (origin / "my-lesson.ipynb").write_text("mine")
    assert run("lab", "--dir", tmp_path / "mine", "--notebooks", origin).code == 0
    assert (tmp_path / "mine" / "my-lesson.ipynb").read_text() == "mine"
    said = run("lab", "--dir", tmp_path / "mine", "--notebooks", tmp_path / "missing")
    assert (said.code, "--notebooks" in said.err) == (2, True)


def test_a_file_is_no_folder(run, tmp_path) -> None:
    (tmp_path / "file").write_text("")
    said = run("lab", "--dir", tmp_path / "file")
    assert (said.code, "--dir" in said.err) == (2, True)


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def page(url: str, process: subprocess.Popen) -> str:
    end = time.monotonic() + 60
    while time.monotonic() < end and process.poll() is None:
        with contextlib.suppress(OSError), urllib.request.urlopen(f"{url}/lab", timeout=5) as answer:
            return answer.read().decode()
        time.sleep(0.2)
    raise AssertionError("JupyterLab did not come up")


def test_jupyterlab_starts_without_its_news(tmp_path) -> None:
    port = free_port()
    command = [sys.executable, "-m", "northafrica", "lab", "--dir", "mine", "--no-browser", "--ServerApp.ip=127.0.0.1"]
    command += [f"--ServerApp.port={port}", "--IdentityProvider.token="]
    own = {f"JUPYTER_{name}_DIR": str(tmp_path / name.lower()) for name in ("CONFIG", "DATA", "RUNTIME")}
    with (tmp_path / "log").open("wb") as log:
        process = subprocess.Popen(command, cwd=tmp_path, env=os.environ | own, stdout=log, stderr=log)
    try:
        html = page(f"http://127.0.0.1:{port}", process)
    finally:
        process.terminate()
        process.wait(20)
    config = json.loads(re.search(r'id="jupyter-config-data"[^>]*>(.*?)</script>', html, re.DOTALL)[1])
    assert lab.NEWS in config["disabledExtensions"]
    assert (tmp_path / "mine" / lab.OWN).is_dir()
