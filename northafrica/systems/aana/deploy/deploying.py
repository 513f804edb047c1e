"""Reinforcements go to the board, out of their zone or out of staging (rulebook p.25, 28)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from northafrica.core.deed import Deed
from northafrica.core.events import Told
from northafrica.core.groups import Keep, Picked, groups, offer, pick, shift
from northafrica.core.naming import agreeing, joined
from northafrica.core.orders import FieldSpec, Some, together
from northafrica.core.pieces import Piece, Stock
from northafrica.core.rulebook import Ruling
from northafrica.core.table import Table, View
from northafrica.systems.aana.board import components
from northafrica.systems.aana.board.ground import AIR, SHIPS, aloft, data, is_sea, mine, name, room, side_of, supply
from northafrica.systems.aana.board.rounds import happens
from northafrica.systems.aana.data.counts import SUPPLY
from northafrica.systems.aana.data.entities import INDIAN, REINFORCEMENTS
from northafrica.systems.aana.deploy.places import (
    CASABLANCA,
    axis_islands,
    deployment_rules,
    leads_to,
    place_problem,
    reserve_rules,
    staging,
    zone_rules,
    zones,
)
from northafrica.systems.aana.facts import facts, remember
from northafrica.systems.aana.orders import Deploy
from northafrica.systems.aana.wording import power_name, say

WAITING_SUPPLY = ("supply", *SUPPLY)


@dataclass(frozen=True)
class Part:
    """One part of a deployment: pieces, or without any so much supply in tokens of a kind."""

    some: Some
    picked: Picked


def waiting(view: View) -> tuple[Picked, list[tuple[str, int]]]:
    """Units and supply of the acting power in the Reinforcements Zone."""
    power = view.state.power
    stocks = view.state.stocks.get(REINFORCEMENTS, {})
    supplies = [(s.resource, n) for s, n in sorted(stocks.items()) if s.owner == power]
    return groups(view, REINFORCEMENTS, lambda p: p.power == power), supplies


def waiting_text(view: View) -> str:
    """What still waits, in words; "" for nothing."""
    pieces, supplies = waiting(view)
    return joined([*(say(n, p.kind) for p, n in pieces), *(say(n, kind) for kind, n in supplies)])


def from_staging(view: View) -> Keep:
    """Which pieces in staging may be sent out."""
    stages_units = data(view).powers[view.state.power].staging is not None
    return lambda p: stages_units and mine(view, p) and not aloft(p)


class Deploying(Deed[Deploy]):
    """Units and supply go to convoy zones, staging or islands."""

    kind = Deploy

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        power, home = view.state.power, staging(view, view.state.power)
        units, supplies = waiting(view)
        if field.name == "units":
            if units or supplies:
                found = offer(view, REINFORCEMENTS, lambda p: p.power == power)
                return [*found, *(Some(n, what) for what, n in supplies)]
            stored = [Some(supply(view, home), "supply")] if home and supply(view, home) else []
            return [*(offer(view, home, from_staging(view)) if home else ()), *stored]
        if field.name == "space":
            pieces = [asked(view, some) for some in given["units"]]
            places = [*zones(view), home, *data(view).powers[power].deploy_zones, *axis_islands(view)]
            open_to = dict.fromkeys(to for to in places if to)
            return [to for to in open_to if all(place_problem(view, p, to) is None for p in pieces)]
        return [home] if home and not units and not supplies else []

    def judge(self, view: View, order: Deploy) -> Ruling:
        own = view.state.power
        units = together(tuple(replace(some, power="") if some.power == own else some for some in order.units))
        found = []
        for some in units:
            ruling = _judge_part(view, some, order)
            if not ruling:
                return ruling
            found.append(Part(some, ruling.found))
        return Ruling.allow(_crowding(view, order), found=found)

    def do(self, table: Table, order: Deploy, found: list[Part]) -> None:
        start = order.origin or REINFORCEMENTS
        for part in found:
            if part.some.kind in WAITING_SUPPLY:
                _deploy_supply(table, part.some, start, order.space)
            for piece, n in part.picked:
                _deploy(table, piece, n, start, order.space)


def asked(view: View, some: Some) -> Piece:
    """The piece that `place_problem` is asked about."""
    return Piece(view.state.power, "supply" if some.kind in WAITING_SUPPLY else some.kind)


def _judge_part(view: View, some: Some, order: Deploy) -> Ruling:
    """The ruling on one part; found are its pieces, none for supply."""
    power = view.state.power
    if some.power and some.power != power:
        return Ruling.refuse("game.powers", f"{power_name(some.power)} deploys in its own turn")
    problem = place_problem(view, asked(view, some).having(staged=1 if order.origin else 0), order.space)
    if problem is None and order.space == INDIAN and some.count > 1:
        problem = Ruling.refuse("opt.adv.anzac", f"one ANZAC infantry a turn, not {some.count}")
    there = _judge_staged(view, some, order) if order.origin else _judge_waiting(view, some)
    if not there or problem is not None:
        return Ruling.first(there, problem)
    if order.origin or not there.found:
        return there
    short = components.split_problem(view, REINFORCEMENTS, order.space, there.found)
    return short if short is not None and short.rule == "comp.limit.land" else there


def _judge_waiting(view: View, some: Some) -> Ruling:
    """Whether so much waits in the Reinforcements Zone."""
    power = view.state.power
    if some.kind in WAITING_SUPPLY:
        have = view.state.stocks.get(REINFORCEMENTS, {}).get(Stock(some.kind, power), 0)
        if have >= some.count:
            return Ruling.allow(found=[])
        rigid = some.kind != "supply_5" and view.state.stock(REINFORCEMENTS, "supply_5", power)
        why = "; a 5-token cannot be changed here" if rigid else ""
        told = f"{say(have, some.kind)} {agreeing(have, 'waits', 'wait')} in the Reinforcements Zone"
        rule = "supply.no-exchange" if rigid else "deploy.must"
        return Ruling.refuse(rule, f"{told}, not {some.count}{why}", has=have, asked=some.count)
    picked = pick(view, REINFORCEMENTS, (some,), lambda p: p.power == power, "deploy.must", "wait for deployment")
    return picked if isinstance(picked, Ruling) else Ruling.allow(found=picked)


def _judge_staged(view: View, some: Some, order: Deploy) -> Ruling:
    """Whether so much stands in the staging territory and may be sent out."""
    rule, home = "deploy.from-staging", staging(view, view.state.power)
    if order.origin != home:
        where = name(view, home) if home else "none"
        text = f"pieces are sent out only of your staging territory ({where})"
        return Ruling.refuse(rule, text, "board.staging.us-none")
    if order.space == home:
        return Ruling.refuse(rule, f"the pieces are in {name(view, home)} already")
    if some.kind in WAITING_SUPPLY:
        if some.kind == "supply" and supply(view, home) >= some.count:
            return Ruling.allow(found=[])
        text = f"{name(view, home)} holds {supply(view, home)} supply, not {say(some.count, some.kind)}"
        return Ruling.refuse(rule, text)
    picked = pick(view, home, (some,), from_staging(view), rule, "may be sent")
    return picked if isinstance(picked, Ruling) else Ruling.allow(found=picked)


def _crowding(view: View, order: Deploy) -> list[str]:
    """A warning where a deployment on land goes above the stacking limit (rule stack.check-phase-end)."""
    landed = sum(some.count for some in order.units if some.kind not in (*WAITING_SUPPLY, "truck"))
    free = room(view, order.space, side_of(view.state.power))
    return [f"{name(view, order.space)} will be above its stacking limit"] if landed > free else []


def _deploy(table: Table, piece: Piece, n: int, start: str, to: str) -> None:
    """Like pieces come to their place; land units at sea as cargo."""
    at_sea, ship, air = is_sea(table, to), piece.kind in SHIPS, piece.kind in AIR
    out = "deploy.staging-or-convoy" if start == REINFORCEMENTS else "deploy.from-staging"
    rules = ["deploy.sea" if ship else out]
    rules += ["escort.auto"] if at_sea and air else []
    rules += ["deploy.axis-islands"] if to in axis_islands(table) else []
    rules += ["sea.deploy-zones"] if ship else deployment_rules(table, to)
    rules += [*_optional_rules(table, to), *(() if ship else zone_rules(table, to))]
    new, cargo = 1 if at_sea else None, 1 if at_sea and not air and not ship else None
    shift(table, "moved", start, to, piece, n, *rules, went=1, new=new, cargo=cargo)


def _optional_rules(table: Table, to: str) -> list[str]:
    """Ids of the optional rules that a deployment rests on; counts the ANZAC infantry."""
    if to == INDIAN:
        remember(table, anzac=1)
        return ["opt.adv.anzac"]
    bound = table.state.power == "us" and happens(table, "us_casablanca")
    free = bound and table.option("us_landing_zones") == "on" and not leads_to(table, to, CASABLANCA)
    return ["opt.adv.us-landing"] if free and is_sea(table, to) else []


def _deploy_supply(table: Table, some: Some, start: str, to: str) -> None:
    """Supply goes aboard a convoy on the power's marker, or into the staging territory."""
    power, value = table.state.power, SUPPLY.get(some.kind, 1) * some.count
    owner = power if is_sea(table, to) else ""
    rules: tuple[str, ...] = ("deploy.supply-on-marker", "supply.not-owned") if owner else ("deploy.staging-or-convoy",)
    rules += (*deployment_rules(table, to), *zone_rules(table, to), *reserve_rules(table, start, to))
    what = Told(resource="supply", amount=value, purpose="deployed")
    if some.kind in SUPPLY:
        token = Told(resource=some.kind, owner=power, amount=some.count, purpose="deployed", place=start)
        table.emit("spent", "supply.no-exchange", **token)
        table.emit("gained", *rules, **what | Told(place=to, owner=owner))
    else:
        out = start != REINFORCEMENTS
        rules += ("deploy.from-staging", "supply.exchange") if out else ()
        table.emit("shipped", *rules, **what | Told(place=start, to=to, owner="" if out else power, value=owner))
    if owner:
        fresh = dict(facts(table).fresh)
        fresh[to] = fresh.get(to, 0) + value
        remember(table, fresh=tuple(sorted(fresh.items())))
