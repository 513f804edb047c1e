"""Charts that keep up with a game: supply on hand, supply flow, combat, losses, luck.

`update(game)` gives a chart new numbers and the figure in the page changes with them.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from northafrica.core.game import Game
from northafrica.lab.charts import chart_data
from northafrica.lab.charts.chart_data import ChartData
from northafrica.lab.charts.drawing import BarDrawing, Drawing, LineDrawing, StackedDrawing, TableDrawing


class Chart(Drawing):
    """A chart of a game. `update(game)` brings it up to date."""

    def __init__(self, game: Game, **look: Any) -> None:
        self.game = game
        super().__init__(self._read(game), **look)

    @abstractmethod
    def _read(self, game: Game) -> ChartData:
        """The numbers of a game."""

    def update(self, game: Game) -> None:
        """Show another moment of the game."""
        self.game = game
        self.show(self._read(game))


class SupplyOnHand(Chart, TableDrawing):
    """Supply on hand: a row a space, a column a round (`each="turn"`: a power's turn), the number in the cell."""

    def __init__(self, game: Game, *, each: str = "round", side: str = "", **look: Any) -> None:
        self.each, self.side = each, side
        super().__init__(game, **look)

    def _read(self, game: Game) -> ChartData:
        return chart_data.supply_data(game, each=self.each, side=self.side)

    def _unit(self) -> str:
        return "supply"


class SupplyFlow(Chart, BarDrawing):
    """Supply that arrived, moved, was spent, captured and destroyed in each round, by side."""

    def __init__(self, game: Game, *, side: str = "", **look: Any) -> None:
        self.side = side
        super().__init__(game, **look)

    def _read(self, game: Game) -> ChartData:
        return chart_data.flow_data(game, side=self.side)


class CombatRolls(Chart, BarDrawing):
    """Hits thrown beside hits to expect, roll by roll; `combat` is the place of one battle, else the last rolls."""

    def __init__(self, game: Game, *, combat: str | None = None, last: int = 16, **look: Any) -> None:
        self.combat, self.last = combat, last
        super().__init__(game, **look)

    def _read(self, game: Game) -> ChartData:
        return chart_data.combat_data(game, combat=self.combat, last=self.last)


class Losses(Chart, StackedDrawing):
    """Pieces lost by kind, stacked by power."""

    def _read(self, game: Game) -> ChartData:
        return chart_data.losses_data(game)


class Luck(Chart, LineDrawing):
    """Each side's hits less those to expect, roll by roll; the band is one standard deviation about nothing."""

    def __init__(self, game: Game, *, combat: str | None = None, **look: Any) -> None:
        self.combat = combat
        super().__init__(game, **look)

    def _read(self, game: Game) -> ChartData:
        return chart_data.luck_data(game, combat=self.combat)
