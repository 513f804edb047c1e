"""Rolling for hits: groups, support, rerolls, targeted fire, air defense (rulebook p.19-22, 30-33)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from northafrica.core.dice import Result
from northafrica.core.naming import counted, joined
from northafrica.core.orders import FieldSpec, Order
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Chance, Choice, Prompt
from northafrica.core.table import Table, View
from northafrica.systems.aana.board.ground import AIR, SHIPS, able, data, is_land, is_sea, name, owner, unit
from northafrica.systems.aana.combat.forces import (
    ATTACK,
    DEFEND,
    FLAK,
    attackers,
    category,
    defenders,
    demanded,
    holds_fire,
    loads,
    slots,
    unit_type,
    units_of,
)  # fmt: skip
from northafrica.systems.aana.data import chart
from northafrica.systems.aana.facts import Hit, combat, note_combat
from northafrica.systems.aana.orders import Pass, Target
from northafrica.systems.aana.wording import say, word

FACES = 10
POOL = tuple(range(1, FACES + 1))
REROLL_FROM = 8
SUPPORTED_VALUE = 3


@dataclass(frozen=True)
class Volley:
    """Units that roll together: `targets` says what their hits may demand (tank, air, land, sea)."""

    side: str
    value: int
    count: int
    kinds: tuple[str, ...]
    power: str
    by: str
    reroll: bool = False
    targets: str = ""
    supported: bool = False
    lines: tuple[str, ...] = ()


def targeting(view: View, piece: Piece, side: str) -> str:
    """What a unit's hits may demand in this round (atg.targeted, scout.target-air, bomber.target-land, -sea)."""
    now = combat(view)
    if now.domain == "land" and now.round == 1 and able(view, piece, "targeted_fire_tanks"):
        return "tank"
    if side == DEFEND:
        return ""
    if now.domain == "land" and able(view, piece, "targeted_attack_air"):
        return "air"
    if now.domain == "land" and able(view, piece, "targeted_attack_land"):
        return "land"
    return "sea" if now.domain == "sea" and able(view, piece, "targeted_attack_sea") else ""


def _by(view: View, piece: Piece) -> str:
    return "land" if combat(view).domain == "land" else category(piece)


def supported(view: View, space: str) -> dict[tuple[str, Piece], int]:
    """How many of each attacking group an artillery supports, flankers first: that helps most (artillery.support)."""
    guns = sum(n for _, p, n in attackers(view, space) if able(view, p, "supports_infantry"))
    heavy = sum(n for _, p, n in attackers(view, space) if able(view, p, "supports_mechanized_infantry"))
    flanks = combat(view).flanks
    takers = [(place, p, n) for place, p, n in attackers(view, space) if able(view, p, "supported_by_artillery")]
    takers.sort(key=lambda item: (item[0] not in flanks, item[1].kind != "mechanized_infantry"))
    found: dict[tuple[str, Piece], int] = {}
    for place, piece, n in takers:
        free = heavy if piece.kind == "mechanized_infantry" else guns
        k = min(n, free)
        if k:
            found[place, piece] = k
            guns -= k
            heavy = min(heavy, guns)
    return found


def note_support(table: Table, space: str) -> None:
    """Say who was supported where there was a choice: flankers gain most (note A44)."""
    takers = [(place, p, n) for place, p, n in attackers(table, space) if able(table, p, "supported_by_artillery")]
    helped = supported(table, space)
    flanked = {place in combat(table).flanks for place, _, _ in takers}
    if helped and len(flanked) > 1 and sum(helped.values()) < sum(n for _, _, n in takers):
        told = joined(f"{say(n, piece.kind)} from {name(table, place)}" for (place, piece), n in helped.items())
        table.emit("note", "artillery.support", "artillery.support.any-origin", place=space, combat=space,
                   label="artillery supports", detail=f"{told}: flanking units, which reroll, gain most")  # fmt: skip


def attack_volleys(view: View, space: str, striking: bool = False) -> list[Volley]:
    """The attackers' groups, lowest value first (combat.fire.groups)."""
    now = combat(view)
    helped = supported(view, space)
    parts: list[Volley] = []
    for place, piece, n in attackers(view, space):
        if piece.has("struck") or (striking and piece.kind != "submarine"):
            continue
        base = Volley(
            ATTACK,
            unit(view, piece).attack,
            n,
            (piece.kind,),
            piece.power,
            _by(view, piece),
            is_land(piece) and place in now.flanks,
            targeting(view, piece, ATTACK),
            lines=(chart.row(piece),),
        )
        k = helped.get((place, piece), 0)
        if k:
            parts.append(replace(base, value=SUPPORTED_VALUE, count=k, supported=True))
        if n - k:
            parts.append(replace(base, count=n - k))
    return merged(parts)


def defence_reroll(view: View, space: str) -> str:
    """The Defensive Bonus rule that lets defenders reroll 8 to 10, "" where none does; a reconstruction (note M1)."""
    if view.option("defensive_bonus") != "reroll_8" or not data(view).has_tag(space, "defensive_bonus"):
        return ""
    if space != "mareth":
        return "board.tobruk-bonus"
    from_tripoli = any(place == "tripoli" and is_land(p) for place, p, _ in attackers(view, space))
    return "board.mareth-bonus" if from_tripoli else ""


def defend_volleys(view: View, space: str, striking: bool = False) -> list[Volley]:
    """The defenders' groups; casualties of this round fire too, retreating units do not (combat.defend.fire)."""
    now = combat(view)
    bonus = bool(defence_reroll(view, space)) and now.domain == "land"
    parts = []
    for _, piece, n in defenders(view, space, marked=True):
        if piece.has("struck") or (striking and piece.kind != "submarine"):
            continue
        if now.domain == "land" and holds_fire(view, piece):
            continue
        if unit(view, piece).defense:
            parts.append(Volley(DEFEND, unit(view, piece).defense, n, (piece.kind,), piece.power, _by(view, piece),
                                bonus, targeting(view, piece, DEFEND), lines=(chart.row(piece),)))  # fmt: skip
    return merged(parts)


def merged(parts: Sequence[Volley]) -> list[Volley]:
    """Groups that roll together: equal value, reroll, target right and kind of fire."""
    table: dict[tuple[int, bool, str, str], Volley] = {}
    for part in parts:
        if not part.value:
            continue
        key = (part.value, part.reroll, part.targets, part.by)
        have = table.get(key)
        if have is None:
            table[key] = part
        else:
            kinds = tuple(dict.fromkeys((*have.kinds, *part.kinds)))
            lines = tuple(dict.fromkeys((*have.lines, *part.lines)))
            both = have.supported or part.supported
            table[key] = replace(have, count=have.count + part.count, kinds=kinds, supported=both, lines=lines)
    return [table[key] for key in sorted(table)]


def fire_rules(volley: Volley) -> tuple[str, ...]:
    """The rules a roll applies."""
    rules = ["combat.fire.one-die"] if volley.side == ATTACK else ["combat.defend.fire", "combat.simultaneous"]
    rules.append("combat.fire.groups")
    if volley.reroll:
        rules.append("combat.flank.reroll" if volley.side == ATTACK else "board.tobruk-bonus")
    if volley.supported:
        rules += ["artillery.support", "artillery.support.any-origin"]
    by_target = {
        "tank": "atg.targeted",
        "air": "scout.target-air",
        "land": "bomber.target-land",
        "sea": "bomber.target-sea",
    }
    rules += [*volley.lines, "unit.chart-rules"]
    if volley.targets:
        rules.append(by_target[volley.targets])
    return tuple(rules)


def round_rules(view: View, volley: Volley) -> tuple[str, ...]:
    """Rules that show from the second round on: what lasts, and what is over."""
    now = combat(view)
    rules = []
    if now.round > 1 and volley.reroll and volley.side == ATTACK:
        rules.append("combat.flank.lasts")
    if now.round > 1 and now.domain == "land" and "anti_tank_gun" in volley.kinds:
        rules.append("atg.targeted.first-round")
    if volley.side == DEFEND and "infantry" in volley.kinds and now.domain == "land":
        rules.append("artillery.support.attack-only")
    return tuple(rules)


@dataclass(frozen=True)
class FireRoll(Chance):
    """One group fires: each die of its value or less is a hit."""

    title: ClassVar[str] = "Fire"
    faces_rule: ClassVar[str] = "game.d10"
    space: str = ""
    volley: Volley = Volley("", 0, 0, (), "", "")
    again: int = 0
    strike: bool = False

    def seat(self, view: View) -> str:
        return view.seat_of(owner(self.volley.power))

    def count(self, view: View) -> int:
        return self.again or self.volley.count

    def pool(self, view: View) -> Sequence[int | str]:
        return POOL

    def label(self, view: View) -> str:
        who = "Attackers" if self.volley.side == ATTACK else "Defenders"
        again = " again" if self.again else ""
        return f"{who} fire{again}: {joined(word(kind) for kind in self.volley.kinds)} at {self.volley.value}"

    def names(self, view: View) -> tuple[str, ...]:
        word = self.volley.side
        kinds = [f"{word} {kind}" for kind in self.volley.kinds]
        return (f"{word} {self.volley.value}", *kinds, *self.volley.kinds, word)

    def what_counts(self, view: View) -> str:
        text = f"each {self.volley.value} or less is a hit"
        return f"{text}; 8, 9 and 10 are rolled again" if self.volley.reroll else text

    def rules_in_play(self, view: View) -> tuple[str, ...]:
        rules = fire_rules(self.volley)
        if self.volley.reroll and self.volley.side == DEFEND:
            plain = (r for r in rules if r != "board.tobruk-bonus")
            rules = (*plain, defence_reroll(view, self.space) or "board.tobruk-bonus")
        rules += ("sub.strike.order",) if self.strike else ()
        return (*rules, *round_rules(view, self.volley))

    def resolve(self, table: Table, result: Result) -> None:
        dice = [int(die) for die in result]
        hits = sum(die <= self.volley.value for die in dice)
        table.emit(
            "rolled",
            *self.rules_in_play(table),
            self.faces_rule,
            place=self.space,
            combat=self.space,
            dice=result,
            faces=FACES,
            need=self.volley.value,
            hits=hits,
            chance=self.volley.value / FACES,
            again=FACES - REROLL_FROM + 1 if self.volley.reroll else 0,
            label=self.label(table),
            purpose=self.volley.side,
            detail=", ".join(self.volley.kinds),
            power=self.volley.power,
        )
        table.finish()
        now = combat(table)
        if self.volley.side == DEFEND:
            note_combat(table, scored=now.scored + hits)
        again = sum(die >= REROLL_FROM for die in dice) if self.volley.reroll else 0
        if again:
            table.push(replace(self, again=again))
        demand = TargetHit(self.space, self.volley, hits)
        if hits and self.volley.targets and demand.offered(table):
            table.push(demand)
        elif hits:
            add_hits(table, self.volley.by, hits)


def add_hits(table: Table, by: str, hits: int, demand: str = "") -> None:
    """Note hits that wait for their casualties."""
    note_combat(table, hits=(*combat(table).hits, *[Hit(by, demand)] * hits))


def _type_word(demand: str) -> str:
    return "aircraft" if demand == "air" else word(demand)


@dataclass(frozen=True)
class TargetHit(Choice):
    """The firing player may demand the type of the casualty, hit by hit."""

    title: ClassVar[str] = "Targeted hit"
    space: str = ""
    volley: Volley = Volley("", 0, 0, (), "", "")
    hits: int = 1

    def seat(self, view: View) -> str:
        return view.seat_of(owner(self.volley.power))

    def offered(self, view: View) -> list[str]:
        """Types that can be demanded and are not all spoken for."""
        now = combat(view)
        foe = units_of(view, DEFEND if self.volley.side == ATTACK else ATTACK, self.space)
        wanted = {
            "tank": ["tank"], "air": ["air"],
            "land": sorted({unit_type(p) for _, p, _ in foe if is_land(p)}),
            "sea": sorted({p.kind for _, p, _ in foe if p.kind in SHIPS}),
        }[self.volley.targets]  # fmt: skip
        found = []
        for demand in wanted:
            if demand == "submarine" and self.volley.side not in now.spotted:
                continue
            free = sum(demanded(demand, piece) for piece in slots(foe)) - sum(hit.demand == demand for hit in now.hits)
            if free > 0:
                found.append(demand)
        if self.volley.targets == "sea" and 2 * now.cargo_hits < loads(view, self.space):
            found.append("transport")
        return found

    def prompt(self, view: View) -> Prompt:
        kind, n = self.volley.kinds[0], self.hits
        offered = joined((_type_word(demand) for demand in self.offered(view)), "or") or "nothing to demand"
        hits = f"{counted(n, 'hit')} of {word(kind, 2)} in {name(view, self.space)}"
        text = f"{hits}: demand a casualty for one ({offered}), or pass"
        return Prompt(text, "These units choose their targets.", fire_rules(self.volley))

    def kinds(self, view: View) -> tuple[type[Order], ...]:
        return (Target, Pass)

    def values(self, view: View, kind: type[Order], field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        return self.offered(view)

    def check(self, view: View, order: Order) -> Ruling:
        if isinstance(order, Target) and order.type not in self.offered(view):
            rule = {
                "tank": "atg.targeted",
                "air": "scout.target-air",
                "land": "bomber.target-land",
                "sea": "bomber.target-sea",
            }
            told = joined((_type_word(demand) for demand in self.offered(view)), "or") or "nothing"
            text = f"{_type_word(order.type)} cannot be demanded here, only {told}"
            return Ruling.refuse(rule[self.volley.targets], text)
        return Ruling.allow()

    def play(self, table: Table, order: Order, ruling: Ruling | None = None) -> None:
        demand = order.type if isinstance(order, Target) else ""
        now = combat(table)
        if demand == "transport":
            table.emit(
                "chose",
                "bomber.target-convoy",
                combat=self.space,
                place=self.space,
                label="targets transports",
                value=demand,
            )
            note_combat(table, cargo_hits=now.cargo_hits + 1)
        else:
            if demand:
                table.emit(
                    "chose",
                    fire_rules(self.volley)[-1],
                    combat=self.space,
                    place=self.space,
                    label="demands",
                    value=demand,
                )
            add_hits(table, self.volley.by, 1, demand)
        left = replace(self, hits=self.hits - 1)
        if left.hits and left.offered(table):
            table.replace(left)
            return
        table.finish()
        add_hits(table, self.volley.by, left.hits)

    def fallback(self, view: View) -> Order:
        return Pass()


@dataclass(frozen=True)
class AirDefenseRoll(Chance):
    """AAA and guns like them fire once at attacking aircraft, before combat (aaa.dice, aaa.hit, aaa.timing)."""

    title: ClassVar[str] = "Air Defense"
    faces_rule: ClassVar[str] = "game.d10"
    space: str = ""

    NEED: ClassVar[int] = 2

    def guns(self, view: View) -> int:
        return sum(n for _, p, n in defenders(view, self.space) if able(view, p, "air_defense"))

    def seat(self, view: View) -> str:
        firing = [p.power for _, p, _ in defenders(view, self.space) if able(view, p, "air_defense")]
        return view.seat_of(owner(firing[0]))

    def count(self, view: View) -> int:
        flying = sum(n for _, _, n in attackers(view, self.space, lambda p: p.kind in AIR))
        return min(3 * self.guns(view), flying)

    def pool(self, view: View) -> Sequence[int | str]:
        return POOL

    def names(self, view: View) -> tuple[str, ...]:
        return ("air_defense", "aaa")

    def what_counts(self, view: View) -> str:
        return f"each {self.NEED} or less destroys an attacking aircraft"

    def rules_in_play(self, view: View) -> tuple[str, ...]:
        return ("aaa.dice", "aaa.hit", "aaa.timing", "combat.air-defense.free")

    def resolve(self, table: Table, result: Result) -> None:
        hits = sum(int(die) <= self.NEED for die in result)
        guns = any(
            p.kind == "anti_tank_gun" and able(table, p, "air_defense") for _, p, _ in defenders(table, self.space)
        )
        extra = ("atg.air-defense",) if guns else ()
        firing = [p.power for _, p, _ in defenders(table, self.space) if able(table, p, "air_defense")]
        table.emit(
            "rolled",
            *self.rules_in_play(table),
            *extra,
            place=self.space,
            combat=self.space,
            dice=result,
            faces=FACES,
            need=self.NEED,
            hits=hits,
            chance=self.NEED / FACES,
            label="Air Defense",
            purpose="air defense",
            power=firing[0],
        )
        table.finish()
        if hits:
            note_combat(table, hits=tuple([Hit(FLAK, "air")] * hits))


def sea_flags(view: View, space: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Which sides' submarines are seen, and which sides' aircraft may hit submarines, this round (note A20)."""
    if not is_sea(view, space):
        return (), ()
    have = {
        ATTACK: any(p.kind == "destroyer" for _, p, _ in attackers(view, space)),
        DEFEND: any(p.kind == "destroyer" for _, p, _ in defenders(view, space)),
    }
    cancelled = tuple(side for side, other in ((ATTACK, DEFEND), (DEFEND, ATTACK)) if have[other])
    return cancelled, tuple(side for side in (ATTACK, DEFEND) if have[side])
