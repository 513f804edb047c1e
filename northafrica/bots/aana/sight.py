"""What a side reads off the board: strengths, distances, dangers, what is worth having."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property

from northafrica.bots.forecast import Fighter, fighters
from northafrica.bots.spread import FAR, spread
from northafrica.core.groups import groups
from northafrica.core.orders import Some
from northafrica.core.pieces import Piece
from northafrica.core.table import View
from northafrica.systems.aana.board.ground import (
    AIR,
    SIDES,
    aloft,
    barred,
    controlled_by,
    data,
    enemy_of,
    holds,
    is_combat,
    is_hostile,
    is_land,
    owner,
    room,
    side_of,
    supply,
    unit,
)
from northafrica.systems.aana.data import AanaData
from northafrica.systems.aana.data.entities import UnitType

CAPITAL = {"axis": "tunis", "allies": "cairo"}
FACES, REROLLED = 10, 7
"""The faces of the die; a reroll of 8 to 10 makes it one of seven."""
LIFTED = 3
WORTH = {
    "tunis": 40,
    "cairo": 40,
    "benghazi": 14,
    "tripoli": 12,
    "tobruk": 12,
    "mareth": 8,
    "algiers": 6,
    "oran": 4,
    "casablanca": 3,
    "kasserine_pass": 3,
}
BONUS = {"tunis": 3.0, "cairo": 3.0, "tobruk": 1.0, "benghazi": 1.0, "tripoli": 1.0, "mareth": 0.5}

Group = tuple[Piece, int]


def some(piece: Piece, n: int) -> Some:
    """The words that mean exactly these pieces."""
    return Some(n, piece.kind, piece.power, piece.status)


class Sight:
    """The board as one side reads it; made anew for every choice."""

    def __init__(self, view: View, side: str = "") -> None:
        self.view = view
        self.side = side or side_of(view.state.power)
        self.enemy = enemy_of(self.side)
        self.data: AanaData = data(view)
        self.stacks: dict[tuple[str, str], list[Group]] = {}
        self.threats: dict[str, float] = {}

    # -- who stands where ------------------------------------------------------------------------
    def stack(self, place: str, side: str) -> list[Group]:
        """Combat units of a side in a territory, attacking aircraft left out."""
        found = self.stacks.get((place, side))
        if found is None:
            found = groups(self.view, place, lambda p: SIDES[p.power] == side and is_combat(p) and not aloft(p))
            self.stacks[place, side] = found
        return found

    def defence(self, place: str, side: str = "") -> int:
        """The defence values of a side in a territory, added up."""
        return sum(n * unit(self.view, p).defense for p, n in self.stack(place, side or self.side))

    def number(self, place: str, side: str = "") -> int:
        """How many combat units of a side stand in a territory."""
        return sum(n for _, n in self.stack(place, side or self.side))

    def fighters(self, found: Iterable[Group], attacking: bool, reroll: bool = False) -> list[Fighter]:
        """Units of a forecast out of groups; guns lift the infantry that attacks with them."""
        faces = REROLLED if reroll else FACES
        return fighters(((unit(self.view, p), n) for p, n in found), attacking, cost, LIFTED, faces)

    def room(self, place: str) -> int:
        return room(self.view, place, self.side)

    def supply(self, place: str) -> int:
        return supply(self.view, place)

    def hostile(self, place: str) -> bool:
        return is_hostile(self.view, place, self.side)

    def mine(self, place: str) -> bool:
        """Whether the side controls a territory."""
        return controlled_by(self.view, place, self.side)

    # -- the lie of the land ---------------------------------------------------------------------
    @cached_property
    def land(self) -> list[str]:
        """Territories that land units other than scout cars may ever enter."""
        info = self.data
        return [
            space.id
            for space in info.board.spaces.values()
            if space.kind == "land"
            and "north_africa" in space.tags
            and not info.is_sahara(space.id)
            and not info.is_impassable(space.id)
        ]

    def near(self, place: str) -> tuple[str, ...]:
        return self.data.land_neighbours(place)

    def spread(self, starts: Iterable[tuple[str, float]], may: Callable[[str], bool] | None = None) -> dict[str, float]:
        """Steps over land from the nearest of some places, each with a handicap."""
        return spread(starts, self.near, may)

    @cached_property
    def objectives(self) -> list[tuple[str, float]]:
        """Hostile territories the side may enter, nearer in mind the more they matter."""
        found = [
            (place, -BONUS.get(place, 0.0))
            for place in self.land
            if self.hostile(place) and not barred(self.view, self.side, place)
        ]
        home = CAPITAL[self.side]
        if self.deficit(home) > 0:
            found.append((home, -2.0))
        return found

    @cached_property
    def front(self) -> dict[str, float]:
        """How far each territory is from the fighting."""
        return self.spread(self.objectives, lambda to: not barred(self.view, self.side, to))

    def ahead(self, place: str) -> float:
        return self.front.get(place, float(FAR))

    # -- dangers -----------------------------------------------------------------------------------
    def threat(self, place: str) -> float:
        """Attack values that enemies can bring against a territory in one turn; one power, a little of the other."""
        if place not in self.threats:
            self.threats[place] = self._threat(place)
        return self.threats[place]

    def _threat(self, place: str) -> float:
        near = set(self.near(place))
        steps = dict.fromkeys({to for at in near for to in self.near(at)} - {place}, 2) | dict.fromkeys(near, 1)
        powers: dict[str, float] = {}
        for where, far in steps.items():
            for piece, n in self.stack(where, self.enemy):
                line = unit(self.view, piece)
                if piece.power == "vichy" or not is_land(piece) or line.move < far or piece.kind == "scout_car":
                    continue
                who = owner(piece.power)
                powers[who] = powers.get(who, 0.0) + n * line.attack
        most = max(powers.values(), default=0.0)
        return most + 0.25 * (sum(powers.values()) - most)

    def need(self, place: str) -> float:
        """The defence a territory must keep."""
        if place == CAPITAL[self.side]:
            least = 9.0 if self.mine(place) else 0.0
            return max(least, 1.3 * self.threat(place) + 3)
        worth = WORTH.get(place, 0)
        if worth >= 8 and self.mine(place) and self.threat(place):
            return 3.0
        return 0.0

    def deficit(self, place: str) -> float:
        """How much defence is missing in a territory the side controls."""
        return self.need(place) - self.defence(place) if self.mine(place) else 0.0

    def spare(self, place: str, keep: Callable[[Piece], bool]) -> list[Group]:
        """Land units that may leave a territory: those the garrison can do without, the best attackers first."""
        have, need = float(self.defence(place)), self.need(place)
        found: list[Group] = []
        movable = [(p, n) for p, n in self.stack(place, self.side) if keep(p)]
        movable.sort(key=lambda item: (-_drive(unit(self.view, item[0])), item[0]))
        for piece, n in movable:
            worth = unit(self.view, piece).defense
            free = 0
            while free < n and (have - worth >= need or not worth):
                free += 1
                have -= worth
            if free:
                found.append((piece, free))
        return found

    def is_empty(self, place: str) -> bool:
        """Whether no enemy combat unit stands in a territory."""
        return not holds(self.view, place, self.enemy)

    def enemy_can_fight(self, place: str) -> bool:
        """Whether the defenders of a territory have supply in reach, or need none."""
        if any(
            unit(self.view, p).abilities & {"self_sufficient"} or p.kind in AIR
            for p, _ in self.stack(place, self.enemy)
        ):
            return True
        reach = [place, *self.data.board.neighbours(place, "land")]
        return any(supply(self.view, at) and not is_hostile(self.view, at, self.enemy) for at in reach)


def cost(line: UnitType) -> int:
    """The price of a unit type; a Sherman of Lend-Lease counts as a tank."""
    return line.cost or 6


def _drive(line: UnitType) -> float:
    """How much a unit belongs at the front rather than in a garrison."""
    return line.attack + 2 * (line.move > 1) - 0.5 * line.defense


def worth(place: str) -> float:
    """What a territory is worth in RP or so."""
    return float(WORTH.get(place, 1))
