"""The words of this game: how powers and units are said to people. Orders and files keep to the ids."""

from __future__ import annotations

from collections.abc import Iterable

from northafrica.core.groups import apart
from northafrica.core.naming import Names, joined
from northafrica.core.pieces import Piece

NAMES = {
    "ussr": "the Soviet Union",
    "germany": "Germany",
    "uk": "the UK",
    "japan": "Japan",
    "us": "the US",
    "axis": "the Axis",
    "allies": "the Allies",
}
NATIONS = {
    "ussr": "Soviet",
    "germany": "German",
    "uk": "British",
    "japan": "Japanese",
    "us": "American",
    "axis": "Axis",
    "allies": "Allied",
}
COUNTED = {
    "antiaircraft_gun": ("antiaircraft gun", "antiaircraft guns"),
    "industrial_complex": ("industrial complex", "industrial complexes"),
    "aircraft_carrier": ("aircraft carrier", "aircraft carriers"),
}
REGULAR = "tank fighter bomber battleship destroyer submarine transport"
SAME = ("infantry", "artillery")
KINDS = (
    {kind: (kind, kind) for kind in SAME}
    | {kind: (kind, f"{kind}s") for kind in REGULAR.split()}
    | COUNTED
    | {"ipc": ("IPC", "IPCs")}
)
CHARTS = {f"{power}_chart": f"the {NATIONS[power]} chart" for power in ("ussr", "germany", "uk", "japan", "us")}
PLACES = {"treasury": "the treasury", "mobilization": "the mobilization zone"} | CHARTS
SPEECH = Names(powers=NAMES, nations=NATIONS, kinds=KINDS)


def power_name(power: str) -> str:
    """A power or side in a sentence: `the Soviet Union`."""
    return SPEECH.power(power)


def nation(power: str) -> str:
    """What belongs to a power or side: `Soviet`."""
    return NATIONS.get(power, power)


def word(kind: str, number: int = 1) -> str:
    """What so many units of a kind are called: `antiaircraft guns`."""
    return SPEECH.kind(kind, number)


def say(number: int, kind: str, power: str = "") -> str:
    """`2 tanks`, `2 Soviet tanks`."""
    return SPEECH.units(number, kind, power)


def say_all(groups: Iterable[tuple[Piece, int]], powers: bool = False) -> str:
    """`2 infantry and 1 tank`; `powers` says whose they are; like pieces have what tells them apart in brackets."""
    found = list(groups)
    status = [apart(piece, [other for other, _ in found]) for piece, _ in found]
    words = (say(n, piece.kind, piece.power if powers else "") for piece, n in found)
    return joined(f"{text} ({told})" if told else text for text, told in zip(words, status, strict=True)) or "none"
