"""The list of orders in the docs is that of the code, and each example is one that a case plays."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from northafrica.cli import main
from northafrica.core.cases import read_case, run_case
from northafrica.core.order_list import played
from northafrica.core.orders import to_text, usage
from northafrica.systems import SYSTEMS

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "orders.md").read_text(encoding="utf-8")
ENTRY = re.compile(
    r"^### (\w+): (\w+)\n\n(.+)\.\n\n```text\n(.+)\n```\n(?:\nFor example \(`(.+)`\):\n\n```text\n(.+)\n```\n)?",
    re.MULTILINE,
)
ENTRIES = ENTRY.findall(PAGE)
SYSTEM_ORDERS = [(name, kind) for name, system in SYSTEMS.items() for kind in system.orders]


def test_the_page_lists_the_orders_of_the_code() -> None:
    told = [
        (name, word, help_text[:1].lower() + help_text[1:], written) for name, word, help_text, written, _, _ in ENTRIES
    ]
    wanted = [(name, kind.kind, kind.help[:1].lower() + kind.help[1:], usage(kind)) for name, kind in SYSTEM_ORDERS]
    assert told == wanted, "python -m tools.make_orders_page"


@pytest.mark.parametrize(("system", "word", "case", "example"), [(e[0], e[1], e[4], e[5]) for e in ENTRIES])
def test_each_order_has_an_example_that_a_case_plays(system: str, word: str, case: str, example: str) -> None:
    assert example, f"no case plays '{word}'"
    file = ROOT / case
    assert example in set(played(file))
    report = run_case(read_case(file), SYSTEMS)
    assert not report.failures
    grammar = SYSTEMS[system].grammar(SYSTEMS[system].load())
    order = grammar.parse(example)
    assert order.kind == word
    assert grammar.parse(to_text(order)) == order


def test_the_command_lists_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["orders", "aana", "press"]) == 0
    said = capsys.readouterr().out
    assert "press [leaving DROPPING-OUT at PLACE [leaving ...]] [adding REINFORCEMENTS at PLACE" in said
    assert " adding " in said.splitlines()[-1]
    assert main(["orders", "afrika2", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)["orders"]
    assert [row["order"] for row in listed] == [kind.kind for kind in SYSTEMS["afrika2"].orders]
    assert main(["orders", "aana", "pres"]) == 2
    assert "did you mean press" in capsys.readouterr().err
