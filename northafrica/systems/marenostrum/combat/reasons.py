"""The rules that a shot is fired by: which factor, what changed it, why at this target, why now."""

from __future__ import annotations

from collections.abc import Iterator

from northafrica.core.table import View
from northafrica.systems.marenostrum import strength
from northafrica.systems.marenostrum.board.ground import data
from northafrica.systems.marenostrum.combat.battle import (
    ATTACK,
    DEPLETED,
    Battle,
    Fighter,
    Shot,
    column,
    of_role,
    place_of,
    printed,
)
from northafrica.systems.marenostrum.data.tables import SUPPLY

EVENT_OF = {"radar": "event.allied.20.radar", "dash_to_the_wire": "event.axis.4.dash-to-the-wire"}


def reasons(view: View, battle: Battle, shot: Shot) -> tuple[str, ...]:
    """The rules of one shot, each once."""
    own, enemy = of_role(view, battle, shot.role)
    shooter, target = own[shot.shooter], enemy.get(shot.target)
    found = [*_of_unit(battle, shooter, target), *(_of_first(view, battle, shot, shooter) if shot.first else ())]
    if shot.role == ATTACK:
        found += _of_attack(view, battle, shooter, target)
    elif target is not None:
        found += _of_defence(battle, shooter, target)
    return tuple(dict.fromkeys(("12.5.factor-type", "12.5.any-at-any", *found)))


def _of_unit(battle: Battle, shooter: Fighter, target: Fighter | None) -> Iterator[str]:
    if shooter.piece.has(DEPLETED):
        yield "30.2.effect"
    if shooter.kind.boxed and target is not None and target.kind.medium == "ground":
        yield "12.6.boxed"
    if shooter.row.factor_rule == "HS-129":
        yield "19.13.hs129"
    if shooter.row.type == strength.HEAVY_BOMBER and (target is None or target.kind.medium == "ground"):
        yield "12.6.heavy-bomber"
    if target is not None and target.kind.shielded:
        yield "12.10.protected-targets" if shooter.kind.bound else "12.10.air-free"
    if SUPPLY in (shooter.piece.kind, target.piece.kind if target is not None else ""):
        yield "12.1.supply-defends"


def _of_first(view: View, battle: Battle, shot: Shot, shooter: Fighter) -> Iterator[str]:
    yield from ("12.4.first-fire", "12.4.once")
    if shooter.row.type == strength.TIGER:
        yield "19.6.tiger"
    if shooter.row.type == strength.ENGINEERS and shot.role == ATTACK:
        place = place_of(view, battle)
        if place.entrenched:
            yield "28.4.engineers"
        yield "19.7.engineers-fortress" if place.fortress else "19.7.engineers-fortification"
    if shooter.word in battle.first:
        yield "12.4.flagged-units"
        yield from (EVENT_OF[battle.source],) if battle.source in EVENT_OF and shot.role == ATTACK else ()


def _of_attack(view: View, battle: Battle, shooter: Fighter, target: Fighter | None) -> Iterator[str]:
    if any(shooter.word == word for _, word in battle.joiners):
        yield from _joining(battle, shooter)
    if target is None or target.kind.medium != "ground":
        return
    if battle.bombard and shooter.word not in battle.silent:
        yield "g3.bombard-ground.targets"
    place, ground = place_of(view, battle), shooter.row.category == "ground"
    change = place.ground if ground else place.other
    if place.fortress and ground:
        yield "12.12.minus-one"
    if place.entrenched:
        yield "28.2.effect"
        yield from ("28.3.fortress", "12.6.cumulative") if place.fortress else ()
    full = printed(view, battle, shooter.piece, shooter.row)[0][0]
    if change and full and full + change < 1:
        yield "12.6.minimum-one"


def _joining(battle: Battle, shooter: Fighter) -> Iterator[str]:
    if battle.bombard:
        yield "g3.bombard-bases.combine" if battle.bases else "g3.bombard-ground.carriers"
    elif shooter.row.category == "ground":
        yield "g3.move-attack.joiners"


def _of_defence(battle: Battle, shooter: Fighter, target: Fighter) -> Iterator[str]:
    if shooter.row.type == strength.ENGINEERS:
        yield "19.7.attack-only"
    if target.row.category == "naval" and shooter.row.category in ("ground", "air"):
        yield from ("12.13.who", "12.13.any-ship") if shooter.row.category == "ground" else ()
        if battle.bombard:
            yield "g3.bombard-bases.hits" if battle.bases else "g3.bombard-ground.reply"
        if battle.ships:
            yield "12.13.timing"
    if battle.bases and column(target.kind) == 1:
        yield "g3.strike-bases.flak"


def pairing(view: View, battle: Battle) -> str:
    """The rule that lets the attackers fight there (12.2)."""
    ours, _ = of_role(view, battle, ATTACK)
    arms = {f.row.category for f in ours.values() if not any(f.word == word for _, word in battle.ships)}
    if data(view).sort(battle.space) == "sea" and "naval" in arms:
        return "12.2.naval"
    if {"ground", "air"} <= arms:
        return "12.2.ground-air"
    return "12.2.ground" if "ground" in arms else "12.2.air" if "air" in arms else "12.8.one-to-one"
