"""What a game system must supply to the core."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Protocol

from northafrica.core.attack_told import AttackOption, AttackTold, Ready
from northafrica.core.board import Board
from northafrica.core.cards import Arrow, ChoiceOdds, NumberAsked, SpaceCard, TurnBar
from northafrica.core.common_orders import AskAgain, Never
from northafrica.core.events import Event
from northafrica.core.grammar import Grammar
from northafrica.core.map_plan import MapPlan, MapText
from northafrica.core.materials import Materials
from northafrica.core.naming import Names
from northafrica.core.options import Option
from northafrica.core.orders import Order, Vocabulary, to_text
from northafrica.core.overlays import Overlay, OverlaySort
from northafrica.core.rulebook import Rulebook, Ruling
from northafrica.core.sheets import SheetTable
from northafrica.core.state import Codec, Outcome, State
from northafrica.core.step import Step
from northafrica.core.supply_plan import Carrying, SupplyPlan
from northafrica.core.table import Setting, Table, View


@dataclass(frozen=True)
class ScenarioInfo:
    """A scenario as people choose it; `last_round` is 0 where the game knows none."""

    name: str
    title: str
    summary: str
    first_round: int
    last_round: int

    def has_round(self, number: int) -> bool:
        """Whether the game can stand in a round."""
        return self.first_round <= number and (not self.last_round or number <= self.last_round)

    @property
    def rounds(self) -> str:
        """The rounds in words: `1 to 14`, `1 on`."""
        return f"{self.first_round} to {self.last_round}" if self.last_round else f"{self.first_round} on"


class GameData(Protocol):
    """What the data of every game hold; a system whose data are of another make says so by its own methods."""

    @property
    def rulebook(self) -> Rulebook: ...
    @property
    def options(self) -> Mapping[str, Option]: ...
    @property
    def board(self) -> Board: ...
    @property
    def digests(self) -> Mapping[str, str]: ...


def _told(data: Any) -> GameData:
    told: GameData = data
    return told


class System(ABC):
    """One game. Its data are read by `load`; everything else works on views and tables."""

    name: ClassVar[str]
    title: ClassVar[str]
    sides: ClassVar[Mapping[str, str]]
    scenarios: ClassVar[Mapping[str, ScenarioInfo]]
    steps: ClassVar[Sequence[type[Step]]]
    orders: ClassVar[Sequence[type[Order]]]
    plain: ClassVar[Sequence[type]] = ()
    side_of: ClassVar[Mapping[str, str]] = {}
    """Each power and the side it is on, where no table of the data tells it."""
    asked: ClassVar[Sequence[NumberAsked]] = ()
    """The numbers of its rulings that are worth asking learners for."""
    supply: ClassVar[str] = "supply"
    supply_is_owned: ClassVar[bool] = False

    @abstractmethod
    def load(self, overlay: Path | None = None) -> Any:
        """The data of the game, `overlay` a folder of the user's own tables, or one of them. Raises DataError."""

    def scenarios_of(self, data: Any) -> Mapping[str, ScenarioInfo]:
        """The scenarios that can be played with these data: the printed ones and the user's own."""
        return self.scenarios

    def adapt(self, data: Any, options: Mapping[str, str]) -> Any:
        """The data with the numbers that the options select."""
        return data

    def rulebook(self, data: Any) -> Rulebook:
        return _told(data).rulebook

    def options(self, data: Any) -> Mapping[str, Option]:
        return _told(data).options

    def board(self, data: Any) -> Board:
        return _told(data).board

    def digests(self, data: Any) -> Mapping[str, str]:
        """A short digest of each data table, for records."""
        return _told(data).digests

    def powers(self, data: Any) -> Mapping[str, str]:
        """Each power and the side it is on."""
        return self.side_of

    @abstractmethod
    def vocabulary(self, data: Any) -> Vocabulary: ...

    def names(self, data: Any) -> Names:
        """How places, powers and kinds are said to people."""
        return Names(places={space.id: space.name for space in self.board(data).spaces.values()})

    def materials(self, data: Any) -> Materials:
        """What a position made by hand may be made of; by default every kind for every power."""
        words = self.vocabulary(data)
        kinds = tuple(sorted(words.kinds))
        return Materials(dict.fromkeys(self.powers(data), kinds))

    @abstractmethod
    def set_up(self, table: Table) -> None:
        """Fill an empty state with the scenario: events, facts and the first steps."""

    @abstractmethod
    def blank(self, table: Table) -> None:
        """Fill an empty state with what every position has (permanent markers), no pieces."""

    @abstractmethod
    def begin(self, table: Table) -> None:
        """Push the steps of a position made by hand from its round, power and phase."""

    def by_hand(self, setting: Setting, state: State) -> State:
        """A state as a position made by hand tells it: what the game remembers besides, in marks that `begin` reads."""
        return state

    def watch(self, table: Table, fresh: Sequence[Event]) -> None:  # noqa: B027 (most games need none)
        """Called after every order, roll and automatic step with its events: ends a game won at once."""

    @abstractmethod
    def faults(self, view: View) -> list[str]:
        """What is impossible about a state, in words; empty for a sound one."""

    @abstractmethod
    def card(self, view: View, space: str) -> SpaceCard: ...

    def cards(self, view: View) -> Mapping[str, SpaceCard]:
        """The cards of all spaces of the board at once; a board of very many may leave facts and sources to `card`."""
        return {space: self.card(view, space) for space in self.board(view.setting.data).spaces}

    @abstractmethod
    def turn_bar(self, view: View) -> TurnBar: ...

    def map_plan(self, data: Any) -> MapPlan | None:
        """The map as data, where it is drawn from data and not from a file of shapes."""
        return None

    def map_text(self, data: Any) -> MapText:
        """What is printed on the map below the names of spaces; nothing where a system says nothing."""
        return MapText()

    def overlays(self, view: View, space: str) -> tuple[OverlaySort, ...]:
        """What may be laid over the map while a space ("" for none) is selected."""
        return ()

    def overlay(self, view: View, name: str, space: str) -> Overlay:
        """One of the overlays. Raises KeyError for a name that `overlays` does not list."""
        raise KeyError(name)

    def arrows(self, view: View) -> tuple[Arrow, ...]:
        """Moves and attacks to draw, a pending plan included."""
        return ()

    def advice(self, view: View, space: str) -> tuple[str, ...]:
        """What the units in a place may do now, in words."""
        return ()

    def battle_odds(self, view: View) -> Sequence[ChoiceOdds]:
        """The odds of the battles in front of the seat that decides, a row a choice; none where nothing is fought."""
        return ()

    def sheet(self, data: Any) -> tuple[SheetTable, ...]:
        """The tables of the game's sheet, to print or keep open; none where a system declares none."""
        return ()

    def supply_plan(self, view: View, side: str) -> SupplyPlan | None:
        """The best plan of supply for a side as things stand; None where the game needs none."""
        return None

    def carriages(self, view: View, side: str, start: str, end: str, amount: int) -> tuple[Carrying, ...]:
        """The ways to bring so much supply from a place to another, with what carries it."""
        return ()

    def attack_targets(self, view: View) -> Mapping[str, str]:
        """The places that could be attacked as things stand, and the side that could, whoever's turn it is.

        Empty where the game has no table of results.
        """
        return {}

    def attack_ready(self, view: View, target: str) -> Sequence[Ready]:
        """The units that could attack a place."""
        return ()

    def attack_options(self, view: View, target: str) -> Sequence[AttackOption]:
        """What else can be chosen for an attack on a place."""
        return ()

    def explain_attack(
        self, view: View, target: str, forces: str | Sequence[Ready] = "", chosen: Mapping[str, str] | None = None
    ) -> AttackTold:
        """Tell an attack in full; ``forces`` as an order writes them or some that are ready, empty for all of these.

        ``chosen``: values of `attack_options`. Raises ValueError, in words, where nothing can be told.
        """
        raise ValueError(f"{self.title} has no table of combat results to tell")

    def hide(self, setting: Setting, state: State, seat: str) -> State:
        """The state as a seat may know it. Games without secrets return it unchanged."""
        return state

    def told_by(self, setting: Setting, events: Sequence[Event]) -> Ruling | None:
        """Why events are taken back by agreement only: they told a seat what it cannot unlearn; None where nothing."""
        return None

    def default_seats(self, data: Any) -> dict[str, str]:
        """Who plays which power where nobody says otherwise: a seat a side."""
        return dict(self.powers(data))

    def seated(self, seats: Mapping[str, str]) -> dict[str, str]:
        """The seats with powers put together that one player must play together."""
        return dict(seats)

    def seat_of(self, view: View, power: str) -> str:
        """Who plays a power now; games in which players change sides before play tell otherwise."""
        return view.setting.seats[power]

    def wrong_time(self, view: View, kind: str) -> str:
        """The rule that keeps orders of a kind out of the present phase, "" where none does."""
        return ""

    @cached_property
    def step_classes(self) -> dict[str, type]:
        """The classes of what a state holds, by the names it is written with. Raises TypeError for one name twice."""
        found: dict[str, type] = {}
        for kind in (*self.steps, *self.plain):
            if found.setdefault(kind.__name__, kind) is not kind:
                raise TypeError(f"{self.name} has two classes {kind.__name__}: a state could not be read back")
        return found

    def grammar(self, data: Any) -> Grammar:
        return Grammar((*self.orders, Never, AskAgain), self.vocabulary(data))

    def codec(self, data: Any) -> Codec:
        classes = {**self.step_classes, "Outcome": Outcome}
        return Codec(classes, self.grammar(data).parse, to_text)
