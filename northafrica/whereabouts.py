"""From a rule to all that carries it: code, tables, cases, pages of the course, exercises.

>>> found = whereabouts("aana", "declare.cost-source")
>>> found.code[0].startswith("northafrica/systems/aana/")
True
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import northafrica
from northafrica.core.paths import cases_root, data_root, notebooks_root
from northafrica.core.rulebook import Rule

PACKAGE = Path(__file__).resolve().parent
HEADINGS = re.compile(r"^#+ +(.+?)\s*$", re.MULTILINE)
PAGES = re.compile(r"(?:\bp\.|[-,;] ?)(\d+)(?:-(\d+))?")


@dataclass(frozen=True)
class Whereabouts:
    """Where a rule stands: places as `file:line`, with what is there.

    Code with the function that names it: what refuses by it first, then what does it, what offers and tells it, and
    docstrings that name it. Cases with their title, those first that expect the rule's refusal, last those that only
    name it at their head. Pages as `file, cell N`, counted from 1, under which heading: prose before lists of rules.
    """

    rule: Rule
    code: tuple[str, ...]
    tables: tuple[str, ...]
    cases: tuple[str, ...]
    pages: tuple[str, ...]
    exercises: tuple[str, ...]


Texts = Mapping[Path, str]


def whereabouts(system: str, rule: str) -> Whereabouts:
    """Look a rule up in all there is of the kit. Raises UnknownSystem, UnknownRule."""
    return all_whereabouts(system, [rule])[0]


def all_whereabouts(system: str, rules: Sequence[str]) -> tuple[Whereabouts, ...]:
    """The same of several rules, all files read once."""
    book = northafrica.rules(system)
    chosen = [book[rule] for rule in rules]
    others = {file.parent.name for file in data_root().glob("*/rules.csv")} - {system}
    code, cases = _texts(PACKAGE, "*.py", others=others), _texts(cases_root() / system, "*.toml")
    tables = _texts(data_root() / system, "*.csv", "*.toml")
    pages, exercises = (_texts(notebooks_root(), glob, others=others) for glob in ("*.ipynb", "*.toml"))
    found = []
    for rule in chosen:
        named = re.compile(rf"(?<![\w.-]){re.escape(rule.id)}(?![\w-]|\.[\w-])")
        lines = tuple(_lines(_holding(tables, rule), named))
        ask = tuple(_lines(_holding(exercises, rule), named))
        told = tuple(_cells(_holding(pages, rule), named))
        spots = tuple(_code(_holding(code, rule), named))
        found.append(Whereabouts(rule, spots, lines, _cases(_holding(cases, rule), rule.id, named), told, ask))
    return tuple(found)


def printed_on(rule: Rule, page: int) -> bool:
    """Whether a rule is printed on a page of its rulebook, as its section and page say.

    >>> printed_on(northafrica.rules("aana")["declare.cost"], 18)
    True
    """
    return page == rule.page or any(
        int(first) <= page <= int(last or first) for first, last in PAGES.findall(rule.section)
    )


def in_section(rule: Rule, section: str) -> bool:
    """Whether a rule stands in a section or a part of it: `5.1` holds 5.1, 5.1a and 5.1.2, but not 5.10."""
    end = "(?![0-9])" if section[-1:].isdigit() else r"(?!\w)"
    wanted = re.compile(rf"(?<![\w.]){re.escape(section)}{end}", re.IGNORECASE)
    return wanted.search(rule.section) is not None


def _shown(file: Path) -> str:
    """A path as one types it, from the folder that holds all the kit."""
    for root in (PACKAGE.parent, PACKAGE):
        if file.is_relative_to(root):
            return file.relative_to(root).as_posix()
    return file.as_posix()


def _texts(root: Path, *globs: str, others: Iterable[str] = ()) -> Texts:
    """The files below a folder, without the table of the rules themselves, drafts of Jupyter and folders of others."""
    files = sorted(file for glob in globs for file in root.rglob(glob))
    skip = {"rules.csv", ".ipynb_checkpoints", *others}
    return {file: file.read_text(encoding="utf-8") for file in files if not skip & set(file.relative_to(root).parts)}


def _holding(texts: Texts, rule: Rule) -> Texts:
    return {file: text for file, text in texts.items() if rule.id in text}


def _lines(texts: Texts, named: re.Pattern[str]) -> Iterator[str]:
    """Where files first name a rule."""
    for file, text in texts.items():
        if found := named.search(text):
            yield f"{_shown(file)}:{_line(text, found)}"


def _cases(texts: Texts, rule: str, named: re.Pattern[str]) -> tuple[str, ...]:
    """Cases that name a rule: where its refusal is expected, else where an expectation names it, else their head."""
    refused = re.compile(rf'refused = "{re.escape(rule)}"')
    found = []
    for file, text in texts.items():
        mentions = list(named.finditer(text))
        if not mentions:
            continue
        refusal, last = refused.search(text), mentions[-1]
        only_named = last.start() < text.find("\n[[")
        title = re.search(r'^title = "(.*)"$', text, re.MULTILINE)
        told = "; ".join([*([title[1]] if title else ()), *(["only named"] if only_named else ())])
        spot = f"{_shown(file)}:{_line(text, refusal or last)}" + (f" ({told})" if told else "")
        found.append((only_named - bool(refusal), spot))
    return tuple(spot for _, spot in sorted(found, key=lambda one: one[0]))


def _cells(texts: Texts, named: re.Pattern[str]) -> Iterator[str]:
    """The cell of each page that names a rule: of its prose first, then of its code, then a list of rules."""
    pages = []
    for file, text in texts.items():
        heading, found = "", []
        for number, cell in enumerate(json.loads(text)["cells"], 1):
            source, prose = "".join(cell["source"]), cell["cell_type"] == "markdown"
            if mention := named.search(source):
                under = ([heading] + HEADINGS.findall(source, 0, mention.end()) * prose)[-1]
                listed = not prose and "show_rules" in source
                told = "; ".join([under] * bool(under) + ["list"] * listed)
                spot = f"{_shown(file)}, cell {number}" + (f" ({told})" if told else "")
                found.append((listed + (not prose), spot))
            heading = (HEADINGS.findall(source) or [heading])[-1] if prose else heading
        if found:
            pages.append(min(found, key=lambda one: one[0]))
    yield from (spot for _, spot in sorted(pages, key=lambda one: one[0]))


def _line(text: str, found: re.Match[str]) -> int:
    return text.count("\n", 0, found.start()) + 1


TELLING = re.compile(r"prompt|advice|words?|(^|_)(rules|text|told|tell|title|why)(_|$)|^$")
"""Functions that tell of a rule; what stands in none is a table of rules."""


def _code(texts: Texts, named: re.Pattern[str]) -> Iterator[str]:
    """The spots in code. The systems first: elsewhere a rule may be named, but nowhere else is it applied."""
    found = [
        ("systems" not in file.parts, rank, f"{_shown(file)}:{line}" + (f" ({owner})" if owner else ""))
        for file, text in texts.items()
        for rank, line, owner in _owners(ast.parse(text), named, "")
    ]
    yield from (spot for _, _, spot in sorted(found, key=lambda one: one[:2]))


def _owners(node: ast.AST, named: re.Pattern[str], owner: str, refuses: bool = False) -> Iterator[tuple[int, int, str]]:
    """Each text that is the rule's id, and each docstring that names it: how near to a ruling, its line, its function.

    0 what is refused by it, 1 what is done by it, 2 what offers or tells it, 3 a docstring.
    """
    refuses = refuses or (isinstance(node, ast.Call) and "refuse" in ast.unparse(node.func))
    for child in ast.iter_child_nodes(node):
        told = isinstance(node, ast.Expr)
        if isinstance(child, ast.Constant) and isinstance(child.value, str):
            if found := named.search(child.value) if told else named.fullmatch(child.value):
                telling = TELLING.search(owner.rpartition(".")[2]) is not None
                rank = 3 if told else 0 if refuses else 1 + telling
                yield rank, child.lineno + _line(child.value, found) - 1, owner
        elif isinstance(child, ast.ClassDef | ast.FunctionDef):
            yield from _owners(child, named, f"{owner}.{child.name}".lstrip("."))
        else:
            yield from _owners(child, named, owner, refuses)
