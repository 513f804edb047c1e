"""Commands that check: `case` and `coverage`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from northafrica.cli.inputs import InputError
from northafrica.cli.output import Answer, wrap_list
from northafrica.coverage import CaseResult, Coverage, case_files, run_file, survey


def case(options: argparse.Namespace) -> Answer:
    """Run cases; 0 where all is as expected."""
    results = [run_file(file) for file in case_files([_there(name) for name in options.files])]
    rows = [_case_row(result) for result in results]
    unreadable = [result.unreadable for result in results if result.unreadable]
    failed = sum(not row["ok"] for row in rows)
    document = {
        "cases": rows,
        "passed": len(rows) - failed,
        "failed": failed - len(unreadable),
        "unreadable": unreadable,
        "shown": sorted({rule for row in rows if row["ok"] for rule in row["shown"]}),
        "fired": sorted({rule for row in rows for rule in row["fired"]}),
    }
    code = 2 if unreadable else 1 if failed else 0
    return Answer(document, _case_lines(rows, document), code, unreadable)


def _there(name: str) -> Path:
    path = Path(name)
    try:
        known = path.exists()
    except (OSError, ValueError):
        known = False
    if not known:
        raise InputError(f"{name}: there is no such file or folder")
    return path


def _case_row(result: CaseResult) -> dict[str, Any]:
    report = result.report
    return {
        "file": str(result.file),
        "title": report.title if report else "",
        "ok": report is not None and report.ok,
        "failures": list(report.failures) if report else [],
        "shown": sorted(report.shown) if report else [],
        "fired": sorted(report.fired) if report else [],
        "unreadable": result.unreadable,
    }


def _case_lines(rows: Sequence[dict[str, Any]], document: dict[str, Any]) -> list[str]:
    lines = []
    for row in rows:
        if row["unreadable"]:
            continue
        lines.append(f"{'ok    ' if row['ok'] else 'FAILED'}  {row['file']}: {row['title']}")
        lines += [f"          {failure}" for failure in row["failures"]]
    counts = f"{document['passed']} as expected, {document['failed']} not, {len(document['unreadable'])} unreadable"
    return [*lines, f"{counts}; {len(document['shown'])} rules shown"]


def coverage(options: argparse.Namespace) -> Answer:
    """Compare a rulebook with code, cases and games; 1 where a case does not hold."""
    report = survey(options.system, options.games, None if options.cases is None else [_there(options.cases)])
    document = {
        "system": options.system,
        **report.as_dict(),
        "by_scope": {scope: part.as_dict() for scope, part in report.by_scope.items()},
        "unknown": list(report.unknown),
        "cases": report.cases,
        "games": report.games,
        "failures": {file: list(failures) for file, failures in report.failures.items()},
    }
    return Answer(document, _coverage_lines(report), 1 if report.failures else 0)


def _coverage_lines(report: Coverage) -> list[str]:
    lines = [f"{report.cases} cases, {report.games} games of bots", _heading()]
    lines += [_row(scope, part) for scope, part in {"all": report, **report.by_scope}.items()]
    lines += wrap_list("missing", report.missing)
    if report.unknown:
        lines += wrap_list("cited, but in no row of the rulebook", report.unknown)
    for file, failures in report.failures.items():
        lines += [f"FAILED  {file}", *(f"          {failure}" for failure in failures)]
    return lines


def _heading() -> str:
    return f"{'scope':<10} {'rows':>5} {'implemented':>12} {'cased':>6} {'unfired':>8} {'missing':>8}"


def _row(scope: str, part: Coverage) -> str:
    numbers = (len(part.implemented), len(part.cased), len(part.unfired), len(part.missing))
    return f"{scope:<10} {part.rows:>5} " + " ".join(f"{n:>{w}}" for n, w in zip(numbers, (12, 6, 8, 8), strict=True))
