"""`table`: the page of a game's table is written whole, runs, and whatever is wrong is told before a server starts."""

from __future__ import annotations

import contextlib
import json
import os
import re
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from northafrica.cli import table
from northafrica.cli.parser import make_parser


def test_the_code_of_the_page_makes_the_table_asked_for(tmp_path) -> None:
    line = "table aana rommel --seed 7 --seat axis=rule --theme dark"
    sources = table.cells(make_parser().parse_args(line.split()), tmp_path)
    table.write_page(tmp_path, sources)
    book = json.loads((tmp_path / table.PAGE).read_text(encoding="utf-8"))
    assert [cell["source"] for cell in book["cells"]] == sources
    names: dict[str, object] = {}
    before = Path.cwd()
    try:
        for source in sources:
            exec(source.replace("\nStepper(", "\nmade = Stepper("), names)
        assert Path.cwd() == tmp_path
        made = names["made"]
        assert made.game.setting.scenario == "rommel"  # type: ignore[attr-defined]
        assert made.session.player("axis") == "rule"  # type: ignore[attr-defined]
    finally:
        os.chdir(before)


def test_no_outside_style_sheet_is_in_the_page(tmp_path) -> None:
    """Of the stock template's block with the links only what it says itself is taken over."""
    table.write_page(tmp_path, ["1"])
    template = (tmp_path / "jupyter/voila/templates" / table.TEMPLATE / "index.html.j2").read_text(encoding="utf-8")
    assert "super.super()" in template
    assert "://" not in template


@pytest.mark.parametrize(
    ("line", "told"),
    [("table aana nowhere", "nowhere"), ("table nothing torch", "nothing"), ("table aana torch --seat x=rule", "'x'")],
)
def test_what_is_wrong_is_told_at_once(line: str, told: str, tmp_path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "northafrica", *line.split(), "--no-browser"],
        check=False, cwd=tmp_path, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert done.returncode != 0
    assert told in done.stderr
    assert "Traceback" not in done.stderr


def test_it_is_served_to_who_has_the_token_alone(tmp_path) -> None:
    command = [sys.executable, "-m", "northafrica", "table", "aana", "rommel", "--seed", "7", "--no-browser"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as run:
        try:
            assert run.stdout is not None
            address = next(found[0] for line in run.stdout if (found := re.search(r"http://127\S+token=\S+", line)))
            stranger = address.partition("?")[0]
            with contextlib.suppress(urllib.error.HTTPError), urllib.request.urlopen(stranger, timeout=30) as page:
                assert "leaflet" not in page.read().decode()
        finally:
            run.terminate()
