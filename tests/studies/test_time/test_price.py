"""Money in the place of tokens, where a person states prices."""

from datetime import date

import pytest

from reasonboard.store.database import query
from reasonboard.studies.test_time.study import TEST_TIME
from tests.studies.test_time.two_runs import LONG


@pytest.mark.usefixtures("two_runs")
def test_without_a_price_there_is_no_axis_of_money() -> None:
    values, notices = TEST_TIME.clean({"cost": "money"})
    assert values["cost"] == ""
    assert "cost" in notices


@pytest.mark.usefixtures("priced_runs")
def test_a_stated_price_gives_what_an_answer_costs_with_its_day() -> None:
    values, notices = TEST_TIME.clean({"cost": "money"})
    assert notices == {}
    rows = query("studies/test_time/frontier", source=[], metric="main", cost="money")
    assert {(row["panel"], row["key"]): row["x"] for row in rows} == {
        ("Log", LONG): pytest.approx(6000 * 2 / 1e6), ("Tries", LONG): pytest.approx(550 * 2 / 1e6),
    }  # fmt: skip
    assert {row["priced"] for row in rows} == {date(2026, 11, 1)}
    meta = TEST_TIME.answer(TEST_TIME.views[0], values, 4).figure["layout"]["meta"]
    assert "2026-11-01" in meta["uncertainty"]
    assert meta["heading"] == "Accuracy by price per answer"
