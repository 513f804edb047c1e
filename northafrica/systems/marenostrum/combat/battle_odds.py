"""The odds of a combat out of its position, before it is begun and while it is announced (12.0).

Both sides fire where it adds most; the notes say what rests on reconstruction and what is not counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from northafrica.core.cards import ChoiceOdds
from northafrica.core.orders import to_text
from northafrica.core.table import View
from northafrica.odds.answer import Answer
from northafrica.odds.factor_battle import Battle as Exchange
from northafrica.odds.factor_battle import Ground, fight
from northafrica.odds.factor_fire import FACES, FireOrder, Kind
from northafrica.odds.told import OddsError
from northafrica.systems.marenostrum.actions.menu import why_not
from northafrica.systems.marenostrum.actions.phase import ActionPhase
from northafrica.systems.marenostrum.board.ground import DISRUPTED, data
from northafrica.systems.marenostrum.combat.announce import FirePlan
from northafrica.systems.marenostrum.combat.battle import ATTACK, Battle, Fighter, sides
from northafrica.systems.marenostrum.combat.begin import BUILT, ChooseTarget, battle_of
from northafrica.systems.marenostrum.data.tables import UNKNOWN
from northafrica.systems.marenostrum.facts import Terms
from northafrica.systems.marenostrum.odds import RECONSTRUCTED
from northafrica.systems.marenostrum.orders import Attack, Fire

UNIT = "steps"
HIDDEN = "Not all of the enemy's units are seen (option fog, 18.1): the odds cannot be told."
PLACES: Mapping[str, Ground] = {"fortress": "fortress", "small_island": "island", "sea": "sea"}
BY_MOST = "Both sides fire where it adds most; captured supply is not counted."
FIXED = "Fire after First Fire is told as announced anew on what is left (12.4)."
RETREAT = "Defenders go back instead of their last step where they may (27)."
TIRED = "Not counted: carriers that met enemy aircraft or carriers may be depleted afterwards (30), 2 in 6 each."


def battle_odds(view: View) -> tuple[ChoiceOdds, ...]:
    """Rows for the decision on top: what may be attacked, or the combat that is being announced."""
    step = view.state.top
    if isinstance(step, FirePlan):
        told = "as announced so far" if step.lines else "as it stands"
        return (row(view, step.battle, told, orders=step.shots() if step.role == ATTACK else ()),)
    if isinstance(step, ChooseTarget):
        found = ((battle_of(view, step.terms, space, step.zone), Attack(space)) for space in step.open(view))
        return tuple(row(view, battle, "attack", to_text(order)) for battle, order in found)
    return tuple(_at_hand(view)) if isinstance(step, ActionPhase) else ()


def _at_hand(view: View) -> Iterator[ChoiceOdds]:
    """The combats that could be begun where units stand, were there an Action for them."""
    for name in ("ground_combat_attack", "naval_attack"):
        action = data(view).actions[name]
        if name in BUILT and why_not(view, view.state.power, action, True) is None:
            choice = ChooseTarget(Terms(action=name))
            for space in choice.open(view):
                yield row(view, battle_of(view, choice.terms, space), action.name)


def row(view: View, battle: Battle, choice: str, order: str = "", orders: Sequence[Fire] = ()) -> ChoiceOdds:
    """One combat as a row; where the odds cannot be told, the note says why."""
    title = view.name(battle.space)
    if any(fighter.row.id in UNKNOWN for own in sides(view, battle) for fighter in own.values()):
        return ChoiceOdds(title, choice, order, unit=UNIT, note=HIDDEN, known=False)
    if battle.bases and not battle.units:
        return _bases(view, battle, choice, order)
    try:
        found = answer(view, battle, orders)
    except OddsError as error:
        return ChoiceOdds(title, choice, order, unit=UNIT, note=str(error), known=False)
    lost = found.value_lost
    return ChoiceOdds(
        title, choice, order, found.capture, found.p["win"], found.p["lose"], lost["attacker"], lost["defender"],
        UNIT, "\n".join(notes(view, battle)),
    )  # fmt: skip


def notes(view: View, battle: Battle) -> tuple[str, ...]:
    """What is assumed and left out."""
    first = any(f.kind.first for own in sides(view, battle) for f in own.values())
    told = [BY_MOST, f"Reconstruction: {RECONSTRUCTED}."]
    told += [FIXED] if first and view.option("second_fire") == "fixed" else []
    told += [RETREAT] if view.option("ground_retreats") == "on" else []
    told += [TIRED] if view.option("carrier_depletion") == "on" else []
    return tuple(told)


def answer(view: View, battle: Battle, orders: Sequence[Fire] = ()) -> Answer:
    """The exact odds of a combat between units. Raises OddsError where it is too large, or one side is not there."""
    ours, theirs = sides(view, battle)
    sort = data(view).sort(battle.space)
    in_place = sort in ("fortress", "small_island") and not battle.origin
    every = {word: word for word in (*ours, *theirs)}
    names = every if orders else _grouped(view, ours) | _grouped(view, theirs)
    planned = tuple((1, names[line.shooter], names[line.target]) for line in orders if line.target in names)
    return fight(
        Exchange(
            _kinds(ours, names),
            _kinds(theirs, names),
            place="area" if in_place else PLACES.get(sort, "area"),
            origin="landing" if battle.origin == "landing" else "land",
            attacker_fire=FireOrder("most", planned),
            silent=all(word in battle.silent for word in ours),
            retreats="last" if view.option("ground_retreats") == "on" else "never",
        ),
        title=view.name(battle.space),
        notes=notes(view, battle),
    )


def _grouped(view: View, own: Mapping[str, Fighter]) -> dict[str, str]:
    """The name under which each unit is counted: like units share that of the first."""
    found: dict[Kind, str] = {}
    return {w: found.setdefault(replace(f.kind, name="", first_at=frozenset()), w) for w, f in own.items()}


def _kinds(own: Mapping[str, Fighter], names: Mapping[str, str]) -> tuple[Kind, ...]:
    groups = list(dict.fromkeys(names[word] for word in own))
    return tuple(
        replace(
            own[group].kind,
            count=sum(names[word] == group for word in own),
            first_at=frozenset(names.get(word, word) for word in own[group].kind.first_at),
        )
        for group in groups
    )


def _bases(view: View, battle: Battle, choice: str, order: str) -> ChoiceOdds:
    """A strike on bases: the chance that one at least is disrupted that was not, the bases disrupted on the average."""
    plan = FirePlan(battle=battle).filled(view)
    ours, theirs = sides(view, battle)
    missed = {base: 1.0 for base in battle.bases if view.state.marker(battle.space, base) != DISRUPTED}
    for line in plan.shots():
        if line.target in missed:
            missed[line.target] *= 1 - plan.factor_of(view, line.shooter, line.target) / FACES
    shots = FirePlan(battle=battle, role="defend").filled(view).shots()
    reply = FirePlan(battle=battle, role="defend")
    lost = sum(reply.factor_of(view, line.shooter, line.target) / FACES for line in shots)
    none = 1.0
    for chance in missed.values():
        none *= chance
    text = f"Win: a base is disrupted that was not; {sum(1 - m for m in missed.values()):.2f} on the average."
    known = bool(ours) and bool(theirs or battle.bases)
    told = "\n".join((text, *notes(view, battle)))
    title = view.name(battle.space)
    return ChoiceOdds(title, choice, order, win=1 - none, attacker_lost=lost, unit=UNIT, note=told, known=known)
