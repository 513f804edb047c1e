"""What there is to show: cards of hexes and boxes, counters, the turn bar, attacks under way, advice."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from northafrica.core.cards import Arrow, SpaceCard, Stack, Token, TurnBar
from northafrica.core.groups import groups
from northafrica.core.naming import counted
from northafrica.core.pieces import Piece
from northafrica.core.table import View
from northafrica.systems.afrika2.data import Afrika2Data
from northafrica.systems.afrika2.entities import (
    AXIS,
    CAIRO,
    CW,
    FORT_HEXES,
    RESTRICTION,
    ROLLED_PORTS,
    TRIPOLI,
    HexInfo,
    UnitType,
)
from northafrica.systems.afrika2.facts import facts
from northafrica.systems.afrika2.ground import (
    allowance,
    attack,
    controller,
    count_units,
    data,
    defence,
    is_leader,
    last_turn,
    name,
    on_map,
    steps_left,
    units_at,
    zones,
)
from northafrica.systems.afrika2.movement.march import left, mp, points
from northafrica.systems.afrika2.shown.map_plan import MUSSOLINI_COLUMN, WORDS
from northafrica.systems.afrika2.supply.lines import range_of
from northafrica.systems.afrika2.turn import PHASE_NAMES, PHASES, players_of

LABELS = {AXIS: "Axis", CW: "Commonwealth"}
DRAWINGS = {
    "Infantry": "infantry",
    "Armor": "tank",
    "AT": "anti_tank_gun",
    "Flak": "aaa",
    "Arm Car": "armored_car",
    "Arm Recon": "armored_recon",
    "Camel": "camel",
    "Motorcycle": "motorcycle",
    "AG": "assault_gun",
    "MG": "machine_gun",
    "Airborne": "airborne",
    "Support": "support",
    "Garrison": "garrison",
    "Commando": "commando",
    "Artillery": "artillery",
}
NATIONS = {
    "German": "german",
    "LW": "luftwaffe",
    "Italian": "italian",
    "CCNN": "blackshirt",
    "British": "british",
    "Australian": "australian",
    "Indian": "indian",
    "New Zealand": "new_zealand",
    "South African": "south_african",
    "Free French": "free_french",
    "Polish": "polish",
    "Greek": "greek",
}
TAKES = {
    "river": "all movement points",
    "major_river": "closed off the road",
    "sea_line": "closed off the road",
    "escarpment": "closed off the road",
    "wadi": "one point more",
}


def notes(view: View, piece: Piece) -> str:
    """A piece's status in words; steps are told beside its values."""
    found = []
    for status, words in (
        ("oos", "Out of Supply"),
        ("fed", "supplied"),
        ("pinned", "pinned"),
        ("attacking", "attacks"),
        ("fought", "has fought"),
        ("flew", "has flown"),
        ("rode", "has ridden"),
    ):
        if piece.has(status):
            found.append(words)
    if piece.has("moved"):
        found.append("has moved")
    elif piece.has("spent"):
        found.append(f"{mp(left(view, piece))} left")
    if piece.has("returns"):
        found.append(f"returns on turn {piece.get('returns')}")
    return ", ".join(found)


def stack(view: View, piece: Piece, number: int) -> Stack:
    """A group of like pieces as it is shown: values as they are now, steps left."""
    title = view.names.kind(piece.kind, number)
    if is_leader(piece):
        nation = "german" if piece.power == AXIS else "british"
        return Stack(piece.power, piece.power, piece.kind, number, notes(view, piece), title, "leader", nation)
    found = data(view).units[piece.kind]
    return Stack(
        piece.power,
        piece.power,
        piece.kind,
        number,
        notes(view, piece),
        title,
        DRAWINGS.get(found.unit_class, ""),
        NATIONS.get(found.nationality, ""),
        values(view, piece),
        (steps_left(view, piece), found.steps),
    )


def values(view: View, piece: Piece) -> str:
    """Attack, defence and movement allowance now: 4-3-8."""
    if not known(data(view).units[piece.kind]):
        return "?"
    numbers = (attack(view, piece), defence(view, piece), Fraction(allowance(view, piece), 4))
    return "-".join(short(number) for number in numbers)


def known(found: UnitType) -> bool:
    """Whether a counter is seen; of a hidden one only the side is known."""
    return found.unit_class in DRAWINGS


def short(number: Fraction) -> str:
    """A number with a quarter, a half or three quarters written small.

    >>> short(Fraction(9, 2)), short(Fraction(1, 4)), short(Fraction(6))
    ('4½', '¼', '6')
    """
    whole, rest = divmod(number, 1)
    sign = {Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾"}.get(Fraction(rest), "")
    return f"{whole or ''}{sign}" if sign else str(round(number, 1) if rest else whole)


def card(view: View, space: str) -> SpaceCard:
    """Everything to tell about a hex or box."""
    provenance = data(view).board[space].provenance
    return replace(
        held_card(view, space),
        facts=facts_of(view, space),
        sources=tuple(f"{what}: {source}" for what, source in provenance.items()),
        reconstructed=any(source.confidence == "low" for source in provenance.values()),
    )


def held_card(view: View, space: str) -> SpaceCard:
    """What stands in a place and who holds it, without the facts of the place."""
    stacks = tuple(stack(view, piece, n) for piece, n in groups(view, space))
    held = controller(view, space)
    side = next((s for s in (AXIS, CW) if count_units(view, space, s)), "") or held
    empty = _empty_card(data(view), space)
    return replace(empty, control=held, side=side, stacks=stacks, tokens=tokens(view, space))


def _empty_card(found: Afrika2Data, space: str) -> SpaceCard:
    return _blank(space, found.names.places[space], "hex" if space in found.hexes else "box")


_blank = lru_cache(maxsize=8192)(SpaceCard)


def all_cards(view: View) -> dict[str, SpaceCard]:
    """The cards of all hexes and boxes; facts and sources are left to `card`."""
    info, state = data(view), view.state
    held = {*state.pieces, *state.stocks, *state.markers}
    return {space: held_card(view, space) if space in held else _empty_card(info, space) for space in info.board.spaces}


def tokens(view: View, space: str) -> tuple[Token, ...]:
    """Supply points, tracks and Boxes of a place."""
    found = [
        Token(stock.resource, n, stock.owner, f"{n} {view.names.kind(stock.resource, n)}")
        for stock, n in sorted(view.state.stocks.get(space, {}).items())
    ]
    box = view.state.marker(space, "box")
    return (*found, *((Token("box", 1, box, "Box"),) if box else ()))


# -- facts -------------------------------------------------------------------------------------------------
def facts_of(view: View, space: str) -> tuple[str, ...]:
    """Lines about a place for people."""
    if not on_map(view, space):
        return _box_facts(view, space)
    info = data(view).hexes[space]
    return (*_terrain(view, info), *_ways(info), *_places(view, info), *_zones(view, space))


def _box_facts(view: View, space: str) -> tuple[str, ...]:
    if space == TRIPOLI:
        return ("supply points without end; units here are in supply at no cost", "5 points to the connecting box")
    if space == RESTRICTION:
        return ("units here wait for their release",)
    return ()


def _terrain(view: View, info: HexInfo) -> tuple[str, ...]:
    ways = data(view).ways
    counted_here = ways.terrains(info.id)
    found = [f"terrain: {', '.join(WORDS[kind] for kind in counted_here) or WORDS['open']}"]
    entry = ways.entry(info.id, "foot")
    found.append(f"off the road: {mp(entry[0])}" if isinstance(entry, tuple) else "entered along a road or track only")
    if info.sand_share and "sand_desert" not in counted_here:
        found.append(f"sand desert covers {info.sand_share:.0%} of it and does not count (option sand)")
    return tuple(found)


def _ways(info: HexInfo) -> tuple[str, ...]:
    found = []
    for road, label in (("primary", "primary road"), ("secondary", "secondary road"), ("track", "track")):
        sides = [direction for direction, kind in info.roads.items() if kind == road]
        if sides:
            found.append(f"{label} to {', '.join(sides)}")
    rivers = {side: "major_river" if kind == "major" else "river" for side, kind in info.rivers.items()}
    hexsides = [
        *(("wadi", side) for side in sorted(info.wadis)),
        *((kind, side) for side, kind in rivers.items()),
        *(("sea_line", side) for side in sorted(info.sea_lines)),
    ]
    found += [f"{WORDS[kind]} {side}: {TAKES[kind]}" for kind, side in hexsides]
    for side, kind in info.escarpments.items():
        found.append(f"escarpment {side}, {'downhill' if kind == 'high' else 'uphill'}: {TAKES['escarpment']}")
    return tuple(found)


def _places(view: View, info: HexInfo) -> tuple[str, ...]:
    found = []
    if info.port:
        table = _port_table(view, info.id)
        found.append(f"port, capacity left {view.state.stock(info.id, 'capacity')}{table}")
    if info.city:
        found.append(f"{info.city} city: defender x{'3' if info.city == 'major' else '2'}")
    if info.oasis:
        found.append("oasis: supplies up to two units")
    if info.id in FORT_HEXES and info.forts:
        found.append(f"fortified hexsides: {', '.join(sorted(info.forts))}")
    if info.id in CAIRO:
        found.append("part of Cairo")
    if info.column == MUSSOLINI_COLUMN:
        found.append("on the Mussolini line")
    if info.edge == "west":
        found.append("western edge: 5 points to the connecting box")
    return tuple(found)


def _port_table(view: View, port: str) -> str:
    """What a die gives a port: `; die 1-3: 1, 4-6: 2`."""
    if port not in ROLLED_PORTS:
        return "; no die is rolled"
    lines = data(view).charts["port", port]
    told = (f"{low}{f'-{high}' if high > low else ''}: {value}" for low, high, value in lines)
    return f"; die {', '.join(told)}"


def _zones(view: View, space: str) -> tuple[str, ...]:
    sides = {AXIS: CW, CW: AXIS}
    names = {AXIS: "Axis", CW: "Commonwealth"}
    found = [f"in {names[owner]} zones of control" for owner, other in sides.items() if space in _zone(view, other)]
    return tuple(found)


_known_zones: list[tuple[object, dict[str, set[str]]]] = []


def _zone(view: View, side: str) -> set[str]:
    """Enemy zones of control of a side, worked out once for a state."""
    if not _known_zones or _known_zones[0][0] is not view.state:
        _known_zones[:] = [(view.state, {})]
    known_here = _known_zones[0][1]
    if side not in known_here:
        known_here[side] = zones(view, side)
    return known_here[side]


# -- the turn, what may be done ------------------------------------------------------------------------------
def turn_bar(view: View) -> TurnBar:
    """The turn as a sequence."""
    top = view.state.top
    ranges = (f"supply range {range_of(view, side) // 4} {label}" for side, label in ((AXIS, "Axis"), (CW, "CW")))
    players = tuple((side, LABELS[side]) for side in players_of(view, view.state.round))
    return TurnBar(
        view.state.round,
        last_turn(view),
        players,
        view.state.power,
        tuple((phase, PHASE_NAMES[phase]) for phase in PHASES),
        view.state.phase,
        top.label(view) if top is not None else "",
        tuple(ranges),
    )


def arrows(view: View) -> tuple[Arrow, ...]:
    """The attack under way: from every stack that takes part."""
    fight = facts(view).combat
    if fight is None:
        return ()
    found = []
    for place, table in sorted(view.state.pieces.items()):
        if place != fight.target and any(piece.has("attacking") for piece in table):
            label = f"attack on {name(view, fight.target)}"
            found.append(Arrow(place, fight.target, "attack", fight.side, label))
    return tuple(found)


def advice(view: View, space: str) -> tuple[str, ...]:
    """What the units of the side on turn in a place may still do."""
    if view.state.phase not in ("movement", "exploitation"):
        return ()
    found = []
    for piece, n in units_at(view, space, view.state.power):
        title = counted(n, view.names.kind(piece.kind), view.names.kind(piece.kind, n))
        if piece.has("moved"):
            found.append(f"{title}: has moved")
        else:
            found.append(f"{title}: {points(left(view, piece))} of {mp(allowance(view, piece))} left")
    return tuple(found)
