"""Phase 2: income, purchases, battleship repair (rulebook p.13)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from northafrica.core.common_orders import End
from northafrica.core.groups import flip, greatest, groups, number
from northafrica.core.naming import is_are
from northafrica.core.orders import FieldSpec, Order, Some, Units, together
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Automatic, Choice, Prompt, Step
from northafrica.core.table import Table, View
from northafrica.systems.aana.board import components
from northafrica.systems.aana.board.ground import (
    AIR,
    AXIS,
    controlled_by,
    controller,
    data,
    holds,
    name,
    side_of,
    spend,
    supply,
)
from northafrica.systems.aana.board.rounds import happens, printed
from northafrica.systems.aana.convoys.phase import REINFORCEMENTS
from northafrica.systems.aana.data import chart
from northafrica.systems.aana.data.entities import SPARE_ONLY
from northafrica.systems.aana.facts import facts, remember
from northafrica.systems.aana.orders import Buy, Mine, Pass, Pay, Repair
from northafrica.systems.aana.requisition import minelaying
from northafrica.systems.aana.setup import bidding
from northafrica.systems.aana.setup.start import prices
from northafrica.systems.aana.wording import nation, power_name, word

TREASURY = "treasury"
MALTA = "malta"
SUPPLY = {"supply_1": 1, "supply_5": 5}


def malta_step(view: View) -> tuple[Step, ...]:
    """Rule req.malta-income: asked only of the UK, and only where Malta has supply to pay with."""
    if view.state.power == "uk":
        return (MaltaSupply(),) if supply(view, MALTA) else (Income(malta=False),)
    return (Income(),)


@dataclass(frozen=True)
class MaltaSupply(Choice):
    """Spend 1 supply in Malta for its 15 RP, or do without (note A7)."""

    title: ClassVar[str] = "Malta: pay for its income?"

    def seat(self, view: View) -> str:
        return view.seat_of("uk")

    def prompt(self, view: View) -> Prompt:
        worth = data(view).rp(MALTA)
        return Prompt(
            f"spend 1 of the {supply(view, MALTA)} supply in Malta to gain its {worth} RP?",
            "Malta has used up its own resources and yields nothing without supply.",
            ("req.malta-income",),
        )

    def kinds(self, view: View) -> tuple[type[Order], ...]:
        return (Pay, Pass)

    def check(self, view: View, order: Order) -> Ruling:
        return Ruling.allow()

    def play(self, table: Table, order: Order, ruling: Ruling | None = None) -> None:
        if isinstance(order, Pay):
            spend(table, ((MALTA, 1),), "Malta", "req.malta-income")
        table.replace(Income(malta=isinstance(order, Pay)))

    def wrong_kind(self, view: View, order: Order) -> Ruling:
        """Nothing is bought before the income is known (req.malta-income)."""
        if isinstance(order, Buy | Mine | Repair | End):
            text = "first say about Malta 'pay' (1 of its supply for its RP) or 'pass': the income depends on it"
            return Ruling.refuse("req.malta-income", text, "req.income")
        return super().wrong_kind(view, order)


def income(view: View, power: str, malta: bool) -> tuple[int, list[tuple[str, int]]]:
    """Rule req.income: Basic RP and the RP of every territory that bears the power's own marker or emblem."""
    found = []
    for space in data(view).board.spaces:
        worth = data(view).rp(space)
        owner = next(iter(data(view).is_emblem(space)), "") or controller(view, space)  # Malta bears its emblem
        if worth and owner == power and (space != MALTA or malta):
            found.append((space, worth))
    return data(view).powers[power].basic_rp, found


@dataclass(frozen=True)
class Income(Automatic):
    """The RP available this turn are counted."""

    title: ClassVar[str] = "Income"
    malta: bool = True

    def run(self, table: Table) -> None:
        power = table.state.power
        basic, lands = income(table, power, self.malta)
        rules = ("req.income", "req.own-control-only")
        table.emit("gained", *rules, place=TREASURY, resource="rp", owner=power, amount=basic, purpose="basic")
        for space, worth in lands:
            extra = ["req.malta-income" if space == MALTA else "board.rp-range"]
            extra += [] if holds(table, space, side_of(power)) else ["control.persists"]
            table.emit(
                "gained",
                *rules,
                *extra,
                place=TREASURY,
                resource="rp",
                owner=power,
                amount=worth,
                purpose=space,
            )
        bidding.cash(table)
        table.finish()


def funds(view: View) -> int:
    """RP the acting power has left."""
    return view.state.stock(TREASURY, "rp", view.state.power)


def pay(table: Table, cost: int, purpose: str, *rules: str) -> None:
    """Spend RP of the acting power."""
    if cost:
        table.emit(
            "spent",
            *rules,
            place=TREASURY,
            resource="rp",
            owner=table.state.power,
            amount=cost,
            purpose=purpose,
        )


@dataclass(frozen=True)
class Requisition(Choice):
    """Buy units, supply and mines, repair battleships; what is left is lost."""

    title: ClassVar[str] = "Requisition Reinforcements"

    def prompt(self, view: View) -> Prompt:
        return Prompt(
            f"spend Reinforcement Points: {funds(view)} left; end when done",
            f"Unspent RP are lost. Prices, with attack and defence: {prices(view, view.state.power)}.",
            ("req.cost", "req.unspent-lost", "req.supply-max", "req.to-zone"),
        )

    def kinds(self, view: View) -> tuple[type[Order], ...]:
        repair = (Repair,) if view.state.power == "uk" and damaged(view) else ()
        return (Buy, Mine, *repair, End)

    def values(self, view: View, kind: type[Order], field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        if kind is Mine:
            return minelaying.values(view, field, given)
        return [Some(n, what, power) for what, power, n in catalogue(view)]

    def check(self, view: View, order: Order) -> Ruling:
        if isinstance(order, Buy):
            return check_purchase(view, order.units)
        if isinstance(order, Mine):
            return minelaying.check(view, order, funds(view))
        if isinstance(order, Repair):
            return check_repair(view)
        return Ruling.allow()

    def wrong_kind(self, view: View, order: Order) -> Ruling:
        if isinstance(order, Repair):
            return _nothing_to_repair(view)
        return super().wrong_kind(view, order)

    def play(self, table: Table, order: Order, ruling: Ruling | None = None) -> None:
        if isinstance(order, Buy):
            buy(table, order.units)
        elif isinstance(order, Mine):
            minelaying.lay(table, order)
        elif isinstance(order, Repair):
            repair(table)
        else:
            if funds(table):
                table.emit("expired", "req.unspent-lost", place=TREASURY, resource="rp", owner=table.state.power,
                           amount=funds(table), purpose="unspent")  # fmt: skip
            table.finish()


def catalogue(view: View) -> list[tuple[str, str, int]]:
    """What can be bought: kind, power (where not the acting one), greatest number of it alone."""
    power, money = view.state.power, funds(view)
    found = []
    for (whose, kind), line in data(view).units.items():
        french = whose == "free_french" and power == "us"
        if (whose != power and not french) or "not_requisitioned" in line.abilities:
            continue
        if line.cost and money >= line.cost:
            found.append((kind, whose if french else "", money // line.cost))
    for kind, value in SUPPLY.items():
        cost, limit = data(view).tokens[kind].cost, data(view).powers[power].supply_limit
        if money >= cost:
            found.append((kind, "", min(money // cost, limit // value)))
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
        return (
            None
            if not some.power
            else Ruling.refuse("supply.not-owned", "supply belongs to no power; leave the power out")
        )
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
        return Ruling.refuse(
            "opt.adv.tiger", "Tiger tanks are an optional advantage that is not in use", "opt.adv.choose"
        )
    if not happens(view, "tigers"):
        return Ruling.refuse("opt.adv.tiger", tiger_rounds(view))
    most = data(view).units["germany", "tiger_tank"].limit
    if facts(view).tigers + wanted > most:
        told = "one Tiger" if most == 1 else f"{most} Tigers"
        return Ruling.refuse("opt.adv.tiger", f"{told} a turn; {facts(view).tigers + wanted} are wanted")
    return None


def tiger_rounds(view: View) -> str:
    """In which rounds Tigers may be bought, and which this is."""
    rounds, follows = data(view).rounds, printed(view)
    first, last = rounds.first("tigers", follows), rounds.last("tigers", follows)
    until = f" to {last}" if last < rounds.final else ""
    return f"Tigers may be bought from round {first}{until}, this is round {view.state.round}"


def _french_problem(view: View, some: Some) -> Ruling | None:
    if not controlled_by(view, french_site(view), "allies"):
        return Ruling.refuse(
            "french.free-requisition",
            f"Free French units can be bought only while the Allies control {name(view, french_site(view))}",
        )
    before = facts(view).french.count(some.kind)
    if before + some.count > 1:
        return Ruling.refuse(
            "french.free-requisition", f"one Free French {word(some.kind)} a turn, not {before + some.count}"
        )
    return None


def _supply_limit(view: View, units: Units) -> Ruling | None:
    ones = sum(some.count for some in units if some.kind == "supply_1")
    fives = sum(some.count for some in units if some.kind == "supply_5")
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
    found = []
    for some in units:
        if some.kind not in SUPPLY:
            power = whose(view, some)
            found.append((destination(view, power, some.kind), Piece(power, some.kind), some.count))
    return found


def buy(table: Table, units: Units) -> None:
    """Pay and place purchases."""
    for some in units:
        power = whose(table, some)
        line = "unit.supply-cost" if some.kind in SUPPLY else chart.row(Piece(power, some.kind))
        pay(table, some.count * data(table).cost(power, some.kind), some.kind, "req.cost", "req.power-list", line)
        if some.kind in SUPPLY:
            _buy_supply(table, some)
            continue
        place = destination(table, power, some.kind)
        rules = placing_rules(table, power, some.kind, place)
        table.emit("placed", *rules, place=place, piece=Piece(power, some.kind), count=some.count, power=power)
        if power == "free_french":
            remember(table, french=(*facts(table).french, some.kind))
        if some.kind == "tiger_tank":
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


def _buy_supply(table: Table, some: Some) -> None:
    table.emit("gained", "req.to-zone", "req.supply-max", "unit.supply-cost", place=REINFORCEMENTS, resource=some.kind,
               owner=table.state.power, amount=some.count, purpose="bought")  # fmt: skip
    value = SUPPLY[some.kind] * some.count
    remember(table, bought=facts(table).bought + value, tokens=facts(table).tokens + some.count)


def naval_base(view: View) -> str:
    """The sea zone where battleships are repaired."""
    return data(view).spaces_with("naval_base")[0]


def _nothing_to_repair(view: View) -> Ruling:
    where = name(view, naval_base(view))
    return Ruling.refuse("req.repair", f"there is no damaged battleship of yours in {where.lower()}")


def _damaged(piece: Piece) -> bool:
    return piece.power == "uk" and piece.kind == "battleship" and piece.has("damaged")


def damaged(view: View) -> int:
    """Damaged UK battleships at the naval base."""
    return number(view, naval_base(view), _damaged)


def check_repair(view: View) -> Ruling:
    """Whether a damaged battleship can be repaired with supply from Cairo."""
    if not damaged(view):
        return _nothing_to_repair(view)
    if supply(view, "cairo") < 1 or not controlled_by(view, "cairo", "allies"):
        return Ruling.refuse("req.repair", "a repair takes 1 supply from Cairo, which has none", needs=1, has=0)
    return Ruling.allow()


def repair(table: Table) -> None:
    """Repair one battleship with 1 supply from Cairo."""
    spend(table, (("cairo", 1),), "repair", "req.repair")
    base = naval_base(table)
    piece, _ = groups(table, base, _damaged)[0]
    flip(table, base, piece, 1, "req.repair", "battleship.damage-stays", damaged=0)
