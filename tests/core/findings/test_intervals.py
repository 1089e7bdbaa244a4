"""How findings say numbers: words, the interval columns of tables, pass@k and pass^k of a mark."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from reasonboard.core.findings.intervals import (
    NONE,
    interval_of,
    lines_with_intervals,
    with_intervals,
)
from reasonboard.core.findings.words import end_in_percent, interval, percent_range
from reasonboard.core.insights import passes
from reasonboard.statistics.intervals import wilson
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


@pytest.mark.parametrize(
    ("fraction", "decimals", "text"),
    [
        (0.123, 0, "12"),
        (0.0, 0, "0"),
        (1.0, 0, "100"),
        (0.000745, 0, "0.07"),  # the high end of 0 of 5,153
        (0.999255, 0, "99.93"),
        (0.00031, 1, "0.03"),
        (0.9996, 1, "99.96"),
        (-1e-17, 1, "0.0"),
        (1 - 1e-16, 0, "100"),
    ],
)
def test_an_end_of_an_interval_is_0_or_100_only_where_it_is(
    fraction: float, decimals: int, text: str
) -> None:
    assert end_in_percent(fraction, decimals) == text


def test_an_interval_has_two_ends() -> None:
    assert percent_range(0.0, 0.000745, decimals=0, between="–") == "0–0.07"
    assert percent_range(0.3121, 0.3142, decimals=0, between="–") == "31.2–31.4"
    assert interval(0.123, 0.273) == "95% interval 12.3 to 27.3"


def test_hand_worked_counts() -> None:
    # Two items with 1 of 2, two with 2 of 2: pass@1 = 3/4, pass@2 = 1, pass^2 = 1/2.
    rows = passes([(2, 1, 2), (2, 2, 2)])
    assert [row["k"] for row in rows] == [1, 2]
    assert [row["pass@k"] for row in rows] == ["75.0%", "100.0%"]
    assert [row["pass^k"] for row in rows] == ["75.0%", "50.0%"]
    assert rows[0]["items"] == 4
    # Of 4 problems with 1/2, 1/2, 1 and 1: n* is 18, t of 3 degrees of freedom.
    assert rows[0]["95% interval of pass@k"].startswith("24.2 to 96.6, Wilson")
    # All 4 are 1: n* is 4, so that the lower end is 4 / (4 + t²).
    low = 4 / (4 + stats.t.ppf(0.975, 3) ** 2)
    assert rows[1]["95% interval of pass@k"].startswith(f"{low * 100:.1f} to 100.0, Wilson")


def test_k_goes_up_to_the_fewest_answers_and_that_is_among_them() -> None:
    assert [row["k"] for row in passes([(6, 3, 10), (8, 2, 5)])] == [1, 2, 4, 6]
    assert [row["k"] for row in passes([(1, 1, 10), (1, 0, 5)])] == [1]
    assert passes([]) == []


def test_single_answers_have_wilsons_interval() -> None:
    (row,) = passes([(1, 1, 700), (1, 0, 500)])
    low, high = wilson(700, 1200)
    assert row["95% interval of pass@k"].startswith(f"{low * 100:.1f} to {high * 100:.1f}, Wilson")


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(1, 20)), min_size=1, max_size=4))
def test_more_tries_never_make_pass_at_k_smaller_nor_pass_hat_k_larger(
    of: list[tuple[int, int]],
) -> None:
    rows = passes([(4, c, items) for c, items in of])
    at = [float(row["pass@k"].removesuffix("%")) for row in rows]
    hat = [float(row["pass^k"].removesuffix("%")) for row in rows]
    assert at == sorted(at)
    assert hat == sorted(hat, reverse=True)
    assert at[0] == hat[0]
