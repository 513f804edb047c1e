"""A combat: who takes part, at what they may fire, with what factor (12.1 to 12.6, 12.10, 12.13)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from northafrica.core.groups import groups
from northafrica.core.pieces import Piece
from northafrica.core.table import View
from northafrica.odds.factor_fire import MEDIA, NO_FACTORS, Factors, Kind, factors_of
from northafrica.odds.factor_fire import Unit as Counter
from northafrica.systems.marenostrum import strength
from northafrica.systems.marenostrum.board.entrenched import entrenched
from northafrica.systems.marenostrum.board.ground import (
    ABOARD,
    INTERCEPT,
    REDUCED,
    STATIC,
    awake,
    category,
    controller,
    data,
    enemy_of,
    kind_of,
    nationality,
)
from northafrica.systems.marenostrum.data.tables import SUPPLY
from northafrica.systems.marenostrum.odds_data import UnitRow

ATTACK, DEFEND = "attack", "defend"
DEPLETED, DOWN = "depleted", "down"
TIGHT = ("fortress", "small_island")
NEAR = ("north_africa", "near_east")


@dataclass(frozen=True)
class Battle:
    """A combat before its dice. Units are named by their counters, with the place where each stands.

    side, space  who attacks, and where; `rule` of the Action, `source` what gave it
    force        the attackers, who must fire; `joiners` who may, being on the spot
    ships        ships that bring or cover a landing: targets of coastal fire, they do not fire (rule 12.13.who)
    silent       attackers at whom nobody fires: carriers at a distance
    against      the defenders, where they are not all the enemy has in the space
    bases        the bases that may be targets; `units` whether units may be
    bombard      whether ships fire at the coast (rule g3.bombard-ground.targets)
    origin       the area from which ground attackers came over land, `landing` from sea or air, "" for those in place
    first        attackers, or defenders, to whom an event gives First Fire
    """

    side: str = ""
    space: str = ""
    rule: str = ""
    source: str = ""
    force: tuple[tuple[str, str], ...] = ()
    joiners: tuple[tuple[str, str], ...] = ()
    ships: tuple[tuple[str, str], ...] = ()
    silent: tuple[str, ...] = ()
    against: tuple[tuple[str, str], ...] = ()
    bases: tuple[str, ...] = ()
    units: bool = True
    bombard: bool = False
    origin: str = ""
    first: tuple[str, ...] = ()


@dataclass(frozen=True)
class Shot:
    """A shot as announced: whose, by whom, at what; `first` in First Fire."""

    role: str
    shooter: str
    target: str
    first: bool = False


@dataclass(frozen=True)
class Fighter:
    """A unit in a combat: the word for it in orders, where its counter stands, its piece, its numbers."""

    word: str
    place: str
    piece: Piece
    kind: Kind
    row: UnitRow

    @property
    def counter(self) -> Counter:
        """As the odds know a unit; the index of its kind is set by `side_of`."""
        return Counter(0, self.kind.full)


def standing(view: View, side: str, places: Iterable[tuple[str, str]]) -> Iterator[tuple[str, Piece]]:
    """Those of some counters that still stand where they stood."""
    for place, kind in places:
        for piece, _ in groups(view, place, partial(_is, side, kind)):
            yield place, piece


def _is(side: str, kind: str, piece: Piece) -> bool:
    return piece.power == side and piece.kind == kind


def enemies(view: View, side: str, space: str) -> Iterator[tuple[str, Piece]]:
    """All units of a side in a space that take part in a defence, each supply unit by itself (12.1.all-join)."""
    for piece, n in groups(view, space, lambda p: p.power == side and awake(p) and not p.has(ABOARD)):
        if category(view, piece):
            yield from ((space, piece) for _ in range(n))


def row_of(view: View, piece: Piece) -> UnitRow:
    """The row of a unit; a supply unit has one made for its side up."""
    found = data(view).units.get(piece.kind)
    if found is not None:
        return found
    numbers = {"anti_ground": 0, "anti_ground_reduced": None, "anti_surface": 0, "anti_sub": 0, "boxed": False}
    anti_air = data(view).static_anti_air if piece.has(STATIC) else 0
    words = {"id": SUPPLY, "category": "ground", "type": SUPPLY, "steps": 1, "nationality": "", "anti_air": anti_air}
    return next(iter(data(view).units.values())).model_copy(update=numbers | words)


def is_elsewhere(view: View, space: str) -> bool:
    """Whether a target lies neither in North Africa nor in the Near East (rule 19.13.hs129, note A69)."""
    return not set(NEAR) & set(data(view).regions(space))


def printed(view: View, battle: Battle, piece: Piece, row: UnitRow) -> tuple[Factors, Factors]:
    """The factors on the counter, and on its reduced side (rules 19.13.hs129, 26.2.restrict, 30.2, 31.2)."""
    ground, *rest = row.factors
    if piece.has(DOWN):
        return NO_FACTORS, NO_FACTORS
    numbers = data(view).combat_numbers
    if row.factor_rule == "HS-129" and is_elsewhere(view, battle.space):
        ground = numbers["hs129_elsewhere"]
    full = (ground, *rest)
    if piece.has(INTERCEPT):
        return (0, full[1], 0, 0), (0, full[1], 0, 0)
    if piece.has(DEPLETED):
        full = tuple(strength.limited(factor, numbers["depleted"]) for factor in full)
    lower = row.anti_ground_reduced
    return full, (full[0] if lower is None else lower, *full[1:])  # type: ignore[return-value]


def place_of(view: View, battle: Battle) -> strength.Where:
    """What the place does to the attackers (rules 12.12.minus-one, 28.2.effect, 28.3.fortress)."""
    sort = data(view).sort(battle.space)
    dug_in = entrenched(view, battle.space, enemy_of(battle.side))
    every = view.option("entrenched_fortress") == "all"
    return strength.where(data(view).combat_numbers, sort == "fortress", dug_in, every)


def attackers(view: View, battle: Battle) -> dict[str, Fighter]:
    """The attackers that are left, ships of a landing with them."""
    there = (*battle.force, *battle.joiners, *battle.ships)
    place, found = place_of(view, battle), dict[str, Fighter]()
    forts = [w for w, f in defenders(view, battle).items() if f.row.type == strength.FORT]
    quiet = {kind for _, kind in battle.ships}
    for where, piece in standing(view, battle.side, there):
        row = row_of(view, piece)
        full, lower = printed(view, battle, piece, row)
        numbers = data(view).combat_numbers
        one, two = (strength.attacking(row, f, numbers, place) for f in (full, lower))
        if piece.kind in quiet:
            one = two = NO_FACTORS
        elif battle.bombard:
            one = two = (one[0], one[1] if piece.kind in battle.silent else 0, 0, 0)
        kind = strength.with_engineers(_kind(view, battle, piece.kind, piece, row, one, two), row, forts, place)
        found[piece.kind] = Fighter(piece.kind, where, piece, kind, row)
    return found


def defenders(view: View, battle: Battle) -> dict[str, Fighter]:
    """The defenders that are left."""
    side, found = enemy_of(battle.side), dict[str, Fighter]()
    there = standing(view, side, battle.against) if battle.against else enemies(view, side, battle.space)
    american = any(
        strength.is_american(row_of(view, piece))
        for _, piece in standing(view, battle.side, (*battle.force, *battle.joiners))
    )
    for where, piece in there:
        row, word = row_of(view, piece), _word(piece, found)
        full, lower = printed(view, battle, piece, row)
        one, two = (strength.defending(row, f, data(view).combat_numbers) for f in (full, lower))
        kind = _kind(view, battle, word, piece, row, one, two)
        found[word] = Fighter(word, where, piece, replace(kind, doomed=american and strength.is_vichy(row)), row)
    return found


def _word(piece: Piece, taken: dict[str, Fighter]) -> str:
    """A counter's own name; supply units are numbered."""
    if piece.kind != SUPPLY:
        return piece.kind
    base = STATIC if piece.has(STATIC) else SUPPLY
    return next(word for n in range(1, 99) if (word := base if n == 1 else f"{base}_{n}") not in taken)


def _kind(view: View, battle: Battle, word: str, piece: Piece, row: UnitRow, one: Factors, two: Factors) -> Kind:
    steps = row.steps - piece.has(REDUCED)
    first = piece.kind in battle.first
    return strength.kind(word, row, one, two, steps=steps, move=row.move_or_range, first=first)


def sides(view: View, battle: Battle) -> tuple[dict[str, Fighter], dict[str, Fighter]]:
    """Attackers and defenders."""
    return attackers(view, battle), defenders(view, battle)


def of_role(view: View, battle: Battle, role: str) -> tuple[dict[str, Fighter], dict[str, Fighter]]:
    """Own units and enemies of one role."""
    ours, theirs = sides(view, battle)
    return (ours, theirs) if role == ATTACK else (theirs, ours)


def owner(battle: Battle, role: str) -> str:
    """The side of a role."""
    return battle.side if role == ATTACK else enemy_of(battle.side)


def column(kind: Kind) -> int:
    """Which of the factors is fired at a unit (rule 12.5.factor-type)."""
    return MEDIA.index(kind.medium)


def factors_now(shooter: Fighter, own: Sequence[Fighter]) -> Factors:
    """What a unit fires with beside those who are left (rule 12.6.boxed)."""
    kinds = [shooter.kind, *(other.kind for other in own if other.word != shooter.word)]
    counters = tuple(Counter(n, kind.full) for n, kind in enumerate(kinds))
    return factors_of(counters[0], counters, kinds)


def at_base(view: View, battle: Battle, shooter: Fighter) -> int:
    """The factor against a printed base: full also for heavy bombers, entrenched or not (12.6.heavy-bomber, 28.2)."""
    return printed(view, battle, shooter.piece, shooter.row)[0][0]


def targets(view: View, battle: Battle, role: str) -> list[str]:
    """All that a role may aim at, in order: units, then bases."""
    _, enemy = of_role(view, battle, role)
    if role == DEFEND:
        return [word for word in enemy if word not in battle.silent]
    return [*(enemy if battle.units else ()), *battle.bases]


def open_to_ships(view: View, battle: Battle, target: Fighter) -> bool:
    """Whether bombarding ships may fire at a unit (rule g3.bombard-ground.targets)."""
    return target.row.type == strength.FORT or data(view).sort(battle.space) in TIGHT


def is_german_flak(view: View, piece: Piece) -> bool:
    """Whether a unit is German flak (rule event.axis.23.88s)."""
    return kind_of(view, piece) == "flak" and nationality(view, piece) == "German"


def hostile(view: View, side: str, space: str) -> bool:
    """Whether an area is enemy controlled."""
    return controller(view, space) == enemy_of(side)
