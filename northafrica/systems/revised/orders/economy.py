"""Orders of the set-up and of the phases without movement: research, purchase, mobilization, income."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from northafrica.core.orders import Order, Units, count_field, space_field, units_field, word_field


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


ORDERS = (Research, Buy, Place)
