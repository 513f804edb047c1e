"""The orders of a system as a list: how each is written, what it does, and one that was played in a case."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from northafrica.core.cases import CaseError, read_case
from northafrica.core.orders import Order, specs, usage
from northafrica.core.system import System


@dataclass(frozen=True)
class Example:
    """An order as a case plays it, and the case."""

    text: str
    case: Path


@dataclass(frozen=True)
class ListedOrder:
    """An order: its word, how it is written, what it does, and an example if there is one."""

    word: str
    written: str
    help: str
    example: Example | None = None


def order_list(system: System, cases: Iterable[Path] = (), only: str = "") -> tuple[ListedOrder, ...]:
    """The orders of a system in the order of its phases; `only`: the one with that word.

    Of each the example is one, played in these cases, that fills most of its fields, the shortest of them.
    """
    kinds = [kind for kind in system.orders if only in ("", kind.kind)]
    found = examples(kinds, cases)
    return tuple(ListedOrder(kind.kind, usage(kind), kind.help, found.get(kind.kind)) for kind in kinds)


def examples(kinds: Iterable[type[Order]], cases: Iterable[Path]) -> dict[str, Example]:
    """The example of each kind of order."""
    known = {kind.kind: kind for kind in kinds}
    best: dict[str, tuple[tuple[int, int, str], Example]] = {}
    for file in sorted(cases):
        for text in played(file):
            word = text.split(maxsplit=1)[0]
            if word in known:
                rank = (-_filled(known[word], text), len(text), file.as_posix())
                if word not in best or rank < best[word][0]:
                    best[word] = rank, Example(text, file)
    return {word: example for word, (_, example) in best.items()}


def played(file: Path) -> Iterator[str]:
    """The orders that a case plays: those that are not only judged, and not refused."""
    try:
        items = read_case(file)["do"]
    except CaseError:
        return
    for item in items:
        if "order" in item and "refused" not in item and item.get("allowed", True) and not item.get("only_check"):
            yield item["order"]


def _filled(kind: type[Order], text: str) -> int:
    """How many of the fields that a word leads stand there."""
    return sum(bool(re.search(rf"\s{re.escape(spec.keyword)}\s", text)) for spec in specs(kind) if spec.keyword)
