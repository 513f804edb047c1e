"""Many battles at once: n against m, and what one more unit is worth."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import pandas as pd

from northafrica.odds.answer import Answer
from northafrica.odds.battle import Battle
from northafrica.odds.chain_battle import all_answers, is_chain
from northafrica.odds.listing import read_list
from northafrica.odds.told import SIDES, OddsError
from northafrica.systems.battles import odds_of

MEASURES: Mapping[str, Callable[[Answer], float]] = {
    "capture": lambda answer: answer.capture,
    "win": lambda answer: answer.p["win"],
    "lose": lambda answer: answer.p["lose"],
    "draw": lambda answer: answer.p["draw"],
    "swing": lambda answer: answer.swing,
    "attacker_loss": lambda answer: answer.value_lost["attacker"],
    "defender_loss": lambda answer: answer.value_lost["defender"],
}
OUTCOMES = ("win", "lose", "draw")
WORTH_COLUMNS = ("side", "unit", "value", "capture", "gain", "gain_per_value", "swing", "swing_gain")


def battle_grid(
    answer: Callable[[int, int], Answer],
    attackers: Iterable[int],
    defenders: Iterable[int],
    measure: str = "capture",
) -> pd.DataFrame:
    """`measure` of the battle "n against m" for every n and m: attackers down, defenders across.

    `answer` gives the odds of n against m, such as
    `lambda n, m: odds_of("revised", f"{n} infantry, 2 armor", f"{m} infantry")`.
    """
    if measure not in MEASURES:
        raise OddsError(f"measure '{measure}': there are {', '.join(MEASURES)}")
    down, across = list(attackers), list(defenders)
    cells = [[MEASURES[measure](answer(n, m)) for m in across] for n in down]
    frame = pd.DataFrame(cells, index=pd.Index(down, name="attackers"), columns=pd.Index(across, name="defenders"))
    frame.attrs["measure"] = measure
    return frame


def sub_battles(answer: Answer, outcome: str = "win") -> pd.DataFrame:
    """The chance of an outcome (`win`, `lose`, `draw`) for every number of units left on both sides, all at once.

    Attackers down, defenders across, along the answer's orders of loss: the last n and m units of these fight to
    the end, without opening fire or retreat. Raises OddsError where hits fall in no fixed order (targeted fire,
    submarines, convoys), or where the answer comes from another kind of battle; `battle_grid` asks one by one.
    """
    if outcome not in OUTCOMES:
        raise OddsError(f"outcome '{outcome}': write {', '.join(OUTCOMES)}")
    battle = answer.battle
    if not isinstance(battle, Battle) or not is_chain(battle):
        raise OddsError(
            f"{answer.title or 'this battle'}: hits fall in no fixed order; ask battle by battle (battle_grid)"
        )
    table = all_answers(battle)[OUTCOMES.index(outcome)]
    down, across = (
        pd.Index(range(n), name=side) for n, side in zip(table.shape, ("attackers", "defenders"), strict=True)
    )
    frame = pd.DataFrame(table, index=down, columns=across).iloc[1:, 1:]
    frame.attrs.update(measure=outcome, title=answer.title)
    return frame


def one_more(
    system: str, attackers: str, defenders: str, *, also: Mapping[str, Sequence[str]] | None = None, **options: Any
) -> pd.DataFrame:
    """What one more unit of each kind there is would change, for its own side.

    `also` names kinds to try that are not there yet: `{"attacker": ["fighter"]}`; `options` are those of the odds.
    capture, swing         with the unit added
    gain                   how much the chance to capture moves its own side's way (0.05: five points)
    gain_per_value         the same for each RP, IPC ... that it is worth; NaN where it is worth nothing
    swing_gain             how much the mean exchange moves its own side's way
    """
    for side in also or {}:
        if side not in SIDES:
            raise OddsError(f"also: there is no side '{side}'; write {' or '.join(SIDES)}")
    before: Answer = odds_of(system, attackers, defenders, **options)
    rows = []
    for side, sign in zip(SIDES, (1.0, -1.0), strict=True):
        text = attackers if side == "attacker" else defenders
        for unit, more in variants(text, tuple((also or {}).get(side, ()))):
            sides = (more, defenders) if side == "attacker" else (attackers, more)
            after: Answer = odds_of(system, *sides, **options)
            rows.append(_worth(before, after, side, unit, sign))
    frame = pd.DataFrame(rows, columns=list(WORTH_COLUMNS))
    frame.attrs.update(title=before.title, value_unit=before.value_unit, capture=before.capture, swing=before.swing)
    return frame


def variants(text: str, also: Sequence[str] = ()) -> Iterator[tuple[str, str]]:
    """Each kind in a list of units, and the list with one more of it."""
    items = read_list(text, "units", lambda name: False)
    for more in items:
        yield more.label, ", ".join(f"{item.count + (item is more)} {item.label}" for item in items)
    for unit in also:
        yield unit, f"{text.strip()}, 1 {unit}"


def _worth(before: Answer, after: Answer, side: str, unit: str, sign: float) -> tuple[object, ...]:
    value = after.force(side).worth - before.force(side).worth
    gain = sign * (after.capture - before.capture)
    per = gain / value if value else float("nan")
    return side, unit, value, after.capture, gain, per, after.swing, sign * (after.swing - before.swing)
