"""The viewer of a table: back and forth through what happened, entry by entry, as in a viewer of games.

It moves no game: it looks at the board as it stood. What is ordered meanwhile is ordered now.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from northafrica.core.html import tag
from northafrica.core.tree import Node
from northafrica.lab.table import stepper_text as words
from northafrica.lab.table.session import Session
from northafrica.lab.tray.closing import close_tree
from northafrica.lab.tray.parts import Html, button, row

Act = Callable[[], None]


class Viewer:
    """`looked` is told whenever another moment is looked at; `node` is that entry, None for now."""

    def __init__(self, session: Session, looked: Act) -> None:
        self.session, self._looked, self._at = session, looked, 0
        self._path: Sequence[Node] = ()
        self.node: Node | None = None
        self._eyes = ""
        self._told = Html(css="na-viewed")
        named = {
            "first": ("«", "To the start of the last turn of the others", self.to_others),
            "back": ("◀", "One entry back ( [ )", lambda: self.step(-1)),
            "watch": ("Watch", "See the last turn of the others, order by order", self.to_others),
            "on": ("▶", "One entry forward ( ] )", lambda: self.step(1)),
            "now": ("»", "Back to now", self.to_now),
        }
        self.buttons = {name: button(sign, tip, f"view-{name}", act) for name, (sign, tip, act) in named.items()}
        self.widget = row(*self.buttons.values(), self._told, css="na-viewer")

    def update(self, eyes: str = "") -> None:
        """The game has gone on, or stands elsewhere: look at it as it is now, with the eyes of a seat ("": all)."""
        self._eyes = eyes
        self._path = self.session.game.path()
        self._at, self.node = len(self._path) - 1, None
        self._tell()

    def step(self, by: int) -> None:
        """Look some entries forward, or back."""
        self._look(self._at + by)

    def to_now(self) -> None:
        """Look at the game as it stands."""
        self._look(len(self._path) - 1)

    def to_entry(self, number: int) -> None:
        """Look at an entry of this line of play by its number."""
        places = {node.n: place for place, node in enumerate(self._path)}
        if number in places:
            self._look(places[number])

    def to_others(self) -> None:
        """Look at the board as it stood before the others played last."""
        self._look(len(self._path) - 1 - len(self.others()))

    def others(self) -> Sequence[Node]:
        """The entries since the last order that a person gave."""
        mine = [place for place, node in enumerate(self._path) if node.order and self.session.is_mine(node.seat)]
        return self._path[mine[-1] + 1 if mine else 1 :]

    def _look(self, at: int) -> None:
        last = len(self._path) - 1
        self._at = max(0, min(last, at))
        self.node = None if self._at == last else self._path[self._at]
        self._tell()
        self._looked()

    def _tell(self) -> None:
        last = len(self._path) - 1
        for name in ("first", "back"):
            self.buttons[name].disabled = self._at == 0
        for name in ("on", "now"):
            self.buttons[name].disabled = self._at == last
        many = len(self.others())
        self.buttons["watch"].description = f"Watch {many}" if many > 1 else "Watch"
        self.buttons["watch"].disabled = not many
        node = self._path[self._at]
        who = f"{self.session.seat_name(node.seat)}: " if node.seat else ""
        told = words.entry_head(self.session, node, self._eyes)
        when = "now" if self._at == last else f"entry {node.n}, not now"
        self._told.value = tag("span", tag("b", when), " ", who, told, role="status", title=f"{who}{told}")

    def forget(self) -> None:
        """Take away what was told of the last entry."""
        self._told.value = ""

    def close(self) -> None:
        """Close the buttons."""
        close_tree(self.widget)
