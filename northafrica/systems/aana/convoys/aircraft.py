"""Convoy aircraft fly up to two spaces and land; those that cannot are lost (rulebook p.12)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from northafrica.core.common_orders import End
from northafrica.core.deed import Deed, Plain
from northafrica.core.groups import Keep, Picked, groups, lose, number, offer, pick, total
from northafrica.core.naming import joined
from northafrica.core.orders import FieldSpec
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Choice, Prompt
from northafrica.core.table import Table, View
from northafrica.systems.aana.board.ground import AIR, data, mine, name, room, side_of
from northafrica.systems.aana.board.movement import air_path_problem, air_way, air_ways, may_land
from northafrica.systems.aana.convoys.routes import FAR_CHAIN, RANGE
from northafrica.systems.aana.orders import Land
from northafrica.systems.aana.wording import say


def waiting_air(view: View) -> list[str]:
    """Convoy zones with aircraft of the acting power that must land now (note C6: not those in the chain)."""
    zones = [z for z in data(view).convoys if z not in FAR_CHAIN]
    return [z for z in zones if number(view, z, convoy_air(view))]


def convoy_air(view: View) -> Keep:
    """Which pieces in a convoy zone are aircraft that must land."""
    return lambda p: mine(view, p) and p.kind in AIR


def bases(view: View, zone: str) -> dict[str, tuple[str, ...]]:
    """Friendly-controlled territories within two spaces of a convoy zone."""
    side = side_of(view.state.power)
    return {space: way for space, way in air_ways(view, side, zone, RANGE).items() if may_land(view, side, space)}


@dataclass(frozen=True)
class LandConvoyAir(Choice):
    """Aircraft in convoy zones fly up to two spaces and land; those that cannot are lost."""

    title: ClassVar[str] = "Convoy aircraft land"

    def prompt(self, view: View) -> Prompt:
        zones = zones_to_leave(view)
        if not zones:
            told = joined(
                f"{say(n, piece.kind)} in {name(view, zone)}"
                for zone in waiting_air(view)
                for piece, n in groups(view, zone, convoy_air(view))
            )
            text = f"no base is in reach of {told}: end the phase, and they are lost" if told else ""
            return Prompt(text or "no convoy aircraft is left to land: end the phase", "", ("convoy.air-lost",))
        return Prompt(
            f"land your aircraft out of {joined(name(view, z) for z in zones)}, at most {RANGE} spaces",
            "Convoy escorts must land at the start of your turn.",
            ("convoy.air-land", "convoy.air-lost"),
        )

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (Landing(zones_to_leave(view)), Plain(End, lose_the_rest, bar=_must_land))


def zones_to_leave(view: View) -> list[str]:
    """Convoy zones with aircraft that have a base in reach."""
    return [zone for zone in waiting_air(view) if bases(view, zone)]


def _must_land(view: View) -> Ruling | None:
    told = joined(name(view, zone) for zone in zones_to_leave(view))
    return Ruling.refuse("convoy.air-land", f"aircraft in {told} can land, and must") if told else None


def lose_the_rest(table: Table) -> None:
    """The aircraft that no base is in reach of are lost; the phase goes on."""
    for zone in waiting_air(table):
        for piece, n in groups(table, zone, convoy_air(table)):
            lose(table, zone, piece, n, "no base in reach", "convoy.air-lost", "comp.return-to-pool")
    table.finish()


@dataclass(frozen=True)
class Landing(Deed[Land]):
    """Aircraft fly out of a convoy zone to a base."""

    kind = Land
    zones: list[str]

    def barred(self, view: View) -> Ruling | None:
        if self.zones:
            return None
        return Ruling.refuse("convoy.air-lost", "no convoy aircraft can land any more: end the phase")

    def places(self, view: View) -> Sequence[str]:
        return self.zones

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        only = self.begins(view, given)
        if field.name == "units":
            return [some for zone in only[:1] for some in offer(view, zone, convoy_air(view))]
        return [way for zone in only for way in bases(view, zone).values()]

    def judge(self, view: View, order: Land) -> Ruling:
        side, zone = side_of(view.state.power), order.route[0]
        if zone not in waiting_air(view):
            return Ruling.refuse("convoy.air-land", f"no aircraft of yours waits in {name(view, zone)}")
        picked = pick(view, zone, order.units, convoy_air(view), "convoy.air-land", "must land")
        if isinstance(picked, Ruling):
            return picked
        way = air_way(view, side, order.route)
        problem = air_path_problem(view, side, way)
        if problem is not None:
            return problem
        base, steps = name(view, way[-1]), len(way) - 1
        if steps > RANGE:
            return Ruling.refuse("convoy.air-land", f"{base} is {steps} spaces away, {RANGE} are allowed")
        if not may_land(view, side, way[-1]):
            return Ruling.refuse("convoy.air-land", f"{base} is not friendly-controlled", "ncm.air.landing")
        return Ruling.allow(_crowded(view, way[-1], total(picked)), found=picked)

    def do(self, table: Table, order: Land, found: Picked) -> None:
        for piece, n in found:
            table.emit(
                "moved",
                "convoy.air-land",
                "convoy.air-then-acts",
                place=order.route[0],
                to=order.route[-1],
                piece=piece,
                count=n,
                power=piece.power,
            )
        if not zones_to_leave(table):
            lose_the_rest(table)


def _crowded(view: View, base: str, n: int) -> tuple[str, ...]:
    free = room(view, base, side_of(view.state.power))
    return (f"{name(view, base)} will hold {n - free} too many when the phase ends",) if n > free else ()
