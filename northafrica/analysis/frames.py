"""What happened in a game, as pandas frames: supply, combat, losses, luck.

Everything is read from events, so every system fills the same columns. Each frame says in `frame.attrs`
where it comes from: version, data digests, options, seed.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pandas as pd

from northafrica.analysis.asked import place_asked, resource_asked
from northafrica.core.events import MARKER_EVENTS, STOCK_EVENTS, Event, fold
from northafrica.core.game import Game
from northafrica.core.pieces import Piece
from northafrica.core.place_names import place_of
from northafrica.core.state import State

FLOWS = {
    "gained": "arrived",
    "shipped": "moved",
    "spent": "spent",
    "captured": "captured",
    "destroyed": "destroyed",
    "expired": "expired",
}
FLOW_ORDER = tuple(FLOWS.values())
EVENT_COLUMNS = (
    *("number", "round", "phase", "power", "seat", "kind", "place", "to", "piece", "count"),
    *("resource", "owner", "amount", "purpose", "marker", "value"),
    *("dice", "faces", "need", "hits", "chance", "again", "combat", "label", "detail", "rules", "cause"),
)
SETUP = "set-up"
_WHOLE = (
    "number round moment count amount roll rolls thrown need hits faces again supplied unsupplied loaded landed sunk"
    " group cost stock spent left count_in_reach spaces_in_reach needs trucks ships"
)
_REAL = "chance expected spread variance difference running running_sigma sigma at_most at_least km axis_km allies_km"
KINDS: dict[str, type] = {
    **dict.fromkeys(_WHOLE.split(), int),
    **dict.fromkeys(_REAL.split(), float),
    "in_reach_of_some": bool,
}
"""The types of columns that hold no text, for frames without a row."""
Key = tuple[int, str, str]


def provenance(game: Game) -> dict[str, Any]:
    """Version, system, scenario, data digests, options and seed of a game: the `attrs` of its frames."""
    names = ("version", "system", "scenario", "data", "options", "seed")
    return {name: game.head.get(name) for name in names}


def make_frame(
    game: Game, rows: Iterable[dict[str, Any]], columns: Sequence[str], why: str = "", **kinds: type
) -> pd.DataFrame:
    """Rows as a frame that says where it comes from; keys without a column are left out.

    Without a row the columns keep the types they have with rows (`kinds` where a name alone does not tell), and
    ``frame.attrs["empty"]`` says why nothing is there.
    """
    frame = typed_frame(list(rows), columns, **kinds)
    frame.attrs.update(provenance(game))
    if frame.empty:
        frame.attrs["empty"] = why or nothing_yet(game)
    return frame


def tallied(
    game: Game, found: Mapping[tuple[Any, ...], int], columns: Sequence[str], why: str = "", by: Any = None
) -> pd.DataFrame:
    """A frame with a row a key and its number in the last column, the keys in their order or in that of `by`."""
    rows = [dict(zip(columns, (*key, n), strict=True)) for key, n in sorted(found.items(), key=by)]
    return make_frame(game, rows, columns, why)


def typed_frame(rows: Sequence[Any], columns: Sequence[str], **kinds: type) -> pd.DataFrame:
    """Rows as a frame whose columns keep their types where there is no row."""
    if rows:
        return pd.DataFrame(rows, columns=list(columns))
    model = {name: (kinds.get(name) or KINDS.get(name, str))() for name in columns}
    return pd.DataFrame([model], columns=list(columns)).iloc[:0]


def nothing_yet(game: Game) -> str:
    """Why a frame may be empty where nothing else is known."""
    if len(game.path()) < 2:
        return "nothing has been played yet on this line of play"
    return "nothing of the kind has happened on this line of play"


def side_of(game: Game, power: str) -> str:
    """The side of a power; where a whole side acted (mines that no power owns), that side."""
    return game.system.powers(game.setting.data).get(power, power if power in game.system.sides else "")


def events_frame(game: Game, seat: str = "") -> pd.DataFrame:
    """Every event of this line of play as one row; `seat` leaves out what that seat may not know.

    >>> game = northafrica.load("aana", "torch", seed=7)
    >>> events = game.play("place 4 infantry csz_atlantic")
    >>> frame = events_frame(game)
    >>> print(frame[frame["rules"] == "setup.uk-variable"][["power", "place", "piece", "count"]].to_string(index=False))
    power        place               piece  count
       uk csz_atlantic uk infantry (cargo)      4
    >>> frame.attrs["seed"]
    7
    """
    rows = []
    for event in game.events(seat):
        row = {name: getattr(event, name) for name in EVENT_COLUMNS}
        row["piece"] = str(event.piece) if event.piece is not None else ""
        row["dice"] = " ".join(map(str, event.dice))
        row["rules"] = " ".join(event.rules)
        rows.append(row)
    return make_frame(game, rows, EVENT_COLUMNS)


def supply_by_space(game: Game, each: str = "turn", resource: str = "") -> pd.DataFrame:
    """Stock on hand by space at the end of each turn of a power (`each`: `turn`, `phase` or `round`).

    `resource`: by default the game's supply.
    Moment 0 is the position after setting up. A stock without owner counts for whoever controls the space.

    >>> frame = supply_by_space(northafrica.load("aana", "torch", seed=7))
    >>> print(frame[frame["space"] == "algiers"][["moment", "amount"]].to_string(index=False))
     moment  amount
          0       5
    """
    if each not in ("turn", "phase", "round"):
        raise ValueError(f"each: '{each}' is none of turn, phase, round")
    resource = resource_asked(game, resource)
    columns = ("moment", "round", "power", "phase", "space", "owner", "side", "amount")
    found: list[dict[str, Any]] = []
    tables, events = opening(game)
    for moment, (key, part) in enumerate(cut(events, each)):
        for event in part:
            if event.kind in STOCK_EVENTS | MARKER_EVENTS:
                fold(tables.pieces, tables.stocks, tables.markers, event)
        found += _on_hand(game, tables, resource, moment, key)
    return make_frame(game, found, columns, f"no {resource} lies anywhere on this line of play")


def moments(game: Game, each: str = "turn") -> list[Key]:
    """Round, power and phase of each moment of `supply_by_space`, those without any stock too."""
    return [key for key, _ in cut(opening(game)[1], each)]


def opening(game: Game) -> tuple[State, list[Event]]:
    """Where folding starts and the events to fold: a game from a position starts with what lies there."""
    if "position" not in game.head:
        return State(), game.events()
    start = game.tree.nodes[0].state.copy()
    return start, [event for node in game.path() if node.n for event in node.events]


def cut(events: Iterable[Event], each: str) -> list[tuple[Key, list[Event]]]:
    """The events of a game, cut into setting up and then turns, phases or rounds."""
    parts: list[tuple[Key, list[Event]]] = [((0, "", SETUP), [])]
    for event in events:
        before = parts[-1][0]
        key = _moment_key(event, before, each)
        if key != before and not before[1] and len(parts) > 1 and each != "round":
            parts[-1] = (key, parts[-1][1])  # what opens a round belongs to its first turn
        elif key != before:
            parts.append((key, []))
        parts[-1][1].append(event)
    return parts


def _moment_key(event: Event, before: Key, each: str) -> Key:
    if before[2] == SETUP and not (event.kind == "began" and event.power):
        return before
    if event.kind == "began" or event.round != before[0]:
        power = event.power if each != "round" else ""
        return event.round, power, event.phase if each == "phase" else ""
    return before


def _on_hand(game: Game, tables: State, resource: str, moment: int, key: tuple[int, str, str]) -> list[dict[str, Any]]:
    rows = []
    when = dict(zip(("round", "power", "phase"), key, strict=True)) | {"moment": moment}
    for space, stocks in sorted(tables.stocks.items()):
        for stock, amount in stocks.items():
            if stock.resource == resource:
                owner = stock.owner or tables.marker(space, "control")
                side = side_of(game, owner)
                rows.append(when | {"space": space, "owner": owner, "side": side, "amount": amount})
    return rows


def supply_flow(game: Game, resource: str = "") -> pd.DataFrame:
    """What arrived, moved, was spent, captured, destroyed or expired, by round, side, power and purpose.

    A capture counts for the power that took it; everything else for the owner, else for the acting power.

    >>> bots = {side: northafrica.bots.player("random", seed=1) for side in ("axis", "allies")}
    >>> game = northafrica.bots.play_out(northafrica.load("aana", "torch", seed=1), bots, rounds=1)
    >>> frame = supply_flow(game)
    >>> int(frame[(frame["flow"] == "spent") & (frame["purpose"] == "Malta")]["amount"].sum()) in (0, 1)
    True
    """
    resource = resource_asked(game, resource)
    columns = ("round", "side", "power", "flow", "purpose", "amount")
    found: Counter[tuple[Any, ...]] = Counter()
    for event in game.events():
        if event.kind in FLOWS and event.resource == resource:
            power = event.power if event.kind == "captured" else event.owner or event.power
            found[event.round, side_of(game, power), power, FLOWS[event.kind], event.purpose] += event.amount
    why = f"no {resource} has moved on this line of play"
    return tallied(game, found, columns, why, lambda item: (*item[0][:3], FLOW_ORDER.index(item[0][3])))


def combat_rounds(game: Game, combat: str | None = None) -> pd.DataFrame:
    """Every roll for hits: dice thrown, hits, hits to expect, their spread; `combat` picks one place by id or name.

    Raises ValueError for a place that is none.
    """
    kept = hitting_rolls(game, combat)
    rolls: dict[tuple[str, int], int] = {}
    rows = []
    for event in kept:
        fight = (event.combat, event.round)
        rolls[fight] = rolls.get(fight, 0) + 1
        rows.append(_roll_row(game, event) | {"roll": rolls[fight]})
    columns = ("combat", "round", "roll", "power", "side", "label", "dice", "thrown", "need", "hits")
    return make_frame(game, rows, (*columns, "expected", "spread"), no_hits(game, combat))


def _roll_row(game: Game, event: Event) -> dict[str, Any]:
    thrown, chance = len(event.dice), event.chance
    names = ("combat", "round", "power", "label", "need", "hits")
    return {name: getattr(event, name) for name in names} | {
        "side": side_of(game, event.power),
        "dice": " ".join(map(str, event.dice)),
        "thrown": thrown,
        "expected": thrown * chance,
        "spread": math.sqrt(thrown * chance * (1 - chance)),
    }


def hitting_rolls(game: Game, combat: str | None = None) -> list[Event]:
    """Rolls whose dice hit or miss: those that say what a die's chance is; `combat` picks one place by id or name."""
    place = place_asked(game, combat)
    return [
        event
        for event in game.events()
        if event.kind == "rolled" and event.chance > 0 and event.dice and place in (None, event.combat)
    ]


def no_hits(game: Game, combat: str | None = None) -> str:
    """Why there is no roll for hits, in words."""
    rolls = [event for event in game.events() if event.dice]
    hits = sorted({event.combat for event in rolls if event.chance > 0 and event.combat})
    if combat and hits:
        name = game.view().name
        here, others = name(place_of(game, combat)), ", ".join(map(name, hits))
        return f"no dice for hits were thrown in {here}; some were in {others}"
    if rolls:
        told = f"a table turns the dice of {game.system.title} into results"
        return f"none of the {len(rolls)} rolls of this line of play is for hits: {told}"
    return "no dice have been thrown yet on this line of play"


def losses(game: Game) -> pd.DataFrame:
    """Pieces lost by round, power, kind and space.

    >>> losses(northafrica.load("aana", "torch", seed=7)).empty
    True
    """
    columns = ("round", "side", "power", "kind", "space", "count")
    found: Counter[tuple[Any, ...]] = Counter()
    for event in game.events():
        if event.kind == "lost" and isinstance(event.piece, Piece):
            power = event.piece.power
            found[event.round, side_of(game, power), power, event.piece.kind, event.place] += event.count
    return tallied(game, found, columns, "nothing has been lost on this line of play")
