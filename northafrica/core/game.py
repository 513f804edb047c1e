"""Game: a state, the steps under way and the record of how it came about.

>>> import northafrica
>>> game = northafrica.load("aana", "torch", seed=7)
>>> game.round
7
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from northafrica.core import walk
from northafrica.core.common_orders import AskAgain, Never
from northafrica.core.dice import Luck, OutOfDice, Result, Seeded
from northafrica.core.events import Event, visible
from northafrica.core.grammar import Grammar
from northafrica.core.orders import FieldSpec, Order, OrderError, Unclear, nearest, specs
from northafrica.core.rulebook import Ruling
from northafrica.core.state import Codec, Outcome, State
from northafrica.core.step import Automatic, Chance, Choice, Prompt, Step
from northafrica.core.system import System
from northafrica.core.table import Setting, Table, View
from northafrica.core.tree import Node, Tree
from northafrica.core.written import steps_hold

LIMIT = 10_000


def _how_many(n: int, pool: Sequence[int | str]) -> str:
    if pool and isinstance(pool[0], int):
        return f"throw {n} {'die' if n == 1 else 'dice'}, {pool[0]} to {pool[-1]}"
    return f"draw {n} of {len(pool)}"


class Refused(ValueError):
    """An order or a roll that the rules do not allow; `ruling` says which rule and why."""

    def __init__(self, ruling: Ruling, what: str = "") -> None:
        self.ruling = ruling
        cited = f" [{ruling.rule}]" if ruling.rule else ""
        super().__init__(f"{what}: {ruling.reason}{cited}" if what else f"{ruling.reason}{cited}")


class Game:
    """A game in progress: `legal`, `check`, `play`, `roll`, `undo`, `redo`, `branch`, `view`.

    >>> game = northafrica.load("aana", "torch", seed=7)
    >>> game.seat, game.round, game.outcome
    ('allies', 7, None)
    >>> print(game.prompt.text)
    place combat units of your choice (left: ...), then end
    """

    def __init__(
        self,
        setting: Setting,
        start: State,
        events: Sequence[Event],
        luck: Luck | None,
        head: Mapping[str, Any],
    ) -> None:
        self.setting, self.luck, self.head = setting, luck, dict(head)
        self.grammar: Grammar = setting.system.grammar(setting.data)
        self.codec: Codec = setting.system.codec(setting.data)
        self.tree = Tree([Node(0, -1, "", None, None, start, tuple(events), 0)])
        self.at = 0
        self.listeners: list[Callable[[Game], None]] = []
        self._advance_start()

    # -- reading ---------------------------------------------------------------------------------
    @property
    def node(self) -> Node:
        return self.tree.nodes[self.at]

    @property
    def state(self) -> State:
        return self.node.state

    @property
    def system(self) -> System:
        return self.setting.system

    @property
    def written(self) -> bool:
        """Whether the game began with steps written in a position."""
        return "\nstack " in str(self.head.get("position", ""))

    @property
    def round(self) -> int:
        return self.state.round

    @property
    def outcome(self) -> Outcome | None:
        """The result, or None while the game goes on."""
        return self.state.outcome

    @property
    def step(self) -> Step | None:
        """The step the game waits at."""
        return self.state.top

    @property
    def choice(self) -> Choice | None:
        """The choice the game waits for, if it is one."""
        top = self.state.top
        return top if isinstance(top, Choice) else None

    @property
    def chance(self) -> Chance | None:
        """The roll the game waits for, if it is one."""
        top = self.state.top
        return top if isinstance(top, Chance) else None

    @property
    def seat(self) -> str:
        """Whose decision (or throw) it is; "" when the game is over."""
        top = self.state.top
        if isinstance(top, Choice | Chance):
            return top.seat(View(self.setting, self.state))
        return ""

    @property
    @steps_hold
    def prompt(self) -> Prompt:
        """What is asked now."""
        top = self.state.top
        if isinstance(top, Choice):
            return top.prompt(self.view(self.seat))
        if isinstance(top, Chance):
            view = self.view(self.seat)
            text = f"{top.label(view)}: {_how_many(top.count(view), top.pool(view))}"
            return Prompt(text, top.what_counts(view), top.rules_in_play(view))
        return Prompt(f"The game is over: {self.outcome}" if self.outcome else "Nothing is left to do")

    def view(self, seat: str = "") -> View:
        """The state as a seat may know it; "" sees everything. Raises UnknownSeat."""
        self.setting.check_seat(seat)
        state = self.system.hide(self.setting, self.state, seat) if seat else self.state
        return View(self.setting, state, seat)

    def path(self) -> list[Node]:
        """The nodes from the start to here."""
        return self.tree.path(self.at)

    def events(self, seat: str = "") -> list[Event]:
        """All that happened on this line of play, as a seat may know it. Raises UnknownSeat."""
        self.setting.check_seat(seat)
        found = self.tree.events(self.at)
        return visible(found, seat) if seat else found

    # -- asking ----------------------------------------------------------------------------------
    @steps_hold
    def legal(self, /, kind: str | None = None, more: str = "", **given: Any) -> list[Any]:
        """The kinds of orders there are now; with a kind, what may fill its next field.

        Fields before it are given as values that were offered, or as they stand in an order's text; a field left open
        on purpose as an empty one. Whatever is listed is part of an order that is allowed.

        What is listed: every word, number and place; of pieces each group with the greatest number of it (all pieces
        of a position, unless `route` says where to begin); of routes one way to each end; of cargo, attackers and
        payments the usual ones. Where these fields have several parts, `more` names the field, and what may be put to
        the parts given for it is told: groups, cargo by group and place, sources of a payment, the next stop of a
        route. So every order that is allowed can be put together.

        >>> game = northafrica.load("aana", "torch", seed=7)
        >>> game.legal()
        ['place', 'choose_for_me', 'end']
        >>> units = game.legal("place")
        >>> game.legal("place", units=units[:1])
        ['csz_atlantic', 'csz_indian']
        >>> game.legal("place", units="1 infantry")
        ['csz_atlantic', 'csz_indian']
        >>> print(*game.legal("place", more="units", units="1 infantry"), sep=", ")
        2 artillery, 2 anti_tank_gun, 3 aaa, 2 scout_car, 1 tank, 1 destroyer, 1 submarine
        """
        choice = self.choice
        if choice is None:
            return []
        view = self.view(self.seat)
        if kind is None:
            return [order.kind for order in self._kinds(choice, view)]
        order_type = self._kind(choice, view, kind)
        meant = {name: self._meant(order_type, name, value) for name, value in given.items()}
        spec = _asked(order_type, more, given) if more else walk.next_field(order_type, meant)
        if spec is None:
            return []
        deed = choice.deed(view, order_type)
        return walk.more(deed, view, spec, meant) if more else walk.offers(deed, view, spec, meant)

    def _meant(self, kind: type[Order], name: str, value: Any) -> Any:
        """A field's value out of the text that may stand for it."""
        types = {spec.name: spec.type for spec in specs(kind)}
        if value and isinstance(value, str) and types.get(name) != "word":
            return self.grammar.value(kind, name, value)
        return value

    def _kind(self, choice: Choice, view: View, kind: str) -> type[Order]:
        kinds = {order.kind: order for order in self._kinds(choice, view)}
        if kind not in kinds:
            raise OrderError(f"'{kind}' cannot be ordered now; possible are {', '.join(kinds)}{nearest(kind, kinds)}")
        return kinds[kind]

    def _kinds(self, choice: Choice, view: View) -> tuple[type[Order], ...]:
        return (*choice.kinds(view), *(deed.kind for deed in choice.standing(view)))

    def parse(self, order: Order | str) -> Order:
        """An order out of text; raises OrderError."""
        return order if isinstance(order, Order) else self.grammar.parse(order)

    @steps_hold
    def check(self, order: Order | str) -> Ruling:
        """The ruling on an order now.

        Raises OrderError where the text is no order at all, its kind Unclear where the words may mean unlike things.

        >>> game = northafrica.load("aana", "torch", seed=7)
        >>> print(game.check("place 5 infantry csz_atlantic"))
        refused: these units are worth 15 RP; left for Atlantic Ocean Convoy: 12 RP [setup.uk-variable]
        """
        return self._check(self.parse(order))

    def _check(self, order: Order) -> Ruling:
        choice = self.choice
        if choice is None:
            waiting = "the game waits for dice" if self.chance else "the game is over"
            return Ruling.refuse("", f"no order can be given: {waiting}")
        view = self.view(self.seat)
        if type(order) not in self._kinds(choice, view):
            return choice.wrong_kind(view, order)
        ruling = choice.check(view, order)
        if ruling.unclear:
            raise Unclear(f"'{order}': {ruling.reason}")
        return ruling

    def allows(self, order: Order) -> bool:
        """Whether an order can be given now; not where its words are unclear."""
        try:
            return self._check(order).allowed
        except Unclear:
            return False

    # -- acting ----------------------------------------------------------------------------------
    @steps_hold
    def play(self, order: Order | str) -> list[Event]:
        """Carry out an order; raises Refused (the game stands as it was) or OrderError.

        >>> game = northafrica.load("aana", "torch", seed=7)
        >>> event = game.play("place 4 infantry csz_atlantic")[0]
        >>> event.kind, event.place, event.count, event.rules
        ('placed', 'csz_atlantic', 4, ('setup.uk-variable',))
        """
        parsed = self.parse(order)
        ruling = self._check(parsed)
        if not ruling:
            raise Refused(ruling, str(parsed))
        self._may_play_otherwise()
        choice, seat = self.choice, self.seat
        assert choice is not None
        table = Table(self.setting, self.state.copy(), str(parsed), seat)
        if isinstance(parsed, Never | AskAgain):
            choice.deed(table, type(parsed)).do(table, parsed, None)
        else:
            hidden = self.view(seat).state is not self.state
            choice.play(table, parsed, None if hidden else ruling)
        before = self.at
        first = self._add(table, seat, parsed)
        self._go_on(first, before)
        return self.tree.events(self.at, first)

    @steps_hold
    def roll(self, *result: int | str) -> list[Event]:
        """Type in the dice (or draws) the game waits for; raises Refused where they cannot be."""
        chance = self.chance
        if chance is None:
            raise Refused(Ruling.refuse("", "the game does not wait for dice"))
        ruling = chance.check(self.view(self.seat), result)
        if not ruling:
            raise Refused(ruling, f"dice {', '.join(map(str, result))}")
        self._may_play_otherwise()
        before = self.at
        first = self._resolve(chance, result)
        self._go_on(first, before)
        return self.tree.events(self.at, first)

    def throw(self, luck: Luck) -> list[Event]:
        """Answer the roll the game waits for from a source of luck, this once."""
        chance = self.chance
        if chance is None:
            raise Refused(Ruling.refuse("", "the game does not wait for dice"))
        view = self.view(self.seat)
        return self.roll(*luck.draw(self.node.rolls, chance.count(view), chance.pool(view), chance.replacing))

    def _resolve(self, chance: Chance, result: Result) -> int:
        seat = self.seat
        table = Table(self.setting, self.state.copy(), chance.label(self.view(seat)), seat)
        chance.resolve(table, result)
        return self._add(table, seat, result)

    def _add(self, table: Table, seat: str, played: Order | Result) -> int:
        self._automatics(table)
        self.at = self.tree.grow(self.at, seat, played, table.state, table.events)
        return self.at

    def _automatics(self, table: Table) -> None:
        """Run automatic steps, and windows declined once and for all, until somebody must act."""
        watched = 0
        for _ in range(LIMIT):
            if len(table.events) > watched and table.state.outcome is None:
                fresh, watched = table.events[watched:], len(table.events)
                self.system.watch(table, fresh)
            top = table.state.top
            if isinstance(top, Automatic):
                top.run(table)
            elif isinstance(top, Choice) and top.window and self._declined(table, top):
                top.decline(table)
            else:
                return
        raise RuntimeError(f"the steps never come to rest: {table.state.top}")

    def _declined(self, table: Table, top: Choice) -> bool:
        return (top.seat(table), top.window) in table.state.standing

    def _go_on(self, first: int, before: int) -> None:
        """Roll on after an entry; where prepared dice cannot be, the game stands as it was before."""
        try:
            self._roll_on()
        except Refused:
            self.tree.drop(first)
            self.at = before
            raise
        self._tell()

    def _tell(self) -> None:
        for listener in list(self.listeners):
            listener(self)

    def _roll_on(self) -> None:
        """Let the source of luck answer rolls until a choice is reached."""
        while self.chance is not None and self.luck is not None:
            chance, view = self.chance, self.view(self.seat)
            try:
                result = self.luck.draw(self.node.rolls, chance.count(view), chance.pool(view), chance.replacing)
            except OutOfDice:
                return
            ruling = chance.check(view, result)
            if not ruling:
                raise Refused(ruling, f"dice {result}")
            self._resolve(chance, result)

    @steps_hold
    def resume(self) -> None:
        """Let the source of luck answer a roll the game still waits for. Raises Refused where another is on record."""
        if self.chance is not None and self.luck is not None:
            self._may_play_otherwise()
        self._roll_on()
        self._tell()

    @steps_hold
    def _advance_start(self) -> None:
        node = self.node
        table = Table(self.setting, node.state.copy(), "start")
        table.events = list(node.events)
        self._automatics(table)
        node.state, node.events = table.state, tuple(table.events)
        self._roll_on()

    # -- going back and forth ----------------------------------------------------------------------
    def undo(self, agreed: bool = False) -> Node:
        """Back to before the last order, rolls included; returns the node now current.

        >>> game = northafrica.load("aana", "torch", seed=7)
        >>> before = game.state
        >>> events = game.play("choose_for_me")
        >>> game.undo()
        <entry 0: start>
        >>> game.state == before
        True
        """
        self._may_take_back(agreed)
        at = self.tree.last_order(self.at)
        if at <= 0:
            raise Refused(Ruling.refuse("", "there is nothing to undo"))
        self._may_unsay(self.tree.events(self.at, at), agreed)
        self.tree.prefer(self.at)
        self.at = self.tree.nodes[at].parent
        self.tree.agreed = self.at
        return self.node

    def _may_take_back(self, agreed: bool) -> None:
        mode = self.setting.options.get("take_backs", "free")
        if mode == "none" or (mode == "agreed" and not agreed):
            why = "this game is played without taking back" if mode == "none" else "the other seat must agree first"
            raise Refused(Ruling.refuse("", why))

    def _may_unsay(self, events: Sequence[Event], agreed: bool) -> None:
        """What a seat has learnt is taken back only where the other seat, or who leads the game, agrees."""
        no = None if agreed else self.system.told_by(self.setting, events)
        if no is not None:
            raise Refused(no)

    def _may_play_otherwise(self) -> None:
        """Looking back is free; another line of play than the recorded one is a take-back."""
        if self.node.children:
            agreed = self.tree.agreed == self.at
            self._may_take_back(agreed)
            for child in self.node.children:
                self._may_unsay(self.tree.nodes[child].events, agreed)

    def redo(self) -> Node:
        """Forward along the line last left, with the same dice, to the next choice."""
        if not self.node.children:
            raise Refused(Ruling.refuse("", "there is nothing to redo"))
        self.at, self.tree.agreed = self.node.children[-1], None
        while self.chance is not None and self.node.children:
            self.at = self.node.children[-1]
        return self.node

    def goto(self, n: int) -> Node:
        """Stand at any node of the record."""
        if not 0 <= n < len(self.tree.nodes):
            raise Refused(Ruling.refuse("", f"the record has entries 0 to {len(self.tree.nodes) - 1}, not {n}"))
        self.at = n
        return self.node

    def rewind(self) -> Node:
        """Stand at the start of the record; `redo` leads forward again along the line left."""
        self.tree.prefer(self.at)
        return self.goto(0)

    def branch(self, seed: int | str | None = None, luck: Luck | None = None) -> Game:
        """A second line of play from here in the same record; a new seed draws anew.

        >>> game = northafrica.load("aana", "torch", seed=7)
        >>> other = game.branch(seed=8)
        >>> events = other.play("choose_for_me")
        >>> game.at, other.at  # the first line still stands where it stood
        (0, 1)
        """
        twin = object.__new__(Game)
        twin.setting, twin.head = self.setting, self.head
        twin.grammar, twin.codec = self.grammar, self.codec
        twin.tree, twin.at, twin.listeners = self.tree, self.at, []
        twin.luck = luck or (Seeded(seed) if seed is not None else self.luck)
        return twin

    def comment(self, text: str) -> None:
        """Write a comment at the current entry of the record."""
        self.node.comment = text

    def lines(self) -> list[int]:
        """The last node of each line of play."""
        return self.tree.ends()

    def __repr__(self) -> str:
        where = self.outcome or f"round {self.round}, {self.state.power} {self.state.phase}, {self.seat} to act"
        return f"<Game {self.system.name} {self.setting.scenario}: {where}>"


def _asked(kind: type[Order], name: str, given: Mapping[str, Any]) -> FieldSpec | None:
    """The field of a name, those before it given. Raises OrderError."""
    fields = specs(kind)
    at = next((n for n, spec in enumerate(fields) if spec.name == name), None)
    left = [spec.name for spec in fields[:at] if spec.name not in given] if at is not None else []
    if left:
        raise OrderError(f"'{kind.kind}': before '{name}' comes '{left[0]}'; give it too, empty where it is left open")
    return fields[at] if at is not None else None
