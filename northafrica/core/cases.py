"""Adjudication cases: situations with known answers, as data anyone can check by hand.

A case is a TOML file (docs/cases.md tells its form): a position or a scenario, orders and dice, and what
the rulebook says must follow. `run_case` plays it and reports every expectation that does not hold, and
which rule ids the expectations that did hold have shown.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any

from northafrica.core.case_shapes import EVENT, LEGAL_VALUES, CaseError, check_case, check_keys
from northafrica.core.dice import Result
from northafrica.core.event_match import alike, event_text, matches, nearest_events, parts, pattern_text
from northafrica.core.events import KINDS, Event
from northafrica.core.files import why
from northafrica.core.game import Game, Refused
from northafrica.core.naming import Names
from northafrica.core.orders import Order, OrderError, Some, nearest, specs, value_text
from northafrica.core.pieces import Piece, Stock, listed, parse_status, status_text
from northafrica.core.position import position_head
from northafrica.core.reading import TEXT, Unreadable, parse_toml, read_text
from northafrica.core.rulebook import Ruling
from northafrica.core.start import game_from_position, make_setting, new_game
from northafrica.core.state import State
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


FORCED_LIMIT = 20
DOUBLE_LIMIT = 4
TABLES = ("at", "stock", "mark")


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
        self.game = self._start(systems)
        self.luck, self.game.luck = self.game.luck, None  # the seed is for rolls without dice of the case
        self.dice: list[int | str] = []
        self.named: dict[str, list[int | str]] = {}
        self.fresh: list[Event] = list(self.game.events())
        self.before = self.game.state
        self.ruling: Ruling | None = None

    def _start(self, systems: Mapping[str, System]) -> Game:
        raw = self.raw
        if raw["system"] not in systems:
            raise CaseError(f"there is no system '{raw['system']}'; there are {', '.join(systems)}")
        system = systems[raw["system"]]
        try:
            position = raw.get("position")
            head = position_head(position) if position else {}
            options = {k.removeprefix("option "): v for k, v in head.items() if k.startswith("option ")}
            options |= {k: str(v) for k, v in raw.get("options", {}).items()}
            scenario = raw.get("scenario") or head.get("scenario")
            if scenario is None:
                raise CaseError("a case names a scenario or a position that does")
            setting = make_setting(system, scenario, options, raw.get("seats", {}))
            if position:
                return game_from_position(setting, position, raw.get("seed"))
            return new_game(setting, raw.get("seed"))
        except ValueError as error:
            raise CaseError(f"{raw['title']}: {error}") from error

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
        self._supply_dice(item.get("dice"))
        if "order" in item:
            self._order(where, item)
        elif "dice" in item:
            self._throw()
        if "expect" in item:
            self._expect(where, item["expect"])

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
        held, self.report.failures = self.report.failures, []
        try:
            self._compare(where, wanted)
            return self.report.failures
        except OrderError as error:
            return [*self.report.failures, f"{where}: {error}"]
        finally:
            self.report.failures = held

    def _compare(self, where: str, expected: Mapping[str, Any]) -> None:
        wanted = {**expected, **{key: self._by_place(where, expected[key]) for key in TABLES if key in expected}}
        for pattern in wanted.get("events", ()):
            self._event(where, pattern)
        for pattern in wanted.get("no_events", ()):
            _check_pattern(where, pattern)
            found = [event for event in self.fresh if matches(event, pattern)]
            if found:
                told = event_text(found[0], self._names)
                self._fail(where, f"an event {pattern_text(pattern)} happened that must not: {told}")
        self._expect_state(where, wanted)
        self._expect_decision(where, wanted)
        asked = self.game.prompt.text if "asks" in wanted else ""
        for words in wanted.get("asks", ()):
            if words not in asked:
                self._fail(where, f"asked is '{asked}', which does not say '{words}'")
        for values in wanted.get("legal_values", ()):
            self._legal_values(where, values)
        if wanted.get("nothing_else"):
            self._nothing_else(where, wanted)

    @property
    def _names(self) -> Names:
        return self.game.view().names

    def _event(self, where: str, pattern: Mapping[str, Any]) -> None:
        _check_pattern(where, pattern)
        found = [event for event in self.fresh if matches(event, pattern)]
        if not found:
            near = nearest_events(self.fresh, pattern, self._names)
            told = f"nearest: {' | '.join(near)}" if near else "nothing happened"
            self._fail(where, f"no event {pattern_text(pattern)}; {told}")
        for event in found:
            self.report.shown |= set(event.rules)

    def _expect_state(self, where: str, wanted: Mapping[str, Any]) -> None:
        state = self.game.state
        for place, text in wanted.get("at", {}).items():
            want = _parse_at(text)
            told = pieces_at(state, place, True, "#" in text)
            have = _named_alike(told, want)
            if have != want:
                shown = told if any("(" in name for name in want) else have
                self._fail(where, f"at {place}: {_show(shown)}, expected {_show(want)}")
        for place, stocks in wanted.get("stock", {}).items():
            for name, number in stocks.items():
                have_n = state.stocks.get(place, {}).get(Stock.parse(name), 0)
                if have_n != number:
                    self._fail(where, f"{name} in {place} is {have_n}, expected {number}")
        as_written = self.game.system.by_hand(self.game.setting, state)
        for place, marks in wanted.get("mark", {}).items():
            for name, value in marks.items():
                if as_written.marker(place, name) != value:
                    self._fail(where, f"{name} of {place} is '{as_written.marker(place, name)}', expected '{value}'")

    def _by_place(self, where: str, table: Mapping[str, Any]) -> dict[str, Any]:
        """The same table by the ids of its places, which may be written with their other names."""
        words = self.game.grammar.vocabulary
        found: dict[str, Any] = {}
        for place, value in table.items():
            named = []
            for part in place.split(">"):
                named.append(words.find(part))
                if not named[-1]:
                    raise CaseError(f"{where}: {words.no_place(part)}")
            if ">".join(named) in found:
                raise CaseError(f"{where}: '{place}' stands there twice, under two names")
            found[">".join(named)] = value
        return found

    def _legal_values(self, where: str, wanted: Mapping[str, Any]) -> None:
        """What may fill the next field of a kind of order, or with `more` be put to the parts of a field: `has` some
        values, `lacks` some, or `only` these.
        """
        check_keys(f"{where}, legal_values", wanted, LEGAL_VALUES)
        game = self.game
        kind = game.grammar.kinds.get(wanted.get("order", ""))
        if kind is None:
            raise CaseError(f"{where}, legal_values: '{wanted.get('order')}' is no order of this game")
        filled = wanted.get("given", {}).items()
        given: dict[str, Any] = {name: game.grammar.value(kind, name, str(v)) if v != "" else () for name, v in filled}
        more = wanted.get("more", "")
        spec = next((spec for spec in specs(kind) if (spec.name == more if more else spec.name not in given)), None)
        if spec is None:
            left = f"there is no field '{more}'" if more else "no field is left to fill"
            raise CaseError(f"{where}, legal_values: {left} of '{kind.kind}'")
        found = game.legal(kind.kind, more, **given)
        have = [str(v) if isinstance(v, Some) else value_text(spec, (v,) if more else v) for v in found]
        for text in map(str, (*wanted.get("has", ()), *wanted.get("only", ()))):
            if text not in have:
                self._fail(where, f"the {spec.label} of '{kind.kind}' cannot be {text}; there are {have}")
        for text in map(str, wanted.get("lacks", ())):
            if text in have:
                self._fail(where, f"the {spec.label} of '{kind.kind}' can be {text} and should not")
        if "only" in wanted and len(have) != len(wanted["only"]):
            self._fail(where, f"the {spec.label} of '{kind.kind}' can be {have}, expected {wanted['only']}")

    def _expect_decision(self, where: str, wanted: Mapping[str, Any]) -> None:
        game = self.game
        simple = {
            "seat": game.seat, "phase": game.state.phase, "power": game.state.power, "round": game.state.round,
            "step": type(game.step).__name__ if game.step else "",
        }  # fmt: skip
        for name, value in simple.items():
            if name in wanted and wanted[name] != value:
                self._fail(where, f"the {name} is '{value}', expected '{wanted[name]}'")
        kinds = game.legal()
        for kind in (*wanted.get("legal", ()), *wanted.get("not_legal", ())):
            if kind not in game.grammar.kinds:
                raise CaseError(f"{where}: '{kind}' is no order{nearest(kind, game.grammar.kinds)}")
        for kind in wanted.get("legal", ()):
            if kind not in kinds:
                self._fail(where, f"'{kind}' cannot be ordered; possible are {kinds}")
        for kind in wanted.get("not_legal", ()):
            if kind in kinds:
                self._fail(where, f"'{kind}' can be ordered and should not")
        outcome = wanted.get("outcome")
        if outcome is not None:
            have = f"{game.outcome.winner}: {game.outcome.level}" if game.outcome else "none"
            if outcome != have:
                self._fail(where, f"the outcome is '{have}', expected '{outcome}'")

    def _nothing_else(self, where: str, wanted: Mapping[str, Any]) -> None:
        before, after = self.before, self.game.state
        for table, key in (("pieces", "at"), ("stocks", "stock"), ("markers", "mark")):
            old, new = getattr(before, table), getattr(after, table)
            for place in sorted({*old, *new} - set(wanted.get(key, {}))):
                a, b = old.get(place), new.get(place)
                if table == "pieces":
                    same = pieces_at(before, place, False) == pieces_at(after, place, False)
                else:
                    same = a == b
                if not same:
                    self._fail(where, f"{table} of {place} changed too: {a} became {b}")


def _wants_refusal(item: Mapping[str, Any]) -> bool:
    return "refused" in item or not item.get("allowed", True)


def _only_judged(item: Mapping[str, Any]) -> bool:
    return _wants_refusal(item) or bool(item.get("not_understood"))


def _check_pattern(where: str, pattern: Mapping[str, Any]) -> None:
    """A misspelt pattern would match nothing, and so prove nothing."""
    check_keys(f"{where}, event", pattern, EVENT)
    kind = pattern.get("kind")
    if kind is not None and kind not in KINDS:
        raise CaseError(f"{where}: '{kind}' is no kind of event{nearest(str(kind), KINDS)}")


def _take(source: list[int | str], wanted: int) -> Result:
    taken = tuple(source[:wanted])
    del source[:wanted]
    return taken


_ITEM = re.compile(r"^([0-9]{1,6})\s+([a-z_]+)\s+([a-z_0-9-]+(?:#\S+)?)(?:\s*\((.*)\))?$")


def _parse_at(text: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for item in listed(text):
        if item == "nothing":
            continue
        match = _ITEM.match(item)
        if not match:
            raise CaseError(f"'{item}' is no pieces; write number, power and kind, like '2 uk infantry'")
        number, power, kind, status = match.groups()
        try:
            name = f"{power} {kind}" + (f" ({status_text(parse_status(status))})" if status else "")
        except ValueError as error:
            raise CaseError(str(error)) from error
        found[name] = found.get(name, 0) + int(number)
    return found


def pieces_at(state: State, place: str, with_status: bool, with_id: bool = True) -> dict[str, int]:
    """The pieces of a place by name, with or without their status and their id."""
    found: dict[str, int] = {}
    for piece, number in state.at(place).items():
        status, ident = piece.status if with_status else (), piece.id if with_id else ""
        name = str(Piece(piece.power, piece.kind, status, ident))
        found[name] = found.get(name, 0) + number
    return found


def _named_alike(have: Mapping[str, int], want: Mapping[str, int]) -> dict[str, int]:
    """The pieces of a place, named with a status that is wanted of them (they may have more), else without."""
    found: dict[str, int] = {}
    left = dict(have)
    for name in sorted((n for n in want if "(" in n), key=lambda n: -len(parts(n.partition(" (")[2]))):
        shared = any(other != name and other.partition(" (")[0] == name.partition(" (")[0] for other in want)
        for piece in sorted((p for p in left if alike(p, name)), key=lambda p: p != name):
            count = min(left[piece], want[name] - found.get(name, 0)) if shared else left[piece]
            found[name] = found.get(name, 0) + count
            left[piece] -= count
    for piece, count in left.items():
        plain = piece.partition(" (")[0]
        found[plain] = found.get(plain, 0) + count
    return {name: count for name, count in found.items() if count}


def _show(pieces: Mapping[str, int]) -> str:
    return ", ".join(f"{n} {name}" for name, n in sorted(pieces.items())) or "nothing"
