"""Casualties: the owner chooses, as many hits as possible must count (rulebook p.20-22)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from northafrica.core.deed import Deed
from northafrica.core.groups import apart as tell_apart
from northafrica.core.groups import flip, lose, meant, pick
from northafrica.core.naming import counted, is_are, joined
from northafrica.core.orders import FieldSpec, Order, Some, together
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Automatic, Prompt
from northafrica.core.table import Table, View
from northafrica.mechanisms.hits import Group
from northafrica.mechanisms.sides import ATTACK, DEFEND, foe_of
from northafrica.systems.aana.board.ground import AIR, name
from northafrica.systems.aana.combat.cargo import CargoFirst
from northafrica.systems.aana.combat.forces import FLAK, around, demanded, due, has_cargo, may_hit, units_of
from northafrica.systems.aana.combat.side_choice import SideChoice
from northafrica.systems.aana.facts import Combat, combat, note_combat
from northafrica.systems.aana.orders import Take
from northafrica.systems.aana.wording import hit_words, say, word


def rule_of(side: str) -> str:
    """Who picks the casualties of a side."""
    return "combat.hit.attacker-picks" if side == ATTACK else "combat.hit.defender-picks"


@dataclass(frozen=True)
class Casualties(Automatic):
    """Assign the hits of one fire: forced ones by themselves, the rest by the owner."""

    title: ClassVar[str] = "Casualties"
    space: str
    side: str
    strike: bool = False

    def run(self, table: Table) -> None:
        hits = due(table, self.side, self.space)
        need = hits.still()
        if need <= 0:
            self._done(table)
            return
        if hits.all_forced(need):
            place, piece, _ = hits.eligible()[0]
            mark(table, self.side, place, piece)
            return
        table.push(TakeCasualties((), self.space, self.side, "", self.strike))

    def _done(self, table: Table) -> None:
        """Hits that no unit could take fall on the convoy, if there is one (note C4)."""
        now = combat(table)
        left = len(now.hits) - len(now.taken)
        spilt = left if self.side == DEFEND and has_cargo(table, self.space) else 0
        cargo = now.cargo_hits + spilt
        if spilt:
            where, told = self.space, "no escort can take them"
            rules: tuple[str, ...] = ("combat.convoy.last", "combat.convoy.example")
            table.note("hits fall on transports", *rules, combat=where, place=where, hits=spilt, detail=told)
        elif left:
            rules = ("combat.hit.max", *wasted_rules(table, self.side, self.space))
            table.note("hits without a target", *rules, combat=self.space, place=self.space, hits=left)
        note_combat(table, hits=(), taken=(), cargo_hits=0)
        table.finish()
        if self.side == DEFEND and cargo:
            table.push(CargoHits(self.space, cargo))


def wasted_rules(view: View, side: str, space: str) -> list[str]:
    """Why hits found no target among those still there."""
    now, foe = combat(view), [piece.kind for _, piece, _ in units_of(view, side, space)]
    rules = ["sub.cannot-hit-air"] if any(hit.by == "sub" for hit in now.hits) and AIR & set(foe) else []
    if any(hit.by == "air" for hit in now.hits) and "submarine" in foe:
        rules.append("sub.no-air-hit")
    return rules


@dataclass(frozen=True)
class CargoHits(Automatic):
    """Each hit on transports takes two loads, one hit after the other (combat.convoy.two-units)."""

    title: ClassVar[str] = "Transports hit"
    space: str
    hits: int

    def run(self, table: Table) -> None:
        if not self.hits or not has_cargo(table, self.space):
            table.finish()
            return
        table.replace(CargoFirst((), self.space, DEFEND), CargoHits(self.space, self.hits - 1))


def mark(table: Table, side: str, place: str, piece: Piece) -> None:
    """Let one hit fall on a unit: attackers go at once, defenders are marked and fire first."""
    now, rules = combat(table), hit_rules(table, side, piece)
    note_combat(table, taken=(*now.taken, piece))
    if piece.kind == "battleship" and not piece.has("damaged"):
        flip(table, place, piece, 1, "battleship.two-hits", *rules, damaged=1)
        return
    if side == ATTACK:
        lose(table, place, piece, 1, "combat", *rules, "comp.return-to-pool", combat=now.space)
    else:
        flip(table, place, piece, 1, "combat.hit.defender-picks", hit=1)
        table.emit("hit", *rules, place=place, combat=now.space, piece=piece, count=1, power=piece.power)


def hit_rules(view: View, side: str, piece: Piece) -> list[str]:
    """The rules under which a hit falls on a unit."""
    now = combat(view)
    if now.hits and all(hit.by == FLAK for hit in now.hits):
        return ["aaa.hit", "aaa.timing"]
    rules = [rule_of(side), "combat.hit.max"]
    if side == ATTACK and now.domain == "sea":
        rules.append("combat.hit.max-example")
    if piece.kind == "battleship" and piece.has("damaged"):
        rules += ["battleship.two-hits", "battleship.damage-stays"]
    if piece.kind == "aaa":
        rules.append("aaa.no-defence")
    if piece.kind == "submarine" and any(hit.by == "air" for hit in now.hits):
        rules += ["destroyer.cancels", "sub.no-air-hit"]
    return rules + demand_rules(now, piece)


def demand_rules(now: Combat, piece: Piece | None = None) -> list[str]:
    """The rules of the demands waiting, of those a piece meets where one is given."""
    met = {hit.demand for hit in now.hits if hit.demand and (piece is None or demanded(hit.demand, piece))}
    return sorted({rule for demand in met for rule in demand_rule(now, demand)})


def demand_rule(now: Combat, demand: str) -> tuple[str, ...]:
    """Who may demand a type: guns tanks, scout cars aircraft, dive bombers land or sea units."""
    if demand == "air":
        return ("scout.target-air",)
    if now.domain == "sea":
        return ("bomber.target-sea",)
    return ("atg.targeted", "bomber.target-land") if demand == "tank" else ("bomber.target-land",)


@dataclass(frozen=True)
class TakeCasualties(SideChoice):
    """The owners choose which units the hits destroy."""

    title: ClassVar[str] = "Choose casualties"
    strike: bool = False

    def powers(self, view: View) -> list[str]:
        return [piece.power for _, piece, _ in due(view, self.side, self.space).eligible()]

    def prompt(self, view: View) -> Prompt:
        n = due(view, self.side, self.space).still()
        found = due(view, self.side, self.space).eligible()
        apart = len({place for place, _, _ in found}) > 1
        pieces = [p for _, p, _ in found]
        offered = ", ".join(
            say(k, p.kind, p.power)
            + (f" ({told})" if (told := "damaged" if p.has("damaged") else tell_apart(p, pieces)) else "")
            + (f" at {name(view, at)}" if apart else "")
            for at, p, k in found
        )
        why = (
            "Your attackers were hit and are removed at once."
            if self.side == ATTACK
            else "Your units were hit; those that do not retreat still fire this round."
        )
        return Prompt(
            f"choose {counted(n, 'casualty', 'casualties')} in {name(view, self.space)} (may be hit: {offered})",
            why,
            (rule_of(self.side), "combat.hit.max"),
        )

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (Taking(self),)

    def forced(self, view: View) -> Order | None:
        found = due(view, self.side, self.space).only_choice()
        if not found:
            return None
        places = list(dict.fromkeys(place for place, _, _ in found))
        units = tuple(Some(n, piece.kind, piece.power, piece.status) for at, piece, n in found if at == places[0])
        return Take(units, places[0] if self.side == ATTACK else "")


@dataclass(frozen=True)
class Taking(Deed[Take]):
    """Units of one side take hits, so that as many hits as possible count."""

    kind = Take
    due: TakeCasualties

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        found = due(view, self.due.side, self.due.space).eligible()
        if field.name == "units":
            several = len({p.power for _, p, _ in found}) > 1
            unlike = [p.kind for _, p, _ in found]
            return [
                Some(n, p.kind, p.power if several else "", p.status if unlike.count(p.kind) > 1 else None)
                for _, p, n in found
            ]
        places = list(dict.fromkeys(place for place, _, _ in found))
        return places if len(places) > 1 else []

    def judge(self, view: View, order: Take) -> Ruling:
        side, now = self.due.side, combat(view)
        found = named_units(view, side, self.due.space, order)
        if isinstance(found, Ruling):
            return found
        hits = due(view, side, self.due.space)
        need, named = hits.still(), sum(n for _, _, n in found)
        if named > need:
            text = f"{counted(need, 'casualty', 'casualties')} {is_are(need)} due, not {named}"
            return Ruling.refuse("combat.hit.max", text, rule_of(side), needs=need, named=named)
        if not hits.fits(*[piece for _, piece, n in found for _ in range(n)]):
            example = ("combat.hit.max-example",) if side == ATTACK and now.domain == "sea" else ()
            why, further = _wasteful(now, side, found), (*example, *demand_rules(now))
            return Ruling.refuse("combat.hit.max", why, *further, needs=need)
        joint = ("combat.multi.choices",) if len(set(self.due.powers(view))) > 1 else ()
        return Ruling.allow(rules=("combat.hit.max", *joint), found=found)

    def do(self, table: Table, order: Take, found: list[Group]) -> None:
        table.finish()
        for place, piece, n in found:
            for _ in range(n):
                mark(table, self.due.side, place, piece)


def named_units(view: View, side: str, space: str, order: Take) -> list[Group] | Ruling:
    """The units that an order to take hits means, of one place or, where the words take all of them, of several."""
    rule, ours = rule_of(side), units_of(view, side, space)
    places = [order.at] if order.at else list(dict.fromkeys(sorted(place for place, _, _ in ours)))
    if order.at and order.at not in around(view, space):
        return Ruling.refuse(rule, f"no unit in this combat stands in {name(view, order.at)}")
    found: list[Group] = []
    for some in together(order.units):
        got = _one_kind(view, some, places, ours, rule)
        if isinstance(got, Ruling):
            return got
        found += got
    return found


def _one_kind(view: View, some: Some, places: list[str], ours: list[Group], rule: str) -> list[Group] | Ruling:
    fit = {place: sum(n for at, p, n in ours if at == place and meant(some, [p])) for place in places}
    holding = [place for place in places if fit[place]]
    if len(holding) > 1 and sum(fit.values()) > some.count:
        told = joined((f"{name(view, place)} ('at {place}')" for place in holding), "or")
        return Ruling.ambiguous(f"'{some}' may stand in {told}: add 'at' and one of them")
    found: list[Group] = []
    left = some.count
    for place in holding or places[:1]:
        part = replace(some, count=min(left, fit[place]) if len(holding) > 1 else left)
        here = {piece for at, piece, _ in ours if at == place}
        picked = pick(view, place, (part,), here.__contains__, rule, "can be hit here")
        if isinstance(picked, Ruling):
            return _no_casualty() if some.kind == "truck" else picked
        found += [(place, piece, n) for piece, n in picked]
        left -= part.count
    return found


def _no_casualty() -> Ruling:
    text = "trucks are no combat units and are never casualties on land"
    return Ruling.refuse("truck.logistical", text, "combat.hit.defender-picks", "unit.classes")


def _wasteful(now: Combat, side: str, found: Sequence[Group]) -> str:
    """Why a choice of casualties wastes a hit, in words."""
    hits = Counter((hit.by, hit.demand) for hit in now.hits)
    told = joined(hit_words(number, *kind) for kind, number in hits.items())
    safe = [p for _, p, _ in found if not any(may_hit(now, foe_of(side), hit, p) for hit in now.hits)]
    if safe:
        return f"the {joined(word(p.kind) for p in safe)} cannot be hit by any of these: {told}"
    return f"this choice would waste a hit; to be given: {told}"
