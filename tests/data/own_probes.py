"""Small positions with one unit, and what orders and rulings come of it: play that tells the numbers of its row."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from northafrica.bots import random_order
from northafrica.core.game import Refused
from northafrica.core.options import DataError
from northafrica.core.orders import OrderError
from northafrica.core.position import PositionError
from northafrica.core.start import game_from_position, make_setting

TRUCKS = "stock axis_track: truck 1\nstock cw_track: truck 1\n"
STACKS = (
    "casablanca", "fez", "oran", "algiers", "laghouat", "constantine", "el_oued", "kasserine_pass", "tunis", "mareth",
    "nalut", "ghadames", "tripoli", "sirte", "sokna", "el_agheila", "zella", "mersa_brega", "jalo", "benghazi",
    "bir_hachem", "tobruk", "siwa", "mersa_matruh", "cairo",
)  # fmt: skip
HELD = "mark cairo: control uk\nmark tripoli: control italy\nat cairo: 1 uk infantry\nat nalut: 1 italy infantry\n"
BASES = "mark cairo: control uk\nmark benghazi: control germany\n"
SAILING = "sz31 > sz29 > sz24 > sz22 > sz23 > sz19 > sz17"
AT = {"land": STACKS, "air": ("sicily", "malta"), "sea": ("sz31", "sz10")}
PLAYERS = {"free_french": "us"}
MOST_ORDERS = 30


class Choosing:
    """A system of which the games choose some options."""

    def __init__(self, system: Any, chosen: dict[str, str]) -> None:
        self._system, self.chosen = system, chosen

    def __getattr__(self, name: str) -> Any:
        return getattr(self._system, name)


def played(system: Any, table: str, key: tuple[str, ...], folder: Path, load: Callable[[Any], Any]) -> str:
    """What comes of orders with the unit of a row; "" for other tables. `folder` holds the tables of one's own."""
    if table == "units.csv":
        found = _counter(system, key[0]) if system.name == "afrika2" else _figure(system, key, folder, load)
    elif table == "links.csv":
        found = _border(system, key[0], key[1])
    elif table == "terrain.csv":
        found = _terrain(system, key[0])
    elif table == "charts.csv":
        found = _turn(system, key[2])
    elif table == "tokens.csv":
        found = (line for power in ("germany", "uk") for line in _bought(system, power, key[0]))
    else:
        return ""
    return "\n".join(found)


def _play(
    system: Any, scenario: str, head: str, text: str, orders: Sequence[str] = (), more: int = 0, **options: str
) -> str:
    """Rulings on orders, what they bring, prompt, legal orders and cards; or why the position cannot be.

    After the orders the sides go on at random, each time alike, for so many orders `more`.
    """
    lines = f"northafrica position 1\nsystem {system.name}\nscenario {scenario}\n{head}\n{text}"
    try:
        game = game_from_position(
            make_setting(system, scenario, {**getattr(system, "chosen", {}), **options}), lines, 1
        )
    except PositionError as error:
        return str(error)
    places = {line.split()[1].rstrip(":") for line in text.splitlines() if line.startswith("at ")}
    found = [repr(system.card(game.view(""), place)) for place in sorted(places)]
    found += [game.prompt.text, repr(game.legal())]
    for order in orders:
        try:
            found += [repr(game.check(order)), *map(repr, game.play(order))]
        except (Refused, OrderError) as error:
            found.append(str(error))
    rng, phase = random.Random(1), game.state.phase
    for _ in range(more):
        if game.choice is None or game.state.phase not in (phase, "combat"):
            break
        order = random_order(game, rng)
        found += [str(order), game.prompt.text, *map(repr, game.play(order))]
    return "\n".join(found)


def _border(system: Any, a: str, b: str) -> Iterator[str]:
    """A border is crossed both ways by a scout car, a tank, a ship and an aircraft."""
    for start, end in ((a, b), (b, a)):
        for kind in ("destroyer", "bomber") if start.startswith("sz") else ("scout_car", "tank", "bomber"):
            phase = "combat_move" if kind == "bomber" else "noncombat"
            head, text = f"round 9\npower uk\nphase {phase}", f"at {start}: 1 uk {kind}\n"
            yield _play(system, "torch", head, text, [f"move 1 {kind} {start} > {end}"])


def _terrain(system: Any, terrain: str) -> Iterator[str]:
    """Trucks carry a Supply Point into hexes of a terrain of Afrika II, from every side."""
    data = system.load()
    for place in [name for name, each in data.hexes.items() if terrain in each.terrains][:6]:
        for start in data.board.neighbours(place):
            text = f"stock {start}: sp/cw 1\nstock cw_track: truck 5\nstock axis_track: truck 1\n"
            head = "round 9\npower cw\nphase movement"
            yield _play(system, "race", head, text, [f"truck 1 {start} > {place}"], covered_hexes="open")


def _turn(system: Any, turn: str) -> Iterator[str]:
    """The first phases of a turn of Afrika II (or the turn of a roll's number) bring what the charts say."""
    for power in ("axis", "cw"):
        for phase in ("initialization", "reinforcement"):
            head, text = f"round {turn}\npower {power}\nphase {phase}", "at b19.19: 1 cw 5_ind\n"
            yield _play(system, "italian_invasion", head, text, [], 4)


def _counter(system: Any, kind: str) -> Iterator[str]:
    """A counter of Afrika II, whole and with a step left: it moves, attacks, is attacked, exploits and is supplied."""
    unit = system.load().units[kind]
    foe, enemy = ("cw", "5_ind") if unit.side == "axis" else ("axis", "bologna")
    steps = [""] if unit.steps < 2 else ["", f" (lost {unit.steps - 1})"]
    yield _play(system, "race", f"round 9\npower {unit.side}\nphase combat", f"at a20.17: 99 {unit.side} {kind}\n")
    for lost in steps:
        text = f"at a20.17: 1 {unit.side} {kind}{lost}\nat a20.16: 1 {foe} {enemy}\n{TRUCKS}"
        fight = [f"attack a20.16 with 1 {kind} at a20.17"]
        hit = [f"attack a20.17 with 1 {enemy} at a20.16"]
        far = [f"move 1 {kind} a20.17 > a1.08"]
        for power, phase, orders in (
            (unit.side, "combat", fight), (foe, "combat", hit), (unit.side, "movement", far),
            (unit.side, "exploitation", [f"move 1 {kind} a20.17 > a20.18"]), (unit.side, "supply", []),
        ):  # fmt: skip
            yield _play(system, "race", f"round 9\npower {power}\nphase {phase}", text, orders)


def _figure(system: Any, key: tuple[str, ...], folder: Path, load: Callable[[Any], Any]) -> Iterator[str]:
    """A figure of North Africa: it is bought, fights, moves, and too many of it are set up."""
    power, kind = "free_french" if key[0] == "france" else key[0], key[1]
    line = load(None).units[power, kind]
    if key[2]:
        system = Choosing(system, dict([key[2].split("=")]))
    yield from _bought(system, PLAYERS.get(power, power), kind)
    yield _set_up(power, line, folder, load)
    foe = "uk" if power in ("germany", "italy") else "germany"
    head = f"round 9\npower {PLAYERS.get(power, power)}\nphase"
    if line.category == "sea":
        for other in ("submarine", "fighter"):
            foes = f"at sz13: 2 {foe} {other}\n" if other == "submarine" else f"at sz13: 1 {foe} submarine\n"
            yield _play(system, "torch", f"{head} combat_move", f"at sz14: 2 {power} {kind}\n{foes}{HELD}",
                        [f"move 2 {kind} sz14 > sz13", "commit", "commit"], MOST_ORDERS)  # fmt: skip
        yield _play(system, "torch", f"{head} noncombat", f"at sz31: 1 {power} {kind}\n", [f"move 1 {kind} {SAILING}"])
        return
    if line.category == "air":
        ship = "uk destroyer" if foe == "uk" else "italy destroyer"
        start, way = ("tripoli", "tripoli > sz13") if foe == "uk" else ("malta", "malta > sz12 > sz13")
        yield _play(system, "torch", f"{head} combat_move",
                    f"at {start}: 2 {power} {kind}\nat sz13: 2 {ship}, 1 {foe} submarine\n{HELD}",
                    [f"move 2 {kind} {way}", "commit", "commit"], MOST_ORDERS)  # fmt: skip
    yield from _land_moves(system, head, power, kind)
    yield from _land_fights(system, head, power, kind, foe)
    for tanks in ("", " 1 tank"):
        text = f"at sirte: 1 {power} {kind}, 3 {power} tank\nmark el_agheila: control {foe}\n"
        yield _play(system, "torch", f"{head} combat_move", text, [f"blitz 1 {kind}{tanks} sirte > el_agheila"])


def _land_moves(system: Any, head: str, power: str, kind: str) -> Iterator[str]:
    """The kind goes along the coast road and into the Sahara."""
    road = f"at tripoli: 1 {power} {kind}\nmark tripoli: control {power}\n"
    way = f"move 1 {power} {kind} tripoli > sirte > el_agheila > mersa_brega > benghazi"
    for text, order in (
        (road, way), (road, f"move 1 {power} {kind} tripoli > nalut > sahara_g"),
        (f"at ghadames: 1 {power} {kind}\n", f"move 1 {power} {kind} ghadames > sahara_g"),
    ):  # fmt: skip
        yield _play(system, "torch", f"{head} noncombat", text, [order])


def _land_fights(system: Any, head: str, power: str, kind: str, foe: str) -> Iterator[str]:
    """The kind attacks tanks, infantry and aircraft, beside infantry; then it is attacked."""
    beside = "mechanized_infantry" if power == "germany" else "infantry"
    helpers = {"infantry": 2, beside: 2, "tank": 1} | ({"artillery": 1} if power != "free_french" else {})
    supply = "stock mersa_matruh: supply 9\nstock bir_hachem: supply 9\n"
    supply += f"{BASES}mark tobruk: control {PLAYERS.get(power, power)}\n"
    ours = ", ".join(f"{n} {power} {each}" for each, n in {**helpers, kind: 4}.items())
    theirs = f"2 {foe} infantry, 2 {foe} tank, 1 {foe} fighter"
    for air in ("", f"move 4 {kind} mersa_matruh > bir_hachem"):
        named = " ".join(f"{n} {each}" for each, n in ({**helpers, kind: 4} if not air else helpers).items())
        orders = [air] if air else []
        orders += ["commit", f"attack bir_hachem from mersa_matruh with {named}", "commit"]
        text = f"at mersa_matruh: {ours}\nat bir_hachem: {theirs}\n{supply}"
        yield _play(system, "torch", f"{head} combat_move", text, orders, MOST_ORDERS)
    back = f"round 9\npower {foe}\nphase combat_move"
    text = f"at bir_hachem: {ours}\nat mersa_matruh: 3 {foe} infantry, 2 {foe} tank, 1 {foe} fighter\n{supply}"
    orders = ["move 1 fighter mersa_matruh > bir_hachem", "commit"]
    orders += ["attack bir_hachem from mersa_matruh with 3 infantry 2 tank", "commit"]
    yield _play(system, "torch", back, text, orders, MOST_ORDERS)


def _set_up(power: str, line: Any, folder: Path, load: Callable[[Any], Any]) -> str:
    """What is told of a set-up of one's own with more of the kind than there are."""
    count = 1 if line.category == "land" and line.combat else 99
    places = AT[line.category]
    if line.category == "air":
        places = places[:1] if power in ("germany", "italy") else places[1:]
    table = [f"{power},{place},{line.kind},{count}," for place in places]
    own = folder / "own-probe.csv"
    own.write_text("\n".join(["# follows torch", "power,space,kind,count,border", *table, ""]), encoding="utf-8")
    try:
        load(folder)
    except DataError as error:
        return str(error).partition("own-probe.csv")[2]
    finally:
        own.unlink()
    return ""


def _bought(system: Any, power: str, kind: str) -> Iterator[str]:
    for count in (1, 2, 99):
        text = f"at {'tunis' if power in ('germany', 'italy') else 'cairo'}: 1 {power} infantry\n"
        yield _play(system, "torch", f"round 9\npower {power}\nphase requisition", text, [f"buy {count} {kind}"],
                    tiger_tanks="on" if kind == "tiger_tank" else "off")  # fmt: skip
