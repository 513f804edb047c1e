"""The words and boxes of the stepper: turn bar, banner, rules in play, rulings, log."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from northafrica.core.events import visible
from northafrica.core.game import Game, Node
from northafrica.core.rulebook import Rule
from northafrica.lab.session import Answer, Session

LOG_ENTRIES, LOG_LINES, ANSWER_LINES = 10, 6, 12


def turn_bar(game: Game) -> str:
    """Round, powers and phases as a visible sequence, the current ones marked."""
    bar = game.system.turn_bar(game.view())
    powers = _steps(bar.powers, bar.power, "Powers")
    phases = _steps(bar.phases, bar.phase, "Phases")
    boxes = f"<span>{escape('; '.join(bar.boxes))}</span>" if bar.boxes else ""
    return (
        f"<div class='na-turnbar'><b>Round {bar.round} of {bar.last_round}</b>{powers}{phases}"
        f"<span>Now: <b>{escape(bar.step)}</b></span>{boxes}</div>"
    )


def _steps(items: Iterable[tuple[str, str]], current: str, label: str) -> str:
    found = []
    for key, title in items:
        mark = " aria-current='step'" if key == current else ""
        found.append(f"<li{mark}>{escape(title)}</li>")
    return f"<ol aria-label='{label}'>{''.join(found)}</ol>"


def banner(session: Session) -> str:
    """Whose decision it is, what is asked, and why now; at the end who won and why."""
    game = session.game
    if game.outcome is not None:
        return _over(session)
    prompt, seat = game.prompt, game.seat
    who = f"{session.seat_name(seat)} ({session.player(seat)})"
    active = game.system.powers(game.setting.data).get(game.state.power, "")
    theirs = ""
    if active and game.view().seat_of(game.state.power) != seat:
        turn = escape(session.words.power(game.state.power))
        theirs = f"It is the turn of {turn}, but this decision belongs to the other side. "
    verb = "throws dice" if game.chance is not None else "decides"
    why = f"<span class='na-why'>{theirs}{escape(prompt.why)}</span>" if theirs or prompt.why else ""
    return f"<div class='na-banner' role='status'><b>{escape(who)} {verb}:</b> {escape(prompt.text)}{why}</div>"


def _over(session: Session) -> str:
    outcome = session.game.outcome
    assert outcome is not None
    who = session.seat_name(outcome.winner) if outcome.winner else "nobody wins"
    rules = [session.rulebook[i] for i in outcome.rules if i in session.rulebook]
    cited = f"<ul>{''.join(f'<li>{rule_text(rule)}</li>' for rule in rules)}</ul>" if rules else ""
    return (
        f"<div class='na-banner' role='status'><b>The game is over: {escape(outcome.level)} ({escape(who)}).</b>"
        f"<span class='na-why'>{escape(outcome.reason)}</span>{cited}</div>"
    )


def rules_in_play(session: Session) -> str:
    """The rules of this moment, in own words with section and page."""
    rules = [session.rulebook[i] for i in session.game.prompt.rules if i in session.rulebook]
    if not rules:
        return ""
    items = "".join(f"<li>{rule_text(rule)}</li>" for rule in rules)
    return (
        f"<details class='na-rules' open><summary>Rules in play ({len(rules)})</summary>"
        f"<ul tabindex='0' aria-label='Rules in play'>{items}</ul></details>"
    )


def rule_text(rule: Rule) -> str:
    """A rule as one line of HTML."""
    where = f"<i>({escape(place_of(rule))})</i> <code>{escape(rule.id)}</code>"
    return f"<b>{escape(rule.title)}</b>: {escape(rule.text)} {where}"


def place_of(rule: Rule) -> str:
    """Where a rule is printed: section and page."""
    page = f"p.{rule.page}" if rule.page is not None else ""
    return rule.section if page in rule.section else f"{rule.section}, {page}"


def answer_box(answer: Answer, lines: Sequence[str], number: int) -> str:
    """What the table said last; the number makes a screen reader tell the same words again."""
    sign = "&#10003; " if answer.ok else "&#10007; "
    look, role = ("", "status") if answer.ok else (" na-no", "alert")
    body = _ruling(answer) if answer.rule is not None else _short(lines, ANSWER_LINES)
    return (
        f"<div class='na-ruling{look}' role='{role}' data-answer='{number}'>"
        f"<h4>{sign}{escape(answer.headline)}</h4>{body}</div>"
    )


def _ruling(answer: Answer) -> str:
    """The rule behind a refusal, the numbers it counts, further rules."""
    assert answer.rule is not None
    numbers = answer.ruling.numbers if answer.ruling is not None else {}
    pairs = ((key.replace("_", " "), str(number)) for key, number in numbers.items())
    counted = "".join(f"<span>{escape(key)}: <b>{escape(number)}</b></span>" for key, number in pairs)
    told = f"<div class='na-numbers'>{counted}</div>" if counted else ""
    return f"<div>{rule_text(answer.rule)}</div>{told}{_list(answer.lines[1:])}"


def log(session: Session, seat: str = "") -> str:
    """The last entries of the record with what happened, newest first, as a seat may know it."""
    entries = [node for node in session.game.path() if node.events][-LOG_ENTRIES:]
    parts = [_entry(session, node, seat) for node in reversed(entries)]
    return f"<div class='na-log' role='region' tabindex='0' aria-label='Log, newest first'>{''.join(parts)}</div>"


def _entry(session: Session, node: Node, seat: str) -> str:
    who = session.seat_name(node.seat) if node.seat else "Set-up"
    lines = session.tell(node.events, seat)
    return f"<h5>{node.n}. {escape(who)}: {escape(entry_head(node))}</h5>{_short(lines, LOG_LINES)}"


def entry_box(session: Session, node: Node, most: int, seat: str = "") -> str:
    """One entry of the record with what happened, as a box, as a seat may know it ("": all of it)."""
    who = session.seat_name(node.seat) if node.seat else "Set-up"
    secret = seat and node.seat not in ("", seat) and node.events and not visible(node.events, seat)
    told = f"something that {session.seat_name(seat)} does not see" if secret else entry_head(node)
    head = f"{node.n}. {escape(who)}: {escape(told)}" if told != who.lower() else f"{node.n}. {escape(who)}"
    return f"<div class='na-ruling' role='status'><h4>{head}</h4>{_short(session.tell(node.events, seat), most)}</div>"


def entry_head(node: Node) -> str:
    """An entry of the record in a word: its order or its dice."""
    if node.order is not None:
        return str(node.order)
    return f"dice {' '.join(map(str, node.result))}" if node.result else "set-up"


def _short(lines: Sequence[str], most: int) -> str:
    """The first lines, and how many more there are."""
    left = len(lines) - most
    shown = [*lines[: most - 1], f"and {left + 1} more"] if left > 0 else list(lines)
    return _list(shown)


def _list(lines: Sequence[str]) -> str:
    return f"<ul>{''.join(f'<li>{escape(line)}</li>' for line in lines)}</ul>" if lines else ""


def advice(title: str, lines: Sequence[str]) -> str:
    """What may be done in a space, in words."""
    if not lines:
        return ""
    return f"<div class='na-quiet'><b>{escape(title)}: what may be done here</b>{_list(lines)}</div>"


def trouble(text: str) -> str:
    """What went wrong, or was moved aside, in keeping the game."""
    return f"<div class='na-quiet na-trouble' role='status'>{escape(text)}</div>" if text else ""
