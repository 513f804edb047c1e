"""Trucks: what they carry, from where, how far (rulebook p.32)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from northafrica.core.groups import Keep, Picked, offer, pick, shift
from northafrica.core.naming import joined
from northafrica.core.orders import Loads, Path, Some, Units
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.table import Table, View
from northafrica.systems.aana.board.ground import (
    AIR,
    mine,
    name,
    side_of,
    supply,
)
from northafrica.systems.aana.board.ground import may_draw as may_draw_supply
from northafrica.systems.aana.combat_move.position import frozen
from northafrica.systems.aana.mines.phase import MINED
from northafrica.systems.aana.wording import nation, power_name, say, word

CAPACITY = 6
CARRIED = ("truck.load", "truck.unload", "truck.cargo-static", "truck.cargo-types", "truck.same-power")
AIRLIFT_FROM = "italy"
AIRLIFTED = frozenset({"infantry", "mechanized_infantry", "artillery", "anti_tank_gun", "aaa"})
CARGO = frozenset({"infantry", "artillery", "anti_tank_gun", "aaa"})


def same_power(truck: str, cargo: str) -> bool:
    """Whether a truck of one power may carry units of another: Free French move as US units (p.29, note A38)."""
    own = "us" if truck == "free_french" else truck
    return cargo == own or (own == "us" and cargo == "free_french")


def may_load(view: View, place: str, power: str) -> Keep:
    """Which units in a place a power's truck may pick up (truck.cargo-types, truck.noncombat-only)."""

    def keep(piece: Piece) -> bool:
        if piece.kind not in CARGO or not same_power(power, piece.power) or piece.has("cargo"):
            return False
        return not any(piece.has(s) for s in ("went", "moved", "done", "fought", "attack")) and not frozen(
            view, place, piece
        )

    return keep


def offers(view: View, units: Units, route: Path) -> list[Loads]:
    """The cargoes of one kind that trucks (or bombers, by option) could take along a way, each place by itself."""
    number, start = sum(some.count for some in units), route[0]
    power = next(
        (p.power for p in sorted(view.state.at(start)) if mine(view, p) and any(some.fits(p) for some in units)),
        view.state.power,
    )
    if all(some.kind == "bomber" for some in units) and view.option("air_transport") == "on":
        flown = offer(view, AIRLIFT_FROM, may_fly(view, power)) if start == AIRLIFT_FROM else []
        return [((_up_to(some, number), start),) for some in flown]
    if not all(some.kind == "truck" for some in units):
        return []
    return [
        ((_up_to(some, CAPACITY * number), place),)
        for place in dict.fromkeys(route)
        if place != route[-1]
        for some in _cargo_at(view, place, power)
    ]


def _up_to(some: Some, most: int) -> Units:
    return (replace(some, count=min(some.count, most)),)


def _cargo_at(view: View, place: str, power: str) -> list[Some]:
    """What a power's trucks may pick up in a place."""
    tokens = supply(view, place) if may_draw_supply(view, place, side_of(power)) else 0
    return [*offer(view, place, may_load(view, place, power)), *([Some(tokens, "supply")] if tokens else [])]


def _kinds(kinds: Iterable[str]) -> str:
    return joined(word(kind, 2) for kind in sorted(kinds))


def check(view: View, picked: Picked, way: Path, load: Loads) -> Ruling:
    """The ruling on loading trucks along a way."""
    if all(piece.kind == "bomber" for piece, _ in picked) and view.option("air_transport") == "on":
        return check_airlift(view, picked, way, load)
    trucks = sum(n for piece, n in picked if piece.kind == "truck")
    if trucks != sum(n for _, n in picked) or not trucks:
        further = ("opt.adv.air-transport",) if all(piece.kind in AIR for piece, _ in picked) else ()
        return Ruling.refuse("truck.cargo-types", "only trucks carry; move them apart from the others", *further)
    power = picked[0][0].power
    total = sum(some.count for cargo, _ in load for some in cargo)
    if total > CAPACITY * trucks:
        text = f"{say(trucks, 'truck')} {'carries' if trucks == 1 else 'carry'} {CAPACITY * trucks}, not {total}"
        return Ruling.refuse("truck.capacity", text, capacity=CAPACITY * trucks, named=total)
    for cargo, place in load:
        if place not in way:
            return Ruling.refuse("truck.load", f"the way does not pass {name(view, place)}")
        if place == way[-1]:
            return Ruling.refuse("truck.unload", f"nothing is loaded where the move ends ({name(view, place)})")
        problem = _check_cargo(view, place, power, cargo)
        if problem is not None:
            return problem
    return Ruling.first(_check_twice(load))


def check_airlift(view: View, picked: Picked, way: Path, load: Loads) -> Ruling:
    """The ruling on Axis bombers carrying land units out of Italy (optional rule opt.adv.air-transport, note A31)."""
    rule, power = "opt.adv.air-transport", picked[0][0].power
    bombers = sum(n for _, n in picked)
    if (
        way[0] != AIRLIFT_FROM
        or any(place != AIRLIFT_FROM for _, place in load)
        or any(p.has("used") for p, _ in picked)
    ):
        return Ruling.refuse(rule, "bombers carry only out of Italy, from where both start")
    units = tuple(some for cargo, _ in load for some in cargo)
    if (wanted := sum(some.count for some in units)) > bombers:
        return Ruling.refuse(
            rule,
            f"{say(bombers, 'bomber')} {'carries' if bombers == 1 else 'carry'} one unit each, not {wanted}",
        )
    for some in units:
        if some.kind not in AIRLIFTED:
            return Ruling.refuse(rule, f"bombers carry {_kinds(AIRLIFTED)}, not {word(some.kind, 2)}")
    picked_units = pick(
        view, AIRLIFT_FROM, units, may_fly(view, power), rule, f"of {power_name(power)} may be carried now"
    )
    return picked_units if isinstance(picked_units, Ruling) else Ruling.allow(rules=(rule,))


def may_fly(view: View, power: str) -> Keep:
    """Which units in Italy a power's bombers may carry."""
    fresh = may_load(view, AIRLIFT_FROM, power)
    return lambda p: p.power == power and p.kind in AIRLIFTED and fresh(replace(p, kind="infantry"))


def _check_twice(load: Loads) -> Ruling | None:
    places = [place for _, place in load]
    if len(set(places)) != len(places):
        return Ruling.refuse("truck.load", "name all that is loaded in a place at once")
    return None


def _check_cargo(view: View, place: str, power: str, cargo: Units) -> Ruling | None:
    for some in cargo:
        if some.kind == "supply":
            if not may_draw_supply(view, place, side_of(power)) or some.count > supply(view, place):
                text = f"{name(view, place)} holds {supply(view, place)} supply you may use, not {some.count}"
                return Ruling.refuse(
                    "truck.load", text, "supply.access-side", has=supply(view, place), asked=some.count
                )
        elif some.kind not in CARGO:
            further = ("mech.profile",) if some.kind == "mechanized_infantry" else ()
            text = f"trucks carry {_kinds(CARGO | {'supply'})}, not {word(some.kind, 2)}"
            return Ruling.refuse("truck.cargo-types", text, *further)
        elif some.power and not same_power(power, some.power):
            return Ruling.refuse(
                "truck.same-power",
                f"{nation(power)} trucks carry no {nation(some.power)} units",
            )
    units = tuple(some for some in cargo if some.kind != "supply")
    picked = pick(view, place, units, may_load(view, place, power), "truck.same-power", "may be loaded now")
    return Ruling.first(_why(view, place, power, units), picked) if isinstance(picked, Ruling) else None


def _why(view: View, place: str, power: str, units: Sequence[Some]) -> Ruling | None:
    """The rule that keeps a unit that is there off the truck."""
    for some in units:
        for piece in sorted(view.state.at(place)):
            if not some.fits(piece) or may_load(view, place, power)(piece):
                continue
            if not same_power(power, piece.power):
                return Ruling.refuse(
                    "truck.same-power",
                    f"{nation(power)} trucks carry no {nation(piece.power)} units",
                )
            if piece.has("went"):
                return Ruling.refuse(
                    "truck.cargo-static",
                    f"the {word(piece.kind)} in {name(view, place)} has moved already and cannot be loaded",
                )
            mined = ("mine.land.spent-move",) if piece.get("done") == MINED else ()
            return Ruling.refuse(
                "truck.noncombat-only",
                f"the {word(piece.kind)} in {name(view, place)} moved or fought earlier this turn",
                *mined,
            )
    return None


def carry(table: Table, picked: Picked, way: Path, load: Loads) -> None:
    """Take the cargo along to the end of the way."""
    power, end = picked[0][0].power, way[-1]
    by_air = picked[0][0].kind == "bomber"
    rules = ("opt.adv.air-transport",) if by_air else CARRIED
    for cargo, place in load:
        amount = sum(some.count for some in cargo if some.kind == "supply")
        if amount:
            loaded = ("truck.load", "truck.unload", "truck.capacity", "supply.no-self-move")
            table.emit("shipped", *loaded, place=place, to=end, resource="supply", amount=amount, purpose="truck",
                       power=power)  # fmt: skip
        units = tuple(some for some in cargo if some.kind != "supply")
        if units:
            found = pick(
                table, place, units, may_fly(table, power) if by_air else may_load(table, place, power), "", ""
            )
            assert not isinstance(found, Ruling)
            for piece, n in found:
                french = ("french.free-owner",) if piece.power == "free_french" else ()
                shift(table, "moved", place, end, piece, n, *rules, *french, went=1, loaded=1)
