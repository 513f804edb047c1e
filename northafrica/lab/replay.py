"""Replay: a slider over a record, with comments, for a projector.

Replay(game)                       # a game or a record file
Replay("my-game.jsonl", hide=True) # comments stay hidden until asked for
"""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from importlib.resources import files
from pathlib import Path

import ipywidgets as widgets

import northafrica
from northafrica.core.game import Game, Node
from northafrica.lab import stepper_text as words
from northafrica.lab.board_map import BoardMap
from northafrica.lab.closing import close_tree
from northafrica.lab.session import Session


class Replay:
    """Walks a line of play entry by entry. `hide`: comments are shown only on request."""

    def __init__(
        self, game: Game | Path | str, *, theme: str = "auto", height: int | None = None, hide: bool = False
    ) -> None:
        self.trouble = ""
        if isinstance(game, Path | str):
            loaded = northafrica.replay(game)
            self.trouble = "" if loaded.verified else loaded.trouble
            game = loaded.game
        self.game = game.branch()
        self.nodes: list[Node] = self.game.path()
        self.session = Session(self.game)
        self.hide = hide
        self.game.at = self.nodes[0].n
        self.map = BoardMap(self.game, theme=theme, height=height)
        self._build()
        self._show()

    def _build(self) -> None:
        style = (files("northafrica.lab") / "stepper.css").read_text(encoding="utf-8")
        self._turn, self._told, self._comment = widgets.HTML(), widgets.HTML(), widgets.HTML()
        self.slider = widgets.IntSlider(
            0, 0, len(self.nodes) - 1, description="Entry", layout=widgets.Layout(width="60%")
        )
        self.slider.add_class("na-replay-slider")
        self.slider.observe(lambda _: self._show(), "value")
        back = self._button("Back", "One entry back", lambda: self.step(-1))
        on = self._button("Forward", "One entry forward", lambda: self.step(1))
        turn = self._button("Next turn", "On to the next power's turn", self.next_turn)
        self._ask = self._button("Show comment", "Show the comment of this entry", self._reveal)
        row = widgets.Box(
            [back, on, turn, self.slider, self._ask], layout=widgets.Layout(display="flex", flex_flow="row wrap")
        )
        trouble = widgets.HTML(f"<b>Not verified:</b> {escape(self.trouble)}" if self.trouble else "")
        self.widget = widgets.VBox(
            [
                widgets.HTML(f"<style>{style}</style>"),
                trouble,
                row,
                self._turn,
                self._told,
                self._comment,
                self.map.widget,
            ]
        )
        self.widget.add_class("na-stepper")

    def _button(self, text: str, tip: str, act: Callable[[], None]) -> widgets.Button:
        made = widgets.Button(description=text, tooltip=tip, layout=widgets.Layout(width="auto"))
        made.add_class(f"na-replay-{text.lower().replace(' ', '-')}")
        made.on_click(lambda _: act())
        return made

    def step(self, by: int) -> None:
        """Go some entries forward (or back)."""
        self.slider.value = max(0, min(len(self.nodes) - 1, self.slider.value + by))

    def next_turn(self) -> None:
        """Go to the first entry of the next power's turn."""
        now = (self.nodes[self.slider.value].state.round, self.nodes[self.slider.value].state.power)
        for n in range(self.slider.value + 1, len(self.nodes)):
            if (self.nodes[n].state.round, self.nodes[n].state.power) != now:
                self.slider.value = n
                return
        self.slider.value = len(self.nodes) - 1

    def _show(self) -> None:
        node = self.nodes[self.slider.value]
        self.game.at = node.n
        self.map.update(self.game)
        self._turn.value = words.turn_bar(self.game)
        head = str(node.order) if node.order is not None else " ".join(map(str, node.result or ())) or "set-up"
        lines = "".join(f"<li>{escape(line)}</li>" for line in self.session.tell(node.events)[:20])
        who = self.session.seat_name(node.seat) or "Set-up"
        title = f"<h4>{node.n}. {escape(who)}: {escape(head)}</h4>"
        self._told.value = f"<div class='na-ruling' role='status'>{title}<ul>{lines}</ul></div>"
        self._ask.layout.display = "" if self.hide and node.comment else "none"
        self._comment.value = "" if self.hide else _comment(node)

    def _reveal(self) -> None:
        self._comment.value = _comment(self.nodes[self.slider.value])

    def _ipython_display_(self) -> None:
        from IPython.display import display

        display(self.widget)  # type: ignore[no-untyped-call]

    def __repr__(self) -> str:
        return f"<Replay of {len(self.nodes)} entries>"

    def close(self) -> None:
        """Close every widget."""
        self.map.close()
        close_tree(self.widget)


def _comment(node: Node) -> str:
    return f"<div class='na-banner'>{escape(node.comment)}</div>" if node.comment else ""
