"""Optional rule: the Strategic Supply Reserve pays for air and sea attacks (rulebook p.39, notes C14 and A30)."""

from __future__ import annotations

from northafrica.core.groups import everywhere
from northafrica.core.rulebook import Ruling
from northafrica.core.table import Table, View
from northafrica.systems.aana.board.ground import AIR, SHIPS, data, fives, mine, name, spend, supply


def in_use(view: View) -> bool:
    """Whether this game is played with the reserve."""
    return view.option("strategic_reserve") == "on"


def home(view: View) -> str:
    """The staging territory that holds the acting side's reserve."""
    powers = data(view).powers
    return powers[view.state.power].staging or powers["uk"].staging or ""  # the US has none of its own


def attackers(view: View) -> int:
    """Air and sea units of the acting power that stand as attackers."""
    fighting = everywhere(view, lambda p: mine(view, p) and p.has("attack") and (p.kind in AIR or p.kind in SHIPS))
    return sum(n for _, _, n in fighting)


def check(view: View, number: int, can_drop: bool) -> Ruling | None:
    """Why so many air and sea units cannot attack; None if the reserve pays, or nothing can be left out (note A30)."""
    if not in_use(view) or not can_drop:
        return None
    need, have = fives(number), supply(view, home(view))
    if need <= have:
        return None
    where = name(view, home(view))
    text = f"{number} air and sea units need {need} supply of the reserve in {where}, which holds {have}"
    return Ruling.refuse("opt.adv.reserve-cost", text, "opt.adv.reserve-use", needs=need, has=have, short=need - have)


def pay(table: Table) -> None:
    """Spend the reserve after all attacks are declared."""
    due = min(fives(attackers(table)), supply(table, home(table))) if in_use(table) else 0
    if due:
        spend(table, ((home(table), due),), "air and sea attacks", "opt.adv.reserve-cost", "opt.adv.reserve-use")
