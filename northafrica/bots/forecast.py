"""What a combat will come to on average: quick, without dice, for any game whose units roll for hits in rounds."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

MOST_ROUNDS = 8


class Line(Protocol):
    """A line of a table of units."""

    @property
    def attack(self) -> int:
        """The value on which it hits in attack."""

    @property
    def defense(self) -> int:
        """The value on which it hits in defence."""

    @property
    def abilities(self) -> Collection[str]:
        """What it can do."""


L = TypeVar("L", bound=Line)


@dataclass(frozen=True)
class Fighter:
    """One unit in a forecast: the number it hits on, what it costs, and the faces of the die."""

    value: int
    cost: int
    faces: int

    @property
    def chance(self) -> float:
        return min(1.0, self.value / self.faces)


def fighters(
    units: Iterable[tuple[L, int]], attacking: bool, cost: Callable[[L], int], lifted: int, faces: int
) -> list[Fighter]:
    """Units of a forecast out of lines and numbers; each gun lifts one infantry that attacks with it to `lifted`."""
    found = list(units)
    guns = sum(n for line, n in found if "supports_infantry" in line.abilities) if attacking else 0
    made: list[Fighter] = []
    for line, n in found:
        value = line.attack if attacking else line.defense
        helped = min(guns, n) if attacking and "supported_by_artillery" in line.abilities else 0
        guns -= helped
        made += [Fighter(max(lifted, value), cost(line), faces)] * helped
        made += [Fighter(value, cost(line), faces)] * (n - helped)
    return made


@dataclass(frozen=True)
class Forecast:
    """The end of a combat in units and what they cost; `rounds` is how long it lasts."""

    attackers: float
    defenders: float
    attack_loss: float
    defence_loss: float
    rounds: int

    @property
    def won(self) -> bool:
        """Whether the attackers clear the space."""
        return self.defenders < 0.5 and self.attackers >= 0.5


class _Force:
    """Units that lose their cheapest first; parts of units count."""

    def __init__(self, units: Sequence[Fighter]) -> None:
        self.units = sorted(units, key=lambda unit: (unit.cost, unit.value))
        self.gone = 0.0

    @property
    def left(self) -> float:
        return max(0.0, len(self.units) - self.gone)

    def hits(self) -> float:
        """Hits of one round of fire."""
        first = int(self.gone)
        part = self.gone - first
        living = self.units[first:]
        if not living:
            return 0.0
        return sum(unit.chance for unit in living) - part * living[0].chance

    def lose(self, hits: float) -> None:
        self.gone = min(float(len(self.units)), self.gone + hits)

    def lost(self) -> float:
        """The cost of what is lost so far."""
        first = int(self.gone)
        whole = sum(unit.cost for unit in self.units[:first])
        rest = self.units[first].cost * (self.gone - first) if first < len(self.units) else 0.0
        return whole + rest


def forecast(
    attackers: Sequence[Fighter], defenders: Sequence[Fighter], rounds: int = MOST_ROUNDS, unarmed: bool = False
) -> Forecast:
    """The average course of a combat of at most so many rounds; `unarmed` defenders only run."""
    own, foe = _Force(attackers), _Force(defenders)
    fought = 0
    while fought < min(rounds, MOST_ROUNDS) and own.left >= 0.5 and foe.left >= 0.5:
        hits, back = own.hits(), 0.0 if unarmed else foe.hits()
        foe.lose(hits)
        own.lose(back)
        fought += 1
        if unarmed:
            return Forecast(own.left, 0.0, own.lost(), foe.lost(), fought)
    return Forecast(own.left, foe.left, own.lost(), foe.lost(), fought)
