"""The walk of the fields, walked: whether an order is found in it, and where it leads."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from northafrica.core.game import Game
from northafrica.core.orders import FieldSpec, Order, Some, specs
from northafrica.core.walk import begins


# -- is an order found? ----------------------------------------------------------------------------------
def unreached(game: Game, order: Order) -> str:
    """The field at which filling in an order's fields one by one comes to an end; "" where the order is found."""
    kind = type(order)
    if kind.kind not in game.legal():
        return kind.kind
    route = getattr(order, "route", ())
    given: dict[str, Any] = {"route": route[:1]} if route else {}
    for spec in specs(kind):
        value = getattr(order, spec.name)
        if spec.optional and value in ((), "", 0):
            given[spec.name] = value
            continue
        if not _found(game, kind, spec, value, given):
            return spec.name
        given[spec.name] = value
    return ""


def _found(game: Game, kind: type[Order], spec: FieldSpec, value: Any, given: Mapping[str, Any]) -> bool:
    before = {name: v for name, v in given.items() if name != spec.name}
    if spec.type in ("units", "loads", "amounts"):
        return _part_by_part(game, kind, spec, value, dict(given if spec.name == "route" else before))
    offered = game.legal(kind.kind, **given)
    if value in offered:
        return True
    if spec.type != "path":
        return False
    now = value[:1]
    while now != value and value[len(now)] in game.legal(kind.kind, more=spec.name, **{**before, spec.name: now}):
        now = value[: len(now) + 1]
    return bool(now == value)


def _part_by_part(game: Game, kind: type[Order], spec: FieldSpec, value: Any, given: dict[str, Any]) -> bool:
    now: tuple[Any, ...] = ()
    for part in parts_of(spec, value):
        offered = game.legal(kind.kind, more=spec.name, **{**given, spec.name: now})
        taken = _take(spec, offered, part)
        if not taken:
            return False
        for one in taken:
            now = put(spec, now, one)
    return True


def parts_of(spec: FieldSpec, value: Any) -> list[Any]:
    """A value as the parts it is put together from."""
    if spec.type == "loads":
        return [((some,), place) for units, place in value for some in units]
    return [(pair[1], pair[0]) if isinstance(pair, tuple) and isinstance(pair[1], str) else pair for pair in value]


def put(spec: FieldSpec, now: tuple[Any, ...], part: Any) -> tuple[Any, ...]:
    """A value with one part more."""
    if spec.type != "loads":
        return (*now, part)
    (some,), place = part
    if place not in [there for _, there in now]:
        return (*now, part)
    return tuple(((*units, some), there) if there == place else (units, there) for units, there in now)


def _take(spec: FieldSpec, offered: Sequence[Any], part: Any) -> list[Any]:
    """The parts offered that an order's words for one part mean; several where it names unlike pieces as one."""
    if spec.type == "amounts":
        place, n = part
        return [part] if any(where == place and most >= n for where, most in offered) else []
    some, place = (part[0][0], part[1]) if spec.type == "loads" else (part, "")
    left, taken = some.count, []
    for one in offered:
        other, where = (one[0][0], one[1]) if spec.type == "loads" else (one, "")
        if left and where == place and alike(some, other):
            n = min(left, other.count)
            left -= n
            meant = replace(other, count=n)
            taken.append(((meant,), place) if spec.type == "loads" else meant)
    return [] if left else taken


def alike(one: Some, other: Some) -> bool:
    """Whether two groups may mean the same pieces."""
    same_power = not one.power or not other.power or one.power == other.power
    return one.kind == other.kind and same_power and (None in (one.status, other.status) or one.status == other.status)


# -- where does it lead? -------------------------------------------------------------------------------------
def wander(game: Game, kind: str, rng: random.Random) -> Order | str:
    """An order put together at random out of what is listed; or in words where the walk came to a dead end."""
    order_type = game.grammar.kinds[kind]
    given: dict[str, Any] = {}
    choice = game.choice
    assert choice is not None
    view = game.view(game.seat)
    places = begins(choice.deed(view, order_type), view) if specs(order_type) else []
    if places and rng.random() < 0.8:
        given["route"] = (rng.choice(places),)
    for spec in specs(order_type):
        empty = {"count": 0, "word": "", "space": ""}.get(spec.type, ())
        if spec.optional and rng.random() < 0.4 and closes(game, kind, {**given, spec.name: empty}):
            given[spec.name] = empty
            continue
        offered = game.legal(kind, **given)
        if not offered and spec.type in ("loads", "amounts"):
            given[spec.name] = _put_together(game, kind, spec, given, rng)
            continue
        if not offered:
            if spec.optional:
                continue
            if not given:
                return ""  # there is no such order
            return f"{kind}: nothing for {spec.name} after {given}"
        given[spec.name] = _some_of(game, kind, offered, spec, given, rng)
    names = {spec.name for spec in specs(order_type)}
    return order_type(**{name: value for name, value in given.items() if name in names})


def _some_of(
    game: Game, kind: str, offered: Sequence[Any], spec: FieldSpec, given: dict[str, Any], rng: random.Random
) -> Any:
    if spec.type != "units":
        return rng.choice(offered)
    now: tuple[Some, ...] = ()
    while offered:
        now = (*now, _count_of(game, kind, rng.choice(offered), spec, {**given, spec.name: now}, rng))
        ready = closes(game, kind, {**given, spec.name: now})
        if ready and rng.random() < 0.5:
            break
        offered = game.legal(kind, more=spec.name, **{**given, spec.name: now})
    return now


def _put_together(game: Game, kind: str, spec: FieldSpec, given: dict[str, Any], rng: random.Random) -> Any:
    now: tuple[Any, ...] = ()
    while not closes(game, kind, {**given, spec.name: now}):
        offered = game.legal(kind, more=spec.name, **{**given, spec.name: now})
        if not offered:
            break
        part = rng.choice(offered)
        now = (*now, part) if spec.type == "amounts" else put(spec, now, part)
    return now


def _count_of(game: Game, kind: str, some: Some, spec: FieldSpec, given: dict[str, Any], rng: random.Random) -> Some:
    """A group with fewer pieces than the greatest number where that leads on, else with that number."""
    fewer = replace(some, count=rng.randint(1, some.count))
    now = (*given[spec.name], fewer)
    if closes(game, kind, {**given, spec.name: now}):
        return fewer
    return some


def closes(game: Game, kind: str, given: dict[str, Any]) -> bool:
    """Whether an order can be given with the fields filled so far, those behind them filled with what is listed."""
    order_type = game.grammar.kinds[kind]
    for spec in specs(order_type):
        if spec.name in given and not (spec.type == "path" and len(given[spec.name]) == 1):
            continue
        offered = game.legal(kind, **given)
        if offered:
            return True
        if not spec.optional:
            return False
        given = {**given, spec.name: {"count": 0, "word": "", "space": ""}.get(spec.type, ())}
    names = {spec.name for spec in specs(order_type)}
    return game.allows(order_type(**{name: value for name, value in given.items() if name in names}))
