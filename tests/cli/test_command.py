"""The command as a whole: exit codes, messages, streams, the examples of its page in docs."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from northafrica.cli import main

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "command-line.md"
COMMANDS = ("systems", "play", "replay", "legal", "try", "case", "rules", "coverage", "odds", "lab")


def shell(*arguments: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "northafrica", *arguments]
    return subprocess.run(command, input=given, capture_output=True, check=False)


def test_version_is_that_of_the_project(capsys) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert ended.value.code == 0
    assert capsys.readouterr().out.split() == ["northafrica", project["version"]]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command, capsys) -> None:
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])
    assert ended.value.code == 0
    assert f"northafrica {command}" in capsys.readouterr().out
    assert f"`{command}" in PAGE.read_text()


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("", "COMMAND"),
        ("fly", "fly"),
        ("play", "SYSTEM"),
        ("play nothing torch", "aana"),
        ("play aana toch", "torch"),
        ("play aana torch --seed x", "--seed"),
        ("play aana torch --seed -1", "--seed"),
        ("play aana torch --rounds 0", "--rounds"),
        ("play aana torch --bots rul", "rule"),
        ("play aana torch --bots rule:rule:rule", "--bots"),
        ("play aana torch --bots :", "--bots"),
        ("play aana torch --option weather", "--option"),
        ("play aana torch --option weather=hot", "weather"),
        ("play aana torch --option cairo_stacking=99", "cairo_stacking"),
        ("play aana torch --data missing", "missing"),
        ("play aana torch --record .", "--record"),
        ("play aana torch --fast", "--fast"),
        ("replay missing.rec", "missing.rec"),
        ("replay .", "folder"),
        ("replay a\0b", "a?b"),
        ("replay missing.rec --to x", "--to"),
        ("legal missing", "missing"),
        ("try missing end", "missing"),
        ("try missing", "ORDER"),
        ("case missing", "missing"),
        ("rules nothing", "aana"),
        ("rules aana declare.cost --search x", "--search"),
        ("coverage nothing", "aana"),
        ("odds", "SYSTEM"),
        ("odds chess", "aana"),
        ("odds revised 3 4 --supply", "--supply"),
        ("coverage aana --games many", "--games"),
        ("coverage aana --cases missing", "missing"),
    ],
)
@pytest.mark.parametrize("as_json", [False, True])
def test_bad_input_is_told_in_a_line(run, line, names, as_json) -> None:
    said = run(*line.split(), *(["--json"] if as_json and line else []))
    assert (said.code, said.out) == (2, "")
    assert names in said.err
    assert len(said.err.strip().splitlines()) == 1


HEAD = {"format": "northafrica record 1", "version": "0.1.0", "system": "aana", "scenario": "torch"}
BAD_FILES = {
    "empty": b"",
    "binary": bytes(range(256)),
    "utf16": "northafrica position 1\nround 7".encode("utf-16"),
    "prose": b"Rommel attacks at dawn.\n",
    "list": b"[1, 2]\n",
    "number": b"{}\n",
    "cut json": b'{"format": "northafrica',
    "other system": json.dumps(HEAD | {"system": "chess"}).encode(),
    "other scenario": json.dumps(HEAD | {"scenario": "dunkirk"}).encode(),
    "other option": json.dumps(HEAD | {"options": {"weather": "hot"}}).encode(),
    "other seats": json.dumps(HEAD | {"seats": {"uk": "a", "italy": "a"}}).encode(),
    "other format": json.dumps(HEAD | {"format": "northafrica record 99"}).encode(),
    "deep": b'{"format": ' + b"[" * 100_000,
    "bad position in head": json.dumps(HEAD | {"position": "nonsense"}).encode(),
    "position alone": b"northafrica position 1\n",
    "position of nothing": b"northafrica position 1\nsystem chess\nscenario torch\nround 9\n",
    "position without round": b"northafrica position 1\nsystem aana\nscenario torch\n",
    "position of another version": b"northafrica position 2\nsystem aana\nscenario torch\nround 9\n",
    "position with odd line": b"northafrica position 1\nsystem aana\nscenario torch\nround 9\nweather hot\n",
    "position with odd phase": b"northafrica position 1\nsystem aana\nscenario torch\nround 9\npower uk\nphase tea\n",
    "position with odd place": b"northafrica position 1\nsystem aana\nscenario torch\nround 9\nat paris: 1 uk tank\n",
    "position with odd stack": b"northafrica position 1\nsystem aana\nscenario torch\nround 9\npower uk\nfacts null\n"
    b'stack [{"is": "Declare", "lines": 3}]\n',
    "position with odd facts": b"northafrica position 1\nsystem aana\nscenario torch\nround 9\npower uk\n"
    b'facts {"is": "Facts", "combats": 7}\nstack [{"is": "Combats"}]\n',
}


@pytest.mark.parametrize("name", BAD_FILES)
@pytest.mark.parametrize("command", ["replay", "legal", "try"])
def test_bad_files_are_told_with_their_name(run, tmp_path, name, command) -> None:
    file = tmp_path / "handed_in"
    file.write_bytes(BAD_FILES[name])
    said = run(command, file, *(["end"] if command == "try" else []))
    assert (said.code, said.out) == (2, "")
    assert "handed_in" in said.err
    assert len(said.err) < 1000


def test_python_m_and_standard_input(declaring) -> None:
    whole = shell("replay", "-", "--json", given=declaring.read_bytes())
    assert (whole.returncode, json.loads(whole.stdout)["verified"]) == (0, True)
    refused = shell("try", "-", "attack bir_hachem from mersa_matruh with 7 infantry", given=declaring.read_bytes())
    assert refused.returncode == 1
    assert b"declare.cost" in refused.stdout
    bad = shell("try", "-", "end", given=b"\xff\xfe\x00")
    assert (bad.returncode, bad.stdout) == (2, b"")
    assert b"Traceback" not in bad.stderr


def test_a_closed_pipe_is_quiet() -> None:
    command = [sys.executable, "-m", "northafrica", "rules", "aana", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.close()
        complaints = process.stderr.read()
    assert complaints == b""


def test_a_fault_of_the_kit_is_one_line(monkeypatch, capsys) -> None:
    monkeypatch.delenv("NORTHAFRICA_TRACEBACK", raising=False)
    monkeypatch.setattr("northafrica.rules", lambda system: 1 // 0)
    assert main(["rules", "aana"]) == 3
    said = capsys.readouterr()
    assert "ZeroDivisionError" in said.err
    assert "Traceback" not in said.err


def test_it_loads_no_widgets_and_no_pandas() -> None:
    heavy = ("ipywidgets", "ipyleaflet", "bokeh", "jupyter_bokeh", "pandas", "IPython", "numpy")
    code = f"import sys, northafrica.cli; print([name for name in {heavy!r} if name in sys.modules])"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert answer.stdout.strip() == "[]", answer.stderr


def examples() -> list[str]:
    """The lines of the page's console blocks."""
    blocks = PAGE.read_text(encoding="utf-8").split("```console\n")[1:]
    return [line for block in blocks for line in block.partition("```")[0].splitlines() if line]


def test_the_examples_of_the_page_work(run, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("northafrica.coverage.own_cases", lambda system: ())
    for line in examples():
        if line == "northafrica --version":
            continue
        first, _, second = line.partition(" | ")
        said = run(*shlex.split(first)[1:])
        assert said.code == 0, f"{line}: {said.err}"
        if second:
            (tmp_path / "piped").write_text(said.out)
            words = ["piped" if word == "-" else word for word in shlex.split(second)[1:]]
            assert run(*words).code in (0, 1), line
