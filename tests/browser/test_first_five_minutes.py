"""A learner's first five minutes, played in a real browser: the start notebook from top to bottom."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import open_tab

PATIENCE = 15_000


def table(page: Page, number: int) -> Locator:
    """The n-th stepper of the notebook."""
    return page.locator(".na-stepper").nth(number)


def press(where: Locator, name: str) -> None:
    where.locator(f"button.na-do-{name}").click()


def answer(where: Locator) -> Locator:
    return where.locator(".na-answer-box")


def banner(where: Locator) -> Locator:
    return where.locator(".na-banner-box")


def choose(where: Locator, css: str, value: str) -> None:
    where.locator(f"{css} select").select_option(label=value)


def count_units(where: Locator, kind: str, number: int) -> None:
    box = where.locator(f".na-count-{kind} input").first
    box.fill(str(number))
    box.press("Tab")


def enter_dice(where: Locator, dice: str) -> None:
    field = where.locator(".na-dice input")
    field.fill(dice)
    field.press("Tab")
    press(where, "dice")


def waiting_dice(where: Locator) -> int:
    """How many dice the banner asks for, 0 where it asks for a decision."""
    match = re.search(r"throw (\d+) (?:die|dice)", banner(where).inner_text())
    return int(match.group(1)) if match else 0


def throw(where: Locator, label: str, dice: str) -> None:
    expect(banner(where)).to_contain_text(label, timeout=PATIENCE)
    assert waiting_dice(where) == len(dice.split())
    enter_dice(where, dice)


def decide(where: Locator, asked: str, kind: str, **units: int) -> None:
    """Wait for a question, choose the kind of order, count units, and play it; an answer is given by its one button."""
    expect(banner(where)).to_contain_text(asked, timeout=PATIENCE)
    at_once = where.locator(f".na-do-answer-{kind}").count()
    press(where, f"kind-{kind}")
    if at_once:
        expect(answer(where)).to_contain_text(f"played: {kind}", timeout=PATIENCE)
        return
    for name, number in units.items():
        count_units(where, name, number)
    expect(where.locator(".na-order-text input")).to_have_value(re.compile(f"^{kind}"), timeout=PATIENCE)
    press(where, "play")
    expect(answer(where)).to_contain_text("played", timeout=PATIENCE)


def declare(desk: Locator, infantry: int) -> None:
    press(desk, "kind-attack")
    choose(desk, ".na-field-target", "Tobruk")
    expect(desk.locator(".na-field-origin select")).to_contain_text("Mersa Matruh", timeout=PATIENCE)
    count_units(desk, "infantry", infantry)
    count_units(desk, "artillery", 1)
    count_units(desk, "tank", 2)


def test_the_board_of_november_1942_and_the_first_decision(open_notebook, screenshot) -> None:
    page = open_notebook("00-start-here.ipynb")
    first = page.locator(".na-root").first
    first.locator(".leaflet-interactive").first.wait_for(state="attached", timeout=PATIENCE)
    spaces = first.locator(".na-spaces select")
    expect(spaces).to_contain_text("Cairo (United Kingdom): 13 units, 18 supply", timeout=PATIENCE)
    expect(spaces).to_contain_text("Tunis (Germany): 7 units, 5 supply")
    assert first.bounding_box()["width"] > 400
    play = table(page, 0)
    press(play, "begin")
    expect(banner(play)).to_contain_text("Allies", timeout=PATIENCE)
    expect(banner(play)).to_contain_text("combat units of your choice")
    expect(play.locator(".na-turn-box")).to_contain_text("Round 7 of 14")
    expect(play.locator(".na-turn-box")).to_contain_text("Set-up")
    screenshot(page, "first-table")


def test_the_lesson_of_mersa_matruh(open_notebook, screenshot) -> None:
    page = open_notebook("00-start-here.ipynb", height=2200)
    desk = table(page, 1)
    desk.scroll_into_view_if_needed()
    expect(banner(desk)).to_contain_text("plan your combat moves", timeout=PATIENCE)

    see_mersa_matruh(desk)
    lack_supply(page, desk, screenshot)
    fight_it_out(page, desk, screenshot)
    take_it_back_and_branch(page, desk, screenshot)


def see_mersa_matruh(desk: Locator) -> None:
    open_tab(desk, "space")
    spaces = desk.locator(".na-spaces select").first
    expect(spaces).to_contain_text("Mersa Matruh", timeout=PATIENCE)
    find = desk.locator(".na-find input").first
    find.fill("Mersa Matruh")
    find.press("Enter")
    expect(desk.locator(".na-advice-box")).to_contain_text(
        "in reach for an attack from here: Mersa Matruh 1", timeout=PATIENCE
    )
    expect(desk.locator(".na-panel")).to_contain_text("infantry", timeout=PATIENCE)
    press(desk, "next")


def lack_supply(page: Page, desk: Locator, screenshot) -> None:
    expect(banner(desk)).to_contain_text("declare your attacks", timeout=PATIENCE)
    declare(desk, infantry=4)
    press(desk, "why")
    expect(answer(desk)).to_contain_text("needs 2 supply", timeout=PATIENCE)
    expect(answer(desk)).to_contain_text("declare.cost")
    screenshot(page, "refused")
    declare(desk, infantry=2)
    press(desk, "play")
    expect(answer(desk)).to_contain_text("played: attack tobruk from mersa_matruh", timeout=PATIENCE)
    press(desk, "next")


def fight_it_out(page: Page, desk: Locator, screenshot) -> None:
    """One infantry unsupported, one beside the artillery, two tanks; the gun in Tobruk picks a tank."""
    decide(desk, "fight or retreat", "fight")
    throw(desk, "infantry at 2", "10")
    throw(desk, "at 3", "2 10")
    throw(desk, "tank at 4", "9 9")
    decide(desk, "choose 1 casualty", "take", infantry=1)
    throw(desk, "infantry at 2", "6 6")
    throw(desk, "infantry at 3", "7")
    throw(desk, "anti-tank gun at 5", "4")
    decide(desk, "demand a casualty", "target")
    expect(banner(desk)).to_contain_text("press the attack or cease", timeout=PATIENCE)
    line = desk.locator(".na-order-text input")
    line.fill("press")
    line.press("Enter")
    expect(answer(desk)).to_contain_text("combat.press-land.cost", timeout=PATIENCE)
    decide(desk, "press the attack or cease", "cease")
    open_tab(desk, "charts")
    desk.locator(".na-charts button", has_text="Combat rolls").click()
    chart = desk.locator(".bk-Figure").first
    chart.wait_for(state="attached", timeout=PATIENCE)
    page.wait_for_timeout(500)
    assert chart.bounding_box()["width"] > 200
    screenshot(page, "battle-over")


def take_it_back_and_branch(page: Page, desk: Locator, screenshot) -> None:
    open_tab(desk, "record")
    press(desk, "undo-all")
    press(desk, "undo-all-yes")
    expect(answer(desk)).to_contain_text("orders undone", timeout=PATIENCE)
    expect(banner(desk)).to_contain_text("plan your combat moves")
    press(desk, "branch")
    expect(answer(desk)).to_contain_text("line 2 begins here", timeout=PATIENCE)
    press(desk, "next")
    expect(banner(desk)).to_contain_text("declare your attacks", timeout=PATIENCE)
    declare(desk, infantry=2)
    press(desk, "play")
    expect(answer(desk)).to_contain_text("played: attack", timeout=PATIENCE)
    press(desk, "next")
    decide(desk, "fight or retreat", "retreat")
    throw(desk, "infantry at 2", "10")
    throw(desk, "at 3", "10 10")
    throw(desk, "tank at 4", "9 9")
    expect(banner(desk)).not_to_contain_text("tank at 4", timeout=PATIENCE)
    press(desk, "compare")
    expect(desk.locator(".na-compare")).to_contain_text("line 2", timeout=PATIENCE)
    expect(desk.locator(".na-compare")).to_contain_text("units lost, Axis")
    screenshot(page, "two-lines")
