"""Exercises drawn from games that bots play: the engine asks, and knows the answer.

>>> from northafrica.lab import sample_exercises
>>> sheet = sample_exercises("aana", "torch", seed=7, count=2, kinds=["hits"])
>>> [exercise.id for exercise in sheet], sheet[0].check(sheet[0].solution()).right
(['hits-1', 'hits-2'], True)

The same seed gives the same exercises. Nothing here knows a game: the moments come from its own play, what may be asked
of them from its rulings, its dice, its odds and its `asked`.
"""

from __future__ import annotations

import random
import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from pathlib import Path
from typing import Any

import northafrica
from northafrica import bots
from northafrica.bots.random import random_order
from northafrica.core.cards import ChoiceOdds
from northafrica.core.dice import stream_of
from northafrica.core.events import Event
from northafrica.core.files import save_beside
from northafrica.core.game import Game, Refused
from northafrica.core.orders import Order, Unclear, specs
from northafrica.core.position import write_position
from northafrica.core.rulebook import Ruling
from northafrica.lab.exercises import toml_text
from northafrica.lab.exercises.better import MEASURES, rows_at
from northafrica.lab.exercises.exercise import Exercise, from_table, holds_exercises
from northafrica.lab.exercises.exercise_kinds import ExerciseError
from northafrica.lab.exercises.order_changes import changed
from northafrica.lab.exercises.questions import NO, YES, QuestionError
from northafrica.lab.table.session import Session
from northafrica.lab.tray.symbols import power_name

KINDS = ("legal", "number", "hits", "result", "better")
COUNT = 10
GAMES = 40
PATIENCE = 12
"""So many games without a single exercise of a kind, and there are none to be had."""
FEW = 4
"""After so many games without one, a kind that was not asked for by name is left out."""
ORDERS = (20, 220)
LAST = 90
TRIES = 12
FEWEST_DICE = 2
ANSWERS = 3
Table = dict[str, Any]
Drawn = tuple[str, Table]


@dataclass(frozen=True)
class Moment:
    """An entry of a played game, with the game standing there."""

    game: Game
    entry: int

    @property
    def text(self) -> str:
        """Whose turn it is, in a line."""
        game = self.game
        bar = game.system.turn_bar(game.view())
        phase = dict(bar.phases).get(bar.phase, bar.phase)
        who = power_name(game.setting, bar.power) if bar.power else ""
        return f"{game.system.title}, round {bar.round}: {', '.join(filter(None, (who, phase)))}."

    def table(self, kind: str, question: str, **keys: Any) -> Table:
        """The exercise's table, with the position and a hint."""
        game = self.game
        plan = game.choice.plan() if game.choice is not None else ()
        ordered = f" Ordered so far: {'; '.join(map(str, plan))}." if plan else ""
        text = f"{self.text}{ordered} {question}"
        table: Table = {"kind": kind, "question": text, **keys, "system": game.system.name}
        hint = _hint(game)
        return {**table, **({"hints": [hint]} if hint else {}), "position": write_position(game.setting, game.state)}


def sample_exercises(
    system: str,
    scenario: str,
    *,
    seed: int | str,
    count: int = COUNT,
    kinds: Iterable[str] | None = None,
    phases: Iterable[str] = (),
    bot: str = "rule",
    file: Path | str | None = None,
) -> tuple[Exercise, ...]:
    """So many exercises from games that bots play, the kinds in turn; the same seed gives the same ones.

    kinds   `legal` (may this be ordered?), `number` (what a ruling counts, like the supply that an attack needs),
            `hits` (how many dice hit), `result` (what a table says to the dice; it is asked as a `choice`),
            `better` (which choice, by the exact odds); left out, those that the games of this system offer
    phases  only from these phases of a turn, by their ids; left out, from all
    bot     who plays: `rule` or `random`
    file    also written there as a file of exercises, to be changed, handed out and answered; other exercises there are
            kept as FILE.older, and a warning tells it

    Raises ExerciseError where a kind, a phase or so many exercises are not to be had.
    """
    wanted = KINDS if kinds is None else tuple(kinds)
    unknown = [kind for kind in wanted if kind not in KINDS]
    if unknown or not wanted:
        raise ExerciseError(f"'{', '.join(unknown)}' cannot be sampled; there are {', '.join(KINDS)}")
    if count < 1:
        raise ExerciseError(f"{count} exercises are none; ask for 1 or more")
    sampler = _Sampler(system, scenario, seed, tuple(phases), bot, picky=kinds is not None)
    tables = sampler.draw(Counter(wanted[n % len(wanted)] for n in range(count)))
    ordered = list(_in_turn(list(tables.values())))
    numbers: Counter[str] = Counter()
    for table in ordered:
        numbers[table["kind"]] += 1
        table["id"] = f"{table['kind']}-{numbers[table['kind']]}"
    if file is not None:
        text = "\n".join("[[exercise]]\n" + toml_text.lines(_id_first(table)) for table in ordered)
        saved = save_beside(text, file, holds_exercises, "file of exercises")
        if saved.older is not None:
            warnings.warn(f"{saved.file}: {saved.told}", stacklevel=2)
    return tuple(from_table(table) for table in ordered)


def _in_turn(lists: Sequence[Sequence[Table]]) -> Iterator[Table]:
    """One of each list, then the next of each, as long as they last."""
    for some in zip_longest(*lists):
        yield from (table for table in some if table is not None)


def _id_first(table: Table) -> Table:
    return {"id": table["id"], **table}


class _Sampler:
    """Plays games and draws questions from their moments until there are enough of each kind."""

    def __init__(
        self, system: str, scenario: str, seed: int | str, phases: tuple[str, ...], bot: str, picky: bool
    ) -> None:
        self.system, self.scenario, self.seed, self.bot = system, scenario, seed, bot
        self.phases, self.picky = phases, picky
        self.rng = stream_of(f"exercises/{system}/{scenario}/{seed}")
        self.topics: Counter[str] = Counter()
        self.asked: set[str] = set()

    def draw(self, wanted: Counter[str]) -> dict[str, list[Table]]:
        """So many tables of each kind. Raises ExerciseError where that many are not found."""
        found: dict[str, list[Table]] = {kind: [] for kind in wanted}
        seen: set[str] = set()
        for number in range(GAMES):
            often = 1 + number // 3  # at first every question is about another rule, in another phase
            if number == FEW and not self.picky:
                _drop_what_is_not_there(wanted, found)
            open_ = [kind for kind in wanted if len(found[kind]) < wanted[kind]]
            if not open_:
                return found
            if number >= PATIENCE and any(not found[kind] for kind in open_):
                break
            share = {kind: max(1, wanted[kind] // 2) for kind in open_}
            for moment in self._moments(number, seen):
                kind = next((kind for kind in open_ if share[kind] and len(found[kind]) < wanted[kind]), "")
                if not kind:
                    break
                for kind in open_:
                    table = self._one(kind, moment, often) if share[kind] and len(found[kind]) < wanted[kind] else None
                    if table is not None:
                        found[kind].append(table)
                        share[kind] -= 1
                        break
        lacking = [f"{wanted[k] - len(found[k])} of '{k}'" for k in wanted if len(found[k]) < wanted[k]]
        if not lacking:
            return found
        phases = f"; phases seen are {', '.join(sorted(seen))}" if self.phases else ""
        raise ExerciseError(f"not enough was found in {number + 1} games: {', '.join(lacking)} are missing{phases}")

    def _moments(self, number: int, seen: set[str]) -> list[Moment]:
        """Moments of one game, shuffled: those of its last orders, in the phases wanted."""
        game = northafrica.load(self.system, self.scenario, seed=f"{self.seed}/{number}")
        seats = dict.fromkeys(game.setting.seats.values())
        players = {seat: bots.player(self.bot, f"{self.seed}/{number}/{seat}") for seat in seats}
        for _ in range(self.rng.randint(*ORDERS)):
            if game.choice is None or game.seat not in players:
                break
            game.play(bots.decide(players[game.seat], game)[0])
        nodes = [node for node in game.path() if node.state.outcome is None][-LAST:]
        seen |= {node.state.phase for node in nodes}
        entries = [node.n for node in nodes if not self.phases or node.state.phase in self.phases]
        self.rng.shuffle(entries)
        return [moment for n in entries if (moment := _at(game, n)).game.choice is not None]

    def _one(self, kind: str, moment: Moment, often: int) -> Table | None:
        """A question of a kind about a moment, if it has a new one with an answer."""
        phase = f"{kind} in {moment.game.state.phase}"
        if self.topics[phase] >= often and len(self.phases) != 1:
            return None
        for topic, table in _DRAW[kind](moment, self.rng):
            name, words = f"{kind} {topic}", _words(table)
            if self.topics[name] < often and words not in self.asked and _is_sound(table):
                self.topics[name] += 1
                self.topics[phase] += 1
                self.asked.add(words)
                return table
        return None


def _drop_what_is_not_there(wanted: Counter[str], found: dict[str, list[Table]]) -> None:
    """Kinds that some games have not shown leave their share to those that came up, in turn."""
    shown = [kind for kind in wanted if found[kind]]
    missing = [kind for kind in wanted if not found[kind]] if shown else []
    spare = sum(wanted.pop(kind) for kind in missing)
    for n in range(spare):
        wanted[shown[n % len(shown)]] += 1
    for kind in missing:
        del found[kind]


def _words(table: Table) -> str:
    """What is asked, whatever the order of the answers: nothing is asked twice."""
    return f"{table['question']} {sorted(option['text'] for option in table.get('options', ()))}"


def _at(game: Game, entry: int) -> Moment:
    twin = game.branch()
    twin.luck = None
    twin.at = entry
    return Moment(twin, entry)


def _is_sound(table: Table) -> bool:
    """Whether the engine answers it, and takes its own answer as right."""
    try:
        exercise = from_table({**table, "id": "sampled"})
        return exercise.check(exercise.solution()).right
    except (QuestionError, ExerciseError):
        return False


def _hint(game: Game) -> str:
    """The rules in play, by their titles."""
    book = game.system.rulebook(game.setting.data)
    titles = [f"{book[rule].title} ({book[rule].section})" for rule in game.prompt.rules if rule in book]
    return f"The rules of this moment: {'; '.join(titles[:4])}." if titles else ""


# -- one kind each: (topic, table) pairs, the topic so that a sheet does not ask the same twice -----------
def _orders(game: Game, rng: random.Random) -> Iterator[Order]:
    """Legal orders of the moment that say something: those with fields."""
    for _ in range(TRIES):
        try:
            order = random_order(game, rng)
        except RuntimeError:
            return
        if specs(type(order)) and "(" not in str(order):
            yield order


def _refusals(game: Game, rng: random.Random) -> Iterator[tuple[Order, Ruling]]:
    """Orders a little off the legal ones, with the rulings that refuse them by a rule."""
    for order in _orders(game, rng):
        for other in changed(game, order, rng):
            try:
                ruling = game.check(other)
            except Unclear:
                continue
            if not ruling and ruling.rule:
                yield other, ruling


def _legal(moment: Moment, rng: random.Random) -> Iterator[Drawn]:
    game = moment.game
    if rng.random() < 0.5:
        found = [(f"{YES} {order.kind}", order) for order in _orders(game, rng) if game.allows(order)]
    else:
        found = [(f"{NO} {ruling.rule}", order) for order, ruling in _refusals(game, rng)]
    rng.shuffle(found)
    for topic, order in found:
        yield topic, moment.table("legal", f"May this be ordered now: {order}?", order=str(order))


def _number(moment: Moment, rng: random.Random) -> Iterator[Drawn]:
    game = moment.game
    asked = {each.order: each for each in game.system.asked}
    for order, ruling in _refusals(game, rng) if asked else ():
        each = asked.get(order.kind)
        if each is not None and isinstance(ruling.numbers.get(each.number), int):
            battle = _battle(game)
            where = f"The battle of {battle}. " if battle else ""
            question = where + each.text.format(order=_unpaid(order))
            yield order.kind, moment.table("number", question, order=str(order), number=each.number)


def _unpaid(order: Order) -> Order:
    """The order without the payment it offers, which would give the answer away, or a wrong one."""
    offers = {spec.name: () for spec in specs(type(order)) if spec.type == "amounts" and spec.optional}
    return replace(order, **offers)


def _battle(game: Game) -> str:
    """The name of the battle that the choice at hand is about, "" where it is about none, or several."""
    try:
        found = {row.battle for row in rows_at(game)}
    except (ValueError, Refused):
        return ""
    return found.pop() if len(found) == 1 else ""


def _hits(moment: Moment, rng: random.Random) -> Iterator[Drawn]:
    """How many of the dice that fell were hits."""
    order, dice, events = _given(moment)
    thrown = [
        f"{_thrower(event)}: {', '.join(map(str, event.dice))}"
        for event in events
        if event.kind == "rolled" and event.need
    ]
    if len(dice) < FEWEST_DICE or not thrown:
        return
    question = f"The order is: {order}. The dice then show: {'; '.join(thrown)}. How many of them are hits?"
    items = [{"order": order, "dice": dice}]
    yield f"{len(thrown)} {len(dice)}", moment.table("hits", question, orders=items)


def _result(moment: Moment, rng: random.Random) -> Iterator[Drawn]:
    """What a table says to the dice that fell, beside other results of the same table in the same game."""
    order, dice, events = _given(moment)
    read = Counter(event.label for event in events if event.kind == "result" and event.label)
    for event in events:
        if event.kind != "result" or read[event.label] != 1 or not event.dice:
            continue
        every = (known for node in moment.game.tree.nodes for known in node.events)
        others = {known.value for known in every if known.kind == "result" and known.label == event.label}
        others -= {event.value}
        if len(others) < ANSWERS - 1:
            continue
        values = [event.value, *rng.sample(sorted(others), ANSWERS - 1)]
        rng.shuffle(values)
        options = [
            {"text": value, "expect": {"events": [{"kind": "result", "label": event.label, "value": value}]}}
            for value in values
        ]
        dice_told = ", ".join(map(str, event.dice))
        battle = _battle(moment.game)
        where = f"The battle of {battle}. " if battle else ""
        question = f"{where}The order is: {order}. Then {event.label} is rolled: {dice_told}. What does it give?"
        yield event.label, moment.table("choice", question, orders=[{"order": order, "dice": dice}], options=options)


def _given(moment: Moment) -> tuple[str, list[int | str], list[Event]]:
    """The order that was given here, the dice that fell up to the next one, and what they did; "" where none was."""
    nodes = moment.game.tree.nodes
    node = next((nodes[n] for n in nodes[moment.entry].children), None)
    if node is None or node.order is None:
        return "", [], []
    order, dice, events = str(node.order), list[int | str](), list[Event]()
    while (after := next((nodes[n] for n in node.children), None)) is not None and after.result is not None:
        node = after
        dice += node.result or ()
        events += node.events
    return order, dice, events


def _thrower(event: Event) -> str:
    """Who throws, without the number that counts: that is what is asked."""
    return ", ".join(filter(None, (event.purpose, event.detail))) or event.label or "dice"


def _better(moment: Moment, rng: random.Random) -> Iterator[Drawn]:
    """The choices of the battle in front of the seat that decides, compared with that seat's eyes."""
    game = moment.game
    try:
        rows = [row for row in rows_at(game) if row.known and row.order]
    except (ValueError, Refused):
        return
    if len({row.battle for row in rows}) != 1 or len(rows) < 2:
        return
    measure = _measure(rows, attacks=game.seat == game.view().seat_of(game.state.power))
    if not measure:
        return
    by = MEASURES[measure]
    if by.chance and any(by.of(row) in (0.0, 100.0) for row in rows):
        return  # where a choice gives the place away, nobody needs the odds
    ranked = sorted(rows, key=lambda row: -by.sign * float(by.of(row) or 0.0))
    pair = [ranked[0], rng.choice(ranked[1:])]
    rng.shuffle(pair)
    options = [{"text": row.choice, "order": row.order} for row in pair]
    who = Session(game).seat_name(game.seat)
    question = f"The battle of {pair[0].battle}: {who} must choose. By the exact odds, what gives {by.wanted}?"
    yield f"{measure} {pair[0].choice}", moment.table("better", question, options=options, measure=measure)


def _measure(rows: Sequence[ChoiceOdds], attacks: bool) -> str:
    """What to compare: the worth where it is known of every choice, the chance to capture where it is of none."""
    worths = [row.worth is not None for row in rows]
    if all(worths):
        return "worth" if attacks else "denied"
    if any(worths):
        return ""
    return "capture" if attacks else "hold"


_DRAW: Mapping[str, Callable[[Moment, random.Random], Iterator[Drawn]]] = {
    "legal": _legal,
    "number": _number,
    "hits": _hits,
    "result": _result,
    "better": _better,
}
