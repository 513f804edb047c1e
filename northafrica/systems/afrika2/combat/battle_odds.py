"""The odds of combats on the board: for the stepper, and the combat results table explored on the position.

`battle_odds` gives a row for each attack that could be made now, or for what the side to decide may do about the
combat under way, up to its roll. `explain` tells any attack of the position in full.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from northafrica.core.cards import ChoiceOdds
from northafrica.core.orders import Loads, to_text
from northafrica.core.rulebook import ALLOWED, Ruling
from northafrica.core.table import View
from northafrica.odds.results_table import Conversion
from northafrica.odds.table_attack import TableAnswer
from northafrica.systems.afrika2.combat import air, attack
from northafrica.systems.afrika2.combat.flow import CombatRoll, fight_of, reckoning
from northafrica.systems.afrika2.combat.forces import DEFENDER, Force, side
from northafrica.systems.afrika2.combat.shifts import Fight, Line
from northafrica.systems.afrika2.combat.strength import Reckoning, reckon
from northafrica.systems.afrika2.entities import UNKNOWN
from northafrica.systems.afrika2.facts import facts
from northafrica.systems.afrika2.ground import count_units, enemy_of, name
from northafrica.systems.afrika2.orders import Air, Attack

UNIT = "steps"
ASSUMED = "Assumed: retreats are made whole, not turned into losses; steps lost on the way are not counted."
HIDDEN = "Not all of the defending stack is seen (option hidden_stacks): its odds cannot be told."
MOST_ROWS = 12


def battle_odds(view: View) -> tuple[ChoiceOdds, ...]:
    """Rows for the decision on top: attacks that may be made, air points, the roll."""
    step = view.state.top
    if isinstance(step, attack.CombatPhase):
        return tuple(_attacks(view))
    if facts(view).combat is None or not fight_of(view).attack or not fight_of(view).defend:
        return ()
    if isinstance(step, air.AirChoice):
        return tuple(_air(view, step))
    if isinstance(step, CombatRoll):
        return (_row(view, reckoning(view), "as it stands"),)
    return ()


def _attacks(view: View) -> Iterator[ChoiceOdds]:
    side = view.state.power
    for target in attack.targets(view, side)[:MOST_ROWS]:
        for forces in attack.options(view, target, side)[:1]:
            order = Attack(target, forces)
            units = attack.chosen(view, order, side)
            if not isinstance(units, Ruling):
                found = attack.planned(view, target, units, side)
                yield _row(view, found, "attack with all that can", to_text(order))


def attack_odds(view: View, target: str, units: Sequence[Force]) -> ChoiceOdds:
    """The odds of an attack by these units, before air points."""
    return _row(view, attack.planned(view, target, units, view.state.power), "as put together")


def _air(view: View, step: air.AirChoice) -> Iterator[ChoiceOdds]:
    """So many points more; a defender is told what they do if the attacker adds none."""
    fight = fight_of(view)
    for points in range(air.left(view, side(view, step.who)) + 1)[: MOST_ROWS // 2]:
        spent = (points, 0) if step.who == DEFENDER else (fight.air[0], points)
        words = f"{points} air point{'' if points == 1 else 's'}"
        yield _row(view, reckon(view, replace(fight, air=spent)), words, to_text(Air(points)))


def _row(view: View, found: Reckoning, choice: str, order: str = "") -> ChoiceOdds:
    if any(piece.kind in UNKNOWN.values() for _, piece, _ in found.fight.defend):
        return ChoiceOdds(name(view, found.fight.target), choice, order, note=HIDDEN, known=False)
    answer = found.answer(view)
    shifted = f"odds {found.odds}, shift {found.column.net:+d}: column {found.last_column}"
    return ChoiceOdds(
        name(view, found.fight.target),
        choice,
        order,
        answer.capture,
        float(answer.clear),
        answer.p["lose"],
        answer.value_lost["attacker"],
        answer.value_lost["defender"],
        UNIT,
        f"{shifted}\n{ASSUMED}",
    )


# -- the explorer -------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Explanation:
    """An attack in full: strengths, raw odds, each shift with its rule, the column, the chances of the one roll.

    lines    all that counts, in order: what, value (``x2``, ``+1``), rules, why; shifts also as `columns`
    raw, column   the column of the odds and the one after all shifts; `net` the sum of the shifts before the cap
    answer   the exact chances, see `northafrica.odds.table_attack.TableAnswer`
    ruling   whether the attack may be ordered now, and if not, why
    """

    target: str
    attack: str
    defence: str
    odds: str
    raw: str
    net: int
    column: str
    sheltered: bool
    lines: tuple[Line, ...]
    answer: TableAnswer
    ruling: Ruling


def explain(
    view: View,
    target: str,
    attackers: Loads = (),
    *,
    side: str = "",
    air: tuple[int, int] = (0, 0),
    convert: Conversion = "retreat",
) -> Explanation:
    """Tell an attack on a hex, whoever's turn it is.

    ``attackers`` are units by hex as an `Attack` names them (none: all that could take part), ``side`` attacks (by
    default the one that does not stand there), ``air`` are points of the defender and the attacker, ``convert`` what
    the defender does with retreats. Raises ValueError, in words, where nothing can be attacked or by nobody.
    """
    side = side or next((s for s in ("axis", "cw") if count_units(view, target, enemy_of(s))), "")
    wrong = attack.wrong_target(view, target, side) if side else None
    if not side or not count_units(view, target, enemy_of(side)):
        raise ValueError(wrong.reason if wrong is not None else f"no unit stands in {name(view, target)}")
    choices = attack.options(view, target, side)
    forces = attackers or (choices[0] if choices else ())
    if not forces:
        raise ValueError(f"no unit beside {name(view, target)} can attack it")
    units = attack.chosen(view, Attack(target, forces), side)
    if isinstance(units, Ruling):
        raise ValueError(units.reason)
    ruling = ALLOWED if wrong is None else wrong
    return _explanation(view, reckon(view, _fight(view, target, side, units, air)), convert, ruling)


def _fight(view: View, target: str, side: str, units: Sequence[Force], air: tuple[int, int]) -> Fight:
    return replace(attack.planned(view, target, units, side).fight, air=air)


def _explanation(view: View, found: Reckoning, convert: Conversion, ruling: Ruling) -> Explanation:
    told = {line.what: line.value for line in found.strengths}
    return Explanation(
        found.fight.target,
        told["attack strength"],
        told["defence strength"],
        found.odds,
        found.raw_column,
        found.column.net,
        found.last_column,
        found.sheltered,
        found.lines,
        found.answer(view, convert),
        ruling,
    )
