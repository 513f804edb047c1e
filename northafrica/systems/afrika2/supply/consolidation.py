"""Consolidation: reduced units of one type and values become fewer, fuller ones (rulebook 2.8)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from northafrica.core.deed import Deed
from northafrica.core.groups import Picked, flip, pick, total
from northafrica.core.orders import FieldSpec, Some
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.table import Table, View
from northafrica.systems.afrika2.entities import DEAD
from northafrica.systems.afrika2.ground import in_play, is_unit, name, steps_left, title, unit, units_at
from northafrica.systems.afrika2.orders import Consolidate

Alike = tuple[str, str]


def alike(view: View, piece: Piece) -> Alike:
    """What units must share to be combined: type and printed values."""
    found = unit(view, piece)
    return found.unit_class, found.values


def candidates(view: View) -> list[tuple[str, list[Some]]]:
    """Hexes and boxes with units that can be combined, and those units."""
    side, found = view.state.power, []
    for place in sorted(view.state.pieces):
        if not in_play(view, place):
            continue
        by_type: dict[Alike, list[Piece]] = {}
        for piece, _ in units_at(view, place, side):
            by_type.setdefault(alike(view, piece), []).append(piece)
        fit = [p for members in by_type.values() if len(members) > 1 and _worthwhile(view, members) for p in members]
        if fit:
            found.append((place, [Some(1, piece.kind) for piece in fit]))
    return found


def _worthwhile(view: View, members: list[Piece]) -> bool:
    return any(steps_left(view, piece) < unit(view, piece).steps for piece in members)


@dataclass(frozen=True)
class Combining(Deed[Consolidate]):
    """Units of one hex are combined; the first named receives the steps of the others.

    late    whether supply was paid since
    after   what is to be noted once units are combined
    """

    kind = Consolidate
    late: bool
    after: Callable[[Table], None]

    def barred(self, view: View) -> Ruling | None:
        text = "units are consolidated at the start of the phase, before supply is paid"
        return Ruling.refuse("2.8.consolidate-timing", text) if self.late else None

    def places(self, view: View) -> Sequence[str]:
        return [place for place, _ in candidates(view)]

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        known = dict(candidates(view))
        if field.name == "units":
            places = [given["space"]] if given.get("space") else list(known)
            return [some for place in places for some in known.get(place, [])]
        kinds = {some.kind for some in given["units"]}
        return [place for place, fit in known.items() if kinds <= {some.kind for some in fit}]

    def judge(self, view: View, order: Consolidate) -> Ruling:
        here = order.space
        if not in_play(view, here):
            return Ruling.refuse("2.8.same-type-value", f"the {name(view, here)} holds no units in play")
        picked = _picked(view, order)
        if isinstance(picked, Ruling):
            return picked
        if total(picked) < 2:
            return Ruling.refuse("2.8.same-type-value", "two units at least are combined; name the receiver first")
        kinds = {alike(view, piece) for piece, _ in picked}
        if len(kinds) > 1:
            listed = ", ".join(f"{title(view, piece)} {unit(view, piece).values}" for piece, _ in picked)
            return Ruling.refuse("2.8.same-type-value", f"these are not of one type and values: {listed}")
        first = _receiver(picked, order)
        if steps_left(view, first) == unit(view, first).steps:
            text = f"{title(view, first)} has all its {unit(view, first).steps} steps; name a reduced unit first"
            return Ruling.refuse("2.8.dead-pile", text, steps=unit(view, first).steps)
        return Ruling.allow(found=picked)

    def do(self, table: Table, order: Consolidate, found: Picked) -> None:
        """The first unit takes the steps of the others, which go to the dead pile; steps too many are lost."""
        first, side = _receiver(found, order), table.state.power
        steps = sum(steps_left(table, piece) * n for piece, n in found)
        full = unit(table, first).steps
        spare = ("2.8.leftover-lost",) if steps > full else ()
        rules = ("2.8.consolidate-timing", "2.8.same-type-value", "2.8.dead-pile", "1.1.supply-steps", *spare)
        if alike(table, first)[1] == "6-4-8" and steps == full:
            rules = (*rules, "2.8.example-648")
        for piece, n in found:
            gone = n - 1 if piece == first else n
            if gone:
                table.emit("removed", *rules, place=order.space, piece=piece, count=gone, purpose="consolidated")
                plain = Piece(side, piece.kind)
                table.emit("placed", *rules, place=DEAD[side], piece=plain, count=gone, purpose="dead pile")
        flip(table, order.space, first, 1, *rules, lost=max(0, full - steps))
        self.after(table)


def _picked(view: View, order: Consolidate) -> Picked | Ruling:
    side = view.state.power
    return pick(
        view,
        order.space,
        order.units,
        lambda p: p.power == side and is_unit(p),
        "2.8.same-type-value",
        "is a unit of yours",
    )


def _receiver(picked: Picked, order: Consolidate) -> Piece:
    return next(piece for piece, _ in picked if order.units[0].fits(piece))
