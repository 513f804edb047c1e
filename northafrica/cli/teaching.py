"""The commands of an instructor: `handout` and `sheet` print a page, `collect` reads what a class handed in."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from northafrica.cli.inputs import InputError
from northafrica.cli.output import Answer
from northafrica.core.files import why


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
    rows = frame.to_dict("records")
    troubles = [
        f"{row['file']}: {row['exercise']}: {row['trouble']}".replace(": : ", ": ") for row in rows if row["trouble"]
    ]
    totals = frame[frame.exercise != ""].groupby(["name", "file"], as_index=False)[["points", "of", "solved"]].sum()
    lines = [
        f"{row['name']}: {row['points']} of {row['of']} points, {row['solved']} solved ({row['file']})"
        for row in totals.to_dict("records")
    ]
    if not frame.attrs["files"]:
        lines.append(f"no file of results lies in {options.folder}")
    files = [f"{file}: {what}" for file, what in frame.attrs["files"].items()]
    absent = [f"missing: {name}" for name in frame.attrs["missing"]]
    broken = int((frame.exercise == "").sum())
    document = {"results": rows, **{part: frame.attrs[part] for part in ("files", "clashes", "missing")}}
    clashes = frame.attrs["clashes"]
    return Answer(
        document,
        [*lines, *troubles, *clashes, *absent, "Files:", *(f"  {file}" for file in files)],
        code=int(broken > 0),
    )
