"""A game at the table: who plays which seat, what was answered, where it is kept. No widgets here."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from northafrica.core.dice import Luck, Seeded
from northafrica.core.events import Event, visible
from northafrica.core.game import Game, Refused
from northafrica.core.orders import Order, OrderError
from northafrica.core.record import RecordError, read_record, save_record, write_record
from northafrica.core.rulebook import Rule, Ruling
from northafrica.core.telling import told
from northafrica.systems import SYSTEMS

ME = "me"
AUTOSAVE = Path(".northafrica")
BOT_LIMIT = 400


class Player(Protocol):
    """Anything that gives an order for the seat to act."""

    @property
    def name(self) -> str: ...

    def order(self, game: Game) -> Order: ...


@dataclass(frozen=True)
class Answer:
    """What the table says to an order: allowed or refused, with the rule, and what happened."""

    ok: bool
    headline: str
    lines: tuple[str, ...] = ()
    ruling: Ruling | None = None
    rule: Rule | None = None
    events: tuple[Event, ...] = field(default=(), repr=False)

    def __str__(self) -> str:
        return "\n".join([self.headline, *(f"  - {line}" for line in self.lines)])

    __repr__ = __str__


Listener = Callable[["Session"], None]


class Session:
    """Wraps a game so that nothing a person does can break it: every call answers, none raises.

    `seats` says who plays: seat -> "me" or a player with `.order(game)`. `autosave` is a record file that
    is written after each order, or None.
    """

    def __init__(
        self, game: Game, *, seats: Mapping[str, str | Player] | None = None, autosave: Path | str | None = None
    ) -> None:
        self.game = game
        self.lines: list[Game] = [game]
        self._tips: dict[int, int] = {}
        names = dict.fromkeys(game.setting.seats.values())
        self.seats: dict[str, str | Player] = {**dict.fromkeys(names, ME), **(seats or {})}
        self.autosave = Path(autosave) if autosave is not None else None
        self.listeners: list[Listener] = []
        self.last = Answer(True, "ready")
        self.trouble = ""
        self._luck: Luck = game.luck or Seeded(random.Random().randrange(10**9))

    # -- reading ---------------------------------------------------------------------------------
    @property
    def rulebook(self) -> Mapping[str, Rule]:
        return self.game.system.rulebook(self.game.setting.data)

    def name(self, place: str) -> str:
        """The name of a place for people."""
        first, arrow, second = place.partition(">")
        card = self.game.system.card(self.game.view(), first)
        return f"{card.name}, border to {self.name(second)}" if arrow else card.name

    def seat_name(self, seat: str) -> str:
        """The name of a seat for people."""
        return self.game.system.sides.get(seat, seat.title())

    def player(self, seat: str) -> str:
        """Who plays a seat, in a word."""
        who = self.seats.get(seat, ME)
        return who if isinstance(who, str) else who.name

    @property
    def my_turn(self) -> bool:
        """Whether a person (not a bot) decides now."""
        return self.game.outcome is None and self.player(self.game.seat) == ME

    @property
    def typed_dice(self) -> bool:
        """Whether dice are typed in from the table."""
        return self.game.luck is None

    def tell(self, events: Sequence[Event], seat: str = "") -> tuple[str, ...]:
        """Events in words, as a seat may know them."""
        return tuple(told(visible(events, seat) if seat else events, self.name))

    # -- acting ----------------------------------------------------------------------------------
    def play(self, text: str | Order) -> Answer:
        """Give an order for the seat to act. A refused order changes nothing."""
        try:
            events = self.game.play(text)
        except Refused as refusal:
            return self._keep(self.refused(refusal.ruling, str(text)))
        except OrderError as error:
            return self._keep(Answer(False, f"not understood: {error}"))
        return self._done(f"played: {text}", events)

    def why(self, text: str | Order) -> Answer:
        """The ruling on an order, without playing it."""
        try:
            ruling = self.game.check(text)
        except OrderError as error:
            return self._keep(Answer(False, f"not understood: {error}"))
        if ruling:
            return self._keep(Answer(True, f"allowed: {text}", ruling.notes, ruling))
        return self._keep(self.refused(ruling, str(text)))

    def refused(self, ruling: Ruling, text: str) -> Answer:
        """A refusal with its rule in words and this position's numbers."""
        rule = self.rulebook.get(ruling.rule) if ruling.rule in self.rulebook else None
        lines = [f"{rule.title} ({rule.section}) [{rule.id}]: {rule.text}"] if rule else []
        more = [self.rulebook[i] for i in ruling.rules if i in self.rulebook]
        lines += [f"see also {r.title} [{r.id}]" for r in more]
        return Answer(False, f"refused: {text}: {ruling.reason}", tuple(lines), ruling, rule)

    def roll(self, *dice: int | str) -> Answer:
        """Type in the dice the game waits for."""
        try:
            events = self.game.roll(*dice)
        except Refused as refusal:
            return self._keep(self.refused(refusal.ruling, f"dice {' '.join(map(str, dice))}"))
        return self._done(f"dice {' '.join(map(str, dice))}", events)

    def throw(self) -> Answer:
        """Let the program throw the dice the game waits for."""
        try:
            return self._done("dice thrown", self.game.throw(self._luck))
        except Refused as refusal:
            return self._keep(self.refused(refusal.ruling, "throw"))

    def type_dice(self, on: bool) -> Answer:
        """Switch between dice typed in from the table and dice thrown by the program."""
        self.game.luck = None if on else self._luck
        if not on:
            before = self.game.at
            self.game.resume()
            events = [e for node in self.game.path() if node.n > before for e in node.events]
            return self._done("the program throws the dice", events)
        return self._keep(Answer(True, "dice are typed in from the table"))

    def bot(self, player: Player) -> Answer:
        """Let a player take this one decision."""
        if self.game.choice is None:
            return self.throw() if self.game.chance is not None else self._keep(Answer(False, "the game is over"))
        order = player.order(self.game)
        return self.play(order)

    def bots(self) -> Answer:
        """Let the bots play until a person must decide, or dice must be typed in."""
        events: list[Event] = []
        for _ in range(BOT_LIMIT):
            who = self.seats.get(self.game.seat, ME)
            if self.game.outcome is not None or isinstance(who, str) or self.game.choice is None:
                break
            answer = self.bot(who)
            events += answer.events
            if not answer.ok:
                return answer
        return self._done("the bots have played", events) if events else self.last

    def undo(self) -> Answer:
        """Back to before the last order, its dice included."""
        return self._travel(self.game.undo, "undone")

    def redo(self) -> Answer:
        """Forward again with the same dice."""
        return self._travel(self.game.redo, "played again")

    def undo_all(self) -> Answer:
        """Back to the start of this line of play."""
        count = 0
        while self.game.at > 0:
            try:
                self.game.undo()
            except Refused:
                break
            count += 1
        return self._done(f"{count} orders undone", ())

    def _travel(self, go: Callable[[], object], word: str) -> Answer:
        try:
            go()
        except Refused as refusal:
            return self._keep(Answer(False, str(refusal)))
        return self._done(word, ())

    def branch(self, seed: int | None = None) -> Answer:
        """A second line of play from here; play goes on in it."""
        twin, left = self.game.branch(seed=seed), self.game
        if self.typed_dice:
            twin.luck = None
        left.goto(self._tips.get(id(left), left.at))  # the line left keeps what was played on it
        self.lines.append(twin)
        self.game = twin
        return self._done(f"line {len(self.lines)} begins here", ())

    def switch(self, index: int) -> Answer:
        """Go to another line of play (0 is the first)."""
        if not 0 <= index < len(self.lines):
            return self._keep(Answer(False, f"there are lines 1 to {len(self.lines)}"))
        typed = self.typed_dice
        self.game = self.lines[index]
        self.game.luck = None if typed else self._luck
        return self._done(f"line {index + 1}", ())

    # -- keeping ---------------------------------------------------------------------------------
    def text(self) -> str:
        """The record of all lines as text."""
        return write_record(self.game)

    def save(self, file: Path | str) -> Answer:
        """Write the record to a file."""
        try:
            return self._keep(Answer(True, f"saved to {save_record(self.game, file)}"))
        except OSError as error:
            return self._keep(Answer(False, f"could not be saved: {error}"))

    def load(self, text: str, name: str = "record") -> Answer:
        """Take over a record; where it does not hold, the position up to there."""
        try:
            loaded = read_record(text, SYSTEMS, name=name)
        except RecordError as error:
            return self._keep(Answer(False, f"not loaded: {error}"))
        self.game = loaded.game
        self.lines, self._tips = [loaded.game], {}
        note = "verified" if loaded.verified else f"not verified: {loaded.trouble}"
        return self._done(f"loaded {name}: {note}", ())

    def _keep(self, answer: Answer) -> Answer:
        self.last = answer
        return answer

    def _done(self, headline: str, events: Sequence[Event]) -> Answer:
        if events:
            self._tips[id(self.game)] = self.game.at
        answer = self._keep(Answer(True, headline, self.tell(events), events=tuple(events)))
        self._autosave()
        for listener in list(self.listeners):
            listener(self)
        return answer

    def _autosave(self) -> None:
        if self.autosave is None:
            return
        try:
            save_record(self.game, self.autosave)
            self.trouble = ""
        except OSError as error:
            self.trouble = f"autosave failed: {error}"
