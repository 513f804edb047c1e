"""Groups of like pieces: choosing them out of an order's words, offering, moving and changing them. Knows no game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from northafrica.core.naming import joined
from northafrica.core.orders import Some, Units
from northafrica.core.pieces import Piece, status_text
from northafrica.core.rulebook import Ruling
from northafrica.core.table import Table, View

Keep = Callable[[Piece], bool]
Picked = list[tuple[Piece, int]]


def groups(view: View, place: str, keep: Keep | None = None) -> Picked:
    """The groups of like pieces in a place, sorted, that `keep` accepts."""
    table = view.state.pieces.get(place)
    if not table:
        return []
    found = [item for item in table.items() if keep is None or keep(item[0])]
    return sorted(found) if len(found) > 1 else found


def number(view: View, place: str, keep: Keep | None = None) -> int:
    """How many pieces in a place `keep` accepts."""
    return sum(n for piece, n in view.state.pieces.get(place, {}).items() if keep is None or keep(piece))


def everywhere(view: View, keep: Keep) -> Iterator[tuple[str, Piece, int]]:
    """All groups on the board and off it that `keep` accepts, place by place."""
    for place in sorted(view.state.pieces):
        for piece, n in groups(view, place, keep):
            yield place, piece, n


def greatest(most: int, fits: Callable[[int], object]) -> int:
    """The greatest number up to `most` that fits, where less than what fits does too; 0 where none does."""
    if most > 0 and fits(most):
        return most
    low, high = 0, max(most - 1, 0)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if fits(middle) else (low, middle - 1)
    return low


def total(picked: Picked) -> int:
    """How many pieces were picked."""
    return sum(n for _, n in picked)


def pick(view: View, place: str, units: Units, keep: Keep, rule: str, what: str) -> Picked | Ruling:
    """The groups that an order's units mean, out of those `keep` accepts.

    Refused where there are too few (citing `rule`; `what` says in words what those kept may do). Unclear, by no
    rule, where the words fit unlike groups and do not take all.
    """
    left = {piece: n for piece, n in view.state.pieces.get(place, {}).items() if keep(piece)}
    chosen: dict[Piece, int] = {}
    for some in units:
        fitting = meant(some, [piece for piece in sorted(left) if left[piece]])
        have = sum(left[piece] for piece in fitting)
        if have < some.count:
            return _too_few(view, place, some, have, rule, what)
        if len(fitting) > 1 and have > some.count:
            plain = [piece for piece in fitting if some.status is None and not piece.status]
            if len(plain) != 1 or left[plain[0]] < some.count or len({piece.power for piece in fitting}) > 1:
                return Ruling.ambiguous(_ambiguous(view, place, some, [(p, left[p]) for p in fitting]))
            fitting = plain
        need = some.count
        for piece in fitting:
            n = min(need, left[piece])
            if n:
                chosen[piece] = chosen.get(piece, 0) + n
                left[piece] -= n
                need -= n
    return sorted(chosen.items())


def meant(some: Some, among: Sequence[Piece]) -> list[Piece]:
    """The pieces that the words mean: those they describe wholly, else those that bear the words of the status."""
    return [piece for piece in among if some.fits(piece)] or [piece for piece in among if some.hints_at(piece)]


def apart(piece: Piece, among: Sequence[Piece]) -> str:
    """The shortest status that tells a piece from the others of its kind, "" where nothing else is of its kind.

    >>> apart(Piece("uk", "tank", (("moved", 1), ("used", 1))), [Piece("uk", "tank", (("used", 1),))])
    'moved'
    """
    like = [other for other in among if (other.power, other.kind) == (piece.power, piece.kind) and other != piece]
    if not like:
        return ""
    for length in range(1, len(piece.status)):
        for words in combinations(piece.status, length):
            if meant(Some(1, piece.kind, piece.power, words), [*like, piece]) == [piece]:
                return status_text(words)
    return status_text(piece.status) or "plain"


def _ambiguous(view: View, place: str, some: Some, fitting: Picked) -> str:
    pieces = [piece for piece, _ in fitting]
    known = [(f"{n} {piece.power} {piece.kind}", apart(piece, pieces)) for piece, n in fitting]
    ways = (f"'{words} ({status})'" if status else f"'{words}'" for words, status in known)
    return f"'{some}' in {view.name(place)} may mean unlike groups: write {joined(ways, 'or')}"


def _too_few(view: View, place: str, some: Some, have: int, rule: str, what: str) -> Ruling:
    there = number(view, place, some.fits)
    held = view.names.units(there, some.kind, some.power)
    if there <= have:
        reason = f"{view.name(place)} holds {held}, not {some.count}"
    else:
        reason = f"{have} of the {held} in {view.name(place)} {what}, not {some.count}"
    return Ruling.refuse(rule, reason, asked=some.count, has=have, there=there)


def offer(view: View, place: str, keep: Keep) -> list[Some]:
    """The groups a form may offer, each with its greatest number."""
    found = groups(view, place, keep)
    kinds = [piece.kind for piece, _ in found]
    several = len({piece.power for piece, _ in found}) > 1
    return [
        Some(n, piece.kind, piece.power if several else "", piece.status if kinds.count(piece.kind) > 1 else None)
        for piece, n in found
    ]


def shift(
    table: Table, kind: str, place: str, to: str, piece: Piece, n: int, *rules: str, **status: int | str | None
) -> Piece:
    """Move like pieces (`kind` is ``moved`` or ``retreated``) and change their status on the way."""
    after = piece.having(**status) if status else piece
    table.emit(kind, *rules, place=place, to=to, piece=piece, becomes=after, count=n, power=piece.power)
    return after


def flip(table: Table, place: str, piece: Piece, n: int, *rules: str, **status: int | str | None) -> Piece:
    """Change the status of pieces where they stand."""
    after = piece.having(**status)
    if after != piece:
        table.emit("flipped", *rules, place=place, piece=piece, becomes=after, count=n, power=piece.power)
    return after


def lose(table: Table, place: str, piece: Piece, n: int, purpose: str, *rules: str, combat: str = "") -> None:
    """Pieces are destroyed; `purpose` says by what."""
    table.emit("lost", *rules, place=place, piece=piece, count=n, combat=combat, purpose=purpose, power=piece.power)


def clear_status(table: Table, keep: Keep, *names: str) -> None:
    """Take statuses off all pieces that `keep` accepts."""
    gone: dict[str, int | str | None] = dict.fromkeys(names)
    for place, piece, n in list(everywhere(table, lambda p: bool(p.status) and keep(p))):
        if any(piece.has(status) for status in names):
            flip(table, place, piece, n, **gone)
