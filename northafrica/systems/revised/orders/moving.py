"""Orders of the two phases in which units move (phases 3 and 5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from northafrica.core.orders import Order, Path, Units, path_field, space_field, units_field
from northafrica.mechanisms.plan import Commit, Drop


@dataclass(frozen=True)
class Move(Order):
    """Move units along a route."""

    kind: ClassVar[str] = "move"
    help: ClassVar[str] = "move units along a route; tanks blitz through an empty hostile territory"
    units: Units = units_field()
    route: Path = path_field()


@dataclass(frozen=True)
class Raid(Order):
    """Send bombers on a strategic bombing raid."""

    kind: ClassVar[str] = "raid"
    help: ClassVar[str] = "send bombers on a strategic bombing raid"
    units: Units = units_field(label="bombers")
    route: Path = path_field()


@dataclass(frozen=True)
class Rocket(Order):
    """Declare a rocket strike of an antiaircraft gun."""

    kind: ClassVar[str] = "rocket"
    help: ClassVar[str] = "declare a rocket strike: the complex it hits, and the territory of the gun"
    target: str = space_field(label="target")
    origin: str = space_field(keyword="from", label="origin")


@dataclass(frozen=True)
class Load(Order):
    """Take land units aboard transports that lie beside them."""

    kind: ClassVar[str] = "load"
    help: ClassVar[str] = "take land units aboard a transport that lies in the zone beside them"
    units: Units = units_field()
    route: Path = path_field()
    ship: Units = units_field(keyword="onto", label="transport", optional=True)


@dataclass(frozen=True)
class Assault(Order):
    """Declare an amphibious assault by land units aboard transports."""

    kind: ClassVar[str] = "assault"
    help: ClassVar[str] = "declare that land units aboard assault a coast from the zone where they are"
    target: str = space_field(label="target")
    origin: str = space_field(keyword="from", label="zone")
    units: Units = units_field(keyword="with", label="cargo")


@dataclass(frozen=True)
class Wait(Order):
    """Keep fighters out of a combat in the zone where they began the turn."""

    kind: ClassVar[str] = "wait"
    help: ClassVar[str] = "keep fighters of a carrier out of the combat in the zone where they are"
    units: Units = units_field(label="fighters")
    zone: str = space_field(keyword="at", label="zone")


@dataclass(frozen=True)
class Banzai(Order):
    """Declare a banzai attack."""

    kind: ClassVar[str] = "banzai"
    help: ClassVar[str] = "declare that the Japanese infantry that attacks a space makes a banzai attack"
    target: str = space_field(label="target")


@dataclass(frozen=True)
class Unload(Order):
    """Put cargo ashore in friendly territory."""

    kind: ClassVar[str] = "unload"
    help: ClassVar[str] = "put cargo ashore in a friendly territory beside the zone"
    units: Units = units_field(label="cargo")
    route: Path = path_field()


ORDERS = (Move, Raid, Rocket, Load, Assault, Wait, Banzai, Unload, Commit, Drop)
