"""Where ground units may go from a hex, and at what cost (7.5.1 to 7.5.3): the map turned into steps.

Costs are movement points. A stack goes as its least able unit: armour keeps all out of mountains, and a point is spared
only where all spare it.
"""

from __future__ import annotations

from dataclasses import dataclass

from northafrica.core.groups import Picked
from northafrica.core.table import View
from northafrica.mechanisms.hex_reach import Barred, Step
from northafrica.systems.blocks.board.fronts import holders
from northafrica.systems.blocks.board.ground import data, is_armour, unit
from northafrica.systems.blocks.data import BlocksData

ARROW, WATER, BORDER = "red_arrow", "water", "impassable"
EASED = {"Mountain": "6.1.3.mountain-mp", "Cavalry": "6.1.4.cavalry"}


@dataclass(frozen=True)
class Mode:
    """How a stack moves: what it spares, whether armour is in it, which red arrows are open to it."""

    eased: str = ""
    armour: bool = False
    arrows: frozenset[frozenset[str]] = frozenset()


def mode_of(view: View, side: str, picked: Picked) -> Mode:
    """How these units move together (rule 7.5.3.red-arrow-infantry: who does not hold both ends needs infantry)."""
    units = [row for piece, _ in picked if (row := unit(view, piece)) is not None]
    eased = {row.type for row in units} if len({row.type for row in units}) == 1 else set()
    armour = any(is_armour(view, piece) for piece, _ in picked)
    arrows = [place for place, features in data(view).field.hexsides.items() if ARROW in features]
    if armour:
        holder = holders(view)
        arrows = [ends for ends in arrows if all(holder(end) == side for end in ends)]
    return Mode("".join(eased & set(EASED)), armour, frozenset(arrows))


def between(data: BlocksData, here: str, to: str, mode: Mode) -> Step | Barred:
    """The step from a hex to its neighbour, or what bars it."""
    side, info, lies = data.field.hexside(here, to), data.hexes[to], f"between {said(data, here)} and {said(data, to)}"
    terrain = data.terrain[info.terrain]
    if BORDER in side:
        return Barred("7.5.2.chotts-qattara", f"a yellow border lies {lies}: nobody crosses it")
    if not terrain.mp:
        return Barred("7.5.2.deep-water", f"{said(data, to)} is water: ground units cannot enter it")
    if not info.open:
        rule = "7.5.2.chotts-qattara" if data.countries[info.country].regions else "7.5.2.partial"
        return Barred(rule, f"{said(data, to)} is closed to ground units")
    if mode.armour and not terrain.armor:
        return Barred("6.2.no-mountain", f"{said(data, to)} is {info.terrain}: armour cannot enter it")
    if ARROW in side:
        if frozenset((here, to)) in mode.arrows:
            return Step(to, data.numbers["red_arrow"], rules=("7.5.3.red-arrow-cost",))
        text = f"a red arrow lies {lies}: who does not hold both ends crosses it with infantry alone"
        return Barred("7.5.3.red-arrow-infantry", text)
    if WATER in side:
        return Barred("7.5.2.deep-water", f"there is only water {lies}")
    coast = ("7.5.2.coastal",) if info.coast else ()
    if mode.eased and terrain.eased == mode.eased:
        return Step(to, terrain.mp - 1, rules=(terrain.rule, EASED[mode.eased], *coast))
    return Step(to, terrain.mp, rules=(terrain.rule, *coast))


def said(data: BlocksData, place: str) -> str:
    """A hex in a sentence."""
    return data.names.place(place)


_STEPS: dict[tuple[int, Mode], dict[str, tuple[Step, ...]]] = {}


def steps_of(data: BlocksData, mode: Mode) -> dict[str, tuple[Step, ...]]:
    """All steps of the map in a mode, worked out once."""
    key = id(data.hexes), mode
    if key not in _STEPS:
        _STEPS[key] = {here: _from(data, here, mode) for here in data.land}
    return _STEPS[key]


def _from(data: BlocksData, here: str, mode: Mode) -> tuple[Step, ...]:
    found = (between(data, here, to, mode) for to in data.field.neighbours(here))
    return tuple(step for step in found if isinstance(step, Step))
