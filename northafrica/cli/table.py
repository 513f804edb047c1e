"""The command `table`: a game at a table that fills the browser's window, without cells.

Voilà shows the table on this machine alone, behind a token; its template asks no other host for anything.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
import webbrowser
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

import northafrica
from northafrica.bots import player
from northafrica.cli.inputs import InputError
from northafrica.cli.output import Answer
from northafrica.core.files import save_text
from northafrica.lab.table.session import Session

HOST = "127.0.0.1"
PAGE = "table.ipynb"
TEMPLATE = "northafrica"
# The stock template links a style sheet of icons on another host; `super.super()` leaves that block out.
INDEX = """{%- extends 'voila/templates/lab/index.html.j2' -%}
{%- block notebook_css -%}
{{ resources.include_js("static/voila-style.js") }}
{% import "spinner.macro.html.j2" as spinner %}{{ spinner.css() }}
<style>.jp-mod-noOutputs.jp-mod-noInput{display:none} body{margin:0;padding:0!important;overflow:hidden}</style>
{{ super.super() }}
{%- endblock notebook_css -%}
"""
PATIENCE = 60  # seconds


def table(options: argparse.Namespace) -> Answer:
    """Open a game's table in the browser; ends when it is ended with Ctrl+C."""
    if find_spec("voila") is None:
        raise InputError("Voilà is not installed here; install it with: pip install voila")
    look_at(options)
    port, token = options.port or free_port(), secrets.token_urlsafe(24)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # else the server would outlive the command
    with tempfile.TemporaryDirectory(prefix="northafrica-table-") as folder:
        write_page(Path(folder), cells(options, Path.cwd()))
        run = command(Path(folder), port, token, options.theme)
        with subprocess.Popen(run, env=environment(Path(folder))) as server, contextlib.suppress(KeyboardInterrupt):
            try:
                show(server, port, f"http://{HOST}:{port}/?token={token}", browser=not options.no_browser)
            finally:
                server.terminate()
    return Answer({})


def show(server: subprocess.Popen[bytes], port: int, address: str, browser: bool) -> None:
    """Tell the address once the page is served, and wait for the end of the server."""
    wait_until_up(server, port)
    print(f"The table: {address}\nCtrl+C ends it.", flush=True)
    if browser:
        webbrowser.open(address)
    server.wait()


def look_at(options: argparse.Namespace) -> None:
    """Raises InputError, or what loading raises, where the game asked for cannot be set up or seated."""
    game = northafrica.load(options.system, options.scenario, seed=options.seed)
    try:
        Session(game, seats={seat: player(name, seat) for seat, name in seats(options).items()})
    except ValueError as error:
        raise InputError(f"--seat: {error}") from None


def seats(options: argparse.Namespace) -> dict[str, str]:
    """Who plays which seat: seat -> name of a bot."""
    return {seat: name for seat, _, name in (said.partition("=") for said in options.seat)}


def cells(options: argparse.Namespace, folder: Path) -> list[str]:
    """The code of the page: charts first, in a cell of their own as the page needs it, then the table."""
    game = f"northafrica.load({options.system!r}, {options.scenario!r}, seed={options.seed!r})"
    more = f"seats={seats(options)!r}, theme={options.theme!r}, odds=True, layout='page'"
    return [
        f"import os\n\nos.chdir({str(folder)!r})",
        "from northafrica.lab import load_bokeh\n\nload_bokeh()",
        f"import northafrica\nfrom northafrica.lab import Stepper\n\nStepper({game}, {more})",
    ]


def write_page(folder: Path, sources: Sequence[str]) -> None:
    """The notebook that the page runs, and its template."""
    made: list[dict[str, object]] = [
        {"cell_type": "code", "id": f"c{n}", "metadata": {}, "source": text, "outputs": [], "execution_count": None}
        for n, text in enumerate(sources)
    ]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    save_text(json.dumps({"cells": made, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5}), folder / PAGE)
    template = folder / "jupyter" / "voila" / "templates" / TEMPLATE
    save_text(json.dumps({"base_template": "lab"}), template / "conf.json")
    save_text(INDEX, template / "index.html.j2")


def command(folder: Path, port: int, token: str, theme: str) -> list[str]:
    """The command that serves the page; a kernel nobody looks at any more is ended after half an hour."""
    flags = [f"--template={TEMPLATE}", "--no-browser", f"--Voila.ip={HOST}", f"--port={port}", f"--token={token}"]
    flags += ["--MappingKernelManager.cull_idle_timeout=1800", "--MappingKernelManager.cull_interval=60"]
    flags += ["--theme=dark"] if theme == "dark" else []
    return [sys.executable, "-m", "voila", str(folder / PAGE), *flags]


def environment(folder: Path) -> dict[str, str]:
    """The environment of the server: our template beside what Jupyter has, charts that carry their own scripts."""
    before = os.environ.get("JUPYTER_PATH")
    own = str(folder / "jupyter")
    return {"BOKEH_RESOURCES": "inline", **os.environ, "JUPYTER_PATH": os.pathsep.join(filter(None, (own, before)))}


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as one:
        one.bind((HOST, 0))
        return int(one.getsockname()[1])


def wait_until_up(server: subprocess.Popen[bytes], port: int) -> None:
    """Wait until the page is served. Raises InputError where it is not."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and server.poll() is None:
        with contextlib.suppress(OSError), socket.create_connection((HOST, port), 1):
            return
        time.sleep(0.1)
    server.terminate()
    raise InputError(f"the table's page did not come up on port {port}; the lines above say why")
