"""Phase 4: which combat first, who is lost, press or withdraw, submarines and fighters adrift."""

from __future__ import annotations

from collections.abc import Iterator

from northafrica.bots.revised.chances import chance
from northafrica.bots.revised.sight import Sight, some
from northafrica.core.common_orders import End
from northafrica.core.groups import Picked, offer
from northafrica.core.orders import Order
from northafrica.core.pieces import Piece
from northafrica.core.table import View
from northafrica.mechanisms.hits import Group
from northafrica.mechanisms.sides import ATTACK, DEFEND
from northafrica.systems.revised.board.ground import CAPTORS, is_sea, unit
from northafrica.systems.revised.combat import bombard, casualties, order, press, rescue
from northafrica.systems.revised.combat.forces import attackers, defenders, due
from northafrica.systems.revised.orders.fighting import Bombard, Press, Resolve, Retreat, Stay, Submerge, Take

HOPE = 0.5
"""Who wins less often than this and loses more than it gains withdraws."""


def resolve(view: View, choice: order.ChooseCombat) -> Iterator[Order]:
    """Sea combats first, then what is worth most."""
    sight = Sight(view)
    for space in sorted(order.ready(view), key=lambda s: (not is_sea(view, s), -_worth(sight, s), s)):
        yield Resolve(space)


def _worth(sight: Sight, space: str) -> float:
    return 0.0 if is_sea(sight.view, space) else sight.worth(space)


def bombardment(view: View, choice: bombard.Bombardment) -> Iterator[Order]:
    """All ships bombard."""
    for zone in bombard.zones(view, choice.space):
        yield Bombard(tuple(offer(view, zone, bombard.may_bombard(view))), zone)
    yield End()


def take(view: View, choice: casualties.TakeCasualties) -> Iterator[Order]:
    """A sound battleship first, then the cheapest; the last unit that can take the ground is as dear as the ground."""
    found = due(view, choice.side, choice.space).eligible()
    attacking, captors = choice.side == ATTACK, sum(n for _, p, n in found if p.kind in CAPTORS)
    ground = Sight(view).worth(choice.space) if captors == 1 and attacking else 0.0

    def rank(item: Group) -> tuple[float, int, Piece]:
        piece, line = item[1], unit(view, item[1].kind)
        cost = 0.0 if line.hits > 1 and not piece.has("damaged") else float(line.cost)
        cost += ground if piece.kind in CAPTORS else 0.0
        return cost, line.attack if attacking else line.defense, piece

    for _, piece, _ in sorted(found, key=rank):
        yield Take((some(piece, 1),))


def press_on(view: View, choice: press.PressOrWithdraw) -> Iterator[Order]:
    """Go on while the odds are good or the exchange is."""
    if not _goes_on(view, choice.space):
        for to in sorted(press.refuges(view, choice.space)):
            yield Retreat(to)
        yield Retreat()
    yield Press()


def _goes_on(view: View, space: str) -> bool:
    own, foe = _picked(attackers(view, space)), _picked(defenders(view, space))
    seen = chance(own, foe, gun=False)
    land = not is_sea(view, space)
    holds = land and any(p.kind in CAPTORS for p, _ in own)
    worth = Sight(view).worth(space) if holds else 0.0
    return seen.win >= HOPE or seen.defence_loss + seen.win * worth > seen.attack_loss


def _picked(found: list[Group]) -> Picked:
    return [(piece, n) for _, piece, n in found]


def submerge(view: View, choice: press.DefendersSubmerge) -> Iterator[Order]:
    """Submarines dive from a stronger enemy."""
    own, foe = defenders(view, choice.space), attackers(view, choice.space)
    sight = Sight(view)
    if sight.strength(_picked(own), DEFEND) < sight.strength(_picked(foe), ATTACK):
        for _, piece, n in own:
            if piece.kind == "submarine" and piece.power == choice.power:
                yield Submerge((some(piece, n),))
    yield Stay()


def rescue_fighters(view: View, choice: rescue.RescueChoice) -> Iterator[Order]:
    """Fighters land on the first deck or territory."""
    yield choice.fallback(view)
