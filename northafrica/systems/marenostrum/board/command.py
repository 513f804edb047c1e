"""Advanced command: who may act together in a G-3 Action (22.0, option `advanced_command`)."""

from __future__ import annotations

from collections.abc import Iterable

from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.table import View
from northafrica.systems.marenostrum.board.ground import HQ, kind_of, nationality
from northafrica.systems.marenostrum.facts import Terms

APART = frozenset(("Vichy French", "Iraqi"))
AXIS_NATIONS = frozenset(("German", "Italian"))


def command_problem(view: View, pieces: Iterable[Piece], terms: Terms, naval: bool = False) -> Ruling | None:
    """Why units cannot take part in one G-3 Action together; who carries and who is carried are asked apart (22.2).

    `naval` where ships take part: a German HQ joins ground and air units only (rule 22.5.german-hq).
    """
    if view.setting.options.get("advanced_command") != "on":
        return None
    units = list(pieces)
    nations = {nationality(view, piece) for piece in units} - {""}
    if len(nations) < 2:
        return None
    told = " and ".join(sorted(nations))
    if nations & APART:
        return Ruling.refuse("22.6.vichy-iraq", f"{told} units never act together", "22.1.separate")
    if nations <= set(terms.nations) and not terms.one_nation:
        return None
    head = any(kind_of(view, piece) == HQ and nationality(view, piece) == "German" for piece in units)
    if head and nations <= AXIS_NATIONS and not naval:
        return None
    rule = "22.5.german-hq" if nations <= AXIS_NATIONS else "22.3.allied-joint"
    return Ruling.refuse("22.1.separate", f"{told} units do not act together in this Action", rule)
