"""The words and boxes of the stepper: turn bar, banner, rules in play, rulings, log."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from markupsafe import Markup

from northafrica.core.game import Game
from northafrica.core.html import NOTHING, tag, together
from northafrica.core.orders import Order, OrderError, Some
from northafrica.core.rulebook import Rule
from northafrica.core.telling import entry_told
from northafrica.core.tree import Node
from northafrica.lab.table.answer import Answer
from northafrica.lab.table.session import Session
from northafrica.lab.table.stepper_odds import odds_line
from northafrica.lab.tray import symbols
from northafrica.lab.tray.palette import frame

LOG_ENTRIES, LOG_LETTERS, ANSWER_LINES = 60, 5_000, 12


def turn_bar(game: Game) -> Markup:
    """Round, powers and phases as a visible sequence, the current ones marked."""
    bar = game.system.turn_bar(game.view())
    powers = _steps(bar.powers, bar.power, "Powers")
    phases = _steps(bar.phases, bar.phase, "Phases")
    boxes = tag("span", "; ".join(bar.boxes)) if bar.boxes else ""
    return tag(
        "div",
        tag("b", "Round ", bar.rounds),
        powers,
        phases,
        tag("span", "Now: ", tag("b", bar.step)),
        boxes,
        class_="na-turnbar",
    )


def _steps(items: Iterable[tuple[str, str]], current: str, label: str) -> Markup:
    found = []
    for n, (key, title) in enumerate(items, 1):
        mark = dict(aria_current="step") if key == current else {}
        short = tag("span", short_step(title, n), class_="na-short", aria_hidden="true")
        found.append(tag("li", tag("span", title, class_="na-long"), short, title=title, **mark))
    return tag("ol", *found, aria_label=label)


def short_step(title: str, n: int) -> str:
    """A step where there is no room for its name: its number in the rulebook, initials, or its place in the row.

    >>> short_step("3 Combat Move", 4), short_step("United Kingdom", 1), short_step("Supply Phase", 6)
    ('3', 'UK', '6')
    """
    first = title.split(" ", maxsplit=1)[0]
    if first.isdigit():
        return first
    return str(n) if title.endswith(" Phase") else "".join(word[0] for word in title.split())


def banner(session: Session) -> Markup:
    """Whose decision it is, what is asked, and why now; at the end who won and why."""
    game = session.game
    if game.outcome is not None:
        return _over(session)
    prompt, seat = game.prompt, game.seat
    who = f"{session.seat_name(seat)} ({session.player(seat)})"
    active = game.system.powers(game.setting.data).get(game.state.power, "")
    theirs = ""
    if active and game.view().seat_of(game.state.power) != seat:
        turn = session.words.power(game.state.power)
        theirs = f"It is the turn of {turn}, but this decision belongs to the other side. "
    verb = "throws dice" if game.chance is not None else "decides"
    why = tag("span", theirs, prompt.why, class_="na-why") if theirs or prompt.why else ""
    return tag("div", tag("b", who, " ", verb, ":"), " ", prompt.text, why, class_="na-banner", role="status")


def _over(session: Session) -> Markup:
    outcome = session.game.outcome
    assert outcome is not None
    who = session.seat_name(outcome.winner) if outcome.winner else "nobody wins"
    rules = [session.rulebook[i] for i in outcome.rules if i in session.rulebook]
    cited = tag("ul", *(tag("li", rule_text(rule)) for rule in rules)) if rules else ""
    return tag(
        "div",
        tag("b", "The game is over: ", outcome.level, " (", who, ")."),
        tag("span", outcome.reason, class_="na-why"),
        cited,
        class_="na-banner",
        role="status",
    )


def rules_in_play(session: Session) -> Markup:
    """The rules of this moment, in own words with section and page."""
    rules = [session.rulebook[i] for i in session.game.prompt.rules if i in session.rulebook]
    if not rules:
        return NOTHING
    items = (tag("li", rule_text(rule)) for rule in rules)
    return tag(
        "details",
        tag("summary", "Rules in play (", len(rules), ")"),
        tag("ul", *items, tabindex="0", aria_label="Rules in play"),
        class_="na-rules",
        open=True,
    )


def rule_text(rule: Rule) -> Markup:
    """A rule as one line of HTML."""
    where = together(tag("i", "(", place_of(rule), ")"), " ", tag("code", rule.id))
    return together(tag("b", rule.title), ": ", rule.text, " ", where)


def place_of(rule: Rule) -> str:
    """Where a rule is printed: section and page."""
    page = f"p.{rule.page}" if rule.page is not None else ""
    return rule.section if page in rule.section else f"{rule.section}, {page}"


def answer_box(answer: Answer, lines: Sequence[str], number: int) -> Markup:
    """What the table said last; the number makes a screen reader tell the same words again."""
    sign = "✓ " if answer.ok else "✗ "
    look, role = ("", "status") if answer.ok else (" na-no", "alert")
    body = _ruling(answer) if answer.rule is not None else _short(lines, ANSWER_LINES)
    return tag("div", tag("h4", sign, answer.headline), body, class_=f"na-ruling{look}", role=role, data_answer=number)


def _ruling(answer: Answer) -> Markup:
    """The rule behind a refusal, the numbers it counts, further rules."""
    assert answer.rule is not None
    numbers = answer.ruling.numbers if answer.ruling is not None else {}
    pairs = ((key.replace("_", " "), str(number)) for key, number in numbers.items())
    counted = together(*(tag("span", key, ": ", tag("b", number)) for key, number in pairs))
    told = tag("div", counted, class_="na-numbers") if counted else ""
    return together(tag("div", rule_text(answer.rule)), told, _list(answer.lines[1:]))


def log(session: Session, seat: str = "") -> Markup:
    """The last entries of the record with what happened, newest first, as a seat may know it."""
    entries = [node for node in session.game.path() if node.events][-LOG_ENTRIES:]
    parts, room = [], LOG_LETTERS
    for node in reversed(entries):
        parts.append(_entry(session, node, seat))
        room -= len(parts[-1])
        if room < 0:
            break
    left = entries[: len(entries) - len(parts)]
    older = tag("li", f"Step back with \u25c0 below the board for the {left[-1].n} entries before.") if left else ""
    return tag("ol", *parts, older, class_="na-log", tabindex="0", aria_label="Log, newest first")


def _entry(session: Session, node: Node, seat: str) -> Markup:
    who = session.seat_name(node.seat) if node.seat else "Set-up"
    head = tag("h5", node.n, ". ", who, ": ", entry_head(session, node, seat))
    lines = (tag("p", line) for line in session.tell(node.events, seat))
    return tag(
        "li", tag("a", head, data_entry=node.n, role="button", tabindex="0", title="Show it on the board"), *lines
    )


def entry_box(session: Session, node: Node, most: int, seat: str = "") -> Markup:
    """One entry of the record with what happened, as a box, as a seat may know it ("": all of it)."""
    who = session.seat_name(node.seat) if node.seat else "Set-up"
    told = entry_head(session, node, seat)
    head = f"{node.n}. {who}: {told}" if told != who.lower() else f"{node.n}. {who}"
    return tag("div", tag("h4", head), _short(session.tell(node.events, seat), most), class_="na-ruling", role="status")


def entry_head(session: Session, node: Node, seat: str = "") -> str:
    """An entry of the record in a word, as a seat may know it."""
    return entry_told(session.game, node, seat, session.seat_name(seat) if seat else "")


def _short(lines: Sequence[str], most: int) -> Markup:
    """The first lines, and how many more there are."""
    left = len(lines) - most
    shown = [*lines[: most - 1], f"and {left + 1} more"] if left > 0 else list(lines)
    return _list(shown)


def _list(lines: Sequence[str]) -> Markup:
    return tag("ul", *(tag("li", line) for line in lines)) if lines else NOTHING


def advice(title: str, lines: Sequence[str]) -> Markup:
    """What may be done in a space, in words."""
    if not lines:
        return NOTHING
    return tag("div", tag("b", title, ": what may be done here"), _list(lines), class_="na-quiet")


def sign(game: Game, some: Some) -> Markup:
    """The sign of a group of units, in the colour of its power."""
    mine = (power for power, seat in game.setting.seats.items() if seat == game.seat)
    power = some.power or game.state.power or next(mine, "")
    view, body = symbols.body(some.kind, frame(game.system.powers(game.setting.data).get(power, "")))
    return tag("svg", body, viewBox=view, class_=f"p-{power}", aria_hidden="true")


def draft(game: Game, order: str, told: str, odds: bool = False) -> Markup:
    """The order being made: in words, what it costs, whether it may be played as it stands; the odds where wanted."""
    if not order:
        return tag("span", "Point at a lit space, or choose an order.", class_="na-quiet")
    try:
        made = game.parse(order)
        ruling, bill = game.check(made), _bill(game, made)
    except OrderError as error:
        lacking = str(error).partition("; it is written")[0].partition(": ")[2] or str(error)
        return together(tag("b", told or spoken(order)), " ", tag("span", "\u2026 ", lacking, class_="na-quiet-line"))
    may = (
        tag("span", "\u2713 may be played", class_="na-may") if ruling else tag("span", "\u2717 ", class_="na-may-not")
    )
    more = "; ".join(filter(None, (bill, *ruling.notes))) if ruling else ruling.reason
    chances = _odds(game, made) if ruling and odds else ""
    said = tag("div", chances, class_="na-chances") if chances else ""
    return together(said, tag("b", told or spoken(order)), " ", may, " " if more else "", more)


def _odds(game: Game, order: Order) -> str:
    """The odds of the battle that an order would begin, "" where it begins none; without them the game goes on."""
    view = game.view(game.seat)
    try:
        row = game.choice.deed(view, type(order)).odds(view, order) if game.choice is not None else None
    except Exception as error:
        return f"the odds cannot be told: {type(error).__name__}: {error}"
    return odds_line(row) if row is not None else ""


def spoken(order: str) -> str:
    """The kind of an order of which nothing more is said.

    >>> spoken("choose_for_me")
    'Choose for me'
    """
    return order.partition(" ")[0].replace("_", " ").capitalize()


def _bill(game: Game, order: Order) -> str:
    view = game.view(game.seat)
    return game.choice.deed(view, type(order)).bill(view, order) if game.choice is not None else ""


def trouble(text: str) -> Markup:
    """What went wrong, or was moved aside, in keeping the game."""
    return tag("div", text, class_="na-quiet na-trouble", role="status") if text else NOTHING
