"""What a page watches at a table, tried in a page of its own: text field, buttons and an answer when we say so.

The page has what the widgets of a table have: a field that tells of its text when it changes and of Enter, buttons, the
moment shown; what the kernel would write is written into the field as ipywidgets does.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from northafrica.lab.table.table_watch import guard, moment, watch

PATIENCE = 30_000
TABLE = """<div class="na-stepper" id="{name}">{watch}<div class="moment">{moment}</div>
<div class="na-order-text"><input type="text"></div>
<button class="na-do-play">Play</button><button class="na-do-exercise-check">Check</button></div>"""
KERNEL = """() => { window.heard = [];
for (const table of document.querySelectorAll('.na-stepper')) {
  const field = table.querySelector('input');
  let known = '';
  table.addEventListener('change', () => { known = field.value; });
  table.addEventListener('keypress', event => { if (event.key === 'Enter') setTimeout(() => heard.push(known)); });
  table.addEventListener('click', event => {
    if (event.target.tagName === 'BUTTON') heard.push(event.target.textContent); });
  table.answer = (moment, text) => {
    known = text;
    if (field.value !== text) field.value = text;
    for (const shown of document.querySelectorAll('[data-moment]')) shown.dataset.moment = moment;
  };
}
}"""
ANSWER = "([moment, text]) => document.querySelector('.na-stepper').answer(moment, text)"


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    context = chromium.new_context()
    found = context.new_page()
    errors: list[str] = []
    found.on("pageerror", lambda error: errors.append(str(error)))
    yield found
    context.close()
    assert not errors


def show(page: Page, *tables: str) -> None:
    page.set_content("".join(tables))
    page.evaluate(KERNEL)
    page.wait_for_function("() => [...document.querySelectorAll('.na-stepper')].every(table => table.naGuarded)")


def a_table(name: str = "one", watched: str = "") -> str:
    return TABLE.format(name=name, watch=watched or watch("table").value, moment=moment(1))


def heard(page: Page) -> list[str]:
    page.wait_for_timeout(200)
    return [str(word) for word in page.evaluate("heard")]


def give(page: Page, text: str) -> None:
    """Type over what stands in the field, and press Enter."""
    page.keyboard.press("Control+a")
    page.keyboard.type(text)
    page.keyboard.press("Enter")


def test_an_order_being_typed_is_not_written_over_and_enter_gives_that_order(page: Page) -> None:
    show(page, a_table())
    field, note = page.locator("input"), page.locator(".na-late")
    field.click()
    give(page, "end")
    give(page, "pass")  # before the answer: told, and not given
    expect(note).to_contain_text("press Enter again", timeout=PATIENCE)
    page.evaluate(ANSWER, [2, "pay"])
    expect(field).to_have_value("pass", timeout=PATIENCE)
    expect(note).to_be_hidden(timeout=PATIENCE)
    page.keyboard.press("Enter")
    assert heard(page) == ["end", "pass"]
    page.evaluate(ANSWER, [3, "pay"])
    expect(field).to_have_value("pay", timeout=PATIENCE)


def test_the_same_word_typed_again_is_given_as_typed(page: Page) -> None:
    """A browser tells of no change where a field holds again what it held."""
    show(page, a_table())
    page.locator("input").click()
    give(page, "end")
    page.keyboard.press("Control+a")
    page.keyboard.type("end")
    page.evaluate(ANSWER, [2, "pay"])
    page.keyboard.press("Enter")
    assert heard(page) == ["end", "end"]


def test_the_next_order_is_typed_in_place_of_the_last(page: Page) -> None:
    show(page, a_table())
    field = page.locator("input")
    field.click()
    page.keyboard.type("place 4 infantry")
    page.keyboard.press("Enter")
    page.wait_for_timeout(50)
    page.keyboard.type("en")
    page.evaluate(ANSWER, [2, "place 1 tank"])
    page.keyboard.type("d")
    expect(field).to_have_value("end", timeout=PATIENCE)
    page.keyboard.press("Enter")
    page.evaluate(ANSWER, [3, "pay"])
    page.keyboard.type("pass")
    expect(field).to_have_value("pass", timeout=PATIENCE)
    assert heard(page) == ["place 4 infantry", "end"]


def test_what_was_written_meanwhile_comes_where_nothing_was_typed_after_all(page: Page) -> None:
    show(page, a_table())
    field = page.locator("input")
    field.click()
    page.keyboard.type("x")
    page.evaluate(ANSWER, [2, "pay"])
    expect(field).to_have_value("x", timeout=PATIENCE)
    page.keyboard.press("Backspace")
    page.locator(".na-do-play").focus()
    expect(field).to_have_value("pay", timeout=PATIENCE)


@pytest.mark.parametrize("name", ["play", "exercise-check"])
def test_a_double_click_is_one(page: Page, name: str) -> None:
    show(page, a_table(watched=guard("na-stepper", "card").value))
    button = page.locator(f".na-do-{name}")
    button.dblclick()
    button.click()
    assert len(heard(page)) == 1
    page.evaluate(ANSWER, [2, ""])
    button.click(delay=20)
    assert len(heard(page)) == 2


def test_a_table_shown_twice_is_one_and_says_so(page: Page) -> None:
    show(page, a_table("one"), a_table("two"))
    for name in ("one", "two"):
        expect(page.locator(f"#{name} .na-twice")).to_contain_text("one and the same game", timeout=PATIENCE)
        expect(page.locator(f"#{name} .na-twice")).to_be_visible(timeout=PATIENCE)
        page.locator(f"#{name} .na-do-play").click()
    assert heard(page) == ["Play"], "two orders at one moment"


def test_a_table_that_nobody_answers_says_so(page: Page) -> None:
    show(page, a_table())
    page.locator(".na-do-play").click()
    expect(page.locator(".na-late")).to_contain_text("run the cell again", timeout=PATIENCE)
    page.evaluate(ANSWER, [2, ""])
    expect(page.locator(".na-late")).to_be_hidden(timeout=PATIENCE)
