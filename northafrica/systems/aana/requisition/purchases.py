"""Purchases: what can be bought, what it costs, where it goes (rulebook p.13)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from northafrica.core.deed import Deed
from northafrica.core.groups import greatest
from northafrica.core.naming import agreeing, is_are
from northafrica.core.orders import FieldSpec, Some, Units, together
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.table import Table, View
from northafrica.systems.aana.board import components
from northafrica.systems.aana.board.ground import AIR, ALLIES, AXIS, controlled_by, data, name, side_of
from northafrica.systems.aana.board.rounds import happens, printed
from northafrica.systems.aana.data import chart
from northafrica.systems.aana.data.counts import SUPPLY
from northafrica.systems.aana.data.entities import REINFORCEMENTS, SPARE_ONLY, TREASURY
from northafrica.systems.aana.facts import facts, remember
from northafrica.systems.aana.orders import Buy
from northafrica.systems.aana.wording import nation, power_name, word


class Buying(Deed[Buy]):
    """Units and supply tokens are bought and placed."""

    kind = Buy

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        return [Some(n, what, power) for what, power, n in catalogue(view)]

    def price(self, view: View, field: FieldSpec, value: Some) -> str:
        return f"{data(view).cost(whose(view, value), value.kind)} RP"

    def bill(self, view: View, order: Buy) -> str:
        return f"costs {purchase_cost(view, order.units)} of {funds(view)} RP"

    def judge(self, view: View, order: Buy) -> Ruling:
        return check_purchase(view, order.units)

    def do(self, table: Table, order: Buy, found: None) -> None:
        for some in order.units:
            buy(table, some)


def funds(view: View) -> int:
    """RP the acting power has left."""
    return view.state.stock(TREASURY, "rp", view.state.power)


def pay(table: Table, cost: int, purpose: str, *rules: str) -> None:
    """Spend RP of the acting power."""
    if cost:
        power = table.state.power
        table.emit("spent", *rules, place=TREASURY, resource="rp", owner=power, amount=cost, purpose=purpose)


def prices(view: View, power: str) -> str:
    """What a power's combat units cost, with attack and defence, for people."""
    lines = [u for (owner, _), u in data(view).units.items() if owner == power and u.combat and u.cost]
    return ", ".join(f"{word(u.kind)} {u.cost} ({u.attack}/{u.defense})" for u in lines)


def catalogue(view: View) -> list[tuple[str, str, int]]:
    """What can be bought: kind, power (where not the acting one), greatest number of it alone."""
    power, money = view.state.power, funds(view)
    found = []
    owners = {power: "", "free_french": "free_french"} if power == "us" else {power: ""}
    for (owner, kind), line in data(view).units.items():
        if owner in owners and line.cost:
            found.append((kind, owners[owner], money // line.cost))
    found += [(kind, "", data(view).powers[power].supply_limit) for kind in SUPPLY]
    return [(kind, power, n) for kind, power, most in found if (n := _most(view, kind, power, most))]


def _most(view: View, kind: str, power: str, most: int) -> int:
    """How many of a kind can be bought at once, `most` if there were no end of them."""
    return greatest(most, lambda n: check_purchase(view, (Some(n, kind, power),)))


def whose(view: View, some: Some) -> str:
    """The power whose unit is bought: named, or the acting one."""
    return some.power or view.state.power


def check_purchase(view: View, units: Units) -> Ruling:
    """Rules req.cost, req.power-list, req.supply-max, component limits and the special cases."""
    for some in together(units):
        problem = _item_problem(view, some)
        if problem is not None:
            return problem
    cost = purchase_cost(view, units)
    if cost > funds(view):
        text = f"costs {cost} RP, {funds(view)} RP {is_are(funds(view))} left"
        return Ruling.refuse("req.cost", text, "game.powers", cost=cost, has=funds(view), short=cost - funds(view))
    return Ruling.first(_supply_limit(view, units), components.problem(view, _added(view, units)))


def purchase_cost(view: View, units: Units) -> int:
    """What these units cost together, in RP."""
    return sum(some.count * data(view).cost(whose(view, some), some.kind) for some in units)


def _item_problem(view: View, some: Some) -> Ruling | None:
    power, kind = whose(view, some), some.kind
    if kind in SUPPLY:
        owned = Ruling.refuse("supply.not-owned", "supply belongs to no power; leave the power out")
        return owned if some.power else None
    if kind in ("supply", "land_mine", "sea_mine"):
        if kind != "supply":
            return Ruling.refuse("req.mines-now", f"a {word(kind)} is laid as it is bought: write 'mine' and where")
        return Ruling.refuse("req.power-list", "'supply' is not bought this way; write 'supply_1' or 'supply_5'")
    if power == "vichy":
        return Ruling.refuse("french.vichy-limits", "Vichy units are never requisitioned")
    french = power == "free_french" and view.state.power == "us"
    line = data(view).units.get((power, kind))
    if line is None or (power != view.state.power and not french):
        spare = ("comp.spare-bag",) if (power, kind) in SPARE_ONLY else ()
        what = word(kind) if power == view.state.power else f"{nation(power)} {word(kind)}"
        return Ruling.refuse("req.power-list", f"{power_name(view.state.power)} has no {what} on its chart", *spare)
    if "not_requisitioned" in line.abilities:
        source = "torch.shermans" if printed(view) == "torch" else "rommel.r4-shermans"
        return Ruling.refuse("req.no-sherman", f"{line.name}: only by Lend-Lease, never requisitioned", source)
    if view.state.power == "us" and happens(view, "us_no_air") and kind in AIR:
        text = f"in round {view.state.round} the United States cannot requisition air units"
        return Ruling.refuse("r7.us-no-air", text)
    if kind == "tiger_tank":
        return tiger_problem(view, some.count)
    return _french_problem(view, some) if french else None


def french_site(view: View) -> str:
    """The territory where Free French units appear."""
    return data(view).spaces_with("free_french_site")[0]


def tiger_problem(view: View, wanted: int) -> Ruling | None:
    """Why Tigers cannot be bought; None if they can (optional rule opt.adv.tiger)."""
    if view.option("tiger_tanks") != "on":
        text = "Tiger tanks are an optional advantage that is not in use"
        return Ruling.refuse("opt.adv.tiger", text, "opt.adv.choose")
    if not happens(view, "tigers"):
        return Ruling.refuse("opt.adv.tiger", tiger_rounds(view))
    most = data(view).units["germany", "tiger_tank"].limit
    if facts(view).tigers + wanted > most:
        told = agreeing(most, "one Tiger", f"{most} Tigers")
        return Ruling.refuse("opt.adv.tiger", f"{told} a turn; {facts(view).tigers + wanted} are wanted")
    return None


def tiger_rounds(view: View) -> str:
    """In which rounds Tigers may be bought, and which this is."""
    rounds, follows = data(view).rounds, printed(view)
    first, last = rounds.first("tigers", follows), rounds.last("tigers", follows)
    until = f" to {last}" if last < rounds.final else ""
    return f"Tigers may be bought from round {first}{until}, this is round {view.state.round}"


def _french_problem(view: View, some: Some) -> Ruling | None:
    rule, site = "french.free-requisition", french_site(view)
    if not controlled_by(view, site, ALLIES):
        text = f"Free French units can be bought only while the Allies control {name(view, site)}"
        return Ruling.refuse(rule, text)
    wanted = facts(view).french.count(some.kind) + some.count
    return Ruling.refuse(rule, f"one Free French {word(some.kind)} a turn, not {wanted}") if wanted > 1 else None


def _supply_limit(view: View, units: Units) -> Ruling | None:
    ones, fives = (sum(some.count for some in units if some.kind == token) for token in SUPPLY)
    if not ones and not fives:
        return None
    limit = data(view).powers[view.state.power].supply_limit
    by_token = view.option("supply_cap") == "by_token"
    before = facts(view).tokens if by_token else facts(view).bought
    wanted = ones + fives if by_token else ones + 5 * fives
    if before + wanted > limit:
        text = f"at most {limit} supply a turn; {before} bought already, {wanted} wanted"
        return Ruling.refuse("req.supply-max", text, limit=limit, bought=before, wanted=wanted)
    return components.supply_problem(view, ones, fives)


def destination(view: View, power: str, kind: str) -> str:
    """Where a purchase goes: most to the Reinforcements Zone, some straight to the board (p.13)."""
    line = data(view).units.get((power, kind))
    if line is not None and "immediate" in line.abilities:
        return data(view).powers[power].deploy_zones[0]
    return french_site(view) if power == "free_french" else REINFORCEMENTS


def _added(view: View, units: Units) -> list[tuple[str, Piece, int]]:
    bought = ((whose(view, some), some.kind, some.count) for some in units if some.kind not in SUPPLY)
    return [(destination(view, power, kind), Piece(power, kind), n) for power, kind, n in bought]


def buy(table: Table, some: Some) -> None:
    """Pay and place one purchase."""
    power, kind = whose(table, some), some.kind
    line = "unit.supply-cost" if kind in SUPPLY else chart.row(Piece(power, kind))
    pay(table, some.count * data(table).cost(power, kind), kind, "req.cost", "req.power-list", line)
    if kind in SUPPLY:
        table.emit(
            "gained",
            "req.to-zone",
            "req.supply-max",
            "unit.supply-cost",
            place=REINFORCEMENTS,
            resource=kind,
            owner=table.state.power,
            amount=some.count,
            purpose="bought",
        )
        value = SUPPLY[kind] * some.count
        remember(table, bought=facts(table).bought + value, tokens=facts(table).tokens + some.count)
        return
    place = destination(table, power, kind)
    rules = placing_rules(table, power, kind, place)
    table.emit("placed", *rules, place=place, piece=Piece(power, kind), count=some.count, power=power)
    if power == "free_french":
        remember(table, french=(*facts(table).french, kind))
    if kind == "tiger_tank":
        remember(table, tigers=facts(table).tigers + some.count)


def placing_rules(view: View, power: str, kind: str, place: str) -> tuple[str, ...]:
    """The rules that send a purchase where it goes, and those that let it be bought."""
    if place == french_site(view):
        return ("french.free-requisition",)
    rules: tuple[str, ...] = (
        ("req.german-sub",) if place != REINFORCEMENTS else ("req.to-zone", "setup.reinforcements-zone")
    )
    rules = (*rules, "opt.adv.tiger") if kind == "tiger_tank" else rules
    second = kind == "truck" and printed(view) == "rommel" and side_of(power) == AXIS
    return (*rules, "rommel.r7-trucks") if second and not happens(view, "one_axis_truck") else rules
