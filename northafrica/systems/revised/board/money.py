"""IPCs: what a power has in hand, pays and gets."""

from __future__ import annotations

from northafrica.core.events import Told
from northafrica.core.naming import is_are
from northafrica.core.rulebook import Ruling
from northafrica.core.table import Table, View
from northafrica.systems.revised.board.ground import IPC, TREASURY


def funds(view: View, power: str) -> int:
    """The IPCs a power has in hand."""
    return view.state.stock(TREASURY, IPC, power)


def _told(power: str, amount: int, purpose: str, detail: str = "") -> Told:
    whose = Told(place=TREASURY, resource=IPC, owner=power, power=power)
    return {**whose, "amount": amount, "purpose": purpose, "detail": detail}


def pay(table: Table, power: str, amount: int, purpose: str, *rules: str) -> None:
    """A power gives IPCs to the bank."""
    if amount:
        table.emit("spent", *rules, **_told(power, amount, purpose))


def gain(table: Table, power: str, amount: int, purpose: str, *rules: str, detail: str = "") -> None:
    """A power gets IPCs from the bank."""
    if amount:
        table.emit("gained", *rules, **_told(power, amount, purpose, detail))


def seize(table: Table, loser: str, power: str, *rules: str) -> None:
    """A power takes all IPCs of another."""
    amount = funds(table, loser)
    if amount:
        told: Told = {**_told(loser, amount, "capital"), "to": TREASURY, "value": power, "power": power}
        table.emit("captured", *rules, **told)


def too_dear(view: View, power: str, cost: int, what: str, rule: str, *further: str) -> Ruling | None:
    """Why a power cannot pay so much for something (`what` is the subject of `costs`); None if it can."""
    have = funds(view, power)
    if cost <= have:
        return None
    text = f"{what} {cost} IPCs, {have} {is_are(have)} in hand"
    return Ruling.refuse(rule, text, *further, cost=cost, has=have, short=cost - have)
