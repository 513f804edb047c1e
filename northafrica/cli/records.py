"""The command `replay`: a record played back through the rules."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

from northafrica.cli.inputs import go_to, open_record, said
from northafrica.cli.output import Answer
from northafrica.cli.playing import outcome_of
from northafrica.core.game import Game
from northafrica.core.position import write_position
from northafrica.core.record import Loaded
from northafrica.core.start import VERSION
from northafrica.core.telling import told
from northafrica.core.tree import Node


def replay(options: argparse.Namespace) -> Answer:
    """Replay a record; say whether it holds."""
    loaded = open_record(options.file, options.data)
    document = verdict(loaded, options.file)
    code = 0 if loaded.verified else 1
    if options.check:
        return Answer(document, _verdict_lines(loaded, options.file), code)
    if options.to is not None:
        return _stop_at(loaded, options, document, code)
    document |= _where(loaded.game) | {"log": list(_log(loaded.game))}
    lines = [*_head_lines(loaded), *_log_lines(loaded.game, options.events)]
    lines += [_state_line(loaded.game), *_verdict_lines(loaded, options.file)]
    return Answer(document, lines, code)


def _stop_at(loaded: Loaded, options: argparse.Namespace, document: dict[str, Any], code: int) -> Answer:
    """The position at one entry; a record that breaks off before it answers with where it differs."""
    game = loaded.game
    if options.to >= len(game.tree.nodes) and not loaded.verified:
        return Answer(document, _verdict_lines(loaded, options.file), code)
    go_to(options.file, loaded, options.to)
    lines = write_position(game.setting, game.state).rstrip("\n").split("\n")
    lines += [f"# entry {game.at} of {len(game.tree.nodes) - 1}", f"# {_state_line(game)}"]
    warnings = [f"{options.file}: {note}" for note in loaded.notes]
    if not loaded.verified:
        warnings.insert(0, f"{options.file}, {said(loaded)}")
    return Answer(document | _where(game), lines, 0, warnings)


def verdict(loaded: Loaded, file: str) -> dict[str, Any]:
    """Whether a record holds, as plain data."""
    ruling = loaded.ruling
    return {
        "file": file,
        "verified": loaded.verified,
        "trouble": loaded.trouble,
        "line": loaded.line,
        "rule": ruling.rule if ruling is not None else "",
        "reason": ruling.reason if ruling is not None else "",
        "version": loaded.version,
        "read_with": VERSION,
        "notes": list(loaded.notes),
        "proof": loaded.proof,
        "entries": len(loaded.game.tree.nodes) - 1,
        "different_data": list(loaded.different_data),
    }


def _verdict_lines(loaded: Loaded, file: str) -> list[str]:
    count = len(loaded.game.tree.nodes) - 1
    lines = []
    if loaded.verified:
        lines.append(f"{file}: verified, {count} entries")
    elif loaded.line:
        lines.append(f"{file}, {said(loaded)}; the {count} entries before it hold")
    else:
        lines.append(f"{file}: not verified: {said(loaded)}")
    return [*lines, *(_sentence(text) for text in (*loaded.notes, loaded.proof))]


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def _where(game: Game) -> dict[str, Any]:
    """Where a game stands, as plain data."""
    prompt = game.prompt
    return {
        "system": game.system.name,
        "scenario": game.setting.scenario,
        "options": dict(game.setting.options),
        "seats": dict(game.setting.seats),
        "seed": game.head.get("seed"),
        "at": game.at,
        "round": game.round,
        "power": game.state.power,
        "phase": game.state.phase,
        "seat": game.seat,
        "prompt": prompt.text,
        "outcome": outcome_of(game),
        "position": write_position(game.setting, game.state),
    }


def _head_lines(loaded: Loaded) -> list[str]:
    game = loaded.game
    head, title = game.head, game.system.scenarios_of(game.setting.data)[game.setting.scenario].title
    defaults = {name: option.default for name, option in game.system.options(game.setting.data).items()}
    chosen = [f"{k} {v}" for k, v in game.setting.options.items() if v != defaults.get(k, "free")]
    lines = [f"{game.system.title}: {title}; seed {head.get('seed')}; version {loaded.version}"]
    return [*lines, f"Options: {', '.join(chosen)}"] if chosen else lines


def _state_line(game: Game) -> str:
    if game.outcome:
        return f"Outcome: {game.outcome}"
    now = _moment_words(game, game.state.power, game.state.phase)
    return f"Round {game.round}, {now}; {game.seat} to act: {game.prompt.text}"


def _moment_words(game: Game, power: str, phase: str) -> str:
    names = game.system.names(game.setting.data)
    return ", ".join(part for part in (names.power(power), phase.replace("_", " ")) if part)


def _log(game: Game) -> Iterator[dict[str, Any]]:
    for node in game.tree.nodes[1:]:
        entry: dict[str, Any] = {"n": node.n, "parent": node.parent, "seat": node.seat}
        if node.order is not None:
            entry["order"] = str(node.order)
        if node.result is not None:
            entry["dice"] = list(node.result)
        if node.comment:
            entry["comment"] = node.comment
        yield entry | {"events": [event.as_dict() for event in node.events]}


def _log_lines(game: Game, events: bool) -> Iterator[str]:
    """An entry a line; headings tell the turn, variations say what they follow."""
    names = game.system.names(game.setting.data)
    now: tuple[int, str, str] | None = None
    for node in game.tree.nodes[1:]:
        before = game.tree.nodes[node.parent].state
        moment = (before.round, before.power, before.phase)
        if moment != now:
            yield f"Round {before.round}, {_moment_words(game, *moment[1:])}"
            now = moment
        yield _entry_line(node)
        if events:
            yield from (f"{'':>8}{text}" for text in told(node.events, names))


def _entry_line(node: Node) -> str:
    what = str(node.order) if node.order is not None else f"dice {' '.join(map(str, node.result or ()))}"
    follows = f" (after {node.parent})" if node.parent != node.n - 1 else ""
    comment = f"  # {node.comment}" if node.comment else ""
    return f"{node.n:>6}  {node.seat}: {what}{follows}{comment}"
