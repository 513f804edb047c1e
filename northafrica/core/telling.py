"""Events in words, for logs on the screen, in notebooks and on the command line."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from northafrica.core.events import Event

Name = Callable[[str], str]


def counted(number: int, word: str) -> str:
    """`1 point`, `2 points`."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def plain_name(place: str) -> str:
    """A place's id made readable: `el_agheila` becomes `El Agheila`."""
    first, arrow, second = place.partition(">")
    text = first.replace("_", " ").title()
    return f"{text}, border to {second.replace('_', ' ').title()}" if arrow else text


def tell(event: Event, name: Name = plain_name) -> str:
    """One event as a sentence without its full stop; "" for those that only keep the books."""
    teller = _TELLERS.get(event.kind)
    return teller(event, name) if teller else ""


def told(events: Iterable[Event], name: Name = plain_name) -> list[str]:
    """The sentences of many events, empty ones left out."""
    return [text for text in (tell(event, name) for event in events) if text]


def _units(event: Event) -> str:
    piece = event.piece
    return f"{event.count} {piece.power} {piece.kind}" if piece else ""


def _began(event: Event, name: Name) -> str:
    return f"{event.label}: {event.detail}" if event.detail else event.label


def _placed(event: Event, name: Name) -> str:
    return f"{_units(event)} placed in {name(event.place)}"


def _moved(event: Event, name: Name) -> str:
    word = {"moved": "to", "retreated": "back to"}[event.kind]
    return f"{_units(event)}: {name(event.place)} {word} {name(event.to)}"


def _lost(event: Event, name: Name) -> str:
    why = f" ({event.purpose})" if event.purpose else ""
    return f"{_units(event)} lost in {name(event.place)}{why}"


def _flipped(event: Event, name: Name) -> str:
    piece, after = event.piece, event.becomes
    if piece is None or after is None:
        return ""
    if piece.power != after.power:
        return f"{_units(event)} in {name(event.place)} now belongs to {after.power}"
    gained = {key for key, _ in after.status} - {key for key, _ in piece.status}
    for key, text in (("damaged", "damaged"), ("submerged", "submerged"), ("escaped", "escaped")):
        if key in gained:
            return f"{_units(event)} in {name(event.place)} {text}"
    return (
        f"{_units(event)} in {name(event.place)} repaired" if piece.has("damaged") and not after.has("damaged") else ""
    )


def _amount(event: Event) -> str:
    owner = f" of {event.owner}" if event.owner else ""
    return f"{event.amount} {event.resource}{owner}"


def _gained(event: Event, name: Name) -> str:
    return f"{_amount(event)} in {name(event.place)}" + (f" ({plain_name(event.purpose)})" if event.purpose else "")


def _shipped(event: Event, name: Name) -> str:
    return f"{_amount(event)}: {name(event.place)} to {name(event.to)}"


def _gone(event: Event, name: Name) -> str:
    why = f" ({event.purpose})" if event.purpose else ""
    return f"{_amount(event)} {event.kind} in {name(event.place)}{why}"


def _control(event: Event, name: Name) -> str:
    return f"{name(event.place)}: control passes to {event.value or 'nobody'}"


def _rolled(event: Event, name: Name) -> str:
    dice = " ".join(str(die) for die in event.dice)
    hits = "1 hit" if event.hits == 1 else f"{event.hits} hits"
    expected = event.chance * len(event.dice)
    return f"{event.label}: dice {dice}, {event.need} or less counts: {hits} ({expected:.1f} expected)"


def _hit(event: Event, name: Name) -> str:
    return f"{_units(event)} in {name(event.place)} hit"


def _note(event: Event, name: Name) -> str:
    where = f"{name(event.place)}: " if event.place else ""
    return f"{where}{event.label}" + (f" ({event.detail})" if event.detail else "")


def _declared(event: Event, name: Name) -> str:
    if event.to:
        verb = "attacks" if event.count == 1 else "attack"
        return f"{counted(event.count, 'unit')} {verb} {name(event.to)} from {name(event.place)}"
    return f"{event.label} in {name(event.place)}"


def _chose(event: Event, name: Name) -> str:
    where = f"{name(event.place)}, " if event.place else ""
    return f"{where}{event.label}: {event.value}"


def _victory(event: Event, name: Name) -> str:
    return f"{event.value or 'nobody'}: {event.label}, {event.detail}"


_TELLERS: dict[str, Callable[[Event, Name], str]] = {
    "began": _began, "placed": _placed, "moved": _moved, "retreated": _moved, "lost": _lost, "removed": _lost,
    "flipped": _flipped, "gained": _gained, "shipped": _shipped, "spent": _gone, "destroyed": _gone, "expired": _gone,
    "captured": _shipped, "control": _control, "rolled": _rolled, "hit": _hit, "note": _note, "declared": _declared,
    "chose": _chose, "result": _chose, "victory": _victory,
}  # fmt: skip
