"""The words of this game: how powers, units and tokens are said to people. Orders and files keep to the ids."""

from __future__ import annotations

from collections.abc import Iterable

from northafrica.core.groups import apart
from northafrica.core.naming import Names, agreeing, counted, joined
from northafrica.core.pieces import Piece
from northafrica.systems.aana.data.entities import REINFORCEMENTS, TREASURY

NAMES = {
    "germany": "Germany",
    "italy": "Italy",
    "vichy": "Vichy France",
    "uk": "the United Kingdom",
    "us": "the United States",
    "free_french": "Free France",
    "axis": "the Axis",
    "allies": "the Allies",
}
NATIONS = {
    "germany": "German",
    "italy": "Italian",
    "vichy": "Vichy",
    "uk": "British",
    "us": "American",
    "free_french": "Free French",
    "axis": "Axis",
    "allies": "Allied",
}
SAME = {
    "infantry": "infantry",
    "mechanized_infantry": "mechanized infantry",
    "artillery": "artillery",
    "aaa": "AAA",
    "supply": "supply",
    "rp": "RP",
    "bid": "RP bid",
}
COUNTED = {
    "anti_tank_gun": "anti-tank gun",
    "sherman": "Sherman tank",
    "tiger_tank": "Tiger tank",
    "scout_car": "scout car",
    "land_mine": "land mine",
    "sea_mine": "sea mine",
}
REGULAR = "tank truck fighter bomber battleship destroyer submarine transport"
KINDS = (
    {kind: (name, name) for kind, name in SAME.items()}
    | {kind: (name, f"{name}s") for kind, name in (COUNTED | {kind: kind for kind in REGULAR.split()}).items()}
    | {f"supply_{n}": (f"token of {n} supply", f"tokens of {n} supply") for n in (1, 5)}
)
FIRE = {"land": "land units", "air": "aircraft", "ship": "ships", "sub": "submarines", "flak": "air defense"}
PLACES = {REINFORCEMENTS: "the Reinforcements Zone", TREASURY: "the Treasury"}
SPEECH = Names(powers=NAMES, nations=NATIONS, kinds=KINDS)


def power_name(power: str) -> str:
    """A power or side in a sentence: `the United Kingdom`."""
    return SPEECH.power(power)


def nation(power: str) -> str:
    """What belongs to a power or side: `British`."""
    return NATIONS.get(power, power)


def word(kind: str, number: int = 1) -> str:
    """What so many units or tokens of a kind are called: `anti-tank guns`."""
    return SPEECH.kind(kind, number)


def say(number: int, kind: str, power: str = "") -> str:
    """`2 anti-tank guns`, `2 British anti-tank guns`."""
    return SPEECH.units(number, kind, power)


def say_all(groups: Iterable[tuple[Piece, int]], powers: bool = False) -> str:
    """`2 infantry and 1 tank`; `powers` says whose they are; like pieces have what tells them apart in brackets."""
    found = list(groups)
    status = [apart(piece, [other for other, _ in found]) for piece, _ in found]
    words = (say(n, piece.kind, piece.power if powers else "") for piece, n in found)
    return joined(f"{text} ({told})" if told else text for text, told in zip(words, status, strict=True)) or "none"


def hit_words(number: int, by: str, demand: str = "") -> str:
    """Hits by what fired, and what they demand: `1 hit of aircraft that demands a tank`."""
    told = f"{counted(number, 'hit')} of {FIRE.get(by, by)}"
    if not demand:
        return told
    verb = agreeing(number, "demands", "demand")
    return f"{told} that {verb} {'an aircraft' if demand == 'air' else no_unit(demand)}"


def no_unit(kind: str) -> str:
    """A kind that never does something, at the head of a sentence: `a truck`, `an AAA`, `infantry`."""
    name = word(kind)
    return name if kind in SAME and kind != "aaa" else f"{'an' if name[0] in 'aeiouA' else 'a'} {name}"
