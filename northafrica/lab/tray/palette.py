"""Colours: one colour-blind safe set for the powers (Okabe and Ito), in a light and a dark theme.

Warm tones go to the Axis, cool ones to the Allies. Colour is never the only signal: frame shape tells the
side, a letter the power, a pattern who controls a space.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

OKABE_ITO: Mapping[str, str] = {
    "vermillion": "#D55E00",
    "orange": "#E69F00",
    "purple": "#CC79A7",
    "sky": "#56B4E9",
    "green": "#009E73",
    "yellow": "#F0E442",
    "blue": "#0072B2",
    "grey": "#999999",
}

USUAL: Mapping[str, str] = {
    "germany": "vermillion",
    "italy": "orange",
    "vichy": "purple",
    "uk": "sky",
    "us": "green",
    "ussr": "yellow",
    "japan": "purple",
    "free_french": "yellow",
    "commonwealth": "sky",
    "cw": "sky",
    "france": "purple",
    "axis": "vermillion",
    "allies": "sky",
}

NATIONS: Mapping[str, tuple[str, str]] = {
    "german": ("G", "#e2703a"),
    "luftwaffe": ("LW", "#c9a0dc"),
    "italian": ("I", "#e9b23c"),
    "blackshirt": ("BS", "#c9a27a"),
    "british": ("B", "#7cc4ee"),
    "australian": ("A", "#4fb99a"),
    "indian": ("IN", "#8fa8e0"),
    "new_zealand": ("NZ", "#a9d8a0"),
    "south_african": ("SA", "#b9c4cf"),
    "free_french": ("FF", "#8de0dd"),
    "polish": ("P", "#c6dd6c"),
    "greek": ("GR", "#d6e6f5"),
}
"""Letters and colour of units by nationality: warm for one side, cool for the other; dark signs are read on all."""

PATTERNS = ("slash", "backslash", "cross", "dots", "rings", "dashes", "bars", "grid")
USUAL_PATTERNS: Mapping[str, str] = {
    "germany": "slash",
    "italy": "backslash",
    "vichy": "cross",
    "uk": "dots",
    "us": "rings",
    "ussr": "dashes",
    "japan": "backslash",
    "free_french": "dashes",
}
HOSTILE_SIDES = frozenset({"axis"})
HATCHES = {
    "slash": "right_diagonal_line",
    "backslash": "left_diagonal_line",
    "cross": "diagonal_cross",
    "dots": "dot",
    "rings": "ring",
    "dashes": "horizontal_dash",
    "bars": "vertical_line",
    "grid": "cross",
}

DASHES = ("solid", "dashed", "dotted", "dashdot")
MARKS = ("circle", "square", "triangle", "diamond")
"""How lines differ besides their colour."""


@dataclass(frozen=True)
class Theme:
    """The colours of one theme, by what they are for."""

    name: str
    page: str
    ink: str
    faint: str
    line: str
    plate: str
    sea: str
    convoy: str
    land: str
    sahara: str
    impassable: str
    base: str
    chosen: str
    target: str
    past: str
    tint: int


LIGHT = Theme(
    name="light",
    page="#ffffff",
    ink="#1b1f24",
    faint="#57606a",
    line="#6b7075",
    plate="#ffffff",
    sea="#dcebf5",
    convoy="#c3dff0",
    land="#f6efdc",
    sahara="#fbe7b5",
    impassable="#d9d7d2",
    base="#e6e3dc",
    chosen="#c2185b",
    target="#0a7d33",
    past="#8a5a00",
    tint=34,
)
DARK = Theme(
    name="dark",
    page="#111111",
    ink="#eceff1",
    faint="#a8b0b8",
    line="#8b949e",
    plate="#dfe3e8",
    sea="#16283a",
    convoy="#1d3b55",
    land="#4a4535",
    sahara="#5e5230",
    impassable="#33363a",
    base="#2a2c2e",
    chosen="#ff6fa5",
    target="#4ade80",
    past="#ffc14d",
    tint=48,
)
THEMES: Mapping[str, Theme] = {"light": LIGHT, "dark": DARK}


def colours(powers: Iterable[str]) -> dict[str, str]:
    """A colour for each power; the usual one where it has one, else the next that is free."""
    return {power: OKABE_ITO[name] for power, name in _shared_out(powers, USUAL, tuple(OKABE_ITO), "grey").items()}


def patterns(powers: Iterable[str]) -> dict[str, str]:
    """A pattern for each power, by the same rule as `colours`."""
    return _shared_out(powers, USUAL_PATTERNS, PATTERNS, PATTERNS[-1])


def _shared_out(powers: Iterable[str], usual: Mapping[str, str], all_: tuple[str, ...], last: str) -> dict[str, str]:
    """The usual look of each power, or the next that is free; where none is left, the last one serves several."""
    wanted = list(powers)
    used = {usual[power] for power in wanted if power in usual}
    free = [name for name in all_ if name not in used] or [last]
    return {power: usual.get(power) or (free.pop(0) if len(free) > 1 else free[0]) for power in wanted}


def letters(powers: Iterable[str]) -> dict[str, str]:
    """A short sign for each power: `G`, `I`, `UK` ...; longer only where two would be alike."""
    found: dict[str, str] = {}
    for power in powers:
        words = power.split("_")
        tries = [power.upper()] if len(power) <= 2 else []
        tries += [
            power[0].upper(),
            "".join(word[0] for word in words).upper(),
            power[:2].title(),
            power[:3].title(),
        ]
        found[power] = next((sign for sign in tries if sign not in found.values()), power.title())
    return found


def nation_letters(nation: str) -> str:
    """The letters of a nationality."""
    return NATIONS[nation][0] if nation in NATIONS else nation[:2].title()


def frame(side: str) -> str:
    """The frame of a side's symbols: `friendly` (rectangles) or `hostile` (diamonds)."""
    return "hostile" if side in HOSTILE_SIDES else "friendly"


def mix(first: str, second: str, percent: int) -> str:
    """A colour with `percent` of the first and the rest of the second."""
    ends = [[int(colour[i : i + 2], 16) for i in (1, 3, 5)] for colour in (first, second)]
    mixed = (round((a * percent + b * (100 - percent)) / 100) for a, b in zip(*ends, strict=True))
    return "#" + "".join(f"{value:02x}" for value in mixed)
