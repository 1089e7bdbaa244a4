"""The interval columns of tables."""

from typing import Any

import pytest

from reasonboard.core.findings.intervals import (
    NONE,
    interval_of,
    lines_with_intervals,
    with_intervals,
)
from reasonboard.statistics.uncertainty import LISTED, WILSON, WILSON_OF_STDERR

ROW: dict[str, Any] = {
    "value": 0.4, "unit": "fraction", "n": 30, "kind": "stated", "stderr": None, "repeats": None
}  # fmt: skip


def test_an_accuracy_with_its_number_of_items_has_wilson() -> None:
    low, high, method = interval_of(ROW, ())
    assert (low, high) == pytest.approx((0.246, 0.577), abs=5e-4)
    assert method == "Wilson"


@pytest.mark.parametrize(
    ("change", "method"),
    [
        ({"n": None}, NONE),
        ({"kind": "bound_low"}, NONE),
        ({"kind": "illustrative"}, NONE),
        ({"value": None}, NONE),
        ({"value": 1.2}, NONE),
        ({"unit": "tokens", "value": 512.0}, ""),
    ],
)
def test_what_is_no_measured_accuracy_has_none(change: dict[str, Any], method: str) -> None:
    assert interval_of(ROW | change, ()) == (None, None, method)


def test_a_score_that_is_no_proportion_has_an_interval_by_its_standard_error_alone() -> None:
    macro_f1 = ROW | {"metric": "macro_f1", "value": 0.2403, "n": 20}
    assert interval_of(macro_f1, {"accuracy"}) == (None, None, NONE)
    low, high, method = interval_of(macro_f1 | {"stderr": 0.05}, {"accuracy"})
    # n* is 0.2403 x 0.7597 / 0.05² = 73.0, t of 19 degrees of freedom.
    assert (low, high) == pytest.approx((0.1523, 0.3577), abs=5e-4)
    assert method == WILSON_OF_STDERR
    assert interval_of(macro_f1 | {"metric": "accuracy"}, {"accuracy"})[2] == WILSON


def test_an_interval_says_where_its_number_of_items_comes_from() -> None:
    listed = interval_of(ROW | {"n from": "catalogue"}, ())
    assert listed == (*interval_of(ROW, ())[:2], LISTED)
    assert interval_of(ROW | {"n from": "source"}, ())[2] == WILSON


def test_rows_and_lines_get_the_same_columns_before_their_kind() -> None:
    rows = [ROW | {"locator": "x"}, ROW | {"locator": "y", "n": None}]
    wide = with_intervals(rows, ())
    assert list(wide[0]) == [
        "value",
        "n",
        "stderr",
        "repeats",
        "low",
        "high",
        "interval",
        "unit",
        "kind",
        "locator",
    ]
    lines = list(
        lines_with_intervals(iter([tuple(rows[0]), *(tuple(row.values()) for row in rows)]), ())
    )
    assert lines == [tuple(wide[0]), *(tuple(row.values()) for row in wide)]
    assert wide[1]["interval"] == NONE


def test_rows_that_do_not_say_enough_stay_as_they_are() -> None:
    rows = [{"value": 0.4, "n": 30}]
    assert with_intervals(rows, ()) == rows
    assert with_intervals([], ()) == []
    assert list(lines_with_intervals(iter([("value", "n"), (0.4, 30)]), ())) == [
        ("value", "n"),
        (0.4, 30),
    ]
