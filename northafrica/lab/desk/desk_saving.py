"""The part of the position desk that keeps a position: as text, exercise, case or record."""

from __future__ import annotations

import base64
from collections.abc import Callable
from pathlib import Path
from typing import Any

import ipywidgets as widgets

from northafrica.core.files import why
from northafrica.core.html import tag
from northafrica.lab.desk import desk_words as words
from northafrica.lab.desk import position_saving as saving
from northafrica.lab.desk.position_draft import PositionDraft
from northafrica.lab.exercises.better import MEASURES
from northafrica.lab.table.answer import Answer
from northafrica.lab.tray.parts import Html, blank, button, column, row, show

FORMS = {
    "position": ("my-lesson/position.txt", ()),
    "exercise": ("my-lesson/exercises.toml", ("id", "kind", "question", "before", "order", "hints")),
    "case": ("my-lesson/case.toml", ("title", "page", "items")),
    "record": ("my-lesson/lesson.jsonl", ("seed", "comment")),
}
EXERCISES = {
    "legal": ("order",),
    "number": ("order", "number"),
    "count": ("items", "place", "what"),
    "hits": ("items",),
    "choice": ("items", "answers"),
    "orders": ("goal", "example", "dice"),
    "better": ("ways", "measure", "battle", "rules"),
}
FIELDS = {
    "id": ("Name", "a short name, like seven"),
    "question": ("Question", "what is asked"),
    "order": ("Order", "the order asked about"),
    "number": ("Number", "a number its ruling names, like needs"),
    "place": ("Place", "where it is counted"),
    "goal": ("Goal", "what must hold then: stock tobruk: supply 1; legal fight"),
    "dice": ("Dice", "thrown after the last order, like 3 9; empty for none"),
    "battle": ("Battle at", "where it is fought, if there are several"),
    "rules": ("Rules", "ids of the rules that explain it, like declare.cost"),
    "what": ("What", "what is counted: uk infantry, supply"),
    "title": ("Title", "what the case shows"),
    "page": ("Page", "of the rulebook"),
    "seed": ("Seed", "of the dice; empty: typed in"),
    "comment": ("Comment", "kept with the start of the record"),
}
LINES = {
    "before": ("Orders before", "given first, one a line; ORDER | 3 9 where dice are thrown"),
    "items": ("Orders", "one a line; ORDER | 3 9 where dice are thrown; refused RULE: ORDER"),
    "answers": ("Answers", "one a line: ANSWER = at tobruk: 2 italy infantry; exactly one must hold"),
    "example": ("Example", "orders that reach the goal, one a line"),
    "ways": ("Ways", "one a line: ANSWER = ORDER; ORDER, or ANSWER = 3 infantry against 2 infantry"),
    "hints": ("Hints", "one a line, from a nudge to nearly the answer"),
}


class SavingForm:
    """Choose what the position is kept as, fill in what that needs, and save or download it."""

    def __init__(self, draft: PositionDraft, run: Callable[[Callable[[], Answer]], object]) -> None:
        self.draft = draft
        kinds = dict(options=list(EXERCISES), description="Kind")
        self.kind = blank(widgets.Dropdown, "na-desk-exercise-kind", lambda _: self._fit(), "220px", **kinds)
        forms = dict(options=list(FORMS), description="Keep as")
        self.form = blank(widgets.ToggleButtons, "na-desk-form", lambda _: self._fit(new=True), **forms)
        self.file = _line("na-desk-file", "File", "the file to write")
        self.fields = {name: _line(f"na-desk-field-{name}", *words) for name, words in FIELDS.items()}
        self.fields |= {name: _lines(f"na-desk-field-{name}", *words) for name, words in LINES.items()}
        measures = [(measure.words, name) for name, measure in MEASURES.items()]
        look = dict(options=measures, description="Compare", style=LABEL)
        self.fields["measure"] = blank(widgets.Dropdown, "na-desk-field-measure", width=WIDE, **look)
        save = button("Save", "Write the file", "desk-save", lambda: run(self.save), "primary")
        link = button("Download link", "A link to the position as text", "desk-download", lambda: run(self.link))
        self._link = Html()
        kept = row(self.file, save, link, self._link)
        self.widget = column(row(self.form, self.kind), *self.fields.values(), kept, css="na-desk-saving")
        self._fit(new=True)

    def _shown(self) -> tuple[str, ...]:
        if self.form.value == "exercise":
            return ("id", "kind", "question", "before", *EXERCISES[self.kind.value], "hints")
        return FORMS[self.form.value][1]

    def _fit(self, new: bool = False) -> None:
        """Show the fields that the form needs."""
        if new:
            self.file.value = FORMS[self.form.value][0]
        shown = self._shown()
        show(self.kind, "kind" in shown)
        for name, line in self.fields.items():
            show(line, name in shown)

    def take_over(self, old: SavingForm) -> None:
        """Fill in what the form held before its cell was run again."""
        self.form.value, self.kind.value = old.form.value, old.kind.value
        self.file.value = old.file.value
        for name, field in self.fields.items():
            field.value = old.fields[name].value

    # -- keeping -----------------------------------------------------------------------------------
    def save(self) -> Answer:
        """Write what is filled in."""
        if not self.file.value.strip():
            return Answer(False, "name a file first")
        file = Path(self.file.value.strip())
        try:
            return self._save(file)
        except OSError as error:
            return Answer(False, f"not saved: {file}: {why(error)}")
        except ValueError as error:
            return Answer(False, f"not saved: {error}")

    def _save(self, file: Path) -> Answer:
        text, given = self.draft.text, {name: self.fields[name].value.strip() for name in self.fields}
        if self.form.value == "position":
            return saving.save_position(text, file)
        if self.form.value == "record":
            seed = int(given["seed"]) if given["seed"].isdigit() else given["seed"] or None
            return saving.start_record(self.draft.game(seed), file, given["comment"])
        if self.form.value == "case":
            return saving.save_case(text, file, title=given["title"], do=given["items"], page=given["page"])
        return saving.save_exercise(text, file, kind=self.kind.value, **self._exercise(given))

    def _exercise(self, given: dict[str, str]) -> dict[str, Any]:
        """The keys of the exercise filled in."""
        own: dict[str, Any] = {name: given[name] for name in self._shown() if name in given}
        own["before"] = saving.items(given["before"])
        own["hints"] = given["hints"].splitlines()
        return {key: item for name, text in own.items() for key, item in _READ.get(name, _as_it_is)(name, text)}

    def link(self) -> Answer:
        """A link to the position as text: what a server forgets, the browser keeps."""
        data = base64.b64encode(self.draft.text.encode()).decode()
        name = Path(self.file.value or "position").stem + ".txt"
        self._link.value = tag("a", "download ", name, download=name, href=f"data:text/plain;base64,{data}")
        return Answer(True, f"the link to {name} is ready")


Pairs = list[tuple[str, Any]]


def _as_it_is(name: str, given: Any) -> Pairs:
    return [(name, given)]


_READ: dict[str, Callable[[str, Any], Pairs]] = {
    "items": lambda _, text: [("orders", saving.items(text))],
    "answers": lambda _, text: [("options", words.answers(text))],
    "ways": lambda _, text: [("options", words.ways(text))],
    "goal": lambda name, text: [(name, words.expectation(text))],
    "example": lambda name, text: [(name, text.splitlines())],
    "dice": lambda name, text: [(name, saving.dice(text))],
    "battle": lambda _, text: [("place", text)],
    "rules": lambda name, text: [(name, text.replace(",", " ").split())],
}
"""How a field of the form becomes keys of an exercise, where it is not taken as it is."""


LABEL, WIDE = {"description_width": "7em"}, "min(560px, 98%)"


def _line(css: str, label: str, hint: str) -> widgets.Text:
    told = dict(description=label, placeholder=hint, continuous_update=False, style=LABEL)
    return blank(widgets.Text, css, width=WIDE, **told)


def _lines(css: str, label: str, hint: str) -> widgets.Textarea:
    told = dict(description=label, placeholder=hint, continuous_update=False, style=LABEL)
    return blank(widgets.Textarea, css, layout=widgets.Layout(width=WIDE, height="64px"), **told)
