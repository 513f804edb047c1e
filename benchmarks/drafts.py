"""Positions put together at random: which are refused and why, and that every other one can be played on.

    python benchmarks/drafts.py [--system aana] [--count 2000] [--first 0] [--orders 60] [--every 10] [--show 5]

A draft knows only what a system tells of its positions (rounds, powers, phases, pieces, stocks, markers, places) and
what the position reader says to one thing alone on the board; no printed set-up, no rule. Whatever else is wrong with
it the reader must say. An accepted one is played on by the random player; at every decision there must be an order,
and text, record and events must give back the same state. A seed gives the same draft and the same play.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache

from northafrica.bots import player
from northafrica.core.events import fold
from northafrica.core.game import Game
from northafrica.core.materials import StockSort
from northafrica.core.position import FIRST_LINE, PositionError, read_position, write_position
from northafrica.core.record import read_record, write_record
from northafrica.core.start import game_from_position, make_setting
from northafrica.core.state import State
from northafrica.core.table import Setting, View
from northafrica.systems import SYSTEMS

ORDERS = 60
MIXED = {"aana": 0.35, "afrika2": 0.02}
"""How often both sides are put into one place; of Afrika II the reader refuses it."""


@dataclass
class Draft:
    """What a position will say: (count, power, kind, status) and (stock, amount) and (marker, value) by place."""

    setting: Setting
    round: int
    power: str
    phase: str
    pieces: dict[str, list[tuple[int, str, str, str]]] = field(default_factory=dict)
    stocks: dict[str, dict[str, int]] = field(default_factory=dict)
    marks: dict[str, dict[str, str]] = field(default_factory=dict)

    def head(self) -> list[str]:
        defaults = {name: option.default for name, option in self.setting.system.options(self.setting.data).items()}
        chosen = {name: value for name, value in self.setting.options.items() if defaults.get(name, value) != value}
        return [
            FIRST_LINE,
            f"system {self.setting.system.name}",
            f"scenario {self.setting.scenario}",
            f"round {self.round}",
            *(f"option {name} {value}" for name, value in sorted(chosen.items())),
            f"power {self.power}",
            f"phase {self.phase}",
        ]

    def text(self) -> str:
        lines = self.head()
        for place, items in sorted(self.pieces.items()):
            lines.append(f"at {place}: " + ", ".join(_piece(*item) for item in items))
        for place, stocks in sorted(self.stocks.items()):
            lines.append(f"stock {place}: " + ", ".join(f"{name} {n}" for name, n in sorted(stocks.items())))
        for place, marks in sorted(self.marks.items()):
            lines.append(f"mark {place}: " + ", ".join(f"{name} {value}" for name, value in sorted(marks.items())))
        return "\n".join(lines) + "\n"


def _piece(count: int, power: str, kind: str, status: str) -> str:
    return f"{count} {power} {kind}" + (f" ({status})" if status else "")


class Drafter:
    """Puts positions of one system together."""

    def __init__(self, system: str) -> None:
        self.system = SYSTEMS[system]
        data = self.system.load()
        self.board = self.system.board(data)
        self.materials = self.system.materials(data)
        self.places = sorted(self.system.vocabulary(data).places)
        self.spaces = sorted(self.board.spaces)
        self.sides = self.system.powers(data)
        self.sides_of_pieces = {power: self.sides.get(power, power) for power in self.materials.pieces}
        self.sorts_of = {place: self._sorts(place) for place in self.places}

    def _sorts(self, place: str) -> list[StockSort]:
        kind = self.board.spaces[place].kind if place in self.board.spaces else ""
        return [sort for sort in self.materials.stocks if kind in sort.kinds or place in sort.places]

    def draft(self, seed: int | str) -> Draft:
        """A draft; the same one for the same seed."""
        rng = random.Random(f"draft/{self.system.name}/{seed}")
        made = self._moment(rng)
        for _ in range(rng.choice((1, 1, 2, 3))):
            self._theatre(made, rng)
        for place in rng.sample(self.places, rng.randint(0, 6)):
            self._fill(made, rng, place, rng.randint(1, 3))
        for place in dict.fromkeys(place for sort in self.materials.stocks for place in sort.places):
            self._stock(made, rng, place, 0.5)
        return made

    def _moment(self, rng: random.Random) -> Draft:
        scenario = rng.choice(sorted(self.system.scenarios))
        setting = _setting(self.system.name, scenario, rng)
        info = self.system.scenarios[scenario]
        number = rng.randint(info.first_round, info.last_round)
        bar = self.system.turn_bar(View(setting, State(round=number)))
        power = rng.choice([power for power, _ in bar.powers] or sorted(self.sides))
        return Draft(setting, number, power, rng.choice([phase for phase, _ in bar.phases]))

    def _theatre(self, made: Draft, rng: random.Random) -> None:
        """Neighbouring places filled up: held by one side each, or by both, with or without supply."""
        cluster = self._cluster(rng, rng.choice((2, 3, 4, 6, 9)))
        crowd = rng.choice((1, 2, 4, 6, 12))
        stocked = rng.choice((0.0, 0.3, 0.8))
        for place in cluster:
            if rng.random() < 0.8:
                self._fill(made, rng, place, rng.randint(1, crowd))
            self._stock(made, rng, place, stocked)
            for mark, values in self.materials.marks.items():
                value = rng.choice(sorted(values))
                if rng.random() < 0.4 and self._stands(made, f"mark {place}: {mark} {value}"):
                    made.marks.setdefault(place, {})[mark] = value

    def _cluster(self, rng: random.Random, size: int) -> list[str]:
        start = rng.choice(self.spaces)
        found, edge = [start], [start]
        while edge and len(found) < size:
            near = [place for place in self.board.neighbours(edge.pop(0)) if place not in found]
            taken = rng.sample(near, min(len(near), 3))
            found += taken
            edge += taken
        return found

    def _fill(self, made: Draft, rng: random.Random, place: str, groups: int) -> None:
        """Groups of pieces in a place, mostly of one side, each of which could stand there alone."""
        mixed = rng.random() < MIXED[self.system.name]
        side = rng.choice(sorted(set(self.sides_of_pieces.values())))
        powers = [p for p, its in self.sides_of_pieces.items() if (mixed or its == side) and self.materials.pieces[p]]
        for _ in range(groups):
            power = rng.choice(powers)
            kind = rng.choice(self.materials.pieces[power])
            statuses = self.materials.statuses.get(kind, ())
            status = rng.choice(statuses)[0] if statuses and rng.random() < 0.25 else ""
            had = sum(n for items in made.pieces.values() for n, *what in items if what[:2] == [power, kind])
            for count in (rng.choice((1, 1, 2, 4, 8)), 1):
                if self._stands(made, f"at {place}: {_piece(had + count, power, kind, status)}"):
                    made.pieces.setdefault(place, []).append((count, power, kind, status))
                    break
            else:
                if "cargo" not in status and self._stands(made, f"at {place}: {_piece(had + 1, power, kind, 'cargo')}"):
                    made.pieces.setdefault(place, []).append((1, power, kind, "cargo"))

    def _stock(self, made: Draft, rng: random.Random, place: str, chance: float) -> None:
        for sort in self.sorts_of.get(place, ()):
            if rng.random() > chance:
                continue
            owner = f"/{rng.choice(sorted(self.sides))}" if sort.owned else ""
            where, amount = place, rng.choice((1, 1, 2, 3, 8))
            if sort.border:
                near = self.board.neighbours(place)
                if not near or rng.random() < 0.5:
                    continue
                where, amount = f"{place}>{rng.choice(near)}", 1
            if self._stands(made, f"stock {where}: {sort.resource}{owner} {amount}"):
                made.stocks.setdefault(where, {})[sort.resource + owner] = amount

    def _stands(self, made: Draft, line: str) -> bool:
        """Whether the reader takes a line alone on the board of the draft's moment."""
        return _alone(made.setting.scenario, self.system.name, made.round, made.power, made.phase, line)


@cache
def _bare(system: str, scenario: str) -> Setting:
    return make_setting(SYSTEMS[system], scenario)


@lru_cache(100_000)
def _alone(scenario: str, system: str, number: int, power: str, phase: str, line: str) -> bool:
    setting = _bare(system, scenario)
    head = Draft(setting, number, power, phase).head()
    try:
        read_position(setting, "\n".join((*head, line)))
    except PositionError:
        return False
    return True


def _setting(system: str, scenario: str, rng: random.Random) -> Setting:
    """A setting with some options other than their defaults."""
    known = SYSTEMS[system].options(SYSTEMS[system].load())
    chosen = {name: rng.choice(option.values) for name, option in known.items() if rng.random() < 0.3}
    return make_setting(SYSTEMS[system], scenario, chosen)


# -- playing on
class Broken(AssertionError):
    """What may never happen at an accepted position."""


def play_on(setting: Setting, text: str, seed: int | str, orders: int = ORDERS, every: int = 10) -> Game:
    """Play a position on, so many orders; every so many decisions it is written, read and compared."""
    game = game_from_position(setting, text, seed)
    bot = player("random", seed)
    for number in range(orders):
        if game.choice is None:
            break
        if number % every == 0:
            same_when_read(game)
        order = bot.order(game)
        ruling = game.check(order)
        if not ruling:
            raise Broken(f"'{order}' was chosen at '{game.prompt.text}' and is {ruling}")
        game.play(str(order))
        faults = game.system.faults(game.view())
        if faults:
            raise Broken(f"after '{order}': {'; '.join(faults)}")
    same_when_read(game)
    same_when_folded(game)
    same_when_replayed(game)
    return game


def same_when_read(game: Game) -> None:
    """The text of a position gives back the state, and the same text."""
    text = write_position(game.setting, game.state)
    back = read_position(game.setting, text)
    if game.codec.state_json(back) != game.codec.state_json(game.state):
        raise Broken(f"the position is another when read back:\n{text}")
    if write_position(game.setting, back) != text:
        raise Broken(f"the text is another when written again:\n{text}")


def same_when_folded(game: Game) -> None:
    """The events, laid one after the other over the start, give the pieces, stocks and markers."""
    text = game.head.get("position")
    built = read_position(game.setting, text) if text else State()
    for node in game.path():
        for event in node.events:
            fold(built.pieces, built.stocks, built.markers, event)
        if (built.pieces, built.stocks, built.markers) != (node.state.pieces, node.state.stocks, node.state.markers):
            raise Broken(f"the events of '{node.order or node.result}' do not tell all that changed")


def same_when_replayed(game: Game) -> None:
    """A record gives back the same states."""
    loaded = read_record(write_record(game), {game.system.name: game.system})
    if not loaded.verified or loaded.game.codec.digest(loaded.game.state) != game.codec.digest(game.state):
        raise Broken(f"the record is not the same game: {loaded.trouble}")


# -- counting
@dataclass
class Tally:
    """What became of the drafts of a system."""

    drafts: int = 0
    accepted: int = 0
    orders: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    failures: list[tuple[int, str, str]] = field(default_factory=list)


def survey(system: str, seeds: Sequence[int], orders: int = ORDERS, every: int = 10) -> Tally:
    """Make and play the drafts of these seeds."""
    drafter, tally = Drafter(system), Tally()
    for seed in seeds:
        draft = drafter.draft(seed)
        text = draft.text()
        tally.drafts += 1
        try:
            read_position(draft.setting, text)
        except PositionError as error:
            tally.refused[_reason(str(error), drafter)] += 1
            continue
        except Exception as error:
            tally.failures.append((seed, _told(error), text))
            continue
        tally.accepted += 1
        try:
            game = play_on(draft.setting, text, seed, orders, every)
        except Exception as error:
            tally.failures.append((seed, _told(error), text))
        else:
            given = [str(node.order).split()[0] for node in game.path() if node.order is not None]
            tally.orders += len(given)
            tally.kinds.update(given)
    return tally


def _told(error: Exception) -> str:
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = f"{trace.tb_frame.f_code.co_filename.rpartition('/')[2]}:{trace.tb_lineno}" if trace else ""
    return f"{type(error).__name__}: {str(error)[:300]} ({where})"


def _reason(text: str, drafter: Drafter) -> str:
    """The first thing refused, without the numbers and names of this position."""
    first = text.removeprefix("this position cannot be: ").split(";")[0]
    names = drafter.system.names(drafter.system.load())
    words = {*drafter.places, *drafter.sides, *(kind for kinds in drafter.materials.pieces.values() for kind in kinds)}
    said = {names.place(place) for place in drafter.places} | {
        names.kind(kind) for kinds in drafter.materials.pieces.values() for kind in kinds
    }
    for word in sorted(words | said, key=len, reverse=True):
        first = re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", "…", first)
    return re.sub(r"[0-9]+", "N", first)


# -- the smallest text
def smallest(setting: Setting, text: str, seed: int, told: str, orders: int = ORDERS) -> str:
    """The draft with every line and piece left out without which it fails in the same way."""
    kind = told.partition(":")[0] + told.rpartition(" (")[2]
    changed = True
    while changed:
        changed = False
        for shorter in _shorter(text):
            try:
                play_on(setting, shorter, seed, orders)
            except PositionError:
                continue
            except Exception as error:
                again = _told(error)
                if again.partition(":")[0] + again.rpartition(" (")[2] == kind:
                    text, changed = shorter, True
                    break
    return text


def _shorter(text: str) -> Iterator[str]:
    lines = text.splitlines()
    for index, line in enumerate(lines):
        if not line.startswith(("at ", "stock ", "mark ")):
            continue
        yield "\n".join((*lines[:index], *lines[index + 1 :])) + "\n"
        place, _, items = line.partition(": ")
        parts = re.split(r", (?![^()]*\))", items)
        for gone in range(len(parts) if len(parts) > 1 else 0):
            kept = ", ".join((*parts[:gone], *parts[gone + 1 :]))
            yield "\n".join((*lines[:index], f"{place}: {kept}", *lines[index + 1 :])) + "\n"


def report(system: str, tally: Tally, seconds: float, show: int) -> None:
    share = 100 * tally.accepted / max(1, tally.drafts)
    print(f"\n{system}: {tally.drafts} drafts, {tally.accepted} accepted ({share:.1f} %), {tally.orders} orders played")
    print(f"  {seconds:.0f} s, {len(tally.failures)} failures")
    for reason, number in tally.refused.most_common():
        print(f"  {number:6} refused  {reason}")
    print("  orders  " + ", ".join(f"{kind} {n}" for kind, n in tally.kinds.most_common()))
    drafter, seen = Drafter(system), Counter[str]()
    for seed, told, text in tally.failures:
        seen[told.partition("(")[2] or told] += 1
        if sum(seen.values()) <= show:
            print(f"\n  seed {seed}: {told}")
            print(smallest(drafter.draft(seed).setting, text, seed, told))
        else:
            print(f"  seed {seed}: {told}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--system", choices=("aana", "afrika2"), help="one system only")
    parser.add_argument("--count", type=int, default=2000, help="drafts a system")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--orders", type=int, default=ORDERS, help="orders played on")
    parser.add_argument("--every", type=int, default=10, help="decisions between two readings of the position")
    parser.add_argument("--show", type=int, default=5, help="failures told with their smallest text")
    given = parser.parse_args()
    failed = False
    for system in (given.system,) if given.system else ("aana", "afrika2"):
        start = time.perf_counter()
        tally = survey(system, range(given.first, given.first + given.count), given.orders, given.every)
        report(system, tally, time.perf_counter() - start, given.show)
        failed = failed or bool(tally.failures)
    sys.exit(failed)


if __name__ == "__main__":
    main()
