"""Orders of phase 4."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from northafrica.core.orders import Order, Path, Units, path_field, space_field, units_field, word_field


@dataclass(frozen=True)
class Resolve(Order):
    """Choose the combat that is fought next."""

    kind: ClassVar[str] = "resolve"
    help: ClassVar[str] = "choose the combat that is fought next"
    space: str = space_field(label="combat")


@dataclass(frozen=True)
class Bombard(Order):
    """Bombard the coast that is assaulted."""

    kind: ClassVar[str] = "bombard"
    help: ClassVar[str] = "let ships bombard the coast that is assaulted"
    units: Units = units_field(label="ships")
    zone: str = space_field(keyword="from", label="zone")


@dataclass(frozen=True)
class Take(Order):
    """Choose casualties."""

    kind: ClassVar[str] = "take"
    help: ClassVar[str] = "choose the units that take hits"
    units: Units = units_field(label="casualties")


@dataclass(frozen=True)
class Press(Order):
    """Fight one more cycle of combat."""

    kind: ClassVar[str] = "press"
    help: ClassVar[str] = "press the attack: another cycle of combat"


@dataclass(frozen=True)
class Retreat(Order):
    """Break off the attack; land and sea units fall back one space, aircraft stay."""

    kind: ClassVar[str] = "retreat"
    help: ClassVar[str] = "withdraw all attacking units; land and sea units go to one space"
    to: str = space_field(label="where", optional=True)


@dataclass(frozen=True)
class Submerge(Order):
    """Withdraw submarines by submerging."""

    kind: ClassVar[str] = "submerge"
    help: ClassVar[str] = "withdraw submarines: they submerge where they are"
    units: Units = units_field(label="submarines")


@dataclass(frozen=True)
class Disengage(Order):
    """Withdraw all aircraft of an amphibious assault while land units fight on."""

    kind: ClassVar[str] = "disengage"
    help: ClassVar[str] = "withdraw all attacking aircraft; the land units fight on"


@dataclass(frozen=True)
class Stay(Order):
    """Keep submarines in the fight."""

    kind: ClassVar[str] = "stay"
    help: ClassVar[str] = "submerge no more submarines"


@dataclass(frozen=True)
class Rescue(Order):
    """Land fighters whose carrier was sunk."""

    kind: ClassVar[str] = "rescue"
    help: ClassVar[str] = "land fighters whose carrier was sunk, one space away at most"
    units: Units = units_field(label="fighters")
    route: Path = path_field()


@dataclass(frozen=True)
class Kamikaze(Order):
    """Let kamikaze fly at a ship."""

    kind: ClassVar[str] = "kamikaze"
    help: ClassVar[str] = "let kamikaze fly at one Allied surface ship before a sea combat"
    units: Units = units_field(label="ship")


@dataclass(frozen=True)
class Salvage(Order):
    """Place the tank of Salvage."""

    kind: ClassVar[str] = "salvage"
    help: ClassVar[str] = "place the Soviet tank that is made of wrecks"


@dataclass(frozen=True)
class Award(Order):
    """Say which power of a joint strike takes a territory."""

    kind: ClassVar[str] = "award"
    help: ClassVar[str] = "say which power of a joint strike takes possession of a territory"
    power: str = word_field(label="power")


ORDERS = (Resolve, Bombard, Take, Press, Retreat, Submerge, Disengage, Stay, Rescue, Kamikaze, Salvage, Award)
