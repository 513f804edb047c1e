"""Fog of war (18.0, option `fog`): what a seat sees of the enemy on the map, in boxes and in the log.

Open are: which sort of unit stands where and how many (ground, fortification, air, ship, submarine, for the rules of
movement and control ask for it), supply, neutral units, a two-step unit that no other covers, places examined this
turn, and whoever is in the combat under way. All else is a stand-in: `unknown_ground` and its like on the map,
`unknown_counter` in boxes. Orders are judged on that view; what it allows is allowed in truth.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from northafrica.core.events import Event
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.state import State
from northafrica.core.step import Automatic, Chance, Choice
from northafrica.core.table import Setting, Table, View
from northafrica.mechanisms.hidden import retell
from northafrica.systems.marenostrum.board.ground import ABOARD, NEUTRAL_STATUS, REDUCED
from northafrica.systems.marenostrum.data.tables import SIDES, SUPPLY, UNKNOWN, MareData, box_of
from northafrica.systems.marenostrum.facts import Facts

MOVES = frozenset(("moved", "placed", "flipped", "retreated", "removed", "lost"))
COUNTER = "unknown_counter"
AT_ONCE, REFIT = "immediate", "RefitRoll"
DRAWN = frozenset(("5.1.draw-one", "5.2.year"))
"""Rules of what happens to a marker as it is drawn."""
LEARNT = DRAWN | {"15.1.pool", "18.1.reveal"}
"""Rules of what a seat cannot unlearn."""
TELLING = ("Escarpment",)
"""Steps whose rolls name the units that throw."""


@dataclass(frozen=True)
class Unseen(Automatic):
    """Stands in a view for the steps of the other seat, which may name its units; `battle` of a combat is open."""

    text: str = ""
    battle: Any = None

    def label(self, view: View) -> str:
        return self.text

    def run(self, table: Table) -> None:
        raise NotImplementedError("a view is never played")


def hides(setting: Setting) -> bool:
    """Whether fog of war is on."""
    return setting.options.get("fog") == "on"


def hide(setting: Setting, state: State, seat: str) -> State:
    """The state as a seat may know it."""
    if not hides(setting):
        return state
    enemies = {side for side in SIDES if setting.seats[side] != seat}
    shown = state.copy()
    for place, table in state.pieces.items():
        if any(piece.power in enemies for piece in table):
            shown.pieces[place] = _veiled(setting, state, place, enemies)
    top, view = state.top, View(setting, state)
    if isinstance(top, Choice | Chance) and top.seat(view) != seat:
        battles = [step for step in state.stack if getattr(step, "battle", None) is not None]
        shown.stack = (Unseen(top.label(view), battles[-1].battle if battles else None),)  # type: ignore[attr-defined]
    return shown


def _veiled(setting: Setting, state: State, place: str, enemies: set[str]) -> dict[Piece, int]:
    info, table, found = setting.data, state.pieces[place], dict[Piece, int]()
    box, examined = place not in info.board, _examined(setting, state, place, enemies)
    for piece, n in table.items():
        if piece.power not in enemies or examined or _open(info, state, place, piece, enemies):
            shown: Piece | None = piece
        elif box:
            shown = Piece(piece.power, COUNTER)
        else:
            shown = None if piece.has(ABOARD) else Piece(piece.power, stand_in(info, piece))
        if shown is not None:
            found[shown] = found.get(shown, 0) + n
    return found


def stand_in(info: MareData, piece: Piece) -> str:
    """What stands for a unit that is not seen."""
    unit = info.units[piece.kind]
    if unit.category == "naval":
        return "unknown_submarine" if unit.type == "SS" else "unknown_ship"
    return "unknown_fortification" if unit.type == "fortification" else f"unknown_{unit.category}"


def _examined(setting: Setting, state: State, place: str, enemies: set[str]) -> bool:
    """Whether the seat whose turn it is has examined a place this turn."""
    mine = bool(state.power) and state.power not in enemies
    return mine and isinstance(state.facts, Facts) and place in state.facts.seen


def _open(info: MareData, state: State, place: str, piece: Piece, enemies: set[str]) -> bool:
    """Whether a piece of the enemy is seen all the same (rule 18.1.conceal)."""
    if place not in info.board:
        return piece.kind in (SUPPLY, COUNTER)
    if piece.kind == SUPPLY or piece.has(NEUTRAL_STATUS) or piece.kind in UNKNOWN:
        return not piece.has(ABOARD)
    fight = fighting(state)
    return place in fight or piece.kind in fight or piece == top_of(info, state.pieces[place], piece.power)


def top_of(info: MareData, table: Mapping[Piece, int], side: str) -> Piece | None:
    """The two-step unit that lies on top where no one-step unit, face down, covers the stack: the weakest."""
    stack = [p for p in table if p.power == side and p.kind in info.units and not p.has(ABOARD)]
    stack = [p for p in stack if not p.has(NEUTRAL_STATUS)]
    known = [piece for piece in stack if piece.kind not in UNKNOWN]
    if len(known) == len(stack) and any(info.units[piece.kind].steps < 2 for piece in stack):
        return None
    return min(known, key=lambda piece: (_strength(info, piece), piece), default=None)


def _strength(info: MareData, piece: Piece) -> int:
    unit = info.units[piece.kind]
    return int(unit.anti_ground_reduced or 0) if piece.has(REDUCED) else unit.anti_ground


def fighting(state: State) -> set[str]:
    """The area or zone of the combat under way, and the units that take part from elsewhere (rule 18.1.reveal)."""
    found: set[str] = set()
    for step in state.stack:
        battle = getattr(step, "battle", None)
        if battle is not None:
            found.add(battle.space)
            groups = (battle.force, battle.joiners, battle.ships, battle.against)
            found |= {word for group in groups for word, _ in group}
    return found - {""}


def told_by(setting: Setting, events: Sequence[Event]) -> Ruling | None:
    """Why a draw, a reveal or a combat is not taken back under fog without leave (rule 3.4.no-take-back)."""
    learnt = any(e.kind == "revealed" or e.combat or LEARNT & set(e.rules) for e in events)
    if not hides(setting) or not learnt:
        return None
    text = "something was drawn or revealed; under fog of war that is taken back only by agreement"
    return Ruling.refuse("3.4.no-take-back", text, "18.1.reveal")


def veil(table: Table, fresh: Sequence[Event]) -> None:
    """What the enemy does not see is told to its owner alone; orders are told by their kind only."""
    if not hides(table.setting):
        return

    def told(event: Event) -> Event:
        owner, cause = _owner(table, event), event.cause.partition(" ")[0]
        if not owner or event.seen_by:
            return replace(event, cause=cause)
        rule = "18.3.refit-secret" if event.step == REFIT else "18.1.conceal"
        return replace(event, seen_by=(table.setting.seats[owner],), rules=(*event.rules, rule), cause=cause)

    retell(table, fresh, told)


def _owner(table: Table, event: Event) -> str:
    """The side that alone may know of an event, "" where all may."""
    side = event.piece.power if event.piece is not None else event.power
    if side not in SIDES:
        return ""
    if event.step == REFIT:
        return side if table.option("secret_refit") == "on" else ""
    if DRAWN & set(event.rules) or event.place == box_of(side, "cup"):
        return side if _kept(table, event) else ""
    if event.kind == "rolled" and event.step in TELLING:
        return side
    if event.kind not in MOVES or event.piece is None:
        return ""
    return "" if _seen(table, event, event.piece, side) else side


def _kept(table: Table, event: Event) -> bool:
    """Whether a marker drawn is held, not played at once (rules 5.2.hidden, 5.2.immediate)."""
    name = event.piece.kind if event.piece is not None else event.value
    row = table.setting.data.events.get((event.power, name))
    return row is not None and row.timing != AT_ONCE if name else event.kind == "note"


def _seen(table: Table, event: Event, piece: Piece, side: str) -> bool:
    """Whether both see a piece go from one place to another, or turn."""
    info = table.setting.data
    if piece.kind == SUPPLY and not piece.has(ABOARD):
        return True
    if (side, piece.kind) in info.events:
        return True
    if piece.kind not in info.units:
        return False
    fight = fighting(table.state)
    if event.place in fight or piece.kind in fight:
        return True
    where = event.to or event.place
    if where not in info.board or piece.has(ABOARD):
        return False
    after = event.becomes or piece
    here = table.state.at(where)
    return after.has(NEUTRAL_STATUS) or (len(here) == 1 and after == top_of(info, here, side))
