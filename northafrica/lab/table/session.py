"""A game at the table: who plays which seat, what was answered, where it is kept. No widgets here."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, wraps
from pathlib import Path
from typing import Concatenate, ParamSpec

from northafrica.bots import decide
from northafrica.core.cards import ChoiceOdds
from northafrica.core.dice import Luck, Seeded
from northafrica.core.events import Event, visible
from northafrica.core.files import why
from northafrica.core.game import Game, Refused
from northafrica.core.naming import Names, plain_name
from northafrica.core.orders import Order, OrderError
from northafrica.core.reading import Unreadable, read_text, shortened
from northafrica.core.record import RecordError, load_record, origin, place_for_record, read_record, write_record
from northafrica.core.rulebook import Rule, Ruling
from northafrica.core.state import State
from northafrica.core.telling import told
from northafrica.lab.table.answer import Answer, Player, wrong
from northafrica.lab.table.autosave import Autosave, damaged, other_lines
from northafrica.systems import SYSTEMS

ME = "me"
START, LAST = PLACES = ("start", "last")
BOT_LIMIT = 400


Listener = Callable[["Session"], None]
Given = ParamSpec("Given")


def _answers(
    act: Callable[Concatenate[Session, Given], Answer],
) -> Callable[Concatenate[Session, Given], Answer]:
    """An action that never raises: whatever goes wrong is told, and the game stands as it was."""

    @wraps(act)
    def run(session: Session, /, *args: Given.args, **kwargs: Given.kwargs) -> Answer:
        before = session.mark()
        try:
            return act(session, *args, **kwargs)
        except Exception as error:
            session.back_to(before)
            return session.say(wrong(error))

    return run


@dataclass(frozen=True)
class Mark:
    """Where a session stands, to come back to."""

    game: Game
    at: int
    luck: Luck | None
    entries: int
    lines: tuple[Game, ...]
    tips: Mapping[int, int]


class Session:
    """Wraps a game so that nothing a person does can break it: every action answers, none raises.

    `seats` says who plays: seat -> "me" or a player with `.order(game)`. `autosave` is a record file that
    is written after each order, or None.
    """

    def __init__(
        self,
        game: Game,
        *,
        seats: Mapping[str, str | Player] | None = None,
        autosave: Autosave | Path | str | None = None,
    ) -> None:
        self.game = game
        self.lines: list[Game] = [game]
        self._tips: dict[int, int] = {}
        names = dict.fromkeys(game.setting.seats.values())
        for seat in seats or {}:
            if seat not in names:
                raise ValueError(f"there is no seat '{seat}'; the seats are {', '.join(names)}")
        self.seats: dict[str, str | Player] = {**dict.fromkeys(names, ME), **(seats or {})}
        self.autosave = Autosave(autosave) if isinstance(autosave, Path | str) else autosave
        self.listeners: list[Listener] = []
        self.last = Answer(True, "ready", origin(game))
        self.answers = 0
        self.trouble = self._check_autosave()
        self._troubles: list[str] = []
        self._lucks: dict[int, Luck] = {}
        self._luck_of(game)
        self._names: dict[str, str] = {}
        self._odds: tuple[State, tuple[ChoiceOdds, ...]] | None = None
        self._files: dict[str, Autosave] = {}

    # -- reading ---------------------------------------------------------------------------------
    @property
    def rulebook(self) -> Mapping[str, Rule]:
        """The rules of the game by id."""
        return self.game.system.rulebook(self.game.setting.data)

    @cached_property
    def words(self) -> Names:
        """How places, powers and kinds of this game are said."""
        return self.game.system.names(self.game.setting.data)

    def name(self, place: str) -> str:
        """The name of a place for people."""
        if place not in self._names:
            first, arrow, second = place.partition(">")
            try:
                name = self.game.system.card(self.game.view(), first).name
            except KeyError:  # cups, hands and pools have no card
                name = plain_name(first)
            self._names[place] = f"{name}, border to {self.name(second)}" if arrow else name
        return self._names[place]

    def seat_name(self, seat: str) -> str:
        """The name of a seat for people."""
        words = self.words
        return self.game.system.sides.get(seat) or (words.power(seat) if seat in words.powers else seat)

    def player(self, seat: str) -> str:
        """Who plays a seat, in a word."""
        who = self.seats.get(seat, ME)
        return who if isinstance(who, str) else who.name

    def is_mine(self, seat: str) -> bool:
        """Whether a person plays a seat."""
        return isinstance(self.seats.get(seat, ME), str)

    @property
    def people(self) -> list[str]:
        """The seats that people play."""
        return [seat for seat in self.seats if self.is_mine(seat)]

    @property
    def eyes(self) -> str:
        """The seat whose knowledge is told: that of the one person who plays; "" (all there is) for none or several."""
        return self.people[0] if len(self.people) == 1 else ""

    @property
    def my_turn(self) -> bool:
        """Whether a person (not a bot) decides now."""
        return self.game.outcome is None and self.is_mine(self.game.seat)

    @property
    def typed_dice(self) -> bool:
        """Whether dice are typed in from the table."""
        return self.game.luck is None

    def tell(self, events: Sequence[Event], seat: str = "") -> tuple[str, ...]:
        """Events in words, as a seat may know them."""
        return tuple(told(visible(events, seat) if seat else events, self.words))

    def odds(self) -> Sequence[ChoiceOdds]:
        """The odds of the battles in front of the seat that decides, choice by choice, as far as it may know."""
        if self.game.outcome is not None:
            return ()
        state, known = self.game.state, self._odds
        if known is None or known[0] is not state:
            known = self._odds = state, tuple(self.game.system.battle_odds(self.game.view(self.game.seat)))
        return known[1]

    # -- coming back -----------------------------------------------------------------------------
    def mark(self) -> Mark:
        """Where the session stands now."""
        game = self.game
        return Mark(game, game.at, game.luck, len(game.tree.nodes), tuple(self.lines), dict(self._tips))

    def back_to(self, mark: Mark) -> None:
        """Stand as before: entries added since are taken out of the record again."""
        nodes = mark.game.tree.nodes
        for node in nodes[mark.entries :]:
            siblings = nodes[node.parent].children
            if node.n in siblings:
                siblings.remove(node.n)
        del nodes[mark.entries :]
        self.game, self.lines, self._tips = mark.game, list(mark.lines), dict(mark.tips)
        self.game.at, self.game.luck = mark.at, mark.luck

    # -- orders and dice -------------------------------------------------------------------------
    @_answers
    def play(self, text: str | Order) -> Answer:
        """Give an order for the seat to act. A refused order changes nothing."""
        seat, given = self.game.seat, shortened(str(text))
        try:
            events = self.game.play(text)
        except Refused as refusal:
            return self.say(self.refused(refusal.ruling, str(text)))
        except OrderError as error:
            return self.say(Answer(False, f"not understood: {error}"))
        told = f"played: {given}" if self.eyes in ("", seat) else f"{self.seat_name(seat)} has played"
        return self._done(told, events, seat)

    @_answers
    def why(self, text: str | Order) -> Answer:
        """The ruling on an order, without playing it."""
        try:
            ruling = self.game.check(text)
        except OrderError as error:
            return self.say(Answer(False, f"not understood: {error}"))
        if ruling:
            return self.say(Answer(True, f"allowed: {shortened(str(text))}", ruling.notes, ruling))
        return self.say(self.refused(ruling, str(text)))

    def refused(self, ruling: Ruling, text: str) -> Answer:
        """A refusal with its rule in words and this position's numbers."""
        rule = self.rulebook.get(ruling.rule) if ruling.rule in self.rulebook else None
        lines = [f"{rule.title} ({rule.section}) [{rule.id}]: {rule.text}"] if rule else []
        further = dict.fromkeys(i for i in ruling.rules if i in self.rulebook and i != ruling.rule)
        if further:
            lines.append("see also " + "; ".join(f"{self.rulebook[i].title} [{i}]" for i in further))
        return Answer(False, f"refused: {shortened(text)}: {ruling.reason}", tuple(lines), ruling, rule)

    @_answers
    def roll(self, *dice: int | str) -> Answer:
        """Type in the dice the game waits for."""
        told = f"dice {' '.join(map(str, dice)) or '(none)'}"
        try:
            events = self.game.roll(*dice)
        except Refused as refusal:
            return self.say(self.refused(refusal.ruling, told))
        return self._done(told, events)

    @_answers
    def throw(self) -> Answer:
        """Let the program throw the dice the game waits for."""
        try:
            return self._done("dice thrown", self.game.throw(self._luck_of(self.game)))
        except Refused as refusal:
            return self.say(self.refused(refusal.ruling, "throw"))

    def _luck_of(self, game: Game) -> Luck:
        """The source of luck of a line of play, also while dice are typed in."""
        found = self._lucks.get(id(game)) or game.luck or Seeded(random.Random().randrange(10**9))
        return self._lucks.setdefault(id(game), found)

    @_answers
    def type_dice(self, on: bool) -> Answer:
        """Switch between dice typed in from the table and dice thrown by the program."""
        self.game.luck = None if on else self._luck_of(self.game)
        if not on:
            before = self.game.at
            self.game.resume()
            events = [e for node in self.game.path() if node.n > before for e in node.events]
            return self._done("the program throws the dice", events)
        return self.say(Answer(True, "dice are typed in from the table"))

    # -- bots ------------------------------------------------------------------------------------
    @_answers
    def seat(self, seat: str, who: str | Player) -> Answer:
        """Say who plays a seat from now on."""
        if seat not in self.seats:
            return self.say(Answer(False, f"there is no seat '{seat}'; there are {', '.join(self.seats)}"))
        self.seats[seat] = who
        return self.say(Answer(True, f"{self.seat_name(seat)}: {self.player(seat)}"))

    @_answers
    def bot(self, player: Player) -> Answer:
        """Let a player take this one decision."""
        if self.game.choice is None:
            return self.throw() if self.game.chance is not None else self.say(Answer(False, "the game is over"))
        return self.play(self._decided(player))

    def bots(self) -> Answer:
        """Let the bots play until a person must decide, or dice must be typed in."""
        return self._play_on(None, lambda: not self.my_turn)

    def play_turn(self, player: Player) -> Answer:
        """Let the bots play on to the end of this power's turn; `player` decides where a person would."""
        state = self.game.state
        turn = (state.round, state.power)
        return self._play_on(player, lambda: (self.game.state.round, self.game.state.power) == turn)

    @_answers
    def _play_on(self, stand_in: Player | None, on: Callable[[], bool]) -> Answer:
        events: list[Event] = []
        orders = 0
        while self.game.choice is not None and orders < BOT_LIMIT and on():
            who = self.seats.get(self.game.seat, ME)
            player = stand_in if isinstance(who, str) else who
            if player is None:
                break
            events += self.game.play(self._decided(player))
            orders += 1
        if not orders:
            return self.last
        count = "1 order" if orders == 1 else f"{orders} orders"
        return self._done(f"the bots have played {count}", events)

    def _decided(self, player: Player) -> Order:
        """The order of a player; where it fails, the order given for it, and the next answer tells so."""
        order, trouble = decide(player, self.game)
        if trouble:
            told = f"'{order}'" if self.eyes in ("", self.game.seat) else "another order"
            self._troubles.append(f"{trouble}; {told} was given for it")
        return order

    # -- back and forth ----------------------------------------------------------------------------
    @_answers
    def undo(self) -> Answer:
        """Back to a person's decision before the last order, dice and bots' orders included."""
        try:
            self.game.undo()
            while not self.my_turn and self._may_go_back():
                self.game.undo()
        except Refused as refusal:
            return self.say(Answer(False, str(refusal)))
        return self._done("undone", ())

    def _may_go_back(self) -> bool:
        return any(self.is_mine(node.seat) for node in self.game.path() if node.order is not None)

    @_answers
    def redo(self) -> Answer:
        """Forward again with the same dice, to a person's next decision."""
        try:
            self.game.redo()
            while not self.my_turn and self.game.node.children:
                self.game.redo()
        except Refused as refusal:
            return self.say(Answer(False, str(refusal)))
        return self._done("played again", ())

    @_answers
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

    @_answers
    def branch(self, seed: int | None = None) -> Answer:
        """A second line of play from here; play goes on in it."""
        twin, left, typed = self.game.branch(seed=seed), self.game, self.typed_dice
        self._lucks[id(twin)] = twin.luck or self._luck_of(left)
        if typed:
            twin.luck = None
        left.goto(self._tips.get(id(left), left.at))  # the line left keeps what was played on it
        self.lines.append(twin)
        self.game = twin
        return self._done(f"line {len(self.lines)} begins here", ())

    @_answers
    def switch(self, index: int) -> Answer:
        """Go to another line of play (0 is the first)."""
        if not 0 <= index < len(self.lines):
            return self.say(Answer(False, f"there are lines 1 to {len(self.lines)}"))
        typed = self.typed_dice
        self.game = self.lines[index]
        self.game.luck = None if typed else self._luck_of(self.game)
        return self._done(f"line {index + 1}", ())

    @_answers
    def comment(self, text: str) -> Answer:
        """Write a comment at the current entry of the record; an empty one takes it away."""
        self.game.comment(text.strip())
        told = "comment written" if text.strip() else "no comment"
        return self._done(f"{told} at entry {self.game.at}", ())

    # -- keeping ---------------------------------------------------------------------------------
    def text(self) -> str:
        """The record of all lines as text."""
        return write_record(self.game)

    @_answers
    def save(self, file: Path | str) -> Answer:
        """Write the record to a file; another game there is moved to an older copy, another kind of file refused."""
        if not str(file).strip():
            return self.say(Answer(False, "name a file first, for example my-game.jsonl"))
        kept = self._files.setdefault(str(file), Autosave(file))
        try:
            place_for_record(kept.file)
            told = kept.write(self.game)
        except FileExistsError as error:
            return self.say(Answer(False, f"not saved: {why(error)}"))
        except OSError as error:
            return self.say(Answer(False, f"{file} could not be saved: {why(error)}"))
        return self.say(Answer(True, f"saved to {kept.file}", (told,) if told else ()))

    @_answers
    def load(self, text: str, name: str = "record", at: str = LAST) -> Answer:
        """Take over a record; where it does not hold, the position up to there.

        `at`: `last`, where the game was left, or `start`; *redo* goes forward from there along what was played.
        """
        if at not in PLACES:
            return self.say(Answer(False, f"not loaded: '{at}' is no place to begin; write {' or '.join(PLACES)}"))
        try:
            loaded = read_record(text, SYSTEMS, name=name)
        except RecordError as error:
            return self.say(Answer(False, f"not loaded: {error}"))
        if at == START:
            loaded.game.rewind()
        self._take_over(loaded.game)
        note = "verified" if loaded.verified else f"not verified: {loaded.trouble}"
        where = " at its start" if at == START else ""
        answer = self._done(f"loaded {name}{where}: {note}", ())
        told = (*loaded.notes, loaded.proof)
        if loaded.ruling is None:
            return self.say(replace(answer, lines=told))
        more = self.refused(loaded.ruling, name)
        return self.say(replace(answer, lines=(*more.lines, *told), ruling=more.ruling, rule=more.rule))

    @_answers
    def open(self, file: Path | str, at: str = LAST) -> Answer:
        """Read a record file and go on from where it was left, or from its start (`at="start"`)."""
        try:
            text = read_text(Path(file))
        except (OSError, Unreadable) as error:
            return self.say(Answer(False, f"not loaded: {file}: {why(error)}"))
        return self.load(text, Path(file).name, at)

    @_answers
    def resume(self, file: Path | Game) -> Answer:
        """Take up a game: one kept in a file, which goes on being this game's autosave, or one played before."""
        if isinstance(file, Game):
            self._take_over(file)
            return self._done(f"the game played here before goes on at entry {file.at}", ())
        try:
            loaded = load_record(file, SYSTEMS)
        except RecordError as error:
            return self.say(Answer(False, f"not resumed: {error}"))
        self._take_over(loaded.game)
        if loaded.verified and self.autosave is not None and self.autosave.file == file:
            self.autosave.adopt()  # one that breaks off is kept as it is: more may follow than could be read
        note = "" if loaded.verified else f"; not verified: {loaded.trouble}"
        answer = self._done(f"resumed {file.name} at entry {loaded.game.at}{note}", ())
        return self.say(replace(answer, lines=loaded.notes))

    def _take_over(self, game: Game) -> None:
        typed = self.typed_dice
        names = dict.fromkeys(game.setting.seats.values(), ME)
        self.seats = {seat: self.seats.get(seat, who) for seat, who in names.items()}
        self._lucks = {}
        self.game, self._names = game, {}
        self.lines, self._tips = [game, *other_lines(game)], {}
        self._luck_of(game)
        if typed:
            game.luck = None

    def add(self, answer: Answer, more: Answer) -> Answer:
        """Two answers as one: what I did and what the bots did then."""
        if more is answer:
            return answer
        both = replace(
            more, headline=f"{answer.headline}; {more.headline}", lines=answer.lines + more.lines, by=answer.by
        )
        self.last = replace(both, events=answer.events + more.events)
        return self.last

    def say(self, answer: Answer) -> Answer:
        """Keep an answer as the last word."""
        self.last, self.answers = answer, self.answers + 1
        return answer

    def _done(self, headline: str, events: Iterable[Event], by: str = "") -> Answer:
        events = tuple(events)
        if events:
            self._tips[id(self.game)] = self.game.at
        warnings = tuple(dict.fromkeys(self._troubles))
        self._troubles.clear()
        lines = (*warnings, *self.tell(events, self.eyes))
        answer = self.say(Answer(True, headline, lines, events=events, warnings=warnings, by=by))
        self._autosave()
        for listener in list(self.listeners):
            listener(self)
        return answer

    def _check_autosave(self) -> str:
        """A damaged autosave is told at once, before anything is played."""
        if self.autosave is None:
            return ""
        try:
            told, aside = damaged(self.autosave.file)
            if aside is not None:
                self.autosave.file.replace(aside)
            return told
        except OSError as error:
            return f"autosave failed: {self.autosave.file}: {why(error)}"

    def _autosave(self) -> None:
        if self.autosave is None or len(self.game.tree.nodes) < 2:
            return
        try:
            self.trouble = self.autosave.write(self.game)
        except OSError as error:
            self.trouble = f"autosave failed: {self.autosave.file}: {why(error)}"
