"""Where one may go from a hex, and at what cost: the map turned into steps (Terrain Effects Chart, 1.4, 1.7).

Costs are whole quarters of a movement point, since a primary road takes a quarter. Four modes use the map:
``foot``, ``vehicle`` (kept out of salt marsh), ``truck`` (kept out of marsh, delta and rivers off the road) and
``trace``, supply range, which is as trucks but does not pass the boxes beside the map.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from northafrica.mechanisms.hex_reach import Barred, Step
from northafrica.systems.afrika2.entities import CONNECTING, TRIPOLI, HexInfo, Mode, TerrainCost
from northafrica.systems.afrika2.terrain.grid import DIRECTIONS, OPPOSITE, hex_at

QUARTERS = 4
MODES: tuple[Mode, ...] = ("foot", "vehicle", "truck", "trace")
ROADS = {"primary": "primary_road", "secondary": "secondary_road", "track": "track"}
BOX_STEP = 5 * QUARTERS


@dataclass(frozen=True)
class Assault:
    """A hexside as an attacker sees it: `way` open, up, down or river; `fort` if fortified for the defender."""

    way: str
    fort: bool = False


@dataclass(frozen=True)
class Ground:
    """How the map is read: whether a strip of sand counts, whether hidden hexes are open."""

    sand: str = "half"
    covered: str = "closed"


class Ways:
    """All steps of the map, by mode and hex, and the zones of control they allow."""

    def __init__(
        self, hexes: Mapping[str, HexInfo], terrain: Mapping[str, TerrainCost], ground: Ground | None = None
    ) -> None:
        self.hexes, self.terrain, self.ground = hexes, terrain, ground or Ground()
        self.near = {
            name: {d: to for d in DIRECTIONS if (to := hex_at(hexes, info, d)) is not None}
            for name, info in hexes.items()
        }
        self.toward = {(name, to): d for name, sides in self.near.items() for d, to in sides.items()}
        self.steps: dict[Mode, dict[str, tuple[Step, ...]]] = {mode: self._steps(mode) for mode in MODES}
        self.zone: dict[Mode, dict[str, frozenset[str]]] = {
            mode: {name: frozenset(s.to for s in steps if s.to in hexes) for name, steps in self.steps[mode].items()}
            for mode in ("foot", "vehicle")
        }

    # -- terrain ------------------------------------------------------------------------------------
    def terrains(self, name: str) -> tuple[str, ...]:
        """The kinds of terrain that count in a hex, cities included (1.4; options sand and covered_hexes)."""
        info, found = self.hexes[name], []
        for terrain in info.terrains:
            if terrain == "sand_desert" and self.ground.sand == "half" and info.sand_share < 0.5:
                continue
            if terrain == "covered" and self.ground.covered == "open":
                continue
            found.append(terrain)
        city = f"{info.city}_city" if info.city else ""
        return tuple(found) if not city or city in found else (*found, city)

    def entry(self, name: str, mode: Mode) -> tuple[int, str] | Barred:
        """The cost of entering a hex off the road, and the terrain that sets it."""
        plain = self.terrain["open"].cost
        assert plain is not None
        worst, which = int(plain * QUARTERS), "open"
        for kind in self.terrains(name):
            rule = self.terrain[kind]
            label = kind.replace("_", " ")
            if rule.cost is None:
                return Barred(rule.rule, f"{self._label(name)} is {label}: entered by road or track only")
            if kind == "salt_marsh" and mode == "vehicle":
                return Barred("tec.salt-marsh-types", f"{self._label(name)} is salt marsh: closed to vehicles and guns")
            if not rule.supply and mode in ("truck", "trace"):
                return Barred(rule.rule, f"{self._label(name)} is {label}: trucks and supply keep to the road")
            cost = int(rule.cost * QUARTERS)
            if cost > worst or (cost == worst and which == "open"):
                worst, which = cost, kind
        return worst, which

    def _label(self, name: str) -> str:
        info = self.hexes[name]
        return info.name if info.name.lower() == name else f"{info.name} ({name})"

    # -- steps ----------------------------------------------------------------------------------------
    def between(self, start: str, to: str, mode: Mode) -> Step | Barred:
        """The step from a hex to its neighbour, or what bars it."""
        direction, info = self.toward[start, to], self.hexes[start]
        road = info.roads.get(direction, "")
        if road:
            rule = self.terrain[ROADS[road]]
            assert rule.cost is not None
            return Step(to, int(rule.cost * QUARTERS), road=road, rules=(rule.rule,))
        hexside = self._hexside(start, to, direction, mode)
        if isinstance(hexside, Barred):
            return hexside
        entry = self.entry(to, mode)
        if isinstance(entry, Barred):
            return entry
        extra, all_points, rules = hexside
        return Step(to, entry[0] + extra, all_points, rules=(self.terrain[entry[1]].rule, *rules))

    def _hexside(self, start: str, to: str, direction: str, mode: Mode) -> tuple[int, bool, tuple[str, ...]] | Barred:
        info, between = self.hexes[start], f"between {self._label(start)} and {self._label(to)}"
        if direction in info.escarpments:
            return Barred("tec.escarpment", f"an escarpment lies {between}: it is crossed by road or track only")
        if direction in info.sea_lines or info.rivers.get(direction) == "major":
            what = "the sea" if direction in info.sea_lines else "a major river"
            return Barred("tec.major-river-sea", f"{what} lies {between}")
        if direction in info.rivers:
            if mode in ("truck", "trace"):
                return Barred("tec.river", f"a river lies {between}: trucks and supply cross by road or track only")
            return 0, True, ("tec.river",)
        if direction in info.wadis:
            cost = self.terrain["wadi"].cost
            assert cost is not None
            return int(cost * QUARTERS), False, ("tec.wadi",)
        return 0, False, ()

    def _steps(self, mode: Mode) -> dict[str, tuple[Step, ...]]:
        found = {}
        for name, sides in self.near.items():
            steps = [step for to in sides.values() if isinstance(step := self.between(name, to, mode), Step)]
            if mode != "trace" and self.hexes[name].edge == "west":
                steps.append(Step(CONNECTING, BOX_STEP, rules=("1.7.cost-five", "1.7.exit-map")))
            found[name] = tuple(steps)
        west = [name for name, info in self.hexes.items() if info.edge == "west"]
        entered = tuple(
            Step(name, BOX_STEP, rules=("1.7.cost-five", "1.7.west-edge-entry"))
            for name in west
            if not isinstance(self.entry(name, mode), Barred)
        )
        back = () if mode == "trace" else (Step(TRIPOLI, BOX_STEP, rules=("1.7.cost-five",)),)
        found[CONNECTING] = (*entered, *back)
        found[TRIPOLI] = () if mode == "trace" else (Step(CONNECTING, BOX_STEP, rules=("1.7.cost-five",)),)
        return found

    # -- combat -----------------------------------------------------------------------------------------
    def assault(self, start: str, target: str) -> Assault | Barred:
        """How a hexside is attacked across; units must be able to cross it (Terrain Effects Chart, note a)."""
        if (start, target) not in self.toward:
            return Barred("scs.attack-adjacent", f"{start} and {target} do not touch")
        direction = self.toward[start, target]
        info, road = self.hexes[start], self.hexes[start].roads.get(direction, "")
        fort = OPPOSITE[direction] in self.hexes[target].forts
        barrier = info.escarpments.get(direction, "")
        if barrier:
            way = "up" if barrier == "low" else "down"
            return Assault(way, fort) if road else Barred("tec.escarpment", "attacked along a road or track only")
        if direction in info.rivers or direction in info.sea_lines:
            rule = "tec.river" if info.rivers.get(direction) == "river" else "tec.major-river-sea"
            return Assault("river", fort) if road else Barred(rule, "attacked along a road or track only")
        return Assault("open", fort)
