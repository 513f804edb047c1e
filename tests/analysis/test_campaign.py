"""The campaign's tables: every figure has a source, gaps stay gaps, sums are those of the printed totals."""

from __future__ import annotations

import pandas as pd
import pytest

from northafrica.analysis.campaign import CONFIDENCE, TABLES, UnknownTable, history, keys_of, references, works


@pytest.mark.parametrize("table", TABLES)
def test_every_row_names_a_known_source_and_how_sure_it_is(table: str) -> None:
    frame, known = history(table), works().index
    assert len(frame) > 10
    assert set(frame["confidence"]) <= set(CONFIDENCE)
    nameless = [source for source in frame["source"] if not keys_of(source, known)]
    assert nameless == []


def test_references_give_the_whole_title() -> None:
    cited = references(history("timeline")).set_index("source")["reference"]
    assert cited["WP-TL"] == "Wikipedia (en): Timeline of the North African campaign"
    with pytest.raises(KeyError, match="'hearsay' names no work"):
        references(pd.DataFrame({"source": ["hearsay"]}))


def test_the_months_add_up_to_the_published_totals() -> None:
    # Mezeviris, 9.1: 2,245,381 t shipped and 1,929,955 t landed; 30 t landed are missing in July to November 1940.
    libya = history("axis_shipping").query("destination == 'Libya'")
    assert len(libya) == 32
    assert libya["tons_landed"].sum() == 1_929_955 - 30
    assert abs(libya["tons_shipped"].sum() - 2_245_381) < 900


def test_a_share_lost_is_that_of_its_own_row() -> None:
    rows = history("axis_shipping").dropna(subset=["tons_shipped", "tons_landed", "percent_lost"])
    lost = 100 * (1 - rows["tons_landed"] / rows["tons_shipped"])
    assert (lost - rows["percent_lost"]).abs().max() < 0.06


def test_gaps_stay_gaps() -> None:
    tunisia = history("axis_shipping").query("destination == 'Tunisia'")
    assert len(tunisia) > 3
    assert tunisia["tons_landed"].isna().all()


def test_dates_are_dates_and_places_lie_in_the_theatre() -> None:
    events = history("timeline")
    dates = pd.to_datetime(events["date"], format="%Y-%m-%d")
    assert dates.is_monotonic_increasing
    assert dates.dt.year.between(1940, 1943).all()
    assert events["lat"].between(20, 60).all()
    assert events["lon"].between(-10, 50).all()  # from Casablanca to Tehran


def test_an_unknown_table_is_named_with_its_nearest() -> None:
    with pytest.raises(UnknownTable, match="did you mean malta"):
        history("mata")
