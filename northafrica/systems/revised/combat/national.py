"""What national advantages change in a combat: values, dice, what a gun needs (Appendix III B)."""

from __future__ import annotations

from northafrica.core.pieces import Piece
from northafrica.core.table import View
from northafrica.mechanisms.sides import ATTACK, DEFEND
from northafrica.systems.revised.board.charts import ACTIVE, advantage, state_of
from northafrica.systems.revised.board.ground import controller, data
from northafrica.systems.revised.combat.forces import attackers, defenders
from northafrica.systems.revised.facts import combat, facts

Change = tuple[int, str]
"""The value that an advantage gives, and its rule."""
NO_CHANGE: Change = (0, "")


def coloured(view: View, space: str, power: str) -> bool:
    """Whether a territory has a power's colour and is still its own (rule na.colour-territory)."""
    return data(view).original(space) == power == controller(view, space)


def strength(view: View, piece: Piece, side: str, value: int) -> Change:
    """The value of a unit with an advantage of its power and the rule of that; `NO_CHANGE` where none bears on it.

    `value` is what it has without.
    """
    found = CHANGES.get((piece.power, piece.kind, side), _none)(view, value)
    return found if found[0] > value else NO_CHANGE


def _none(view: View, value: int) -> Change:
    return NO_CHANGE


def _winter_or_none(view: View, value: int) -> Change:
    return (3, "na.ussr.winter") if state_of(view, "ussr", "russian_winter") == ACTIVE else NO_CHANGE


def _atlantic_wall(view: View, value: int) -> Change:
    """All German infantry in the first cycle of an assault on a gray territory (note N14)."""
    now = combat(view)
    stands = now.assault and now.cycle == 1 and coloured(view, now.space, "germany")
    return (3, "na.germany.atlantic-wall") if stands and advantage(view, "germany", "atlantic_wall") else NO_CHANGE


def _wolf_packs(view: View, value: int) -> Change:
    """More than one submarine at the start of the cycle (na.germany.wolf-packs)."""
    pack = sum(n for _, _, n in attackers(view, combat(view).space, lambda p: p.kind == "submarine", fallen=True))
    hunts = pack > 1 and advantage(view, "germany", "wolf_packs")
    return (value + 1, "na.germany.wolf-packs") if hunts else NO_CHANGE


def _dive_bombers(view: View, value: int) -> Change:
    """In the first cycle of a land battle without defending fighters (na.germany.stuka)."""
    now = combat(view)
    dives = now.domain == "land" and now.cycle == 1 and advantage(view, "germany", "dive_bomber")
    if not dives or defenders(view, now.space, lambda p: p.kind == "fighter", fallen=True):
        return NO_CHANGE
    return 5, "na.germany.stuka"


def _battleships(view: View, value: int) -> Change:
    return (5, "na.japan.battleships") if advantage(view, "japan", "powerful_battleships") else NO_CHANGE


def _dug_in(view: View, value: int) -> Change:
    island = data(view).has_tag(combat(view).space, "island")
    return (3, "na.japan.dug-in") if island and advantage(view, "japan", "dug_in") else NO_CHANGE


def _marines(view: View, value: int) -> Change:
    """In the first cycle of the land part of an assault (na.us.marines)."""
    now = combat(view)
    land = now.assault and now.cycle == 1 and advantage(view, "us", "marines")
    return (2, "na.us.marines") if land else NO_CHANGE


def _banzai(view: View, value: int) -> Change:
    """In the first cycle of an attack that was declared one (na.japan.banzai)."""
    now = combat(view)
    return (2, "na.japan.banzai") if now.cycle == 1 and now.space in facts(view).banzai else NO_CHANGE


CHANGES = {
    ("ussr", "infantry", DEFEND): _winter_or_none,
    ("germany", "infantry", DEFEND): _atlantic_wall,
    ("germany", "submarine", ATTACK): _wolf_packs,
    ("germany", "fighter", ATTACK): _dive_bombers,
    ("japan", "battleship", ATTACK): _battleships,
    ("japan", "battleship", DEFEND): _battleships,
    ("japan", "infantry", DEFEND): _dug_in,
    ("japan", "infantry", ATTACK): _banzai,
    ("us", "infantry", ATTACK): _marines,
}


def dice_of(view: View, piece: Piece) -> int:
    """How many dice a unit rolls, each of which may hit: battleships skilled at night roll two (na.japan.night)."""
    now = combat(view)
    if (piece.power, piece.kind) != ("japan", "battleship") or now.domain != "sea" or now.cycle > 1:
        return 1
    return 2 if advantage(view, "japan", "night_fighting") else 1


def gun_need(view: View, space: str) -> Change:
    """What the gun that fires in a territory needs: the best one fires (rule na.uk.radar, note A29)."""
    british = any(p.power == "uk" and p.kind == "antiaircraft_gun" for p in view.state.at(space))
    radar = british and coloured(view, space, "uk") and advantage(view, "uk", "radar")
    return (2, "na.uk.radar") if radar else (1, "")
