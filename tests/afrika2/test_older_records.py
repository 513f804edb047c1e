"""Records made before there was an option are replayed by the reading of their time."""

from __future__ import annotations

import json
from pathlib import Path

import northafrica
from northafrica.core.record import read_record, write_record
from northafrica.systems import SYSTEMS

RECORD = Path(northafrica.__file__).parents[1] / "notebooks/afrika2/positions/11-a-game-of-bots.rec"
OLD = {"overstacking": "refused", "attack_ground": "enterable", "leader_flights": "asking_phases", "oasis": "dearest"}


def test_an_option_that_came_later_is_replayed_as_it_was_before() -> None:
    head, *rest = write_record(northafrica.load("afrika2", "race", seed=1, options=OLD)).splitlines()
    told = json.loads(head)
    told["options"] = {name: value for name, value in told["options"].items() if name not in OLD}
    closing = {name: value for name, value in json.loads(rest[-1]).items() if name != "seal"}
    loaded = read_record("\n".join([json.dumps(told), *rest[:-1], json.dumps(closing)]), SYSTEMS)
    assert loaded.verified
    assert {name: loaded.game.setting.options[name] for name in OLD} == OLD
    assert northafrica.load("afrika2", "race").setting.options["overstacking"] == "killed"


def test_the_record_of_the_course_was_made_before_and_is_verified() -> None:
    loaded = northafrica.replay(RECORD)
    assert loaded.verified, loaded.trouble
