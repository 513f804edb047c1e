"""Enigma Decoded: one British move between the German combat moves and their combat (na.uk.enigma)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from northafrica.core.common_orders import End
from northafrica.core.deed import Deed, Plain
from northafrica.core.groups import Keep, Picked, pick, shift, total
from northafrica.core.naming import joined
from northafrica.core.orders import Order, Path
from northafrica.core.pieces import Piece
from northafrica.core.routed import Routed
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Choice, Prompt
from northafrica.core.table import Table, View
from northafrica.mechanisms.plan import scratch
from northafrica.systems.revised.board.cargo import cargo_of, is_cargo
from northafrica.systems.revised.board.charts import advantage, use
from northafrica.systems.revised.board.ground import ALLIES, COMPLEX, SIDES, controller, is_sea, name
from northafrica.systems.revised.board.movement import neighbours, stepping
from northafrica.systems.revised.combat.rescue import slots
from northafrica.systems.revised.orders.moving import Move
from northafrica.systems.revised.wording import word

ENIGMA, RULE, LIMITS = "enigma_decoded", "na.uk.enigma", "na.uk.enigma.limits"


def may_move(piece: Piece) -> bool:
    """Which British units can make the move: all but complexes; cargo goes with its ship."""
    return piece.power == "uk" and piece.kind != COMPLEX and not is_cargo(piece) and not piece.has("submerged")


def allied_at_start(view: View, space: str) -> bool:
    """Whether the Allies held a space when the German turn began, and hold it still (note N8)."""
    if is_sea(view, space):
        return _allied_zone(view, space)
    return SIDES.get(controller(view, space)) == ALLIES


def _allied_zone(view: View, zone: str) -> bool:
    """A zone that was friendly to the Allies: no German or Japanese ship was there before this turn."""
    axis = (p for p in view.state.at(zone) if SIDES[p.power] != ALLIES and not p.has("submerged"))
    return all(p.has("moved") for p in axis)


@dataclass(frozen=True)
class Enigma(Choice):
    """Britain makes its move, or waits for a better moment."""

    title: ClassVar[str] = "Enigma Decoded"
    spaces: tuple[str, ...] = ()

    def seat(self, view: View) -> str:
        return view.seat_of("uk")

    def prompt(self, view: View) -> Prompt:
        told = joined((name(view, space) for space in self.spaces), "or")
        text = f"move British units one space into or out of {told}, or end"
        return Prompt(text, "Once in the game; a unit stays behind where Germany attacks.", (RULE, LIMITS))

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (Decoding(self.spaces), Plain(End, lambda table: table.finish()))

    def fallback(self, view: View) -> Order:
        return End()


def enigma_steps(view: View, spaces: Sequence[str]) -> tuple[Enigma, ...]:
    """The step at the start of a German phase 4."""
    german = view.state.power == "germany" and bool(spaces)
    return (Enigma(tuple(spaces)),) if german and advantage(view, "uk", ENIGMA) else ()


@dataclass(frozen=True)
class Decoding(Routed[Move]):
    """British units of one space go to a neighbouring one."""

    kind = Move
    spaces: tuple[str, ...]

    def keep(self, now: View, place: str) -> Keep:
        near = place in self.spaces or any(space in self.spaces for space in neighbours(now, place))
        return lambda p: near and may_move(p)

    def routes(self, now: View, place: str, picked: Picked) -> Sequence[Path]:
        return [(place, to) for to in neighbours(now, place) if self._problem(now, place, to, picked) is None]

    def judge(self, view: View, order: Move) -> Ruling:
        if len(order.route) != 2:
            return Ruling.refuse(RULE, "the move goes from one space into a neighbouring one", "map.adjacency")
        start, to = order.route
        picked = pick(view, start, order.units, may_move, RULE, "can make this move")
        if isinstance(picked, Ruling):
            return picked
        return Ruling.first(self._problem(view, start, to, picked)) and Ruling.allow(rules=(RULE,), found=picked)

    def _problem(self, view: View, start: str, to: str, picked: Picked) -> Ruling | None:
        """Why these units may not go there; None if they may."""
        if start not in self.spaces and to not in self.spaces:
            told = f"Germany attacks neither {name(view, start)} nor {name(view, to)}"
            return Ruling.refuse(LIMITS, told, RULE)
        if not allied_at_start(view, to):
            return Ruling.refuse(RULE, f"{name(view, to)} was not in Allied hands when the turn began")
        steps = (stepping(view, piece, start, to) for piece, _ in picked)
        problem = next((no for no in steps if no is not None), None)
        if problem is not None:
            return problem
        here = sum(n for p, n in view.state.pieces.get(start, {}).items() if may_move(p))
        if start in self.spaces and total(picked) >= here:
            return Ruling.refuse(
                LIMITS, f"a British unit must stay in {name(view, start)}, which Germany attacks", RULE
            )
        return self._decks(view, start, to, picked)

    def _decks(self, view: View, start: str, to: str, picked: Picked) -> Ruling | None:
        """Aircraft end over sea on a carrier only (rule unit.carrier.capacity)."""
        if is_sea(view, to) and any(piece.kind == "bomber" for piece, _ in picked):
            return Ruling.refuse("ncm.air.carrier-slot", "bombers land in territories only", RULE)
        after = scratch(view)
        go(after, start, to, picked)
        short = next((s for s in (start, to) if is_sea(view, s) and slots(after, s, ALLIES) < 0), "")
        if not short:
            return None
        text = f"the carriers in {name(view, short)} have no room for all {word('fighter', 2)} there"
        return Ruling.refuse("unit.carrier.capacity", text, RULE)

    def do(self, table: Table, order: Move, found: Picked) -> None:
        table.finish()
        go(table, order.route[0], order.route[1], found)
        use(table, "uk", ENIGMA, RULE)


def go(table: Table, start: str, to: str, picked: Picked) -> None:
    """Carry the move out, cargo included."""
    for piece, n in picked:
        load = cargo_of(table, start, piece)
        shift(table, "moved", start, to, piece, n, RULE, LIMITS)
        for cargo, k in load:
            shift(table, "moved", start, to, cargo, k, RULE, "cmove.transport.cargo")
