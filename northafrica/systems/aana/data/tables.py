"""The numbers of Axis & Allies: North Africa: board, units, powers, set-ups, rulebook and options.

`load` reads and checks ``data/aana``; with ``overlay`` a user's own tables are laid over it. Everything in
`AanaData` is read-only and knows its provenance.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from importlib.resources.abc import Traversable
from pathlib import Path

from northafrica.core.board import Board
from northafrica.core.options import DataError, Option, choose_options, did_you_mean
from northafrica.core.paths import data_path
from northafrica.core.rule_tables import read_options, read_rulebook
from northafrica.core.rulebook import Rulebook
from northafrica.core.scenario import Tables
from northafrica.systems.aana.data import own, readers, rows
from northafrica.systems.aana.data.calendar import Calendar
from northafrica.systems.aana.data.entities import SYSTEM, OwnScenario, Power, SetupRow, UnitType


@dataclass(frozen=True)
class AanaData:
    """All data of the game; the lookups take space ids and are dict lookups where movement asks them."""

    board: Board
    units: Mapping[tuple[str, str], UnitType]
    tokens: Mapping[str, rows.TokenRow]
    powers: Mapping[str, Power]
    convoys: Mapping[str, rows.ConvoyRow]
    convoy_links: tuple[rows.ConvoyLinkRow, ...]
    setups: Mapping[str, tuple[SetupRow, ...]]
    victory: tuple[rows.VictoryRow, ...]
    rounds: Calendar
    components: Mapping[str, int]
    features: tuple[rows.FeatureRow, ...]
    rulebook: Rulebook
    options: Mapping[str, Option]
    digests: Mapping[str, str]
    shapes: Traversable
    unit_variants: Mapping[str, tuple[UnitType, ...]] = field(default_factory=dict)
    token_variants: Mapping[str, tuple[rows.TokenRow, ...]] = field(default_factory=dict)
    setup_variants: Mapping[tuple[str, str], tuple[SetupRow, ...]] = field(default_factory=dict)
    own: Mapping[str, OwnScenario] = field(default_factory=dict)

    def follows(self, scenario: str) -> str:
        """The printed scenario whose special rules hold in a scenario: itself, or what a user's set-up names."""
        return self.own[scenario].follows if scenario in self.own else scenario

    def holds(self, event: str, scenario: str, round_: int) -> bool:
        """Whether a row of events.csv holds in a round of a scenario, printed or the user's."""
        return self.rounds.holds(event, self.follows(scenario), round_)

    def choose(self, given: Mapping[str, str] | None = None) -> dict[str, str]:
        """Every option with its given or default value; `DataError` names the choices if one is unknown."""
        return choose_options(self.options, given)

    def with_options(self, given: Mapping[str, str] | None = None) -> AanaData:
        """The same data with the numbers that the options select (French tank, prices, set-up rows)."""
        chosen = self.choose(given)
        units, tokens = dict(self.units), dict(self.tokens)
        for name, value in chosen.items():
            choice = f"{name}={value}"
            units.update({(unit.power, unit.kind): unit for unit in self.unit_variants.get(choice, ())})
            tokens.update({token.kind: token for token in self.token_variants.get(choice, ())})
        setups = {scenario: self.setup(scenario, chosen) for scenario in self.setups}
        return replace(self, units=units, tokens=tokens, setups=setups)

    def setup(self, scenario: str, options: Mapping[str, str] | None = None) -> tuple[SetupRow, ...]:
        """Set-up rows of a scenario, with those that the options add."""
        if scenario not in self.setups:
            raise DataError(f"unknown scenario '{scenario}'; {did_you_mean(scenario, self.setups)}")
        table = self.setups[scenario]
        extra = [
            row
            for name, value in self.choose(options).items()
            for row in self.setup_variants.get((scenario, f"{name}={value}"), ())
            if row not in table
        ]
        return (*table, *extra)

    def cost(self, power: str, kind: str) -> int:
        """Price in RP of a unit or token for a power; `KeyError` if its chart does not list it."""
        if kind in self.tokens:
            return self.tokens[kind].cost
        return self.units[power, kind].cost

    def rp(self, space: str) -> int | None:
        """RP value of a territory, or None: nobody can control it."""
        value = self.board[space].values.get("rp")
        return value if isinstance(value, int) else None

    def stacking_limit(self, space: str, options: Mapping[str, str] | None = None) -> int | None:
        """Most combat land and air units one side may have there; None at sea, 0 where it is impassable."""
        if space == "cairo" and options is not None:
            choice = options.get("cairo_stacking", "")
            if choice and choice != self.options["cairo_stacking"].default:
                return int(choice)
        value = self.board[space].values.get("stacking_limit")
        return value if isinstance(value, int) else None

    def supply_limit(self, space: str) -> int | None:
        """Most supply a territory may hold (Malta), or None."""
        value = self.board[space].values.get("supply_limit")
        return value if isinstance(value, int) else None

    def has_tag(self, space: str, tag: str) -> bool:
        """Whether a space carries a tag such as ``port`` or ``north_africa``; off-map boxes carry none."""
        return space in self.board and tag in self.board[space].tags

    def is_road(self, space: str) -> bool:
        """Whether the coast road crosses the territory."""
        return self.has_tag(space, "coast_road")

    def is_sahara(self, space: str) -> bool:
        """Whether only scout cars may enter."""
        return self.has_tag(space, "sahara")

    def is_impassable(self, space: str) -> bool:
        """Whether nothing may enter, not even in passing."""
        return self.has_tag(space, "impassable")

    def is_west(self, space: str) -> bool:
        """Whether it lies west of the white line (Morocco, Algeria, Tunisia)."""
        return self.has_tag(space, "west")

    def is_emblem(self, space: str) -> tuple[str, ...]:
        """The powers whose emblem is printed on the territory; empty if none is."""
        return self.emblems.get(space, ())

    def spaces_with(self, tag: str) -> tuple[str, ...]:
        """All spaces that carry a tag, in the order of the table."""
        return tuple(space.id for space in self.board.spaces.values() if tag in space.tags)

    @cached_property
    def emblems(self) -> Mapping[str, tuple[str, ...]]:
        """Territories with a printed emblem and its powers."""
        return {
            space.id: tuple(str(space.values["emblem"]).split(";"))
            for space in self.board.spaces.values()
            if "emblem" in space.tags
        }

    def road_neighbours(self, space: str) -> tuple[str, ...]:
        """The next stations along the coast road."""
        return self.board.neighbours(space, "land", "coast_road")

    def land_neighbours(self, space: str, scout_car: bool = False) -> tuple[str, ...]:
        """Territories a land unit may step to; those of the Sahara only for scout cars."""
        near = self.board.neighbours(space, "land")
        return near if scout_car else self._dry[space]

    def air_neighbours(self, space: str) -> tuple[str, ...]:
        """Spaces an aircraft may fly to: land and sea, never the Sahara, never the convoy boxes."""
        return self._air.get(space, ())

    def sea_neighbours(self, space: str, side: str | None = None) -> tuple[str, ...]:
        """Sea zones a ship may sail to; the Strait of Messina is open to the Axis (and to side None) only."""
        near = self.board.neighbours(space, "sea")
        if side != "allies":
            return near
        shut = self.board.neighbours(space, "sea", "messina")
        return tuple(zone for zone in near if zone not in shut) if shut else near

    @cached_property
    def _dry(self) -> Mapping[str, tuple[str, ...]]:
        return {
            space: tuple(to for to in self.board.neighbours(space, "land") if not self.is_sahara(to))
            for space in self.board.spaces
        }

    @cached_property
    def _air(self) -> Mapping[str, tuple[str, ...]]:
        return {
            space: ()
            if self.is_sahara(space)
            else tuple(to for to in self.board.neighbours(space) if not self.is_sahara(to))
            for space in self.board.spaces
        }


def load(overlay: Path | str | None = None) -> AanaData:
    """Read and check the data; ``overlay`` is a user's own tables, a folder or one file. Raises `DataError`."""
    return _load_shipped() if overlay is None else _load(Tables(SYSTEM, overlay))


@cache
def _load_shipped() -> AanaData:
    return _load(Tables(SYSTEM))


def _load(tables: Tables) -> AanaData:
    rulebook = read_rulebook(tables)
    options = read_options(tables, rulebook)
    board, features = readers.board(tables)
    powers = readers.powers(tables, board)
    units, unit_variants = readers.units(tables, powers, options)
    tokens, token_variants = readers.tokens(tables, options)
    rounds = readers.the_calendar(tables, powers, rulebook)
    setups, setup_variants = readers.setups(tables, board, powers, units, options, rounds)
    convoys = readers.convoys(tables, board, powers)
    components = readers.components(tables)
    known = own.Known(board, powers, units, options, convoys, components, rounds)
    scenarios, own_setups, own_variants = own.read(tables, known)
    return AanaData(
        board=board,
        units=units,
        tokens=tokens,
        powers=powers,
        convoys=convoys,
        convoy_links=readers.convoy_links(tables, board, powers),
        setups=setups | own_setups,
        victory=readers.victory(tables, board, rulebook),
        rounds=rounds,
        components=components,
        features=features,
        rulebook=rulebook,
        options=options,
        digests=tables.digests(),
        shapes=data_path(SYSTEM, "shapes.geojson"),
        unit_variants=unit_variants,
        token_variants=token_variants,
        setup_variants=setup_variants | own_variants,
        own=scenarios,
    )
