"""The method of an uncertainty follows from what is known, and none is invented."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from reasonboard.statistics.contrasts import STDERR as STDERR_TEST
from reasonboard.statistics.contrasts import contrast
from reasonboard.statistics.differences import least_difference, least_difference_by
from reasonboard.statistics.intervals import normal, students_t, wilson
from reasonboard.statistics.uncertainty import (
    SEEDS,
    STDERR,
    WILSON,
    WILSON_OF_ITEMS,
    WILSON_OF_SEEDS,
    WILSON_OF_STDERR,
    Measured,
    Uncertainty,
    detectable,
    effective_answers,
    interval_methods,
    of_measured,
    standard_error,
)
from tests.known import known

VALUES = st.floats(0, 1)
INNER = st.floats(0.001, 0.999)
COUNTS = st.integers(1, 1000)
STDERRS = st.floats(0.001, 0.2)


def test_a_row_gives_what_it_has_under_the_names_of_the_fields() -> None:
    known = {
        "scale": "proportion",
        "n_items": 30,
        "n_repeats": 5,
        "n_seeds": 3,
        "stderr": 0.05,
        "seed_sd": 0.02,
    }
    row = {"value": 40.0, "kind": "stated", **known}
    assert Measured.from_row(0.4, row) == Measured(0.4, **known)  # type: ignore[arg-type]
    assert Measured.from_row(
        0.4, {"value": 40.0, "scale": "proportion", "n_items": 30}
    ) == Measured(0.4, n_items=30)


def test_the_worked_cells_have_their_printed_intervals() -> None:
    for found, low, high in (
        (of_measured(Measured(0.4, n_items=30)), 24.6, 57.7),
        (of_measured(Measured(74 / 150, n_items=30, n_repeats=5)), 32.6, 66.3),
        (of_measured(Measured(0.493, n_items=30, n_repeats=5)), 32.6, 66.3),
        (of_measured(Measured(0.533, n_items=100, n_seeds=3)), 43.6, 62.8),
    ):
        assert found is not None
        assert (round(100 * found.low, 1), round(100 * found.high, 1)) == (low, high)
        assert found.method in (WILSON, WILSON_OF_ITEMS)


@given(VALUES, COUNTS, st.integers(1, 8), st.integers(1, 5))
def test_wilson_counts_every_problem_once(
    value: float, items: int, repeats: int, seeds: int
) -> None:
    found = known(of_measured(Measured(value, n_items=items, n_repeats=repeats, n_seeds=seeds)))
    expected = proportion_confint(value * items, items, method="wilson")
    assert found.method == (WILSON if repeats * seeds == 1 else WILSON_OF_ITEMS)
    # A value that is no count of the answers may stand for the one that prints as it does.
    assert found[:2] == pytest.approx(expected, abs=3e-3)


def test_the_scatter_of_seeds_widens_the_interval_of_their_mean() -> None:
    found = known(of_measured(Measured(0.6, 30, 16, 3, seed_sd=0.02)))
    assert found[:2] == pytest.approx((0.414735, 0.760488), abs=5e-6)  # example b4
    assert found.method == WILSON_OF_SEEDS


@given(INNER, st.integers(2, 1000), st.integers(2, 64), STDERRS)
def test_the_standard_error_over_items_comes_first_for_repeated_answers(
    value: float, items: int, repeats: int, stderr: float
) -> None:
    found = known(of_measured(Measured(value, n_items=items, n_repeats=repeats, stderr=stderr)))
    assert found.method == WILSON_OF_STDERR
    assert 0 <= found.low <= value + 3e-3
    assert value - 3e-3 <= found.high <= 1


@given(st.integers(10, 400), st.integers(1, 9))
def test_wilson_comes_before_the_binomial_standard_error_of_single_answers(
    n: int, tenths: int
) -> None:
    value = round(n * tenths / 10) / n
    stderr = (value * (1 - value) / (n - 1)) ** 0.5
    assert of_measured(
        Measured(value, n_items=n, n_repeats=1, stderr=round(stderr, 4))
    ) == Uncertainty(*wilson(value * n, n), WILSON)


def test_a_standard_error_that_is_not_the_binomial_one_is_taken_as_the_file_states_it() -> None:
    # Answers that hang together scatter more; none are worth more than as many single answers.
    for stderr, expected in ((0.05, normal(0.5, 0.05)), (0.01, wilson(200, 400))):
        found = known(of_measured(Measured(0.5, n_items=400, stderr=stderr)))
        assert found[:2] == pytest.approx(tuple(expected), abs=0.003)  # Wilson, not the normal
        assert found.method == WILSON_OF_STDERR


@given(INNER, STDERRS)
def test_a_standard_error_alone_is_taken_before_the_spread_of_seeds(
    value: float, stderr: float
) -> None:
    found = of_measured(Measured(value, stderr=stderr, n_seeds=3, seed_sd=0.3))
    assert found == Uncertainty(*normal(value, stderr), STDERR)


@given(VALUES, st.integers(3, 10), st.floats(0.001, 0.3))
def test_seeds_without_items_take_students_t(value: float, seeds: int, sd: float) -> None:
    found = of_measured(Measured(value, n_seeds=seeds, seed_sd=sd))
    assert found == Uncertainty(*students_t(value, sd, seeds), SEEDS)


@pytest.mark.parametrize("value", [0.0, 1.0])
def test_at_both_ends_a_count_says_more_than_a_standard_error(value: float) -> None:
    found = of_measured(Measured(value, n_items=30, n_repeats=4, stderr=0.01))
    assert found == Uncertainty(*wilson(value * 30, 30), WILSON_OF_ITEMS)
    alone = of_measured(Measured(value, stderr=0.01))
    assert alone == Uncertainty(*normal(value, 0.01), STDERR)


@given(st.floats(-1e6, 1e6), st.none() | COUNTS, st.floats(1e-6, 1e5))
def test_a_mean_in_any_unit_has_its_standard_error_on_both_sides(
    value: float, items: int | None, stderr: float
) -> None:
    measured = Measured(value, n_items=items, stderr=stderr, scale="amount")
    found = known(of_measured(measured))
    quantile = stats.t.ppf(0.975, items - 1) if items and items > 1 else stats.norm.ppf(0.975)
    assert (found.low, found.high) == pytest.approx(
        (value - quantile * stderr, value + quantile * stderr)
    )
    assert standard_error(measured) == stderr
    assert detectable([measured]) == pytest.approx(least_difference_by(stderr))


@given(VALUES, st.none() | COUNTS, STDERRS)
def test_a_graded_score_needs_its_standard_error_and_stays_within_its_range(
    value: float, items: int | None, stderr: float
) -> None:
    graded = Measured(value, n_items=items, stderr=stderr, scale="fraction")
    found = known(of_measured(graded))
    assert 0 <= found.low <= value <= found.high <= 1
    if items is None:
        assert found == Uncertainty(*normal(value, stderr), STDERR)
    assert of_measured(graded._replace(stderr=None)) is None


def test_the_difference_of_means_in_any_unit_is_a_z_test_of_both_standard_errors() -> None:
    a, b = (Measured(value, stderr=0.3, scale="amount") for value in (12.0, 11.0))
    tested = known(contrast(a, b))
    assert (tested.value, tested.test) == (1.0, STDERR_TEST)
    assert tested.p == pytest.approx(0.01842, abs=1e-5)  # z = 1 / (0.3 sqrt(2))
    assert (tested.low, tested.high) == pytest.approx((0.16846, 1.83154), abs=1e-5)
    assert contrast(a, b._replace(stderr=None, n_items=50)) is None


@given(
    VALUES,
    st.none() | COUNTS,
    st.none() | st.integers(1, 64),
    st.none() | st.integers(0, 5),
    st.none() | st.floats(0, 0.5),
    st.none() | st.floats(0, 0.5),
)
def test_whatever_is_known_the_interval_holds_the_value_within_the_fractions(
    value: float,
    items: int | None,
    repeats: int | None,
    seeds: int | None,
    sd: float | None,
    stderr: float | None,
) -> None:
    found = of_measured(
        Measured(value, n_items=items, n_repeats=repeats, n_seeds=seeds, seed_sd=sd, stderr=stderr)
    )
    if found:
        assert 0 <= found.low <= value + 1e-12
        assert value - 1e-12 <= found.high <= 1
    else:
        assert items is None


def test_the_methods_are_named_once_and_gaps_are_said() -> None:
    one, other = Uncertainty(0.1, 0.2, WILSON), Uncertainty(0.1, 0.2, STDERR)
    assert interval_methods([one, one]) == "95% intervals: Wilson"
    assert interval_methods([one, other]) == "95% intervals: Wilson, the standard error over items"
    assert interval_methods([other, None, one, one]) == (
        "95% intervals: Wilson, the standard error over items; unknown for some marks"
    )
    assert interval_methods([]) == interval_methods([None, None]) == "no uncertainty available"


def test_the_standard_error_is_the_stated_one_or_that_of_the_count() -> None:
    assert standard_error(Measured(0.5, 30, 5, stderr=0.08)) == 0.08
    assert standard_error(Measured(0.5, stderr=0.08)) == 0.08
    assert standard_error(Measured(0.5, 30, 5)) == pytest.approx(math.sqrt(0.25 / 34))


@given(st.sampled_from([0.0, 1.0]), COUNTS)
def test_all_right_or_all_wrong_is_not_certain(value: float, n: int) -> None:
    # As of Agresti and Coull's two more right and two more wrong answers.
    expected = math.sqrt(2 * (n + 2)) / (n + 4) ** 1.5
    assert standard_error(Measured(value, n)) == pytest.approx(expected)
    assert standard_error(Measured(value, n, stderr=0.0)) == pytest.approx(expected)


def test_a_standard_error_is_worth_as_many_answers() -> None:
    assert effective_answers(Measured(0.5, stderr=0.05)) == 100
    assert effective_answers(Measured(0.5, 30, 4)) == 30
    # (30 x 29 x 0.05² + 2 x 0.25) / 32 / 30 is 0.25 / 89.7: two problems are added against luck.
    assert effective_answers(Measured(0.5, 30, 4, stderr=0.05)) == 90


def test_attempts_at_one_problem_count_once_in_the_interval_and_in_what_is_detectable() -> None:
    """Of 30 problems with 5 attempts each only the mean is known: both have the variance of 30 answers."""
    cell = Measured(0.5, 30, 5)
    interval, least = of_measured(cell), detectable([cell])
    assert interval is not None
    assert least is not None
    assert interval.method == WILSON_OF_ITEMS
    assert interval[:2] == pytest.approx(wilson(15, 30))
    assert least == pytest.approx(least_difference(30))
    half = (interval.high - interval.low) / 2
    # (1.96 + 0.84) √2 standard errors against 1.96: about twice the half of the interval.
    assert 1.9 < least / half < 2.3


def test_what_is_detectable_follows_the_observed_share_and_the_stated_error() -> None:
    assert detectable([Measured(0.9, 1000)]) == pytest.approx(least_difference(1000, 0.9), rel=0.02)
    assert detectable([Measured(0.5, 30, 5, stderr=0.05)]) == pytest.approx(
        least_difference(90), rel=0.01
    )
    assert detectable([Measured(0.5, 1000), Measured(0.5, 30)]) == pytest.approx(
        least_difference(30)
    )
    assert detectable([Measured(0.5)]) is None
    assert detectable([]) is None
