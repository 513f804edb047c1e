"""Reads the two sides of a battle on paper, and refuses those that cannot meet, with the rule."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from northafrica.core.naming import counted
from northafrica.odds.listing import Item, check_steps, parts_of, read_list
from northafrica.odds.order_of_battle import Entry, too_many, wrong_sides
from northafrica.odds.told import OddsError
from northafrica.systems.afrika2.entities import AXIS, GERMANS, NAMES
from northafrica.systems.afrika2.odds.data import CombatData, UnitRow

LIKE = "1-5/21.Pz, 2-5/21.Pz"
STRENGTH = re.compile(r"\d+(/\d+|\.\d+)?")
CROSSING = ("up", "down", "river")
STACK, AROUND = 4, 6
_SIDE_MARKS = {"attackers": (*CROSSING, "oos"), "defenders": ("oos",)}


@dataclass(frozen=True)
class Strength:
    """What a side brings: strength, steps (None: unknown), steps of garrisons, artillery, combined arms stacks."""

    points: Fraction
    steps: int | None = None
    garrison: int = 0
    artillery: int = 0
    combined_arms: int = 0


@dataclass(frozen=True)
class Counter:
    """So many like counters of a list as written, with the rows that the name may mean."""

    written: str
    rows: tuple[UnitRow, ...]
    count: int
    steps: int
    marks: tuple[str, ...]

    @property
    def row(self) -> UnitRow:
        """One of them: they fight alike."""
        return self.rows[0]

    @property
    def garrison(self) -> bool:
        """Whether it is a garrison."""
        return self.row.unit_class == "Garrison"

    @property
    def entry(self) -> Entry:
        """For counting what there is."""
        return Entry(self.written, self.count, {unit.id: (NAMES[unit.side], unit.quantity) for unit in self.rows})


@dataclass(frozen=True)
class Side:
    """A side as read: its strength, and its stacks of counters (none where only a strength is written)."""

    strength: Strength
    stacks: tuple[tuple[Counter, ...], ...] = ()

    @property
    def counters(self) -> list[Counter]:
        """All counters of all stacks."""
        return [counter for stack in self.stacks for counter in stack]

    @property
    def entries(self) -> list[Entry]:
        """The same for counting."""
        return [counter.entry for counter in self.counters]


# -- reading -----------------------------------------------------------------------------------------
def read_sides(data: CombatData, attackers: str, defenders: str, odds: str) -> tuple[Side, Side]:
    """Both sides. Raises `OddsError`."""
    if odds and (attackers or defenders):
        raise OddsError(f"odds '{odds}' and forces are both given; write one of the two")
    if not (odds or attackers or defenders):
        raise OddsError(
            "attackers, defenders: nothing is written; write odds like '3:1', or both sides: '14' and '4', or counters"
        )
    if not odds:
        return _side(data, attackers, "attackers"), _side(data, defenders, "defenders")
    parts = [part.strip() for part in odds.split(":")]
    if len(parts) != 2 or not all(STRENGTH.fullmatch(part) for part in parts) or not Fraction(parts[1]):
        raise OddsError(f"odds '{odds}': write two strengths like '3:1' or '14:4', the second more than 0")
    return Side(Strength(Fraction(parts[0]))), Side(Strength(Fraction(parts[1])))


def _side(data: CombatData, text: str, where: str) -> Side:
    number, mark, tail = text.strip().partition("(")
    if STRENGTH.fullmatch(number.strip()):
        parts_of(text, where)
        item = read_list(f"strength {mark}{tail}", where, lambda name: False)[0]
        item.check_marks((), where)
        if item.steps() == 0:
            raise OddsError(f"{where}: '{text.strip()}' has no step left; write at least (1 step)")
        return Side(Strength(Fraction(number.strip()), item.steps()))
    written = text.split("|")
    if where == "defenders" and len(written) > 1:
        raise OddsError("defenders: all stand in one hex; leave out the bar")
    stacks = tuple(_stack(data, stack, where) for stack in written)
    return Side(_added([_with_arms(data, stack, where) for stack in stacks]), stacks)


def _stack(data: CombatData, text: str, where: str) -> tuple[Counter, ...]:
    found = tuple(_counter(data, item, where) for item in read_list(text, where, data.counters.__contains__, LIKE))
    present = tuple(counter for counter in found if counter.count)
    if not present:
        raise OddsError(f"{where}: no unit is left in '{text.strip()}'; name at least one")
    return present


def _counter(data: CombatData, item: Item, where: str) -> Counter:
    item.check_marks(_SIDE_MARKS[where], where)
    unit = data.counter(item.name, where)
    steps = unit.steps if (given := item.steps()) is None else given
    check_steps(steps, unit.steps, where, unit.id)
    return Counter(item.written or item.name, data.counters[item.name], item.count, steps, item.marks)


def _added(stacks: list[Strength]) -> Strength:
    return Strength(
        sum((stack.points for stack in stacks), Fraction(0)),
        sum(stack.steps or 0 for stack in stacks),
        *(sum(values) for values in zip(*((s.garrison, s.artillery, s.combined_arms) for s in stacks), strict=True)),
    )


def _with_arms(data: CombatData, stack: tuple[Counter, ...], where: str) -> Strength:
    """A stack with its combined arms: one of each class in it (3.4)."""
    total = _added([unit for counter in stack for unit in [_strength(data, counter, where)] * counter.count])
    arms = {counter.row.combined_arms for counter in stack}
    return Strength(total.points, total.steps, total.garrison, total.artillery, int({"armor", "infantry"} <= arms))


def _strength(data: CombatData, counter: Counter, where: str) -> Strength:
    """What one counter brings."""
    side, unit = "attack" if where == "attackers" else "defense", counter.row
    whole = counter.steps == unit.steps
    points = Fraction(getattr(unit, side) if whole else getattr(unit, f"reduced_{side}"))
    for mark in counter.marks:
        if mark == "oos":
            points *= data.numbers["oos_attack" if side == "attack" else "oos_defence"]
        elif mark in data.terrain:
            points *= data.terrain[mark].attack_times
    return Strength(points, counter.steps, counter.steps if counter.garrison else 0, unit.crt_shift)


# -- what cannot be ----------------------------------------------------------------------------------
def check_sides(attack: Side, defence: Side, leaders: tuple[bool, bool], integrity: tuple[bool, bool]) -> list[str]:
    """Refuse a battle that no position can bring about; what only a rare one can is told as a note."""
    for told in (
        wrong_sides(attack.entries, defence.entries),
        too_many(attack.entries, defence.entries),
        *_attackers(attack),
        *_supply((*attack.counters, *defence.counters)),
        *_marks(attack),
        *_helpers("defenders", defence, leaders[1], integrity[1]),
        *_helpers("attackers", attack, False, integrity[0]),
    ):
        if told is not None:
            raise OddsError(told)
    return [*_rare(attack, defence, leaders[0])]


def _attackers(attack: Side) -> Iterator[str]:
    for counter in attack.counters:
        if counter.garrison:
            yield f"attackers: {counter.written} is a garrison and never attacks (2.7.garrison-immobile); leave it out"
    for stack in attack.stacks:
        number = sum(counter.count for counter in stack)
        if number > STACK:
            told = f"attackers: {number} units in one hex, {STACK} may attack from one (2.3.four, 2.3.when-checked)"
            yield f"{told}; part the hexes by a bar: '14_bde, 16_bde | 23_bde'"
    if len(attack.stacks) > AROUND:
        yield f"attackers: {len(attack.stacks)} hexes; a hex has {AROUND} neighbours (scs.attack-adjacent)"


def _supply(counters: Iterable[Counter]) -> Iterator[str]:
    """Who is never Out of Supply."""
    for counter in counters:
        if "oos" in counter.marks and counter.garrison:
            yield f"{counter.written} is a garrison and never Out of Supply (2.7.garrison-no-supply); leave out (oos)"
        elif "oos" in counter.marks and counter.row.id == "lrdg":
            yield f"{counter.written} is never Out of Supply (7.3.lrdg-supply); leave out (oos)"


def _marks(attack: Side) -> Iterator[str]:
    """The units of a hex attack across one hexside."""
    for stack in attack.stacks:
        ways = {counter.written: {mark for mark in counter.marks if mark in CROSSING} for counter in stack}
        first = next(iter(ways.values()))
        for name, way in ways.items():
            if {"up", "down"} <= way:
                yield f"attackers: {name} cannot go up and down the same escarpment; write one of the two"
            if way != first:
                told = "attackers: units of one hex attack across one hexside, so up, down and river are those of all"
                yield f"{told}; mark each of '{', '.join(ways)}', or part them by a bar"


def _helpers(where: str, side: Side, leader: bool, integrity: bool) -> Iterator[str]:
    if not side.stacks:
        return
    nations = {unit.nationality for counter in side.counters for unit in counter.rows}
    if leader and _axis(side) and not nations & GERMANS:
        yield f"{where}: Rommel stands with a German unit, here is none (6.2.german-stack); leave the leader out"
    divisions = _divisions(side.counters)
    if integrity and not any(number > 1 for number in divisions.values()):
        told = f"{where}: no division is here with two counters or more (3.3.all-components, 3.3.single-counter)"
        yield f"{told}; leave the integrity out"


def _divisions(counters: Sequence[Counter]) -> dict[str, int]:
    """At most so many counters of each division."""
    found: dict[str, int] = {}
    for counter in counters:
        for division in {unit.division for unit in counter.rows if unit.division}:
            found[division] = found.get(division, 0) + counter.count
    return found


def _axis(side: Side) -> bool:
    return all(NAMES[AXIS] in counter.entry.sides for counter in side.counters)


def _rare(attack: Side, defence: Side, leader: bool) -> Iterator[str]:
    number = sum(counter.count for counter in defence.counters)
    if number > STACK:
        yield (
            f"as asked, though {counted(number, 'unit')} in the defender's hex are more than {STACK} (2.3.four): that "
            "may only be between two checks, as after an arrival or an advance (2.3.when-checked, 4.1.overstack-ok)"
        )
    nations = {unit.nationality for counter in attack.counters for unit in counter.rows}
    if leader and attack.stacks and _axis(attack) and not nations & GERMANS:
        yield (
            "as asked, though Rommel stands with a German unit (6.2.german-stack): "
            "one must be in a hex of the attack and not take part"
        )


__all__ = ["LIKE", "Side", "Strength", "check_sides", "read_sides"]
