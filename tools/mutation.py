"""Mutation testing of a system's rules: how many small faults do cases and playthroughs notice?

    python tools/mutation.py aana --sample 300 --seed 1 --jobs 2

Needs cosmic-ray (`pip install cosmic-ray`); it is no part of the tests. The checkout is copied, so that
nothing here is changed. A mutant is killed when a case comes out otherwise, when a recorded playthrough is
told otherwise, or a random game breaks down; `tools/mutation_check.py` is what it must get past.
Mutants that cannot matter (of type annotations; `is` for `==` between constants) are left out.
Prints the score, with cases alone too, and every survivor as a diff; `--report FILE` keeps them.
"""

from __future__ import annotations

import argparse
import math
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# Type annotations are never evaluated, and constants that are equal are also the same object.
SKIPPED = (
    "core/ReplaceBinaryOperator_BitOr_",
    "core/ReplaceComparisonOperator_Eq_Is",
    "core/ReplaceComparisonOperator_NotEq_IsNot",
)
# They hold no rule: they tell chances, and tests/odds compares those with exact ones.
LEFT_OUT = ("odds.py", "odds_forces.py", "battle_odds.py")
# The clock only stops what sleeps; the check limits the time it computes itself.
CONFIG = """[cosmic-ray]
module-path = "northafrica/systems/{system}"
timeout = 1800.0
excluded-modules = []
test-command = "{python} tools/mutation_check.py {system} --changed pristine --map functions.json"

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
    shutil.copytree(where / "northafrica/systems" / system, where / "pristine")
    # all must hold to begin with
    run([sys.executable, "tools/mutation_check.py", system, "--map", "functions.json"], where)
    run(["cosmic-ray", "init", "mutation.toml", "all.sqlite"], where)
    return where / "all.sqlite"


def drawn(session: Path, sample: int, seed: int) -> list[str]:
    """The job ids of a random sample of mutants."""
    with sqlite3.connect(session) as base:
        rows = base.execute("select job_id, module_path, operator_name, occurrence from mutation_specs").fetchall()
    ordered = [
        job
        for job, module, operator, _ in sorted(rows, key=lambda row: row[1:])
        if not operator.startswith(SKIPPED) and Path(module).name not in LEFT_OUT
    ]
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


@dataclass(frozen=True)
class Found:
    """One mutant run: `noticed` names what killed it."""

    survived: bool
    module: str
    line: int
    operator: str
    diff: str
    noticed: str


def results(session: Path) -> list[Found]:
    """Every mutant run."""
    query = (
        "select r.test_outcome, s.module_path, s.start_pos_row, s.operator_name, r.diff, r.output "
        "from work_results r join mutation_specs s on s.job_id = r.job_id"
    )
    with sqlite3.connect(session) as base:
        return [
            Found(
                str(outcome).upper().endswith("SURVIVED"), module, line, operator, diff or "", noticed_in(output or "")
            )
            for outcome, module, line, operator, diff, output in base.execute(query)
        ]


def noticed_in(output: str) -> str:
    """What kind of check noticed: `case`, `playthrough`, `game`, `tests`; `no code` where none could run."""
    lines = [line for line in output.splitlines() if line.startswith("noticed by ")]
    return lines[-1].split()[2] if lines else "no code"


def interval(killed: int, number: int) -> str:
    """A share with its 95 % interval (Wilson's)."""
    z, share = 1.96, killed / max(1, number)
    middle = (share + z * z / (2 * number)) / (1 + z * z / number)
    half = z * math.sqrt(share * (1 - share) / number + z * z / (4 * number * number)) / (1 + z * z / number)
    return f"{killed} of {number} mutants killed: {share:.1%} (95 %: {middle - half:.1%} to {middle + half:.1%})"


def report(found: list[Found]) -> str:
    """The score, what noticed, and the survivors."""
    survivors = sorted((item for item in found if item.survived), key=lambda item: (item.module, item.line))
    by = Counter(item.noticed for item in found if not item.survived)
    lines = [interval(len(found) - len(survivors), len(found))]
    lines.append("cases alone: " + interval(by["case"] + by["no code"], len(found)))
    lines.append("noticed by: " + ", ".join(f"{what} {n}" for what, n in by.most_common()))
    for item in survivors:
        lines.append(f"\nsurvived: {item.module}, line {item.line} ({item.operator})\n{item.diff}")
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
