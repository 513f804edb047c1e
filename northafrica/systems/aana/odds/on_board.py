"""The odds of the battles on the board, choice by choice: from a position to `northafrica.odds` and back.

What the odds assume is told with each row: the cheapest fall first, both sides fight on, supply is no limit.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from northafrica.core.cards import ChoiceOdds
from northafrica.core.groups import groups
from northafrica.core.orders import Order, Some, specs, to_text
from northafrica.core.pieces import Piece
from northafrica.core.step import Choice, Step
from northafrica.core.table import View
from northafrica.mechanisms.hits import Group
from northafrica.mechanisms.sides import ATTACK, DEFEND
from northafrica.odds.battle import Battle, Opening, Submarines, Unit
from northafrica.odds.solve import answer_battle
from northafrica.odds.told import OddsError
from northafrica.systems.aana.board.ground import (
    acting_side,
    belongs,
    data,
    enemy_of,
    is_land,
    is_sea,
    name,
)
from northafrica.systems.aana.combat import casualties, decisions, fire, flank, flow, press, raids, targeting
from northafrica.systems.aana.combat.forces import FLAK, attackers, cargo_supply, defenders, due, has_cargo, total
from northafrica.systems.aana.combat.volleys import REROLL_FROM, defence_reroll, defend_volleys
from northafrica.systems.aana.facts import combat, facts
from northafrica.systems.aana.odds.asked import DIE
from northafrica.systems.aana.odds.best_play import Worth, worth_of_round
from northafrica.systems.aana.odds.forces import Choices, Forces, read_forces
from northafrica.systems.aana.orders import Cease, Fight, MainAttack, Press, Retreat, Take
from northafrica.systems.aana.wording import say

Gone = Mapping[tuple[str, Piece], int]
UNIT = "RP"
MOST_WAYS = 5
LARGE, TOO_LARGE = 100, 4000
"""Units of one side times the other: the table must not wait long. Large battles leave targeted fire out."""
ASSUMED = "Assumed: the cheapest fall first, both fight to the end, supply is no limit."
UNCOUNTED = "What has been thrown this round and not yet taken does not count."
TOO_MANY = "Too many units to tell the odds at the table."
UNTARGETED = "So many units: targeted fire is left out."
RETREATING = "Retreat: all leave after being fired on once, and find a place to go."
AS_IT_STANDS = (fire.FireRoll, fire.AirDefenseRoll, targeting.TargetHit, raids.DestroySupply, raids.SubmarineChoice)


@dataclass(frozen=True)
class Field:
    """A battle as it stands: who fights, whether round 1 is still to come and air defense with it."""

    space: str
    attack: tuple[Group, ...]
    defend: tuple[Group, ...]
    main: str = ""
    first_round: bool = True
    begun: bool = True


def battle_odds(view: View) -> tuple[ChoiceOdds, ...]:
    """Rows for the decision on top: attacks declared, fight or retreat, casualties, press or cease."""
    step, now = view.state.top, facts(view).combat
    if now is None:
        return tuple(_declared(view, step))
    here = Field(
        now.space, tuple(attackers(view, now.space)), tuple(defenders(view, now.space)), now.main, now.round == 1
    )
    if not here.attack or not (here.defend or has_cargo(view, now.space)):
        return ()
    if isinstance(step, decisions.FightOrRetreat):
        return tuple(_fight_or_retreat(view, here, step))
    if isinstance(step, press.PressOrCease):
        return tuple(_press_or_cease(view, replace(here, first_round=False), step))
    if isinstance(step, casualties.TakeCasualties):
        return tuple(_casualties(view, here, step))
    if isinstance(step, flank.ChooseMain):
        return tuple(_main_attack(view, replace(here, begun=False), step))
    if isinstance(step, AS_IT_STANDS) and now.orders == "fight":
        return (_row(view, here, "as it stands", note=f"{ASSUMED}\n{UNCOUNTED}"),)
    return ()


def attack_odds(view: View, target: str, joining: Sequence[Group]) -> ChoiceOdds:
    """The odds of an attack that these groups join, beside those that attack the place already."""
    here = Field(target, (*attackers(view, target), *joining), tuple(defenders(view, target)), begun=False)
    return _row(view, here, "as put together")


# -- the decisions -----------------------------------------------------------------------------------
def _declared(view: View, step: Step | None) -> Iterator[ChoiceOdds]:
    """Every attack declared and not yet begun; where the attacker picks the next, his order."""
    places = facts(view).combats or sorted(
        {
            str(piece.get("attack"))
            for space in view.state.pieces
            for piece in view.state.at(space)
            if piece.get("attack")
        }
    )
    for space in places:
        here = Field(space, tuple(attackers(view, space)), tuple(defenders(view, space)), begun=False)
        if here.attack and (here.defend or has_cargo(view, space)):
            order = f"resolve {space}" if isinstance(step, flow.ChooseCombat) else ""
            yield _row(view, here, "as declared", order)


def _main_attack(view: View, here: Field, step: flank.ChooseMain) -> Iterator[ChoiceOdds]:
    for place in flank.tied(view, here.space):
        words = f"main attack from {name(view, place)}"
        yield _row(view, replace(here, main=place), words, _order(view, step, MainAttack(place)))


def _fight_or_retreat(view: View, here: Field, step: decisions.FightOrRetreat) -> Iterator[ChoiceOdds]:
    kinds = step.kinds(view)
    worth = worth_of_round(view, here.space, here.attack, _battle(view, here), pressing=False)
    if Fight in kinds:
        yield _told(_row(view, here, "fight", _order(view, step, Fight())), worth, worth.fight if worth else None)
    leaving = _row(view, here, "retreat", _order(view, step, Retreat()), retreating=True, note=RETREATING)
    enters = any(is_land(piece) and piece.kind != "scout_car" for _, piece, _ in here.attack)
    yield _told(replace(leaving, capture=float(enters)), worth, worth.fall_back if worth else None)


def _press_or_cease(view: View, here: Field, step: press.PressOrCease) -> Iterator[ChoiceOdds]:
    kinds = step.kinds(view)
    if Press in kinds:
        yield _pressing(view, here, "press with all", _order(view, step, Press()))
        for order in _leavings(view, step):
            attack = _without(here.attack, order)
            if total(attack):
                fewer = replace(here, attack=attack)
                yield _pressing(view, fewer, _leaving_words(view, order), _order(view, step, order))
    if Cease in kinds:
        yield ChoiceOdds(name(view, here.space), "cease", to_text(Cease()), unit=UNIT, worth=0.0)


def _pressing(view: View, here: Field, choice: str, order: str) -> ChoiceOdds:
    worth = worth_of_round(view, here.space, here.attack, _battle(view, here), pressing=True)
    return _told(_row(view, here, choice, order), worth, worth.best if worth else None)


def _told(row: ChoiceOdds, worth: Worth | None, value: float | None) -> ChoiceOdds:
    """The row with its worth, and with what that counts."""
    if worth is None or value is None or not math.isfinite(value):
        return row
    words = f"Worth to the attacker, if both play best from there with supply {worth.supply}"
    note = f"{words}: RP they lose, less ours, plus {worth.territory:g} for the place."
    return replace(row, worth=value, worth_note=note)


def _order(view: View, step: Choice, order: Order) -> str:
    """The order as text, where it says enough."""
    return to_text(order) if step.check(view, order) else ""


def _leaving_words(view: View, order: Press) -> str:
    told = [f"{say(some.count, some.kind)} of {name(view, place)}" for units, place in order.leaving for some in units]
    return f"press without {', '.join(told)}"


def _leavings(view: View, step: press.PressOrCease) -> list[Press]:
    spec = next(spec for spec in specs(Press) if spec.name == "leaving")
    return [Press(tuple(way)) for way in step.deed(view, Press).values(view, spec, {})[:MOST_WAYS]]


def _without(attack: Sequence[Group], order: Press) -> tuple[Group, ...]:
    """The attackers left when some drop out."""
    left = {(place, piece): n for place, piece, n in attack}
    for units, place in order.leaving:
        for some in units:
            due = some.count
            for (at, piece), n in list(left.items()):
                if at == place and some.fits(piece):
                    left[at, piece] = n - min(due, n)
                    due -= min(due, n)
    return tuple((place, piece, n) for (place, piece), n in left.items() if n)


def _casualties(view: View, here: Field, step: casualties.TakeCasualties) -> Iterator[ChoiceOdds]:
    """A row for each kind that may fall first, as many of it as can; then the cheapest of the rest."""
    hits = due(view, step.side, here.space)
    found, needed = hits.eligible(), hits.still()
    opening = _fire_due(view, here) if step.side == DEFEND else ()
    fresh = any(hit.by == FLAK for hit in combat(view).hits)
    ways = {
        frozenset(gone.items()): gone for gone in (_gone(view, found, first, needed) for first in _of_each_kind(found))
    }
    for gone in ways.values():
        side = here.attack if step.side == ATTACK else here.defend
        left = tuple((at, p, n - gone.get((at, p), 0)) for at, p, n in side if n > gone.get((at, p), 0))
        after = replace(here, first_round=fresh)
        after = replace(after, attack=left) if step.side == ATTACK else replace(after, defend=left)
        if left:
            words = to_text(_taking(view, step, gone)).replace("_", " ")
            yield _with_loss(view, _row(view, after, words, opening=opening), step, gone)


def _taking(view: View, step: casualties.TakeCasualties, gone: Gone) -> Take:
    """The order that names these casualties."""
    several = len({piece.power for _, piece in gone}) > 1
    counts: dict[tuple[str, str], int] = {}
    for (_, piece), n in gone.items():
        key = (piece.kind, piece.power if several else "")
        counts[key] = counts.get(key, 0) + n
    return Take(tuple(Some(n, kind, power) for (kind, power), n in counts.items()))


def _with_loss(view: View, row: ChoiceOdds, step: casualties.TakeCasualties, gone: Gone) -> ChoiceOdds:
    """The row with the casualties themselves counted as lost, and its order where that says it without doubt."""
    worth = float(sum(n * data(view).units[piece.power, piece.kind].cost for (_, piece), n in gone.items()))
    order = _taking(view, step, gone)
    row = replace(row, order=_order(view, step, order))
    if step.side == ATTACK:
        return replace(row, attacker_lost=row.attacker_lost + worth)
    return replace(row, defender_lost=row.defender_lost + worth)


def _of_each_kind(found: Sequence[Group]) -> list[Group]:
    kinds: dict[str, Group] = {}
    for group in found:
        kinds.setdefault(group[1].kind, group)
    return list(kinds.values())


def _gone(view: View, found: Sequence[Group], first: Group, due: int) -> Gone:
    """Which pieces fall: those of one kind first, then by cost."""

    def rank(group: Group) -> tuple[bool, int, str]:
        return group[1].kind != first[1].kind, data(view).units[group[1].power, group[1].kind].cost, group[1].kind

    gone: dict[tuple[str, Piece], int] = {}
    for place, piece, n in sorted(found, key=rank):
        k = min(n, due)
        if k:
            gone[place, piece] = k
            due -= k
    return gone


def _fire_due(view: View, here: Field) -> tuple[Opening, ...]:
    """The defenders' fire of this round still to come: casualties fire too (combat.defend.fire)."""
    names = tuple(unit.name for unit in _forces(view, here).attackers)
    return tuple(
        Opening("defender", volley.value, names, volley.count, label="return fire")
        for volley in defend_volleys(view, here.space)
    )


# -- a battle ----------------------------------------------------------------------------------------
def _row(
    view: View,
    here: Field,
    choice: str,
    order: str = "",
    *,
    retreating: bool = False,
    opening: tuple[Opening, ...] = (),
    note: str = "",
) -> ChoiceOdds:
    """The odds of one battle as a row; where they cannot be told, the note says why."""
    title = name(view, here.space)
    if total(here.attack) * total(here.defend) > TOO_LARGE:
        return ChoiceOdds(title, choice, order, unit=UNIT, note=TOO_MANY, known=False)
    try:
        answer = answer_battle(_battle(view, here, retreating, opening))
    except OddsError as error:
        note = f"{choice}: the odds cannot be told: {error}"
        return ChoiceOdds(title, choice, order, unit=UNIT, note=note, known=False)
    lost = answer.value_lost
    return ChoiceOdds(
        title,
        choice,
        order,
        answer.capture,
        answer.p["win"],
        answer.p["lose"],
        lost["attacker"],
        lost["defender"],
        UNIT,
        "\n".join((note or ASSUMED, *_more_notes(view, here))),
    )


def _more_notes(view: View, here: Field) -> Iterator[str]:
    if _is_large(here):
        yield UNTARGETED
    kinds = {(piece.power, piece.kind) for _, piece, _ in (*here.attack, *here.defend)}
    unpriced = sorted(kind.replace("_", " ") for power, kind in kinds if not data(view).units[power, kind].cost)
    if unpriced:
        yield f"Not for sale, so counted as 0 RP: {', '.join(unpriced)}."


def _is_large(here: Field) -> bool:
    return total(here.attack) * total(here.defend) > LARGE


def _without_targets(forces: Forces) -> Forces:
    """Hits fall where their owner likes: much quicker to work out."""
    attack, defend = (
        tuple(replace(unit, demands=(), demands_until=0) for unit in units)
        for units in (forces.attackers, forces.defenders)
    )
    return replace(forces, attackers=attack, defenders=defend)


def _battle(view: View, here: Field, retreating: bool = False, opening: tuple[Opening, ...] = ()) -> Battle:
    forces = _forces(view, here)
    if _is_large(here):
        forces = _without_targets(forces)
    silent = tuple(replace(unit, power=0, demands=()) for unit in forces.defenders)
    return Battle(
        die=DIE,
        attackers=forces.attackers,
        defenders=silent if retreating else forces.defenders,
        opening=opening or (() if here.begun else forces.opening),
        rounds=1 if retreating else 0,
        losses=("cheapest", "cheapest"),
        at_sea=forces.at_sea,
        subs=Submarines(),
        both_must_hurt=forces.at_sea,
        surrender=forces.surrender,
        helpless_fall=not forces.at_sea and not retreating,
        value_unit=UNIT,
        title=name(view, here.space),
    )


def _forces(view: View, here: Field) -> Forces:
    """Both sides as numbers, their condition on the board applied."""
    choices = Choices(defensive_bonus=bool(defence_reroll(view, here.space)))
    origins = list(dict.fromkeys(place for place, _, _ in here.attack))
    text = "+".join(_text(group for group in here.attack if group[0] == place) for place in origins)
    cargo, power = _cargo(view, here.space), here.attack[0][1].power
    owner = here.defend[0][1].power if here.defend else cargo[0].power
    sea = is_sea(view, here.space)
    loads = ", ".join(str(some) for some in cargo)
    forces = read_forces(data(view), text, _text(here.defend), power, owner, loads, sea, choices)
    attack = tuple(_on_the_board(unit, here, origins, here.attack) for unit in forces.attackers)
    defend = tuple(_on_the_board(unit, here, (), here.defend) for unit in forces.defenders)
    return replace(forces, attackers=attack, defenders=defend)


def _cargo(view: View, space: str) -> list[Some]:
    """The loads of the enemy's convoy in a zone, supply too (rule combat.convoy.last)."""
    if not has_cargo(view, space):
        return []
    enemy = enemy_of(acting_side(view))
    counts: dict[str, tuple[int, str]] = {}
    for piece, n in groups(view, space, lambda p: belongs(p.power, enemy) and p.has("cargo") and not p.has("escaped")):
        before, power = counts.get(piece.kind, (0, piece.power))
        counts[piece.kind] = before + n, power
    supply = sum(n for _, n in cargo_supply(view, space, enemy))
    owner = next((power for power, _ in cargo_supply(view, space, enemy)), "")
    found = [Some(n, kind, power) for kind, (n, power) in counts.items()]
    return [*found, Some(supply, "supply", owner)] if supply else found


def _text(units: Iterable[Group]) -> str:
    """Groups as the odds read them: pieces of a kind together, whatever their condition."""
    counts: dict[tuple[str, str], int] = {}
    for _, piece, n in units:
        counts[piece.power, piece.kind] = counts.get((piece.power, piece.kind), 0) + n
    return ", ".join(f"{n} {power} {kind}" for (power, kind), n in counts.items())


def _on_the_board(unit: Unit, here: Field, origins: Sequence[str], units: Sequence[Group]) -> Unit:
    """What round 1 alone allows is over later; who flanks was settled when the combat began.

    Scout cars that are about to leave fire no more, but still draw the return fire of round 1.
    """
    if not here.first_round and unit.demands_until:
        unit = replace(unit, demands=(), demands_until=0)
    if not here.first_round and unit.leaves_after:
        unit = replace(unit, power=0, demands=())
    if unit.hits == 2 and all(piece.has("damaged") for _, piece, _ in units if piece.kind in unit.name):
        unit = replace(unit, hits=1)
    if here.main and origins and unit.domain == "land":
        flanking = origins[int(unit.origin)] != here.main
        unit = replace(unit, reroll_from=REROLL_FROM if flanking else 0)
    return unit
