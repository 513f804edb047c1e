"""The odds of combats on the board: planned, declared, or under way before the next cycle.

A landing from a hostile zone is told in two stages: the sea combat, then the assault with what cargo is left of it.
Both sides fight to the end and the cheapest fall first; the notes say so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce

from northafrica.core.cards import ChoiceOdds
from northafrica.core.groups import groups
from northafrica.core.orders import to_text
from northafrica.core.pieces import Piece
from northafrica.core.table import View
from northafrica.mechanisms.sides import ATTACK, DEFEND
from northafrica.odds.answer import Answer
from northafrica.odds.battle import Battle, Opening, Unit
from northafrica.odds.bombing import bombing
from northafrica.odds.solve import answer_battle
from northafrica.odds.told import OUTCOMES, OddsError
from northafrica.systems.revised.board.cargo import cargo_of, is_cargo
from northafrica.systems.revised.board.charts import developed
from northafrica.systems.revised.board.ground import (
    AIR,
    CAPTORS,
    acting_powers,
    controller,
    data,
    friendly_at_start,
    is_sea,
    name,
    unit,
)
from northafrica.systems.revised.board.money import funds
from northafrica.systems.revised.combat import fire, order, press
from northafrica.systems.revised.combat.bombard import may_bombard
from northafrica.systems.revised.combat.forces import BOMBARD, attackers, defenders, guns, hits_of, may_hit, raiders
from northafrica.systems.revised.combat.national import gun_need
from northafrica.systems.revised.combat.order import battles, landing_zones
from northafrica.systems.revised.combat.volleys import developed_value, dice_each
from northafrica.systems.revised.combat_move.phase import CombatMove
from northafrica.systems.revised.facts import combat, facts
from northafrica.systems.revised.odds import DIE, SUBS
from northafrica.systems.revised.orders.fighting import Press, Resolve
from northafrica.systems.revised.wording import say

UNIT = "IPC"
MOST_UNITS = 80
ASSUMED = "Assumed: the cheapest fall first, both fight to the end."
UNCOUNTED = "What has been thrown this cycle and not yet taken does not count."
ADVANTAGES = "National advantages that change values in combat are not counted."
PASSED = "Guns on the way to a raid are not counted."
ONE_CYCLE = "One more cycle, then the attackers withdraw."
TOO_MANY = "Too many units to tell the odds at the table."
Forces = tuple[tuple[Piece, int], ...]


@dataclass(frozen=True)
class Field:
    """A combat: who fights where; `landing` the cargo of each zone that lands, `opening` whether it is to begin."""

    space: str
    attack: Forces
    defend: Forces
    landing: tuple[tuple[str, Forces], ...] = ()
    opening: bool = True

    @property
    def ashore(self) -> Forces:
        """All attackers, with all cargo landed."""
        return (*self.attack, *(group for _, load in self.landing for group in load))


def battle_odds(view: View) -> tuple[ChoiceOdds, ...]:
    """Rows for the decision on top: the plan of combat moves, the next combat, press or withdraw, dice."""
    step = view.state.top
    if isinstance(step, CombatMove):
        return tuple(_planned(step.projected(view), "as planned"))
    if isinstance(step, order.ChooseCombat):
        return tuple(_planned(view, "as it stands", resolving=True))
    if isinstance(step, press.PressOrWithdraw):
        return tuple(_pressing(view, step))
    if isinstance(step, fire.FireRoll):
        here = _field(view, combat(view).space, opening=False)
        return (_row(view, here, "as it stands", note=f"{ASSUMED}\n{UNCOUNTED}"),) if here.defend else ()
    return ()


# -- the decisions -----------------------------------------------------------------------------------
def _planned(view: View, choice: str, resolving: bool = False) -> Iterator[ChoiceOdds]:
    """Every combat that will be fought; sea combats before the landings behind them; raids and rockets."""
    found = battles(view)
    for space in sorted(found, key=lambda s: not is_sea(view, s)):
        text = to_text(Resolve(space)) if resolving and space in order.ready(view) else ""
        if raiders(view, space):
            yield _raid(view, space, choice, text)
        here = _field(view, space)
        if here.ashore:
            yield _staged(view, here, choice, text) if here.landing else _row(view, here, choice, text)
    for origin, space in facts(view).rockets:
        yield _rocket(view, origin, space, choice)


def _field(view: View, space: str, opening: bool = True) -> Field:
    landing = tuple(
        (zone, tuple(groups(view, zone, lambda p: is_cargo(p) and p.get("landing") == space)))
        for zone in landing_zones(view, space)
    )
    own = tuple((p, n) for _, p, n in attackers(view, space))
    foe = tuple((p, n) for _, p, n in defenders(view, space))
    return Field(space, own, foe, landing, opening)


def _pressing(view: View, step: press.PressOrWithdraw) -> Iterator[ChoiceOdds]:
    here = _field(view, step.space, opening=False)
    yield _row(view, here, "press to the end", to_text(Press()))
    yield _row(view, here, "press once", to_text(Press()), rounds=1, note=f"{ASSUMED}\n{ONE_CYCLE}")
    if press.Retreating(step.space).barred(view) is None:
        yield ChoiceOdds(name(view, step.space), "withdraw", unit=UNIT)


# -- landings in two stages ----------------------------------------------------------------------------
def _staged(view: View, here: Field, choice: str, text: str) -> ChoiceOdds:
    """An assault after the sea combats in its zones: the assault for every number of transports left (note A27)."""
    contested = [(zone, load) for zone, load in here.landing if _foes(view, zone)]
    if not contested:
        return _row(view, replace(here, attack=here.ashore, landing=()), choice, text, landing=here.landing)
    if len(contested) > 1:
        words = "Landings from several contested zones: told as if all their cargo came through."
        everyone = replace(here, attack=here.ashore, landing=())
        return _row(view, everyone, choice, text, landing=here.landing, note=f"{ASSUMED}\n{words}")
    zone, load = contested[0]
    calm = tuple((other, cargo) for other, cargo in here.landing if other != zone)
    base = (*here.attack, *(group for _, cargo in calm for group in cargo))
    try:
        sea = answer_battle(_battle(view, _field(view, zone)))
        return _mixed(view, replace(here, landing=()), base, calm, _ends_at_sea(view, zone, load, sea), choice, text)
    except OddsError as error:
        return ChoiceOdds(name(view, here.space), choice, text, unit=UNIT, note=str(error), known=False)


def _ends_at_sea(view: View, zone: str, load: Forces, sea: Answer) -> dict[Forces, float]:
    """What cargo lands with which chance; the transports with the cheapest cargo go down first."""
    ships = sorted(_ships(view, zone, load), key=lambda cargo: sum(unit(view, p.kind).cost * n for p, n in cargo))
    index = [n for n, kind in enumerate(sea.force("attacker").units) if kind.startswith("transport")]
    found: dict[Forces, float] = {}
    for outcome, left, chance in zip(sea.ends.outcome, sea.ends.attacker, sea.ends.probability, strict=True):
        alive = int(sum(left[n] for n in index)) if OUTCOMES[int(outcome)] == "win" else 0
        landed = tuple(group for cargo in ships[max(0, len(ships) - alive) :] for group in cargo) if alive else ()
        found[landed] = found.get(landed, 0.0) + float(chance)
    return found


def _ships(view: View, zone: str, load: Forces) -> list[Forces]:
    """The cargo of each transport that lands."""
    bays = sorted({piece.number("aboard") for piece, _ in load})
    return [tuple((p, n) for p, n in load if p.number("aboard") == bay) for bay in bays]


def _mixed(
    view: View,
    here: Field,
    base: Forces,
    calm: tuple[tuple[str, Forces], ...],
    ways: dict[Forces, float],
    choice: str,
    text: str,
) -> ChoiceOdds:
    """One row out of all numbers of transports left; where nothing lands one cycle is fought (amphib.cancelled)."""
    sums = dict.fromkeys(("capture", "win", "lose", "attacker", "defender"), 0.0)
    for landed, chance in ways.items():
        force = (*base, *landed)
        if not force or not here.defend:
            held = float(any(p.kind in CAPTORS for p, _ in force))
            for part in ("capture", "win"):
                sums[part] += chance * held
            sums["lose"] += chance * (1.0 - held)
            continue
        rounds = 0 if landed or calm else 1
        answer = answer_battle(_battle(view, replace(here, attack=force), landing=calm, rounds=rounds))
        sums["capture"] += chance * answer.capture
        sums["win"] += chance * answer.p["win"]
        sums["lose"] += chance * answer.p["lose"]
        sums["attacker"] += chance * answer.value_lost["attacker"]
        sums["defender"] += chance * answer.value_lost["defender"]
    cargo = sum(chance for landed, chance in ways.items() if landed)
    words = f"In two stages: with {100 * cargo:.1f} % cargo comes through the sea combat; losses there are not in it."
    return ChoiceOdds(
        name(view, here.space), choice, text, sums["capture"], sums["win"], sums["lose"],
        sums["attacker"], sums["defender"], UNIT, f"{ASSUMED}\n{words}",
    )  # fmt: skip


def _foes(view: View, zone: str) -> bool:
    return bool(defenders(view, zone))


# -- a battle ------------------------------------------------------------------------------------------
def _row(
    view: View,
    here: Field,
    choice: str,
    text: str = "",
    *,
    rounds: int = 0,
    landing: tuple[tuple[str, Forces], ...] = (),
    note: str = ASSUMED,
) -> ChoiceOdds:
    """The odds of one battle as a row; where they cannot be told, the note says why."""
    title = name(view, here.space)
    if not here.defend:
        held = float(any(p.kind in CAPTORS for p, _ in here.attack))
        return ChoiceOdds(title, choice, text, held, 1.0, unit=UNIT, note="Nobody defends.")
    if sum(n for _, n in (*here.attack, *here.defend)) > MOST_UNITS:
        return ChoiceOdds(title, choice, text, unit=UNIT, note=TOO_MANY, known=False)
    try:
        answer = answer_battle(_battle(view, here, landing=landing, rounds=rounds))
    except OddsError as error:
        return ChoiceOdds(title, choice, text, unit=UNIT, note=str(error), known=False)
    lost = answer.value_lost
    capture = 0.0 if is_sea(view, here.space) else answer.capture
    notes = "\n".join((note, *_more(view)))
    return ChoiceOdds(
        title, choice, text, capture, answer.p["win"], answer.p["lose"], lost["attacker"], lost["defender"],
        UNIT, notes,
    )  # fmt: skip


def _more(view: View) -> tuple[str, ...]:
    return (ADVANTAGES,) if view.option("national_advantages") != "0" else ()


def _battle(view: View, here: Field, *, landing: tuple[tuple[str, Forces], ...] = (), rounds: int = 0) -> Battle:
    attack, defend = _Side(view, ATTACK, here.space), _Side(view, DEFEND, here.space)
    for piece, n in here.attack:
        attack.add(piece, n)
    for piece, n in here.defend:
        defend.add(piece, n)
    own, foe = attack.units(), defend.units()
    opening: tuple[Opening, ...] = ()
    if here.opening and not is_sea(view, here.space):
        opening = (*_flak(view, here, attack), *_shells(view, here, landing, foe))
    return Battle(
        die=DIE,
        attackers=own,
        defenders=foe,
        opening=opening,
        rounds=rounds,
        losses=("cheapest", "cheapest"),
        at_sea=is_sea(view, here.space),
        subs=SUBS,
        value_unit=UNIT,
        title=name(view, here.space),
    )


@dataclass
class _Side:
    """Units of a side by what tells them apart: power, kind, damage, guns met on the way or cargo aboard."""

    view: View
    side: str
    space: str
    counts: dict[tuple[str, str, bool, str], int] = field(default_factory=dict)

    def add(self, piece: Piece, n: int) -> None:
        more = str(piece.get("flak", "")) if piece.kind in AIR and piece.has("flak") else ""
        more = more or self._cargo(piece)
        key = piece.power, piece.kind, piece.has("damaged"), more
        self.counts[key] = self.counts.get(key, 0) + n

    def _cargo(self, ship: Piece) -> str:
        """What goes down with a transport, in IPCs (rule cmove.transport.cargo)."""
        load = cargo_of(self.view, self.space, ship) if ship.kind == "transport" else []
        return str(sum(n * unit(self.view, p.kind).cost for p, n in load)) if load else ""

    def named(self, key: tuple[str, str, bool, str]) -> str:
        power, kind, damaged, more = key
        whose = [power] if self.side == DEFEND or len(acting_powers(self.view)) > 1 else []
        words = [kind, *whose, *(["damaged"] if damaged else [])]
        joint = "past" if kind in AIR else "carrying"
        return " ".join([*words, *([f"{joint} {more}"] if more else [])])

    def units(self) -> tuple[Unit, ...]:
        return tuple(self._unit(key, n) for key, n in self.counts.items())

    def _unit(self, key: tuple[str, str, bool, str], n: int) -> Unit:
        power, kind, damaged, more = key
        aboard = float(more) if more and kind == "transport" else 0.0
        piece = Piece(power, kind, (("damaged", 1),) if damaged else ())
        row, attacking = unit(self.view, kind), self.side == ATTACK
        return Unit(
            name=self.named(key),
            count=n,
            power=developed_value(self.view, piece, self.side),
            value=row.cost + aboard,
            domain="sub" if "submarine" in row.abilities else row.domain,
            hits=hits_of(self.view, piece),
            supports=attacking and "supports_infantry" in row.abilities,
            supported=row.attack_supported if attacking else 0,
            best_of=dice_each(self.view, piece),
            destroyer="antisubmarine" in row.abilities,
        )


def _flak(view: View, here: Field, side: _Side) -> Iterator[Opening]:
    """Guns on the way, then the gun at the target: a die for each aircraft (combat.aa.die-each)."""
    for key in side.counts:
        if key[1] not in AIR or (key[1] == "fighter" and developed(view, key[0], "jet_fighters")):
            continue
        at_target = [here.space] if guns(view, here.space) else []
        for gun in (*filter(None, key[3].split(".")), *at_target):
            yield Opening("defender", gun_need(view, gun)[0], (side.named(key),), label="antiaircraft gun")


def _shells(view: View, here: Field, landing: tuple[tuple[str, Forces], ...], foe: Sequence[Unit]) -> Iterator[Opening]:
    """Ships beside a landing bombard, where no sea combat is fought (combat.bombard.not-after-sea)."""
    hittable = tuple(u.name for u in foe if may_hit(view, BOMBARD, Piece("", u.name.split()[0])))
    for zone, _ in landing:
        if _foes(view, zone) or not friendly_at_start(view, zone) or zone in facts(view).sea_fights or not hittable:
            continue
        for ship, n in groups(view, zone, may_bombard(view)):
            yield Opening("attacker", unit(view, ship.kind).bombard, hittable, n, label="bombardment")


# -- raids and rockets -----------------------------------------------------------------------------------
def _cap(view: View, space: str) -> int:
    """The IPCs that can still be destroyed at a complex (special.raid-cap, special.raid-treasury)."""
    left = data(view).income(space) - dict(facts(view).damage).get(space, 0)
    return max(0, min(left, funds(view, controller(view, space))))


def _raid(view: View, space: str, choice: str, text: str) -> ChoiceOdds:
    """A strategic raid: bombers shot at once by the gun, then a die each."""
    flown = [(p.power, n) for _, p, n in raiders(view, space)]
    count, cap = sum(n for _, n in flown), _cap(view, space)
    need = gun_need(view, space)[0] if guns(view, space) else 0
    heavy = {power: developed(view, power, "heavy_bombers") for power, _ in flown}
    each = [bombing(n, need, cap, best_of=1 + heavy[power], more=int(heavy[power])) for power, n in flown]
    seen = reduce(lambda a, b: a.with_(b, cap), each)
    lost, damage = float(seen.shot) * unit(view, "bomber").cost, float(seen.mean)
    words = f"{say(count, 'bomber')}: at most {cap} IPCs can be destroyed."
    row = ChoiceOdds(f"raid on {name(view, space)}", choice, text, unit=UNIT, note=f"{words}\n{PASSED}")
    row = replace(row, lose=float(seen.none_left), attacker_lost=lost, defender_lost=damage)
    return replace(row, worth=damage - lost, worth_note="Worth: IPCs destroyed less bombers lost.")


def _rocket(view: View, origin: str, space: str, choice: str) -> ChoiceOdds:
    seen = bombing(1, 0, _cap(view, space))
    title = f"rocket from {name(view, origin)} on {name(view, space)}"
    words = f"One die, at most {_cap(view, space)} IPCs; nothing shoots at it."
    return ChoiceOdds(title, choice, defender_lost=float(seen.mean), unit=UNIT, note=words, worth=float(seen.mean))
