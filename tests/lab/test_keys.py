"""Enter in a text field acts once, on what was written; whoever goes by keyboard sees where he is."""

from __future__ import annotations

import asyncio

import ipywidgets as widgets

from northafrica.lab.tray import keys


def enter(box: widgets.Text) -> None:
    box._handle_custom_msg({"event": "submit"}, [])


def acted_on(box: widgets.Text, *arriving: str, late: float) -> list[str]:
    """What a field held whenever it acted, where Enter comes first and texts after it."""
    seen: list[str] = []
    keys.on_enter(box, lambda: seen.append(box.value))

    async def type_and_wait() -> None:
        enter(box)
        for text in arriving:
            await asyncio.sleep(late)
            box.value = text
        await asyncio.sleep(keys.WAIT + 0.1)

    asyncio.run(type_and_wait())
    return seen


def test_enter_waits_for_the_letters_of_a_quick_writer() -> None:
    assert acted_on(widgets.Text(value="t"), "tobruk", late=0.15) == ["tobruk"]


def test_enter_waits_for_a_field_that_sends_its_text_at_the_end() -> None:
    assert acted_on(widgets.Text(continuous_update=False), "end", late=0.0) == ["end"]


def test_enter_acts_where_nothing_more_arrives() -> None:
    assert acted_on(widgets.Text(value="cairo"), late=0.0) == ["cairo"]
    assert acted_on(widgets.Text(value="end", continuous_update=False), late=0.0) == ["end"]


def test_enter_acts_at_once_without_a_kernel() -> None:
    box, seen = widgets.Text(value="end"), []
    keys.on_enter(box, lambda: seen.append(box.value))
    enter(box)
    assert seen == ["end"]


def test_every_sheet_draws_a_ring_around_what_has_the_focus() -> None:
    assert ".na-table.na-table :focus-visible{outline:2px solid" in keys.sheet("", "na-table")
    assert ".na-table.na-table :focus-visible{outline:2px solid" in keys.sheet("", "na-table", {"a": ".b"})
