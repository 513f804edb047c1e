"""A hand-out: a position or a moment of a record, with map, tables and exercises, as one file to print.

handout("mersa-matruh.txt", title="Seven units", exercises="exercises.toml").save("handout.html")

The file needs nothing beside it: pictures are drawn into it. A browser prints it, on paper or as PDF.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

import northafrica
from northafrica.core.cards import SpaceCard
from northafrica.core.game import Game, Node
from northafrica.core.orders import nearest
from northafrica.core.record import save_text
from northafrica.core.rulebook import Rule
from northafrica.core.start import VERSION
from northafrica.lab import symbols
from northafrica.lab.exercise import Exercise, read_exercises
from northafrica.lab.picture import board_svg, chart_picture
from northafrica.lab.remarks import remark
from northafrica.lab.scene import Scene, scene
from northafrica.lab.session import Session
from northafrica.lab.stepper_text import entry_head, place_of

PAPER = {"A4": ("A4", "210mm"), "Letter": ("letter", "216mm")}
ANSWERS = ("last", "none")
ROOM = 3
MOST = 14
MAP_WIDTH = 960


class HandoutError(ValueError):
    """A hand-out that cannot be made: says what to write instead."""


class Handout:
    """A page of HTML that shows itself in a notebook and can be saved."""

    def __init__(self, html: str, title: str) -> None:
        self.html, self.title = html, title

    def save(self, file: Path | str) -> Path:
        """Write the page; returns its path."""
        return save_text(self.html, file)

    def _repr_html_(self) -> str:
        page = escape(self.html, quote=True)
        return f'<iframe title="{escape(self.title)}" srcdoc="{page}" style="width:100%;height:640px"></iframe>'

    def __repr__(self) -> str:
        return f"<Handout {self.title}: {len(self.html) // 1024} kB of HTML>"


def handout(
    source: Game | Path | str,
    *,
    title: str = "",
    text: str = "",
    entry: int | None = None,
    exercises: Path | str | Sequence[Exercise] = (),
    answers: str = "last",
    focus: Iterable[str] | None = None,
    charts: Sequence[str] = (),
    paper: str = "A4",
    seat: str = "",
) -> Handout:
    """A page about a game as it stands, a position (text or file) or a record (file).

    entry      the entry of the record that is shown, by default where the record stands
    text       what the instructor says above the map; an empty line begins a paragraph
    exercises  a file of exercises, or some; each with room to write
    answers    `last`: on a page of their own at the end; `none`: left out
    focus      the spaces that fill the map; charts: supply, flow, combat, losses or luck, of a played game
    paper      A4 or Letter; seat: whose knowledge is shown

    Raises HandoutError, ExerciseError or PositionError, each naming the mend.
    """
    if paper not in PAPER:
        raise HandoutError(f"there is no paper '{paper}'; there are {', '.join(PAPER)}")
    if answers not in ANSWERS:
        raise HandoutError(f"answers are '{answers}'? write 'last' or 'none'")
    game = _game(source, entry)
    found = read_exercises(exercises) if isinstance(exercises, Path | str) else tuple(exercises)
    now = scene(game, seat)
    name = title or now.title
    spaces = list(focus) if focus else None
    for space in spaces or ():
        if space not in now.cards:
            raise HandoutError(f"there is no space '{space}'{nearest(space, now.cards)}")
    parts = [
        f"<h1>{escape(name)}</h1>",
        f'<p class="lead">{escape(now.title)}</p>' if title else "",
        '<div class="who"><span>Name:</span><span>Date:</span></div>' if found else "",
        *(f"<p>{escape(part)}</p>" for part in text.split("\n\n") if part.strip()),
        _map(game, spaces, seat),
        _moment(game, seat) if game.node.n or game.node.comment else "",
        _forces(now, spaces),
        *(_chart(game, kind) for kind in charts),
        _exercises(found, game, spaces),
        _answers(found, game) if answers == "last" else "",
        f"<footer>{escape(_origin(game))}</footer>",
    ]
    return Handout(_page(name, paper, "\n".join(filter(None, parts))), name)


def _game(source: Game | Path | str, entry: int | None) -> Game:
    """The game at the moment wanted; one that is given stays where it stands."""
    if isinstance(source, Game):
        game = source.branch()
    elif isinstance(source, Path) or not source.lstrip().startswith("northafrica position"):
        game = _file(Path(source))
    else:
        game = northafrica.position(source)
    if entry is not None:
        if not 0 <= entry < len(game.tree.nodes):
            raise HandoutError(f"the record has entries 0 to {len(game.tree.nodes) - 1}, not {entry}")
        game.at = entry
    return game


def _file(file: Path) -> Game:
    try:
        text = file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise HandoutError(f"{file}: cannot be read: {error}") from error
    return northafrica.replay(file).game if text.lstrip().startswith("{") else northafrica.position(text)


# -- parts -----------------------------------------------------------------------------------------
def _page(title: str, paper: str, body: str) -> str:
    size, width = PAPER[paper]
    style = (files("northafrica.lab") / "handout.css").read_text(encoding="utf-8")
    style = style.replace("PAPER", size).replace("WIDTH", width)
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{escape(title)}</title>\n'
        f"<style>\n{style}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def _map(game: Game, focus: list[str] | None, seat: str) -> str:
    svg = board_svg(game, width=MAP_WIDTH, focus=focus, seat=seat)
    return f"<figure>{svg}</figure>"


def _chart(game: Game, kind: str) -> str:
    picture = chart_picture(game, kind, width=MAP_WIDTH)
    return f"<figure>{picture.svg}</figure>"


def _moment(game: Game, seat: str) -> str:
    """The entry of the record that led here, what happened, and the instructor's comment."""
    node, session = game.node, Session(game)
    said = remark(node.comment)
    who = session.seat_name(node.seat) if node.seat else "Set-up"
    lines = list(session.tell(node.events, seat)) if node.n else []
    more = [f"and {len(lines) - MOST} more"] if len(lines) > MOST else []
    events = "".join(f"<li>{escape(line)}</li>" for line in [*lines[:MOST], *more])
    told = f"<p><b>{escape(said.text)}</b></p>" if said.text else ""
    room = _room(ROOM) if said.answer else ""
    head = f"<h2>Entry {node.n}. {escape(who)}: {escape(entry_head(node))}</h2>"
    return head + (f'<ul class="events">{events}</ul>' if events else "") + told + room


def _forces(now: Scene, focus: list[str] | None) -> str:
    """What stands where, as a table."""
    near = set(focus) if focus else set(now.cards)
    rows = [_row(now, card) for place, card in sorted(now.cards.items()) if place in near and _has_something(card)]
    if not rows:
        return ""
    head = "<tr><th>Place</th><th>Control</th><th>Units</th><th>Supply, mines and other tokens</th></tr>"
    what = "near the scene" if focus else "on the board"
    return f"<h2>What stands {what}</h2><table><thead>{head}</thead><tbody>{''.join(rows)}</tbody></table>"


def _has_something(card: SpaceCard) -> bool:
    return bool(card.stacks or card.tokens)


def _row(now: Scene, card: SpaceCard) -> str:
    units = []
    for power in dict.fromkeys(stack.power for stack in card.stacks):
        own = ", ".join(symbols.stack_words(stack) for stack in card.stacks if stack.power == power)
        units.append(f"{now.names.get(power, power)}: {own}")
    tokens = ", ".join(symbols.token_words(token, now.names) for token in card.tokens)
    held = symbols.power_words(card.control, now.names) if card.control else ""
    cells = (escape(card.name), escape(held), "<br>".join(map(escape, units)), escape(tokens))
    return f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"


def _exercises(found: Sequence[Exercise], game: Game, focus: list[str] | None) -> str:
    if not found:
        return ""
    parts = [_exercise(number, exercise, game, focus) for number, exercise in enumerate(found, 1)]
    return "<h2>Exercises</h2>" + "".join(parts)


def _exercise(number: int, exercise: Exercise, game: Game, focus: list[str] | None) -> str:
    """One exercise with room to write; its own picture where it is about another position."""
    own = exercise.game()
    picture = "" if _same(own, game) else _map(own, focus, "")
    points = f'<span class="points">{exercise.points} point{"s" if exercise.points != 1 else ""}</span>'
    question = "".join(f"<p>{escape(line)}</p>" for line in exercise.text.split("\n") if line.strip())
    choices = "".join(f"<li>{escape(choice)}</li>" for choice in exercise.choices)
    listed = f'<ul class="choices">{choices}</ul>' if choices else ""
    room = _room(ROOM + 2 if "one a line" in exercise.expects else ROOM - 1)
    return f'<div class="exercise"><h3>{points}Exercise {number}</h3>{picture}{question}{listed}{room}</div>'


def _same(one: Game, other: Game) -> bool:
    """Whether two games show the same board."""
    tables = ("pieces", "stocks", "markers")
    return all(getattr(one.state, table) == getattr(other.state, table) for table in tables)


def _room(lines: int) -> str:
    return '<div class="line"></div>' * lines


def _answers(found: Sequence[Exercise], game: Game) -> str:
    """The answers on a page of their own, worked out by the engine."""
    parts = [_answer(number, exercise) for number, exercise in enumerate(found, 1)]
    said = remark(game.node.comment)
    if said.answer:
        parts.insert(0, f"<p><b>{escape(said.text)}</b> {escape(said.answer)}</p>")
    return f'<div class="answers"><h2>Answers</h2>{"".join(parts)}</div>' if parts else ""


def _answer(number: int, exercise: Exercise) -> str:
    verdict = exercise.check(exercise.solution())
    why = "".join(f"<li>{escape(line)}</li>" for line in verdict.why[:MOST])
    said = " ".join(verdict.why)
    rules = "".join(_rule(rule) for rule in verdict.rules[:ROOM] if f"[{rule.id}]" not in said)
    return f"<h3>Exercise {number}: {escape(verdict.answer)}</h3><ul>{why}</ul>{rules}"


def _rule(rule: Rule) -> str:
    return f'<p class="rule"><b>{escape(rule.title)}</b> ({escape(place_of(rule))}): {escape(rule.text)}</p>'


def _origin(game: Game) -> str:
    system: Any = game.system
    node: Node = game.node
    made = "made by hand" if game.state.by_hand else f"scenario {game.setting.scenario}"
    where = f", entry {node.n} of the record" if node.n else ""
    return f"{system.title}: {made}{where}. Made with northafrica {VERSION}."
