"""An attack told as a picture: strengths, shifts with their rules, the column in the table, the chances."""

from __future__ import annotations

from collections.abc import Mapping

from northafrica.core.attack_told import AttackLine, AttackTold
from northafrica.core.rulebook import Rule
from northafrica.lab.tray.palette import OKABE_ITO, THEMES, mix
from northafrica.lab.tray.svg import Sheet

WIDTH = 840
ROW = 17.0
Point = tuple[float, float]
OUTCOMES: Mapping[str, tuple[str, str]] = {
    "win": ("attackers may enter", OKABE_ITO["green"]),
    "stalemate": ("both stay", OKABE_ITO["grey"]),
    "retreat": ("attackers thrown back", OKABE_ITO["orange"]),
    "lose": ("no attacker is left", OKABE_ITO["vermillion"]),
    "draw": ("nobody is left", OKABE_ITO["purple"]),
}


def citation(rules: tuple[str, ...], book: Mapping[str, Rule]) -> str:
    """The rules of a line, in words, to hover over."""
    found = [f"{book[rule].title} ({book[rule].section}) [{rule}]" for rule in rules if rule in book]
    return "\n".join(found) or ", ".join(rules)


def percent(chance: float) -> str:
    """A chance as it is written: `2.8 %`."""
    return f"{100 * chance:.1f} %"


def attack_svg(told: AttackTold, title: str, book: Mapping[str, Rule], theme: str = "light", width: int = WIDTH) -> str:
    """All of an attack."""
    sheet = Sheet(width, THEMES[theme], title)
    sheet.paragraph(f"Attackers: {told.attackers}", colour=sheet.theme.faint)
    sheet.paragraph(f"Defenders: {told.defenders}", colour=sheet.theme.faint)
    if told.refusal:
        sheet.paragraph(f"Not to be ordered now: {told.refusal}", colour=sheet.theme.chosen)
    sheet.y += 4
    for line in told.lines:
        if line.part in ("strength", "odds"):
            _line(sheet, line, book)
    _ladder(sheet, told, book)
    _table(sheet, told)
    _chances(sheet, told)
    for note in told.notes:
        sheet.paragraph(note, size=10, colour=sheet.theme.faint)
    return sheet.svg(about(told))


def about(told: AttackTold) -> str:
    """The attack in a few sentences."""
    shifts = "; ".join(f"{line.what} {line.value}" for line in told.lines if line.part == "shift")
    results = "; ".join(f"{one.result} {percent(one.chance)}" for one in told.results)
    return (
        f"{told.attack} against {told.defence}, odds {told.odds}, column {told.columns[told.raw]}. Shifts: "
        f"{shifts or 'none'}; column {told.columns[told.column]}. Results: {results}."
    )


def _line(sheet: Sheet, line: AttackLine, book: Mapping[str, Rule]) -> None:
    """What counts, its value, why, and its rules."""
    top, cited = sheet.y, citation(line.rules, book)
    sheet.text(line.what, 8, top + 14, bold=True, tip=cited)
    sheet.text(line.value, 196, top + 14, bold=True, anchor="end", tip=cited)
    sheet.y = top + 5 + _because(sheet, line, (212, top + 14), (11.5, 14), cited)


def _because(
    sheet: Sheet, line: AttackLine, at: tuple[float, float], letters: tuple[float, float], cited: str
) -> float:
    """Why, and beside it the rules, from a point on, in letters of a size and a step; returns how high both are."""
    (x, y), (size, step) = at, letters
    why = sheet.rows(line.why, sheet.width - x - 232, size)
    rules = sheet.rows(", ".join(line.rules), 224, 10)
    high = sheet.block(why, x, y, step, size=size, tip=cited)
    return max(high, sheet.block(rules, sheet.width - 228, y, 12, size=10, colour=sheet.theme.faint, tip=cited))


def _ladder(sheet: Sheet, told: AttackTold, book: Mapping[str, Rule]) -> None:
    """The shifts one by one, each with a bar as long as its columns."""
    sheet.y += 6
    shifts = [line for line in told.lines if line.part == "shift"]
    sheet.line(f"From column {told.columns[told.raw]}: {len(shifts) or 'no'} shifts looked at", bold=True)
    middle, slot = 268.0, 14.0
    top = sheet.y
    for line in shifts:
        y, cited = sheet.y, citation(line.rules, book)
        sheet.text(line.what, 8, y + 13, size=11.5, tip=cited)
        sheet.text(line.value, 214, y + 13, bold=True, anchor="end", tip=cited)
        wide = slot * min(abs(line.columns), 3)
        colour = OKABE_ITO["vermillion"] if line.columns > 0 else OKABE_ITO["sky"]
        if wide:
            left = middle if line.columns > 0 else middle - wide
            sheet.box(left, y + 3, wide, 11, fill=colour, tip=cited, round_=1)
        sheet.y = y + 4 + _because(sheet, line, (322, y + 13), (11, 13), cited)
    if shifts:
        sheet.path(f"M{middle},{top + 2:.1f}V{sheet.y:.1f}", sheet.theme.line, 1)
    last = next((line for line in told.lines if line.part == "column"), None)
    if last is not None:
        words = f"{last.why}: column {told.columns[told.column]}"
        sheet.y += 15
        sheet.text(words, 8, sheet.y - 1, bold=True, tip=citation(last.rules, book))


def _table(sheet: Sheet, told: AttackTold) -> None:
    """The whole table, the column of the odds dashed, the column of the roll filled."""
    left, top = 86.0, sheet.y + 12
    slot = (sheet.width - left - 8) / len(told.columns)
    tall = ROW * (len(told.rows) + 1)
    fill = mix(OKABE_ITO["yellow"], sheet.theme.page, 45 if sheet.theme.name == "light" else 22)
    sheet.box(left + slot * told.column, top, slot, tall, fill=fill, stroke=sheet.theme.chosen, thick=2)
    if told.raw != told.column:
        sheet.box(left + slot * told.raw + 1, top, slot - 2, tall, stroke=sheet.theme.ink, dash="4 3")
    sheet.text("dice (chance)", 8, top + 13, size=10.5, colour=sheet.theme.faint)
    for n, name in enumerate(told.columns):
        sheet.text(name, left + slot * (n + 0.5), top + 13, size=10.5, bold=True, anchor="middle")
    for at, (total, results) in enumerate(sorted(told.rows.items()), 1):
        y = top + ROW * at
        sheet.path(f"M8,{y:.1f}H{sheet.width - 8}", sheet.theme.line, 0.5, opacity=0.35)
        sheet.text(f"{total}  ({percent(told.chances[total])})", 8, y + 13, size=10.5)
        for n, result in enumerate(results):
            size = 10.5 if slot > 62 or len(result) < 7 else 8.5
            sheet.text(result, left + slot * (n + 0.5), y + 13, size=size, anchor="middle", bold=n == told.column)
    sheet.y = top + tall + 4
    sheet.line(
        "Dashed: the column of the odds. Framed: the column after all shifts.", size=10, colour=sheet.theme.faint
    )


def _chances(sheet: Sheet, told: AttackTold) -> None:
    """The results of the roll with their chances, and what they come to."""
    sheet.y += 6
    sheet.line("The one roll to come, exactly", bold=True)
    most = max((one.chance for one in told.results), default=1.0)
    room = sheet.width - 420.0
    for one in told.results:
        y, (words, colour) = sheet.y, OUTCOMES.get(one.outcome, (one.outcome, OKABE_ITO["grey"]))
        sheet.text(one.result, 8, y + 14, bold=True)
        sheet.text(words, 112, y + 14, size=11)
        sheet.text(percent(one.chance), 320, y + 14, anchor="end")
        sheet.box(330, y + 4, room * one.chance / most, 12, fill=colour, round_=1)
        sheet.y = y + 18
    sheet.y += 4
    sheet.line(
        f"Attackers may enter: {percent(told.capture)}. The defender leaves: {percent(told.clear)}. Steps lost on "
        f"average: attacker {told.losses['attacker']:.2f}, defender {told.losses['defender']:.2f}."
    )
