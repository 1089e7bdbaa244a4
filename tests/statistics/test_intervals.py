"""Intervals against printed values, independent implementations and their exact coverage."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import t
from statsmodels.stats.proportion import proportion_confint

from reasonboard.statistics.intervals import Interval, normal, normal_quantile, students_t, wilson

COUNTS = st.integers(1, 3000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))
LEVELS = st.sampled_from([0.5, 0.8, 0.9, 0.95, 0.99])


@pytest.mark.parametrize(
    ("successes", "n", "low", "high", "digits"),
    [
        (12, 30, 24.6, 57.7, 1),  # AIME2024 at iteration 156
        (160, 300, 47.7, 58.9, 1),  # T4 at length 11, printed as 53.3
        (74, 150, 41.4, 57.3, 1),  # the best cell of AIME24, printed as 49.3
        (81, 263, 25.53, 36.62, 2),  # Newcombe 1998, Stat. Med. 17:857, table I
        (15, 148, 6.24, 16.05, 2),
        (0, 20, 0, 16.11, 2),
        (1, 29, 0.61, 17.18, 2),
    ],
)
def test_wilson_gives_the_worked_and_the_published_intervals(
    successes: int, n: int, low: float, high: float, digits: int
) -> None:
    assert [round(100 * end, digits) for end in wilson(successes, n)] == [low, high]


def test_a_value_printed_to_a_tenth_moves_an_interval_by_less_than_a_tenth() -> None:
    for printed, successes, n in ((0.533, 160, 300), (0.493, 74, 150)):
        assert wilson(printed * n, n) == pytest.approx(wilson(successes, n), abs=0.001)


@pytest.mark.parametrize(
    ("n", "half"), [(30, 16.8), (198, 6.9), (500, 4.4), (12_032, 0.9)]
)  # the notes' table of benchmarks
def test_wilson_has_the_half_width_of_each_benchmark(n: int, half: float) -> None:
    found = wilson(n / 2, n)
    assert round(50 * (found.high - found.low), 1) == half


@given(COUNTS, LEVELS)
def test_wilson_agrees_with_statsmodels(count: tuple[int, int], level: float) -> None:
    expected = proportion_confint(*count, alpha=1 - level, method="wilson")
    assert wilson(*count, level) == pytest.approx(expected, abs=1e-12)


@given(st.floats(0, 1), st.floats(0.1, 1e5), LEVELS)
def test_wilson_takes_fractional_successes_and_keeps_its_value_inside(
    value: float, n: float, level: float
) -> None:
    low, high = wilson(value * n, n, level)
    assert 0 <= low <= value + 1e-12
    assert value - 1e-12 <= high <= 1
    assert low < high


def test_none_right_starts_at_zero_and_all_right_ends_at_one() -> None:
    for n in (1, 7, 30, 12_032):
        none, every = wilson(0, n), wilson(n, n)
        assert none.low == 0 < none.high < 1
        assert every.high == 1 > every.low > 0


def test_three_seeds_take_the_quantile_of_two_degrees_of_freedom() -> None:
    low, high = students_t(0.5, 0.02, 3)
    assert (high - low) / 2 == pytest.approx(4.303 * 0.02 / math.sqrt(3), rel=1e-4)


@given(st.lists(st.floats(-50, 50), min_size=2, max_size=12), LEVELS)
def test_students_t_agrees_with_scipy(values: list[float], level: float) -> None:
    mean, sd = float(np.mean(values)), float(np.std(values, ddof=1))
    if sd < 1e-9:
        assert students_t(mean, 0, len(values), within=None) == (mean, mean)
        return
    expected = t.interval(level, len(values) - 1, mean, sd / math.sqrt(len(values)))
    found = students_t(mean, sd, len(values), level, within=None)
    assert found == pytest.approx(expected, rel=1e-9, abs=1e-9)


def test_a_normal_interval_is_clipped_to_fractions_only_where_they_are_meant() -> None:
    assert normal(0.5, 0.1) == pytest.approx((0.304, 0.696), abs=1e-4)
    assert normal(0.95, 0.1) == pytest.approx((0.754, 1), abs=1e-4)
    assert normal(0.05, 0.1, within=None) == pytest.approx((-0.146, 0.246), abs=1e-4)
    assert normal(50, 1, within=Interval(0, 51)) == pytest.approx((48.04, 51), abs=1e-3)
    assert students_t(0.99, 0.02, 3).high == 1
    assert normal(0.4, 0) == (0.4, 0.4)


def test_the_normal_quantile_is_the_tables() -> None:
    assert [round(normal_quantile(level), 4) for level in (0.9, 0.95, 0.99)] == [
        1.6449,
        1.9600,
        2.5758,
    ]


def test_one_seed_a_negative_spread_and_a_value_in_percent_are_refused() -> None:
    with pytest.raises(ValueError, match="1 seeds: expected at least 2"):
        students_t(0.5, 0.1, 1)
    for stderr in (-0.1, math.nan, math.inf):
        with pytest.raises(ValueError, match="deviation"):
            normal(0.5, stderr)
    with pytest.raises(ValueError, match="value 53: expected 0 to 1"):
        normal(53, 0.1)
    with pytest.raises(ValueError, match="finite"):
        normal(math.nan, 0.1, within=None)
