"""The two tables every game has: `rules.csv`, its rulebook, and `options.csv`, its named switches."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field

from northafrica.core.options import Option
from northafrica.core.rulebook import Rule, Rulebook
from northafrica.core.scenario import MaybeInt, Names, Row, Tables, check_reference


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
