"""Capture, liberation and capitals: what happens when a territory changes hands (Phase 4, step 8)."""

from __future__ import annotations

from dataclasses import replace

from northafrica.core.groups import groups
from northafrica.core.naming import joined
from northafrica.core.pieces import Piece
from northafrica.core.table import Table, View
from northafrica.systems.revised.board.charts import YES, mark
from northafrica.systems.revised.board.ground import (
    COMPLEX,
    GUN,
    SIDES,
    acting_powers,
    capital_of,
    controller,
    data,
    has_capital,
    name,
    production,
    side_of,
)
from northafrica.systems.revised.board.money import seize
from northafrica.systems.revised.facts import facts, remember
from northafrica.systems.revised.wording import power_name

FREED = "freed"
"""Marker on the chart of a power whose capital was freed and that has not collected income since."""


def capture(table: Table, space: str, by: str, *rules: str, combat: str = "") -> None:
    """A power takes a territory of the enemy now; an ally who first controlled it may get it instead.

    `rules` are those by which it was entered. Rules capture.*, liberate.*, capital.*, vc.capture.
    """
    power, loser = by, controller(table, space)
    first = data(table).original(space)
    ally = first if first != power and SIDES[first] == side_of(power) else ""
    fallen = data(table).capitals.get(space, "") == loser
    freed = data(table).capitals.get(space, "") == first and first in (power, ally) and first != loser
    why: tuple[str, ...]
    if goes_to(table, space, power) != power:
        why = ("capital.freed.gun-complex",) if freed else ("liberate.return",)
        hand_over(table, space, ally, *rules, *why, "liberate.gun-complex", combat=combat)
    else:
        why = ("capture.production", *(("capital.list",) if fallen else ()))
        why = (*why, "capital.freed.gun-complex") if freed else why
        hand_over(table, space, power, *rules, *why, "capture.gun-complex", combat=combat)
        if ally:
            remember(table, liberated=(*facts(table).liberated, space))
            told = f"it stays with {power_name(power)} if the enemy still holds {name(table, capital_of(table, ally))}"
            table.note("to be settled at the end of the turn", "liberate.end-of-turn", place=space, detail=told)
    if {power, loser} == {"japan", "ussr"}:
        remember(table, treaty=True)
    if fallen:
        loot(table, loser, power)
    if freed:
        free(table, first)


def goes_to(view: View, space: str, by: str) -> str:
    """The power that gets a territory one takes: an ally who first controlled it and has, or hereby gets, its capital.

    Rules liberate.return, capital.freed.gun-complex.
    """
    first = data(view).original(space)
    ally = first != by and SIDES[first] == side_of(by)
    return first if ally and (space == capital_of(view, first) or has_capital(view, first)) else by


def hand_over(table: Table, space: str, power: str, *rules: str, combat: str = "", guns: bool = True) -> None:
    """Put a power's control marker on a territory; complexes go with it, and guns where `guns` says so."""
    before = controller(table, space)
    cities = [city.name for city in data(table).cities if city.space == space]
    if cities and SIDES[before] != SIDES[power]:
        rules = (*rules, "vc.capture", "setup.vc-chart")
    table.emit("control", *rules, place=space, marker="control", value=power, power=power, combat=combat)
    for piece, n in groups(table, space, lambda p: p.power != power and goes_along(p, power, guns)):
        take_piece(table, space, piece, n, power)
    levels = joined(f"{power_name(who)} {production(table, who)}" for who in (before, power))
    gone = f"; {joined(cities)} with it" if cities else ""
    table.note(f"{name(table, space)} goes to {power_name(power)}", place=space, detail=f"production: {levels}{gone}")


def goes_along(piece: Piece, power: str, guns: bool) -> bool:
    """Whether a piece changes hands with its territory: a complex always, a gun that is taken from the enemy."""
    taken = SIDES[piece.power] != SIDES[power] or piece.has("captured")
    return piece.kind == COMPLEX or (guns and piece.kind == GUN and taken)


def take_piece(table: Table, space: str, piece: Piece, n: int, power: str) -> None:
    """A gun or complex changes its owner; a gun taken by the acting power stays where it is this turn."""
    mine = piece.kind == GUN and power in acting_powers(table) and SIDES[piece.power] != SIDES[power]
    after = replace(piece.having(captured=1 if mine else None), power=power)
    rules: tuple[str, ...] = ("setup.gray-units",)
    rules += ("unit.aa.never-destroyed" if piece.kind == GUN else "unit.complex.never-destroyed",)
    rules = (*rules, "capture.gun-frozen") if mine else rules
    table.emit("flipped", *rules, place=space, piece=piece, becomes=after, count=n, power=power)


def loot(table: Table, loser: str, power: str) -> None:
    """Rule capital.loot: the captor takes all IPCs in hand."""
    seize(table, loser, power, "capital.loot")
    told = f"{power_name(loser)} plays only movement and combat until it is freed"
    table.note("a capital has fallen", "capital.three-phases", "capital.no-income", detail=told, power=loser)


def free(table: Table, power: str) -> None:
    """A power's capital is its own again: what friends hold of it goes back, guns outside stay (capital.freed.*)."""
    rules = ("capital.freed.territories", "capital.freed.guns-outside")
    pending = facts(table).liberated
    for space in data(table).territories:
        holder = controller(table, space)
        theirs = data(table).original(space) == power and holder != power and SIDES[holder] == SIDES[power]
        if theirs and space not in pending:
            hand_over(table, space, power, *rules, guns=False)
    mark(table, power, FREED, YES, "capital.freed.no-purchase", label="capital freed, no income collected since")


def settle(table: Table) -> None:
    """What was taken for an ally without capital goes to him if his capital is free by now (liberate.end-of-turn)."""
    for space in facts(table).liberated:
        ally, holder = data(table).original(space), controller(table, space)
        if has_capital(table, ally) and holder != ally:
            hand_over(table, space, ally, "liberate.end-of-turn", "liberate.return", "unit.aa.owner-at-turn-end")
        else:
            where = name(table, capital_of(table, ally))
            told = f"{where} is still in enemy hands: {power_name(holder)} keeps it"
            rules = ("liberate.capital-lost", "liberate.end-of-turn", "unit.aa.owner-at-turn-end")
            table.note("settled", *rules, place=space, detail=told)
    remember(table, liberated=())
