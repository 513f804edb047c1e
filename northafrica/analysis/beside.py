"""A played game beside the campaign: supply and tons, the front in the game and in history, forces.

What the game says is read from events and states; what history says comes from `history` and keeps its sources.
**The rulebook dates no round but the first of each scenario.** Every other date here is interpolation or the
reader's own choice, and the frames say so, row by row (`basis`) and in `attrs["dates"]`.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

import pandas as pd

from northafrica.analysis.asked import resource_asked
from northafrica.analysis.campaign import history
from northafrica.analysis.frames import make_frame, provenance, side_of, tallied
from northafrica.core.game import Game
from northafrica.core.pieces import Piece
from northafrica.core.state import State
from northafrica.core.table import View

STARTS: Mapping[int, str] = {1: "1942-01-21", 7: "1942-11-08"}
"""The rounds that the rulebook of Axis & Allies: North Africa dates (section History)."""

DATES_NOTE = (
    "The rulebook dates only the start of round 1 (21 January 1942) and of round 7 (8 November 1942). Rounds 2 to 6 "
    "are spread evenly between them; rounds 7 to 14 have no end unless one is chosen, then they are spread up to it."
)
EAST = (
    "Tripoli", "Misurata", "Sirte", "El Agheila", "Agedabia", "Benghazi", "Derna", "Tobruk", "Bardia", "Sollum",
    "Sidi Barrani", "Mersa Matruh", "El Alamein", "Alexandria", "Cairo",
)  # fmt: skip
ROADS = (EAST, ("Tripoli", "Tunisian frontier", "Mareth"), ("Tripoli", "Tunis", "Algiers", "Casablanca"))
ASIDE = (("Tobruk", "Gazala"),)
SURE = ("high", "medium", "low", "none")
TURNS = (
    ("1942-01-21", "El Agheila"), ("1942-01-29", "Benghazi"), ("1942-05-26", "Gazala"), ("1942-06-21", "Tobruk"),
    ("1942-06-26", "Mersa Matruh"), ("1942-07-01", "El Alamein"), ("1942-11-04", "El Alamein"),
    ("1942-11-13", "Tobruk"), ("1942-11-20", "Benghazi"), ("1943-01-23", "Tripoli"), ("1943-03-16", "Mareth"),
)  # fmt: skip
"""Rows of the timeline, by date and place, that say where the desert front stood: raids and visits do not."""


def landings(game: Game, resource: str = "") -> pd.DataFrame:
    """Supply sent by sea, by round and side, in tokens: `loaded` onto ships, `landed` in a port, `sunk` on the way.

    A token that is afloat at the end of a round has not landed yet, so a single round need not balance. What lies on
    ships in the set-up is loaded; what lies on land there was never shipped. A round without supply is 0, not a gap:
    the game leaves nothing unsaid. Totals are those of `supply_flow`, which does not tell sea from land.
    """
    resource = resource_asked(game, resource)
    spaces = game.system.board(game.setting.data).spaces
    land = {name for name, space in spaces.items() if space.kind == "land"}
    columns = {"gained": "loaded", "shipped": "landed", "destroyed": "sunk"}
    found: Counter[tuple[int, str, str]] = Counter()
    for event in game.events():
        afloat = event.resource == resource and event.place not in land and event.kind in columns
        if afloat and (event.kind != "shipped" or event.to in land):
            found[event.round, side_of(game, event.owner or event.power), columns[event.kind]] += event.amount
    rounds = sorted({event.round for event in game.events() if event.round})
    rows = [
        {"round": n, "side": side} | {column: found[n, side, column] for column in columns.values()}
        for n in rounds
        for side in game.system.sides
    ]
    return make_frame(game, rows, ("round", "side", *columns.values()), "no round has begun yet")


def round_dates(rounds: int = 14, starts: Mapping[int, str] = STARTS, end: str | None = None) -> pd.DataFrame:
    """From when to when each round lasts, as far as that can be said: `start`, `end` (the day after the last), `basis`.

    `basis` is that of the start: `rulebook`, `interpolated` (between two dated rounds), `chosen` (spread up to the
    reader's own `end`), or empty where there is no date (NaT). Raises ValueError for an end before the last start.

    >>> round_dates().loc[0:1, ["round", "start", "basis"]].values.tolist()
    [[1, Timestamp('1942-01-21 00:00:00'), 'rulebook'], [2, Timestamp('1942-03-10 12:00:00'), 'interpolated']]
    """
    known = {n: pd.Timestamp(day) for n, day in sorted(starts.items())}
    last = max(known)
    edges = dict(known)
    if end is not None:
        if pd.Timestamp(end) <= known[last]:
            raise ValueError(f"end: {end} is not after the start of round {last}, {known[last].date()}")
        edges[rounds + 1] = pd.Timestamp(end)
    when: dict[int, pd.Timestamp] = dict(edges)
    for (a, start), (b, stop) in pairwise(sorted(edges.items())):
        for n in range(a + 1, b):
            when[n] = start + (stop - start) * (n - a) / (b - a)
    rows = [(n, when.get(n), when.get(n + 1), _basis(n, known, n in when)) for n in range(min(known), rounds + 1)]
    frame = pd.DataFrame(rows, columns=["round", "start", "end", "basis"])
    frame.attrs["dates"] = DATES_NOTE + (f" Chosen end: {end}." if end else "")
    return frame


def _basis(n: int, known: Mapping[int, pd.Timestamp], dated: bool) -> str:
    if n in known:
        return "rulebook"
    return "" if not dated else "interpolated" if n < max(known) else "chosen"


def tons_by_round(dates: pd.DataFrame, shipping: pd.DataFrame | None = None) -> pd.DataFrame:
    """Axis cargo of history in the time of each round: `tons_shipped`, `tons_landed`, in tons, for Libya alone.

    A month's tons are spread evenly over its days. NaN where a round has no dates, or touches a month without a
    figure. `unknown` names what else was sent in that time and has no figure (Tunisia). `source` keeps those of the
    months used.

    dates     the frame of `round_dates`
    shipping  as `history("axis_shipping")`
    """
    months = history("axis_shipping") if shipping is None else shipping
    rows = [_tons(row, months) for row in dates.to_dict("records")]
    frame = pd.DataFrame(rows, columns=["round", "tons_shipped", "tons_landed", "unknown", "source"])
    frame.attrs.update(dates.attrs)
    return frame


def _tons(row: Mapping[Any, Any], months: pd.DataFrame) -> dict[str, Any]:
    found: dict[str, Any] = {"round": row["round"], "tons_shipped": math.nan, "tons_landed": math.nan}
    found |= {"unknown": "", "source": ""}
    if pd.isna(row["start"]) or pd.isna(row["end"]):
        return found
    shares = dict(month_shares(row["start"], row["end"]))
    here = months[months["month"].isin(list(shares))]
    libya = here[here["destination"] == "Libya"].set_index("month")
    blank = here[here["tons_landed"].isna()]
    found["unknown"] = "; ".join(sorted(set(blank["destination"])))
    found["source"] = "; ".join(dict.fromkeys(libya["source"]))
    if set(shares) <= set(libya.index):
        for column in ("tons_shipped", "tons_landed"):
            tons = libya[column].to_dict()
            found[column] = sum(tons[month] * share for month, share in shares.items())
    return found


def month_shares(start: pd.Timestamp, end: pd.Timestamp) -> Iterator[tuple[str, float]]:
    """Each month that a span of time touches, with the share of it that lies in the span.

    >>> list(month_shares(pd.Timestamp("1942-01-17"), pd.Timestamp("1942-02-15")))
    [('1942-01', 0.4838709677419355), ('1942-02', 0.5)]
    """
    month = start.to_period("M").to_timestamp()
    while month < end:
        after = month + pd.offsets.MonthBegin(1)
        yield f"{month:%Y-%m}", (min(end, after) - max(start, month)) / (after - month)
        month = after


def beside_history(game: Game, end: str | None = None) -> pd.DataFrame:
    """Round by round: supply of the Axis in the game (tokens) beside cargo for Libya in history (tons).

    Columns: round, start, end, basis, loaded, landed, sunk (game), tons_shipped, tons_landed, unknown, source
    (history). A token is no number of tons: compare the courses, not the figures. `end` as in `round_dates`.
    """
    dates = round_dates(end=end)
    ours = landings(game)
    axis = ours[ours["side"] == next(iter(game.system.sides))].drop(columns="side")
    frame = dates.merge(axis, on="round").merge(tons_by_round(dates), on="round")
    frame.attrs = provenance(game) | {"dates": dates.attrs["dates"]}
    return frame


def road_kilometres() -> pd.DataFrame:
    """Places along the coast road by their distance from Tripoli: `place`, `km` (west of it negative), `source`.

    Added up leg by leg from `history("distances")`, the surest row of each leg. NaN behind a leg without a figure.
    """
    legs = history("distances")
    km: dict[str, tuple[float, str]] = {"Tripoli": (0.0, "start of the count")}
    for way in (*ROADS, *ASIDE):
        west = way not in (EAST,)
        for a, b in pairwise(way):
            length, source = _leg(legs, a, b)
            km[b] = (km[a][0] - length if west else km[a][0] + length, source)
    rows = [(place, *found) for place, found in sorted(km.items(), key=lambda item: item[1][0])]
    return pd.DataFrame(rows, columns=["place", "km", "source"])


def _leg(legs: pd.DataFrame, a: str, b: str) -> tuple[float, str]:
    either = ((legs["from"] == a) & (legs["to"] == b)) | ((legs["from"] == b) & (legs["to"] == a))
    rows = legs[either & legs["km"].notna()]
    if rows.empty:
        return math.nan, "none found"
    best = min(rows.to_dict("records"), key=lambda row: SURE.index(row["confidence"]))
    return float(best["km"]), str(best["source"])


def road_of(game: Game) -> pd.DataFrame:
    """The spaces of a game's coast road from west to east: `space`, `name`, `km` from Tripoli, `basis`.

    `basis` is `road` where the table of distances has the town; a space between two such towns (Mersa Brega, Oran)
    is placed between them by its coordinates (`interpolated`). Raises ValueError for a board without a coast road.
    """
    spaces = game.system.board(game.setting.data).spaces.values()
    stops = {row.place: float(str(row.km)) for row in road_kilometres().itertuples()}
    road = sorted((space for space in spaces if "coast_road" in space.tags), key=lambda space: space.lon)
    road = [space for space in road if "impassable" not in space.tags]
    known = [n for n, space in enumerate(road) if space.name in stops]
    if not road:
        raise ValueError(f"{game.setting.system.name} has no coast road to measure along")
    rows = []
    for n, space in enumerate(road):
        if n in known:
            rows.append((space.id, space.name, stops[space.name], "road"))
            continue
        before, after = max(k for k in known if k < n), min(k for k in known if k > n)
        steps = [_great_circle(a, b) for a, b in pairwise(road[before : after + 1])]
        share = sum(steps[: n - before]) / sum(steps)
        low, high = stops[road[before].name], stops[road[after].name]
        rows.append((space.id, space.name, low + share * (high - low), "interpolated"))
    rows.sort(key=lambda row: row[2])
    return make_frame(game, [dict(zip(("space", "name", "km", "basis"), row, strict=True)) for row in rows],
                      ("space", "name", "km", "basis"))  # fmt: skip


def _great_circle(a: Any, b: Any) -> float:
    """Kilometres between two places with `lat` and `lon` in degrees."""
    north, south, turn = math.radians(a.lat), math.radians(b.lat), math.radians(b.lon - a.lon)
    cosine = math.sin(north) * math.sin(south) + math.cos(north) * math.cos(south) * math.cos(turn)
    return 6371.0 * math.acos(max(-1.0, min(1.0, cosine)))


def fronts(game: Game) -> pd.DataFrame:
    """Where the front on the coast road stood at the end of each round, in the game.

    Columns: round, front (`east` or `west`), axis, axis_km, allies, allies_km. The eastern front lies between the
    easternmost space of the first side and the nearest space of the other beyond it; the western one mirrors it.
    Spaces count for a side that the rules call friendly to it, with a marker or a unit; a contested one for nobody.
    The round before the first is the set-up. Where a side has nothing there the cells are empty and NaN.
    """
    road, (first, second) = road_of(game), list(game.system.sides)[:2]
    km = dict(zip(road["space"], road["km"], strict=True))
    rows = []
    for n, state in round_ends(game):
        view = View(game.setting, state)
        held = [(space, game.system.card(view, space).status) for space in road["space"]]
        for front, line in (("west", held[::-1]), ("east", held)):
            at = max((k for k, (_, side) in enumerate(line) if side == first), default=None)
            ours = "" if at is None else line[at][0]
            theirs = next((space for space, side in line[(at or 0) :] if side == second), "") if ours else ""
            rows.append({
                "round": n, "front": front, "axis": ours, "axis_km": km.get(ours, math.nan),
                "allies": theirs, "allies_km": km.get(theirs, math.nan),
            })  # fmt: skip
    return make_frame(game, rows, ("round", "front", "axis", "axis_km", "allies", "allies_km"))


def round_ends(game: Game) -> list[tuple[int, State]]:
    """The set-up, under the number of the round before the first, and the state at the end of each round begun."""
    played = [node.state for node in game.path() if node.state.phase != "setup"] or [game.state]
    last = {state.round: state for state in played}
    return [(min(last) - 1, played[0]), *sorted(last.items())]


def campaign_front() -> pd.DataFrame:
    """Where the desert front stood in history: date, place, km from Tripoli, event, source; the rows of `TURNS`.

    Dated points and nothing between them: how the front moved from one to the next is not told.
    """
    events, km = history("timeline"), road_kilometres().set_index("place")["km"]
    rows = []
    for date, place in TURNS:
        (row,) = events[(events["date"] == date) & events["place"].str.startswith(place)].to_dict("records")
        rows.append((date, place, float(km[place]), row["event"], row["source"]))
    return pd.DataFrame(rows, columns=["date", "place", "km", "event", "source"])


def strength(game: Game) -> pd.DataFrame:
    """Pieces on land in Africa at the end of each round: round, side, kind, count; round as in `round_ends`.

    >>> found = strength(northafrica.load("aana", "rommel", seed=1))
    >>> int(found.query("side == 'axis' and kind == 'tank'")["count"].max())
    3
    """
    spaces = game.system.board(game.setting.data).spaces
    africa = {name for name, space in spaces.items() if "north_africa" in space.tags}
    found: Counter[tuple[Any, ...]] = Counter()
    for n, state in round_ends(game):
        for space in africa & set(state.pieces):
            for piece, count in state.pieces[space].items():
                assert isinstance(piece, Piece)
                found[n, side_of(game, piece.power), piece.kind] += count
    where = (
        "no place of this board is marked as North Africa (tag north_africa)" if not africa else "no piece stands there"
    )
    return tallied(game, found, ("round", "side", "kind", "count"), where)
