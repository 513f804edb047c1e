"""How the campaign is won (rulebook p.6)."""

from __future__ import annotations

from collections.abc import Sequence

from northafrica.core.events import Event
from northafrica.core.state import Outcome
from northafrica.core.table import Table, View
from northafrica.systems.aana.board.ground import (
    ALLIES,
    AXIS,
    belongs,
    controlled_by,
    data,
    is_land,
    name,
    unit,
)
from northafrica.systems.aana.board.rounds import printed
from northafrica.systems.aana.data.rows import VictoryRow
from northafrica.systems.aana.wording import NAMES

LEVELS = {"minor": 1, "major": 2, "total": 3, "instant_total": 4}
TITLES = {name: f"{name.replace('_', ' ').title()} Victory" for name in LEVELS} | {"draw": "draw"}


def chart(view: View, test: str) -> list[VictoryRow]:
    """The cells of the victory chart for this scenario that make one kind of test."""
    return [row for row in data(view).victory if row.scenario == printed(view) and row.test == test]


def watch(table: Table, fresh: Sequence[Event]) -> None:
    """Rule victory.instant.any-time: tested after everything that happens."""
    for row in chart(table, "capture"):
        markers = [e for e in fresh if e.kind == "control" and e.place in row.spaces and e.value]
        taken = [e.place for e in markers if belongs(e.value, row.side)]
        if taken and _holds(table, row):
            _win(table, row.side, f"captured {name(table, taken[0])}", row.rule)
            return
    going = [e for e in fresh if e.kind in ("lost", "removed", "moved", "retreated", "flipped")]
    if any(e.piece and e.piece.kind != "truck" for e in going):
        _eliminated(table, fresh)


def _eliminated(table: Table, fresh: Sequence[Event]) -> None:
    gone = {e.piece.power for e in fresh if e.piece is not None and e.kind != "placed"}
    for row in chart(table, "eliminate"):
        loser = ALLIES if row.side == AXIS else AXIS
        if any(belongs(power, loser) for power in gone) and not in_africa(table, loser):
            text = f"no combat unit of {NAMES[loser]} is left in North Africa"
            _win(table, row.side, text, row.rule)
            return


def in_africa(view: View, side: str) -> int:
    """Combat units of a side in North African territories; islands and convoys do not count (note A2)."""
    african = data(view).spaces_with("north_africa")
    return sum(
        n
        for space in african
        for piece, n in view.state.pieces.get(space, {}).items()
        if piece.kind != "truck" and belongs(piece.power, side)
    )


def _win(table: Table, side: str, reason: str, rule: str) -> None:
    table.conclude(Outcome(side, TITLES["instant_total"], reason, (rule, "victory.instant.any-time")))


def final(table: Table) -> None:
    """Rule victory.end-round-14: read the chart after the last turn; the higher level wins (note A1)."""
    best = {side: _best(table, side) for side in (AXIS, ALLIES)}
    ranks = {side: LEVELS[row.level] if row else 0 for side, row in best.items()}
    if ranks[AXIS] == ranks[ALLIES]:
        _draw(table, bool(ranks[AXIS]))
        return
    winner = max(ranks, key=lambda side: ranks[side])
    row = best[winner]
    assert row is not None
    held = " and ".join(name(table, space) for space in row.spaces if controlled_by(table, space, winner))
    rules = (row.rule, "victory.end-round-14", "victory.side-control")
    reason = f"controls {held} at the end of round {table.state.round}"
    table.conclude(Outcome(winner, TITLES[row.level], reason, rules))


def _best(view: View, side: str) -> VictoryRow | None:
    met = [row for row in chart(view, "control") if row.side == side and _holds(view, row)]
    return max(met, key=lambda row: LEVELS[row.level], default=None)


def _holds(view: View, row: VictoryRow) -> bool:
    held = [controlled_by(view, space, row.side) for space in row.spaces]
    return all(held) if row.needs == "all" else any(held)


def _draw(table: Table, both: bool) -> None:
    why = "both sides reach the same level" if both else "neither side meets an objective"
    if table.option("tiebreak") == "on":
        worth = {side: strength(table, side) for side in (AXIS, ALLIES)}
        if worth[AXIS] != worth[ALLIES]:
            winner = max(worth, key=lambda side: worth[side])
            reason = f"{why}; land units are worth {worth[AXIS]} RP (Axis) against {worth[ALLIES]} (Allies)"
            table.conclude(Outcome(winner, "win on the tie-break", reason, ("victory.draw", "victory.tiebreak")))
            return
        why = f"{why}; land units are worth {worth[AXIS]} RP on either side"
    level = ("victory.tiebreak",) if table.option("tiebreak") == "on" else ()
    table.conclude(Outcome("", TITLES["draw"], why, ("victory.draw", "victory.end-round-14", *level)))


def strength(view: View, side: str) -> int:
    """RP cost of a side's land units in territories; a Sherman counts as a US tank (note A4)."""
    info, total = data(view), 0
    for space in info.board.spaces.values():
        if space.kind != "land":
            continue
        for piece, n in view.state.pieces.get(space.id, {}).items():
            if belongs(piece.power, side) and is_land(piece):
                price = info.units["us", "tank"].cost if piece.kind == "sherman" else unit(view, piece).cost
                total += n * price
    return total
