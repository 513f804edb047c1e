"""The state of a game: plain data, cheap to copy, the same when written and read back."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from northafrica.core.events import Markers, Pieces, Stocks
from northafrica.core.pieces import Piece, Stock, parse_piece

if TYPE_CHECKING:
    from northafrica.core.step import Step


@dataclass(frozen=True)
class Outcome:
    """How a game ended: the side that won ("" for a draw), the level of victory and why."""

    winner: str
    level: str
    reason: str
    rules: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.winner or 'nobody'}: {self.level} ({self.reason})"


@dataclass
class State:
    """Everything there is to know about a game at one moment.

    pieces   place -> piece -> count        stocks   place -> stock -> amount
    markers  place -> marker -> value       facts    what one system remembers besides, a frozen dataclass
    stack    the steps under way, the top one last
    standing pairs (seat, rule) of windows a seat has declined once and for all
    """

    pieces: Pieces = field(default_factory=dict)
    stocks: Stocks = field(default_factory=dict)
    markers: Markers = field(default_factory=dict)
    round: int = 0
    phase: str = ""
    power: str = ""
    facts: Any = None
    stack: tuple[Step, ...] = ()
    standing: tuple[tuple[str, str], ...] = ()
    outcome: Outcome | None = None
    events: int = 0
    by_hand: bool = False

    def copy(self) -> State:
        """An independent state; the inner tables are shared, since nobody changes those in place."""
        return State(
            dict(self.pieces),
            dict(self.stocks),
            dict(self.markers),
            self.round,
            self.phase,
            self.power,
            self.facts,
            self.stack,
            self.standing,
            self.outcome,
            self.events,
            self.by_hand,
        )

    @property
    def top(self) -> Step | None:
        return self.stack[-1] if self.stack else None

    def at(self, place: str) -> Mapping[Piece, int]:
        """The pieces in a place, by count."""
        return self.pieces.get(place, {})

    def stock(self, place: str, resource: str, owner: str = "") -> int:
        """How much of a resource lies in a place."""
        return self.stocks.get(place, {}).get(Stock(resource, owner), 0)

    def marker(self, place: str, name: str) -> str:
        """The value of a marker, "" where there is none."""
        return self.markers.get(place, {}).get(name, "")


def by_name(table: Mapping[Piece, int]) -> list[tuple[str, int]]:
    """The pieces of a place by name, in the order of their names (statuses need not compare)."""
    return sorted((str(piece), number) for piece, number in table.items())


class CodecError(ValueError):
    """Text or JSON that is no state of this system."""


class Codec:
    """Turns states into JSON and back; `classes` are the frozen dataclasses a system keeps in them."""

    def __init__(self, classes: Mapping[str, type], parse_order: Any, order_text: Any) -> None:
        self.classes = dict(classes)
        self.parse_order = parse_order
        self.order_text = order_text

    def encode(self, value: Any) -> Any:
        """Plain JSON for plain data: tuples, mappings, pieces, orders, fractions, registered dataclasses."""
        if value is None or isinstance(value, str | int | float):
            return value
        if isinstance(value, Piece):
            return {"piece": str(value)}
        if isinstance(value, Stock):
            return {"stock": str(value)}
        if isinstance(value, Fraction):
            return {"fraction": str(value)}
        if isinstance(value, tuple | list):
            return [self.encode(item) for item in value]
        if isinstance(value, Mapping):
            pairs = [[self.encode(k), self.encode(v)] for k, v in value.items()]
            return {"map": sorted(pairs, key=lambda pair: json.dumps(pair[0], sort_keys=True))}
        if getattr(type(value), "is_order", False):
            return {"order": self.order_text(value)}
        if is_dataclass(value) and type(value).__name__ in self.classes:
            return {"is": type(value).__name__} | {
                f.name: self.encode(getattr(value, f.name))
                for f in fields(value)
                if getattr(value, f.name) != f.default
            }
        raise CodecError(f"{value!r} is not plain data of this system")

    def decode(self, raw: Any) -> Any:
        """The inverse of `encode`; raises CodecError for unknown shapes."""
        try:
            return self._decode(raw)
        except CodecError:
            raise
        except ValueError as error:
            raise CodecError(f"{error}") from error
        except (TypeError, AttributeError, ArithmeticError, RecursionError) as error:
            raise CodecError("a value in it is of another kind than stands there; write the line anew") from error

    def _decode(self, raw: Any) -> Any:
        if isinstance(raw, list):
            return tuple(self._decode(item) for item in raw)
        if not isinstance(raw, dict):
            return raw
        if "piece" in raw:
            return parse_piece(raw["piece"])
        if "stock" in raw:
            return Stock.parse(raw["stock"])
        if "fraction" in raw:
            return Fraction(raw["fraction"])
        if "map" in raw:
            return {self._decode(k): self._decode(v) for k, v in raw["map"]}
        if "order" in raw:
            return self.parse_order(raw["order"])
        return self._decode_dataclass(raw)

    def _decode_dataclass(self, raw: dict[str, Any]) -> Any:
        kind = self.classes.get(raw.get("is", ""))
        if kind is None:
            raise CodecError(f"'{raw.get('is')}' is no kind of data of this system")
        values = {name: self._decode(value) for name, value in raw.items() if name != "is"}
        try:
            return kind(**values)
        except TypeError as error:
            raise CodecError(f"'{raw['is']}' has {', '.join(f.name for f in fields(kind))}, and no other") from error

    def state_json(self, state: State) -> dict[str, Any]:
        """The whole state as JSON; tables sorted, so that equal states give equal text."""
        return {
            "pieces": {p: [[n, name] for name, n in by_name(t)] for p, t in sorted(state.pieces.items())},
            "stocks": {p: {str(k): n for k, n in sorted(t.items())} for p, t in sorted(state.stocks.items())},
            "markers": {p: dict(sorted(t.items())) for p, t in sorted(state.markers.items())},
            "round": state.round,
            "phase": state.phase,
            "power": state.power,
            "facts": self.encode(state.facts),
            "stack": self.encode(state.stack),
            "standing": self.encode(state.standing),
            "outcome": self.encode(state.outcome),
            "by_hand": state.by_hand,
        }

    def state_from_json(self, raw: Mapping[str, Any]) -> State:
        """The inverse of `state_json`."""
        return State(
            pieces={p: {parse_piece(k): n for n, k in t} for p, t in raw["pieces"].items()},
            stocks={p: {Stock.parse(k): n for k, n in t.items()} for p, t in raw["stocks"].items()},
            markers={p: dict(t) for p, t in raw["markers"].items()},
            round=raw["round"],
            phase=raw["phase"],
            power=raw["power"],
            facts=self.decode(raw["facts"]),
            stack=self.decode(raw["stack"]),
            standing=self.decode(raw["standing"]),
            outcome=self.decode(raw["outcome"]),
            by_hand=raw["by_hand"],
        )

    def digest(self, state: State) -> str:
        """A short fingerprint of a state: 12 hexadecimal digits of a SHA-256."""
        text = json.dumps(self.state_json(state), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:12]
