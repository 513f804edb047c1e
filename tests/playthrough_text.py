"""What a playthrough tells of one moment of a game, of any system, line by line.

Every random pick comes from the seed and the number of the moment alone, so that a change at one moment
leaves the telling of the others as it was.
"""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from typing import Any

from northafrica.bots.random import random_order
from northafrica.bots.random.filling import some_units
from northafrica.core.cards import SpaceCard
from northafrica.core.events import Event
from northafrica.core.game import Game
from northafrica.core.orders import OrderError, specs, value_text
from northafrica.core.rulebook import Ruling
from northafrica.core.step import only_order

SHOWN = 8
SAMPLES = 3
TRIES = 9
BOARDS = 6


class Teller:
    """Tells the moments of one game. `full`: long lists are not cut."""

    def __init__(self, game: Game, seed: str, full: bool = False) -> None:
        self.game, self.seed, self.full = game, seed, full
        self.refusals: Counter[str] = Counter()
        self.given: list[str] = []
        self.touched: list[str] = []
        self.said: dict[str, str] = {}
        self.moment = ("", "", 0)
        self.asked, self.last = 0, ""

    def rng(self, what: str) -> random.Random:
        return random.Random(f"{self.seed}/{self.game.at}/{what}")

    def cut(self, items: Sequence[str], joint: str = ", ", shown: int = SHOWN) -> str:
        """A list as text; of a long one the first and a sum over all, so that no change is lost."""
        if self.full or len(items) <= shown + 2:
            return joint.join(items)
        return f"{joint.join(items[:shown])}{joint}and {len(items) - shown} more #{checksum(items)}"

    # -- a decision --------------------------------------------------------------------------------
    def decision(self, n: int) -> Iterator[str]:
        """What is asked, of whom, what is offered, and how other orders would be judged."""
        game, choice = self.game, self.game.choice
        assert choice is not None
        state, prompt = game.state, game.prompt
        label = choice.label(game.view(game.seat))
        self.asked, self.last = self.asked + 1 if label == self.last else 1, label
        yield from self._turn()
        yield f"== {n}. {game.seat} ({state.power or 'nobody'}): {label}"
        yield f"asks: {prompt.text}"
        yield from self._once(type(choice).__name__, "why", prompt.why)
        rules = (*prompt.rules, "/", *choice.rules_in_play(game.view()))
        yield from self._once(type(choice).__name__, "rules", " ".join(rules))
        for number, line in enumerate(choice.plan(), 1):
            yield f"plan {number}: {line}"
        if n % 2:
            yield from self._card()
        if n % BOARDS == 1:
            yield from self._board()
        orders = yield from self._offers()
        yield from self._judged(orders)
        only = only_order(choice, game.view(game.seat))
        if only is not None:
            yield f"only: {only}"
        yield f"at random: {' | '.join(self.samples())}; {self._leanings()}"

    def _leanings(self) -> str:
        """What a player does who finds nothing else."""
        choice, view = self.game.choice, self.game.view(self.game.seat)
        assert choice is not None
        return f"else {choice.fallback(view) or 'nothing'}"

    def samples(self) -> list[str]:
        """Orders of a random player."""
        return [str(random_order(self.game, self.rng(f"sample {k}"))) for k in range(SAMPLES)]

    def _once(self, step: str, what: str, text: str) -> Iterator[str]:
        """A line of a prompt, unless it is what the last such step said."""
        if text and self.said.get(f"{step} {what}") != text:
            self.said[f"{step} {what}"] = text
            yield f"{what}: {text}"

    def _turn(self) -> Iterator[str]:
        state = self.game.state
        now = (state.power, state.phase, state.round)
        if now != self.moment:
            self.moment = now
            bar = self.game.system.turn_bar(self.game.view(self.game.seat))
            yield ""
            yield f"#### round {bar.round} of {bar.last_round}, {bar.power}, {bar.phase} ({bar.step})"
            yield f"turn: {', '.join(power for power, _ in bar.powers)}; boxes: {'; '.join(bar.boxes)}"
        yield ""

    def _card(self) -> Iterator[str]:
        game, view = self.game, self.game.view(self.game.seat)
        board = game.system.board(game.setting.data)
        places = [place for place in dict.fromkeys(self.touched) if place in board] or sorted(board.spaces)
        space = self.rng("card").choice(places)
        yield f"card: {card_text(game.system.card(view, space))}"
        for line in game.system.advice(view, space):
            yield f"    {line}"
        arrows = [f"{arrow.kind} {arrow.start} > {arrow.end} ({arrow.label})" for arrow in game.system.arrows(view)]
        if arrows:
            yield f"arrows: {self.cut(arrows, shown=2)}"

    def _board(self) -> Iterator[str]:
        """The cards and the advice of all spaces, in sum."""
        game, view = self.game, self.game.view(self.game.seat)
        told = []
        for space in sorted(game.system.board(game.setting.data).spaces):
            told += [card_text(game.system.card(view, space)), *game.system.advice(view, space)]
        yield f"all cards: #{checksum(told)}"
        if self.full:
            yield from (f"    {line}" for line in told)

    def _offers(self) -> Iterator[str]:
        """Each kind of order, its fields filled one after the other; returns orders to judge."""
        game, choice, found = self.game, self.game.choice, []
        assert choice is not None
        for kind in game.legal():
            order_type = game.grammar.kinds[kind]
            view = game.view(game.seat)
            begins = choice.deed(view, order_type).places(view)
            begin = f" (begins at {self.cut(list(begins), shown=4)})" if begins else ""
            filled, lines = self._filling(kind, self.rng(kind))
            yield f"may: {kind}{begin}"
            yield from lines
            found += [text for text in (filled, *self._more(kind)) if text]
        return found

    def _more(self, kind: str) -> Iterator[str]:
        for k in range(TRIES if specs(self.game.grammar.kinds[kind]) else 0):
            yield self._filling(kind, self.rng(f"{kind} {k}"))[0]

    def _filling(self, kind: str, rng: random.Random) -> tuple[str, list[str]]:
        """One order out of the values offered ("" where a needed field has none), and the lines that tell it.

        Now and then a place is chosen first, as a click on the map does.
        """
        order_type, choice, view = self.game.grammar.kinds[kind], self.game.choice, self.game.view(self.game.seat)
        assert choice is not None
        given = self._begin(kind, rng)
        lines = [f"    from {' '.join(given['route'])}:"] if given else []
        for spec in specs(order_type):
            offered = choice.deed(view, order_type).values(view, spec, given)
            told = [one_text(spec, value) for value in offered]
            lines.append(f"    {spec.name}: {self.cut(told, ' | ') if told else 'nothing'}")
            if not offered and not spec.optional:
                return "", lines
            if offered and not (spec.optional and rng.random() < 0.3):
                given[spec.name] = picked(spec, offered, rng)
                lines[-1] += f"; say {value_text(spec, given[spec.name])}"
            else:
                given[spec.name] = getattr(order_type(), spec.name)
        return str(order_type(**given)), lines

    def _begin(self, kind: str, rng: random.Random) -> dict[str, Any]:
        """A place where an order can begin, for its units to be chosen out of, or nothing."""
        choice, order_type = self.game.choice, self.game.grammar.kinds[kind]
        assert choice is not None
        view = self.game.view(self.game.seat)
        begins = choice.deed(view, order_type).places(view)
        order_ok = [spec.name for spec in specs(order_type)][:2] == ["units", "route"]
        return {"route": (rng.choice(begins),)} if begins and order_ok and rng.random() < 0.6 else {}

    # -- rulings -----------------------------------------------------------------------------------
    def _judged(self, orders: Iterable[str]) -> Iterator[str]:
        """How orders would be ruled, near ones too: in sum, and the two refusals told least so far in full."""
        rng = self.rng("near")
        tried = list(dict.fromkeys(orders))
        tried += [near(text, self.game, rng) for text in list(tried)]
        tried += [rng.choice(self.given) for _ in range(min(2, len(self.given)))]
        rulings = [(text, self._ruling(text)) for text in dict.fromkeys(tried)]
        refused = [(text, ruling) for text, ruling in rulings if isinstance(ruling, Ruling) and not ruling]
        counts = Counter(ruling.rule or "no rule" for _, ruling in refused)
        told = [f"{text}: {ruling if isinstance(ruling, str) else ruling_text(ruling)}" for text, ruling in rulings]
        listed = ", ".join(f"{rule} {n}" for rule, n in sorted(counts.items()))
        yield f"judged: {len(rulings)} orders, {len(refused)} refused ({listed}) #{checksum(told)}"
        if self.full:
            yield from (f"    {line}" for line in told)
        for text, ruling in sorted(refused, key=lambda pair: self.refusals[pair[1].rule])[:2]:
            self.refusals[ruling.rule] += 1
            yield f"no: {text}"
            yield f"    {ruling_text(ruling)}"

    def _ruling(self, text: str) -> Ruling | str:
        try:
            return self.game.check(text)
        except OrderError as error:
            return f"no order: {error}"

    # -- what happens ------------------------------------------------------------------------------
    def order(self, text: str) -> Iterator[str]:
        """An order given, its ruling, what it brings about."""
        ruling = self.game.check(text)
        yield f"order: {text}"
        yield f"    {ruling_text(ruling)}"
        self.given.append(text)
        yield from self._events(self.game.play(text))

    def roll(self, throw: Iterator[list[Event]]) -> Iterator[str]:
        """A roll or a draw and what it brings about."""
        chance, prompt, view = self.game.chance, self.game.prompt, self.game.view()
        assert chance is not None
        yield f"-- roll of {self.game.seat or 'nobody'}: {prompt.text}; {prompt.why}"
        yield f"    rules: {' '.join(prompt.rules)}; dice named {', '.join(chance.names(view))}"
        yield from self._events(next(throw))

    def _events(self, events: Sequence[Event]) -> Iterator[str]:
        self.touched = [place for event in events for place in (event.place, event.to) if place] or self.touched
        for event in events:
            yield f"> {event_text(event)}"


def checksum(items: Iterable[str]) -> str:
    """A short sum over texts."""
    return hashlib.sha256("\n".join(items).encode()).hexdigest()[:6]


def one_text(spec: Any, value: Any) -> str:
    """One value that may fill a field."""
    return str(value) if spec.type == "units" else value_text(spec, value)


def ruling_text(ruling: Ruling) -> str:
    """All that a ruling says."""
    numbers = ", ".join(f"{name} {value}" for name, value in ruling.numbers.items())
    parts = [
        str(ruling),
        numbers and f"numbers: {numbers}",
        " ".join(ruling.rules) and f"also {' '.join(ruling.rules)}",
    ]
    return "; ".join(part for part in parts if part)


def event_text(event: Event) -> str:
    """An event with all that the heading of its moment does not say."""
    known = ("kind", "number", "cause", "step", "seat", "round", "phase")
    told = []
    for name, value in event.as_dict().items():
        if name in known:
            continue
        text = " ".join(map(str, value)) if isinstance(value, tuple) else f"{value:.4g}" if name == "chance" else value
        told.append(f"{name} {text}")
    return f"{event.kind}: {', '.join(told)}"


def card_text(card: SpaceCard) -> str:
    """The card of a space, sources left out."""
    told = []
    for part in fields(card):
        value = getattr(card, part.name)
        if part.name == "sources" or value in ("", (), False):
            continue
        if isinstance(value, tuple):
            value = " | ".join(item if isinstance(item, str) else plain(item) for item in value)
        told.append(f"{part.name} {value}")
    return "; ".join(told)


def plain(item: Any) -> str:
    """A small record as its values, those left at their default not told."""
    told = ((getattr(item, part.name), part.default) for part in fields(item))
    return ", ".join(str(value) for value, default in told if value not in ("", default))


def picked(spec: Any, offered: Sequence[Any], rng: random.Random) -> Any:
    """A value out of those offered; of units as often one group as several."""
    if spec.type != "units":
        return rng.choice(offered)
    return some_units([rng.choice(offered)] if rng.random() < 0.5 else offered, rng)


def near(text: str, game: Game, rng: random.Random) -> str:
    """An order near another: one number, place or kind of piece in it is another one."""
    known, words = game.grammar.vocabulary, text.split()
    places, kinds = sorted(known.places), sorted(known.kinds)
    spots = [n for n, word in enumerate(words) if n and (word.isdigit() or word in known.places or word in known.kinds)]
    if not spots:
        return text
    at = rng.choice(spots)
    if words[at].isdigit():
        words[at] = str(int(words[at]) + rng.choice((-1, 1, 9)))
    else:
        words[at] = rng.choice(places if words[at] in known.places else kinds)
    return " ".join(words)
