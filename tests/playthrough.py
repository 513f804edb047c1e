"""Recorded playthroughs: games told decision by decision, of any system, to notice change.

    python -m tests.playthrough                    compares every recording with the game as it is now
    python -m tests.playthrough --write [NAME...]  writes them anew: read the diff
    python -m tests.playthrough --full FOLDER      tells them uncut, to compare two versions of the kit

A recording proves no rule (adjudication cases do); it notices what they do not look at. The README in
`tests/playthroughs` tells how one is made.
"""

from __future__ import annotations

import argparse
import difflib
import itertools
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from northafrica.bots import Bot, player
from northafrica.core.cases import read_case, situation
from northafrica.core.dice import Seeded
from northafrica.core.events import Event
from northafrica.core.game import Game
from northafrica.core.position import write_position
from northafrica.core.start import game_from_position, make_setting, new_game, own_file
from northafrica.systems import SYSTEMS
from tests.playthrough_text import Teller, event_text

FOLDER = Path(__file__).parent / "playthroughs"
FIRST = "playthrough 1"
BODY = "----"
LINES = 60
PATIENCE = 4
GAME, ORDER = "######## ", "order: "
CASES = Path(__file__).parent / "cases"


@dataclass
class Head:
    """What a recording says of itself before the line of dashes. `cases`: games that start as these cases do."""

    system: str = ""
    scenario: str = ""
    seed: str = "1"
    players: str = "random"
    decisions: int = 100
    position: str = ""
    cases: list[str] = field(default_factory=list)
    options: dict[str, str] = field(default_factory=dict)
    seats: dict[str, str] = field(default_factory=dict)


def read_head(lines: list[str]) -> Head:
    """The head out of its lines: `system aana`, `option bidding on`, ... Raises ValueError."""
    head = Head()
    if lines[:1] != [FIRST]:
        raise ValueError(f"the first line must be '{FIRST}'")
    for line in filter(None, lines[1:]):
        key, _, value = line.partition(" ")
        if key in ("option", "seat"):
            name, _, choice = value.partition(" ")
            (head.options if key == "option" else head.seats)[name] = choice
        elif key == "case":
            head.cases.append(value)
        elif key == "decisions":
            head.decisions = int(value)
        elif key in ("system", "scenario", "seed", "players", "position"):
            setattr(head, key, value)
        elif key != "#":
            raise ValueError(f"'{key}' is no line of the head of a playthrough")
    return head


def split(text: str) -> tuple[list[str], list[str]]:
    """The lines of head and body."""
    lines = text.splitlines()
    at = lines.index(BODY) if BODY in lines else len(lines)
    return lines[:at], lines[at + 1 :]


def recorded_orders(body: list[str]) -> dict[str, list[str]]:
    """The orders of each game of a body, by its heading."""
    found: dict[str, list[str]] = {}
    orders = found.setdefault("", [])
    for line in body:
        if line.startswith(GAME):
            orders = found.setdefault(line, [])
        elif line.startswith(ORDER):
            orders.append(line.removeprefix(ORDER))
    return found


def start(head: Head, folder: Path) -> Game:
    """The game of a head, without luck: rolls are told, too."""
    scenario: str | Path = folder / head.scenario if head.scenario.endswith(".csv") else head.scenario
    name, overlay = own_file(scenario, None)
    setting = make_setting(SYSTEMS[head.system], name, head.options, head.seats, overlay)
    if head.position:
        return game_from_position(setting, (folder / head.position).read_text(encoding="utf-8"))
    return new_game(setting)


def start_of_case(system: str, name: str) -> tuple[Game, list[str]]:
    """The game that a case starts with, without luck, and the orders that it plays."""
    case = read_case(CASES / system / name)
    refused = ("refused", "only_check")
    played = [item for item in case["do"] if item.get("allowed", True) and not any(key in item for key in refused)]
    return situation({**case, "seed": None, "do": []}, SYSTEMS), [item["order"] for item in played if "order" in item]


def throws(game: Game, luck: Seeded) -> Iterator[list[Event]]:
    """What the rolls of a game bring about, one after the other."""
    while True:
        yield game.throw(luck)


def tell(file: Path, anew: bool = False, full: bool = False) -> Iterator[str]:
    """The body of a playthrough as the games play now, line by line.

    The orders are those recorded. With `anew`, where one is missing or may no longer be given, the
    player gives another; else the telling of that game ends there.
    """
    top, body = split(file.read_text(encoding="utf-8"))
    head, orders = read_head(top), recorded_orders(body)
    if not head.cases:
        yield from tell_game(head, start(head, file.parent), orders[""], anew, full)
    for name in head.cases:
        heading = f"{GAME}{name}"
        game, played = start_of_case(head.system, name)
        yield heading
        yield from tell_game(head, game, orders.get(heading) or played, anew, full)


def tell_game(head: Head, game: Game, orders: list[str], anew: bool, full: bool) -> Iterator[str]:
    """One game, with the orders given to begin with."""
    teller, dice, given = Teller(game, head.seed, full), throws(game, Seeded(head.seed)), iter(orders)
    bot = player(head.players, head.seed)
    yield f"set-up: {teller.cut([event_text(event) for event in game.events()], joint=' | ', shown=6)}"
    for n in range(1, head.decisions + 1):
        while game.chance is not None:
            yield from teller.roll(dice)
        if game.choice is None:
            break
        yield from teller.decision(n)
        text = next_order(teller, bot, given, anew)
        if not text:
            yield "the order recorded here may not be given now"
            return
        yield from teller.order(text)
    while game.chance is not None:
        yield from teller.roll(dice)
    yield from ("", f"#### the end: {game.prompt.text}", *write_position(game.setting, game.state).splitlines())


def next_order(teller: Teller, bot: Bot, given: Iterator[str], anew: bool) -> str:
    """The order recorded, or, anew, one of the player; "" where there is none."""
    game, recorded = teller.game, next(given, "")
    if recorded and game.check(recorded):
        return recorded
    if not anew:
        return ""
    return eager(teller) if bot.name == "random" else str(bot.order(game))


def eager(teller: Teller) -> str:
    """The order of a random player that mostly would rather do something than end: the longest of a few.

    Where the same is asked again and again the shortest, so that the game goes on.
    """
    samples = teller.samples()
    if teller.asked > PATIENCE:
        return min(samples, key=len)
    return max(samples, key=len) if teller.rng("eager").random() < 0.7 else samples[0]


def recordings(folder: Path = FOLDER) -> list[Path]:
    """The recordings there are."""
    return sorted(folder.rglob("*.txt"))


def first_difference(file: Path) -> tuple[str, str] | None:
    """The first line that is told otherwise now, (recorded, now); stops there. None if all is the same."""
    recorded = split(file.read_text(encoding="utf-8"))[1]
    for old, new in itertools.zip_longest(recorded, tell(file)):
        if old != new:
            return old or "", new or ""
    return None


def difference(file: Path) -> str:
    """How the telling differs from the recording, as a diff cut to some lines."""
    old = split(file.read_text(encoding="utf-8"))[1]
    lines = list(difflib.unified_diff(old, list(tell(file)), "recorded", "now", lineterm="", n=2))
    return "\n".join(lines[:LINES])


def write(file: Path) -> None:
    """Write a recording anew; its orders stay as far as they may still be given."""
    top = split(file.read_text(encoding="utf-8"))[0]
    lines = list(tell(file, anew=True))
    file.write_text("\n".join([*top, BODY, *lines, ""]), encoding="utf-8", newline="\n")


def main() -> int:
    """Read the command line; 1 if a recording differs."""
    parser = argparse.ArgumentParser(description="Recorded playthroughs.")
    parser.add_argument("--write", nargs="*", metavar="NAME", help="write them anew, or those whose names hold NAME")
    parser.add_argument("--full", type=Path, metavar="FOLDER", help="tell them uncut into this folder")
    asked = parser.parse_args()
    different = False
    for name in asked.write or ():
        if not any(name in str(file) for file in recordings()):
            parser.error(f"no recording is called anything like '{name}'")
    for file in recordings():
        if asked.write is not None:
            if not asked.write or any(name in str(file) for name in asked.write):
                write(file)
        elif asked.full:
            asked.full.mkdir(parents=True, exist_ok=True)
            (asked.full / file.name).write_text("\n".join(tell(file, full=True)), encoding="utf-8")
        elif found := difference(file):
            different = True
            print(f"{file}\n{found}\n")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
