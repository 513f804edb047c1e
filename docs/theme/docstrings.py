"""Docstrings as Markdown: examples become code, aligned lines become a list. Read by mkdocs.yml."""

from __future__ import annotations

import re
from typing import Any

import griffe

EXAMPLE = re.compile(r"^>>> .*\n(?:(?!$).*\n?)*", re.MULTILINE)
TERM = re.compile(r"(\S.*?) {2,}(\S.*)")


def fenced(paragraph: str) -> str:
    """An example as a block of code, with what is told before it in the same paragraph."""
    return EXAMPLE.sub(lambda found: f"\n```pycon\n{found[0].rstrip()}\n```\n", paragraph)


def listed(paragraph: str) -> str:
    """Lines like ``name   what it means`` as a list; indented lines go on with the one above."""
    lines: list[str] = []
    for line in paragraph.splitlines():
        term = TERM.fullmatch(line)
        if term:
            lines.append(f"- {term[1] if '`' in term[1] else f'`{term[1]}`'}: {term[2]}")
        elif lines and line.startswith("  "):
            lines[-1] += f" {line.strip()}"
        else:
            return paragraph
    return "\n".join(lines) if len(lines) > 1 else paragraph


def as_markdown(docstring: str) -> str:
    """A docstring of the kit as Markdown.

    >>> print(as_markdown("Two things.\\n\\none    first\\ntwo    second\\n\\n>>> 1 + 1\\n2"))
    Two things.
    <BLANKLINE>
    - `one`: first
    - `two`: second
    <BLANKLINE>
    <BLANKLINE>
    ```pycon
    >>> 1 + 1
    2
    ```
    <BLANKLINE>
    """
    if "```" in docstring:
        return docstring
    parts = re.split(r"\n\s*\n", docstring)
    return "\n\n".join(fenced(part) if ">>> " in part else listed(part) for part in parts)


class Docstrings(griffe.Extension):
    """Turn every docstring into Markdown once it is read."""

    def on_object(self, *, obj: griffe.Object, **kwargs: Any) -> None:
        if obj.docstring:
            obj.docstring.value = as_markdown(obj.docstring.value)

    def on_package(self, *, pkg: griffe.Module, **kwargs: Any) -> None:
        self.on_object(obj=pkg)  # the outermost is told apart from the others
