"""A game on a sheet of paper, and its glossary: printed from what the game declares (`core.sheets`).

sheet("aana").save("aana.pdf")

The page is a hand-out like those of `printing`: it needs nothing beside it, a browser prints it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape
from importlib.resources import files

from northafrica.core.orders import nearest
from northafrica.core.sheets import SheetTable, Word, read_sheet
from northafrica.core.start import VERSION
from northafrica.lab.printing import PAPER, Handout, HandoutError
from northafrica.systems import SYSTEMS

NUMBER = re.compile(r"[-+]?[\d/-]*")
RULES = re.compile(r"(\[[\w., -]+\])")


def sheet(system: str, *, words: bool = True, paper: str = "A4") -> Handout:
    """A game's sheet to print or keep open; `words`: the glossary stands at its end; `paper`: A4 or Letter.

    Raises HandoutError for a game that has none, or a paper that is none.
    """
    if paper not in PAPER:
        raise HandoutError(f"there is no paper '{paper}'; there are {', '.join(PAPER)}")
    if system not in SYSTEMS:
        raise HandoutError(f"there is no game '{system}'{nearest(system, SYSTEMS)}; there are {', '.join(SYSTEMS)}")
    game = SYSTEMS[system]
    tables = game.sheet(game.load())
    if not tables:
        raise HandoutError(f"{game.title} declares no sheet")
    glossary = read_sheet(system).words if words else ()
    parts = [f"<h1>{escape(game.title)}</h1>", *map(_table, tables), _words(glossary)]
    parts.append(f"<footer>Numbers from data/{system}. Made with northafrica {VERSION}.</footer>")
    return Handout(_page(f"{game.title}: the sheet", paper, "\n".join(filter(None, parts))), f"{game.title}: sheet")


def _page(title: str, paper: str, body: str) -> str:
    size, width = PAPER[paper]
    style = (files("northafrica.lab") / "sheet.css").read_text(encoding="utf-8")
    style = style.replace("PAPER", size).replace("WIDTH", width)
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{escape(title)}</title>\n'
        f"<style>\n{style}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def _table(table: SheetTable) -> str:
    head = "".join(f"<th>{escape(cell)}</th>" for cell in table.head) if any(table.head) else ""
    rows = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in table.rows)
    note = f'<p class="note">{_told(table.note)}</p>' if table.note else ""
    kind = ' class="wide"' if table.wide else ""
    top = f"<thead><tr>{head}</tr></thead>" if head else ""
    return f"<section{kind}><h2>{escape(table.title)}</h2><table>{top}<tbody>{rows}</tbody></table>{note}</section>"


def _cell(text: str) -> str:
    number = ' class="number"' if NUMBER.fullmatch(text) else ""
    return f"<td{number}>{_told(text)}</td>"


def _told(text: str) -> str:
    """A text with the ids of its rules in small print."""
    return RULES.sub(r"<small>\1</small>", escape(text))


def _words(words: Iterable[Word]) -> str:
    told = "".join(f"<p><b>{escape(word.word)}</b>: {_told(meaning(word))}</p>" for word in words)
    return f'<section class="words"><h2>Words</h2><div>{told}</div></section>' if told else ""


def meaning(word: Word) -> str:
    """What a word means, with its other names and its rules."""
    also = f" Also: {', '.join(word.also)}." if word.also else ""
    rules = f" [{', '.join(word.rules)}]" if word.rules else ""
    return f"{word.means}{also}{rules}"
