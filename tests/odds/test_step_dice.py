"""A die per step (Blocks in Afrika): the manual's examples, sums by hand, every die of small battles."""

from collections import defaultdict
from itertools import product

import pytest

from northafrica.odds.answer import Answer
from northafrica.odds.step_battle import Battle, Leave, fight, sample
from northafrica.odds.step_dice import Block, Unit, dice_of, take_hits
from northafrica.odds.step_roll import roll_battle
from northafrica.odds.step_rules import Rules, State, start
from northafrica.odds.told import OddsError
from northafrica.systems.blocks import odds as blocks
from northafrica.systems.blocks.odds import odds
from northafrica.systems.blocks.odds_data import combat_data


def foot(name: str, steps: int, need: int = 6, count: int = 1, **more: object) -> Block:
    ladder = tuple(range(steps, 0, -1))
    return Block(name, count, "combat", ladder, steps, (need, need), other=need, **more)  # type: ignore[arg-type]


def shot(answer: Answer, side: str, name: str) -> float:
    return answer.force(side).start[answer.force(side).units.index(name)] - answer.expected_survivors[side][name]


# -- dice --------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("shooters", "dice"),
    [
        ([(5, 6, 1, False)], ((2, 6),)),  # 7.7.7, example 1: one malus
        ([(5, 6, 2, False)], ((1, 6),)),  # forest and river
        ([(1, 6, 1, False)], ((1, 6),)),  # 3.20: at least one die
        ([(8, 6, 3, False)], ((1, 6),)),
        ([(3, 5, 1, False), (3, 6, 1, False)], ((1, 5), (2, 6))),  # merging dice, its example
        ([(3, 5, 1, False), (3, 6, 2, False)], ((1, 5), (1, 6))),  # not the same malus
        ([(1, 6, 1, False), (1, 6, 1, False)], ((2, 6),)),
        ([(4, 5, 1, True)], ((2, 5),)),  # trading gains nothing: 4 at 6 promises as many hits as 2 at 5
        ([(5, 5, 1, True)], ((5, 6),)),  # 5 at 6 against 2 at 5
        ([(0, 6, 0, False)], ()),
        ([(4, 7, 0, False)], ()),
    ],
)
def test_dice(shooters: list[tuple[int, int, int, bool]], dice: tuple[tuple[int, int], ...]) -> None:
    assert dice_of(shooters) == dice


# -- hits --------------------------------------------------------------------------------------------
def after(kinds: list[Block], hits: int) -> list[tuple[str, int, int]]:
    side = tuple(Unit(i, kind.ladder.index(kind.start)) for i, kind in enumerate(kinds))
    left = take_hits(side, hits, kinds, lambda unit: True)
    return [(kinds[u.kind].name, kinds[u.kind].ladder[u.rung], u.marks) for u in left]


def test_strongest_first_through_shields() -> None:
    """7.7.5: DAK 5 to 3 takes two hits, then the tie at 3 falls on Ariete, which fires worse."""
    dak = Block("dak", 1, "combat", (5, 3, 2, 1), 5, (4, 4))
    ariete = Block("ariete", 1, "combat", (4, 3, 2, 1), 3, (6, 6))
    assert after([dak, ariete], 1) == [("dak", 5, 1), ("ariete", 3, 0)]
    assert after([dak, ariete], 2) == [("dak", 3, 0), ("ariete", 3, 0)]
    assert after([dak, ariete], 3) == [("dak", 3, 0), ("ariete", 2, 0)]


def test_shields() -> None:
    """3.18, 7.7.8.1 and 7.7.8.2."""
    assert after([foot("inf", 4)], 1) == [("inf", 3, 0)]
    assert after([foot("inf", 4)], 4) == []
    daf = Block("daf", 1, "fighter", (5, 3, 2, 1), 5, (7, 7))
    assert after([daf], 1) == [("daf", 5, 1)]
    assert after([daf], 2) == [("daf", 3, 0)]
    rats = Block("rats", 1, "combat", (3, 0), 3, (5, 5))
    assert after([rats], 2) == [("rats", 3, 2)]
    assert after([rats], 3) == [("rats", 0, 0)]
    assert after([rats], 5) == [("rats", 0, 0)]
    army = Block("army", 1, "artillery", (5, 3, 1, 0), 3, (5, 5))
    assert after([army], 1) == [("army", 3, 1)]  # 6.1.5
    assert after([army], 3) == [("army", 0, 0)]


def test_zero_steps_take_no_hits() -> None:
    zero = Block("art", 1, "artillery", (2, 1, 0), 0, (6, 6))
    assert after([zero, foot("inf", 1)], 3) == [("art", 0, 0)]


# -- the battle of Gazala, with the dice that give the printed outcome --------------------------------
GAZALA = (
    "Rommel (3 steps), DAK (5 steps), Ariete (3 steps), Stuka (4 steps), 5 Rex bomber (3 steps)",
    "Desert Rats, DAF (1 step), AASF (4 steps)",
)
# In the order they are rolled here: the British fighter 1, Stuka 4; city 1, Rats 3; Rex 2, Stuka 3; Rommel 3; Rats 3;
# Ariete 2, DAK 3.
GAZALA_DICE = [1, 6, 1, 2, 3, *[2, 4, 5, 1], *[3, 4, 5, 1, 2], *[4, 1, 2], *[4, 5, 6], *[6, 4, 1, 2, 3]]


def gazala() -> Battle:
    found: list[Battle] = []
    original = blocks.step_battle.fight

    def catch(battle: Battle, **words: object) -> Answer:
        found.append(battle)
        return original(battle)

    blocks.step_battle.fight = catch  # type: ignore[assignment]
    try:
        odds(*GAZALA, date="1941-06", terrain="minor_city", defender_air_retreat="after:1")
    finally:
        blocks.step_battle.fight = original
    return found[0]


def test_gazala_is_fought_as_printed() -> None:
    """7.7.1 to 7.7.5: British bomber 4 to 3; Stuka 4 to 3 and Rex 3 to 2; Rommel 3 to 2; DAK 3, Ariete 2; Rats gone."""
    battle = gazala()
    stream = iter(GAZALA_DICE)
    state, outcome, rounds = roll_battle(battle, lambda: next(stream))
    assert (outcome, rounds) == ("win", 1)
    assert next(stream, None) is None
    names = [
        {kinds[u.kind].name.split(" (")[0]: kinds[u.kind].ladder[u.rung] for u in (*ground, *air)}
        for kinds, ground, air in zip(battle.sides, state.ground, state.air, strict=True)
    ]
    assert names[0] == {"Rommel": 2, "DAK": 3, "Ariete": 2, "Stuka": 3, "5 Rex bomber": 2}
    assert names[1] == {"Desert Rats": 0, "DAF": 1, "AASF": 3}
    assert Rules(battle).overrun(1, state.ground[1], state.ground[0])


def test_gazala_dice_of_each_phase() -> None:
    """The numbers of the examples: TECH and elite of June 1941."""
    battle = gazala()
    rules, now = Rules(battle), start(battle)
    assert rules.air_dice(0, now.air[0], 1) == ((4, 6),)
    assert rules.air_dice(1, now.air[1], 1) == ((1, 6),)
    assert rules.gun_dice(1, now.ground[1]) == ((1, 6), (3, 4))
    assert rules.bomb_dice(0, now.air[0], 0) == ((3, 6), (4, 5))
    assert rules.artillery_dice(0, now.ground[0], 0) == ((3, 4),)
    assert rules.ground_dice(1, now.ground[1], 0, False) == ((3, 4),)
    assert rules.ground_dice(0, now.ground[0], 0, False) == ((3, 6), (5, 4))


def test_the_artillery_and_the_stuka() -> None:
    """6.1.5, June 1942: guns 3 at 5-6; a Stuka of 3 steps then rolls 3 at 5-6; air cannot remove it."""
    answer = odds("Stuka", "8th Army artillery (3 steps)", date="1942-06")
    guns = [8 / 27, 12 / 27, 6 / 27, 1 / 27]
    left = answer.survivors_of("attacker", "Stuka")
    assert left[4 - 0] == pytest.approx(guns[0])
    assert left[3] == pytest.approx(guns[1])
    expected = [0.0] * 4
    for lost, chance in enumerate(guns):
        dice = 4 - lost
        for hits in range(dice + 1):
            ways = len([w for w in product((0, 1), repeat=dice) if sum(w) == hits])
            part = chance * ways * (1 / 3) ** hits * (2 / 3) ** (dice - hits)
            expected[0 if hits >= 3 else 1 if hits == 2 else 3] += part
    assert answer.survivors_of("defender", "8th Army artillery (3 steps)") == pytest.approx(tuple(expected))
    assert answer.extra["expected_eliminated"]["defender"]["8th Army artillery (3 steps)"] == 0


def test_the_blitz_on_bir_hacheim() -> None:
    """11.5: Panzers Attack, DAK 3 at 4-6 and Ariete 2 at 6 fire before the Free French."""
    answer = odds("DAK (3 steps), Ariete (2 steps)", "FF Brigade (1 step)", date="1941-06", charge="panzers", rounds=1)
    assert answer.p["win"] == pytest.approx(1 - (1 / 2) ** 3 * (5 / 6) ** 2)
    assert shot(answer, "attacker", "DAK (3 steps)") == pytest.approx((1 / 2) ** 3 * (5 / 6) ** 2 / 6)


def test_a_cavalry_charge() -> None:
    """13.0: cavalry fires before the infantry, and alone takes the answer."""
    answer = odds("cavalry (1 step), infantry (2 steps)", "infantry (1 step)", charge="cavalry", rounds=1)
    alive = 5 / 6
    assert answer.p["win"] == pytest.approx(1 - alive**3)
    assert shot(answer, "attacker", "cavalry (1 step)") == pytest.approx(alive / 6)
    assert shot(answer, "attacker", "infantry (2 steps)") == pytest.approx(0, abs=1e-12)


# -- sums by hand ------------------------------------------------------------------------------------
def test_the_defender_fires_first() -> None:
    answer = odds("infantry (1 step)", "infantry (1 step)", rounds=1)
    assert answer.p["lose"] == pytest.approx(1 / 6)
    assert answer.p["win"] == pytest.approx(5 / 36)
    assert answer.p["stalemate"] == pytest.approx(25 / 36)
    end = odds("infantry (1 step)", "infantry (1 step)")
    assert end.p["win"] == pytest.approx(5 / 11, abs=1e-12)
    assert end.p["lose"] == pytest.approx(6 / 11, abs=1e-12)


@pytest.mark.parametrize(
    ("attacker", "terrain", "round_two", "defence", "dice"),
    [
        ("infantry (4 steps)", "major_city", False, 5, ((2, 6),)),
        ("infantry (4 steps)", "forest, major_city, river", False, 4, ((1, 6),)),  # 7.7.7, example 2
        ("infantry (4 steps)", "forest, major_city, river", True, 5, ((1, 6),)),
        ("infantry (4 steps)", "river", True, 6, ((4, 6),)),
        ("infantry (4 steps)", "red_arrow", False, 5, ((1, 6),)),
        ("infantry (4 steps)", "fortress", False, 4, ((1, 6),)),
        ("infantry (4 steps)", "bunker", False, 5, ((2, 6),)),
        ("armor (4 steps)", "swamp", False, 6, ((1, 6),)),
        ("mountain (3 steps)", "hills", False, 6, ((3, 6),)),
        ("armor (4 steps; tech 2)", "clear", False, 6, ((4, 5),)),
        ("armor (3 steps; tech 2), infantry (3 steps)", "forest", False, 6, ((1, 5), (2, 6))),
        ("infantry (4 steps; river)", "clear", False, 5, ((2, 6),)),
        ("infantry (2 steps; river), infantry (2 steps)", "clear", False, 6, ((3, 6),)),
        ("armor (4 steps; elite)", "clear", False, 6, ((4, 5),)),
    ],
)
def test_terrain(attacker: str, terrain: str, round_two: bool, defence: int, dice: tuple[tuple[int, int], ...]) -> None:
    seen: list[Battle] = []
    original = blocks.step_battle.fight
    blocks.step_battle.fight = lambda battle, **words: seen.append(battle) or original(battle)  # type: ignore[assignment, func-returns-value]
    try:
        odds(attacker, "infantry (3 steps)", terrain=terrain, rounds=1)
    finally:
        blocks.step_battle.fight = original
    rules, now = Rules(seen[0]), start(seen[0])
    assert rules.ground_dice(0, now.ground[0], int(round_two), False) == dice
    assert rules.ground_dice(1, now.ground[1], int(round_two), False) == ((3, defence),)


def test_bonus_of_a_tank_in_defence() -> None:
    """7.7.6: TECH 1 tanks defend at 5-6, with a bonus at 4-6."""
    answer = odds("infantry (1 step)", "armor (1 step)", rounds=1)
    assert answer.p["lose"] == pytest.approx(2 / 6)
    city = odds("infantry (1 step)", "armor (1 step)", terrain="major_city", rounds=1)
    assert city.p["lose"] == pytest.approx(3 / 6)


def test_artillery_fires_first_and_spends_a_step() -> None:
    answer = odds("infantry (1 step), artillery (2 steps)", "infantry (1 step)", rounds=1)
    killed_by_guns = 1 - (5 / 6) ** 2
    assert answer.survivors_of("attacker", "artillery (2 steps)")[1] >= killed_by_guns
    assert answer.p["win"] > killed_by_guns
    alone = odds("infantry (1 step)", "artillery (3 steps)", rounds=1)
    assert alone.value_lost["attacker"] == 0  # 6.1.5: alone it does not fire
    assert shot(alone, "defender", "artillery (3 steps)") == pytest.approx(1 / 6)


def test_zero_step_blocks_fall_with_their_last_friend() -> None:
    answer = odds("infantry (1 step)", "8th Army artillery (0 steps), infantry (1 step)", rounds=1)
    assert answer.p["win"] == pytest.approx(5 / 36)
    assert answer.extra["expected_eliminated"]["defender"]["8th Army artillery (0 steps)"] == pytest.approx(5 / 36)
    assert odds("infantry (1 step)", "8th Army artillery (0 steps)").p["win"] == 1


def test_air_combat() -> None:
    """Two fighters of a step, TECH 1: a round kills with 1/6 each; to the end both at once with 1/11."""
    answer = odds("infantry (1 step), fighter (1 step)", "infantry (1 step), fighter (1 step)", rounds=1)
    left = answer.survivors_of("attacker", "fighter (1 step)")
    assert left[1] == pytest.approx(5 / 11 * (1 - 1 / 6))  # alone above, it meets the infantry's gun
    bombers = odds("infantry (1 step), bomber (1 step)", "infantry (1 step), bomber (1 step)", rounds=1)
    assert bombers.survivors_of("attacker", "bomber (1 step)")[1] == pytest.approx(5 / 6)  # no fighter, no air combat


def test_a_parked_bomber_sits_out_the_first_round() -> None:
    answer = odds(
        "infantry (1 step), fighter (1 step)",
        "infantry (1 step), bomber (1 step; parked)",
        defender_air_retreat="after:1",
        rounds=1,
    )
    assert shot(answer, "defender", "bomber (1 step; parked)") == pytest.approx(0, abs=1e-12)
    flying = odds(
        "infantry (1 step), fighter (1 step)", "infantry (1 step), bomber (1 step)", defender_air_retreat="after:1"
    )
    assert shot(flying, "defender", "bomber (1 step)") == pytest.approx(1 / 6)


def test_recon_halves_the_first_bombs() -> None:
    clear = odds("Stuka (2 steps; tech 2)", "infantry (3 steps)")
    blind = odds("Stuka (2 steps; tech 2)", "infantry (3 steps)", recon=False)
    assert blind.value_lost["defender"] < clear.value_lost["defender"]
    trumpets = odds("Stuka (tech 2)", "XIII Corps", trumpets=True)
    assert trumpets.value_lost["defender"] > odds("Stuka (tech 2)", "XIII Corps").value_lost["defender"]


def test_retreats() -> None:
    """After one round: the defender's share of 25/36 leaves, so the attacker takes the hex."""
    answer = odds("infantry (1 step)", "infantry (1 step)", defender_retreat="after:1")
    assert answer.p["win"] == pytest.approx(5 / 36 + 25 / 36)
    assert answer.capture == pytest.approx(30 / 36)
    assert answer.expected_survivors["defender"]["infantry (1 step)"] == pytest.approx(1 / 6 + 25 / 36)
    both = odds("infantry (1 step)", "infantry (1 step)", retreat="after:1")
    assert both.p["retreat"] == pytest.approx(25 / 36)
    fixed = odds("infantry (1 step)", "static (1 step)", defender_retreat="after:1", rounds=1)
    assert fixed.p["stalemate"] == pytest.approx(25 / 36)  # 6.1.2: static infantry cannot retreat


def test_a_desperate_attack_must_clear() -> None:
    answer = odds("infantry (1 step; tech 2)", "infantry (1 step)", desperate=True)
    assert answer.p["win"] == pytest.approx(5 / 36)
    assert answer.p["lose"] == pytest.approx(31 / 36)
    assert answer.expected_survivors["attacker"]["infantry (1 step; tech 2)"] == pytest.approx(5 / 36)


# -- against every die -------------------------------------------------------------------------------
SMALL = [
    Battle((foot("a", 2),), (foot("d", 2, 5),), rounds=1),
    Battle((foot("a", 1, 5, 2, halved=(1, 0)),), (Block("d", 1, "combat", (3, 0), 3, (4, 4)),), rounds=1),
    Battle(
        (foot("a", 1), Block("g", 1, "artillery", (2, 1, 0), 2, (5, 5), other=6)),
        (foot("d", 1), Block("h", 1, "artillery", (1, 0), 1, (5, 5), other=6)),
        rounds=1,
    ),
    Battle(
        (foot("a", 1), Block("f", 1, "fighter", (2, 1), 1, (6, 6), other=5)),
        (foot("d", 1), Block("b", 1, "bomber", (1,), 1, (6, 6), other=6, parked=True)),
        defender_air_leaves=Leave(1),
        rounds=1,
    ),
    Battle((foot("a", 1, 5, charges=True), foot("x", 2)), (foot("d", 2),), rounds=1),
    Battle((foot("a", 1),), (foot("d", 2, 5),), rounds=2, defender_leaves=Leave(steps=1)),
    Battle((Block("b", 1, "bomber", (2, 1), 2, (4, 4)),), (foot("d", 2),), city=(1, 5), rounds=1),
]


@pytest.mark.parametrize("battle", SMALL)
def test_exact_equals_every_die(battle: Battle) -> None:
    chances: dict[str, float] = defaultdict(float)
    left: dict[str, float] = defaultdict(float)

    def follow(dice: list[int], weight: float) -> None:
        """Every die, each branch only as long as it rolls; 1, 2 and 3 never hit here and stand together."""
        rolls = iter(dice)
        try:
            state, outcome, _ = roll_battle(battle, rolls.__next__)
        except (StopIteration, RuntimeError):
            for face, share in ((3, 3), (4, 1), (5, 1), (6, 1)):
                follow([*dice, face], weight * share / 6)
            return
        chances[outcome] += weight
        _count(state, weight)

    def _count(state: State, weight: float) -> None:
        for side, name in enumerate(("attacker", "defender")):
            for unit in (*state.ground[side], *state.air[side]):
                kind = battle.sides[side][unit.kind]
                left[f"{name} {kind.name}"] += weight * kind.ladder[unit.rung]

    follow([], 1.0)
    answer = fight(battle)
    for outcome, chance in answer.p.items():
        assert chance == pytest.approx(chances[outcome], abs=1e-12)
    for side, units in answer.expected_survivors.items():
        for unit, mean in units.items():
            assert mean == pytest.approx(left[f"{side} {unit}"], abs=1e-12)


def test_sampled_agrees_with_exact() -> None:
    for battle in [*SMALL, gazala()]:
        exact, rolled = fight(battle), sample(battle, 1500, seed=7)
        for name, chance in exact.p.items():
            assert abs(rolled.p[name] - chance) <= 4 * (chance * (1 - chance) / 1500) ** 0.5 + 1e-12
        assert rolled.value_lost["defender"] == pytest.approx(exact.value_lost["defender"], abs=0.15)


# -- words -------------------------------------------------------------------------------------------
def test_dates_give_tech() -> None:
    """3.16: Stuka TECH 2, AASF TECH 1 in June 1941; British artillery TECH 2 in June 1942, Ariete still TECH 1."""
    notes = odds("Stuka, Ariete", "AASF, infantry (british)", date="1941-06").notes
    assert [note.split(",")[0] for note in notes] == [
        "Stuka: TECH 2",
        "Ariete: TECH 1",
        "AASF: TECH 1",
        "infantry (british): TECH 1",
    ]
    later = odds("Ariete", "8th Army artillery, infantry (british)", date="1942-06").notes
    assert ["TECH 1" in later[0], "TECH 2" in later[1], "TECH 2" in later[2]] == [True, True, True]


def test_firepower_is_the_printed_one() -> None:
    """3.17, attack and defence at TECH 1, 2, 3; the armoured HQ of TECH 1 as 11.6 has it."""
    printed = {
        "Infantry": "6 6, 6 6, 6 5",
        "Cavalry": "6 6, 6 6, 6 5",
        "Artillery": "6 6, 5 5, 4 4",
        "Tankettes": "6 6, 6 5, 5 4",
        "Tanks": "6 5, 5 5, 4 4",
        "Armor HQ": "6 5, 5 5, 4 4",
        "Fighter": "7 6, 6 5, 5 4",
        "Bomber": "6 7, 5 6, 4 5",
    }
    rows = combat_data().firepower
    for family, text in printed.items():
        found = [(rows[family, tech].attack, rows[family, tech].defence) for tech in (1, 2, 3)]
        assert ", ".join(f"{a} {d}" for a, d in found) == text


def test_reconstruction_is_told() -> None:
    notes = odds("XXI Corps", "Desert Rats").notes
    assert "reconstruction" in notes[0]
    assert "from the rulebook" in notes[1]


@pytest.mark.parametrize(
    ("attackers", "defenders", "options", "words"),
    [
        ("infantri", "infantry", {}, "did you mean infantry"),
        ("-1 infantry", "infantry", {}, "out of range"),
        ("0 infantry", "infantry", {}, "no block"),
        ("DAK (4 steps)", "infantry", {}, "shows 5, 3, 2, 1 steps"),
        ("infantry (tech 4)", "infantry", {}, "1 to 3"),
        ("infantry", "fighter", {}, "aircraft alone"),
        ("artillery", "infantry", {}, "never fights alone"),
        ("static", "infantry", {}, "cannot attack"),
        ("armor", "infantry", {"terrain": "mountain"}, "mountains"),
        ("armor", "armor", {"charge": "panzers"}, "forbids"),
        ("tankette", "infantry", {"charge": "panzers"}, "no block that could charge"),
        ("armor", "infantry", {"charge": "panzers", "terrain": "forest"}, "only in clear"),
        ("infantry", "infantry", {"terrain": "dessert"}, "unknown 'dessert'"),
        ("infantry", "infantry", {"date": "June 1941"}, "1942-06"),
        ("infantry", "infantry", {"retreat": "soon"}, "unknown retreat"),
        ("infantry", "infantry", {"retreat": "after:x"}, "whole number"),
        ("infantry", "infantry", {"rounds": -1}, "out of range"),
        ("infantry", "infantry", {"rounds": float("nan")}, "whole number"),
        (3, "infantry", {}, "no text"),
        ("infantry", "infantry", {"ties": "luck"}, "weakest, first"),
        ("infantry (fast)", "infantry", {}, "unknown mark"),
    ],
)
def test_impossible_input_is_refused_in_words(
    attackers: str, defenders: str, options: dict[str, object], words: str
) -> None:
    with pytest.raises(OddsError, match=words):
        odds(attackers, defenders, **options)  # type: ignore[arg-type]
