"""Style sheets: how a map looks in the light and the dark theme, for one map of a page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache

from markupsafe import Markup, escape

from northafrica.core.html import style, tag, together
from northafrica.lab.tray import keys, symbols
from northafrica.lab.tray.palette import LIGHT, NATIONS, THEMES, Theme

GROUNDS = ("land", "sahara", "impassable", "sea", "convoy")


VARIABLES = ("faint", "line", "plate", "base", "chosen", "target", "past", *GROUNDS)


def _variables(theme: Theme, in_jupyter: bool) -> str:
    """The theme's colours as CSS variables; in Jupyter page and letters follow the user's own theme."""
    page, ink = theme.page, theme.ink
    if in_jupyter:
        page, ink = f"var(--jp-layout-color1,{page})", f"var(--jp-content-font-color1,{ink})"
    own = {name: getattr(theme, name) for name in VARIABLES} | {
        "page": page,
        "ink": ink,
        "text": theme.ink,
        "chip": LIGHT.ink,
    }
    return "".join(f"--na-{name}:{value};" for name, value in own.items())


@cache
def _rules() -> str:
    return keys.css("board/map.css")


def sheet(scope: str, theme: str, powers: Mapping[str, str]) -> str:
    """The fixed style sheet of a map; theme `auto` follows Jupyter's."""
    root = f".{scope}"
    first = THEMES["dark" if theme == "dark" else "light"]
    rules = [f"{root}{{{_variables(first, theme == 'auto')}}}"]
    if theme == "auto":
        dark = f'[data-jp-theme-light="false"] {root}'
        rules.append(f"{dark}{{{_variables(THEMES['dark'], True)}}}")
        rules.append(f"{dark} .leaflet-image-layer{{filter:invert(1) hue-rotate(180deg)}}")
        rules.append(f"{dark} .leaflet-na-under-pane .leaflet-image-layer{{filter:invert(.86) hue-rotate(180deg)}}")
    else:
        rules.append(f"{root}{{background:var(--na-page);padding:8px}}")
    rules += [f"{root} .na-{ground}{{fill:var(--na-{ground})}}" for ground in GROUNDS]
    rules += [f"{root} .p-{power}{{color:{colour}}}" for power, colour in powers.items()]
    rules += [f"{root} .n-{nation}{{color:{colour}}}" for nation, (_, colour) in NATIONS.items()]
    return "\n".join(rules) + _rules()


def space_class(space: str) -> str:
    """The class of a space's outline: its id without what a style sheet takes for something else.

    >>> space_class("a36.23")
    'k-a36_23'
    """
    return "k-" + class_word(space)


def class_word(name: str) -> str:
    """A name as part of a class: what a style sheet or a list of classes would take for something else is `_`.

    >>> class_word("two words")
    'two_words'
    """
    return re.sub(r"[^A-Za-z0-9_-]", "_", name)


def _select(scope: str, spaces: Iterable[str]) -> str:
    names = ",".join(f".{space_class(space)}" for space in spaces)
    return f".{scope} :is({names})" if names else ""


def control_rules(
    scope: str, control: Mapping[str, Iterable[str]], targets: Iterable[str], touched: Iterable[str] = ()
) -> Markup:
    """Which space is filled with whose pattern, which are offered as a choice, in which something happened."""
    rules = []
    for power, spaces in sorted(control.items()):
        names = _select(scope, spaces)
        if names:
            rules.append(f"{names}{{fill:url(#{scope}-held-{power});--na-cell:.42}}")
    looks = (
        (touched, "var(--na-past);stroke-width:4"),
        (targets, "var(--na-target);stroke-width:4;stroke-dasharray:8 3"),
    )
    rules += [f"{marked}{{stroke:{look}}}" for spaces, look in looks if (marked := _select(scope, spaces))]
    return style("".join(rules))


TINTS = 8
NEAR, FAR = "#00a6a0", "#8e24aa"
"""The ends of an overlay's tints."""


def tint_rules(scope: str, shades: Mapping[str, float]) -> Markup:
    """The tints of an overlay: near in one colour, far in another (told by the labels too)."""
    bands: dict[int, list[str]] = {}
    for space, shade in shades.items():
        bands.setdefault(round(min(1.0, max(0.0, shade)) * (TINTS - 1)), []).append(space)
    rules = []
    for band, spaces in sorted(bands.items()):
        share = round(100 * band / (TINTS - 1))
        colour = f"color-mix(in srgb,{FAR} {share}%,{NEAR})"
        rules.append(f"{_select(scope, spaces)}{{fill:{colour};--na-cell:.42}}")
    return style("".join(rules))


def pattern_defs(scope: str, powers: Mapping[str, str], patterns: Mapping[str, str]) -> Markup:
    """One control pattern a power; its ground follows the theme through a CSS variable."""
    found = []
    for power, colour in powers.items():
        ground = f"color-mix(in srgb,{colour} 34%,var(--na-land))"
        ink = f"color-mix(in srgb,{colour} 70%,var(--na-text))"
        found.append(css_pattern(f"{scope}-held-{power}", patterns[power], ground, ink))
    return together(*found)


def css_pattern(name: str, mark: str, ground: str, ink: str) -> str:
    """A pattern whose colours are CSS expressions."""
    drawn = symbols.pattern(name, mark, "GROUND", "INK")
    for look, colour in (("fill", "GROUND"), ("fill", "INK"), ("stroke", "INK")):
        said = escape(f"{look}:{ground if colour == 'GROUND' else ink}")
        drawn = drawn.replace(Markup(f'{look}="{colour}"'), Markup('style="{}"').format(said))
    return drawn


def hidden_svg(content: str) -> Markup:
    """Definitions that a page carries without showing them."""
    return tag("svg", tag("defs", content), width="0", height="0", style="position:absolute", aria_hidden="true")
