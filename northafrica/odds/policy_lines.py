"""A policy as lines a reader can learn: press with so many or more while they hold so much supply."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any

from northafrica.odds.lattice import Lattice, after_hits
from northafrica.odds.results import reach
from northafrica.odds.supply import FALL_BACK, FIGHT, FREE_FIGHT, TIE, Game

Counts = tuple[int, ...]
Line = Mapping[str, Any]


def policy_of_game(game: Game) -> tuple[Line, ...]:
    """What both sides do best with what their order of loss leaves them, for every supply they can hold.

    The attacker's lines say with how many units to press, at the end of a round; the defender's with how many to
    fight, at the start of one. `drop_out` lists how many units to leave out, `2 of 7`.
    """
    pools = (*game.supply.ours, game.supply.theirs) if game.supply else (0,)
    tokens = sorted(product(*(range(k + 1) for k in pools)), key=lambda t: (t[-1], t[:-1]), reverse=True)
    us, them = states_by_number(game.us), states_by_number(game.them)
    found: list[Line] = []
    if game.choosing:
        found += [_attacker(game, now, us, foe, n) for now in tokens for n, foe in them.items()]
    if game.supply is not None:
        can_fight = [now for now in tokens if now[-1] or not game.pays.all()]
        found += [_defender(game, now, them, foe, n) for now in can_fight for n, foe in us.items()]
    return tuple(found)


def states_by_number(side: Lattice) -> dict[int, int]:
    """Number of units -> the state with so many along the order of loss."""
    top = side.states[-1]
    return {n: side.index[after_hits(top, sum(top) - n)] for n in range(1, sum(top) + 1)}


def _attacker(game: Game, tokens: Counts, us: Mapping[int, int], foe: int, foes: int) -> Line:
    chosen = {n: game.best_press(state, foe, tokens) for n, state in us.items()}
    line: dict[str, Any] = {"who": "attacker"}
    if game.supply is not None:
        line |= {"our_supply": "+".join(map(str, tokens[:-1])), "their_supply": tokens[-1]}
    line["against"] = foes
    line["press_with"] = reach([n for n, best in chosen.items() if best], us, True)
    line["cease_with"] = reach([n for n, best in chosen.items() if not best], us, False)
    fewer = {n: n - int(game.us.total[best[0]]) for n, best in chosen.items() if best}
    line["drop_out"] = ", ".join(f"{drop} of {n}" for n, drop in fewer.items() if drop) or "none"
    return line


def _defender(game: Game, tokens: Counts, them: Mapping[int, int], foe: int, foes: int) -> Line:
    line: dict[str, Any] = {"who": "defender", "our_supply": "+".join(map(str, tokens[:-1]))}
    line |= {"their_supply": tokens[-1], "against": foes}
    ways = {n: _stand(game, tokens, foe, state) for n, state in them.items()}
    for way, key in ((FIGHT, "fight_with"), (FALL_BACK, "fall_back_with"), (FREE_FIGHT, "free_fight_with")):
        numbers = [n for n, chosen in ways.items() if chosen == way]
        if numbers or way != FREE_FIGHT:
            line[key] = reach(numbers, them, way == FIGHT)
    return line


def _stand(game: Game, tokens: Counts, us: int, them: int) -> str:
    values = {way: float(table[us, them]) for way, table in game.round_value[tokens].items()}
    return min(values, key=lambda way: values[way] + (0.0 if way == FIGHT else TIE))
