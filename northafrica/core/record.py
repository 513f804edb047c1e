"""A record as text: JSON Lines, readable and diffable; loading one replays it through the rules.

The first line is the head (system, scenario or position, options, seats, versions, digests of the data);
each further line is an order or a roll with the digest of the state after it; the last line closes it with a seal, a
digest over head and entries. Comments are under no digest: they may be written and changed at any time.
`parent` makes branches variations. Replay uses the recorded dice, never the seed.
"""

from __future__ import annotations

import json
import re
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from northafrica.core.continued import continues
from northafrica.core.dice import Seeded
from northafrica.core.files import Saved, no_other, save_beside, why
from northafrica.core.game import Game, Refused
from northafrica.core.orders import OrderError
from northafrica.core.reading import LARGEST, Unreadable, decoded, parse_json, read_text, shortened
from northafrica.core.rulebook import Ruling
from northafrica.core.start import VERSION, game_from_position, make_setting, new_game
from northafrica.core.system import System
from northafrica.core.tree import Node

if TYPE_CHECKING:
    from northafrica.core.record_lines import Close, Entry, Head


class RecordError(ValueError):
    """A record that cannot be read at all: says the line and the mend."""


PROVED = "every order is legal, all dice are in range, every digest is right"
SEALED = "head, orders and dice are those that were written last"
NOT_PROVED = "who gave the orders and threw the dice; whoever works out all digests anew passes"
NOT_SEALED = (
    "the head is not sealed: scenario, options (taking back among them), seats and seed may have been changed since, "
    "and entries cut off at the end"
)

FIRST_SEALED = (0, 1, 0)
"""The version from which every closing line has a seal."""


@dataclass(frozen=True, repr=False)
class Loaded:
    """A record read back.

    verified  every line replayed and every digest agreed, closing line and seal included; `proof` says what that means
    trouble   why not: the first line that is illegal or differs, with the rule
    line      the number of that line in the file, 0 where there is none
    version   of the kit that wrote it
    sealed    whether the closing line has a seal over head and entries

    The game is this kit's: saved again, it says so, and what of the old record was not proved stands in its head.
    """

    game: Game
    verified: bool
    trouble: str = ""
    line: int = 0
    ruling: Ruling | None = None
    different_data: tuple[str, ...] = ()
    version: str = VERSION
    sealed: bool = False
    taken_from: tuple[str, ...] = ()

    @property
    def proof(self) -> str:
        """What is proved of the record and what is not, in words."""
        if not self.verified:
            return f"not proved beyond entry {len(self.game.tree.nodes) - 1}" if self.line else "not proved"
        proved = f"{PROVED}; {SEALED}" if self.sealed else PROVED
        return f"proved: {proved}. Not proved: {NOT_PROVED}"

    @property
    def notes(self) -> tuple[str, ...]:
        """What is not wrong but should be known: another version or other data, no seal, dice not of the seed."""
        other = ", ".join(self.different_data)
        return tuple(
            filter(
                None,
                (
                    _of_another_version(self.version),
                    f"the data differ from those it was played with: {other}" if other else "",
                    NOT_SEALED if self.verified and not self.sealed else "",
                    *_origin(self.taken_from),
                    _of_another_seed(self.game),
                ),
            )
        )

    @property
    def remarks(self) -> tuple[str, ...]:
        """All that should be known wherever the record is shown: what does not hold, and the notes."""
        return self.notes if self.verified else (f"not verified: {self.trouble}", *self.notes)

    def __repr__(self) -> str:
        head = "verified" if self.verified else f"not verified: {self.trouble}"
        return "\n".join((f"{head}; {len(self.game.tree.nodes) - 1} entries", *self.notes, self.proof))


def origin(game: Game) -> tuple[str, ...]:
    """What was not proved of the record that a game was read from; nothing for one begun here."""
    return _origin(game.head.get("taken_from", ()))


def _origin(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(f"taken over from {text}" for text in texts)


def _of_another_version(version: str) -> str:
    if version == VERSION:
        return ""
    known = all(part.isdigit() for part in version.split(".")) and _parts(version) < _parts(VERSION)
    return f"made with {version}, {'an earlier version' if known else 'a version unknown here'}; this is {VERSION}"


def _of_another_seed(game: Game) -> str:
    other = _not_of_the_seed(game)
    told = f"rolls that are not those of the seed {game.head.get('seed')}, so typed in or thrown otherwise: {other}"
    return told if other else ""


def _not_of_the_seed(game: Game) -> int:
    """How many rolls differ from what the stated seed gives there; 0 where none is stated."""
    seed = game.head.get("seed")
    if seed is None:
        return 0
    luck, twin, count = Seeded(seed), game.branch(), 0
    for node in game.tree.nodes[1:]:
        twin.at = node.parent
        chance = twin.chance if node.result is not None else None
        if chance is not None:
            view = twin.view(twin.seat)
            drawn = luck.draw(twin.node.rolls, chance.count(view), chance.pool(view), chance.replacing)
            count += drawn != tuple(node.result or ())
    return count


def _parts(version: str) -> list[int]:
    return [int(part) for part in version.split(".") if part.isdecimal()]


def write_record(game: Game) -> str:
    """The whole record with all its variations."""
    entries = [entry_line(game, node) for node in game.tree.nodes[1:]]
    return "\n".join([head_line(game), *entries, closing_line(game)]) + "\n"


def head_line(game: Game) -> str:
    """The first line of a game's record."""
    top = _top(game.head) | {"comment": game.tree.nodes[0].comment or None}
    return json.dumps({k: v for k, v in top.items() if v is not None})


def _top(head: Mapping[str, Any]) -> dict[str, Any]:
    """The head without what is empty, and without the comment."""
    return {k: v for k, v in head.items() if k != "comment" and v is not None and (k != "taken_from" or v)}


def entry_line(game: Game, node: Node) -> str:
    """One order or roll as a line."""
    bare = _bare(game, node)
    return f'{bare[:-1]}, "comment": {json.dumps(node.comment)}}}' if node.comment else bare


def _bare(game: Game, node: Node) -> str:
    """The line without its comment; it never changes."""
    if not node.line:
        entry: dict[str, Any] = {"n": node.n, "parent": node.parent, "seat": node.seat}
        if node.order is not None:
            entry["order"] = str(node.order)
        if node.result is not None:
            entry["dice"] = list(node.result)
        node.digest = node.digest or game.codec.digest(node.state)
        node.line = json.dumps(entry | {"digest": node.digest})
    return node.line


def closing_line(game: Game) -> str:
    """The last line: how many entries there are, where the game stands, how it ended, and the seal."""
    closing: dict[str, Any] = {"closed": len(game.tree.nodes) - 1, "at": game.at}
    if game.outcome:
        closing["outcome"] = str(game.outcome)
    return json.dumps(closing | {"seal": seal_of(game)})


def seal_of(game: Game) -> str:
    """The seal of the record as it stands."""
    return _seal(game, game.head)


def _seal(game: Game, head: Mapping[str, Any]) -> str:
    """A digest over a head, all entries and where the game stands."""
    entries = [_bare(game, node) for node in game.tree.nodes[1:]]
    text = "\n".join([json.dumps(_top(head), sort_keys=True), *entries, str(game.at)])
    return sha256(text.encode()).hexdigest()[:16]


def save_record(game: Game, file: Path | str) -> Path:
    """Write the record so that a crash half-way loses nothing.

    What lies there and is not the beginning of this game, head, entries and comments (`continued`), is kept as
    FILE.older, and a warning tells it. Raises FileExistsError where something that is no record lies there, or OSError.
    """
    saved = keep_record(game, file)
    if saved.older is not None:
        told = f"{saved.file}: what was there is longer than this game, or another one, or has other comments"
        warnings.warn(f"{told}; it is now {saved.older.name}", stacklevel=3)
    return saved.file


def keep_record(game: Game, file: Path | str, read: str | None = None) -> Saved:
    """The same, and tells where an older one is kept instead of warning.

    `read`: what the file held when the game was read from it. Where it still holds that, the comments are those that
    were put otherwise here; else somebody else has written it meanwhile, and what a comment says there is theirs.
    """
    text = write_record(game)
    return save_beside(text, file, _is_record, "record", lambda before: _would_be_lost(before, text, read))


def _would_be_lost(before: bytes, text: str, read: str | None) -> bool:
    """Whether a file holds what a record to be written in its place does not."""
    try:
        lies = decoded(before, LARGEST)
    except Unreadable:
        return True
    return not continues(text, lies, reworded=read == lies)


def place_for_record(file: Path | str) -> None:
    """Refuse a place where a file lies that is no record. Raises FileExistsError."""
    no_other(file, _is_record, "record")


def _is_record(head: str) -> bool:
    return re.match(r'\s*\{[^\n]*"system":', head) is not None


def load_record(file: Path | str, systems: Mapping[str, System], overlay: Path | None = None) -> Loaded:
    """Read and replay a record file. Raises RecordError where it is no record."""
    try:
        text = read_text(Path(file))
    except (OSError, Unreadable) as error:
        raise RecordError(f"{file}: cannot be read: {why(error)}") from error
    return read_record(text, systems, overlay, str(file))


def read_record(text: str, systems: Mapping[str, System], overlay: Path | None = None, name: str = "record") -> Loaded:
    """Replay a record's text through the rules, up to the first line that does not hold."""
    lines = text.split("\n")
    while lines and not lines[-1].strip():
        lines.pop()
    head = _head(lines, name)
    if head.system not in systems:
        raise RecordError(f"{name}, line 1: the system '{head.system}' is unknown; there are {', '.join(systems)}")
    try:
        game = _start(head, systems[head.system], overlay)
    except ValueError as error:
        raise RecordError(f"{name}, line 1: {error}{_both(head.version)}") from error
    now = dict(game.head["data"])
    game.node.comment = head.comment or ""
    game.head["seed"] = head.seed
    loaded = replace(
        _replay(game, head, lines),
        different_data=tuple(sorted(k for k in head.data if now.get(k) != head.data[k])),
        version=head.version,
        taken_from=tuple(head.taken_from),
    )
    game.luck, game.tree.agreed = Seeded(head.seed) if head.seed is not None else None, None
    game.head["taken_from"] = list(dict.fromkeys((*head.taken_from, *_unproved(loaded))))
    return loaded


def _unproved(loaded: Loaded) -> tuple[str, ...]:
    """What a record claims and this kit cannot vouch for; saved again, the head says so."""
    return tuple(
        filter(
            None,
            (
                f"a record made with {loaded.version}" * (loaded.version != VERSION),
                f"a record played with other data: {', '.join(loaded.different_data)}" * bool(loaded.different_data),
                f"a record that did not hold: {loaded.trouble[:400]}" * (not loaded.verified),
                "a record whose head was not sealed" * (loaded.verified and not loaded.sealed),
            ),
        )
    )


def _head(lines: list[str], name: str) -> Head:
    if not lines:
        raise RecordError(f"{name}: the file is empty; a record begins with its head")
    from northafrica.core.record_lines import Head  # with the models of its lines comes pydantic

    raw: Any = None
    try:
        raw = parse_json(lines[0])
        return Head.model_validate(raw)
    except ValueError as error:
        version = raw.get("version") if isinstance(raw, dict) else None
        both = _both(version) if isinstance(version, str) else ""
        raise RecordError(f"{name}, line 1: this is no head of a record: {_first(error)}{both}") from error


def _both(version: str) -> str:
    """Both versions, where a record that does not hold was made with another."""
    return f" (made with version {version[:40]}, read with {VERSION})" if version != VERSION else ""


def _first(error: Exception) -> str:
    from pydantic import ValidationError

    if isinstance(error, ValidationError):
        item = error.errors()[0]
        return shortened(f"{'.'.join(map(str, item['loc']))}: {item['msg']}")
    return shortened(str(error))


def _start(head: Head, system: System, overlay: Path | None) -> Game:
    older = {name: one.before for name, one in system.options(system.load(overlay)).items() if one.before}
    setting = make_setting(system, head.scenario, older | head.options, head.seats, overlay)
    if head.position is not None:
        return game_from_position(setting, head.position, None)
    return new_game(setting, None)


def _replay(game: Game, head: Head, lines: Sequence[str]) -> Loaded:
    from northafrica.core.record_lines import Close, Entry

    missing, closing = False, None
    for number, line in enumerate(lines[1:], 2):
        if not line.strip():
            continue
        try:
            raw = parse_json(line)
            if closing is not None:
                return _stop(game, head, number, "an entry follows the closing line")
            if isinstance(raw, dict) and "closed" in raw:
                closing = Close.model_validate(raw)
                continue
            entry = Entry.model_validate(raw)
        except ValueError as error:
            return _stop(game, head, number, f"this is no entry of a record: {_first(error)}")
        trouble = _one(game, entry)
        if trouble is not None:
            ruling = trouble.ruling if isinstance(trouble, Refused) else None
            return _stop(game, head, number, str(trouble), ruling)
        missing = missing or entry.digest is None
    return _close(game, head, closing, missing, len(lines))


def _close(game: Game, head: Head, closing: Close | None, missing: bool, count: int) -> Loaded:
    if closing is None:
        return _stop(game, head, count, "the closing line is missing: the record is unfinished")
    if closing.closed != len(game.tree.nodes) - 1:
        why = f"the closing line counts {closing.closed} entries, there are {len(game.tree.nodes) - 1}"
        return _stop(game, head, count, why)
    last = game.at
    if not 0 <= closing.at < len(game.tree.nodes):
        return _stop(game, head, count, f"the closing line stands at entry {closing.at}")
    game.at = closing.at
    outcome = str(game.outcome) if game.outcome else None
    if closing.outcome != outcome:
        game.at = last
        why = f"the closing line tells the outcome '{closing.outcome}', the game has '{outcome}'"
        return _stop(game, head, count, why)
    if missing:
        return Loaded(game, False, "entries without digest: the record is unverified")
    if closing.seal is None and head.options.get("take_backs", "free") != "free" and _seals(head.version):
        game.at = last
        why = "the closing line has no seal, so entries at the end may be gone, which this game's take_backs forbid"
        return _stop(game, head, count, why)
    if closing.seal is not None and closing.seal != _seal(game, head.model_dump()):
        game.at = last
        why = "the seal does not fit: the head, an order, dice or where the game stands changed after it was written"
        return _stop(game, head, count, why)
    return Loaded(game, True, sealed=closing.seal is not None)


def _seals(version: str) -> bool:
    """Whether a version seals its records; one that is no number is none of before."""
    return not (all(part.isdecimal() for part in version.split(".")) and tuple(_parts(version)) < FIRST_SEALED)


def _stop(game: Game, head: Head, line: int, trouble: str, ruling: Ruling | None = None) -> Loaded:
    return Loaded(game, False, f"line {line}: {trouble}{_both(head.version)}", line, ruling)


def _one(game: Game, entry: Entry) -> Exception | None:
    """Replay one entry; returns what is wrong with it, the game left at the last sound entry."""
    before = game.at
    if entry.n != len(game.tree.nodes) or not 0 <= entry.parent < entry.n:
        return RecordError(f"entry {entry.n} after {entry.parent} does not follow; {len(game.tree.nodes)} is next")
    game.at = game.tree.agreed = entry.parent
    try:
        if entry.seat != game.seat:
            raise RecordError(f"seat '{entry.seat}' acts where it is the turn of '{game.seat}'")
        if entry.order is not None and entry.dice is not None:
            raise RecordError("an entry holds an order or dice, not both")
        if entry.order is not None:
            game.play(entry.order)
        elif entry.dice is not None:
            game.roll(*entry.dice)
        else:
            raise RecordError("an entry holds an order or dice")
    except (Refused, OrderError, RecordError) as error:
        game.at = before
        return error
    if entry.digest is not None and entry.digest != game.codec.digest(game.state):
        game.tree.drop(game.at)
        game.at = before
        return RecordError("the state after this entry differs from the recorded one")
    game.node.comment = entry.comment or ""
    return None
