"""Means of cells: their errors against formulas and simulation, trends, and what is left over."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reasonboard.statistics.effects import (
    additive,
    deviation,
    differ,
    difference,
    in_standard_errors,
    interval_of,
    over,
    trend,
)
from reasonboard.statistics.means import Estimate, mean
from reasonboard.statistics.uncertainty import Measured

MEANS = st.lists(st.builds(Estimate, st.floats(0, 1), st.floats(0.01, 0.1)), min_size=2, max_size=6)


def test_a_mean_without_an_error_has_no_interval() -> None:
    assert interval_of(mean([Measured(0.5)])) is None


def test_the_error_of_a_deviation_is_that_of_a_simulation() -> None:
    cells = [Measured(p, 100) for p in (0.3, 0.5, 0.6, 0.8)]
    inside = [True, True, False, False]
    found = deviation(cells, inside)
    rng = np.random.default_rng(0)
    drawn = rng.binomial(100, [one.value for one in cells], size=(40_000, 4)) / 100
    deviations = drawn[:, :2].mean(1) - drawn.mean(1)
    assert found.value == pytest.approx(-0.15)
    assert found.stderr == pytest.approx(deviations.std(), rel=0.02)


def test_two_means_differ_by_a_z_test() -> None:
    found = difference(Estimate(0.5, 0.03), Estimate(0.4, 0.04))
    assert found is not None
    assert found.difference == pytest.approx(0.1)
    assert [found.low, found.high] == pytest.approx([0.002, 0.198], abs=1e-3)
    assert found.p_value == pytest.approx(0.0455, abs=1e-4)
    assert difference(Estimate(0.5, None), Estimate(0.4, 0.04)) is None


@given(MEANS)
def test_whether_means_differ_is_cochrans_q(means: list[Estimate]) -> None:
    weights = [1 / (one.stderr or 1) ** 2 for one in means]
    middle = sum(w * one.value for w, one in zip(weights, means, strict=True)) / sum(weights)
    q = sum(w * (one.value - middle) ** 2 for w, one in zip(weights, means, strict=True))
    found = differ(means)
    assert found is not None
    assert [found.chi2, found.df] == pytest.approx([q, len(means) - 1], abs=1e-8)
    assert 0 <= found.p <= 1


def test_differences_of_one_size_and_of_several() -> None:
    # Q = 0 and Q = (0.1 / 0.01)² / 2 = 50 with one degree of freedom
    same = differ([Estimate(0.2, 0.01), Estimate(0.2, 0.02)])
    several = differ([Estimate(0.2, 0.01), Estimate(0.3, 0.01)])
    assert same is not None
    assert several is not None
    assert same.p == pytest.approx(1)
    assert several.p == pytest.approx(math.erfc(math.sqrt(50 / 2)), rel=1e-6)
    assert differ([Estimate(0.2, 0.01)]) is None
    assert differ([Estimate(0.2, 0.01), Estimate(0.3, None)]) is None


def test_a_mean_of_means_has_the_error_of_independent_ones() -> None:
    found = over([Estimate(0.2, 0.03), Estimate(0.4, 0.04)])
    assert found.value == pytest.approx(0.3)
    assert found.stderr == pytest.approx(0.025)
    assert over([Estimate(0.2, 0.03), Estimate(0.4, None)]).stderr is None


def test_rows_and_columns_that_add_up_leave_nothing_over() -> None:
    rows, columns = [0, 0, 0, 1, 1, 1], [0, 1, 2, 0, 1, 2]
    sums = [
        Estimate(0.1 * row + 0.05 * column, 0.01) for row, column in zip(rows, columns, strict=True)
    ]
    found = additive(rows, columns, sums)
    assert found is not None
    assert list(found) == pytest.approx([0, 2, 1], abs=1e-9)
    crossed = additive(rows, columns, [*sums[:5], Estimate(0.9, 0.01)])
    assert crossed is not None
    assert crossed.p < 0.001
    assert additive([0, 1], [0, 1], [Estimate(0.1, 0.1), Estimate(0.2, 0.1)]) is None
    assert additive(rows, columns, [*sums[:5], Estimate(0.9, None)]) is None
    assert differ([Estimate(0.1, 0.1)]) is None


@given(MEANS)
def test_a_trend_is_the_weighted_line(means: list[Estimate]) -> None:
    xs = [float(place) for place in range(len(means))]
    found = trend(xs, means)
    assert found is not None
    weights = [1 / (one.stderr or 1) for one in means]
    slope = np.polyfit(xs, [one.value for one in means], 1, w=weights)[0]
    assert found.slope == pytest.approx(slope, abs=1e-9)
    assert found.interval[0] < found.slope < found.interval[1]


def test_no_trend_without_two_places_or_errors() -> None:
    assert trend([1, 1], [Estimate(0.1, 0.1), Estimate(0.2, 0.1)]) is None
    assert trend([1, 2], [Estimate(0.1, None), Estimate(0.2, 0.1)]) is None


def test_a_p_value_in_standard_errors() -> None:
    assert in_standard_errors(0.05) == pytest.approx(1.96, abs=0.01)
    assert in_standard_errors(1) == 0
    assert math.isfinite(in_standard_errors(0))
