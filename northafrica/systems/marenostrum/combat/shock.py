"""Shock: major victories and objectives move the table of command (optional rule 29.0; the table is reconstruction)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from northafrica.core.deed import Deed, OneOf
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Automatic, Choice, Dice, Prompt
from northafrica.core.table import Table, View
from northafrica.systems.marenostrum.board.ground import ALLIES, AXIS, controller, data, enemy_of
from northafrica.systems.marenostrum.combat.battle import ATTACK, DEFEND, Battle, owner
from northafrica.systems.marenostrum.data.tables import CAMPAIGN, SIDES
from northafrica.systems.marenostrum.events.draw import DrawEvent
from northafrica.systems.marenostrum.events.hand import hand, move_marker
from northafrica.systems.marenostrum.facts import Allowance, facts, remember
from northafrica.systems.marenostrum.orders import Play
from northafrica.systems.marenostrum.wording import SIDE_NAMES

if TYPE_CHECKING:
    from northafrica.core.dice import Result

OBJECTIVES: Mapping[str, tuple[str, ...]] = {
    AXIS: ("gibraltar", "malta", "crete", "tobruk", "alexandria", "baghdad"),
    ALLIES: ("tripoli", "tunisia", "sicily_m"),
}
DOUBLE = ("CV", "BB", "BC")
FOES = {"ground": ("ground",), "air": ("air",), "naval": ("naval", "air")}


def weigh(table: Table, battle: Battle, lost: Sequence[tuple[str, str]], met: Sequence[str]) -> None:
    """Note a major victory: one roll for the same losses (rules 29.0.ground, 29.0.air, 29.0.naval)."""
    if table.option("shock") == "off":
        return
    for role, foe in ((ATTACK, DEFEND), (DEFEND, ATTACK)):
        kinds = [data(table).units[k] for r, k in lost if r == role and k in data(table).units]
        counts = {"ground": sum(r == role for r, _ in lost), "air": sum(k.category == "air" for k in kinds)}
        counts["naval"] = sum(1 + (k.type in DOUBLE) for k in kinds if k.category == "naval")
        for what, number in counts.items():
            if number >= data(table).numbers[f"shock_{what}"] and any(f"{foe} {f}" in met for f in FOES[what]):
                label = f"major {what} victory over {SIDE_NAMES[owner(battle, role)]}"
                table.note(label, f"29.0.{what}", place=battle.space, amount=number)
                remember(table, shocks=(*facts(table).shocks, (f"29.0.{what}", owner(battle, role))))
                break


def at_stake(view: View) -> tuple[str, ...]:
    """Objectives that are the enemy's as an Action begins, and were never taken before (rule 29.0.objective)."""
    side = view.state.power
    taken = {space for space in OBJECTIVES[side] if view.state.marker(CAMPAIGN, f"took_{space}")}
    return tuple(s for s in OBJECTIVES[side] if s not in taken and controller(view, s) == enemy_of(side))


@dataclass(frozen=True)
class AfterAction(Automatic):
    """The Action is complete: a die for each trigger, by the player who acted (rule 29.0.roll, note A82)."""

    title: ClassVar[str] = "Shock"
    stake: tuple[str, ...] = ()

    def run(self, table: Table) -> None:
        table.finish()
        side, due = table.state.power, list(facts(table).shocks)
        for space in self.stake:
            if controller(table, space) == side:
                table.emit("marked", "29.0.objective", place=CAMPAIGN, marker=f"took_{space}", value=side, power=side)
                due.append(("29.0.objective", enemy_of(side)))
        remember(table, shocks=())
        table.push(*(ShockDie(rule, loser) for rule, loser in due))


@dataclass(frozen=True)
class ShockDie(Dice):
    """A die on the Shock Table."""

    title: ClassVar[str] = "Shock"
    cause: str = ""
    loser: str = ""

    def names(self, view: View) -> tuple[str, ...]:
        return ("shock",)

    def rules_in_play(self, view: View) -> tuple[str, ...]:
        return ("29.0.roll", self.cause)

    def what_counts(self, view: View) -> str:
        return "; ".join(f"{die} {WORDS[result]}" for die, result in data(view).shock_table.items())

    def resolve(self, table: Table, result: Result) -> None:
        found, rules = data(table).shock_table[int(result[0])], self.rules_in_play(table)
        table.emit("rolled", *rules, dice=result, faces=6, label=WORDS[found], value=found)
        table.finish()
        if found == "draw_event":
            table.push(DrawEvent())
        elif found == "action":
            remember(table, allowances=(*facts(table).allowances, Allowance("shock")))
        elif found == "forfeit":
            table.emit("marked", *rules, place=CAMPAIGN, marker=f"shocked_{self.loser}", value="yes")
        elif found == "discard_event" and hand(table, self.loser):
            table.push(Discard(self.loser))


WORDS = {
    "nothing": "no effect",
    "draw_event": "who acted draws an event",
    "discard_event": "the loser discards a held event",
    "action": "who acted has one Action more",
    "forfeit": "the loser forfeits his next automatic Action",
}


@dataclass(frozen=True)
class Discard(Choice):
    """The loser discards one held event of his choice."""

    title: ClassVar[str] = "Shock: discard an event"
    side: str = ""

    def seat(self, view: View) -> str:
        return view.seat_of(self.side)

    def prompt(self, view: View) -> Prompt:
        return Prompt("choose the held event that is discarded", "", ("29.0.roll",))

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (OneOf(Play, self.held, self.refuse, self.discard, ("29.0.roll",)),)

    def held(self, view: View) -> list[str]:
        """The events that may be chosen."""
        return list(hand(view, self.side))

    def refuse(self, view: View, name: str) -> Ruling:
        """Why another cannot be."""
        return Ruling.refuse("29.0.roll", f"'{name[:60]}' is not in hand")

    def discard(self, table: Table, name: str) -> None:
        """It is gone."""
        table.finish()
        move_marker(table, self.side, name, "hand", "used", "29.0.roll")


def forfeits(table: Table) -> bool:
    """Whether shock takes the automatic Action of the side that begins its turn; used up by asking."""
    mark = f"shocked_{table.state.power}"
    if not table.state.marker(CAMPAIGN, mark):
        return False
    table.emit("marked", "29.0.roll", place=CAMPAIGN, marker=mark, value="")
    return True


MARKS = (*(f"shocked_{side}" for side in SIDES), *(f"took_{s}" for spaces in OBJECTIVES.values() for s in spaces))
"""What the campaign remembers of shock."""
