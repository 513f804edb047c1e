"""The things the tables of `aana` describe where they are more than a row: unit types, powers, set-ups."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from northafrica.core.rulebook import Provenance

SYSTEM = "aana"
SCENARIOS = ("rommel", "torch")
FRENCH = ("vichy", "free_french")
POOL = "pool"
REINFORCEMENTS, TREASURY = "reinforcements", "treasury"
SUEZ, INDIAN, ATLANTIC = "csz_suez", "csz_indian", "csz_atlantic"
CHAIN = (SUEZ, INDIAN, ATLANTIC)
"""The convoy zones of the route round Africa, apart from the sea zones of the map."""
TRAVEL = (REINFORCEMENTS, *CHAIN)
"""Where units wait for their convoy, or ride in it, and nothing moves by itself."""
MALTA_ZONE = "sz12"
MARKERS = (
    "supply_1",
    "supply_5",
    "control_marker",
    "land_mine",
    "sea_mine",
    "variable_rp",
    "attack_arrow",
    "uk_truck_captured",
)

SPARE_ONLY = frozenset({("us", "scout_car"), ("vichy", "truck"), ("free_french", "truck")})
"""Pieces of the Spare Unit Bag without a line on any chart (p.5)."""
KINDS = (
    "infantry",
    "mechanized_infantry",
    "artillery",
    "anti_tank_gun",
    "aaa",
    "scout_car",
    "tank",
    "sherman",
    "tiger_tank",
    "truck",
    "fighter",
    "bomber",
    "battleship",
    "destroyer",
    "submarine",
)
_ABILITIES = """
    supported_by_artillery supports_infantry supports_mechanized_infantry blitz blitz_with_tank coast_road
    air_defense targeted_fire_tanks hit_and_run long_range_patrol sahara self_sufficient supply_raider
    targeted_attack_air targeted_attack_land targeted_attack_sea collateral_damage two_hits anti_submarine
    submarine cannot_be_hit_by_air cannot_hit_air does_not_block submersible surprise_strike
    treats_hostile_as_friendly cannot_attack no_defense noncombat_only land_transport logistical immediate
    not_requisitioned
"""
ABILITIES = frozenset(_ABILITIES.split())
OF_KIND: Mapping[str, frozenset[str]] = {
    "scout_car": frozenset(("hit_and_run", "long_range_patrol", "supply_raider")),
    "aaa": frozenset(("cannot_attack", "no_defense", "noncombat_only")),
    "truck": frozenset(("land_transport", "logistical")),
    "bomber": frozenset(("collateral_damage",)),
    "battleship": frozenset(("two_hits",)),
    "destroyer": frozenset(("anti_submarine",)),
    "submarine": frozenset(
        (
            "submarine",
            "cannot_be_hit_by_air",
            "cannot_hit_air",
            "does_not_block",
            "submersible",
            "surprise_strike",
            "treats_hostile_as_friendly",
        )
    ),
}
"""Abilities that go with a kind of unit, whoever has it: the rules speak of the kind."""
ON_GROUND = frozenset(("coast_road", "sahara", "blitz", "blitz_with_tank", "self_sufficient"))
IN_LAND_COMBAT = frozenset(
    (
        "supported_by_artillery",
        "supports_infantry",
        "supports_mechanized_infantry",
        "air_defense",
        "targeted_fire_tanks",
        "targeted_attack_air",
        "targeted_attack_land",
    )
)
_SPACE_TAGS = """
    coast_road sahara impassable port island emblem no_enemy_land_entry west convoy permanent scenery
    north_africa axis_direct_deploy no_axis_sea_mines staging landing free_french_site naval_base
    defensive_bonus capital closed_to_other_powers sea_deploy
"""
SPACE_TAGS = frozenset(_SPACE_TAGS.split())
LINK_TAGS = frozenset(("impassable", "sahara", "coast_road", "messina"))


@dataclass(frozen=True)
class UnitType:
    """One line of a reference chart.

    ``combat`` is False for trucks; ``limit`` counts the pieces of ``pool`` (the French share one pool):
    ``hard``, ``figures_plus_chips`` (combat land units: figures, one a stack, plus chips) or ``per_turn``.
    """

    power: str
    kind: str
    name: str
    cost: int
    attack: int
    defense: int
    move: int
    abilities: frozenset[str]
    category: str
    combat: bool
    limit: int
    limit_kind: str
    provenance: Provenance
    pool: str = ""
    model: str = ""
    spare: int = 0


@dataclass(frozen=True)
class Power:
    """A power; ``owner`` is the power whose player moves it (Germany for Vichy, the US for the Free French).

    ``turn_order`` 0 means no turn of its own. ``first_round`` and ``start_income`` are by scenario.
    """

    id: str
    name: str
    side: str
    owner: str
    pool: str
    colour: str
    turn_order: int
    basic_rp: int
    staging: str | None
    deploy_zones: tuple[str, ...]
    supply_limit: int
    convoys: tuple[str, ...]
    trucks_at_start: int | None
    first_round: Mapping[str, int]
    start_income: Mapping[str, int]
    provenance: Provenance


@dataclass(frozen=True)
class SetupRow:
    """Pieces placed at the start of ``round``; ``border`` is the side a land mine faces.

    ``when`` (``option=value``) is empty for rows that always count.
    """

    power: str
    space: str
    kind: str
    count: int
    round: int
    border: str | None
    provenance: Provenance
    when: str = ""


@dataclass(frozen=True)
class OwnScenario:
    """A user's own set-up: the printed scenario whose rules it follows, its first round, and who begins."""

    name: str
    title: str
    follows: str
    first_round: int
    power: str
