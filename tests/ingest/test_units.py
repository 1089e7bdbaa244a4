"""Metrics of one name in several units: each has one unit, and its numbers are never taken for the other's."""

import pytest

from reasonboard.ingest.loading.load import remove
from reasonboard.ingest.snapshot.rebuild import rebuild
from tests.ingest.mine import Mine

HEADER = "model,benchmark,step,metric,value,unit\n"
_METRICS = (
    "SELECT DISTINCT source, metric, unit, value FROM result WHERE metric LIKE 'gain%' ORDER BY ALL"
)


@pytest.mark.long
def test_a_metric_of_another_unit_is_another_metric_in_whatever_way_the_tables_are_made(
    mine: Mine,
) -> None:
    mine.load(mine.table(f"{HEADER}a,T,1,gain,20,tokens\n", "one.csv"), name="one")
    report = mine.load(mine.table(f"{HEADER}b,T,1,gain,0.5,fraction\n", "two.csv"), name="two")
    assert report.notes == [
        "gain is in the unit fraction here and tokens elsewhere: loaded as gain (fraction)"
    ]
    expected = [("one", "gain", "tokens", 20.0), ("two", "gain (fraction)", "fraction", 0.5)]
    assert mine.query(_METRICS) == expected
    assert not mine.load(
        mine.table(f"{HEADER}b,T,1,gain,0.5,fraction\n", "two.csv"), name="two"
    ).changed
    rebuild(mine.data, mine.store)
    assert mine.query(_METRICS) == expected


def test_of_one_load_the_unit_of_most_numbers_keeps_the_name(mine: Mine) -> None:
    rows = "a,T,1,gain,0.5,fraction\na,T,2,gain,0.25,fraction\na,U,1,gain,3,tokens\n"
    mine.load(mine.table(HEADER + rows))
    assert {(metric, unit) for _, metric, unit, _ in mine.query(_METRICS)} == {
        ("gain", "fraction"),
        ("gain (tokens)", "tokens"),
    }


@pytest.mark.long
def test_a_running_log_keeps_the_name_of_its_metric_when_the_other_load_is_removed(
    mine: Mine,
) -> None:
    rows = "b,T,1,gain,0.5,fraction\n"
    mine.load(mine.table(f"{HEADER}a,T,1,gain,20,tokens\n", "one.csv"), name="one")
    mine.load(mine.table(HEADER + rows, "two.csv"), name="two", running=True)
    remove(mine.data, mine.store, ["one"])
    rows += "b,T,2,gain,0.75,fraction\n"
    mine.load(mine.table(HEADER + rows, "two.csv"), name="two", running=True)
    assert mine.query(_METRICS) == [
        ("two", "gain (fraction)", "fraction", value) for value in (0.5, 0.75)
    ]


def test_the_unit_of_a_load_is_that_of_the_tables_which_state_none(mine: Mine) -> None:
    header = "model,benchmark,value,unit\n"
    tables = [
        mine.table("model,benchmark,value\na,T,40\n", "none.csv"),
        mine.table(f"{header}b,T,0.5,fraction\nc,T,60,\n", "some.csv"),
    ]
    mine.load(*tables, unit="percent")
    rows = mine.query("SELECT model, unit, value FROM result WHERE source = 'mine' ORDER BY ALL")
    assert rows == [("a", "fraction", 0.4), ("b", "fraction", 0.5), ("c", "fraction", 0.6)]
