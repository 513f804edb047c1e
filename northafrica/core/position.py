"""A position as text: one line a fact, made to be read and written by hand.

    northafrica position 1
    system aana
    scenario torch
    round 9
    power uk
    phase combat_move
    at mersa_matruh: 5 uk infantry, 2 uk tank
    stock mersa_matruh: supply 1
    mark tobruk: control germany

`base setup` starts from the scenario's set-up instead of the empty board; `at`, `stock` and `mark` then
replace what lies in that place (`at tripoli: nothing` empties it). Written out by `write_position`, a
position also holds `facts` and `stack`, so that any moment of a game can be told.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from northafrica.core.grammar import tokens
from northafrica.core.naming import key_of
from northafrica.core.orders import nearest
from northafrica.core.pieces import Piece, Stock, listed, parse_status
from northafrica.core.reading import TEXT, parse_json, shortened
from northafrica.core.state import Outcome, State, by_name
from northafrica.core.step import Chance, Choice, Step
from northafrica.core.table import Setting, Table, View
from northafrica.core.written import PositionError, misfit

__all__ = ["FIRST_LINE", "PositionError", "position_head", "read_position", "write_by_hand", "write_position"]

FIRST_LINE = "northafrica position 1"
ITEM = 1000
"""Letters of an item of a line, like `2 italy infantry (moved 1)`."""
MOST = 1_000_000
"""The largest number in a line of steps and facts."""
EXACT = ("facts", "stack", "standing", "outcome")
"""Lines that hold JSON."""
_COMMENT = re.compile(r"(^|(?<=\s))\s*#.*$")
_PIECE = re.compile(r"^([0-9]{1,4})\s+(\S+)\s+(\S+?)(?:#(\S+))?(?:\s*\((.*)\))?$")


def write_position(setting: Setting, state: State) -> str:
    """Text that `read_position` turns into an equal state."""
    raw = setting.system.codec(setting.data).state_json(state)
    lines = [
        FIRST_LINE,
        f"system {setting.system.name}",
        f"scenario {setting.scenario}",
        f"round {state.round}",
    ]
    lines += _options(setting)
    lines += [f"power {state.power}", f"phase {state.phase}"]
    lines += ["by hand"] if state.by_hand else []
    for place, table in sorted(state.pieces.items()):
        lines.append(f"at {place}: " + ", ".join(f"{n} {piece}" for piece, n in by_name(table)))
    for place, stocks in sorted(state.stocks.items()):
        lines.append(f"stock {place}: " + ", ".join(f"{stock} {n}" for stock, n in sorted(stocks.items())))
    for place, marks in sorted(state.markers.items()):
        lines.append(f"mark {place}: " + ", ".join(f"{name} {value}" for name, value in sorted(marks.items())))
    for key in EXACT:
        lines.append(f"{key} {json.dumps(raw[key], sort_keys=True)}")
    return "\n".join(lines) + "\n"


def write_by_hand(setting: Setting, state: State) -> str:
    """Text of a position that begins at the start of the state's phase, without the steps under way."""
    table = Table(setting, State(), "position")
    setting.system.blank(table)
    state = setting.system.by_hand(setting, state)
    lines = [FIRST_LINE, f"system {setting.system.name}", f"scenario {setting.scenario}", f"round {state.round}"]
    lines += _options(setting)
    lines += [f"power {state.power}", f"phase {state.phase}"]
    for place in sorted({*state.pieces, *table.state.pieces}):
        pieces = [f"{n} {piece}" for piece, n in by_name(state.at(place))]
        lines.append(f"at {place}: {', '.join(pieces) or 'nothing'}")
    for place in sorted({*state.stocks, *table.state.stocks}):
        stocks = [f"{stock} {n}" for stock, n in sorted(state.stocks.get(place, {}).items())]
        lines.append(f"stock {place}: {', '.join(stocks) or 'nothing'}")
    for place in sorted({*state.markers, *table.state.markers}):
        marks = [f"{name} {value}" for name, value in sorted(state.markers.get(place, {}).items())]
        lines.append(f"mark {place}: {', '.join(marks) or 'nothing'}")
    return "\n".join(lines) + "\n"


def _options(setting: Setting) -> list[str]:
    """The lines of the options that differ from their defaults."""
    defaults = {name: option.default for name, option in setting.system.options(setting.data).items()}
    defaults["take_backs"] = "free"
    chosen = {name: value for name, value in setting.options.items() if defaults.get(name, value) != value}
    return [f"option {name} {value}" for name, value in sorted(chosen.items())]


def position_head(text: str) -> dict[str, str]:
    """The lines of a position that say which game it belongs to: system, scenario, options.

    Raises PositionError where the text is no position.
    """
    lines = [line.strip() for line in _lines(text)]
    if not lines or lines[0] != FIRST_LINE:
        raise PositionError(f"line 1: a position begins with '{FIRST_LINE}'")
    found: dict[str, str] = {}
    for line in lines[1:]:
        word, _, rest = line.partition(" ")
        if word in ("system", "scenario"):
            found[word] = rest.strip()
        elif word == "option":
            name, _, value = rest.strip().partition(" ")
            found[f"option {name}"] = value.strip()
    return found


def line_of(text: str, what: str) -> int:
    """The number of the line that names a game's system, scenario or an option: the last, which holds."""
    lines = [line.split() for line in _lines(text)]
    named = [number for number, words in enumerate(lines, 1) if words[: len(what.split())] == what.split()]
    return named[-1] if named else 1


def _lines(text: str) -> list[str]:
    if not isinstance(text, str):
        raise PositionError("a position is text, and this is none; give what Path(FILE).read_text() reads")
    if len(text) > TEXT:
        raise PositionError(f"a position has at most {TEXT:,} letters, not {len(text):,}")
    return [uncommented(line) for line in text.removeprefix("\ufeff").strip().splitlines()]


def uncommented(line: str) -> str:
    """A line without its comment, which a `#` at the beginning of a word begins; exact lines (JSON) have none."""
    if line.split(" ", 1)[0] in EXACT:
        return line
    return _COMMENT.sub("", line)


def read_position(setting: Setting, text: str) -> State:
    """A state out of text, checked against the system's invariants. Raises PositionError."""
    return _Reader(setting).read(text)


class _Reader:
    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.words = setting.system.vocabulary(setting.data)
        self.codec = setting.system.codec(setting.data)
        self.state = State()
        self.exact: dict[str, str] = {}
        self.told: set[tuple[str, str]] = set()
        self.line = 0
        blank = Table(setting, State(), "position")
        setting.system.blank(blank)
        self.blank = blank.state

    def read(self, text: str) -> State:
        lines = _lines(text)
        if not lines or lines[0].strip() != FIRST_LINE:
            raise PositionError(f"line 1: a position begins with '{FIRST_LINE}'")
        self._base(lines)
        for number, line in enumerate(lines[1:], 2):
            self.line = number
            if line.strip():
                self._line(line.strip())
        self._finish()
        return self.state

    def _base(self, lines: list[str]) -> None:
        if any(line.split() == ["base", "setup"] for line in lines):
            table = Table(self.setting, State(), "position")
            self.setting.system.set_up(table)
            self.state = table.state
            self.state.stack, self.state.outcome = (), None
        elif any(line.strip().startswith("stack ") for line in lines):
            self.state.facts = self.blank.facts
        else:
            self.state = self.blank.copy()
        self.state.events = 0

    def _wrong(self, what: str) -> PositionError:
        quoted = re.sub(r"'([^']{100})[^']+'", r"'\1…'", what)  # the mend stands behind what is quoted
        return PositionError(f"line {self.line}: {shortened(quoted, 600)}")

    def _line(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        simple: dict[str, Callable[[str], None]] = {
            "system": self._system,
            "scenario": self._scenario,
            "round": self._round,
            "power": self._power,
            "phase": self._phase,
            "at": self._at,
            "stock": self._stock,
            "mark": self._mark,
            "option": self._option,
        }
        if word in simple:
            simple[word](rest.strip())
        elif word in EXACT:
            self.exact[word] = rest
        elif line == "by hand":
            self.state.by_hand = True
        elif word == "base":
            if rest.strip() != "setup":
                raise self._wrong(f"'{line}' is no base; write 'base setup', or leave the line out")
        else:
            known = [*simple, "base", "by hand", "facts", "stack"]
            raise self._wrong(f"'{word}' begins no line of a position{nearest(word, known)}")

    def _system(self, text: str) -> None:
        if text != self.setting.system.name:
            raise self._wrong(f"the position is of '{text}', not of {self.setting.system.name}")

    def _scenario(self, text: str) -> None:
        if text != self.setting.scenario:
            raise self._wrong(f"the position is of scenario '{text}', not of {self.setting.scenario}")

    def _option(self, text: str) -> None:
        name, _, value = text.partition(" ")
        chosen = self.setting.options.get(name)
        if chosen is None:
            raise self._wrong(f"there is no option '{name}'{nearest(name, self.setting.options)}")
        if chosen != value.strip():
            raise self._wrong(f"the position is of option {name} '{value.strip()}', the game of '{chosen}'")

    def _round(self, text: str) -> None:
        info = self.setting.system.scenarios_of(self.setting.data)[self.setting.scenario]
        number = _whole(text)
        if number is None or not info.has_round(number):
            raise self._wrong(f"round '{text}' is no whole number from {info.rounds}")
        self.state.round = number

    def _power(self, text: str) -> None:
        powers = self.setting.system.powers(self.setting.data)
        if text and text not in powers:
            raise self._wrong(f"'{text}' is no power; there are {', '.join(powers)}")
        self.state.power = text
        self.told.add(("power", ""))

    def _phase(self, text: str) -> None:
        self.state.phase = text
        self.told.add(("phase", ""))

    def _place(self, word: str, rest: str) -> tuple[str, list[str]]:
        place, colon, items = rest.partition(":")
        if not colon:
            raise self._wrong("after the place comes a colon, like 'at tripoli: 2 italy infantry'")
        base = [self._place_id(part.strip()) for part in place.split(">")]
        name = ">".join(base)
        if (word, name) in self.told:
            raise self._wrong(f"'{word} {name}' stands there twice; write one line with all of it")
        self.told.add((word, name))
        return name, [part for part in listed(items) if part != "nothing"]

    def _place_id(self, word: str) -> str:
        found = self.words.find(word)
        if not found:
            raise self._wrong(self.words.no_place(word))
        return found

    def _at(self, rest: str) -> None:
        place, items = self._place("at", rest)
        table: dict[Piece, int] = {}
        for item in items:
            match = self._match(item)
            if not match:
                raise self._wrong(
                    f"'{shortened(item)}' is no pieces; write number, power and kind, like '2 italy infantry'"
                )
            if not int(match.group(1)):
                raise self._wrong(f"'{item}' is nothing; name one or more, or leave it out")
            piece = self._piece(match)
            table[piece] = table.get(piece, 0) + int(match.group(1))
        self.state.pieces[place] = table
        if not table:
            del self.state.pieces[place]

    def _match(self, item: str) -> re.Match[str] | None:
        if len(item) > ITEM:
            return None
        return _PIECE.match(item) or _PIECE.match(" ".join(self.words.respell(tokens(item))))

    def _piece(self, match: re.Match[str]) -> Piece:
        _, power, kind_text, ident, status = match.groups()
        if power not in self.words.powers:
            power = self.words.spoken.get(key_of([power]), power)
        if power not in self.words.powers:
            raise self._wrong(f"'{power}' is no power; there are {', '.join(sorted(self.words.powers))}")
        kind = self.words.kind(kind_text)
        if kind is None:
            raise self._wrong(f"'{kind_text}' is no unit of this game{nearest(kind_text, self.words.kinds)}")
        try:
            return Piece(power, kind, parse_status(status) if status is not None else (), ident or "")
        except ValueError as error:
            raise self._wrong(str(error)) from error

    def _stock(self, rest: str) -> None:
        place, items = self._place("stock", rest)
        table: dict[Stock, int] = {}
        for item in items:
            name, _, text = item.rpartition(" ")
            number, stock = _whole(text), Stock.parse(name.strip())
            if number is None or not name.strip():
                raise self._wrong(f"'{item}' is no stock; write resource and number, like 'supply 3'")
            if stock in table:
                raise self._wrong(f"'{stock}' stands there twice")
            table[stock] = number
        self.state.stocks[place] = {stock: n for stock, n in table.items() if n}
        if not self.state.stocks[place]:
            del self.state.stocks[place]

    def _mark(self, rest: str) -> None:
        place, items = self._place("mark", rest)
        table: dict[str, str] = {}
        for item in items:
            name, _, value = item.partition(" ")
            if not value:
                raise self._wrong(f"'{item}' is no marker; write name and value, like 'control germany'")
            table[name] = value.strip()
        self.state.markers[place] = table
        if not table:
            del self.state.markers[place]

    def _finish(self) -> None:
        for key, text in self.exact.items():
            setattr(self.state, key, self._exact(key, text))
        if not self.state.round:
            raise PositionError("the line 'round' is missing; write 'round' and a number")
        for word in ("power", "phase"):
            if "stack" in self.exact and (word, "") not in self.told:
                raise PositionError(f"the line '{word}' is missing; it is written even where it is empty")
        try:
            self._begin()
            view = View(self.setting, self.state)
            faults = self.setting.system.faults(view)
            if not faults:
                self._rehearse(view)
        except PositionError:
            raise
        except ValueError as error:
            raise PositionError(f"this position cannot be: {error}") from error
        except Exception as error:
            # Facts and steps written by hand may have any shape inside.
            if "stack" in self.exact or "facts" in self.exact:
                raise misfit(error) from error
            raise PositionError(f"this position cannot be: {self._why(error)}") from error
        self.state.events = 0
        if faults:
            raise PositionError("this position cannot be: " + "; ".join(faults))

    def _why(self, error: Exception) -> str:
        """What cannot be, in words, where no phase could be begun from it; else the error itself."""
        try:
            return "; ".join(self.setting.system.faults(View(self.setting, self.state))) or str(error)
        except Exception:  # what cannot be begun may be beyond judging too
            return str(error)

    def _rehearse(self, view: View) -> None:
        """Ask what will be asked first: steps written by hand fail here and not in play."""
        top = self.state.top
        if isinstance(top, Choice):
            top.prompt(view)
            seat = top.seat(view)
            self.setting.system.hide(self.setting, self.state, seat)
            top.fallback(view)
            top.kinds(view)
        elif isinstance(top, Chance):
            top.count(view), top.pool(view), top.label(view)

    def _begin(self) -> None:
        if "stack" in self.exact:
            return
        self.state.by_hand = True
        table = Table(self.setting, self.state, "position")
        self.setting.system.begin(table)
        self.state = table.state

    def _exact(self, key: str, text: str) -> Any:
        """The value of a line that holds JSON, of the shape the state needs."""
        try:
            value = self.codec.decode(parse_json(text, largest=MOST))
        except ValueError as error:
            raise PositionError(f"the line '{key}' cannot be read: {error}") from error
        fits = {
            "facts": type(value) is type(self.blank.facts),
            "stack": isinstance(value, tuple) and all(isinstance(step, Step) for step in value),
            "standing": isinstance(value, tuple) and all(_is_pair(pair) for pair in value),
            "outcome": value is None or isinstance(value, Outcome),
        }
        if not fits[key]:
            raise PositionError(f"the line '{key}' cannot be read: it holds something else")
        return value


def _is_pair(value: Any) -> bool:
    return isinstance(value, tuple) and len(value) == 2 and all(isinstance(item, str) for item in value)


def _whole(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 6 else None
