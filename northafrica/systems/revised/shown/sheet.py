"""The game on a sheet: what is told in words (``data/revised/sheet.toml``), units and places from the tables."""

from __future__ import annotations

from northafrica.core.sheets import SheetTable, doubted, read_sheet
from northafrica.systems.revised.data import RevisedData
from northafrica.systems.revised.wording import NAMES, power_name, word

TOLD = {
    "supported_by_artillery": "attacks at 2 beside an artillery each",
    "supports_infantry": "lifts one attacking infantry to 2",
    "blitz": "blitzes",
    "antiaircraft": "fires once at each attacking aircraft, 1 hits",
    "captured_not_destroyed": "captured, never destroyed",
    "not_combat": "never destroyed; one a territory",
    "strategic_bombing": "may raid a complex",
    "bombard": "bombards",
    "two_hits": "two hits",
    "antisubmarine": "stops submarines",
    "carries_fighters": "carries 2 fighters",
    "submarine": "fires first, submerges",
    "carries_land": "carries a land unit and an infantry",
}


def sheet(data: RevisedData) -> tuple[SheetTable, ...]:
    """The tables of the game's sheet, in the order in which they are printed."""
    words = read_sheet("revised").tables
    numbers = (_powers(data), _developments(data), _cities(data), _incomes(data))
    return (words["turn"], words["combat"], words["moves"], _units(data), *numbers, words["capitals"])


def _units(data: RevisedData) -> SheetTable:
    rows = []
    for row in data.units.values():
        values = (row.cost, row.attack or "-", row.defense or "-", row.move or "-")
        told = ", ".join(TOLD.get(one, one.replace("_", " ")) for one in row.abilities)
        rows.append((doubted(word(row.kind), row.provenance), *map(str, values), told))
    head = ("unit", "IPCs", "attack", "defence", "move", "abilities")
    return SheetTable("Units", head, tuple(rows), "A hit is a die of the value or less [combat.hit-roll].", wide=True)


def _powers(data: RevisedData) -> SheetTable:
    rows = tuple(
        (power_name(row.id), row.side.title(), str(row.ipcs), f"{row.capital_city} ({data.board[row.capital].name})")
        for row in data.powers.values()
    )
    note = "Then victory is tested [win.check-timing]."
    return SheetTable("Powers, in the order of play", ("power", "side", "IPCs", "capital"), rows, note)


def _developments(data: RevisedData) -> SheetTable:
    rows = tuple((str(row.number), row.name, row.effect) for row in data.developments.values())
    return SheetTable("Developments", ("die", "name", "what it does"), rows, "From phase 6 on [tech.effective-phase6].")


def _cities(data: RevisedData) -> SheetTable:
    sides = {row.id: row.side for row in data.powers.values()}
    rows = tuple(
        (city.name, data.board[city.space].name, NAMES[sides[data.original(city.space)]].removeprefix("the "))
        for city in data.cities
    )
    note = f"{data.numbers['victory_standard']} win the standard game [win.standard-9]."
    return SheetTable("Victory cities", ("city", "territory", "at the start"), rows, note)


def _incomes(data: RevisedData) -> SheetTable:
    """Each power's territories by what they pay."""
    rows = []
    for power in data.powers:
        mine = [space for space in data.territories if data.original(space) == power]
        mine.sort(key=lambda space: (-data.income(space), data.board[space].name))
        listed = ", ".join(f"{data.board[space].name} {data.income(space)}" for space in mine)
        rows.append((power_name(power), str(sum(map(data.income, mine))), listed))
    return SheetTable("Production at the start", ("power", "all", "territories"), tuple(rows), wide=True)
