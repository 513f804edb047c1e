"""The map in play: who stands where, what units are worth now, zones of control, supply points, control.

Rulebook 2.2 (units and markers), 2.5 (steps), 5.2 (Out of Supply), 1.9a (ports); series rules for zones.
Statuses of a piece: `lost` steps lost, `oos` Out of Supply, `spent` quarters of movement points spent by the stack
now moving, `moved` done for the phase, `stirred` changed hex this game turn (1.6), `pinned` began the phase in an
enemy zone of control, `led` began its move with a leader, `attacking` takes part in the attack under way, `fought`
has attacked this phase, `fed` supplied in this Supply Phase; of a leader: `flew`, `rode`, `fought`, `returns` (the
turn on which it comes back) and, in an overrun, `attacking` if he goes with the stack.
Units that are destroyed go to the dead pile: `kill`, `lose_step`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from fractions import Fraction

from northafrica.core.groups import Picked, everywhere, flip, groups, lose
from northafrica.core.pieces import Piece
from northafrica.core.table import Table, View
from northafrica.mechanisms.hex_reach import Barred
from northafrica.mechanisms.zones import reached
from northafrica.systems.afrika2.data import Afrika2Data
from northafrica.systems.afrika2.entities import (
    AXIS,
    CW,
    DEAD,
    HELD,
    LEADERS,
    OFF_MAP,
    PORTS,
    RESTRICTION,
    TRIPOLI,
    Mode,
    UnitType,
)
from northafrica.systems.afrika2.tables.rows import ScenarioRow
from northafrica.systems.afrika2.terrain.ways import QUARTERS, Ways

PHASE_STATUS = ("spent", "moved", "pinned", "led", "attacking", "fought", "flew", "rode", "fed")
SHORT = "_short"


def data(view: View) -> Afrika2Data:
    """The data of the game, typed."""
    found: Afrika2Data = view.setting.data
    return found


def ways(view: View) -> Ways:
    """The steps of the map."""
    return data(view).ways


def frame(view: View) -> ScenarioRow:
    """The scenario played, whether whole or short."""
    return data(view).frames[view.setting.scenario.removesuffix(SHORT)]


def is_short(view: View) -> bool:
    """Whether the short version is played (8.2)."""
    return view.setting.scenario.endswith(SHORT)


def last_turn(view: View) -> int:
    """The turn after which the game ends."""
    return frame(view).short_end if is_short(view) else frame(view).last_turn


def enemy_of(side: str) -> str:
    """The other side."""
    return CW if side == AXIS else AXIS


def is_leader(piece: Piece) -> bool:
    """Rommel and O'Connor are no units (2.2)."""
    return piece.kind in LEADERS


def is_unit(piece: Piece) -> bool:
    """Whether a piece is a combat counter."""
    return piece.kind not in LEADERS


def unit(view: View, piece: Piece) -> UnitType:
    """The counter a piece is."""
    return data(view).units[piece.kind]


def name(view: View, place: str) -> str:
    """A place for people: ``Tobruk (A36.23)``."""
    return data(view).place_name(place)


def title(view: View, piece: Piece) -> str:
    """A piece for people."""
    return data(view).names.kind(piece.kind)


# -- what a unit is worth now -----------------------------------------------------------------------------
def steps_left(view: View, piece: Piece) -> int:
    """Steps that one unit of a group still has (2.5)."""
    return unit(view, piece).steps - piece.number("lost")


def _side_of_counter(view: View, piece: Piece) -> tuple[int, int, int]:
    found = unit(view, piece)
    if piece.has("lost") and found.reduced is not None:
        return found.reduced
    return found.attack, found.defense, found.move


def attack(view: View, piece: Piece) -> Fraction:
    """Attack strength of one unit, a quarter if Out of Supply (5.2); fractions are kept."""
    return _side_of_counter(view, piece)[0] * _share(view, piece, "oos_attack")


def defence(view: View, piece: Piece) -> Fraction:
    """Defence strength of one unit, half if Out of Supply (5.2)."""
    return _side_of_counter(view, piece)[1] * _share(view, piece, "oos_defence")


def _share(view: View, piece: Piece, number: str) -> Fraction:
    """What is left of a strength Out of Supply (combat_numbers.csv)."""
    return data(view).combat.numbers[number] if piece.has("oos") else Fraction(1)


def allowance(view: View, piece: Piece) -> int:
    """Movement allowance in quarters of a point, half if Out of Supply (5.2)."""
    return _side_of_counter(view, piece)[2] * QUARTERS // (2 if piece.has("oos") else 1)


def exploits(view: View, piece: Piece) -> bool:
    """Whether a unit is exploit-capable by itself: its yellow bar, never Out of Supply (2.4)."""
    found = unit(view, piece)
    bar = found.exploits_reduced if piece.has("lost") else found.exploits
    return bar and not piece.has("oos")


def mode(view: View, piece: Piece) -> Mode:
    """How a unit moves on the map."""
    return unit(view, piece).mode


def closed_to(view: View, place: str, piece: Piece) -> Barred | None:
    """Why a unit cannot stand in a place: terrain closed to it into which no road or track leads. None where it can."""
    if not on_map(view, place) or data(view).hexes[place].roads:
        return None
    entry = ways(view).entry(place, mode(view, piece))
    return entry if isinstance(entry, Barred) else None


# -- who stands where -------------------------------------------------------------------------------------
def on_map(view: View, place: str) -> bool:
    """Whether a place is a hex of the map."""
    return place in data(view).hexes


def units_at(view: View, place: str, side: str) -> Picked:
    """The units of a side in a place, leaders left out."""
    return groups(view, place, lambda piece: piece.power == side and is_unit(piece))


def count_units(view: View, place: str, side: str) -> int:
    """How many units of a side stand in a place."""
    return sum(n for piece, n in view.state.at(place).items() if piece.power == side and is_unit(piece))


def occupied(view: View, side: str) -> set[str]:
    """The hexes where units of a side stand."""
    return {
        place
        for place, table in view.state.pieces.items()
        if on_map(view, place) and any(piece.power == side and is_unit(piece) for piece in table)
    }


def leader_at(view: View, place: str, side: str) -> Piece | None:
    """The leader of a side in a place."""
    return next((p for p in view.state.at(place) if p.power == side and is_leader(p)), None)


def where_is(view: View, kind: str) -> str:
    """The place of a leader or of a unit that exists once, "" where it is nowhere."""
    return next((place for place, piece, _ in everywhere(view, lambda p: p.kind == kind)), "")


def in_play(view: View, place: str) -> bool:
    """Whether pieces there are in play: on the map, in the boxes beside it or in the Restriction Box."""
    return on_map(view, place) or place in (*OFF_MAP, RESTRICTION)


def zones(view: View, side: str, but: Collection[str] = ()) -> set[str]:
    """The hexes in an enemy zone of control, as `side` meets them; units in `but` exert none.

    Source: scs.zoc-six, scs.zoc-terrain, 5.2 (units Out of Supply exert none); options zone_terrain, zone_zero_attack.
    """
    info, map_ways = data(view), ways(view)
    barred, guns = view.option("zone_terrain") == "stop", view.option("zone_zero_attack") == "yes"

    def exerts(place: str, piece: Piece) -> Iterable[str]:
        if place not in info.hexes or place in but or piece.power == side or piece.kind in LEADERS or piece.has("oos"):
            return ()
        counter = info.units[piece.kind]
        if not (guns or counter.attack):
            return ()
        return map_ways.zone[counter.mode][place] if barred else map_ways.near[place].values()

    return reached(view.state, exerts)


def kill(table: Table, place: str, piece: Piece, n: int, purpose: str, *rules: str, combat: str = "") -> None:
    """Units are destroyed: they leave their place and lie in their side's dead pile, whole again (4.2b)."""
    lose(table, place, piece, n, purpose, *rules, combat=combat)
    table.emit(
        "placed",
        *rules,
        place=DEAD[piece.power],
        piece=Piece(piece.power, piece.kind),
        count=n,
        purpose="dead pile",
        power=piece.power,
    )


def lose_step(table: Table, place: str, piece: Piece, purpose: str, *rules: str, combat: str = "") -> Piece | None:
    """One unit of a group loses a step (2.5): the unit afterwards, None where that was its last."""
    rule = "2.5.further-no-degrade" if piece.has("lost") else "2.5.first-loss-flips"
    if steps_left(table, piece) <= 1:
        kill(table, place, piece, 1, purpose, rule, "2.5.printed-steps", *rules, combat=combat)
        return None
    return flip(table, place, piece, 1, rule, *rules, lost=piece.number("lost") + 1)


# -- supply points, control ---------------------------------------------------------------------------------
def supply_points(view: View, place: str, side: str) -> int:
    """Supply Points of a side in a place; Tripoli's dump is without end (1.7)."""
    if place == TRIPOLI:
        return 10_000 if side == AXIS else 0
    return view.state.stock(place, "sp", side)


def dumps(view: View, side: str) -> dict[str, int]:
    """All places with Supply Points of a side (Tripoli left out)."""
    found = {place: stocks.get(("sp", side), 0) for place, stocks in view.state.stocks.items()}  # type: ignore[call-overload]
    return {place: n for place, n in sorted(found.items()) if n}


def controller(view: View, place: str) -> str:
    """The side that holds a port, city or named hex: the last to have had a unit there (1.9a)."""
    return view.state.marker(place, "control")


def holds(view: View, place: str, side: str) -> bool:
    """Whether a side occupies a place, as victory asks (8.1, option occupation)."""
    if view.option("occupation") == "unit":
        return count_units(view, place, side) > 0
    return controller(view, place) == side


def take(table: Table, place: str, side: str, *rules: str) -> None:
    """A unit of a side has entered a hex: ports and named hexes change hands (1.9a)."""
    if place not in HELD or controller(table, place) == side:
        return
    port = ("1.9a.capture", "1.9a.zero-on-capture") if place in PORTS else ()
    table.emit("control", *port, *rules, place=place, marker="control", value=side, power=side)
    if place in PORTS:
        table.emit("marked", *port, place=place, marker="captured", value=str(table.state.round), power=side)
        left = table.state.stock(place, "capacity")
        if left:
            table.emit("expired", *port, place=place, resource="capacity", amount=left, purpose="captured", power=side)
