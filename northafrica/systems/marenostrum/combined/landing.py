"""Cargo goes ashore; where enemies are an assault may follow, or must (11.3, 12.11, 12.12; Amphibious Invasion)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from northafrica.core.common_orders import End
from northafrica.core.deed import Deed, OneOf, Plain
from northafrica.core.groups import Picked, groups, meant, total
from northafrica.core.orders import FieldSpec, Some
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Automatic, Choice, Prompt, Step
from northafrica.core.table import Table, View
from northafrica.systems.marenostrum.board.bases import base_problem, is_tight
from northafrica.systems.marenostrum.board.ground import (
    ABOARD,
    HQ,
    NEUTRAL,
    category,
    controller,
    data,
    enemy_of,
    ground_here,
    holds_ground,
    kind_of,
    take_control,
)
from northafrica.systems.marenostrum.combat import begin
from northafrica.systems.marenostrum.combat.flow import Combat
from northafrica.systems.marenostrum.combined.capacity import WARSHIPS, is_marine
from northafrica.systems.marenostrum.combined.carrying import Carrying, port_problem
from northafrica.systems.marenostrum.facts import Terms
from northafrica.systems.marenostrum.movement.entering import entered
from northafrica.systems.marenostrum.movement.flying import Homecoming, flyers, take_off
from northafrica.systems.marenostrum.movement.sailing import enemy_ships, is_ship
from northafrica.systems.marenostrum.orders import Attack, Fly, Land, Sail

INVASION, AIR_BY_SEA = "amphibious_invasion", "amphibious_movement_sealift_of_air_units"
LANDED = "landing"


def zone_of(view: View, kind: str) -> str:
    """Where a carrier is, "" where it is not on the board."""
    side = view.state.power
    spaces = data(view).board.spaces
    return next((s for s in spaces if groups(view, s, lambda p: p.power == side and p.kind == kind)), "")


def shores(view: View, space: str) -> tuple[str, ...]:
    """The zones from which an area is landed in; a box is land and sea in one (rule 17.4.carry)."""
    board = data(view).board
    return (space,) if board[space].kind == "box" else board.neighbours(space, kind="coast")


def cargo_off(view: View, space: str) -> list[tuple[str, Piece, int]]:
    """The cargo in zones along an area's coast."""
    side = view.state.power
    afloat = {p.kind for s in shores(view, space) for p, _ in groups(view, s, lambda p: is_ship(view, p))}
    return [
        (zone, piece, n)
        for zone in shores(view, space)
        for piece, n in groups(view, zone, lambda p: p.power == side and p.get(ABOARD) in afloat)
    ]


def meant_by(view: View, line: Land) -> list[tuple[str, Piece, int]]:
    """The cargo that a line lands."""
    left, found = cargo_off(view, line.space), list[tuple[str, Piece, int]]()
    for some in line.units:
        need = some.count
        for zone, piece, n in left:
            if need and piece in meant(some, [p for _, p, _ in left]):
                found.append((zone, piece, min(n, need)))
                need -= min(n, need)
    return found


def some_of(picked: Picked) -> tuple[Some, ...]:
    """Pieces as an order names them."""
    return tuple(Some(n, piece.kind, "", piece.status) for piece, n in picked)


@dataclass(frozen=True)
class Landing(Deed[Land]):
    """Cargo of ships goes ashore in an area along their coast."""

    kind = Land
    step: Carrying

    def barred(self, view: View) -> Ruling | None:
        now = self.step.projected(view)
        return None if self._areas(now, view) else Ruling.refuse(self.step.rule, "no cargo can be landed anywhere")

    def why_barred(self, view: View, order: Land) -> Ruling | None:
        return None if self.barred(view) is None else self.judge(view, order)

    def _areas(self, now: View, view: View) -> list[str]:
        return [space for space in data(now).areas if self._open(now, space)]

    def _open(self, now: View, space: str) -> list[Some]:
        found = [Some(n, p.kind, "", p.status) for _, p, n in cargo_off(now, space)]
        ones = [replace(some, count=1) for some in found]
        return [one for one in ones if self._judge(now, Land((one,), space))]

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        now = self.step.projected(view)
        areas = self._areas(now, view)
        if field.name == "units":
            return list(dict.fromkeys(some for space in areas for some in self._open(now, space)))
        units = tuple(given.get("units", ()))
        return [space for space in areas if self._judge(now, Land(units, space))]

    def judge(self, view: View, order: Land) -> Ruling:
        return self._judge(self.step.projected(view), order)

    def _judge(self, now: View, order: Land) -> Ruling:
        if order.space not in data(now).areas:
            return Ruling.refuse("11.3.disembark", f"nobody lands in {now.name(order.space)}")
        found = meant_by(now, order)
        if sum(n for _, _, n in found) < sum(some.count for some in order.units):
            text = f"these units are not aboard ships off {now.name(order.space)}"
            return Ruling.refuse("11.3.disembark", text, "11.3.embark")
        problems = [land_problem(now, self.step, zone, piece, order.space) for zone, piece, _ in found]
        air = sum(n for _, piece, n in found if category(now, piece) == "air")
        picked = [(piece, n) for _, piece, n in found]
        based = base_problem(now, order.space, now.state.power, air) if air else None
        return Ruling.first(*problems, based, port_problem(now, self.step, picked, order.space))

    def do(self, table: Table, order: Land, found: Any) -> None:
        self.step.add(table, order)


def land_problem(view: View, step: Carrying, zone: str, piece: Piece, space: str) -> Ruling | None:
    """Why one piece of cargo cannot be landed in an area (note A47)."""
    action, where, info = step.terms.action, view.name(space), data(view)
    carrier = info.units[str(piece.get(ABOARD))].type
    if str(info.board[space].values["home"]) not in ("", view.state.power):
        return Ruling.refuse("17.3.no-combat", f"{where} is a base of the other side", "2.10.off-map-one-side")
    if controller(view, space) == NEUTRAL:
        return Ruling.refuse("6.3.neutral-entry", f"{where} is neutral", "21.1.neutral-start")
    if enemy_ships(view, zone, surface=True):
        rule = "g3.sealift.enemy-ships" if action != INVASION else "11.3.disembark"
        rule = "g3.emergency.enemy-ships" if carrier in WARSHIPS else rule
        return Ruling.refuse(rule, f"enemy surface ships are in {view.name(zone)}", "11.3.disembark")
    free = is_marine(view, piece) or carrier in WARSHIPS or (carrier == "LS" and action == INVASION)
    if not info.port(space) and not free:
        rule = "g3.invasion" if action == INVASION else "g3.sealift.landing"
        return Ruling.refuse(rule, f"{where} has no port: {view.names.kind(piece.kind)} cannot land", "9.4.ports")
    return None


def crowded(now: View, view: View, space: str) -> Ruling | None:
    """Why so many cannot invade a small island or a fortress at once; an HQ comes besides (rule 7.2.invasion-three)."""
    side = view.state.power
    if not is_tight(view, space) or controller(view, space) == side:
        return None
    came = total(ground_here(now, space, side)) - total(ground_here(view, space, side))
    heads = any(kind_of(now, piece) == HQ for piece, _ in ground_here(now, space, side))
    most = data(view).numbers["stack_limit"]
    if came - heads <= most:
        return None
    text = f"{most} ground units at most invade {view.name(space)} at once, not {came}"
    return Ruling.refuse("7.2.invasion-three", text, limit=most, asked=came)


@dataclass(frozen=True)
class PutAshore(Automatic):
    """The lines of a plan that land cargo are carried out, area by area; then assaults."""

    title: ClassVar[str] = "Landing"
    terms: Terms = Terms()
    lines: tuple[Land, ...] = ()
    support: tuple[Fly, ...] = ()
    sailed: tuple[Sail, ...] = ()

    def run(self, table: Table) -> None:
        table.finish()
        landed: dict[str, list[str]] = {}
        zones: set[str] = set()
        for line in self.lines:
            for zone, piece, n in meant_by(table, line):
                rules = (
                    "11.3.disembark",
                    "11.1.part-of-action",
                    "11.2.no-own-move",
                    *self._why(table, zone, piece, line),
                )
                ashore = piece.having(**{ABOARD: None})
                table.emit(
                    "moved", *rules, place=zone, to=line.space, piece=piece, becomes=ashore, count=n, power=piece.power
                )
                zones.add(zone)
                if category(table, piece) == "ground":
                    landed.setdefault(line.space, []).append(piece.kind)
        ships = [piece.kind for zone in zones for piece in self._ships(table, zone)]
        for space in landed:
            take_control(table, space, table.state.power)
        areas = dict.fromkeys(line.space for line in self.lines)
        due = [fight(table, self.terms, s, landed.get(s, []), ships, self.support) for s in areas]
        table.push(*(step for steps in due for step in steps), *((Homecoming(),) if self.support else ()))
        for space in areas:
            entered(table, space)

    def _why(self, view: View, zone: str, piece: Piece, line: Land) -> list[str]:
        """The further rules by which a piece goes ashore."""
        info, foe = data(view), enemy_of(view.state.power)
        told = {
            "11.3.shuttle": not self.sailed and self.terms.action != INVASION,
            "11.4.others-free": info.port(line.space) and category(view, piece) == "ground",
            "4.6.action-text-wins": enemy_ships(view, zone),
            "12.13.landed-safe": holds_ground(view, line.space, foe),
            "12.11.must-attack": info.sort(line.space) == "small_island" and holds_ground(view, line.space, foe),
            "19.4.marines": is_marine(view, piece) and not info.port(line.space),
        }
        return [rule for rule, bears in told.items() if bears]

    def _ships(self, view: View, zone: str) -> list[Piece]:
        """The ships that conduct the landing: those that sailed in this Action, or carry what lands."""
        side, named = view.state.power, {some.kind for line in self.sailed for some in line.units}
        there = [piece for piece, _ in groups(view, zone, lambda p: p.power == side and is_ship(view, p))]
        return [piece for piece in there if not named or piece.kind in named]


def fight(
    view: View, terms: Terms, space: str, landed: Sequence[str], ships: Sequence[str], support: Sequence[Fly]
) -> tuple[Step, ...]:
    """What follows a landing: nothing, the choice of an attack, or an attack (rule g3.invasion.attack)."""
    foe = enemy_of(view.state.power)
    if not landed or not holds_ground(view, space, foe):
        return ()
    storm = Storm(terms, space, tuple(landed), tuple(ships), tuple(support))
    fort = any(kind_of(view, piece) == "fortification" for piece, _ in ground_here(view, space, foe))
    if fort or data(view).sort(space) in ("fortress", "small_island"):
        return storm.steps(view)
    return (storm,)


@dataclass(frozen=True)
class Storm(Choice):
    """Whether those who have landed among enemies attack them (rule g3.invasion.attack)."""

    title: ClassVar[str] = "Landed among enemies"
    terms: Terms = Terms()
    space: str = ""
    landed: tuple[str, ...] = ()
    ships: tuple[str, ...] = ()
    support: tuple[Fly, ...] = ()

    def prompt(self, view: View) -> Prompt:
        text = f"attack the enemy in {view.name(self.space)}, or end: both sides stay"
        return Prompt(
            text, "An attack is asked for only on a fortification, a fortress or an island.", ("g3.invasion.attack",)
        )

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        attack = OneOf(Attack, lambda v: [self.space], self.refuse, self.begin, ("g3.invasion.attack",))
        return (attack, Plain(End, lambda table: table.finish()))

    def refuse(self, view: View, space: str) -> Ruling:
        """Why another area cannot be attacked."""
        return Ruling.refuse("g3.invasion.attack", f"the landing was in {view.name(self.space)}")

    def begin(self, table: Table, space: str) -> None:
        """The attack."""
        table.replace(*self.steps(table))

    def steps(self, view: View) -> tuple[Step, ...]:
        """The flight of those who support, then the combat."""
        fly = tuple(Support(line, self.terms) for line in self.support if line.route[-1] == self.space)
        return (*fly, Ashore(self.terms, self.space, self.landed, self.ships))


@dataclass(frozen=True)
class Support(Automatic):
    """Ground attack aircraft come to support those who landed (rule g3.air-ground.landing)."""

    title: ClassVar[str] = "Air support"
    line: Fly = Fly((), ())
    terms: Terms = Terms()

    def run(self, table: Table) -> None:
        table.finish()
        way = self.line.route
        found = [g for some in self.line.units for g in groups(table, way[0], some.fits)]
        take_off(table, "g3.air-ground.landing", found, way)


@dataclass(frozen=True)
class Ashore(Automatic):
    """The combat of those who landed, with aircraft that came; their ships are targets, they do not fire (12.13)."""

    title: ClassVar[str] = "Assault"
    terms: Terms = Terms()
    space: str = ""
    landed: tuple[str, ...] = ()
    ships: tuple[str, ...] = ()

    def run(self, table: Table) -> None:
        table.finish()
        air = tuple(piece.kind for piece, _ in flyers(table, self.space))
        action = "air_ground_support" if air else INVASION
        terms = replace(self.terms, action=action, force=(*self.landed, *air))
        battle = begin.battle_of(table, terms, self.space, origin=LANDED)
        there = tuple((zone_of(table, ship), ship) for ship in self.ships if zone_of(table, ship))
        table.push(Combat(replace(battle, ships=there, rule="g3.invasion")))
