"""The order form: whatever it offers can be ordered, or is refused with a reason."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import northafrica
from northafrica.bots.random import random_order
from northafrica.core.cases import read_case, run_case
from northafrica.core.game import Game
from northafrica.core.orders import OrderError, specs
from northafrica.core.rulebook import Ruling
from northafrica.lab.table.order_form import OrderForm, kind_class
from northafrica.systems import SYSTEMS
from tests.lab.tables import fill, listening, open_widgets

CASES = Path(__file__).parents[1] / "cases" / "aana"
ORDERS = {kind.kind for kind in SYSTEMS["aana"].orders}
CHEAP = 20_000
LESSON = """northafrica position 1
system aana
scenario torch
round 9
power uk
phase combat_move
at mersa_matruh: 4 uk infantry, 1 uk artillery, 2 uk tank
at cairo: 4 uk infantry, 1 uk fighter, 1 uk truck
at tobruk: 1 germany infantry
stock mersa_matruh: supply 1
stock cairo: supply 9
mark tobruk: control germany
mark cairo: control uk
mark tunis: control germany
"""


@pytest.fixture
def form() -> Iterator[OrderForm]:
    found = OrderForm(lambda: None)
    yield found
    found.close()


def complete(form: OrderForm) -> bool:
    """Whether every field that must be filled is."""
    kind = kind_class(form.game, form.kind.value) if form.game else None
    assert kind is not None
    return all(spec.optional or form.fields[spec.name].value not in (None, (), "") for spec in specs(kind))


def understood(game: Game, text: str) -> Ruling | None:
    """The ruling on a text, None where it is no order."""
    with contextlib.suppress(OrderError):
        return game.check(text)
    return None


def attempt(form: OrderForm, game: Game, kind: str, rng: random.Random, tries: int) -> str:
    """An order of a kind that is allowed, filled in from the form alone; "" where none was found."""
    form.update(game)
    if kind not in form.kind.options:
        return ""
    form.kind.value = kind
    for _ in range(tries):
        text = fill(form, rng)
        ruling = understood(game, text)
        assert ruling is not None or not complete(form), f"'{text}' is complete and yet no order"
        if ruling is None:
            continue
        if ruling:
            return text
        assert ruling.reason, f"'{text}' is refused without a reason"
    return ""


def play_by_form(scenario: str, seed: int, decisions: int) -> tuple[set[str], int]:
    """Play from the form's offers: the kinds that were accepted, and how many orders were."""
    game, rng, form = northafrica.load("aana", scenario, seed=seed), random.Random(seed), OrderForm(lambda: None)
    accepted: set[str] = set()
    count = 0
    for _ in range(decisions):
        if game.choice is None:
            break
        kind = str(random_order(game, rng)).partition(" ")[0]
        text = attempt(form, game, kind, rng, 12)
        if text:
            game.play(text)
            accepted.add(kind)
            count += 1
        else:
            game.play(random_order(game, rng))
    form.close()
    return accepted, count


def kinds_by_case(wanted: set[str]) -> set[str]:
    """The kinds of which some order filled in from the form was accepted at a decision of an adjudication case."""
    found: set[str] = set()
    rng, form, play = random.Random(1), OrderForm(lambda: None), Game.play

    def watched(game: Game, order: Any) -> Any:
        kind = str(order).partition(" ")[0]
        if kind in wanted - found and attempt(form, game, kind, rng, 60):
            found.add(kind)
        return play(game, order)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Game, "play", watched)
        for file in sorted(CASES.rglob("*.toml")):
            raw = read_case(file)
            orders = {str(item.get("order", "")).partition(" ")[0] for item in raw["do"]}
            if orders & (wanted - found):
                run_case(raw, SYSTEMS)
    form.close()
    return found


def test_every_kind_of_order_can_be_filled_in_and_is_accepted() -> None:
    accepted: set[str] = set()
    played = 0
    for scenario, seed in (("torch", 1), ("rommel", 2)):
        kinds, count = play_by_form(scenario, seed, 260)
        accepted |= kinds
        played += count
    assert played > 250
    accepted |= kinds_by_case(ORDERS - accepted)
    assert accepted >= ORDERS, sorted(ORDERS - accepted)


def test_a_window_can_be_declined_for_good(form: OrderForm) -> None:
    game, rng = northafrica.load("aana", "torch", seed=0), random.Random(0)
    while game.choice is not None and not game.choice.window:
        game.play(random_order(game, rng))
    assert game.choice is not None
    form.update(game)
    assert "never" in form.kind.options
    assert "<b>never</b>" in form.help.value
    form.kind.value = "never"
    assert game.check(form.order)
    seat = game.seat
    game.play(form.order)
    while game.choice is not None and game.seat != seat:
        game.play(random_order(game, rng))
    form.update(game)
    assert "ask_again" in form.kind.options


def test_a_new_question_begins_with_its_first_kind_the_same_keeps_the_kind(form: OrderForm) -> None:
    game = northafrica.load("aana", "torch", seed=7)
    for order in ("choose_for_me", "end", "end"):
        game.play(order)
    form.update(game)
    form.kind.value = "pay"
    game.play("pay")
    form.update(game)
    assert form.kind.value == "buy"
    form.kind.value = "mine"
    game.play("buy 1 infantry")
    form.update(game)
    assert form.kind.value == "mine"


# -- the map fills the form --------------------------------------------------------------------------
def combat_moves() -> Game:
    game = northafrica.load("aana", "torch", seed=7)
    for order in ("choose_for_me", "end", "end", "pay", "end"):
        game.play(order)
    return game


def test_clicks_fill_the_start_and_then_the_target(form: OrderForm) -> None:
    game = combat_moves()
    form.update(game)
    form.kind.value = "move"
    assert form.order == "move"
    assert set(form._starts) <= set(form.targets())
    assert not form.pick_place("tripoli")
    assert form.pick_place("malta")
    assert form.start_box.label == "Malta"
    units = form.fields["units"]
    assert {some.kind: some.count for some in units.value} == {"fighter": 1, "bomber": 1}, "all that stands there"
    assert form.pick_place("tripoli")
    assert game.check(form.order)
    assert form.order.endswith("tripoli")
    assert form.pick_place("sicily"), "a second click changes where it leads"
    assert form.order.endswith("sicily")
    assert form.way()[0] == "malta"
    assert form.pick_place("cairo")
    assert form.start == "cairo"
    assert form.fields["units"].value == tuple(form.fields["units"].offered)
    form.drop()
    assert form.start == ""
    assert form.order == "move"


def test_two_clicks_declare_an_attack_with_all_from_one_space(form: OrderForm) -> None:
    game = northafrica.position(LESSON, seed=3)
    game.play("commit")
    form.update(game)
    assert {"mersa_matruh", "tobruk"} <= set(form.targets())
    assert form.pick_place("mersa_matruh")
    assert form.pick_place("tobruk")
    assert form.order == "attack tobruk from mersa_matruh with 1 artillery 4 infantry 2 tank paying 2 cairo"
    assert form.way() == ("mersa_matruh", "tobruk")
    assert game.check(form.order)


def test_whoever_cannot_come_along_stays_where_a_place_is_pointed_at(form: OrderForm) -> None:
    """Tanks have two movement points, infantry has one: what lies two spaces off is for the tanks alone."""
    peace = LESSON.replace("at tobruk: 1 germany infantry\n", "").replace("mark tobruk: control germany\n", "")
    game = northafrica.position(peace.replace("combat_move", "noncombat"), seed=3)
    form.update(game)
    assert form.pick_place("mersa_matruh")
    assert form.pick_place("tobruk")
    assert form.order == "move 1 artillery 4 infantry 2 tank mersa_matruh > tobruk"
    assert form.pick_place("benghazi")
    assert form.order.startswith("move 2 tank mersa_matruh > ")
    assert game.check(form.order)


def test_only_a_moment_with_places_lights_any(form: OrderForm) -> None:
    game = northafrica.load("aana", "torch", seed=7)
    for order in ("choose_for_me", "end", "end", "pay"):
        game.play(order)
    form.update(game)
    assert form.kind.value == "buy"
    assert form.targets() == []
    assert not form.pick_place("cairo")


def test_the_form_keeps_what_is_refused(form: OrderForm) -> None:
    game = combat_moves()
    form.update(game)
    assert form.pick_place("cairo")
    text = form.order
    assert text == "move 1 bomber 1 fighter"
    form.update(game)
    assert form.order == text
    form.fields["units"]._take_none()
    assert form.order == "move"


def test_a_new_decision_sends_little(form: OrderForm) -> None:
    game, rng = northafrica.load("aana", "torch", seed=4), random.Random(4)
    form.update(game)
    costs = []
    for _ in range(80):
        if game.choice is not None:
            game.play(random_order(game, rng))
        with listening() as sizes:
            form.update(game)
        costs.append(sum(sizes))
    assert max(costs) < CHEAP
    assert sorted(costs)[40] < 4000


def test_closing_leaves_nothing() -> None:
    before = open_widgets()
    form, game, rng = OrderForm(lambda: None), northafrica.load("aana", "torch", seed=4), random.Random(4)
    for _ in range(30):
        form.update(game)
        fill(form, rng)
        if game.choice is not None:
            game.play(random_order(game, rng))
    form.close()
    assert open_widgets() == before


def test_a_failure_while_filling_is_told() -> None:
    told: list[Exception] = []
    form = OrderForm(lambda: None, failed=told.append)
    game = combat_moves()
    form.update(game)
    with pytest.MonkeyPatch.context() as patch:
        assert game.choice is not None
        blitz = game.choice.deed(game.view(game.seat), game.grammar.kinds["blitz"])
        patch.setattr(type(blitz), "values", lambda *_: 1 / 0)
        form.kind.value = "blitz"
        form.start_box.value = "cairo"
    assert [type(error) for error in told] == [ZeroDivisionError]
    form.close()
