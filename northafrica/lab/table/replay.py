"""Replay: a slider over a record, with comments, for a projector.

Replay(game)                            # a game or a record file
Replay("my-game.jsonl", hide=True)      # comments stay hidden until asked for
Replay("my-game.jsonl", projector=True) # big type; arrows, Page up and Page down walk
Replay("my-game.jsonl", edit=True)      # a field below to comment each entry
Replay("my-game.jsonl", at="last")      # begins where the record was left, not at its start
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

import ipywidgets as widgets
from markupsafe import Markup

import northafrica
from northafrica.core.game import Game
from northafrica.core.html import NOTHING, tag, together
from northafrica.core.reading import Unreadable, read_text
from northafrica.core.record import keep_record, origin
from northafrica.core.tree import Node
from northafrica.lab.board.board_map import BoardMap
from northafrica.lab.table import stepper_text as words
from northafrica.lab.table.answer import wrong
from northafrica.lab.table.remarks import Remark, remark
from northafrica.lab.table.session import LAST, START, Session
from northafrica.lab.table.stepper_panels import not_written
from northafrica.lab.tray.closing import Shown, as_part, close_tree
from northafrica.lab.tray.drafts import Drafts
from northafrica.lab.tray.parts import Html, blank, column, marked, row, show, style_sheet

LINES = 20
EVERYBODY = "everybody"
KEYS = {
    "ArrowRight": ".na-replay-forward",
    "PageDown": ".na-replay-forward",
    "ArrowLeft": ".na-replay-back",
    "PageUp": ".na-replay-back",
    "a": ".na-replay-show-answer",
    "c": ".na-replay-next-comment",
}


class Replay(Shown):
    """Walks a line of play entry by entry. `hide`: comments are shown only on request.

    A comment may end in an answer (`Answer: ...`), which a button shows. `seat`: whose knowledge is shown, "" for all
    there is to know. `projector`: big type, the map alone, next and previous by keyboard. `edit`: write comments.
    `at`: where it begins: `start`, `last` (where the game was left), or an entry's number; buttons go there too.
    A file that does not hold is shown up to the last sound entry, and says what is wrong with the next. A game
    given here is left as it stands.
    """

    def __init__(
        self,
        game: Game | Path | str,
        *,
        theme: str = "auto",
        height: int | None = None,
        hide: bool = False,
        seat: str = "",
        projector: bool = False,
        edit: bool = False,
        focus: Iterable[str] | None = None,
        at: str | int = START,
    ) -> None:
        before = [old for old in self.take_place() if isinstance(old, Replay)]
        self.trouble, self._ruled = "", ""
        self.notes: tuple[str, ...] = ()
        own = game if isinstance(game, Path | str) else ""
        self._read: dict[Path, str] = {}
        if isinstance(game, Path | str):
            self._note_read(game)
            game = self._load(game)
        else:
            self.notes = origin(game)
        self.game = game.branch()
        self.left = game.at
        self.session = Session(self.game)
        self.hide, self._editing = hide, edit
        self._unsaved: dict[int, str] = {}
        for old in before:
            self._keep_comments(old)
        self.leaves = _leaves(self.game)
        self.nodes: list[Node] = _line(self.game, self.leaves[0])
        self.game.at = self.nodes[0].n
        begin = self._entry(at)
        self.seat = self._checked(seat)  # before anything is drawn: what a page was sent once stays in it
        self.map = as_part(BoardMap(self.game, theme=theme, height=height, focus=focus, legend="closed", seat=seat))
        self._build(projector, edit)
        for old in before if edit else ():
            self._keep_drafts(old)
        if own and not self.trouble:  # a record that breaks off would lose what follows
            self._file.value = str(own)
        self.look_as(seat)
        self.slider.value = begin

    def _entry(self, at: str | int) -> int:
        """The place on the slider of `start`, `last` or an entry's number. Raises ValueError."""
        if at == START:
            return 0
        wanted = self.left if at == LAST else at
        places = {node.n: place for place, node in enumerate(self.nodes)}
        if wanted not in places:
            raise ValueError(f"at={at!r}: write '{START}', '{LAST}' or an entry from 0 to {self.nodes[-1].n}")
        return places[wanted]

    def _load(self, file: Path | str) -> Game:
        """The game of a record file; what does not hold is remembered."""
        loaded = northafrica.replay(file)
        self.notes = (*loaded.notes, loaded.proof)
        if not loaded.verified:
            self.trouble = loaded.trouble
            rules = loaded.game.system.rulebook(loaded.game.setting.data)
            if loaded.ruling is not None and loaded.ruling.rule in rules:
                self._ruled = words.rule_text(rules[loaded.ruling.rule])
        return loaded.game

    # -- building --------------------------------------------------------------------------------
    def _build(self, projector: bool, edit: bool) -> None:
        sheet = style_sheet("na-replay", "table/stepper.css", "table/replay.css", presses=KEYS)
        self._turn, self._told, self._comment = Html(), Html(css="na-replay-told"), Html(css="na-replay-note")
        trouble = Html(self._trouble_box(), "na-replay-trouble")
        rows, editor = self._rows(), self._editor()
        show(editor, edit)
        parts = (*rows, self._turn, self._told, self._comment, editor, self.map.widget)
        css = "na-stepper na-replay na-projector" if projector else "na-stepper na-replay"
        self.widget = column(sheet, trouble, *parts, css=css)

    def _rows(self) -> list[widgets.Box]:
        reach = dict(max=len(self.nodes) - 1, description="Entry", continuous_update=False)
        shown, wide = (lambda _: self._safely(self._show)), widgets.Layout(flex="1 1 300px")
        self.slider = blank(widgets.IntSlider, "na-replay-slider", shown, layout=wide, **reach)
        lines = [(f"line {n} (to entry {leaf})", leaf) for n, leaf in enumerate(self.leaves, 1)]
        take = self._safe(self._take_line)
        self._lines = blank(widgets.Dropdown, "", take, "230px", options=lines, description="Line")
        show(self._lines, len(lines) > 1)
        self._ask = self._button("Show comment", "Show the comment of this entry", self._reveal)
        self._answer = self._button("Show answer", "Show the answer to this comment's question", self.show_answer)
        seats = [(self.session.seat_name(seat), seat) for seat in self.session.seats]
        seen = dict(options=[(EVERYBODY, ""), *seats], description="Seen by")
        self._eyes = blank(widgets.Dropdown, "na-replay-eyes", self._safe(self.look_as), "220px", **seen)
        walk = [
            self._button("Start", "Back to the start of the record", self.to_start),
            self._button("Back", "One entry back", lambda: self.step(-1)),
            self._button("Forward", "One entry forward", lambda: self.step(1)),
            self._button("Last place", "To where the game was left", self.to_last),
            self._button("Next turn", "On to the next power's turn", self.next_turn),
            self._button("Next comment", "On to the next entry with a comment", self.next_comment),
            self._button("Next decision", "On to the next decision of the seat looked at", self.next_decision),
            self.slider,
        ]
        return [row(*walk), row(self._eyes, self._lines, self._ask, self._answer)]

    def _editor(self) -> widgets.Box:
        """Fields to comment the entry shown, and to save the record."""
        wide = dict(layout=widgets.Layout(width="min(620px, 98%)", height="64px"), continuous_update=False)
        told, hidden = "for all to read", "hidden until asked for"
        self._text = blank(widgets.Textarea, "na-replay-text", description="Comment", placeholder=told, **wide)
        self._hidden = blank(widgets.Textarea, "na-replay-answer", description="Answer", placeholder=hidden, **wide)
        named = dict(value="my-game.jsonl", description="File", continuous_update=False)
        self._file = blank(widgets.Text, "na-replay-file", width="320px", **named)
        self._kept, self._typed = Html(), Html()
        self._drafts = Drafts(self._text, self._hidden)
        write = self._button("Write comment", "Keep this comment with the entry shown", self._written)
        save = self._button("Save record", "Write the record with its comments", lambda: self.save(self._file.value))
        return column(self._text, self._hidden, row(write, self._file, save, self._kept), self._typed)

    def _button(self, text: str, tip: str, act: Callable[[], Any]) -> widgets.Button:
        made = widgets.Button(description=text, tooltip=tip, layout=widgets.Layout(width="auto"))
        made.on_click(lambda _: self._safely(act))
        return marked(made, f"na-replay-{text.lower().replace(' ', '-')}")

    def _trouble_box(self) -> Markup:
        notes = tag("ul", *(tag("li", note) for note in self.notes)) if self.notes else NOTHING
        if not self.trouble:
            told = tag("summary", "What is known of the record") + notes
            return tag("details", told, class_="na-quiet", open=len(self.notes) > 1) if notes else NOTHING
        ruled = tag("div", self._ruled) if self._ruled else ""
        last = f"Shown are the entries up to {self.nodes[-1].n}."
        told = together(tag("h4", "✗ Not verified: ", self.trouble), ruled, last, notes)
        return tag("div", told, class_="na-ruling na-no", role="alert")

    # -- walking ---------------------------------------------------------------------------------
    def step(self, by: int) -> None:
        """Go some entries forward (or back)."""
        self.slider.value = max(0, min(len(self.nodes) - 1, self.slider.value + by))

    def to_start(self) -> None:
        """Go to the start of the record."""
        self.slider.value = 0

    def to_last(self) -> None:
        """Go to where the game was left; on a line that does not lead there, to its end."""
        places = [place for place, node in enumerate(self.nodes) if node.n == self.left]
        self.slider.value = places[0] if places else len(self.nodes) - 1

    def next_turn(self) -> None:
        """Go to the first entry of the next power's turn."""
        now = _turn(self.nodes[self.slider.value])
        self._go_to(lambda node: _turn(node) != now)

    def next_comment(self) -> None:
        """Go to the next entry that has a comment."""
        self._go_to(lambda node: bool(node.comment))

    def next_decision(self) -> None:
        """Go to where the seat looked at (or, seen by everybody, any seat) decides next: stand before its order."""
        ahead = {node.n: after for node, after in zip(self.nodes, self.nodes[1:], strict=False)}
        self._go_to(lambda node: node.n in ahead and ahead[node.n].order is not None and self._is_mine(ahead[node.n]))

    def _is_mine(self, node: Node) -> bool:
        return self.seat in ("", node.seat)

    def look_as(self, seat: str) -> None:
        """Show what a seat knows; "" shows all there is to know. Raises ValueError for an unknown seat."""
        self.seat = self.map.seat = self._checked(seat)
        self._eyes.value = seat
        self._show()

    def _checked(self, seat: str) -> str:
        if seat and seat not in self.session.seats:
            raise ValueError(f"there is no seat '{seat}'; there are {', '.join(self.session.seats)}")
        return seat

    # -- commenting --------------------------------------------------------------------------------
    def comment(self, text: str, answer: str = "") -> None:
        """Comment the entry shown; `answer` stays hidden until asked for. An empty comment takes it away."""
        node = self.nodes[self.slider.value]
        node.comment = self._unsaved[node.n] = str(Remark(text.strip(), answer.strip()))
        self._show()

    def save(self, file: Path | str, *, answers: bool = True) -> Path:
        """Write the record with its comments; `answers=False`: without what follows `Answer:`, for a class."""
        at, self.game.at = self.game.at, self.leaves[0]
        comments = [node.comment for node in self.game.tree.nodes]
        try:
            for node in self.game.tree.nodes if not answers else ():
                node.comment = remark(node.comment).text
            saved = keep_record(self.game, file, self._read.get(Path(file).absolute(), ""))
        finally:
            self.game.at = at
            for node, comment in zip(self.game.tree.nodes, comments, strict=True):
                node.comment = comment
        if answers:
            self._unsaved.clear()
        self._note_read(saved.file)
        told = f"; {saved.told}" if saved.told else ""
        self._kept.value = tag("span", "saved to ", str(saved.file), told, role="status")
        return saved.file

    def _note_read(self, file: Path | str) -> None:
        """Remember what a file holds, so that what somebody else writes there is not lost when it is saved here."""
        with suppress(OSError, Unreadable):
            self._read[Path(file).absolute()] = read_text(Path(file))

    def _keep_comments(self, old: Replay) -> None:
        """Comments made before the cell was run again, and not yet saved or written, stay with the same entries."""
        for n, comment in old._unsaved.items():
            if self._same_entry(old, n):
                self.game.tree.nodes[n].comment = self._unsaved[n] = comment

    def _keep_drafts(self, old: Replay) -> None:
        old._drafts.note()
        self._drafts.kept |= {n: texts for n, texts in old._drafts.kept.items() if self._same_entry(old, n)}

    def _same_entry(self, old: Replay, n: Any) -> bool:
        entries, theirs = self.game.tree.nodes, old.game.tree.nodes[n]
        same = n < len(entries) and (entries[n].order, entries[n].result) == (theirs.order, theirs.result)
        return same and entries[n].state == theirs.state

    def _written(self) -> None:
        self._drafts.taken()
        self.comment(self._text.value, self._hidden.value)

    def show_answer(self) -> None:
        """Show the answer to the comment's question."""
        self._comment.value = _comment(self.nodes[self.slider.value], answered=True)

    def _go_to(self, wanted: Callable[[Node], bool]) -> None:
        """Go to the next entry that is wanted, else to the last."""
        later = range(self.slider.value + 1, len(self.nodes))
        self.slider.value = next((n for n in later if wanted(self.nodes[n])), len(self.nodes) - 1)

    def _take_line(self, leaf: int) -> None:
        self.nodes = _line(self.game, leaf)
        at = min(self.slider.value, len(self.nodes) - 1)
        self.slider.max = len(self.nodes) - 1
        self.slider.value = at
        self._show()

    # -- showing ---------------------------------------------------------------------------------
    def _safe(self, act: Callable[[Any], object]) -> Callable[[Any], None]:
        return lambda value: self._safely(lambda: act(value))

    def _safely(self, act: Callable[[], Any]) -> None:
        """Whatever fails is told in the page."""
        try:
            act()
        except Exception as error:
            self._told.value = words.answer_box(wrong(error), (), 0)

    def _show(self) -> None:
        node = self.nodes[self.slider.value]
        self.game.at = node.n
        self._turn.value = words.turn_bar(self.game)
        self._told.value = words.entry_box(self.session, node, LINES, self.seat)
        said = remark(node.comment)
        show(self._ask, bool(self.hide and node.comment))
        show(self._answer, bool(said.answer and not self.hide))
        self._comment.value = "" if self.hide else _comment(node)
        if self._editing:  # else the page would hold the answer where nobody has asked for it
            self._drafts.turn_to(node.n, said.text, said.answer)
            self._typed.value = not_written(self._drafts, int)
        self.map.update(self.game)

    def _reveal(self) -> None:
        node = self.nodes[self.slider.value]
        self._comment.value = _comment(node)
        show(self._answer, bool(remark(node.comment).answer))

    def __repr__(self) -> str:
        return f"<Replay of {len(self.nodes)} entries>"

    def close(self) -> None:
        """Close every widget."""
        self.map.close()
        close_tree(self.widget)


def _turn(node: Node) -> tuple[int, str]:
    return node.state.round, node.state.power


def _leaves(game: Game) -> list[int]:
    """The ends of all lines; first the one that leads on from where the game stands."""
    at = game.at
    while game.tree.nodes[at].children:
        at = game.tree.nodes[at].children[-1]
    return [at, *(leaf for leaf in game.lines() if leaf != at)]


def _line(game: Game, leaf: int) -> list[Node]:
    """The entries from the start to the end of a line."""
    game.at = leaf
    return game.path()


def _comment(node: Node, answered: bool = False) -> str:
    said = remark(node.comment)
    told = tag("div", said.text, class_="na-banner", role="status") if said.text else ""
    if answered and said.answer:
        told += tag("div", tag("b", "Answer:"), " ", said.answer, class_="na-banner na-answer", role="status")
    return told
