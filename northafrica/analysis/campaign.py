"""The campaign as it was: dates, shipping, ports, distances, forces, losses, each figure with its source.

>>> from northafrica.analysis import history
>>> shipping = history("axis_shipping")
>>> int(shipping.set_index("month").loc["1942-04", "tons_landed"])
150389

A figure that no source gives is missing (NaN), never zero. What is recalled from print rather than looked up
says so in its source; `references` gives the works that a frame rests on.
"""

from __future__ import annotations

import re
from difflib import get_close_matches

import pandas as pd

from northafrica.core.paths import data_path

TABLES = (
    "timeline", "axis_shipping", "axis_shipping_totals", "ports", "distances", "malta", "forces", "losses",
    "consumption", "trucks", "leaders", "terrain", "climate",
)  # fmt: skip
UNSOURCED = ("general knowledge", "computed", "none found")
CONFIDENCE = ("high", "medium", "low", "none")


class UnknownTable(KeyError):
    """A table of the campaign that does not exist; the message names the nearest."""

    def __str__(self) -> str:
        near = get_close_matches(str(self.args[0]), TABLES, 1)
        hint = f"; did you mean {near[0]}?" if near else ""
        return f"there is no table '{self.args[0]}' of the campaign{hint}; there are {', '.join(TABLES)}"


def history(table: str) -> pd.DataFrame:
    """A table of the campaign; `source` and `confidence` are columns of each. Raises UnknownTable."""
    if table not in TABLES:
        raise UnknownTable(table)
    with data_path("history", f"{table}.csv").open(encoding="utf-8") as text:
        frame = pd.read_csv(text)
    frame.attrs["table"] = table
    return frame


def works() -> pd.DataFrame:
    """All works cited: key, reference, url, kind."""
    with data_path("history", "sources.csv").open(encoding="utf-8") as text:
        return pd.read_csv(text).set_index("key")


def references(frame: pd.DataFrame) -> pd.DataFrame:
    """The works that the rows of a frame cite, with their full reference; what was recalled from print is a row too.

    Raises KeyError for a source that is no work of `works`.
    """
    known = works()
    cited: dict[str, str] = {}
    for source in frame["source"].dropna():
        found = keys_of(source, known.index)
        if not found:
            raise KeyError(f"'{source}' names no work of data/history/sources.csv")
        for key in found:
            cited[key] = "" if key in UNSOURCED else str(known.loc[key, "reference"])
    rows = [(key, cited[key] or _told(key)) for key in sorted(cited)]
    return pd.DataFrame(rows, columns=["source", "reference"])


def keys_of(source: str, known: pd.Index) -> list[str]:
    """The keys that a source cell names, in its order."""
    words = [word for word in re.findall(r"[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*", source) if word in known]
    return [*dict.fromkeys(words), *(word for word in UNSOURCED if word in source)]


def _told(key: str) -> str:
    told = {
        "general knowledge": "recalled from the printed literature, not looked up again: check before quoting",
        "computed": "computed from coordinates or from other rows",
        "none found": "no figure was found",
    }
    return told[key]
