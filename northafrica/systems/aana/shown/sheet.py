"""The game on a sheet: what is told in words (``data/aana/sheet.toml``), units, ports and places from the tables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from northafrica.core.sheets import SheetTable, doubted, read_sheet
from northafrica.systems.aana.data import AanaData
from northafrica.systems.aana.data.entities import UnitType
from northafrica.systems.aana.wording import NATIONS

ORDER = ("germany", "italy", "uk", "us", "free_french")
CATEGORIES = ("land", "air", "sea")
NATION = NATIONS | {"free_french": "Vichy and Free French"}
SHORT = {
    "submarine": "",
    "cannot_be_hit_by_air": "not hit by aircraft",
    "cannot_hit_air": "cannot hit aircraft",
    "does_not_block": "stops nobody",
    "treats_hostile_as_friendly": "slips through",
    "submersible": "may submerge",
    "targeted_fire_tanks": "targets tanks (round 1)",
    "targeted_attack_air": "targets aircraft when attacking",
    "targeted_attack_land": "targets a type on land when attacking",
    "targeted_attack_sea": "targets a type at sea when attacking",
    "logistical": "no combat unit",
    "land_transport": "carries 6",
    "noncombat_only": "moves in phase 5 only",
    "immediate": "sails when bought",
    "not_requisitioned": "cannot be bought",
}
LIMITS = {"hard": "", "figures_plus_chips": "+", "per_turn": " a turn"}
LEVELS = {"instant_total": "Total, at once", "total": "Total", "major": "Major", "minor": "Minor", "draw": "Draw"}
SIDES = {"axis": "Axis", "allies": "Allies", "both": "both"}
TESTS = {"eliminate": "no enemy combat unit left in North Africa", "none": "nobody meets an aim, or both a Minor"}


def sheet(data: AanaData) -> tuple[SheetTable, ...]:
    """The tables of the game's sheet, in the order in which they are printed."""
    words = read_sheet("aana").tables
    names = ("turn", "combat", "pays", "moves", "mines")
    numbers = (_prices(data), _powers(data), _routes(data), _places(data), _victory(data), _rounds(data))
    return (*(words[name] for name in names), *numbers, _units(data), words["chooses"])


def _units(data: AanaData) -> SheetTable:
    """A line a kind of unit that looks alike on several charts; `+`: chips stand for more."""
    alike: dict[tuple[str, ...], list[UnitType]] = defaultdict(list)
    shown = [unit for unit in data.units.values() if unit.power in ORDER]
    for unit in sorted(shown, key=lambda unit: (CATEGORIES.index(unit.category), ORDER.index(unit.power))):
        values = (unit.cost or "-", unit.attack, unit.defense, unit.move)
        alike[(unit.category, unit.name, *map(str, values), _abilities(unit))].append(unit)
    kinds = list(dict.fromkeys(key[:2] for key in alike))
    rows = [
        (name, _whose(units), *values, _limits(units), told)
        for (category, name, *values, told), units in sorted(alike.items(), key=lambda item: kinds.index(item[0][:2]))
    ]
    head = ("unit", "of", "RP", "attack", "defence", "move", "pieces", "abilities")
    note = (
        "Pieces: how many the box holds; + : figures on top of stacks, chips stand for more. "
        "A unit has the abilities of its own power's chart and no others [unit.chart-rules]."
    )
    return SheetTable("Units, with all abilities", head, tuple(map(tuple, rows)), note, wide=True)


def _abilities(unit: UnitType) -> str:
    told = (SHORT.get(one, one.replace("_", " ")) for one in sorted(unit.abilities))
    return ", ".join(filter(None, told))


def _whose(units: Sequence[UnitType]) -> str:
    names = (f"{NATION[unit.power]}{f' ({unit.model})' if unit.model else ''}" for unit in units)
    told = (doubted(name, unit.provenance) for name, unit in zip(names, units, strict=True))
    return ", ".join(dict.fromkeys(told))


def _limits(units: Iterable[UnitType]) -> str:
    return ", ".join(f"{unit.limit}{LIMITS[unit.limit_kind]}" for unit in units)


def _prices(data: AanaData) -> SheetTable:
    rows = [
        (doubted(token.name, token.provenance), str(token.cost), str(token.limit)) for token in data.tokens.values()
    ]
    return SheetTable("Tokens", ("token", "RP", "in the box"), tuple(rows))


def _powers(data: AanaData) -> SheetTable:
    powers = sorted((power for power in data.powers.values() if power.turn_order), key=lambda power: power.turn_order)
    rows = tuple(
        (
            power.name,
            str(power.basic_rp),
            str(power.supply_limit),
            _named(data, power.deploy_zones),
            _named(data, [power.staging] if power.staging else ()),
        )
        for power in powers
    )
    note = f"Britain has {data.rp('malta')} more for 1 supply of Malta [req.malta-income]."
    head = ("power", "Basic RP", "supply a turn", "new ships in", "staging")
    return SheetTable("Powers, in the order of play", head, rows, note)


def _named(data: AanaData, spaces: Iterable[str]) -> str:
    return ", ".join(data.board.spaces[space].name.partition(" (")[0] for space in spaces) or "none"


def _routes(data: AanaData) -> SheetTable:
    rows = tuple(
        (
            _named(data, [one.zone]),
            data.board.spaces[one.port].name,
            ", ".join(data.powers[power].name for power in one.powers),
            "always" if one.permanent else _opens(one.open_at_start),
        )
        for one in data.convoys.values()
    )
    note = "A route is open while the side holds the port [csz.port-link]."
    return SheetTable("Convoy routes", ("zone", "port", "for", "open at the start"), rows, note)


def _opens(start: Mapping[str, bool]) -> str:
    opened = [name.title() for name, is_open in start.items() if is_open]
    return ", ".join(opened) or "no"


def _places(data: AanaData) -> SheetTable:
    """Territories that bear a value, or another limit than 8."""
    rows = [
        (
            space.name,
            doubted(str(data.rp(space.id) or "-"), space.provenance.get("rp")),
            doubted(str(limit), space.provenance.get("stacking_limit")),
            _supply(data, space.id),
        )
        for space in data.board.spaces.values()
        if space.kind == "land" and (limit := data.stacking_limit(space.id)) is not None
        if limit and (data.rp(space.id) is not None or limit != 8)
    ]
    note = "Others: no points, no marker, limit 8 [stack.default-eight]. Trucks, tokens do not count [stack.exempt]."
    half = -(-len(rows) // 2)
    pairs = [(*rows[n], *(rows[n + half] if n + half < len(rows) else ("",) * 4)) for n in range(half)]
    head = ("territory", "RP", "limit", "supply", "territory", "RP", "limit", "supply")
    return SheetTable("Points and stacking limits", head, tuple(pairs), note)


def _supply(data: AanaData, space: str) -> str:
    limit = data.supply_limit(space)
    return "" if limit is None else f"at most {limit}"


def _victory(data: AanaData) -> SheetTable:
    """A line for what holds in both scenarios alike, else a line a scenario."""
    found: dict[tuple[str, str, str], list[str]] = defaultdict(list)
    for row in data.victory:
        places = (" and " if row.needs == "all" else " or ").join(data.board.spaces[s].name for s in row.spaces)
        aim = f"{row.test} {places}" if places else TESTS[row.test]
        found[SIDES[row.side], LEVELS[row.level], aim].append(row.scenario.title())
    rows = tuple(("both" if len(who) > 1 else who[0], *key) for key, who in found.items())
    note = "Total at once: whenever it happens. All else: after round 14; the higher level wins [victory.end-round-14]."
    return SheetTable("Victory", ("scenario", "side", "level", "for"), rows, note)


def _rounds(data: AanaData) -> SheetTable:
    rows = tuple(
        (
            f"{one.first_round}" if one.first_round == one.last_round else f"{one.first_round}-{one.last_round}",
            "both" if one.scenario == "both" else one.scenario.title(),
            _when(data, one.when),
            one.text,
        )
        for one in sorted(data.rounds.events.values(), key=lambda one: (one.first_round, one.scenario))
    )
    return SheetTable("Rounds", ("round", "scenario", "when", "what"), rows)


def _when(data: AanaData, text: str) -> str:
    """When an event happens, with the power's name for its id."""
    return " ".join(data.powers[word].name if word in data.powers else word for word in text.split())
