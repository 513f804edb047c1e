"""What the pages of a course do at a table, in a line each: give orders, ask about orders, tell attacks, print rules.

>>> import northafrica
>>> from northafrica.lab import Session
>>> from northafrica.lab.lesson import ask
>>> ask(Session(northafrica.load("aana", "torch", seed=7)), "end")
allowed: end
"""

from __future__ import annotations

from textwrap import fill
from typing import Any

import northafrica
from northafrica.core.game import Game
from northafrica.core.orders import OrderError
from northafrica.core.sheets import read_sheet
from northafrica.lab.printing.game_sheet import meaning
from northafrica.lab.study.attack_explorer import attack_picture
from northafrica.lab.table.session import Session
from northafrica.lab.table.stepper import Stepper
from northafrica.lab.tray.svg import Picture
from northafrica.systems import SYSTEMS

WIDTH = 96
Step = str | tuple[int, ...]


def play(table: Stepper | Session, *steps: Step) -> None:
    """Give orders (text) and dice (numbers in brackets) in turn, and print what the table says.

    A refused order is printed with its rule, and the next step is taken all the same.
    """
    session = _session(table)
    for step in steps:
        print(session.roll(*step) if isinstance(step, tuple) else session.play(step))
    if isinstance(table, Stepper):
        table.refresh()


def ask(table: Stepper | Session, *orders: str) -> None:
    """Print the ruling on each order; nothing is played."""
    for order in orders:
        print(_session(table).why(order))


def attack(table: Stepper | Session, target: str, forces: str = "", **chosen: Any) -> Picture | None:
    """The picture of an attack (see `attack_picture`): as things stand, or as they stood when it was ordered.

    So the cell shows the same when it is run again after the battle. What cannot be told is printed in words.
    """
    game = _session(table).game.branch()
    if not _may_be_ordered(game, f"attack {target} with {forces}"):
        ordered = [node for node in game.path() if str(node.order).startswith(f"attack {target} ")]
        game.at = ordered[-1].parent if ordered else game.at
    try:
        return attack_picture(game, target, forces, **chosen)
    except ValueError as error:
        print(f"no such attack: {error}")
        return None


def _may_be_ordered(game: Game, order: str) -> bool:
    try:
        return bool(game.check(order))
    except OrderError:
        return False


def show_rules(system: str, names: str) -> None:
    """Print rules by name (parted by blanks) with their place in the rulebook. Raises KeyError at an unknown one."""
    book = northafrica.rules(system)
    for name in names.split():
        print(fill(str(book[name]), WIDTH, subsequent_indent="    "))


def show_words(system: str, names: str = "") -> None:
    """Print the glossary of a game, or some of its words (parted by commas). Raises KeyError at an unknown one."""
    words = {word.word: word for word in read_sheet(system).words}
    for name in [name.strip() for name in names.split(",")] if names else words:
        print(fill(f"{name}: {meaning(words[name])}", WIDTH, subsequent_indent="    "))


def show_table(system: str, title: str) -> None:
    """Print a table of a game's sheet by its title, a paragraph a line. Raises KeyError at an unknown one."""
    game = SYSTEMS[system]
    table = {table.title: table for table in game.sheet(game.load())}[title]
    for first, *more in table.rows:
        print(fill(f"{first}: {'; '.join(filter(None, more))}", WIDTH, subsequent_indent="    "))


def _session(table: Stepper | Session) -> Session:
    return table.session if isinstance(table, Stepper) else table
