"""Forces, orders of loss and retreats as people write them: `5 infantry, 2 artillery`, `after:2`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from northafrica.core.options import did_you_mean
from northafrica.odds.battle import LOSSES, RETREATS, Retreat, Unit
from northafrica.odds.listing import Item, read_list, text_of
from northafrica.odds.told import SIDES, OddsError


def singular(word: str, known: Iterable[str]) -> str:
    """The known word a writer means: `tanks` is tank, `anti tank gun` is anti_tank_gun; else the word itself."""
    plain = re.sub(r"[\s-]+", "_", word.strip().lower())
    for found in (plain, plain.removesuffix("s"), plain.removesuffix("ies") + "y", plain.removesuffix("es")):
        if found in known:
            return found
    return plain


def read_force(text: str, known: Sequence[str], place: str, before: Sequence[str] = ()) -> tuple[Item, ...]:
    """Read `5 infantry, 2 artillery`; `known` are the unit names, `before` words that may stand before them.

    Raises OddsError naming the part that cannot be read, or a unit that is unknown with the nearest names.
    """
    like = f"3 {known[0]}, 1 {known[-1]}"
    apart = re.sub(r"(\d)x?\s*(?=[a-z])", r"\1 ", re.sub(r";|\band\b", ",", text_of(text, place, like)), flags=re.I)
    found = [_named(item, known, place, before) for item in read_list(apart, place, lambda name: False, like)]
    names = [(item.words, item.name) for item in found]
    twice = [item for item in found if names.count((item.words, item.name)) > 1]
    if twice:
        whole = sum(item.count for item in twice if item.name == twice[0].name)
        raise OddsError(f"{place}: '{twice[0].name}' is written twice; write '{whole} {twice[0].name}' once")
    return tuple(found)


def _named(item: Item, known: Sequence[str], place: str, before: Sequence[str]) -> Item:
    if item.marks:
        raise OddsError(f"{place}: '{item.label}': units here bear no marks; leave the brackets out")
    words = item.name.split()
    lead = next((n for n, word in enumerate(words[:-1]) if word not in before), len(words) - 1)
    name = singular(" ".join(words[lead:]), known)
    if name not in known:
        raise OddsError(f"{place}: there is no unit '{' '.join(words[lead:])}'; {did_you_mean(name, known)}")
    return replace(item, name=name, words=tuple(words[:lead]))


def read_retreat(text: str) -> Retreat:
    """Read `never`, `after:2`, `units:6`, `air-only` or `best`."""
    kind, _, number = str(text).strip().lower().replace("_", "-").partition(":")
    if kind not in RETREATS:
        raise OddsError(f"retreat '{text}' is unknown; write never, after:2, units:6, air-only or best")
    if kind not in ("after", "units"):
        if number:
            raise OddsError(f"retreat '{text}': {kind} takes no number; write {kind}")
        return Retreat(kind)
    if not re.fullmatch(r"\d+", number):
        raise OddsError(f"retreat '{text}': a number of {'rounds' if kind == 'after' else 'units'} is missing; "
                        f"write {kind}:{2 if kind == 'after' else 6}")  # fmt: skip
    return Retreat(kind, int(number))


def read_losses(
    text: str | None, attackers: Sequence[Unit], defenders: Sequence[Unit]
) -> tuple[list[Unit], list[Unit], tuple[str, str]]:
    """Both sides put in an order of loss `infantry,artillery/infantry,tank` (attacker's, then the defender's).

    One order without `/` serves both. Words `listed`, `cheapest` and `best` stand for a whole order. Units an order
    does not name fall after those it names, as listed. Raises OddsError for a word that is no unit there.
    """
    parts = [part.strip().lower() for part in (text or "listed").split("/")]
    if len(parts) > 2:
        raise OddsError(f"order of loss '{text}': one '/' parts the attacker's order from the defender's")
    sides, ways = [list(attackers), list(defenders)], ["listed", "listed"]
    both = {unit.name for units in sides for unit in units}
    for index, part in enumerate((parts[0], parts[-1])):
        names = [name.strip() for name in part.split(",") if name.strip()]
        if len(names) == 1 and names[0] in LOSSES:
            ways[index] = names[0]
        elif names:
            sides[index] = _put_in_order(sides[index], names, SIDES[index], both if len(parts) == 1 else set())
    return sides[0], sides[1], (ways[0], ways[1])


def _put_in_order(units: Sequence[Unit], order: Sequence[str], side: str, elsewhere: set[str]) -> list[Unit]:
    known = {word for unit in units for word in (unit.name, *unit.name.split())}
    found: list[Unit] = []
    for word in order:
        plain = singular(word, {*known, *elsewhere})
        if plain not in known and plain not in elsewhere:
            raise OddsError(f"order of loss, {side}: there is no '{word}'; {did_you_mean(word, known)}")
        matching = [unit for unit in units if plain == unit.name or plain in unit.name.split()]
        if matching and all(unit in found for unit in matching):
            raise OddsError(f"order of loss, {side}: '{plain}' is named twice; name it once")
        found += [unit for unit in matching if unit not in found]
    return found + [unit for unit in units if unit not in found]


def read_sides(word: str) -> tuple[str, ...]:
    """Read whom a choice is for: `attacker`, `defender`, `both`, or `never` (or nothing) for nobody."""
    plain = str(word).strip().lower()
    if plain in ("", "never"):
        return ()
    if plain != "both" and plain not in SIDES:
        raise OddsError(f"'{word}' is no side; write attacker, defender, both or never")
    return SIDES if plain == "both" else (plain,)
