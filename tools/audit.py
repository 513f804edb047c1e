"""Ask whether faults are known of the packages in ``locks``, with pip-audit.

    python tools/audit.py

Every package and version that any lock names for any machine is asked about. Exit code 0: nothing is known; 1:
something is; 2: not all could be asked about, for want of pip-audit or of a network: that is said, never passed over.
"""

from __future__ import annotations

import importlib.util
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

LOCKS = Path(__file__).resolve().parents[1] / "locks"
PIN = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)", re.MULTILINE)


class NotAudited(Exception):
    """Why a package could not be asked about."""


def pins(folder: Path = LOCKS) -> set[tuple[str, str]]:
    """Every package with its version in the locks of a folder."""
    return {pin for file in sorted(folder.glob("*.txt")) for pin in PIN.findall(file.read_text(encoding="utf-8"))}


def rounds(found: Iterable[tuple[str, str]]) -> list[dict[str, str]]:
    """The same in as many lists as a package has versions: a list may name it once."""
    lists: list[dict[str, str]] = []
    for name, version in sorted(found):
        free = next((one for one in lists if name not in one), None)
        if free is None:
            lists.append(free := {})
        free[name] = version
    return lists


def ask(wanted: dict[str, str]) -> list[str]:
    """What is known of these packages, a line each. Raises NotAudited."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "requirements.txt"
        file.write_text("".join(f"{name}=={version}\n" for name, version in wanted.items()), encoding="utf-8")
        command = [sys.executable, "-m", "pip_audit", "--no-deps", "--disable-pip", "--progress-spinner", "off"]
        said = subprocess.run([*command, "-f", "json", "-r", file], capture_output=True, text=True, check=False)
    try:
        answers: list[dict[str, Any]] = json.loads(said.stdout)["dependencies"]
    except (ValueError, KeyError, TypeError):
        last = (said.stderr.strip().splitlines() or ["pip-audit said nothing"])[-1]
        raise NotAudited(f"{len(wanted)} packages: {last}") from None
    told = {_plain(answer["name"]) for answer in answers if "vulns" in answer}
    missing = sorted(name for name in wanted if _plain(name) not in told)
    if missing:
        raise NotAudited(f"{', '.join(missing)}: pip-audit gave no answer")
    return [_line(answer, fault) for answer in answers for fault in answer["vulns"]]


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _line(answer: dict[str, Any], fault: dict[str, Any]) -> str:
    mended = ", ".join(fault.get("fix_versions", ())) or "no version yet"
    return f"{answer['name']} {answer['version']}: {fault['id']}, mended in {mended}"


def main() -> int:
    """Ask about all; returns the exit code."""
    wanted = pins()
    if importlib.util.find_spec("pip_audit") is None:
        print("not audited: pip-audit is not installed; python -m pip install pip-audit", file=sys.stderr)
        return 2
    known: list[str] = []
    missing: list[str] = []
    for one in rounds(wanted):
        try:
            known += ask(one)
        except NotAudited as why:
            missing.append(str(why))
    print("\n".join(known) or f"nothing known of {len(wanted)} packages" if known or not missing else "")
    for told in missing:
        print(f"not audited: {told}", file=sys.stderr)
    return 2 if missing else int(bool(known))


if __name__ == "__main__":
    sys.exit(main())
