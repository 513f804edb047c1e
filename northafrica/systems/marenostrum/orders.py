"""The orders of Mare Nostrum."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from northafrica.core.common_orders import ChooseForMe, End
from northafrica.core.orders import Order, Path, Units, count_field, path_field, space_field, units_field, word_field
from northafrica.mechanisms.plan import Commit, Drop


@dataclass(frozen=True)
class Place(Order):
    """Set up units whose place is free."""

    kind: ClassVar[str] = "place"
    help: ClassVar[str] = "set up units in one of the places their schedule names"
    units: Units = units_field()
    space: str = space_field(label="where")


@dataclass(frozen=True)
class Deliver(Order):
    """Place new supply units."""

    kind: ClassVar[str] = "deliver"
    help: ClassVar[str] = "place new supply units"
    number: int = count_field(label="number")
    space: str = space_field(label="where")


@dataclass(frozen=True)
class Withdraw(Order):
    """Withdraw units that an event demands."""

    kind: ClassVar[str] = "withdraw"
    help: ClassVar[str] = "withdraw units that an event demands"
    space: str = space_field(label="from")
    units: Units = units_field()


@dataclass(frozen=True)
class Play(Order):
    """Play an event marker that is held."""

    kind: ClassVar[str] = "play"
    help: ClassVar[str] = "play an event marker from the hand"
    event: str = word_field(label="event")


@dataclass(frozen=True)
class Take(Order):
    """Take an Action."""

    kind: ClassVar[str] = "action"
    help: ClassVar[str] = (
        "take an Action of the menu: with the automatic one, one an event gives, or by spending supply"
    )
    name: str = word_field(label="Action")
    source: str = word_field(keyword="by", label="source", optional=True)
    place: str = space_field(keyword="at", label="supply unit", optional=True)


@dataclass(frozen=True)
class Scrap(Order):
    """Eliminate units that an area cannot hold."""

    kind: ClassVar[str] = "scrap"
    help: ClassVar[str] = "eliminate units of an over-stacked area"
    units: Units = units_field()


@dataclass(frozen=True)
class Flip(Order):
    """Flip supply units."""

    kind: ClassVar[str] = "flip"
    help: ClassVar[str] = "flip supply units of a place to their other side"
    number: int = count_field(label="number")
    space: str = space_field(label="where")


@dataclass(frozen=True)
class Recover(Order):
    """Choose the area whose bases try to recover."""

    kind: ClassVar[str] = "recover"
    help: ClassVar[str] = "roll for the disrupted bases of an area"
    space: str = space_field(label="area")


@dataclass(frozen=True)
class Replace(Order):
    """Bring back a destroyed transport."""

    kind: ClassVar[str] = "replace"
    help: ClassVar[str] = "bring back a destroyed transport"
    ship: str = word_field(label="ship")


@dataclass(frozen=True)
class March(Order):
    """Move ground units of one force."""

    kind: ClassVar[str] = "march"
    help: ClassVar[str] = "move ground units of one force; those not named are dropped"
    units: Units = units_field()
    route: Path = path_field()


@dataclass(frozen=True)
class Sail(Order):
    """Move ships of one force."""

    kind: ClassVar[str] = "sail"
    help: ClassVar[str] = "move ships of one force; those not named are dropped"
    units: Units = units_field(label="ships")
    route: Path = path_field()


@dataclass(frozen=True)
class Fly(Order):
    """Send aircraft of one base on their way."""

    kind: ClassVar[str] = "fly"
    help: ClassVar[str] = "send aircraft of one base on their way, to a target and back or to another base"
    units: Units = units_field(label="aircraft")
    route: Path = path_field()


@dataclass(frozen=True)
class Refit(Order):
    """Refit units of one nationality."""

    kind: ClassVar[str] = "refit"
    help: ClassVar[str] = "roll for the eliminated units of a nationality, or for its reduced ones in an area"
    nation: str = word_field(label="nationality")
    space: str = space_field(keyword="in", label="area", optional=True)


@dataclass(frozen=True)
class Choose(Order):
    """Choose one of several courses."""

    kind: ClassVar[str] = "choose"
    help: ClassVar[str] = "choose one of the courses that an event or an Action leaves open"
    what: str = word_field(label="course")


@dataclass(frozen=True)
class At(Order):
    """Name units in an area."""

    units: Units = units_field()
    space: str = space_field(keyword="at", label="where")


@dataclass(frozen=True)
class Restore(At):
    """Flip reduced units to full strength without a roll."""

    kind: ClassVar[str] = "restore"
    help: ClassVar[str] = "flip reduced units to full strength without a roll"


@dataclass(frozen=True)
class Lose(At):
    """Give up units that an event or a mission takes."""

    kind: ClassVar[str] = "lose"
    help: ClassVar[str] = "give up units that an event or a mission takes"


@dataclass(frozen=True)
class Entrench(Order):
    """Place an entrenched marker."""

    kind: ClassVar[str] = "entrench"
    help: ClassVar[str] = "place an entrenched marker in an area"
    space: str = space_field(label="area")


@dataclass(frozen=True)
class Attack(Order):
    """Choose the area or zone that is attacked."""

    kind: ClassVar[str] = "attack"
    help: ClassVar[str] = "attack the enemy in an area or zone"
    space: str = space_field(label="where")


@dataclass(frozen=True)
class Fire(Order):
    """Announce one shot."""

    kind: ClassVar[str] = "fire"
    help: ClassVar[str] = "announce the shot of one unit at one target"
    shooter: str = word_field(label="unit")
    target: str = word_field(keyword="at", label="target")


@dataclass(frozen=True)
class Rest(Order):
    """Announce all shots that are left."""

    kind: ClassVar[str] = "rest"
    help: ClassVar[str] = "announce the shots that are left, each where it adds most expected loss"


@dataclass(frozen=True)
class Prefer(Order):
    """Name units that get First Fire."""

    kind: ClassVar[str] = "first"
    help: ClassVar[str] = "play an event that gives First Fire, and name who gets it"
    units: Units = units_field(optional=True)


@dataclass(frozen=True)
class Retreat(Order):
    """A unit that was hit goes back instead."""

    kind: ClassVar[str] = "retreat"
    help: ClassVar[str] = "a defender that was hit goes back one area instead"
    unit: str = word_field(label="unit")
    space: str = space_field(keyword="to", label="where")


@dataclass(frozen=True)
class Operate(Order):
    """Send special forces on a mission."""

    kind: ClassVar[str] = "operate"
    help: ClassVar[str] = "send special forces on a mission"
    mission: str = word_field(label="mission", choices=("sabotage", "subversion", "naval"))
    space: str = space_field(keyword="at", label="where")
    units: Units = units_field(keyword="with", label="markers")


@dataclass(frozen=True)
class Target(Order):
    """Choose the unit that is hit."""

    kind: ClassVar[str] = "target"
    help: ClassVar[str] = "choose the enemy unit that special forces eliminate"
    unit: str = word_field(label="unit")


@dataclass(frozen=True)
class Mark(Order):
    """Fighters change their mode."""

    kind: ClassVar[str] = "mark"
    help: ClassVar[str] = "put fighters of an area into interception mode, or take them out of it"
    units: Units = units_field(label="fighters")
    space: str = space_field(keyword="at", label="where")


@dataclass(frozen=True)
class Intercept(Order):
    """Fighters attack aircraft on their way."""

    kind: ClassVar[str] = "intercept"
    help: ClassVar[str] = "fighters of an area attack enemy aircraft on their way"
    units: Units = units_field(label="fighters")
    space: str = space_field(keyword="from", label="from")


@dataclass(frozen=True)
class Load(Order):
    """Plan: ground units go aboard a ship or aircraft."""

    kind: ClassVar[str] = "load"
    help: ClassVar[str] = "plan that units of an area go aboard a ship or aircraft"
    units: Units = units_field(label="cargo")
    carrier: str = word_field(keyword="onto", label="carrier")
    space: str = space_field(keyword="at", label="where")


@dataclass(frozen=True)
class Land(Order):
    """Plan: cargo goes ashore."""

    kind: ClassVar[str] = "land"
    help: ClassVar[str] = "plan that cargo is landed in an area when the ships have arrived"
    units: Units = units_field(label="cargo")
    space: str = space_field(keyword="at", label="where")


@dataclass(frozen=True)
class Remain(Order):
    """A transport stays where it dropped its cargo."""

    kind: ClassVar[str] = "stay"
    help: ClassVar[str] = "a transport stays at the airbase its drop has won"
    unit: str = word_field(label="transport")


ORDERS: tuple[type[Order], ...] = (
    Place,
    ChooseForMe,
    Deliver,
    Withdraw,
    Take,
    Play,
    March,
    Sail,
    Fly,
    Mark,
    Intercept,
    Load,
    Land,
    Remain,
    Scrap,
    Flip,
    Recover,
    Replace,
    Refit,
    Choose,
    Restore,
    Lose,
    Entrench,
    Attack,
    Fire,
    Rest,
    Prefer,
    Retreat,
    Operate,
    Target,
    Commit,
    Drop,
    End,
)
