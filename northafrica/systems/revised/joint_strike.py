"""Joint Strike: Britain declares it as a round opens; its units fight in the American turn (na.uk.joint-strike.*)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from northafrica.core.common_orders import End
from northafrica.core.deed import Deed, Plain
from northafrica.core.orders import Order
from northafrica.core.step import Choice, Prompt
from northafrica.core.table import Table, View
from northafrica.systems.revised.board.charts import ACTIVE, advantage, mark, use
from northafrica.systems.revised.board.ground import STRIKE, STRIKER, strike_is_on
from northafrica.systems.revised.orders.economy import JointStrike

DECLARE = "na.uk.joint-strike.declare"


def may_declare(view: View) -> bool:
    """Whether the advantage is still there."""
    return advantage(view, STRIKER, STRIKE)


def strike_ends(table: Table) -> None:
    """The strike is over with the American turn, and does not come again."""
    if strike_is_on(table):
        use(table, STRIKER, STRIKE, "na.uk.joint-strike.turn")


@dataclass(frozen=True)
class DeclareStrike(Choice):
    """Before the Soviet turn Britain declares a joint strike, or waits for a later round."""

    title: ClassVar[str] = "Joint Strike"

    def seat(self, view: View) -> str:
        return view.seat_of(STRIKER)

    def prompt(self, view: View) -> Prompt:
        text = "declare a joint strike for this round, or end"
        why = "Once in the game: British units then move and fight in the American turn, not in their own."
        return Prompt(text, why, (DECLARE, "na.uk.joint-strike.turn", "na.once-tracking"))

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (Plain(JointStrike, self._declare), Plain(End, lambda table: table.finish()))

    def _declare(self, table: Table) -> None:
        table.finish()
        mark(table, STRIKER, STRIKE, ACTIVE, DECLARE, "na.uk.joint-strike.turn", label="a joint strike this round")

    def fallback(self, view: View) -> Order:
        return End()
