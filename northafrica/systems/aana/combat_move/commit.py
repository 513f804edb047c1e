"""A plan of combat moves is committed: what must be in order, and the fallback where it is not (rulebook p.15-17)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from northafrica.core.groups import clear_status, everywhere, groups
from northafrica.core.naming import joined
from northafrica.core.orders import Order, Some
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.table import Table, View
from northafrica.mechanisms.plan import Commit, Drop
from northafrica.systems.aana.board.ground import (
    AIR,
    SHIPS,
    acting_side,
    data,
    fives,
    is_land,
    mine,
    name,
    reach_text,
    room,
)
from northafrica.systems.aana.combat_move import blitz, reserve
from northafrica.systems.aana.combat_move.approach import sea_end_problem
from northafrica.systems.aana.combat_move.attackers import must_attack_at_sea
from northafrica.systems.aana.combat_move.moving import Planned, may_move
from northafrica.systems.aana.combat_move.paying import payable
from northafrica.systems.aana.combat_move.position import has_target, needs_supply, points, supply_ahead
from northafrica.systems.aana.orders import Blitz, Move
from northafrica.systems.aana.wording import word


def overfull_notes(view: View) -> list[str]:
    """The territories a plan leaves above their limits."""
    side = acting_side(view)
    over = [(place, -room(view, place, side)) for place in sorted(view.state.pieces) if place in data(view).board]
    return [f"{name(view, place)} will hold {n} above its stacking limit" for place, n in over if n > 0]


@dataclass(frozen=True)
class Committing:
    """The whole plan of a leg, judged and carried out at once."""

    plan: Planned

    def judge(self, view: View) -> Ruling:
        now = self.plan.projected(view)
        if self.plan.leg > 1:
            return self._check_halted(now)
        ruling = Ruling.first(self._check_supply(now), self._check_reserve(now))
        return Ruling.allow(overfull_notes(now), ruling.rules) if ruling else ruling

    def do(self, table: Table) -> None:
        waiting = blitz.mined_targets(table, self.plan.lines)
        for line in self.plan.lines:
            self.plan.apply(table, line, trial=False, waiting=waiting)
        if self.plan.leg > 1:
            # Those that were halted and did not go on now are done with moving.
            clear_status(table, lambda p: p.has("halted") and not p.has("entered"), "halted", "via")

    def fallback(self, view: View) -> Order:
        """The commit, or a line that helps to it: a ship led on or away, a costly or the last line dropped."""
        if self.judge(view):
            return Commit()
        now = self.plan.projected(view)
        if self.plan.leg > 1:
            place, piece, n = next(self._bound_to_go_on(now))
            return Move((_some(piece, n),), self.plan.ways(now, place, piece)[0])
        if reserve.in_use(view) and self._check_supply(now):
            away = next(self._caught(now), None)
            return away or Drop(self._costly(now)[-1])
        return Drop(len(self.plan.lines)) if self.plan.lines else Commit()

    def _check_reserve(self, now: View) -> Ruling | None:
        """The optional reserve must pay for the air and sea attacks that the plan leads to."""
        number_of = sum(
            n
            for place, piece, n in everywhere(now, lambda p: mine(now, p) and (p.kind in AIR or p.kind in SHIPS))
            if piece.has("aloft") or (piece.kind in SHIPS and must_attack_at_sea(now, place))
        )
        return reserve.check(now, number_of, bool(self._costly(now)) or next(self._caught(now), None) is not None)

    def _costly(self, now: View) -> list[int]:
        """Lines that send air or sea units into an attack, by number; dropped, they spare the reserve."""
        return [
            number
            for number, line in enumerate(self.plan.lines, 1)
            if isinstance(line, Move) and (line.units[0].kind in AIR or must_attack_at_sea(now, line.route[-1]))
        ]

    def _caught(self, now: View) -> Iterator[Move]:
        """Moves of ships that would have to attack where they lie, away to zones without enemies (note A30)."""
        for place, piece, n in everywhere(now, lambda p: p.kind in SHIPS):
            if must_attack_at_sea(now, place) and may_move(now, place)(piece):
                for way in self.plan.ways(now, place, piece):
                    line = Move((_some(piece, n),), way)
                    if not must_attack_at_sea(self._after(now, line), way[-1]):
                        yield line

    def _after(self, now: View, line: Order) -> View:
        """The board after one more line: who moves in may force an attack where there was none."""
        table = Table(now.setting, now.state.copy())
        self.plan.apply(table, line, trial=True)
        return table

    def _check_halted(self, now: View) -> Ruling:
        for place, piece, _ in self._bound_to_go_on(now):
            text = f"the {word(piece.kind)} in {name(now, place)} must go on to a space it can attack"
            return Ruling.refuse("amove.air-sea-end-hostile", text, "mine.sea.step-continue")
        return Ruling.allow()

    def _check_supply(self, now: View) -> Ruling:
        """All land units that moved must find supply to attack with, at once; blitzers may stop without (note C1)."""
        demands, texts = [], []
        for origin in sorted(now.state.pieces):
            units = [
                (p, n)
                for p, n in groups(now, origin, lambda p: is_land(p) and p.has("moved") and mine(now, p))
                if points(now, p) > 0 and not p.has("blitz")
            ]
            paying = [
                (p, n)
                for p, n in units
                if p.kind != "scout_car"
                and all(needs_supply(now, p, to) for to in has_target(now, p, origin, self.plan.blitzed))
            ]
            if paying and has_target(now, paying[0][0], origin, self.plan.blitzed):
                need = fives(sum(n for _, n in paying))
                found = supply_ahead(now, origin, acting_side(now), self.plan.blitzed)
                demands.append((need, found))
                texts.append(f"{name(now, origin)} needs {need} (in reach: {reach_text(now, found)})")
        lines = [
            f"{n}" for n, line in enumerate(self.plan.lines, 1) if isinstance(line, Move | Blitz) and is_land_line(line)
        ]
        if lines and not payable(demands):
            text = f"not all land moves could be paid for as attacks: {'; '.join(texts)}"
            text += f"; drop one of lines {joined(lines)}" if len(lines) > 1 else f"; drop line {lines[0]}"
            return Ruling.refuse("amove.position.land", text, "declare.cost", needs=sum(n for n, _ in demands))
        return Ruling.allow()

    def _bound_to_go_on(self, now: View) -> Iterator[tuple[str, Piece, int]]:
        """Halted ships with nothing to attack here, and somewhere to go."""
        for place, piece, n in everywhere(now, lambda p: p.has("halted") and p.kind in SHIPS and mine(now, p)):
            idle = sea_end_problem(now, piece, (place, place), self.plan.leg) is not None
            if idle and self.plan.ways(now, place, piece):
                yield place, piece, n


def _some(piece: Piece, n: int) -> Some:
    return Some(n, piece.kind, piece.power, piece.status)


def is_land_line(line: Move | Blitz) -> bool:
    """Whether a line of the plan moves land units only."""
    return all(some.kind not in AIR and some.kind not in SHIPS for some in line.units)
