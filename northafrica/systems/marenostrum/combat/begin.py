"""How an Action becomes a combat: what it is aimed at, who takes part (12.1, 12.2, 12.8; Description of Actions)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from northafrica.core.common_orders import End
from northafrica.core.deed import Deed, OneOf, Plain
from northafrica.core.groups import groups, number
from northafrica.core.pieces import Piece
from northafrica.core.rulebook import Ruling
from northafrica.core.step import Choice, Prompt, Step
from northafrica.core.table import Table, View
from northafrica.systems.marenostrum.actions.menu import BASES
from northafrica.systems.marenostrum.board.ground import (
    ABOARD,
    NEUTRAL,
    awake,
    category,
    contested,
    controller,
    data,
    enemy_of,
    kind_of,
    nationality,
)
from northafrica.systems.marenostrum.combat.battle import DEPLETED, TIGHT, Battle, open_to_ships
from northafrica.systems.marenostrum.combat.battle import defenders as all_defenders
from northafrica.systems.marenostrum.combat.first import by_source
from northafrica.systems.marenostrum.combat.flow import Combat
from northafrica.systems.marenostrum.events.hand import ULTRA
from northafrica.systems.marenostrum.facts import Terms
from northafrica.systems.marenostrum.movement.follow import Follow
from northafrica.systems.marenostrum.movement.march import MoveForce
from northafrica.systems.marenostrum.odds_data import CARRIERS
from northafrica.systems.marenostrum.orders import Attack


@dataclass(frozen=True)
class Aim:
    """What an Action of the menu is aimed at.

    arms     what its attackers are: ground, air, naval
    at       `here`: the space itself; `land`, `sea`: an area or zone next to the ships' zone
    units    whether units may be targets; `bases` which printed bases may be, `any` of all
    bombard  whether ships fire at the coast, with its limits; `carriers`: only carriers fire, nobody at them
    """

    arms: tuple[str, ...]
    at: str = "here"
    units: bool = True
    bases: tuple[str, ...] = ()
    bombard: bool = False
    carriers: bool = False


GROUND = Aim(("ground",))
SHIPS = Aim(("naval",))
AIMS = {
    "ground_combat_attack": GROUND,
    "ground_move_and_attack": GROUND,
    "air_ground_support": Aim(("ground", "air")),
    "amphibious_invasion": GROUND,
    "emergency_transport": GROUND,
    "air_assault": Aim(("ground", "air")),
    "airborne_move": Aim(("ground", "air")),
    "airborne_invasion": Aim(("ground", "air")),
    "naval_attack": SHIPS,
    "naval_move_and_attack": SHIPS,
    "naval_move_from_off_map": SHIPS,
    "bombardment_of_ground_units": Aim(("naval",), "land", bombard=True),
    "bombardment_of_base_areas": Aim(("naval",), "land", False, BASES[:3], bombard=True),
    "carrier_air_strike_against_a_sea_zone": Aim(("naval",), "sea", carriers=True),
    "carrier_air_strike_against_a_land_area": Aim(("naval",), "land", True, BASES[:3], carriers=True),
    "airstrike_against_ground_and_or_air_units": Aim(("air",)),
    "airstrike_against_naval_units": Aim(("air",)),
    "airstrike_against_bases": Aim(("air",), "here", False, BASES[:3]),
    "airstrike_against_railroad": Aim(("air",), "here", False, BASES),
}
AT_SEA = ("naval_attack", "naval_move_and_attack", "naval_move_from_off_map", "airstrike_against_naval_units")


def fits(view: View, piece: Piece, terms: Terms, arms: Sequence[str]) -> bool:
    """Whether a unit may attack in an Action: of the acting side, its arm, the nations that its source allows."""
    mine = piece.power == view.state.power and awake(piece) and not piece.has(ABOARD)
    nation = nationality(view, piece)
    return mine and category(view, piece) in arms and (not terms.nations or nation in ("", *terms.nations))


def printed_bases(view: View, space: str, wanted: Sequence[str]) -> tuple[str, ...]:
    """Those of some kinds of bases that an area has."""
    info = data(view)
    return tuple(base for base in wanted if (info.port(space) if base == "port" else info.has_tag(space, base)))


def bases_of(view: View, aim: Aim, space: str) -> tuple[str, ...]:
    """The bases that an Action may hit in an area; ships hit only the port of a plain one (rule g3.bombard-bases)."""
    enemy = controller(view, space) == enemy_of(view.state.power) or contested(view, space)
    wanted = aim.bases if not aim.bombard or data(view).sort(space) in TIGHT else ("port",)
    return printed_bases(view, space, wanted) if aim.bases and enemy else ()


def target_problem(view: View, terms: Terms, space: str) -> Ruling | None:
    """Why an Action cannot be aimed at a space (rules 17.3.no-combat, 6.3.neutral-entry, and its own)."""
    aim, row = AIMS[terms.action], data(view).actions[terms.action]
    where, side = view.name(space), view.state.power
    if terms.target and space != terms.target:
        rule = "major.ultra.reaction" if terms.source == ULTRA else "major.felix.actions"
        return Ruling.refuse(rule, f"this Action is aimed at {view.name(terms.target)}", row.rule)
    if space not in data(view).board:
        return Ruling.refuse(row.rule, f"{where} is no place of the map")
    home = str(data(view).board[space].values["home"])
    if home and home != side:
        return Ruling.refuse("17.3.no-combat", f"{where} is an off-map base, never attacked", "2.10.off-map-one-side")
    if controller(view, space) == NEUTRAL:
        return Ruling.refuse("6.3.neutral-entry", f"{where} is neutral", "21.1.neutral-start")
    sea = data(view).sort(space) == "sea"
    if sea != (terms.action in AT_SEA or aim.at == "sea"):
        return Ruling.refuse(row.rule, f"{row.name} is not aimed at {where}", "12.2.naval" if sea else "12.2.ground")
    if terms.regions and not set(terms.regions) & set(data(view).regions(space)):
        return Ruling.refuse("event.axis.19.rommel", f"{where} is neither in Africa nor in the Near East")
    if bases_of(view, aim, space):
        return None
    if not aim.units:
        text = f"{where} has no enemy controlled or contested {' or '.join(aim.bases)} that this Action may hit"
        return Ruling.refuse(row.rule, text)
    battle = Battle(side, space, row.rule, bombard=aim.bombard)
    there = all_defenders(view, battle).values()
    if aim.bombard and there and not any(open_to_ships(view, battle, f) for f in there):
        return Ruling.refuse("g3.bombard-ground.targets", f"ships bombard only fortifications in {where}")
    if not there:
        return Ruling.refuse(row.rule, f"no enemy unit is in {where}")
    return None


def battle_of(view: View, terms: Terms, space: str, zone: str = "", origin: str = "") -> Battle:
    """The combat of an Action: those who came must fire, others on the spot may join (note A60)."""
    aim, row = AIMS[terms.action], data(view).actions[terms.action]
    here = zone or space
    there = [piece for piece, _ in groups(view, here, lambda p: fits(view, p, terms, aim.arms))]
    if terms.action == "air_ground_support":
        there = [piece for piece in there if category(view, piece) == "ground" or kind_of(view, piece) == "GA"]
    if aim.carriers:
        there = [piece for piece in there if kind_of(view, piece) in CARRIERS and not piece.has(DEPLETED)]
    came = [piece.kind for piece in there if not terms.force or piece.kind in terms.force]
    silent = tuple(piece.kind for piece in there if zone and kind_of(view, piece) in CARRIERS)
    far = _carriers_beside(view, terms, space, here) if aim.bombard else []
    spot = [(here, piece.kind) for piece in there if piece.kind not in came] if not zone else []
    battle = Battle(
        against=terms.against,
        side=view.state.power,
        space=space,
        rule=row.rule,
        source=terms.source,
        force=tuple((here, kind) for kind in came),
        joiners=(*spot, *far),
        silent=(*silent, *(kind for _, kind in far)),
        bases=bases_of(view, aim, space),
        units=aim.units,
        bombard=aim.bombard or (aim.carriers and aim.at == "land"),
        origin=origin,
    )
    return replace(battle, first=by_source(view, battle))


def _carriers_beside(view: View, terms: Terms, space: str, zone: str) -> list[tuple[str, str]]:
    """Carriers in other zones along the coast that may strike the same targets (rule g3.bombard-ground.carriers)."""
    near = [other for other in data(view).board.neighbours(space, kind="coast") if other != zone]
    return [
        (other, piece.kind)
        for other in near
        for piece, _ in groups(view, other, lambda p: fits(view, p, terms, ("naval",)) and not p.has(DEPLETED))
        if kind_of(view, piece) in CARRIERS
    ]


def steps(view: View, terms: Terms, space: str, origin: str = "", landing: str = "") -> tuple[Step, ...]:
    """The fight of an Action whose force has come to a space; ships that fire at a distance choose a target there."""
    if AIMS[terms.action].at != "here":
        return (ChooseTarget(replace(terms, place=""), space),)
    battle = battle_of(view, terms, space, origin=origin)
    ships = groups(view, landing, lambda p: fits(view, p, replace(terms, nations=()), ("naval",))) if landing else ()
    return (Combat(replace(battle, ships=tuple((landing, piece.kind) for piece, _ in ships))),)


@dataclass(frozen=True)
class ChooseTarget(Choice):
    """The area or zone that is attacked: of those where the force may be, or, from a zone, next to it."""

    title: ClassVar[str] = "Attack"
    terms: Terms = Terms()
    zone: str = ""
    only: str = ""

    def prompt(self, view: View) -> Prompt:
        row = data(view).actions[self.terms.action]
        return Prompt(f"{row.name}: choose what is attacked", f"Needs: {row.needs}.", (row.rule, "12.8.one-to-one"))

    def deeds(self, view: View) -> tuple[Deed[Any], ...]:
        rule = data(view).actions[self.terms.action].rule
        return (OneOf(Attack, self.open, self.refuse, self.begin, (rule,)), Plain(End, lambda table: table.finish()))

    def around(self, view: View) -> Sequence[str]:
        """Where targets may lie."""
        board, aim = data(view).board, AIMS[self.terms.action]
        if self.only:
            return (self.only,)
        if self.zone:
            return board.neighbours(self.zone, kind="coast" if aim.at == "land" else "sea")
        return tuple(board.spaces)

    def open(self, view: View) -> list[str]:
        """What may be attacked."""
        return [space for space in self.around(view) if self.problem(view, space) is None]

    def problem(self, view: View, space: str) -> Ruling | None:
        """Why a space cannot be attacked."""
        terms, row = self.terms, data(view).actions[self.terms.action]
        if (self.zone or self.only) and space not in self.around(view):
            text = f"{view.name(space)} does not lie next to {view.name(self.zone)}"
            return Ruling.refuse("12.8.one-to-one", text, row.rule)
        no = target_problem(view, terms, space)
        if no is not None:
            return no
        if not battle_of(view, terms, space, self.zone).force:
            if self.zone and number(view, self.zone, lambda p: p.power == view.state.power and p.has(DEPLETED)):
                return Ruling.refuse("30.2.effect", "a depleted carrier makes no strike at a distance", row.rule)
            return Ruling.refuse(row.rule, f"no unit that may attack is in {view.name(self.zone or space)}")
        if terms.action == "ground_combat_attack" and not contested(view, space):
            return Ruling.refuse(row.rule, f"{view.name(space)} is not contested", "6.1.contested")
        return self._paid(view, space)

    def _paid(self, view: View, space: str) -> Ruling | None:
        """Supply spent in an area pays for units that are there, or for ships beside its port."""
        place, here = self.terms.place, self.zone or space
        if not place or here == place:
            return None
        if data(view).sort(here) == "sea" and here in data(view).board.neighbours(place, kind="coast"):
            return None
        rule = "g4.additional.naval" if data(view).sort(here) == "sea" else "g4.additional.land-air"
        return Ruling.refuse(rule, f"the supply was spent in {view.name(place)}, not for units in {view.name(here)}")

    def refuse(self, view: View, space: str) -> Ruling:
        """Why another space cannot be."""
        found = self.problem(view, space)
        return Ruling.refuse("12.1.voluntary", "that is no target") if found is None else found

    def begin(self, table: Table, space: str) -> None:
        """The combat begins."""
        table.replace(Combat(battle_of(table, self.terms, space, self.zone)))


@dataclass(frozen=True)
class Assault(Follow):
    """The force has moved: it attacks where it is (rules g3.move-attack, 12.1.mandatory-air)."""

    title: ClassVar[str] = "Attack"
    terms: Terms = Terms()
    zone: str = ""
    optional: bool = False

    def run(self, table: Table) -> None:
        table.finish()
        terms = replace(self.terms, force=self.force)
        if self.optional:
            table.push(*((ChooseTarget(terms, only=self.place),) if self._may(table, terms) else ()))
            return
        no = self._nobody(table, terms)
        if no is not None:
            table.note(f"no attack: {no.reason}", data(table).actions[terms.action].rule, *filter(None, (no.rule,)))
            return
        table.push(*steps(table, terms, self.place, self.origin, self.zone))

    def _nobody(self, view: View, terms: Terms) -> Ruling | None:
        if not self.place or not self.force:
            return Ruling.refuse("", "nobody has come to attack")
        return target_problem(view, terms, self.place) if AIMS[terms.action].at == "here" else None

    def _may(self, view: View, terms: Terms) -> bool:
        return bool(self.place) and target_problem(view, terms, self.place) is None


def ground_attack(table: Table, terms: Terms) -> tuple[Step, ...]:
    """Attack where the enemy is already met, on land or at sea."""
    return (ChooseTarget(terms),)


def move_and_attack(table: Table, terms: Terms) -> tuple[Step, ...]:
    """March, then attack."""
    return (MoveForce(terms=terms, attack=True), Assault(terms=terms))


BUILT = {
    "ground_combat_attack": ground_attack,
    "ground_move_and_attack": move_and_attack,
    "naval_attack": ground_attack,
}
"""Actions that combat begins by itself."""
