"""A position being made by hand: each change is tried on the engine first, and kept only if it can be.

draft = PositionDraft(northafrica.load("aana", "torch"))
draft.add("tobruk", 2, "italy", "infantry")    # Answer: done, or what is impossible and how to mend it
draft.text                                     # the position as text, always one that can be read
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

import northafrica
from northafrica.core.cards import TurnBar
from northafrica.core.files import why
from northafrica.core.game import Game
from northafrica.core.materials import Materials, StockSort
from northafrica.core.orders import nearest
from northafrica.core.pieces import Piece, Stock, parse_status
from northafrica.core.position import FIRST_LINE, position_head, read_position, write_by_hand, write_position
from northafrica.core.reading import Unreadable, read_text
from northafrica.core.record import origin
from northafrica.core.start import game_from_position, new_game, setting_of
from northafrica.core.state import State
from northafrica.core.table import Setting, View
from northafrica.core.written import PositionError, named
from northafrica.lab.table.answer import Answer
from northafrica.systems import SYSTEMS

Change = Callable[[State], str]


class Moment(NamedTuple):
    """One state of the draft; `exact` is a text with steps under way, as long as nothing was changed."""

    setting: Setting
    exact: str
    now: State


class PositionDraft:
    """Pieces, stocks, markers and turn of a position. No change raises: each returns an `Answer`.

    `start`: a game, a position's text, or a file (position or record). A game in progress is kept as it stands
    until something is changed; then the position begins at the start of its phase. `empty`: nothing on the board.
    """

    def __init__(self, start: Game | Path | str, *, empty: bool = False) -> None:
        setting, state, text, self.remarks = opened(start)
        self._at = Moment(setting, "", State(round=state.round))
        self._before: list[Moment] = []
        self._after: list[Moment] = []
        self.last = Answer(True, "ready")
        if empty:
            self._keep("an empty board", self._blank(state))
        else:
            self._take(state, text, "ready")
        self._before.clear()
        self.last = replace(self.last, lines=(*self.last.lines, *self.remarks))

    # -- reading ---------------------------------------------------------------------------------
    @property
    def setting(self) -> Setting:
        """The game the position belongs to."""
        return self._at.setting

    @property
    def now(self) -> State:
        """What lies where, and whose turn it is; no steps."""
        return self._at.now

    @property
    def materials(self) -> Materials:
        """What a position of this game may be made of."""
        return self.setting.system.materials(self.setting.data)

    @property
    def text(self) -> str:
        """The position as text; `read_position` takes it."""
        return self._at.exact or write_by_hand(self.setting, self.now)

    @property
    def in_progress(self) -> bool:
        """Whether the position still holds the steps of the game it was taken from."""
        return bool(self._at.exact)

    @property
    def view(self) -> View:
        """The position to look at."""
        return View(self.setting, read_position(self.setting, self.text))

    def game(self, seed: int | str | None = None) -> Game:
        """A game that starts from the position; without a seed it waits for dice."""
        return game_from_position(self.setting, self.text, seed)

    def places(self) -> tuple[str, ...]:
        """Every place pieces or stocks may lie in."""
        return tuple(sorted(self.setting.system.vocabulary(self.setting.data).places))

    def sorts(self, place: str) -> tuple[StockSort, ...]:
        """The stocks that may lie in a place, and those that have a place of their own."""
        space = self.setting.system.board(self.setting.data).spaces.get(place)
        kind = space.kind if space else ""
        return tuple(sort for sort in self.materials.stocks if kind in sort.kinds or sort.places)

    def neighbours(self, place: str) -> tuple[str, ...]:
        """The spaces that border on a place."""
        board = self.setting.system.board(self.setting.data)
        return board.neighbours(place) if place in board.spaces else ()

    def powers_of(self, round_: int) -> tuple[str, ...]:
        """Who has a turn in a round, in order."""
        return tuple(power for power, _ in self._bar(round_).powers) or tuple(
            self.setting.system.powers(self.setting.data)
        )

    def phases(self) -> Mapping[str, str]:
        """The phases of a turn with their names."""
        return dict(self._bar(self.now.round).phases)

    def _bar(self, round_: int) -> TurnBar:
        return self.setting.system.turn_bar(View(self.setting, State(round=round_)))

    def _place(self, word: str) -> str:
        """The id that a name stands for (`tobruk` for a36.23); a word that is neither is told when it is used."""
        return self.setting.system.vocabulary(self.setting.data).find(word) or word

    # -- changing ----------------------------------------------------------------------------------
    def add(self, place: str, count: int, power: str, kind: str, status: str = "") -> Answer:
        """Put pieces in a place; `status` as in a position, like `damaged`."""
        return self._pieces(place, count, power, kind, status)

    def take(self, place: str, count: int, power: str, kind: str, status: str = "") -> Answer:
        """Take pieces away from a place."""
        return self._pieces(place, -count, power, kind, status)

    def _pieces(self, place: str, count: int, power: str, kind: str, status: str) -> Answer:
        place = self._place(place)

        def act(state: State) -> str:
            _whole(count, "add('tobruk', 2, 'germany', 'tank')")
            known = self.setting.system.vocabulary(self.setting.data)
            name = known.kind(kind) or _unknown("kind", kind, known.kinds)
            piece = Piece(power, name, parse_status(status) if status else ())
            for word, _ in piece.status:
                if not self.materials.keeps(name, word):
                    known_ones = ", ".join(text for text, _ in self.materials.statuses.get(name, ())) or "none"
                    raise ValueError(f"'{word}' is no status of {name} at the start of a phase; there are {known_ones}")
            table = dict(state.at(place))
            left = table.pop(piece, 0) + count
            if left < 0:
                raise ValueError(f"there are {left - count} {piece} in {place}, not {-count}")
            table.update({piece: left} if left else {})
            _put(state.pieces, place, table)
            return f"{abs(count)} {piece} {'added to' if count > 0 else 'taken from'} {place}"

        return self._change(act, place)

    def stock(self, place: str, resource: str, amount: int, owner: str = "", to: str = "") -> Answer:
        """Set how much of a stock lies in a place; `to`: on the border to that neighbour."""
        place, to = self._place(place), self._place(to)
        where = f"{place}>{to}" if to else place

        def act(state: State) -> str:
            _whole(amount, "stock('tobruk', 'supply', 2)")
            table = dict(state.stocks.get(where, {}))
            table[Stock(resource, owner)] = amount
            _put(state.stocks, where, {stock: n for stock, n in table.items() if n})
            return f"{where}: {Stock(resource, owner)} {amount}"

        return self._change(act, place, to or place)

    def mark(self, place: str, value: str, name: str = "control") -> Answer:
        """Set a marker; an empty value takes it away."""
        place = self._place(place)

        def act(state: State) -> str:
            known = self.materials.marks
            if known and name not in known:
                raise ValueError(f"there is no marker '{name}'; there are {', '.join(known)}")
            table = {**state.markers.get(place, {}), name: value}
            _put(state.markers, place, {key: text for key, text in table.items() if text})
            return f"{place}: {name} {value or 'taken away'}"

        return self._change(act, place)

    def empty(self, place: str) -> Answer:
        """Take everything out of a place but its markers."""
        place = self._place(place)

        def act(state: State) -> str:
            for table in (state.pieces, state.stocks):
                table.pop(place, None)
            for border in [name for name in state.stocks if name.startswith(f"{place}>")]:
                del state.stocks[border]
            return f"{place} is empty"

        return self._change(act, place)

    def turn(self, *, round_: int | None = None, power: str = "", phase: str = "") -> Answer:
        """Say whose turn and which phase it is; a power without a turn in a new round gives way to the first."""

        def act(state: State) -> str:
            state.round = state.round if round_ is None else round_
            info = self.setting.system.scenarios_of(self.setting.data)[self.setting.scenario]
            if not info.has_round(state.round):
                raise ValueError(f"rounds go from {info.rounds}")
            powers = self.powers_of(state.round)
            state.power = power or (state.power if state.power in powers else powers[0])
            state.phase = phase or state.phase
            return f"round {state.round}, {state.power}, {self.phases().get(state.phase, state.phase)}"

        return self._change(act)

    def clear(self) -> Answer:
        """An empty board, with what every position has."""
        return self._keep("the board is empty", self._blank(self.now))

    def set_up(self) -> Answer:
        """The scenario's set-up."""
        state = new_game(self.setting, 0).state
        return self._take(state, "", "the scenario's set-up")

    def read(self, text: str) -> Answer:
        """Take a text that somebody wrote; one that cannot be is refused with line and mend."""
        try:
            head = position_head(text)
            options = {k.removeprefix("option "): v for k, v in head.items() if k.startswith("option ")}
            system = head.get("system", self.setting.system.name)
            scenario = head.get("scenario", self.setting.scenario)
            setting = self.setting
            same = (system, scenario) == (setting.system.name, setting.scenario)
            if not same or any(setting.options.get(name) != value for name, value in options.items()):
                setting = setting_of(text, SYSTEMS, like=setting)
            state = read_position(setting, text)
        except Exception as error:  # whatever the text holds, it is told and nothing changes
            return self._say(Answer(False, f"not taken: {_words(error)}"))
        return self._take(state, text, "the text is taken", setting)

    def undo(self) -> Answer:
        """Back to before the last change."""
        return self._travel(self._before, self._after, "undone", "there is nothing to undo")

    def redo(self) -> Answer:
        """Forward again."""
        return self._travel(self._after, self._before, "done again", "there is nothing to redo")

    def follow(self, old: PositionDraft) -> Answer:
        """Begun anew where another draft was: what was made there comes back by `redo`, until something is changed."""
        if not old._before or old.text == self.text:
            return self.last
        self._after = [old._at]
        return self._say(Answer(True, "begun anew; Redo brings back the position that was made here before"))

    # -- keeping -----------------------------------------------------------------------------------
    def _travel(self, source: list[Moment], other: list[Moment], did: str, no: str) -> Answer:
        if not source:
            return self._say(Answer(False, no))
        other.append(self._at)
        self._at = source.pop()
        return self._say(Answer(True, did))

    def _change(self, act: Change, *places: str) -> Answer:
        """Try a change on a copy; what the reader or the rules would refuse is told, and nothing changes."""
        state = self.now.copy()
        try:
            known = self.places()
            for place in places:
                if place not in known:
                    _unknown("place", place, known)
            return self._keep(act(state), state)
        except ValueError as error:
            return self._say(Answer(False, f"not done: {_words(error)}"))

    def _keep(self, told: str, state: State, exact: str = "", setting: Setting | None = None) -> Answer:
        """Keep a state if a game can begin from its text."""
        made = Moment(setting or self.setting, exact, state)
        try:
            game = game_from_position(made.setting, exact or write_by_hand(made.setting, state), None)
        except Exception as error:  # a state made by hand may break any rule: that is told
            return self._say(Answer(False, f"not done: {_words(error)}"))
        notes: tuple[str, ...] = ()
        if self.in_progress and not exact:
            notes = ("the position now begins with its phase, without steps under way",)
        if game.outcome is not None and not exact:
            notes += (f"a game from here would be over at once: {game.outcome}",)
        self._before.append(self._at)
        self._after.clear()
        self._at = made
        return self._say(Answer(True, told, notes))

    def _take(self, state: State, text: str, told: str, setting: Setting | None = None) -> Answer:
        """Take over a state; a text with steps under way is kept as it is until something changes."""
        plain, left = self._settled(state, setting or self.setting)
        exact = text if any(line.startswith("stack ") for line in text.splitlines()) else ""
        answer = self._keep(told, plain, exact, setting)
        if answer.ok and left and not exact:
            answer = self._say(Answer(True, told, (*answer.lines, f"left out, as part of a turn: {', '.join(left)}")))
        return answer

    def _settled(self, state: State, setting: Setting) -> tuple[State, list[str]]:
        """The state as it can stand at the start of a phase, and what that leaves out."""
        left: list[str] = []
        materials = setting.system.materials(setting.data)
        pieces: dict[str, dict[Piece, int]] = {}
        found = State(pieces, dict(state.stocks), dict(state.markers), state.round)
        self._set_turn(found, state, setting)
        for place, table in state.pieces.items():
            for piece, n in table.items():
                kept = tuple(pair for pair in piece.status if materials.keeps(piece.kind, pair[0], found.phase))
                if kept != piece.status:
                    left.append(f"{place}: {n} {piece}")
                plain = Piece(piece.power, piece.kind, kept, piece.id)
                pieces.setdefault(place, {})[plain] = pieces.get(place, {}).get(plain, 0) + n
        return found, left

    def _blank(self, like: State) -> State:
        """A state without pieces, at the turn of another."""
        head = [FIRST_LINE, f"system {self.setting.system.name}", f"scenario {self.setting.scenario}"]
        found = State(round=like.round)
        self._set_turn(found, like, self.setting)
        head += [f"round {found.round}", f"power {found.power}", f"phase {found.phase}"]
        found.markers = dict(read_position(self.setting, "\n".join(head)).markers)
        return found

    @staticmethod
    def _set_turn(state: State, like: State, setting: Setting) -> None:
        """The turn of another state; where that has none (in set-up), the first power and phase."""
        bar = setting.system.turn_bar(View(setting, State(round=like.round)))
        powers = [power for power, _ in bar.powers] or list(setting.system.powers(setting.data))
        phases = [phase for phase, _ in bar.phases]
        state.power = like.power if like.power in powers else powers[0]
        state.phase = like.phase if like.phase in phases or not phases else phases[0]

    def _say(self, answer: Answer) -> Answer:
        self.last = answer
        return answer

    def __repr__(self) -> str:
        units = sum(n for table in self.now.pieces.values() for n in table.values())
        return f"<{type(self).__name__} {self.setting.scenario}: round {self.now.round}, {units} units>"


def opened(start: Game | Path | str) -> tuple[Setting, State, str, tuple[str, ...]]:
    """Setting, state and text that a game, a position's text or file or a record leads to; what to know of the record.

    Raises ValueError where it can be read as none of them.
    """
    if isinstance(start, Game):
        return start.setting, start.state, write_position(start.setting, start.state), origin(start)
    text = start if isinstance(start, str) and start.lstrip().startswith(FIRST_LINE) else _read(Path(start))
    if text.lstrip().startswith("{"):
        loaded = northafrica.replay(start)
        return *opened(loaded.game)[:3], loaded.remarks
    try:
        setting = northafrica.position(text).setting
    except PositionError as error:
        raise error if text is start else PositionError(named(start, error)) from error
    return setting, read_position(setting, text), text, ()


def _read(file: Path) -> str:
    try:
        return read_text(file)
    except (OSError, Unreadable) as error:
        raise ValueError(f"{file}: cannot be read: {why(error)}") from error


def _put(tables: dict[str, Any], place: str, table: Mapping[Any, Any]) -> None:
    """Set the table of a place; an empty one is no table."""
    if table:
        tables[place] = dict(table)
    else:
        tables.pop(place, None)


def _unknown(what: str, name: str, known: Iterable[str]) -> NoReturn:
    raise ValueError(f"'{name}' is no {what} here{nearest(name, known)}")


def _whole(number: object, like: str) -> None:
    """A number that is none is most often a call with its parts in another order."""
    if type(number) is not int:
        raise ValueError(f"{number!r} stands where a whole number is needed; write it like {like}")


def _words(error: Exception) -> str:
    """An error of the reader in words; any other with its kind."""
    text = str(error).removeprefix("this position cannot be: ")
    return text if isinstance(error, ValueError) else f"{type(error).__name__}: {text}"
