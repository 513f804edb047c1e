"""Battles with known exact answers, from an independent computation: `odds.json`, to six decimals."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from northafrica.odds.answer import Answer
from northafrica.odds.battle import Battle, Opening, Retreat, Unit
from northafrica.odds.solve import solve, solve_in_general
from northafrica.systems.aana.odds import odds as aana
from northafrica.systems.revised.odds import odds as revised

CASES = {case["id"]: case for case in json.loads((Path(__file__).parent / "odds.json").read_text())["battles"]}
CLOSE = 6e-7  # the file has six decimals


def battle_of(case: dict[str, Any]) -> Battle:
    told = case["battle"]
    givers, takers = set(told["support"]), set(told["support"].values())

    def units(listed: list[Any], power: str) -> tuple[Unit, ...]:
        attacking = power == "a"
        return tuple(
            Unit(
                name,
                count,
                stats[power],
                stats["cost"],
                stats["class"],
                supports=attacking and name in givers,
                supported=stats["a"] + 1 if attacking and name in takers else 0,
            )
            for name, count in listed
            for stats in (told["stats"][name],)
        )

    opening = tuple(
        Opening("defender", fire["hit"], (name,)) for fire in told.get("opening", []) for name in fire["dice_per"]
    )
    retreat = Retreat("after", told["retreat"]["after_round"]) if "retreat" in told else Retreat()
    return Battle(
        told["die"], units(told["attackers"], "a"), units(told["defenders"], "d"), opening=opening, retreat=retreat
    )


def check(answer: Answer, exact: dict[str, Any], names: dict[str, str]) -> None:
    assert answer.p == pytest.approx(exact["p"], abs=CLOSE)
    assert answer.capture == pytest.approx(exact["capture"], abs=CLOSE)
    assert answer.value_lost == pytest.approx(exact["value_lost"], abs=CLOSE)
    for side, units in exact["expected_survivors"].items():
        told = {names.get(name, name): n for name, n in units.items()}
        assert answer.expected_survivors[side] == pytest.approx(told, abs=CLOSE)


@pytest.mark.parametrize("name", CASES)
def test_a_battle_of_the_file(name: str) -> None:
    check(solve(battle_of(CASES[name])), CASES[name]["exact"], {})


@pytest.mark.parametrize("name", ["L1", "L2", "L4", "N7", "R8"])
def test_the_general_solver_agrees(name: str) -> None:
    check(solve_in_general(battle_of(CASES[name])), CASES[name]["exact"], {})


REVISED = {"inf": "infantry", "art": "artillery", "arm": "tank", "ftr": "fighter", "bmb": "bomber"}


@pytest.mark.parametrize("name", ["L1", "L2", "L3", "L4", "R8"])
def test_in_the_words_of_revised(name: str) -> None:
    told = CASES[name]["battle"]
    forces = [
        ", ".join(f"{n} {REVISED[unit]}" for unit, n in told[side]) for side in ("attackers", "defenders")
    ]  # fmt: skip
    answer = revised(*forces, aa="opening" in told, retreat="after:2" if "retreat" in told else "never")
    check(answer, CASES[name]["exact"], REVISED)


def test_in_the_words_of_north_africa() -> None:
    answer = aana("5 infantry, 2 artillery, 3 tank", "5 infantry, 2 anti_tank_gun, 1 tank", targeting=False)
    names = {
        "ger_inf": "infantry", "ger_art": "artillery", "ger_tank": "tank", "uk_inf": "infantry",
        "uk_atg": "anti_tank_gun", "uk_tank": "tank",
    }  # fmt: skip
    check(answer, CASES["N7"]["exact"], names)
    assert answer.value_unit == "RP"
