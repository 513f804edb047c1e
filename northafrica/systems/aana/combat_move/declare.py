"""Phase 3, second part: attacks are declared and paid for (rulebook p.17-18)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from northafrica.core.groups import Keep, Picked, everywhere, flip, groups, number, offer, pick
from northafrica.core.orders import Amounts, FieldSpec, Order, Some
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Automatic, Choice, Prompt
from northafrica.core.table import Table, View
from northafrica.systems.aana.board.ground import (
    AIR,
    SHIPS,
    acting_side,
    aloft,
    check_payment,
    contested,
    data,
    enemies_at_sea,
    enemy_of,
    holds,
    is_hostile,
    is_land,
    is_sea,
    mine,
    name,
    own_first,
    payments,
    sources,
    spend,
    status_word,
    supply,
)
from northafrica.systems.aana.board.movement import land_barred
from northafrica.systems.aana.combat_move import reserve
from northafrica.systems.aana.combat_move.plan import check_drop, listed, scratch
from northafrica.systems.aana.combat_move.position import frozen, has_target, points
from northafrica.systems.aana.facts import facts, remember
from northafrica.systems.aana.mines.phase import is_mined_border, mine_steps
from northafrica.systems.aana.orders import Attack, Commit, Drop
from northafrica.systems.aana.wording import nation, no_unit, power_name, say, word

PAYMENT_RULES = ("declare.cost", "declare.cost-source", "supply.no-overspend")


def may_attack(view: View, origin: str) -> Keep:
    """Which land units in a territory can still be declared attackers."""

    def keep(piece: Piece) -> bool:
        if not mine(view, piece) or not is_land(piece) or piece.kind in ("truck", "aaa") or piece.has("cargo"):
            return False
        if piece.has("attack") or piece.has("done") or frozen(view, origin, piece) or origin == "reinforcements":
            return False
        return points(view, piece) >= 1

    return keep


def loose_ships(view: View, zone: str) -> Keep:
    """Ships that may attack or ignore what shares their friendly zone (declare.friendly-zone-may)."""
    forced = must_attack_at_sea(view, zone)
    return lambda p: mine(view, p) and p.kind in SHIPS and not p.has("attack") and not p.has("done") and not forced


def must_attack_at_sea(view: View, zone: str) -> bool:
    """Rules declare.hostile-must and declare.friendly-zone-must."""
    side = acting_side(view)
    if not is_sea(view, zone) or not enemies_at_sea(view, zone, side):
        return False
    if is_hostile(view, zone, side):
        return True
    return any(
        mine(view, p) and (p.kind in SHIPS or p.kind in AIR) and p.get("moved") == 1 for p in view.state.at(zone)
    )


def zones_to_ignore(view: View) -> list[str]:
    """Friendly zones where own ships share the water with enemies and may attack them."""
    side = acting_side(view)
    return [
        z
        for z in sorted(view.state.pieces)
        if z.startswith("sz") and enemies_at_sea(view, z, side) and number(view, z, loose_ships(view, z))
    ]


def target_problem(view: View, origin: str, target: str, picked: Picked) -> Ruling | None:
    """Why land units cannot attack a territory; None if they can, supply apart."""
    side = acting_side(view)
    if target == origin and contested(view, origin):
        return None
    if target not in data(view).board.neighbours(origin, "land"):
        text = f"{name(view, target)} is not adjacent to {name(view, origin)} over land"
        apart = Ruling.refuse("declare.adjacent-only", text)
        barred = land_barred(view, picked[0][0], target) if data(view).is_emblem(target) else None
        return apart if barred is None else barred
    for piece, _ in picked:
        problem = land_barred(view, piece, target)
        if problem is not None:
            return problem
    if is_hostile(view, target, side):
        return None
    scouts = all(piece.kind == "scout_car" for piece, _ in picked)
    if scouts and status_word(view, target, side) == "neutral" and supply(view, target):
        return None
    word = status_word(view, target, side)
    rule = "amove.position.scout" if scouts or (word == "neutral" and supply(view, target)) else "declare.adjacent-only"
    return Ruling.refuse(rule, f"{name(view, target)} is {word}, not hostile", "amove.position.scout")


def cost(view: View, origin: str, target: str, picked: Picked) -> int:
    """Supply these units add to an attack (declare.cost, declare.scouts-exempt, declare.empty-free).

    All that attack one territory from another are paid for together, in however many orders they are declared.
    """
    if not holds(view, target, enemy_of(acting_side(view))):
        return 0
    declared = number(view, origin, lambda p: charged(p) and p.get("attack") == target)
    return math.ceil((declared + sum(n for piece, n in picked if charged(piece))) / 5) - math.ceil(declared / 5)


def charged(piece: Piece) -> bool:
    """Whether a piece counts for the supply an attack costs."""
    return is_land(piece) and piece.kind != "scout_car"


def nothing_due(view: View, target: str, picked: Picked) -> Ruling:
    """The refusal of supply where none is due: scout cars, an empty target, or units already paid for."""
    text = "this attack costs no supply, and none may be spent"
    if not any(charged(piece) for piece, _ in picked):
        rule = "declare.scouts-alone"
    elif holds(view, target, enemy_of(acting_side(view))):
        rule, text = "declare.cost", "what the others from there cost covers these units, and no more may be spent"
    else:
        rule = "declare.empty-free"
    return Ruling.refuse(rule, text, "supply.no-overspend", needs=0)


@dataclass(frozen=True)
class Declare(Choice):
    """Attacks are declared line by line, then all at once."""

    title: ClassVar[str] = "Attack declarations"
    lines: tuple[Order, ...] = ()

    def prompt(self, view: View) -> Prompt:
        return Prompt(
            f"declare your attacks, then commit (plan: {listed(self.lines)})",
            "Land attacks are declared and paid for: 1 supply for every 5 units from each territory.",
            ("declare.cost", "declare.cost-source", "declare.moved-land-must", "declare.hostile-must"),
        )

    def kinds(self, view: View) -> tuple[type[Order], ...]:
        drop = (Drop,) if self.lines else ()
        return (Attack, *drop, Commit)

    def projected(self, view: View) -> Table:
        table = scratch(view)
        for line in self.lines:
            assert isinstance(line, Attack)
            _apply(table, line)
        return table

    # -- offers ----------------------------------------------------------------------------------
    def values(self, view: View, kind: type[Order], field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        if field.name == "line":
            return list(range(1, len(self.lines) + 1))
        now = self.projected(view)
        if field.name == "target":
            return targets(now)
        target = given["target"]
        if field.name == "origin":
            return [] if is_sea(now, target) else origins(now, target)
        origin = given.get("origin") or target
        if field.name == "units":
            keep = loose_ships(now, target) if is_sea(now, target) else may_attack(now, origin)
            return offer(
                now,
                origin,
                lambda p: keep(p) and (is_sea(now, target) or target in has_target(now, p, origin)),
            )
        return self._payments(now, target, origin, given["units"])

    def parts(self, view: View, kind: type[Order], field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        origin = given.get("origin")
        if field.name != "paying" or not origin:
            return super().parts(view, kind, field, given)
        return sources(self.projected(view), origin, acting_side(view))

    def plan(self) -> tuple[Order, ...]:
        return self.lines

    def _payments(self, now: View, target: str, origin: str, units: Sequence[Some]) -> list[Amounts]:
        if is_sea(now, target):
            return []
        picked = pick(now, origin, tuple(units), may_attack(now, origin), "", "")
        if isinstance(picked, Ruling):
            return []
        return payments(sources(now, origin, acting_side(now)), cost(now, origin, target, picked))

    # -- judging ----------------------------------------------------------------------------------
    def check(self, view: View, order: Order) -> Ruling:
        if isinstance(order, Drop):
            return check_drop(self.lines, order.line)
        now = self.projected(view)
        if isinstance(order, Commit):
            return self._check_commit(view, now)
        assert isinstance(order, Attack)
        return self._check_sea(now, order) if is_sea(now, order.target) else self._check_land(now, order)

    def wrong_kind(self, view: View, order: Order) -> Ruling:
        if order.kind in ("move", "blitz"):
            return Ruling.refuse("amove.before-declare", "all combat moves are over once attacks are declared")
        if order.kind == "detonate":
            text = "land mines go off only after all attacks are declared and paid"
            return Ruling.refuse("declare.mines-after", text)
        return super().wrong_kind(view, order)

    def _check_sea(self, now: View, order: Attack) -> Ruling:
        zone = order.target
        if order.paying or (order.origin and order.origin != zone):
            return Ruling.refuse("declare.air-sea-free", "ships attack in the zone where they are, and pay nothing")
        if must_attack_at_sea(now, zone):
            return Ruling.refuse(
                "declare.hostile-must",
                f"your units in {name(now, zone)} attack in any case; no declaration is needed",
            )
        if not enemies_at_sea(now, zone, acting_side(now)):
            return Ruling.refuse("declare.friendly-zone-may", f"{name(now, zone)} holds no enemy to attack")
        picked = pick(now, zone, order.units, loose_ships(now, zone), "declare.friendly-zone-may", "can attack")
        return (
            picked
            if isinstance(picked, Ruling)
            else Ruling.allow(rules=("declare.friendly-zone-may", "amove.sea-all-or-none"))
        )

    def _check_land(self, now: View, order: Attack) -> Ruling:
        if not order.origin:
            return Ruling.ambiguous("say from where: 'attack TARGET from ORIGIN with UNITS'")
        picked = pick(
            now,
            order.origin,
            order.units,
            may_attack(now, order.origin),
            "declare.static-land-may",
            "can attack",
        )
        if isinstance(picked, Ruling):
            return Ruling.first(why_no_attacker(now, order.origin, order.units), picked)
        problem = target_problem(now, order.origin, order.target, picked)
        if problem is not None:
            return problem
        need = cost(now, order.origin, order.target, picked)
        if need == 0 and order.paying:
            return nothing_due(now, order.target, picked)
        side = acting_side(now)
        paid = check_payment(now, sources(now, order.origin, side), need, order.paying, PAYMENT_RULES, side)
        rules = bearing(now, order.target, picked, need, order.origin == order.target)
        if isinstance(paid, Ruling):
            lacking = ("amove.position.land",) if int(paid.numbers.get("short", 0)) > 0 else ()
            return replace(paid, rules=(*paid.rules, *lacking, *rules))
        return Ruling.allow(rules=rules)

    def _check_commit(self, view: View, now: Table) -> Ruling:
        problem = self._idle_movers(view, now)
        if problem is not None:
            return problem
        _implicit(now)
        at_sea = any(isinstance(line, Attack) and is_sea(now, line.target) for line in self.lines)
        unpaid = reserve.check(now, reserve.attackers(now), at_sea)
        return unpaid if unpaid is not None else Ruling.allow(rules=idle_rules(now))

    def _idle_movers(self, view: View, now: View) -> Ruling | None:
        """Units that moved must attack, and come before others where the supply is not enough for all."""
        for origin, piece, n, target in self._must(view, now):
            moved = f"{say(n, piece.kind)} moved to {name(now, origin)}"
            text = f"{moved} and must attack, for example {name(now, target)}"
            return Ruling.refuse("declare.moved-land-must", text, "amove.must-attack")
        return None

    def _must(self, view: View, now: View) -> Iterator[tuple[str, Piece, int, str]]:
        """The units that moved and do not attack yet though they can: from where, which, how many, and a target."""
        waiting = list(
            everywhere(now, lambda p: is_land(p) and p.has("moved") and not p.has("attack") and mine(now, p))
        )
        left = self._with_movers_only(view, now) if waiting else now
        for origin, piece, n in waiting:
            if may_attack(now, origin)(piece):
                for target in has_target(now, piece, origin):
                    if total_in_reach(left, origin) >= cost(now, origin, target, [(piece, 1)]):
                        yield origin, piece, n, target

    def _with_movers_only(self, view: View, now: View) -> View:
        """The board as the lines of units that moved would leave it: what the others spent is not spent."""
        kept = replace(self, lines=())
        for n, line in enumerate(self.lines, 1):
            if self._by_movers(now, n) and kept.check(view, line):
                kept = replace(kept, lines=(*kept.lines, line))
        return kept.projected(view)

    # -- acting ----------------------------------------------------------------------------------
    def play(self, table: Table, order: Order, ruling: Ruling | None = None) -> None:
        if isinstance(order, Drop):
            kept = replace(self, lines=())
            for line in (*self.lines[: order.line - 1], *self.lines[order.line :]):
                kept = replace(kept, lines=(*kept.lines, line)) if kept.check(table, line) else kept
            table.replace(kept)
        elif isinstance(order, Commit):
            table.replace(DeclaredMines())
            for line in self.lines:
                assert isinstance(line, Attack)
                _apply(table, line)
            _note_idle(table, self.lines)
            _implicit(table)
            reserve.pay(table)
        else:
            table.replace(replace(self, lines=(*self.lines, order)))

    def fallback(self, view: View) -> Order | None:
        if self.check(view, Commit()):
            return Commit()
        now = self.projected(view)
        due = next((attack for attack in self._due(view, now) if self.check(view, attack)), None)
        if due is not None or not self.lines:
            return due
        # those that must attack come last: else their line would be dropped and given again for ever
        return Drop(max(range(1, len(self.lines) + 1), key=lambda n: (not self._by_movers(now, n), n)))

    def _by_movers(self, now: View, n: int) -> bool:
        """Whether units that moved attack in a line of the plan."""
        line = self.lines[n - 1]
        assert isinstance(line, Attack)
        return any(p.has("moved") and p.get("attack") == line.target for p in now.state.at(line.origin))

    def _due(self, view: View, now: View) -> Iterator[Attack]:
        """Attacks by the units that must, one kind at a time, as many as can be paid for."""
        for origin, piece, n, target in self._must(view, now):
            found = sources(now, origin, acting_side(now))
            for count in range(n, 0, -1):
                units = (Some(count, piece.kind, piece.power, piece.status),)
                need = cost(now, origin, target, [(piece, count)])
                yield Attack(target, origin, units)
                yield from (Attack(target, origin, units, ((place, need),)) for place, has in found if has >= need > 0)


def total_in_reach(view: View, origin: str) -> int:
    """Supply that attackers from a territory can draw on."""
    return sum(n for _, n in sources(view, origin, acting_side(view)))


def bearing(view: View, target: str, picked: Picked, need: int, inside: bool = False) -> tuple[str, ...]:
    """The rules that bear on a land attack: who may, who must, what it costs.

    `inside`: a landing force that ceased for want of supply attacks again where it stands (note A23).
    """
    scouts = [piece.kind == "scout_car" for piece, _ in picked]
    found = ["r7.normal-otherwise"] if inside else ["declare.adjacent-only"]
    found += ["french.free-owner"] if any(piece.power == "free_french" for piece, _ in picked) else []
    found += ["declare.moved-land-must"] if any(piece.has("moved") for piece, _ in picked) else []
    found += ["declare.static-land-may"] if any(not piece.has("moved") for piece, _ in picked) else []
    found += ["declare.cost", "declare.cost-source", "declare.cost-per-origin"] if need else []
    found += [] if holds(view, target, enemy_of(acting_side(view))) else ["declare.empty-free"]
    if all(scouts):
        found.append("declare.scouts-alone")
        found += [] if is_hostile(view, target, acting_side(view)) else ["amove.position.scout"]
    elif any(scouts):
        found.append("declare.scouts-exempt")
    return tuple(found)


def idle_rules(view: View) -> tuple[str, ...]:
    """The rules by which units that could attack need not."""
    waiting = [
        (place, piece)
        for place in view.state.pieces
        if not is_sea(view, place)
        for piece, _ in groups(view, place, may_attack(view, place))
        if has_target(view, piece, place)
    ]
    found = ("declare.static-land-may",) if any(not piece.has("moved") for _, piece in waiting) else ()
    return found + (("declare.friendly-zone-may", "amove.sea-start-friendly") if zones_to_ignore(view) else ())


def why_no_attacker(view: View, origin: str, units: Sequence[Some]) -> Ruling | None:
    """A better reason why pieces that are there cannot attack; None if there is none."""
    for some in units:
        for piece in own_first(view, origin):
            if not some.fits(piece):
                continue
            rule = frozen(view, origin, piece)
            if rule:
                text = f"the landing troops in {name(view, origin)} cannot attack neighbours"
                return Ruling.refuse(rule, f"{text} in round {view.state.round}")
            if piece.kind in SHIPS:
                return Ruling.refuse(
                    "game.no-bombardment", "ships take no part in land combats", "declare.air-sea-free"
                )
            if piece.power == "vichy":
                return Ruling.refuse("french.vichy-limits", "Vichy units cannot attack")
            if piece.kind in ("truck", "aaa"):
                further = ("truck.logistical",) if piece.kind == "truck" else ()
                return Ruling.refuse("amove.no-aaa-truck", f"{no_unit(piece.kind)} never attacks", *further)
            if mine(view, piece) and is_land(piece) and not piece.has("attack") and points(view, piece) < 1:
                return Ruling.refuse(
                    "amove.reserve-one", f"the {word(piece.kind)} has no movement point left for the attack"
                )
            if piece.has("done"):
                return Ruling.refuse(
                    "mine.land.spent-move", f"the {word(piece.kind)} was thrown back by mines and is done this turn"
                )
            if not mine(view, piece):
                return Ruling.refuse(
                    "combat.multi.attack-alone",
                    f"{nation(piece.power)} units do not attack in the turn of {power_name(view.state.power)}",
                )
            if piece.has("attack"):
                against = name(view, str(piece.get("attack")))
                busy = f"{word(piece.kind)} in {name(view, origin)}"
                text = f"{busy}: the plan sends it against {against} already; drop that line first"
                return Ruling.refuse("declare.multi-target", text)
    return None


def targets(view: View) -> list[str]:
    """What may be declared a target now."""
    found: list[str] = []
    for origin in sorted(view.state.pieces):
        for piece, _ in groups(view, origin, may_attack(view, origin)) if not is_sea(view, origin) else ():
            found += has_target(view, piece, origin)
    return [*dict.fromkeys(found), *zones_to_ignore(view)]


def origins(view: View, target: str) -> list[str]:
    """Territories with units that may attack a target."""
    near = (target, *data(view).board.neighbours(target, "land"))
    return [o for o in near if any(target in has_target(view, p, o) for p, _ in groups(view, o, may_attack(view, o)))]


def _apply(table: Table, line: Attack) -> None:
    if is_sea(table, line.target):
        picked = pick(table, line.target, line.units, loose_ships(table, line.target), "", "")
        assert not isinstance(picked, Ruling)
        for piece, n in picked:
            flip(table, line.target, piece, n, "declare.friendly-zone-may", "amove.sea-all-or-none", attack=line.target)
        return
    picked = pick(table, line.origin, line.units, may_attack(table, line.origin), "", "")
    assert not isinstance(picked, Ruling)
    need = cost(table, line.origin, line.target, picked)
    paid = check_payment(table, sources(table, line.origin, acting_side(table)), need, line.paying, PAYMENT_RULES)
    assert not isinstance(paid, Ruling)
    spend(table, paid, "attack", "declare.cost", "declare.cost-per-origin", "declare.cost-source")
    for piece, n in picked:
        flip(table, line.origin, piece, n, attack=line.target, used=piece.number("used") + 1)
    _announce(table, line, need, picked)


def _announce(table: Table, line: Attack, need: int, picked: Picked) -> None:
    inside = line.origin == line.target
    rules = [*bearing(table, line.target, picked, need, inside), *_joint_rules(table, line, picked)]
    rules += ["declare.arrow"] if need else []
    table.emit(
        "declared",
        *rules,
        place=line.origin,
        to=line.target,
        combat=line.target,
        resource="supply",
        amount=need,
        count=sum(n for _, n in picked),
        label="attack",
    )
    attacked = facts(table).attacked
    remember(table, attacked=tuple(dict.fromkeys((*attacked, line.target))))
    _join(table, line.target)


def _joint_rules(view: View, line: Attack, picked: Picked) -> list[str]:
    """The rules one attack shows next to the others already declared."""
    found = ["amove.multi-origin"] if line.target in facts(view).attacked else []
    others = {p.get("attack") for p in view.state.at(line.origin)} - {0, line.target}
    found += ["declare.multi-target"] if others else []
    return found + (["blitz.then-attack"] if any(piece.has("blitz") for piece, _ in picked) else [])


def _note_idle(table: Table, lines: Sequence[Order]) -> None:
    """Units beside their attacking comrades that were left out stay out (declare.idle-out)."""
    for origin in dict.fromkeys(line.origin for line in lines if isinstance(line, Attack) and line.origin):
        idle = number(table, origin, may_attack(table, origin))
        if idle:
            label = f"{idle} unit{'s do' if idle > 1 else ' does'} not attack"
            table.emit("note", "declare.idle-out", place=origin, count=idle, label=label)


def _join(table: Table, space: str) -> None:
    remember(table, combats=tuple(dict.fromkeys((*facts(table).combats, space))))


def _implicit(table: Table) -> None:
    """Ships and aircraft whose attack needs no declaration (declare.hostile-must, declare.air-sea-free)."""
    for space in sorted(table.state.pieces):
        if is_sea(table, space):
            flying = must_attack_at_sea(table, space)
            fighting = groups(
                table, space, lambda p: mine(table, p) and (p.kind in SHIPS or aloft(p)) and not p.has("attack")
            )
            if not flying:
                fighting = []
        else:
            fighting = groups(table, space, lambda p: mine(table, p) and aloft(p) and not p.has("attack"))
        for piece, n in fighting:
            flip(table, space, piece, n, attack=space)
        if any(p.get("attack") == space for p in table.state.at(space)):
            if space not in facts(table).combats:
                ignorable = is_sea(table, space) and not is_hostile(table, space, acting_side(table))
                rules = (
                    ["declare.friendly-zone-must", "amove.sea-all-or-none"] if ignorable else ["declare.hostile-must"]
                )
                table.emit("declared", *rules, "declare.air-sea-free", place=space, combat=space, label="attack")
            _join(table, space)


@dataclass(frozen=True)
class DeclaredMines(Automatic):
    """After all declarations, land mines of attacked territories may go off (declare.mines-after)."""

    title: ClassVar[str] = "Land mines"
    done: tuple[str, ...] = ()

    def run(self, table: Table) -> None:
        for target in facts(table).attacked:
            for origin in data(table).board.neighbours(target, "land"):
                key = f"{target}>{origin}"
                crossing = number(table, origin, lambda p, t=target: p.get("attack") == t and is_land(p))  # type: ignore[misc]
                if key not in self.done and crossing and is_mined_border(table, target, origin, acting_side(table)):
                    table.replace(*mine_steps(table, target, origin), replace(self, done=(*self.done, key)))
                    return
        table.finish()
