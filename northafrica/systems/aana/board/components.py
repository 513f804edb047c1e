"""Component limits: how many figures, chips and tokens there are (rulebook p.4-5, 9, 14)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from northafrica.core.naming import agreeing, is_are
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.table import View
from northafrica.systems.aana.board.ground import AXIS, SIDES, data, name
from northafrica.systems.aana.board.rounds import happens, printed
from northafrica.systems.aana.data.counts import chips_needed, land_mine_tokens
from northafrica.systems.aana.data.entities import TREASURY, UnitType

Added = Iterable[tuple[str, Piece, int]]


def made_by(piece: Piece) -> str:
    """The power whose figure a piece is: captured Allied trucks keep their figure (p.19)."""
    return str(piece.get("made", piece.power))


def pool(view: View, piece: Piece) -> str:
    """The colour of figures a piece is taken from."""
    return data(view).powers[made_by(piece)].pool


def on_board(view: View, pool_name: str, kind: str) -> int:
    """How many figures of a pool are in use."""
    return sum(
        n
        for table in view.state.pieces.values()
        for piece, n in table.items()
        if piece.kind == kind and pool(view, piece) == pool_name
    )


def in_use(view: View) -> Counter[tuple[str, str]]:
    """All figures in use, by pool and kind."""
    found: Counter[tuple[str, str]] = Counter()
    for table in view.state.pieces.values():
        for piece, n in table.items():
            found[pool(view, piece), piece.kind] += n
    return found


def figure_limit(view: View, line: UnitType) -> int:
    """Figures available now; the second Axis trucks come in round 7 of Rommel's Last Push (p.9, 28).

    In a set-up of one's own the Spare Unit Bag is open (comp.spare-bag).
    """
    if view.setting.scenario in data(view).own:
        return line.limit + line.spare
    if line.kind == "truck" and SIDES[line.power] == AXIS and happens(view, "one_axis_truck"):
        return data(view).powers[line.power].trucks_at_start or 0
    return line.limit


def split_problem(view: View, start: str, to: str, pieces: list[tuple[Piece, int]]) -> Ruling | None:
    """Why a move would need a stack or chips that do not exist; None if the components suffice."""
    before = chips_problem(view, [])
    moved = [item for piece, n in pieces for item in ((start, piece, -n), (to, piece, n))]
    return chips_problem(view, moved) if before is None else None


def problem(view: View, added: list[tuple[str, Piece, int]]) -> Ruling | None:
    """Why pieces cannot be added to these places; None if the components suffice."""
    wanted: Counter[tuple[str, str]] = Counter()
    for _, piece, n in added:
        wanted[piece.power, piece.kind] += n
    for (power, kind), n in wanted.items():
        line = data(view).units[power, kind]
        if line.limit_kind == "hard":
            used, limit = on_board(view, line.pool or power, kind), figure_limit(view, line)
            if used + n > limit:
                early, exist = limit < line.limit, agreeing(limit, "exists", "exist")
                rule = "rommel.one-truck" if early else "comp.limit.strict"
                until = f" until round {data(view).rounds.last('one_axis_truck', printed(view)) + 1}"
                text = f"{line.name}: {limit} {exist}{until if early else ''}, {used} {is_are(used)} in use"
                further = ("comp.chips.land-only", f"comp.count.{line.pool or power}")
                return Ruling.refuse(rule, text, *further, limit=limit, used=used, wanted=n)
    return chips_problem(view, added)


def stacks(view: View, added: Added = ()) -> dict[tuple[str, str, str], int]:
    """Combat land units by (figure pool, kind, place)."""
    found: Counter[tuple[str, str, str]] = Counter()
    for place, table in view.state.pieces.items():
        for piece, n in table.items():
            _count(view, found, place, piece, n)
    for place, piece, n in added:
        _count(view, found, place, piece, n)
    return {key: n for key, n in found.items() if n > 0}


def _count(view: View, found: Counter[tuple[str, str, str]], place: str, piece: Piece, n: int) -> None:
    line = data(view).units[piece.power, piece.kind]
    if line.limit_kind == "figures_plus_chips":
        found[line.pool or piece.power, piece.kind, place] += n


def chips_problem(view: View, added: list[tuple[str, Piece, int]]) -> Ruling | None:
    """Rule comp.limit.land: a figure for every stack, chips for the rest."""
    sizes = stacks(view, added)
    figures = Counter((power, kind) for power, kind, _ in sizes)
    before: Counter[tuple[str, str]] | None = None
    for place, piece, _ in added:
        line = data(view).units[piece.power, piece.kind]
        key = (line.pool or piece.power, piece.kind)
        limit = figure_limit(view, line)
        if line.limit_kind == "figures_plus_chips" and figures[key] > limit:
            # Retreats and convoys may have split a stack too many: what splits no further is allowed.
            before = before or Counter((power, kind) for power, kind, _ in stacks(view))
            if figures[key] <= before[key]:
                continue
            text = f"{line.name}: {limit} figures exist, one for each stack; {name(view, place)} needs one more"
            return Ruling.refuse("comp.limit.land", text, f"comp.count.{key[0]}", limit=limit, stacks=figures[key])
    parts = data(view).components
    _, gray = chips_needed(sizes.values(), parts["green_chip"])
    if gray > parts["gray_chip"]:
        text = f"{parts['gray_chip']} gray chips exist, {gray} would be needed"
        return Ruling.refuse("comp.chips.values", text, "comp.limit.land", limit=parts["gray_chip"], needed=gray)
    return None


def supply_problem(view: View, ones: int, fives: int) -> Ruling | None:
    """Rule comp.count.tokens: supply on the board must be made of the tokens there are."""
    parts = data(view).components
    rigid_one, rigid_five, loose = ones, fives, []
    for place, table in view.state.stocks.items():
        for stock, n in table.items():
            if stock.resource == "supply" and place != TREASURY:
                loose.append(n)
            elif stock.resource == "supply_1":
                rigid_one += n
            elif stock.resource == "supply_5":
                rigid_five += n
    five = min(parts["supply_5"] - rigid_five, sum(n // 5 for n in loose))
    one = sum(loose) - 5 * max(five, 0) + rigid_one
    if five < 0 or one > parts["supply_1"]:
        text = f"{parts['supply_1']} ones and {parts['supply_5']} fives exist; there are not enough tokens left"
        return Ruling.refuse("comp.count.tokens", text, "comp.limit.strict", ones=one, fives=rigid_five)
    return None


def mine_tokens_in_use(view: View) -> Mapping[str, int]:
    """Mine tokens on the board: `land`, and sea mines by side."""
    found: Counter[str] = Counter()
    for table in view.state.stocks.values():
        for stock, n in table.items():
            if stock.resource == "land_mine":
                found["land"] += land_mine_tokens(n)
            elif stock.resource == "sea_mine":
                found[SIDES[stock.owner]] += n
    return found
