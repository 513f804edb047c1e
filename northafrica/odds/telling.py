"""An answer in words: lines for a terminal, a plain table for a notebook."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from northafrica.core.html import joined, tag, together

if TYPE_CHECKING:
    from northafrica.odds.answer import Answer
    from northafrica.odds.table_attack import TableAnswer

BAR, MOST_ROUNDS, MOST_POLICY, WIDE = 30, 12, 24, 100
MEANINGS = {
    "win": "the defender is gone",
    "lose": "the attacker is gone",
    "defender_falls_back": "... gone by falling back",
    "draw": "both are gone",
    "retreat": "one side left the battle",
    "stalemate": "both sides stay",
    "capture": "the attacker takes the place",
}
HEADS = {"our_supply": "attacker's supply", "their_supply": "defender's supply", "against": "against units"}
TABLE_MEANINGS = {
    "win": "the defender's place is empty, attackers can enter it",
    "lose": "no attacker is left",
    "draw": "nobody is left",
    "retreat": "attackers are thrown back",
    "stalemate": "both sides stay",
    "capture": "attackers can enter the place",
    "clear": "the defender leaves the place, alive or not",
}
RESULT_KEY = "  A, D: attacker, defender; then the steps it loses, and after r the hexes it retreats"
Rows = Sequence[Sequence[str]]


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


def in_steps(answer: Answer) -> bool:
    """Whether units are counted by their steps, so that their numbers are steps and not pieces."""
    forces = (answer.attacker, answer.defender)
    return answer.value_unit == "steps" and all(sum(force.start) == force.worth for force in forces)


def force_words(answer: Answer, side: str) -> str:
    """`5 infantry, 2 artillery (23 RP)`; where units are counted by steps `6 infantry (steps, 6 in all)`."""
    force = answer.force(side)
    units = ", ".join(f"{n} {unit.replace('_', ' ')}" for n, unit in zip(force.start, force.units, strict=True) if n)
    if in_steps(answer):
        return f"{units or 'nothing'} (steps, {number(force.worth)} in all)"
    return f"{units or 'nothing'} ({number(force.worth)} {answer.value_unit})"


def _counted(answer: Answer) -> str:
    return "Steps" if in_steps(answer) else "Units"


def how(answer: Answer | TableAnswer) -> str:
    """Whether an answer is exact."""
    return f"sampled {answer.trials:,} times" if answer.trials else "exact"


def chance_rows(answer: Answer) -> list[tuple[str, float, float]]:
    """(name, chance, standard error) of each outcome that can happen, `capture` always."""
    rows = [(name, chance) for name, chance in answer.p.items() if chance > 0]
    rows += [(name, float(answer.extra[name])) for name in ("defender_falls_back",) if answer.extra.get(name)]
    return [(name, chance, answer.standard_error(chance)) for name, chance in [*rows, ("capture", answer.capture)]]


def unit_rows(answer: Answer) -> list[tuple[str, str, int, float]]:
    """(side, unit, at the start, left on average)."""
    return [
        (side, unit, start, answer.expected_survivors[side][unit])
        for side in ("attacker", "defender")
        for unit, start in zip(answer.force(side).units, answer.force(side).start, strict=True)
    ]


def round_rows(answer: Answer) -> list[tuple[str, float]]:
    """(round, chance that the battle ends in it); the long tail as one row."""
    chances = list(answer.rounds)
    while chances and chances[-1] < 1e-6:
        chances.pop()
    rows = [(str(n), chance) for n, chance in enumerate(chances) if n or chance]
    if len(rows) > MOST_ROUNDS:
        tail = sum(chance for _, chance in rows[MOST_ROUNDS - 1 :])
        rows = [*rows[: MOST_ROUNDS - 1], (f"{rows[MOST_ROUNDS - 1][0]} or more", tail)]
    return rows


def mean_rounds(answer: Answer) -> float:
    """The mean number of rounds fought."""
    return sum(n * chance for n, chance in enumerate(answer.rounds))


def policy_tables(policy: Sequence[Mapping[str, Any]]) -> list[tuple[str, list[str], list[list[str]]]]:
    """The lines of a policy as tables (title, head, rows), one for each `who` that decides."""
    deciders = dict.fromkeys(str(line.get("who", "")) for line in policy)
    found = []
    for who in deciders:
        mine = [{k: v for k, v in line.items() if k != "who"} for line in policy if str(line.get("who", "")) == who]
        found.append((f"Best policy of the {who}" if who else "Best policy", *policy_table(mine)))
    return found


def policy_table(policy: Sequence[Mapping[str, Any]]) -> tuple[list[str], list[list[str]]]:
    """The lines of one side's policy as head and rows."""
    head = list(dict.fromkeys(key for line in policy for key in line))
    rows = [[number(line[key]) if key in line else "" for key in head] for line in policy[:MOST_POLICY]]
    if len(policy) > MOST_POLICY:
        rows.append([f"and {len(policy) - MOST_POLICY} more lines", *[""] * (len(head) - 1)])
    return [HEADS.get(key, key.replace("_", " ")) for key in head], rows


def value_words(answer: Answer) -> list[str]:
    """What each side loses on average, and the difference."""
    found = []
    for side in ("attacker", "defender"):
        error = f" ± {answer.value_error(side):.2f}" if answer.trials else ""
        lost, worth = answer.value_lost[side], answer.force(side).worth
        found.append(f"{side} loses {lost:.2f}{error} of {number(worth)} {answer.value_unit}")
    swing = f"{abs(answer.swing):.2f} {answer.value_unit} {'more' if answer.swing >= 0 else 'less'}"
    return [*found, f"the defender loses {swing} than the attacker"]


# -- lines -------------------------------------------------------------------------------------------
def lines(answer: Answer | TableAnswer) -> list[str]:
    """An answer as lines for a terminal."""
    from northafrica.odds.answer import Answer

    return battle_lines(answer) if isinstance(answer, Answer) else table_lines(answer)


def table_lines(answer: TableAnswer) -> list[str]:
    """One attack on a combat results table as lines for a terminal."""
    frame = answer.frame()
    chances = [
        (str(row.outcome), percent(float(str(row.probability))), TABLE_MEANINGS[str(row.outcome)])
        for row in frame.itertuples()
        if row.probability or row.outcome in ("capture", "clear")
    ]
    results = [
        (str(r.result), percent(float(str(r.probability))), str(r.outcome))
        for r in answer.results_frame().sort_values("probability", ascending=False).itertuples()
    ]
    lost = [f"  {side} loses {answer.value_lost[side]:.3f} steps" for side in ("attacker", "defender")]
    if answer.exchange is not None:
        lost.append(f"  {float(answer.exchange):.2f} of the defender's for each of the attacker's")
    return [
        f"{answer.title or answer.odds} ({how(answer)})",
        f"  {_column_words(answer)}",
        *("", "Chances", *columns(chances)),
        *("", "Steps lost on average", *lost),
        *("", "Results", *columns([("result", "chance", "attacker"), *results]), RESULT_KEY),
        *_note_lines(answer.notes),
    ]


def _column_words(answer: TableAnswer) -> str:
    """`odds 1:9 (column 1:4), shift +4 of which 3 count, rolled on 3:1`."""
    most = answer.table.most
    counts = f" of which {most} count" if abs(answer.shift) > most else ""
    parts = [f"odds {answer.odds}" + (f" (column {answer.raw})" if answer.raw != answer.odds else "")]
    parts += [f"shift {answer.shift:+d}{counts}"] if answer.shift else []
    return ", ".join([*parts, f"rolled on {answer.column}"])


def battle_lines(answer: Answer) -> list[str]:
    """A battle fought out as lines for a terminal."""
    found = [f"{answer.title or 'Battle'} ({how(answer)})"]
    found += [f"  {side}  {force_words(answer, side)}" for side in ("attacker", "defender")]
    found += ["", "Chances", *_chance_lines(answer)]
    units = [
        (f"{side} {unit.replace('_', ' ')}", str(start), f"{left:.3f}") for side, unit, start, left in unit_rows(answer)
    ]
    if units:
        found += ["", f"{_counted(answer)} left on average", *columns([("", "start", "left"), *units])]
    found += ["", "Value lost on average", *(f"  {text}" for text in value_words(answer))]
    if answer.rounds:
        rounds = [(name, percent(chance)) for name, chance in round_rows(answer)]
        found += ["", f"Ends in round (mean {mean_rounds(answer):.2f})", *columns(rounds)]
    for title, head, rows in policy_tables(answer.policy):
        found += ["", title, *columns([head, *rows])]
    return found + _note_lines(answer.notes)


def _note_lines(notes: Sequence[str]) -> list[str]:
    told = [line for note in notes for line in wrap(f"Note: {note}", WIDE, subsequent_indent="  ")]
    return ["", *told] if told else []


def _chance_lines(answer: Answer) -> list[str]:
    rows = []
    for name, chance, error in chance_rows(answer):
        told = percent(chance) + (f" ± {100 * error:.2f}" if answer.trials else "")
        rows.append((name.replace("_", " "), told, f"{'#' * round(BAR * chance):<{BAR}}", MEANINGS[name]))
    return columns(rows)


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


# -- notebook ----------------------------------------------------------------------------------------
def html(answer: Answer) -> Markup:
    """An answer as a plain HTML table, without style sheet or script."""
    head = together(tag("b", answer.title or "Battle"), " (", how(answer), ")")
    sides = joined(tag("br"), (f"{side}: {force_words(answer, side)}" for side in ("attacker", "defender")))
    chances = [
        (name.replace("_", " "), percent(chance) + (f" ± {100 * error:.2f}" if answer.trials else ""), MEANINGS[name])
        for name, chance, error in chance_rows(answer)
    ]
    units = [
        (f"{side} {unit.replace('_', ' ')}", str(start), f"{left:.3f}") for side, unit, start, left in unit_rows(answer)
    ]
    parts = [tag("p", head, tag("br"), sides), _table("Chances", ("outcome", "chance", "meaning"), chances)]
    if units:
        parts.append(_table(f"{_counted(answer)} left on average", ("units", "start", "left"), units))
    parts.append(tag("p", "; ".join(value_words(answer)), "."))
    parts += [_table(*table) for table in policy_tables(answer.policy)]
    parts += [tag("p", note) for note in answer.notes]
    return tag("div", *parts)


def _cell(text: str) -> Markup:
    return tag("td", text, style=None if _is_number(text) else "text-align:left")


def _table(title: str, head: Iterable[str], rows: Iterable[Sequence[str]]) -> Markup:
    top = together(*(tag("th", name) for name in head))
    body = together(*(tag("tr", tag("th", row[0]), *(_cell(cell) for cell in row[1:])) for row in rows))
    return tag("table", tag("caption", title), tag("tr", top), body)
