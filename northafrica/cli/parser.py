"""The grammar of the command line."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any, NoReturn

from northafrica.cli import asking, checking, lab, listing, odds, playing, records, table, teaching
from northafrica.cli.inputs import InputError
from northafrica.core.start import VERSION

ABOUT = "Play, study and check wargames about North Africa."
CODES = "Exit codes: 0 done, 1 refused or differs, 2 input that cannot be read, 3 a fault of the kit."


class Parser(argparse.ArgumentParser):
    """Errors in the arguments are errors in the input like any other."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(allow_abbrev=False, **settings)

    def error(self, message: str) -> NoReturn:
        raise InputError(f"{message}; '{self.prog} --help' tells how it is written")


def read_arguments(argv: Sequence[str]) -> argparse.Namespace:
    """The arguments with `run`, the function of the command. Raises InputError."""
    parser = make_parser()
    options, rest = parser.parse_known_args(argv)
    if options.run is lab.lab:
        options.jupyter = rest
    elif rest:
        parser.error(f"unknown arguments: {' '.join(rest)}")
    return options


def make_parser() -> Parser:
    """The parser of all commands."""
    parser = Parser(prog="northafrica", description=ABOUT, epilog=CODES)
    parser.add_argument("--version", action="version", version=f"northafrica {VERSION}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True, parser_class=Parser)
    for add in (
        _systems,
        _play,
        _replay,
        _legal,
        _try,
        _orders,
        _case,
        _rules,
        _coverage,
        _odds,
        _handout,
        _sheet,
        _collect,
        _lab,
        _table,
    ):
        add(commands)
    return parser


def _command(commands: Any, name: str, run: Any, help_: str, json: bool = True) -> Parser:
    found: Parser = commands.add_parser(name, help=help_, description=f"{help_[0].upper()}{help_[1:]}.", epilog=CODES)
    found.set_defaults(run=run)
    if json:
        found.add_argument("--json", action="store_true", help="answer with one JSON document")
    return found


def _data(parser: Parser) -> None:
    parser.add_argument("--data", metavar="PATH", help="a folder of your own tables, or one table, laid over the kit's")


MOST_PAGES = 1000


def count(text: str) -> int:
    """A whole number from 0 on."""
    if not text.isascii() or not text.isdigit() or len(text) > 18:
        raise argparse.ArgumentTypeError(f"'{text}' is no whole number from 0 on")
    return int(text)


def pages(text: str) -> tuple[int, int]:
    """A page, or the first and last of some: `12-14`. Raises ArgumentTypeError."""
    first, _, last = text.partition("-")
    found = positive(first), positive(last or first)
    if found[0] > found[1] or found[1] > MOST_PAGES:
        raise argparse.ArgumentTypeError(f"write a page, or the first and last of some, up to {MOST_PAGES}")
    return found


def words(text: str) -> str:
    """Some words, not none. Raises ArgumentTypeError."""
    if not text.strip():
        raise argparse.ArgumentTypeError("write some words")
    return text


def positive(text: str) -> int:
    """A whole number from 1 on."""
    found = count(text)
    if not found:
        raise argparse.ArgumentTypeError("write 1 or more")
    return found


def _systems(commands: Any) -> None:
    _command(commands, "systems", asking.systems, "list the systems, their scenarios and options")


def _play(commands: Any) -> None:
    parser = _command(commands, "play", playing.play, "let bots play a scenario")
    parser.add_argument("system", metavar="SYSTEM")
    parser.add_argument("scenario", metavar="SCENARIO", help="its name, or the file of a set-up of your own")
    parser.add_argument("--seed", type=count, metavar="N", help="seed of dice and bots; by default drawn, and printed")
    parser.add_argument("--bots", default="random", metavar="BOT[:BOT]", help="random or rule; one a side: rule:random")
    parser.add_argument("--rounds", type=positive, metavar="R", help="stop after so many rounds")
    parser.add_argument("--record", metavar="FILE", help="write the record of the game there")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="choose an option")
    _data(parser)


def _replay(commands: Any) -> None:
    parser = _command(commands, "replay", records.replay, "play a record back through the rules")
    parser.add_argument("file", metavar="FILE", help="a record; - reads the standard input")
    parser.add_argument("--to", type=count, metavar="N", help="stop at entry N and print the position there")
    parser.add_argument("--check", action="store_true", help="only say whether it holds, or where it differs")
    parser.add_argument("--events", action="store_true", help="tell what each entry led to")
    _data(parser)


def _situation(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE", help="a record or a position's text; - reads the standard input")
    parser.add_argument("--to", type=count, metavar="N", help="ask about entry N of a record, not its end")
    _data(parser)


def _legal(commands: Any) -> None:
    parser = _command(commands, "legal", asking.legal, "say what may be ordered in a situation")
    _situation(parser)
    parser.add_argument("--after", nargs="+", default=[], metavar="ORDER", help="orders and dice carried out before")
    parser.add_argument("--kind", metavar="K", help="the values of the next field of this kind of order")
    parser.add_argument("--given", action="append", default=[], metavar="FIELD=VALUE", help="a field already filled")
    parser.add_argument("--more", default="", metavar="FIELD", help="what may be put into a field of several parts")


def _try(commands: Any) -> None:
    parser = _command(commands, "try", asking.try_orders, "give the ruling on orders in a situation")
    _situation(parser)
    parser.add_argument(
        "orders", nargs="+", metavar="ORDER", help="an order in quotes, like 'end'; each is judged after those before"
    )


def _orders(commands: Any) -> None:
    parser = _command(commands, "orders", listing.orders, "list how the orders of a game are written, with examples")
    parser.add_argument("system", metavar="SYSTEM")
    parser.add_argument("order", nargs="?", metavar="ORDER", help="only this one, by its first word")


def _case(commands: Any) -> None:
    parser = _command(commands, "case", checking.case, "run adjudication cases")
    parser.add_argument("files", nargs="+", metavar="FILE", help="cases (.toml), or folders of them")


def _rules(commands: Any) -> None:
    parser = _command(commands, "rules", asking.rules, "look up the rules of a system")
    parser.add_argument("system", metavar="SYSTEM")
    parser.add_argument("id", nargs="?", metavar="ID", help="the id of one rule")
    parser.add_argument("--search", type=words, metavar="TEXT", help="rules that hold these words, or most of them")
    parser.add_argument("--page", type=pages, metavar="N", help="rules printed on this page of the rulebook, or on N-M")
    parser.add_argument("--section", type=words, metavar="TEXT", help="rules of a section of the rulebook, such as 5.1")
    parser.add_argument("--where", action="store_true", help="the code, cases, course pages and exercises of each")


def _coverage(commands: Any) -> None:
    parser = _command(commands, "coverage", checking.coverage, "compare the rulebook with code and cases")
    parser.add_argument("system", metavar="SYSTEM")
    parser.add_argument(
        "--games",
        type=count,
        default=0,
        metavar="N",
        help="also watch N games, random and rule-of-thumb",
    )
    parser.add_argument("--cases", metavar="FOLDER", help="the system's cases; by default those of the checkout")


def _odds(commands: Any) -> None:
    parser = _command(commands, "odds", odds.odds, "tell the odds of a battle before it is fought")
    parser.add_argument("system", metavar="SYSTEM", help="aana, revised, afrika2, marenostrum or blocks")
    parser.add_argument(
        "attackers", nargs="?", default="", metavar="ATTACKERS", help='like "5 infantry, 3 tank", first lost first'
    )
    parser.add_argument("defenders", nargs="?", default="", metavar="DEFENDERS", help="the same")
    parser.add_argument("--attacker", metavar="POWER", help="whose units attack, where powers differ (aana)")
    parser.add_argument("--defender", metavar="POWER", help="whose units defend")
    parser.add_argument("--supply", metavar="A:D", help="supply of attacker and defender (aana)")
    parser.add_argument("--retreat", metavar="WHEN", help="never, after:2, units:6, air-only or best")
    parser.add_argument("--order-of-loss", metavar="A/D", help="first lost first: infantry,tank/infantry,artillery")
    parser.add_argument("--aa", action="store_true", help="an antiaircraft gun fires before the battle (revised)")
    parser.add_argument("--bombard", metavar="UNITS", help='ships that bombard: "2 battleship" (revised)')
    parser.add_argument("--sea", action="store_true", help="the battle is at sea (aana, revised)")
    parser.add_argument("--odds", metavar="N:N", help="strengths instead of units (afrika2)")
    parser.add_argument("--shift", metavar="N", help="columns for the attacker; negative for the defender (afrika2)")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="any further option of the system's odds"
    )


def _handout(commands: Any) -> None:
    parser = _command(commands, "handout", teaching.handout, "write a position or a record's moment as a page to print")
    parser.add_argument("file", metavar="FILE", help="a position's text or a record")
    parser.add_argument("--out", metavar="FILE", help="where the page goes, FILE.html or .pdf; by default FILE.html")
    parser.add_argument("--title", default="", metavar="TEXT", help="what stands above it")
    parser.add_argument("--entry", type=count, metavar="N", help="the entry of a record that is shown, not its end")
    parser.add_argument("--exercises", metavar="FILE", help="exercises (.toml) with room to write")
    parser.add_argument("--answers", choices=("last", "none"), default="last", help="on the last page, or left out")
    parser.add_argument("--focus", metavar="SPACES", help="the spaces that fill the map: tobruk,cairo")
    parser.add_argument("--paper", choices=("A4", "Letter"), default="A4", help="size of the paper (%(default)s)")


def _sheet(commands: Any) -> None:
    parser = _command(commands, "sheet", teaching.sheet, "write a game's sheet: phases, prices, charts, units, words")
    parser.add_argument("system", metavar="SYSTEM")
    parser.add_argument("--out", metavar="FILE", help="where it goes, FILE.html or .pdf; by default SYSTEM-sheet.html")
    parser.add_argument("--no-words", action="store_true", help="leave the glossary out")
    parser.add_argument("--paper", choices=("A4", "Letter"), default="A4", help="size of the paper (%(default)s)")


def _collect(commands: Any) -> None:
    parser = _command(commands, "collect", teaching.collect, "read what a class handed in, answers judged anew")
    parser.add_argument(
        "folder", metavar="FOLDER", help="all results in it and below are read, in zip files too, whatever their names"
    )
    parser.add_argument("exercises", metavar="FILE", help="the exercises of the assignment (.toml)")
    parser.add_argument("--csv", metavar="FILE", help="write the table there too")
    parser.add_argument("--class", dest="names", metavar="FILE", help="a name a line: tell who is missing")


def _lab(commands: Any) -> None:
    parser = _command(commands, "lab", lab.lab, "open JupyterLab on the course; more options go to Jupyter", json=False)
    parser.add_argument("--dir", default=lab.FOLDER, metavar="FOLDER", help="where your notebooks go (%(default)s)")
    parser.add_argument("--notebooks", metavar="FOLDER", help="take the notebooks from there, not the kit's own")


def _table(commands: Any) -> None:
    parser = _command(commands, "table", table.table, "open a game's table in the browser, full window", json=False)
    parser.add_argument("system", metavar="SYSTEM")
    parser.add_argument("scenario", metavar="SCENARIO", help="its name, or the file of a set-up of your own")
    parser.add_argument("--seed", type=count, metavar="N", help="seed of the dice; without it they are drawn")
    parser.add_argument(
        "--seat", action="append", default=[], metavar="SEAT=BOT", help="a seat played by random or rule"
    )
    parser.add_argument("--theme", choices=("auto", "light", "dark"), default="auto", help="of the page (%(default)s)")
    parser.add_argument("--port", type=positive, metavar="N", help="by default one that is free")
    parser.add_argument("--no-browser", action="store_true", help="only print the address")
