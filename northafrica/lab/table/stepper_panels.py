"""The parts of a stepper that hold buttons and fields: dice, plan, record, seats, charts, earlier games."""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import ipywidgets as widgets

from northafrica import bots
from northafrica.core.game import Game
from northafrica.core.html import tag
from northafrica.lab.board.style import class_word
from northafrica.lab.table.autosave import Kept
from northafrica.lab.table.remarks import Remark, remark
from northafrica.lab.table.session import ME, START, Answer, Player, Session
from northafrica.lab.tray import keys
from northafrica.lab.tray.closing import as_part, close_tree
from northafrica.lab.tray.parts import Html, button, row, show

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


class Buttons:
    """Named buttons in a row: name -> (text, tip, style, act)."""

    def __init__(self, guard: Guard, given: Mapping[str, tuple[str, str, str, Act]]) -> None:
        self.by_name = {name: button(text, tip, name, style) for name, (text, tip, style, _) in given.items()}
        for name, (_, _, _, act) in given.items():
            self.by_name[name].on_click(guard(act))
        self.widget = row(*self.by_name.values())


class DicePanel:
    """Dice typed in from the table."""

    def __init__(self, session: Session, guard: Guard, done: Callable[[Answer], Answer]) -> None:
        self.session, self.done = session, done
        self.dice = widgets.Text(description="Dice", placeholder="for example 3 7 10", continuous_update=False)
        self.dice.add_class("na-dice")
        enter = guard(self.enter)
        keys.on_enter(self.dice, enter)
        use = button("Enter dice", "Use these dice", "dice", "primary")
        use.on_click(enter)
        throw = button("Throw for me", "Let the program throw them", "throw")
        throw.on_click(guard(lambda: done(session.throw())))
        self.widget = row(self.dice, use, throw)

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
        self.widget = widgets.VBox()
        self.widget.add_class("na-plan")

    def update(self, lines: Sequence[object]) -> None:
        """Show the lines of the plan; none hides the panel."""
        while len(self._rows) < len(lines):
            self._rows.append(self._row(len(self._rows) + 1))
        for made, line in zip(self._rows, lines, strict=False):
            made.children[1].value = str(line)
        self.head.value = tag(
            "b", "Plan: ", len(lines), " line", "s" if len(lines) > 1 else "", ", not yet carried out"
        )
        shown = (self.head, *self._rows[: len(lines)]) if lines else ()
        if tuple(self.widget.children) != shown:
            self.widget.children = shown

    def _row(self, number: int) -> widgets.HBox:
        made = button(f"Drop {number}", f"Take line {number} out of the plan", f"drop-{number}")
        made.add_class("na-small")
        made.on_click(self.guard(lambda: self.drop(number)))
        return widgets.HBox([made, widgets.Label()])

    def close(self) -> None:
        """Close the rows at rest as well."""
        close_tree(self.head, self.widget, *self._rows)


class FilePanel:
    """Saving, opening, loading and downloading the record."""

    def __init__(self, session: Session, guard: Guard) -> None:
        self.session = session
        self.file = widgets.Text(value="my-game.jsonl", description="File", continuous_update=False)
        self.file.add_class("na-file")
        self.upload = widgets.FileUpload(
            accept=".jsonl,.txt",
            multiple=False,
            description="Load from my computer",
            layout=widgets.Layout(width="auto"),
        )
        self.upload.observe(lambda change: guard(self._uploaded)() if change["new"] else None, "value")
        self.link = Html()
        given: dict[str, tuple[str, str, str, Act]] = {
            "save": ("Save", "Write the record to the file named", "", self.save),
            "open": ("Open", "Read the file named and go on from where it was left", "", self.open),
            "open-start": ("Open at start", "Read the file named and stand at its start", "", self.open_at_start),
            "download": ("Download link", "Make a link to the record as it stands", "", self.make_link),
        }
        buttons = Buttons(guard, given)
        files = row(self.file, *buttons.widget.children, self.upload, self.link)
        close_tree_of_row(buttons.widget)
        self.comment = widgets.Text(
            description="Comment",
            placeholder="kept with the entry the game stands at",
            continuous_update=False,
            layout=widgets.Layout(width="420px"),
        )
        self.comment.add_class("na-comment")
        note = guard(self._commented)
        keys.on_enter(self.comment, note)
        write = button("Write comment", "Keep this comment in the record", "comment")
        write.on_click(note)
        self.widget = widgets.VBox([files, row(self.comment, write)])

    def update(self, game: Game) -> None:
        """Show the comment of the entry the game stands at; its answer stays hidden."""
        text = remark(game.node.comment).text
        if self.comment.value != text:
            self.comment.value = text

    def _commented(self) -> Answer:
        """Write the comment; an answer that is there stays, unless another is written or all is taken away."""
        new, old = remark(self.comment.value), remark(self.session.game.node.comment)
        answer = new.answer or (old.answer if new.text else "")
        return self.session.comment(str(Remark(new.text, answer)))

    def save(self) -> Answer:
        """Write the record."""
        return self.session.save(self.file.value)

    def open(self) -> Answer:
        """Read the file named, and stand where it was left."""
        return self.session.open(Path(self.file.value))

    def open_at_start(self) -> Answer:
        """Read the file named, and stand at its start; *Redo* goes forward along what was played."""
        return self.session.open(Path(self.file.value), START)

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


def close_tree_of_row(made: widgets.Box) -> None:
    """Close a row whose parts have moved elsewhere."""
    made.children = ()
    close_tree(made)


class SeatsPanel:
    """Who plays which seat; the curtain; typed dice."""

    def __init__(self, session: Session, guard: Guard, took_seat: Callable[[Answer], Answer]) -> None:
        self.session, self.guard, self.took_seat = session, guard, took_seat
        self._busy = False
        self.given: dict[str, Player] = {who.name: who for who in session.seats.values() if not isinstance(who, str)}
        self.boxes: dict[str, widgets.Dropdown] = {}
        self.curtain = self._check("curtain between two at one screen", "na-curtain")
        self.typed = self._check("type in the dice from the table", "na-typed")
        self.typed.observe(self._on_change(lambda on: took_seat(session.type_dice(on))), "value")
        self.seats = row()
        self.widget: widgets.Widget = row(self.seats, self.curtain, self.typed)

    @staticmethod
    def _check(text: str, css: str) -> widgets.Checkbox:
        made = widgets.Checkbox(value=False, description=text, indent=False, layout=widgets.Layout(width="auto"))
        made.add_class(css)
        return made

    def _on_change(self, act: Callable[[Any], Answer]) -> Callable[[Any], None]:
        def run(change: Any) -> None:
            if not self._busy:
                self.guard(lambda: act(change["new"]))()

        return run

    def _box(self, seat: str) -> widgets.Dropdown:
        names = dict.fromkeys([ME, *bots.NAMES, *self.given])
        made = widgets.Dropdown(
            options=list(names),
            description=self.session.seat_name(seat),
            style={"description_width": "initial"},
            layout=widgets.Layout(width="auto", min_width="200px"),
        )
        made.add_class(f"na-seat-{class_word(seat)}")
        made.observe(self._on_change(lambda name: self._take(seat, name)), "value")
        return made

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
        shown = tuple(self.boxes[seat] for seat in self.session.seats)
        if tuple(self.seats.children) != shown:
            self.seats.children = shown
        self.typed.value = self.session.typed_dice
        self._busy = False

    def close(self) -> None:
        """Close the boxes of seats no longer played as well."""
        close_tree(self.widget, *self.boxes.values())


class ResumePanel:
    """Offers games kept earlier, until one is taken up, declined, or a new one has begun."""

    def __init__(self, found: Sequence[Kept | Game], guard: Guard, resume: Callable[[Path | Game], Answer]) -> None:
        self.box = widgets.Dropdown(
            options=[(_kept_words(kept), n) for n, kept in enumerate(found)],
            description="Kept game",
            layout=widgets.Layout(width="auto", min_width="420px"),
        )
        self.box.add_class("na-kept")
        take = button("Resume", "Go on with this game", "resume", "info")
        take.on_click(guard(lambda: resume(_kept_game(found[self.box.value]))))
        no = button("Begin anew", "Leave the earlier games alone", "anew")
        no.on_click(lambda _: self.hide())
        self.widget = row(self.box, take, no)
        self.widget.add_class("na-resume")
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
        self.which = widgets.ToggleButtons(
            options=["no chart", *CHARTS], value="no chart", description="Chart", style={"button_width": "auto"}
        )
        self.which.add_class("na-charts")
        self.which.observe(lambda change: guard(lambda: self.pick(change["new"]))(), "value")
        self.place = widgets.VBox()
        self.widget = widgets.VBox([self.which, self.place])
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
        """Bring the chart up to date."""
        if self.chart is not None:
            self.chart.update(self.game())

    def clear(self) -> None:
        """Close the chart."""
        self.place.children = ()
        if self.chart is not None:
            self.chart.close()
            self.chart = None
