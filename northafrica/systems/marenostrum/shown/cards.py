"""What there is to show: cards of spaces and boxes, the turn bar, what is printed on the map."""

from __future__ import annotations

from northafrica.core.cards import SpaceCard, Stack, Token, TurnBar
from northafrica.core.groups import groups
from northafrica.core.map_plan import MapText
from northafrica.core.naming import joined
from northafrica.core.pieces import Piece
from northafrica.core.table import View
from northafrica.systems.marenostrum.actions.menu import disrupted
from northafrica.systems.marenostrum.board.bases import UNLIMITED, air_capacity
from northafrica.systems.marenostrum.board.ground import (
    NEUTRAL_STATUS,
    REDUCED,
    STATIC,
    contested,
    controller,
    data,
)
from northafrica.systems.marenostrum.data import MareData
from northafrica.systems.marenostrum.data.tables import SIDES, SUPPLY, UNKNOWN, box_of
from northafrica.systems.marenostrum.facts import facts
from northafrica.systems.marenostrum.phases import PHASE_NAMES
from northafrica.systems.marenostrum.setup.start import scenario
from northafrica.systems.marenostrum.victory import objectives
from northafrica.systems.marenostrum.wording import ADJECTIVES, month

PORT, AIRBASE, DEPOT = "\u2693", "\u2708", "D"
ANY = 9
"""The port capacity that stands for no limit (off-map bases)."""
DRAWINGS = {
    "armored": "tank",
    "armor reserve": "tank",
    "armored battalion": "tiger_tank",
    "mechanized": "mechanized_infantry",
    "flak": "aaa",
    "recon": "armored_recon",
    "cavalry": "scout_car",
    "assault gun": "assault_gun",
    "airborne": "airborne",
    "garrison": "garrison",
    "fortification": "garrison",
    "commando": "commando",
    "ranger": "commando",
    "hq": "support",
    "F": "fighter",
    "NF": "fighter",
    "BB": "battleship",
    "BC": "battleship",
    "CV": "aircraft_carrier",
    "CVE": "aircraft_carrier",
    "SS": "submarine",
    "TR": "transport",
    "TR(f)": "transport",
    "LS": "transport",
}
BY_CATEGORY = {"ground": "infantry", "air": "bomber", "naval": "destroyer"}
NATIONS = {"German": "german", "Italian": "italian", "British": "british"}
SORTS = {
    "fortress": "fortress: three units of each sort a side, attackers lose 1",
    "small_island": "small island: by sea or air only, three units of each sort a side",
    "deep_desert": "deep desert: who enters stops, three units of each sort a side",
    "base": "off-map base: for one side alone",
}
RECONSTRUCTED = "the map is reconstruction: borders, ports, bases and railroads are not read from the printed one"
STATUS_WORDS = {REDUCED: "reduced", STATIC: "static", NEUTRAL_STATUS: "neutral"}


def stack(view: View, piece: Piece, number: int) -> Stack:
    """A group of like pieces as it is shown."""
    found = data(view).units.get(piece.kind)
    title = view.names.kind(piece.kind, number)
    notes = ", ".join(STATUS_WORDS.get(name, f"{name} {value}") for name, value in piece.status)
    side = "" if piece.has(NEUTRAL_STATUS) else piece.power
    if found is None or not found.category:
        symbol = SUPPLY if piece.kind == SUPPLY else "leader"
        return Stack(piece.power, side, piece.kind, number, notes, title, symbol)
    left = found.steps - piece.number(REDUCED)
    ground = found.anti_ground if left == found.steps else found.anti_ground_reduced
    if piece.kind in UNKNOWN:
        drawing = BY_CATEGORY[found.category]
        return Stack(piece.power, side, piece.kind, number, "not seen (18.1)", title, drawing, "", "?", (0, 0))
    values = "-".join(str(v) for v in (ground, found.anti_air, found.anti_surface, found.anti_sub, found.move_or_range))
    drawing = DRAWINGS.get(found.type, BY_CATEGORY[found.category])
    nation = NATIONS.get(found.nationality, "")
    return Stack(piece.power, side, piece.kind, number, notes, title, drawing, nation, values, (left, found.steps))


def card(view: View, space: str) -> SpaceCard:
    """Everything to tell about a space or a box."""
    info = data(view)
    known = info.board.spaces.get(space)
    holder = controller(view, space)
    return SpaceCard(
        space,
        view.name(space),
        known.kind if known else "box",
        holder if holder in SIDES else "",
        holder if holder in SIDES else "",
        _status(view, space) if known else "",
        tuple(stack(view, piece, n) for piece, n in groups(view, space)),
        tuple(Token("marker", 1, label=f"{base} disrupted") for base in disrupted(view, space)),
        _lines(view, space) if known else (),
        tuple(f"{field}: {p}" for field, p in sorted(known.provenance.items())) if known else (),
        bool(known),
    )


def _status(view: View, space: str) -> str:
    if data(view).sort(space) == "sea":
        held = [side for side in SIDES if any(p.power == side for p in view.state.at(space))]
        return "contested" if len(held) == 2 else held[0] if held else "sea zone"
    return "contested" if contested(view, space) else controller(view, space)


def _lines(view: View, space: str) -> tuple[str, ...]:
    info, found = data(view), []
    if info.sort(space) in SORTS:
        found.append(SORTS[info.sort(space)])
    port = info.port(space)
    if port:
        found.append("port without limit" if port == ANY else f"port for {port} supply units an Action")
    for side in SIDES:
        most = air_capacity(view, space, side)
        if most:
            told = "any number of" if most >= UNLIMITED else str(most)
            found.append(f"bases {told} {ADJECTIVES[side]} aircraft")
    if info.has_tag(space, "depot"):
        found.append("depot")
    lines = [word for tag, word in (("coast_road", "coast road"), ("railroad", "railroad")) if info.has_tag(space, tag)]
    found += [joined(lines)] if lines else []
    return (*found, RECONSTRUCTED)


def map_text(data: MareData) -> MapText:
    """Ports with their capacity, airbases and depots."""
    texts = []
    for space in data.areas:
        port = data.port(space)
        signs = [f"{PORT}{'' if port == ANY else port}"] if port else []
        signs += [sign for tag, sign in (("airbase", AIRBASE), ("depot", DEPOT)) if data.has_tag(space, tag)]
        if signs:
            texts.append((space, " ".join(signs)))
    return MapText(tuple(texts), f"{PORT} port and its capacity, {AIRBASE} airbase, {DEPOT} depot (all reconstruction)")


def turn_bar(view: View) -> TurnBar:
    """The month, the phases and where we are; Actions left, supply, hands and objectives."""
    top, row = view.state.top, scenario(view)
    left = sum(one.left for one in facts(view).allowances)
    return TurnBar(
        view.state.round,
        row.last_round,
        tuple((side, ADJECTIVES[side]) for side in SIDES),
        view.state.power,
        tuple((key, title) for key, title in PHASE_NAMES.items() if key != "setup"),
        view.state.phase,
        top.label(view) if top else "the game is over",
        (month(view.state.round), f"{left} Actions left beside supply", *(_side_line(view, side) for side in SIDES)),
    )


def _side_line(view: View, side: str) -> str:
    met = [one.met for one in objectives(view)[side]]
    stores = sum(n for piece, n in groups(view, box_of(side, "available")))
    held = sum(n for _, n in groups(view, box_of(side, "hand")))
    told = f"{sum(met)} of {len(met)} objectives met, {stores} supply units available, {held} events in hand"
    return f"{ADJECTIVES[side]}: {told}"
