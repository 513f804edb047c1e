"""What the columns of the tables in ``data/revised`` hold: one row model a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from pydantic import Field

from northafrica.core.rule_tables import ALL_THERE
from northafrica.core.scenario import MaybeInt, Names, Row

Domain = Literal["land", "air", "sea"]
DRAWN = "the map is drawn in shapes of its own"


class SpaceRow(Row):
    """spaces.csv; `income` and `owner` (the controller at the start) empty: nobody ever controls it."""

    settled: ClassVar[Mapping[str, str]] = {
        "kind": "the borders and rules of a space go with it",
        "tags": "the borders and rules of a space go with them",
        "lat": DRAWN,
        "lon": DRAWN,
    }
    complete: ClassVar[str] = "the map is drawn with the spaces there are; no more can be added"
    id: str = Field(min_length=1)
    name: str = Field(min_length=1)
    kind: Literal["land", "sea"]
    income: MaybeInt
    owner: str
    capital: str
    tags: Names
    lat: float
    lon: float


class LinkRow(Row):
    """links.csv: borders between two territories (`land`), two sea zones (`sea`), or one of each (`coast`)."""

    key: ClassVar[tuple[str, ...]] = ("a", "b")
    a: str
    b: str
    kind: Literal["land", "sea", "coast"]
    tags: Names


class CanalRow(Row):
    """canals.csv: two sea zones, and the territories that a side must hold to pass between them."""

    complete: ClassVar[str] = ALL_THERE
    id: str = Field(min_length=1)
    name: str
    a: str
    b: str
    held_by: Names
    rule: str


class UnitRow(Row):
    """units.csv; `attack_supported` is the attack when paired with artillery, `bombard` the value when bombarding."""

    key: ClassVar[tuple[str, ...]] = ("kind",)
    complete: ClassVar[str] = ALL_THERE
    settled: ClassVar[Mapping[str, str]] = {
        "domain": "the rules are written for it",
        "combat": "the rules are written for it",
        "abilities": "the rules are written for them",
    }
    kind: str = Field(min_length=1)
    domain: Domain
    combat: bool
    cost: int = Field(ge=0)
    attack: int = Field(ge=0, le=6)
    defense: int = Field(ge=0, le=6)
    move: int = Field(ge=0)
    hits: int = Field(ge=1, le=2)
    attack_supported: int = Field(ge=0, le=6)
    bombard: int = Field(ge=0, le=6)
    abilities: Names


class PowerRow(Row):
    """powers.csv: the powers in the order of their turns; `capital` is a territory."""

    complete: ClassVar[str] = ALL_THERE
    settled: ClassVar[Mapping[str, str]] = {
        "side": "the rules are written for it",
        "turn_order": "the rules are written for it",
        "capital": "write the column capital of spaces.csv",
    }
    id: str = Field(min_length=1)
    name: str = Field(min_length=1)
    side: Literal["axis", "allies"]
    turn_order: int = Field(ge=1)
    ipcs: int = Field(ge=0)
    capital: str
    capital_city: str
    colour: str


class CityRow(Row):
    """cities.csv: the victory cities."""

    complete: ClassVar[str] = ALL_THERE
    id: str = Field(min_length=1)
    name: str = Field(min_length=1)
    space: str
    lat: float
    lon: float


class DevelopmentRow(Row):
    """developments.csv: `number` is what a research die must show."""

    complete: ClassVar[str] = ALL_THERE
    id: str = Field(min_length=1)
    name: str
    number: int = Field(ge=1, le=6)
    effect: str
    rule: str


class AdvantageRow(Row):
    """advantages.csv: the national advantages; `once` those used once a game, `spaces` those that one speaks of."""

    complete: ClassVar[str] = ALL_THERE
    id: str = Field(min_length=1)
    power: str
    number: int = Field(ge=1)
    name: str
    once: bool
    spaces: Names
    rule: str


class SetupRow(Row):
    """scenarios/*.csv: the reference charts; a count of 0 places nothing, so an overlay takes a row out."""

    key: ClassVar[tuple[str, ...]] = ("power", "space", "kind")
    power: str
    space: str
    kind: str
    count: int = Field(ge=0)


class AliasRow(Row):
    """aliases.csv: further names of places and units, as people type them."""

    key: ClassVar[tuple[str, ...]] = ("alias", "sort")
    alias: str = Field(min_length=1)
    sort: Literal["place", "unit"]
    meaning: str
