"""Events and orders in words, for logs on the screen, in notebooks and on the command line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from northafrica.core.events import Event, visible
from northafrica.core.naming import PLAIN, Names, counted
from northafrica.core.orders import Order, Some

if TYPE_CHECKING:
    from northafrica.core.game import Game
    from northafrica.core.tree import Node


def tell(event: Event, names: Names = PLAIN) -> str:
    """One event as a sentence without its full stop; "" for those that only keep the books."""
    teller = _TELLERS.get(event.kind)
    return teller(event, names) if teller else ""


def told(events: Iterable[Event], names: Names = PLAIN) -> list[str]:
    """The sentences of many events, empty ones left out."""
    return [text for text in (tell(event, names) for event in events) if text]


def entry_told(game: Game, node: Node, seat: str = "", who: str = "") -> str:
    """An entry of the record in a word: its order or its dice, as a seat may know it ("": all of it).

    `who`: how that seat is called. Of an order that tells more than the seat sees, only the kind is told; nothing
    where it sees nothing of it.
    """
    if knows(game, node, seat):
        dice = f"dice {' '.join(map(str, node.result))}" if node.result else "set-up"
        return dice if node.order is None else str(node.order)
    if node.order is not None and visible(node.events, seat):
        return f"{node.order.kind}, not all of which {who or seat} sees"
    return f"something that {who or seat} does not see"


def knows(game: Game, node: Node, seat: str) -> bool:
    """Whether a seat may know an entry's order or dice in full.

    Its own; dice of which it sees anything; an order of which it sees all events and all units named.
    """
    seen_events = visible(node.events, seat)
    if seat in ("", node.seat) or not node.seat:
        return True
    if node.order is None:
        return bool(seen_events) or not node.events
    if len(seen_events) < len(node.events):
        return False
    hide, seen = game.system.hide, set[str]()
    for state in (game.tree.nodes[node.parent].state, node.state):
        known = hide(game.setting, state, seat)
        if known is state:
            return True
        seen |= {piece.kind for place in known.pieces.values() for piece in place}
    return {some.kind for some in _named(node.order)} <= seen


def _named(value: Any) -> Iterator[Some]:
    """The units that an order names."""
    if isinstance(value, Some):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from _named(part)
    elif isinstance(value, Order):
        for field in fields(value):
            yield from _named(getattr(value, field.name))


def _units(event: Event, names: Names) -> str:
    piece = event.piece
    return names.units(event.count, piece.kind, piece.power) if piece else ""


def _began(event: Event, names: Names) -> str:
    return f"{event.label}: {event.detail}" if event.detail else event.label


def _placed(event: Event, names: Names) -> str:
    return f"{_units(event, names)} placed in {names.place(event.place)}"


def _moved(event: Event, names: Names) -> str:
    word = {"moved": "to", "retreated": "back to"}[event.kind]
    return f"{_units(event, names)}: {names.place(event.place)} {word} {names.place(event.to)}"


def _lost(event: Event, names: Names) -> str:
    why = f" ({names.purpose(event.purpose)})" if event.purpose else ""
    return f"{_units(event, names)} lost in {names.place(event.place)}{why}"


def _flipped(event: Event, names: Names) -> str:
    piece, after = event.piece, event.becomes
    if piece is None or after is None:
        return ""
    if piece.power != after.power:
        verb = "belongs" if event.count == 1 else "belong"
        return f"{_units(event, names)} in {names.place(event.place)} now {verb} to {names.power(after.power)}"
    steps = after.number("lost") - piece.number("lost")
    if steps:
        verb = "lost" if steps > 0 else "regained"
        return f"{_units(event, names)} in {names.place(event.place)}: {counted(abs(steps), 'step')} {verb}"
    gained = {key for key, _ in after.status} - {key for key, _ in piece.status}
    for key, text in (("damaged", "damaged"), ("submerged", "submerged"), ("escaped", "escaped")):
        if key in gained:
            return f"{_units(event, names)} in {names.place(event.place)} {text}"
    repaired = piece.has("damaged") and not after.has("damaged")
    return f"{_units(event, names)} in {names.place(event.place)} repaired" if repaired else ""


def _amount(event: Event, names: Names) -> str:
    owner = f" of {names.power(event.owner)}" if event.owner else ""
    return f"{event.amount} {names.kind(event.resource, event.amount)}{owner}"


def _gained(event: Event, names: Names) -> str:
    why = f" ({names.purpose(event.purpose)})" if event.purpose else ""
    return f"{_amount(event, names)} in {names.place(event.place)}{why}"


def _shipped(event: Event, names: Names) -> str:
    return f"{_amount(event, names)}: {names.place(event.place)} to {names.place(event.to)}"


def _captured(event: Event, names: Names) -> str:
    if event.to:
        return _shipped(event, names)
    return f"{_amount(event, names)} captured in {names.place(event.place)}"


def _gone(event: Event, names: Names) -> str:
    why = f" ({names.purpose(event.purpose)})" if event.purpose else ""
    return f"{_amount(event, names)} {event.kind} in {names.place(event.place)}{why}"


def _control(event: Event, names: Names) -> str:
    return f"{names.place(event.place)}: control passes to {names.power(event.value) or 'nobody'}"


def _rolled(event: Event, names: Names) -> str:
    dice = " ".join(str(die) for die in event.dice)
    hits = "1 hit" if event.hits == 1 else f"{event.hits} hits"
    expected = event.chance * len(event.dice)
    return f"{event.label}: dice {dice}, {event.need} or less counts: {hits} ({expected:.1f} expected)"


def _hit(event: Event, names: Names) -> str:
    return f"{_units(event, names)} in {names.place(event.place)} hit"


def _note(event: Event, names: Names) -> str:
    where = f"{names.place(event.place)}: " if event.place else ""
    return f"{where}{event.label}" + (f" ({event.detail})" if event.detail else "")


def _marked(event: Event, names: Names) -> str:
    return _note(event, names) if event.label else ""


def _unsupplied(event: Event, names: Names) -> str:
    return f"{_units(event, names)} in {names.place(event.place)} out of supply"


def _declared(event: Event, names: Names) -> str:
    if event.to:
        verb = "attacks" if event.count == 1 else "attack"
        return f"{counted(event.count, 'unit')} {verb} {names.place(event.to)} from {names.place(event.place)}"
    return f"{event.label} in {names.place(event.place)}"


def _chose(event: Event, names: Names) -> str:
    where = f"{names.place(event.place)}, " if event.place else ""
    return f"{where}{event.label}: {names.purpose(event.value)}"


def _odds(event: Event, names: Names) -> str:
    where = f"{names.place(event.place)}, " if event.place else ""
    return f"{where}{event.label}: {event.value}" + (f" ({event.detail})" if event.detail else "")


def _victory(event: Event, names: Names) -> str:
    who = names.power(event.value) or "nobody"
    return f"{who[0].upper()}{who[1:]}: {event.label}, {event.detail}"


_TELLERS: dict[str, Callable[[Event, Names], str]] = {
    "began": _began,
    "placed": _placed,
    "moved": _moved,
    "retreated": _moved,
    "lost": _lost,
    "removed": _lost,
    "flipped": _flipped,
    "gained": _gained,
    "shipped": _shipped,
    "spent": _gone,
    "destroyed": _gone,
    "expired": _gone,
    "captured": _captured,
    "control": _control,
    "rolled": _rolled,
    "hit": _hit,
    "note": _note,
    "declared": _declared,
    "chose": _chose,
    "result": _chose,
    "converted": _odds,
    "odds": _odds,
    "victory": _victory,
    "marked": _marked,
    "unsupplied": _unsupplied,
}
