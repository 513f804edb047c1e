"""The stepper: a turn step by step, with map, order form, rulings, dice, log and charts.

stepper = Stepper(northafrica.load("aana", "torch", seed=7))
stepper                       # shows it
stepper.play("end")           # the same by a public call; prints ruling and log
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

import ipywidgets as widgets

from northafrica import bots
from northafrica.analysis.compare import compare_lines
from northafrica.core.game import Game
from northafrica.core.orders import Order
from northafrica.lab import stepper_text as words
from northafrica.lab.board_map import BoardMap
from northafrica.lab.charts import Chart, CombatRolls, Losses, SupplyFlow, SupplyOnHand
from northafrica.lab.closing import close_tree
from northafrica.lab.order_form import OrderForm
from northafrica.lab.session import AUTOSAVE, ME, Answer, Player, Session

ENDING = ("end", "commit", "pass", "cease")
CHARTS: Mapping[str, Callable[[Game], Chart]] = {
    "Supply on hand": SupplyOnHand,
    "Supply flow": SupplyFlow,
    "Combat rolls": CombatRolls,
    "Losses": Losses,
}


def _button(text: str, tip: str, name: str, style: str = "") -> widgets.Button:
    made = widgets.Button(description=text, tooltip=tip, button_style=style, layout=widgets.Layout(width="auto"))
    made.add_class(f"na-do-{name}")
    return made


class Stepper:
    """An interactive table for one game.

    `seats`: seat -> "me", "random", "rule" or a player object; seats left out are played by you.
    `curtain`: hide the board between two people at one screen. `autosave`: a record file, or None for none.
    `begin`: show a button *begin* first, so that a learner looks at the board before the first decision.
    """

    def __init__(
        self,
        game: Game,
        *,
        seats: Mapping[str, str | Player] | None = None,
        theme: str = "auto",
        height: int | None = None,
        focus: Any = None,
        begin: bool = False,
        curtain: bool = False,
        typed_dice: bool = False,
        autosave: Path | str | bool | None = True,
    ) -> None:
        chosen: dict[str, str | Player] = {seat: _player(who) for seat, who in (seats or {}).items()}
        self.session = Session(game, seats=chosen, autosave=_autosave_file(game, autosave))
        if typed_dice:
            game.luck = None
        self.curtain, self._last_seat = curtain, game.seat
        self.map = BoardMap(game, theme=theme, height=height, focus=focus)
        self.map.on_select(self._map_picked)
        self.form = OrderForm(lambda: None)
        self._charts: dict[str, Chart] = {}
        self._build(begin)
        self.refresh()

    @property
    def game(self) -> Game:
        """The game on the line of play shown."""
        return self.session.game

    # -- building --------------------------------------------------------------------------------
    def _build(self, begin: bool) -> None:
        style = (files("northafrica.lab") / "stepper.css").read_text(encoding="utf-8")
        self._style = widgets.HTML(f"<style>{style}</style>", layout=widgets.Layout(display="contents"))
        self._turn, self._banner, self._rules = widgets.HTML(), widgets.HTML(), widgets.HTML()
        self._answer, self._log, self._advice = widgets.HTML(), widgets.HTML(), widgets.HTML()
        self._plan = widgets.VBox()
        self._banner.add_class("na-banner-box")
        self._answer.add_class("na-answer-box")
        self._advice.add_class("na-advice-box")
        self._turn.add_class("na-turn-box")
        left = widgets.VBox([self._dice_panel(), self.form.widget, self._plan, self._play_row()])
        right = widgets.VBox([self._answer, self._advice, self._rules])
        for part in (left, right):
            part.layout = widgets.Layout(flex="1 1 380px", min_width="320px")
        columns = widgets.Box([left, right], layout=widgets.Layout(display="flex", flex_flow="row wrap", width="100%"))
        self._controls = widgets.VBox([self._banner, columns])
        self._board = widgets.VBox([self._controls, self.map.widget])
        self._chart_box = widgets.VBox()
        self._below = widgets.VBox([self._record_row(), self._log, self._chart_row(), self._chart_box])
        self._begin = _button("Begin", "Start with the first decision", "begin", "primary")
        self._begin.on_click(self._guard(self._started))
        self._veil = widgets.VBox()
        self.widget = widgets.VBox([self._style, self._turn, self._veil, self._board, self._below])
        self.widget.add_class("na-stepper")
        if begin:
            self._veil.children = [self._begin]
            self._controls.layout.display = "none"

    def _play_row(self) -> widgets.Box:
        buttons = {
            "play": ("Play", "Give this order", "primary", self._play),
            "why": ("Why not?", "The ruling on this order, without playing it", "", self._why),
            "next": ("Next phase", "End this phase or decision, if nothing more is due", "", self._next),
            "bot": ("Let the bot decide", "The rule-of-thumb player takes this one decision", "", self._bot),
            "undo": ("Undo", "Back to before the last order, dice included", "", self.session.undo),
            "undo-all": ("Undo all", "Back to the start of this line of play", "", self.session.undo_all),
            "redo": ("Redo", "Forward again with the same dice", "", self.session.redo),
            "branch": ("Branch", "Begin a second line of play here, with new dice", "", self._branch),
        }
        row = []
        for name, (text, tip, style, act) in buttons.items():
            made = _button(text, tip, name, style)
            made.on_click(self._guard(act))
            row.append(made)
        return widgets.Box(row, layout=widgets.Layout(display="flex", flex_flow="row wrap"))

    def _dice_panel(self) -> widgets.VBox:
        self._typed = widgets.Checkbox(
            value=self.session.typed_dice, description="type in the dice from the table", indent=False
        )
        self._typed.add_class("na-typed")
        self._typed.observe(self._guard_change(self._type_dice), "value")
        self._dice = widgets.Text(description="Dice", placeholder="for example 3 7 10", continuous_update=False)
        self._dice.add_class("na-dice")
        enter = _button("Enter dice", "Use these dice", "dice", "primary")
        enter.on_click(self._guard(self._enter_dice))
        throw = _button("Throw for me", "Let the program throw them", "throw")
        throw.on_click(self._guard(self.session.throw))
        self._dice_row = widgets.Box(
            [self._dice, enter, throw], layout=widgets.Layout(display="flex", flex_flow="row wrap")
        )
        return widgets.VBox([self._typed, self._dice_row])

    def _record_row(self) -> widgets.Box:
        save = _button("Save", "Write the record to the file named", "save")
        self._file = widgets.Text(value="my-game.jsonl", description="File", continuous_update=False)
        save.on_click(self._guard(lambda: self.session.save(self._file.value)))
        self._upload = widgets.FileUpload(accept=".jsonl,.txt", multiple=False, description="Load a record")
        self._upload.observe(self._guard_change(self._load), "value")
        self._link = widgets.HTML()
        link = _button("Download link", "Make a link to the record as it stands", "download")
        link.on_click(self._guard(self._make_link))
        self._lines = widgets.Dropdown(description="Line", options=[("line 1", 0)])
        self._lines.add_class("na-lines")
        self._lines.observe(self._guard_change(self._switch), "value")
        compare = _button("Compare lines", "Lines of play side by side since they parted", "compare")
        compare.on_click(self._guard(self._compare))
        self._table = widgets.HTML()
        row = widgets.Box([self._file, save, self._upload, link, self._link, self._lines, compare],
                          layout=widgets.Layout(display="flex", flex_flow="row wrap"))  # fmt: skip
        return widgets.VBox([row, self._table])

    def _chart_row(self) -> widgets.Widget:
        self._which = widgets.ToggleButtons(options=["no chart", *CHARTS], value="no chart", description="Chart")
        self._which.add_class("na-charts")
        self._which.observe(self._guard_change(self._show_chart), "value")
        return self._which

    # -- guarding --------------------------------------------------------------------------------
    def _guard(self, act: Callable[[], Answer | None]) -> Callable[[Any], None]:
        """A callback that catches: the error is shown, and the game stands as it was."""

        def run(_: Any = None) -> None:
            before = (self.session.game, self.session.game.at)
            try:
                act()
            except Exception as error:
                self.session.game, self.session.game.at = before
                self.session.last = Answer(False, f"something went wrong, nothing was changed: {error}")
            self.refresh()

        return run

    def _guard_change(self, act: Callable[[Any], Answer | None]) -> Callable[[Any], None]:
        def run(change: Any) -> None:
            if not self._busy:
                self._guard(lambda: act(change["new"]))(None)

        return run

    _busy = False

    # -- acting ----------------------------------------------------------------------------------
    def play(self, order: str | Order) -> Answer:
        """Give an order by a public call; returns (and so prints) what the table says."""
        answer = self.session.play(order)
        self.refresh()
        return answer

    def why(self, order: str | Order) -> Answer:
        """The ruling on an order without playing it."""
        answer = self.session.why(order)
        self.refresh()
        return answer

    def roll(self, *dice: int) -> Answer:
        """Type in dice by a public call."""
        answer = self.session.roll(*dice)
        self.refresh()
        return answer

    def undo(self) -> Answer:
        """Take back the last order."""
        answer = self.session.undo()
        self.refresh()
        return answer

    def branch(self, seed: int | None = None) -> Answer:
        """Begin a second line of play here."""
        answer = self.session.branch(seed)
        self.refresh()
        return answer

    def _play(self) -> Answer:
        return self._then_bots(self.session.play(self.form.order))

    def _then_bots(self, answer: Answer) -> Answer:
        """After an order of mine the bots go on, unless dice are awaited from the table."""
        waiting = self.game.outcome is not None or self.game.chance is not None or self.session.my_turn
        return answer if not answer.ok or waiting else self.session.bots()

    def _why(self) -> Answer:
        return self.session.why(self.form.order)

    def _next(self) -> Answer:
        """End the phase or decision; a refusal says what is still due."""
        kinds = self.game.legal()
        for kind in ENDING:
            if kind in kinds:
                return self._then_bots(self.session.play(kind))
        told = ", ".join(kinds) or "dice"
        return self.session._keep(Answer(False, f"this decision must be taken first: {told}"))

    def _bot(self) -> Answer:
        return self.session.bot(bots.player("rule", self.game.node.n))

    def _branch(self) -> Answer:
        return self.session.branch(seed=len(self.session.lines) * 1000 + self.game.at)

    def _enter_dice(self) -> Answer:
        parts = self._dice.value.replace(",", " ").split()
        self._dice.value = ""
        return self.session.roll(*[int(p) if p.lstrip("-").isdigit() else p for p in parts])

    def _type_dice(self, on: bool) -> Answer:
        return self.session.type_dice(on)

    def _drop(self, line: int) -> Callable[[], Answer]:
        return lambda: self.session.play(f"drop {line}")

    def _switch(self, index: int) -> Answer:
        return self.session.switch(index)

    def _load(self, uploaded: Any) -> Answer | None:
        if not uploaded:
            return None
        item = uploaded[0]
        text = bytes(item["content"]).decode("utf-8", errors="replace")
        return self.session.load(text, item["name"])

    def _make_link(self) -> None:
        data = base64.b64encode(self.session.text().encode()).decode()
        name, target = self._file.value, f"data:application/jsonl;base64,{data}"
        self._link.value = f'<a download="{name}" href="{target}">download {name}</a>'

    def _compare(self) -> None:
        if len(self.session.lines) < 2:
            self.session.last = Answer(False, "there is only one line of play; press Branch first")
            return
        self._table.value = compare_lines(self.session.lines).to_html(classes="na-compare", border=0)

    def _show_chart(self, name: str) -> None:
        for chart in self._charts.values():
            chart.close()
        self._charts = {}
        if name in CHARTS:
            self._charts[name] = CHARTS[name](self.game)
        self._chart_box.children = [chart.widget for chart in self._charts.values()]

    def _started(self) -> None:
        self._veil.children = []
        self._controls.layout.display = ""
        self.session.bots()

    def _map_picked(self, space: str) -> None:
        self.form.pick_place(space)
        self._tell_advice(space)

    def _tell_advice(self, space: str) -> None:
        if not space:
            self._advice.value = ""
            return
        lines = self.game.system.advice(self.game.view(self.game.seat), space)
        items = "".join(f"<li>{line}</li>" for line in lines)
        title = self.session.name(space)
        self._advice.value = (
            f"<div class='na-quiet'><b>{title}: what may be done here</b><ul>{items}</ul></div>" if lines else ""
        )

    # -- showing ---------------------------------------------------------------------------------
    def refresh(self) -> None:
        """Draw everything anew from the game."""
        self._busy = True
        try:
            self._refresh()
        finally:
            self._busy = False

    def _refresh(self) -> None:
        game = self.game
        self._turn.value = words.turn_bar(game)
        self._banner.value = words.banner(self.session)
        self._rules.value = words.rules_in_play(self.session)
        self._answer.value = words.answer_box(self.session.last)
        self._log.value = words.log(self.session)
        self.map.update(game)
        self.form.update(game)
        self.form.widget.layout.display = "" if game.choice is not None else "none"
        self._dice_row.layout.display = "" if game.chance is not None else "none"
        self._typed.value = self.session.typed_dice
        self._show_plan()
        self._show_lines()
        self._tell_advice(self.map.selected)
        for chart in self._charts.values():
            chart.update(game)
        self._draw_curtain()

    def _show_plan(self) -> None:
        choice = self.game.choice
        lines = choice.plan() if choice is not None else ()
        rows: list[widgets.Widget] = [widgets.HTML(f"<b>Plan ({len(lines)} lines)</b>")] if lines else []
        for n, line in enumerate(lines, 1):
            drop = _button(f"Drop {n}", f"Take line {n} out of the plan", f"drop-{n}")
            drop.on_click(self._guard(self._drop(n)))
            rows.append(widgets.HBox([drop, widgets.Label(f"{n}: {line}")]))
        old = self._plan.children
        self._plan.children = rows
        close_tree(*old)

    def _show_lines(self) -> None:
        lines = self.session.lines
        self._lines.options = [(f"line {n}", n - 1) for n in range(1, len(lines) + 1)]
        self._lines.value = next(n for n, line in enumerate(lines) if line is self.game)
        self._lines.layout.display = "" if len(lines) > 1 else "none"

    def _draw_curtain(self) -> None:
        seat = self.game.seat
        if not self.curtain or seat == self._last_seat or not seat:
            return
        self._last_seat = seat
        lift = _button(f"I am {self.session.seat_name(seat)}: show the board", "Lift the curtain", "lift", "primary")
        lift.on_click(self._lift)
        self._veil.children = [widgets.HTML(f"<b>Hand over to {self.session.seat_name(seat)}.</b>"), lift]
        self._board.layout.display = "none"
        self._below.layout.display = "none"

    def _lift(self, _: Any) -> None:
        self._veil.children = []
        self._board.layout.display = ""
        self._below.layout.display = ""

    def _ipython_display_(self) -> None:
        from IPython.display import display

        display(self.widget)  # type: ignore[no-untyped-call]

    def __repr__(self) -> str:
        return f"<Stepper {self.game!r}>"

    def close(self) -> None:
        """Close every widget."""
        for chart in self._charts.values():
            chart.close()
        self.map.close()
        close_tree(self.widget)


def _player(who: str | Player) -> str | Player:
    return bots.player(who, 1) if isinstance(who, str) and who != ME else who


def _autosave_file(game: Game, autosave: Path | str | bool | None) -> Path | None:
    if autosave is None or autosave is False:
        return None
    if autosave is True:
        return AUTOSAVE / f"autosave-{game.system.name}-{game.setting.scenario}.jsonl"
    return Path(autosave)
