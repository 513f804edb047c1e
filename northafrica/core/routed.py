"""Orders that name units and their route: from where, which, along which ways. Knows no game."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from northafrica.core.deed import Deed, O
from northafrica.core.groups import Keep, Picked, number, offer, pick
from northafrica.core.orders import FieldSpec, Path
from northafrica.core.rulebook import Ruling
from northafrica.core.table import View


class Routed(Deed[O]):
    """A deed whose orders have the fields `units` and `route`; the units are offered where a route begins."""

    def seen(self, view: View) -> View:
        """The board that the order is given on: the one there is, or one that a plan will leave."""
        return view

    @abstractmethod
    def keep(self, now: View, place: str) -> Keep:
        """Which pieces of a place may be named."""

    @abstractmethod
    def routes(self, now: View, place: str, picked: Picked) -> Sequence[Path]:
        """The ways that these pieces may take out of a place."""

    def places(self, view: View) -> Sequence[str]:
        return self._starts(self.seen(view))

    def values(self, view: View, field: FieldSpec, given: Mapping[str, Any]) -> Sequence[Any]:
        now = self.seen(view)
        starts = self.begins(view, given)
        if field.name == "units":
            return [some for place in starts for some in offer(now, place, self.keep(now, place))]
        found: list[Path] = []
        for place in starts:
            picked = pick(now, place, tuple(given["units"]), self.keep(now, place), "", "")
            if not isinstance(picked, Ruling) and picked:
                found += self.routes(now, place, picked)
        return found

    def _starts(self, now: View) -> list[str]:
        return [place for place in sorted(now.state.pieces) if number(now, place, self.keep(now, place))]
