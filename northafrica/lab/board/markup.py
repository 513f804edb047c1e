"""Pieces of HTML: stacks on the map, the card of a space, the legend."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import replace

from markupsafe import Markup

from northafrica.core.cards import SpaceCard, Stack, Token
from northafrica.core.html import NOTHING, tag, together
from northafrica.core.map_plan import MapPlan
from northafrica.lab.board import plan_look
from northafrica.lab.board.geometry import Point
from northafrica.lab.board.scene import Scene
from northafrica.lab.tray import symbols
from northafrica.lab.tray.palette import NATIONS, frame, nation_letters

TOKENS = ("supply", "land_mine", "sea_mine", "sp", "box")
GROUND_WORDS = {
    "land": "land",
    "sahara": "desert with its own rules of entry",
    "impassable": "no entry",
    "sea": "sea zone",
    "convoy": "sea zone with a convoy",
}


def use(scope: str, name: str, css: str, size: tuple[float, float]) -> Markup:
    """A drawing that points at a symbol of the page."""
    width, height = size
    return tag(
        "svg",
        tag("use", href=f"#{scope}-{name}", width=width, height=height),
        class_=css,
        viewBox=f"0 0 {width:.0f} {height:.0f}",
        width=width,
    )


def chip(scope: str, stack: Stack) -> Markup:
    """Symbol and count of like pieces."""
    side = frame(stack.side)
    css = f"n-{stack.nation}" if stack.nation in NATIONS else f"p-{stack.power}"
    drawn = use(scope, symbols.symbol_id(stack.drawing, side), css, symbols.box(stack.drawing, side))
    note = "*" if stack.notes else ""
    return tag("span", drawn, stack.count, note, class_="na-c")


def token_chip(scope: str, scene: Scene, token: Token) -> Markup:
    """Symbol and number of a token; a kind without symbol is written out where there is room."""
    if symbols.is_known(token.kind):
        css = f"p-{token.owner.split('/')[0]}" if token.owner else "na-plain"
        name = symbols.symbol_id(token.kind, "friendly")
        drawn = use(scope, name, css, symbols.box(token.kind, "friendly"))
        return tag("span", drawn, token.amount, class_="na-t")
    badge = _badge(scope, token.owner, scene.powers[token.owner]) if token.owner in scene.powers else ""
    words = token.label or f"{token.amount} {symbols.kind_name(token.kind)}"
    return tag("span", badge, words, class_="na-t na-near")


def _merged(stacks: Iterable[Stack]) -> list[Stack]:
    """Like kinds of a power as one chip; a star says that not all are in the same condition."""
    found: dict[tuple[str, str], Stack] = {}
    for stack in stacks:
        before = found.get((stack.power, stack.kind))
        notes = stack.notes or (before.notes if before else "")
        count = stack.count + (before.count if before else 0)
        found[stack.power, stack.kind] = replace(stack, count=count, notes=notes)
    return list(found.values())


def merged_tokens(tokens: Iterable[Token]) -> list[Token]:
    """Like tokens of an owner as one."""
    found: dict[tuple[str, str], Token] = {}
    for token in tokens:
        before = found.get((token.kind, token.owner))
        amount = token.amount + (before.amount if before else 0)
        found[token.kind, token.owner] = Token(token.kind, amount, token.owner, token.label)
    return list(found.values())


def in_order(scene: Scene, card: SpaceCard) -> list[Stack]:
    """Stacks by side and power, in the order of the powers."""
    order = {power: n for n, power in enumerate(scene.powers)}
    sides = {side: n for n, side in enumerate(dict.fromkeys(scene.powers.values()))}
    return sorted(card.stacks, key=lambda s: (sides.get(s.side, 9), order.get(s.power, 9)))


def has_cluster(card: SpaceCard) -> bool:
    """Whether there is anything to show in a space."""
    return bool(card.stacks) or any(symbols.is_known(token.kind) for token in card.tokens)


def cluster(scope: str, scene: Scene, card: SpaceCard, shifts: Iterable[Point]) -> str:
    """What stands in a space: badges for far away, chips for near; `shifts` by level of detail, in pixels."""
    stacks = _merged(in_order(scene, card))
    tokens = merged_tokens(card.tokens)
    totals: dict[str, tuple[str, int]] = {}
    for stack in stacks:
        totals[stack.power] = (stack.side, totals.get(stack.power, ("", 0))[1] + stack.count)
    badges = together(
        *(tag("span", _badge(scope, power, side), count, class_="na-b") for power, (side, count) in totals.items())
    )
    chips = together(*(chip(scope, stack) for stack in stacks))
    marks = together(*(token_chip(scope, scene, token) for token in tokens))
    words = symbols.card_words(card, scene.names)
    leads = together(
        *(tag("i", class_=f"na-lead l{n}", style=_lead(shift)) for n, shift in enumerate(shifts) if _far(shift))
    )
    moved = "".join(f"--x{n}:{x:.0f}px;--y{n}:{y:.0f}px;" for n, (x, y) in enumerate(shifts))
    inner = tag("div", badges, chips, marks, class_="na-st", role="img", aria_label=words, style=moved)
    return leads + inner


def _far(shift: Point) -> bool:
    return math.hypot(*shift) > 14


def _lead(shift: Point) -> str:
    """A line from the space's inner point to a cluster that had to stand aside."""
    x, y = shift[0], shift[1] + 6
    return f"width:{math.hypot(x, y):.0f}px;transform:rotate({math.degrees(math.atan2(y, x)):.0f}deg)"


def _badge(scope: str, power: str, side: str) -> str:
    return use(scope, f"badge-{power}", f"p-{power}", symbols.SIZES[frame(side)])


def contents(scope: str, scene: Scene, card: SpaceCard) -> str:
    """Chips of everything in a place, for an inset."""
    chips = together(*(chip(scope, stack) for stack in _merged(in_order(scene, card))))
    return chips + together(*(token_chip(scope, scene, token) for token in merged_tokens(card.tokens)))


def panel(scope: str, scene: Scene, card: SpaceCard | None, hovered: bool = False, more: str = "") -> str:
    """All there is to tell about a space; `more`: HTML to put after its holder."""
    if card is None:
        words = "Click a space, or pick one from the list. Point at a space to read about it."
        return _panel("no space selected", tag("p", words, class_="na-faint"))
    how = "pointed at" if hovered else "selected"
    kind = card.kind if card.kind not in ("", "land") else "territory" if card.kind == "land" else ""
    lines = [
        tag("h4", card.name, " ", tag("small", kind, ", ", how)),
        tag("p", _holder(scene, card)),
        more,
    ]
    for power in dict.fromkeys(stack.power for stack in in_order(scene, card)):
        own = (stack for stack in card.stacks if stack.power == power)
        units = (tag("li", chip(scope, stack), " ", symbols.stack_words(stack)) for stack in own)
        lines += [tag("h5", scene.names.get(power, power)), tag("ul", *units)]
    lines.append(_section("Tokens", [symbols.token_words(token, scene.names) for token in card.tokens]))
    lines.append(_section("Facts", card.facts))
    if card.reconstructed:
        lines.append(
            tag("p", tag("span", "partly reconstructed", class_="na-mark"), " ", tag("small", "see the sources"))
        )
    if card.sources:
        lines.append(tag("p", tag("small", "Sources: ", "; ".join(card.sources))))
    return _panel(f"{card.name}, {how}", together(*lines))


def _panel(label: str, inner: str) -> Markup:
    return tag("div", inner, class_="na-panel", role="region", aria_label=label, tabindex="0")


def _holder(scene: Scene, card: SpaceCard) -> str:
    if card.control:
        side = scene.sides.get(card.side, card.side)
        held = f"Controlled by {symbols.power_words(card.control, scene.names)}" + (f" ({side})" if side else "")
    else:
        held = "Nobody controls it" if card.kind == "land" else ""
    known = card.control and card.status in scene.sides
    status = "" if known or card.status in ("sea zone", "neutral") else scene.sides.get(card.status, card.status)
    return "; ".join(part for part in (held, status) if part) or "\xa0"


def _section(title: str, items: Iterable[str]) -> Markup:
    rows = together(*(tag("li", item) for item in items))
    return together(tag("h5", title), tag("ul", rows)) if rows else NOTHING


def legend(scope: str, scene: Scene, kinds: Iterable[tuple[str, str]], unfolded: bool = True) -> Markup:
    """What the signs mean."""
    known = sorted(set(kinds))
    rows = [("Powers", [_power_key(scope, scene, power) for power in scene.powers])]
    nations = [_nation_key(nation) for nation in scene.nations]
    rows.append(("Nationality", nations))
    units = {kind for kind, _ in known if kind not in TOKENS}
    rows.append(("Units", [_kind_key(scope, kind, {f for k, f in known if k == kind}) for kind in sorted(units)]))
    tokens = [kind for kind, _ in known if kind not in units]
    rows.append(
        (
            "Tokens",
            [_kind_key(scope, kind, {"friendly"}) for kind in tokens] + [tag("span", "* moved, damaged or the like")],
        )
    )
    grounds = dict.fromkeys(shape.kind for shape in scene.ground.shapes.values())
    plan = scene.ground.plan
    rows.append(("Ground", [_ground_key(ground) for ground in grounds] if plan is None else plan_keys(plan)))
    rows.append(("Names", [tag("span", scene.ground.key)] if scene.ground.key else []))
    body = together(*(tag("div", tag("b", title), *keys, class_="row") for title, keys in rows if keys))
    return tag("details", tag("summary", "Legend"), body, class_="na-legend", open=unfolded)


def _power_key(scope: str, scene: Scene, power: str) -> Markup:
    badge = _badge(scope, power, scene.powers[power])
    swatch = _swatch(dict(fill=f"url(#{scope}-held-{power})"))
    side = scene.sides.get(scene.powers[power], scene.powers[power])
    shape = "diamond" if frame(scene.powers[power]) == "hostile" else "rectangle"
    told = shape if side == scene.names[power] else f"{side}: {shape}"
    words = together(scene.names[power], " ", tag("i", told, class_="na-faint"))
    return tag("span", badge, swatch, words)


def _nation_key(nation: str) -> Markup:
    letters = nation_letters(nation)
    return tag("span", tag("em", letters, class_=f"na-nation n-{nation}"), nation.replace("_", " ").title())


def plan_keys(plan: MapPlan) -> list[Markup]:
    """Grounds and lines of a map drawn from data, each with its look."""
    kinds = dict.fromkeys(kind for kinds in plan.grounds.values() for kind in kinds)
    kinds |= dict.fromkeys(line.kind for line in plan.lines)
    return [tag("span", tag("svg", plan_key(kind), viewBox="0 0 24 16"), plan.words.get(kind, kind)) for kind in kinds]


def plan_key(kind: str, dark: bool = False) -> Markup:
    """What a ground or a line looks like, on a plate of 24 by 16."""
    ground = kind if kind in plan_look.GROUNDS else "open"
    plate = tag("rect", width="24", height="16", fill=plan_look.ground_colour(ground, dark), stroke="#888")
    if kind in plan_look.GROUNDS:
        return together(plate, tag("g", plan_look.mark(kind, dark), transform="translate(2,1) scale(1.4)"))
    look = plan_look.stroke(kind)
    colour = look.dark if dark else look.light
    dash = dict(stroke_dasharray=" ".join(f"{24 * part:.1f}" for part in look.dash)) if look.dash else {}
    teeth = tag("path", d="M4,8l2,4l2,-4zM12,8l2,4l2,-4z", fill=colour) if look.teeth else ""
    return together(plate, tag("path", d="M1,8H23", stroke=colour, stroke_width=28 * look.width, **dash), teeth)


def _swatch(look: Mapping[str, str]) -> Markup:
    rect = tag("rect", **look, width="24", height="16", stroke="currentColor")
    return tag("svg", rect, viewBox="0 0 24 16")


def _kind_key(scope: str, kind: str, frames: set[str]) -> Markup:
    drawn = together(
        *(use(scope, symbols.symbol_id(kind, f), "na-plain", symbols.box(kind, f)) for f in sorted(frames))
    )
    return tag("span", drawn, symbols.kind_name(kind))


def _ground_key(ground: str) -> Markup:
    swatch = _swatch(dict(class_=f"na-{ground}"))
    return tag("span", swatch, GROUND_WORDS.get(ground, ground))
