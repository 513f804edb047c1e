"""Phase 3: which attacks are worth making, with whom, and who pays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from northafrica.bots.aana.sight import CAPITAL, Group, Sight, cost, some, worth
from northafrica.bots.forecast import MOST_ROUNDS, Forecast, forecast
from northafrica.core.groups import groups
from northafrica.core.orders import Amounts, Order, Path
from northafrica.core.pieces import Piece
from northafrica.core.table import View
from northafrica.mechanisms.plan import Commit
from northafrica.systems.aana.board.ground import (
    AIR,
    SHIPS,
    SIDES,
    aloft,
    enemies_at_sea,
    enemy_of,
    fives,
    is_land,
    is_sea,
    mine,
    side_of,
    sources,
    supply,
    unit,
)
from northafrica.systems.aana.board.movement import air_ways, land_ways
from northafrica.systems.aana.combat.forces import convoy_cargo
from northafrica.systems.aana.combat.volleys import defence_reroll
from northafrica.systems.aana.combat_move import reserve
from northafrica.systems.aana.combat_move.attackers import charged, loose_ships, may_attack
from northafrica.systems.aana.combat_move.attackers import cost as price
from northafrica.systems.aana.combat_move.declare import Declare
from northafrica.systems.aana.combat_move.moving import may_move
from northafrica.systems.aana.combat_move.phase import CombatMove
from northafrica.systems.aana.combat_move.position import has_target, points
from northafrica.systems.aana.data.entities import CHAIN
from northafrica.systems.aana.orders import Attack, Blitz, Move

AIR_WORTH = 8
MANY = 999


@dataclass(frozen=True)
class Party:
    """Like pieces and their way to where they attack from; of one space where they stand there already."""

    way: Path
    piece: Piece
    count: int

    @property
    def start(self) -> str:
        return self.way[0]

    @property
    def origin(self) -> str:
        """Where land units attack from; for aircraft the target."""
        return self.way[-1]

    @property
    def group(self) -> Group:
        return self.piece, self.count


@dataclass
class Strike:
    """An attack on one territory, on land and from the air."""

    target: str
    land: list[Party] = field(default_factory=list)
    air: list[Party] = field(default_factory=list)

    @property
    def parties(self) -> list[Party]:
        return [*self.land, *self.air]

    def size(self) -> int:
        """How many pieces take part."""
        return sum(party.count for party in self.parties)

    def origins(self) -> dict[str, list[Group]]:
        found: dict[str, list[Group]] = {}
        for party in self.land:
            found.setdefault(party.origin, []).append(party.group)
        return found

    def need(self) -> dict[str, int]:
        """Supply for one round by origin."""
        counts = {at: sum(n for p, n in found if charged(p)) for at, found in self.origins().items()}
        return {at: fives(n) for at, n in counts.items() if n}


class Planner:
    """Plans the land attacks of one turn; units and supply given to one attack are gone for the next."""

    def __init__(self, view: View, moving: bool) -> None:
        self.view, self.moving = view, moving
        self.sight = Sight(view)
        self.used: dict[tuple[str, Piece], int] = {}
        self.spent: dict[str, int] = {}
        self.free = self._free()
        self.onward = self.sight.spread([(CAPITAL[self.sight.enemy], 0.0)])

    def _free(self) -> dict[str, list[Group]]:
        """Land units by where they stand that may attack and are not needed as a garrison."""
        found: dict[str, list[Group]] = {}
        for place in self.sight.land:
            keep = may_move(self.view, place) if self.moving else may_attack(self.view, place)
            forced = [(p, n) for p, n in groups(self.view, place, keep) if p.has("moved")]
            spare = self.sight.spare(place, lambda p, k=keep: k(p) and is_land(p) and not p.has("moved"))  # type: ignore[misc]
            if forced or spare:
                found[place] = [*forced, *spare]
        return found

    def left(self, place: str) -> list[Group]:
        found = [(p, n - self.used.get((place, p), 0)) for p, n in self.free.get(place, [])]
        return [(p, n) for p, n in found if n > 0]

    def plans(self) -> list[Strike]:
        """The attacks worth making, the most important first."""
        found = []
        for target in sorted(self.targets(), key=lambda t: (-worth(t), t)):
            strike = self.strike(target)
            if strike is not None:
                self._take(strike)
                found.append(strike)
        return found

    def targets(self) -> set[str]:
        sight = self.sight
        return {place for place, _ in sight.objectives if sight.hostile(place)}

    # -- gathering ---------------------------------------------------------------------------------
    def strike(self, target: str) -> Strike | None:
        """The smallest promising attack on a territory, or None."""
        if self.sight.is_empty(target):
            return self._walk_in(target)
        strike = Strike(target, air=self._air(target))
        best: Strike | None = None
        for party in self._candidates(target):
            strike.land.append(party)
            if self._payable(strike) and self.is_good(strike):
                best = Strike(target, list(strike.land), list(strike.air))
                if self.outlook(strike).attackers >= 0.6 * strike.size():
                    break
            elif not self._payable(strike):
                strike.land.pop()
        return best

    def _candidates(self, target: str) -> list[Party]:
        """Land units that can attack a territory: neighbours first, the strong before the weak."""
        found = [Party((origin,), *group) for origin in self.sight.near(target) for group in self._fit(target, origin)]
        if self.moving:
            found += self._riders(target)
        found.sort(key=lambda party: (len(party.way), -unit(self.view, party.piece).attack, party.origin, party.piece))
        return found

    def _fit(self, target: str, origin: str) -> list[Group]:
        """Those left in a territory that may attack another."""
        return [
            (piece, n)
            for piece, n in self.left(origin)
            if points(self.view, piece) >= 1 and target in has_target(self.view, piece, origin)
        ]

    def _riders(self, target: str) -> list[Party]:
        """Fast units that can ride up to a neighbour of the target and attack from there."""
        found = []
        near = set(self.sight.near(target))
        for place in self.free:
            if place in near or place == target:
                continue
            for piece, n in self.left(place):
                reach = points(self.view, piece) - 1
                if reach < 1:
                    continue
                ways = land_ways(self.view, piece, place, reach)
                ends = [way for to, way in ways.items() if to in near and len(way) > 1]
                if ends:
                    way = max(ends, key=lambda w: (self._supply(w[-1]), w))
                    found.append(Party(way, piece, n))
        return found

    def _air(self, target: str) -> list[Party]:
        """Aircraft for an attack: those over it already, or those that reach it where no guns wait."""
        here = groups(self.view, target, lambda p: mine(self.view, p) and aloft(p))
        found = [Party((target,), *group) for group in here]
        if not self.moving or worth(target) < AIR_WORTH:
            return found
        guns = sum(
            n for p, n in self.sight.stack(target, self.sight.enemy) if "air_defense" in unit(self.view, p).abilities
        )
        if guns and target != CAPITAL[self.sight.enemy]:
            return found
        for place in sorted(self.view.state.pieces):
            keep = may_move(self.view, place)
            for piece, n in groups(self.view, place, lambda p, k=keep: k(p) and p.kind in AIR):  # type: ignore[misc]
                n -= self.used.get((place, piece), 0)
                way = air_ways(self.view, self.sight.side, place, points(self.view, piece) // 2).get(target)
                if n > 0 and way is not None and len(way) > 1:
                    found.append(Party(way, piece, n))
        return found

    def _walk_in(self, target: str) -> Strike | None:
        """Empty hostile ground: enough units to hold it, one where it is aside."""
        for origin in sorted(self.sight.near(target), key=lambda place: (-sum(n for _, n in self.left(place)), place)):
            found = [(p, n) for p, n in self._fit(target, origin) if p.kind != "scout_car"]
            if found:
                return Strike(target, self._party(target, origin, found))
        return None

    def _party(self, target: str, origin: str, found: list[Group]) -> list[Party]:
        """Who walks in: all where the way leads on to the enemy, else the slowest one."""
        parties: list[Party] = []
        room, wanted = self.sight.room(target), 99 if self._leads_on(target, origin, found) else 1
        for piece, n in sorted(found, key=lambda item: (cost(unit(self.view, item[0])) if wanted == 1 else 0, item[0])):
            k = min(n, room, wanted)
            if k > 0:
                parties.append(Party((origin,), piece, k))
                room, wanted = room - k, wanted - k
        return parties

    def _leads_on(self, target: str, origin: str, found: list[Group]) -> bool:
        own = sum(n * unit(self.view, p).defense for p, n in found)
        return worth(target) >= 8 or (own >= self.sight.threat(target) and self._onward(target) < self._onward(origin))

    def _onward(self, place: str) -> float:
        """Steps to the enemy's capital."""
        return self.onward.get(place, 99.0)

    # -- judging -----------------------------------------------------------------------------------
    def outlook(self, strike: Strike) -> Forecast:
        """What an attack will come to."""
        sight = self.sight
        counts = {at: sum(n for _, n in found) for at, found in strike.origins().items()}
        main = max(counts, key=lambda at: (counts[at], at), default="")
        own = [
            fighter
            for at, found in strike.origins().items()
            for fighter in sight.fighters(found, attacking=True, reroll=at != main)
        ] + sight.fighters([party.group for party in strike.air], attacking=True)
        bonus = bool(defence_reroll(self.view, strike.target, counts))
        foe = sight.fighters(sight.stack(strike.target, sight.enemy), attacking=False, reroll=bonus)
        unarmed = not sight.enemy_can_fight(strike.target)
        return forecast(own, foe, self._rounds(strike), unarmed)

    def is_good(self, strike: Strike) -> bool:
        """Whether an attack wins, at a price worth paying."""
        seen = self.outlook(strike)
        if not any(charged(party.piece) for party in strike.land) or not seen.won:
            return False
        if strike.target == CAPITAL[self.sight.enemy]:
            return True
        return (
            seen.attackers >= 0.3 * strike.size() and seen.defence_loss + worth(strike.target) >= 0.8 * seen.attack_loss
        )

    def _supply(self, origin: str) -> int:
        found = sources(self.view, origin, self.sight.side)
        return sum(max(0, n - self.spent.get(place, 0)) for place, n in found)

    def _rounds(self, strike: Strike) -> int:
        """How many rounds the supply lasts."""
        need = strike.need()
        return min((self._supply(at) // n for at, n in need.items()), default=MOST_ROUNDS)

    def _payable(self, strike: Strike) -> bool:
        return self._rounds(strike) >= 1 and sum(strike.need().values()) <= self._together(strike)

    def _together(self, strike: Strike) -> int:
        places = {place: n for at in strike.need() for place, n in sources(self.view, at, self.sight.side)}
        return sum(max(0, n - self.spent.get(place, 0)) for place, n in places.items())

    def _take(self, strike: Strike) -> None:
        for party in strike.parties:
            key = party.start, party.piece
            self.used[key] = self.used.get(key, 0) + party.count
        if not self.sight.is_empty(strike.target):
            for origin, need in strike.need().items():
                for place, n in self.paying(origin, need):
                    self.spent[place] = self.spent.get(place, 0) + n

    def paying(self, origin: str, need: int) -> Amounts:
        """Where supply comes from: behind the attackers first, as the designers advise (p.35)."""
        found = [(p, n - self.spent.get(p, 0)) for p, n in sources(self.view, origin, self.sight.side)]
        return pay_from([(p, n) for p, n in found if n > 0], need, self.sight)


def pay_from(found: list[tuple[str, int]], need: int, sight: Sight) -> Amounts:
    """An amount out of sources, those farthest from the enemy first."""
    way: list[tuple[str, int]] = []
    for place, n in sorted(found, key=lambda item: (-sight.ahead(item[0]), item[0])):
        k = min(n, need)
        if k > 0:
            way.append((place, k))
            need -= k
    return tuple(way)


# -- the two choices ---------------------------------------------------------------------------------
def combat_moves(view: View, choice: CombatMove) -> Iterator[Order]:
    """Lines of the plan that are not there yet, then commit."""
    if choice.leg == 1:
        lines = set(choice.lines)
        for order in _affordable(view, _moves(view, choice)):
            if order not in lines:
                yield order
    yield Commit()


def _moves(view: View, choice: CombatMove) -> Iterator[Move | Blitz]:
    """All combat moves worth making, whatever stands in the plan by now."""
    planner = Planner(view, moving=True)
    for strike in planner.plans():
        yield from (Move((some(*party.group),), party.way) for party in strike.parties if len(party.way) > 1)
    yield from _blitzes(view, planner)
    yield from _raiders(view, choice, planner)


def _affordable(view: View, moves: Iterator[Move | Blitz]) -> Iterator[Move | Blitz]:
    """With the optional reserve, only as many aircraft and ships as it pays for."""
    left = 5 * supply(view, reserve.home(view)) if reserve.in_use(view) else MANY
    for order in moves:
        flying = sum(s.count for s in order.units if s.kind in AIR or s.kind in SHIPS)
        if flying <= left:
            left -= flying
            yield order


def _fresh(order: Order, lines: set[Order]) -> Iterator[Order]:
    if order not in lines:
        yield order


def _blitzes(view: View, planner: Planner) -> Iterator[Blitz]:
    """A tank takes empty ground worth something and comes back, or stays."""
    for place in sorted(planner.free):
        for piece, _ in planner.left(place):
            if "blitz" not in unit(view, piece).abilities or piece.has("moved"):
                continue
            for to in planner.sight.near(place):
                if worth(to) > 1 and planner.sight.is_empty(to) and planner.sight.hostile(to):
                    yield Blitz((some(piece, 1),), (place, to))


def _raiders(view: View, choice: CombatMove, planner: Planner) -> Iterator[Move]:
    """Aircraft and ships against convoys that nobody escorts."""
    preys = unescorted(view)
    for place in sorted(view.state.pieces):
        keep = may_move(view, place)
        for piece, n in groups(view, place, lambda p, k=keep: k(p) and (p.kind in AIR or p.kind in SHIPS)):  # type: ignore[misc]
            free = n - planner.used.get((place, piece), 0)
            if free < 1 or place in preys:
                continue
            for way in choice.planned.ways(view, place, piece):
                if way[-1] in preys:
                    yield Move((some(piece, 1),), way)


def unescorted(view: View) -> list[str]:
    """Zones with enemy convoys and nothing that shoots."""
    side = side_of(view.state.power)
    found = []
    for zone in {*view.state.pieces, *view.state.stocks}:
        if not is_sea(view, zone) or zone in CHAIN or not enemies_at_sea(view, zone, side):
            continue
        armed = any(SIDES[p.power] == enemy_of(side) and not p.has("cargo") for p in view.state.at(zone))
        units, supplies = convoy_cargo(view, zone)
        if not armed and units + supplies >= 1:
            found.append(zone)
    return found


def declarations(view: View, choice: Declare) -> Iterator[Order]:
    """Attacks not declared yet, those who moved in any case, ships at convoys, then commit."""
    lines = set(choice.lines)
    planner = Planner(view, moving=False)
    for strike in planner.plans():
        yield from _attacks(view, planner, strike, lines)
    yield from _must_attack(view, choice, lines)
    for zone in unescorted(view):
        ships = groups(view, zone, loose_ships(view, zone))
        if ships:
            yield from _fresh(Attack(zone, "", tuple(some(p, n) for p, n in ships)), lines)
    yield Commit()


def _attacks(view: View, planner: Planner, strike: Strike, lines: set[Order]) -> Iterator[Order]:
    empty = planner.sight.is_empty(strike.target)
    need = strike.need()
    given: dict[str, int] = {}
    for origin, found in strike.origins().items():
        paid: Amounts = ()
        if not empty and need.get(origin):
            reach = [(p, n - given.get(p, 0)) for p, n in sources(view, origin, planner.sight.side)]
            paid = pay_from([(p, n) for p, n in reach if n > 0], need[origin], planner.sight)
            for place, n in paid:
                given[place] = given.get(place, 0) + n
        yield from _fresh(Attack(strike.target, origin, tuple(some(p, n) for p, n in found), paid), lines)


def _must_attack(view: View, choice: Declare, lines: set[Order]) -> Iterator[Order]:
    """Units that made a combat move have to attack something."""
    now = choice.projected(view)
    sight = Sight(now)
    for place in sight.land:
        keep = may_attack(now, place)
        moved = groups(now, place, lambda p, k=keep: k(p) and p.has("moved"))  # type: ignore[misc]
        for piece, n in moved:
            for target in sorted(has_target(now, piece, place), key=lambda t: (sight.defence(t, sight.enemy), t)):
                paid = pay_from(sources(now, place, sight.side), price(now, place, target, [(piece, n)]), sight)
                yield Attack(target, place, (some(piece, n),), paid)
