"""How the war is won: sudden death, and the objectives of the scenario at its end (3.3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from northafrica.core.naming import joined
from northafrica.core.state import Outcome
from northafrica.core.table import Table, View
from northafrica.systems.marenostrum.board.ground import ALLIES, AXIS, NEUTRAL, controller, data, happened
from northafrica.systems.marenostrum.data.tables import CAMPAIGN
from northafrica.systems.marenostrum.setup.start import scenario
from northafrica.systems.marenostrum.wording import SIDE_NAMES, year

MOSUL = "mosul"
CORE = ("gibraltar", "cairo", MOSUL, "basra")
THREE = 3


def ports(view: View, region: str = "") -> tuple[str, ...]:
    """On-map areas with a port, in a region where one is named (rule 2.10.off-map-one-side)."""
    return tuple(space for space in data(view).ports if not region or region in data(view).regions(space))


def held(view: View, side: str, spaces: Sequence[str]) -> tuple[str, ...]:
    """Those of some spaces that a side controls."""
    return tuple(space for space in spaces if controller(view, space) == side)


def short_of_sudden_death(view: View, side: str) -> tuple[str, ...]:
    """What a side still has to take for a sudden death victory; neutral ports by the option (note A2)."""
    wanted = (MOSUL, *ports(view))
    if view.option("neutral_ports") == "left_out":
        wanted = tuple(space for space in wanted if controller(view, space) != NEUTRAL)
    return tuple(space for space in wanted if controller(view, space) != side)


def sudden_death(table: Table, side: str) -> bool:
    """End the game if the side whose turn begins has all ports and Mosul (rule 3.3.sudden-death)."""
    if short_of_sudden_death(table, side):
        return False
    reason = f"{SIDE_NAMES[side]} control Mosul and every port on the map when their turn begins"
    table.conclude(Outcome(side, "Sudden Death Victory", reason, ("3.3.sudden-death", "3.3.sudden-death-reply")))
    return True


@dataclass(frozen=True)
class Objective:
    """One thing a side needs at the end: in words, and whether it is met."""

    text: str
    met: bool


def _all(view: View, side: str, what: str, spaces: Sequence[str]) -> Objective:
    missing = [view.name(space) for space in spaces if controller(view, space) != side]
    return Objective(f"{what} (missing: {joined(missing)})" if missing else what, not missing)


def _some(view: View, side: str, spaces: Sequence[str], what: str) -> Objective:
    number = len(held(view, side, spaces))
    return Objective(f"at least {THREE} of {what} (has {number})", number >= THREE)


def _mediterranean(view: View) -> dict[str, tuple[Objective, ...]]:
    islands = (*ports(view, "sicily"), *ports(view, "sardinia"))
    either = any(len(held(view, ALLIES, ports(view, one))) == len(ports(view, one)) for one in ("sicily", "sardinia"))
    elsewhere = [space for space in ports(view) if space not in islands]
    return {
        ALLIES: (
            _all(view, ALLIES, "Gibraltar, Cairo, Mosul and Basra", CORE),
            _all(view, ALLIES, "all ports in North Africa", ports(view, "north_africa")),
            Objective("all ports in Sicily or in Sardinia", either),
        ),
        AXIS: (
            _all(view, AXIS, "all ports in Sicily and Sardinia", islands),
            _some(view, AXIS, elsewhere, "the other ports on the map"),
        ),
    }


def _desert(view: View) -> dict[str, tuple[Objective, ...]]:
    names = "Gibraltar, Malta, Crete, Alexandria, Damascus and Mosul"
    spaces = ("gibraltar", "malta", "crete", "alexandria", "damascus", MOSUL)
    home = (*ports(view, "sicily"), *ports(view, "sardinia"), *ports(view, "libya"))
    return {
        ALLIES: (
            _all(view, ALLIES, "Gibraltar, Alexandria, Cairo, Mosul and Basra", (*CORE, "alexandria")),
            _some(view, ALLIES, ("malta", "crete", "tobruk", "tripoli"), "Malta, Crete, Tobruk and Tripoli"),
        ),
        AXIS: (_all(view, AXIS, "all ports in Sicily, Sardinia and Libya", home), _some(view, AXIS, spaces, names)),
    }


CONDITIONS: dict[str, Callable[[View], dict[str, tuple[Objective, ...]]]] = {
    "mediterranean": _mediterranean,
    "desert": _desert,
}


def objectives(view: View) -> dict[str, tuple[Objective, ...]]:
    """What each side needs at the end of the scenario."""
    return CONDITIONS[scenario(view).victory](view)


BOLD = {"hitler": "24.1.victory", "felix": "major.felix.victory"}
"""What binds the Axis to a Sudden Death Victory (notes A12, A13)."""


def year_over(table: Table) -> bool:
    """Whether the year of Felix ends that Hitler Turns South sets as the last (rule 24.1.felix)."""
    felix = table.state.marker(CAMPAIGN, "felix")
    december = (table.state.round + 1) % 12 == 11
    return happened(table, "hitler") and december and felix == str(year(table.state.round))


def conclude(table: Table) -> None:
    """The scenario is over: who met all objectives, if only one did (rules 3.3.end-of-game, 3.3.draw)."""
    bound = [rule for what, rule in BOLD.items() if happened(table, what)]
    if bound:
        text = "the Axis had to win by Sudden Death and has not"
        deadline = ("24.1.felix",) if len(bound) > 1 else ()
        table.conclude(Outcome(ALLIES, "Victory", text, ("3.3.end-of-game", *bound, *deadline)))
        return
    found, row = objectives(table), scenario(table)
    winners = [side for side in (AXIS, ALLIES) if all(one.met for one in found[side])]
    rules = ("3.3.end-of-game", row.axis_rule, row.allied_rule)
    if len(winners) == 1:
        text = f"{SIDE_NAMES[winners[0]]} hold all their objectives: " + "; ".join(o.text for o in found[winners[0]])
        table.conclude(Outcome(winners[0], "Victory", text, rules))
        return
    text = "both sides hold all their objectives" if winners else "neither side holds all its objectives"
    table.conclude(Outcome("", "draw", text, (*rules, "3.3.draw")))
