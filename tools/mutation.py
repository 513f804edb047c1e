"""Mutation testing of a system's rules: how many small faults do the adjudication cases notice?

    python tools/mutation.py aana --sample 300 --seed 1 --jobs 2

Needs cosmic-ray (`pip install cosmic-ray`); it is no part of the tests. The checkout is copied, so that
nothing here is changed. A mutant is killed when a case comes out otherwise, or a random game breaks down.
Mutants that cannot matter (of type annotations; `is` for `==` between constants) are left out.
Prints the score, and every survivor as a diff; `--report FILE` keeps them.
"""

from __future__ import annotations

import argparse
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# Type annotations are never evaluated, and constants that are equal are also the same object.
SKIPPED = (
    "core/ReplaceBinaryOperator_BitOr_",
    "core/ReplaceComparisonOperator_Eq_Is",
    "core/ReplaceComparisonOperator_NotEq_IsNot",
)
CONFIG = """[cosmic-ray]
module-path = "northafrica/systems/{system}"
timeout = 60.0
excluded-modules = []
test-command = "{python} tools/mutation_check.py {system}"

[cosmic-ray.distributor]
name = "local"
"""


def copy_checkout(target: Path) -> None:
    """The tracked files as they stand in the working tree."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in listed.splitlines():
        source = ROOT / name
        if source.is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, target / name)


def run(command: list[str], where: Path) -> str:
    """Run a command in the copy; returns what it printed. Raises CalledProcessError."""
    return subprocess.run(command, cwd=where, capture_output=True, text=True, check=True).stdout


def prepare(where: Path, system: str) -> Path:
    """Copy the checkout and list every possible mutant; returns the session file."""
    copy_checkout(where)
    (where / "mutation.toml").write_text(CONFIG.format(system=system, python=sys.executable))
    run([sys.executable, "tools/mutation_check.py", system], where)  # the cases must hold to begin with
    run(["cosmic-ray", "init", "mutation.toml", "all.sqlite"], where)
    return where / "all.sqlite"


def drawn(session: Path, sample: int, seed: int) -> list[str]:
    """The job ids of a random sample of mutants."""
    with sqlite3.connect(session) as base:
        rows = base.execute("select job_id, operator_name from mutation_specs order by job_id").fetchall()
        places = base.execute("select job_id, module_path, operator_name, occurrence from mutation_specs").fetchall()
    allowed = {job for job, operator in rows if not operator.startswith(SKIPPED)}
    ordered = [job for job, *key in sorted(places, key=lambda row: row[1:]) if job in allowed]
    return random.Random(seed).sample(ordered, min(sample, len(ordered)))


def keep_only(session: Path, jobs: list[str]) -> None:
    """Leave only some mutants in a session."""
    with sqlite3.connect(session) as base:
        marks = ",".join("?" * len(jobs))
        base.execute(f"delete from mutation_specs where job_id not in ({marks})", jobs)
        base.execute(f"delete from work_items where job_id not in ({marks})", jobs)


def execute(base: Path, folder: Path, jobs: list[str]) -> Path:
    """Run some mutants in a copy of their own; returns the session with the results."""
    shutil.copytree(base, folder)
    session = folder / "part.sqlite"
    shutil.copy(base / "all.sqlite", session)
    keep_only(session, jobs)
    run(["cosmic-ray", "exec", "mutation.toml", "part.sqlite"], folder)
    return session


def results(session: Path) -> list[tuple[str, str, str, int, str]]:
    """(outcome, module, operator, line, diff) of every mutant run."""
    query = (
        "select r.test_outcome, s.module_path, s.operator_name, s.start_pos_row, r.diff "
        "from work_results r join mutation_specs s on s.job_id = r.job_id"
    )
    with sqlite3.connect(session) as base:
        return [(str(a).split(".")[-1].upper(), b, c, d, e or "") for a, b, c, d, e in base.execute(query)]


def report(found: list[tuple[str, str, str, int, str]]) -> str:
    """The score and the survivors."""
    survivors = sorted(item[1:] for item in found if item[0] == "SURVIVED")
    killed = len(found) - len(survivors)
    lines = [f"{killed} of {len(found)} mutants killed: {100 * killed / max(1, len(found)):.1f} %"]
    lines += [f"\nsurvived: {module}, line {line} ({operator})\n{diff}" for module, operator, line, diff in survivors]
    return "\n".join(lines)


def main() -> int:
    """Read the command line and run."""
    parser = argparse.ArgumentParser(description="Mutation testing of a system's rules.")
    parser.add_argument("system")
    parser.add_argument("--sample", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--report", type=Path)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        base = Path(name) / "base"
        jobs = drawn(prepare(base, asked.system), asked.sample, asked.seed)
        parts = [jobs[n :: asked.jobs] for n in range(asked.jobs)]
        with ThreadPoolExecutor(asked.jobs) as pool:
            sessions = pool.map(lambda n: execute(base, Path(name) / f"part{n}", parts[n]), range(len(parts)))
            found = [item for session in sessions for item in results(session)]
    text = report(found)
    print(text)
    if asked.report:
        asked.report.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
