"""Mutation testing of a system's rules: how many small faults do cases and playthroughs notice?

    python tools/mutation.py aana --sample 300 --seed 1 --jobs 2

Needs cosmic-ray (`pip install cosmic-ray`), which thinks the faults up, and a Unix; it is no part of the tests.
The checkout is copied, so that nothing here is changed. `tools/mutation_check.py` is what a mutant must get past:
it is killed when a case comes out otherwise or a recorded playthrough is told otherwise. Mutants that cannot matter
(of type annotations; `is` for `==` between constants) are left out. docs/mutation.md tells more.
Prints the score, with cases alone too, and every survivor as a diff; `--report FILE` keeps them.
"""

from __future__ import annotations

import argparse
import ast
import json
import math
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
# Type annotations are never evaluated, and constants that are equal are also the same object.
SKIPPED = (
    "core/ReplaceBinaryOperator_BitOr_",
    "core/ReplaceComparisonOperator_Eq_Is",
    "core/ReplaceComparisonOperator_NotEq_IsNot",
)
# Before and after mean nothing between words of a game: `>=` for `==` is no slip anybody makes beside a word in quotes
# or a constant of the module that stands for one. A class and `None` are equal to themselves alone: `==` is `is` there.
ORDERED = re.compile(r"core/ReplaceComparisonOperator_(Eq|NotEq)_(Lt|LtE|Gt|GtE)$")
SAME = re.compile(r"core/ReplaceComparisonOperator_(Is_Eq|IsNot_NotEq)$")
UNKNOWN = object()
# They hold no rule: they tell chances and worths, and tests/odds compares those with exact ones ...
CHANCES = ("odds", "odds.py", "odds_data.py", "odds_forces.py", "battle_odds.py", "best_play.py", "telling.py")
# ... or they search for the fewest Supply Points, which tests/afrika2 compares with brute force ...
SEARCHES = ("packing.py",)
# ... or they draw the map, print sheets and cards, and tell the lab's planner what the rules find.
PICTURES = ("shown", "state.py", "sheet.py", "cards.py")
LEFT_OUT = {*CHANCES, *SEARCHES, *PICTURES}
"""Files, and folders with all in them."""
# Tests of the rules that are tried on what neither cases nor playthroughs nor a module's own tests notice.
OTHER_TESTS = (
    "tests/data", "tests/afrika2", "tests/odds", "tests/analysis", "tests/test_conformance.py", "tests/test_drafts.py",
    "tests/test_options_round_trip.py", "tests/bots/test_random_games.py", "tests/bots/test_legal_walk.py",
    "tests/core/test_orders.py",
)  # fmt: skip
CONFIG = """[cosmic-ray]
module-path = "northafrica/systems/{system}"
timeout = 60.0
excluded-modules = []
test-command = "false"

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


def prepare(where: Path, system: str) -> list[dict[str, Any]]:
    """Copy the checkout and list every mutant that matters, in a fixed order."""
    copy_checkout(where)
    (where / "mutation.toml").write_text(CONFIG.format(system=system))
    subprocess.run(["cosmic-ray", "init", "mutation.toml", "all.sqlite"], cwd=where, capture_output=True, check=True)
    query = "select module_path, operator_name, occurrence, operator_args, start_pos_row, start_pos_col"
    with sqlite3.connect(where / "all.sqlite") as base:
        rows = sorted(base.execute(f"{query} from mutation_specs").fetchall())
    return [
        {"module": module, "operator": operator, "occurrence": n, "args": arguments(args), "line": line}
        for module, operator, n, args, line, start in rows
        if not operator.startswith(SKIPPED) and LEFT_OUT.isdisjoint(Path(module).parts)
        if not cannot_matter(operator, module, line, start)
    ]


def cannot_matter(operator: str, module: str, line: int, start: int) -> bool:
    """Whether a changed comparison, its sign at these columns, means the same or is no slip anybody makes."""
    if not (ORDERED.match(operator) or SAME.match(operator)):
        return False
    sides = [value for before, after, *two in compared(module) if before <= (line, start) < after for value in two]
    if SAME.match(operator):
        return any(value is None or isinstance(value, type) for value in sides)
    return any(isinstance(value, str) for value in sides)


@cache
def compared(module: str) -> list[tuple[tuple[int, int], tuple[int, int], object, object]]:
    """The comparisons of a file: where its left side ends and its right side begins, and what both are."""
    named = vars(import_module(".".join(Path(module).with_suffix("").parts).removesuffix(".__init__")))

    def value(node: ast.expr) -> object:
        if isinstance(node, ast.Name):
            return named.get(node.id, UNKNOWN)
        return node.value if isinstance(node, ast.Constant) else UNKNOWN

    found = []
    for node in ast.walk(ast.parse((ROOT / module).read_text(encoding="utf-8"))):
        for left, right in pairwise([node.left, *node.comparators]) if isinstance(node, ast.Compare) else ():
            ends = (left.end_lineno or 0, left.end_col_offset or 0), (right.lineno, right.col_offset)
            found.append((*ends, value(left), value(right)))
    return found


def arguments(text: str | None) -> dict[str, Any]:
    """The arguments of an operator; cosmic-ray keeps them as JSON in JSON."""
    found = json.loads(text or "{}")
    return json.loads(found) if isinstance(found, str) else found or {}


def execute(system: str, folder: Path, mutants: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Run some mutants in a copy; returns them with what noticed each."""
    (folder / "mutants.json").write_text(json.dumps(mutants))
    command = [sys.executable, "-B", "tools/mutation_check.py", system, "mutants.json", "found.jsonl"]
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    return [json.loads(line) for line in (folder / "found.jsonl").read_text().splitlines()]


def other_tests(system: str) -> list[str]:
    """The files of `OTHER_TESTS`, without those that are named after another system."""
    files = [file for name in OTHER_TESTS for file in sorted([ROOT / name, *(ROOT / name).rglob("test_*.py")])]
    names = [str(file.relative_to(ROOT)) for file in files if file.suffix == ".py"]
    return [name for name in names if not any(other in name for other in ("aana", "afrika2") if other != system)]


def try_tests(system: str, folder: Path, survivors: list[dict[str, Any]], files: list[str]) -> list[str]:
    """Try survivors against the tests of some files in a copy; returns what noticed each."""
    (folder / "survivors.json").write_text(json.dumps(survivors))
    command = [sys.executable, "-B", "tools/mutation_check.py", system, "survivors.json", "tried.jsonl", *files]
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    return [json.loads(line)["noticed"] for line in (folder / "tried.jsonl").read_text().splitlines()]


def interval(killed: int, number: int) -> str:
    """A share with its 95 % interval (Wilson's)."""
    z, n = 1.96, max(1, number)
    share = killed / n
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return f"{killed} of {number} mutants killed: {share:.1%} (95 %: {middle - half:.1%} to {middle + half:.1%})"


def report(found: list[dict[str, Any]]) -> str:
    """The score, what noticed, and the survivors."""
    survivors = [item for item in found if item["noticed"] == "nothing"]
    by = Counter(item["noticed"].split()[0] for item in found if item["noticed"] != "nothing")
    lines = [interval(len(found) - len(survivors), len(found))]
    lines.append("cases alone: " + interval(by["case"] + by["no"] + by["time"], len(found)))
    lines.append("noticed by: " + ", ".join(f"{what} {n}" for what, n in by.most_common()))
    for item in sorted(survivors, key=lambda item: (item["module"], item["line"])):
        lines.append(f"\nsurvived: {item['module']}, line {item['line']} ({item['operator']})\n{item['diff']}")
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
        folders = [Path(name) / f"copy{n}" for n in range(asked.jobs)]
        listed = prepare(folders[0], asked.system)
        for folder in folders[1:]:
            shutil.copytree(folders[0], folder)
        chosen = random.Random(asked.seed).sample(listed, min(asked.sample, len(listed)))
        print(f"{len(listed)} mutants, {len(chosen)} of them are run", flush=True)
        with ThreadPoolExecutor(asked.jobs) as pool:
            parts = [pool.submit(execute, asked.system, f, chosen[n :: asked.jobs]) for n, f in enumerate(folders)]
            found = [item for part in parts for item in part.result()]
            files, survivors = other_tests(asked.system), [item for item in found if item["noticed"] == "nothing"]
            tried = [
                pool.submit(try_tests, asked.system, f, survivors, files[n :: asked.jobs])
                for n, f in enumerate(folders)
            ]
            for item, *told in zip(survivors, *(part.result() for part in tried), strict=True):
                item["noticed"] = next((answer for answer in told if answer != "nothing"), "nothing")
    text = report(found)
    print(text)
    if asked.report:
        asked.report.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
