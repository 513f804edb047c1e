"""The two sides of a combat: who fights, and which hit may fall on whom (Phase 4, step 1)."""

from __future__ import annotations

from northafrica.core.groups import Keep, groups
from northafrica.core.pieces import Piece
from northafrica.core.table import View
from northafrica.mechanisms.hits import Due, Group
from northafrica.mechanisms.sides import ATTACK
from northafrica.systems.revised.board.cargo import is_cargo
from northafrica.systems.revised.board.ground import (
    AIR,
    COMPLEX,
    GUN,
    SHIPS,
    SIDES,
    acting_powers,
    is_land,
    is_sea,
    unit,
)
from northafrica.systems.revised.facts import Combat, combat

SUB, FIRE, BOMBARD, FLAK = "sub", "fire", "bombard", "flak"
"""What a hit came from; the hits of guns name those they are fired at: `flak_uk_fighter`."""


def on_board(view: View, space: str) -> Keep:
    """Which pieces of a space stand on the battle board, those that are hit included (rule combat.place)."""
    if is_sea(view, space):
        return lambda p: not is_land(p) and not _out(p)
    return lambda p: p.kind not in (GUN, COMPLEX) and not p.has("raid") and not _out(p)


def _out(piece: Piece) -> bool:
    """Whether a piece takes no part: submerged, withdrawn, cargo (rules withdraw.final, combat.cargo-aside)."""
    return any(piece.has(status) for status in ("submerged", "withdrawn", "guest", "waits")) or is_cargo(piece)


def attackers(view: View, space: str, keep: Keep | None = None, fallen: bool = False) -> list[Group]:
    """The attacking units: those of the acting powers alone (rules multi.no-joint-attack, combat.attacker-ally-out)."""
    ours, there = acting_powers(view), on_board(view, space)
    return _sorted(view, space, lambda p: p.power in ours and there(p), keep, fallen)


def defenders(view: View, space: str, keep: Keep | None = None, fallen: bool = False) -> list[Group]:
    """The defending units of all powers of the other side (rule multi.defend-together)."""
    side, there = SIDES[view.state.power], on_board(view, space)
    return _sorted(view, space, lambda p: SIDES[p.power] != side and there(p), keep, fallen)


def _sorted(view: View, space: str, ours: Keep, keep: Keep | None, fallen: bool) -> list[Group]:
    """The groups of one side; those hit only where `fallen`."""

    def wanted(piece: Piece) -> bool:
        return ours(piece) and (fallen or not piece.has("hit")) and (keep is None or keep(piece))

    return [(space, piece, n) for piece, n in groups(view, space, wanted)]


def raiders(view: View, space: str) -> list[Group]:
    """The bombers on a raid over a territory."""
    ours = acting_powers(view)
    return [(space, piece, n) for piece, n in groups(view, space, lambda p: p.power in ours and p.has("raid"))]


def passing(view: View, space: str, gun: str, raid: int) -> list[Group]:
    """Aircraft with one main target that a gun on their way fires at next (rule combat.aa.group)."""
    ours = acting_powers(view)

    def keep(piece: Piece) -> bool:
        next_gun = str(piece.get("flak", "")).split(".")[0]
        return piece.power in ours and next_gun == gun and piece.number("raid") == raid

    return [(space, piece, n) for piece, n in groups(view, space, keep)]


def units_of(view: View, side: str, space: str) -> list[Group]:
    """The units of one side that a hit may fall on now."""
    now = combat(view)
    if now.domain == "raid":
        return raiders(view, space) if side == ATTACK else []
    if now.domain == "flak":
        return passing(view, space, now.gun, now.raid) if side == ATTACK else []
    return attackers(view, space) if side == ATTACK else defenders(view, space)


def flak_hit(power: str, kind: str) -> str:
    """What a hit of a gun is called that fires at aircraft of a kind and power (rule na.uk.joint-strike.aa)."""
    return f"{FLAK}_{power}_{kind}"


def may_hit(view: View, hit: str, piece: Piece) -> bool:
    """Rules combat.sub.sea-targets, combat.aa.type-order, combat.bombard.targets."""
    if hit == SUB:
        return piece.kind in SHIPS
    if hit.startswith(FLAK):
        return hit == flak_hit(piece.power, piece.kind)
    if hit == BOMBARD and piece.kind in AIR:
        return view.option("bombard_hits_air") == "on"
    return True


def hits_of(view: View, piece: Piece) -> int:
    """How many hits a unit can take (rule combat.battleship.two-hits)."""
    return 1 if piece.has("damaged") else unit(view, piece.kind).hits


def due(view: View, side: str, space: str) -> Due[str]:
    """The hits of this fire on a side."""
    now = combat(view)
    units = units_of(view, side, space)
    return Due(now.hits, now.taken, units, lambda hit, p: may_hit(view, hit, p), lambda p: hits_of(view, p))


def guns(view: View, space: str) -> list[Group]:
    """The enemy guns in a territory; only one of them fires (rule combat.aa.one-gun)."""
    side = SIDES[view.state.power]
    return [(space, p, n) for p, n in groups(view, space, lambda p: p.kind == GUN and SIDES[p.power] != side)]


def has_destroyer(view: View, side: str, space: str, fallen: bool = False) -> bool:
    """Whether a destroyer of a side is on the battle board."""
    found = attackers if side == ATTACK else defenders
    return bool(found(view, space, lambda p: p.kind == "destroyer", fallen))


def over(view: View, space: str) -> bool:
    """Whether one side has no units left on the battle board (rule combat.end.destroyed)."""
    return not attackers(view, space) or not defenders(view, space)


def is_assault(now: Combat) -> bool:
    """Whether nobody may retreat by land (rule withdraw.amphib.one-makes-all)."""
    return now.assault and now.domain == "land"
