"""Which enemy hexes to attack, and who moves where for it: strength is brought together before the Combat Phase."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from northafrica.bots.afrika2.aims import Aims
from northafrica.bots.afrika2.sight import Sight
from northafrica.core.pieces import Piece
from northafrica.systems.afrika2.combat import air
from northafrica.systems.afrika2.entities import OFF_MAP
from northafrica.systems.afrika2.ground import unit

LEAST, ENOUGH = 2.2, 4.5
Mover = tuple[str, Piece]
March = tuple[str, Piece, tuple[str, ...]]


@dataclass
class Plan:
    """The units that take part in attacks, where they stand and those that march for it."""

    busy: set[Mover] = field(default_factory=set)

    @property
    def committed(self) -> frozenset[Mover]:
        return frozenset(self.busy)


@dataclass(frozen=True)
class Offer:
    """A unit that could stand in a hex beside a target, and what it would bring."""

    place: str
    piece: Piece
    spot: str
    strength: float


def strike(
    sight: Sight, goals: Aims, movers: Sequence[Mover], found: Plan, only: Collection[str] | None = None
) -> Iterator[March]:
    """Marches for attacks: targets in the order of their value for their strength; each gets what it needs, or none.

    Who takes part is noted in `found` as far as the marches have been asked for; `only` limits the targets.
    """
    for target in _targets(sight, goals, only):
        yield from _attack(sight, goals, target, movers, found)


def _targets(sight: Sight, goals: Aims, only: Collection[str] | None) -> list[str]:
    def rank(place: str) -> tuple[float, str]:
        return -value(sight, goals, place) / (3.0 + sight.hard(place)), place

    known = [p for p in sight.foes if p not in OFF_MAP and (only is None or p in only)]
    return sorted((p for p in known if not sight.last or matters(sight, goals, p)), key=rank)


def matters(sight: Sight, goals: Aims, place: str) -> bool:
    """Whether an enemy hex bears on an aim: it is one, or stands before one; with nothing to take all do."""
    if not goals.take or place in goals.path or any(piece.kind in goals.prey for piece, _ in sight.foes[place]):
        return True
    return any(sight.data.field.distance(place, aim) <= 3 for aim in goals.take)


def value(sight: Sight, goals: Aims, place: str) -> float:
    """What it is worth to attack a hex: its units, the aim it is, how near an aim it lies."""
    units = sight.foes[place]
    total = 4.0 + 0.3 * sum(n * sight.worth(piece) for piece, n in units)
    if place in goals.take:
        total += 40.0
    if place in goals.path:
        total += 30.0
    total += 15.0 * sum(piece.kind in goals.prey for piece, _ in units)
    near = min((sight.data.field.distance(place, aim) for aim in (*goals.take, *goals.hold)), default=99)
    return total + max(0, 6 - near) + 0.5 * sum(n * sight.attack(p) for at in sight.near(place)
                                               for p, n in sight.friends.get(at, []))  # fmt: skip


def _attack(sight: Sight, goals: Aims, target: str, movers: Sequence[Mover], found: Plan) -> Iterator[March]:
    spots = [p for p in sight.near(target) if p in sight.data.hexes and p not in sight.foes]
    ready, have = _standing(sight, target, spots, found)
    hard = sight.hard(target)
    room = {spot: sight.room(spot) for spot in spots}
    chosen: list[Offer] = []
    for offer in _offers(sight, target, spots, movers, ready, found):
        if have >= ENOUGH * hard:
            break
        spot = _spot(sight, target, offer, spots, room)
        if spot:
            room[spot] -= 1
            chosen.append(Offer(offer.place, offer.piece, spot, offer.strength))
            have += offer.strength
    least = LEAST
    if target in (*goals.take, *goals.path):
        least = 1.0 if sight.last else max(1.2, LEAST - 0.35 * air.left(sight.view, sight.side))
    if have < least * hard:
        return
    found.busy |= ready | {(offer.place, offer.piece) for offer in chosen}
    for offer in chosen:
        reach = sight.reach(offer.place, [(offer.piece, 1)])
        yield offer.place, offer.piece, reach.path(offer.spot)


def _standing(sight: Sight, target: str, spots: Sequence[str], found: Plan) -> tuple[set[Mover], float]:
    """Who stands beside the target and is not needed elsewhere."""
    ready: set[Mover] = set()
    have = 0.0
    for spot in spots:
        for piece, n in sight.friends.get(spot, []):
            share = sight.share(spot, target, piece)
            if share and (spot, piece) not in found.busy:
                ready.add((spot, piece))
                have += n * share * sight.attack(piece)
    return ready, have


def _offers(
    sight: Sight, target: str, spots: Sequence[str], movers: Sequence[Mover], ready: set[Mover], found: Plan
) -> list[Offer]:
    result = []
    for place, piece in movers:
        if (place, piece) in ready or (place, piece) in found.busy or sight.attack(piece) <= 0:
            continue
        if place in sight.data.hexes and sight.data.field.distance(place, target) > 60:
            continue
        costs = sight.reach(place, [(piece, 1)]).cost
        best = max((sight.share(spot, target, piece) for spot in spots if spot in costs), default=0.0)
        if best:
            result.append(Offer(place, piece, "", best * sight.attack(piece)))
    return sorted(result, key=lambda o: (-o.strength, o.place, o.piece))


def _spot(sight: Sight, target: str, offer: Offer, spots: Sequence[str], room: dict[str, int]) -> str:
    """Where beside the target a unit goes: full strength, few other enemies near, in supply, with company."""
    costs = sight.reach(offer.place, [(offer.piece, 1)]).cost

    def rank(spot: str) -> tuple[float, str]:
        others = sum(1 for near in sight.near(spot) if near in sight.foes) - 1
        arms = unit(sight.view, offer.piece).arms
        mixed = any(unit(sight.view, p).arms not in ("", arms) for p, _ in sight.friends.get(spot, []))
        bad = 0.0 if sight.in_supply(spot) else 4.0
        share = sight.share(spot, target, offer.piece)
        return -10 * share + 0.6 * others + bad - (1.0 if mixed else 0.0) + 0.02 * costs[spot], spot

    fit = [s for s in spots if s in costs and room[s] > 0 and sight.share(s, target, offer.piece)]
    return min(fit, key=rank) if fit else ""
