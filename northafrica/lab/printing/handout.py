"""A hand-out: a position or a moment of a record, with map, tables and exercises, as one file to print.

handout("mersa-matruh.txt", title="Seven units", exercises="exercises.toml").save("handout.html")

The file needs nothing beside it: pictures are drawn into it. A browser prints it, on paper or as PDF; named
`handout.pdf` it is printed at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from markupsafe import Markup

import northafrica
from northafrica.core.cards import SpaceCard
from northafrica.core.files import save_beside, why
from northafrica.core.game import Game
from northafrica.core.grammar import Grammar
from northafrica.core.html import NOTHING, document, joined, tag, together
from northafrica.core.orders import OrderError, nearest, specs
from northafrica.core.reading import Unreadable, read_text
from northafrica.core.record import origin
from northafrica.core.rulebook import Rule
from northafrica.core.start import VERSION
from northafrica.core.tree import Node
from northafrica.core.written import PositionError, named
from northafrica.lab.board.picture import board_svg
from northafrica.lab.board.scene import Scene, scene
from northafrica.lab.charts.chart_svg import chart_picture
from northafrica.lab.exercises.exercise import Exercise, read_exercises
from northafrica.lab.printing.pdf import print_pdf
from northafrica.lab.table.remarks import remark
from northafrica.lab.table.session import Session
from northafrica.lab.table.stepper_text import entry_head, place_of
from northafrica.lab.tray import keys, symbols

PAPER = {"A4": ("A4", "210mm"), "Letter": ("letter", "216mm")}
ANSWERS = ("last", "none")
ROOM = 3
MOST = 14
MAP_WIDTH = 960


class HandoutError(ValueError):
    """A hand-out that cannot be made: says what to write instead."""


class Handout:
    """A page of HTML that shows itself in a notebook and can be saved.

    remarks: what should be known of the record it was made from; shown to whoever makes the page, not on it.
    """

    def __init__(self, html: str, title: str, remarks: Sequence[str] = ()) -> None:
        self.html, self.title, self.remarks = html, title, tuple(remarks)

    def save(self, file: Path | str, browser: str = "") -> Path:
        """Write the page; returns its path. A name that ends in `.pdf` is printed by a browser (see `pdf`).

        `browser`: the program that prints, where it is not found by itself. Raises PdfError, and HandoutError for
        another ending than `.html` and `.pdf`.
        """
        ending = Path(file).suffix.lower()
        if ending not in (".html", ".htm", ".pdf"):
            raise HandoutError(
                f"{file}: a page is written as .html or .pdf, not as '{ending or 'a name without ending'}'"
            )
        if ending == ".pdf":
            return print_pdf(self.html, file, browser)
        return save_beside(self.html, file, _is_page, "page of HTML").file

    def _repr_html_(self) -> Markup:
        inside = str(self.html)  # as text: the page inside the page reads it again
        told = tag("ul", *(tag("li", remark) for remark in self.remarks)) if self.remarks else NOTHING
        return told + tag("iframe", title=self.title, srcdoc=inside, style="width:100%;height:640px")

    def __repr__(self) -> str:
        return f"<Handout {self.title}: {len(self.html) // 1024} kB of HTML>"


def handout(
    source: Game | Path | str | None = None,
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
    """A page about a game as it stands, a position (text or file) or a record (file); without one, of exercises alone.

    entry      the entry of the record that is shown, by default where the record stands
    text       what the instructor says above the map; an empty line begins a paragraph
    exercises  a file of exercises, or some; each with room to write. A position is drawn once, however many ask of it
    answers    `last`: on a page of their own at the end; `none`: left out
    focus      the spaces that fill the map; charts: supply, flow, combat, losses or luck, of a played game
    paper      A4 or Letter; seat: whose knowledge is shown

    Raises HandoutError, ExerciseError or PositionError, each naming the mend.
    """
    if paper not in PAPER:
        raise HandoutError(f"there is no paper '{paper}'; there are {', '.join(PAPER)}")
    if answers not in ANSWERS:
        raise HandoutError(f"answers are '{answers}'? write 'last' or 'none'")
    found = read_exercises(exercises) if isinstance(exercises, Path | str) else tuple(exercises)
    if source is None:
        return _sheet(found, title, text, answers, list(focus) if focus else None, paper)
    game, remarks = _game(source, entry)
    now = scene(game, seat)
    name = title or now.title
    spaces = list(focus) if focus else None
    for space in spaces or ():
        if space not in now.cards:
            raise HandoutError(f"there is no space '{space}'{nearest(space, now.cards)}")
    maps = Maps(spaces)
    parts = [
        tag("h1", name),
        tag("p", now.title, class_="lead") if title else NOTHING,
        *_opening(text, bool(found)),
        maps.draw(game, seat),
        _moment(game, seat) if game.node.n or game.node.comment else NOTHING,
        _forces(now, _near(now, spaces, _places_named(found, game))),
        *(tag("figure", chart_picture(game, kind, width=MAP_WIDTH).svg) for kind in charts),
        _exercises(found, maps),
        _answers(found, game) if answers == "last" else NOTHING,
        tag("footer", _origin(game)),
    ]
    return Handout(page(name, paper, parts), name, remarks)


def _sheet(
    found: Sequence[Exercise], title: str, text: str, answers: str, focus: list[str] | None, paper: str
) -> Handout:
    """A page of exercises, each about a position of its own."""
    if not found:
        raise HandoutError("a hand-out needs a game, a position or a record, or else exercises")
    name = title or "Exercises"
    parts = [
        tag("h1", name),
        *_opening(text, True),
        _exercises(found, Maps(focus, found)),
        _answers(found, None) if answers == "last" else NOTHING,
        tag("footer", "Made with northafrica ", VERSION, "."),
    ]
    return Handout(page(name, paper, parts), name)


def _opening(text: str, names: bool) -> Iterator[Markup]:
    """Room for name and date, and what the instructor says."""
    if names:
        yield tag("div", tag("span", "Name:"), tag("span", "Date:"), class_="who")
    yield from (tag("p", part) for part in text.split("\n\n") if part.strip())


def _game(source: Game | Path | str, entry: int | None) -> tuple[Game, tuple[str, ...]]:
    """The game at the moment wanted, and what to know of its record; one that is given stays where it stands."""
    remarks: tuple[str, ...] = ()
    if isinstance(source, Game):
        game, remarks = source.branch(), origin(source)
    elif isinstance(source, Path) or not source.lstrip().startswith("northafrica position"):
        game, remarks = _file(Path(source))
    else:
        game = northafrica.position(source)
    if entry is not None:
        if not 0 <= entry < len(game.tree.nodes):
            raise HandoutError(f"the record has entries 0 to {len(game.tree.nodes) - 1}, not {entry}")
        game.at = entry
    return game, remarks


def _is_page(head: str) -> bool:
    return head.lstrip().lower().startswith(("<!doctype html", "<html"))


def _file(file: Path) -> tuple[Game, tuple[str, ...]]:
    try:
        text = read_text(file)
    except (OSError, Unreadable) as error:
        raise HandoutError(f"{file}: cannot be read: {why(error)}") from error
    if not text.lstrip().startswith("{"):
        return _position(text, file), ()
    loaded = northafrica.replay(file)
    return loaded.game, loaded.remarks


def _position(text: str, file: Path) -> Game:
    try:
        return northafrica.position(text)
    except PositionError as error:
        raise HandoutError(named(file, error)) from error


# -- parts -----------------------------------------------------------------------------------------
def page(title: str, paper: str, parts: Sequence[Markup], style: str = "handout.css") -> Markup:
    """A page of its own on a paper, with one of the lab's style sheets."""
    size, width = PAPER[paper]
    style = keys.css(f"printing/{style}")
    style = style.replace("PAPER", size).replace("WIDTH", width)
    return document(title, style, *parts)


class Maps:
    """Draws each position once; the next time it says where to look.

    Positions are the same where pieces, stocks and markers lie alike, or where their pictures are. `sheet`: exercises
    that stand alone; without a focus each position is drawn around what its exercises are about.
    """

    def __init__(self, focus: list[str] | None, sheet: Sequence[Exercise] = ()) -> None:
        self.focus = focus
        self.scenes: list[tuple[Game, set[str]]] = []
        for exercise in sheet if focus is None else ():
            if exercise.has_board:
                self._scene(exercise.game()).update(_about(exercise))
        self._drawn: list[tuple[Game, str, str]] = []

    def draw(self, game: Game, seat: str = "", name: str = "") -> Markup:
        """The map of a position not drawn before; else a line that tells which map it is, none for that of the page.

        `name`: what the map is called when it is referred to; "" for the page's own.
        """
        known = next((called for drawn, _, called in self._drawn if _same(game, drawn)), None)
        if known is None:
            svg = board_svg(game, width=MAP_WIDTH, focus=self._shown(game), seat=seat)
            known = next((called for _, picture, called in self._drawn if picture == svg), None)
        if known is None:
            self._drawn.append((game, svg, name))
            return tag("figure", svg)
        return tag("p", "The map is that of ", known, ".", class_="lead") if known else NOTHING

    def _shown(self, game: Game) -> list[str] | None:
        board = game.system.board(game.setting.data)
        near = sorted(self._scene(game)) if self.scenes else ()
        around = [place for space in near for place in (space, *board.neighbours(space))]
        found = [space for space in dict.fromkeys(self.focus or around) if space in board.spaces]
        return found or None

    def _scene(self, game: Game) -> set[str]:
        """The spaces that the exercises about a position are about."""
        for known, places in self.scenes:
            if _same(game, known):
                return places
        self.scenes.append((game, set()))
        return self.scenes[-1][1]

    def table(self, game: Game) -> str:
        """What stands where a sheet's exercises look, once for each position."""
        if not self.scenes:
            return ""
        places = self._scene(game)
        told = _forces(scene(game, ""), set(places)) if places else ""
        places.clear()
        return told


def _moment(game: Game, seat: str) -> Markup:
    """The entry of the record that led here, what happened, and the instructor's comment."""
    node, session = game.node, Session(game)
    said = remark(node.comment)
    who = session.seat_name(node.seat) if node.seat else "Set-up"
    lines = list(session.tell(node.events, seat)) if node.n else []
    more = [f"and {len(lines) - MOST} more"] if len(lines) > MOST else []
    events = together(*(tag("li", line) for line in [*lines[:MOST], *more]))
    told = tag("p", tag("b", said.text)) if said.text else ""
    room = _room(ROOM) if said.answer else ""
    done = entry_head(session, node, seat)
    head = tag("h2", "Entry ", node.n, ". ", who, f": {done}" if done != who.lower() else "")
    return head + (tag("ul", events, class_="events") if events else "") + told + room


def _places_named(found: Sequence[Exercise], game: Game) -> set[str]:
    """The places that the orders of exercises about this position name: where their units stand, and their targets."""
    return {
        place
        for exercise in found
        if exercise.has_board and (_same(exercise.start(), game) or _same(exercise.game(), game))
        for order in exercise.asked_orders
        for place in places_of(game.grammar, order)
    }


def places_of(grammar: Grammar, text: str) -> tuple[str, ...]:
    """The places an order names, in its order; none for a text that is no order.

    >>> import northafrica
    >>> game = northafrica.load("aana", "torch", seed=1)
    >>> places_of(game.grammar, "attack tobruk from mersa_matruh with 3 infantry paying 1 cairo")
    ('tobruk', 'mersa_matruh', 'cairo')
    """
    try:
        order = grammar.parse(text)
    except OrderError:
        return ()
    found: list[str] = []
    for spec in specs(type(order)):
        value = getattr(order, spec.name)
        if spec.type == "space":
            found += [value] if value else []
        elif spec.type == "path":
            found += value
        elif spec.type == "amounts":
            found += [place for place, _ in value]
        elif spec.type == "loads":
            found += [place for _, place in value]
    return tuple(dict.fromkeys(found))


def _about(exercise: Exercise) -> set[str]:
    """The spaces that an exercise is about: those of its question's orders, and of the attacks under way."""
    game = exercise.game()
    named = {place for order in exercise.question.orders_named() for place in places_of(game.grammar, order)}
    arrows = game.system.arrows(game.view())
    spaces = game.system.board(game.setting.data).spaces
    return {place for place in (*named, *(end for a in arrows for end in (a.start, a.end))) if place in spaces}


def _near(now: Scene, focus: list[str] | None, named: set[str]) -> set[str] | None:
    """The places of the table: those of the map, and those that the exercises' orders name; None for all."""
    return {*focus, *(place for place in named if place in now.cards)} if focus else None


def _forces(now: Scene, near: set[str] | None) -> Markup:
    """What stands where, as a table; `near`: only in these places."""
    shown = sorted((place, card) for place, card in now.cards.items() if near is None or place in near)
    rows = [_row(now, card) for _, card in shown if card.stacks or card.tokens]
    if not rows:
        return NOTHING
    head = tag(
        "tr", tag("th", "Place"), tag("th", "Control"), tag("th", "Units"), tag("th", "Supply, mines and other tokens")
    )
    what = "on the board" if near is None else "near the scene"
    return together(tag("h2", "What stands ", what), tag("table", tag("thead", head), tag("tbody", *rows)))


def _row(now: Scene, card: SpaceCard) -> Markup:
    units = []
    for power in dict.fromkeys(stack.power for stack in card.stacks):
        own = ", ".join(symbols.stack_words(stack) for stack in card.stacks if stack.power == power)
        units.append(f"{now.names.get(power, power)}: {own}")
    tokens = ", ".join(symbols.token_words(token, now.names) for token in card.tokens)
    held = symbols.power_words(card.control, now.names) if card.control else ""
    cells = (card.name, held, joined(tag("br"), units), tokens)
    return tag("tr", *(tag("td", cell) for cell in cells))


def _exercises(found: Sequence[Exercise], maps: Maps) -> Markup:
    if not found:
        return NOTHING
    parts = [_exercise(number, exercise, maps) for number, exercise in enumerate(found, 1)]
    return tag("h2", "Exercises") + together(*parts)


def _exercise(number: int, exercise: Exercise, maps: Maps) -> Markup:
    """One exercise with room to write; its picture where its position is not on the page yet."""
    name = f"Exercise {number}"
    picture = maps.draw(exercise.game(), name=name) + maps.table(exercise.game()) if exercise.has_board else ""
    points = tag("span", exercise.points, " point", "s" if exercise.points != 1 else "", class_="points")
    question = together(*(tag("p", line) for line in exercise.text.split("\n") if line.strip()))
    choices = together(*(tag("li", choice) for choice in exercise.choices))
    listed = tag("ul", choices, class_="choices") if choices else ""
    room = _room(ROOM + 2 if "one a line" in exercise.expects else ROOM - 1)
    return tag("div", tag("h3", points, name), picture, question, listed, room, class_="exercise")


def _same(one: Game, other: Game) -> bool:
    """Whether two games show the same board."""
    tables = ("pieces", "stocks", "markers")
    return all(getattr(one.state, table) == getattr(other.state, table) for table in tables)


def _room(lines: int) -> Markup:
    return together(*[tag("div", class_="line")] * lines)


def _answers(found: Sequence[Exercise], game: Game | None) -> Markup:
    """The answers on a page of their own, worked out by the engine."""
    parts = [_answer(number, exercise) for number, exercise in enumerate(found, 1)]
    said = remark(game.node.comment if game is not None else "")
    if said.answer:
        parts.insert(0, tag("p", tag("b", said.text), " ", said.answer))
    return tag("div", tag("h2", "Answers"), *parts, class_="answers") if parts else NOTHING


def _answer(number: int, exercise: Exercise) -> Markup:
    verdict = exercise.check(exercise.solution())
    why = together(*(tag("li", line) for line in verdict.why[:MOST]))
    said = " ".join(verdict.why)
    rules = together(*(_rule(rule) for rule in verdict.rules[:ROOM] if f"[{rule.id}]" not in said))
    return together(tag("h3", "Exercise ", number, ": ", verdict.answer), tag("ul", why), rules)


def _rule(rule: Rule) -> Markup:
    return tag("p", tag("b", rule.title), " (", place_of(rule), "): ", rule.text, class_="rule")


def _origin(game: Game) -> str:
    system: Any = game.system
    node: Node = game.node
    made = "made by hand" if game.state.by_hand else f"scenario {game.setting.scenario}"
    where = f", entry {node.n} of the record" if node.n else ""
    return f"{system.title}: {made}{where}. Made with northafrica {VERSION}."
