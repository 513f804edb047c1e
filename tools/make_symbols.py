"""Makes ``data/symbols.json``: the unit symbols of the maps, once and for all.

Run by hand when a symbol is added: ``pip install milsymbol==0.2.0``, then ``python tools/make_symbols.py``.
milsymbol (MIT licence) draws the standard military symbols (APP-6 / MIL-STD-2525, version 10); the kit
itself does not need it. Supply and mines are drawn here.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from milsymbol import Symbol  # type: ignore[import-not-found, import-untyped, unused-ignore]

OUT = Path(__file__).resolve().parents[1] / "data" / "symbols.json"
FILL = "__FILL__"
FRAMES = {"friendly": "3", "hostile": "6"}
LAND, AIR, SEA, UNDER_WATER = "10", "01", "30", "35"
# kind: name, symbol set, entity code, letter (two kinds may share a code; the letter tells them apart)
CODES = {
    "infantry": ("Infantry", LAND, "121100", ""),
    "mechanized_infantry": ("Mechanized infantry", LAND, "121102", ""),
    "artillery": ("Artillery", LAND, "130300", ""),
    "anti_tank_gun": ("Anti-tank gun", LAND, "120400", ""),
    "aaa": ("Anti-aircraft artillery", LAND, "130100", ""),
    "scout_car": ("Scout car (reconnaissance)", LAND, "121300", ""),
    "tank": ("Tank (armour)", LAND, "120500", ""),
    "sherman": ("Sherman tank (armour)", LAND, "120500", "S"),
    "tiger_tank": ("Tiger tank (armour)", LAND, "120500", "T"),
    "truck": ("Truck (transportation)", LAND, "163600", ""),
    "fighter": ("Fighter", AIR, "110104", ""),
    "bomber": ("Bomber", AIR, "110103", ""),
    "battleship": ("Battleship", SEA, "120201", ""),
    "destroyer": ("Destroyer", SEA, "120203", ""),
    "submarine": ("Submarine", UNDER_WATER, "110100", ""),
}
INK = 'stroke="black" stroke-width="4"'
OWN = {
    "supply": (
        "Supply",
        f'<path d="M40,50 h120 v100 h-120 z" {INK} fill="{FILL}"></path>'
        '<path d="M40,122 h120" stroke="black" stroke-width="4" fill="none"></path>',
    ),
    "land_mine": (
        "Land mine",
        f'<path d="M100,42 v24 M64,54 l14,20 M136,54 l-14,20" {INK} fill="none"></path>'
        f'<path d="M35,112 a65,46 0 0 1 130,0 v22 h-130 z" {INK} fill="{FILL}"></path>'
        f'<path d="M35,112 h130" {INK} fill="none"></path>',
    ),
    "sea_mine": (
        "Sea mine",
        f'<path d="M100,34 v24 M55,48 l18,20 M145,48 l-18,20" {INK} fill="none"></path>'
        f'<path d="M42,92 h22 M136,92 h22" {INK} fill="none"></path>'
        f'<circle cx="100" cy="92" r="38" {INK} fill="{FILL}"></circle>'
        f'<path d="M30,150 q17.5,-18 35,0 t35,0 t35,0 t35,0" {INK} fill="none"></path>',
    ),
}


def drawing(frame: str, symbol_set: str, entity: str, letter: str) -> dict[str, str | float]:
    """One framed symbol as viewBox, size in pixels and body, with `FILL` where the power's colour goes."""
    svg = Symbol(f"100{frame}{symbol_set}0000{entity}0000", size=35).as_svg()
    if ">?<" in svg:
        raise ValueError(f"milsymbol does not know {symbol_set}/{entity}")
    head, body = re.fullmatch(r"<svg ([^>]*)>(.*)</svg>", svg, re.DOTALL).groups()  # type: ignore[union-attr]
    attributes = dict(re.findall(r'(\w+)="([^"]*)"', head))
    body = re.sub(r'fill="rgb\([^)]*\)"', f'fill="{FILL}"', body, count=1)
    if letter:
        body += (
            '<text x="100" y="111" text-anchor="middle" font-family="sans-serif" font-size="32" '
            f'font-weight="bold" fill="black">{letter}</text>'
        )
    return {
        "viewBox": attributes["viewBox"],
        "width": float(attributes["width"]),
        "height": float(attributes["height"]),
        "body": body,
    }


def main() -> None:
    """Write the file."""
    symbols: dict[str, object] = {}
    for kind, (name, symbol_set, entity, letter) in CODES.items():
        drawn = {side: drawing(frame, symbol_set, entity, letter) for side, frame in FRAMES.items()}
        symbols[kind] = {"name": name, "code": f"{symbol_set}/{entity}", **drawn}
    for kind, (name, body) in OWN.items():
        plain = {"viewBox": "21 26 158 138", "width": 43.3, "height": 37.8, "body": body}
        symbols[kind] = {"name": name, "code": "", "friendly": plain, "hostile": plain}
    about = {
        "about": "Unit symbols. Frame shape tells the side, the sign inside the kind, the fill the power.",
        "use": f'<svg viewBox="{{viewBox}}">{{body}}</svg>, with {FILL} replaced by a colour',
        "source": "milsymbol 0.2.0 (MIT) by tools/make_symbols.py; supply and mines drawn for this kit",
        "fill": FILL,
    }
    text = json.dumps({**about, "symbols": symbols}, indent=1, ensure_ascii=False)
    OUT.write_text(text + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
