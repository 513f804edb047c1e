"""The two tables every game has: `rules.csv`, its rulebook, and `options.csv`, its named switches."""

from __future__ import annotations

from typing import ClassVar, Literal, TypeVar

from pydantic import Field

from northafrica.core.options import Option
from northafrica.core.rulebook import Rule, Rulebook
from northafrica.core.scenario import MaybeInt, Names, Row, Tables, check_reference

R = TypeVar("R", bound=Row)


class RuleRow(Row):
    """rules.csv; ``page`` may be empty where only the section is known."""

    id: str = Field(min_length=1)
    section: str
    page: MaybeInt
    phase: str
    scope: Literal["core", "advanced", "naval", "scenario", "optional", "series"]
    title: str
    text: str


class OptionRow(Row):
    """options.csv: named switches, the reason for the default told."""

    key: ClassVar[tuple[str, ...]] = ("name",)
    name: str
    title: str
    values: Names
    default: str
    scope: Literal["ruling", "optional", "data"]
    rule: str
    reconstruction: bool
    reason: str
    before: str = ""


ALL_THERE = "the rules are written for those there are; no more can be added"


class NumberRow(Row):
    """numbers.csv: single numbers of the rules; `text` says what each is."""

    complete: ClassVar[str] = ALL_THERE
    id: str = Field(min_length=1)
    value: int = Field(ge=0)
    text: str
    rule: str


def read_cited(tables: Tables, name: str, model: type[R], rules: Rulebook) -> tuple[R, ...]:
    """A table whose rows each cite a rule that exists. Raises DataError."""
    found = tables.read(name, model)
    for row in found:
        check_reference(row, "rule", getattr(row, "rule", ""), rules, "rule")
    return found


def read_numbers(tables: Tables, rules: Rulebook) -> dict[str, int]:
    """numbers.csv by id. Raises DataError."""
    return {row.id: row.value for row in read_cited(tables, "numbers.csv", NumberRow, rules)}


def read_rulebook(tables: Tables) -> Rulebook:
    """rules.csv. Raises DataError."""
    return Rulebook(
        Rule(row.id, row.section, row.page, row.phase, row.scope, row.title, row.text)
        for row in tables.read("rules.csv", RuleRow)
    )


def read_options(tables: Tables, rules: Rulebook) -> dict[str, Option]:
    """options.csv; the rule must exist and the default be among the values. Raises DataError."""
    found = {}
    for row in tables.read("options.csv", OptionRow):
        check_reference(row, "rule", row.rule, rules, "rule")
        check_reference(row, "default", row.default, row.values, "value")
        check_reference(row, "before", row.before or row.default, row.values, "value")
        found[row.name] = Option(
            row.name,
            row.values,
            row.default,
            row.reason,
            row.rule,
            row.reconstruction,
            row.scope,
            row.title,
            row.before,
        )
    return found
