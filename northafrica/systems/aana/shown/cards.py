"""What there is to show: cards of spaces, the turn bar, arrows, advice."""

from __future__ import annotations

from northafrica.core.cards import Arrow, SpaceCard, Stack, Token, TurnBar
from northafrica.core.groups import groups, number
from northafrica.core.naming import counted, joined
from northafrica.core.pieces import Piece
from northafrica.core.table import View
from northafrica.systems.aana.board.ground import (
    ALLIES,
    AXIS,
    SIDES,
    barred,
    belongs,
    controlled_by,
    controller,
    data,
    is_land,
    is_sea,
    mine,
    name,
    reach_text,
    side_of,
    sources,
    supply,
    unit,
)
from northafrica.systems.aana.board.rounds import playing
from northafrica.systems.aana.board.stacking import count_text
from northafrica.systems.aana.combat.forces import attackers
from northafrica.systems.aana.combat_move.attackers import may_attack
from northafrica.systems.aana.combat_move.declare import Declare
from northafrica.systems.aana.combat_move.moving import may_move
from northafrica.systems.aana.combat_move.phase import CombatMove
from northafrica.systems.aana.combat_move.position import has_target, points
from northafrica.systems.aana.convoys.routes import is_open
from northafrica.systems.aana.data.entities import TREASURY
from northafrica.systems.aana.facts import facts
from northafrica.systems.aana.mines.fields import MINED, land_mine_owners
from northafrica.systems.aana.noncombat.moves import may_go
from northafrica.systems.aana.orders import Attack, Blitz, Move
from northafrica.systems.aana.turn import PHASE_NAMES
from northafrica.systems.aana.wording import NAMES, nation, power_name, say

WORDS = {
    "cargo": "aboard a convoy",
    "damaged": "damaged",
    "done": "done for this turn",
    "aloft": "in the air",
    "went": "has moved",
    "moved": "has made its combat move",
    "captured": "captured this turn",
    "new": "newly deployed",
    "fought": "has fought",
    "hit": "hit, to be removed",
    "submerged": "submerged",
    "escaped": "escaped from the combat",
    "landing": "landing force",
    "halted": "halted by mines",
    "struck": "has struck",
    "blitz": "blitzing",
    "loaded": "carried by truck",
}


def notes(piece: Piece) -> str:
    """A piece's status in words."""
    found = []
    for status, value in piece.status:
        if status == "attack":
            found.append(f"attacks {value}")
        elif status == "done" and value == MINED:
            found.append("thrown back by mines, done for this turn")
        elif status == "used":
            found.append(f"{counted(int(value), 'movement point')} used")
        elif status == "made":
            found.append(f"captured {nation(str(value))} truck")
        elif status in WORDS:
            found.append(WORDS[status])
    return ", ".join(found)


def card(view: View, space: str) -> SpaceCard:
    """Everything to tell about a space or an off-map box."""
    info = data(view)
    known = info.board.spaces.get(space)
    stacks = tuple(
        Stack(piece.power, SIDES[piece.power], piece.kind, n, notes(piece), unit(view, piece).name)
        for piece, n in groups(view, space)
    )
    power = controller(view, space) or (";".join(info.is_emblem(space)) if known else "")
    side = SIDES[power.split(";")[0]] if power else ""
    kind = ("sea" if is_sea(view, space) else "land") if known and known.kind != "box" else "box"
    return SpaceCard(
        space,
        name(view, space),
        kind,
        power,
        side,
        _status(view, space) if known else "",
        stacks,
        tokens(view, space),
        facts_of(view, space) if known else (),
        _sources(view, space) if known else (),
        bool(known) and any(p.confidence == "low" for p in info.board[space].provenance.values()),
    )


def _present(view: View, space: str, side: str) -> bool:
    return bool(number(view, space, lambda p: belongs(p.power, side) and p.kind != "truck"))


def _status(view: View, space: str) -> str:
    if is_sea(view, space):
        return "sea zone"
    held = [side for side in (AXIS, ALLIES) if controlled_by(view, space, side) or _present(view, space, side)]
    return "contested" if len(held) == 2 else held[0] if held else "neutral"


def tokens(view: View, space: str) -> tuple[Token, ...]:
    """Supply, mines and other stocks of a space, with the mines on its borders."""
    found = [Token(stock.resource, n, stock.owner) for stock, n in sorted(view.state.stocks.get(space, {}).items())]
    for place, stocks in sorted(view.state.stocks.items()):
        if place.startswith(f"{space}>"):
            owners = "/".join(land_mine_owners(view, space))
            found += [Token("land_mine", n, owners, to=place.partition(">")[2]) for _, n in stocks.items()]
    return tuple(found)


def facts_of(view: View, space: str) -> tuple[str, ...]:
    """Lines about a space for people."""
    info, found = data(view), []
    if info.rp(space):
        found.append(f"worth {info.rp(space)} RP a turn to its controller")
    if not is_sea(view, space) and info.stacking_limit(space, view.setting.options) is not None:
        limits = ", ".join(f"{NAMES[side]} {count_text(view, space, side)}" for side in (AXIS, ALLIES))
        found.append(f"stacking limit: {limits}")
    marks = {
        "coast_road": "on the coast road",
        "sahara": "Sahara: scout cars only",
        "impassable": "impassable",
        "island": "island",
        "no_enemy_land_entry": "emblem territory: no enemy land units",
        "west": "west of the white line",
        "defensive_bonus": "Defensive Bonus: defenders reroll 8 to 10 (reconstructed)",
        "staging": "staging territory",
        "capital": "regional capital",
        "naval_base": "UK naval base",
    }
    found += [text for tag, text in marks.items() if info.has_tag(space, tag)]
    convoy = info.convoys.get(space)
    if convoy is not None:
        state = "open" if is_open(view, convoy) else "closed"
        users = joined(power_name(power) for power in convoy.powers)
        found.append(f"convoy route to {name(view, convoy.port)}: {state} for {users}")
    for side in (AXIS, ALLIES):
        if barred(view, side, space):
            found.append(f"closed to {NAMES[side]} now")
    return tuple(found)


def _sources(view: View, space: str) -> tuple[str, ...]:
    return tuple(f"{field or 'space'}: {p}" for field, p in sorted(data(view).board[space].provenance.items()))


def turn_bar(view: View) -> TurnBar:
    """Round, powers, phases and where we are."""
    powers = tuple((power, NAMES[power].removeprefix("the ")) for power in playing(view, view.state.round))
    phases = tuple((key, title) for key, title in PHASE_NAMES.items() if key != "setup")
    top = view.state.top
    money = [
        f"{power_name(s.owner).removeprefix('the ')} {n} RP"
        for s, n in sorted(view.state.stocks.get(TREASURY, {}).items())
    ]
    return TurnBar(
        view.state.round,
        data(view).rounds.final,
        powers,
        view.state.power,
        phases,
        view.state.phase,
        top.label(view) if top else "the game is over",
        tuple(money),
    )


def arrows(view: View) -> tuple[Arrow, ...]:
    """Moves and attacks of the plan, and attacks declared."""
    found: list[Arrow] = []
    top = view.state.top
    lines = top.lines if isinstance(top, CombatMove | Declare) else ()
    for line in lines:
        if isinstance(line, Move | Blitz):
            kind = "blitz" if isinstance(line, Blitz) else "move"
            found += [
                Arrow(a, b, kind, side_of(view.state.power), str(line))
                for a, b in zip(line.route, line.route[1:], strict=False)
            ]
        elif isinstance(line, Attack) and line.origin:
            found.append(Arrow(line.origin, line.target, "attack", side_of(view.state.power), str(line)))
    for space in facts(view).combats if view.state.power else ():
        for place in dict.fromkeys(place for place, _, _ in attackers(view, space)):
            if place != space:
                found.append(Arrow(place, space, "attack", side_of(view.state.power), f"attack on {name(view, space)}"))
    return tuple(found)


def advice(view: View, space: str) -> tuple[str, ...]:
    """What the units of the acting power in a space may do now."""
    if not view.state.power or space not in data(view).board:
        return ()
    top, found = view.state.top, []
    ours = groups(view, space, lambda p: mine(view, p))
    if isinstance(top, CombatMove):
        found += [_combat_advice(view, space, piece, n) for piece, n in ours]
    elif isinstance(top, Declare):
        for piece, n in ours:
            where = has_target(view, piece, space) if may_attack(view, space)(piece) else []
            found.append(
                f"{say(n, piece.kind)}: may attack {', '.join(name(view, t) for t in where)}"
                if where
                else f"{say(n, piece.kind)}: nothing to attack"
            )
    elif view.state.phase == "noncombat":
        for piece, n in ours:
            can = f"may move, {counted(points(view, piece), 'point')}"
            found.append(f"{say(n, piece.kind)}: {can if may_go(view, space)(piece) else 'may not move now'}")
    if not is_sea(view, space):
        reach = sources(view, space, side_of(view.state.power))
        found.append(f"supply here {supply(view, space)}; in reach for an attack from here: {reach_text(view, reach)}")
    return tuple(found)


def _combat_advice(view: View, space: str, piece: Piece, n: int) -> str:
    if not may_move(view, space)(piece):
        return f"{say(n, piece.kind)}: cannot make a combat move"
    targets = has_target(view, piece, space) if is_land(piece) else []
    stand = f"; stands beside {', '.join(name(view, t) for t in targets)}" if targets else ""
    return f"{say(n, piece.kind)}: {counted(points(view, piece), 'movement point')}{stand}"
