"""Trucks: what they carry, from where, how far (rulebook p.32)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from northafrica.core.events import Told
from northafrica.core.groups import Keep, Picked, offer, pick, shift, total
from northafrica.core.naming import agreeing, joined
from northafrica.core.orders import Loads, Path, Some, Units
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.table import Table, View
from northafrica.systems.aana.board.ground import AIR, mine, name, side_of, supply
from northafrica.systems.aana.board.ground import may_draw as may_draw_supply
from northafrica.systems.aana.combat_move.position import frozen
from northafrica.systems.aana.mines.fields import MINED
from northafrica.systems.aana.wording import nation, power_name, say, word


@dataclass(frozen=True)
class Load:
    """What is loaded in one place: units, and supply."""

    place: str
    units: Picked
    supply: int


Cargo = list[Load]
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
        used = any(piece.has(s) for s in ("went", "moved", "done", "fought", "attack"))
        return not used and not frozen(view, place, piece)

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
    """The ruling on loading trucks along a way; what is found is the cargo."""
    if not load:
        return Ruling.allow(found=[])
    if all(piece.kind == "bomber" for piece, _ in picked) and view.option("air_transport") == "on":
        return check_airlift(view, picked, way, load)
    carriers = sum(n for piece, n in picked if piece.kind == "truck")
    if carriers != total(picked) or not carriers:
        further = ("opt.adv.air-transport",) if all(piece.kind in AIR for piece, _ in picked) else ()
        return Ruling.refuse("truck.cargo-types", "only trucks carry; move them apart from the others", *further)
    named, most = sum(some.count for cargo, _ in load for some in cargo), CAPACITY * carriers
    if named > most:
        text = f"{say(carriers, 'truck')} {agreeing(carriers, 'carries', 'carry')} {most}, not {named}"
        return Ruling.refuse("truck.capacity", text, capacity=most, named=named)
    found: Cargo = []
    power = next(piece.power for piece, _ in picked)
    for cargo, place in load:
        if place not in way:
            return Ruling.refuse("truck.load", f"the way does not pass {name(view, place)}")
        if place == way[-1]:
            return Ruling.refuse("truck.unload", f"nothing is loaded where the move ends ({name(view, place)})")
        here = _cargo_of(view, place, power, cargo)
        if isinstance(here, Ruling):
            return here
        found.append(here)
    if len({one.place for one in found}) != len(found):
        return Ruling.refuse("truck.load", "name all that is loaded in a place at once")
    return Ruling.allow(found=found)


def check_airlift(view: View, picked: Picked, way: Path, load: Loads) -> Ruling:
    """The ruling on Axis bombers carrying land units out of Italy (optional rule opt.adv.air-transport, note A31)."""
    rule, power = "opt.adv.air-transport", next(piece.power for piece, _ in picked)
    bombers, places = total(picked), {way[0], *(place for _, place in load)}
    if places != {AIRLIFT_FROM} or any(p.has("used") for p, _ in picked):
        return Ruling.refuse(rule, "bombers carry only out of Italy, from where both start")
    units = tuple(some for cargo, _ in load for some in cargo)
    if (wanted := sum(some.count for some in units)) > bombers:
        text = f"{say(bombers, 'bomber')} {agreeing(bombers, 'carries', 'carry')} one unit each, not {wanted}"
        return Ruling.refuse(rule, text)
    for some in units:
        if some.kind not in AIRLIFTED:
            return Ruling.refuse(rule, f"bombers carry {_kinds(AIRLIFTED)}, not {word(some.kind, 2)}")
    told = f"of {power_name(power)} may be carried now"
    flown = pick(view, AIRLIFT_FROM, units, may_fly(view, power), rule, told)
    return flown if isinstance(flown, Ruling) else Ruling.allow(rules=(rule,), found=[Load(AIRLIFT_FROM, flown, 0)])


def may_fly(view: View, power: str) -> Keep:
    """Which units in Italy a power's bombers may carry."""
    fresh = may_load(view, AIRLIFT_FROM, power)
    return lambda p: p.power == power and p.kind in AIRLIFTED and fresh(replace(p, kind="infantry"))


def _cargo_of(view: View, place: str, power: str, cargo: Units) -> Load | Ruling:
    """What a power's trucks load in a place, or why they cannot."""
    for some in cargo:
        if some.kind == "supply":
            if not may_draw_supply(view, place, side_of(power)) or some.count > supply(view, place):
                text = f"{name(view, place)} holds {supply(view, place)} supply you may use, not {some.count}"
                has = supply(view, place)
                return Ruling.refuse("truck.load", text, "supply.access-side", has=has, asked=some.count)
        elif some.kind not in CARGO:
            further = ("mech.profile",) if some.kind == "mechanized_infantry" else ()
            text = f"trucks carry {_kinds(CARGO | {'supply'})}, not {word(some.kind, 2)}"
            return Ruling.refuse("truck.cargo-types", text, *further)
        elif some.power and not same_power(power, some.power):
            return _other_power(power, some.power)
    units = tuple(some for some in cargo if some.kind != "supply")
    picked = pick(view, place, units, may_load(view, place, power), "truck.same-power", "may be loaded now")
    if isinstance(picked, Ruling):
        return Ruling.first(_why(view, place, power, units), picked)
    return Load(place, picked, sum(some.count for some in cargo if some.kind == "supply"))


def _other_power(power: str, cargo: str) -> Ruling:
    return Ruling.refuse("truck.same-power", f"{nation(power)} trucks carry no {nation(cargo)} units")


def _why(view: View, place: str, power: str, units: Sequence[Some]) -> Ruling | None:
    """The rule that keeps a unit that is there off the truck."""
    for some in units:
        for piece in sorted(view.state.at(place)):
            if not some.fits(piece) or may_load(view, place, power)(piece):
                continue
            if not same_power(power, piece.power):
                return _other_power(power, piece.power)
            this = f"the {word(piece.kind)} in {name(view, place)}"
            if piece.has("went"):
                return Ruling.refuse("truck.cargo-static", f"{this} has moved already and cannot be loaded")
            mined = ("mine.land.spent-move",) if piece.get("done") == MINED else ()
            return Ruling.refuse("truck.noncombat-only", f"{this} moved or fought earlier this turn", *mined)
    return None


def carry(table: Table, carrier: Piece, end: str, cargo: Cargo) -> None:
    """Take the cargo along to the end of the way."""
    rules = ("opt.adv.air-transport",) if carrier.kind == "bomber" else CARRIED
    for load in cargo:
        if load.supply:
            told = ("truck.load", "truck.unload", "truck.capacity", "supply.no-self-move")
            what = Told(resource="supply", amount=load.supply, purpose="truck", power=carrier.power)
            table.emit("shipped", *told, **what | Told(place=load.place, to=end))
        for piece, n in load.units:
            french = ("french.free-owner",) if piece.power == "free_french" else ()
            shift(table, "moved", load.place, end, piece, n, *rules, *french, went=1, loaded=1)
