"""Laying mines in phase 2 (rulebook p.14)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from northafrica.core.deed import Deed
from northafrica.core.naming import is_are, joined
from northafrica.core.orders import FieldSpec
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.table import Table, View
from northafrica.systems.aana.board.components import mine_tokens_in_use
from northafrica.systems.aana.board.ground import (
    AXIS,
    SHIPS,
    belongs,
    controller,
    data,
    enemy_of,
    is_land,
    is_sea,
    name,
    owner,
    side_of,
)
from northafrica.systems.aana.data.counts import SEA_MINES, land_mine_tokens
from northafrica.systems.aana.data.entities import SUEZ
from northafrica.systems.aana.facts import facts, remember
from northafrica.systems.aana.mines.fields import border
from northafrica.systems.aana.orders import Mine
from northafrica.systems.aana.requisition.purchases import funds, pay
from northafrica.systems.aana.wording import NAMES, power_name


def borders(view: View, space: str) -> list[str]:
    """The neighbours a land mine in a territory may face."""
    if is_sea(view, space):
        return []
    return list(data(view).board.neighbours(space, "land"))


def sites(view: View) -> list[str]:
    """Where the acting power may lay a mine now, money apart."""
    return [space.id for space in data(view).board.spaces.values() if site_problem(view, space.id) is None]


def site_problem(view: View, space: str) -> Ruling | None:
    """Why the acting power may not lay a mine in a space; None if it may."""
    if space not in data(view).board:
        return Ruling.refuse("mine.land.where", f"{name(view, space)} is no place on the map")
    if space in facts(view).mined:
        rule = "mine.sea.one-per-turn" if is_sea(view, space) else "mine.land.one-per-turn"
        return Ruling.refuse(rule, f"a mine was already laid in {name(view, space)} this turn")
    return _sea_problem(view, space) if is_sea(view, space) else _land_problem(view, space)


def guards(view: View, space: str) -> list[Piece]:
    """Combat land units of the acting power in a territory, the French that it owns among them."""
    power = view.state.power
    return [p for p in view.state.at(space) if owner(p.power) == power and is_land(p) and p.kind != "truck"]


def french_rules(view: View, space: str) -> tuple[str, ...]:
    """The rules by which only French units make a territory a site for the acting power's land mines."""
    powers = {p.power for p in guards(view, space)}
    if view.state.power in powers or controller(view, space) == view.state.power:
        return ()
    return ("setup.vichy",) if "vichy" in powers else ("french.free-owner",)


def _land_problem(view: View, space: str) -> Ruling | None:
    power = view.state.power
    if controller(view, space) != power and not guards(view, space):
        text = f"{name(view, space)} is not controlled by {NAMES[power]} and holds no combat land unit of it"
        return Ruling.refuse("mine.land.where", text)
    if data(view).is_impassable(space) or not borders(view, space):
        return Ruling.refuse("mine.land.border", f"{name(view, space)} has no land border to mine")
    return None


def _no_land_token(view: View, place: str) -> Ruling | None:
    icons = view.state.stock(place, "land_mine")
    upgrade = land_mine_tokens(icons + 1) == land_mine_tokens(icons)
    if not upgrade and mine_tokens_in_use(view).get("land", 0) >= data(view).components["land_mine_token"]:
        return Ruling.refuse("comp.count.tokens", "all land mine tokens are on the board")
    return None


def _sea_problem(view: View, zone: str) -> Ruling | None:
    side, info = side_of(view.state.power), data(view)
    if side == AXIS and zone == SUEZ and view.option("suez_mining") == "on":
        return _suez_problem(view)
    if side == AXIS and info.has_tag(zone, "no_axis_sea_mines"):
        return Ruling.refuse("mine.sea.axis-ban", f"the Axis may not mine {name(view, zone)}")
    enemies = [p for p in info.powers.values() if belongs(p.id, enemy_of(side)) and zone in p.deploy_zones]
    if enemies:
        text = f"{name(view, zone)} is a deployment zone of {power_name(enemies[0].id)}"
        return Ruling.refuse("mine.sea.no-deploy-zone", text)
    if any(belongs(p.power, enemy_of(side)) and p.kind in SHIPS for p in view.state.at(zone)):
        return Ruling.refuse("mine.sea.no-enemy", f"enemy combat sea units are in {name(view, zone)}")
    return _no_sea_token(view, side)


def _no_sea_token(view: View, side: str) -> Ruling | None:
    limit = data(view).components[SEA_MINES[side]]
    if mine_tokens_in_use(view).get(side, 0) < limit:
        return None
    text = f"all {limit} sea mine tokens of {power_name(side)} are in use"
    return Ruling.refuse("comp.count.sea-mines", text, "comp.limit.strict", limit=limit)


def _suez_problem(view: View) -> Ruling | None:
    """Why the acting Axis power cannot mine the Suez zone; None if it can (optional rule opt.adv.suez-mining)."""
    if not any(p.power == view.state.power and p.kind == "bomber" for p in view.state.at("crete")):
        return Ruling.refuse("opt.adv.suez-mining", f"{power_name(view.state.power)} has no bomber on Crete")
    if any(p.kind in SHIPS for p in view.state.at(SUEZ)):
        return Ruling.refuse("opt.adv.suez-mining", "a combat sea unit in the Suez zone prevents it")
    return _no_sea_token(view, AXIS)


class Laying(Deed[Mine]):
    """One mine is bought and laid; a one-mine token is upgraded first (mine.land.upgrade-first)."""

    kind = Mine

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        return sites(view) if field.name == "space" else borders(view, given["space"])

    def judge(self, view: View, order: Mine) -> Ruling:
        problem = site_problem(view, order.space)
        if problem is not None:
            return problem
        at_sea, near = is_sea(view, order.space), borders(view, order.space)
        if at_sea and order.facing:
            return Ruling.refuse("mine.sea.cost", "a sea mine covers its whole zone and faces nothing")
        if not at_sea and order.facing not in near:
            if not order.facing:
                return Ruling.ambiguous(f"say which border the mine faces: write 'facing' and {joined(near, 'or')}")
            choices = joined((name(view, space) for space in near), "or")
            text = f"a mine in {name(view, order.space)} can face {choices}, not {name(view, order.facing)}"
            return Ruling.refuse("mine.land.border", text, "req.mines-now")
        kind = "sea_mine" if at_sea else "land_mine"
        cost, money = data(view).tokens[kind].cost, funds(view)
        if cost > money:
            text = f"costs {cost} RP, {money} RP {is_are(money)} left"
            return Ruling.refuse(cost_rule(kind), text, "req.cost", cost=cost, has=money)
        return Ruling.first(None if at_sea else _no_land_token(view, border(order.space, order.facing)))

    def do(self, table: Table, order: Mine, found: None) -> None:
        kind = "sea_mine" if is_sea(table, order.space) else "land_mine"
        pay(table, data(table).tokens[kind].cost, kind, cost_rule(kind))
        if kind == "sea_mine":
            there = any(stock.resource == kind for stock in table.state.stocks.get(order.space, {}))
            rules = ["mine.sea.power-owned", *(["mine.no-space-limit"] if there else [])]
            rules += ["opt.adv.suez-mining"] if order.space == SUEZ else []
            place, owned_by = order.space, table.state.power
        else:
            place, owned_by = border(order.space, order.facing), ""
            icons = table.state.stock(place, kind)
            rules = ["mine.land.border", "mine.land.where", *french_rules(table, order.space)]
            rules += ["mine.land.upgrade-first"] if land_mine_tokens(icons + 1) == land_mine_tokens(icons) else []
        rules = ["req.mines-now", *rules]
        table.emit("gained", *rules, place=place, resource=kind, owner=owned_by, amount=1, purpose="laid")
        remember(table, mined=(*facts(table).mined, order.space))


def cost_rule(kind: str) -> str:
    """The rule that prices a kind of mine."""
    return f"mine.{kind.removesuffix('_mine')}.cost"
