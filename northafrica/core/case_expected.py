"""What a case expects, held against the game: pieces, stocks, marks, events, what may be ordered now."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from northafrica.core.case_shapes import CaseError
from northafrica.core.event_match import alike, event_text, matches, nearest_events, parts, pattern_text
from northafrica.core.events import KINDS, Event
from northafrica.core.game import Game
from northafrica.core.orders import Some, nearest, specs, value_text
from northafrica.core.pieces import Piece, Stock, listed, parse_status, status_text
from northafrica.core.state import State
from northafrica.core.step import Prompt

TABLES = ("at", "stock", "mark")


@dataclass
class Comparison:
    """One comparison: what happened since (`fresh`) and the state `before` it; `failures` and ids `shown` are found."""

    where: str
    game: Game
    fresh: Sequence[Event]
    before: State
    failures: list[str] = field(default_factory=list)
    shown: set[str] = field(default_factory=set)

    def _fail(self, what: str) -> None:
        self.failures.append(f"{self.where}: {what}")

    def compare(self, expected: Mapping[str, Any]) -> None:
        """Note in words what does not hold. Raises CaseError, OrderError where that cannot be asked."""
        wanted = {**expected, **{key: self._by_place(expected[key]) for key in TABLES if key in expected}}
        for pattern in wanted.get("events", ()):
            self._event(pattern)
        for pattern in wanted.get("no_events", ()):
            _check_pattern(pattern)
            found = [event for event in self.fresh if matches(event, pattern)]
            if found:
                told = event_text(found[0], self.game.view().names)
                self._fail(f"an event {pattern_text(pattern)} happened that must not: {told}")
        self._state(wanted)
        self._decision(wanted)
        prompt = self.game.prompt if "asks" in wanted else Prompt("")
        asked = f"{prompt.text} {prompt.why}"
        for words in wanted.get("asks", ()):
            if words not in asked:
                self._fail(f"asked is '{asked}', which does not say '{words}'")
        for values in wanted.get("legal_values", ()):
            self._legal_values(values)
        if "otherwise" in wanted:
            self._otherwise(wanted["otherwise"])
        if wanted.get("nothing_else"):
            self._nothing_else(wanted)

    def _event(self, pattern: Mapping[str, Any]) -> None:
        _check_pattern(pattern)
        found = [event for event in self.fresh if matches(event, pattern)]
        if not found:
            near = nearest_events(self.fresh, pattern, self.game.view().names)
            told = f"nearest: {' | '.join(near)}" if near else "nothing happened"
            self._fail(f"no event {pattern_text(pattern)}; {told}")
        for event in found:
            self.shown |= set(event.rules)

    def _state(self, wanted: Mapping[str, Any]) -> None:
        state = self.game.state
        for place, text in wanted.get("at", {}).items():
            want = _parse_at(text)
            told = pieces_at(state, place, True, "#" in text)
            have = _named_alike(told, want)
            if have != want:
                shown = told if any("(" in name for name in want) else have
                self._fail(f"at {place}: {_show(shown)}, expected {_show(want)}")
        for place, stocks in wanted.get("stock", {}).items():
            for name, number in stocks.items():
                have_n = state.stocks.get(place, {}).get(Stock.parse(name), 0)
                if have_n != number:
                    self._fail(f"{name} in {place} is {have_n}, expected {number}")
        as_written = self.game.system.by_hand(self.game.setting, state)
        for place, marks in wanted.get("mark", {}).items():
            for name, value in marks.items():
                if as_written.marker(place, name) != value:
                    self._fail(f"{name} of {place} is '{as_written.marker(place, name)}', expected '{value}'")

    def _by_place(self, table: Mapping[str, Any]) -> dict[str, Any]:
        """The same table by the ids of its places, which may be written with their other names."""
        words = self.game.grammar.vocabulary
        found: dict[str, Any] = {}
        for place, value in table.items():
            named = []
            for part in place.split(">"):
                named.append(words.find(part))
                if not named[-1]:
                    raise CaseError(words.no_place(part))
            if ">".join(named) in found:
                raise CaseError(f"'{place}' stands there twice, under two names")
            found[">".join(named)] = value
        return found

    def _legal_values(self, wanted: Mapping[str, Any]) -> None:
        """What may fill the next field of a kind of order, or with `more` be put to the parts of a field: `has` some
        values, `lacks` some, or `only` these.
        """
        game = self.game
        kind = game.grammar.kinds.get(wanted.get("order", ""))
        if kind is None:
            raise CaseError(f"legal_values: '{wanted.get('order')}' is no order of this game")
        filled = wanted.get("given", {}).items()
        given: dict[str, Any] = {name: game.grammar.value(kind, name, str(v)) if v != "" else () for name, v in filled}
        more = wanted.get("more", "")
        spec = next((spec for spec in specs(kind) if (spec.name == more if more else spec.name not in given)), None)
        if spec is None:
            left = f"there is no field '{more}'" if more else "no field is left to fill"
            raise CaseError(f"legal_values: {left} of '{kind.kind}'")
        found = game.legal(kind.kind, more, **given)
        have = [str(v) if isinstance(v, Some) else value_text(spec, (v,) if more else v) for v in found]
        for text in map(str, (*wanted.get("has", ()), *wanted.get("only", ()))):
            if text not in have:
                self._fail(f"the {spec.label} of '{kind.kind}' cannot be {text}; there are {have}")
        for text in map(str, wanted.get("lacks", ())):
            if text in have:
                self._fail(f"the {spec.label} of '{kind.kind}' can be {text} and should not")
        if "only" in wanted and len(have) != len(wanted["only"]):
            self._fail(f"the {spec.label} of '{kind.kind}' can be {have}, expected {wanted['only']}")

    def _decision(self, wanted: Mapping[str, Any]) -> None:
        game = self.game
        simple = {
            "seat": game.seat,
            "phase": game.state.phase,
            "power": game.state.power,
            "round": game.state.round,
            "step": type(game.step).__name__ if game.step else "",
        }
        for name, value in simple.items():
            if name in wanted and wanted[name] != value:
                self._fail(f"the {name} is '{value}', expected '{wanted[name]}'")
        kinds = game.legal()
        for kind in (*wanted.get("legal", ()), *wanted.get("not_legal", ())):
            if kind not in game.grammar.kinds:
                raise CaseError(f"'{kind}' is no order{nearest(kind, game.grammar.kinds)}")
        for kind in wanted.get("legal", ()):
            if kind not in kinds:
                self._fail(f"'{kind}' cannot be ordered; possible are {kinds}")
        for kind in wanted.get("not_legal", ()):
            if kind in kinds:
                self._fail(f"'{kind}' can be ordered and should not")
        outcome = wanted.get("outcome")
        if outcome is not None:
            have = f"{game.outcome.winner}: {game.outcome.level}" if game.outcome else "none"
            if outcome != have:
                self._fail(f"the outcome is '{have}', expected '{outcome}'")

    def _otherwise(self, expected: str) -> None:
        """The order that the kit gives for a player who finds none; it must be allowed."""
        game, choice = self.game, self.game.choice
        order = choice.fallback(game.view(game.seat)) if choice is not None else None
        have = str(order) if order is not None else "none"
        if have != expected:
            self._fail(f"who finds no order gives '{have}', expected '{expected}'")
        elif order is not None and not (ruling := game.check(order)):
            self._fail(f"who finds no order gives '{have}', which is {ruling}")

    def _nothing_else(self, wanted: Mapping[str, Any]) -> None:
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
                    self._fail(f"{table} of {place} changed too: {a} became {b}")


def _check_pattern(pattern: Mapping[str, Any]) -> None:
    """A misspelt pattern would match nothing, and so prove nothing."""
    kind = pattern.get("kind")
    if kind is not None and kind not in KINDS:
        raise CaseError(f"event: '{kind}' is no kind of event{nearest(str(kind), KINDS)}")


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
