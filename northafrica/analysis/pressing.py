"""What it is worth to press an attack that costs supply, and so what a wrong decision costs."""

from __future__ import annotations

import pandas as pd

from northafrica.odds.answer import Answer
from northafrica.odds.battle import Battle
from northafrica.odds.policy_lines import states_by_number
from northafrica.odds.supply import Game, Supply
from northafrica.odds.told import OddsError


def press_worth(answer: Answer, ours: int, theirs: int, refuge: bool = True) -> pd.DataFrame:
    """What pressing with all who are left is worth more than ceasing, at the end of a round, both playing best then.

    For every number of units left: attackers down, defenders across, along the answer's orders of loss. In the unit
    of the answer's objective: RP (theirs lost, less ours, plus the territory), or the chance to capture. Where it is
    negative, pressing is wrong and costs so much; NaN where supply does not reach for all.

    answer        the odds of a battle on land; its objective counts, its supply does not
    ours, theirs  supply in reach at that moment, of attacker and defender
    refuge        whether defenders that fall back have somewhere to go

    Raises OddsError.
    """
    if not isinstance(answer.battle, Battle):
        raise OddsError(f"{answer.title or 'this battle'}: only a battle on land can be pressed with supply")
    game = Game(answer.battle, Supply((ours,), theirs, refuge))
    game.solve()
    us, them = states_by_number(game.us), states_by_number(game.them)
    foes = list(them.values())
    rows = []
    for state in us.values():
        cost = int(game.cost[state].sum())
        rows.append(game.worst[ours - cost, theirs][state, foes] if cost <= ours else [float("nan")] * len(foes))
    frame = pd.DataFrame(rows, index=pd.Index(us, name="attackers left"), columns=pd.Index(them, name="defenders left"))
    frame.attrs.update(measure="gain by pressing", title=answer.title)
    return frame
