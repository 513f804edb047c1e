"""Optional forces that come in during play (25.2 to 25.6) and what Hitler Turns South changes (24.1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from northafrica.core.common_orders import End
from northafrica.core.deed import Deed, OneOf, Plain
from northafrica.core.groups import everywhere, groups
from northafrica.core.naming import joined
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Choice, Dice, Prompt, Step
from northafrica.core.table import Table, View
from northafrica.systems.marenostrum.board.ground import ALLIES, AXIS, data, happened, holds_ground, take_control
from northafrica.systems.marenostrum.data.tables import SUPPLY, box_of
from northafrica.systems.marenostrum.events.neutrals import ATLANTIC, mark
from northafrica.systems.marenostrum.events.withdraw import Withdrawal, ask
from northafrica.systems.marenostrum.orders import Choose
from northafrica.systems.marenostrum.setup.free import wait, waits
from northafrica.systems.marenostrum.setup.places import BRITAIN, ITALY
from northafrica.systems.marenostrum.wording import year

if TYPE_CHECKING:
    from northafrica.core.dice import Result

INDIAN, BB5, WASP = "uk_31_ind_arm", ("uk_bb5", "uk_claa5"), ("us_cv7_wasp", "us_dd4")
FRENCH = ("it_bbfr", "it_clfr")
SAHARA = {AXIS: "it_sahara_recon", ALLIES: "ff_leclerc"}
DESERT = ("ghadames", "zella")
"""The deep desert areas south of Tripoli and Sirte, as this map has them."""


def in_use(view: View) -> bool:
    """Whether optional forces are played with."""
    return view.option("optional_forces") == "on"


def fetch(table: Table, kinds: tuple[str, ...], to: str, *rules: str) -> None:
    """Counters come from where optional ones wait."""
    for place, piece, _ in list(everywhere(table, lambda p: p.kind in kinds)):
        if place in (box_of(piece.power, "optional"), box_of(piece.power, "special")):
            table.emit("moved", *rules, place=place, to=to, piece=piece, count=1, power=piece.power)


def waiting(view: View, kind: str) -> bool:
    """Whether an optional counter is still to come."""
    return any(groups(view, box_of(side, "optional"), lambda p: p.kind == kind) for side in (AXIS, ALLIES))


def axis_in(view: View, *spaces: str) -> bool:
    """Whether Axis ground units occupy one of some areas."""
    return any(holds_ground(view, space, AXIS) for space in spaces)


def bold(view: View) -> bool:
    """Whether the Axis has begun Felix or Hitler Turns South (rule 25.4.wasp-free)."""
    return happened(view, "felix") or happened(view, "hitler")


def allied_turn(table: Table) -> tuple[Step, ...]:
    """What an Allied player turn begins with: the Indian division, two ships, the Wasp."""
    if not in_use(table):
        return ()
    if waiting(table, INDIAN) and (happened(table, "hitler") or axis_in(table, "cairo", "alexandria")):
        fetch(table, (INDIAN,), box_of(ALLIES, "pool"), "25.2.31-armoured")
    ships = waiting(table, BB5[0]) and axis_in(table, "gibraltar", "malta", "alexandria")
    free = waiting(table, WASP[0]) and bold(table) and year(table.state.round) > 1941 and not happened(table, "wasp")
    return (*((Ships(BB5, "25.3.bb5"),) if ships else ()), *((Ships(WASP, "25.4.wasp-free"),) if free else ()))


@dataclass(frozen=True)
class Ships(Choice):
    """The place of BB-5 and CLAA-5, or whether the Wasp joins the pool now."""

    title: ClassVar[str] = "Optional forces"
    ships: tuple[str, ...] = ()
    rule: str = ""

    def prompt(self, view: View) -> Prompt:
        names = joined(view.names.kind(ship) for ship in self.ships)
        return Prompt(f"{names}: choose {joined(self.open(view), 'or')}", "", (self.rule,))

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        chosen = OneOf(Choose, self.open, self.refuse, self.bring, (self.rule,))
        return (chosen, *(() if self.ships == BB5 else (Plain(End, lambda table: table.finish()),)))

    def open(self, view: View) -> list[str]:
        """The courses."""
        return [BRITAIN, ATLANTIC] if self.ships == BB5 else ["wasp"]

    def refuse(self, view: View, what: str) -> Ruling:
        """There is no other."""
        return Ruling.refuse(self.rule, f"choose {joined(self.open(view), 'or')}")

    def bring(self, table: Table, what: str) -> None:
        """They come together."""
        table.finish()
        fetch(table, self.ships, what if self.ships == BB5 else box_of(ALLIES, "pool"), self.rule)
        if self.ships == WASP:
            mark(table, "wasp", self.rule, value="free")


def wasp_due(table: Table) -> None:
    """In 1942 the Wasp and DD-4 join the pool, a British carrier and destroyer leave (rule 25.4.wasp)."""
    if table.state.marker("campaign", "wasp") != "yes" or year(table.state.round) < 1942:
        return
    mark(table, "wasp", "25.4.wasp", value="joined")
    fetch(table, WASP, box_of(ALLIES, "pool"), "25.4.wasp")
    for kind in ("DD", "CV"):
        ask(table, Withdrawal(ALLIES, "naval", 1, "withdrawn", "25.4.wasp", "British", (kind,)))


@dataclass(frozen=True)
class LilaDice(Dice):
    """Whether the Axis seizes the French ships at Toulon: even, each (rule 25.5.lila, note A80)."""

    title: ClassVar[str] = "Operation Lila"
    dice: ClassVar[int] = 2

    def seat(self, view: View) -> str:
        return view.seat_of(AXIS)

    def names(self, view: View) -> tuple[str, ...]:
        return ("lila",)

    def rules_in_play(self, view: View) -> tuple[str, ...]:
        return ("25.5.lila",)

    def what_counts(self, view: View) -> str:
        return "even: seized, odd: scuttled; BB-Fr first, then CL-Fr"

    def resolve(self, table: Table, result: Result) -> None:
        table.emit("rolled", "25.5.lila", dice=result, faces=6, label="even seizes a ship", power=AXIS)
        for ship, die in zip(FRENCH, result, strict=True):
            fetch(table, (ship,), box_of(AXIS, "gone" if int(die) % 2 else "pool"), "25.5.lila")
        table.finish()


@dataclass(frozen=True)
class Crew(Choice):
    """A seized ship is drawn: a supply unit in Italy mans it, or it returns to the pool (rule 25.5.cost)."""

    title: ClassVar[str] = "Operation Lila"
    ship: str = ""

    def prompt(self, view: View) -> Prompt:
        text = f"{view.names.kind(self.ship)}: choose the area whose supply unit is spent, or end: back to the pool"
        return Prompt(text, "", ("25.5.cost",))

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (
            OneOf(Choose, self.open, self.refuse, self.pay, ("25.5.cost",)),
            Plain(End, lambda table: table.finish()),
        )

    def open(self, view: View) -> list[str]:
        """Where supply can be spent."""
        return [s for s in ITALY if groups(view, s, lambda p: p.power == AXIS and p.kind == SUPPLY)]

    def refuse(self, view: View, what: str) -> Ruling:
        """There is none."""
        return Ruling.refuse("25.5.cost", "one Axis supply unit in Italy is spent for a seized ship, and none is there")

    def pay(self, table: Table, space: str) -> None:
        """The ship arrives as an Italian one."""
        table.finish()
        piece, _ = groups(table, space, lambda p: p.power == AXIS and p.kind == SUPPLY)[0]
        to, after = box_of(AXIS, "available"), Piece(AXIS, SUPPLY)
        table.emit("moved", "25.5.cost", place=space, to=to, piece=piece, becomes=after, count=1, power=AXIS)
        wait(table, box_of(AXIS, "pool"), Piece(AXIS, self.ship), 1, "25.5.cost")
        table.push(*waits(table, AXIS))


@dataclass(frozen=True)
class Sahara(Choice):
    """At Torch the Italian Saharan, then LeClerc appear in the deep desert (rule 25.6.sahara)."""

    title: ClassVar[str] = "Sahara forces"
    side: str = ""

    def seat(self, view: View) -> str:
        return view.seat_of(self.side)

    def prompt(self, view: View) -> Prompt:
        text = f"{view.names.kind(SAHARA[self.side])}: choose {joined(self.open(view), 'or')}"
        return Prompt(text, "", ("25.6.sahara",))

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (OneOf(Choose, self.open, self.refuse, self.appear, ("25.6.sahara",)),)

    def open(self, view: View) -> list[str]:
        """The areas."""
        return [space for space in DESERT if space in data(view).areas]

    def refuse(self, view: View, what: str) -> Ruling:
        """No other will do."""
        return Ruling.refuse("25.6.sahara", f"choose a deep desert south of Tripoli or Sirte: {joined(DESERT, 'or')}")

    def appear(self, table: Table, space: str) -> None:
        """Enemies may be there."""
        table.finish()
        fetch(table, (SAHARA[self.side],), space, "25.6.sahara")
        take_control(table, space, self.side)


def sahara(table: Table) -> tuple[Step, ...]:
    """The Axis first, then the Allies."""
    return tuple(Sahara(s) for s in (AXIS, ALLIES) if in_use(table) and waiting(table, SAHARA[s]))


def lila(table: Table) -> tuple[Step, ...]:
    """Dice at the end of the turn of Torch."""
    return (LilaDice(),) if in_use(table) and waiting(table, FRENCH[0]) else ()
