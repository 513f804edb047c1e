"""What there is to show: cards of spaces, the turn bar, arrows, advice."""

from __future__ import annotations

from northafrica.core.cards import Arrow, SpaceCard, Stack, Token, TurnBar
from northafrica.core.groups import groups
from northafrica.core.map_plan import MapText
from northafrica.core.table import View
from northafrica.systems.revised.board.charts import ACTIVE, PENDING, USED
from northafrica.systems.revised.board.ground import (
    ALLIES,
    AXIS,
    SIDES,
    TREASURY,
    TURN_POWERS,
    acting_side,
    chart_of,
    controller,
    data,
    friendly_at_start,
    has_capital,
    is_sea,
    name,
    production,
    status_word,
)
from northafrica.systems.revised.data import RevisedData
from northafrica.systems.revised.phases import PHASE_NAMES
from northafrica.systems.revised.shown.words import notes
from northafrica.systems.revised.victory import cities
from northafrica.systems.revised.wording import NAMES, power_name, word

CAPITAL, CITY = "\u2605", "\u25cf"
"""Signs of a capital and of another victory city on the map."""


def map_text(data: RevisedData) -> MapText:
    """Income, victory cities and capitals, as the board prints them."""
    cities = {city.space: city.name for city in data.cities}
    texts = []
    for space in data.territories:
        sign = CAPITAL if space in data.capitals else CITY
        city = f"{sign} {cities[space]}" if space in cities else ""
        income = str(data.income(space)) if data.income(space) else ""
        if income or city:
            texts.append((space, " ".join(filter(None, (income, city)))))
    return MapText(tuple(texts), f"number: IPCs a turn; {CAPITAL} capital, {CITY} other victory city")


def card(view: View, space: str) -> SpaceCard:
    """Everything to tell about a space or an off-map place."""
    info = data(view)
    known = info.board.spaces.get(space)
    stacks = tuple(
        Stack(piece.power, SIDES[piece.power], piece.kind, n, notes(piece), word(piece.kind))
        for piece, n in groups(view, space)
    )
    power = controller(view, space)
    kind = known.kind if known else "box"
    doubtful = bool(known) and any(p.confidence == "low" for p in info.board[space].provenance.values())
    return SpaceCard(
        space,
        name(view, space),
        kind,
        power,
        SIDES.get(power, ""),
        _status(view, space) if known else "",
        stacks,
        tokens(view, space),
        facts_of(view, space) if known else _chart_lines(view, space),
        _sources(view, space) if known else (),
        doubtful,
    )


def _status(view: View, space: str) -> str:
    if data(view).has_tag(space, "impassable"):
        return "neutral, impassable"
    if is_sea(view, space):
        held = [side for side in (AXIS, ALLIES) if any(SIDES[p.power] == side for p in view.state.at(space))]
        return "contested" if len(held) == 2 else held[0] if held else "sea zone"
    return SIDES[controller(view, space)]


def tokens(view: View, space: str) -> tuple[Token, ...]:
    """IPCs in the treasury."""
    return tuple(Token(stock.resource, n, stock.owner) for stock, n in sorted(view.state.stocks.get(space, {}).items()))


def facts_of(view: View, space: str) -> tuple[str, ...]:
    """Lines about a space for people."""
    info, found = data(view), []
    if space in info.territories:
        found.append(f"worth {info.income(space)} IPCs a turn to its controller")
        first = info.original(space)
        if first != controller(view, space):
            found.append(f"at first controlled by {power_name(first)}")
    found += [f"victory city: {city.name}" for city in info.cities if city.space == space]
    if space in info.capitals:
        found.append(f"capital of {power_name(info.capitals[space])}")
    marks = {"island": "island: all of it in one sea zone", "impassable": "neutral: nobody enters or flies over it"}
    found += [text for tag, text in marks.items() if info.has_tag(space, tag)]
    for canal in info.canals:
        if space in (canal.a, canal.b, *canal.held_by):
            found.append(_canal(view, canal.name, canal.held_by))
    if view.state.power and not is_sea(view, space) and space in info.territories:
        side = acting_side(view)
        began = "friendly" if friendly_at_start(view, space) else "hostile"
        if began != status_word(view, space, side):
            found.append(f"{began} to {NAMES[side]} when the turn began: no aircraft may land, no complex be used")
    return tuple(found)


def _canal(view: View, title: str, banks: tuple[str, ...]) -> str:
    sides = {SIDES[controller(view, bank)] for bank in banks}
    return f"{title}: open to {NAMES[sides.pop()]}" if len(sides) == 1 else f"{title}: closed, each side holds a bank"


def _chart_lines(view: View, place: str) -> tuple[str, ...]:
    """Developments and advantages on a power's chart."""
    info, found = data(view), []
    for mark, value in sorted(view.state.markers.get(place, {}).items()):
        row = info.developments.get(mark) or info.advantages.get(mark)
        if row is not None:
            state = {PENDING: " (from phase 6 on)", USED: " (used)", ACTIVE: " (in force)"}.get(value, "")
            found.append(f"{row.name}{state}")
    return tuple(found)


def _sources(view: View, space: str) -> tuple[str, ...]:
    return tuple(f"{field}: {p}" for field, p in sorted(data(view).board[space].provenance.items()))


def turn_bar(view: View) -> TurnBar:
    """Round, powers, phases and where we are; IPCs, production, developments and victory cities."""
    powers = tuple((power, NAMES[power].removeprefix("the ")) for power in TURN_POWERS)
    phases = tuple((key, title) for key, title in PHASE_NAMES.items() if key != "setup")
    top = view.state.top
    held = (f"{NAMES[side].removeprefix('the ')} {len(cities(view, side))} victory cities" for side in (AXIS, ALLIES))
    limit = view.option("round_limit")
    return TurnBar(
        view.state.round,
        0 if limit == "none" else int(limit),
        powers,
        view.state.power,
        phases,
        view.state.phase,
        top.label(view) if top else "the game is over",
        (*(_power_line(view, power) for power in TURN_POWERS), *held),
    )


def _power_line(view: View, power: str) -> str:
    money, more = view.state.stock(TREASURY, "ipc", power), _chart_lines(view, chart_of(power))
    lost = "" if has_capital(view, power) else ", capital lost"
    told = f"; {', '.join(more)}" if more else ""
    return f"{NAMES[power].removeprefix('the ')} {money} IPCs, production {production(view, power)}{lost}{told}"


def arrows(view: View) -> tuple[Arrow, ...]:
    """Moves and attacks of the plan."""
    return ()


def advice(view: View, space: str) -> tuple[str, ...]:
    """What the units of the acting power in a space may do now."""
    return ()
