"""What is typed into fields and not yet taken: kept until it is, wherever the table goes meanwhile."""

from __future__ import annotations

from typing import Any

import ipywidgets as widgets

Texts = tuple[str, ...]


class Drafts:
    """Texts typed into some fields, kept by what they belong to (an entry of a record, say).

    The fields show one thing after another; what was typed for one and not taken is there again when it is shown again.
    """

    def __init__(self, *fields: widgets.Widget) -> None:
        self.fields = fields
        self.kept: dict[Any, Texts] = {}
        self._key: Any = None
        self._shown: Texts = ("",) * len(fields)

    def turn_to(self, key: Any, *texts: str) -> None:
        """Show the texts of another thing, or what was typed for it."""
        self.note()
        self._key, self._shown = key, texts
        for field, text in zip(self.fields, self.kept.get(key, texts), strict=True):
            if field.value != text:
                field.value = text

    def note(self) -> None:
        """Keep what the fields hold now, where it is not what they were filled with."""
        now = self._now
        if now != self._shown:
            self.kept[self._key] = now
        else:
            self.kept.pop(self._key, None)

    def taken(self) -> None:
        """What the fields hold now has been taken."""
        self._shown = self._now
        self.kept.pop(self._key, None)

    def elsewhere(self) -> dict[Any, Texts]:
        """What was typed for other things than the one shown."""
        return {key: texts for key, texts in self.kept.items() if key != self._key}

    @property
    def _now(self) -> Texts:
        return tuple(str(field.value) for field in self.fields)
