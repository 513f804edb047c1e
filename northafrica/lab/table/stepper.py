"""The stepper: a turn step by step, with map, order form, rulings, dice, log and charts.

stepper = Stepper(northafrica.load("aana", "torch", seed=7))
stepper                       # shows it
stepper.play("end")           # the same by a public call; prints ruling and log
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import ipywidgets as widgets
from markupsafe import Markup

from northafrica import bots
from northafrica.core.cards import ChoiceOdds
from northafrica.core.common_orders import ChooseForMe
from northafrica.core.events import visible
from northafrica.core.game import Game
from northafrica.core.html import tag
from northafrica.core.orders import Order
from northafrica.lab.board.board_map import BoardMap
from northafrica.lab.board.traces import draft, trace
from northafrica.lab.table import autosave as keeping
from northafrica.lab.table import stepper_panels
from northafrica.lab.table import stepper_text as words
from northafrica.lab.table.answer import Answer, Player, wrong
from northafrica.lab.table.order_form import OrderForm
from northafrica.lab.table.session import ME, Session
from northafrica.lab.table.stepper_odds import OddsPanel
from northafrica.lab.table.stepper_panels import Act
from northafrica.lab.table.table_layout import Tabs, behaviour, layout_class, tools
from northafrica.lab.table.table_watch import moment, moment_box, watch
from northafrica.lab.table.veil import known_to_both, take_away
from northafrica.lab.table.viewer import Viewer
from northafrica.lab.tray.closing import Shown, as_part, close_tree
from northafrica.lab.tray.parts import Html, blank, button, column, row, show, style_sheet

ENDING = ("end", "commit", "pass", "cease")
CHOOSING = ChooseForMe.kind
DROPPING = "drop"
KEPT = 5
Given = dict[str, tuple[str, str, str, Act]]
"""Buttons by name: text, tip, look, what they do."""


class Stepper(Shown):
    """An interactive table for one game.

    `seats`: seat -> "me", "random", "rule" or a player object; seats left out are played by you.
    `curtain`: hide the board between two people at one screen. `autosave`: a record file, or None for none.
    `begin`: show a button *begin* first, so that a learner looks at the board before the first decision.
    `odds`: show the odds of the battle in front of you and of each choice; a box on the table switches them.
    `layout`: `notebook` stands in a cell's output, `page` fills the window. Raises ValueError at another.
    """

    def __init__(
        self,
        game: Game,
        *,
        seats: Mapping[str, str | Player] | None = None,
        theme: str = "auto",
        focus: Iterable[str] | None = None,
        begin: bool = False,
        curtain: bool = False,
        typed_dice: bool = False,
        odds: bool = False,
        autosave: Path | str | bool | None = True,
        layout: str = "notebook",
    ) -> None:
        css = layout_class(layout)
        played = [old for old in self.take_place() if isinstance(old, Stepper)]
        chosen: dict[str, str | Player] = {seat: _player(seat, who) for seat, who in (seats or {}).items()}
        kept = keeping.autosave_for(game, autosave)
        self.session = Session(game, seats=chosen, autosave=kept)
        if typed_dice:
            game.luck = None
        self._seen = game.seat
        eyes = self.session.eyes or (self._seen if curtain else "")  # what a page was sent once stays in it
        self.map = as_part(BoardMap(game, theme=theme, focus=focus, legend="closed", seat=eyes, fill=True))
        self.form = OrderForm(self._form_changed, self.session.name, self._entered, self._failed, self._answered)
        self._odds = OddsPanel(self._battles, odds, self._draw_draft)
        self._before = _played_before(played, game)
        self._build(keeping.found_for(game, kept) if kept is not None else self._before, css)
        for old in played:
            self._files.take_over(old._files, game)
        self._seats.curtain.value = curtain
        self._seats.curtain.observe(lambda _: self._lifted(), "value")
        self.form.draw = lambda some: words.sign(self.game, some)
        self.map.on_select(self._map_picked)
        self._waiting = begin
        if not begin:
            self.session.bots()
        self._act(lambda: None)

    @property
    def game(self) -> Game:
        """The game on the line of play shown."""
        return self.session.game

    @property
    def curtain(self) -> bool:
        """Whether the board is hidden when the decision passes to another person."""
        return bool(self._seats.curtain.value)

    # -- building --------------------------------------------------------------------------------
    def _build(self, found: Sequence[keeping.Kept | Game], css: str) -> None:
        sheet = style_sheet("na-stepper", "table/stepper.css", "table/table.css")
        boxes = ("turn", "banner", "rules", "answer", "advice", "log", "trouble", "table")
        self._draft = Html(css="na-draft")
        told = {name: Html(css=f"na-{name}-box") for name in boxes}
        self._turn, self._banner, self._rules, self._answer = (told[name] for name in boxes[:4])
        self._advice, self._log, self._trouble, self._table = (told[name] for name in boxes[4:])
        self._make_panels(found)
        self._make_buttons()
        self._moment, self._clicks = moment_box(), 0
        self._controls = self._make_controls()
        self._tabs = Tabs(self._make_tabs(), "Rules")
        self._board = column(self.map.main, self._viewer.widget, css="na-left")
        self._panel = column(self._banner, self._controls, self._tabs.widget, css="na-panel-side")
        self._veil = column(css="na-veil")
        top = row(self._turn, tools(), css="na-top")
        self.widget = column(css=f"na-stepper na-table {css} {self.map.css}")
        unseen = (sheet, watch(self.widget.model_id), behaviour(), self._moment, *self.map.unseen)
        # The veil stands before what it covers: who lifts it by keyboard goes on there, not behind the table.
        self.widget.children = [*unseen, top, self._board, self._veil, self._panel]
        begin = self._guard(self._started)
        self._begin = button("Begin", "Start with the first decision", "begin", begin, "primary")
        self._lift = button("Show the board", "Lift the curtain", "lift", self._lifted, "primary")
        self._hand = Html()

    def _make_controls(self) -> widgets.Box:
        """The order being made and what is said of it."""
        order = column(self._dice.widget, self.form.widget, self._plan.widget, css="na-orders")
        said = column(self._resume.widget, self._undo_all.widget, self._answer, self._trouble, css="na-said")
        line = row(self.form.text, self._asked, css="na-line")
        return column(self.form.kind.widget, order, line, self._draft, self._ordering, said, css="na-controls")

    def _make_tabs(self) -> dict[str, widgets.Widget]:
        """What is looked up beside the order."""
        history = self._travel, self._playing, self._table
        record = column(*history, self._seats.widget, self._files.widget)
        return {
            "Rules": self._rules,
            "Log": self._log,
            "Space": column(self._advice, self.map.side),
            "Odds": self._odds.widget,
            "Charts": self._charts.widget,
            "Record": record,
        }

    def _make_panels(self, found: Sequence[keeping.Kept | Game]) -> None:
        guard = self._guard
        self._dice = stepper_panels.DicePanel(self.session, guard, self._then_bots)
        self._plan = stepper_panels.PlanPanel(guard, lambda line: self.session.play(f"{DROPPING} {line}"))
        self._files = stepper_panels.FilePanel(self.session, guard)
        self._seats = stepper_panels.SeatsPanel(self.session, guard, self._then_bots)
        self._resume = stepper_panels.ResumePanel(found, guard, self.session.resume)
        self._undo_all = stepper_panels.UndoAllPanel(self.session, guard)
        self._charts = stepper_panels.ChartPanel(guard, lambda: self.game)
        self._viewer = Viewer(self.session, self._look)
        self._asked = blank(widgets.Text, "na-asked", self._look_up, "1px", continuous_update=False)  # by the page

    def _make_buttons(self) -> None:
        session = self.session
        ordering: Given = {
            "play": ("Play", "Give this order (p)", "primary", self._play),
            "why": ("Why not?", "The ruling on this order, without playing it (w)", "", self._why),
            "next": ("Next phase", "End this phase or decision, if nothing more is due (e)", "", self._next),
            "choose": ("Choose for me", "Let the program choose; the record says so", "", self._choose),
            "drop": ("Drop", "Drop the order being made (Escape)", "", self._drop),
            "undo": ("Undo", "Back to before the last order, dice included (u)", "", session.undo),
            "redo": ("Redo", "Forward again with the same dice (r)", "", session.redo),
        }
        travel: Given = {
            "undo-all": ("Undo all", "Back to the start of this line of play", "", self._undo_all.ask),
            "branch": ("Branch", "Begin a second line of play here, with new dice", "", self._branch),
            "compare": ("Compare lines", "Lines of play side by side since they parted", "", self._compare),
        }
        playing: Given = {
            "bot": ("Bot: this decision", "The rule-of-thumb player takes this one decision", "", self._bot),
            "bots-on": ("Bots: to my decision", "The bots play until you must decide", "", session.bots),
            "bots-turn": ("Bots: to end of turn", "Bots play this turn out, your seats too", "", self._bots_turn),
        }
        self._buttons = {
            name: button(text, tip, name, self._guard(act), look)
            for name, (text, tip, look, act) in (ordering | travel | playing).items()
        }
        lines = dict(description="Line", options=[("line 1", 0)])
        self._lines = blank(widgets.Dropdown, "na-lines", self._line_picked, "250px", **lines)
        self._ordering = row(*map(self._buttons.get, ordering), css="na-row na-ordering")
        self._travel = row(*map(self._buttons.get, travel), self._lines)
        self._playing = row(*map(self._buttons.get, playing))

    # -- guarding --------------------------------------------------------------------------------
    def _act(self, act: Act) -> Answer:
        """Act and draw anew. Whatever fails is shown, and the game stands as it was."""
        before = self.session.mark()
        try:
            answer = act() or self.session.last
            self._refresh()
        except Exception as error:
            self.session.back_to(before)
            answer = self.session.say(wrong(error))
            self._draw_what_can_be()
        self._moment.value = moment(self._clicks, self.session.answers)  # last: until then the page shows what was
        return answer

    def _draw_what_can_be(self) -> None:
        try:
            self._refresh()
        except Exception:  # the words of the failure are what matters now
            self._answer.value = words.answer_box(self.session.last, (), self.session.answers)

    def _guard(self, act: Act) -> Callable[..., None]:
        """A callback that catches."""

        def run(*_: Any) -> None:
            self._clicks += 1
            self._act(act)

        return run

    def _battles(self) -> Sequence[ChoiceOdds]:
        return self.session.odds() if self._sees_decision else ()

    _drawing = False

    # -- acting ----------------------------------------------------------------------------------
    def play(self, order: str | Order) -> Answer:
        """Give an order by a public call; returns (and so prints) what the table says."""
        return self._act(lambda: self._then_bots(self.session.play(order)))

    def why(self, order: str | Order) -> Answer:
        """The ruling on an order without playing it."""
        return self._act(lambda: self.session.why(order))

    def roll(self, *dice: int | str) -> Answer:
        """Type in dice by a public call."""
        return self._act(lambda: self._then_bots(self.session.roll(*dice)))

    def undo(self) -> Answer:
        """Take back the last order."""
        return self._act(self.session.undo)

    def redo(self) -> Answer:
        """Play an order taken back again, with the same dice."""
        return self._act(self.session.redo)

    def branch(self, seed: int | None = None) -> Answer:
        """Begin a second line of play here."""
        return self._act(lambda: self.session.branch(seed))

    def save(self, file: Path | str) -> Answer:
        """Write the record to a file."""
        return self._act(lambda: self.session.save(file))

    def refresh(self) -> None:
        """Draw everything anew from the game."""
        self._act(lambda: None)

    def _play(self) -> Answer:
        return self._then_bots(self.session.play(self.form.order))

    def _entered(self) -> None:
        self._guard(self._play)()

    def _then_bots(self, answer: Answer) -> Answer:
        """After an order of mine the bots go on, unless dice are awaited from the table."""
        if not answer.ok or self.game.choice is None or self.session.my_turn:
            return answer
        return self.session.add(answer, self.session.bots())

    def _answered(self, kind: str) -> None:
        """An answer picked by its button: the order it is, with what the form fills it with."""
        self.form.kind.value = kind
        self._guard(self._play)()

    def _why(self) -> Answer:
        return self.session.why(self.form.order)

    def _next(self) -> Answer:
        """End the phase or decision; a refusal says what is still due."""
        kinds = self.game.legal()
        for kind in ENDING:
            if kind in kinds:
                return self._then_bots(self.session.play(kind))
        told = ", ".join(kinds) or ("dice" if self.game.chance else "nothing: the game is over")
        return self.session.say(Answer(False, f"this decision must be taken first: {told}"))

    def _choose(self) -> Answer:
        return self._then_bots(self.session.play(CHOOSING))

    def _bot(self) -> Answer:
        return self._then_bots(self.session.bot(bots.player("rule", self.game.node.n)))

    def _bots_turn(self) -> Answer:
        return self.session.play_turn(bots.player("rule", self.game.node.n))

    def _branch(self) -> Answer:
        return self.session.branch(seed=len(self.session.lines) * 1000 + self.game.at)

    def _compare(self) -> Answer:
        if len(self.session.lines) < 2:
            return self.session.say(Answer(False, "there is only one line of play; press Branch first"))
        from northafrica.analysis.compare import compare_lines

        table = compare_lines(self.session.lines).to_html(classes="na-compare", border=0, escape=True)
        self._table.value = Markup(table)
        return self.session.say(Answer(True, "the lines stand side by side below"))

    def _started(self) -> Answer:
        self._waiting = False
        return self.session.bots()

    def _line_picked(self, line: int) -> None:
        if not self._drawing:
            self._act(lambda: self.session.switch(line))

    def _form_changed(self) -> None:
        if not self._drawing:
            self.map.highlight(self.form.targets())
            self._point_out()
            self._draw_draft()

    def _drop(self) -> Answer:
        self.form.drop()
        self.map.select("")
        self._form_changed()
        return self.session.last

    # -- looking ---------------------------------------------------------------------------------
    def _look(self) -> None:
        """Show the board at the moment that the viewer looks at; what it was then is shown, and nothing is moved."""
        node = self._viewer.node
        shown = self.game.branch()
        shown.at = self.game.at if node is None else node.n
        self.map.update(shown, self.form.targets() if node is None and self._sees_decision else ())
        self._point_out()

    def _look_up(self, asked: str) -> None:
        """The page asks to see an entry of the log."""
        if asked.isdigit():
            self._viewer.to_entry(int(asked))

    def _point_out(self) -> None:
        """Draw over the board what happened last, or in the entry looked at, and the order being made."""
        node, now = self._viewer.node, self.game.node
        told = (node or now).events if (node or now).n else ()  # the set-up is everywhere
        events = visible(told, self._eyes) if self._eyes else told
        order = self.form.way() if node is None and self.game.choice is not None and self._sees_decision else ()
        self.map.point_out(trace(events), draft(order))

    def _draw_draft(self) -> None:
        game = self.game
        mine = game.choice is not None and self._sees_decision
        told = (game, self.form.order, self.form.words(), self._odds.on)
        self._draft.value = words.draft(*told) if mine else ""

    def _map_picked(self, space: str) -> None:
        try:
            if self._viewer.node is not None:
                self._viewer.to_now()
            if self._sees_decision:
                self.form.pick_place(space)
            self._tell_advice(space)
        except Exception as error:
            self._failed(error)

    def _failed(self, error: Exception) -> None:
        self._answer.value = words.answer_box(self.session.say(wrong(error)), (), self.session.answers)

    def _tell_advice(self, space: str) -> None:
        asked = space and self.game.choice and self._sees_decision
        lines = self.game.system.advice(self.game.view(self.game.seat), space) if asked else ()
        title = self.session.name(space) if lines else ""
        self._advice.value = words.advice(title, lines)

    # -- showing ---------------------------------------------------------------------------------
    def _refresh(self) -> None:
        self._drawing = True
        try:
            self._turn.value = words.turn_bar(self.game)
            if self._draw_curtain():
                self._draw_board()
                self._draw_controls()
                self._charts.update()
                self._odds.update()
                self._draw_words()  # the answer last: who reads it finds everything else in place
            else:
                self._take_away()
        finally:
            self._drawing = False

    def _take_away(self) -> None:
        told = self._banner, self._rules, self._answer, self._advice, self._log, self._trouble, self._table, self._draft
        take_away((*told, self._odds.table), (self.form, self._plan, self._files, self._viewer, self._charts))
        self.map.seat = ""
        self.map.update(known_to_both(self.game, self._seen, self.game.seat), ())

    @property
    def _eyes(self) -> str:
        """The seat whose knowledge is shown: the one person's; of several, all there is to know without a curtain."""
        return self.session.eyes or (self._seen if self.curtain else "")

    @property
    def _sees_decision(self) -> bool:
        """Whether the seat that decides may be looked over the shoulder: one's own, or where nothing is hidden."""
        game, eyes = self.game, self._eyes
        return eyes in ("", game.seat) or game.view(eyes).state is game.state

    def _draw_words(self) -> None:
        session, last = self.session, self.session.last
        lines = (*last.warnings, *session.tell(last.events, self._eyes)) if last.events else last.lines
        self._banner.value = words.banner(session)
        self._rules.value = words.rules_in_play(session)
        if last.by and self._eyes not in ("", last.by):
            last = replace(last, headline=f"{session.seat_name(last.by)} has played")
        self._answer.value = words.answer_box(last, lines, session.answers)
        self._log.value = words.log(session, self._eyes)
        self._trouble.value = words.trouble(session.trouble)

    def _draw_board(self) -> None:
        self.map.seat = self._eyes
        mine = self.game.choice is not None and self._sees_decision
        if mine:
            self.form.update(self.game)
        self._viewer.update(self._eyes)
        self.map.update(self.game, self.form.targets() if mine else ())
        self._point_out()
        self._draw_draft()
        self._tell_advice(self.map.selected)

    def _draw_controls(self) -> None:
        game, lines = self.game, self.session.lines
        mine = game.choice is not None and self._sees_decision
        show(self.form.widget, mine)
        self._dice.update(game)
        self._plan.update(game.choice.plan() if mine and game.choice is not None else ())
        self._seats.update()
        self._files.update(game)
        if len(game.tree.nodes) > 1:
            self._resume.hide()
        kinds = game.legal()
        for name in ("play", "why", "next"):
            self._buttons[name].disabled = not mine
        self._buttons["choose"].disabled = not mine or CHOOSING not in kinds
        show(self._buttons["bots-on"], not self.session.my_turn and game.choice is not None)
        show(self._buttons["compare"], len(lines) > 1)
        show(self._lines, len(lines) > 1)
        self._lines.options = tuple((f"line {n} (entry {line.at})", n - 1) for n, line in enumerate(lines, 1))
        self._lines.value = next(n for n, line in enumerate(lines) if line is game)

    def _draw_curtain(self) -> bool:
        """Whether the board may be seen; else the table waits behind a curtain or for *begin*."""
        seat = self.game.seat
        people = self.session.people
        hidden = self.curtain and len(people) > 1 and seat in people and seat != self._seen
        if hidden:
            self._hand.value = tag("b", "Hand over to ", self.session.seat_name(seat), ".", role="alert")
            self._lift.description = f"I am {self.session.seat_name(seat)}: show the board"
        self._veil.children = (self._hand, self._lift) if hidden else (self._begin,) if self._waiting else ()
        for part in (self._board, self._panel):
            show(part, not hidden)
        show(self._controls, not self._waiting)
        show(self._veil, hidden or self._waiting)
        return not hidden

    def _lifted(self) -> None:
        self._seen = self.game.seat
        self._act(lambda: None)

    def __repr__(self) -> str:
        return f"<Stepper {self.game!r}>"

    def close(self) -> None:
        """Close every widget."""
        keeping.release(self.session.autosave)
        self._charts.clear()
        self.map.close()
        self.form.close()
        self._viewer.close()
        self._plan.close()
        self._seats.close()
        close_tree(self.widget, self._begin, self._lift, self._hand)


def _played_before(tables: Iterable[Stepper], game: Game) -> list[Game]:
    """Games played at tables of before that kept no file, latest first, but for one that goes on at the new table."""
    kept = [table for table in tables if table.session.autosave is None]
    found = [old for table in kept for old in (table.game, *table._before)]
    return [old for old in found if old.tree is not game.tree and len(old.tree.nodes) > 1][:KEPT]


def _player(seat: str, who: str | Player) -> str | Player:
    return bots.player(who, seat) if isinstance(who, str) and who != ME else who
