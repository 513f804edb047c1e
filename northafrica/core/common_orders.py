"""Orders that every game knows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from northafrica.core.orders import Order


@dataclass(frozen=True)
class End(Order):
    """End the phase, or this choice."""

    kind: ClassVar[str] = "end"
    help: ClassVar[str] = "end this phase or this choice"


@dataclass(frozen=True)
class ChooseForMe(Order):
    """Let a sensible default be chosen."""

    kind: ClassVar[str] = "choose_for_me"
    help: ClassVar[str] = "let the program choose, recorded as your choice"


@dataclass(frozen=True)
class Never(Order):
    """Decline this kind of window now and whenever it opens again."""

    kind: ClassVar[str] = "never"
    help: ClassVar[str] = "decline now and do not ask again"


@dataclass(frozen=True)
class AskAgain(Order):
    """Take back all standing refusals of this seat."""

    kind: ClassVar[str] = "ask_again"
    help: ClassVar[str] = "be asked again about what was declined with never"
