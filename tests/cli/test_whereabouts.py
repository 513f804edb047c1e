"""From a rule to its code, cases and pages: `rules ID --where`, `--page`, `--section`."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest

import northafrica
from northafrica.core.rulebook import Rule
from northafrica.whereabouts import in_section, printed_on, whereabouts

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("rule", ["truck.capacity", "declare.cost-source", "convoy.excess-stays"])
def test_each_place_names_the_rule(rule: str) -> None:
    found = whereabouts("aana", rule)
    assert found.code
    assert found.cases
    assert found.pages
    for spot in (*found.code, *found.tables, *found.cases, *found.exercises):
        file, line = re.match(r"(.+?):(\d+)", spot).groups()  # type: ignore[union-attr]
        assert rule in (ROOT / file).read_text(encoding="utf-8").splitlines()[int(line) - 1]
    for spot in found.pages:
        file, cell, heading = re.fullmatch(r"(.+), cell (\d+) \((.+?)(?:; list)?\)", spot).groups()  # type: ignore[union-attr]
        cells = ["".join(one["source"]) for one in json.loads((ROOT / file).read_text())["cells"]]
        assert rule in cells[int(cell) - 1]
        before = "\n".join(cells[: int(cell) - 1]) + "\n" + cells[int(cell) - 1].split(rule)[0]
        assert re.findall(r"^#+ (.+)$", before, re.MULTILINE)[-1] == heading


@pytest.mark.parametrize("system", ["aana", "revised"])
def test_an_id_that_two_games_have_leads_to_the_game_that_is_asked_of(system: str) -> None:
    found = whereabouts(system, "ncm.who")
    other = {"aana": "revised", "revised": "aana"}[system]
    assert found.code
    assert not [spot for spot in (*found.code, *found.pages, *found.exercises) if f"/{other}/" in spot]


def test_what_refuses_by_a_rule_comes_before_what_tells_it() -> None:
    """How far an aircraft flies is judged where it ends (p.33); that it costs a point a border is told beside."""
    names = [re.search(r"\((.+)\)", spot)[1] for spot in whereabouts("aana", "air.count").code]  # type: ignore[index]
    assert names.index("air_end_problem") < names.index("air_rules")


def test_a_list_of_rules_comes_after_prose_and_is_called_one() -> None:
    pages = whereabouts("aana", "stack.limit").pages
    listed = [spot.endswith("; list)") for spot in pages]
    assert listed == sorted(listed)
    assert any(listed)
    assert not listed[0]


def test_a_case_that_only_names_the_rule_comes_last_and_says_so() -> None:
    cases = whereabouts("aana", "air.count").cases
    named = [spot.endswith("only named)") for spot in cases]
    assert named == sorted(named)
    assert any(named)
    assert not all(named)


def test_a_docstring_may_name_the_rule() -> None:
    """What makes neutral ground friendly is how friendly ground is told apart, far from where units move in."""
    assert any("(is_friendly)" in spot for spot in whereabouts("aana", "amove.neutral-becomes-friendly").code)


def test_cases_that_expect_the_refusal_come_first() -> None:
    cases = whereabouts("aana", "r7.no-adjacent").cases
    lines = []
    for spot in cases:
        file, line = re.match(r"(.+?):(\d+)", spot).groups()  # type: ignore[union-attr]
        lines.append((ROOT / file).read_text(encoding="utf-8").splitlines()[int(line) - 1])
    refusals = ['refused = "r7.no-adjacent"' in line for line in lines]
    assert any(refusals)
    assert not all(refusals)
    assert refusals == sorted(refusals, reverse=True)


def test_several_rules_are_told_in_one_call(run) -> None:
    few = run("rules", "aana", "--search", "neutral occupied", "--where")
    assert few.code == 0
    assert "amove.neutral-becomes-friendly: " in few.out
    assert "(is_friendly)" in few.out
    page = json.loads(run("rules", "aana", "--page", "24", "--where", "--json").out)
    alone = json.loads(run("rules", "aana", "ncm.who", "--where", "--json").out)
    assert alone in page["rules"]
    many = run("rules", "aana", "--page", "24", "--where").out.splitlines()
    assert max(Counter(line.split(":")[0] for line in many if line.startswith("  ")).values()) <= page["count"]


def test_pages_sections_and_words_narrow_each_other_down(run) -> None:
    found = json.loads(run("rules", "aana", "--page", "24", "--search", "scout", "--json").out)["rules"]
    assert {rule["id"] for rule in found} >= {"scout.patrol"}
    assert all("scout" in f"{rule['id']} {rule['title']} {rule['text']}".casefold() for rule in found)
    assert {rule["id"] for rule in found} < {
        rule["id"] for rule in json.loads(run("rules", "aana", "--page", "23-25", "--json").out)["rules"]
    }


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (("--page", "99"), "pages 4 to 39"),
        (("--page", "14-12"), "the first and last"),
        (("--section", "99"), "section '99'"),
        (("--search", "zzzz"), "'zzzz'"),
        (("--search", " "), "write some words"),
        (("DECLARE.COST",), "did you mean declare.cost?"),
        (("cost-source",), "did you mean declare.cost-source?"),
        (("ncm.who", "--page", "24"), "an id names one rule"),
    ],
)
def test_what_finds_nothing_is_an_error_with_its_mend(run, asked: tuple[str, ...], told: str) -> None:
    found = run("rules", "aana", *asked)
    assert found.code == 2
    assert told in found.err


def test_where_wants_to_know_of_which_rules(run) -> None:
    told = run("rules", "aana", "--where")
    assert told.code == 2
    assert "--search" in told.err


def test_code_says_in_which_function() -> None:
    spots = whereabouts("afrika2", "2.6.one-real-retreat").code
    assert all(re.fullmatch(r"northafrica/\S+\.py:\d+( \([\w.]+\))?", spot) for spot in spots)
    file, line, name = re.match(r"(.+?):(\d+) \((?:\w+\.)*(\w+)\)", spots[0]).groups()  # type: ignore[union-attr]
    before = (ROOT / file).read_text(encoding="utf-8").splitlines()[: int(line)]
    assert [text for text in before if text.lstrip().startswith("def ")][-1].lstrip().startswith(f"def {name}(")


def test_a_longer_id_is_another_rule() -> None:
    """`stack.limit-eight` would be no mention of `stack.limit`."""
    for spot in whereabouts("aana", "stack.limit").cases:
        file, line = re.match(r"(.+?):(\d+)", spot).groups()  # type: ignore[union-attr]
        text = (ROOT / file).read_text(encoding="utf-8").splitlines()[int(line) - 1]
        assert re.search(r"(?<![\w.-])stack\.limit(?![\w.-])", text)


def made(section: str, page: int | None) -> Rule:
    return Rule("a.b", section, page, "", "core", "", "")


@pytest.mark.parametrize(
    ("section", "page", "printed", "not_printed"),
    [
        ("Trucks, p.32; p.22", 32, (22, 32), (23, 31)),
        ("Retreat, p.22-24", 22, (22, 23, 24), (21, 25)),
        ("Air, p.9; tip p.35", 9, (9, 35), (10, 34)),
        ("How it differs, p.6 (13)", 6, (6,), (13,)),
    ],
)
def test_a_rule_is_found_by_every_page_it_spans(
    section: str, page: int, printed: tuple[int, ...], not_printed: tuple[int, ...]
) -> None:
    rule = made(section, page)
    assert all(printed_on(rule, n) for n in printed)
    assert not any(printed_on(rule, n) for n in not_printed)


def test_a_section_holds_its_parts_and_no_other() -> None:
    assert in_section(made("5.1a", None), "5.1")
    assert in_section(made("1.7, SCS", None), "1.7")
    assert not in_section(made("5.10", None), "5.1")
    assert not in_section(made("15.1", None), "5.1")


def test_the_rulebook_by_page() -> None:
    """Page 24 of the printed rules is phase 5; who blitzes past a scout finds its patrol there too."""
    found = {rule.id for rule in northafrica.rules("aana").values() if printed_on(rule, 24)}
    assert {"ncm.who", "ncm.land.no-hostile", "scout.patrol", "destroyer.stops-subs"} <= found
    assert "combat.sequence" not in found


def test_a_word_of_a_section_is_a_whole_word() -> None:
    assert in_section(made("Combat, p.20", None), "combat")
    assert not in_section(made("The Combatants, p.7", None), "Combat")
