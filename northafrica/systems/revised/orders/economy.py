"""Orders of the set-up and of the phases without movement: research, purchase, mobilization, income."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from northafrica.core.common_orders import ChooseForMe
from northafrica.core.orders import (
    Order,
    Path,
    Units,
    count_field,
    path_field,
    space_field,
    units_field,
    word_field,
)


@dataclass(frozen=True)
class Research(Order):
    """Buy research dice for one development."""

    kind: ClassVar[str] = "research"
    help: ClassVar[str] = "buy research dice for one development and roll them"
    development: str = word_field(label="development")
    dice: int = count_field(keyword="dice", label="dice")


@dataclass(frozen=True)
class Buy(Order):
    """Buy units; they wait in the mobilization zone."""

    kind: ClassVar[str] = "buy"
    help: ClassVar[str] = "buy units, to be placed in phase 6"
    units: Units = units_field()


@dataclass(frozen=True)
class Place(Order):
    """Place units that wait in the mobilization zone."""

    kind: ClassVar[str] = "place"
    help: ClassVar[str] = "place new units at a complex, in a zone beside it, or a new complex"
    units: Units = units_field()
    space: str = space_field(label="where")
    complex: str = space_field(keyword="from", label="complex", optional=True)


@dataclass(frozen=True)
class Choose(Order):
    """Choose a national advantage."""

    kind: ClassVar[str] = "advantage"
    help: ClassVar[str] = "choose a national advantage for a power"
    name: str = word_field(label="advantage")


@dataclass(frozen=True)
class Garrison(Order):
    """Place the complex of the Colonial Garrison."""

    kind: ClassVar[str] = "garrison"
    help: ClassVar[str] = "place the complex of the Colonial Garrison"
    space: str = space_field(label="territory")


@dataclass(frozen=True)
class Bid(Order):
    """Place units of a bid before play."""

    kind: ClassVar[str] = "bid"
    help: ClassVar[str] = "place units of the bid before play (an option outside the rulebook)"
    units: Units = units_field()
    space: str = space_field(label="where")


@dataclass(frozen=True)
class Keep(Order):
    """Put IPCs of a bid into the treasury."""

    kind: ClassVar[str] = "keep"
    help: ClassVar[str] = "put IPCs of the bid into the treasury (an option outside the rulebook)"
    ipcs: int = count_field(label="IPCs")


@dataclass(frozen=True)
class Raise(Order):
    """Place the free infantry of an advantage."""

    kind: ClassVar[str] = "raise"
    help: ClassVar[str] = (
        "place the free infantry of an advantage: Chinese Divisions, French Resistance, Nonaggression Treaty"
    )
    space: str = space_field(label="territory")


@dataclass(frozen=True)
class Convert(Order):
    """Turn an ally's land unit into a Soviet one by Lend-Lease."""

    kind: ClassVar[str] = "convert"
    help: ClassVar[str] = "turn a British or American land unit on Soviet ground into a Soviet one"
    units: Units = units_field(label="unit")
    space: str = space_field(label="territory")


@dataclass(frozen=True)
class Relocate(Order):
    """Move an industrial complex by Mobile Industry."""

    kind: ClassVar[str] = "relocate"
    help: ClassVar[str] = "move a Soviet industrial complex to a neighbouring territory"
    route: Path = path_field()


@dataclass(frozen=True)
class Winter(Order):
    """Declare a severe winter."""

    kind: ClassVar[str] = "winter"
    help: ClassVar[str] = "declare a severe Russian winter, once a game"


@dataclass(frozen=True)
class JointStrike(Order):
    """Declare a joint strike."""

    kind: ClassVar[str] = "joint_strike"
    help: ClassVar[str] = "declare a joint strike for this round, once a game"


ORDERS = (Research, Buy, Place, Choose, ChooseForMe, Garrison, Bid, Keep, Raise, Convert, Relocate, Winter, JointStrike)
