"""What ships and aircraft carry (11.3, 11.5, 13.8)."""

from __future__ import annotations

from collections.abc import Sequence

from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.table import View
from northafrica.systems.marenostrum.board.ground import STATIC, cargo_of, category, data, kind_of
from northafrica.systems.marenostrum.data.tables import SUPPLY

AMPHIBIOUS = ("TR", "TR(f)", "LS")
WARSHIPS = ("BB", "BC", "CA", "CL", "DD")
LIFTERS = ("Tr", "G/G")
MARINES = ("marine", "commando", "ranger")
LIFTS = {"LS": 2, "TR": 2, "TR(f)": 1, "Tr": 1, "G/G": 1} | dict.fromkeys(WARSHIPS, 1)
"""How many light units a carrier takes; a heavy one weighs as `HEAVY` says."""
HEAVY = {"LS": 1, "TR": 2, "G/G": 1}
RULES = {
    "LS": "11.3.capacity-ls",
    "TR": "11.3.capacity-tr",
    "TR(f)": "11.3.capacity-trf",
    "Tr": "11.5.capacity-tr",
    "G/G": "11.5.capacity-gg",
} | dict.fromkeys(WARSHIPS, "11.3.capacity-warship")


def is_heavy(view: View, piece: Piece) -> bool:
    """Whether a ground unit is heavy; supply units are light (rules 13.8.transport, 19.9.hq-heavy)."""
    return piece.kind != SUPPLY and data(view).units[piece.kind].heavy_light == "heavy"


def is_marine(view: View, piece: Piece) -> bool:
    """Whether warships carry a unit (rules 19.4.marines, 19.5.commandos)."""
    return kind_of(view, piece) in MARINES


def fixed(view: View, piece: Piece) -> bool:
    """Whether a ground unit cannot be moved at all (rules 8.1.static, 13.8.transport)."""
    if piece.kind == SUPPLY:
        return piece.has(STATIC)
    return not data(view).units[piece.kind].move_or_range


def overloaded(view: View, carrier: Piece, cargo: Sequence[Piece]) -> Ruling | None:
    """Why a carrier cannot carry all this at once."""
    what = kind_of(view, carrier)
    name, rule = view.names.kind(carrier.kind), RULES.get(what, "11.0.designate")
    if what not in LIFTS:
        return Ruling.refuse(rule, f"{name} carries no units")
    if any(category(view, piece) == "air" for piece in cargo):
        fits = what in AMPHIBIOUS and len(cargo) == 1
        return None if fits else Ruling.refuse("g3.sealift-air", f"{name} carries one air unit and nothing besides")
    if what in WARSHIPS and not all(is_marine(view, piece) for piece in cargo):
        return Ruling.refuse(rule, f"{name} carries one marine, commando or ranger unit, nothing else", "19.4.marines")
    heavy = [piece for piece in cargo if is_heavy(view, piece)]
    if heavy and what not in HEAVY:
        return Ruling.refuse(rule, f"{name} carries no heavy unit such as {view.names.kind(heavy[0].kind)}")
    weight = sum(HEAVY[what] if piece in heavy else 1 for piece in cargo)
    if weight > LIFTS[what]:
        lifts = "two units" if what == "LS" else "one heavy or two light units" if what == "TR" else "one unit"
        return Ruling.refuse(rule, f"{name} carries {lifts}, not {len(cargo)}", limit=LIFTS[what], asked=weight)
    return None


def crammed(view: View, place: str, carrier: Piece) -> str:
    """What is wrong about the cargo a carrier has, "" where it fits."""
    no = overloaded(view, carrier, [piece for piece, n in cargo_of(view, place, carrier.kind) for _ in range(n)])
    return no.reason if no is not None else ""
