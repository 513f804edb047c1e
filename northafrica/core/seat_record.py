"""What one seat saw of a game, as a file of its own: no seed, no hidden event, digests that nobody can guess from.

One JSON object a line: the head (which seat, which game), then for each order or roll of the present line of play the
events that the seat may know, its own orders and dice, and a digest; last what the seat sees now. The digests are those
of the full record, salted with its seal: who holds the full record can prove the file, and nobody else learns from it.
"""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

from northafrica.core.events import Event, visible
from northafrica.core.files import save_text
from northafrica.core.game import Game
from northafrica.core.record import seal_of
from northafrica.core.tree import Node

OPEN_HEAD = ("system", "scenario", "options", "seats", "version")
"""What of the head of a game a seat may know; the seed and a position made by hand would tell all."""


def write_seat_record(game: Game, seat: str) -> str:
    """The present line of play as a seat saw it. Raises UnknownSeat."""
    game.setting.check_seat(seat)
    head: dict[str, Any] = {"northafrica": "seat record 1", "seat": seat}
    head |= {key: game.head[key] for key in OPEN_HEAD if key in game.head}
    salt, lines = seal_of(game), [head]
    for node in game.path():
        lines.append(_entry(game, node, seat, salt))
    view = game.view(seat).state
    pieces = {place: {str(p): n for p, n in sorted(table.items())} for place, table in sorted(view.pieces.items())}
    lines.append(
        {"at": len(lines) - 2, "round": view.round, "power": view.power, "phase": view.phase, "pieces": pieces}
    )
    return "\n".join(json.dumps(line) for line in lines) + "\n"


def _entry(game: Game, node: Node, seat: str, salt: str) -> dict[str, Any]:
    """An order or roll: by whom, what of it is this seat's own, and what the seat saw of it."""
    entry: dict[str, Any] = {"seat": node.seat} if node.seat else {}
    if node.seat == seat and node.order is not None:
        entry["order"] = str(node.order)
    entry["events"] = [_bare(event) for event in visible(node.events, seat)]
    digest = node.digest or game.codec.digest(node.state)
    return entry | {"digest": sha256(f"{salt}/{digest}".encode()).hexdigest()[:16]}


def _bare(event: Event) -> dict[str, Any]:
    """An event without its number, whose gaps would count the hidden ones."""
    return {key: value for key, value in event.as_dict().items() if key not in ("number", "seen_by")}


def save_seat_record(game: Game, file: Path | str, seat: str) -> Path:
    """Write what a seat saw. Raises UnknownSeat or OSError."""
    return save_text(write_seat_record(game, seat), file)
