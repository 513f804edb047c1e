"""Plays a solved game forward by its best choices: how it ends, in how many rounds, and the policy in lines."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

import numpy as np

from northafrica.odds.answer import Answer, Ends, Row
from northafrica.odds.battle import Battle, Unit
from northafrica.odds.hits import capped, dice_of, together
from northafrica.odds.lattice import Counts, after_hits, all_below
from northafrica.odds.policy_lines import policy_of_game
from northafrica.odds.results import make_answer
from northafrica.odds.rounds import Rounds
from northafrica.odds.supply import FALL_BACK, FIGHT, FREE_FIGHT, TIE, Game, Supply
from northafrica.odds.told import OddsError

FIRES: Mapping[str, Callable[[Unit], bool]] = {
    FIGHT: lambda unit: True,
    FALL_BACK: lambda unit: False,
    FREE_FIGHT: lambda unit: unit.free,
}
LEAST, MOST_ROUNDS = 1e-15, 3000


@dataclass(frozen=True)
class Spot:
    """A state at the end of a round: who is in the battle, the tokens, who has left it on either side."""

    us: Counts
    them: Counts
    tokens: Counts
    out: Counts
    gone: Counts


@dataclass
class Play:
    """Mass on its way through a game played best."""

    game: Game
    ends: dict[Row, float] = field(default_factory=lambda: defaultdict(float))
    fell_back: float = 0.0
    rounds: list[float] = field(default_factory=list)

    # -- a round -------------------------------------------------------------------------------------
    def start(self) -> dict[Spot, float]:
        """The states after the opening fire and round 1."""
        game, rules = self.game, Rounds(self.game.battle)
        supply = game.supply
        tokens = (*supply.ours, supply.theirs) if supply else (0,)
        found: dict[Spot, float] = defaultdict(float)
        for (a, d), p in rules.opening().items():
            us, them = rules.a.reported(a), rules.d.reported(d)
            nobody = ((0,) * len(us), (0,) * len(them))
            spot = Spot(us, them, tokens, *nobody)
            if not self._over(spot, p, FIGHT):
                for after, q in self._round(spot, True):
                    found[after] += p * q
        self.rounds = [sum(self.ends.values())]
        return found

    def run(self) -> None:
        """Play to the end."""
        going = self._settle(self.start())
        while going and len(self.rounds) < MOST_ROUNDS:
            after: dict[Spot, float] = defaultdict(float)
            for spot, p in going.items():
                for nxt, q in self._round(spot, False):
                    after[nxt] += p * q
            going = {spot: p for spot, p in self._settle(after).items() if p > LEAST}
        lost = 1.0 - sum(self.ends.values())
        if self.ends and abs(lost) < 1e-9:
            row = max(self.ends, key=lambda key: self.ends[key])
            self.ends[row] += lost

    def _settle(self, spots: Mapping[Spot, float]) -> dict[Spot, float]:
        """Put aside what is over; the attacker presses or ceases in the rest."""
        before = sum(self.ends.values())
        going: dict[Spot, float] = defaultdict(float)
        for spot, p in spots.items():
            if self._over(spot, p, FIGHT):
                continue
            nxt = self._press(spot)
            if nxt is None:
                self._end("retreat", spot, p, False)
            else:
                going[nxt] += p
        self.rounds.append(sum(self.ends.values()) - before)
        return going

    def _over(self, spot: Spot, p: float, way: str) -> bool:
        us, them = sum(spot.us), sum(spot.them)
        if us and them and way != FALL_BACK:
            if self._stuck(spot):
                self._end("stalemate", spot, p, False)
                return True
            return False
        if us:
            taken = any(k and u.can_capture for u, k in zip(self.game.us.units, spot.us, strict=True))
            if sum(spot.gone):
                self.fell_back += p
            self._end("win", spot, p, taken)
        elif them or sum(spot.gone):
            self._end("retreat" if sum(spot.out) else "lose", spot, p, False)
        else:
            self._end("win" if sum(spot.out) else "draw", spot, p, False)
        return True

    def _stuck(self, spot: Spot) -> bool:
        if self.game.supply is not None:
            return False
        units = (*zip(self.game.us.units, spot.us, strict=True), *zip(self.game.them.units, spot.them, strict=True))
        return not any(k and (unit.power or unit.supported) for unit, k in units)

    def _end(self, outcome: str, spot: Spot, p: float, taken: bool) -> None:
        us = tuple(a + b for a, b in zip(spot.us, spot.out, strict=True))
        them = tuple(a + b for a, b in zip(spot.them, spot.gone, strict=True))
        self.ends[outcome, us, them, taken and not self.game.battle.at_sea] += p

    def _round(self, spot: Spot, first: bool) -> Iterator[tuple[Spot, float]]:
        """What a round makes of a state, the defender having chosen what to do."""
        game = self.game
        state = game.them.index[spot.them]
        values = {}
        for way in (FIGHT, FREE_FIGHT, FALL_BACK):
            if game.possible(way, spot.tokens)[state]:
                values[way] = self._first_value(spot, way) if first else self._value(spot, way)
        way = min(values, key=lambda w: values[w] + (TIE if w != FIGHT else 0.0))
        for (us, them), p in self._results(spot, way, first).items():
            yield self._after(spot, way, us, them, first), p

    def _value(self, spot: Spot, way: str) -> float:
        values = self.game.round_value[spot.tokens][way]
        return float(values[self.game.us.index[spot.us], self.game.them.index[spot.them]])

    def _first_value(self, spot: Spot, way: str) -> float:
        ahead = self._ahead(spot, way)
        return float(sum(p * ahead(us, them) for (us, them), p in self._results(spot, way, True).items()))

    def _after(self, spot: Spot, way: str, us: Counts, them: Counts, first: bool) -> Spot:
        game = self.game
        out, gone, tokens = spot.out, spot.gone, spot.tokens
        if first:
            leave = tuple(k if u.leaves_after == 1 else 0 for u, k in zip(game.us.units, us, strict=True))
            out = tuple(a + b for a, b in zip(out, leave, strict=True))
            us = tuple(a - b for a, b in zip(us, leave, strict=True))
        if way == FIGHT and game.pays[game.them.index[spot.them]] and game.supply is not None:
            tokens = (*tokens[:-1], tokens[-1] - 1)
        if way in (FALL_BACK, FREE_FIGHT):
            stay = tuple(k if way == FREE_FIGHT and u.free else 0 for u, k in zip(game.them.units, them, strict=True))
            if game.supply is not None and game.supply.refuge:
                gone = tuple(g + k - s for g, k, s in zip(gone, them, stay, strict=True))
            them = stay
        return Spot(us, them, tokens, out, gone)

    # -- dice and losses -----------------------------------------------------------------------------
    def _results(self, spot: Spot, way: str, first: bool) -> dict[tuple[Counts, Counts], float]:
        """(attackers, defenders) left after a round's fire, with its chance; losses chosen where they are a choice."""
        if not first:
            return self._later_results(spot, way)
        game = self.game
        fires = FIRES[way]
        firing = tuple(k if fires(u) else 0 for u, k in zip(game.them.units, spot.them, strict=True))
        ahead = self._ahead(spot, way)
        found: dict[tuple[Counts, Counts], float] = defaultdict(float)
        replies = list(_salvoes(game.battle, game.them.units, firing, game.us.units, spot.us))
        for forced, hits, p in _salvoes(game.battle, game.us.units, spot.us, game.them.units, spot.them):
            them = self._defender_loses(spot.us, forced, hits, replies, ahead)
            for lost, more, q in replies:
                us = max(_ways(lost, more, game.best[0]), key=lambda a: ahead(a, them)) if game.best[0] else (
                    after_hits(lost, more))  # fmt: skip
                found[us, them] += p * q
        return found

    def _later_results(self, spot: Spot, way: str) -> dict[tuple[Counts, Counts], float]:
        """The same after round 1, when nobody demands a target: off the tables of the game."""
        game = self.game
        a, d = game.us.index[spot.us], game.them.index[spot.them]
        free_next, paid_next = game.next_of(way, spot.tokens)
        table = paid_next if game.pays[d] and way == FIGHT else free_next
        reply = capped(game.fire[way][d], int(game.us.total[a]))
        lost = [game.options(game.us, game.below_us, a, k) for k in range(len(reply))]
        mean = sum(q * table[ways].max(axis=0) for q, ways in zip(reply, lost, strict=True))
        found: dict[tuple[Counts, Counts], float] = defaultdict(float)
        for h, p in enumerate(capped(game.us.fire[a], int(game.them.total[d]))):
            ways = game.options(game.them, game.below_them, d, h)
            them = int(ways[np.argmin(mean[ways])])
            for q, left in zip(reply, lost, strict=True):
                us = int(left[np.argmax(table[left, them])])
                if p * q:
                    found[game.us.states[us], game.them.states[them]] += float(p * q)
        return found

    def _defender_loses(self, us: Counts, them: Counts, hits: int, replies: Any, ahead: Any) -> Counts:
        if not self.game.best[1]:
            return after_hits(them, hits)

        def mean(after: Counts) -> float:
            best = self.game.best[0]
            return float(sum(q * max(ahead(a, after) for a in _ways(lost, more, best)) for lost, more, q in replies))

        return min(_ways(them, hits, True), key=mean)

    def _ahead(self, spot: Spot, way: str) -> Any:
        """The value of what follows a round, by what is left."""
        game = self.game
        free_value, paid_value = game.next_of(way, spot.tokens)
        table = paid_value if game.pays[game.them.index[spot.them]] and way == FIGHT else free_value
        stays = [u.leaves_after != 1 for u in game.us.units]

        def ahead(us: Counts, them: Counts) -> float:
            inside = tuple(k if stay else 0 for k, stay in zip(us, stays, strict=True))
            gone = sum((k - i) * u.value for k, i, u in zip(us, inside, game.us.units, strict=True))
            return float(table[game.us.index[inside], game.them.index[them]]) + (gone if game.by_value else 0.0)

        return ahead

    # -- the attacker's choice -----------------------------------------------------------------------
    def _press(self, spot: Spot) -> Spot | None:
        """The best way to go on; None to cease."""
        game = self.game
        if not game.choosing:
            return spot
        chosen = game.best_press(game.us.index[spot.us], game.them.index[spot.them], spot.tokens)
        if chosen is None:
            return None
        us = game.us.states[chosen[0]]
        out = tuple(o + a - b for o, a, b in zip(spot.out, spot.us, us, strict=True))
        return Spot(us, spot.them, chosen[1], out, spot.gone)


def _ways(state: Counts, hits: int, chosen: bool) -> list[Counts]:
    """What so many hits can leave: all the owner can choose among, or the order of loss."""
    if not chosen:
        return [after_hits(state, hits)]
    left = max(0, sum(state) - hits)
    return [lower for lower in all_below(state) if sum(lower) == left]


def _salvoes(
    battle: Battle, units: tuple[Unit, ...], counts: Counts, enemy: tuple[Unit, ...], foes: Counts
) -> Iterator[tuple[Counts, int, float]]:
    """(enemy left after the hits that demand their target, other hits, chance) of one side's fire in round 1."""
    groups: dict[tuple[str, ...], list[tuple[float, int]]] = {}
    for index, p, n in dice_of(battle.die, units, counts):
        groups.setdefault(units[index].demands, []).append((p, n))
    names = list(groups)
    found: dict[tuple[Counts, int], float] = defaultdict(float)
    for combination in product(*(enumerate(together(groups[name])) for name in names)):
        left, hits, chance = list(foes), 0, 1.0
        for demands, (k, p) in zip(names, combination, strict=True):
            chance *= float(p)
            hits += k - _demand(left, enemy, demands, k)
        if chance:
            found[tuple(left), min(hits, sum(left))] += chance
    for (left_over, hits), chance in found.items():
        yield left_over, hits, chance


def _demand(left: list[int], enemy: tuple[Unit, ...], demands: tuple[str, ...], hits: int) -> int:
    """Let hits fall on the units they demand; how many did."""
    fallen = 0
    for name in demands:
        index = next(n for n, unit in enumerate(enemy) if unit.name == name)
        lost = min(left[index], hits - fallen)
        left[index] -= lost
        fallen += lost
    return fallen


def solve_game(battle: Battle, supply: Supply | None = None) -> Answer:
    """The answer of a battle in which both sides play best. Raises OddsError where that is not worked out."""
    check_game(battle)
    game = Game(battle, supply)
    game.solve()
    play = Play(game)
    play.run()
    answer = make_answer(battle, Ends.of(play.ends), lambda: play.rounds, policy_of_game(game))
    extra: dict[str, Any] = {"objective": battle.goal.kind, "territory": battle.goal.territory}
    if supply is not None:
        extra |= {"supply": {"attacker": list(supply.ours), "defender": supply.theirs}}
        extra["defender_falls_back"] = play.fell_back
    return replace(answer, extra=extra)


def check_game(battle: Battle) -> None:
    """Refuse what the game does not know."""
    if battle.rounds:
        raise OddsError("rounds: best play is worked out without a limit of rounds; leave rounds out")
    if battle.surrender:
        raise OddsError("supply and losses chosen to be best are not worked out for a force that may give up")
    if battle.retreat.kind not in ("never", "best"):
        raise OddsError(f"retreat {battle.retreat.kind}: with supply or best losses write never or best")
    if any(unit.leaves_after > 1 for unit in battle.attackers):
        raise OddsError("units that leave after round 2 or later are not worked out with supply")
    later = [u.name for u in (*battle.attackers, *battle.defenders) if u.count and u.demands and not u.demands_until
             and not u.leaves_after]  # fmt: skip
    if later:
        raise OddsError(f"{later[0]}: targets chosen in every round are not worked out with supply or best losses; "
                        "switch targeting off")  # fmt: skip
    if any(fire.returns for fire in battle.opening):
        raise OddsError("return fire after bombardment is not worked out with losses chosen to be best")
