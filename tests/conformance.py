"""What every game system must pass: one checker for all of them, run on random games.

A `Subject` names a system and a scenario; each function of `CHECKS` takes a subject and a seed, plays (or
takes) a random game and raises AssertionError where the system breaks a promise of the core.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from northafrica.bots.random import random_order
from northafrica.core.events import Event, fold
from northafrica.core.game import Game, Refused
from northafrica.core.orders import Order, OrderError
from northafrica.core.pieces import Piece, Stock
from northafrica.core.position import FIRST_LINE, read_position, write_position
from northafrica.core.record import read_record, write_record
from northafrica.core.rulebook import Ruling
from northafrica.core.start import game_from_position, make_setting, new_game
from northafrica.core.state import State
from northafrica.core.step import Chance, Choice
from northafrica.core.system import System
from northafrica.core.table import Setting, View
from northafrica.core.tree import Node
from tests.walking import unreached

Blind = Callable[[Setting, State, str, random.Random], State]
GARBAGE = (
    "", " ", "?", "(", ")", "()", ">", "> >", "0", "-1", "1e9", "end end", "nonsense", "\x00", "é²٣",
    "a" * 3000,
    "(" * 200, "move", "9" * 5000, "never never", "\n", "take 1", "None", "' OR 1=1", "{}", "[]",
)  # fmt: skip


@dataclass(frozen=True, eq=False)
class Subject:
    """What is checked. `judged`: (start, order, expected); `blind`: another state a seat cannot tell apart.

    A start is a position, or a script: one order a line, or `dice` and results; `expected` is a rule id,
    or "allowed".
    """

    system: System
    scenario: str
    options: dict[str, str] = field(default_factory=dict)
    seats: dict[str, str] = field(default_factory=dict)
    seeds: tuple[int, ...] = (1, 2)
    orders: int = 60
    judged: tuple[tuple[str, str, str], ...] = ()
    blind: Blind | None = None
    tag: str = ""

    def __str__(self) -> str:
        return f"{self.system.name}-{self.scenario}{self.tag and '-' + self.tag}"

    def setting(self) -> Setting:
        return make_setting(self.system, self.scenario, self.options, self.seats)


@cache
def played(subject: Subject, seed: int) -> Game:
    """One random game of a subject; now and then a window is declined for good, or asked for again."""
    game = new_game(subject.setting(), seed)
    rng = random.Random(f"{subject}/{seed}")
    for _ in range(subject.orders):
        if game.choice is None:
            break
        standing = [kind for kind in game.legal() if kind in ("never", "ask_again")]
        game.play(rng.choice(standing) if standing and rng.random() < 0.15 else random_order(game, rng))
    return game


@contextmanager
def standing_at(game: Game, n: int) -> Iterator[Game]:
    """The game at one of its nodes; afterwards it is as it was, whatever was played."""
    at, count = game.at, len(game.tree.nodes)
    game.goto(n)
    try:
        yield game
    finally:
        for node in game.tree.nodes[count:]:
            game.tree.nodes[node.parent].children.remove(node.n)
        del game.tree.nodes[count:]
        game.at = at


def choices(game: Game) -> list[Node]:
    """The nodes at which a seat decided."""
    return [game.tree.nodes[node.parent] for node in game.tree.nodes if node.order is not None]


def texts(game: Game) -> list[str]:
    return [str(node.order) for node in game.tree.nodes if node.order is not None]


def spread(nodes: list[Node], most: int) -> list[Node]:
    """At most so many, spread over the whole."""
    return nodes[:: max(1, len(nodes) // most)]


def as_text(game: Game, state: State | None = None) -> str:
    return json.dumps(game.codec.state_json(state or game.state), sort_keys=True, allow_nan=False)


def rule_book(game: Game) -> set[str]:
    return set(game.system.rulebook(game.setting.data))


# -- orders
def check_sampled_orders(subject: Subject, seed: int) -> None:
    """Random orders are allowed, are found by walking what `legal` lists, and survive being written and parsed."""
    game = played(subject, seed)
    for node in game.tree.nodes:
        if node.order is None:
            continue
        with standing_at(game, node.parent):
            kinds = game.legal()
            assert kinds, f"nothing is legal at {game.prompt.text}"
            assert len(kinds) == len(set(kinds))
            assert node.order.kind in kinds
            assert node.seat == game.seat != ""
            assert game.parse(str(node.order)) == node.order
            assert game.check(node.order), str(node.order)
            assert game.prompt.text
            assert not unreached(game, node.order), f"{node.order}: {unreached(game, node.order)}"


def check_samples_everywhere(subject: Subject, seed: int) -> None:
    """More samples at each choice: every one is allowed and can be played without a fault."""
    game = played(subject, seed)
    rng = random.Random(seed)
    for node in spread(choices(game), 25):
        with standing_at(game, node.n):
            for _ in range(3):
                order = random_order(game, rng)
                assert game.check(order), f"{order}: {game.check(order)}"
            game.play(order)
            assert not game.system.faults(game.view()), str(order)


def mutants(text: str, pool: list[str], words: list[str], rng: random.Random) -> Iterator[str]:
    """Texts near an order: other counts, other words, words lost or doubled, other orders, garbage."""
    parts = text.split()
    for _ in range(3):
        changed = list(parts)
        at = rng.randrange(len(changed))
        changed[at] = str(rng.choice((0, 1, 2, 3, 7, 99, -1))) if changed[at].isdigit() else rng.choice(words)
        yield " ".join(changed)
    lost = list(parts)
    lost.pop(rng.randrange(len(lost)))
    yield " ".join(lost)
    at = rng.randrange(len(parts))
    yield " ".join((*parts[:at], parts[at], *parts[at:]))
    yield " ".join(rng.sample(parts, len(parts)))
    yield rng.choice(pool)
    yield rng.choice(pool) + " " + text
    yield rng.choice(GARBAGE)
    yield text.upper()


def check_mutants(subject: Subject, seed: int) -> None:
    """Changed orders are allowed or refused with a reason, never break anything; refusals change nothing."""
    game = played(subject, seed)
    rng, pool, book = random.Random(seed), texts(game), rule_book(game)
    known = game.grammar.vocabulary
    words = [*sorted(known.places | known.kinds | known.powers), *game.grammar.kinds, ">"]
    for node in spread([n for n in game.tree.nodes if n.order is not None], 25):
        for text in mutants(str(node.order), pool, words, rng):
            with standing_at(game, node.parent):
                _try(game, text, book)


def _try(game: Game, text: str, book: set[str]) -> None:
    before, count = as_text(game), len(game.tree.nodes)
    ruling = _ruling(game, text)
    if ruling:
        order = game.parse(text)
        assert game.parse(str(order)) == order, text
        game.play(text)
        assert not game.system.faults(game.view()), text
        _fold_from(game, count)
        return
    if ruling is not None:
        _well_refused(ruling, text, book)
    try:
        game.play(text)
    except (OrderError, Refused):
        pass
    else:
        raise AssertionError(f"'{text}' is refused by check, and play carries it out")
    assert as_text(game) == before
    assert len(game.tree.nodes) == count


def _ruling(game: Game, text: str) -> Ruling | None:
    """The ruling on a text, None where it is no order."""
    try:
        return game.check(text)
    except OrderError:
        return None


def _well_refused(ruling: Ruling, text: str, book: set[str]) -> None:
    assert ruling.reason, f"'{text}' is refused without a reason"
    assert {ruling.rule, *ruling.rules} - {""} <= book, f"'{text}': {ruling.rule} {ruling.rules} unknown"


def _fold_from(game: Game, count: int) -> None:
    """The fresh events rebuild the state out of the one before."""
    for node in game.tree.nodes[count:]:
        state = game.tree.nodes[node.parent].state.copy()
        for event in node.events:
            fold(state.pieces, state.stocks, state.markers, event)
        assert (state.pieces, state.stocks, state.markers) == _tables(node.state)


def check_judged(subject: Subject, seed: int) -> None:
    """Orders whose ruling was worked out by hand."""
    for start, order, expected in subject.judged if seed == subject.seeds[0] else ():
        game = from_start(subject, start)
        ruling = game.check(order)
        if expected == "allowed":
            assert ruling, f"'{order}': {ruling}"
        else:
            assert not ruling, f"'{order}' is allowed; expected {expected}"
            assert expected in (ruling.rule, *ruling.rules), f"'{order}': {ruling}"


def from_start(subject: Subject, start: str) -> Game:
    """A game at the start of a judged line: a position, or a script of orders and dice."""
    if start.strip().startswith(FIRST_LINE):
        return game_from_position(subject.setting(), start)
    game = new_game(subject.setting())
    for line in filter(None, map(str.strip, start.splitlines())):
        word, _, rest = line.partition(" ")
        if word == "dice":
            game.roll(*(int(item) if item.isdigit() else item for item in rest.split()))
        else:
            game.play(line)
    return game


# -- states
def _tables(state: State) -> tuple[Any, Any, Any]:
    return state.pieces, state.stocks, state.markers


def check_copies(subject: Subject, seed: int) -> None:
    """A copy equals its state, and what happens to the copy leaves the state alone."""
    game = played(subject, seed)
    for node in spread(game.tree.nodes, 40):
        state, before = node.state, as_text(game, node.state)
        twin = state.copy()
        assert twin == state
        place = next(iter(state.pieces), "here")
        piece = Piece("nobody", "nothing")
        for event in (
            Event("placed", piece=piece, count=1, place=place),
            Event("gained", resource="dust", amount=2, place=place),
            Event("marked", marker="seen", value="yes", place=place),
        ):
            fold(twin.pieces, twin.stocks, twin.markers, event)
        assert twin.at(place)[piece] == 1
        assert twin.stocks[place][Stock("dust")] == 2
        twin.round, twin.phase, twin.power, twin.by_hand = 99, "?", "?", True
        twin.facts, twin.stack, twin.outcome = None, (), None
        twin.standing += (("nobody", "nothing"),)
        twin.events += 1
        assert as_text(game, state) == before


def check_json(subject: Subject, seed: int) -> None:
    """A state survives JSON, and its digest is the same before and after."""
    game = played(subject, seed)
    for node in game.tree.nodes:
        back = game.codec.state_from_json(json.loads(as_text(game, node.state)))
        back.events = node.state.events
        assert back == node.state
        assert game.codec.digest(back) == game.codec.digest(node.state)


def check_positions(subject: Subject, seed: int) -> None:
    """Every moment can be written as a position and read back, at choices and at rolls."""
    game = played(subject, seed)
    for node in game.tree.nodes:
        text = write_position(game.setting, node.state)
        back = read_position(game.setting, text)
        assert as_text(game, back) == as_text(game, node.state)
        assert write_position(game.setting, back) == text
    for node in spread(choices(game), 5):
        again = game_from_position(game.setting, write_position(game.setting, node.state))
        assert as_text(again) == as_text(game, node.state)
        assert random_order(again, random.Random(1)) == _sample(game, node, 1)


def _sample(game: Game, node: Node, seed: int) -> Order:
    with standing_at(game, node.n):
        return random_order(game, random.Random(seed))


def check_faults(subject: Subject, seed: int) -> None:
    """No state of a game that was played breaks an invariant."""
    game = played(subject, seed)
    for node in game.tree.nodes:
        assert not game.system.faults(View(game.setting, node.state)), f"entry {node.n} ({node.order})"
        assert all(n > 0 for table in node.state.pieces.values() for n in table.values())
        assert all(n > 0 for table in node.state.stocks.values() for n in table.values())
        assert all(table for table in (*node.state.pieces.values(), *node.state.stocks.values()))


# -- events and rules
def check_fold(subject: Subject, seed: int) -> None:
    """Folding all events, from nothing, rebuilds every place, stock and marker; JSON keeps them."""
    game = played(subject, seed)
    built = State()
    number = 0
    for node in game.path():
        for event in node.events:
            number += 1
            assert event.number == number
            raw = json.loads(json.dumps(event.as_dict(), allow_nan=False))
            back = Event.from_dict(raw)
            assert back == event
            fold(built.pieces, built.stocks, built.markers, back)
        assert _tables(built) == _tables(node.state), f"entry {node.n} ({node.order})"


def check_rule_ids(subject: Subject, seed: int) -> None:
    """Every rule that an event, a prompt, a step or a ruling cites is in the rulebook; places are known."""
    game, book = played(subject, seed), rule_book(played(subject, seed))
    places = game.grammar.vocabulary.places
    for node in game.tree.nodes:
        for event in node.events:
            assert set(event.rules) <= book, f"{event.kind}: {event.rules}"
            known = {part for place in (event.place, event.to) if place for part in place.split(">")}
            assert known <= places, f"{event.kind}: {known - places}"
        view = View(game.setting, node.state)
        for step in node.state.stack:
            assert set(step.rules_in_play(view)) <= book, type(step).__name__
            assert type(step) in game.system.steps, type(step).__name__
        top = node.state.top
        if isinstance(top, Choice):
            assert set(top.prompt(view).rules) <= book, type(top).__name__
        if isinstance(top, Chance):
            assert top.faces_rule in book | {""}


def check_shown(subject: Subject, seed: int) -> None:
    """What pictures ask of a system answers for every seat: places with pieces, and others in turn on a great map."""
    game = played(subject, seed)
    spaces = sorted(game.system.board(game.setting.data).spaces)
    for turn, node in enumerate(spread(game.tree.nodes, 6)):
        with standing_at(game, node.n):
            for seat in ("", *dict.fromkeys(game.setting.seats.values())):
                view = game.view(seat)
                held = [place for place in spaces if node.state.at(place)]
                for space in dict.fromkeys((*held, *spread(spaces[seed + turn :], 60))):
                    assert game.system.card(view, space).space == space
                    assert isinstance(game.system.advice(view, space), tuple)
                assert game.system.turn_bar(view).round == node.state.round
                assert isinstance(game.system.arrows(view), tuple)
            assert game.prompt.text
            assert repr(game)


# -- time
def check_undo(subject: Subject, seed: int) -> None:
    """Back to the start and forward again: equal states, the same dice."""
    game = played(subject, seed)
    end, path = game.at, game.path()
    states = {node.n: as_text(game, node.state) for node in path}
    stops = [node.parent for node in path if node.order is not None]
    for n in reversed(stops):
        assert game.undo().n == n
        assert as_text(game) == states[n]
    for n in (*stops[1:], end):
        assert game.redo().n == n
        assert as_text(game) == states[n]
    assert [node.n for node in game.path()] == [node.n for node in path]


def check_stream(subject: Subject, seed: int) -> None:
    """After an undo the same order draws the same dice; another seed draws anew; another order may follow."""
    game = played(subject, seed)
    nodes = game.tree.nodes
    rolled = [node for node in nodes if node.result is not None and nodes[node.parent].order is not None]
    for node in spread(rolled, 8):
        ordered = nodes[node.parent]
        with standing_at(game, ordered.parent):
            count = len(nodes)
            game.play(str(ordered.order))
            again = nodes[count + 1]
            assert again.result == node.result
            assert game.codec.digest(again.state) == game.codec.digest(node.state)
        with standing_at(game, ordered.parent):
            other = random_order(game, random.Random(99))
            game.play(other)
            assert not game.system.faults(game.view())
    assert all(node.rolls == nodes[node.parent].rolls + (node.result is not None) for node in nodes[1:])


def check_same_seed(subject: Subject, seed: int) -> None:
    """The same seeds give the same game."""
    assert write_record(played.__wrapped__(subject, seed)) == write_record(played(subject, seed))


def check_record(subject: Subject, seed: int) -> None:
    """A record replays to the same digests, with a variation and a comment too."""
    game = played(subject, seed)
    _same_record(game)
    count = len(game.tree.nodes)
    middle = choices(game)[len(choices(game)) // 2]
    with standing_at(game, middle.n):
        line = game.branch(seed="another")
        rng = random.Random(seed + 1)
        for _ in range(6):
            if line.choice is None:
                break
            line.play(random_order(line, rng))
        line.comment("what if")
        assert len(game.tree.nodes) > count
        assert game.at == middle.n
        _same_record(line)


def _same_record(game: Game) -> None:
    text = write_record(game)
    loaded = read_record(text, {game.system.name: game.system})
    assert loaded.verified, loaded.trouble
    assert not loaded.different_data
    assert write_record(loaded.game) == text
    assert [(n.n, n.parent, n.rolls) for n in loaded.game.tree.nodes] == [
        (n.n, n.parent, n.rolls) for n in game.tree.nodes
    ]
    assert as_text(loaded.game) == as_text(game)
    assert loaded.game.events() == game.events()


def check_typed_dice(subject: Subject, seed: int) -> None:
    """The game without luck waits at each roll, and the same dice typed in lead to the same states."""
    game = played(subject, seed)
    table = new_game(subject.setting())
    for node in game.path()[1:]:
        if node.order is not None:
            table.play(str(node.order))
        else:
            assert table.chance is not None
            assert node.result is not None
            table.roll(*node.result)
        assert game.codec.digest(table.state) == game.codec.digest(node.state)


# -- secrets
def check_hidden(subject: Subject, seed: int) -> None:
    """What a seat may not know changes nothing of what it is offered or told."""
    game = played(subject, seed)
    rng, pool = random.Random(seed), texts(game)
    for node in spread(choices(game), 25):
        with standing_at(game, node.n):
            seat, before = game.seat, as_text(game)
            known = game.system.hide(game.setting, game.state, seat)
            assert as_text(game) == before, "hide changed the true state"
            assert as_text(game, game.system.hide(game.setting, known, seat)) == as_text(game, known)
            if subject.blind is None:
                continue
            other = subject.blind(game.setting, game.state, seat, rng)
            assert as_text(game, game.system.hide(game.setting, other, seat)) == as_text(game, known)
            told = _told(game, pool)
            node.state, true = other, node.state
            try:
                assert _told(game, pool) == told
            finally:
                node.state = true


def _told(game: Game, pool: list[str]) -> Any:
    """All that the deciding seat can learn by asking."""
    samples = [str(random_order(game, random.Random(seed))) for seed in range(4)]
    rulings = [str(game.check(text)) for text in (*samples, *pool[:10])]
    values = []
    for kind in game.legal():
        values.append((kind, [str(value) for value in game.legal(kind)]))
    return samples, rulings, values, game.prompt


def check_seen_by(subject: Subject, seed: int) -> None:
    """Events told to some seats only are told to no other; seats named exist."""
    game = played(subject, seed)
    seats = set(game.setting.seats.values())
    for seat in seats:
        assert all(not event.seen_by or seat in event.seen_by for event in game.events(seat))
    assert all(set(event.seen_by) <= seats for event in game.events())


CHECKS: tuple[Callable[[Subject, int], None], ...] = (
    check_sampled_orders, check_samples_everywhere, check_mutants, check_judged, check_copies, check_json,
    check_positions, check_faults, check_fold, check_rule_ids, check_shown, check_undo, check_stream,
    check_same_seed, check_record, check_typed_dice, check_hidden, check_seen_by,
)  # fmt: skip
