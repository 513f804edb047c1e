"""The position desk: units, supply, mines, markers and turn put together on the map, checked at every change.

desk = PositionDesk(northafrica.load("aana", "torch"))     # from a set-up; empty=True for a bare board
desk.add("tobruk", 2, "italy", "infantry")                 # as the buttons do
desk.save_exercise("exercises.toml", id="seven", kind="legal", order="attack ...")
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import ipywidgets as widgets

from northafrica.core.game import Game
from northafrica.core.html import tag
from northafrica.lab.board.board_map import BoardMap
from northafrica.lab.desk import position_saving as saving
from northafrica.lab.desk.desk_forms import PlaceForm, TurnForm
from northafrica.lab.desk.desk_saving import SavingForm
from northafrica.lab.desk.position_draft import PositionDraft
from northafrica.lab.table import stepper_text as words
from northafrica.lab.table.answer import Answer, wrong
from northafrica.lab.table.table_watch import moment, moment_box, watch
from northafrica.lab.tray.closing import Shown, as_part, close_tree
from northafrica.lab.tray.parts import Html, blank, button, column, row, style_sheet

NOT_TAKEN = "the text below is what you typed, not this position: take it or forget it"


class PositionDesk(Shown):
    """A desk for one position: map, forms, the text, and where it is kept.

    `start`: a game (its set-up, or the moment it stands at), a position's text, or a file of either or a record.
    `empty`: begin with a bare board. What the position reader would refuse is told with its mend and not done.
    """

    map: BoardMap
    draft: PositionDraft

    def __init__(
        self,
        start: Game | Path | str,
        *,
        empty: bool = False,
        theme: str = "auto",
        height: int | None = None,
        focus: Iterable[str] | None = None,
    ) -> None:
        before = [old for old in self.take_place() if isinstance(old, PositionDesk)]
        self.draft = PositionDraft(start, empty=empty)
        for old in before:
            self.draft.follow(old.draft)
        self._look: dict[str, Any] = {"theme": theme, "height": height, "focus": focus, "legend": "closed"}
        self._answers = 0
        self._shown = ""
        self._build()
        self._refresh(self.draft.last)
        for old in before:
            self._saving.take_over(old._saving)
            if old._typed:
                self._area.value = old._area.value
                self._refresh(self.draft.last)

    # -- the public face ---------------------------------------------------------------------------
    @property
    def text(self) -> str:
        """The position as text."""
        return self.draft.text

    def game(self, seed: int | str | None = None) -> Game:
        """A game from the position, for a stepper."""
        return self.draft.game(seed)

    def add(self, place: str, count: int, power: str, kind: str, status: str = "") -> Answer:
        """Put units in a place."""
        return self._do(lambda: self.draft.add(place, count, power, kind, status))

    def take(self, place: str, count: int, power: str, kind: str, status: str = "") -> Answer:
        """Take units out of a place."""
        return self._do(lambda: self.draft.take(place, count, power, kind, status))

    def stock(self, place: str, resource: str, amount: int, owner: str = "", to: str = "") -> Answer:
        """Set a stock; `to`: on the border to that neighbour."""
        return self._do(lambda: self.draft.stock(place, resource, amount, owner, to))

    def mark(self, place: str, value: str, name: str = "control") -> Answer:
        """Set a marker, or take it away ("")."""
        return self._do(lambda: self.draft.mark(place, value, name))

    def turn(self, *, round_: int | None = None, power: str = "", phase: str = "") -> Answer:
        """Say whose turn and which phase it is."""
        return self._do(lambda: self.draft.turn(round_=round_, power=power, phase=phase))

    def read(self, text: str) -> Answer:
        """Take a position's text."""
        return self._do(lambda: self.draft.read(text))

    def undo(self) -> Answer:
        """Take the last change back."""
        return self._do(self.draft.undo)

    def redo(self) -> Answer:
        """Do what was taken back again."""
        return self._do(self.draft.redo)

    def save(self, file: Path | str) -> Answer:
        """Write the position's text."""
        return self._do(lambda: saving.save_position(self.text, file))

    def save_exercise(self, file: Path | str, *, id: str, kind: str, **keys: Any) -> Answer:  # noqa: A002
        """Add an exercise about this position to a file (docs/exercises.md); it must have an answer."""
        return self._do(lambda: saving.save_exercise(self.text, file, id=id, kind=kind, **keys))

    def save_case(self, file: Path | str, title: str, do: Sequence[Mapping[str, Any]] | str, **keys: Any) -> Answer:
        """Write a case (docs/cases.md) that starts here; it must hold."""
        return self._do(lambda: saving.save_case(self.text, file, title=title, do=do, **keys))

    def start_record(self, file: Path | str, seed: int | str | None = None, comment: str = "") -> Answer:
        """Write a record that starts here."""
        return self._do(lambda: saving.start_record(self.game(seed), file, comment))

    # -- building ----------------------------------------------------------------------------------
    def _build(self) -> None:
        sheet = style_sheet("na-stepper", "table/stepper.css")
        self._answer = Html(css="na-answer-box")
        wide = widgets.Layout(width="98%", height="250px")
        self._area = blank(widgets.Textarea, "na-desk-text", continuous_update=False, layout=wide)
        self._turn, self._place = TurnForm(self.draft, self._do), PlaceForm(self.draft, self._do)
        self._saving = SavingForm(self.draft, self._do)
        take = self._button("Take this text", "Read the text above as the position", "text", self._take_text)
        drop = self._button("Forget this text", "Show the position's own text again", "forget", self._forget_text)
        left = column(self._place.widget, css="na-orders")
        text = Html(tag("b", "The position as text"))
        right = column(self._answer, text, self._area, row(take, drop), css="na-words")
        columns = row(left, right, css="na-columns")
        self._board = column()
        self._system = ""
        self.widget = column(css="na-stepper na-desk")
        self._moment = moment_box()
        above = [sheet, watch(self.widget.model_id), self._moment, self._turn.widget, self._travel()]
        self.widget.children = [*above, columns, self._board, self._saving.widget]

    def _travel(self) -> widgets.Box:
        draft = self.draft
        return row(
            self._button("Undo", "Take the last change back", "undo", draft.undo),
            self._button("Redo", "Do it again", "redo", draft.redo),
            self._button("Set-up", "The scenario's set-up", "set-up", draft.set_up),
            self._button("Empty board", "Take everything off the board", "clear", draft.clear),
        )

    def _button(self, text: str, tip: str, name: str, act: Callable[[], Answer]) -> widgets.Button:
        return button(text, tip, f"desk-{name}", lambda: self._do(act))

    def _draw_map(self) -> None:
        """The position on the map; another game gets a map of its own."""
        view = self.draft.view
        if self._system == view.setting.system.name:
            self.map.update(view)
            return
        if self._system:
            self.map.close()
        self._system = view.setting.system.name
        self.map = as_part(BoardMap(view, **self._look))
        self.map.on_select(self._picked)
        self._board.children = (self.map.widget,)

    # -- acting ------------------------------------------------------------------------------------
    def _take_text(self) -> Answer:
        answer = self.draft.read(self._area.value)
        if answer.ok:
            self._shown = self._area.value
        return answer

    def _forget_text(self) -> Answer:
        self._area.value = self._shown = self.draft.text
        return Answer(True, "this is the text of the position")

    @property
    def _typed(self) -> bool:
        """Whether the text holds what somebody has typed and not taken."""
        return bool(self._area.value.strip() != self._shown.strip())

    def _do(self, act: Callable[[], Answer]) -> Answer:
        """Act and draw anew; whatever fails is told in the page. A text that was refused stays to be mended."""
        try:
            answer = act()
        except Exception as error:
            answer = wrong(error)
        self._refresh(answer)
        return answer

    def _refresh(self, answer: Answer) -> None:
        self._draw_map()
        if answer.ok and self._typed:
            answer = replace(answer, lines=(*answer.lines, NOT_TAKEN))
        elif answer.ok:
            self._area.value = self._shown = self.draft.text
        self._turn.update()
        self._place.update(self.map.selected)
        self._answers += 1
        self._answer.value = words.answer_box(answer, answer.lines, self._answers)
        self._moment.value = moment(self._answers)  # last: until then the page shows what was

    def _picked(self, space: str) -> None:
        self._place.update(space)

    def __repr__(self) -> str:
        return f"<PositionDesk {self.draft!r}>"

    def close(self) -> None:
        """Close every widget."""
        self.map.close()
        close_tree(self.widget)
