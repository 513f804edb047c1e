"""Step 5: press or cease (rulebook p.22-23, 28)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from northafrica.core.deed import Deed, Plain
from northafrica.core.groups import offer, pick
from northafrica.core.naming import counted, is_are
from northafrica.core.orders import Amounts, FieldSpec, Loads, Order, Some
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Choice, Prompt
from northafrica.core.table import Table, View
from northafrica.mechanisms.hits import Group
from northafrica.systems.aana.board.ground import (
    AIR,
    acting_side,
    fives,
    is_land,
    name,
    payments,
    reach_text,
    sources,
    spend,
)
from northafrica.systems.aana.board.rounds import printed
from northafrica.systems.aana.combat.ending import Conclude, drop_out
from northafrica.systems.aana.combat.forces import around, attackers
from northafrica.systems.aana.combat.joining import join, reinforcements
from northafrica.systems.aana.combat_move.attackers import charged, may_attack
from northafrica.systems.aana.combat_move.paying import paid_together, payable
from northafrica.systems.aana.facts import combat, note_combat
from northafrica.systems.aana.orders import Cease, Press
from northafrica.systems.aana.wording import say

Sources = list[tuple[str, int]]


def land_count(found: Sequence[Group], place: str) -> int:
    """Land units from one origin that pressing charges for (scout cars never press)."""
    return sum(n for where, piece, n in found if where == place and charged(piece))


def demands(found: Sequence[Group]) -> dict[str, int]:
    """Supply to press by origin (combat.press-land.cost)."""
    places = dict.fromkeys(place for place, piece, _ in found if is_land(piece))
    return {place: fives(land_count(found, place)) for place in places if land_count(found, place)}


def due(view: View, need: Mapping[str, int]) -> list[tuple[int, Sources]]:
    """What each origin must pay, with the sources it can draw on."""
    return [(n, sources(view, place, acting_side(view))) for place, n in need.items()]


@dataclass(frozen=True)
class Force:
    """Who goes on attacking: the attackers that stay, and those that join; `leaving` drop out."""

    staying: list[Group]
    leaving: list[Group]
    joining: list[Group]

    @property
    def all(self) -> list[Group]:
        return [*self.staying, *self.joining]

    @property
    def demands(self) -> dict[str, int]:
        return demands(self.all)


def who_goes_on(view: View, space: str, order: Press) -> Force | Ruling:
    """The attackers of another round as an order names them; or why it cannot be done with these."""
    left = {(place, piece): n for place, piece, n in attackers(view, space)}
    leaving: list[Group] = []
    for cargo, place in order.leaving:
        ours = {piece for where, piece in left if where == place}
        picked = pick(view, place, cargo, ours.__contains__, "combat.press-land.retreat", "attack from here")
        if isinstance(picked, Ruling):
            return picked
        for piece, n in picked:
            have = left[place, piece]
            if have < n:
                text = f"only {say(have, piece.kind)} {is_are(have)} left to drop out"
                return Ruling.refuse("combat.press-land.retreat", text)
            left[place, piece] -= n
            leaving.append((place, piece, n))
    joining = reinforcements(view, space, order.adding) if order.adding else []
    if isinstance(joining, Ruling):
        return joining
    return Force([(place, piece, n) for (place, piece), n in left.items() if n], leaving, joining)


def forced(view: View) -> bool:
    """Rule r7.press-all: a landing is fought out."""
    return combat(view).landing


def may_leave(view: View) -> bool:
    """Whether attackers may drop out: never in a landing, but where supply forces it (notes C9, A23)."""
    return not forced(view) or (view.option("torch_press") == "free" and printed(view) == "torch")


def at_sea(view: View) -> bool:
    """Whether the combat under way is one of ships and aircraft."""
    return combat(view).domain == "sea"


@dataclass(frozen=True)
class PressOrCease(Choice):
    """The attacker goes on, perhaps with fewer units, or ends the attack."""

    title: ClassVar[str] = "Press or cease?"
    space: str

    def prompt(self, view: View) -> Prompt:
        if at_sea(view):
            return Prompt(
                f"{name(view, self.space)}: press the attack or cease? At sea pressing costs nothing.",
                "",
                ("combat.press-sea", "combat.cease"),
            )
        costs = ", ".join(
            f"{name(view, place)} {n} (in reach: {reach_text(view, sources(view, place, acting_side(view)))})"
            for place, n in demands(attackers(view, self.space)).items()
        )
        if forced(view):
            text = f"{name(view, self.space)}: a landing is pressed while there is supply. To press: {costs or 'none'}"
            why = "It ends when one side is gone or the French have joined the Allies."
            return Prompt(text, why, ("r7.press-all", "combat.press-land.cost"))
        text = f"{name(view, self.space)}: press the attack or cease? Supply to press: {costs or 'none'}"
        why = "Pressing costs 1 supply for every 5 land units from each territory; units may drop out."
        return Prompt(text, why, ("combat.press-land.cost", "combat.press-land.retreat", "combat.cease"))

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (Pressing(self.space), Plain(Cease, self._cease, bar=self._must_press))

    def _must_press(self, view: View) -> Ruling | None:
        if not forced(view) or Pressing(self.space).barred(view) is not None:
            return None
        text = "a landing is pressed until one side is gone or the French have joined the Allies"
        return Ruling.refuse("r7.press-all", text)

    def _cease(self, table: Table) -> None:
        where = self.space
        table.emit("chose", "combat.cease", place=where, combat=where, label="attacker", value="cease")
        table.finish()
        table.replace(Conclude(where))

    def fallback(self, view: View) -> Order | None:
        return Cease() if self._must_press(view) is None else Pressing(self.space).with_what_can_pay(view)


@dataclass(frozen=True)
class Pressing(Deed[Press]):
    """Another round: with fewer units or, by option, more, for supply that each origin can draw on."""

    kind = Press
    space: str

    def barred(self, view: View) -> Ruling | None:
        """The general reason; `why_barred` tells what an order lacks."""
        found = attackers(view, self.space)
        if at_sea(view) or any(piece.kind in AIR for _, piece, _ in found):
            return None
        if any(sources(view, place, acting_side(view)) for place in demands(found)) or self._addings(view):
            return None
        return Ruling.refuse("combat.press-land.cost", "no supply is in reach to press; order 'cease' instead")

    def why_barred(self, view: View, order: Press) -> Ruling | None:
        return self.judge(view, order)

    # -- offers ----------------------------------------------------------------------------------
    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        if at_sea(view):
            return []
        if field.name == "leaving":
            return self._leavings(view) if may_leave(view) or not self._payable(view) else []
        if field.name == "adding":
            return self._addings(view)
        return self._payments(view, Press(given.get("leaving", ()), given.get("adding", ())))

    def parts(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        if at_sea(view) or field.name == "adding":
            return super().parts(view, field, given)
        if field.name == "leaving":
            return [(((_some(piece, n),), place)) for place, piece, n in attackers(view, self.space)]
        force = who_goes_on(view, self.space, Press(given.get("leaving", ()), given.get("adding", ())))
        need = {} if isinstance(force, Ruling) else force.demands
        return list({pair: None for _, found in due(view, need) for pair in found})

    def _payable(self, view: View) -> bool:
        return payable(due(view, demands(attackers(view, self.space))))

    def _leavings(self, view: View) -> list[Loads]:
        """Some sensible ways to drop out: whole groups, or enough units to save a supply."""
        found = attackers(view, self.space)
        unpaid = unpaid_for(view, self.space)
        ways = [unpaid] if unpaid else []
        for place, piece, n in found:
            if len(found) > 1:
                ways.append((((_some(piece, n),), place),))
            extra = land_count(found, place) % 5
            if is_land(piece) and extra and extra < n:
                ways.append((((_some(piece, extra),), place),))
        return ways

    def _addings(self, view: View) -> list[Loads]:
        """Groups that may reinforce, each by itself (optional rule)."""
        if view.option("reinforcing_attacks") != "on":
            return []
        ways: list[Loads] = []
        for place in around(view, self.space)[1:]:
            most = 5 * sum(n for _, n in sources(view, place, acting_side(view)))
            for some in offer(view, place, may_attack(view, place)) if most else ():
                load: Loads = (((replace(some, count=min(some.count, most)),), place),)
                if not isinstance(reinforcements(view, self.space, load), Ruling):
                    ways.append(load)
        return ways

    def _payments(self, view: View, order: Press) -> list[Amounts]:
        force = who_goes_on(view, self.space, order)
        if isinstance(force, Ruling):
            return []
        together = paid_together(due(view, force.demands))
        ways: list[Amounts] = [()]
        for place, need in force.demands.items():
            options = payments(sources(view, place, acting_side(view)), need, 3)
            ways = [_joined(a, b) for a in ways for b in options][:6]
        return list(dict.fromkeys(way for way in (together, *ways) if way))

    # -- judging ----------------------------------------------------------------------------------
    def judge(self, view: View, order: Press) -> Ruling:
        if at_sea(view):
            if order.leaving or order.paying or order.adding:
                text = "at sea all press together and pay nothing"
                return Ruling.refuse("combat.press-sea", text, "supply.no-overspend")
            return Ruling.allow()
        force = who_goes_on(view, self.space, order)
        if isinstance(force, Ruling):
            return force
        if not force.all:
            return Ruling.refuse("combat.press-land.retreat", "nobody would be left to press; order 'cease' instead")
        if order.leaving and not may_leave(view) and self._payable(view):
            return Ruling.refuse("r7.press-all", "a landing is pressed with all units while there is supply")
        paid = payment(view, force.all, order.paying)
        if isinstance(paid, Ruling):
            return replace(paid, rules=(*paid.rules, "opt.reinforce.supply")) if order.adding else paid
        return Ruling.allow(found=(force, paid))

    # -- acting ----------------------------------------------------------------------------------
    def do(self, table: Table, order: Press, found: tuple[Force, Amounts] | None) -> None:
        """Who goes on, and for what supply; at sea nothing is to be found."""
        table.finish()
        now, where, rule = combat(table), self.space, "combat.press-sea"
        if found is not None:
            force, paid = found
            rule = "combat.press-land.cost" if force.demands else "combat.press-land.air-only"
            join(table, where, force.joining)
            spend(table, paid, "press", "combat.press-land.cost", *(("r7.normal-otherwise",) if forced(table) else ()))
            for place, piece, n in force.leaving:
                drop_out(table, place, piece, n, "combat.press-land.retreat")
        table.emit("chose", rule, place=where, combat=where, label="attacker", value="press")
        note_combat(table, round=now.round + 1)

    def with_what_can_pay(self, view: View) -> Order:
        """Note A23: a landing short of supply goes on with as many units as can be paid, or with those that join."""
        order = Press(unpaid_for(view, self.space))
        orders = [order, *(replace(order, adding=adding) for adding in self._addings(view))]
        ways = [replace(each, paying=way) for each in orders for way in ((), *self._means(view, each))]
        return next((way for way in ways if self.judge(view, way)), order)

    def _means(self, view: View, order: Press) -> tuple[Amounts, ...]:
        """What to pay for an order to press, where it can be paid."""
        force = who_goes_on(view, self.space, order)
        paid = None if isinstance(force, Ruling) else paid_together(due(view, force.demands))
        return (paid,) if paid else ()


def payment(view: View, left: Sequence[Group], paying: Amounts) -> Amounts | Ruling:
    """The supply to spend; each origin pays out of its own reach."""
    need = demands(left)
    total, offered = sum(need.values()), sum(n for _, n in paying)
    reach = {place: sources(view, place, acting_side(view)) for place in need}
    for place, n in need.items():
        have = sum(k for _, k in reach[place])
        if have < n:
            text = f"{counted(land_count(left, place), 'land unit')} of {name(view, place)} need {n} supply to press"
            text += f"; in reach: {reach_text(view, reach[place])}"
            return Ruling.refuse("combat.press-land.cost", text, needs=n, has=have, short=n - have)
    if paying and offered != total:
        price = "combat.press-land.cost" if total else "combat.press-land.air-only"
        rules = (price, "supply.no-overspend") if offered < total else ("supply.no-overspend", price)
        text = f"pressing costs {total} supply, {offered} {is_are(offered)} offered"
        return Ruling.refuse(rules[0], text, rules[1], needs=total, offered=offered)
    if not total:
        return ()
    everything = {place: n for found in reach.values() for place, n in found}
    if not paying and not payable([(n, reach[place]) for place, n in need.items()]):
        text = f"all together need {total} supply to press, and some draw on the same"
        text += f"; in reach: {reach_text(view, list(everything.items()))}"
        return Ruling.refuse("combat.press-land.cost", text, needs=total)
    chosen = paying or _only_way(everything, total)
    if not chosen:
        told = "; ".join(
            f"{name(view, place)} needs {n}, in reach {reach_text(view, reach[place])}" for place, n in need.items()
        )
        return Ruling.ambiguous(f"say where the supply comes from with 'paying' ({told})")
    return _assignable(view, need, reach, chosen)


def _assignable(view: View, need: Mapping[str, int], reach: Mapping[str, Sources], chosen: Amounts) -> Amounts | Ruling:
    """What is offered, if it can be so divided that every origin pays out of its own reach."""
    given = dict(chosen)
    for place, n in chosen:
        have = max((k for found in reach.values() for where, k in found if where == place), default=0)
        if n > have:
            text = f"{name(view, place)} has {have} supply that may be drawn here, not {n}"
            return Ruling.refuse("combat.press-land.cost", text, place=place, has=have)
    parts = [(n, [(where, given[where]) for where, _ in reach[place] if where in given]) for place, n in need.items()]
    if not payable(parts):
        text = "these sources do not reach every origin that must pay"
        return Ruling.refuse("combat.press-land.cost", text, "declare.cost-per-origin")
    return chosen


def _only_way(everything: Mapping[str, int], total: int) -> Amounts:
    """What is paid where there is one way only: out of the one place in reach, or all there is."""
    if len(everything) == 1 and next(iter(everything.values())) >= total:
        return ((next(iter(everything)), total),)
    return tuple(everything.items()) if sum(everything.values()) == total else ()


def _some(piece: Piece, n: int) -> Some:
    return Some(n, piece.kind, piece.power, piece.status)


def _joined(a: Amounts, b: Amounts) -> Amounts:
    table = dict(a)
    for place, n in b:
        table[place] = table.get(place, 0) + n
    return tuple(table.items())


def unpaid_for(view: View, space: str) -> Loads:
    """The land units for which no supply is in reach, as fives of the origins in their order are paid first."""
    found, ways = attackers(view, space), []
    asked: list[tuple[int, Sources]] = []
    for place, need in demands(attackers(view, space)).items():
        reach = sources(view, place, acting_side(view))
        paid = next((k for k in range(need, 0, -1) if payable([*asked, (k, reach)])), 0)
        asked += [(paid, reach)] if paid else []
        surplus = max(0, land_count(found, place) - 5 * paid)
        for where, piece, n in found:
            if where == place and surplus and charged(piece):
                ways.append(((_some(piece, min(n, surplus)),), place))
                surplus -= min(n, surplus)
    return tuple(ways)
