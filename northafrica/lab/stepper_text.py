"""The words and boxes of the stepper: turn bar, banner, rules in play, rulings, log."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from northafrica.core.game import Game
from northafrica.core.rulebook import Rule
from northafrica.lab.session import Answer, Session

LOG_ENTRIES = 12


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
    """Whose decision it is, what is asked, and why now."""
    game = session.game
    if game.outcome is not None:
        return f"<div class='na-banner' role='status'><b>The game is over.</b> {escape(str(game.outcome))}</div>"
    prompt, seat = game.prompt, game.seat
    who = f"{session.seat_name(seat)} ({session.player(seat)})"
    active = game.system.powers(game.setting.data).get(game.state.power, "")
    theirs = ""
    if active and game.view().seat_of(game.state.power) != seat:
        theirs = f"It is the turn of {escape(game.state.power)}, but this decision belongs to the other side. "
    verb = "throws dice" if game.chance is not None else "decides"
    why = f"<span class='na-why'>{theirs}{escape(prompt.why)}</span>" if theirs or prompt.why else ""
    return f"<div class='na-banner' role='status'><b>{escape(who)} {verb}:</b> {escape(prompt.text)}{why}</div>"


def rules_in_play(session: Session) -> str:
    """The rules of this moment, in own words with section and page."""
    rules = [session.rulebook[i] for i in session.game.prompt.rules if i in session.rulebook]
    if not rules:
        return ""
    items = "".join(f"<li>{rule_text(rule)}</li>" for rule in rules)
    return f"<details class='na-rules' open><summary>Rules in play</summary><ul>{items}</ul></details>"


def rule_text(rule: Rule) -> str:
    """A rule as one line of HTML."""
    source = f"<i>({escape(rule.section)})</i> <code>{escape(rule.id)}</code>"
    return f"<b>{escape(rule.title)}</b>: {escape(rule.text)} {source}"


def answer_box(answer: Answer) -> str:
    """What the table said to the last order."""
    sign = "&#10003; " if answer.ok else "&#10007; "
    look = "" if answer.ok else " na-no"
    lines = "".join(f"<li>{escape(line)}</li>" for line in answer.lines[-14:])
    listed = f"<ul>{lines}</ul>" if lines else ""
    return f"<div class='na-ruling{look}' role='alert'><h4>{sign}{escape(answer.headline)}</h4>{listed}</div>"


def log(session: Session) -> str:
    """The last entries of the record with what happened, newest first."""
    entries = [node for node in session.game.path() if node.events][-LOG_ENTRIES:]
    parts = []
    for node in reversed(entries):
        head = str(node.order) if node.order is not None else f"dice {' '.join(map(str, node.result or ()))}"
        who = session.seat_name(node.seat) if node.seat else "set-up"
        title = f"<h5>{node.n}. {escape(who)}: {escape(head if node.n else 'set-up')}</h5>"
        parts.append(title + _list(session.tell(node.events)[:16]))
    return f"<div class='na-log' tabindex='0' aria-label='Log'>{''.join(parts)}</div>"


def _list(lines: Sequence[str]) -> str:
    return f"<ul>{''.join(f'<li>{escape(line)}</li>' for line in lines)}</ul>"
