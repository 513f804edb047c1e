"""What a land combat will come to on average: quick, without dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

FACES = 10
REROLLED = 7
MOST_ROUNDS = 8


@dataclass(frozen=True)
class Fighter:
    """One unit in a forecast: the number it hits on, what it costs, whether it hits more by a reroll."""

    value: int
    cost: int
    reroll: bool = False

    @property
    def chance(self) -> float:
        return min(1.0, self.value / (REROLLED if self.reroll else FACES))


@dataclass(frozen=True)
class Forecast:
    """The end of a combat in units and RP; `rounds` is how long it lasts."""

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
        """RP lost so far."""
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
