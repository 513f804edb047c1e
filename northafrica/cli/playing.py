"""The command `play`: bots play a scenario, told round by round."""

from __future__ import annotations

import argparse
import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import northafrica
from northafrica.bots import NAMES, play_out, player
from northafrica.cli.inputs import InputError, overlay, pairs
from northafrica.cli.output import Answer
from northafrica.core.events import Event
from northafrica.core.game import Game
from northafrica.core.orders import nearest
from northafrica.core.record import place_for_record
from northafrica.core.start import VERSION
from northafrica.core.tree import Node


def play(options: argparse.Namespace) -> Answer:
    """Play a scenario and tell how it went."""
    seed = secrets.randbelow(2**31) if options.seed is None else options.seed
    if options.record and Path(options.record).is_dir():
        raise InputError(f"--record {options.record}: this is a folder; name a file in it")
    if options.record:
        place_for_record(options.record)
    game = northafrica.load(
        options.system,
        options.scenario,
        seed=seed,
        options=pairs("--option", options.option),
        data=overlay(options.data),
    )
    bots = _bots(options.bots, game)
    play_out(game, {seat: player(name, f"{seed}/{seat}") for seat, name in bots.items()}, options.rounds)
    if options.record:
        northafrica.save(game, options.record)
    document = _document(game, seed, bots, options.record)
    return Answer(document, _lines(game, document))


def _bots(text: str, game: Game) -> dict[str, str]:
    """The bot of each seat: one name for all, or one a side in the order of the sides."""
    system, names = game.system, text.split(":")
    sides = tuple(system.sides)
    for name in names:
        if name not in NAMES:
            raise InputError(f"--bots {text}: '{name}' is no bot; there are {', '.join(NAMES)}{nearest(name, NAMES)}")
    if len(names) not in (1, len(sides)):
        raise InputError(f"--bots {text}: write one name, or one a side: {':'.join(s.upper() for s in sides)}")
    by_side = dict(zip(sides, names * len(sides) if len(names) == 1 else names, strict=False))
    powers = system.powers(game.setting.data)
    return {seat: by_side[powers[power]] for power, seat in game.setting.seats.items()}


def _document(game: Game, seed: int, bots: Mapping[str, str], record: str | None) -> dict[str, Any]:
    path = game.path()[1:]
    return {
        "version": VERSION,
        "system": game.system.name,
        "scenario": game.setting.scenario,
        "seed": seed,
        "bots": dict(bots),
        "options": dict(game.setting.options),
        "data": dict(game.head.get("data", {})),
        "orders": sum(node.order is not None for node in path),
        "rolls": sum(node.result is not None for node in path),
        "rounds": round_rows(game),
        "round": game.round,
        "outcome": outcome_of(game),
        "record": record,
    }


def outcome_of(game: Game) -> dict[str, Any] | None:
    """The outcome as plain data, or None."""
    found = game.outcome
    if found is None:
        return None
    return {"winner": found.winner, "level": found.level, "reason": found.reason, "rules": list(found.rules)}


def round_rows(game: Game) -> list[dict[str, Any]]:
    """A row a round: entries, combats, losses by side, control taken, control markers held by side."""
    rows: dict[int, dict[str, Any]] = {}
    sides = game.system.powers(game.setting.data)
    for node in game.path()[1:]:
        began = game.tree.nodes[node.parent].state.round
        row = rows.setdefault(began, _blank(began, game.system.sides))
        row["orders"] += node.order is not None
        row["rolls"] += node.result is not None
        row["held"] = _held(node, sides, game.system.sides)
        turn = game.tree.nodes[node.parent].state.power
        for event in node.events:
            _count(rows.setdefault(event.round, _blank(event.round, game.system.sides)), event, turn, sides)
    over = game.outcome is not None  # else the rolls that open the next round are thrown already
    played = [row for n, row in sorted(rows.items()) if row["orders"] or (row["rolls"] and (over or n < game.round))]
    return [row | {"combats": len(row["combats"])} for row in played]


def _blank(number: int, sides: Mapping[str, str]) -> dict[str, Any]:
    none = dict.fromkeys(sides, 0)
    return {
        "round": number, "orders": 0, "rolls": 0, "combats": set(), "lost": dict(none), "held": dict(none), "taken": [],
    }  # fmt: skip


def _count(row: dict[str, Any], event: Event, turn: str, sides: Mapping[str, str]) -> None:
    if event.combat:
        row["combats"].add((turn, event.combat))
    if event.kind == "lost" and event.piece is not None and event.piece.power in sides:
        row["lost"][sides[event.piece.power]] += event.count
    if event.kind == "control":
        row["taken"].append({"place": event.place, "by": event.value})


def _held(node: Node, sides: Mapping[str, str], names: Mapping[str, str]) -> dict[str, int]:
    """How many control markers each side has on the board."""
    held = dict.fromkeys(names, 0)
    for marks in node.state.markers.values():
        side = sides.get(marks.get("control", ""))
        if side is not None:
            held[side] += 1
    return held


def _lines(game: Game, document: Mapping[str, Any]) -> list[str]:
    title = game.system.scenarios_of(game.setting.data)[game.setting.scenario].title
    bots = ", ".join(f"{seat} {name}" for seat, name in document["bots"].items())
    lines = [f"{game.system.title}: {title}; seed {document['seed']}; bots: {bots}"]
    lines += [_round_line(row) for row in document["rounds"]]
    counts = f"{document['orders']} orders, {document['rolls']} rolls"
    lines.append(f"Outcome: {game.outcome}" if game.outcome else f"Stopped: round {game.round} comes next")
    lines.append(f"{counts}; record: {document['record'] or 'none kept (--record FILE keeps one)'}")
    return lines


def _round_line(row: Mapping[str, Any]) -> str:
    parts = [
        f"{row['orders']} orders, {row['rolls']} rolls, {row['combats']} combats",
        f"lost: {_by_side(row['lost'])}",
        f"hold: {_by_side(row['held'])}",
    ]
    if row["taken"]:
        parts.append(f"taken: {_taken(row['taken'])}")
    return f"Round {row['round']:>2}: {'; '.join(parts)}"


def _by_side(numbers: Mapping[str, int]) -> str:
    return ", ".join(f"{side} {number}" for side, number in numbers.items())


def _taken(taken: Sequence[Mapping[str, str]]) -> str:
    return ", ".join(f"{item['place']} by {item['by'] or 'nobody'}" for item in taken)
