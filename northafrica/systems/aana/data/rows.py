"""What the columns of the tables in ``data/aana`` hold: one row model a table.

Yes/no cells are written ``yes`` or ``no``; cells with several names part them by semicolons.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from pydantic import Field

from northafrica.core.scenario import MaybeInt, Names, Row
from northafrica.systems.aana.data.entities import OF_KIND

Side = Literal["axis", "allies"]
Category = Literal["land", "air", "sea"]
LimitKind = Literal["hard", "figures_plus_chips", "per_turn"]
RULED = "the rules are written for it"
UNREAD = "nothing in the kit reads it"
DRAWN = "the map is drawn in shapes of its own"
OF_KINDS = {word: f"it goes with every {kind.replace('_', ' ')}" for kind, words in OF_KIND.items() for word in words}
CONVOYS = "convoys.csv tells the convoy zones and their ports"
INCOME = "it follows from basic_rp and the territories held"


class SpaceRow(Row):
    """spaces.csv; ``rp`` empty: cannot be controlled; ``stacking_limit`` empty: no limit (sea)."""

    settled: ClassVar[Mapping[str, str]] = {
        "kind": "the borders and rules of a space go with it",
        "region": UNREAD,
        "country": UNREAD,
        "sea_deploy": "write deploy_zones in powers.csv",
        "convoy_name": UNREAD,
        "lat": DRAWN,
        "lon": DRAWN,
    }
    settled_words: ClassVar[Mapping[str, Mapping[str, str]]] = {
        "tags": {
            **dict.fromkeys(("port", "convoy", "permanent"), CONVOYS),
            "scenery": UNREAD,
            "capital": "write the spaces of victory.csv",
            "closed_to_other_powers": "no ship of any power sails into a convoy box",
            "sea_deploy": "write deploy_zones in powers.csv",
            "staging": "write staging in powers.csv",
        }
    }
    complete: ClassVar[str] = "the map is drawn with the spaces there are; no more can be added"

    id: str = Field(min_length=1)
    name: str = Field(min_length=1)
    kind: Literal["land", "sea", "box"]
    region: str
    country: str = ""
    rp: MaybeInt
    stacking_limit: MaybeInt
    supply_limit: MaybeInt = None
    tags: Names
    emblem: Names = ()
    sea_deploy: Names = ()
    convoy_name: str = ""
    lat: float
    lon: float
    rp_source: str = ""
    rp_confidence: str = ""
    stacking_source: str = ""
    stacking_confidence: str = ""


class LinkRow(Row):
    """links.csv: common borders, each pair once."""

    key: ClassVar[tuple[str, ...]] = ("a", "b")
    a: str
    b: str
    kind: Literal["land", "sea", "coast"]
    tags: Names


class ConvoyRow(Row):
    """convoys.csv: convoy zones, their port and who may use them; not ``deployable`` where units only pass."""

    key: ClassVar[tuple[str, ...]] = ("zone",)
    settled: ClassVar[Mapping[str, str]] = {
        "open_rommel": "a route is open while its port is held (csz.port-link); place a control marker in the set-up",
        "open_torch": "a route is open while its port is held (csz.port-link); place a control marker in the set-up",
        "touches_port": "it follows from links.csv",
        "port": RULED,
        "permanent": RULED,
    }
    complete: ClassVar[str] = "the rules name the convoy zones; no more can be added"
    zone: str
    port: str
    powers: Names
    permanent: bool
    deployable: bool
    open_rommel: bool
    open_torch: bool
    touches_port: bool

    @property
    def open_at_start(self) -> Mapping[str, bool]:
        """Whether the route is open at the start, by scenario."""
        return {"rommel": self.open_rommel, "torch": self.open_torch}


class ConvoyLinkRow(Row):
    """convoy_links.csv: the one-way steps of phase 1."""

    key: ClassVar[tuple[str, ...]] = ("start", "end")
    settled: ClassVar[Mapping[str, str]] = {"powers": "write powers in convoys.csv", "cargo": RULED}
    complete: ClassVar[str] = "the rules name the steps of phase 1; no more can be added"
    start: str
    end: str
    powers: Names
    cargo: Literal["all", "land_supply", "sea"]


class UnitRow(Row):
    """units.csv; ``when`` (``option=value``) marks a variant that an option selects.

    ``spare`` figures lie in the Spare Unit Bag, for set-ups of one's own (p.5).
    """

    key: ClassVar[tuple[str, ...]] = ("power", "kind", "when")
    settled: ClassVar[Mapping[str, str]] = {"model": UNREAD, "category": RULED, "combat": RULED}
    settled_words: ClassVar[Mapping[str, Mapping[str, str]]] = {"abilities": OF_KINDS}
    power: str
    kind: str
    when: str = ""
    name: str
    model: str = ""
    category: Category
    combat: bool
    cost: int = Field(ge=0)
    attack: int = Field(ge=0, le=10)
    defense: int = Field(ge=0, le=10)
    move: int = Field(ge=0)
    abilities: Names
    limit: int = Field(ge=0)
    limit_kind: LimitKind
    spare: int = Field(default=0, ge=0)


class TokenRow(Row):
    """tokens.csv: supply and mines; ``value`` is what one token stands for, ``limit`` how many there are."""

    key: ClassVar[tuple[str, ...]] = ("kind", "when")
    settled: ClassVar[Mapping[str, str]] = {
        "name": UNREAD,
        "value": "what a token stands for is part of its name",
        "limit": "write count in components.csv",
    }
    complete: ClassVar[str] = "the rules name the tokens; no more can be added"
    kind: str
    when: str = ""
    name: str
    cost: int = Field(ge=0)
    value: int = Field(ge=1)
    limit: int = Field(ge=0)


class PowerRow(Row):
    """powers.csv; ``turn_order`` 0: takes no turn of its own (its ``owner`` acts for it)."""

    settled: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(("name", "side", "owner", "pool", "turn_order"), RULED),
        "colour": "the map has colours of its own",
        "convoys": "write powers in convoys.csv",
        "start_income_rommel": INCOME,
        "start_income_torch": INCOME,
    }
    complete: ClassVar[str] = "the rules name the powers; no more can be added"

    id: str
    name: str
    side: Side
    owner: str
    pool: str
    colour: str
    turn_order: int
    basic_rp: int = Field(ge=0)
    staging: str = ""
    deploy_zones: Names
    supply_limit: int = Field(ge=0)
    convoys: Names
    first_round_rommel: MaybeInt
    first_round_torch: MaybeInt
    trucks_rommel: MaybeInt
    start_income_rommel: MaybeInt
    start_income_torch: MaybeInt


class SetupTableRow(Row):
    """scenarios/*.csv; ``space`` may be ``pool``; ``when`` (``option=value``) marks a row for one choice."""

    key: ClassVar[tuple[str, ...]] = ("round", "power", "space", "kind", "border", "when")
    round: int = Field(ge=1, le=14)
    power: str
    space: str
    kind: str
    count: int = Field(ge=0)
    border: str = ""
    when: str = ""


class OwnSetupRow(SetupTableRow):
    """A row of a set-up of one's own; ``round`` may be left out, the head says it."""

    round: MaybeInt = None  # type: ignore[assignment]
    count: int = Field(ge=1)


class VictoryRow(Row):
    """victory.csv; ``needs`` says whether all or any of ``spaces`` count."""

    key: ClassVar[tuple[str, ...]] = ("scenario", "side", "level", "test")
    settled: ClassVar[Mapping[str, str]] = {"rule": "rulings cite it"}
    scenario: Literal["rommel", "torch"]
    side: Literal["axis", "allies", "both"]
    level: Literal["instant_total", "total", "major", "minor", "draw"]
    test: Literal["capture", "eliminate", "control", "none"]
    spaces: Names
    needs: Literal["all", "any", ""]
    rule: str


class EventRow(Row):
    """events.csv: what a scenario's rounds bring."""

    settled: ClassVar[Mapping[str, str]] = {"scenario": RULED, "when": RULED, "text": RULED, "rule": RULED}
    complete: ClassVar[str] = "no rule knows another event; change the round of one there is"

    id: str
    scenario: Literal["rommel", "torch", "both"]
    first_round: int = Field(ge=1, le=14)
    last_round: int = Field(ge=1, le=14)
    when: str
    text: str
    rule: str


class ComponentRow(Row):
    """components.csv: how many of each component there are."""

    key: ClassVar[tuple[str, ...]] = ("component",)
    complete: ClassVar[str] = "no rule counts another component"
    component: str
    count: int = Field(ge=0)


class FeatureRow(Row):
    """features.csv: what is printed on or known of a space, each with its own source."""

    key: ClassVar[tuple[str, ...]] = ("space", "feature")
    settled: ClassVar[Mapping[str, str]] = {"value": "marks are written in spaces.csv (tags); this tells their source"}
    complete: ClassVar[str] = "marks are written in spaces.csv (tags); this table tells where they were read"
    space: str
    feature: str
    value: str
