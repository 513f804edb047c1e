"""Makes ``data/symbols.json``: the unit symbols of the maps, once and for all.

Run by hand when a symbol is added: ``pip install milsymbol==0.2.0``, then ``python tools/make_symbols.py``.
milsymbol (MIT licence) draws the standard military symbols (APP-6 / MIL-STD-2525, version 10); the kit
itself does not need it. Supply, mines and the signs of `PARTS` are drawn here.
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
    "antiaircraft_gun": ("Antiaircraft gun", LAND, "130100", ""),
}
# kind: name, the letters in the frame of a battleship
SHIPS = {"aircraft_carrier": ("Aircraft carrier", "CV"), "transport": ("Transport", "TR")}
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

SHAPES = {
    "friendly": ("21 46 158 108", "M25,50 l150,0 0,100 -150,0 z", (25, 50, 175, 150)),
    "hostile": ("24 24 152 152", "M 100,28 L172,100 100,172 28,100 100,28 Z", (60, 70, 140, 130)),
}
# kind: name, the parts that `part` draws into the frame
PARTS = {
    "armored_recon": ("Armored reconnaissance", ("slash", "track")),
    "armored_car": ("Armored car", ("slash", "wheels")),
    "camel": ("Camel troops", ("slash", "C")),
    "motorcycle": ("Motorcycle troops", ("cross", "wheels")),
    "assault_gun": ("Assault gun", ("track", "dot")),
    "machine_gun": ("Machine gun", ("barrel",)),
    "airborne": ("Airborne infantry", ("cross", "wings")),
    "support": ("Support group", ("SPT",)),
    "garrison": ("Garrison", ("GAR",)),
    "commando": ("Commando", ("CDO",)),
    "leader": ("Leader", ("star",)),
    "industrial_complex": ("Industrial complex", ("works",)),
}
PLAIN = {
    "sp": ("Supply point", OWN["supply"][1]),
    "box": (
        "Box",
        f'<path d="M52,45 h96 v96 h-96 z" stroke="black" stroke-width="14" fill="{FILL}"></path>'
        '<path d="M100,30 v30 M100,126 v30 M37,93 h30 M133,93 h30" stroke="black" stroke-width="8"></path>',
    ),
}


def part(name: str, box: tuple[int, int, int, int]) -> str:
    """One part of a sign, drawn in the room `box` (left, top, right, bottom); capitals are written."""
    left, top, right, foot = box
    line = 'stroke="black" stroke-width="5" fill="none"'
    wheel = f'<circle cx="{{}}" cy="{foot - 9}" r="7" {line}></circle>'
    drawn = {
        "slash": f'<path d="M{left},{foot} L{right},{top}" {line}></path>',
        "cross": f'<path d="M{left},{top} L{right},{foot} M{left},{foot} L{right},{top}" {line}></path>',
        "track": f'<path d="M125,80 C150,80 150,120 125,120 L75,120 C50,120 50,80 75,80 Z" {line}></path>',
        "wheels": wheel.format(84) + wheel.format(116),
        "dot": '<circle cx="100" cy="100" r="10"></circle>',
        "barrel": f'<path d="M100,132 V70 M86,84 L100,68 L114,84 M80,132 H120" {line}></path>',
        "wings": f'<path d="M68,{foot - 4} c2,-24 32,-24 32,0 c0,-24 30,-24 32,0" {line}></path>',
        "works": '<path d="M66,128 V84 l20,14 V84 l20,14 V84 l20,14 V66 h10 v62 z" fill="black"></path>',
        "star": '<path d="M100,62 l9.5,26 27.5,1 -21.7,17 7.7,26.5 -23,-15.5 -23,15.5 7.7,-26.5 -21.7,-17 '
        '27.5,-1 z"></path>',
    }
    if name in drawn:
        return drawn[name]
    size = 44 if len(name) > 1 else 52
    return (
        f'<text x="100" y="{100 + size * 0.36:.0f}" text-anchor="middle" font-family="sans-serif" '
        f'font-size="{size if box[0] < 50 else size * 0.8:.0f}" font-weight="bold" fill="black" stroke="{FILL}" '
        f'stroke-width="3" paint-order="stroke">{name}</text>'
    )


def composed(frame: str, parts: tuple[str, ...]) -> dict[str, str | float]:
    """A sign put together from parts in one side's frame."""
    view_box, outline, box = SHAPES[frame]
    width, height = (float(number) for number in view_box.split()[2:])
    body = f'<path d="{outline}" stroke-width="4" stroke="black" fill="{FILL}" fill-opacity="1" ></path>'
    return {
        "viewBox": view_box,
        "width": round(width * 0.35, 1),
        "height": round(height * 0.35, 1),
        "body": body + "".join(part(name, box) for name in parts),
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
    for kind, (name, letters) in SHIPS.items():
        like = {side: drawing(frame, SEA, CODES["battleship"][2], "") for side, frame in FRAMES.items()}
        drawn = {side: {**one, "body": str(one["body"]).replace(">BB<", f">{letters}<")} for side, one in like.items()}
        symbols[kind] = {"name": name, "code": "", **drawn}
    for kind, (name, parts) in PARTS.items():
        symbols[kind] = {"name": name, "code": "", **{side: composed(side, parts) for side in SHAPES}}
    for kind, (name, body) in {**OWN, **PLAIN}.items():
        plain = {"viewBox": "21 26 158 138", "width": 43.3, "height": 37.8, "body": body}
        symbols[kind] = {"name": name, "code": "", "friendly": plain, "hostile": plain}
    about = {
        "about": "Unit symbols. Frame shape tells the side, the sign inside the kind, the fill the power.",
        "use": f'<svg viewBox="{{viewBox}}">{{body}}</svg>, with {FILL} replaced by a colour',
        "source": "milsymbol 0.2.0 (MIT) by tools/make_symbols.py; signs without a code drawn for this kit",
        "fill": FILL,
    }
    text = json.dumps({**about, "symbols": symbols}, indent=1, ensure_ascii=False)
    OUT.write_text(text + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
