"""Optional rule: before play each power chooses its national advantages (Appendix III B)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from northafrica.core.common_orders import ChooseForMe
from northafrica.core.deed import Deed, Plain
from northafrica.core.naming import joined
from northafrica.core.orders import FieldSpec, nearest
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Automatic, Choice, Prompt
from northafrica.core.table import Table, View
from northafrica.systems.revised.board.charts import YES, advantage, advantages, mark
from northafrica.systems.revised.board.ground import COMPLEX, TURN_POWERS, data, has_complex, held_now, name
from northafrica.systems.revised.orders.economy import Choose, Garrison
from northafrica.systems.revised.wording import power_name


def number(view: View) -> int:
    """How many advantages each power gets (rule na.count)."""
    return int(view.option("national_advantages"))


def open_to(view: View, power: str) -> list[str]:
    """The advantages of a power that it has not chosen yet."""
    had = advantages(view, power)
    return [row.id for row in data(view).advantages.values() if row.power == power and row.id not in had]


@dataclass(frozen=True)
class NationalAdvantages(Automatic):
    """Each power in turn order chooses its number."""

    title: ClassVar[str] = "National advantages"
    next: int = 0

    def run(self, table: Table) -> None:
        if self.next == len(TURN_POWERS):
            garrison = (ColonialGarrison(),) if advantage(table, "uk", "colonial_garrison") else ()
            table.replace(*garrison)
            return
        table.replace(ChooseAdvantages(TURN_POWERS[self.next]), NationalAdvantages(self.next + 1))


@dataclass(frozen=True)
class ChooseAdvantages(Choice):
    """One power chooses among its six."""

    title: ClassVar[str] = "Choose national advantages"
    power: str = ""

    def seat(self, view: View) -> str:
        return view.seat_of(self.power)

    def _left(self, view: View) -> int:
        return number(view) - len(advantages(view, self.power))

    def prompt(self, view: View) -> Prompt:
        titles = joined(data(view).advantages[one].name for one in open_to(view, self.power))
        text = f"choose {self._left(view)} more advantages for {power_name(self.power)}: {titles}"
        return Prompt(text, "Each power has as many; they are not shared.", ("na.count", "na.no-sharing"))

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (Choosing(self.power), Plain(ChooseForMe, self._first))

    def _first(self, table: Table) -> None:
        for chosen in open_to(table, self.power)[: self._left(table)]:
            take(table, self.power, chosen)


@dataclass(frozen=True)
class Choosing(Deed[Choose]):
    """One advantage is chosen."""

    kind = Choose
    power: str

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        return open_to(view, self.power)

    def judge(self, view: View, order: Choose) -> Ruling:
        row = data(view).advantages.get(order.name)
        if row is None or row.power != self.power:
            theirs = [one.id for one in data(view).advantages.values() if one.power == self.power]
            text = f"'{order.name}' is no advantage of {power_name(self.power)}{nearest(order.name, theirs)}"
            return Ruling.refuse("na.no-sharing", f"{text}; there are {', '.join(theirs)}", "na.count")
        if order.name in advantages(view, self.power):
            return Ruling.refuse("na.count", f"{row.name} is chosen already; {number(view)} different ones are chosen")
        return Ruling.allow()

    def do(self, table: Table, order: Choose, found: None) -> None:
        take(table, self.power, order.name)


def take(table: Table, power: str, name: str) -> None:
    """A power gets an advantage; with the last of its number the choice ends."""
    row = data(table).advantages[name]
    mark(table, power, name, YES, "na.count", "na.no-sharing", row.rule, label=f"{power_name(power)}: {row.name}")
    if len(advantages(table, power)) == number(table):
        table.finish()


@dataclass(frozen=True)
class ColonialGarrison(Choice):
    """The UK places one more complex before play (rule na.uk.garrison)."""

    title: ClassVar[str] = "Colonial Garrison"

    def seat(self, view: View) -> str:
        return view.seat_of("uk")

    def prompt(self, view: View) -> Prompt:
        return Prompt("place one industrial complex in a British territory", "", ("na.uk.garrison",))

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        return (Founding(),)


class Founding(Deed[Garrison]):
    """A complex in a territory of British colour that pays and has none."""

    kind = Garrison

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        return [space for space in held_now(view, "uk") if self.judge(view, Garrison(space))]

    def judge(self, view: View, order: Garrison) -> Ruling:
        least, where = data(view).numbers["complex_income"], name(view, order.space)
        if order.space not in held_now(view, "uk"):
            return Ruling.refuse("na.uk.garrison", f"{where} is no British territory")
        if data(view).income(order.space) < least:
            text = f"{where} pays {data(view).income(order.space)}; the complex needs {least}"
            return Ruling.refuse("na.uk.garrison", text, income=data(view).income(order.space), needs=least)
        if has_complex(view, order.space):
            return Ruling.refuse("mob.complex.one", f"{where} has a complex", "na.uk.garrison")
        return Ruling.allow()

    def do(self, table: Table, order: Garrison, found: None) -> None:
        table.finish()
        found_complex = Piece("uk", COMPLEX)
        table.emit("placed", "na.uk.garrison", place=order.space, piece=found_complex, count=1, power="uk")
