"""What follows a combat: retreats, repulse, aircraft of a lost area, depletion, recovery (12.9 to 12.12, 30, 31)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from northafrica.core.groups import groups
from northafrica.core.naming import joined
from northafrica.core.step import Dice
from northafrica.core.table import Table, View
from northafrica.systems.marenostrum import strength
from northafrica.systems.marenostrum.board.ground import (
    contested,
    controller,
    data,
    eliminate,
    enemy_of,
    holds_ground,
    take_control,
)
from northafrica.systems.marenostrum.combat import shock
from northafrica.systems.marenostrum.combat.battle import (
    ATTACK,
    DEFEND,
    DEPLETED,
    DOWN,
    Battle,
    Fighter,
    attackers,
    defenders,
    owner,
)
from northafrica.systems.marenostrum.movement.entering import entered
from northafrica.systems.marenostrum.odds_data import CARRIERS

if TYPE_CHECKING:
    from northafrica.core.dice import Result

Lost = list[tuple[str, str]]


def settle(table: Table, battle: Battle, leaving: Sequence[tuple[str, str]]) -> Lost:
    """The moves and losses that the result brings, in the order of the rules; those eliminated, with their roles."""
    lost: Lost = []
    for word, to in leaving:
        unit = defenders(table, battle).get(word)
        if unit is not None:
            rules = ("27.1.choose", "27.2.where")
            table.emit(
                "retreated", *rules, place=unit.place, to=to, piece=unit.piece, count=1, power=unit.piece.power,
                combat=battle.space,
            )  # fmt: skip
    for word, unit in defenders(table, battle).items():
        if unit.kind.doomed:
            eliminate(table, unit.place, unit.piece, 1, "attacked by American units", "21.1.us-attack")
            lost.append((DEFEND, word))
        elif strength.is_vichy(unit.row):
            table.note(f"{table.names.kind(word)} stays", "21.1.other-attack", place=unit.place)
    came = [f for f in attackers(table, battle).values() if f.kind.holds and f.place == battle.space]
    if came:
        lost += _repulse(table, battle, came)
        lost += _overrun(table, battle)
        take_control(table, battle.space, battle.side)
    return lost


def _repulse(table: Table, battle: Battle, came: Sequence[Fighter]) -> Lost:
    """Attackers that did not clear a fortress or small island (rules 12.11.failure, 12.12.land-repulse; A63, A64)."""
    sort, left = data(table).sort(battle.space), defenders(table, battle).values()
    held = any(f.kind.holds for f in left)
    island = sort == "small_island" and any(f.kind.holds or f.row.category == "air" for f in left)
    if not battle.origin or not (island or (sort == "fortress" and held)):
        return []
    back = battle.origin if sort == "fortress" and battle.origin != "landing" else ""
    safe = back and (controller(table, back) == battle.side or contested(table, back))
    lost: Lost = []
    for unit in came:
        if safe:
            rules, place = ("12.12.land-repulse", "12.3.sequence"), battle.space
            table.emit(
                "retreated", *rules, place=place, to=back, piece=unit.piece, count=1, power=battle.side, combat=place
            )
            continue
        rule = "12.11.failure" if island else "12.12.repulse-loss" if back else "12.12.sea-air-loss"
        eliminate(table, battle.space, unit.piece, 1, "thrown back", rule)
        lost.append((ATTACK, unit.word))
    return lost


def _overrun(table: Table, battle: Battle) -> Lost:
    """Aircraft based where the defender lost the area in this combat (rules 12.9.lost-area, 10.5.after-action)."""
    foe, space = enemy_of(battle.side), battle.space
    if holds_ground(table, space, foe) or not holds_ground(table, space, battle.side):
        return []
    lost: Lost = []
    for word, unit in defenders(table, battle).items():
        if unit.row.category == "air" and not unit.piece.has("home"):
            eliminate(table, space, unit.piece, 1, "overrun", "12.9.lost-area", "10.5.after-action")
            lost.append((DEFEND, word))
    return lost


def ended(
    table: Table, battle: Battle, fired: Sequence[str], lost: Sequence[tuple[str, str]], met: Sequence[str]
) -> None:
    """A combat is over: what its optional rules ask, supply left without cover."""
    label = f"lost in {table.name(battle.space)}: {joined(table.names.kind(kind) for _, kind in lost) or 'nothing'}"
    table.emit("result", "12.3.sequence", place=battle.space, combat=battle.space, label=label, power=battle.side)
    shock.weigh(table, battle, lost, met)
    if table.option("air_recovery") == "on":
        flown = tuple(w for w, f in attackers(table, battle).items() if f.row.category == "air")
        if flown:
            table.push(AirCheck(battle.side, flown))
    if table.option("carrier_depletion") == "on":
        tired = tuple((r, w) for r, w in _carriers(table, battle, met) if w in fired)
        if tired:
            table.push(Depletion(battle, tired))
    if data(table).sort(battle.space) != "sea":
        entered(table, battle.space)


def _carriers(view: View, battle: Battle, met: Sequence[str]) -> list[tuple[str, str]]:
    """Carriers left, of roles that met enemy aircraft or carriers (rule 30.1.roll)."""
    found = []
    for role, foe, units in ((ATTACK, DEFEND, attackers(view, battle)), (DEFEND, ATTACK, defenders(view, battle))):
        if f"{foe} air" in met or f"{foe} carrier" in met:
            found += [(role, word) for word, f in units.items() if f.row.type in CARRIERS and not f.piece.has(DEPLETED)]
    return found


def _mark(table: Table, side: str, kind: str, status: str, *rules: str) -> None:
    """Turn a counter to its other side, wherever it stands."""
    for place in data(table).board.spaces:
        for piece, n in groups(table, place, lambda p: p.power == side and p.kind == kind):
            table.emit(
                "flipped", *rules, place=place, piece=piece, becomes=piece.having(**{status: 1}), count=n, power=side
            )


@dataclass(frozen=True)
class Depletion(Dice):
    """A die a carrier that used its factors: 5 and 6 deplete it (rule 30.1.roll)."""

    title: ClassVar[str] = "Carrier depletion"
    battle: Battle = Battle()
    carriers: tuple[tuple[str, str], ...] = ()

    def count(self, view: View) -> int:
        return len(self.carriers)

    def names(self, view: View) -> tuple[str, ...]:
        return ("depletion",)

    def rules_in_play(self, view: View) -> tuple[str, ...]:
        return ("30.1.roll", "30.2.effect")

    def what_counts(self, view: View) -> str:
        who = joined(view.names.kind(word) for _, word in self.carriers)
        return f"{data(view).numbers['depletion']} or more depletes: {who}"

    def resolve(self, table: Table, result: Result) -> None:
        need = data(table).numbers["depletion"]
        for (role, word), die in zip(self.carriers, result, strict=True):
            hit = int(die) >= need
            label = f"{table.names.kind(word)}: {'depleted' if hit else 'no change'}"
            table.emit(
                "rolled", *self.rules_in_play(table), dice=(die,), faces=6, need=need, hits=int(hit), label=label
            )
            if hit:
                _mark(table, owner(self.battle, role), word, DEPLETED, "30.1.roll")
        table.finish()


@dataclass(frozen=True)
class AirCheck(Dice):
    """A die an aircraft after its mission: 5 and 6 put it out of action for the turn (rule 31.1.check, note A86)."""

    title: ClassVar[str] = "Out of action"
    side: str = ""
    units: tuple[str, ...] = ()

    def count(self, view: View) -> int:
        return len(self.units)

    def seat(self, view: View) -> str:
        return view.seat_of(self.side)

    def names(self, view: View) -> tuple[str, ...]:
        return ("out_of_action",)

    def rules_in_play(self, view: View) -> tuple[str, ...]:
        return ("31.1.check", "31.2.effect")

    def what_counts(self, view: View) -> str:
        who = joined(view.names.kind(word) for word in self.units)
        return f"{data(view).numbers['out_of_action']} or more: face down until the turn ends: {who}"

    def resolve(self, table: Table, result: Result) -> None:
        need = data(table).numbers["out_of_action"]
        for word, die in zip(self.units, result, strict=True):
            hit = int(die) >= need
            label = f"{table.names.kind(word)}: {'out of action' if hit else 'ready'}"
            table.emit(
                "rolled", *self.rules_in_play(table), dice=(die,), faces=6, need=need, hits=int(hit), label=label
            )
            if hit:
                _mark(table, self.side, word, DOWN, "31.1.check")
        table.finish()


def recovered(table: Table) -> None:
    """Aircraft out of action are ready again when the player turn ends (rule 31.3.recover)."""
    for place in data(table).board.spaces:
        for piece, n in groups(table, place, lambda p: p.has(DOWN)):
            after = piece.having(**{DOWN: None})
            table.emit("flipped", "31.3.recover", place=place, piece=piece, becomes=after, count=n, power=piece.power)
