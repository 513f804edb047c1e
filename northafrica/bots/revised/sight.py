"""What a power reads off the board: who stands where, how far the fighting is, what threatens a place."""

from __future__ import annotations

from functools import cached_property

from northafrica.bots.spread import FAR, spread
from northafrica.core.groups import Keep, Picked, groups
from northafrica.core.orders import Some
from northafrica.core.pieces import Piece
from northafrica.core.table import View
from northafrica.mechanisms.sides import ATTACK, DEFEND
from northafrica.systems.revised.board.cargo import is_cargo
from northafrica.systems.revised.board.ground import (
    AIR,
    CAPTORS,
    COMPLEX,
    GUN,
    SHIPS,
    SIDES,
    capital_of,
    controller,
    data,
    enemies_at_sea,
    is_hostile,
    unit,
)
from northafrica.systems.revised.combat.volleys import developed_value

CITY, CAPITAL, INDUSTRY = 6.0, 30.0, 5.0
"""What a victory city, an enemy capital and a complex are worth beside the income of their territory, in IPCs."""
SEASONS = 2.0
"""A territory is worth the income of so many turns."""
LANDED = 3
"""Attack values that a transport within reach may bring ashore."""
MARGIN = 1.1


def some(piece: Piece, n: int) -> Some:
    """The words that mean exactly these pieces."""
    return Some(n, piece.kind, piece.power, piece.status)


def fights(piece: Piece) -> bool:
    """Whether a piece stands on battle boards."""
    return piece.kind not in (GUN, COMPLEX) and not is_cargo(piece) and not piece.has("submerged")


class Sight:
    """The board as one power reads it; made anew for every choice."""

    def __init__(self, view: View, power: str = "") -> None:
        self.view, self.power = view, power or view.state.power
        self.side = SIDES[self.power]
        self.info = data(view)
        self.threats: dict[str, float] = {}

    # -- who stands where ------------------------------------------------------------------------
    def own(self, space: str, keep: Keep = fights) -> Picked:
        """Units of the power in a space."""
        return groups(self.view, space, lambda p: p.power == self.power and keep(p))

    def foes(self, space: str) -> Picked:
        """Enemy units that fight in a space."""
        return groups(self.view, space, lambda p: SIDES[p.power] != self.side and fights(p))

    def friends(self, space: str) -> Picked:
        """Units of the side that fight in a space."""
        return groups(self.view, space, lambda p: SIDES[p.power] == self.side and fights(p))

    def strength(self, found: Picked, how: str) -> int:
        """Attack or defence values added up."""
        return sum(n * developed_value(self.view, p, how) for p, n in found)

    def price(self, found: Picked) -> int:
        """What units cost."""
        return sum(n * unit(self.view, p.kind).cost for p, n in found)

    def hostile(self, space: str) -> bool:
        return is_hostile(self.view, space, self.side)

    def has_gun(self, space: str) -> bool:
        """Whether an enemy gun fires at aircraft there."""
        return self.hostile(space) and any(p.kind == GUN for p in self.view.state.at(space))

    # -- the lie of the land ---------------------------------------------------------------------
    def by_land(self, space: str) -> tuple[str, ...]:
        return self.info.board.neighbours(space, "land")

    def by_sea(self, zone: str) -> tuple[str, ...]:
        return self.info.board.neighbours(zone, "sea")

    def coast(self, space: str) -> tuple[str, ...]:
        """The zones beside a territory, or the territories beside a zone."""
        return self.info.board.neighbours(space, "coast")

    def flown(self, start: str, limit: int) -> dict[str, float]:
        """Spaces to fly from a place, up to a limit."""
        found = {start: 0.0}
        layer = [start]
        for step in range(1, limit + 1):
            layer = [to for here in layer for to in self.info.board.neighbours(here) if to not in found]
            found |= dict.fromkeys(layer, float(step))
        return found

    def worth(self, space: str) -> float:
        """What taking a hostile territory is worth in IPCs or so."""
        value = 1 + SEASONS * self.info.income(space)
        if any(city.space == space for city in self.info.cities):
            value += CITY
        if any(p.kind == COMPLEX for p in self.view.state.at(space)):
            value += INDUSTRY
        return value + (CAPITAL if space == capital_of(self.view, controller(self.view, space)) else 0.0)

    @cached_property
    def targets(self) -> list[str]:
        """Hostile territories."""
        return [space for space in self.info.territories if self.hostile(space)]

    @cached_property
    def front(self) -> dict[str, float]:
        """Steps over land from each territory to the fighting, nearer in mind the more there is to win."""
        starts = [(space, -min(3.0, self.worth(space) / 12)) for space in self.targets]
        return spread(starts, self.by_land)

    @cached_property
    def shore(self) -> dict[str, float]:
        """Steps over sea from each zone to a coast where land units are of use."""
        starts = [(zone, self.front[space]) for space in self.front for zone in self.coast(space)]
        return spread(starts, self.by_sea)

    def ahead(self, space: str) -> float:
        return self.front.get(space, float(FAR))

    # -- dangers -----------------------------------------------------------------------------------
    def threat(self, space: str) -> float:
        """Attack values that the strongest enemy power can bring against a territory in one turn."""
        if space not in self.threats:
            self.threats[space] = self._threat(space)
        return self.threats[space]

    def _threat(self, space: str) -> float:
        powers: dict[str, float] = {}

        def count(piece: Piece, n: int, value: float) -> None:
            powers[piece.power] = powers.get(piece.power, 0.0) + n * value

        near = self.by_land(space)
        second = {two for one in near for two in self.by_land(one)} - {*near, space}
        for place, kinds in [*((s, CAPTORS) for s in near), *((s, {"tank"}) for s in second)]:
            for piece, n in self.foes(place):
                if piece.kind in kinds:
                    count(piece, n, unit(self.view, piece.kind).attack)
        for place, steps in self.flown(space, 4).items():
            for piece, n in self.foes(place):
                if piece.kind in AIR and 2 * steps <= unit(self.view, piece.kind).move + 2:
                    count(piece, n, unit(self.view, piece.kind).attack)
        for place in {to for zone in self.coast(space) for to in (zone, *self.by_sea(zone))}:
            for piece, n in self.foes(place):
                if piece.kind == "transport":
                    count(piece, n, LANDED)
        return max(powers.values(), default=0.0)

    def need(self, space: str) -> float:
        """The defence values a territory must keep: the capital against what can come, elsewhere one unit."""
        if controller(self.view, space) != self.power:
            return 0.0
        if space == capital_of(self.view, self.power):
            return MARGIN * self.threat(space) + 2
        near = any(self.hostile(to) and self.foes(to) for to in self.by_land(space))
        return 2.0 if near and self.info.income(space) else 0.0

    def deficit(self, space: str) -> float:
        """How much defence is missing."""
        return self.need(space) - self.strength(self.friends(space), DEFEND)

    def spare(self, space: str, keep: Keep) -> Picked:
        """Land units that a territory can do without, the best attackers first."""
        have, need = float(self.strength(self.friends(space), DEFEND)), self.need(space)
        movable = self.own(space, lambda p: keep(p) and p.kind in CAPTORS and not is_cargo(p))
        found: Picked = []
        for piece, n in sorted(movable, key=lambda item: (-unit(self.view, item[0].kind).attack, item[0])):
            line = unit(self.view, piece.kind)
            free = min(n, max(0, int((have - need) // line.defense))) if need else n
            have -= free * line.defense
            if free:
                found.append((piece, free))
        return found

    def sea_strength(self, zone: str, how: str = ATTACK) -> int:
        """Attack or defence values of the side's ships and aircraft in a zone."""
        return self.strength([(p, n) for p, n in self.friends(zone) if p.kind in SHIPS or p.kind in AIR], how)

    def clear(self, zone: str) -> bool:
        """Whether no enemy stands in a zone."""
        return not enemies_at_sea(self.view, zone, self.side)
