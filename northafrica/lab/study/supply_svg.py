"""A plan of supply as pictures: a scheme of who draws on what, and the board with the ways and the gaps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from northafrica.analysis.supply_plans import Remedy
from northafrica.core.html import together
from northafrica.core.naming import Names
from northafrica.core.supply_plan import Carrying, Eaters, SupplyGap, SupplyGroup, SupplyPlan, SupplySource
from northafrica.core.table import View
from northafrica.lab.board.board_drawing import BoardDrawing
from northafrica.lab.board.plan_drawing import PlanDrawing
from northafrica.lab.board.scene import scene
from northafrica.lab.tray.palette import OKABE_ITO, THEMES, mix
from northafrica.lab.tray.svg import Sheet

WIDTH = 840
SOURCE, GROUP = 208.0, 280.0
"""Right edge of the sources, left edge of the groups."""


def plural(number: int, word: str) -> str:
    """`1 truck`, `2 trucks`."""
    return f"{number} {word}{'' if number == 1 else 's'}"


def units_words(units: Iterable[Eaters], names: Names) -> str:
    """Units by space: `Tobruk: 2 Artillery, Brescia Infantry; Bardia: ...`."""
    by_space: dict[str, list[str]] = {}
    for unit in units:
        by_space.setdefault(unit.space, []).append(str(unit))
    return "; ".join(f"{names.place(space)}: {', '.join(words)}" for space, words in by_space.items())


def carrying_words(way: Carrying, names: Names) -> str:
    """How supply could come: `1 from Mersa Matruh to Bardia: 1 truck (2 1/2 movement points)`."""
    needs = [plural(way.trucks, "truck")] if way.trucks else []
    needs += [plural(way.ships, "shipping point")] if way.ships else []
    cost = f" ({way.cost} each)" if way.cost else ""
    return f"{way.amount} from {names.place(way.source)} to {names.place(way.end)}: {' and '.join(needs)}{cost}"


def helps_words(gap: SupplyGap, names: Names) -> str:
    """What would help the units of a gap."""
    ways = "; or ".join(carrying_words(way, names) for way in gap.helps)
    why = "too little lies in their reach" if gap.reached else "no supply reaches them"
    return f"{why}. {ways[:1].upper()}{ways[1:]}" if ways else f"{why}, and no way leads to them"


def plan_title(view: View, plan: SupplyPlan) -> str:
    """A plan in a line."""
    side = view.setting.system.sides.get(plan.side, plan.side)
    fed = sum(unit.number for group in plan.groups for unit in group.units)
    hungry = sum(unit.number for gap in plan.gaps for unit in gap.units)
    without = f"{plural(hungry, 'unit')} left without" if hungry else "nobody left without"
    return f"{side}: {plan.cost} of {plan.stock} {plan.unit} feed {plural(fed, 'unit')}, {without}"


def scheme_svg(
    view: View, plan: SupplyPlan, theme: str = "light", width: int = WIDTH, remedies: Sequence[Remedy] = ()
) -> str:
    """Sources at the left, the groups that draw on them at the right, below them who is left without."""
    sheet, names = Sheet(width, THEMES[theme], plan_title(view, plan)), view.names
    carriers = ", ".join(f"{what.replace('_', ' ')} {amount}" for what, amount in plan.carriers)
    if carriers:
        sheet.line(f"Carriers at hand now: {carriers}", colour=sheet.theme.faint)
    sheet.y += 6
    free = dict.fromkeys(group.source for group in plan.groups if group.note)
    for source in (*plan.sources, *(SupplySource(place, 0, 0, 0) for place in free)):
        _source(sheet, source, [g for g in plan.groups if g.source == source.space], names)
    if plan.gaps:
        sheet.y += 4
        sheet.line("Left without supply", bold=True)
        for gap in plan.gaps:
            _gap(sheet, gap, names)
    if remedies:
        sheet.y += 6
        sheet.line("What a single carriage would do", bold=True)
        hungry = sum(unit.number for gap in plan.gaps for unit in gap.units)
        for one in remedies:
            left = plural(one.left, "unit")
            words = f"{carrying_words(one.way, names)}: {left} of {hungry} would be left without"
            sheet.paragraph(words, 18, size=11.5)
    for note in plan.notes:
        sheet.paragraph(note, size=10.5, colour=sheet.theme.faint)
    return sheet.svg(f"{plan_title(view, plan)}. {_told(plan, names)}")


def _told(plan: SupplyPlan, names: Names) -> str:
    groups = ". ".join(
        f"{names.place(g.source)}, {g.cost} for {g.count}: {units_words(g.units, names)}" for g in plan.groups
    )
    gaps = ". ".join(f"without: {units_words(gap.units, names)}: {helps_words(gap, names)}" for gap in plan.gaps)
    return ". ".join(filter(None, (groups, gaps)))


def _source(sheet: Sheet, source: SupplySource, groups: list[SupplyGroup], names: Names) -> None:
    """One source with its groups and a band to each, as wide as what it costs."""
    top, tall, colour = sheet.y, 52.0, OKABE_ITO["sky"]
    room = sheet.width - GROUP - 24
    spots = []
    for group in groups:
        rows = sheet.rows(units_words(group.units, names), room, 11)
        high = 24 + 14 * len(rows)
        spots.append((group, rows, sheet.y, high))
        sheet.y += high + 6
    bottom = max(sheet.y - 6, top + tall)
    fill = mix(colour, sheet.theme.page, 22)
    sheet.box(8, top, SOURCE - 8, tall, fill=fill, stroke=colour, thick=2)
    sheet.text(names.place(source.space), 16, top + 17, bold=True)
    words = f"{source.stock} here, {source.spent} spent" if source.stock else "an oasis"
    sheet.text(words, 16, top + 32, size=11)
    for n in range(min(source.stock, 16)):
        fill, tip = (OKABE_ITO["orange"], "spent by the plan") if n < source.spent else ("none", "left")
        sheet.box(16 + 11 * n, top + 38, 9, 9, fill=fill, round_=1, tip=tip)
    for group, rows, y, high in spots:
        thick, middle = 2 + 4 * group.cost, y + min(high, tall) / 2
        bend = (SOURCE + GROUP) / 2
        start = top + tall / 2
        way = f"M{SOURCE},{start:.1f}C{bend},{start:.1f} {bend},{middle:.1f} {GROUP},{middle:.1f}"
        sheet.path(way, OKABE_ITO["orange" if group.cost else "green"], thick, opacity=0.75)
        sheet.box(GROUP, y, sheet.width - GROUP - 8, high, fill=sheet.theme.page)
        cost = group.note or f"costs {group.cost}"
        sheet.text(f"units that count {group.count}: {cost}", GROUP + 8, y + 15, size=11, bold=True)
        sheet.block(rows, GROUP + 8, y + 30, 14, size=11)
    if not groups:
        words = f"nobody draws here; all in its reach count {source.count}"
        sheet.text(words, GROUP, top + 30, size=11, colour=sheet.theme.faint)
    sheet.y = bottom + 10


def _gap(sheet: Sheet, gap: SupplyGap, names: Names) -> None:
    top, room = sheet.y + 4, sheet.width - 40.0
    head = sheet.rows(f"{units_words(gap.units, names)} (count {gap.count}, need {gap.needs})", room, 11.5)
    help_ = sheet.rows(helps_words(gap, names), room, 11)
    high = 8 + 15 * len(head) + 14 * len(help_)
    sheet.box(8, top, sheet.width - 16, high, stroke=OKABE_ITO["vermillion"], dash="6 4", thick=1.5)
    foot = top + sheet.block(head, 18, top + 15, 15, size=11.5, bold=True)
    sheet.block(help_, 18, foot + 14, 14, size=11)
    sheet.y = top + high + 2


# -- on the board ------------------------------------------------------------------------------------
def board_plan_svg(
    view: View, plan: SupplyPlan, theme: str = "light", width: int = WIDTH, focus: list[str] | None = None
) -> str:
    """The board with a line from each source to whom it feeds, and dashed rings about whom none does."""
    now = replace(scene(view), arrows=())
    kind = BoardDrawing if now.ground.plan is None else PlanDrawing
    drawing = kind(now, width, focus or _focus(plan, set(now.ground.shapes)), THEMES[theme])
    marks = Sheet(width, drawing.theme, "")
    marks.parts.clear()
    _lines(marks, drawing, plan)
    _rings(marks, drawing, plan, view)
    return drawing.svg(legend=False, above=together(*marks.parts))


def _focus(plan: SupplyPlan, known: set[str]) -> list[str] | None:
    """Whoever eats, where they draw, and whoever does not."""
    fed = {unit.space for group in plan.groups for unit in group.units if group.cost}
    found = fed | {group.source for group in plan.groups if group.cost} | {gap.space for gap in plan.gaps}
    return sorted(found & known) or None


def _lines(sheet: Sheet, drawing: BoardDrawing, plan: SupplyPlan) -> None:
    """A line from each source to each space it feeds, a colour and a dash a source."""
    shapes = drawing.now.ground.shapes
    looks = {source.space: n for n, source in enumerate(plan.sources)}
    pairs = dict.fromkeys((g.source, unit.space) for g in plan.groups for unit in g.units if g.source != unit.space)
    for start, end in pairs:
        if start in shapes and end in shapes:
            (ax, ay), (bx, by) = (drawing._spot(shapes[space].anchor) for space in (start, end))
            way = f"M{ax:.1f},{ay:.1f}L{bx:.1f},{by:.1f}"
            colour, dash = _LINES[looks.get(start, 0) % len(_LINES)]
            if drawing.theme.name == "dark" and colour == OKABE_ITO["blue"]:
                colour = OKABE_ITO["sky"]
            sheet.path(way, drawing.theme.page, 4.5, opacity=0.7)
            sheet.path(way, colour, 2.2, dash=dash)
            sheet.box(bx - 4, by - 4, 8, 8, fill=colour, round_=4)


_DASHES = {"blue": "", "vermillion": "7 4", "green": "2 3", "purple": "7 3 2 3"}
_LINES = [(OKABE_ITO[name], dash) for name, dash in _DASHES.items()]


def _rings(sheet: Sheet, drawing: BoardDrawing, plan: SupplyPlan, view: View) -> None:
    shapes, size = drawing.now.ground.shapes, 15.0
    for source in plan.sources:
        if source.space in shapes:
            x, y = drawing._spot(shapes[source.space].anchor)
            tip = f"{view.name(source.space)}: {source.stock} here, {source.spent} spent"
            sheet.box(x - size, y - size, 2 * size, 2 * size, stroke=OKABE_ITO["blue"], thick=3, round_=4, tip=tip)
            sheet.box(x - 17, y - size - 13, 34, 14, fill=OKABE_ITO["blue"], round_=3, tip=tip)
            told, look = f"{source.spent}/{source.stock}", dict(colour="#fff", anchor="middle", tip=tip)
            sheet.text(told, x, y - size - 2, size=11, bold=True, **look)
    for gap in plan.gaps:
        if gap.space in shapes:
            x, y = drawing._spot(shapes[gap.space].anchor)
            tip = f"{units_words(gap.units, view.names)}: {helps_words(gap, view.names)}"
            edge, side = drawing.theme.chosen, 2 * size
            sheet.box(x - size, y - size, side, side, stroke=edge, thick=3, dash="5 3", round_=15, tip=tip)
