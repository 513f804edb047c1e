"""Set-up, reinforcements, Replacements, withdrawals, the Supply Phase."""

from __future__ import annotations

from collections.abc import Iterator

from northafrica.bots.afrika2.aims import aims
from northafrica.bots.afrika2.sight import Sight
from northafrica.core.common_orders import ChooseForMe, End
from northafrica.core.groups import offer
from northafrica.core.orders import Order, Some
from northafrica.core.pieces import Piece
from northafrica.core.table import View
from northafrica.systems.afrika2 import setup
from northafrica.systems.afrika2.entities import ALEXANDRIA, DEAD, MATRUH, RESTRICTION, STACK
from northafrica.systems.afrika2.ground import count_units, dumps, frame, is_short, unit
from northafrica.systems.afrika2.orders import (
    BuildBox,
    Rebuild,
    Release,
    SupplyAll,
    Trento,
    Withdraw,
)
from northafrica.systems.afrika2.reinforcement import arrivals, release, replacements, withdrawals
from northafrica.systems.afrika2.supply import phase
from northafrica.systems.afrika2.supply.planning import hungry, plan


def set_up(view: View, choice: setup.FreePlaces) -> Iterator[Order]:
    """Where the units are of use: with the leader, in the fortress."""
    yield ChooseForMe()


def trento(view: View, choice: setup.TrentoChoice) -> Iterator[Order]:
    """A truck each turn is worth more than two fast regiments."""
    yield Trento("yes")


def arrive(view: View, choice: arrivals.PlaceArrivals) -> Iterator[Order]:
    """Beside friends."""
    yield ChooseForMe()


def release_listed(view: View, choice: release.ReleaseListed) -> Iterator[Order]:
    """To Mersa Matruh as long as there is room, then to Alexandria."""
    for some in offer(view, RESTRICTION, release.ReleasingListed(choice.waiting).free):
        for gate in (MATRUH, ALEXANDRIA):
            if gate == ALEXANDRIA or count_units(view, gate, "cw") + some.count <= STACK:
                yield Release((some,), gate)
    yield ChooseForMe()


def release_early(view: View, choice: release.ReleaseEarly) -> Iterator[Order]:
    """Only where Mersa Matruh is in danger and has room."""
    sight = Sight(view, "cw")
    here = sight.defence(sight.friends.get(MATRUH, [])) * sight.times(MATRUH)
    pressed = sight.threat(MATRUH, 16) > here or (is_short(view) and frame(view).id == "italian_invasion")
    if pressed and count_units(view, MATRUH, "cw") < STACK:
        for some in offer(view, RESTRICTION, lambda p: unit(view, p).steps > 1):
            yield Release((Some(1, some.kind, some.power, some.status),), MATRUH)
    yield End()


def rebuild(view: View, choice: replacements.UseReplacements) -> Iterator[Order]:
    """The unit that gains most strength at the front; the dead count for less, since they come far back."""
    sight = Sight(view, choice.side)

    def gained(spot: tuple[str, Piece, int]) -> float:
        place, piece, _ = spot
        whole = sight.worth(piece.having(lost=0, oos=0))
        if place == DEAD[choice.side]:
            return 0.7 * whole
        return whole - sight.worth(piece) + piece.number("lost")

    spots = [*replacements.living(view, choice.side), *replacements.dead(view, choice.side)]
    for place, piece, _ in sorted(spots, key=lambda spot: (-gained(spot), spot)):
        yield Rebuild((Some(1, piece.kind, status=piece.status or None),), place)
    yield End()


def withdraw(view: View, choice: withdrawals.TakeOut) -> Iterator[Order]:
    """The least dear unit of the type."""
    sight = Sight(view, choice.side)
    spots = withdrawals.candidates(view, choice.side, choice.sort)
    for place, piece, _ in sorted(spots, key=lambda spot: (sight.worth(spot[1]), spot)):
        yield Withdraw((Some(1, piece.kind, status=piece.status or None),), place)


def supply(view: View, choice: phase.SupplyPhase) -> Iterator[Order]:
    """A Box for a place in danger where points abound; then all units, with the fewest points."""
    sight = Sight(view)
    spare = sum(dumps(view, sight.side).values()) - plan(view, sight.side).points
    if choice.stage == 0 and spare >= 3 and not sight.last:
        for place in aims(sight).hold:
            if sight.friends.get(place) and sight.threat(place) > sight.defence(sight.friends[place]):
                yield BuildBox(place)
    if hungry(view, sight.side) and plan(view, sight.side, choice.used).drawings:
        yield SupplyAll()
    yield End()
