"""A game on a sheet of paper, and its glossary: printed from what the game declares (`core.sheets`).

sheet("aana").save("aana.pdf")

The page is a hand-out like those of `printing`: it needs nothing beside it, a browser prints it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from markupsafe import Markup

from northafrica.core.html import NOTHING, tag, together
from northafrica.core.orders import nearest
from northafrica.core.sheets import DOUBT, SheetTable, Word, read_sheet
from northafrica.core.start import VERSION
from northafrica.lab.printing.handout import PAPER, Handout, HandoutError, page
from northafrica.systems import SYSTEMS

NUMBER = re.compile(r"[-+]?[\d/-]*( \?)?")
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
    parts = [tag("h1", game.title), *map(_table, tables), _words(glossary)]
    if any(DOUBT in cell for table in tables for row in table.rows for cell in row):
        told = "marks what the rulebook does not make certain or what is reconstructed; the data say which"
        parts.append(tag("p", f"{DOUBT.strip()} {told}.", class_="note"))
    parts.append(tag("footer", f"Numbers from data/{system}. Made with northafrica {VERSION}."))
    return Handout(page(f"{game.title}: the sheet", paper, parts, "sheet.css"), f"{game.title}: sheet")


def _table(table: SheetTable) -> Markup:
    head = tag("thead", tag("tr", *(tag("th", cell) for cell in table.head))) if any(table.head) else NOTHING
    rows = tag("tbody", *(tag("tr", *map(_cell, row)) for row in table.rows))
    note = tag("p", _told(table.note), class_="note") if table.note else NOTHING
    title = tag("h2", table.title)
    return tag("section", title, tag("table", head, rows), note, class_="wide" if table.wide else None)


def _cell(text: str) -> Markup:
    return tag("td", _told(text), class_="number" if NUMBER.fullmatch(text) else None)


def _told(text: str) -> Markup:
    """A text with the ids of its rules in small print."""
    return together(*(tag("small", part) if RULES.fullmatch(part) else part for part in RULES.split(text)))


def _words(words: Iterable[Word]) -> Markup:
    told = [tag("p", tag("b", word.word), ": ", _told(meaning(word))) for word in words]
    return tag("section", tag("h2", "Words"), tag("div", *told), class_="words") if told else NOTHING


def meaning(word: Word) -> str:
    """What a word means, with its other names and its rules."""
    also = f" Also: {', '.join(word.also)}." if word.also else ""
    rules = f" [{', '.join(word.rules)}]" if word.rules else ""
    return f"{word.means}{also}{rules}"
