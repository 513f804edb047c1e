"""`play` and `replay`: games kept, edited and found out."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import northafrica
from northafrica.core.position import read_position


def entries(file: Path) -> list[dict]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()[1:]]


def test_a_game_played_verifies(run, tmp_path) -> None:
    file = tmp_path / "deep" / "game.rec"
    played = run("play", "aana", "torch", "--seed", 3, "--record", file)
    assert played.code == 0
    assert str(file) in played.out
    checked = run("replay", file, "--check")
    assert (checked.code, "verified" in checked.out) == (0, True)


def test_the_document_agrees_with_the_record(run, record, tmp_path) -> None:
    told = run("play", "aana", "torch", "--seed", 3, "--record", tmp_path / "again.rec", "--json").json
    lines = entries(record)
    assert (tmp_path / "again.rec").read_text() == record.read_text()  # same seed, same game
    assert told["seed"] == 3
    assert told["orders"] == sum("order" in line for line in lines)
    assert told["rolls"] == sum("dice" in line for line in lines)
    assert sum(row["orders"] for row in told["rounds"]) == told["orders"]
    assert sum(row["rolls"] for row in told["rounds"]) == told["rolls"]
    game = northafrica.replay(record).game
    held = dict.fromkeys(("axis", "allies"), 0)
    for marks in game.state.markers.values():
        if "control" in marks:
            held[game.system.powers(game.setting.data)[marks["control"]]] += 1
    assert told["rounds"][-1]["held"] == held
    assert told["outcome"]["winner"] == game.outcome.winner
    assert lines[-1]["outcome"].startswith(f"{told['outcome']['winner']}: {told['outcome']['level']}")


def test_losses_are_those_of_the_events(run, tmp_path) -> None:
    file = tmp_path / "game.rec"
    told = run("play", "aana", "torch", "--seed", 5, "--rounds", 2, "--record", file, "--json").json
    game = northafrica.replay(file).game
    lost = [event for node in game.path()[1:] for event in node.events if event.kind == "lost"]
    assert sum(sum(row["lost"].values()) for row in told["rounds"]) == sum(event.count for event in lost)


def test_it_stops_after_the_rounds_asked_for(run) -> None:
    told = run("play", "aana", "torch", "--seed", 5, "--rounds", 1, "--json").json
    assert [row["round"] for row in told["rounds"]] == [7]  # Operation Torch begins in round 7
    assert (told["round"], told["outcome"]) == (8, None)


def test_a_drawn_seed_is_told(run, tmp_path) -> None:
    file = tmp_path / "game.rec"
    said = run("play", "aana", "torch", "--rounds", 1, "--record", file)
    seed = json.loads(file.read_text().splitlines()[0])["seed"]
    assert f"seed {seed}" in said.out


def test_bots_by_side(run, monkeypatch) -> None:
    told = run("play", "aana", "torch", "--seed", 1, "--rounds", 1, "--bots", "rule:random", "--json").json
    assert told["bots"] == {"axis": "rule", "allies": "random"}


def test_options_reach_the_record(run, tmp_path) -> None:
    file = tmp_path / "game.rec"
    run("play", "aana", "torch", "--rounds", 1, "--option", "cairo_stacking=10", "--record", file)
    assert json.loads(file.read_text().splitlines()[0])["options"]["cairo_stacking"] == "10"
    assert "cairo_stacking 10" in run("replay", file).out


def test_own_tables_reach_the_game(run, tmp_path) -> None:
    folder = tmp_path / "own"
    folder.mkdir()
    columns, *rows = Path(northafrica.__file__).parents[1].joinpath("data/aana/options.csv").read_text().splitlines()
    row = next(row for row in rows if row.startswith("cairo_stacking,"))
    (folder / "options.csv").write_text(f"{columns}\n{row}\n")
    file = tmp_path / "game.rec"
    assert run("play", "aana", "torch", "--rounds", 1, "--data", folder, "--record", file).code == 0
    assert run("replay", file, "--check", "--data", folder, "--json").json["different_data"] == []
    assert run("replay", file, "--check", "--json").json["different_data"] == ["options.csv"]


def test_an_illegal_order_is_found_at_its_line(run, record, tmp_path) -> None:
    lines = record.read_text().splitlines()
    number = next(n for n, line in enumerate(lines) if n and "order" in json.loads(line) and n > 5)
    lines[number] = json.dumps(json.loads(lines[number]) | {"order": "cease"})
    edited = tmp_path / "edited.rec"
    edited.write_text("\n".join(lines) + "\n")
    said = run("replay", edited, "--check")
    assert said.code == 1
    assert f"line {number + 1}:" in said.out
    told = run("replay", edited, "--json")
    assert (told.code, told.json["verified"], told.json["line"]) == (1, False, number + 1)
    assert told.json["entries"] == number - 1


def test_a_changed_die_is_found_at_its_line(run, record, tmp_path) -> None:
    lines = record.read_text().splitlines()
    number, entry = next((n, json.loads(line)) for n, line in enumerate(lines) if '"dice"' in line)
    lines[number] = json.dumps(entry | {"dice": [11, *entry["dice"][1:]]})  # a die has ten sides
    edited = tmp_path / "edited.rec"
    edited.write_text("\n".join(lines) + "\n")
    told = run("replay", edited, "--check", "--json")
    assert (told.code, told.json["line"]) == (1, number + 1)
    assert "11" in told.json["trouble"]


def test_a_refused_order_is_told_with_its_rule(run, declaring) -> None:
    lines = declaring.read_text().splitlines()
    order = "attack bir_hachem from mersa_matruh with 7 infantry"
    lines[-1:] = [json.dumps({"n": 2, "parent": 1, "seat": "allies", "order": order}), '{"closed": 2, "at": 2}']
    declaring.write_text("\n".join(lines) + "\n")
    told = run("replay", declaring, "--check", "--json")
    assert (told.code, told.json["line"], told.json["rule"]) == (1, 3, "declare.cost")
    assert run("replay", declaring, "--check").out.count("declare.cost") == 1


def test_a_cut_record_is_unfinished(run, record, tmp_path) -> None:
    cut = tmp_path / "cut.rec"
    cut.write_text("\n".join(record.read_text().splitlines()[:-1]) + "\n")
    said = run("replay", cut, "--check")
    assert (said.code, "unfinished" in said.out) == (1, True)
    assert run("legal", cut).code == 0  # a game under way may be asked about


@pytest.mark.parametrize("n", [0, 4, 17])
def test_to_prints_the_position_of_an_entry(run, record, n) -> None:
    text = run("replay", record, "--to", n).out
    game = northafrica.replay(record).game
    game.goto(n)
    assert game.codec.state_json(read_position(game.setting, text)) == game.codec.state_json(game.state)
    told = run("replay", record, "--to", n, "--json").json
    assert (told["at"], told["position"]) == (n, text[: len(told["position"])])


def test_to_stays_inside_the_record(run, record) -> None:
    said = run("replay", record, "--to", 100000)
    assert (said.code, said.out) == (2, "")
    assert f"0 to {len(entries(record)) - 1}" in said.err


def test_the_log_tells_every_entry(run, record) -> None:
    lines = entries(record)[:-1]
    text = run("replay", record, "--events").out
    for line in lines:
        what = line["order"] if "order" in line else "dice " + " ".join(map(str, line["dice"]))
        assert f"{line['n']}  {line['seat']}: {what}" in text
    log = run("replay", record, "--json").json["log"]
    assert [item["n"] for item in log] == [line["n"] for line in lines]


def test_a_record_is_left_as_it_was(run, record, tmp_path) -> None:
    copy = shutil.copy(record, tmp_path / "copy.rec")
    run("replay", copy)
    assert copy.read_bytes() == record.read_bytes()


def test_a_set_up_of_ones_own_is_played_and_replayed(run, tmp_path) -> None:
    own, file = tmp_path / "tables" / "my-desert.csv", tmp_path / "game.rec"
    own.parent.mkdir()
    rows = "uk,tobruk,infantry,4\ngermany,benghazi,tank,4\n"
    own.write_text("# follows torch, round 13, power uk\npower,space,kind,count\n" + rows)
    played = run("play", "aana", own, "--seed", 3, "--rounds", 1, "--record", file, "--json")
    assert (played.code, played.json["scenario"]) == (0, "my-desert")
    assert run("play", "aana", "my-desert", "--seed", 3, "--rounds", 1, "--data", own.parent).code == 0
    for data in (own, own.parent):
        assert "verified" in run("replay", file, "--check", "--data", data).out
    lost = run("replay", file)
    assert (lost.code, "no scenario 'my-desert'" in lost.err) == (2, True)
    own.write_text(own.read_text().replace("tank,4", "tank,11"))
    told = run("play", "aana", own)
    assert told.code == 2
    assert "my-desert.csv, row 4 (germany benghazi tank)" in told.err
