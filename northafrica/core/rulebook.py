"""Rules as things that can be looked up and cited: `Rule`, `Rulebook`, and the answer `Ruling`.

Knows no game. The rows of a rulebook come from ``data/<system>/rules.csv`` (own words, never the printed
sentences); their ids are the names by which code, refusals, exercises and notebooks cite a rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, ClassVar

from northafrica.core.html import tag

NEAR = 3
"""As many ids are told to somebody who names one that is not there."""


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a number or fact comes from and how sure it is.

    ``confidence`` is ``high``, ``medium``, ``low``, or ``user`` for rows of a user's own table.
    """

    source: str
    confidence: str
    note: str = ""

    @property
    def is_doubtful(self) -> bool:
        """Whether the number is reconstructed, or not certain for another reason."""
        return self.confidence in ("low", "medium")

    def __str__(self) -> str:
        tail = f" ({self.note})" if self.note else ""
        return f"{self.source}; confidence {self.confidence}{tail}"


class UnknownRule(KeyError):
    """A rule id that the rulebook does not have; the message suggests the nearest ids."""

    def __init__(self, rule: str, near: Iterable[str] = ()) -> None:
        self.rule = rule
        self.near = tuple(near)
        super().__init__(rule)

    def __str__(self) -> str:
        hint = f"; did you mean {' or '.join(self.near)}?" if self.near else ""
        return f"there is no rule '{self.rule}'{hint}"


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: ``section`` and ``page`` say where it is printed, ``text`` what it says in our words."""

    id: str
    section: str
    page: int | None
    phase: str
    scope: str
    title: str
    text: str

    def __str__(self) -> str:
        return f"{self.title} [{self.id}; {self.section}]: {self.text}"

    def _repr_html_(self) -> str:
        head = (tag("b", self.title), " ", tag("code", self.id), " ", tag("small", self.section))
        return tag("div", *head, tag("br"), self.text, class_="na-rule")


class Rulebook(Mapping[str, Rule]):
    """All rules of one game by id, in the order of the table.

    >>> book = northafrica.rules("aana")
    >>> print(book["declare.cost-source"].title)
    Where supply comes from
    >>> book["declare.costs"]
    Traceback (most recent call last):
    northafrica.core.rulebook.UnknownRule: there is no rule 'declare.costs'; did you mean declare.cost...?
    """

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._rules = {rule.id: rule for rule in rules}

    def __getitem__(self, key: str) -> Rule:
        try:
            return self._rules[key]
        except KeyError:
            raise UnknownRule(key, self._near(key)) from None

    def _near(self, key: str) -> list[str]:
        """The ids somebody may have meant: a few that hold the word as a whole part, else those spelled alike."""
        folded = {rule.casefold(): rule for rule in self._rules}
        parts = [rule for low, rule in folded.items() if f".{key.casefold()}." in f".{low}."]
        return parts[:NEAR] or [folded[low] for low in get_close_matches(key.casefold(), folded, n=NEAR, cutoff=0.5)]

    def __contains__(self, key: object) -> bool:
        return key in self._rules

    def __iter__(self) -> Iterator[str]:
        return iter(self._rules)

    def __len__(self) -> int:
        return len(self._rules)

    def __repr__(self) -> str:
        return f"Rulebook({len(self)} rules)"

    def by_phase(self) -> dict[str, tuple[Rule, ...]]:
        """The rules grouped by phase, phases in the order of their first rule."""
        groups: dict[str, list[Rule]] = {}
        for rule in self._rules.values():
            groups.setdefault(rule.phase, []).append(rule)
        return {phase: tuple(rules) for phase, rules in groups.items()}

    def search(self, text: str) -> tuple[Rule, ...]:
        """Rules that hold the words of ``text`` in id, title, section or text, as they stand or in another form.

        Where no rule holds all of them, those that hold most; none where most is a single one of several. What has
        the words as they stand comes first, and of these what has them in its title.
        """
        words = text.casefold().split()
        stems = [_stem(word) for word in words]
        held = {rule.id: sum(stem in _haystack(rule) for stem in stems) for rule in self._rules.values()}
        most = max(held.values(), default=0)
        if most < min(len(words), 2):
            return ()
        hits = [rule for rule in self._rules.values() if held[rule.id] == most]

        def rank(rule: Rule) -> tuple[bool, bool]:
            return not all(w in _haystack(rule) for w in words), not all(w in rule.title.casefold() for w in words)

        return tuple(sorted(hits, key=rank))


def _stem(word: str) -> str:
    """What the forms of a word share, roughly: `occupied` and `occupying`, `territory` and `territories`.

    >>> _stem("occupied"), _stem("territories"), _stem("move"), _stem("5.1a")
    ('occup', 'territor', 'move', '5.1a')
    """
    return word[: max(4, len(word) - len("ies"))] if word.isalpha() else word


def _haystack(rule: Rule) -> str:
    return f"{rule.id} {rule.title} {rule.section} {rule.text}".casefold()


@dataclass(frozen=True, slots=True)
class Ruling:
    """Is something allowed? If not: by which rule, and why, with the numbers of this position.

    ``rules`` are further rules that bear on it; ``notes`` are warnings that forbid nothing. ``unclear``: no rule
    speaks, since the words may mean unlike things; `Game.check` raises such a one as `Unclear`. ``found`` is what
    judging found out of an order that is allowed (the pieces meant, the way), for those who carry it out.

    >>> no = Ruling.refuse("declare.cost", "needs 2 supply; 1 is in reach", needs=2, has=1)
    >>> bool(no), no.numbers["needs"]
    (False, 2)
    """

    ALLOWED: ClassVar[Ruling]

    allowed: bool
    rule: str = ""
    reason: str = ""
    numbers: Mapping[str, int | str] = field(default_factory=dict)
    rules: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    unclear: bool = False
    found: Any = field(default=None, compare=False, repr=False)

    def __bool__(self) -> bool:
        return self.allowed

    def __str__(self) -> str:
        if self.allowed:
            return "; ".join(("allowed", *self.notes))
        if self.unclear:
            return f"unclear: {self.reason}"
        return f"refused: {self.reason} [{self.rule}]" if self.rule else f"refused: {self.reason}"

    @classmethod
    def allow(cls, notes: Iterable[str] = (), rules: Iterable[str] = (), found: Any = None) -> Ruling:
        """Allowed, perhaps with warnings, and with what judging found."""
        notes, rules = tuple(notes), tuple(rules)
        return cls(True, notes=notes, rules=rules, found=found) if notes or rules or found is not None else cls.ALLOWED

    @classmethod
    def refuse(cls, rule: str, reason: str, /, *further: str, **numbers: int | str) -> Ruling:
        """Refused by ``rule`` (an id); ``further`` are other rule ids, ``numbers`` what the reason counts."""
        return cls(False, rule, reason, numbers, further)

    @classmethod
    def ambiguous(cls, reason: str) -> Ruling:
        """Not judged: the words leave open what is meant; ``reason`` says what it may be and how each is written."""
        return cls(False, reason=reason, unclear=True)

    @classmethod
    def first(cls, *found: Ruling | None) -> Ruling:
        """The first refusal of several judgements (None: no objection), or allowed; unclear words come before all.

        >>> Ruling.first(None, Ruling.refuse("req.cost", "too dear")).rule
        'req.cost'
        """
        refused = [ruling for ruling in found if ruling is not None and not ruling.allowed]
        return next((ruling for ruling in refused if ruling.unclear), refused[0] if refused else cls.ALLOWED)


Ruling.ALLOWED = Ruling(True)
ALLOWED = Ruling.ALLOWED
