"""Crowded positions by chance, for tests: up to 45 units of both sides in 26 hexes, with leaders, points and Boxes."""

from __future__ import annotations

import random
from collections import defaultdict

from northafrica.core.game import Game
from northafrica.core.start import game_from_position, make_setting
from northafrica.mechanisms.hex_reach import Barred
from northafrica.systems import SYSTEMS
from northafrica.systems.afrika2.data import Afrika2Data, load
from northafrica.systems.afrika2.entities import UNKNOWN, UnitType


def area_of(data: Afrika2Data, rng: random.Random, size: int = 26) -> list[str]:
    """Some hexes that hang together, none of them under the printed table."""
    known = [name for name in data.hexes if "covered" not in data.ways.terrains(name)]
    found = [rng.choice(known)]
    for here in found:
        near = [to for to in data.ways.near[here].values() if to in known and to not in found]
        found += near[: size - len(found)]
    return found


def crowd(data: Afrika2Data, rng: random.Random) -> dict[str, tuple[str, list[str]]]:
    """By hex: whose it is, and the units there as a position writes them."""
    area, there = area_of(data, rng), dict[str, tuple[str, list[str]]]()
    units = [unit for unit in data.units.values() if unit.kind not in UNKNOWN.values()]
    for unit in rng.sample(units, rng.randint(10, 45)):
        free = [h for h in area if _fits(data, there, h, unit)]
        if not free:
            continue
        status = [f"lost {rng.randint(1, unit.steps - 1)}"] if unit.steps > 1 and rng.random() < 0.3 else []
        if rng.random() < 0.15 and not unit.garrison and unit.kind != "lrdg":
            status.append("oos")
        told = f" ({', '.join(status)})" if status else ""
        there.setdefault(rng.choice(free), (unit.side, []))[1].append(f"1 {unit.side} {unit.kind}{told}")
    return there


def _fits(data: Afrika2Data, there: dict[str, tuple[str, list[str]]], place: str, unit: UnitType) -> bool:
    side, units = there.get(place, (unit.side, []))
    open_ground = data.hexes[place].roads or not isinstance(data.ways.entry(place, unit.mode), Barred)
    return side == unit.side and len(units) < 4 and bool(open_ground)


def position(seed: int, phase: str = "combat") -> str:
    """The text of a crowded position."""
    rng, data = random.Random(seed), load()
    there = crowd(data, rng)
    lines: dict[str, list[str]] = defaultdict(list)
    for leader, side in (("rommel", "axis"), ("oconnor", "cw")):
        may = [h for h, (owner, units) in there.items() if owner == side and (side == "cw" or _german(data, units))]
        if may:
            there[rng.choice(sorted(may))][1].append(f"1 {side} {leader}")
    head = ["northafrica position 1", "system afrika2", "scenario race", f"round {rng.randint(9, 20)}"]
    head += [f"power {rng.choice(['axis', 'cw'])}", f"phase {phase}"]
    for place, (owner, units) in sorted(there.items()):
        lines["at"].append(f"at {place}: {', '.join(units)}")
        if rng.random() < 0.3:
            lines["stock"].append(f"stock {place}: sp/{owner} {rng.randint(1, 4)}")
        if rng.random() < 0.2:
            lines["mark"].append(f"mark {place}: box {rng.choice(['axis', 'cw'])}")
    return "\n".join([*head, *lines["at"], *lines["stock"], *lines["mark"]]) + "\n"


def _german(data: Afrika2Data, units: list[str]) -> bool:
    return any(data.units[text.split()[2]].german for text in units)


def crowded_game(seed: int, options: dict[str, str] | None = None, phase: str = "combat") -> Game:
    """A game that starts from a crowded position."""
    return game_from_position(make_setting(SYSTEMS["afrika2"], "race", options), position(seed, phase), seed)
