"""Where new units may be placed, and how many at each complex (Phase 6: Restrictions on Placement)."""

from __future__ import annotations

from northafrica.core.groups import number
from northafrica.core.naming import joined
from northafrica.core.rulebook import Ruling
from northafrica.core.table import View
from northafrica.systems.revised.board.ground import (
    COMPLEX,
    MOBILIZATION,
    SHIPS,
    SIDES,
    controller,
    data,
    friendly_at_start,
    has_capital,
    has_complex,
    held_at_start,
    is_sea,
    name,
    side_of,
)
from northafrica.systems.revised.facts import facts
from northafrica.systems.revised.wording import power_name, word


def lent(view: View, space: str) -> bool:
    """Whether the complex of an ally without capital may be used as it is (option ally_complex, note C4)."""
    holder = controller(view, space)
    if view.option("ally_complex") != "capital_lost" or holder in ("", view.state.power):
        return False
    ally = SIDES[holder] == side_of(view.state.power)
    return ally and friendly_at_start(view, space) and not has_capital(view, holder)


def usable(view: View, space: str) -> bool:
    """Whether the acting power may mobilize through a complex in a territory (rules mob.where, mob.ally-complex)."""
    there = number(view, space, lambda p: p.kind == COMPLEX and not p.has("new"))
    return bool(there) and (held_at_start(view, space) or lent(view, space))


def room(view: View, space: str) -> int:
    """How many more units a complex can mobilize this turn (rule mob.cap)."""
    return data(view).income(space) - dict(facts(view).complexes).get(space, 0)


def complexes(view: View) -> tuple[str, ...]:
    """The territories whose complexes the acting power may use."""
    return tuple(space for space in data(view).territories if usable(view, space))


def complexes_for(view: View, space: str) -> tuple[str, ...]:
    """The usable complexes through which a unit may come to a space: its own, or for a sea zone those beside it."""
    if is_sea(view, space):
        return tuple(near for near in data(view).board.neighbours(space, "coast") if usable(view, near))
    return (space,) if usable(view, space) else ()


def waiting(view: View, kind: str) -> int:
    """How many units of a kind wait in the mobilization zone."""
    power = view.state.power
    return number(view, MOBILIZATION, lambda p: p.power == power and p.kind == kind)


def slots(view: View, zone: str, more: int = 0) -> int:
    """How many new fighters the acting power's own carriers in a zone still take (rules mob.fighter, unit.carrier)."""
    power, side, most = view.state.power, side_of(view.state.power), data(view).numbers["carrier_fighters"]
    own = most * number(view, zone, lambda p: p.power == power and p.kind == "aircraft_carrier")
    own += most * more
    allied = most * number(
        view, zone, lambda p: p.power != power and SIDES[p.power] == side and p.kind == "aircraft_carrier"
    )
    aboard = number(view, zone, lambda p: p.kind == "fighter" and SIDES[p.power] == side)
    return own - max(0, aboard - allied)


def afloat_problem(view: View, kind: str, count: int, zone: str, carriers: int = 0) -> Ruling | None:
    """Why a unit cannot be placed in a sea zone, complexes apart; so many carriers are placed with it."""
    if kind in SHIPS:
        return None
    if kind != "fighter":
        what = "a bomber is" if kind == "bomber" else "land units are"
        text = f"{what} placed only in the territory of a complex, not in {name(view, zone)}"
        return Ruling.refuse("mob.land-bomber", text)
    free = slots(view, zone, carriers)
    if free >= count:
        return None
    allies = number(view, zone, lambda p: p.kind == "aircraft_carrier" and p.power != view.state.power)
    text = f"own carriers in {name(view, zone)} take {max(0, free)} more fighters, not {count}"
    first, second = "mob.fighter.no-ally-carrier", "mob.fighter"
    rules = (first, second) if allies else (second, "unit.carrier.capacity")
    return Ruling.refuse(rules[0], text, rules[1], free=max(0, free), wanted=count)


def ashore_problem(view: View, kind: str, space: str) -> Ruling | None:
    """Why a unit cannot be placed in a territory, complexes apart."""
    if kind in SHIPS:
        return Ruling.refuse(
            "mob.where", f"{word(kind, 2)} are placed in sea zones beside a complex", "unit.sea.domain"
        )
    return None


def no_complex(view: View, space: str) -> Ruling:
    """Why no complex serves a space, with the rule that is in the way."""
    near = data(view).board.neighbours(space, "coast") if is_sea(view, space) else (space,)
    power = view.state.power
    for place in near:
        if not has_complex(view, place):
            continue
        holder = controller(view, place)
        if holder != power and SIDES.get(holder) == side_of(power):
            return _allys(view, place, holder)
        if holder == power and number(view, place, lambda p: p.kind == COMPLEX and p.has("new")):
            text = f"the complex in {name(view, place)} is new; it can be used from the next turn on"
            return Ruling.refuse("mob.complex.where", text)
        if holder == power:
            text = (
                f"{name(view, place)} was not held when the turn began; its complex can be used from the next turn on"
            )
            return Ruling.refuse("capture.complex-next-turn", text, "mob.where")
    own = joined(name(view, place) for place in complexes(view)) or "none"
    what = "no usable complex lies beside" if is_sea(view, space) else "there is no usable complex in"
    return Ruling.refuse("mob.where", f"{what} {name(view, space)}; those of {power_name(power)}: {own}")


def _allys(view: View, place: str, holder: str) -> Ruling:
    where, lost = name(view, place), not has_capital(view, holder)
    liberated = data(view).original(place) == holder and not friendly_at_start(view, place)
    if liberated:
        text = f"{where} was liberated for {power_name(holder)}, who may use its complex in the next turn"
        return Ruling.refuse("unit.complex.liberator", text, "mob.ally-complex")
    state = "has lost its capital, but the territory was not taken from the enemy" if lost else "holds its capital"
    return Ruling.refuse("mob.ally-complex", f"the complex in {where} belongs to {power_name(holder)}, which {state}")


def new_complex_problem(view: View, count: int, space: str) -> Ruling | None:
    """Why a new complex cannot be placed in a territory (rules mob.complex.where, mob.complex.one)."""
    info, least = data(view), data(view).numbers["complex_income"]
    if is_sea(view, space):
        return Ruling.refuse("mob.complex.where", f"{name(view, space)} is a sea zone; a complex needs a territory")
    if not held_at_start(view, space):
        text = f"{power_name(view.state.power)} has not held {name(view, space)} since its turn began"
        return Ruling.refuse("mob.complex.where", text)
    if info.income(space) < least:
        text = f"{name(view, space)} has an income of {info.income(space)}; a complex needs {least}"
        return Ruling.refuse("mob.complex.where", text, "map.income-value", income=info.income(space), needs=least)
    if has_complex(view, space) or count > 1:
        text = f"{name(view, space)} takes one complex" + (" and has it" if has_complex(view, space) else "")
        return Ruling.refuse("mob.complex.one", text)
    return None


def stranded(view: View) -> tuple[tuple[str, int], ...]:
    """Sea zones with more fighters of the acting power's side than carriers of the side take, and how many too many."""
    side, most, found = side_of(view.state.power), data(view).numbers["carrier_fighters"], []
    for zone in data(view).zones:
        over = number(view, zone, lambda p: p.kind == "fighter" and SIDES[p.power] == side)
        over -= most * number(view, zone, lambda p: p.kind == "aircraft_carrier" and SIDES[p.power] == side)
        if over > 0:
            found.append((zone, over))
    return tuple(found)


def told(view: View) -> str:
    """The complexes with the room left at each, in words."""
    return joined(f"{name(view, space)} {room(view, space)}" for space in complexes(view)) or "none"
