"""Who attacks head on and who flanks (rulebook p.20)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from northafrica.core.deed import Deed, OneOf
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Choice, Prompt
from northafrica.core.table import Table, View
from northafrica.systems.aana.board.ground import name
from northafrica.systems.aana.combat.forces import land_origins
from northafrica.systems.aana.facts import combat, note_combat
from northafrica.systems.aana.orders import MainAttack


def tied(view: View, space: str) -> list[str]:
    """The origins that send most land units."""
    counts = land_origins(view, space)
    return [place for place, n in counts.items() if n == max(counts.values())]


def find_main(table: Table, space: str) -> None:
    """The origin that sends most is the main attack; of equals the attacker names it."""
    most = tied(table, space)
    if len(most) > 1:
        table.push(ChooseMain(space))
    else:
        set_main(table, space, most[0])


@dataclass(frozen=True)
class ChooseMain(Choice):
    """Where origins tie for the most units, the attacker names the main attack (combat.flank.main)."""

    title: ClassVar[str] = "Which is the main attack?"
    space: str

    def prompt(self, view: View) -> Prompt:
        told = ", ".join(name(view, place) for place in tied(view, self.space))
        text = f"{told} attack with equally many units: which is the main attack? The others flank."
        return Prompt(text, "", ("combat.flank.main", "combat.flank.reroll"))

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (OneOf(MainAttack, lambda v: tied(v, self.space), self._not_tied, self._name),)

    def _not_tied(self, view: View, place: str) -> Ruling:
        text = f"the main attack comes from {' or '.join(tied(view, self.space))}"
        return Ruling.refuse("combat.flank.main", text)

    def _name(self, table: Table, place: str) -> None:
        table.finish()
        set_main(table, self.space, place)


def set_main(table: Table, space: str, main: str) -> None:
    """Fix the main attack; the other origins flank for the whole combat (note A15)."""
    flanks = tuple(place for place in land_origins(table, space) if place != main)
    note_combat(table, main=main, flanks=flanks)
    if flanks:
        rules, told = ("combat.flank.main", "combat.flank.land-only"), ", ".join(name(table, place) for place in flanks)
        table.note("flanking attack", *rules, place=space, combat=space, detail=told)


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
