"""Edited positions: whatever a hand does to a text, the reader says what is wrong, and what it takes can be played.

    python -m benchmarks.edits [--system aana] [--count 10000] [--first 0]

Texts of positions, at the start of a phase and with steps under way, lose, double and change lines and words.
Reading and playing on may raise `PositionError` alone. A seed gives the same edits.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections import Counter

from benchmarks.drafts import Drafter
from northafrica.bots import random_order
from northafrica.core.position import PositionError, write_position
from northafrica.core.start import game_from_position
from northafrica.core.table import Setting

STRANGE = ("supply", "0", "-1", "999999", "null", "[]", "{}", '""', "true", "1.5", "attack", "used", "lost 2", "(", ")")
BASES = 30
"""Edits made of the texts of one game."""


def texts(drafter: Drafter, rng: random.Random) -> tuple[Setting, list[str]] | None:
    """The last positions of a game played on from a draft; None where the draft is refused."""
    made = drafter.draft(rng.randint(0, 400))
    try:
        game = game_from_position(made.setting, made.text(), 1)
    except PositionError:
        return None
    for _ in range(rng.randint(0, 15)):
        if game.choice is None:
            break
        game.play(random_order(game, rng))
    return made.setting, [write_position(game.setting, node.state) for node in game.tree.nodes[-6:]]


def edited(text: str, words: list[str], rng: random.Random) -> str:
    """One to three lines lost, doubled, cut short or changed by a word."""
    for _ in range(rng.randint(1, 3)):
        lines = text.splitlines() or [""]
        at, kind = rng.randrange(len(lines)), rng.random()
        if kind < 0.15:
            del lines[at]
        elif kind < 0.25:
            lines.insert(rng.randrange(len(lines)), lines[at])
        elif kind < 0.3:
            lines[at] = lines[at][: rng.randint(0, len(lines[at]))]
        else:
            lines[at] = _reworded(lines[at], [*words, *re.findall(r"[A-Za-z_0-9.]+", text)], rng)
        text = "\n".join(lines)
    return text


def _reworded(line: str, words: list[str], rng: random.Random) -> str:
    parts = re.findall(r"[A-Za-z_0-9.]+|[^A-Za-z_0-9.]", line) or [""]
    at, kind = rng.randrange(len(parts)), rng.random()
    if kind < 0.6:
        parts[at] = rng.choice(words)
    elif kind < 0.8:
        del parts[at]
    else:
        parts.insert(at, rng.choice(parts))
    return "".join(parts)


def fuzz(system: str, count: int, first: int = 0) -> tuple[Counter[str], list[tuple[str, str]]]:
    """So many edits: what became of them, and (error, text) of those that failed in another way."""
    drafter, tally, failures, seed = Drafter(system), Counter[str](), list[tuple[str, str]](), first
    kinds = {kind for its in drafter.materials.pieces.values() for kind in its}
    words = [*drafter.places[::7], *drafter.sides, *sorted(kinds), *STRANGE]
    while tally.total() < count:
        rng = random.Random(f"{system}{seed}")
        seed += 1
        found = texts(drafter, rng)
        for _ in range(BASES if found else 0):
            assert found is not None
            text = edited(rng.choice(found[1]), words, rng)
            try:
                _play(found[0], text, rng)
                tally["played on"] += 1
            except PositionError:
                tally["refused"] += 1
            except Exception as error:
                tally["failed"] += 1
                failures.append((f"{type(error).__name__}: {error}", text))
    return tally, failures


def _play(setting: Setting, text: str, rng: random.Random) -> None:
    game = game_from_position(setting, text, 1)
    for _ in range(8):
        if game.choice is None:
            break
        assert game.prompt.text
        game.play(random_order(game, rng))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--system", choices=("aana", "afrika2"), help="one system only")
    parser.add_argument("--count", type=int, default=10_000, help="edits a system")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    given = parser.parse_args()
    failed = False
    for system in (given.system,) if given.system else ("aana", "afrika2"):
        tally, failures = fuzz(system, given.count, given.first)
        print(f"{system}: {dict(tally)}")
        for told, text in failures:
            print(f"\n{told}\n{text}")
        failed = failed or bool(failures)
    sys.exit(failed)


if __name__ == "__main__":
    main()
