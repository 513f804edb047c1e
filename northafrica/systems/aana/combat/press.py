"""Step 5: press or cease (rulebook p.22-23, 28)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from northafrica.core.groups import flip, offer, pick
from northafrica.core.naming import counted, is_are
from northafrica.core.orders import Amounts, FieldSpec, Loads, Order, Some
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Choice, Prompt
from northafrica.core.table import Table, View
from northafrica.systems.aana.board.ground import (
    AIR,
    able,
    acting_side,
    is_land,
    name,
    payments,
    reach_text,
    sources,
    spend,
)
from northafrica.systems.aana.board.movement import land_barred
from northafrica.systems.aana.board.rounds import printed
from northafrica.systems.aana.combat.decisions import ChooseMain, set_main
from northafrica.systems.aana.combat.ending import Conclude, drop_out
from northafrica.systems.aana.combat.forces import Group, around, attackers, land_origins
from northafrica.systems.aana.combat_move.declare import may_attack, why_no_attacker
from northafrica.systems.aana.combat_move.plan import paid_together, payable
from northafrica.systems.aana.facts import combat, note_combat
from northafrica.systems.aana.orders import Cease, Press
from northafrica.systems.aana.wording import say, word


def land_count(found: Sequence[Group], place: str) -> int:
    """Land units from one origin that pressing charges for (scout cars never press)."""
    return sum(n for where, piece, n in found if where == place and is_land(piece) and piece.kind != "scout_car")


def demands(found: Sequence[Group]) -> dict[str, int]:
    """Supply to press by origin (combat.press-land.cost)."""
    places = dict.fromkeys(place for place, piece, _ in found if is_land(piece))
    return {place: math.ceil(land_count(found, place) / 5) for place in places if land_count(found, place)}


def forced(view: View) -> bool:
    """Rule r7.press-all: a landing is fought out."""
    return combat(view).landing


def may_leave(view: View) -> bool:
    """Whether attackers may drop out: never in a landing, but where supply forces it (notes C9, A23)."""
    return not forced(view) or (view.option("torch_press") == "free" and printed(view) == "torch")


@dataclass(frozen=True)
class PressOrCease(Choice):
    """The attacker goes on, perhaps with fewer units, or ends the attack."""

    title: ClassVar[str] = "Press or cease?"
    space: str = ""

    def _at_sea(self, view: View) -> bool:
        return combat(view).domain == "sea"

    def prompt(self, view: View) -> Prompt:
        if self._at_sea(view):
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
            return Prompt(text, "It ends when one side is gone or the French have joined the Allies.",
                          ("r7.press-all", "combat.press-land.cost"))  # fmt: skip
        text = f"{name(view, self.space)}: press the attack or cease? Supply to press: {costs or 'none'}"
        return Prompt(text, "Pressing costs 1 supply for every 5 land units from each territory; units may drop out.",
                      ("combat.press-land.cost", "combat.press-land.retreat", "combat.cease"))  # fmt: skip

    def kinds(self, view: View) -> tuple[type[Order], ...]:
        if forced(view):
            return (Press,) if self._can_press(view) else (Cease,)
        return (Press, Cease) if self._can_press(view) else (Cease,)

    def _can_press(self, view: View) -> bool:
        found = attackers(view, self.space)
        if self._at_sea(view) or any(piece.kind in AIR for _, piece, _ in found):
            return True
        return any(sources(view, place, acting_side(view)) for place in demands(found)) or bool(self._addings(view))

    def wrong_kind(self, view: View, order: Order) -> Ruling:
        if isinstance(order, Cease):
            return Ruling.refuse(
                "r7.press-all",
                "a landing is pressed until one side is gone or the French have joined the Allies",
            )
        return self.check(view, order) if isinstance(order, Press) else super().wrong_kind(view, order)

    def values(self, view: View, kind: type[Order], field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        if kind is not Press or self._at_sea(view):
            return []
        if field.name == "leaving":
            return self._leavings(view) if may_leave(view) or not self._payable(view) else []
        if field.name == "adding":
            return self._addings(view)
        return self._payments(view, Press(given.get("leaving", ()), given.get("adding", ())))

    def parts(self, view: View, kind: type[Order], field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        if kind is not Press or self._at_sea(view) or field.name == "adding":
            return super().parts(view, kind, field, given)
        if field.name == "leaving":
            return [(((_some(piece, n),), place)) for place, piece, n in attackers(view, self.space)]
        left = self._with(view, Press(given.get("leaving", ()), given.get("adding", ())))
        need = {} if isinstance(left, Ruling) else demands(left)
        return list({pair: None for _, found in self._due(view, need) for pair in found})

    def _payable(self, view: View) -> bool:
        return payable(self._due(view, demands(attackers(view, self.space))))

    def _due(self, view: View, need: Mapping[str, int]) -> list[tuple[int, list[tuple[str, int]]]]:
        """What each origin must pay, with the sources it can draw on."""
        return [(n, sources(view, place, acting_side(view))) for place, n in need.items()]

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
        left = self._with(view, order)
        if isinstance(left, Ruling):
            return []
        together = paid_together(self._due(view, demands(left)))
        ways: list[Amounts] = [()]
        for place, need in demands(left).items():
            options = payments(sources(view, place, acting_side(view)), need, 3)
            ways = [_joined(a, b) for a in ways for b in options][:6]
        return list(dict.fromkeys(way for way in (together, *ways) if way))

    def _after(self, view: View, leave: Loads) -> list[Group] | Ruling:
        """The attackers that would go on."""
        left = {(place, piece): n for place, piece, n in attackers(view, self.space)}
        for cargo, place in leave:
            ours = {piece for where, piece in left if where == place}
            picked = pick(view, place, cargo, lambda p, o=ours: p in o, "combat.press-land.retreat", "attack from here")  # type: ignore[misc]
            if isinstance(picked, Ruling):
                return picked
            for piece, n in picked:
                if left[place, piece] < n:
                    return Ruling.refuse(
                        "combat.press-land.retreat",
                        f"only {say(left[place, piece], piece.kind)} {is_are(left[place, piece])} left to drop out",
                    )
                left[place, piece] -= n
        return [(place, piece, n) for (place, piece), n in left.items() if n]

    def _with(self, view: View, order: Press) -> list[Group] | Ruling:
        """The attackers that would go on, reinforcements included."""
        left = self._after(view, order.leaving)
        if isinstance(left, Ruling) or not order.adding:
            return left
        added = reinforcements(view, self.space, order.adding)
        return added if isinstance(added, Ruling) else [*left, *added]

    def check(self, view: View, order: Order) -> Ruling:
        if not isinstance(order, Press):
            return Ruling.allow()
        if self._at_sea(view):
            if order.leaving or order.paying or order.adding:
                return Ruling.refuse(
                    "combat.press-sea", "at sea all press together and pay nothing", "supply.no-overspend"
                )
            return Ruling.allow()
        left = self._with(view, order)
        if isinstance(left, Ruling):
            return left
        if not left:
            return Ruling.refuse("combat.press-land.retreat", "nobody would be left to press; order 'cease' instead")
        if order.leaving and not may_leave(view) and self._payable(view):
            return Ruling.refuse("r7.press-all", "a landing is pressed with all units while there is supply")
        paid = self._split(view, left, order.paying)
        if isinstance(paid, Ruling):
            return replace(paid, rules=(*paid.rules, "opt.reinforce.supply")) if order.adding else paid
        return Ruling.allow()

    def _split(self, view: View, left: Sequence[Group], paying: Amounts) -> Amounts | Ruling:
        """The supply to spend; each origin pays out of its own reach."""
        need = demands(left)
        total, offered = sum(need.values()), sum(n for _, n in paying)
        reach = {place: sources(view, place, acting_side(view)) for place in need}
        for place, n in need.items():
            have = sum(k for _, k in reach[place])
            if have < n:
                text = (
                    f"{counted(land_count(left, place), 'land unit')} of {name(view, place)} need {n} supply to press"
                )
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
        return self._assignable(view, need, reach, chosen)

    def _assignable(
        self, view: View, need: Mapping[str, int], reach: Mapping[str, list[tuple[str, int]]], chosen: Amounts
    ) -> Amounts | Ruling:
        given = dict(chosen)
        for place, n in chosen:
            have = max((k for found in reach.values() for where, k in found if where == place), default=0)
            if n > have:
                return Ruling.refuse(
                    "combat.press-land.cost",
                    f"{name(view, place)} has {have} supply that may be drawn here, not {n}",
                    place=place,
                    has=have,
                )
        parts = [
            (n, [(where, given[where]) for where, _ in reach[place] if where in given]) for place, n in need.items()
        ]
        if not payable(parts):
            return Ruling.refuse(
                "combat.press-land.cost",
                "these sources do not reach every origin that must pay",
                "declare.cost-per-origin",
            )
        return chosen

    def play(self, table: Table, order: Order, ruling: Ruling | None = None) -> None:
        if isinstance(order, Cease):
            table.emit("chose", "combat.cease", place=self.space, combat=self.space, label="attacker", value="cease")
            table.finish()
            table.replace(Conclude(self.space))
            return
        assert isinstance(order, Press)
        table.finish()
        now = combat(table)
        if now.domain == "sea":
            table.emit(
                "chose",
                "combat.press-sea",
                place=self.space,
                combat=self.space,
                label="attacker",
                value="press",
            )
        else:
            self._press_land(table, order)
        note_combat(table, round=now.round + 1)

    def _press_land(self, table: Table, order: Press) -> None:
        left = self._with(table, order)
        assert not isinstance(left, Ruling)
        paid = self._split(table, left, order.paying)
        assert not isinstance(paid, Ruling)
        join(table, self.space, order.adding)
        rules = ["combat.press-land.cost"] + (["r7.normal-otherwise"] if forced(table) else [])
        spend(table, paid, "press", *rules)
        for cargo, place in order.leaving:
            ours = {piece for where, piece, _ in attackers(table, self.space) if where == place}
            picked = pick(table, place, cargo, lambda p, o=ours: p in o, "", "")  # type: ignore[misc]
            assert not isinstance(picked, Ruling)
            for piece, n in picked:
                drop_out(table, place, piece, n, "combat.press-land.retreat")
        rule = "combat.press-land.air-only" if not demands(left) else "combat.press-land.cost"
        table.emit("chose", rule, place=self.space, combat=self.space, label="attacker", value="press")

    def fallback(self, view: View) -> Order | None:
        if Cease in self.kinds(view):
            return Cease()
        return _press_with_what_can_pay(self, view)


def reinforcements(view: View, space: str, adding: Loads) -> list[Group] | Ruling:
    """Land units that may join a pressed attack (optional rules opt.reinforce, opt.reinforce.limits)."""
    if view.option("reinforcing_attacks") != "on":
        return Ruling.refuse("combat.no-reinforce", "nobody may join a combat once it has begun", "opt.reinforce")
    found: list[Group] = []
    for joining, place in adding:
        if place not in around(view, space)[1:]:
            return Ruling.refuse("opt.reinforce", f"{name(view, place)} is not adjacent to {name(view, space)}")
        if any(some.kind == "scout_car" for some in joining):
            return Ruling.refuse("opt.reinforce.limits", "scout cars cannot reinforce an attack")
        keep = may_attack(view, place)
        picked = pick(view, place, joining, lambda p, k=keep: k(p) and not p.has("fought"), "opt.reinforce", "may join")  # type: ignore[misc]
        if isinstance(picked, Ruling):
            return picked if picked.unclear else Ruling.first(_no_joiner(view, place, joining), picked)
        for piece, n in picked:
            problem = land_barred(view, piece, space)
            if problem is not None:
                return problem
            found.append((place, piece, n))
    return found


def _no_joiner(view: View, place: str, joining: Sequence[Some]) -> Ruling | None:
    """Why those named cannot join: they attacked already, or never attack at all; None if neither."""
    fought = [p for p in view.state.at(place) if any(some.fits(p) for some in joining) and p.has("fought")]
    if fought:
        return Ruling.refuse("opt.reinforce", f"the {word(fought[0].kind)} in {name(view, place)} attacked this turn")
    found = why_no_attacker(view, place, joining)
    return None if found is None else Ruling.refuse("opt.reinforce", found.reason, found.rule)


def join(table: Table, space: str, adding: Loads) -> None:
    """Reinforcements become attackers before supply is paid (opt.reinforce.supply)."""
    added = reinforcements(table, space, adding) if adding else []
    assert not isinstance(added, Ruling)
    for place, piece, n in added:
        flip(table, place, piece, n, "opt.reinforce", attack=space, used=piece.number("used") + 1)
        table.emit(
            "declared",
            "opt.reinforce",
            "opt.reinforce.supply",
            *(("opt.reinforce.limits",) if able(table, piece, "targeted_fire_tanks") else ()),
            place=place,
            to=space,
            combat=space,
            count=n,
            label="reinforces",
        )
    if added:
        sort_out_flanks(table, space, {place for place, _, _ in added})


def sort_out_flanks(table: Table, space: str, joined: set[str]) -> None:
    """Who flanks once land units have joined (note A39).

    A territory that comes to send more than every other becomes the main attack, as if all had been declared
    together; else the newcomers flank. What flanked before goes on doing so, the main attack gone or not.
    """
    now, counts = combat(table), land_origins(table, space)
    standing = {now.main, *(() if counts.get(now.main) else now.flanks)}
    most = max((n for place, n in counts.items() if place not in joined or place in standing), default=0)
    larger = [place for place, n in counts.items() if n > most and n == max(counts.values())]
    if len(larger) > 1:
        table.push(ChooseMain(space))
    elif larger:
        set_main(table, space, larger[0])
    else:
        fresh = (place for place in counts if place not in (now.main, *now.flanks))
        note_combat(table, flanks=(*now.flanks, *fresh))


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
    due: list[tuple[int, list[tuple[str, int]]]] = []
    for place, need in demands(attackers(view, space)).items():
        reach = sources(view, place, acting_side(view))
        paid = next((k for k in range(need, 0, -1) if payable([*due, (k, reach)])), 0)
        due += [(paid, reach)] if paid else []
        surplus = max(0, land_count(found, place) - 5 * paid)
        for where, piece, n in found:
            if where == place and surplus and is_land(piece) and piece.kind != "scout_car":
                ways.append(((_some(piece, min(n, surplus)),), place))
                surplus -= min(n, surplus)
    return tuple(ways)


def _press_with_what_can_pay(step: PressOrCease, view: View) -> Order:
    """Note A23: a landing short of supply goes on with as many units as can be paid, or with those that join."""
    order = Press(unpaid_for(view, step.space))
    orders = [order, *(replace(order, adding=adding) for adding in step._addings(view))]
    ways = [replace(each, paying=way) for each in orders for way in ((), *_means(step, view, each))]
    return next((way for way in ways if step.check(view, way)), order)


def _means(step: PressOrCease, view: View, order: Press) -> tuple[Amounts, ...]:
    """What to pay for an order to press, where it can be paid."""
    left = step._with(view, order)
    paid = None if isinstance(left, Ruling) else paid_together(step._due(view, demands(left)))
    return (paid,) if paid else ()
