"""Phase 6: reinforcements are deployed, aircraft escort convoys (rulebook p.25, 28)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from northafrica.core.common_orders import End
from northafrica.core.groups import Keep, clear_status, groups, lose, number, offer, pick, shift
from northafrica.core.naming import joined
from northafrica.core.orders import FieldSpec, Order, Path, Some, Units, together
from northafrica.core.pieces import Piece, Stock
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Automatic, Choice, Prompt
from northafrica.core.table import Table, View
from northafrica.systems.aana.board import components
from northafrica.systems.aana.board.ground import (
    AIR,
    AXIS,
    SHIPS,
    aloft,
    controller,
    data,
    is_hostile,
    is_sea,
    mine,
    name,
    room,
    side_of,
    supply,
)
from northafrica.systems.aana.board.movement import air_path_problem, air_way, air_ways
from northafrica.systems.aana.board.rounds import happens, printed
from northafrica.systems.aana.board.stacking import DEFAULT_LIMIT
from northafrica.systems.aana.convoys.phase import RANGE, REINFORCEMENTS, is_open, open_routes
from northafrica.systems.aana.facts import facts, remember
from northafrica.systems.aana.mines.phase import is_mined_sea, next_mined
from northafrica.systems.aana.orders import Deploy, Escort
from northafrica.systems.aana.requisition.phase import SUPPLY
from northafrica.systems.aana.wording import nation, power_name, say, word

WAITING_SUPPLY = ("supply", "supply_1", "supply_5")


@dataclass(frozen=True)
class DeployStep(Automatic):
    """What happens before the first deployment: Lend-Lease, and losses of a US without a route."""

    title: ClassVar[str] = "Deploy Reinforcements"

    def run(self, table: Table) -> None:
        power = table.state.power
        if power == "uk" and happens(table, "shermans"):
            line = data(table).units["uk", "sherman"]
            left = components.figure_limit(table, line) - components.on_board(table, line.pool, "sherman")
            chart = data(table).setups["rommel"]
            rows = [row for row in chart if row.round == table.state.round and row.kind == "sherman"]
            for row in rows if left >= sum(row.count for row in rows) else ():
                table.emit(
                    "placed",
                    "rommel.r4-shermans",
                    place=row.space,
                    piece=Piece(row.power, row.kind, (("cargo", 1),)),
                    count=row.count,
                    power=row.power,
                )
        if power == "us" and not zones(table):
            lose_undeployable(table)
        table.replace(DeployReinforcements())


def lose_undeployable(table: Table) -> None:
    """Rule deploy.us-none."""
    power = table.state.power
    for piece, n in groups(table, REINFORCEMENTS, lambda p: p.power == power and p.kind not in SHIPS):
        lose(table, REINFORCEMENTS, piece, n, "no route", "deploy.us-none", "board.staging.us-none")
    if staging(table, power):  # with the strategic reserve supply can wait in Gibraltar
        return
    for stock, n in sorted(table.state.stocks.get(REINFORCEMENTS, {}).items()):
        if stock.owner == power:
            table.emit(
                "destroyed",
                "deploy.us-none",
                place=REINFORCEMENTS,
                resource=stock.resource,
                owner=power,
                amount=n,
                purpose="no route",
            )


def zones(view: View) -> list[str]:
    """Convoy zones the acting power may deploy to (csz.who-may-deploy and the rules of round 7)."""
    power = view.state.power
    found = [c.zone for c in open_routes(view, power) if c.deployable]
    if power == "italy" and happens(view, "italy_tripoli_only"):
        found = [zone for zone in found if data(view).convoys[zone].port == "tripoli"]
    return [zone for zone in found if not tunis_closed(view, zone)]


def _leads_to(view: View, zone: str, port: str) -> bool:
    """Whether a space is the convoy zone of a port."""
    route = data(view).convoys.get(zone)
    return route is not None and route.port == port


def tunis_closed(view: View, zone: str) -> bool:
    """Rule rommel.r7-tunis-zone: whether the zone of Tunis is not yet, or no longer, open to the Axis."""
    to_tunis = printed(view) == "rommel" and _leads_to(view, zone, "tunis")
    return to_tunis and not happens(view, "tunis_route")


def us_bound(view: View) -> bool:
    """Rule r7.us-deploy: in round 7 all US land units and supply go to Casablanca's zone if the US controls it."""
    if view.state.power != "us" or not happens(view, "us_casablanca") or view.option("us_landing_zones") == "on":
        return False
    return controller(view, "casablanca") == "us"


def staging(view: View, power: str) -> str:
    """A power's staging territory, "" for none; with the reserve the US stages in Gibraltar (opt.adv.reserve-us)."""
    own = data(view).powers[power].staging
    if own is None and power == "us" and view.option("strategic_reserve") == "on":
        return data(view).powers["uk"].staging or ""
    return own or ""


def axis_islands(view: View) -> list[str]:
    """The islands where the Axis deploys directly."""
    return list(data(view).spaces_with("axis_direct_deploy"))


def place_problem(view: View, piece: Piece, to: str) -> Ruling | None:
    """Why a unit may not be deployed in a place; None if it may. Supply is asked as kind `supply`."""
    power, info = view.state.power, data(view)
    line = info.powers[power]
    if piece.kind in SHIPS:
        if to in line.deploy_zones:
            return None
        zones = joined((name(view, zone) for zone in line.deploy_zones), "or")
        return Ruling.refuse("deploy.sea", f"new {nation(power)} ships are deployed in {zones}", "sea.deploy-zones")
    if to == line.staging:
        return None
    if to == staging(view, "us") and power == "us":
        if piece.kind != "supply":
            return Ruling.refuse("opt.adv.reserve-us", "the US stages supply only in Gibraltar")
        return _us_bound_problem(view, piece, to)
    if to in axis_islands(view) and side_of(power) == AXIS:
        if piece.kind in AIR or piece.kind == "aaa" or (piece.kind == "anti_tank_gun" and power == "germany"):
            return None
        return Ruling.refuse(
            "deploy.axis-islands",
            f"only AAA, aircraft and German anti-tank guns are deployed to {name(view, to)}, not {word(piece.kind, 2)}",
        )
    if not is_sea(view, to):
        rule = "board.staging.us-none" if to == "gibraltar" and power == "us" else "game.no-factories"
        return Ruling.refuse(rule, f"{power_name(power)} cannot deploy in {name(view, to)}", "deploy.staging-or-convoy")
    return _zone_problem(view, piece, to)


def _anzac_problem(view: View, piece: Piece) -> Ruling | None:
    """Why a unit cannot start in the Indian Ocean zone; None if it can (optional rule opt.adv.anzac)."""
    if piece.kind != "infantry" or piece.has("staged"):
        return Ruling.refuse(
            "opt.adv.anzac", f"only infantry from the Reinforcements Zone start there, not {word(piece.kind, 2)}"
        )
    if facts(view).anzac:
        return Ruling.refuse("opt.adv.anzac", "one ANZAC infantry a turn; it has been sent", "deploy.uk-chain")
    return None


def _zone_problem(view: View, piece: Piece, to: str) -> Ruling | None:
    power = view.state.power
    if power == "uk" and to == "csz_indian" and view.option("anzac") == "on":
        return _anzac_problem(view, piece)
    if power == "uk" and to in ("csz_indian", "csz_suez"):
        return Ruling.refuse("deploy.uk-chain", "the route round Africa begins in the Atlantic Ocean convoy zone")
    if power == "italy" and happens(view, "italy_tripoli_only") and not _leads_to(view, to, "tripoli"):
        text = f"in round {view.state.round} Italy deploys only to the Tripoli convoy zone"
        return Ruling.refuse("torch.italy-tripoli", text)
    if tunis_closed(view, to) and is_open(view, data(view).convoys[to]):
        first = data(view).rounds.first("tunis_route", printed(view))
        text = f"the route of {name(view, to)} opens to the Axis in round {first}; this is round {view.state.round}"
        return Ruling.refuse("rommel.r7-tunis-zone", text)
    if to not in zones(view):
        convoy = data(view).convoys.get(to)
        if convoy is None:
            return Ruling.refuse("deploy.staging-or-convoy", f"{name(view, to)} is no convoy zone")
        if power not in convoy.powers:
            return Ruling.refuse("csz.who-may-deploy", f"{name(view, to)} is not a route of {power_name(power)}")
        return Ruling.refuse(
            "csz.port-link",
            f"the route of {name(view, to)} is closed: {name(view, convoy.port)} is not held",
            "csz.who-may-deploy",
            *_tunis(view, to),
        )
    if to == "sz12" and piece.kind not in AIR and piece.kind not in ("aaa", "supply"):
        return Ruling.refuse(
            "deploy.uk-malta", f"only AAA, air units and supply go to Malta's zone, not {word(piece.kind, 2)}"
        )
    return _us_bound_problem(view, piece, to)


def _us_bound_problem(view: View, piece: Piece, to: str) -> Ruling | None:
    """Why the US cannot deploy elsewhere than to Casablanca's zone; Gibraltar, where it may stage, is no way out."""
    if not us_bound(view) or piece.kind in AIR or _leads_to(view, to, "casablanca"):
        return None
    also = ("opt.adv.reserve-us",) if to == staging(view, "us") else ()
    text = f"in round {view.state.round} the United States must use the Casablanca convoy zone"
    return Ruling.refuse("r7.us-deploy", text, *also)


def _tunis(view: View, zone: str) -> tuple[str, ...]:
    return ("rommel.r7-tunis-zone",) if _leads_to(view, zone, "tunis") and printed(view) == "rommel" else ()


def deployment_rules(view: View, to: str) -> tuple[str, ...]:
    """What opens a place to reinforcements of the acting power: its route, or its staging territory."""
    convoy = data(view).convoys.get(to)
    if convoy is not None:
        full = number(view, to) >= DEFAULT_LIMIT
        opened = "csz.permanent" if convoy.permanent else "csz.port-link"
        return ("csz.who-may-deploy", opened, *_tunis(view, to), *(("stack.sea-none",) if full else ()))
    home = data(view).powers[view.state.power].staging == to
    return ("board.staging.axis" if side_of(view.state.power) == AXIS else "board.staging.uk",) if home else ()


@dataclass(frozen=True)
class DeployReinforcements(Choice):
    """Everything in the Reinforcements Zone goes to the board; aircraft may escort."""

    title: ClassVar[str] = "Deploy Reinforcements and Assign Convoy Escorts"

    def prompt(self, view: View) -> Prompt:
        waiting = self.waiting_text(view)
        what = f"deploy {waiting}; then end" if waiting else "send pieces out of staging, assign escorts, or end"
        return Prompt(what, "Reinforcements reach the front only by sea: they will be at risk for a round.",
                      ("deploy.must", "deploy.staging-or-convoy", "escort.assign", "deploy.full-round"))  # fmt: skip

    def waiting(self, view: View) -> tuple[list[tuple[Piece, int]], list[tuple[str, int]]]:
        """Units and supply of the acting power in the Reinforcements Zone."""
        power = view.state.power
        units = groups(view, REINFORCEMENTS, lambda p: p.power == power)
        stocks = view.state.stocks.get(REINFORCEMENTS, {})
        return units, [(s.resource, n) for s, n in sorted(stocks.items()) if s.owner == power]

    def waiting_text(self, view: View) -> str:
        pieces, supplies = self.waiting(view)
        return joined([*(say(n, p.kind) for p, n in pieces), *(say(n, kind) for kind, n in supplies)])

    def kinds(self, view: View) -> tuple[type[Order], ...]:
        return (Deploy, Escort, End)

    # -- offers ----------------------------------------------------------------------------------
    def values(self, view: View, kind: type[Order], field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        if kind is Escort:
            return self._escort_values(view, field, given)
        if field.name == "units":
            found = offer(view, REINFORCEMENTS, lambda p: p.power == view.state.power)
            found += [Some(n, what) for what, n in self.waiting(view)[1]]
            return found or self._staged(view)
        if field.name == "space":
            pieces = [Piece(view.state.power, "supply" if s.kind in WAITING_SUPPLY else s.kind) for s in given["units"]]
            places = [*zones(view), staging(view, view.state.power),
                      *data(view).powers[view.state.power].deploy_zones, *axis_islands(view)]  # fmt: skip
            return [
                to for to in dict.fromkeys(places) if to and all(place_problem(view, p, to) is None for p in pieces)
            ]
        home = staging(view, view.state.power)
        units, supplies = self.waiting(view)
        return [home] if home and not units and not supplies else []

    def _staged(self, view: View) -> list[Some]:
        home = staging(view, view.state.power)
        if not home:
            return []
        found = offer(view, home, self._from_staging(view))
        return found + ([Some(supply(view, home), "supply")] if supply(view, home) else [])

    def _from_staging(self, view: View) -> Keep:
        stages_units = data(view).powers[view.state.power].staging is not None
        return lambda p: stages_units and mine(view, p) and not aloft(p)

    def places(self, view: View, kind: type[Order]) -> Sequence[str]:
        if kind is not Escort:
            return ()
        return [p for p in sorted(view.state.pieces) if number(view, p, may_escort(view, p))]

    def _escort_values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        starts = given["route"][:1] if given.get("route") else self.places(view, Escort)
        if field.name == "units":
            return [some for place in starts for some in offer(view, place, may_escort(view, place))]
        found: list[Path] = []
        for place in starts:
            if not isinstance(pick(view, place, given["units"], may_escort(view, place), "", ""), Ruling):
                ways = air_ways(view, side_of(view.state.power), place, RANGE)
                found += [ways[zone] for zone in escort_zones(view) if zone in ways]
        return found

    # -- judging ----------------------------------------------------------------------------------
    def check(self, view: View, order: Order) -> Ruling:
        if isinstance(order, End):
            return self._check_end(view)
        if isinstance(order, Escort):
            return self._check_escort(view, order)
        assert isinstance(order, Deploy)
        for some in named(view, order):
            ruling = self._check_some(view, some, order)
            if not ruling:
                return ruling
        return Ruling.allow(_crowding(view, order))

    def _check_end(self, view: View) -> Ruling:
        text = self.waiting_text(view)
        return Ruling.refuse("deploy.must", f"still to be deployed: {text}") if text else Ruling.allow()

    def _check_some(self, view: View, some: Some, order: Deploy) -> Ruling:
        power = view.state.power
        if some.power and some.power != power:
            return Ruling.refuse("game.powers", f"{power_name(some.power)} deploys in its own turn")
        asked = Piece(power, "supply" if some.kind in WAITING_SUPPLY else some.kind)
        problem = place_problem(view, asked.having(staged=1 if order.origin else 0), order.space)
        if problem is None and order.space == "csz_indian" and some.count > 1:
            problem = Ruling.refuse("opt.adv.anzac", f"one ANZAC infantry a turn, not {some.count}")
        if order.origin:
            ruling = self._check_staged(view, some, order)
            return Ruling.first(ruling, problem)
        if some.kind in WAITING_SUPPLY:
            have = view.state.stocks.get(REINFORCEMENTS, {}).get(Stock(some.kind, power), 0)
            if have < some.count:
                rigid = some.kind != "supply_5" and view.state.stock(REINFORCEMENTS, "supply_5", power)
                rule = "supply.no-exchange" if rigid else "deploy.must"
                why = "; a 5-token cannot be changed here" if rigid else ""
                waiting = f"{say(have, some.kind)} {'waits' if have == 1 else 'wait'} in the Reinforcements Zone"
                return Ruling.refuse(
                    rule,
                    f"{waiting}, not {some.count}{why}",
                    has=have,
                    asked=some.count,
                )
            return Ruling.first(problem)
        picked = pick(view, REINFORCEMENTS, (some,), lambda p: p.power == power, "deploy.must", "wait for deployment")
        if isinstance(picked, Ruling):
            return picked
        short = components.split_problem(view, REINFORCEMENTS, order.space, list(picked))
        return Ruling.first(problem, short if short is not None and short.rule == "comp.limit.land" else None)

    def _check_staged(self, view: View, some: Some, order: Deploy) -> Ruling:
        home = staging(view, view.state.power)
        if order.origin != home:
            where = name(view, home) if home else "none"
            return Ruling.refuse(
                "deploy.from-staging",
                f"pieces are sent out only of your staging territory ({where})",
                "board.staging.us-none",
            )
        if order.space == home:
            return Ruling.refuse("deploy.from-staging", f"the pieces are in {name(view, home)} already")
        if some.kind in WAITING_SUPPLY:
            if some.kind != "supply" or supply(view, home) < some.count:
                return Ruling.refuse(
                    "deploy.from-staging",
                    f"{name(view, home)} holds {supply(view, home)} supply, not {say(some.count, some.kind)}",
                )
            return Ruling.allow()
        picked = pick(view, home, (some,), self._from_staging(view), "deploy.from-staging", "may be sent")
        return picked if isinstance(picked, Ruling) else Ruling.allow()

    def _check_escort(self, view: View, order: Escort) -> Ruling:
        start = order.route[0]
        picked = pick(
            view,
            start,
            order.units,
            may_escort(view, start),
            "escort.assign",
            "are unmoved aircraft of yours",
        )
        if isinstance(picked, Ruling):
            return picked
        side = side_of(view.state.power)
        way = air_way(view, side, order.route)
        problem = air_path_problem(view, side, way)
        if problem is not None:
            return problem
        if len(way) - 1 > RANGE:
            return Ruling.refuse(
                "escort.assign",
                f"escorts fly at most {RANGE} spaces, not {len(way) - 1}",
                spaces=len(way) - 1,
            )
        if way[-1] not in escort_zones(view):
            return Ruling.refuse("escort.assign", f"{name(view, way[-1])} is no open convoy zone of yours")
        return Ruling.allow()

    # -- acting ----------------------------------------------------------------------------------
    def play(self, table: Table, order: Order, ruling: Ruling | None = None) -> None:
        if isinstance(order, Deploy):
            for some in named(table, order):
                deploy(table, some, order)
        elif isinstance(order, Escort):
            picked = pick(table, order.route[0], order.units, may_escort(table, order.route[0]), "", "")
            assert not isinstance(picked, Ruling)
            for piece, n in picked:
                shift(
                    table,
                    "moved",
                    order.route[0],
                    order.route[-1],
                    piece,
                    n,
                    "escort.assign",
                    "escort.auto",
                    went=1,
                )
        else:
            pending = tuple(
                (zone, "") for zone in received(table) if is_mined_sea(table, zone, side_of(table.state.power))
            )
            remember(table, pending=pending)
            table.replace(DeployMines())


def _crowding(view: View, order: Deploy) -> list[str]:
    """A warning where a deployment on land goes above the stacking limit (rule stack.check-phase-end)."""
    landed = sum(some.count for some in order.units if some.kind not in (*WAITING_SUPPLY, "truck"))
    free = room(view, order.space, side_of(view.state.power))
    return [f"{name(view, order.space)} will be above its stacking limit"] if landed > free else []


def named(view: View, order: Deploy) -> Units:
    """What an order deploys, like units added up, the acting power left out."""
    own = view.state.power
    return together(tuple(replace(some, power="") if some.power == own else some for some in order.units))


def escort_zones(view: View) -> list[str]:
    """Open convoy zones of the acting power that aircraft can reach."""
    return [c.zone for c in open_routes(view, view.state.power) if not c.zone.startswith("csz")]


def may_escort(view: View, place: str) -> Keep:
    """Rule escort.assign: aircraft that moved neither in phase 3 nor in phase 5."""
    on_land = not is_sea(view, place) and place != REINFORCEMENTS
    return lambda p: (
        on_land
        and mine(view, p)
        and p.kind in AIR
        and not any(p.has(s) for s in ("went", "moved", "fought", "aloft", "attack"))
    )


def received(view: View) -> list[str]:
    """Sea zones that received ships, land units or supply this phase; aircraft set off no mines."""
    found = [
        zone
        for zone in sorted(view.state.pieces)
        if is_sea(view, zone) and any(p.has("new") and p.kind not in AIR for p in view.state.at(zone))
    ]
    return list(dict.fromkeys([*found, *(zone for zone, _ in facts(view).fresh)]))


def deploy(table: Table, some: Some, order: Deploy) -> None:
    """Carry out one part of a deployment."""
    start = order.origin or REINFORCEMENTS
    if some.kind in WAITING_SUPPLY:
        deploy_supply(table, some, start, order.space)
        return
    keep: Keep = (
        (lambda p: mine(table, p) and not aloft(p)) if order.origin else (lambda p: p.power == table.state.power)
    )
    picked = pick(table, start, (some,), keep, "", "")
    assert not isinstance(picked, Ruling)
    for piece, n in picked:
        at_sea = is_sea(table, order.space)
        cargo = at_sea and piece.kind not in AIR and piece.kind not in SHIPS
        rules = (
            ["deploy.sea"]
            if piece.kind in SHIPS
            else ["deploy.from-staging" if order.origin else "deploy.staging-or-convoy"]
        )
        rules += ["escort.auto"] if at_sea and piece.kind in AIR else []
        rules += ["deploy.axis-islands"] if order.space in axis_islands(table) else []
        rules += deployment_rules(table, order.space) if piece.kind not in SHIPS else ["sea.deploy-zones"]
        rules += _optional_rules(table, order.space)
        rules += zone_rules(table, order.space) if piece.kind not in SHIPS else []
        status: dict[str, int | str | None] = {
            "went": 1,
            "new": 1 if at_sea else None,
            "cargo": 1 if cargo else None,
        }
        shift(table, "moved", start, order.space, piece, n, *rules, **status)


def _optional_rules(table: Table, to: str) -> list[str]:
    """Ids of the optional rules that a deployment rests on; counts the ANZAC infantry."""
    if to == "csz_indian":
        remember(table, anzac=1)
        return ["opt.adv.anzac"]
    bound = table.state.power == "us" and happens(table, "us_casablanca")
    free = bound and table.option("us_landing_zones") == "on" and not _leads_to(table, to, "casablanca")
    return ["opt.adv.us-landing"] if free and is_sea(table, to) else []


def _reserve_rules(view: View, start: str, to: str) -> tuple[str, ...]:
    """Supply that enters or leaves the optional reserve in the staging territory."""
    home = staging(view, view.state.power)
    if view.option("strategic_reserve") != "on" or home not in (start, to):
        return ()
    return ("opt.adv.reserve-use", "opt.adv.reserve-us") if view.state.power == "us" else ("opt.adv.reserve-use",)


def zone_rules(view: View, to: str) -> list[str]:
    """The rules by which cargo and aircraft may enter a convoy zone."""
    if not is_sea(view, to):
        return []
    own = {"sz12": ["deploy.uk-malta"], "csz_atlantic": ["deploy.uk-chain"]}.get(to, [])
    hostile = ["deploy.hostile-zone", "deploy.no-combat"] if is_hostile(view, to, side_of(view.state.power)) else []
    return ["deploy.full-round", *own, *hostile]


def deploy_supply(table: Table, some: Some, start: str, to: str) -> None:
    """Supply goes aboard a convoy on the power's marker, or into the staging territory."""
    power, value = table.state.power, SUPPLY.get(some.kind, 1) * some.count
    owner = power if is_sea(table, to) else ""
    rules: tuple[str, ...] = ("deploy.supply-on-marker", "supply.not-owned") if owner else ("deploy.staging-or-convoy",)
    rules += (*deployment_rules(table, to), *zone_rules(table, to), *_reserve_rules(table, start, to))
    if some.kind in SUPPLY:
        table.emit(
            "spent",
            "supply.no-exchange",
            place=start,
            resource=some.kind,
            owner=power,
            amount=some.count,
            purpose="deployed",
        )
        table.emit("gained", *rules, place=to, resource="supply", owner=owner, amount=value, purpose="deployed")
    else:
        origin_owner = power if start == REINFORCEMENTS else ""
        table.emit(
            "shipped",
            *rules,
            *(("deploy.from-staging", "supply.exchange") if start != REINFORCEMENTS else ()),
            place=start,
            to=to,
            resource="supply",
            owner=origin_owner,
            value=owner,
            amount=value,
            purpose="deployed",
        )
    if owner:
        fresh = dict(facts(table).fresh)
        fresh[to] = fresh.get(to, 0) + value
        remember(table, fresh=tuple(sorted(fresh.items())))


@dataclass(frozen=True)
class DeployMines(Automatic):
    """After all deployments, mines in zones that received something may go off (deploy.mines-after)."""

    title: ClassVar[str] = "Sea mines"

    def run(self, table: Table) -> None:
        if facts(table).pending:
            next_mined(table)
            return
        clear_status(table, lambda p: True, "new", "loaded", "went", "fought")
        remember(table, fresh=())
        table.finish()
