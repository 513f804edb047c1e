"""Starting a game: from a scenario, from a position, with options, seats and a source of luck."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from northafrica.core.dice import Luck, Seeded
from northafrica.core.game import Game
from northafrica.core.options import SetupError
from northafrica.core.orders import nearest
from northafrica.core.position import PositionError, line_of, position_head, read_position
from northafrica.core.state import State
from northafrica.core.system import System
from northafrica.core.table import Setting, Table

VERSION = "0.1.0"


def make_setting(
    system: System,
    scenario: str,
    options: Mapping[str, str] | None = None,
    seats: Mapping[str, str] | None = None,
    overlay: Path | None = None,
) -> Setting:
    """The fixed part of a game, checked. Raises SetupError (a DataError where the tables are to blame)."""
    data = system.load(overlay)
    known = system.scenarios_of(data)
    scenario = next(iter(known)) if not scenario and len(known) == 1 else scenario
    if scenario not in known:
        text = f"{system.name} has no scenario '{scenario}'; there are {', '.join(known)}{nearest(scenario, known)}"
        raise SetupError(f"{text}; a set-up of your own needs its file or folder as data", "scenario")
    chosen = _options(system, data, options or {})
    return Setting(system, system.adapt(data, chosen), scenario, chosen, _seats(system, data, seats or {}))


def own_file(scenario: str | Path, data: str | Path | None) -> tuple[str, Path | None]:
    """The name of a scenario and the user's tables, where the scenario may be given as its own file."""
    overlay = Path(data) if data is not None else None
    if not isinstance(scenario, Path) and not scenario.endswith(".csv"):
        return scenario, overlay
    file = Path(scenario)
    if overlay is None or overlay == file:
        return file.stem, file
    if overlay.resolve() not in file.resolve().parents:
        raise SetupError(f"{file} does not lie in {overlay}; put it there, or leave the data out")
    return file.stem, overlay


def _options(system: System, data: Any, chosen: Mapping[str, str]) -> dict[str, str]:
    known = system.options(data)
    values = {name: option.default for name, option in known.items()} | {"take_backs": "free"}
    for name, value in chosen.items():
        allowed = ("free", "agreed", "none") if name == "take_backs" else known[name].values if name in known else ()
        if not allowed:
            text = f"there is no option '{name}'{nearest(name, known)}; there are {', '.join(known)}"
            raise SetupError(text, f"option {name}")
        if str(value) not in allowed:
            raise SetupError(f"option {name}: '{value}' is none of {', '.join(allowed)}", f"option {name}")
        values[name] = str(value)
    return values


def _seats(system: System, data: Any, chosen: Mapping[str, str]) -> dict[str, str]:
    powers = system.powers(data)
    seats = system.default_seats(data) | dict(chosen)
    for power in chosen:
        if power not in powers:
            raise SetupError(f"there is no power '{power}'; there are {', '.join(powers)}")
    for power, seat in chosen.items():
        if not isinstance(seat, str) or not seat.strip():
            raise SetupError(f"the seat of '{power}' needs a name")
    seats = system.seated(seats)
    for power, seat in chosen.items():
        if seats[power] != seat:
            raise SetupError(f"'{power}' is played from seat '{seats[power]}', not '{seat}'; leave it out")
    for seat in set(seats.values()):
        sides = {powers[power] for power, holder in seats.items() if holder == seat}
        if len(sides) > 1:
            raise SetupError(f"seat '{seat}' holds powers of both sides; a player's powers are all of one side")
    return seats


def new_game(setting: Setting, luck: Luck | int | str | None = None) -> Game:
    """A game of the setting's scenario. `luck`: a seed, a source, or None to type in the dice."""
    table = Table(setting, State(), "set-up")
    setting.system.set_up(table)
    return Game(setting, table.state, table.events, _luck(luck), head(setting, luck))


def setting_of(
    text: str,
    systems: Mapping[str, System],
    seats: Mapping[str, str] | None = None,
    overlay: Path | None = None,
    like: Setting | None = None,
) -> Setting:
    """The game that a position's text names, or that of `like` where it names none.

    Raises PositionError naming line and mend; SetupError for seats and data.
    """
    known = {"system": like.system.name, "scenario": like.scenario} if like is not None else {}
    head = known | position_head(text)
    if "system" not in head or "scenario" not in head:
        raise PositionError(
            "line 1: a position names its game: write the lines 'system aana' and 'scenario torch' below"
        )
    options = {k.removeprefix("option "): v for k, v in head.items() if k.startswith("option ")}
    try:
        return make_setting(systems[head["system"]], head["scenario"], options, seats, overlay)
    except SetupError as error:
        if not error.about:
            raise
        raise PositionError(f"line {line_of(text, error.about)}: {error}") from error


def game_from_position(setting: Setting, text: str, luck: Luck | int | str | None = None) -> Game:
    """A game that starts from a position. Raises PositionError naming line and mend."""
    state = read_position(setting, text)
    return Game(setting, state, (), _luck(luck), head(setting, luck) | {"position": text})


def _luck(luck: Luck | int | str | None) -> Luck | None:
    return Seeded(luck) if isinstance(luck, int | str) else luck


def head(setting: Setting, luck: Luck | int | str | None) -> dict[str, Any]:
    """The first line of a record."""
    return {
        "format": "northafrica record 1",
        "version": VERSION,
        "system": setting.system.name,
        "scenario": setting.scenario,
        "options": dict(setting.options),
        "seats": dict(setting.seats),
        "data": dict(setting.system.digests(setting.data)),
        "seed": luck if isinstance(luck, int | str) else None,
    }
