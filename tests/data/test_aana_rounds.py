"""Rounds of one's own: what events.csv, powers.csv and the later rows of a set-up say holds, or is refused by name."""

from __future__ import annotations

from pathlib import Path

import pytest

import northafrica
from northafrica.bots import Bot, play_out, player
from northafrica.core.options import DataError
from northafrica.systems.aana.data import load

EVENTS = "id,first_round,last_round"


def write(folder: Path, name: str, *lines: str) -> Path:
    file = folder / name
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


def bots() -> dict[str, Bot]:
    return {side: player("rule", seed=1) for side in ("axis", "allies")}


def test_the_landings_of_an_earlier_round(tmp_path: Path) -> None:
    shipped = load().setups["rommel"]
    later = [row for row in shipped if row.round == 7]
    table = "round,power,space,kind,border,when,count"
    gone = [f"7,{row.power},{row.space},{row.kind},{row.border or ''},,0" for row in later]
    early = [f"2,{row.power},{row.space},{row.kind},{row.border or ''},,{row.count}" for row in later]
    write(tmp_path, "rommel.csv", table, *gone, *early)
    with pytest.raises(DataError, match=r"rommel\.csv, row \d+ .*column round: nothing brings this in round 2"):
        load(tmp_path)
    write(tmp_path, "events.csv", EVENTS, "torch_setup,2,2", "landings,2,2", "us_absent,1,1")
    with pytest.raises(DataError, match=r"powers\.csv, row \d+ \(us\), column first_round_rommel: .*to round 1"):
        load(tmp_path)
    write(tmp_path, "powers.csv", "id,first_round_rommel", "us,2")
    game = northafrica.load("aana", "rommel", seed=1, data=tmp_path)
    play_out(game, bots(), rounds=2)
    fought = [e for node in game.path() for e in node.events if e.kind == "declared" and "r7.predeclared" in e.rules]
    assert {e.place for e in fought} == {"casablanca", "oran", "algiers"}


@pytest.mark.parametrize(
    ("file", "head", "line", "told"),
    [
        ("events.csv", EVENTS, "landings,6,6", r"events.*\(landings\), column first_round: .*round 7 \(torch_setup\)"),
        ("events.csv", EVENTS, "landings,7,8", r"\(landings\), column last_round: .*write 7"),
        ("events.csv", EVENTS, "west_closed,1,5", r"\(west_allies_only\), column first_round: .*write 6"),
        ("events.csv", EVENTS, "us_absent,1,5", r"\(us\), column first_round_rommel"),
        ("events.csv", EVENTS, "final_check,15,15", r"\(final_check\), column first_round: '15' is too large"),
        ("events.csv", "id,when", "landings,uk turn", r"\(landings\), column when: 'us turn' cannot be changed"),
        ("events.csv", "id,scenario,first_round,last_round,when,text,rule", "snow,both,2,2,always,cold,turn.phases",
         r"\(snow\), column id: no rule knows"),
        ("powers.csv", "id,first_round_torch", "germany,7", r"\(germany\), column first_round_torch"),
        ("powers.csv", "id,start_income_rommel", "germany,30", r"\(germany\), column start_income_rommel"),
        ("torch.csv", "round,power,space,kind,border,when,count", "9,us,oran,tank,,,2", r"column round: .*round 9"),
    ],
)  # fmt: skip
def test_what_does_not_agree_is_refused(tmp_path: Path, file: str, head: str, line: str, told: str) -> None:
    write(tmp_path, file, head, line)
    with pytest.raises(DataError, match=told):
        load(tmp_path)


def test_a_game_that_ends_sooner(tmp_path: Path) -> None:
    write(tmp_path, "events.csv", EVENTS, "final_check,7,7")
    game = northafrica.load("aana", "torch", seed=1, data=tmp_path)
    assert game.setting.system.scenarios_of(game.setting.data)["torch"].last_round == 7
    play_out(game, bots())
    assert game.state.round == 7
    assert game.state.outcome is not None


def test_a_bot_buys_tigers_where_they_are_allowed() -> None:
    game = northafrica.load("aana", "torch", seed=1, options={"tiger_tanks": "on"})
    play_out(game, bots(), rounds=2)
    assert any(piece.kind == "tiger_tank" for stack in game.state.pieces.values() for piece in stack)
