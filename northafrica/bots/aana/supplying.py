"""Phases 1, 2 and 6: who comes ashore, what is bought, where it is sent."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from northafrica.bots.aana.moving import base_rank
from northafrica.bots.aana.sight import CAPITAL, Sight, some
from northafrica.core.common_orders import ChooseForMe, End
from northafrica.core.groups import groups, offer
from northafrica.core.orders import Order, Some, Units
from northafrica.core.pieces import Piece, Stock
from northafrica.core.table import View
from northafrica.systems.aana.board import components
from northafrica.systems.aana.board.ground import AIR, SHIPS, data, mine, room, side_of, supply
from northafrica.systems.aana.convoys.aircraft import LandConvoyAir, bases, waiting_air
from northafrica.systems.aana.convoys.ashore import ChooseArrivals, WhoLandsFirst
from northafrica.systems.aana.data.entities import ATLANTIC, CHAIN, MALTA_ZONE
from northafrica.systems.aana.deploy.deploying import waiting
from northafrica.systems.aana.deploy.phase import DeployReinforcements
from northafrica.systems.aana.deploy.places import place_problem, zones
from northafrica.systems.aana.facts import facts
from northafrica.systems.aana.orders import Arrive, Buy, Deploy, First, Land, Mine, Pay
from northafrica.systems.aana.requisition.income import MaltaSupply
from northafrica.systems.aana.requisition.minelaying import borders
from northafrica.systems.aana.requisition.phase import Requisition
from northafrica.systems.aana.requisition.purchases import funds, tiger_problem
from northafrica.systems.aana.setup.variable import VariableReinforcements

LAST_ATLANTIC = 11
MALTA_STOCK = 3
SHOPPING = {
    "germany": ("tank", "tank", "infantry", "artillery", "tank", "infantry", "infantry"),
    "italy": ("infantry", "artillery", "tank", "infantry"),
    "uk": ("infantry", "tank", "artillery", "infantry"),
    "us": ("tank", "infantry", "tank", "artillery", "infantry"),
}
TRUCKS = {"germany": 2, "italy": 2, "uk": 4, "us": 2}
SUPPLY_MOST = 30
MOST_UNITS = 12


def set_up(view: View, choice: VariableReinforcements) -> Iterator[Order]:
    """Let the set-up be chosen."""
    yield End() if choice.spent else ChooseForMe()


def pay_malta(view: View, choice: MaltaSupply) -> Iterator[Order]:
    """15 RP for 1 supply are always worth it."""
    yield Pay()


def come_ashore(view: View, choice: ChooseArrivals) -> Iterator[Order]:
    """The dearest units first."""
    free = room(view, choice.port, side_of(view.state.power))
    ashore = offer(view, choice.zone, lambda p: p.power == view.state.power and p.has("cargo") and p.kind != "truck")
    ashore.sort(key=lambda s: -data(view).units[s.power or view.state.power, s.kind].cost)
    yield Arrive(first_units(ashore, free))


def first_units(offered: Sequence[Some], total: int) -> Units:
    """Exactly `total` units out of groups."""
    found = []
    for group in offered:
        n = min(group.count, total)
        if n:
            found.append(replace(group, count=n))
            total -= n
    return tuple(found)


def lands_first(view: View, choice: WhoLandsFirst) -> Iterator[Order]:
    """Aircraft, the dearer, where they could land nowhere else; otherwise the cargo."""
    port = data(view).convoys[choice.zone].port
    stuck = [zone for zone in waiting_air(view) if set(bases(view, zone)) == {port}]
    yield First("aircraft" if stuck else "cargo")


def land_escorts(view: View, choice: LandConvoyAir) -> Iterator[Order]:
    """Escorts land near the front, where there is room."""
    sight = Sight(view)
    for zone in waiting_air(view):
        ways = bases(view, zone)
        for to in sorted(ways, key=lambda at: base_rank(sight, at)):
            for piece, n in groups(view, zone, lambda p: mine(view, p) and p.kind in AIR):
                yield Land((some(piece, min(n, max(1, sight.room(to)))),), ways[to])
    yield End()


# -- buying ------------------------------------------------------------------------------------------
def buy(view: View, choice: Requisition) -> Iterator[Order]:
    """Supply up to the limit, trucks, then troops; what is left goes into mines around the capital."""
    for some_ in _wishes(view):
        if some_.count:
            yield Buy((some_,))
    yield from _mines(view)
    yield End()


def _wishes(view: View) -> Iterator[Some]:
    power, money = view.state.power, funds(view)
    yield from _supply(view)
    yield from _trucks(view)
    if power == "us":
        yield Some(1, "tank", "free_french")
        yield Some(1, "infantry", "free_french")
    if power == "germany" and tiger_problem(view, 1) is None:
        yield Some(1, "tiger_tank")
    bought = _waiting(view)
    kinds = SHOPPING[power]
    if bought < MOST_UNITS:
        for step in range(len(kinds)):
            kind = kinds[(bought + step) % len(kinds)]
            if data(view).units[power, kind].cost <= money:
                yield Some(1, kind)


def _waiting(view: View) -> int:
    """Units of the acting power in the Reinforcements Zone."""
    return sum(n for _, n in groups(view, "reinforcements", lambda p: p.power == view.state.power))


def _supply(view: View) -> Iterator[Some]:
    power = view.state.power
    if power == "uk":
        if facts(view).bought == 0:
            yield Some(2, "supply_1")
            yield Some(1, "supply_1")
        if facts(view).bought <= 2 and _in_theatre(view) < SUPPLY_MOST:
            yield Some(5 - facts(view).bought, "supply_1")
        return
    limit = data(view).powers[power].supply_limit
    if facts(view).bought < limit and _in_theatre(view) < SUPPLY_MOST:
        yield Some((limit - facts(view).bought) // 5, "supply_5")
        yield Some(min(3, limit - facts(view).bought), "supply_1")


def _in_theatre(view: View) -> int:
    """Supply of the side on land in North Africa."""
    sight = Sight(view)
    return sum(supply(view, place) for place in sight.land if not sight.hostile(place))


def _trucks(view: View) -> Iterator[Some]:
    power = view.state.power
    if components.on_board(view, data(view).powers[power].pool, "truck") < TRUCKS[power]:
        yield Some(1, "truck")


def _mines(view: View) -> Iterator[Order]:
    """Mines on the borders of the capital that face the enemy."""
    sight = Sight(view)
    home = CAPITAL[sight.side]
    for facing in sorted(borders(view, home), key=lambda at: (sight.ahead(at), at)):
        yield Mine(home, facing)


# -- deploying ---------------------------------------------------------------------------------------
def deploy(view: View, choice: DeployReinforcements) -> Iterator[Order]:
    """Everything to the best port; supply for Malta out of Gibraltar or the new stock."""
    units, supplies = waiting(view)
    yield from _to_malta(view, supplies)
    for kind, n in supplies:
        for to in destinations(view, Piece(view.state.power, "supply")):
            yield Deploy((Some(n, kind),), to)
    for piece, n in units:
        for to in destinations(view, piece):
            k = n if piece.kind == "truck" or piece.kind in SHIPS else min(n, max(1, berths(view, to)))
            yield Deploy((some(piece, k),), to)
    yield from _out_of_staging(view)
    yield End()


def _to_malta(view: View, supplies: list[tuple[str, int]]) -> Iterator[Order]:
    if view.state.power != "uk":
        return
    aboard = view.state.stocks.get(MALTA_ZONE, {}).get(Stock("supply", "uk"), 0)
    want = MALTA_STOCK - supply(view, "malta") - aboard
    if want <= 0:
        return
    stored = supply(view, "gibraltar")
    if stored:
        yield Deploy((Some(min(want, stored), "supply"),), MALTA_ZONE, "gibraltar")
        return
    ones = dict(supplies).get("supply_1", 0)
    if ones:
        yield Deploy((Some(min(want, ones), "supply_1"),), MALTA_ZONE)


def _out_of_staging(view: View) -> Iterator[Order]:
    """What was left in staging follows, as far as there is room."""
    staging = data(view).powers[view.state.power].staging
    if not staging:
        return
    stored = supply(view, staging)
    if stored and view.state.power != "uk":
        for to in destinations(view, Piece(view.state.power, "supply")):
            if to != staging:
                yield Deploy((Some(stored, "supply"),), to, staging)
    for piece, n in groups(view, staging, lambda p: p.power == view.state.power and p.kind not in AIR):
        for to in destinations(view, piece):
            k = min(n, berths(view, to))
            if to != staging and k > 0:
                yield Deploy((some(piece, k),), to, staging)


def destinations(view: View, piece: Piece) -> list[str]:
    """Where a piece may be deployed, the best place first."""
    power = view.state.power
    line = data(view).powers[power]
    places = [*zones(view), *([line.staging] if line.staging else []), *line.deploy_zones]
    fits = [to for to in dict.fromkeys(places) if place_problem(view, piece, to) is None]
    sight = Sight(view)
    return sorted(fits, key=lambda to: (_rank(view, sight, piece, to), to))


def _rank(view: View, sight: Sight, piece: Piece, to: str) -> float:
    """How little a place suits a deployment; 0 is best."""
    if piece.kind in SHIPS:
        return 0.0 if to != ATLANTIC else 1.0
    convoy = data(view).convoys.get(to)
    if convoy is None:
        return 60.0
    if to == MALTA_ZONE:
        return 90.0
    danger = 8.0 * mines_in(view, to, sight.enemy) + _hunters(view, sight, to)
    full = 30.0 if piece.kind not in ("truck", "supply") and berths(view, to) < 1 else 0.0
    if to == ATLANTIC:
        return 4.0 if view.state.round <= LAST_ATLANTIC else 80.0
    port = convoy.port
    lost = 40.0 if sight.defence(port) < sight.threat(port) and port != CAPITAL[sight.side] else 0.0
    wanted = -6.0 if sight.deficit(port) > 0 else 0.0
    return sight.ahead(port) + danger + full + lost + wanted


def berths(view: View, zone: str) -> int:
    """Room in a port, what is under way to it already counted."""
    convoy = data(view).convoys.get(zone)
    if convoy is None or zone in CHAIN:
        return 6 if convoy is not None else room(view, zone, side_of(view.state.power))
    coming = sum(n for p, n in view.state.at(zone).items() if p.has("cargo") and p.kind != "truck")
    return room(view, convoy.port, side_of(view.state.power)) - coming


def mines_in(view: View, zone: str, side: str) -> int:
    """Sea mines of a side."""
    stocks = view.state.stocks.get(zone, {})
    return sum(n for s, n in stocks.items() if s.resource == "sea_mine" and side_of(s.owner) == side)


def _hunters(view: View, sight: Sight, zone: str) -> float:
    """Enemy ships and aircraft in and around a zone."""
    near = [zone, *data(view).board.neighbours(zone)]
    return 0.7 * sum(
        n
        for at in near
        for p, n in view.state.at(at).items()
        if side_of(p.power) == sight.enemy and (p.kind in SHIPS or p.kind in AIR) and not p.has("cargo")
    )
