"""Where aircraft can land, all together: territories, carriers where they are, may come or will be placed.

The proof before dice and the landings of phase 5 are one question: which fighters find a deck, with carriers that have
not moved yet going where they are needed (unit.air.proof, carrier.must-pick-up, ncm.air.new-carrier).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement, groupby, islice, product

from northafrica.core.groups import everywhere, groups, number
from northafrica.core.matching import Matching
from northafrica.core.orders import Path
from northafrica.core.pieces import Piece
from northafrica.core.table import View
from northafrica.mechanisms.ways import search
from northafrica.systems.revised.board.ground import (
    AIR,
    MOBILIZATION,
    SIDES,
    acting_powers,
    acting_side,
    data,
    friendly_at_start,
    has_complex,
    held_at_start,
    is_hostile,
    is_sea,
)
from northafrica.systems.revised.board.guests import CARRIER, deck_room
from northafrica.systems.revised.board.movement import left, neighbours, stepping, ways

TRIALS = 5000
"""So many ways to send out carriers are tried at most."""
Flyer = tuple[str, Piece]


@dataclass(frozen=True)
class Deck:
    """Places for fighters: where a carrier is or may be, how many, and the ship where it can still move.

    zones    where it may take fighters; the first is where it is
    room     how many fighters
    ship     the carrier, None for one that is bought and not placed yet
    """

    zones: tuple[str, ...]
    room: int
    ship: Piece | None = None


@dataclass(frozen=True)
class Landings:
    """A way to land: flights (place, aircraft, where to), carriers (from, ship, zone), and who finds no place."""

    flights: tuple[tuple[str, Piece, str], ...] = ()
    sailings: tuple[tuple[str, Piece, str], ...] = ()
    lost: tuple[Flyer, ...] = ()


def can_land_on(view: View, space: str) -> bool:
    """Rule ncm.air.land-start-friendly: land that was friendly when the turn began, and is."""
    return not is_sea(view, space) and friendly_at_start(view, space) and not is_hostile(view, space, acting_side(view))


def flyers(view: View) -> list[Flyer]:
    """The aircraft of the acting power that stand where they may not stay, and its fighters at sea."""
    ours = acting_powers(view)
    found = everywhere(view, lambda p: p.power in ours and p.kind in AIR)
    return [(at, p) for at, p, n in found if at != MOBILIZATION and not can_land_on(view, at) for _ in range(n)]


def reach(view: View, place: str, piece: Piece) -> dict[str, Path]:
    """Where an aircraft can still fly; done ones stay."""
    return {place: (place,)} if piece.has("done") else ways(view, piece, place, left(view, piece), True)


def decks(view: View, cleared: frozenset[str] = frozenset(), falling_back: bool = False) -> list[Deck]:
    """All decks of the side: a guest's place is taken; zones `cleared` count as free of enemies (proof-dice).

    `falling_back`: also where attacking carriers would retreat to, which no proof may plan (unit.air.proof-no-retreat).
    """
    side, room, found = acting_side(view), deck_room(view), list[Deck]()
    for zone, _, _ in list(everywhere(view, lambda p: p.kind == CARRIER and SIDES[p.power] == side)):
        if zone == MOBILIZATION or any(deck.zones[0] == zone for deck in found):
            continue
        guests = number(view, zone, lambda p: p.kind == "fighter" and SIDES[p.power] == side and not _own(view, p))
        for ship, n in groups(view, zone, lambda p: p.kind == CARRIER and SIDES[p.power] == side):
            for _ in range(n):
                taken = min(guests, room)
                guests -= taken
                back = (str(ship.get("from")),) if falling_back and ship.has("from") else ()
                found.append(Deck((*_berths(view, zone, ship, cleared), *back), room - taken, ship))
    return found + _bought(view)


def _own(view: View, piece: Piece) -> bool:
    return piece.power in acting_powers(view)


def _berths(view: View, zone: str, ship: Piece, cleared: frozenset[str]) -> tuple[str, ...]:
    """Where a carrier can be when fighters land: where it is, or where one that has not moved can sail."""
    still = _own(view, ship) and not ship.has("moved") and not ship.has("done")
    if not still or view.state.phase not in ("combat_move", "combat", "noncombat"):
        return (zone,)
    side = SIDES[ship.power]
    return (zone, *[to for to in _sea_reach(view, ship, zone, side, cleared) if to != zone])


def _sea_reach(view: View, ship: Piece, start: str, side: str, cleared: frozenset[str]) -> Iterator[str]:
    def near(here: str) -> list[str]:
        return [
            to
            for to in neighbours(view, here)
            if stepping(view, ship, here, to) is None and (to in cleared or not is_hostile(view, to, side))
        ]

    yield from search(start, left(view, ship), near)


def _bought(view: View) -> list[Deck]:
    """Carriers that wait to be placed: beside a complex held since the turn began (rule ncm.air.new-carrier)."""
    waiting = number(view, MOBILIZATION, lambda p: p.kind == CARRIER and _own(view, p))
    if not waiting:
        return []
    sites = [s for s in data(view).territories if held_at_start(view, s) and has_complex(view, s)]
    zones = tuple(dict.fromkeys(z for s in sites for z in neighbours(view, s) if is_sea(view, z)))
    return [Deck(zones, deck_room(view))] * waiting if zones else []


def land_all(view: View, cleared: frozenset[str] = frozenset(), falling_back: bool = False) -> Landings:
    """A way to land as many aircraft as can be; a fighter takes a deck only where it reaches no land, or is there."""
    goals = {flyer: reach(view, *flyer) for flyer in dict.fromkeys(flyers(view))}
    land = {flyer: _nearest_land(view, found) for flyer, found in goals.items()}
    who = [(*flyer, land[flyer]) for flyer in flyers(view)]
    needy = [(at, piece, _zones(view, piece, goals[at, piece])) for at, piece, to in who if not to]
    all_decks = decks(view, cleared, falling_back)
    chosen, seats = seat([zones for _, _, zones in needy], all_decks)
    room: dict[str, int] = defaultdict(int)
    for deck, zone in zip(all_decks, chosen, strict=True):
        room[zone] += deck.room
    flights, lost = list[tuple[str, Piece, str]](), list[Flyer]()
    for (at, piece, _), zone in zip(needy, seats, strict=True):
        room[zone] -= 1
        if zone:
            flights.append((at, piece, zone))
        else:
            lost.append((at, piece))
    for at, piece, to in (item for item in who if item[2]):
        stays = piece.kind == "fighter" and room[at] > 0
        room[at] -= stays
        flights.append((at, piece, at if stays else to))
    sails = [(deck.zones[0], deck.ship, zone) for deck, zone in zip(all_decks, chosen, strict=True) if deck.ship]
    return Landings(tuple(flights), tuple(item for item in sails if item[0] != item[2]), tuple(lost))


def _nearest_land(view: View, goals: Mapping[str, Path]) -> str:
    found = [to for to in goals if can_land_on(view, to)]
    return min(found, key=lambda to: (len(goals[to]), to), default="")


def _zones(view: View, piece: Piece, goals: Iterable[str]) -> frozenset[str]:
    return frozenset(to for to in goals if is_sea(view, to)) if piece.kind == "fighter" else frozenset()


def seat(needy: Sequence[frozenset[str]], all_decks: Sequence[Deck]) -> tuple[tuple[str, ...], list[str]]:
    """Where each deck goes, and the zone each fighter gets ("" for none), so that most find a place."""
    best: tuple[int, tuple[str, ...], Matching[str]] | None = None
    most = _most(needy, all_decks)
    for chosen in islice(_ways_out(needy, all_decks), TRIALS):
        room: dict[str, int] = defaultdict(int)
        for deck, zone in zip(all_decks, chosen, strict=True):
            room[zone] += deck.room
        berths: Matching[str] = Matching(room)
        seated = sum(berths.add(sorted(zones & room.keys())) for zones in needy)
        if best is None or seated > best[0]:
            best = seated, chosen, berths
        if seated == most:
            break
    assert best is not None
    held = {zone: list(there) for zone, there in best[2].held.items()}
    asked = [tuple(sorted(zones & best[2].room.keys())) for zones in needy]
    return best[1], [_berth(zones, held) for zones in asked]


def _most(needy: Sequence[frozenset[str]], all_decks: Sequence[Deck]) -> int:
    """How many fighters could find a place if a carrier could be in all its zones at once: no way does better."""
    decks_: Matching[int] = Matching({n: deck.room for n, deck in enumerate(all_decks)})
    return sum(decks_.add(n for n, deck in enumerate(all_decks) if not zones.isdisjoint(deck.zones)) for zones in needy)


def _ways_out(needy: Sequence[frozenset[str]], all_decks: Sequence[Deck]) -> Iterator[tuple[str, ...]]:
    """The zones that carriers may go to, one a carrier; like carriers that change places are one way."""
    alike = [(deck, len(list(same))) for deck, same in groupby(all_decks)]
    for parts in product(*[combinations_with_replacement(_useful(deck, needy), n) for deck, n in alike]):
        yield tuple(zone for part in parts for zone in part)


def _berth(zones: tuple[str, ...], held: Mapping[str, list[tuple[str, ...]]]) -> str:
    """The zone of a fighter: one of those given to fighters with the same zones to choose from, "" where none is."""
    zone = next((zone for zone, there in held.items() if zones in there), "")
    if zone:
        held[zone].remove(zones)
    return zone


def _useful(deck: Deck, needy: Sequence[frozenset[str]]) -> list[str]:
    """The zones worth a deck's while: where it is, and of those that serve the same fighters the first."""
    served = {deck.zones[0]: frozenset(n for n, zones in enumerate(needy) if deck.zones[0] in zones)}
    for zone in deck.zones[1:]:
        here = frozenset(n for n, zones in enumerate(needy) if zone in zones)
        if here and not any(here <= other for other in served.values()):
            served[zone] = here
    return list(served)
