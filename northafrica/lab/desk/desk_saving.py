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
from northafrica.lab.table.session import Answer
from northafrica.lab.tray.parts import Html, button, row, show

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

    def __init__(self, draft: PositionDraft, run: Callable[[Callable[[], Answer]], None]) -> None:
        self.draft = draft
        self.form = widgets.ToggleButtons(options=list(FORMS), description="Keep as")
        self.form.add_class("na-desk-form")
        self.kind = widgets.Dropdown(options=list(EXERCISES), description="Kind", layout=widgets.Layout(width="220px"))
        self.kind.add_class("na-desk-exercise-kind")
        self.file = _line("File", "the file to write")
        self.file.add_class("na-desk-file")
        self.fields = {name: _line(*words) for name, words in FIELDS.items()}
        self.fields |= {name: _lines(*words) for name, words in LINES.items()}
        self.fields["measure"] = widgets.Dropdown(
            options=[(measure.words, name) for name, measure in MEASURES.items()],
            description="Compare",
            layout=widgets.Layout(width="min(560px, 98%)"),
        )
        self.fields["measure"].style.description_width = "7em"
        for name, field in self.fields.items():
            field.add_class(f"na-desk-field-{name}")
        save = button("Save", "Write the file", "desk-save", "primary")
        save.on_click(lambda _: run(self.save))
        link = button("Download link", "A link to the position as text", "desk-download")
        link.on_click(lambda _: run(self.link))
        self._link = Html()
        parts = [row(self.form, self.kind), *self.fields.values(), row(self.file, save, link, self._link)]
        self.widget = widgets.VBox(parts)
        self.widget.add_class("na-desk-saving")
        self.form.observe(lambda _: self._fit(new=True), "value")
        self.kind.observe(lambda _: self._fit(), "value")
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
        for name, field in self.fields.items():
            show(field, name in shown)

    # -- keeping -----------------------------------------------------------------------------------
    def save(self) -> Answer:
        """Write what is filled in."""
        if not self.file.value.strip():
            return Answer(False, "name a file first")
        file = Path(self.file.value.strip())
        try:
            return self._save(file)
        except (ValueError, OSError) as error:
            return Answer(
                False, f"not saved: {file}: {why(error)}" if isinstance(error, OSError) else f"not saved: {error}"
            )

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


def _line(label: str, hint: str) -> widgets.Text:
    made = widgets.Text(
        description=label, placeholder=hint, continuous_update=False, layout=widgets.Layout(width="min(560px, 98%)")
    )
    made.style.description_width = "7em"
    return made


def _lines(label: str, hint: str) -> widgets.Textarea:
    layout = widgets.Layout(width="min(560px, 98%)", height="64px")
    made = widgets.Textarea(description=label, placeholder=hint, continuous_update=False, layout=layout)
    made.style.description_width = "7em"
    return made
