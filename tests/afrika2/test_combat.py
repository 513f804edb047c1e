"""Combat on crowded boards: strengths and columns against an own reckoning from the CSV files, retreats by brute
force, and Combat Phases played by chance that keep every counter and leave nothing half done."""

from __future__ import annotations

import csv
import random
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from northafrica.bots.random import random_order
from northafrica.core.game import Game
from northafrica.core.table import View
from northafrica.mechanisms.hex_reach import Step
from northafrica.systems.afrika2 import combat
from northafrica.systems.afrika2.combat import attack, paths
from northafrica.systems.afrika2.combat.battle_odds import battle_odds
from northafrica.systems.afrika2.data import load
from tests.afrika2.dense import crowded_game

DATA = Path(__file__).parents[2] / "data" / "afrika2"
COLUMNS = ("1:4", "1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1-6:1", "7:1-8:1", "9:1+")
TIMES = {"rough": 2, "mountain": 3, "salt_marsh": 2, "sand_desert": 3, "delta": 2, "minor_city": 2, "major_city": 3}
ARMOR = {"Armor", "AT", "Flak", "Arm Car", "Arm Recon", "Camel", "Motorcycle", "AG"}
INFANTRY = {"Infantry", "Airborne", "MG", "Garrison", "Support"}
SEEDS = range(60)
OPTIONS = (
    {},
    {"exploit_advance": "2", "retreat_end": "steps", "fort_shelter": "any_fort"},
    {"long_odds": "refused", "odds_rounding": "defender", "zone_terrain": "pass", "oos_artillery": "silent"},
    {"hidden_stacks": "on"},
)


def rows(name: str) -> dict[str, dict[str, str]]:
    with (DATA / name).open(encoding="utf-8") as file:
        return {row["id"]: row for row in csv.DictReader(file)}


UNITS, HEXES = rows("units.csv"), rows("hexes.csv")


# -- an own reckoning from the rulebook and the tables ----------------------------------------------------
def printed(piece, column: str) -> Fraction:
    row = UNITS[piece.kind]
    value = row[f"reduced_{column}"] if piece.number("lost") and row[f"reduced_{column}"] else row[column]
    part = {"attack": 4, "defense": 2}[column] if piece.has("oos") else 1
    return Fraction(int(value), part)


def sides(cell: str) -> dict[str, str]:
    return dict(part.split(":") if ":" in part else (part, part) for part in cell.split(";") if part)


def direction(start: str, to: str) -> str:
    """The direction from a hex to its neighbour: even columns lie half a hex to the north."""
    one, other = HEXES[start], HEXES[to]
    across, up = int(other["column"]) - int(one["column"]), int(other["row"]) - int(one["row"])
    if not across:
        return "N" if up == 1 else "S"
    north = up == 1 if int(one["column"]) % 2 == 0 else up == 0
    return ("N" if north else "S") + ("E" if across == 1 else "W")


def hexside(start: str, to: str) -> Fraction:
    row, way = HEXES[start], direction(start, to)
    barrier = sides(row["escarpments"]).get(way)
    if barrier:
        return Fraction(1, 3) if barrier == "low" else Fraction(1, 2)
    water = way in sides(row["rivers"]) or way in row["sea_lines"].split(";")
    return Fraction(1, 2) if water else Fraction(1)


def terrains(name: str) -> list[str]:
    row = HEXES[name]
    found = [t for t in row["terrains"].split(";") if t and (t != "sand_desert" or float(row["sand_share"]) >= 0.5)]
    return [*found, f"{row['city']}_city"] if row["city"] and f"{row['city']}_city" not in found else found


def whole(attack_points: Fraction, defence: Fraction) -> int:
    """The column of odds rounded to the nearest whole ratio, a half up."""
    if not attack_points:
        return 0
    if attack_points >= defence:
        n = int(attack_points / defence + Fraction(1, 2))
        return min(9, n + 2 if n < 5 else 7 if n < 7 else 8 if n < 9 else 9)
    return max(0, 3 - (int(defence / attack_points + Fraction(1, 2)) - 1))


def integrity(view: View, side: str, here: set) -> int:
    """Whether a division with two counters or more on the map has all of them among `here`."""
    on_map: dict[str, set] = {}
    for place, table in view.state.pieces.items():
        for piece in table:
            if place in HEXES and piece.power == side and piece.kind in UNITS and UNITS[piece.kind]["division"]:
                on_map.setdefault(UNITS[piece.kind]["division"], set()).add(piece.kind)
    return int(any(len(kinds) > 1 and kinds <= here for kinds in on_map.values()))


def mixed(pieces: list) -> bool:
    classes = {UNITS[piece.kind]["unit_class"] for piece in pieces}
    return bool(classes & ARMOR) and bool(classes & INFANTRY)


def own_reckoning(view: View, target: str, side: str, stacks: dict[str, list]) -> tuple[Fraction, Fraction, str]:
    enemy = "cw" if side == "axis" else "axis"
    defenders = [p for p in view.state.at(target) if p.power == enemy and p.kind in UNITS]
    total = sum((printed(p, "attack") * hexside(at, target) for at, ps in stacks.items() for p in ps), Fraction(0))
    always = 2 if view.state.marker(target, "box") == enemy else 1
    opposite = {"N": "S", "NE": "SW", "SE": "NW", "S": "N", "SW": "NE", "NW": "SE"}
    forts = HEXES[target]["forts"].split(";")
    always *= 2 if all(opposite[direction(at, target)] in forts for at in stacks) else 1
    bare = sum((printed(p, "defense") for p in defenders), Fraction(0)) * always
    attackers = [piece for pieces in stacks.values() for piece in pieces]
    shift = sum(p.kind.count("_arty_") for p in attackers) - sum(p.kind.count("_arty_") for p in defenders)
    shift += min(3, sum(mixed(pieces) for pieces in stacks.values())) - mixed(defenders)
    leader = {"axis": "rommel", "cw": "oconnor"}
    shift += any(p.kind == leader[side] for at in stacks for p in view.state.at(at))
    shift -= any(p.kind == leader[enemy] for p in view.state.at(target))
    shift += integrity(view, side, {p.kind for p in attackers}) - integrity(view, enemy, {p.kind for p in defenders})
    choices = []
    for terrain in terrains(target) or ["open"]:
        times, left = TIMES.get(terrain, 1), terrain in ("hills", "rocks")
        net = max(-3, min(3, shift - left))
        choices.append((max(0, min(9, whole(total, bare * times) + net)), -bare * times))
    column, defence = min(choices)
    return total, -defence, COLUMNS[column]


@pytest.mark.parametrize("seed", SEEDS)
def test_strengths_and_columns(seed: int) -> None:
    game = crowded_game(seed)
    view = View(game.setting, game.state)
    side, rng = game.state.power, random.Random(seed)
    for target in attack.targets(view, side):
        forces = rng.choice(attack.options(view, target, side))
        told = combat.explain(view, target, forces, side=side)
        units = attack.chosen(view, attack.Attack(target, forces), side)
        stacks: dict[str, list] = {}
        for place, piece, n in units:
            stacks.setdefault(place, []).extend([piece] * n)
        total, defence, column = own_reckoning(view, target, side, stacks)
        found = attack.planned(view, target, units, side)
        assert (found.attack, found.defence) == (total, defence)
        assert told.column == found.last_column == column
        assert told.ruling
        assert sum(end.probability for end in told.answer.ends) == 1
        assert all(rule in load().rulebook for line in told.lines for rule in line.rules)


def test_the_own_reckoning_sees_something() -> None:
    """The positions hold what the reckoning is about: terrain, shifts both ways, odds of all kinds."""
    seen = Counter()
    for seed in SEEDS:
        game = crowded_game(seed)
        view = View(game.setting, game.state)
        for target in attack.targets(view, game.state.power):
            told = combat.explain(view, target, side=game.state.power)
            seen[told.column] += 1
            seen.update(line.what for line in told.lines if line.value not in ("x1", "+0", "-0"))
    assert set(COLUMNS) <= set(seen)
    kinds = {"artillery", "combined arms", "leader", "divisional integrity"}
    assert {f"{kind} ({who})" for kind in kinds for who in ("attacker", "defender")} <= set(seen)
    assert {"terrain", "terrain shift", "box", "hexside"} <= set(seen)


# -- retreats ------------------------------------------------------------------------------------------------
def brute_ends(view: View, start: str, hexes: int, field: paths.Field) -> dict[str, int]:
    """Every end of a foot retreat that leads farther off with each hex, with its least number of costly hexes."""
    ways, found = load().ways, dict[str, int]()

    def far(name: str) -> int:
        """Hexes from the start, counted by widening rings."""
        ring, seen, n = {start}, {start}, 0
        while name not in ring:
            ring = {to for here in ring for to in ways.near[here].values()} - seen
            seen |= ring
            n += 1
        return n

    def go(way: tuple[str, ...]) -> None:
        if len(way) > hexes:
            cost = sum(place in field.dear for place in way)
            found[way[-1]] = min(cost, found.get(way[-1], cost))
            return
        for to in ways.near[way[-1]].values():
            free = to not in field.shut and isinstance(ways.between(way[-1], to, "foot"), Step)
            if free and to not in way and far(to) == len(way):
                go((*way, to))

    go((start,))
    return found


@pytest.mark.parametrize("seed", range(0, 60, 6))
def test_retreats_by_brute_force(seed: int) -> None:
    game = crowded_game(seed)
    view = View(game.setting, game.state)
    enemy = "cw" if game.state.power == "axis" else "axis"
    field = paths.field_of(view, enemy)
    for target in attack.targets(view, game.state.power)[:3]:
        for hexes in (1, 2, 3):
            ours = paths.routes(view, target, hexes, ("foot",), field)
            ours = {end: way for end, way in ours.items() if end in HEXES}
            costs = {end: sum(place in field.dear for place in way) for end, way in ours.items()}
            assert costs == brute_ends(view, target, hexes, field)


# -- whole phases --------------------------------------------------------------------------------------------
def counters(game: Game) -> Counter[str]:
    """How many of each counter there are, on the map and off it."""
    found: Counter[str] = Counter()
    for table in game.state.pieces.values():
        for piece, n in table.items():
            found[piece.kind] += n
    return found


@pytest.mark.parametrize("seed", range(100, 124))
def test_combat_phases_by_chance(seed: int) -> None:
    game, rng = crowded_game(seed, OPTIONS[seed % len(OPTIONS)]), random.Random(seed)
    begun = counters(game)
    for _ in range(300):
        if game.outcome is not None or game.state.phase != "combat":
            break
        game.play(random_order(game, rng))
        view = View(game.setting, game.state)
        assert not game.system.faults(view)
        assert counters(game) == begun
        if game.state.facts.combat is None:
            assert not any(piece.has("attacking") for table in game.state.pieces.values() for piece in table)
    assert game.outcome is not None or game.state.phase != "combat"


def test_rows_of_odds() -> None:
    """A row for each attack in front of the seat, whose order is allowed; a hidden stack is not told."""
    game = crowded_game(3)
    found = battle_odds(game.view(game.seat))
    assert found
    assert all(game.check(row.order) for row in found)
    assert all(0 <= row.win <= 1 and row.capture <= row.win for row in found)
    veiled = crowded_game(3, {"hidden_stacks": "on"})
    assert any(not row.known for row in battle_odds(veiled.view(veiled.seat)))


def test_explain_tells_why_not() -> None:
    game = crowded_game(3)
    view = View(game.setting, game.state)
    with pytest.raises(ValueError, match="no unit stands"):
        combat.explain(view, next(name for name in HEXES if not game.state.at(name)))
