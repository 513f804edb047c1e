"""Targeted hits: who fires may demand the type of the casualty (rulebook p.21, 30-33)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from northafrica.core.deed import Deed, OneOf, Plain
from northafrica.core.naming import counted, joined
from northafrica.core.orders import Order
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Choice, Prompt
from northafrica.core.table import Table, View
from northafrica.mechanisms.sides import foe_of
from northafrica.systems.aana.board.ground import SHIPS, is_land, name, owner
from northafrica.systems.aana.combat.forces import demanded, hits_of, loads, unit_type, units_of
from northafrica.systems.aana.combat.volleys import TARGET_RULES, Volley, add_hits, fire_rules
from northafrica.systems.aana.facts import combat, note_combat
from northafrica.systems.aana.orders import Pass, Target
from northafrica.systems.aana.wording import word


def _type_word(demand: str) -> str:
    return "aircraft" if demand == "air" else word(demand)


@dataclass(frozen=True)
class TargetHit(Choice):
    """The firing player may demand the type of the casualty, hit by hit."""

    title: ClassVar[str] = "Targeted hit"
    space: str
    volley: Volley
    hits: int = 1

    def seat(self, view: View) -> str:
        return view.seat_of(owner(self.volley.power))

    def offered(self, view: View) -> list[str]:
        """Types that can be demanded and are not all spoken for."""
        now = combat(view)
        foe = units_of(view, foe_of(self.volley.side), self.space)
        land = sorted({unit_type(p) for _, p, _ in foe if is_land(p)})
        ships = sorted({p.kind for _, p, _ in foe if p.kind in SHIPS})
        wanted = {"tank": ["tank"], "air": ["air"], "land": land, "sea": ships}[self.volley.targets]
        found = []
        for demand in wanted:
            if demand == "submarine" and self.volley.side not in now.spotted:
                continue
            able = sum(n * hits_of(piece) for _, piece, n in foe if demanded(demand, piece))
            free = able - sum(hit.demand == demand for hit in now.hits)
            if free > 0:
                found.append(demand)
        if self.volley.targets == "sea" and 2 * now.cargo_hits < loads(view, self.space):
            found.append("transport")
        return found

    def prompt(self, view: View) -> Prompt:
        kind, n = self.volley.kinds[0], self.hits
        offered = types_told(self.offered(view)) or "nothing to demand"
        hits = f"{counted(n, 'hit')} of {word(kind, 2)} in {name(view, self.space)}"
        text = f"{hits}: demand a casualty for one ({offered}), or pass"
        return Prompt(text, "These units choose their targets.", fire_rules(self.volley, self.space))

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (OneOf(Target, self.offered, self._no_demand, self._demand), Plain(Pass, self._pass))

    def _no_demand(self, view: View, demand: str) -> Ruling:
        told = types_told(self.offered(view)) or "nothing"
        return Ruling.refuse(
            TARGET_RULES[self.volley.targets], f"{_type_word(demand)} cannot be demanded here, only {told}"
        )

    def _demand(self, table: Table, demand: str) -> None:
        where = self.space
        if demand == "transport":
            rule, label = "bomber.target-convoy", "targets transports"
            note_combat(table, cargo_hits=combat(table).cargo_hits + 1)
        else:
            rule, label = TARGET_RULES[self.volley.targets], "demands"
            add_hits(table, self.volley.by, 1, demand)
        table.emit("chose", rule, combat=where, place=where, label=label, value=demand)
        self._go_on(table)

    def _pass(self, table: Table) -> None:
        add_hits(table, self.volley.by, 1)
        self._go_on(table)

    def _go_on(self, table: Table) -> None:
        """The next hit, while there is something to demand for it."""
        left = replace(self, hits=self.hits - 1)
        if left.hits and left.offered(table):
            table.replace(left)
            return
        table.finish()
        add_hits(table, self.volley.by, left.hits)

    def fallback(self, view: View) -> Order:
        return Pass()


def types_told(types: Sequence[str]) -> str:
    """Types that can be demanded, in words."""
    return joined((_type_word(demand) for demand in types), "or")
