"""Phases 2 and 6: the capital first, transports for who is oversea, then as many units as the complexes place."""

from __future__ import annotations

from collections.abc import Iterator

from northafrica.bots.revised.sight import Sight
from northafrica.bots.spread import FAR
from northafrica.core.common_orders import End
from northafrica.core.groups import groups, number, total
from northafrica.core.orders import Order, Some
from northafrica.core.step import Choice
from northafrica.core.table import View
from northafrica.mechanisms.sides import DEFEND
from northafrica.systems.revised.board.ground import (
    CAPTORS,
    COMPLEX,
    MOBILIZATION,
    SHIPS,
    capital_of,
    is_sea,
    unit,
)
from northafrica.systems.revised.board.money import funds
from northafrica.systems.revised.mobilize import sites
from northafrica.systems.revised.mobilize.phase import MobilizeUnits
from northafrica.systems.revised.orders.economy import Buy, Place
from northafrica.systems.revised.purchase.phase import PurchaseUnits, price

FLEET, FIRST_LIFT = 5, 2
"""Transports at most, and at least."""
INFANTRY_SHARE = 3
"""One tank or gun to so many infantry."""
MARCH = 6.0
"""Units further from the fighting than this by land want ships."""
SITE = 3.0
"""New complexes stand no further from it."""


def research(view: View, choice: Choice) -> Iterator[Order]:
    """Nothing: armies win sooner than weapons."""
    yield End()


def purchases(view: View, choice: PurchaseUnits) -> Iterator[Order]:
    """Units one after the other, while there is money and a complex to place them."""
    kind = _next(view)
    if kind:
        yield Buy((Some(1, kind),))
    yield End()


def _next(view: View) -> str:
    """What is bought next, "" for nothing."""
    sight, money = Sight(view), funds(view, view.state.power)
    waiting = {p.kind: n for p, n in groups(view, MOBILIZATION, lambda p: p.power == sight.power)}
    room = sum(view.data.income(s) for s in sites.complexes(view)) - sum(
        n for kind, n in waiting.items() if kind != COMPLEX
    )
    wanted = [kind for kind in _wishes(sight, waiting, money, room) if price(view, sight.power, kind) <= money]
    return wanted[0] if wanted and (room > 0 or wanted[0] == COMPLEX) else ""


def _wishes(sight: Sight, waiting: dict[str, int], money: int, room: int) -> Iterator[str]:
    """Kinds worth having, the most wanted first."""
    home = capital_of(sight.view, sight.power)
    guards = sum(n * unit(sight.view, kind).defense for kind, n in waiting.items() if kind in CAPTORS)
    if sight.deficit(home) > guards:
        yield "infantry"
    if oversea(sight):
        if not waiting and not mainland(sight) and new_site(sight) and money >= 15 + 9:
            yield COMPLEX
        yield from _ships(sight, waiting)
    men, others = waiting.get("infantry", 0), waiting.get("tank", 0) + waiting.get("artillery", 0)
    if room and money >= 10 * room:
        yield "fighter"
    if money > 3 * room or men >= INFANTRY_SHARE * (others + 1):
        yield "tank"
        yield "artillery"
    yield "infantry"


def oversea(sight: Sight) -> bool:
    """Whether the capital lies so that its armies need ships."""
    return sight.ahead(capital_of(sight.view, sight.power)) > MARCH


def mainland(sight: Sight) -> list[str]:
    """Complexes of the power near the fighting."""
    return [s for s in sites.complexes(sight.view) if sight.ahead(s) <= MARCH]


def new_site(sight: Sight) -> str:
    """The best territory for a new complex: near the fighting, of some income, and safe."""
    view = sight.view
    able = [
        s
        for s in sight.info.territories
        if sites.new_complex_problem(view, 1, s) is None
        and sight.info.income(s) >= 2
        and sight.ahead(s) <= SITE
        and sight.strength(sight.friends(s), DEFEND) >= sight.threat(s)
    ]
    return min(able, key=lambda s: (-sight.info.income(s), sight.ahead(s), s), default="")


def _ships(sight: Sight, waiting: dict[str, int]) -> Iterator[str]:
    """Transports for those who wait at home; a destroyer where enemies sail nearby."""
    view, power = sight.view, sight.power
    home = capital_of(view, power)
    have = sum(number(view, z, lambda p: p.power == power and p.kind == "transport") for z in sight.info.zones)
    have += waiting.get("transport", 0)
    men = total(sight.own(home, lambda p: p.kind in CAPTORS)) + sum(waiting.get(kind, 0) for kind in CAPTORS)
    near = {to for zone in sight.coast(home) for to in (zone, *sight.by_sea(zone))}
    danger = sum(sight.strength([g for g in sight.foes(z) if g[0].kind in SHIPS], DEFEND) for z in near)
    escorts = sum(sight.sea_strength(z, DEFEND) for z in near) + 3 * waiting.get("destroyer", 0)
    if danger > escorts and not waiting.get("destroyer"):
        yield "destroyer"
    if have < FIRST_LIFT or (have < FLEET and 2 * have <= men):
        yield "transport"


def placing(view: View, choice: MobilizeUnits) -> Iterator[Order]:
    """Each unit where it is needed most."""
    sight = Sight(view)
    for piece, n in groups(view, MOBILIZATION, lambda p: p.power == sight.power):
        for count in dict.fromkeys((n, 1)):
            one = (Some(count, piece.kind),)
            if piece.kind == COMPLEX:
                yield Place(one, new_site(sight))
            for space, through in _spaces(sight, piece.kind):
                yield Place(one, space, through)
    yield End()


def _spaces(sight: Sight, kind: str) -> list[tuple[str, str]]:
    """Where a unit may be placed, with the complex, the best first."""
    view = sight.view
    usable = [s for s in sites.complexes(view) if sites.room(view, s) > 0]
    if kind in SHIPS:
        pairs = [(z, s) for s in usable for z in sight.coast(s)]
        return sorted(pairs, key=lambda p: (not sight.clear(p[0]), -sight.sea_strength(p[0], DEFEND), _shore(sight, p)))
    return [(s, s) for s in sorted(usable, key=lambda s: (-sight.deficit(s), sight.ahead(s), s))]


def _shore(sight: Sight, pair: tuple[str, str]) -> tuple[float, str, str]:
    assert is_sea(sight.view, pair[0])
    return sight.shore.get(pair[0], float(FAR)), *pair
