"""What there is to show: cards of hexes and boxes, the turn bar, advice."""

from __future__ import annotations

from northafrica.core.cards import SpaceCard, Stack, Token, TurnBar
from northafrica.core.groups import groups
from northafrica.core.pieces import Piece
from northafrica.core.table import View
from northafrica.systems.afrika2.entities import AXIS, CW
from northafrica.systems.afrika2.ground import controller, count_units, data, last_turn, name, on_map
from northafrica.systems.afrika2.turn import PHASE_NAMES, PHASES


def notes(view: View, piece: Piece) -> str:
    """A piece's status in words."""
    found = []
    if piece.has("lost"):
        lost = piece.number("lost")
        found.append(f"{lost} step{'s' if lost > 1 else ''} lost")
    if piece.has("oos"):
        found.append("Out of Supply")
    if piece.has("moved") or piece.has("spent"):
        found.append("has moved")
    if piece.has("attacking"):
        found.append("attacks")
    if piece.has("fought"):
        found.append("has fought")
    if piece.has("returns"):
        found.append(f"returns on turn {piece.get('returns')}")
    return ", ".join(found)


def card(view: View, space: str) -> SpaceCard:
    """Everything to tell about a hex or box."""
    stacks = tuple(
        Stack(piece.power, piece.power, piece.kind, n, notes(view, piece), view.names.kind(piece.kind))
        for piece, n in groups(view, space)
    )
    side = next((s for s in (AXIS, CW) if count_units(view, space, s)), "") or controller(view, space)
    kind = "land" if on_map(view, space) else "box"
    return SpaceCard(space, name(view, space), kind, side, side, "", stacks, tokens(view, space), facts_of(view, space))


def tokens(view: View, space: str) -> tuple[Token, ...]:
    """Supply points, tracks and Boxes of a place."""
    found = [Token(stock.resource, n, stock.owner) for stock, n in sorted(view.state.stocks.get(space, {}).items())]
    box = view.state.marker(space, "box")
    return (*found, *((Token("box", 1, box),) if box else ()))


def facts_of(view: View, space: str) -> tuple[str, ...]:
    """Lines about a hex for people."""
    if not on_map(view, space):
        return ()
    info = data(view).hexes[space]
    kinds = [kind.replace("_", " ") for kind in data(view).ways.terrains(space)] or ["open"]
    found = [f"terrain: {', '.join(kinds)}"]
    if info.port:
        found.append(f"port, capacity left {view.state.stock(space, 'capacity')}")
    if info.oasis:
        found.append("oasis: supplies up to two units")
    return tuple(found)


def turn_bar(view: View) -> TurnBar:
    """The turn as a sequence."""
    top = view.state.top
    return TurnBar(
        view.state.round, last_turn(view), ((AXIS, "Axis"), (CW, "Commonwealth")), view.state.power,
        tuple((phase, PHASE_NAMES[phase]) for phase in PHASES), view.state.phase,
        top.label(view) if top is not None else "",
    )  # fmt: skip
