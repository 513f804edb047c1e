"""The shipped tables against what the rulebook prints (pages in the comments) and what sources agree on."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from northafrica.systems.aana.data import AanaData, SetupRow, load

PIECES = {  # p.5
    "germany": {
        "infantry": 12,
        "mechanized_infantry": 6,
        "artillery": 6,
        "anti_tank_gun": 6,
        "scout_car": 4,
        "tank": 10,
        "truck": 2,
        "fighter": 5,
        "bomber": 4,
        "submarine": 3,
    },
    "uk": {
        "infantry": 12,
        "artillery": 6,
        "anti_tank_gun": 8,
        "aaa": 6,
        "scout_car": 6,
        "tank": 8,
        "sherman": 2,
        "truck": 6,
        "fighter": 6,
        "bomber": 3,
        "battleship": 2,
        "destroyer": 4,
        "submarine": 2,
    },
    "italy": {
        "infantry": 12,
        "artillery": 6,
        "aaa": 4,
        "scout_car": 4,
        "tank": 7,
        "truck": 2,
        "fighter": 3,
        "bomber": 2,
        "destroyer": 3,
        "submarine": 3,
    },
    "us": {
        "infantry": 12,
        "artillery": 6,
        "aaa": 4,
        "tank": 8,
        "truck": 2,
        "fighter": 3,
        "bomber": 3,
        "destroyer": 2,
    },
    "vichy": {"infantry": 7, "tank": 4},
}
CHART = {  # p.8, Allied side, legible lines: cost, attack, defence, move
    ("uk", "infantry"): (3, 2, 3, 1),
    ("uk", "artillery"): (4, 3, 3, 1),
    ("uk", "anti_tank_gun"): (4, 2, 3, 1),
    ("uk", "aaa"): (3, 0, 0, 1),
    ("uk", "scout_car"): (4, 2, 1, 4),
    ("uk", "tank"): (5, 4, 5, 1),
    ("uk", "sherman"): (0, 5, 4, 2),
    ("uk", "truck"): (2, 0, 0, 2),
    ("uk", "fighter"): (10, 4, 5, 4),
    ("uk", "battleship"): (13, 6, 6, 4),
    ("uk", "destroyer"): (8, 4, 4, 4),
    ("uk", "submarine"): (6, 4, 2, 4),
    ("us", "infantry"): (3, 2, 3, 1),
    ("us", "artillery"): (4, 3, 3, 1),
    ("us", "bomber"): (10, 6, 1, 6),
    ("us", "destroyer"): (8, 4, 4, 4),
    ("vichy", "infantry"): (3, 2, 3, 1),
}


@pytest.fixture(scope="module")
def data() -> AanaData:
    return load()


def test_the_board_has_its_spaces(data: AanaData) -> None:
    kinds = Counter(space.kind for space in data.board.spaces.values())
    assert kinds == {"land": 27 + 11 + 7 + 11, "sea": 32, "box": 3}
    assert len(data.board.spaces) == 91
    assert len(data.board.links) == 221
    assert len(data.spaces_with("sahara")) == 11
    assert len(data.spaces_with("emblem")) == 7
    assert len(data.spaces_with("scenery")) == 11
    assert len(data.spaces_with("convoy")) == 10
    assert len(data.spaces_with("north_africa")) == 38


def test_adjacency_as_the_rulebook_tells_it(data: AanaData) -> None:
    land = data.board.neighbours("mersa_matruh", "land")
    assert land == ("bir_hachem", "cairo", "siwa", "tobruk")  # p.22 example; p.8 for Cairo
    assert "tripoli" in data.board.neighbours("mareth")  # p.10
    assert data.board.are_adjacent("sz11", "sz16")  # p.10-11
    assert not data.board.are_adjacent("siwa", "qattara_depression")
    assert data.board.link("siwa", "qattara_depression").kind == "land"


def test_nothing_enters_what_is_impassable(data: AanaData) -> None:
    for space in data.board.spaces:
        assert not any(data.is_impassable(to) for to in data.board.neighbours(space))
        if data.is_impassable(space):
            assert data.board.neighbours(space) == ()
            assert data.stacking_limit(space) == 0


def test_convoy_boxes_are_reached_by_convoy_only(data: AanaData) -> None:
    for box in ("csz_atlantic", "csz_indian", "csz_suez"):
        assert data.board.neighbours(box) == ()
    steps = {(link.start, link.end) for link in data.convoy_links if "csz_suez" in (link.start, link.end)}
    assert steps == {("csz_indian", "csz_suez"), ("csz_suez", "cairo"), ("csz_suez", "sz31")}


def test_the_sahara_is_for_scout_cars(data: AanaData) -> None:
    assert "sahara_j" in data.land_neighbours("siwa", scout_car=True)
    assert "sahara_j" not in data.land_neighbours("siwa")
    assert not any(data.is_sahara(to) for space in data.board.spaces for to in data.air_neighbours(space))
    for link in data.board.links:
        assert ("sahara" in link.tags) == (data.is_sahara(link.a) or data.is_sahara(link.b))


def test_messina_is_shut_to_allied_ships_only(data: AanaData) -> None:
    assert "sz16" in data.sea_neighbours("sz11", "axis")
    assert "sz16" not in data.sea_neighbours("sz11", "allies")
    assert "sz16" in data.air_neighbours("sz11")


def test_islands_touch_sea_only(data: AanaData) -> None:
    for island in data.spaces_with("island"):
        assert data.board.neighbours(island, "land") == ()
        assert data.board.neighbours(island, "coast")


def test_the_coast_road_is_one_chain_broken_at_spanish_morocco(data: AanaData) -> None:
    assert data.road_neighbours("casablanca") == ()
    chain, here = ["oran"], "oran"
    while onward := [to for to in data.road_neighbours(here) if to not in chain]:
        (here,) = onward
        chain.append(here)
    assert chain[-1] == "cairo"
    assert len(chain) == 13
    order = {f.space: int(f.value) for f in data.features if f.feature == "coast_road_order"}
    assert [order[space] for space in chain] == list(range(3, 16))


def test_features_and_tags_say_the_same(data: AanaData) -> None:
    tags = {"sahara", "impassable", "west", "no_enemy_land_entry", "staging", "landing", "no_axis_sea_mines"}
    tags |= {"axis_direct_deploy", "free_french_site", "naval_base", "defensive_bonus", "capital"}
    by_table = {(s.id, tag) for s in data.board.spaces.values() for tag in s.tags if tag in tags}
    by_feature = {(f.space, f.feature) for f in data.features if f.feature in tags}
    assert by_table == by_feature


def test_victory_names_no_space_beyond_reach(data: AanaData) -> None:
    for cell in data.victory:
        assert all(data.rp(space) is not None for space in cell.spaces)
    levels = Counter((cell.scenario, cell.level) for cell in data.victory)
    assert levels["rommel", "total"] == 0  # p.6: the column is empty in Rommel
    assert levels["torch", "total"] == 1


@pytest.mark.parametrize("power", PIECES)
def test_piece_counts(data: AanaData, power: str) -> None:
    counts = {
        kind: unit.limit
        for (owner, kind), unit in data.units.items()
        if owner == power and unit.limit_kind != "per_turn"
    }
    assert counts == PIECES[power]


def test_token_counts(data: AanaData) -> None:
    counts = data.components
    assert {kind: token.limit for kind, token in data.tokens.items()} == {
        "supply_1": 40,
        "supply_5": 15,
        "land_mine": 20,
        "sea_mine": 15,
    }
    assert counts["control_marker"] == 48
    assert counts["sea_mine_token_allied"] + counts["sea_mine_token_axis"] == 15
    total = sum(sum(pieces.values()) for pieces in PIECES.values())
    assert total == counts["miniatures_in_scenarios"] == 254 - counts["miniatures_spare"]


@pytest.mark.parametrize("unit", CHART)
def test_chart_values(data: AanaData, unit: tuple[str, str]) -> None:
    found = data.units[unit]
    assert (found.cost, found.attack, found.defense, found.move) == CHART[unit]


def test_abilities_of_the_chart(data: AanaData) -> None:
    units = data.units
    assert units["us", "infantry"].abilities == {"supported_by_artillery"}
    assert units["uk", "tank"].abilities == {"coast_road"}
    assert "blitz" in units["uk", "sherman"].abilities  # p.32
    assert "air_defense" not in units["uk", "anti_tank_gun"].abilities
    assert "air_defense" in units["germany", "anti_tank_gun"].abilities
    assert units["us", "bomber"].abilities == {"collateral_damage"}
    assert "coast_road" not in units["germany", "tiger_tank"].abilities  # p.38
    assert {kind for (_, kind), unit in units.items() if not unit.combat} == {"truck"}
    subs = {frozenset(unit.abilities - {"immediate"}) for (_, kind), unit in units.items() if kind == "submarine"}
    assert len(subs) == 1
    assert "immediate" in units["germany", "submarine"].abilities  # p.13


def test_french_share_one_pool(data: AanaData) -> None:
    for kind in ("infantry", "tank"):
        vichy, free = data.units["vichy", kind], data.units["free_french", kind]
        assert vichy.pool == free.pool == "france"
        assert (vichy.cost, vichy.attack, vichy.limit) == (free.cost, free.attack, free.limit)
    assert data.powers["vichy"].side == "axis"
    assert data.powers["free_french"].owner == "us"


def income(data: AanaData, scenario: str, power: str) -> int:
    first = 1 if scenario == "rommel" else 7
    marked = {
        row.space
        for row in data.setups[scenario]
        if row.kind == "control_marker" and row.power == power and row.round == first
    }
    emblems = {space for space in data.emblems if power in data.is_emblem(space)}
    return data.powers[power].basic_rp + sum(data.rp(space) or 0 for space in marked | emblems)


@pytest.mark.parametrize(
    ("scenario", "power", "expected"),
    [
        ("rommel", "germany", 25),
        ("rommel", "uk", 48),
        ("rommel", "italy", 17),
        ("torch", "germany", 45),
        ("torch", "uk", 36),
        ("torch", "italy", 27),
        ("torch", "us", 36),
    ],
)
def test_income_at_the_start(data: AanaData, scenario: str, power: str, expected: int) -> None:
    assert income(data, scenario, power) == expected
    assert data.powers[power].start_income[scenario] == expected


def test_malta_is_worth_15(data: AanaData) -> None:
    assert data.rp("malta") == 15  # p.13
    assert (data.stacking_limit("malta"), data.supply_limit("malta")) == (3, 3)  # p.12


def counted(data: AanaData, rows: tuple[SetupRow, ...]) -> Counter[tuple[str, str]]:
    """Pieces by pool and kind."""
    found: Counter[tuple[str, str]] = Counter()
    for row in rows:
        if (row.power, row.kind) in data.units:
            found[data.units[row.power, row.kind].pool, row.kind] += row.count
        elif row.kind == "uk_truck_captured":
            found["uk", "truck"] += row.count
    return found


@pytest.mark.parametrize("scenario", ["rommel", "torch"])
def test_setup_keeps_stacking_limits(data: AanaData, scenario: str) -> None:
    stacks: Counter[tuple[str, str]] = Counter()
    for row in data.setups[scenario]:
        unit = data.units.get((row.power, row.kind))
        if unit and unit.combat and data.board.spaces[row.space].kind == "land":
            stacks[data.powers[row.power].side, row.space] += row.count
    assert stacks
    for (_, space), count in stacks.items():
        limit = data.stacking_limit(space)
        assert limit is not None
        assert count <= limit, space


@pytest.mark.parametrize("scenario", ["rommel", "torch"])
def test_setup_keeps_piece_limits(data: AanaData, scenario: str) -> None:
    first = 1 if scenario == "rommel" else 7
    rows = tuple(row for row in data.setups[scenario] if row.round == first)
    for (pool, kind), count in counted(data, rows).items():
        unit = next(u for u in data.units.values() if (u.pool, u.kind) == (pool, kind))
        spare = 1 if unit.limit_kind == "figures_plus_chips" else 0  # a 13th infantry is a chip
        assert count <= unit.limit + spare, (pool, kind)
    for kind, token in data.tokens.items():
        assert sum(row.count for row in rows if row.kind == kind) <= token.limit
    assert sum(row.count for row in rows if row.kind == "control_marker") <= 48


def test_setup_excerpts_of_the_rulebook(data: AanaData) -> None:
    def at(power: str, space: str, scenario: str = "rommel", first: int = 1) -> dict[str, int]:
        rows = data.setups[scenario]
        return {r.kind: r.count for r in rows if (r.power, r.space, r.round) == (power, space, first)}

    assert at("germany", "tripoli") == {"mechanized_infantry": 1, "fighter": 1, "bomber": 1}  # p.8-9
    assert at("italy", "tripoli") == {"infantry": 2, "truck": 1, "supply_1": 2, "control_marker": 1}
    cairo = at("uk", "cairo")
    assert cairo == {
        "infantry": 1,
        "anti_tank_gun": 1,
        "aaa": 1,
        "fighter": 1,
        "supply_5": 1,
        "land_mine": 3,
        "control_marker": 1,
    }
    for scenario in ("rommel", "torch"):  # p.28
        assert at("us", "casablanca", scenario, 7) == {"infantry": 5, "supply_1": 4, "attack_arrow": 1}
        assert at("us", "algiers", scenario, 7) == {"infantry": 3, "supply_1": 5, "attack_arrow": 1}
        assert at("uk", "algiers", scenario, 7) == {"infantry": 3}
    assert at("uk", "csz_atlantic", first=4) == {"sherman": 2}


def test_convoys_open_at_the_start(data: AanaData) -> None:
    ports = {c.port for c in data.convoys.values() if c.open_at_start["rommel"] and not c.permanent}
    assert ports == {"tripoli"}  # p.35: the only route of the Axis in its first turn
    for scenario in ("rommel", "torch"):
        marked = {
            row.space
            for row in data.setups[scenario]
            if row.kind == "control_marker" and row.space in data.convoys and row.power in ("germany", "italy")
        }
        opened = {z for z, c in data.convoys.items() if c.open_at_start[scenario] and not c.permanent}
        assert opened <= marked


def test_options_change_the_numbers(data: AanaData) -> None:
    other = data.with_options(
        {"french_tank": "chart", "us_tank_cost": "chart", "supply_5_cost": "5", "strategic_reserve": "on"}
    )
    assert (data.units["vichy", "tank"].attack, other.units["vichy", "tank"].attack) == (3, 5)
    assert (data.cost("us", "tank"), other.cost("us", "tank")) == (6, 4)
    assert (data.cost("uk", "supply_5"), other.cost("uk", "supply_5")) == (3, 5)
    reserve = [r for r in other.setups["rommel"] if r.space == "gibraltar"]
    assert sum(r.count * other.tokens[r.kind].value for r in reserve) == 9  # p.39
    assert len(other.with_options({"strategic_reserve": "on"}).setups["rommel"]) == len(other.setups["rommel"])
    assert data.stacking_limit("cairo", data.choose()) == 15
    assert data.stacking_limit("cairo", data.choose({"cairo_stacking": "10"})) == 10


def test_optional_rules_are_off(data: AanaData) -> None:
    chosen = data.choose()
    assert {chosen[o.name] for o in data.options.values() if o.scope == "optional"} == {"off"}
    for option in data.options.values():
        assert option.default == option.values[0]
        assert option.rule in data.rulebook


def test_rulebook(data: AanaData) -> None:
    assert len(data.rulebook) == 444
    assert data.rulebook["declare.cost"].page == 18
    assert all(rule.page for rule in data.rulebook.values() if "Reference" not in rule.section)


def test_every_row_has_its_provenance(data: AanaData) -> None:
    for space in data.board.spaces.values():
        assert space.provenance["space"].source
    things = [*data.board.links, *data.units.values(), *data.victory, *data.rounds.events.values()]
    things += [row for rows in data.setups.values() for row in rows]
    assert all(thing.provenance.source for thing in things)


def test_shapes_cover_the_board(data: AanaData) -> None:
    shapes = json.loads(data.shapes.read_text(encoding="utf-8"))
    assert {shape["properties"]["id"] for shape in shapes["features"]} == set(data.board.spaces)
