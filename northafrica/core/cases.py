"""Adjudication cases: situations with known answers, as data anyone can check by hand.

A case is a TOML file (docs/cases.md tells its form): a position or a scenario, orders and dice, and what
the rulebook says must follow. `run_case` plays it and reports every expectation that does not hold, and
which rule ids the expectations that did hold have shown.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any

from northafrica.core.case_expected import Comparison, pieces_at
from northafrica.core.case_shapes import CaseError, check_case
from northafrica.core.dice import Result
from northafrica.core.events import Event
from northafrica.core.files import why
from northafrica.core.game import Game, Refused
from northafrica.core.orders import Order, OrderError
from northafrica.core.position import position_head
from northafrica.core.reading import TEXT, Unreadable, parse_toml, read_text
from northafrica.core.rulebook import Ruling
from northafrica.core.start import game_from_position, make_setting, new_game
from northafrica.core.step import Chance, only_order
from northafrica.core.system import System

__all__ = ["CaseError", "CaseReport", "pieces_at", "read_case", "run_case", "situation"]


@dataclass
class CaseReport:
    """What running a case showed: `failures` in words (empty when all is as expected), ids shown, ids fired."""

    title: str
    failures: list[str] = field(default_factory=list)
    shown: set[str] = field(default_factory=set)
    fired: set[str] = field(default_factory=set)

    @property
    def ok(self) -> bool:
        return not self.failures


TABLE_NAME = re.compile(r"[A-Za-z0-9_-]{1,60}\.csv")
FORCED_LIMIT = 20
DOUBLE_LIMIT = 4


def read_case(file: Path) -> dict[str, Any]:
    """The raw case of a file. Raises CaseError."""
    try:
        raw = parse_toml(read_text(file, TEXT))
    except (OSError, Unreadable) as error:
        raise CaseError(f"{file}: {why(error)}") from error
    check_case(str(file), raw)
    return raw


def run_case(raw: Mapping[str, Any], systems: Mapping[str, System]) -> CaseReport:
    """Play a case and compare. Raises CaseError where it cannot be set up.

    >>> from northafrica.systems import SYSTEMS
    >>> item = {"order": "place 5 infantry csz_atlantic", "refused": "setup.uk-variable"}
    >>> report = run_case({"title": "Too dear", "system": "aana", "scenario": "torch", "do": [item]}, SYSTEMS)
    >>> report.ok, "setup.uk-variable" in report.shown
    (True, True)
    """
    return _played(raw, systems).report


def situation(raw: Mapping[str, Any], systems: Mapping[str, System]) -> Game:
    """The game as it stands after a case's items; it waits for dice that no item gives. Raises CaseError."""
    runner = _played(raw, systems)
    if runner.report.failures:
        raise CaseError(f"{raw['title']}: {'; '.join(runner.report.failures)}")
    return runner.game


def _played(raw: Mapping[str, Any], systems: Mapping[str, System]) -> _Runner:
    """Play a case; where a written order may also follow one like it that was left out, try that too."""
    check_case(str(raw.get("title", "the case")), raw)
    first = _Runner(raw, systems)
    first.run()
    if not first.report.failures:
        return first
    double = sorted(first.double)[:DOUBLE_LIMIT]
    for left_out in (set(some) for size in range(1, len(double) + 1) for some in combinations(double, size)):
        runner = _Runner(raw, systems, left_out)
        runner.run()
        if not runner.report.failures:
            return runner
    return first


class _Runner:
    """Plays one case. `left_out`: items before which an order of the same word was left out.

    `double` collects the items where that could be: their order is the one that alone can be given.
    """

    def __init__(
        self, raw: Mapping[str, Any], systems: Mapping[str, System], left_out: Collection[str] = frozenset()
    ) -> None:
        self.raw, self.report = raw, CaseReport(raw["title"])
        self.left_out, self.double = left_out, set[str]()
        self.systems = systems
        self.game = self._start()
        self.luck, self.game.luck = self.game.luck, None  # the seed is for rolls without dice of the case
        self.dice: list[int | str] = []
        self.named: dict[str, list[int | str]] = {}
        self.fresh: list[Event] = list(self.game.events())
        self.before = self.game.state
        self.ruling: Ruling | None = None

    def _start(self) -> Game:
        if self.raw["system"] not in self.systems:
            raise CaseError(f"there is no system '{self.raw['system']}'; there are {', '.join(self.systems)}")
        try:
            return self._begun()
        except ValueError as error:
            raise CaseError(f"{self.raw['title']}: {error}") from error

    def _begun(self, lines: str = "", rows: str = "") -> Game:
        """The case's game, with lines added to its position and rows to the last of its own tables."""
        raw = self.raw
        position = f"{raw['position']}\n{lines}\n" if raw.get("position") else None
        head = position_head(position) if position else {}
        options = {k.removeprefix("option "): v for k, v in head.items() if k.startswith("option ")}
        options |= {k: str(v) for k, v in raw.get("options", {}).items()}
        scenario = raw.get("scenario") or head.get("scenario")
        if scenario is None:
            raise CaseError("a case names a scenario or a position that does")
        system, seats = self.systems[raw["system"]], raw.get("seats", {})
        with _scratch() as folder:
            overlay = _laid_out(Path(folder), raw.get("tables", {}), rows)
            setting = make_setting(system, scenario, options, seats, overlay)
        if position:
            return game_from_position(setting, position, raw.get("seed"))
        return new_game(setting, raw.get("seed"))

    def run(self) -> CaseReport:
        for number, item in enumerate(self.raw["do"], 1):
            before = len(self.report.failures)
            try:
                self._item(f"item {number}", item)
            except (Refused, OrderError, CaseError) as error:
                self._fail(f"item {number}", str(error))
            if len(self.report.failures) > before and "order" in item and not _only_judged(item):
                break
        if self.dice or any(self.named.values()):
            waits = f"; asked now: {self.game.prompt.text}" if self.game.choice is not None else ""
            self._fail("the end", f"dice were never thrown: {self.dice or self.named}{waits}")
        if self.report.failures and (over := self.game.outcome) is not None:
            self._fail("the end", f"the game is over ({over.winner}: {over.level}), and no order is played after that")
        self.report.fired |= {rule for event in self.game.events() for rule in event.rules}
        return self.report

    def _fail(self, where: str, what: str) -> None:
        self.report.failures.append(f"{where}: {what}")

    def _item(self, where: str, item: Mapping[str, Any]) -> None:
        if "seat" in item and item["seat"] != self.game.seat:
            self._fail(where, f"it is the decision of '{self.game.seat}', not of '{item['seat']}'")
        if item.get("undo"):
            self.game.undo()
        if "lines" in item or "rows" in item:
            self._read(where, item)
        self._supply_dice(item.get("dice"))
        if "order" in item:
            self._order(where, item)
        elif "dice" in item:
            self._throw()
        if "expect" in item:
            self._expect(where, item["expect"])
        self.report.shown |= set(_examples(where, item))

    def _read(self, where: str, item: Mapping[str, Any]) -> None:
        """Whether the situation with some lines or rows more can be, and what is said where it cannot."""
        words, said = item.get("cannot_be"), None
        for key, kept in (("lines", "position"), ("rows", "tables")):
            if key in item and not self.raw.get(kept):
                raise CaseError(f"'{key}' are added to the case's {kept}, and there is none; write '{kept}' above")
        try:
            self._begun(item.get("lines", ""), item.get("rows", ""))
        except ValueError as error:
            said = str(error)
        if words is None and said is not None:
            self._fail(where, f"this cannot be: {said}")
        elif words is not None and (said is None or words not in said):
            self._fail(where, f"{'this can be' if said is None else said!r}; expected that '{words}' is said")

    def _supply_dice(self, dice: Any) -> None:
        if isinstance(dice, Mapping):
            for name, values in dice.items():
                self.named.setdefault(name, []).extend(values if isinstance(values, list) else [values])
        elif dice is not None:
            self.dice.extend(dice if isinstance(dice, list) else [dice])

    def _pass_forced(self, text: str, where: str) -> None:
        """Give the orders that a case may leave out: those that alone can be given."""
        for _ in range(FORCED_LIMIT):
            if not self._give_forced(text):
                break
        if self._forced() is not None:
            self.double.add(where)
            if where in self.left_out:
                self._give_forced("")
                self._pass_forced(text, "")

    def _give_forced(self, text: str) -> bool:
        """Give the order that alone can be given, unless it is the one written; whether there was one."""
        order, choice = self._forced(), self.game.choice
        taken = [kind.kind for kind in choice.kinds(self.game.view())] if choice is not None and choice.window else []
        if order is None or text.split()[:1] == [order.kind] or text.split()[:1] in ([kind] for kind in taken):
            return False
        self.game.play(order)
        self._throw()
        return True

    def _forced(self) -> Order | None:
        choice = self.game.choice
        return only_order(choice, self.game.view(self.game.seat)) if choice is not None else None

    def _order(self, where: str, item: Mapping[str, Any]) -> None:
        if not _wants_refusal(item):
            self._pass_forced(item["order"], where)
        text, state = item["order"], self.game.state
        try:
            ruling = self.game.check(text)
        except OrderError as error:
            self._not_judged(where, item, error)
            return
        self.report.fired |= {ruling.rule, *ruling.rules} - {""}
        if item.get("not_understood"):
            self._fail(where, f"'{text}' is {ruling}; expected that it is not understood")
            return
        if _wants_refusal(item):
            elsewhere = item.get("refused", "") not in (ruling.rule, *ruling.rules, "")
            if elsewhere and self._give_forced(text):
                self._order(where, item)
                return
            self._refusal(where, item, ruling)
            if self.game.state is not state:
                self._fail(where, "a refused order changed the state")
            return
        if not ruling:
            raise CaseError(f"'{text}' is {ruling}")
        self._ruling_says(where, item, ruling)
        cited = set(ruling.rules)
        if not item.get("only_check"):
            self.before = state
            self.fresh = []
            self._keep(self.game.play(text))
            self._throw()
            cited |= {rule for event in self.fresh for rule in event.rules}
        self._cites(where, item, cited)
        self.report.shown |= set(item.get("rules", ()))

    def _not_judged(self, where: str, item: Mapping[str, Any], error: OrderError) -> None:
        """An order that no rule speaks on: expected by `not_understood`, else a fault of the case."""
        if not item.get("not_understood"):
            raise CaseError(f"no rule refuses or allows this, it is not understood: {error}") from error
        if item.get("reason", "") not in str(error):
            self._fail(where, f"what is said of it, '{error}', does not say '{item['reason']}'")

    def _refusal(self, where: str, item: Mapping[str, Any], ruling: Ruling) -> None:
        if ruling.allowed:
            self._fail(where, f"'{item['order']}' is allowed; expected refusal {item.get('refused', '')}")
            return
        cited = (ruling.rule, *ruling.rules)
        wanted = item.get("refused", "")
        if wanted and wanted not in cited:
            named = ", ".join(dict.fromkeys(filter(None, cited)))
            self._fail(where, f"'{item['order']}' is refused by {named} ({ruling.reason}), not by {wanted}")
            return
        self._ruling_says(where, item, ruling)
        self._cites(where, item, set(cited))
        self.report.shown |= {rule for rule in cited if rule}

    def _ruling_says(self, where: str, item: Mapping[str, Any], ruling: Ruling) -> None:
        """The numbers and the words of a ruling; of an allowed order the words are its notes."""
        for name, value in item.get("numbers", {}).items():
            if ruling.numbers.get(name) != value:
                self._fail(where, f"the ruling's number {name} is {ruling.numbers.get(name)}, not {value}")
        said = "; ".join((ruling.reason, *ruling.notes))
        if item.get("reason", "") not in said:
            self._fail(where, f"the reason '{said}' does not say '{item['reason']}'")
        if "unsaid" in item and item["unsaid"] in said:
            self._fail(where, f"the reason '{said}' says '{item['unsaid']}'")

    def _cites(self, where: str, item: Mapping[str, Any], cited: set[str]) -> None:
        missing = set(item.get("rules", ())) - cited
        if missing:
            self._fail(where, f"{', '.join(sorted(missing))} is not cited; {', '.join(sorted(cited))} is")

    def _keep(self, events: Sequence[Event]) -> None:
        self.fresh.extend(events)

    def _throw(self) -> None:
        """Answer rolls as long as dice are at hand: the case's own first, then those of the seed."""
        while self.game.chance is not None:
            result = self._result(self.game.chance)
            if result is not None:
                self._keep(self.game.roll(*result))
            elif self.luck is not None:
                self._keep(self.game.throw(self.luck))
            else:
                return

    def _result(self, chance: Chance) -> Result | None:
        view = self.game.view()
        wanted = chance.count(view)
        for name in chance.names(view):
            if self.named.get(name):
                return _take(self.named[name], wanted)
        if not self.dice:
            return None
        return _take(self.dice, wanted)

    def _expect(self, where: str, wanted: Mapping[str, Any]) -> None:
        """Compare now, and where that fails, again after each order that alone can be given."""
        first = unmet = self._unmet(where, wanted)
        for _ in range(FORCED_LIMIT):
            order = self._forced() if unmet else None
            if order is None:
                break
            self._keep(self.game.play(order))
            self._throw()
            unmet = self._unmet(where, wanted)
        if unmet:
            self.report.failures.extend(first)

    def _unmet(self, where: str, wanted: Mapping[str, Any]) -> list[str]:
        """What does not hold now, in words."""
        compared = Comparison(where, self.game, self.fresh, self.before)
        try:
            compared.compare(wanted)
        except OrderError as error:
            compared.failures.append(f"{where}: {error}")
        self.report.shown |= compared.shown
        return compared.failures


@contextmanager
def _scratch() -> Iterator[str]:
    """A folder for a case's own tables."""
    try:
        with tempfile.TemporaryDirectory() as folder:
            yield folder
    except OSError as error:
        raise CaseError(f"its tables cannot be laid out as files: {why(error)}") from error


def _laid_out(folder: Path, tables: Mapping[str, str], rows: str) -> Path | None:
    """A case's own tables as files in a folder, with rows added to the last; None where there are none."""
    texts = dict(tables)
    if texts:
        texts[list(texts)[-1]] += rows
    for name, text in texts.items():
        if not TABLE_NAME.fullmatch(name):
            raise CaseError(f"'{name}' is no name of a table; write letters, digits, '-' and '_', and '.csv'")
        (folder / name).write_text(text, encoding="utf-8", newline="")
    return folder if texts else None


def _examples(where: str, item: Mapping[str, Any]) -> Sequence[str]:
    """The worked examples of the rulebook that an item replays: rows that tell of a play, which no code can bear."""
    found: Sequence[str] = item.get("example", ())
    for rule in found:
        if not rule.startswith("sample.") and "example" not in rule:
            raise CaseError(f"{where}: '{rule}' is no worked example of the rulebook; write it under 'rules'")
    return found


def _wants_refusal(item: Mapping[str, Any]) -> bool:
    return "refused" in item or not item.get("allowed", True)


def _only_judged(item: Mapping[str, Any]) -> bool:
    return _wants_refusal(item) or bool(item.get("not_understood"))


def _take(source: list[int | str], wanted: int) -> Result:
    taken = tuple(source[:wanted])
    del source[:wanted]
    return taken
