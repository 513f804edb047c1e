"""What there is to show: cards of hexes and boxes, blocks, the turn bar."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from northafrica.core.cards import SpaceCard, Stack, Token, TurnBar
from northafrica.core.groups import groups
from northafrica.core.naming import counted, joined
from northafrica.core.pieces import Piece
from northafrica.core.table import View
from northafrica.systems.blocks.board.control import city
from northafrica.systems.blocks.board.fronts import holders
from northafrica.systems.blocks.board.ground import FUELLED, OOS, SHOWN, SIEGE, contested, data, nation_of
from northafrica.systems.blocks.board.steps import STEPS, ZERO, ladder, steps
from northafrica.systems.blocks.data.tables import RESOURCES, SIDES
from northafrica.systems.blocks.phases import PHASE_NAMES
from northafrica.systems.blocks.setup.start import scenario
from northafrica.systems.blocks.victory import conditions, met, told
from northafrica.systems.blocks.wording import ADJECTIVES, month, stamp

DRAWINGS = {
    "Tank": "tank",
    "Tankette": "armored_car",
    "Motorized": "mechanized_infantry",
    "Para": "airborne",
    "Static": "garrison",
    "Cavalry": "scout_car",
    "Artillery": "artillery",
    "Fighter": "fighter",
    "Bomber": "bomber",
    "Armored HQ": "support",
    "Air HQ": "support",
    "Strategic Air HQ": "support",
    "Minor Leader": "leader",
    "BB": "battleship",
    "CA": "cruiser",
    "DD": "destroyer",
    "SS": "submarine",
    "CV": "aircraft_carrier",
    "CVE": "aircraft_carrier",
    "HQ": "leader",
}
NATIONS = {"Germany": "german", "Italy": "italian", "UK": "british", "Free French": "free_french"}
WORDS = {OOS: "out of supply", SIEGE: "in siege supply", SHOWN: "face up", FUELLED: "fuelled"}
CITIES = {
    "minor": "minor city: its guns fire 1 die",
    "major": "major city: who attacks rolls half, who defends has a bonus",
    "capital": "capital: as a major city, and a main supply source",
    "bunker": "bunker: who attacks, guns and aircraft too, rolls half",
    "fortress": "fortress: who attacks, guns and aircraft too, rolls a quarter",
}
RECONSTRUCTED = "the map is reconstruction: the printed one was not at hand"


def stack(view: View, piece: Piece, number: int) -> Stack:
    """A block as it is shown; of one whose face is not seen the wood alone."""
    info = data(view)
    row = info.units.get(piece.kind) or info.ships.get(piece.kind)
    name = view.names.kind(piece.kind, number)
    notes = ", ".join(WORDS.get(s, f"{s} {v}" if v != 1 else s) for s, v in piece.status if s not in (STEPS, ZERO))
    if row is None:
        return Stack(piece.power, piece.power, piece.kind, number, notes, name, "infantry", "", "?")
    left, rungs = steps(view, piece), ladder(view, piece)
    values = str(left)
    unit = info.units.get(piece.kind)
    if unit is not None:
        tech = info.tech(unit.fires_as or unit.guns_as, nation_of(view, piece), stamp(view.state.round))
        values = f"{left} (TECH {tech})"
    drawing, nation = DRAWINGS.get(row.type, "infantry"), NATIONS.get(row.nation, "")
    standing = len([rung for rung in rungs if rung <= left and rung]), len([rung for rung in rungs if rung])
    return Stack(piece.power, piece.power, piece.kind, number, notes, name, drawing, nation, values, standing)


def card(view: View, space: str) -> SpaceCard:
    """Everything to tell about a hex or a box."""
    return _card(view, space, holders(view))


def all_cards(view: View) -> Mapping[str, SpaceCard]:
    """The cards of all spaces, with zones worked out once."""
    holder = holders(view)
    return {space: _card(view, space, holder) for space in data(view).board.spaces}


def _card(view: View, space: str, holder: Callable[[str], str]) -> SpaceCard:
    info = data(view)
    known = info.board.spaces.get(space)
    side = holder(space) if space in info.open_land else ""
    return SpaceCard(
        space,
        view.name(space),
        known.kind if known else "box",
        side if side in SIDES else "",
        side if side in SIDES else "",
        _status(view, space, side),
        tuple(stack(view, piece, n) for piece, n in groups(view, space)),
        tuple(Token(name, n, label=f"{n} {name} PP") for name in RESOURCES if (n := view.state.stock(space, name))),
        _lines(view, space),
        tuple(f"{field}: {p}" for field, p in sorted(known.provenance.items())) if known else (),
        space in info.hexes,
    )


def _status(view: View, space: str, side: str) -> str:
    if contested(view, space):
        return "contested"
    return side or ("" if space in data(view).open_land else "closed to ground units")


def _lines(view: View, space: str) -> tuple[str, ...]:
    info = data(view)
    row = info.hexes.get(space)
    if row is None:
        return ()
    terrain = info.terrain[row.terrain]
    found = [f"{row.terrain.replace('_', ' ')}: {counted(terrain.mp, 'movement point')}" if terrain.mp else "water"]
    found += [CITIES[now]] if (now := city(view, space)) else []
    found += [f"{row.port} port"] if row.port else []
    found += [f"oil {row.oil}"] if row.oil else []
    sides = {feature for near in info.field.neighbours(space) for feature in info.field.hexside(space, near)}
    found += [joined(sorted(side.replace("_", " ") for side in sides))] if sides else []
    found += [info.countries[row.country].name] if row.country else []
    return (*found, RECONSTRUCTED)


def turn_bar(view: View) -> TurnBar:
    """The month, the phases and where we are; the conditions of victory, met or not."""
    top, row = view.state.top, scenario(view)
    lines = (
        f"{ADJECTIVES[side]}, {told(view, one)}: {'met' if met(view, one) else 'not met'}"
        for side in SIDES
        for one in conditions(view, side)
    )
    return TurnBar(
        view.state.round,
        row.last_round,
        tuple((side, ADJECTIVES[side]) for side in SIDES),
        view.state.power,
        tuple(PHASE_NAMES.items()),
        view.state.phase,
        top.label(view) if top else "the game is over",
        (month(view.state.round), *lines),
    )
