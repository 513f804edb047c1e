"""The chain of supply as a picture: rounds across, stations down, what lies there, what comes, goes and is spent."""

from __future__ import annotations

from northafrica.core.game import Game
from northafrica.lab.charts.chart_data import source_line
from northafrica.lab.study.chain_data import MOST_STATIONS, Chain, Flow, chain
from northafrica.lab.tray.palette import LIGHT, OKABE_ITO, THEMES, mix
from northafrica.lab.tray.svg import Picture, Sheet

LEFT, ROW = 168.0, 50.0
MINUS = "\u2212"
LOOKS = {
    "arrived": ("+", "", OKABE_ITO["green"], "arrived"),
    "captured": ("+", "c", OKABE_ITO["purple"], "captured"),
    "spent": (MINUS, "", OKABE_ITO["orange"], "spent"),
    "lost": (MINUS, "x", OKABE_ITO["vermillion"], "lost to the enemy"),
    "destroyed": (MINUS, "d", OKABE_ITO["yellow"], "destroyed"),
    "expired": (MINUS, "e", OKABE_ITO["grey"], "expired"),
}
"""What came or went: its sign, its letter, its colour, its words."""
DASHES = ("", "5 3", "2 3", "7 3 2 3")


def supply_chain_picture(
    game: Game, side: str, *, stations: int = MOST_STATIONS, theme: str = "light", width: int = 1080
) -> Picture:
    """A side's supply from where it arrives to where it is spent, round by round, in what was played.

    A cell is what lies at a station at the end of a round; lines are what was carried between stations in it, as thick
    as much; a dotted frame marks supply that lay there all round long while units went without. Raises ValueError for
    an unknown side.
    """
    if side not in game.system.sides:
        raise ValueError(f"there is no side '{side}'; there are {', '.join(game.system.sides)}")
    found = chain(game, side, stations)
    return Picture(chain_svg(game, found, theme, width), _title(game, found))


def _title(game: Game, found: Chain) -> str:
    return f"{game.system.sides[found.side]} supply, round by round ({game.system.title}, {game.setting.scenario})"


def chain_svg(game: Game, found: Chain, theme: str, width: int) -> str:
    """A chain as SVG text."""
    sheet = Sheet(width, THEMES[theme], _title(game, found))
    carriers = list(dict.fromkeys(flow.by for flow in found.flows if flow.kind == "moved"))
    _legend(sheet, found, carriers)
    columns = (0, *found.rounds)
    slot = (width - LEFT - 8) / max(1, len(columns))
    top = sheet.y + 18
    _heads(sheet, columns, slot, top)
    rows = {station: top + ROW * n for n, station in enumerate(found.stations)}
    for station, y in rows.items():
        for n, words in enumerate(sheet.rows(found.stations[station], LEFT - 16, 11.5)[:2]):
            sheet.text(words, 8, y + 22 + 13 * n, size=11.5, bold=n == 0)
        sheet.path(f"M{LEFT},{y + ROW:.1f}H{width - 8}", sheet.theme.line, 0.5, opacity=0.3)
    for at in range(1, len(columns)):
        x = LEFT + slot * at + 1
        sheet.path(f"M{x:.1f},{top}V{top + ROW * len(rows):.1f}", sheet.theme.line, 0.5, opacity=0.3)
    stuck = {(n, station): idle for n, station, idle in found.stuck()}
    highest = max(found.stock.values(), default=1)
    for at, n in enumerate(columns):
        for station, y in rows.items():
            _cell(sheet, found, n, station, LEFT + slot * at, y, slot, highest, stuck.get((n, station), 0))
        moved = [flow for flow in found.flows if flow.round == n and flow.kind == "moved"]
        _moves(sheet, moved, rows, LEFT + slot * at, slot, carriers, found)
    sheet.y = top + ROW * len(rows) + 4
    _without(sheet, found, columns, slot)
    _notes(sheet, found)
    sheet.line(source_line(game), size=9, colour=sheet.theme.faint)
    return sheet.svg(_told(found))


def _legend(sheet: Sheet, found: Chain, carriers: list[str]) -> None:
    """What the signs mean: only those that occur."""
    sheet.y += 4
    x, y = 8.0, sheet.y + 10
    kinds = [kind for kind in LOOKS if any(flow.kind == kind for flow in found.flows)]
    for kind in kinds:
        sign, letter, colour, words = LOOKS[kind]
        sheet.box(x, y - 10, 24, 13, fill=colour, round_=2)
        sheet.text(f"{sign}2{letter}", x + 12, y, size=10, bold=True, anchor="middle", colour="#111")
        sheet.text(words, x + 29, y, size=11)
        x += 44 + 6.4 * len(words)
    for n, carrier in enumerate(carriers):
        sheet.path(f"M{x},{y - 4}h26", sheet.theme.ink, 3, dash=DASHES[n % len(DASHES)])
        sheet.text(f"carried: {carrier}", x + 31, y, size=11)
        x += 100 + 6.4 * len(carrier)
    sheet.y = y + 4


def _heads(sheet: Sheet, columns: tuple[int, ...], slot: float, top: float) -> None:
    for at, n in enumerate(columns):
        words = "start" if not n else str(n)
        sheet.text(words, LEFT + slot * (at + 1) - 3 - _wide(slot) / 2, top - 5, size=11, bold=True, anchor="middle")
    sheet.text("round", 8, top - 5, size=11, colour=sheet.theme.faint)


def _wide(slot: float) -> float:
    """The width of a cell's number."""
    return min(slot - 12, 46.0)


def _cell(
    sheet: Sheet, found: Chain, n: int, station: str, x: float, y: float, slot: float, highest: int, idle: int
) -> None:
    """What lies at a station, tinted by how much, and what came and went there."""
    amount = found.stock.get((n, station), 0)
    wide = _wide(slot)
    left = x + slot - wide - 3
    name = found.stations[station]
    tip = f"{name}, {f'round {n}' if n else 'start'}: {amount} at the end"
    if idle:
        tip += f"; {idle} lay there all round while units went without"
    if amount:
        fill = mix(OKABE_ITO["sky"], "#ffffff", round(15 + 75 * amount / highest))
        edge, dash, thick = (sheet.theme.chosen, "2 2", 2.2) if idle else ("", "", 0.8)
        sheet.box(left, y + 14, wide, 22, fill=fill, tip=tip, stroke=edge, dash=dash, thick=thick)
        sheet.text(str(amount), left + wide / 2, y + 30, size=13, bold=True, anchor="middle", colour=LIGHT.ink, tip=tip)
    else:
        sheet.box(left + wide / 2 - 2, y + 23, 4, 4, fill=sheet.theme.line, stroke="none", round_=2, tip=tip)
    ins = [flow for flow in found.flows if flow.round == n and flow.end == station and not flow.start]
    outs = [flow for flow in found.flows if flow.round == n and flow.start == station and not flow.end]
    _badges(sheet, ins, left, y + 2, slot)
    _badges(sheet, outs, left, y + 37, slot)


def _badges(sheet: Sheet, flows: list[Flow], left: float, y: float, slot: float) -> None:
    sums: dict[str, int] = {}
    words: dict[str, list[str]] = {}
    for flow in flows:
        sums[flow.kind] = sums.get(flow.kind, 0) + flow.amount
        words.setdefault(flow.kind, []).append(f"{flow.amount} {flow.by}")
    wide = min(24.0, (slot - 10) / max(1, len(sums)))
    for n, (kind, amount) in enumerate(sums.items()):
        sign, letter, colour, told = LOOKS[kind]
        x = left + (wide + 1) * n
        sheet.box(x, y, wide, 11, fill=colour, round_=2, tip=f"{told}: {'; '.join(words[kind])}")
        look = dict(anchor="middle", colour="#111")
        sheet.text(f"{sign}{amount}{letter}", x + wide / 2, y + 9, size=9, bold=True, **look)


def _moves(
    sheet: Sheet, flows: list[Flow], rows: dict[str, float], x: float, slot: float, carriers: list[str], found: Chain
) -> None:
    """Lines between stations along the left edge of a round; those within a station are told in a note."""
    across = [flow for flow in flows if flow.start != flow.end and flow.start in rows and flow.end in rows]
    room = max(10.0, min(slot - 50, 60.0))
    for n, flow in enumerate(sorted(across, key=lambda f: (rows[f.start], rows[f.end]))):
        at = x + 4 + (n + 0.5) * room / max(1, len(across))
        start, end = rows[flow.start] + 25, rows[flow.end] + 25
        way = 1 if end > start else -1
        dash = DASHES[carriers.index(flow.by) % len(DASHES)]
        tip = f"{flow.amount} from {found.stations[flow.start]} to {found.stations[flow.end]}, {flow.by}"
        thick = 1.2 + 0.9 * min(flow.amount, 8)
        sheet.path(f"M{at:.1f},{start:.1f}V{end - way * 7:.1f}", sheet.theme.ink, thick, dash=dash, tip=tip)
        sheet.head(at, end, 0, way, sheet.theme.ink, 8)
        sheet.box(at - 2.5, start - 2.5, 5, 5, fill=sheet.theme.ink, round_=2.5, tip=tip)
        middle = (start + end) / 2
        sheet.box(at - 7, middle - 7, 14, 13, fill=sheet.theme.page, stroke="none", tip=tip)
        sheet.text(str(flow.amount), at, middle + 4, size=10, bold=True, anchor="middle", tip=tip)


def _without(sheet: Sheet, found: Chain, columns: tuple[int, ...], slot: float) -> None:
    """Units that went without, a bar a round."""
    if not found.unsupplied:
        return
    top, most = sheet.y + 2, max(1, *found.unsupplied.values())
    sheet.text("units without supply", 8, top + 26, size=11.5, bold=True)
    for at, n in enumerate(columns):
        number = found.unsupplied.get(n)
        if number is not None:
            tall = 22 * number / most
            wide = _wide(slot)
            x, colour = LEFT + slot * (at + 1) - wide - 3, OKABE_ITO["vermillion"]
            sheet.box(x, top + 26 - tall, wide, tall, fill=colour, opacity=0.8, round_=1)
            sheet.text(str(number), x + wide / 2, top + 38, size=11, anchor="middle")
    sheet.y = top + 42


def _notes(sheet: Sheet, found: Chain) -> None:
    """Where supply got stuck, and what was carried about within stations."""
    worst = sorted(found.stuck(), key=lambda one: (-one[2], one[0]))[:3]
    if worst:
        told = "; ".join(f"{idle} {found.stations[s]} in round {n}" for n, s, idle in worst)
        sheet.paragraph(f"Where it lay idle while units went without (dotted frames): {told}.", size=11)
    within = sum(f.amount for f in found.flows if f.kind == "moved" and f.start == f.end)
    if within:
        sheet.paragraph(f"Carried about within stations: {within}, not drawn.", size=10.5, colour=sheet.theme.faint)


def _told(found: Chain) -> str:
    flows = "; ".join(
        f"round {f.round}: {f.amount} {f.kind} {f.by}, "
        f"{found.stations.get(f.start, '')} to {found.stations.get(f.end, '')}"
        for f in found.flows
    )
    return f"Stations: {', '.join(found.stations.values())}. {flows}"
