"""The rounds: what they bring and who plays in them, as events.csv and powers.csv say (rulebook p.6, 28).

What two rows or tables say of one thing must agree, so that none of them is changed without effect.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from northafrica.systems.aana.data import rows
from northafrica.systems.aana.data.entities import Power

START = {"rommel": 1, "torch": 7}
LAST = 14
MOMENTS = ("shermans", "torch_setup", "landings", "shermans_arrive", "final_check")
FROM_THE_START = ("west_closed", "one_axis_truck", "us_absent", "germany_skipped", "shermans_arrive")


@dataclass(frozen=True)
class Calendar:
    """When what happens; `follows` is the printed scenario whose rules hold."""

    events: Mapping[str, rows.EventRow]
    powers: Mapping[str, Power]

    def first(self, event: str, follows: str) -> int:
        """The round in which an event begins: what the track brings before a scenario starts, it brings at once."""
        return max(self.events[event].first_round, START[follows])

    def last(self, event: str, follows: str) -> int:
        """The round in which an event ends."""
        return max(self.events[event].last_round, START[follows])

    def holds(self, event: str, follows: str, round_: int) -> bool:
        """Whether a row of events.csv holds in a round of a scenario."""
        if self.events[event].scenario not in (follows, "both"):
            return False
        return self.first(event, follows) <= round_ <= self.last(event, follows)

    @property
    def final(self) -> int:
        """The last round of the game."""
        return self.events["final_check"].first_round

    def playing(self, follows: str, round_: int) -> tuple[str, ...]:
        """The powers with a turn in a round, in order (rules turn.order, rommel.us-enters, torch.germany-skipped)."""
        order = sorted((power for power in self.powers.values() if power.turn_order), key=lambda p: p.turn_order)
        return tuple(power.id for power in order if round_ >= power.first_round[follows])


def check(table: Mapping[str, rows.EventRow], powers: Mapping[str, rows.PowerRow]) -> None:
    """Raises `DataError` where rows contradict each other."""
    for row in table.values():
        if row.id in MOMENTS and row.first_round != row.last_round:
            raise row.error("last_round", f"this happens in one round; write {row.first_round}")
        start = START.get(row.scenario, 1)
        if row.id in FROM_THE_START and row.first_round != start:
            raise row.error("first_round", f"this holds from the start of the scenario; write {start}")
    _follow(table["west_allies_only"], table["west_closed"].last_round + 1, "west_closed")
    _follow(table["west_open"], table["west_allies_only"].last_round + 1, "west_allies_only")
    if table["west_open"].last_round != LAST:
        raise table["west_open"].error("last_round", f"the west stays open; write {LAST}")
    arrive = table["shermans_arrive"]
    if arrive.last_round != START["torch"]:
        raise arrive.error("first_round", "a convoy advances in the next phase 1; move the set-up's row instead")
    if table["landings"].first_round != table["torch_setup"].first_round:
        told = f"the landing forces come in round {table['torch_setup'].first_round} (torch_setup); move both"
        raise table["landings"].error("first_round", told)
    if table["final_check"].first_round < START["torch"]:
        raise table["final_check"].error("first_round", f"Operation Torch begins in round {START['torch']}")
    _check_powers(table, powers)


def _follow(row: rows.EventRow, first: int, before: str) -> None:
    if row.first_round != first:
        raise row.error("first_round", f"this follows on {before}; write {first}, or move the end of {before}")


def _check_powers(table: Mapping[str, rows.EventRow], powers: Mapping[str, rows.PowerRow]) -> None:
    us, germany = powers["us"], powers["germany"]
    for power in powers.values():
        for scenario, start in START.items():
            column = f"first_round_{scenario}"
            round_ = getattr(power, column)
            if bool(power.turn_order) != (round_ is not None):
                raise power.error(column, "the round of the first turn, empty for powers without turns of their own")
            skipped = {("us", "rommel"): "us_absent", ("germany", "torch"): "germany_skipped"}.get((power.id, scenario))
            if round_ is not None and skipped is None and round_ > start:
                raise power.error(column, f"no rule skips turns of {power.name} here; write {start}")
            if round_ is not None and round_ < start:
                raise power.error(column, f"the scenario begins in round {start}; write it or a later one")
    for power, scenario, skipped in ((us, "rommel", "us_absent"), (germany, "torch", "germany_skipped")):
        last, first = table[skipped].last_round, getattr(power, f"first_round_{scenario}")
        if first != last + 1:
            told = f"its turns are skipped to round {last} (events.csv, {skipped}); change both"
            raise power.error(f"first_round_{scenario}", told)
    if (us.first_round_rommel or 0) > table["landings"].first_round:
        told = f"the landings of round {table['landings'].first_round} are fought in its turn; write that or less"
        raise us.error("first_round_rommel", told)


def check_round(row: rows.SetupTableRow, scenario: str, events: Mapping[str, rows.EventRow]) -> None:
    """Whether something brings what a row of a printed set-up lists. Raises `DataError`."""
    if row.round == START[scenario]:
        return
    if scenario == "rommel":
        bringing = "shermans" if row.kind == "sherman" else "torch_setup"
        round_ = events[bringing].first_round
        if row.round == round_:
            return
        told = f"; {bringing} of events.csv brings such pieces in round {round_}"
    else:
        told = ""
    raise row.error("round", f"nothing brings this in round {row.round}: write {START[scenario]}{told}")
