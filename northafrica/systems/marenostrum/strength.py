"""The numbers a unit fights with: one place for the odds and for play (12.4, 12.6, 12.10, 19.6 to 19.13, 28.0)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from northafrica.odds.factor_fire import FACES, NO_FACTORS, Factors, Kind, modified
from northafrica.systems.marenostrum.odds_data import CARRIERS, SHIELDED, UnitRow

ENGINEERS, TIGER, HEAVY_BOMBER, FORT = "assault engineers", "armored battalion", "HB", "fortification"


def limited(factor: int, change: int) -> int:
    """A factor after all changes: 0 stays 0, 1 stays at least 1 (rules 12.6.zero, 12.6.minimum-one)."""
    return min(FACES, modified(factor, change))


@dataclass(frozen=True)
class Where:
    """What a place does to attackers: what is added to ground factors of ground units, and of all others.

    fortress, entrenched   whether it is one, whether the defender is dug in there
    """

    ground: int = 0
    other: int = 0
    fortress: bool = False
    entrenched: bool = False


def where(numbers: Mapping[str, int], fortress: bool, entrenched: bool, all_lose_two: bool = True) -> Where:
    """The changes of a place (rules 12.12.minus-one, 28.2.effect, 28.3.fortress; note A67).

    all_lose_two   whether aircraft and ships lose 2 as well before an entrenched fortress (28.3), or 1 (28.2)
    """
    if not entrenched:
        return Where(numbers["fortress"] if fortress else 0, 0, fortress)
    if not fortress:
        return Where(numbers["entrenched"], numbers["entrenched"], entrenched=True)
    both = numbers["entrenched_fortress"]
    return Where(both, both if all_lose_two else numbers["entrenched"], True, True)


def attacking(row: UnitRow, factors: Factors, numbers: Mapping[str, int], place: Where, event: int = 0) -> Factors:
    """The factors of an attacker against units (rules 12.6.cumulative, 12.6.heavy-bomber)."""
    ground, *others = factors
    if row.type == HEAVY_BOMBER and ground:
        ground = numbers["heavy_bomber"]
    by_place = place.ground if row.category == "ground" else place.other
    air, surface, sub = (limited(factor, event) for factor in others)
    return limited(ground, by_place + event), air, surface, sub


def defending(row: UnitRow, factors: Factors, numbers: Mapping[str, int], event: int = 0) -> Factors:
    """The factors of a defender."""
    return attacking(row, factors, numbers, Where(), event)


def kind(
    name: str,
    row: UnitRow,
    factors: Factors,
    reduced: Factors = NO_FACTORS,
    *,
    count: int = 1,
    steps: int = 1,
    move: int = 0,
    boxed: bool = False,
    first: bool = False,
) -> Kind:
    """A unit as the odds know it, with its final factors."""
    naval = row.category == "naval"
    return Kind(
        name,
        count,
        row.medium,
        factors,
        reduced,
        steps=row.steps,
        start=steps,
        boxed=row.boxed or boxed,
        first=first or row.type == TIGER,
        shielded=naval and row.type in SHIELDED,
        bound=naval and row.type not in CARRIERS,
        moves=move,
        holds=row.category == "ground" and row.type != "supply",
    )


def with_engineers(found: Kind, row: UnitRow, forts: Collection[str], place: Where) -> Kind:
    """First fire of attacking assault engineers (rules 19.7.engineers-fortification, 28.4.engineers)."""
    if row.type != ENGINEERS or found.first:
        return found
    if place.fortress or place.entrenched:
        return replace(found, first=True)
    return replace(found, first=True, first_at=frozenset(forts)) if forts else found


def is_vichy(row: UnitRow) -> bool:
    """Whether a unit dies where American ground units attack it (rule 21.1.us-attack)."""
    return row.nationality == "Vichy French" and row.category == "ground"


def is_american(row: UnitRow) -> bool:
    """Whether a unit is American and of the ground forces."""
    return row.nationality == "US" and row.category == "ground"
