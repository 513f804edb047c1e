"""What the tests of stepper and replay share: orders filled in from the form's own offers, sizes of messages."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import ipywidgets as widgets

from northafrica.lab.table.order_field import UnitsField
from northafrica.lab.table.order_form import OrderForm


def open_widgets() -> int:
    return len(widgets.widget._instances)


def fill(form: OrderForm, rng: random.Random) -> str:
    """Fill the form as a person would who picks at random from what it shows; returns its text."""
    if form._starts and not form.start:
        form.start_box.value = rng.choice(form._starts)
    for field in list(form.fields.values()):
        if isinstance(field, UnitsField):
            few = rng.randrange(len(field.offered)) if field.offered and rng.random() < 0.4 else None
            for n, box in enumerate(field.counters[: len(field.offered)]):
                number = rng.choice((0, 1, box.max, rng.randint(0, box.max)))
                box.value = number if few is None else int(n == few)
        elif field.offered and not (field.spec.optional and rng.random() < 0.3):
            field.box.value = rng.randrange(len(field.offered))
    return form.order


@contextmanager
def listening() -> Iterator[list[int]]:
    """Sizes of all messages that widgets send meanwhile, new widgets included."""
    sizes: list[int] = []
    before = widgets.Widget._send, widgets.Widget.send_state, widgets.Widget.open

    def send(self: widgets.Widget, msg: dict[str, Any], buffers: Any = None) -> None:
        sizes.append(len(json.dumps(msg, default=str)) + sum(len(part) for part in buffers or ()))

    def send_state(self: widgets.Widget, key: Any = None) -> None:
        sizes.append(len(json.dumps(self.get_state(key=key), default=str)))

    def begin(self: widgets.Widget) -> None:
        sizes.append(len(json.dumps(self.get_state(), default=str)))
        before[2](self)

    widgets.Widget._send, widgets.Widget.send_state, widgets.Widget.open = send, send_state, begin
    try:
        yield sizes
    finally:
        widgets.Widget._send, widgets.Widget.send_state, widgets.Widget.open = before
