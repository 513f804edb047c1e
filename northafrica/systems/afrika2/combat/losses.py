"""Step losses and the turning of retreats into losses (rulebook 2.5, 2.6; series 7)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar

from northafrica.core.deed import Deed
from northafrica.core.groups import Keep, Picked, offer, pick, total
from northafrica.core.naming import counted, joined
from northafrica.core.orders import FieldSpec, Order, Some, Units
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Choice, Prompt, Step
from northafrica.core.table import Table, View
from northafrica.systems.afrika2.combat.forces import ATTACKER, Force, force, number, places, side, steps_of
from northafrica.systems.afrika2.facts import combat, note_combat
from northafrica.systems.afrika2.ground import is_unit, lose_step, name
from northafrica.systems.afrika2.orders import Convert, Lose

WORDS = ("attacker", "defender")


def suffer(table: Table, who: int) -> None:
    """A side's part of the result: first what it makes of its retreat, then its losses."""
    if convertible(table, who):
        table.push(Conversion(who))
    else:
        take_losses(table, who)


def set_result(table: Table, who: int, loss: int, back: int) -> None:
    """Note what a side has still to lose and to retreat."""
    now = combat(table)
    losses, backs = list(now.loss), list(now.back)
    losses[who], backs[who] = loss, back
    note_combat(table, loss=(losses[0], losses[1]), back=(backs[0], backs[1]))


# -- conversion of retreats -----------------------------------------------------------------------------
def may_stay(view: View, who: int) -> bool:
    """Whether a side may turn its whole retreat into losses: a sheltered defender (2.6)."""
    return who != ATTACKER and combat(view).sheltered


def convertible(view: View, who: int) -> int:
    """How many hexes of retreat a side may turn into losses: one is real, and each costs a step that is there."""
    now = combat(view)
    most = now.back[who] if may_stay(view, who) else now.back[who] - 1
    return max(0, min(most, steps_of(view, force(view, who)) - now.loss[who]))


def refuse_conversion(view: View, who: int, asked: int) -> Ruling:
    """Why a side cannot turn so many hexes into losses."""
    now = combat(view)
    back = now.back[who]
    further = ["2.6.convert"] + (["2.6.attacker"] if who == ATTACKER else [])
    if not back:
        return Ruling.refuse("2.6.convert", "there is no retreat to turn into losses", asked=asked, retreat=0)
    if asked > back:
        reason = f"{asked} hexes are named; the retreat is {back}"
        return Ruling.refuse("2.6.convert", reason, asked=asked, retreat=back)
    if asked == back and not may_stay(view, who):
        shelter = "" if who == ATTACKER else "; only in a Box, a fort or a city may all be losses"
        reason = f"of a retreat of {back} at least one hex must be retreated{shelter}"
        return Ruling.refuse("2.6.one-real-retreat", reason, *further, asked=asked, most=back - 1)
    left = steps_of(view, force(view, who)) - now.loss[who]
    if asked <= left:
        reason = "what of a retreat becomes losses is settled before any step is lost; that is done"
        return Ruling.refuse("2.6.convert", reason, *further[1:], asked=asked, retreat=back)
    reason = f"{asked} more steps are named; {left} are left after the losses"
    return Ruling.refuse("2.6.convert", reason, *further[1:], asked=asked, has=left)


@dataclass(frozen=True)
class Conversion(Choice):
    """How much of a retreat is taken as losses instead."""

    title: ClassVar[str] = "Retreat or losses?"
    who: int = 0

    def seat(self, view: View) -> str:
        return view.seat_of(side(view, self.who))

    def label(self, view: View) -> str:
        return f"retreat or losses at {name(view, combat(view).target)}"

    def prompt(self, view: View) -> Prompt:
        now = combat(view)
        lost, back, most = now.loss[self.who], now.back[self.who], convertible(view, self.who)
        text = f"your result: {lost} steps lost, retreat {back}; turn how many hexes into step losses (0 to {most})?"
        shelter = "All may go: you are in a Box, a fort or a city." if may_stay(view, self.who) else ""
        rules = ("2.6.convert", "2.6.one-real-retreat", "2.6.all-in-box-fort-city")
        return Prompt(text, shelter or "At least one hex must really be retreated.", rules)

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (Converting(self.who),)

    def fallback(self, view: View) -> Order:
        return Convert(0)


@dataclass(frozen=True)
class Converting(Deed[Convert]):
    """A side turns hexes of its retreat into step losses; `late`: once steps are lost it is too late."""

    kind = Convert
    who: int
    late: bool = False

    def barred(self, view: View) -> Ruling | None:
        return refuse_conversion(view, self.who, 1) if self.late else None

    def why_barred(self, view: View, order: Convert) -> Ruling | None:
        return refuse_conversion(view, self.who, order.count)

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        return range(convertible(view, self.who) + 1)

    def judge(self, view: View, order: Convert) -> Ruling:
        if order.count <= convertible(view, self.who):
            return Ruling.ALLOWED
        return refuse_conversion(view, self.who, order.count)

    def do(self, table: Table, order: Convert, found: None) -> None:
        table.finish()
        if order.count:
            convert(table, self.who, order.count)
        take_losses(table, self.who)


def convert(table: Table, who: int, count: int) -> None:
    """Hexes of retreat become step losses, one for one (2.6)."""
    now = combat(table)
    loss, back = now.loss[who] + count, now.back[who] - count
    whole = () if back else ("2.6.all-in-box-fort-city",)
    rules = ("2.6.convert", "2.6.one-real-retreat", *whole, *(("2.6.attacker",) if who == ATTACKER else ()))
    set_result(table, who, loss, back)
    letter = "A" if who == ATTACKER else "D"
    value = f"{letter}{loss}" + (f"r{back}" if back else "")
    told = partial(table.emit, "converted", *rules, place=now.target, combat=now.target, power=side(table, who))
    told(amount=count, value=value, label="retreat turned into losses")


# -- step losses ------------------------------------------------------------------------------------------
def take_losses(table: Table, who: int) -> None:
    """A side loses steps until none is due; its owner chooses where there is a choice (scs.losses-choice)."""
    while due := combat(table).loss[who]:
        units = force(table, who)
        left = steps_of(table, units)
        if due >= left:
            _wiped_out(table, who, units, due - left)
        elif len(units) == 1:
            place, piece, _ = units[0]
            step_lost(table, who, place, piece)
        else:
            table.push(StepLoss(who))
            return


def _wiped_out(table: Table, who: int, units: Sequence[Force], beyond: int) -> None:
    now = combat(table)
    set_result(table, who, 0, 0)
    if beyond or now.back[who]:
        why = f"{counted(beyond, 'step')} beyond his last" if beyond else "nobody is left to retreat"
        text, owner = f"the {WORDS[who]} is wiped out", side(table, who)
        table.note(text, "scs.losses-excess", place=now.target, combat=now.target, power=owner, detail=why)
    for place, piece, n in units:
        for _ in range(n):
            _all_steps(table, place, piece)


def _all_steps(table: Table, place: str, piece: Piece) -> None:
    left: Piece | None = piece
    while left is not None:
        left = lose_step(table, place, left, "combat", "crt.notation", combat=combat(table).target)


def step_lost(table: Table, who: int, place: str, piece: Piece, *rules: str) -> None:
    """One unit loses a step of those due."""
    now = combat(table)
    set_result(table, who, now.loss[who] - 1, now.back[who])
    lose_step(table, place, piece, "combat", "scs.losses-choice", "crt.notation", *rules, combat=now.target)


@dataclass(frozen=True)
class StepLoss(Choice):
    """The owner names the units that lose steps."""

    title: ClassVar[str] = "Step losses"
    who: int = 0

    def seat(self, view: View) -> str:
        return view.seat_of(side(view, self.who))

    def label(self, view: View) -> str:
        return f"step losses of the {WORDS[self.who]} at {name(view, combat(view).target)}"

    def prompt(self, view: View) -> Prompt:
        due = combat(view).loss[self.who]
        units = number(force(view, self.who))
        text = f"you lose {counted(due, 'step')} among {counted(units, 'unit')}: name who takes it"
        return Prompt(text, "The owner spreads the losses as he likes.", ("scs.losses-choice", "crt.notation"))

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        rules, due = ("scs.losses-choice", "crt.notation"), combat(view).loss[self.who]
        keep = taking_part(view, self.who)
        losing = Losing(places(force(view, self.who)), keep, due, "takes part in this combat", rules, self._lost)
        return (losing, Converting(self.who, late=True))

    def _lost(self, table: Table, place: str, picked: Picked) -> None:
        for piece, n in picked:
            for _ in range(n):
                step_lost(table, self.who, place, piece)
        take_losses(table, self.who)

    def fallback(self, view: View) -> Order:
        place, piece, _ = force(view, self.who)[0]
        return Lose((named(view, place, piece, taking_part(view, self.who)),), place)


def taking_part(view: View, who: int) -> Keep:
    """The units of the attacker or of the defender, where those stand."""
    owner = side(view, who)
    if who == ATTACKER:
        return lambda piece: is_unit(piece) and piece.has("attacking")
    return lambda piece: is_unit(piece) and piece.power == owner


@dataclass(frozen=True)
class Losing(Deed[Lose]):
    """Units named lose a step each: some that `keep` accepts in these places, at most as many as steps are due.

    what    what those accepted do, in words
    rules   the rule of the choice, then that of the number
    after   what happens to those picked
    """

    kind = Lose
    spots: Sequence[str]
    keep: Keep
    due: int
    what: str
    rules: tuple[str, ...]
    after: Callable[[Table, str, Picked], None]

    def places(self, view: View) -> Sequence[str]:
        return self.spots

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        if field.name == "units":
            return [some for place in self.begins(view, given) for some in offer(view, place, self.keep)]
        return [place for place in self.spots if not isinstance(self._picked(view, given["units"], place), Ruling)]

    def _picked(self, view: View, units: Units, place: str) -> Picked | Ruling:
        return pick(view, place, tuple(units), self.keep, self.rules[0], self.what)

    def judge(self, view: View, order: Lose) -> Ruling:
        if order.space not in self.spots:
            stand = joined(name(view, place) for place in self.spots)
            reason = f"the units that take losses stand in {stand}, not in {name(view, order.space)}"
            return Ruling.refuse(self.rules[0], reason)
        picked = self._picked(view, order.units, order.space)
        if isinstance(picked, Ruling):
            return picked
        if total(picked) > self.due:
            reason = f"{total(picked)} units are named; {counted(self.due, 'step')} must be lost"
            rule, *further = reversed(self.rules)
            return Ruling.refuse(rule, reason, *further, asked=total(picked), due=self.due)
        return Ruling.allow(found=picked)

    def do(self, table: Table, order: Lose, found: Picked) -> None:
        table.finish()
        self.after(table, order.space, found)


def named(view: View, place: str, piece: Piece, keep: Keep) -> Some:
    """One unit of a group in the words of an order."""
    like = next((some for some in offer(view, place, keep) if some.fits(piece)), Some(1, piece.kind))
    return replace(like, count=1)


STEPS: tuple[type[Step], ...] = (Conversion, StepLoss)
