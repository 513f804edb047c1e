"""Pieces of HTML: stacks on the map, the card of a space, the legend."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from html import escape

from northafrica.core.cards import SpaceCard, Stack, Token
from northafrica.core.map_plan import MapPlan
from northafrica.lab import plan_look, symbols
from northafrica.lab.geometry import Point
from northafrica.lab.palette import NATIONS, frame, nation_letters
from northafrica.lab.scene import Scene

TOKENS = ("supply", "land_mine", "sea_mine", "sp", "box")
GROUND_WORDS = {
    "land": "land",
    "sahara": "desert with its own rules of entry",
    "impassable": "no entry",
    "sea": "sea zone",
    "convoy": "sea zone with a convoy",
}


def use(scope: str, name: str, css: str, size: tuple[float, float]) -> str:
    """A drawing that points at a symbol of the page."""
    width, height = size
    return (
        f'<svg class="{css}" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}">'
        f'<use href="#{scope}-{name}" width="{width:.0f}" height="{height:.0f}"/></svg>'
    )


def chip(scope: str, stack: Stack) -> str:
    """Symbol and count of like pieces."""
    side = frame(stack.side)
    css = f"n-{stack.nation}" if stack.nation in NATIONS else f"p-{stack.power}"
    drawn = use(scope, symbols.symbol_id(stack.drawing, side), css, symbols.box(stack.drawing, side))
    note = "*" if stack.notes else ""
    return f'<span class="na-c">{drawn}{stack.count}{note}</span>'


def token_chip(scope: str, scene: Scene, token: Token) -> str:
    """Symbol and number of a token; a kind without symbol is written out where there is room."""
    if symbols.is_known(token.kind):
        css = f"p-{token.owner.split('/')[0]}" if token.owner else "na-plain"
        name = symbols.symbol_id(token.kind, "friendly")
        drawn = use(scope, name, css, symbols.box(token.kind, "friendly"))
        return f'<span class="na-t">{drawn}{token.amount}</span>'
    badge = _badge(scope, token.owner, scene.powers[token.owner]) if token.owner in scene.powers else ""
    words = escape(token.label or f"{token.amount} {symbols.kind_name(token.kind)}")
    return f'<span class="na-t na-near">{badge}{words}</span>'


def _merged(stacks: Iterable[Stack]) -> list[Stack]:
    """Like kinds of a power as one chip; a star says that not all are in the same condition."""
    found: dict[tuple[str, str], Stack] = {}
    for stack in stacks:
        key = (stack.power, stack.kind)
        before = found.get(key)
        notes = stack.notes or (before.notes if before else "")
        count = stack.count + (before.count if before else 0)
        found[key] = replace(stack, count=count, notes=notes)
    return list(found.values())


def merged_tokens(tokens: Iterable[Token]) -> list[Token]:
    """Like tokens of an owner as one."""
    found: dict[tuple[str, str], Token] = {}
    for token in tokens:
        key = (token.kind, token.owner)
        before = found.get(key)
        amount = token.amount + (before.amount if before else 0)
        found[key] = Token(token.kind, amount, token.owner, token.label)
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
    badges = "".join(
        f'<span class="na-b">{_badge(scope, power, side)}{count}</span>' for power, (side, count) in totals.items()
    )
    chips = "".join(chip(scope, stack) for stack in stacks)
    marks = "".join(token_chip(scope, scene, token) for token in tokens)
    words = escape(symbols.card_words(card, scene.names), quote=True)
    leads = "".join(
        f'<i class="na-lead l{n}" style="{_lead(shift)}"></i>' for n, shift in enumerate(shifts) if _far(shift)
    )
    moved = "".join(f"--x{n}:{x:.0f}px;--y{n}:{y:.0f}px;" for n, (x, y) in enumerate(shifts))
    inner = f'<div class="na-st" role="img" aria-label="{words}" style="{moved}">{badges}{chips}{marks}</div>'
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
    chips = "".join(chip(scope, stack) for stack in _merged(in_order(scene, card)))
    return chips + "".join(token_chip(scope, scene, token) for token in merged_tokens(card.tokens))


def panel(scope: str, scene: Scene, card: SpaceCard | None, hovered: bool = False, more: str = "") -> str:
    """All there is to tell about a space; `more`: HTML to put after its holder."""
    if card is None:
        words = "Click a space, or pick one from the list. Point at a space to read about it."
        return _panel("no space selected", f'<p class="na-faint">{words}</p>')
    how = "pointed at" if hovered else "selected"
    kind = card.kind if card.kind not in ("", "land") else "territory" if card.kind == "land" else ""
    lines = [
        f"<h4>{escape(card.name)} <small>{escape(kind)}, {how}</small></h4>",
        f"<p>{_holder(scene, card)}</p>",
        more,
    ]
    for power in dict.fromkeys(stack.power for stack in in_order(scene, card)):
        lines.append(f"<h5>{escape(scene.names.get(power, power))}</h5><ul>")
        for stack in (s for s in card.stacks if s.power == power):
            lines.append(f"<li>{chip(scope, stack)} {escape(symbols.stack_words(stack))}</li>")
        lines.append("</ul>")
    lines.append(_section("Tokens", [symbols.token_words(token, scene.names) for token in card.tokens]))
    lines.append(_section("Facts", card.facts))
    if card.reconstructed:
        lines.append('<p><span class="na-mark">partly reconstructed</span> <small>see the sources</small></p>')
    if card.sources:
        lines.append(f"<p><small>Sources: {escape('; '.join(card.sources))}</small></p>")
    return _panel(f"{card.name}, {how}", "".join(lines))


def _panel(label: str, inner: str) -> str:
    return f'<div class="na-panel" role="region" aria-label="{escape(label)}" tabindex="0">{inner}</div>'


def _holder(scene: Scene, card: SpaceCard) -> str:
    if card.control:
        side = scene.sides.get(card.side, card.side)
        held = f"Controlled by {symbols.power_words(card.control, scene.names)}" + (f" ({side})" if side else "")
    else:
        held = "Nobody controls it" if card.kind == "land" else ""
    known = card.control and card.status in scene.sides
    status = "" if known or card.status in ("sea zone", "neutral") else scene.sides.get(card.status, card.status)
    return escape("; ".join(part for part in (held, status) if part)) or "&nbsp;"


def _section(title: str, items: Iterable[str]) -> str:
    rows = "".join(f"<li>{escape(item)}</li>" for item in items)
    return f"<h5>{title}</h5><ul>{rows}</ul>" if rows else ""


def legend(scope: str, scene: Scene, kinds: Iterable[tuple[str, str]], unfolded: bool = True) -> str:
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
            [_kind_key(scope, kind, {"friendly"}) for kind in tokens] + ["<span>* moved, damaged or the like</span>"],
        )
    )
    grounds = dict.fromkeys(shape.kind for shape in scene.ground.shapes.values())
    plan = scene.ground.plan
    rows.append(("Ground", [_ground_key(ground) for ground in grounds] if plan is None else plan_keys(plan)))
    body = "".join(f'<div class="row"><b>{title}</b>{"".join(keys)}</div>' for title, keys in rows if keys)
    return f'<details class="na-legend"{" open" if unfolded else ""}><summary>Legend</summary>{body}</details>'


def _power_key(scope: str, scene: Scene, power: str) -> str:
    badge = _badge(scope, power, scene.powers[power])
    swatch = _swatch(f'fill="url(#{scope}-held-{power})"')
    side = scene.sides.get(scene.powers[power], scene.powers[power])
    shape = "diamond" if frame(scene.powers[power]) == "hostile" else "rectangle"
    told = shape if side == scene.names[power] else f"{side}: {shape}"
    words = f'{escape(scene.names[power])} <i class="na-faint">{escape(told)}</i>'
    return f"<span>{badge}{swatch}{words}</span>"


def _nation_key(nation: str) -> str:
    letters = escape(nation_letters(nation))
    return f'<span><em class="na-nation n-{nation}">{letters}</em>{escape(nation.replace("_", " ").title())}</span>'


def plan_keys(plan: MapPlan) -> list[str]:
    """Grounds and lines of a map drawn from data, each with its look."""
    kinds = dict.fromkeys(kind for kinds in plan.grounds.values() for kind in kinds)
    kinds |= dict.fromkeys(line.kind for line in plan.lines)
    return [
        f'<span><svg viewBox="0 0 24 16">{plan_key(kind)}</svg>{escape(plan.words.get(kind, kind))}</span>'
        for kind in kinds
    ]


def plan_key(kind: str, dark: bool = False) -> str:
    """What a ground or a line looks like, on a plate of 24 by 16."""
    ground = kind if kind in plan_look.GROUNDS else "open"
    plate = f'<rect width="24" height="16" fill="{plan_look.ground_colour(ground, dark)}" stroke="#888"/>'
    if kind in plan_look.GROUNDS:
        return f'{plate}<g transform="translate(2,1) scale(1.4)">{plan_look.mark(kind, dark)}</g>'
    look = plan_look.stroke(kind)
    colour = look.dark if dark else look.light
    dash = f' stroke-dasharray="{" ".join(f"{24 * part:.1f}" for part in look.dash)}"' if look.dash else ""
    teeth = f'<path d="M4,8l2,4l2,-4zM12,8l2,4l2,-4z" fill="{colour}"/>' if look.teeth else ""
    return f'{plate}<path d="M1,8H23" stroke="{colour}" stroke-width="{28 * look.width:.1f}"{dash}/>{teeth}'


def _swatch(look: str) -> str:
    rect = f'<rect {look} width="24" height="16" stroke="currentColor"/>'
    return f'<svg viewBox="0 0 24 16">{rect}</svg>'


def _kind_key(scope: str, kind: str, frames: set[str]) -> str:
    drawn = "".join(use(scope, symbols.symbol_id(kind, f), "na-plain", symbols.box(kind, f)) for f in sorted(frames))
    return f"<span>{drawn}{escape(symbols.kind_name(kind))}</span>"


def _ground_key(ground: str) -> str:
    swatch = _swatch(f'class="na-{ground}"')
    return f"<span>{swatch}{escape(GROUND_WORDS.get(ground, ground))}</span>"
