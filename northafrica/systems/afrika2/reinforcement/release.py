"""The Restriction Box: units listed for release, and units let go early at the cost of a step (rulebook 7.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from northafrica.core.common_orders import ChooseForMe, End
from northafrica.core.groups import offer, pick, shift
from northafrica.core.naming import joined
from northafrica.core.orders import FieldSpec, Order
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Automatic, Choice, Prompt, Step
from northafrica.core.table import Table, View
from northafrica.systems.afrika2.capture import enter
from northafrica.systems.afrika2.entities import ALEXANDRIA, AXIS, CAIRO, CW, MATRUH, RESTRICTION
from northafrica.systems.afrika2.ground import controller, count_units, kill, name, steps_left, units_at, zones
from northafrica.systems.afrika2.orders import Release
from northafrica.systems.afrika2.reinforcement.calendar import LISTED, due, listed

GATES = (ALEXANDRIA, MATRUH, *CAIRO)


def gates(view: View) -> list[str]:
    """Where units may leave the box: Alexandria, Mersa Matruh and Cairo, where the Commonwealth holds them."""
    return [place for place in GATES if controller(view, place) == CW and not count_units(view, place, AXIS)]


def gate_ruling(view: View, place: str) -> Ruling:
    """Whether units may come out in a place; a zone of control there does not matter."""
    if place in gates(view):
        return Ruling.allow()
    open_ = joined((name(view, gate) for gate in gates(view)), "or")
    if place in GATES:
        text = f"{name(view, place)} is not in Commonwealth hands; open are {open_ or 'none'}"
    else:
        text = f"released units come to Mersa Matruh, Alexandria or Cairo, not to {name(view, place)}"
    return Ruling.refuse("7.2.release-place", text)


def gate_rules(view: View, place: str) -> tuple[str, ...]:
    """The rules of coming out in a place; a zone of control there is no bar."""
    zone = ("scs.place-not-enemy",) if place in zones(view, CW) else ()
    return ("7.2.release-place", LISTED[CW], *zone)


@dataclass(frozen=True)
class Listed(Automatic):
    """Finds the units that the Order of Arrival releases this turn; those that are gone are skipped."""

    title: ClassVar[str] = "Releases from the Restriction Box"

    def run(self, table: Table) -> None:
        table.finish()
        kinds = {row.kind for row in due(table, CW, "release")}
        here = tuple(sorted(piece.kind for piece, _ in units_at(table, RESTRICTION, CW) if piece.kind in kinds))
        if here and gates(table):
            table.push(ReleaseListed(here))


@dataclass(frozen=True)
class Early(Automatic):
    """Asks for early releases where the box holds anybody."""

    title: ClassVar[str] = "Early releases"

    def run(self, table: Table) -> None:
        table.finish()
        if units_at(table, RESTRICTION, CW) and gates(table):
            table.push(ReleaseEarly())


class _Releasing(Choice):
    """What both kinds of release share: units of the box and a place for them."""

    def seat(self, view: View) -> str:
        return view.seat_of(CW)

    def free(self, piece: Piece) -> bool:
        """Whether a unit of the box may be released now."""
        return True

    def values(self, view: View, kind: type[Order], field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        return offer(view, RESTRICTION, self.free) if field.name == "units" else gates(view)

    def ruling(self, view: View, order: Release, rule: str, what: str) -> Ruling:
        """The units must lie in the box, the place must be open to them."""
        picked = pick(view, RESTRICTION, order.units, self.free, rule, what)
        return picked if isinstance(picked, Ruling) else gate_ruling(view, order.space)

    def picked(self, view: View, order: Release) -> list[tuple[Piece, int]]:
        found = pick(view, RESTRICTION, order.units, self.free, "", "")
        assert not isinstance(found, Ruling)
        return found


@dataclass(frozen=True)
class ReleaseListed(_Releasing):
    """Units listed for release come out at full strength, at once; their place is free."""

    title: ClassVar[str] = "Listed releases"
    waiting: tuple[str, ...] = ()

    def free(self, piece: Piece) -> bool:
        return piece.kind in self.waiting

    def prompt(self, view: View) -> Prompt:
        text = ", ".join(view.names.kind(kind) for kind in self.waiting)
        why = "The Order of Arrival frees them at full strength; choose Alexandria, Mersa Matruh or Cairo."
        return Prompt(f"release from the Restriction Box: {text}", why, ("7.2.ooa-release", "7.2.release-place"))

    def kinds(self, view: View) -> tuple[type[Order], ...]:
        return (Release, ChooseForMe)

    def check(self, view: View, order: Order) -> Ruling:
        if isinstance(order, ChooseForMe):
            return Ruling.allow()
        assert isinstance(order, Release)
        return self.ruling(view, order, next(iter(listed(view, CW)), "7.2.ooa-release"), "is listed for this turn")

    def play(self, table: Table, order: Order, ruling: Ruling | None = None) -> None:
        if isinstance(order, ChooseForMe):
            order = Release(tuple(offer(table, RESTRICTION, self.free)), gates(table)[0])
        assert isinstance(order, Release)
        rules = (*listed(table, CW), "7.2.ooa-release", *gate_rules(table, order.space))
        gone = set()
        for piece, n in self.picked(table, order):
            shift(table, "moved", RESTRICTION, order.space, piece, n, *rules, stirred=1)
            gone.add(piece.kind)
        rest = tuple(kind for kind in self.waiting if kind not in gone)
        table.replace(*((ReleaseListed(rest),) if rest else ()))
        enter(table, CW, [order.space])


@dataclass(frozen=True)
class ReleaseEarly(_Releasing):
    """Units not listed may come out as well, each with its first step destroyed."""

    title: ClassVar[str] = "Early releases"

    def prompt(self, view: View) -> Prompt:
        held = sum(n for _, n in units_at(view, RESTRICTION, CW))
        return Prompt(
            f"release units early (in the Restriction Box: {held}), or end",
            "A unit that is not listed loses a step when it comes out; one of a single step is destroyed.",
            ("7.2.early-release", "7.2.release-place"),
        )

    def kinds(self, view: View) -> tuple[type[Order], ...]:
        return (Release, End)

    def check(self, view: View, order: Order) -> Ruling:
        if isinstance(order, End):
            return Ruling.allow()
        assert isinstance(order, Release)
        return self.ruling(view, order, "7.2.early-release", "is in the Restriction Box")

    def play(self, table: Table, order: Order, ruling: Ruling | None = None) -> None:
        if isinstance(order, End):
            table.finish()
            return
        assert isinstance(order, Release)
        rules = ("7.2.early-release", *gate_rules(table, order.space))
        arrived = False
        for piece, n in self.picked(table, order):
            if steps_left(table, piece) <= 1:
                kill(table, RESTRICTION, piece, n, "released early", *rules)
                continue
            lost = piece.number("lost") + 1
            shift(table, "moved", RESTRICTION, order.space, piece, n, *rules, stirred=1, lost=lost)
            arrived = True
        if not units_at(table, RESTRICTION, CW):
            table.finish()
        if arrived:
            enter(table, CW, [order.space])


STEPS: tuple[type[Step], ...] = (Listed, Early, ReleaseListed, ReleaseEarly)
