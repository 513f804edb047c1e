"""The audit of the locks asks about every package, and says so where it could not."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from hatch_build import source

ROOT = Path(__file__).resolve().parents[2]
ASKED = """import json, os, pathlib, sys
wanted = [line.split("==") for line in pathlib.Path(sys.argv[-1]).read_text().split()]
with open(os.environ["ASKED"], "a") as kept:
    kept.writelines(f"{name}=={version}\\n" for name, version in wanted)
"""
ANSWER = """answers = [{"name": name, "version": version, "vulns": []} for name, version in wanted]
print(json.dumps({"dependencies": answers}))
"""
FAULT = {"id": "FAULT-1", "fix_versions": ["99"]}


def audit(folder: Path, program: str | None) -> subprocess.CompletedProcess[str]:
    """Run the tool with a pip-audit of our own, or with none."""
    if program is not None:
        (folder / "pip_audit.py").write_text(program, encoding="utf-8")
    else:  # one may be installed here
        (folder / "sitecustomize.py").write_text(
            "import importlib.util as u\nfind = u.find_spec\n"
            "u.find_spec = lambda name, *more: None if name == 'pip_audit' else find(name, *more)\n"
        )
    told = {**os.environ, "PYTHONPATH": str(folder), "ASKED": str(folder / "asked.txt")}
    command = [sys.executable, ROOT / "tools" / "audit.py"]
    return subprocess.run(command, env=told, capture_output=True, text=True, check=False)


def test_every_package_of_every_lock_is_asked_about(tmp_path: Path) -> None:
    said = audit(tmp_path, ASKED + ANSWER)
    assert (said.returncode, said.stderr) == (0, "")
    asked = (tmp_path / "asked.txt").read_text().split()
    lines = [line for file in (ROOT / "locks").glob("*.txt") for line in file.read_text().splitlines()]
    there = {re.split(r"[ ;\\]", line)[0] for line in lines if "==" in line.split(";")[0] and line[0] not in " #"}
    assert set(asked) == there
    assert len(asked) == len(there) > 50
    assert f"nothing known of {len(there)} packages" in said.stdout


def test_a_known_fault_is_told(tmp_path: Path) -> None:
    fault = f"answers[0]['vulns'] = [{FAULT!r}]\n"
    said = audit(tmp_path, ASKED + ANSWER.replace("print", f"{fault}print"))
    assert said.returncode == 1
    assert re.search(r"^\S+ \S+: FAULT-1, mended in 99$", said.stdout, re.MULTILINE)


@pytest.mark.parametrize(("program", "why"), [
    (None, "pip-audit is not installed"),
    ("import sys\nsys.exit('no network here')\n", "no network here"),
    ("print('{}')\n", "pip-audit said nothing"),
    ("print('[]')\n", "pip-audit said nothing"),
    (ASKED + "wanted = wanted[1:]\n" + ANSWER, "pip-audit gave no answer"),
    (ASKED + ANSWER.replace("print", "answers[0] = {'name': wanted[0][0], 'skip_reason': 'x'}\nprint"), "no answer"),
])  # fmt: skip
def test_what_could_not_be_asked_is_said(program: str | None, why: str, tmp_path: Path) -> None:
    said = audit(tmp_path, program)
    assert said.returncode == 2
    assert "not audited: " in said.stderr
    assert why in said.stderr
    assert "nothing known" not in said.stdout


def test_the_security_page_is_linked_and_goes_along() -> None:
    page = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    assert "](SECURITY.md)" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert "`SECURITY.md`" in (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    assert "SECURITY.md" in source(ROOT)
    for module in re.findall(r"python -m (benchmarks\.\w+)", page):
        assert (ROOT / f"{module.replace('.', '/')}.py").is_file()
    assert not re.search(r"\S@\S", page), "no address is made up"
