"""Optional rule: land units may join a pressed attack (rulebook p.38, opt.reinforce)."""

from __future__ import annotations

from collections.abc import Sequence

from northafrica.core.groups import flip, pick
from northafrica.core.orders import Loads, Some
from northafrica.core.rulebook import Ruling
from northafrica.core.table import Table, View
from northafrica.mechanisms.hits import Group
from northafrica.systems.aana.board.ground import able, name
from northafrica.systems.aana.board.movement import land_barred
from northafrica.systems.aana.combat.flank import sort_out_flanks
from northafrica.systems.aana.combat.forces import around
from northafrica.systems.aana.combat_move.attackers import may_attack, why_no_attacker
from northafrica.systems.aana.wording import word


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


def join(table: Table, space: str, added: Sequence[Group]) -> None:
    """Reinforcements become attackers before supply is paid (opt.reinforce.supply)."""
    for place, piece, n in added:
        flip(table, place, piece, n, "opt.reinforce", attack=space, used=piece.number("used") + 1)
        limits = ("opt.reinforce.limits",) if able(table, piece, "targeted_fire_tanks") else ()
        rules = ("opt.reinforce", "opt.reinforce.supply", *limits)
        table.emit("declared", *rules, place=place, to=space, combat=space, count=n, label="reinforces")
    if added:
        sort_out_flanks(table, space, {place for place, _, _ in added})
