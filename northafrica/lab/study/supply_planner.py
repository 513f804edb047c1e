"""The supply planner: who draws on what, what it costs, who goes without; and what would be if supply lay elsewhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import ipywidgets as widgets
import pandas as pd
from markupsafe import Markup

from northafrica.analysis.supply_plans import Moves, Remedy, remedies, supply_plan
from northafrica.core.game import Game
from northafrica.core.html import tag, together
from northafrica.core.place_names import place_of
from northafrica.core.supply_plan import Carrying, Shipment, SupplyGap, SupplyPlan, supposing
from northafrica.core.table import View
from northafrica.lab.study.supply_svg import board_plan_svg, carrying_words, plan_title, scheme_svg
from northafrica.lab.tray.closing import Shown
from northafrica.lab.tray.parts import Html, blank, button, column, offer, row, style_sheet
from northafrica.lab.tray.svg import Picture, in_page

SCHEME, BOARD, TABLES = "scheme", "on the board", "tables"
NOWHERE = ("new supply", "")
WIDE = "280px"


def supply_picture(
    game: Game, side: str, suppose: Moves = (), *, board: bool = False, theme: str = "light", seat: str = ""
) -> Picture:
    """A side's plan of supply as a picture: a scheme, or `board` the map with who draws where.

    ``suppose``: supply taken to lie elsewhere, see `northafrica.analysis.supply_plan`. Raises ValueError, in words.
    """
    plan, view = supply_plan(game, side, suppose, seat=seat), game.view(seat)
    return _picture(view, plan, board, theme, [] if board or tuple(suppose) else remedies(view, plan))


def _picture(view: View, plan: SupplyPlan, board: bool, theme: str, found: list[Remedy]) -> Picture:
    drawn = board_plan_svg(view, plan, theme) if board else scheme_svg(view, plan, theme, remedies=found)
    return Picture(drawn, plan_title(view, plan))


@dataclass
class Supposed:
    """What a plan is asked about: the game's view, and shipments supposed, each with the ways it could be carried."""

    view: View
    side: str
    shipments: list[Shipment] = field(default_factory=list)

    def now(self) -> View:
        """The view with the shipments."""
        return supposing(self.view, self.side, self.shipments)

    def plan(self) -> SupplyPlan:
        """The plan with the shipments."""
        found = self.view.setting.system.supply_plan(self.now(), self.side)
        if found is None:
            raise ValueError(f"{self.view.setting.system.title} needs no plan of supply")
        return found

    def ways(self, one: Shipment) -> tuple[Carrying, ...]:
        """How a shipment could be carried."""
        if not one.start:
            return ()
        return self.view.setting.system.carriages(self.view, self.side, one.start, one.end, one.amount)

    def words(self, one: Shipment) -> str:
        """A shipment with the ways to carry it."""
        names = self.view.names
        if not one.start:
            return f"{one.amount} new in {names.place(one.end)}"
        ways = "; or ".join(carrying_words(way, names) for way in self.ways(one))
        return ways or f"{one.amount} from {names.place(one.start)} to {names.place(one.end)}: no way leads there now"


def tables_html(view: View, plan: SupplyPlan, found: list[Remedy]) -> str:
    """A plan as tables."""
    names = view.names

    def _helps(gap: SupplyGap) -> str:
        return "; ".join(carrying_words(way, names) for way in gap.helps) or "nothing: no way leads there"

    lies = [(names.place(s.space), s.stock, s.spent, s.stock - s.spent, s.count) for s in plan.sources]
    sources = _table("Where supply lies", ("place", "here", "spent", "left", "count in its reach"), lies)
    drawn = [
        (names.place(g.source), g.count, g.note or g.cost, "; ".join(f"{names.place(u.space)}: {u}" for u in g.units))
        for g in plan.groups
    ]
    groups = _table("Who draws on what", ("place", "count", "cost", "units"), drawn)
    without = [(names.place(gap.space), ", ".join(map(str, gap.units)), gap.needs, _helps(gap)) for gap in plan.gaps]
    gaps = _table("Left without", ("place", "units", "need", "would help"), without)
    carried = [(carrying_words(one.way, names), one.left) for one in found]
    helps = _table("What a single carriage would do", ("carriage", "left without"), carried)
    return sources + groups + (gaps if plan.gaps else "") + (helps if found else "")


def _table(caption: str, heads: tuple[str, ...], rows: Sequence[tuple[object, ...]]) -> Markup:
    def cell(item: object) -> Markup:
        return tag("td", str(item), class_="na-num" if isinstance(item, int) else None)

    head = together(*(tag("th", name, scope="col") for name in heads))
    body = together(*(tag("tr", *map(cell, found)) for found in rows))
    return tag("table", tag("caption", caption), tag("tr", head), body)


class SupplyPlanner(Shown):
    """A side's plan of supply as scheme, map or tables, and a line to suppose that supply lay elsewhere.

    `theme`: `auto` follows Jupyter's, else light or dark.
    `update(game)` shows another moment; `suppose(end, amount, start)` and `clear()` do what
    the line does; `plan` is what is shown. Raises ValueError where a game needs no such plan.
    """

    def __init__(self, game: Game, side: str = "", *, seat: str = "", theme: str = "auto") -> None:
        self.take_place()
        self.seat, self.theme = seat, theme
        first = side or game.state.power
        sides = dict(game.system.sides)
        self._asked = Supposed(game.view(seat), first if first in sides else next(iter(sides)))
        self.plan: SupplyPlan = self._asked.plan()
        self._remedies: list[Remedy] = []
        self._busy = False
        self._build(sides)
        self._show()

    # -- building ----------------------------------------------------------------------------------
    def _build(self, sides: Mapping[str, str]) -> None:
        sheet = style_sheet("na-told-root", "study/told.css")
        named = [(name, side) for side, name in sides.items()]
        self.side = blank(widgets.Dropdown, "na-side", self._side_chosen, WIDE, options=named, description="Side")
        self._busy = True
        self.side.value = self._asked.side
        self._busy = False
        looks = dict(options=(SCHEME, BOARD, TABLES), description="Show")
        self.look = blank(widgets.Dropdown, "na-look", lambda _: self._draw(), WIDE, **looks)
        count = dict(value=1, min=1, max=99, description="Suppose")
        self.amount = blank(widgets.BoundedIntText, "na-amount", width="150px", **count)
        self.start = blank(widgets.Dropdown, "na-start", width=WIDE, description="from")
        place = dict(description="to", placeholder="a place", ensure_option=False, continuous_update=False)
        self.end = blank(widgets.Combobox, "na-end", width=WIDE, **place)
        tip = "Work the plan out with this supply there"
        ask = button("What then?", tip, "suppose", self._typed, "primary")
        back = button("As it is", "Leave out all that was supposed", "as-it-is", self.clear)
        self._said, self._picture = Html(css="na-answer-box"), Html()
        line = row(self.amount, self.start, self.end, ask, back)
        parts = (sheet, row(self.side, self.look), line, self._said, self._picture)
        self.widget = column(*parts, css="na-told-root na-supply-planner")

    # -- asking ------------------------------------------------------------------------------------
    def update(self, game: Game) -> None:
        """Show another moment; what was supposed is left out."""
        self._asked = Supposed(game.view(self.seat), self._asked.side)
        self._show()

    def suppose(self, end: str, amount: int = 1, start: str = "") -> None:
        """Suppose so much supply in a place, from another or new. Raises ValueError, in words, and nothing changes."""
        game_view = self._asked.view
        one = Shipment(place_of(game_view, end), amount, place_of(game_view, start) if start else "")
        asked = Supposed(game_view, self._asked.side, [*self._asked.shipments, one])
        asked.now()
        self._asked = asked
        self._show()

    def clear(self) -> None:
        """Show things as they are."""
        self._asked.shipments.clear()
        self._show()

    def _side_chosen(self, side: str) -> None:
        if not self._busy:
            self._asked = Supposed(self._asked.view, side)
            self._show()

    def _typed(self) -> None:
        try:
            if not self.end.value.strip():
                raise ValueError("name the place where the supply would lie")
            self.suppose(self.end.value.strip(), int(self.amount.value), str(self.start.value or ""))
        except ValueError as error:
            self._tell(str(error), "na-no")

    # -- telling -----------------------------------------------------------------------------------
    def _show(self) -> None:
        self.plan = self._asked.plan()
        now = self._asked.now()
        self._remedies = remedies(now, self.plan)
        self._offer(now)
        self._tell(self._words(now))
        self._draw()

    def _offer(self, view: View) -> None:
        """What the line offers: where supply lies, and where it would help."""
        names = view.names
        stocked = ((f"{names.place(s.space)} ({s.stock})", s.space) for s in self.plan.sources if s.stock)
        offer(self.start, [NOWHERE, *stocked])
        ends = [way.end for gap in self.plan.gaps for way in gap.helps]
        ends += [unit.space for group in self.plan.groups for unit in group.units]
        self.end.options = tuple(dict.fromkeys(names.place(end) for end in ends))

    def _words(self, view: View) -> str:
        head = plan_title(view, self.plan)
        supposed = "; ".join(self._asked.words(one) for one in self._asked.shipments)
        return f"{head}. Supposed: {supposed}" if supposed else f"{head}."

    def _tell(self, words: str, css: str = "") -> None:
        self._said.value = tag("div", words, class_=f"na-said {css}", aria_live="polite")

    def _draw(self) -> None:
        if self.look.value == TABLES:
            self._picture.value = tables_html(self._asked.now(), self.plan, self._remedies)
        else:
            self._picture.value = in_page(lambda theme: self.picture(theme).svg, self.theme)

    def picture(self, theme: str = "light") -> Picture:
        """What is shown, as a picture to save; for the tables the scheme."""
        return _picture(self._asked.now(), self.plan, self.look.value == BOARD, theme, self._remedies)

    def frame(self) -> pd.DataFrame:
        """The groups of the plan shown, a row a group."""
        names = self._asked.view.names
        return pd.DataFrame(
            [(names.place(g.source), g.count, g.cost, ", ".join(map(str, g.units))) for g in self.plan.groups],
            columns=["source", "count", "cost", "units"],
        )

    def __repr__(self) -> str:
        return f"<SupplyPlanner: {plan_title(self._asked.view, self.plan)}>"
