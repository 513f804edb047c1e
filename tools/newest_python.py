"""Run all cases on Python 3.14 in WebAssembly, where no other 3.14 is at hand.

    python tools/newest_python.py

Needs node and npm, and a network: the interpreter is the npm package `pyodide` 314, what the rules import comes from
pip. Prints each case that does not hold; the exit code is 1 if there is one. A kit that runs on 3.14 itself is tested
as on any other Python: `python kit.py test`.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PYODIDE, PLATFORM = "314.0.6", "pyemscripten_2026_0_wasm32"
WHEELS = ("pydantic", "pydantic-core", "annotated-types", "typing-extensions", "typing-inspection")
RUN = """
import sys
sys.path[:0] = ["/kit", "/site"]
from pathlib import Path
from northafrica.coverage import case_files, run_file
print(sys.version)
systems = ("aana", "afrika2")
results = [run_file(file) for system in systems for file in case_files([Path("/kit/tests/cases") / system])]
failed = [(str(result.file), result.failures) for result in results if result.failures]
print(*failed, f"{len(results)} cases, {len(failed)} do not hold", sep="\\n")
len(failed)
"""
NODE = """
import {{ loadPyodide }} from "{package}/pyodide.mjs";
const python = await loadPyodide({{ indexURL: "{package}/" }});
for (const [name, folder] of [["/kit", "{kit}"], ["/site", "{site}"]]) {{
  python.FS.mkdirTree(name);
  python.mountNodeFS(name, folder);
}}
process.exitCode = python.runPython({code}) ? 1 : 0;
"""


def gather(where: Path) -> None:
    """Fetch the interpreter and what the rules import. Raises CalledProcessError where the network gives nothing."""
    subprocess.run(["npm", "pack", "-s", f"pyodide@{PYODIDE}"], cwd=where, check=True, stdout=subprocess.DEVNULL)
    with tarfile.open(where / f"pyodide-{PYODIDE}.tgz") as archive:
        archive.extractall(where, filter="data")
    command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary=:all:", "-d", "wheels"]
    command += ["--python-version", "3.14", "--implementation", "cp", "--abi", "cp314", "--abi", "none"]
    command += ["--platform", PLATFORM, "--platform", "any", *(f"{name}=={version(name)}" for name in WHEELS)]
    subprocess.run(command, cwd=where, check=True)
    for wheel in (where / "wheels").glob("*.whl"):
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(where / "site")
    spec = find_spec("markupsafe")  # it has no wheel for WebAssembly, and does without its part in C
    assert spec is not None
    assert spec.origin is not None
    shutil.copytree(Path(spec.origin).parent, where / "site" / "markupsafe", ignore=shutil.ignore_patterns("*.so"))


def main() -> int:
    """Gather, run, and tell."""
    with tempfile.TemporaryDirectory() as name:
        where = Path(name)
        gather(where)
        script = where / "run.mjs"
        script.write_text(NODE.format(package=where / "package", kit=ROOT, site=where / "site", code=repr(RUN)))
        return subprocess.call(["node", str(script)])


if __name__ == "__main__":
    sys.exit(main())
