"""Write docs/orders.md, the list of all orders, from the code and the cases: python -m tools.make_orders_page."""

from __future__ import annotations

from pathlib import Path

from northafrica.core.order_list import order_list
from northafrica.systems import SYSTEMS

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "orders.md"
HEAD = """# Orders

How each order is written, what it does, and one that an adjudication case plays. Words in capitals are filled in, what
stands in brackets may be left out, `[load ...]` says that the word and what follows it may be repeated. Which orders
can be given now, and with which values, tell `game.legal()` and `northafrica legal`; `northafrica orders SYSTEM` prints
this list. [Adjudication cases](cases.md) tells how places, pieces and numbers are written.

This page is made from the code (`python -m tools.make_orders_page`).
"""


def page() -> str:
    """The whole page."""
    parts = [HEAD]
    for name, system in SYSTEMS.items():
        parts.append(f"\n## {system.title}\n")
        for one in order_list(system, (ROOT / "tests" / "cases" / name).rglob("*.toml")):
            parts.append(
                f"\n### {name}: {one.word}\n\n{one.help[:1].upper()}{one.help[1:]}.\n\n```text\n{one.written}\n```\n"
            )
            if one.example is not None:
                case = one.example.case.relative_to(ROOT).as_posix()
                parts.append(f"\nFor example (`{case}`):\n\n```text\n{one.example.text}\n```\n")
    return "".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8", newline="\n")
    print(PAGE)
