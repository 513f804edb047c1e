"""The parts of a stepper that hold buttons and fields: dice, plan, record, seats, charts, earlier games."""

from __future__ import annotations

import base64
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import ipywidgets as widgets
from markupsafe import Markup

from northafrica import bots
from northafrica.core.game import Game
from northafrica.core.html import NOTHING, tag
from northafrica.core.reading import shortened
from northafrica.lab.board.style import class_word
from northafrica.lab.table.answer import Answer, Player
from northafrica.lab.table.autosave import Kept
from northafrica.lab.table.remarks import Remark, remark
from northafrica.lab.table.session import ME, START, Session
from northafrica.lab.tray import keys
from northafrica.lab.tray.closing import as_part, close_tree
from northafrica.lab.tray.drafts import Drafts
from northafrica.lab.tray.parts import Html, blank, button, check, column, marked, row, show

if TYPE_CHECKING:
    from northafrica.lab.charts.game_charts import Chart

Act = Callable[[], Answer | None]
Guard = Callable[[Act], Callable[..., None]]
CHARTS = {
    "Supply on hand": "SupplyOnHand",
    "Supply flow": "SupplyFlow",
    "Combat rolls": "CombatRolls",
    "Losses": "Losses",
    "Luck": "Luck",
}


class DicePanel:
    """Dice typed in from the table."""

    def __init__(self, session: Session, guard: Guard, done: Callable[[Answer], Answer]) -> None:
        self.session, self.done = session, done
        told = dict(description="Dice", placeholder="for example 3 7 10", continuous_update=False)
        self.dice = blank(widgets.Text, "na-dice", **told)
        enter, throw = guard(self.enter), guard(lambda: done(session.throw()))
        keys.on_enter(self.dice, enter)
        use = button("Enter dice", "Use these dice", "dice", enter, "primary")
        self.widget = row(self.dice, use, button("Throw for me", "Let the program throw them", "throw", throw))

    def enter(self) -> Answer:
        """Use the dice in the field; what is refused stays there to be mended."""
        parts = self.dice.value.replace(",", " ").split()
        answer = self.session.roll(*[_die(part) for part in parts])
        if answer.ok:
            self.dice.value = ""
        return self.done(answer)

    def update(self, game: Game) -> None:
        """Shown while dice are awaited."""
        show(self.widget, game.chance is not None)


def _die(part: str) -> int | str:
    sign, digits = (-1, part[1:]) if part.startswith("-") else (1, part)
    return sign * int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 7 else part


class PlanPanel:
    """The pending lines of a plan, each with a button that drops it."""

    def __init__(self, guard: Guard, drop: Callable[[int], Answer]) -> None:
        self.guard, self.drop = guard, drop
        self.head = Html()
        self._rows: list[widgets.HBox] = []
        self.widget = column(css="na-plan")

    def update(self, lines: Sequence[object]) -> None:
        """Show the lines of the plan; none hides the panel."""
        while len(self._rows) < len(lines):
            self._rows.append(self._row(len(self._rows) + 1))
        for made, line in zip(self._rows, lines, strict=False):
            made.children[1].value = str(line)
        self.head.value = tag(
            "b", "Plan: ", len(lines), " line", "s" if len(lines) > 1 else "", ", not yet carried out"
        )
        self.widget.children = (self.head, *self._rows[: len(lines)]) if lines else ()

    def _row(self, number: int) -> widgets.HBox:
        drop = self.guard(lambda: self.drop(number))
        made = button(f"Drop {number}", f"Take line {number} out of the plan", f"drop-{number}", drop)
        return widgets.HBox([marked(made, "na-small"), widgets.Label()])

    def forget(self) -> None:
        """Take the lines away, those of rows at rest as well."""
        self.update(())
        for made in self._rows:
            made.children[1].value = ""
        self.head.value = ""

    def close(self) -> None:
        """Close the rows at rest as well."""
        close_tree(self.head, self.widget, *self._rows)


class FilePanel:
    """Saving, opening, loading and downloading the record."""

    def __init__(self, session: Session, guard: Guard) -> None:
        self.session = session
        named = dict(value="my-game.jsonl", description="File", continuous_update=False)
        self.file = blank(widgets.Text, "na-file", **named)
        uploads = dict(accept=".jsonl,.txt", multiple=False, description="Load from my computer")
        taken = guard(self._uploaded)
        self.upload = blank(widgets.FileUpload, "", lambda new: taken() if new else None, "auto", **uploads)
        self.link = Html()
        save = guard(lambda: session.save(self.file.value))
        last = guard(lambda: session.open(Path(self.file.value)))
        start = guard(lambda: session.open(Path(self.file.value), START))
        files = (
            button("Save", "Write the record to the file named", "save", save),
            button("Open", "Read the file named and go on from where it was left", "open", last),
            button("Open at start", "Read the file named and stand at its start", "open-start", start),
            button("Download link", "Make a link to the record as it stands", "download", guard(self.make_link)),
        )
        told = dict(placeholder="kept with the entry the game stands at", continuous_update=False)
        self.comment = blank(widgets.Text, "na-comment", width="420px", description="Comment", **told)
        note = guard(self._commented)
        keys.on_enter(self.comment, note)
        write = button("Write comment", "Keep this comment in the record", "comment", note)
        self.drafts, self._typed = Drafts(self.comment), Html()
        above = row(self.file, *files, self.upload, self.link)
        self.widget = column(above, row(self.comment, write, self._typed))

    def update(self, game: Game) -> None:
        """Show the comment of the entry the game stands at; its answer stays hidden.

        What was typed for it and not written is there again.
        """
        self.drafts.turn_to((id(game.tree), game.node.n), remark(game.node.comment).text)
        self._typed.value = not_written(self.drafts, lambda key: key[1])

    def forget(self) -> None:
        """Take away the comment and the link to the record; what was typed is there again at its entry."""
        self.drafts.turn_to(None, "")
        self._typed.value = self.link.value = ""

    def take_over(self, old: FilePanel, game: Game) -> None:
        """What was typed at the table of before, in the same cell, and not written."""
        old.drafts.note()
        for key, texts in old.drafts.kept.items():
            if key[0] == id(old.session.game.tree):
                self.drafts.kept[key if key[1] else (id(game.tree), 0)] = texts

    def _commented(self) -> Answer:
        """Write the comment; an answer that is there stays, unless another is written or all is taken away."""
        new, old = remark(self.comment.value), remark(self.session.game.node.comment)
        answer = new.answer or (old.answer if new.text else "")
        self.drafts.taken()
        return self.session.comment(str(Remark(new.text, answer)))

    def make_link(self) -> Answer:
        """A link that downloads the record as it stands."""
        data = base64.b64encode(self.session.text().encode()).decode()
        name = Path(self.file.value).name or "record.jsonl"
        href = f"data:application/jsonl;base64,{data}"
        self.link.value = tag("a", "download ", name, class_="na-download", download=name, href=href)
        return self.session.say(Answer(True, f"the link to {name} is ready"))

    def _uploaded(self) -> Answer:
        item = self.upload.value[0]
        self.upload.value = ()
        return self.session.load(bytes(item["content"]).decode("utf-8", errors="replace"), item["name"])


def not_written(drafts: Drafts, entry: Callable[[Any], int]) -> Markup:
    """Comments typed at other entries and not yet written, in words; `entry`: its number, from a draft's key."""
    typed = {entry(key): " / ".join(filter(None, texts)) for key, texts in drafts.elsewhere().items()}
    told = "; ".join(f"entry {n}: \u201c{shortened(text, 80)}\u201d" for n, text in typed.items() if text)
    return tag("span", "typed and not yet written: ", told, class_="na-quiet", role="status") if told else NOTHING


class SeatsPanel:
    """Who plays which seat; the curtain; typed dice."""

    def __init__(self, session: Session, guard: Guard, took_seat: Callable[[Answer], Answer]) -> None:
        self.session, self.guard, self.took_seat = session, guard, took_seat
        self._busy = False
        self.given: dict[str, Player] = {who.name: who for who in session.seats.values() if not isinstance(who, str)}
        self.boxes: dict[str, widgets.Dropdown] = {}
        self.curtain = check("curtain between two at one screen", "na-curtain")
        typed = self._on_change(lambda on: took_seat(session.type_dice(on)))
        self.typed = check("type in the dice from the table", "na-typed", typed)
        self.seats = row()
        self.widget: widgets.Widget = row(self.seats, self.curtain, self.typed)

    def _on_change(self, act: Callable[[Any], Answer]) -> Callable[[Any], None]:
        return lambda value: None if self._busy else self.guard(lambda: act(value))()

    def _box(self, seat: str) -> widgets.Dropdown:
        names = dict.fromkeys([ME, *bots.NAMES, *self.given])
        layout = widgets.Layout(width="auto", min_width="200px")
        look = dict(description=self.session.seat_name(seat), style={"description_width": "initial"}, layout=layout)
        taken = self._on_change(lambda name: self._take(seat, name))
        return blank(widgets.Dropdown, f"na-seat-{class_word(seat)}", taken, options=list(names), **look)

    def _take(self, seat: str, name: str) -> Answer:
        who: str | Player = ME if name == ME else self.given.get(name) or bots.player(name, seat)
        return self.took_seat(self.session.seat(seat, who))

    def update(self) -> None:
        """Show who plays."""
        self._busy = True
        for seat in self.session.seats:
            if seat not in self.boxes:
                self.boxes[seat] = self._box(seat)
            self.boxes[seat].value = self.session.player(seat)
        self.seats.children = tuple(self.boxes[seat] for seat in self.session.seats)
        self.typed.value = self.session.typed_dice
        self._busy = False

    def close(self) -> None:
        """Close the boxes of seats no longer played as well."""
        close_tree(self.widget, *self.boxes.values())


class UndoAllPanel:
    """Taking back a whole line of play asks first, in another place than the button that was pressed."""

    def __init__(self, session: Session, guard: Guard) -> None:
        self.session = session
        self.told = Html()
        yes = button("Undo all", "Back to the start of this line of play", "undo-all-yes", guard(self._sure), "warning")
        no = button("Keep them", "Take nothing back", "undo-all-no", guard(self.hide))
        self.widget = row(self.told, yes, no, css="na-row na-undo-all")
        self.hide()

    def ask(self) -> None:
        """Ask whether all of it shall be taken back."""
        count = self.session.game.at
        self.told.value = tag("b", f"Take back all {count} entries?" if count > 1 else "Take it back?", role="alert")
        show(self.widget, True)

    def hide(self) -> None:
        """Ask no more."""
        show(self.widget, False)

    def _sure(self) -> Answer:
        self.hide()
        return self.session.undo_all()


class ResumePanel:
    """Offers games kept earlier, until one is taken up, declined, or a new one has begun."""

    def __init__(self, found: Sequence[Kept | Game], guard: Guard, resume: Callable[[Path | Game], Answer]) -> None:
        options = [(_kept_words(kept), n) for n, kept in enumerate(found)]
        layout = widgets.Layout(width="auto", min_width="420px")
        self.box = blank(widgets.Dropdown, "na-kept", options=options, description="Kept game", layout=layout)
        chosen = guard(lambda: resume(_kept_game(found[self.box.value])))
        take = button("Continue this game", "Go on where it was left", "resume", chosen, "info")
        no = button("Begin anew", "Leave the earlier games alone", "anew", self.hide)
        self.widget = row(self.box, take, no, css="na-row na-resume")
        show(self.widget, bool(found))

    def hide(self) -> None:
        """Offer nothing any more."""
        show(self.widget, False)


def _kept_words(kept: Kept | Game) -> str:
    return str(kept) if isinstance(kept, Kept) else f"played in this cell before: {len(kept.tree.nodes) - 1} entries"


def _kept_game(kept: Kept | Game) -> Path | Game:
    return kept.file if isinstance(kept, Kept) else kept


class ChartPanel:
    """One chart, or none: only what is shown is kept up to date."""

    def __init__(self, guard: Guard, game: Callable[[], Game]) -> None:
        self.game = game
        look = dict(value="no chart", description="Chart", style={"button_width": "auto"})
        options, picked = ["no chart", *CHARTS], lambda name: guard(lambda: self.pick(name))()
        self.which = blank(widgets.ToggleButtons, "na-charts", picked, options=options, **look)
        self.place = column()
        self.widget = column(self.which, self.place)
        self.chart: Chart | None = None

    def pick(self, name: str) -> None:
        """Draw a chart by its name; the one before is closed."""
        self.clear()
        if name in CHARTS:
            from northafrica.lab.charts import game_charts

            made: Chart = getattr(game_charts, CHARTS[name])(self.game())
            self.chart = as_part(made)
            self.place.children = (made.widget,)

    def update(self) -> None:
        """Bring the chart up to date, or draw it again."""
        if self.chart is None:
            self.pick(self.which.value)
        else:
            self.chart.update(self.game())

    def forget(self) -> None:
        """Close the chart until the next update."""
        self.clear()

    def clear(self) -> None:
        """Close the chart."""
        self.place.children = ()
        if self.chart is not None:
            self.chart.close()
            self.chart = None
