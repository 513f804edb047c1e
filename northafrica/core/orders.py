"""Orders: small frozen dataclasses that speak one notation in both directions.

    move 2 infantry tripoli > el_agheila
    attack tobruk from bir_hachem with 3 infantry 1 artillery paying 1 bir_hachem
    fight        take 1 infantry        end

An order class names its fields; a field says what may fill it and which word stands before it, so that
one parser, one printer, one form and one sampler serve every order of every system.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any, ClassVar

from northafrica.core import field_types
from northafrica.core.field_types import Amounts, FieldType, Loads, Path, Some, Units, together
from northafrica.core.vocabulary import OrderError, Unclear, Vocabulary, nearest

__all__ = [
    "Amounts",
    "FieldSpec",
    "Loads",
    "Order",
    "OrderError",
    "Path",
    "Some",
    "Unclear",
    "Units",
    "Vocabulary",
    "nearest",
    "specs",
    "to_text",
    "together",
    "usage",
    "value_text",
]


@dataclass(frozen=True)
class FieldSpec:
    """What may fill one field of an order.

    of: what fills it (`field_types`), `type` its name; `keyword` stands before it in the text ("" for a leading
    field); `label` is for people; `choices` limits a word.
    """

    name: str
    of: FieldType
    keyword: str = ""
    label: str = ""
    optional: bool = False
    choices: tuple[str, ...] = ()

    @property
    def type(self) -> str:
        """units, space, path, count, word, amounts or loads."""
        return self.of.name


def _field(of: FieldType, keyword: str, label: str, optional: bool, **more: Any) -> Any:
    empty = more.pop("empty", of.empty)
    spec = {"of": of, "keyword": keyword, "label": label, "optional": optional, **more}
    return dataclasses.field(default=empty, metadata={"spec": spec})


def units_field(keyword: str = "", label: str = "units", optional: bool = False) -> Any:
    """A field of pieces: `3 infantry 1 tank (moved 1)`."""
    return _field(field_types.UNITS, keyword, label, optional)


def space_field(keyword: str = "", label: str = "space", optional: bool = False) -> Any:
    """A field of one place: `tobruk`."""
    return _field(field_types.SPACE, keyword, label, optional)


def path_field(keyword: str = "", label: str = "route", optional: bool = False) -> Any:
    """A field of places in order: `tripoli > sirte > el_agheila`."""
    return _field(field_types.PATH, keyword, label, optional)


def count_field(keyword: str = "", label: str = "number", optional: bool = False) -> Any:
    """A field of one whole number."""
    return _field(field_types.COUNT, keyword, label, optional)


def word_field(
    keyword: str = "",
    label: str = "choice",
    optional: bool = False,
    choices: tuple[str, ...] = (),
    empty: str = "",
) -> Any:
    """A field of one word, out of `choices` where given."""
    return _field(field_types.WORD, keyword, label, optional, choices=choices, empty=empty)


def amounts_field(keyword: str = "", label: str = "from where", optional: bool = False) -> Any:
    """A field of numbers by place: `1 bir_hachem 2 siwa`."""
    return _field(field_types.AMOUNTS, keyword, label, optional)


def loads_field(keyword: str = "load", label: str = "cargo", optional: bool = False) -> Any:
    """A field of pieces picked up at places, the keyword repeated: `load 2 infantry at sirte`."""
    return _field(field_types.LOADS, keyword, label, optional)


@dataclass(frozen=True)
class Order:
    """The base of all orders; `kind` is its first word, `help` what it does, in one line."""

    kind: ClassVar[str] = ""
    help: ClassVar[str] = ""
    is_order: ClassVar[bool] = True

    def __str__(self) -> str:
        return to_text(self)


def specs(kind: type[Order]) -> tuple[FieldSpec, ...]:
    """The fields of an order class, in the order in which they are written."""
    found = _SPECS.get(kind)
    if found is None:
        found = tuple(FieldSpec(f.name, **f.metadata["spec"]) for f in dataclasses.fields(kind) if "spec" in f.metadata)
        _SPECS[kind] = found
    return found


_SPECS: dict[type[Order], tuple[FieldSpec, ...]] = {}


def value_text(spec: FieldSpec, value: Any) -> str:
    """One field as text, without its keyword (but for loads, which repeat it)."""
    return spec.of.text(value, spec.keyword)


def to_text(order: Order) -> str:
    """An order in notation; `parse` gives it back."""
    words = [order.kind]
    for spec in specs(type(order)):
        value = getattr(order, spec.name)
        if spec.optional and value in ((), "", 0):
            continue
        words += [spec.keyword] if spec.keyword else []
        words.append(value_text(spec, value))
    return " ".join(word for word in words if word)


def usage(kind: type[Order]) -> str:
    """How an order is written: `attack SPACE from SPACE with UNITS [paying AMOUNTS]`; loads repeat their keyword."""
    words = [kind.kind]
    for spec in specs(kind):
        shown = "|".join(spec.choices) if spec.choices else spec.label.upper().replace(" ", "-")
        text = f"{spec.keyword} {shown}".strip()
        text += f" at PLACE [{spec.keyword} ...]" if spec.of.repeated else ""
        words.append(f"[{text}]" if spec.optional else text)
    return " ".join(words)
