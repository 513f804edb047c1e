"""Exercises as a card: the question, a field for the answer, hints, the verdict, and progress."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import ipywidgets as widgets
from markupsafe import Markup

from northafrica.core.html import tag, together
from northafrica.lab.exercises.exercise import Exercise, read_exercises
from northafrica.lab.exercises.exercise_kinds import ExerciseError
from northafrica.lab.exercises.progress import Progress
from northafrica.lab.exercises.questions import KeptBack, NoAnswer, QuestionError, Verdict
from northafrica.lab.table.table_watch import guard, moment, moment_box
from northafrica.lab.tray import keys
from northafrica.lab.tray.closing import Shown, close_tree
from northafrica.lab.tray.parts import Html, blank, button, column, row, show, style_sheet

NOTHING = "Choose or write an answer first."


class ExerciseCard(Shown):
    """One card for several exercises, gone through one by one.

    `exercises`: a file of exercises or a list. `progress`: where attempts are kept; by default in
    `progress.json` beside the notebook. `focus`: the spaces that the picture of the board shows.
    """

    def __init__(
        self,
        exercises: Path | str | Sequence[Exercise],
        *,
        progress: Progress | None = None,
        focus: Iterable[str] | None = None,
        pick: Iterable[str] | None = None,
    ) -> None:
        self.take_place()
        found = read_exercises(exercises) if isinstance(exercises, Path | str) else tuple(exercises)
        self.exercises = _picked(found, pick)
        self.progress = progress or Progress()
        self.focus = tuple(focus) if focus is not None else None
        self.at = 0
        self._typed: dict[str, str] = {}
        self._build()
        self.turn_to(self._first_open())

    # -- the public face ---------------------------------------------------------------------------
    @property
    def exercise(self) -> Exercise:
        """The exercise shown."""
        return self.exercises[self.at]

    def answer(self, given: str) -> Verdict | None:
        """Answer the exercise shown, as the button does; None where the text is no answer, or the exercise broken."""
        if not given.strip():
            self._say(_note(NOTHING))
            return None
        try:
            verdict = self.exercise.check(given)
        except NoAnswer as error:
            self._say(_note(str(error)))
            return None
        except QuestionError as error:
            self._say(_broken(error))
            return None
        self.progress.answered(self.exercise.id, verdict.given, verdict.right)
        self._say(_verdict(verdict))
        self._tell_progress()
        return verdict

    def hint(self) -> str:
        """The next hint, or a word that there is none."""
        taken = self._hints_shown
        if taken >= len(self.exercise.hints):
            return ""
        self._hints_shown += 1
        self.progress.hinted(self.exercise.id)
        self._show_hints()
        return self.exercise.hints[taken]

    def solution(self) -> str:
        """Show the answer; the exercise counts as not solved by oneself. "" for an exercise that has none."""
        try:
            found = self.exercise.solution()
            verdict = self.exercise.check(found)
        except KeptBack as error:
            self._say(_note(str(error)))
            return ""
        except QuestionError as error:
            self._say(_broken(error))
            return ""
        self.progress.gave_up(self.exercise.id)
        self._say(_verdict(verdict, shown=True))
        self._tell_progress()
        return found

    def show(self) -> None:
        """Display the card below the cell."""
        self._ipython_display_()

    # -- building ----------------------------------------------------------------------------------
    def _build(self) -> None:
        sheet = style_sheet("na-exercises", "exercises/exercise.css")
        self._moment, self._clicks = moment_box(), 0
        self._head, self._text = Html(), Html()
        self._hints, self._said = Html(), Html()
        self._board, self._kept = Html(), Html()
        self._field = widgets.VBox()
        self._back = self._button("Back", "The exercise before", "back", lambda: self.turn_to(self.at - 1))
        self._next = self._button("Next", "The next exercise", "next", lambda: self.turn_to(self.at + 1))
        self._check = self._button("Check", "Check my answer", "check", self._checked, "primary")
        self._hint = self._button("Hint", "Show a hint", "hint", self.hint)
        self._solve = self._button("Show the answer", "Show the answer and why", "solution", self.solution)
        self._look = self._button("Show the board", "A picture of the position", "board", self._toggle_board)
        moves = row(self._check, self._hint, self._solve, self._look, self._back, self._next)
        above = [sheet, guard("na-exercises", self._text.model_id), self._moment]
        parts = [*above, self._head, self._text, self._field, moves, self._hints, self._said, self._board, self._kept]
        self.widget = column(*parts, css="na-exercises")

    def _button(self, text: str, tip: str, name: str, act: Callable[[], object], style: str = "") -> widgets.Button:
        """A button that tells the page when its click is answered, so that a double click is one."""

        def run() -> None:
            try:
                act()
            finally:
                self._clicks += 1
                self._moment.value = moment(self._clicks)

        return button(text, tip, f"exercise-{name}", run, style)

    def _first_open(self) -> int:
        solved = self.progress.solved()
        return next((n for n, exercise in enumerate(self.exercises) if exercise.id not in solved), 0)

    # -- turning pages -----------------------------------------------------------------------------
    def turn_to(self, number: int) -> None:
        """Show another exercise; 0 is the first. What was typed and not given is there again later."""
        if self._field.children:
            self._typed[self.exercise.id] = str(self._input.value or "")
        self.at = max(0, min(number, len(self.exercises) - 1))
        self._hints_shown = 0
        self._text.value = tag("div", self.exercise.text, class_="na-question")
        before, self._field.children = self._field.children, (self._answer_field(),)
        close_tree(*before)
        self._board.value, self._look.description = "", "Show the board"
        self._say("")
        self._show_hints()
        self._back.disabled, self._next.disabled = self.at == 0, self.at == len(self.exercises) - 1
        show(self._hint, bool(self.exercise.hints))
        show(self._look, self.exercise.has_board)
        self._tell_progress()

    def _answer_field(self) -> widgets.Widget:
        choices = self.exercise.choices
        if choices:
            made = blank(widgets.RadioButtons, "na-answer", options=choices, value=None, description="")
        elif "one a line" in self.exercise.expects:
            told = dict(placeholder=self.exercise.expects, continuous_update=False)
            made = blank(widgets.Textarea, "na-answer", width="98%", **told)
        else:
            told = dict(placeholder=self.exercise.expects, description="Answer", continuous_update=False)
            made = blank(widgets.Text, "na-answer", **told)
            keys.on_enter(made, self._checked)
        typed = self._typed.get(self.exercise.id, "")
        if typed and (not choices or typed in choices):
            made.value = typed
        self._input = made
        return made

    def _checked(self) -> None:
        self.answer(str(self._input.value or ""))

    def _toggle_board(self) -> None:
        if self._board.value:
            self._board.value, self._look.description = "", "Show the board"
            return
        from northafrica.lab.board.picture import board_svg

        try:
            game = self.exercise.game()
        except QuestionError as error:
            self._say(_broken(error))
            return
        svg = board_svg(game, width=820, focus=self.focus, legend=False)
        self._board.value, self._look.description = tag("div", svg, class_="na-board"), "Hide the board"

    # -- words -------------------------------------------------------------------------------------
    def _say(self, html: str) -> None:
        self._said.value = tag("div", html, aria_live="polite")

    def _show_hints(self) -> None:
        hints = self.exercise.hints
        shown = together(*(tag("li", hint) for hint in hints[: self._hints_shown]))
        self._hints.value = tag("div", tag("ol", shown), class_="na-hints") if shown else ""
        self._hint.disabled = self._hints_shown >= len(hints)
        self._hint.description = f"Hint ({self._hints_shown} of {len(hints)})"

    def _tell_progress(self) -> None:
        solved = set(self.progress.solved())
        signs = "".join("\u2713" if exercise.id in solved else "\u25cb" for exercise in self.exercises)
        count = sum(exercise.id in solved for exercise in self.exercises)
        words = f"{count} of {len(self.exercises)} solved"
        self._head.value = tag(
            "div",
            "Exercise ",
            self.at + 1,
            " of ",
            len(self.exercises),
            " · ",
            words,
            " ",
            tag("span", signs, class_="na-dots", aria_hidden="true"),
            class_="na-head",
        )
        data = base64.b64encode(self.progress.text().encode()).decode()
        trouble = together(" ", tag("b", self.progress.trouble)) if self.progress.trouble else ""
        file = self.progress.file.name if self.progress.file else "progress.json"
        self._kept.value = tag(
            "span",
            tag("a", "Download my progress", download=file, href=f"data:application/json;base64,{data}"),
            trouble,
            class_="na-head",
        )

    def __repr__(self) -> str:
        return f"<ExerciseCard: {len(self.exercises)} exercises, {len(self.progress.solved())} solved>"


def _picked(found: Sequence[Exercise], pick: Iterable[str] | None) -> tuple[Exercise, ...]:
    if not found:
        raise ExerciseError("a card needs at least one exercise")
    if pick is None:
        return tuple(found)
    by_id = {exercise.id: exercise for exercise in found}
    missing = [name for name in pick if name not in by_id]
    if missing:
        raise ExerciseError(f"there is no exercise '{missing[0]}'; there are {', '.join(by_id)}")
    return tuple(by_id[name] for name in pick)


def _note(text: str) -> Markup:
    return tag("div", text, class_="na-verdict na-no")


def _broken(error: QuestionError) -> Markup:
    """A slip of whoever wrote the exercise: not the learner's."""
    return tag(
        "div",
        tag("b", "This exercise is broken, your answer is not to blame."),
        " Tell whoever wrote it: ",
        str(error),
        class_="na-verdict na-no",
    )


def _verdict(verdict: Verdict, shown: bool = False) -> Markup:
    head = "The answer" if shown else "Right" if verdict.right else "Not right"
    sign = "" if shown else "\u2713 " if verdict.right else "\u2717 "
    css = "na-verdict" if verdict.right or shown else "na-verdict na-no"
    told = verdict.answer or verdict.given if verdict.right else f"you said {verdict.given}"
    why = together(*(tag("li", line) for line in verdict.why))
    return tag("div", tag("b", sign, head), ": ", told, tag("ul", why), class_=css)
