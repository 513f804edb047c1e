"""Every order of Afrika II, by the phase that takes it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from northafrica.core.common_orders import ChooseForMe, End
from northafrica.core.orders import (
    Amounts,
    Loads,
    Order,
    Path,
    Units,
    amounts_field,
    count_field,
    loads_field,
    path_field,
    space_field,
    units_field,
    word_field,
)


# -- everywhere ------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Kill(Order):
    """Destroy units above the stacking limit."""

    kind: ClassVar[str] = "kill"
    help: ClassVar[str] = "destroy units of an overfull stack"
    units: Units = units_field()


@dataclass(frozen=True)
class Fly(Order):
    """Fly a leader to another stack."""

    kind: ClassVar[str] = "fly"
    help: ClassVar[str] = "fly your leader to another stack of yours"
    space: str = space_field(label="where to")


@dataclass(frozen=True)
class Join(Order):
    """Put a leader who has lost his stack with another."""

    kind: ClassVar[str] = "join"
    help: ClassVar[str] = "put the leader who lost his stack with another one"
    space: str = space_field(label="where to")


# -- set-up ----------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Trento(Order):
    """Choose the Trento Truck Option."""

    kind: ClassVar[str] = "trento"
    help: ClassVar[str] = "use the Trento Truck Option, or not"
    choice: str = word_field(choices=("yes", "no"))


@dataclass(frozen=True)
class Place(Order):
    """Set up units whose place is free."""

    kind: ClassVar[str] = "place"
    help: ClassVar[str] = "set up units whose place you choose"
    units: Units = units_field()
    space: str = space_field(label="hex")


# -- Reinforcement Phase ---------------------------------------------------------------------------------
@dataclass(frozen=True)
class Arrive(Order):
    """Place reinforcements that have a choice of place."""

    kind: ClassVar[str] = "arrive"
    help: ClassVar[str] = "place reinforcements where they may arrive"
    units: Units = units_field()
    space: str = space_field(label="place")


@dataclass(frozen=True)
class Release(Order):
    """Take units out of the Restriction Box."""

    kind: ClassVar[str] = "release"
    help: ClassVar[str] = "take units out of the Restriction Box"
    units: Units = units_field()
    space: str = space_field(label="place")


@dataclass(frozen=True)
class Withdraw(Order):
    """Take units out of play, as the roll or the Order of Arrival demands."""

    kind: ClassVar[str] = "withdraw"
    help: ClassVar[str] = "take out the units that must go"
    units: Units = units_field()
    space: str = space_field("at", label="where they are")


@dataclass(frozen=True)
class Rebuild(Order):
    """Use a Replacement on a unit, living or dead."""

    kind: ClassVar[str] = "rebuild"
    help: ClassVar[str] = "bring a unit back to full strength, or back from the dead"
    units: Units = units_field(label="unit")
    space: str = space_field("at", label="where it is")


# -- Movement and Exploitation -----------------------------------------------------------------------------
@dataclass(frozen=True)
class Move(Order):
    """Move units along a route; gaps are filled by the cheapest way."""

    kind: ClassVar[str] = "move"
    help: ClassVar[str] = "move units along a route"
    units: Units = units_field()
    route: Path = path_field()


@dataclass(frozen=True)
class Overrun(Order):
    """Attack a neighbouring hex on the move."""

    kind: ClassVar[str] = "overrun"
    help: ClassVar[str] = "attack a neighbouring hex in the course of movement"
    units: Units = units_field()
    route: Path = path_field(label="from and into")


@dataclass(frozen=True)
class Truck(Order):
    """Carry Supply Points by truck."""

    kind: ClassVar[str] = "truck"
    help: ClassVar[str] = "carry supply points by truck"
    count: int = count_field(label="supply points")
    route: Path = path_field()


@dataclass(frozen=True)
class Ship(Order):
    """Ship units and Supply Points (`1 sp`) from port to port."""

    kind: ClassVar[str] = "ship"
    help: ClassVar[str] = "ship units or supply points from port to port"
    units: Units = units_field(label="cargo")
    route: Path = path_field(label="from port to port")


@dataclass(frozen=True)
class Raid(Order):
    """Send the LRDG against Rommel."""

    kind: ClassVar[str] = "raid"
    help: ClassVar[str] = "send the LRDG against Rommel, once in the game"


# -- combat --------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Attack(Order):
    """Attack a hex with units of one or more neighbouring hexes."""

    kind: ClassVar[str] = "attack"
    help: ClassVar[str] = "attack a hex with units beside it"
    space: str = space_field(label="target")
    forces: Loads = loads_field("with", label="attackers")


@dataclass(frozen=True)
class Air(Order):
    """Commit air points to the combat."""

    kind: ClassVar[str] = "air"
    help: ClassVar[str] = "commit air points, one column each"
    count: int = count_field(label="air points")


@dataclass(frozen=True)
class Convert(Order):
    """Turn hexes of retreat into step losses."""

    kind: ClassVar[str] = "convert"
    help: ClassVar[str] = "take so many hexes of retreat as step losses instead"
    count: int = count_field(label="hexes")


@dataclass(frozen=True)
class Lose(Order):
    """Take a step loss on each unit named."""

    kind: ClassVar[str] = "lose"
    help: ClassVar[str] = "take one step loss on each unit named"
    units: Units = units_field()
    space: str = space_field("at", label="where they are")


@dataclass(frozen=True)
class Retreat(Order):
    """Retreat units along a route."""

    kind: ClassVar[str] = "retreat"
    help: ClassVar[str] = "retreat units along a route"
    units: Units = units_field()
    route: Path = path_field()


@dataclass(frozen=True)
class Advance(Order):
    """Advance attackers into the emptied hex."""

    kind: ClassVar[str] = "advance"
    help: ClassVar[str] = "advance attackers into the emptied hex"
    units: Units = units_field()
    route: Path = path_field(label="from and into")


# -- Supply Phase --------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class BuildBox(Order):
    """Build a Box."""

    kind: ClassVar[str] = "box"
    help: ClassVar[str] = "build a Box where a unit stands that has not moved"
    space: str = space_field(label="hex")
    paying: Amounts = amounts_field("paying", label="supply point from", optional=True)


@dataclass(frozen=True)
class Consolidate(Order):
    """Combine reduced units of one type and values."""

    kind: ClassVar[str] = "consolidate"
    help: ClassVar[str] = "combine reduced units of the same type and values"
    units: Units = units_field()
    space: str = space_field("at", label="where they are")


@dataclass(frozen=True)
class Supply(Order):
    """Spend Supply Points of one hex on a group of units."""

    kind: ClassVar[str] = "supply"
    help: ClassVar[str] = "supply a group of units from one hex"
    space: str = space_field(label="supply hex")
    groups: Loads = loads_field("to", label="units supplied")


@dataclass(frozen=True)
class SupplyAll(Order):
    """Supply as many units as possible with the fewest points."""

    kind: ClassVar[str] = "supply_all"
    help: ClassVar[str] = "supply all that can be supplied, with the fewest points"


@dataclass(frozen=True)
class Spend(Order):
    """Spend Supply Points beyond what is due."""

    kind: ClassVar[str] = "spend"
    help: ClassVar[str] = "spend more supply points than are due, so that the enemy gets none"
    count: int = count_field(label="supply points")
    space: str = space_field("at", label="supply hex")


ORDERS: tuple[type[Order], ...] = (
    End,
    ChooseForMe,
    Kill,
    Fly,
    Join,
    Trento,
    Place,
    Arrive,
    Release,
    Withdraw,
    Rebuild,
    Move,
    Overrun,
    Truck,
    Ship,
    Raid,
    Attack,
    Air,
    Convert,
    Lose,
    Retreat,
    Advance,
    BuildBox,
    Consolidate,
    Supply,
    SupplyAll,
    Spend,
)
