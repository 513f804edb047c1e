"""An attack on the position, explored: choose a place, attackers and what else counts; see how the odds come about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import ipywidgets as widgets
from markupsafe import Markup

from northafrica.analysis.attacks import attack_told
from northafrica.core.attack_told import AttackOption, AttackTold, Ready
from northafrica.core.game import Game
from northafrica.core.html import tag
from northafrica.core.place_names import place_of
from northafrica.lab.board.style import class_word
from northafrica.lab.study.attack_svg import WIDTH, about, attack_svg, citation, percent
from northafrica.lab.tray.closing import Shown, close_tree
from northafrica.lab.tray.parts import Html, blank, button, column, row, style_sheet
from northafrica.lab.tray.svg import Picture, in_page

NOTHING = "Nobody stands beside an enemy: no attack can be told."


def attack_title(game: Game, told: AttackTold) -> str:
    """What an attack is called: where, and by whom."""
    side = game.system.sides.get(told.side, told.side)
    return f"{side} attack on {game.view().name(told.target)}: odds {told.odds}, column {told.columns[told.column]}"


def attack_picture(
    game: Game,
    target: str,
    forces: str = "",
    *,
    theme: str = "light",
    width: int = WIDTH,
    seat: str = "",
    **chosen: str | int,
) -> Picture:
    """An attack in full as a picture; see `northafrica.analysis.attack_told`. Raises ValueError, in words."""
    told = attack_told(game, target, forces, seat=seat, **chosen)
    title = attack_title(game, told)
    return Picture(attack_svg(told, title, game.system.rulebook(game.setting.data), theme, width), title)


def lines_table(told: AttackTold, game: Game) -> Markup:
    """What counts, as an HTML table with the rules to hover over."""
    book = game.system.rulebook(game.setting.data)
    rows = "".join(
        tag(
            "tr",
            tag("th", line.what, scope="row"),
            tag("td", line.value, class_="na-num"),
            tag("td", line.why),
            tag("td", tag("small", ", ".join(line.rules))),
            title=citation(line.rules, book),
        )
        for line in told.lines
    )
    head = tag("tr", tag("th", "what"), tag("th", "value"), tag("th", "why"), tag("th", "rules"))
    return tag("details", tag("summary", "All that counts, as a table"), tag("table", head, rows))


class AttackExplorer(Shown):
    """A target, its possible attackers by number, the game's options; below them how the odds come about.

    `theme`: `auto` follows Jupyter's, else light or dark.
    `update(game)` shows another moment; `told` is what is shown, None where nothing can be.
    """

    def __init__(self, game: Game, target: str = "", *, seat: str = "", theme: str = "auto") -> None:
        self.take_place()
        self.game, self.seat, self.theme = game, seat, theme
        self.told: AttackTold | None = None
        self._ready: Sequence[Ready] = ()
        self._counts: list[widgets.BoundedIntText] = []
        self._choices: dict[str, widgets.Dropdown] = {}
        self._busy = False
        self._build()
        self.update(game, place_of(game, target) if target else "")

    # -- building ----------------------------------------------------------------------------------
    def _build(self) -> None:
        sheet = style_sheet("na-told-root", "study/told.css")
        self.target = blank(widgets.Dropdown, "na-target", self._picked, "360px", description="Attack on")
        everyone = button("All", "All that can attack", "attack-all", lambda: self._set_all(True))
        nobody = button("Nobody", "Begin with nobody", "attack-none", lambda: self._set_all(False))
        self._units, self._options = row(), row()
        self._said, self._picture = Html(css="na-answer-box"), Html()
        parts = [sheet, row(self.target, everyone, nobody), self._units, self._options, self._said, self._picture]
        self.widget = column(*parts, css="na-told-root na-attack-explorer")

    def update(self, game: Game, target: str = "") -> None:
        """Show another moment of the game; the target stays where it can."""
        self.game = game
        found = game.system.attack_targets(game.view(self.seat))
        sides, view = game.system.sides, game.view(self.seat)
        options = [(f"{view.name(place)} ({sides.get(side, side)} attack)", place) for place, side in found.items()]
        wanted = target or self.target.value
        if target and target not in found:
            raise ValueError(f"nobody beside {view.name(target)} can attack it as things stand")
        self._busy = True
        self.target.options = options
        self.target.value = wanted if wanted in found else next(iter(found), None)
        self._busy = False
        self._set_out()

    def _picked(self, _: object) -> None:
        if not self._busy:
            self._set_out()

    def _set_out(self) -> None:
        """Fields for the attackers and options of the target."""
        target, view = self.target.value, self.game.view(self.seat)
        before = (*self._units.children, *self._options.children)
        self._ready = self.game.system.attack_ready(view, target) if target else ()
        self._counts = [self._count(one) for one in self._ready]
        options = self.game.system.attack_options(view, target) if target else ()
        self._choices = {option.name: self._choice(option) for option in options}
        self._units.children, self._options.children = tuple(self._counts), tuple(self._choices.values())
        close_tree(*before)
        self._show()

    def _count(self, one: Ready) -> widgets.BoundedIntText:
        name = f"{one.what}, {self.game.view().name(one.space)}"
        reach = dict(value=one.number, min=0, max=one.number, tooltip=f"{name}: 0 to {one.number}")
        look = dict(description=name, style={"description_width": "230px"})
        return blank(widgets.BoundedIntText, "na-unit-count", self._changed, "310px", **reach, **look)

    def _choice(self, option: AttackOption) -> widgets.Dropdown:
        options = [(words, value) for value, words in option.values]
        look = dict(options=options, description=option.title, style={"description_width": "initial"})
        return blank(widgets.Dropdown, f"na-choice-{class_word(option.name)}", self._changed, "auto", **look)

    def _set_all(self, on: bool) -> None:
        self._busy = True
        for box, one in zip(self._counts, self._ready, strict=True):
            box.value = one.number if on else 0
        self._busy = False
        self._show()

    def _changed(self, _: object) -> None:
        if not self._busy:
            self._show()

    # -- telling -----------------------------------------------------------------------------------
    def _show(self) -> None:
        try:
            self.told = self._tell()
        except ValueError as error:
            self.told = None
            self._picture.value = ""
            self._said.value = tag("div", str(error), class_="na-said na-no", aria_live="polite")
            return
        told = self.told
        words = f"{attack_title(self.game, told)}. Attackers may enter: {percent(told.capture)}."
        self._said.value = tag("div", words, class_="na-said", aria_live="polite", title=about(told))
        drawn = in_page(lambda theme: self.picture(theme).svg, self.theme)
        self._picture.value = drawn + lines_table(told, self.game)

    def _tell(self) -> AttackTold:
        if not self.target.value:
            raise ValueError(NOTHING)
        units = [replace(one, number=int(box.value)) for one, box in zip(self._ready, self._counts, strict=True)]
        if not any(one.number for one in units):
            raise ValueError("nobody attacks: take at least one unit")
        chosen = {name: str(box.value) for name, box in self._choices.items()}
        return self.game.system.explain_attack(self.game.view(self.seat), self.target.value, units, chosen)

    def picture(self, theme: str = "light") -> Picture:
        """What is shown, as a picture to save. Raises ValueError where nothing is."""
        if self.told is None:
            raise ValueError(NOTHING)
        title = attack_title(self.game, self.told)
        book = self.game.system.rulebook(self.game.setting.data)
        return Picture(attack_svg(self.told, title, book, theme), title)

    def __repr__(self) -> str:
        return f"<AttackExplorer: {attack_title(self.game, self.told) if self.told else NOTHING}>"
