"""How the war is won: victory cities at the end of a round (How the War is Won; Check for Victory)."""

from __future__ import annotations

from fractions import Fraction

from northafrica.core.naming import joined
from northafrica.core.state import Outcome
from northafrica.core.table import Table, View
from northafrica.systems.revised.board.ground import ALLIES, AXIS, SIDES, TURN_POWERS, controller, data, production
from northafrica.systems.revised.wording import NAMES, nation, power_name


def cities(view: View, side: str) -> tuple[str, ...]:
    """The victory cities a side controls: they follow their territories (rule vc.capture, note A31)."""
    return tuple(city.name for city in data(view).cities if SIDES.get(controller(view, city.space)) == side)


def needed(view: View) -> int:
    """How many cities win."""
    return int(view.option("victory_cities"))


def condition(view: View) -> str:
    """The rule of the victory condition in use."""
    return "win.standard-9" if view.option("victory_cities") == "9" else "win.domination-12"


def check(table: Table) -> bool:
    """End the game if a side holds enough cities; asked after the turn of the US only (rule win.check-timing)."""
    held = {side: cities(table, side) for side in (AXIS, ALLIES)}
    winner = next((side for side, names in held.items() if len(names) >= needed(table)), "")
    told = ", ".join(f"{NAMES[side].removeprefix('the ')} {len(names)}" for side, names in held.items())
    table.note("victory cities", "win.check-timing", condition(table), detail=f"{told}; {needed(table)} win", power="")
    if winner:
        reason = f"{NAMES[winner]} hold {len(held[winner])} victory cities: {joined(held[winner])}"
        rules: tuple[str, ...] = (condition(table), "win.check-timing", "win.team", "win.condition-agreed")
        if table.option("individual_winner") == "on":
            reason, rules = f"{reason}; {best_told(table, winner)}", (*rules, "winner.eligible", "winner.formula")
        title = "Standard victory" if needed(table) == 9 else "World Domination"
        table.conclude(Outcome(winner, title, reason, rules))
        return True
    limit = table.option("round_limit")
    if limit != "none" and table.state.round >= int(limit):
        reason = f"no side holds {needed(table)} victory cities after round {limit} ({told})"
        table.conclude(Outcome("", "undecided", reason, ("turn.end", condition(table))))
        return True
    return False


def growth(view: View, power: str) -> Fraction:
    """The percentage by which a power's production has grown since the start (rule winner.formula)."""
    info = data(view)
    start = sum(info.income(space) for space in info.territories if info.original(space) == power)
    return (Fraction(production(view, power), start) - 1) * 100


def individual_winners(view: View, side: str) -> tuple[str, ...]:
    """The powers of a side whose production grew most; several where they are equal (note A35)."""
    mine = [power for power in TURN_POWERS if SIDES[power] == side]
    best = max(growth(view, power) for power in mine)
    return tuple(power for power in mine if growth(view, power) == best)


def best_told(view: View, side: str) -> str:
    """The individual winner in words."""
    found = individual_winners(view, side)
    percent = float(growth(view, found[0]))
    who = joined(power_name(power) for power in found)
    return (
        f"individual winner: {who}, {nation(found[0])} production {percent:+.1f} %"
        if len(found) == 1
        else (f"individual winners: {who}, production {percent:+.1f} % each")
    )
