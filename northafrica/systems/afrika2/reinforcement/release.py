"""The Restriction Box: units listed for release, and units let go early at the cost of a step (rulebook 7.2)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from northafrica.core.common_orders import ChooseForMe, End
from northafrica.core.deed import Deed, Plain
from northafrica.core.groups import Picked, groups, offer, pick, shift
from northafrica.core.naming import joined
from northafrica.core.orders import FieldSpec
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


@dataclass(frozen=True)
class ReleaseListed(Choice):
    """Units listed for release come out at full strength, at once; their place is free."""

    title: ClassVar[str] = "Listed releases"
    waiting: tuple[str, ...] = ()

    def seat(self, view: View) -> str:
        return view.seat_of(CW)

    def prompt(self, view: View) -> Prompt:
        text = ", ".join(view.names.kind(kind) for kind in self.waiting)
        why = "The Order of Arrival frees them at full strength; choose Alexandria, Mersa Matruh or Cairo."
        return Prompt(f"release from the Restriction Box: {text}", why, ("7.2.ooa-release", "7.2.release-place"))

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        releasing = ReleasingListed(self.waiting)
        return (releasing, Plain(ChooseForMe, releasing.choose))


@dataclass(frozen=True)
class ReleaseEarly(Choice):
    """Units not listed may come out as well, each with its first step destroyed."""

    title: ClassVar[str] = "Early releases"

    def seat(self, view: View) -> str:
        return view.seat_of(CW)

    def prompt(self, view: View) -> Prompt:
        held = sum(n for _, n in units_at(view, RESTRICTION, CW))
        return Prompt(
            f"release units early (in the Restriction Box: {held}), or end",
            "A unit that is not listed loses a step when it comes out; one of a single step is destroyed.",
            ("7.2.early-release", "7.2.release-place"),
        )

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (ReleasingEarly(), Plain(End, Table.finish))


class Releasing(Deed[Release]):
    """What both kinds of release share: units of the box and a place for them."""

    kind = Release

    @abstractmethod
    def free(self, piece: Piece) -> bool:
        """Whether a unit of the box may be released now."""

    @abstractmethod
    def basis(self, view: View) -> tuple[str, str]:
        """The rule of the release, and what those do, in words, that it lets go."""

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        return offer(view, RESTRICTION, self.free) if field.name == "units" else gates(view)

    def judge(self, view: View, order: Release) -> Ruling:
        picked = pick(view, RESTRICTION, order.units, self.free, *self.basis(view))
        return picked if isinstance(picked, Ruling) else gate_ruling(view, order.space) and Ruling.allow(found=picked)


@dataclass(frozen=True)
class ReleasingListed(Releasing):
    """Units of these kinds come out as they are."""

    kinds: tuple[str, ...]

    def free(self, piece: Piece) -> bool:
        return piece.kind in self.kinds

    def basis(self, view: View) -> tuple[str, str]:
        return next(iter(listed(view, CW)), "7.2.ooa-release"), "is listed for this turn"

    def do(self, table: Table, order: Release, found: Picked) -> None:
        self._let_go(table, order.space, found)

    def choose(self, table: Table) -> None:
        """All of them come out at the first gate."""
        self._let_go(table, gates(table)[0], groups(table, RESTRICTION, self.free))

    def _let_go(self, table: Table, to: str, picked: Picked) -> None:
        rules = (*listed(table, CW), "7.2.ooa-release", *gate_rules(table, to))
        for piece, n in picked:
            shift(table, "moved", RESTRICTION, to, piece, n, *rules, stirred=1)
        gone = {piece.kind for piece, _ in picked}
        rest = tuple(kind for kind in self.kinds if kind not in gone)
        table.replace(*((ReleaseListed(rest),) if rest else ()))
        enter(table, CW, [to])


class ReleasingEarly(Releasing):
    """Any unit of the box comes out, its first step destroyed."""

    def free(self, piece: Piece) -> bool:
        return True

    def basis(self, view: View) -> tuple[str, str]:
        return "7.2.early-release", "is in the Restriction Box"

    def do(self, table: Table, order: Release, found: Picked) -> None:
        rules = ("7.2.early-release", *gate_rules(table, order.space))
        arrived = False
        for piece, n in found:
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
