"""How an answer is shown: lines for a terminal, plain tables for a notebook. An answer says what is on its page."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Any, Protocol

from markupsafe import Markup

from northafrica.core.html import joined, tag, together

BAR, MOST_ROUNDS, MOST_POLICY, WIDE = 30, 12, 24, 100
HEADS = {"our_supply": "attacker's supply", "their_supply": "defender's supply", "against": "against units"}
Rows = Sequence[Sequence[str]]


@dataclass(frozen=True)
class Part:
    """A part of a page: a title, a table with a head or without, lines of words below it.

    bars    a chance for each row, drawn beside it on a terminal, which needs no head then
    """

    title: str
    rows: Rows = ()
    head: Sequence[str] = ()
    words: Sequence[str] = ()
    bars: Sequence[float] = ()

    def lines(self) -> list[str]:
        """The part as lines, an empty one first."""
        rows = [self.head, *self.rows] if self.head else self.rows
        if self.bars:
            drawn = [f"{'#' * round(BAR * chance):<{BAR}}" for chance in self.bars]
            rows = [(*row[:2], bar, *row[2:]) for row, bar in zip(self.rows, drawn, strict=True)]
        return ["", self.title, *columns(rows), *(f"  {text}" for text in self.words)]

    def html(self) -> Markup:
        """The part as a table, or as a paragraph of its words where it has no rows."""
        if not self.rows:
            return tag("p", "; ".join(self.words), ".")
        top = tag("tr", together(*(tag("th", name) for name in self.head)))
        body = together(*(tag("tr", tag("th", row[0]), *(_cell(cell) for cell in row[1:])) for row in self.rows))
        return tag("table", tag("caption", self.title), top, body)


@dataclass(frozen=True)
class Page:
    """What is told of an answer: a title, how it was found, lines below, parts, notes."""

    title: str
    how: str
    under: Sequence[str]
    parts: Sequence[Part]
    notes: Sequence[str] = ()

    def lines(self) -> list[str]:
        """The page for a terminal."""
        notes = [line for note in self.notes for line in wrap(f"Note: {note}", WIDE, subsequent_indent="  ")]
        parts = [line for part in self.parts for line in part.lines()]
        told = [f"{self.title} ({self.how})", *(f"  {text}" for text in self.under), *parts]
        return [*told, "", *notes] if notes else told

    def html(self) -> Markup:
        """The page for a notebook, without style sheet or script."""
        head = together(tag("b", self.title), " (", self.how, ")")
        top = tag("p", head, tag("br"), joined(tag("br"), self.under))
        return tag("div", top, *(part.html() for part in self.parts), *(tag("p", note) for note in self.notes))


class Told(ABC):
    """An answer that can be shown."""

    @abstractmethod
    def page(self) -> Page:
        """What is told of it."""

    def __str__(self) -> str:
        return "\n".join(self.page().lines())

    def _repr_html_(self) -> Markup:
        return self.page().html()


class Counted(Protocol):
    """Whatever was worked out exactly, or sampled so many times."""

    @property
    def trials(self) -> int: ...


def how(answer: Counted) -> str:
    """Whether an answer is exact."""
    return f"sampled {answer.trials:,} times" if answer.trials else "exact"


def lines(answer: Told) -> list[str]:
    """An answer as lines for a terminal."""
    return answer.page().lines()


def percent(chance: float) -> str:
    """`90.33 %`; what is not quite 0 or 1 is never written as 0 or 100."""
    if 0 < chance < 0.00005:
        return "< 0.01 %"
    if 0.99995 < chance < 1:
        return "> 99.99 %"
    return f"{100 * chance:.2f} %"


def number(value: Any) -> str:
    """A number as people write it: whole ones without a point."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.0f}" if value == int(value) else f"{value:.3g}" if abs(value) < 1 else f"{value:.2f}"
    return str(value)


def rounds_part(chances: Sequence[float]) -> Part:
    """The chance that a battle ends in each round; the long tail as one row."""
    last = max((n for n, chance in enumerate(chances) if chance >= 1e-6), default=-1)
    rows = [(str(n), chance) for n, chance in enumerate(chances[: last + 1]) if n or chance]
    if len(rows) > MOST_ROUNDS:
        tail = sum(chance for _, chance in rows[MOST_ROUNDS - 1 :])
        rows = [*rows[: MOST_ROUNDS - 1], (f"{rows[MOST_ROUNDS - 1][0]} or more", tail)]
    mean = sum(n * chance for n, chance in enumerate(chances))
    return Part(f"Ends in round (mean {mean:.2f})", [(name, percent(chance)) for name, chance in rows])


def policy_parts(policy: Sequence[Mapping[str, Any]]) -> list[Part]:
    """The lines of a policy as tables, one for each `who` that decides."""
    found = []
    for who in dict.fromkeys(str(line.get("who", "")) for line in policy):
        mine = [{k: v for k, v in line.items() if k != "who"} for line in policy if str(line.get("who", "")) == who]
        head, rows = policy_table(mine)
        found.append(Part(f"Best policy of the {who}" if who else "Best policy", rows, head))
    return found


def policy_table(policy: Sequence[Mapping[str, Any]]) -> tuple[list[str], list[list[str]]]:
    """The lines of one side's policy as head and rows."""
    head = list(dict.fromkeys(key for line in policy for key in line))
    rows = [[number(line[key]) if key in line else "" for key in head] for line in policy[:MOST_POLICY]]
    if len(policy) > MOST_POLICY:
        rows.append([f"and {len(policy) - MOST_POLICY} more lines", *[""] * (len(head) - 1)])
    return [HEADS.get(key, key.replace("_", " ")) for key in head], rows


def columns(rows: Rows, indent: str = "  ") -> list[str]:
    """Rows in columns: the first to the left, numbers to the right, words to the left."""
    if not rows:
        return []
    wide = [max(len(row[n]) for row in rows) for n in range(len(rows[0]))]
    right = [n > 0 and all(_is_number(row[n]) for row in rows[1:]) for n in range(len(wide))]
    return [indent + _line(row, wide, right) for row in rows]


def _is_number(text: str) -> bool:
    return not text or text[0] in "0123456789<>+-±"


def _line(row: Sequence[str], wide: Sequence[int], right: Sequence[bool]) -> str:
    cells = (text.rjust(w) if r else text.ljust(w) for text, w, r in zip(row, wide, right, strict=True))
    return "  ".join(cells).rstrip()


def _cell(text: str) -> Markup:
    return tag("td", text, style=None if _is_number(text) else "text-align:left")
