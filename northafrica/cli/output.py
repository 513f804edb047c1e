"""What a command answers, as text for people or as one JSON document."""

from __future__ import annotations

import io
import json
import os
import shutil
import sys
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from northafrica.core.reading import clean


@dataclass(frozen=True)
class Answer:
    """A command's answer: the document for `--json`, the lines for people, the exit code."""

    document: Mapping[str, Any]
    lines: Sequence[str] = ()
    code: int = 0
    warnings: Sequence[str] = ()


def show(answer: Answer, as_json: bool) -> None:
    """Print an answer; warnings go to the error stream, so that what is piped on stays clean."""
    for warning in answer.warnings:
        complain(warning)
    if as_json:
        print(json.dumps(answer.document, indent=2, default=_plain))
    else:
        for line in answer.lines:
            print(harmless(line))
    sys.stdout.flush()


def complain(what: object) -> None:
    """Say what is wrong on the error stream."""
    print(f"northafrica: {harmless(str(what))}", file=sys.stderr)


def harmless(text: str) -> str:
    """A text in which nothing is a command to the terminal, and that begins one line: a comment or name may hold both.

    >>> harmless("Anna\\nverified")
    'Anna\\n    verified'
    """
    return "\n    ".join("\t".join(map(clean, line.split("\t"))) for line in text.split("\n"))


def _plain(value: Any) -> Any:
    if isinstance(value, set | frozenset):
        return sorted(value)
    return str(value)


def prepare_streams() -> None:
    """A character the terminal does not know is written as an escape, not as a traceback."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def close_quietly() -> None:
    """After the reader has gone: let nothing complain when Python closes the stream."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        return


def width() -> int:
    """Columns to write in."""
    return max(40, min(shutil.get_terminal_size((100, 24)).columns, 120))


def wrap(text: str, indent: str = "") -> list[str]:
    """A paragraph as lines."""
    return textwrap.wrap(text, width(), initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False)


def wrap_list(label: str, items: Iterable[str]) -> list[str]:
    """`label: a, b, c` over as many lines as it needs."""
    found = list(items)
    text = f"{label}: {', '.join(found) or 'none'}"
    return textwrap.wrap(text, width(), subsequent_indent="  ", break_on_hyphens=False)
