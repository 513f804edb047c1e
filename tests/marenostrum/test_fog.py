"""Fog of war: what a seat sees is what an independent statement of 18.1 allows, and asking tells no more."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from pathlib import Path

import pytest

import northafrica
from northafrica.core.game import Game, Refused
from northafrica.core.pieces import Piece
from northafrica.core.start import game_from_position, make_setting
from northafrica.core.state import State
from northafrica.core.step import Chance, Choice
from northafrica.core.table import Setting, View
from northafrica.systems import SYSTEMS
from tests.conformance import Subject, as_text, check_hidden, check_seen_by, played

FOG = {"fog": "on"}
ON_MAP = SYSTEMS["marenostrum"].load().board.spaces
UNITS = SYSTEMS["marenostrum"].load().units
MARKERS = {name for _, name in SYSTEMS["marenostrum"].load().events}


def sort_of(piece: Piece) -> str:
    """What may be known of any unit that is there: its sort."""
    unit = UNITS.get(piece.kind)
    if unit is None:
        return piece.kind
    return str({"SS": "submarine", "fortification": "fortification"}.get(unit.type, unit.category))


def may_be_seen(state: State, place: str, piece: Piece) -> bool:
    """18.1 to the letter, for a game without scouting and combat: supply, neutrals, a lone two-step unit."""
    if place not in ON_MAP:
        return piece.kind == "supply"
    if piece.kind == "supply" or piece.has("neutral"):
        return True
    stack = [p for p in state.at(place) if p.power == piece.power and p.kind != "supply" and not p.has("neutral")]
    if any(UNITS[p.kind].steps == 1 for p in stack):
        return False

    def strength(one: Piece) -> int:
        unit = UNITS[one.kind]
        return int(unit.anti_ground_reduced or 0) if one.has("reduced") else unit.anti_ground

    return strength(piece) == min(strength(p) for p in stack)


def blind(setting: Setting, state: State, seat: str, rng: random.Random) -> State:
    """The same for a seat: unseen enemy units of one sort trade places, markers trade cup and hand."""
    other, shown = state.copy(), setting.system.hide(setting, state, seat).pieces
    slots = [
        (place, piece)
        for place in sorted(state.pieces)
        for piece in sorted(state.pieces[place])
        if setting.seats[piece.power] != seat
        and piece not in shown[place]
        and (place in ON_MAP or piece.kind in MARKERS)
    ]
    for _ in range(8 if len(slots) > 1 else 0):
        (a, first), (b, second) = rng.sample(slots, 2)
        same = first.status == second.status and (first.kind in MARKERS) == (second.kind in MARKERS)
        if a == b or not same or first not in other.at(a) or second not in other.at(b):
            continue
        trial = other.copy()
        for place, gone, come in ((a, first, second), (b, second, first)):
            trial.pieces[place] = {(come if piece == gone else piece): n for piece, n in trial.pieces[place].items()}
        if setting.system.hide(setting, trial, seat).pieces == shown:
            other = trial
    return other


def _decides(game: Game, state: State) -> str:
    top = state.top
    return top.seat(View(game.setting, state)) if isinstance(top, Choice | Chance) else ""


def games(scenario: str) -> Game:
    return played(Subject(SYSTEMS["marenostrum"], scenario, FOG, blind=blind, tag="fog"), 3)


@pytest.mark.parametrize("scenario", ["desert_fox", "herkules_option"])
def test_no_view_shows_more_than_18_1_allows(scenario: str) -> None:
    game = games(scenario)
    looked = 0
    for node in game.path()[::5]:
        for seat in ("axis", "allies"):
            view = game.system.hide(game.setting, node.state, seat)
            for place, table in node.state.pieces.items():
                true = Counter({p: n for p, n in table.items() if p.power != seat})
                seen = Counter({p: n for p, n in view.at(place).items() if p.power != seat})
                known = {p for p in seen if not p.kind.startswith("unknown_")}
                examined = node.state.power == seat and place in node.state.facts.seen
                fought = any(hasattr(step, "battle") for step in node.state.stack)
                if not examined and not fought:
                    assert all(may_be_seen(node.state, place, p) for p in known), (place, known)
                afloat = {p: n for p, n in true.items() if not p.has("aboard")}
                assert sum(seen.values()) == sum(afloat.values())
                if place in ON_MAP:
                    told = Counter(
                        p.kind.removeprefix("unknown_").replace("ship", "naval")
                        for p in seen.elements()
                        if p not in known
                    )
                    assert told == Counter(sort_of(p) for p in Counter(afloat).elements() if p not in known)
                looked += len(true)
            if seat != _decides(game, node.state):
                names = {p.kind for table in node.state.pieces.values() for p in table if p.power != seat}
                open_kinds = {p.kind for table in view.pieces.values() for p in table} | set(node.state.facts.played)
                words = set(re.findall(r"[a-z0-9_]+", as_text(game, view)))
                assert not (names & set(UNITS) - open_kinds) & words, "a view names what it does not show"
    assert looked > 1000


@pytest.mark.parametrize("scenario", ["desert_fox", "herkules_option"])
def test_asking_tells_nothing(scenario: str) -> None:
    subject = Subject(SYSTEMS["marenostrum"], scenario, FOG, blind=blind, tag="fog")
    check_hidden(subject, 3)
    check_seen_by(subject, 3)


def test_the_log_of_a_seat_names_no_unit_that_it_does_not_see() -> None:
    """A name of an enemy unit or event stands in a seat's log only of what was supply, neutral, alone or played."""
    game = northafrica.load("marenostrum", "desert_fox", seed=11, options=FOG)
    game.play("choose_for_me")
    game.play("choose_for_me")
    for event in game.events("axis"):
        assert " " not in event.cause, "the words of an order are its owner's"
        if event.piece is not None and event.piece.power == "allies":
            seen = event.piece.kind == "supply" or (event.to or event.place) in game.view("axis").state.pieces
            assert seen
    hidden = [e for e in game.events() if e.piece is not None and e.piece.kind == "uk_cv_ark_royal"]
    assert hidden
    assert all(event.seen_by == ("allies",) for event in hidden)


def test_markers_drawn_to_be_kept_are_in_the_log_of_their_owner_alone() -> None:
    """5.2.hidden: over a game of random play, of each marker drawn and kept the other seat reads nothing."""
    game, kept = games("desert_fox"), 0
    rows = game.setting.data.events
    for event in game.events():
        if "5.1.draw-one" in event.rules and event.kind == "moved" and event.piece is not None:
            immediate = rows[event.piece.power, event.piece.kind].timing == "immediate"
            assert event.seen_by == (() if immediate else (event.piece.power,))
            kept += not immediate
    assert kept


@pytest.mark.parametrize("seat", ["axis", "allies"])
def test_the_file_of_a_seat_holds_what_it_saw_and_no_more(seat: str, tmp_path: Path) -> None:
    """No unit or marker of the enemy is named that no event told this seat; no seed, no digest of the full record."""
    game = games("desert_fox")
    text = northafrica.save(game, tmp_path / "seen.jsonl", seat=seat).read_text(encoding="utf-8")
    lines = [json.loads(line) for line in text.splitlines()]
    assert lines[0]["seat"] == seat
    assert "seed" not in lines[0]
    told = json.dumps([event.as_dict() for event in game.events(seat)])
    words = set(re.findall(r"[a-z0-9_]+", text)) - set(re.findall(r"[a-z0-9_]+", told))
    enemy = {unit for unit, row in UNITS.items() if row.side != {"axis": "Axis", "allies": "Allied"}[seat]}
    seen = {p.kind for table in game.view(seat).state.pieces.values() for p in table}
    assert not words & (enemy - seen)
    full = northafrica.save(game, tmp_path / "full.jsonl").read_text(encoding="utf-8")
    digests = {line["digest"] for line in map(json.loads, full.splitlines()) if "digest" in line}
    assert digests
    assert not digests & {line.get("digest") for line in lines}


def test_what_was_drawn_is_taken_back_by_agreement_only() -> None:
    game = northafrica.load("marenostrum", "desert_fox", seed=3, options=FOG)
    game.play("choose_for_me")
    game.play("choose_for_me")
    with pytest.raises(Refused, match=r"3\.4\.no-take-back"):
        game.undo()
    game.undo(agreed=True)
    study = northafrica.load("marenostrum", "desert_fox", seed=3)
    study.play("choose_for_me")
    study.play("choose_for_me")
    study.undo()


FACED = """
northafrica position 1
system marenostrum
scenario desert_fox
option fog {fog}
round 1
power axis
phase action
at sollum: 1 axis de_21_pz, 1 allies uk_9_aus, 1 allies uk_cairo_gar
"""


@pytest.mark.parametrize("fog", ["on", "off"])
def test_odds_against_units_that_are_not_seen_are_not_told(fog: str) -> None:
    """9 Australian lies under the garrison, which lies face down: the Axis is told no odds until the attack begins."""
    setting = make_setting(SYSTEMS["marenostrum"], "desert_fox", {"fog": fog})
    game = game_from_position(setting, FACED.format(fog=fog).strip())
    rows = game.system.battle_odds(game.view("axis"))
    assert [row.known for row in rows] == [fog == "off"]
    game.play("action ground_combat_attack")
    game.play("attack sollum")
    assert game.view("axis").state.at("sollum") == game.state.at("sollum"), "at the instant of combat all are revealed"
    assert all(row.known for row in game.system.battle_odds(game.view("axis")))


def test_without_the_option_all_is_open() -> None:
    game = northafrica.load("marenostrum", "desert_fox", seed=7)
    assert game.view("axis").state == game.state
    assert all(not event.seen_by for event in game.events())
