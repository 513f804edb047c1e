"""Spaces: who stands where, whose they are, what they were when the turn began (Spaces On The Game Board, Canals)."""

from __future__ import annotations

from northafrica.core.pieces import Piece
from northafrica.core.table import View
from northafrica.systems.revised.data import RevisedData, UnitRow
from northafrica.systems.revised.facts import facts
from northafrica.systems.revised.phases import WITHOUT_CAPITAL

AXIS, ALLIES = "axis", "allies"
SIDES = {"ussr": ALLIES, "germany": AXIS, "uk": ALLIES, "japan": AXIS, "us": ALLIES}
TURN_POWERS = tuple(SIDES)
TREASURY, MOBILIZATION = "treasury", "mobilization"
IPC = "ipc"
GUN, COMPLEX = "antiaircraft_gun", "industrial_complex"
AIR = frozenset({"fighter", "bomber"})
SHIPS = frozenset({"battleship", "destroyer", "aircraft_carrier", "submarine", "transport"})
STRIKE, STRIKER, STRIKE_TURN = "joint_strike", "uk", "us"
"""The advantage by which the units of one power fight in the turn of another (rule na.uk.joint-strike.turn)."""
CAPTORS = frozenset({"infantry", "artillery", "tank"})
"""The units that capture territories (rule unit.land.domain)."""


def data(view: View) -> RevisedData:
    """The data of the game, typed."""
    found: RevisedData = view.setting.data
    return found


def unit(view: View, kind: str) -> UnitRow:
    """The line of the unit table for a kind."""
    return data(view).units[kind]


def name(view: View, space: str) -> str:
    """The name of a space for people."""
    return view.name(space)


def side_of(power: str) -> str:
    """The side a power is on (rule powers.sides)."""
    return SIDES[power]


def enemy_of(side: str) -> str:
    """The other side."""
    return ALLIES if side == AXIS else AXIS


def acting_side(view: View) -> str:
    """The side of the power whose turn it is."""
    return SIDES[view.state.power]


def acting_powers(view: View) -> tuple[str, ...]:
    """The powers whose units move and fight now: that whose turn it is, in a joint strike Britain's with America's.

    Rule na.uk.joint-strike.turn.
    """
    state = view.state
    if state.power == STRIKE_TURN and state.phase in WITHOUT_CAPITAL and strike_is_on(view):
        return (STRIKER, STRIKE_TURN)
    return (state.power,)


def strike_is_on(view: View) -> bool:
    """Whether this is the round of a joint strike."""
    return view.state.marker(chart_of(STRIKER), STRIKE) == "active"


def is_sea(view: View, space: str) -> bool:
    """Whether a space is a sea zone."""
    return space in data(view).at_sea


def is_land(piece: Piece) -> bool:
    """Whether a piece is a land unit, guns and complexes included."""
    return piece.kind not in AIR and piece.kind not in SHIPS


def chart_of(power: str) -> str:
    """The off-map place that holds a power's developments and advantages."""
    return f"{power}_chart"


def controller(view: View, space: str) -> str:
    """The power that controls a territory, "" where nobody does."""
    return view.state.marker(space, "control")


def enemies_at_sea(view: View, zone: str, side: str) -> bool:
    """Whether a zone holds units of the enemies of a side other than submerged submarines (map.submerged-ignored)."""
    return any(SIDES[piece.power] != side and not piece.has("submerged") for piece in view.state.pieces.get(zone, {}))


def is_hostile(view: View, space: str, side: str) -> bool:
    """Rules map.territory-status and map.sea-status."""
    if is_sea(view, space):
        return enemies_at_sea(view, space, side)
    power = controller(view, space)
    return bool(power) and SIDES[power] != side


def is_friendly(view: View, space: str, side: str) -> bool:
    """Rules map.territory-status and map.sea-status; neutrals are neither friendly nor hostile."""
    if is_sea(view, space):
        return not enemies_at_sea(view, space, side)
    power = controller(view, space)
    return bool(power) and SIDES[power] == side


def status_word(view: View, space: str, side: str) -> str:
    """friendly, hostile or neutral, as a side reads a space."""
    if is_hostile(view, space, side):
        return "hostile"
    return "friendly" if is_friendly(view, space, side) else "neutral"


def hostile_now(view: View, side: str) -> tuple[str, ...]:
    """All spaces hostile to a side, to be remembered when a turn begins."""
    info = data(view)
    return tuple(space for space in (*info.territories, *info.zones) if is_hostile(view, space, side))


def held_now(view: View, power: str) -> tuple[str, ...]:
    """All territories a power controls."""
    return tuple(space for space in data(view).territories if controller(view, space) == power)


def friendly_at_start(view: View, space: str) -> bool:
    """Whether a space was friendly to the acting side when the turn began."""
    return space not in facts(view).hostile and not data(view).has_tag(space, "impassable")


def held_at_start(view: View, space: str) -> bool:
    """Whether the acting power has controlled a territory since its turn began."""
    return space in facts(view).held and controller(view, space) == view.state.power


def capital_of(view: View, power: str) -> str:
    """The territory with a power's capital."""
    return data(view).powers[power].capital


def has_capital(view: View, power: str) -> bool:
    """Whether no enemy holds a power's capital (rule capital.no-income)."""
    return is_friendly(view, capital_of(view, power), SIDES[power])


def production(view: View, power: str) -> int:
    """A power's national production level: the income values of what it controls (rule income.verify)."""
    info = data(view)
    return sum(info.income(space) for space in held_now(view, power))


def has_complex(view: View, space: str) -> bool:
    """Whether an industrial complex stands in a territory."""
    return any(piece.kind == COMPLEX for piece in view.state.pieces.get(space, {}))


def canal_open(view: View, a: str, b: str) -> bool:
    """Whether the acting side may sail between two zones: no canal joins them, or it held the banks at turn start.

    Rules canal.start-of-turn, canal.side-control, canal.split-closed.
    """
    row = next((row for row in data(view).canals if {row.a, row.b} == {a, b}), None)
    return row is None or all(friendly_at_start(view, bank) for bank in row.held_by)
