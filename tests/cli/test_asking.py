"""`systems`, `rules`, `legal`, `try`."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

import northafrica

RULES = Path(northafrica.__file__).parents[1] / "data" / "aana" / "rules.csv"
TOO_DEAR = "attack bir_hachem from mersa_matruh with 7 infantry"
PAID = "attack bir_hachem from mersa_matruh with 5 infantry paying 1 mersa_matruh"


def test_systems_tell_scenarios_and_options(run) -> None:
    found = {system["name"]: system for system in run("systems", "--json").json["systems"]}
    assert set(found) == set(northafrica.systems())
    assert {info["name"] for info in found["aana"]["scenarios"]} == {"rommel", "torch"}
    for option in found["aana"]["options"]:
        assert option["default"] in option["values"]
        assert option["reason"]
    text = run("systems").out
    assert "Axis & Allies: North Africa" in text
    assert all(option["name"] in text for option in found["aana"]["options"])


def test_rules_are_those_of_the_table(run) -> None:
    with RULES.open(encoding="utf-8", newline="") as file:
        ids = [row["id"] for row in csv.DictReader(file)]
    told = run("rules", "aana", "--json").json
    assert [rule["id"] for rule in told["rules"]] == ids
    assert told["count"] == len(ids)


def test_one_rule(run) -> None:
    told = run("rules", "aana", "declare.cost", "--json").json
    assert (told["id"], told["page"]) == ("declare.cost", 18)
    assert "declare.cost" in run("rules", "aana", "declare.cost").out


def test_search_finds_every_word(run) -> None:
    told = run("rules", "aana", "--search", "Blitz mine", "--json").json
    assert told["rules"]
    for rule in told["rules"]:
        text = " ".join(str(value) for value in rule.values()).lower()
        assert "blitz" in text
        assert "mine" in text
    nothing = run("rules", "aana", "--search", "zeppelin")
    assert (nothing.code, "zeppelin" in nothing.err) == (2, True)


def test_an_unknown_rule_suggests_one(run) -> None:
    said = run("rules", "aana", "declare.costs")
    assert (said.code, said.out) == (2, "")
    assert "declare.cost" in said.err


def test_too_little_supply_is_refused(run, declaring) -> None:
    said = run("try", declaring, TOO_DEAR)
    assert said.code == 1
    assert "declare.cost" in said.out
    assert "p.18" in said.out
    told = run("try", declaring, TOO_DEAR, "--json")
    assert told.code == 1
    assert (told.json["allowed"], told.json["rule"], told.json["page"]) == (False, "declare.cost", 18)
    # seven units: a supply for five and another for the rest; Mersa Matruh holds one
    assert (told.json["numbers"]["needs"], told.json["numbers"]["has"]) == (2, 1)
    assert told.json["reason"]


def test_what_supply_allows_is_allowed(run, declaring) -> None:
    said = run("try", declaring, PAID)
    assert (said.code, said.out.startswith("allowed")) == (0, True)
    assert run("try", declaring, PAID, "--json").json["allowed"] is True


def test_trying_plays_nothing(run, declaring) -> None:
    before = declaring.read_bytes()
    run("try", declaring, PAID)
    assert declaring.read_bytes() == before
    assert run("try", declaring, PAID).code == 0


def test_a_position_from_replay_is_asked_like_the_record(run, declaring, tmp_path) -> None:
    file = tmp_path / "there.pos"
    file.write_text(run("replay", declaring, "--to", 1).out, encoding="utf-8")
    assert run("try", file, TOO_DEAR, "--json").json == run("try", declaring, TOO_DEAR, "--json").json
    assert run("legal", file, "--json").json == run("legal", declaring, "--json").json


def test_legal_tells_kinds(run, position) -> None:
    told = run("legal", position, "--json").json
    assert (told["seat"], told["waits_for"], told["phase"]) == ("allies", "order", "combat_move")
    kinds = {kind["kind"]: kind for kind in told["kinds"]}
    assert set(kinds) == set(northafrica.position(position.read_text()).legal())
    assert kinds["commit"]["usage"] == "commit"
    assert all(kind["help"] for kind in kinds.values())


def test_legal_fills_field_after_field(run, declaring) -> None:
    targets = run("legal", declaring, "--kind", "attack", "--json").json
    assert targets["field"]["name"] == "target"
    assert set(targets["values"]) == {"bir_hachem", "tobruk"} & set(targets["values"])
    assert "bir_hachem" in targets["values"]
    given = ["--given", "target=bir_hachem"]
    assert run("legal", declaring, "--kind", "attack", *given, "--json").json["values"] == ["mersa_matruh"]
    given += ["--given", "origin=mersa_matruh"]
    # Seven stand there; one supply pays for five.
    assert run("legal", declaring, "--kind", "attack", *given, "--json").json["values"] == ["5 infantry"]
    given += ["--given", "units=5 infantry", "--given", "paying=1 mersa_matruh"]
    assert run("legal", declaring, "--kind", "attack", *given, "--json").json["field"] is None


def test_legal_at_an_entry_where_dice_are_awaited(run, record) -> None:
    game = northafrica.replay(record).game
    n = next(node.parent for node in game.tree.nodes if node.result is not None)
    told = run("legal", record, "--to", n, "--json").json
    assert (told["waits_for"], told["kinds"]) == ("dice", [])
    assert told["dice"]["pool"] == list(range(1, 11))
    refused = run("try", record, "--to", n, "end")
    assert (refused.code, "dice" in refused.out) == (1, True)


def test_a_finished_game_takes_no_order(run, record) -> None:
    told = run("legal", record, "--json").json
    assert (told["waits_for"], told["kinds"], told["seat"]) == ("nothing", [], "")
    assert run("try", record, "end").code == 1


def test_a_kind_of_another_moment_is_refused(run, position) -> None:
    said = run("legal", position, "--kind", "retreat")
    assert (said.code, "commit" in said.out) == (1, True)


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        (["--kind", "atack"], "attack"),
        (["--kind", "attack", "--given", "target"], "="),
        (["--kind", "attack", "--given", "target=nowhere"], "nowhere"),
        (["--kind", "attack", "--given", "colour=red"], "colour"),
        (["--kind", "attack", "--given", "target=tobruk", "--given", "target=tobruk"], "twice"),
        (["--given", "target=tobruk"], "--kind"),
    ],
)
def test_bad_questions_name_their_fault(run, declaring, arguments, names) -> None:
    said = run("legal", declaring, *arguments)
    assert (said.code, said.out) == (2, "")
    assert names in said.err


@pytest.mark.parametrize("order", ["", "atack tobruk", "attack", "attack nowhere with 1 infantry", "(((", "9" * 50])
def test_text_that_is_no_order_is_unreadable(run, declaring, order) -> None:
    said = run("try", declaring, order)
    assert (said.code, said.out) == (2, "")
    assert said.err.strip()


def test_words_that_leave_something_open_are_told_as_such(run, declaring) -> None:
    said = run("try", declaring, "attack bir_hachem with 5 infantry")
    assert (said.code, said.out) == (2, "")
    assert "'attack bir_hachem with 5 infantry': say from where" in said.err


def test_a_broken_record_is_no_situation(run, declaring) -> None:
    lines = declaring.read_text().splitlines()
    lines[1] = lines[1].replace('"commit"', '"retreat"')
    declaring.write_text("\n".join(lines))
    said = run("try", declaring, PAID)
    assert said.code == 2
    assert "line 2" in said.err
    assert run("legal", declaring, "--to", 0).code == 0


def test_orders_are_judged_one_after_the_other(run, position) -> None:
    before = position.read_bytes()
    told = run("try", position, "commit", PAID, "commit", "--json")
    assert (told.code, told.json["not_judged"]) == (0, [])
    assert [one["order"] for one in told.json["orders"]] == ["commit", PAID, "commit"]
    assert all(one["allowed"] for one in told.json["orders"])
    assert position.read_bytes() == before


def test_what_is_legal_after_orders(run, position) -> None:
    now = [one["kind"] for one in run("legal", position, "--json").json["kinds"]]
    told = run("legal", position, "--after", "commit", PAID, "--json").json
    assert "attack" not in now  # the plan of moves comes first
    assert {"attack", "drop"} <= {one["kind"] for one in told["kinds"]}
    assert run("legal", position, "--after", "commit", PAID, "commit", "--json").json["waits_for"] == "dice"


def test_an_order_before_the_question_must_be_legal(run, position) -> None:
    said = run("legal", position, "--after", "commit", TOO_DEAR)
    assert said.code == 2
    assert "is refused" in said.err
    assert "[declare.cost]" in said.err


def test_the_first_refusal_ends_it(run, position) -> None:
    said = run("try", position, "commit", TOO_DEAR, "commit")
    assert (said.code, "not judged: commit" in said.out) == (1, True)
    told = run("try", position, "commit", TOO_DEAR, "commit", "--json").json
    assert [one["allowed"] for one in told["orders"]] == [True, False]
    assert (told["orders"][1]["rule"], told["not_judged"]) == ("declare.cost", ["commit"])


def test_dice_are_named_among_the_orders(run, declaring) -> None:
    # five infantry fire: the lone Italian has no supply within reach, so he must retreat and does not fire
    told = run("try", declaring, PAID, "commit", "dice 9 9 9 9 9", "--json").json
    assert [one["allowed"] for one in told["orders"]] == [True, True, True]
    early = run("try", declaring, "dice 3", "commit")
    assert (early.code, "does not wait for dice" in early.out) == (1, True)
    without = run("try", declaring, PAID, "commit", "commit")
    assert (without.code, "waits for dice" in without.out) == (1, True)
    wrong = run("try", declaring, PAID, "commit", "dice 11 1 1 1 1")
    assert (wrong.code, "11" in wrong.out) == (1, True)
    assert run("try", declaring, PAID, "dice five").code == 2


def test_where_nothing_can_move_the_rules_are_told(run, position) -> None:
    """Seven infantry with one movement point each: one point is kept for the attack, so none may move (p.15)."""
    said = run("legal", position, "--kind", "move")
    assert said.code == 0
    assert "nothing can fill it, for example" in said.out
    told = run("legal", position, "--kind", "move", "--json").json
    assert told["values"] == []
    rules = [one["rule"] for one in told["why_nothing"]]
    assert "amove.reserve-one" in rules
    assert len(rules) == len(set(rules)) <= 3
    assert not any(one["allowed"] for one in told["why_nothing"])
    assert all(one["order"].startswith("move 1 infantry mersa_matruh > ") for one in told["why_nothing"])


def test_what_can_be_filled_needs_no_reason(run, declaring) -> None:
    assert run("legal", declaring, "--kind", "attack", "--json").json["why_nothing"] == []


def test_more_tells_what_a_field_of_several_parts_may_hold_beside(run, tmp_path) -> None:
    file = tmp_path / "drive.txt"
    file.write_text(
        "northafrica position 1\nsystem aana\nscenario torch\nround 9\npower uk\nphase noncombat\n"
        "at benghazi: 1 uk truck, 2 uk infantry\nstock benghazi: supply 1\nstock tobruk: supply 3\n"
        "mark benghazi: control uk\nmark tobruk: control uk\nmark cairo: control uk\n",
        encoding="utf-8",
    )
    way = ("--kind", "move", "--given", "units=1 truck", "--given", "route=benghazi > tobruk > mersa_matruh")
    told = run("legal", file, *way, "--more", "load", "--json").json
    assert told["values"] == ["2 infantry at benghazi", "1 supply at benghazi", "3 supply at tobruk"]
    wrong = run("legal", file, "--kind", "end", "--more", "load")
    assert wrong.code
    assert "has no such field" in wrong.err
