"""What there is to show of a place, a turn, a battle: the one form in which every system hands it to a picture."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Stack:
    """Like pieces in one place. `notes` says in words what sets them apart (moved, damaged, aboard ...).

    symbol   the drawing, where it is not that of the kind; `nation` its nationality, for colour and letters
    values   the values now, as printed: `4-3-8`
    steps    steps left and steps in all, (0, 0) where it has none
    """

    power: str
    side: str
    kind: str
    count: int
    notes: str = ""
    name: str = ""
    symbol: str = ""
    nation: str = ""
    values: str = ""
    steps: tuple[int, int] = (0, 0)

    @property
    def drawing(self) -> str:
        """The symbol that stands for it."""
        return self.symbol or self.kind


@dataclass(frozen=True)
class Token:
    """A counted token or marker in one place: supply, mines ... `owner` where a power owns it."""

    kind: str
    amount: int
    owner: str = ""
    label: str = ""
    to: str = ""


@dataclass(frozen=True)
class SpaceCard:
    """Everything to tell about one place; `facts` are lines for people, `sources` the provenance of its data."""

    space: str
    name: str
    kind: str
    control: str = ""
    side: str = ""
    status: str = ""
    stacks: tuple[Stack, ...] = ()
    tokens: tuple[Token, ...] = ()
    facts: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    reconstructed: bool = False


@dataclass(frozen=True)
class Arrow:
    """A movement or attack under way, to draw between two places."""

    start: str
    end: str
    kind: str
    side: str = ""
    label: str = ""


@dataclass(frozen=True)
class TurnBar:
    """The turn as a visible sequence: (id, name) of rounds' powers and phases, and where we are.

    last_round   0 where the game knows none
    """

    round: int
    last_round: int
    powers: tuple[tuple[str, str], ...]
    power: str
    phases: tuple[tuple[str, str], ...]
    phase: str
    step: str = ""
    boxes: tuple[str, ...] = field(default_factory=tuple)

    @property
    def rounds(self) -> str:
        """The round in words: `9 of 14`, `9` where there is no last one."""
        return f"{self.round} of {self.last_round}" if self.last_round else str(self.round)


@dataclass(frozen=True)
class ChoiceOdds:
    """The odds of a battle if one choice is taken, from now on.

    battle          where it is fought, in words
    choice          what is chosen, in words
    order           the order that chooses it, "" where none does ("as it stands")
    capture         the chance that the attacker takes the place
    win, lose       the chance that the defender, that the attacker, is gone
    attacker_lost   mean value lost from now on, in `unit`; likewise defender_lost
    worth           what the attacker gains from now on if both sides play best after this choice: value lost by the
                    defender less the attacker's, plus the place's; None where that is not worked out
    note            what is assumed, or left out; a line each
    worth_note      what the worth counts
    known           False where the odds cannot be told: the numbers then mean nothing, the note says why
    """

    battle: str
    choice: str
    order: str = ""
    capture: float = 0.0
    win: float = 0.0
    lose: float = 0.0
    attacker_lost: float = 0.0
    defender_lost: float = 0.0
    unit: str = ""
    note: str = ""
    worth: float | None = None
    known: bool = True
    worth_note: str = ""

    @property
    def notes(self) -> tuple[str, ...]:
        """All that is told beside the numbers, a line each."""
        return tuple(line for text in (self.note, self.worth_note) for line in text.split("\n") if line)


@dataclass(frozen=True)
class NumberAsked:
    """A number that the rulings on a kind of order name, and that is worth asking learners for.

    order    the kind of order, like `attack`
    number   the number's name in the ruling, like `needs`
    text     the question; `{order}` stands for the order, without what is offered in payment
    """

    order: str
    number: str
    text: str
