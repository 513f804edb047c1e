"""A plan of combat moves is committed: what must be in order (Phase 3; Appendix I / Air Units)."""

from __future__ import annotations

from northafrica.core.groups import everywhere
from northafrica.core.naming import joined
from northafrica.core.rulebook import Ruling
from northafrica.core.table import View
from northafrica.systems.revised.board.cargo import is_cargo
from northafrica.systems.revised.board.ground import SHIPS, acting_powers, acting_side, is_hostile, is_sea, name
from northafrica.systems.revised.board.landing import Landings, land_all
from northafrica.systems.revised.combat_move.banzai import mixed
from northafrica.systems.revised.facts import facts
from northafrica.systems.revised.wording import word


def proof(now: View) -> Ruling:
    """The ruling on a whole plan, on the board as it leaves it."""
    notes = [
        f"the {word(ship.kind)} in {name(now, at)} goes to {name(now, to)}" for at, ship, to in landings(now).sailings
    ]
    ruling = Ruling.first(_cargo(now), _ships(now), _aircraft(now), *[mixed(now, s) for s in facts(now).banzai])
    rules: tuple[str, ...] = ("unit.air.proof", "unit.air.proof-dice") if notes else ()
    rules += friendly_ends(now)
    return Ruling.allow([f"to land all aircraft {joined(notes)}"] if notes else (), rules) if ruling else ruling


def cleared(now: View) -> frozenset[str]:
    """Hostile zones that are attacked: a proof may take them for won (rule unit.air.proof-dice)."""
    ours, side = acting_powers(now), acting_side(now)
    found = everywhere(now, lambda p: p.power in ours and not is_cargo(p) and not p.has("waits"))
    return frozenset(at for at, _, _ in found if is_sea(now, at) and is_hostile(now, at, side))


def landings(now: View) -> Landings:
    """How all aircraft could land after the plan, dice taken at their best."""
    return land_all(now, cleared(now))


def _cargo(now: View) -> Ruling | None:
    """What went aboard in this phase lands in it (unit.transport.assault-all-loaded)."""
    for zone, piece, n in everywhere(now, lambda p: p.has("loaded") and not p.has("landing")):
        text = f"{n} {word(piece.kind, n)} loaded this turn in {name(now, zone)} must be landed in a hostile territory"
        return Ruling.refuse("cmove.transport.only-assault-load", text, "unit.transport.assault-all-loaded", aboard=n)
    return None


def friendly_ends(now: View) -> tuple[str, ...]:
    """The exceptions by which ships of the plan end in friendly zones."""
    ours, side = acting_powers(now), acting_side(now)
    sailed = everywhere(now, lambda p: p.kind in SHIPS and p.power in ours and p.has("moved"))
    ends = [(zone, piece) for zone, piece, _ in sailed if not is_hostile(now, zone, side)]
    landing = any(p.has("landing") for zone, _ in ends for p in now.state.at(zone))
    assault = ("cmove.friendly-end.assault",) if landing else ()
    return assault + (("cmove.friendly-end.escape",) if any(piece.has("escaped") for _, piece in ends) else ())


def _ships(now: View) -> Ruling | None:
    """Ships end in a friendly zone only for an assault or to escape (cmove.friendly-end.assault, .escape)."""
    ours, side = acting_powers(now), acting_side(now)
    for zone, piece, _ in everywhere(now, lambda p: p.kind in SHIPS and p.power in ours and p.has("moved")):
        if is_hostile(now, zone, side) or piece.has("escaped"):
            continue
        if any(p.has("landing") for p in now.state.at(zone)):
            continue
        text = f"the {word(piece.kind)} ends in {name(now, zone)}, where nothing is attacked and no assault begins"
        further = ("cmove.friendly-end.assault", "cmove.friendly-end.escape")
        return Ruling.refuse("cmove.no-friendly-end", text, *further)
    return None


def _aircraft(now: View) -> Ruling | None:
    """Joint landing proof: no more aircraft are homeless than were before a move was made."""
    found = landings(now)
    lost = [(at, piece) for at, piece in found.lost if piece.has("moved") or _left_behind(now, at)]
    if not lost:
        return None
    told = joined(dict.fromkeys(f"the {word(piece.kind)} over {name(now, at)}" for at, piece in lost))
    text = f"not all aircraft can land: {len(lost)} find no place ({told})"
    gone = ("unit.air.proof-carrier-waits",) if any(_left_behind(now, at) for at, _ in found.lost) else ()
    retreat = len(land_all(now, cleared(now), falling_back=True).lost) < len(found.lost)
    back = ("unit.air.proof-no-retreat",) if retreat else ()
    further = ("unit.air.no-suicide", "unit.carrier.capacity", *gone, *back)
    return Ruling.refuse("unit.air.proof", text, *further, homeless=len(lost))


def _left_behind(now: View, zone: str) -> bool:
    """Whether a carrier of the acting power sailed out of a zone in this plan."""
    ours = acting_powers(now)
    gone = everywhere(now, lambda p: p.power in ours and p.kind == "aircraft_carrier" and p.has("moved"))
    return is_sea(now, zone) and any(True for _ in gone)
