"""Phase 4, and whatever else is decided with dice about: fight or retreat, press or cease, casualties, mines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from northafrica.bots.aana.sight import CAPITAL, Sight, cost, some, worth
from northafrica.bots.forecast import Forecast, forecast
from northafrica.core.orders import Amounts, FieldSpec, Order, Some, specs
from northafrica.core.pieces import Piece
from northafrica.core.step import Choice
from northafrica.core.table import View
from northafrica.mechanisms.hits import Group
from northafrica.mechanisms.sides import ATTACK
from northafrica.systems.aana.board.ground import SIDES, is_land, is_sea, unit
from northafrica.systems.aana.combat import (
    casualties,
    decisions,
    ending,
    escape,
    flank,
    flow,
    press,
    raids,
    retreat,
    targeting,
)
from northafrica.systems.aana.combat.cargo import CargoFirst, CargoName
from northafrica.systems.aana.combat.forces import attackers, defenders, due, land_origins, units_of
from northafrica.systems.aana.combat.volleys import defence_reroll
from northafrica.systems.aana.facts import combat
from northafrica.systems.aana.mines import going_off, hits
from northafrica.systems.aana.orders import (
    Bomb,
    Cease,
    Detonate,
    Enter,
    Escape,
    FallBack,
    Fight,
    Lose,
    MainAttack,
    NameType,
    Press,
    PullBack,
    Raid,
    Resolve,
    Retreat,
    Strike,
    Take,
    Target,
)

PRICE = {
    "supply": 1,
    "transport": 4,
    "battleship": 13,
    "destroyer": 8,
    "submarine": 6,
    "fighter": 10,
    "bomber": 10,
    "tank": 6,
    "sherman": 6,
    "anti_tank_gun": 5,
    "artillery": 4,
    "mechanized_infantry": 4,
    "scout_car": 4,
    "infantry": 3,
    "aaa": 3,
    "truck": 5,
}


def offered(choice: Choice, view: View, kind: type[Order], name: str, **given: Any) -> list[Any]:
    """What a choice offers for one field."""
    spec: FieldSpec = next(spec for spec in specs(kind) if spec.name == name)
    return list(choice.deed(view, kind).values(view, spec, given))


def outlook(view: View, space: str, rounds: int = 8) -> Forecast:
    """How the combat under way will go on, if both sides fight."""
    sight = Sight(view)
    now = combat(view)
    groups: dict[bool, list[tuple[Piece, int]]] = {False: [], True: []}
    for place, piece, n in attackers(view, space):
        groups[place in now.flanks and is_land(piece)].append((piece, n))
    own = [unit for flank, found in groups.items() for unit in sight.fighters(found, attacking=True, reroll=flank)]
    theirs = [(p, n) for _, p, n in defenders(view, space)]
    foe = sight.fighters(theirs, attacking=False, reroll=bool(defence_reroll(view, space)))
    return forecast(own, foe, rounds)


def best_payment(ways: Sequence[Amounts], sight: Sight) -> Amounts:
    """The way to pay that draws on what lies farthest from the enemy."""
    return max(ways, key=lambda way: (sum(n * sight.ahead(place) for place, n in way), way), default=())


# -- the defender ------------------------------------------------------------------------------------
def fight_or_retreat(view: View, choice: decisions.FightOrRetreat) -> Iterator[Order]:
    """Stand where it pays, else leave."""
    space = choice.space
    sight = Sight(view, _defending(view, space))
    fight = Fight(best_payment(offered(choice, view, Fight, "paying"), sight))
    if _stands(view, space, sight):
        yield fight
    yield Retreat()
    yield fight


def _defending(view: View, space: str) -> str:
    found = defenders(view, space)
    return SIDES[found[0][1].power] if found else ""


def _stands(view: View, space: str, sight: Sight) -> bool:
    """Whether to fight on: where there is no way out, for a capital, or where it costs the attacker dear."""
    if space == CAPITAL[sight.side]:
        return True
    groups = [piece for _, piece, _ in defenders(view, space)]
    if not any(retreat.refuges(view, piece, space) for piece in groups):
        return True
    seen = outlook(view, space)
    if not seen.won:
        return True
    return seen.attack_loss >= 0.7 * seen.defence_loss and worth(space) >= 3


def exempt_choice(view: View, choice: decisions.ExemptChoice) -> Iterator[Order]:
    """Aircraft, scout cars and the French stand or leave like the others."""
    sight = Sight(view, _defending(view, choice.space))
    yield Fight() if _stands(view, choice.space, sight) else Retreat()


def fall_back(view: View, choice: retreat.FallBackChoice) -> Iterator[Order]:
    """To where most friends stand, nearer home."""
    found = retreat.leaving(view, choice.space)
    sight = Sight(view, SIDES[found[0][1].power])
    home = sight.spread([(CAPITAL[sight.side], 0.0)])
    for _, piece, n in sorted(found, key=lambda item: -PRICE.get(item[1].kind, 3)):
        refuges = retreat.refuges(view, piece, choice.space)
        for to in sorted(refuges, key=lambda at: (-sight.defence(at), home.get(at, 99.0), at)):
            k = min(n, sight.room(to))
            if k > 0:
                yield FallBack((some(piece, k),), to)


def escape_cargo(view: View, choice: escape.EscapeChoice) -> Iterator[Order]:
    """The dearest loads get away."""
    loads = offered(choice, view, Escape, "units")
    for load in sorted(loads, key=lambda s: -min(s.count, 10 if s.kind == "supply" else 2) * PRICE.get(s.kind, 3)):
        yield Escape((load,))


# -- the attacker ------------------------------------------------------------------------------------
def resolve(view: View, choice: flow.ChooseCombat) -> Iterator[Order]:
    """At sea and from the air first, then what matters most."""
    spaces = offered(choice, view, Resolve, "space")

    def rank(space: str) -> tuple[bool, bool, float, str]:
        land = any(is_land(p) for _, p, _ in attackers(view, space))
        return (land and not is_sea(view, space), land, -worth(space), space)

    for space in sorted(spaces, key=rank):
        yield Resolve(space)


def main_attack(view: View, choice: flank.ChooseMain) -> Iterator[Order]:
    """The weakest of the origins that tie is the main attack, so that the strong ones flank."""

    def strength(place: str) -> int:
        return sum(n * unit(view, p).attack for at, p, n in attackers(view, choice.space, is_land) if at == place)

    for place in sorted(flank.tied(view, choice.space), key=lambda at: (strength(at), at)):
        yield MainAttack(place)


def press_or_cease(view: View, choice: press.PressOrCease) -> Iterator[Order]:
    """Go on while ahead and supplied."""
    if _goes_on(view, choice.space):
        sight = Sight(view)
        if is_sea(view, choice.space):
            yield Press()
        ways = offered(choice, view, Press, "paying", leaving=())
        for way in sorted(ways, key=lambda w: (-sum(n * sight.ahead(p) for p, n in w), w)):
            yield Press(paying=way)
        yield Press()
    yield Cease()
    yield Press()


def _goes_on(view: View, space: str) -> bool:
    if is_sea(view, space):
        return _goes_on_at_sea(view, space)
    if not any(is_land(p) for _, p, _ in attackers(view, space)):
        return False
    seen = outlook(view, space)
    if space == CAPITAL[Sight(view).enemy]:
        return seen.won or seen.defence_loss > seen.attack_loss
    count = sum(n for _, _, n in attackers(view, space))
    return seen.won and seen.attackers >= 0.25 * count and seen.defence_loss + worth(space) >= 0.8 * seen.attack_loss


def _goes_on_at_sea(view: View, space: str) -> bool:
    own, foe = strength(view, units_of(view, ATTACK, space), True), strength(view, defenders(view, space), False)
    return own >= foe


def strength(view: View, found: Sequence[Group], attacking: bool) -> int:
    """Values of some units, added up."""
    return sum(n * (unit(view, p).attack if attacking else unit(view, p).defense) for _, p, n in found)


def target(view: View, choice: targeting.TargetHit) -> Iterator[Order]:
    """The dearest type."""
    for kind in sorted(offered(choice, view, Target, "type"), key=lambda k: -PRICE.get(k, 3)):
        yield Target(kind)


def enter(view: View, choice: ending.EnterChoice) -> Iterator[Order]:
    """The best defenders move in."""
    waiting = [g for g in attackers(view, choice.space) if is_land(g[1]) and g[0] != choice.space]
    for place, piece, n in sorted(waiting, key=lambda g: (-unit(view, g[1]).defense, g[0], g[1])):
        yield Enter((some(piece, min(n, choice.free(view))),), place)


# -- losses ------------------------------------------------------------------------------------------
def take(view: View, choice: casualties.TakeCasualties) -> Iterator[Order]:
    """The cheapest goes first, and not the last land unit that could take the ground."""
    found = due(view, choice.side, choice.space).eligible()
    attacking = choice.side == ATTACK

    def rank(item: Group) -> tuple[float, int, str]:
        line = unit(view, item[1])
        price = float(cost(line)) + (0.5 if item[1].has("damaged") else 0.0)
        if item[1].kind == "battleship" and not item[1].has("damaged"):
            price = 0.0
        if attacking and item[1].kind == "scout_car":
            price -= 1.5
        return (price, line.attack if attacking else line.defense, str(item[1]))

    last = attacking and sum(land_origins(view, choice.space).values()) <= 1
    order = sorted(found, key=rank)
    if last:
        order.sort(key=lambda item: is_land(item[1]))
    several = len({place for place, _, _ in found}) > 1
    for place, piece, _ in order:
        yield Take((some(piece, 1),), place if several else "")


def pull_back(view: View, choice: hits.MinedBack) -> Iterator[Order]:
    """The cheapest units are thrown back."""
    need, found = choice.need(view), []
    for offer in sorted(offered(choice, view, PullBack, "units"), key=lambda s: PRICE.get(s.kind, 3)):
        k = min(need, offer.count)
        if k:
            found.append(Some(k, offer.kind, offer.power, offer.status))
            need -= k
    yield PullBack(tuple(found))


def mined_ships(view: View, choice: hits.MinedShips) -> Iterator[Order]:
    """The cheapest ship is hit."""
    for offer in sorted(offered(choice, view, Take, "units"), key=lambda s: PRICE.get(s.kind, 3)):
        yield Take((offer,))


def lose(view: View, choice: CargoFirst) -> Iterator[Order]:
    """The cheapest cargo goes down."""
    for offer in sorted(offered(choice, view, Lose, "units"), key=lambda s: s.count * PRICE.get(s.kind, 3)):
        yield Lose((offer,))


def name_type(view: View, choice: CargoName) -> Iterator[Order]:
    """The dearest type of cargo."""
    for kind in sorted(offered(choice, view, NameType, "type"), key=lambda k: -PRICE.get(k, 3)):
        yield NameType(kind)


def detonate(view: View, choice: going_off.MineWindow) -> Iterator[Order]:
    """All mines go off."""
    yield Detonate(choice.available(view))


def destroy_supply(view: View, choice: raids.DestroySupply) -> Iterator[Order]:
    """Enemy supply is always worth destroying."""
    yield Raid() if choice.how == "raid" else Bomb()


def submarines(view: View, choice: raids.SubmarineChoice) -> Iterator[Order]:
    """Submarines always strike."""
    yield Strike()
