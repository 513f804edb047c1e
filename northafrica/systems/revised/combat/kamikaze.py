"""Kamikaze: before a sea combat off Japan two dice may hit a surface ship of the Allies (na.japan.kamikaze)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from northafrica.core.common_orders import End
from northafrica.core.deed import Deed, Plain
from northafrica.core.dice import Result
from northafrica.core.groups import flip, offer, pick, total
from northafrica.core.orders import FieldSpec, Order
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Choice, Dice, Prompt
from northafrica.core.table import Table, View
from northafrica.systems.revised.board.charts import advantage
from northafrica.systems.revised.board.ground import SHIPS, data, name
from northafrica.systems.revised.combat.casualties import remove
from northafrica.systems.revised.combat.fire import FACES
from northafrica.systems.revised.combat.forces import defenders
from northafrica.systems.revised.facts import facts, remember
from northafrica.systems.revised.orders.fighting import Kamikaze
from northafrica.systems.revised.wording import say, word

RULE = "na.japan.kamikaze"
DICE = 2


def targets(view: View, zone: str) -> list[Piece]:
    """The surface ships that kamikaze can fly at; none where they do not fly (notes N11, na.japan.kamikaze.limit)."""
    flies = view.state.power == "japan" and advantage(view, "japan", "kamikaze") and not facts(view).kamikaze
    if not flies or zone not in data(view).advantages["kamikaze"].spaces:
        return []
    return [p for _, p, _ in defenders(view, zone, lambda p: p.kind in SHIPS and p.kind != "submarine")]


@dataclass(frozen=True)
class KamikazeChoice(Choice):
    """Japan names a ship, or keeps its kamikaze for another combat of this turn."""

    title: ClassVar[str] = "Kamikaze"
    space: str = ""

    def prompt(self, view: View) -> Prompt:
        told = ", ".join(say(n, p.kind, p.power) for _, p, n in defenders(view, self.space, self._in_reach(view)))
        text = f"name a ship in {name(view, self.space)} for kamikaze ({told}), or end"
        why = "Two dice are rolled before the combat, each 1 hits; once a turn."
        return Prompt(text, why, (RULE, "na.japan.kamikaze.limit"))

    def _in_reach(self, view: View) -> Any:
        return set(targets(view, self.space)).__contains__

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (Aiming(self.space), Plain(End, lambda table: table.finish()))

    def fallback(self, view: View) -> Order:
        return End()


@dataclass(frozen=True)
class Aiming(Deed[Kamikaze]):
    """One ship is named."""

    kind = Kamikaze
    space: str

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        found = offer(view, self.space, set(targets(view, self.space)).__contains__)
        return [replace(some, count=1) for some in found]

    def judge(self, view: View, order: Kamikaze) -> Ruling:
        able = set(targets(view, self.space)).__contains__
        if any(some.kind == "submarine" for some in order.units):
            return Ruling.refuse(RULE, "kamikaze fly at surface ships only, never at submarines")
        picked = pick(view, self.space, order.units, able, RULE, "can be hit by kamikaze")
        if isinstance(picked, Ruling):
            return picked
        if total(picked) != 1:
            return Ruling.refuse("na.japan.kamikaze.limit", "one ship is named, once a turn", named=total(picked))
        return Ruling.allow(rules=(RULE,), found=picked[0][0])

    def do(self, table: Table, order: Kamikaze, found: Piece) -> None:
        remember(table, kamikaze=True)
        table.replace(KamikazeRoll(self.space, found))


@dataclass(frozen=True)
class KamikazeRoll(Dice):
    """Two dice; each 1 is a hit on the ship that was named."""

    title: ClassVar[str] = "Kamikaze"
    space: str = ""
    ship: Piece = Piece("", "")

    def seat(self, view: View) -> str:
        return view.seat_of("japan")

    def count(self, view: View) -> int:
        return DICE

    def label(self, view: View) -> str:
        return f"Kamikaze fly at a {word(self.ship.kind)} in {name(view, self.space)}"

    def names(self, view: View) -> tuple[str, ...]:
        return ("kamikaze",)

    def what_counts(self, view: View) -> str:
        return "each 1 is a hit"

    def rules_in_play(self, view: View) -> tuple[str, ...]:
        battleship = ("na.japan.kamikaze.battleship",) if self.ship.kind == "battleship" else ()
        carrier = ("na.japan.kamikaze.carrier",) if self.ship.kind == "aircraft_carrier" else ()
        return (RULE, "na.japan.kamikaze.limit", *battleship, *carrier)

    def resolve(self, table: Table, result: Result) -> None:
        table.finish()
        hits, rules = sum(int(die) == 1 for die in result), self.rules_in_play(table)
        told = {"place": self.space, "combat": self.space, "dice": result, "faces": FACES, "need": 1, "hits": hits}
        table.emit("rolled", *rules, label=self.label(table), purpose="kamikaze", **told)  # type: ignore[arg-type]
        if self.ship.kind == "battleship" and hits == 1 and not self.ship.has("damaged"):
            flip(table, self.space, self.ship, 1, *rules, damaged=1)
        elif hits:
            remove(table, self.space, [(self.space, self.ship, 1)], *rules)


def kamikaze_steps(view: View, zone: str) -> tuple[KamikazeChoice, ...]:
    """The choice before a sea combat, where there is one."""
    return (KamikazeChoice(space=zone),) if targets(view, zone) else ()
