"""Phase 3: which attacks are worth making, by land, sea and air, and with whom."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, zip_longest

from northafrica.bots.revised.chances import average, chance
from northafrica.bots.revised.sight import Sight, fights, some
from northafrica.core.groups import Picked, everywhere, groups, number
from northafrica.core.orders import Order, Units
from northafrica.core.pieces import Piece
from northafrica.core.table import Table, View
from northafrica.mechanisms.plan import Commit, scratch
from northafrica.systems.revised.board.berths import may_board
from northafrica.systems.revised.board.cargo import cargo_of, fits, is_cargo, transports
from northafrica.systems.revised.board.ground import AIR, CAPTORS, SHIPS, capital_of, controller, is_sea, unit
from northafrica.systems.revised.board.movement import left, ways
from northafrica.systems.revised.combat_move.commit import landings
from northafrica.systems.revised.combat_move.phase import CombatMove, apply
from northafrica.systems.revised.combat_move.who import can_move
from northafrica.systems.revised.orders.moving import Assault, Load, Move

SURE, DARING = 0.75, 0.6
"""The chance of winning that an attack needs, and one on a capital."""
HUNTERS = SHIPS - {"transport", "aircraft_carrier"}
"""Ships that seek battle; carriers wait for their fighters."""


@dataclass(frozen=True)
class Lift:
    """Cargo for an assault: a transport's load, with the territory it goes aboard from ("" where it is aboard)."""

    ship: Piece
    zone: str
    to: str
    load: tuple[Piece, ...]
    land: str = ""


@dataclass
class Strike:
    """An attack on one space: (place, pieces) that move there, and cargo that lands there."""

    target: str
    moves: list[tuple[str, Piece]] = field(default_factory=list)
    lifts: list[Lift] = field(default_factory=list)

    def force(self) -> Picked:
        """All attackers."""
        return [(piece, 1) for piece in (*(p for _, p in self.moves), *(p for lift in self.lifts for p in lift.load))]

    def parties(self) -> Iterator[tuple[str, Units]]:
        """The moves, like pieces of one place together."""
        for place in dict.fromkeys(at for at, _ in self.moves):
            mine = [piece for at, piece in self.moves if at == place]
            for piece in dict.fromkeys(mine):
                yield place, (some(piece, mine.count(piece)),)


class Planner:
    """Plans all combat moves of a turn on a copy of the board: what is given to one attack is gone for the next."""

    def __init__(self, view: View) -> None:
        self.start = Sight(view)
        self.now: Table = scratch(view)
        self.lines: list[Order] = []

    @property
    def sight(self) -> Sight:
        """The board with the plan so far."""
        return Sight(self.now)

    def plan(self) -> tuple[Order, ...]:
        """The whole plan, line by line."""
        for zone in self._fleets():
            self._try(self._sea_strike(zone))
        for target in sorted(self.start.targets, key=lambda t: (-self.start.worth(t), t)):
            self._try(self._land_strike(target))
        return tuple(self.lines)

    def add(self, order: Order) -> bool:
        """One more line, where it is allowed and leaves no aircraft without a landing place."""
        if not CombatMove().check(self.now, order):
            return False
        after = scratch(self.now)
        apply(after, order)
        flying = isinstance(order, Move) and any(unit.kind in AIR for unit in order.units)
        if flying and len(landings(after).lost) > len(landings(self.now).lost):
            return False
        self.now = after
        self.lines.append(order)
        return True

    def _try(self, strike: Strike | None) -> None:
        """Write an attack into the plan; take it back where what came of it is not good enough."""
        if strike is None:
            return
        before = self.now, len(self.lines)
        lifts = [lift for lift in strike.lifts if self._ship(lift, strike.target)]
        to = strike.target
        moves = [(at, units) for at, units in strike.parties() if at == to or self.add(Move(units, (at, to)))]
        sent: Picked = [(Piece(self.start.power, one.kind), one.count) for _, units in moves for one in units]
        sent += [(piece, 1) for lift in lifts for piece in lift.load]
        if not self._good(strike.target, sent, bool(lifts)):
            self.now = before[0]
            del self.lines[before[1] :]

    # -- sea -----------------------------------------------------------------------------------------
    def _fleets(self) -> list[str]:
        """Zones with enemies, the dearest first."""
        zones = [z for z in self.start.info.zones if self.start.foes(z)]
        return sorted(zones, key=lambda z: (-self.start.price(self.start.foes(z)), z))

    def _sea_strike(self, zone: str) -> Strike | None:
        sight = self.sight
        here = [(zone, p) for p, n in sight.own(zone) for _ in range(n) if p.kind not in AIR]
        ships = [
            (at, p)
            for at, p, n in everywhere(self.now, lambda p: p.kind in HUNTERS)
            if at != zone and p.power == sight.power and can_move(self.now, at)(p)
            for _ in range(n)
            if zone in ways(self.now, p, at, left(self.now, p), True)
        ]
        fodder = [one for one in ships if unit(self.now, one[1].kind).cost < 15]
        punch = [*self._air(zone), *(one for one in ships if one not in fodder)]
        return self._grow(Strike(zone, here), _mixed(fodder, punch), [])

    # -- land ----------------------------------------------------------------------------------------
    def _land_strike(self, target: str) -> Strike | None:
        fodder, punch = self._walkers(target)
        if not self.start.foes(target):
            return self._walk_in(target, fodder + punch)
        return self._grow(Strike(target), _mixed(fodder, punch + self._air(target)), self._lifts(target))

    def _walk_in(self, target: str, able: list[tuple[str, Piece]]) -> Strike | None:
        """Empty ground is taken by one unit; who can come by land does."""
        if able:
            return Strike(target, able[:1])
        lifts = self._lifts(target)
        return Strike(target, lifts=lifts[:1]) if lifts else None

    def _grow(self, strike: Strike, units: list[tuple[str, Piece]], lifts: list[Lift]) -> Strike | None:
        """Add units until the attack is good; None where it never is."""
        at_sea = is_sea(self.now, strike.target)
        for lift in (*lifts, None):
            moves = list(strike.moves)
            for one in (None, *units):
                if one is not None:
                    strike.moves.append(one)
                force = strike.force()
                if (at_sea or any(p.kind in CAPTORS for p, _ in force)) and self._good(
                    strike.target, force, bool(strike.lifts)
                ):
                    return strike
            if lift is not None:
                strike.moves = moves
                strike.lifts.append(lift)
        return None

    def _walkers(self, target: str) -> tuple[list[tuple[str, Piece]], list[tuple[str, Piece]]]:
        """Land units that reach a territory: infantry and artillery, then tanks, the nearest first."""
        sight, fodder, punch = self.sight, list[tuple[str, Piece]](), list[tuple[str, Piece]]()
        near = sight.by_land(target)
        second = {two for one in near for two in sight.by_land(one)} - {*near, target}
        for place in (*near, *sorted(second)):
            for piece, n in sight.spare(place, can_move(self.now, place)):
                if place in second and (
                    unit(self.now, piece.kind).move < 2 or target not in ways(self.now, piece, place, 2, True)
                ):
                    continue
                (punch if piece.kind == "tank" else fodder).extend([(place, piece)] * n)
        return fodder, punch

    def _air(self, target: str) -> list[tuple[str, Piece]]:
        """Aircraft that reach a space and come back, the nearest first."""
        sight, found = self.sight, list[tuple[float, str, Piece, int]]()
        out = sight.flown(target, 7)
        home = min((out[s] for s in out if s in sight.info.territories and not sight.hostile(s)), default=9.0)
        for place, steps in out.items():
            for piece, n in groups(self.now, place, can_move(self.now, place)):
                slack = 2 if piece.kind == "fighter" else 0
                if piece.kind in AIR and steps and steps + home <= left(self.now, piece) + slack:
                    found.append((steps, place, piece, n))
        found.sort(key=lambda item: (item[2].kind == "bomber", *item[:3]))
        return [(place, piece) for _, place, piece, n in found for _ in range(n)]

    # -- assaults ------------------------------------------------------------------------------------
    def _lifts(self, target: str) -> list[Lift]:
        """Transports that can land something there, with what they would carry."""
        found: list[Lift] = []
        sight = self.sight
        taken: dict[tuple[str, Piece], int] = {}
        for to in sight.coast(target):
            if not (sight.clear(to) or sight.own(to, lambda p: p.has("moved") and fights(p))):
                continue
            for zone in sorted(sight.flown(to, 2)):
                if not is_sea(self.now, zone):
                    continue
                for ship, n in transports(self.now, zone):
                    if ship.power != sight.power or ship.has("done") or ship.has("moved"):
                        continue
                    if to not in ways(self.now, ship, zone, left(self.now, ship), True):
                        continue
                    for _ in range(n):
                        lift = self._loaded(ship, zone, to) or self._loading(ship, zone, to, target, taken)
                        if lift is not None and not any(lift.ship.has("bay") and lift.ship == f.ship for f in found):
                            found.append(lift)
        return found

    def _loaded(self, ship: Piece, zone: str, to: str) -> Lift | None:
        load = [p for p, n in cargo_of(self.now, zone, ship) for _ in range(n) if p.power == ship.power]
        return Lift(ship, zone, to, tuple(load)) if load and all(p.kind in CAPTORS for p in load) else None

    def _loading(
        self, ship: Piece, zone: str, to: str, target: str, taken: dict[tuple[str, Piece], int]
    ) -> Lift | None:
        sight = self.sight
        if ship.has("bay") or not sight.clear(zone):
            return None
        for land in sorted(sight.coast(zone), key=lambda s: (-sight.ahead(s), s)):
            if land == target:
                continue
            load: list[Piece] = []
            for piece, n in sight.spare(land, may_board(self.now)):
                free = n - taken.get((land, piece), 0)
                while free and fits([*(p.kind for p in load), piece.kind]):
                    load.append(piece)
                    free -= 1
            if load:
                for piece in load:
                    taken[land, piece] = taken.get((land, piece), 0) + 1
                return Lift(ship, zone, to, tuple(load), land)
        return None

    def _ship(self, lift: Lift, target: str) -> bool:
        """Write the lines of a lift: load, sail with what escorts it, land. All or nothing."""
        before = self.now, len(self.lines)
        ship = lift.ship
        if lift.land:
            units = tuple(some(p, lift.load.count(p)) for p in dict.fromkeys(lift.load))
            if not self.add(Load(units, (lift.land, lift.zone), (some(ship, 1),))):
                return False
            old = {p for p in before[0].state.at(lift.zone) if p.has("bay")}
            ship = next(p for p in self.now.state.at(lift.zone) if p.has("bay") and p not in old)
        if lift.zone == lift.to or self.add(Move((some(ship, 1),), (lift.zone, lift.to))):
            bay = ship.number("bay")
            cargo = groups(self.now, lift.to, lambda p: is_cargo(p) and p.number("aboard") == bay)
            if cargo and self.add(Assault(target, lift.to, tuple(some(p, n) for p, n in cargo))):
                self._escort(lift)
                return True
        self.now = before[0]
        del self.lines[before[1] :]
        return False

    def _escort(self, lift: Lift) -> None:
        """Warships that lay beside the transport sail with it."""
        if lift.zone == lift.to:
            return
        for piece, n in self.sight.own(lift.zone, lambda p: p.kind in HUNTERS and not p.has("moved")):
            if can_move(self.now, lift.zone)(piece):
                self.add(Move((some(piece, n),), (lift.zone, lift.to)))

    # -- judging -------------------------------------------------------------------------------------
    def _good(self, target: str, force: Picked, landing: bool) -> bool:
        """Whether an attack wins often enough, at a price worth paying."""
        sight, foes = self.start, self.start.foes(target)
        if not foes:
            return bool(force)
        if not force or not average(force, foes).won:
            return False
        at_sea = is_sea(self.now, target)
        gun = not at_sea and sight.has_gun(target)
        shells = self._shells(target) if landing else 0
        seen = chance(force, foes, gun, shells)
        capital = not at_sea and target == capital_of(self.now, controller(self.now, target))
        worth = 0.0 if at_sea else sight.worth(target)
        gain = seen.defence_loss + seen.win * worth - seen.attack_loss
        return seen.win >= (DARING if capital else SURE) and gain > 0

    def _shells(self, target: str) -> int:
        """Battleships beside the coast that can bombard."""
        quiet = [z for z in self.start.coast(target) if self.start.clear(z)]
        power = self.start.power
        return sum(number(self.now, z, lambda p: p.power == power and p.kind == "battleship") for z in quiet)


def _mixed(fodder: list[tuple[str, Piece]], punch: list[tuple[str, Piece]]) -> list[tuple[str, Piece]]:
    """Cheap units and strong ones in turn."""
    return [one for one in chain.from_iterable(zip_longest(fodder, punch)) if one is not None]


@dataclass(frozen=True)
class _Moment:
    """A board to plan on; equal boards give equal plans."""

    key: tuple[object, ...]
    view: View = field(compare=False)


@lru_cache(maxsize=4)
def _planned(moment: _Moment) -> tuple[Order, ...]:
    return Planner(moment.view).plan()


def _key(view: View) -> tuple[object, ...]:
    state = view.state
    pieces = frozenset((place, piece, n) for place, table in state.pieces.items() for piece, n in table.items())
    marks = frozenset((place, *mark) for place, table in state.markers.items() for mark in table.items())
    return state.round, state.power, state.facts, pieces, marks


def combat_moves(view: View, choice: CombatMove) -> Iterator[Order]:
    """The next line of the plan, then commit."""
    lines = _planned(_Moment(_key(view), view))
    if choice.lines == lines[: len(choice.lines)] and len(choice.lines) < len(lines):
        yield lines[len(choice.lines)]
    yield Commit()
    yield choice.fallback(view)
