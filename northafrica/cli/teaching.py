"""The commands of an instructor: `handout` and `sheet` print a page, `collect` reads what a class handed in."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from northafrica.cli.inputs import InputError
from northafrica.cli.output import Answer
from northafrica.core.files import why

if TYPE_CHECKING:
    import pandas as pd

FEW, MOST_ALIKE = 3, 40
"""Of more lines that say the same a few are shown; a class has some thirty."""


def handout(options: argparse.Namespace) -> Answer:
    """Write a hand-out beside its source, or where `--out` says. Raises InputError."""
    from northafrica.lab.printing.handout import handout as make

    source = Path(options.file)
    out = Path(options.out) if options.out else source.with_suffix(".html")
    try:
        page = make(
            source,
            title=options.title,
            entry=options.entry,
            exercises=options.exercises or (),
            answers=options.answers,
            focus=options.focus.split(",") if options.focus else None,
            paper=options.paper,
        )
        saved = page.save(out)
    except (ValueError, OSError) as error:
        raise InputError(_told(out, error)) from error
    return replace(_written(saved, page.title), warnings=[f"{source}: {remark}" for remark in page.remarks])


def sheet(options: argparse.Namespace) -> Answer:
    """Write a game's sheet where `--out` says, else into the folder where one is. Raises InputError."""
    from northafrica.lab.printing.game_sheet import sheet as make

    out = options.out or f"{options.system}-sheet.html"
    try:
        page = make(options.system, words=not options.no_words, paper=options.paper)
        saved = page.save(out)
    except (ValueError, OSError) as error:
        raise InputError(_told(out, error)) from error
    return _written(saved, page.title)


def _told(out: Path | str, error: Exception) -> str:
    named = not isinstance(error, OSError) or error.errno is None
    return str(error) if named else f"{out}: {why(error)}"


def _written(saved: Path, title: str) -> Answer:
    told = "" if saved.suffix.lower() == ".pdf" else ": open it in a browser and print it"
    return Answer({"file": str(saved), "title": title}, [f"{saved}{told}"])


def collect(options: argparse.Namespace) -> Answer:
    """A line a learner, and every file with trouble. Exit code 1 where a file cannot be read. Raises InputError."""
    from northafrica.lab.desk.assignment import collect as gather
    from northafrica.lab.desk.handed_in import save_csv

    try:
        frame = gather(options.folder, options.exercises, options.names or ())
        if options.csv:
            save_csv(frame, options.csv)
    except (ValueError, OSError) as error:
        if isinstance(error, FileExistsError):
            raise InputError(f"--csv {why(error)}") from error
        raise InputError(f"--csv {options.csv}: {why(error)}" if isinstance(error, OSError) else str(error)) from error
    broken = int((frame.exercise == "").sum())
    document = {"results": frame.to_dict("records")}
    document |= {part: frame.attrs[part] for part in ("files", "clashes", "missing")}
    return Answer(document, _collected(frame, options.folder), code=int(broken > 0))


def _collected(frame: pd.DataFrame, folder: str) -> list[str]:
    """A line a learner, then what is odd, who is missing, and what each file was taken for."""
    rows = frame.to_dict("records")
    totals = frame[frame.exercise != ""].groupby(["name", "file"], as_index=False)[["points", "of", "solved"]].sum()
    lines = [
        f"{row['name']}: {row['points']} of {row['of']} points, {row['solved']} solved ({row['file']})"
        for row in totals.to_dict("records")
    ]
    if not frame.attrs["files"]:
        lines.append(f"no file of results lies in {folder}")
    troubles = [(_trouble(row), row) for row in rows if row["trouble"]]
    asked = [line for line, row in troubles if row["of"]]
    unread = [(line, str(row["trouble"])) for line, row in troubles if not row["of"] and not row["exercise"]]
    others = [(line, f"{row['file']}: {row['trouble']}") for line, row in troubles if not row["of"] and row["exercise"]]
    told = [*asked, *summed(unread, MOST_ALIKE), *summed(others, FEW)]
    files = [(f"  {file}: {what}", what) for file, what in frame.attrs["files"].items()]
    absent = [f"missing: {name}" for name in frame.attrs["missing"]]
    return [*lines, *told, *frame.attrs["clashes"], *absent, "Files:", *summed(files, MOST_ALIKE, "  ")]


def _trouble(row: Mapping[Hashable, Any]) -> str:
    return f"{row['file']}: {row['exercise']}: {row['trouble']}".replace(": : ", ": ")


def summed(lines: Sequence[tuple[str, str]], most: int, indent: str = "") -> list[str]:
    """Lines with what they say: of more than `most` that say one thing the first few, and how many more there are."""
    often = Counter(what for _, what in lines)
    so_far: Counter[str] = Counter()
    found = []
    for line, what in lines:
        so_far[what] += 1
        if often[what] <= most or so_far[what] <= FEW:
            found.append(line)
        elif so_far[what] == often[what]:
            found.append(f"{indent}and {often[what] - FEW:,} more: {what} (--json names all)")
    return found
