"""The unit table of Axis & Allies Revised (LHTR 2.0)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import ClassVar, Literal

from pydantic import Field

from northafrica.core.scenario import Names, Row, Tables

SYSTEM = "revised"


class UnitRow(Row):
    """units.csv; `attack_supported` is the attack when paired with artillery, `bombard` the value when bombarding."""

    key: ClassVar[tuple[str, ...]] = ("kind",)
    kind: str = Field(min_length=1)
    domain: Literal["land", "air", "sea"]
    combat: bool
    cost: int = Field(ge=0)
    attack: int = Field(ge=0, le=6)
    defense: int = Field(ge=0, le=6)
    move: int = Field(ge=0)
    hits: int = Field(ge=1, le=2)
    attack_supported: int = Field(ge=0, le=6)
    bombard: int = Field(ge=0, le=6)
    abilities: Names


@cache
def units() -> Mapping[str, UnitRow]:
    """The units by kind. Raises DataError."""
    return {row.kind: row for row in Tables(SYSTEM).read("units.csv", UnitRow)}
