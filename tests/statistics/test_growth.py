"""Gains, declines and what each doubling brings, against worked numbers and statsmodels."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.regression.linear_model import OLS
from statsmodels.tools import add_constant

from reasonboard.statistics.contrasts import contrast
from reasonboard.statistics.growth import (
    Multiplier,
    data_multiplier,
    decline,
    level,
    per_doubling,
    reached,
    smallest_reaching,
    steps,
)
from reasonboard.statistics.uncertainty import Measured
from tests.known import known

POINTS = st.lists(
    st.tuples(st.floats(0, 1), st.sampled_from([None, 10, 500])).map(lambda pair: Measured(*pair)),
    min_size=1,
    max_size=8,
)


def of(*values: float, n: int | None = 1000) -> list[Measured]:
    return [Measured(value, n) for value in values]


def test_a_decline_is_corrected_for_choosing_the_best() -> None:
    found = known(decline(of(0.1, 0.5, 0.5, 0.4)))
    assert found.best == 1
    assert found.loss == pytest.approx(0.1)
    alone = known(contrast(*of(0.5, 0.4)))
    assert found.p_value == pytest.approx(alone.p * 2), "the first point is further away still"
    rising = known(decline(of(0.1, 0.2)))
    assert (rising.loss, rising.p_value) == (0, 1), "a test that found nothing"
    bare = known(decline(of(0.5, 0.4, n=None)))
    assert bare.loss == pytest.approx(0.1)
    assert bare.p_value is None


def test_ninety_percent_of_a_gain_that_is_resolved() -> None:
    found = known(reached([0, 0.5, 1], of(0.1, 0.9, 0.91, n=10_000)))
    assert (found.x, found.low, found.high, found.has_range) == (0.5, 0.5, 0.5, True)
    bare = known(reached([0, 0.5, 1], of(0.1, 0.9, 0.91, n=None)))
    assert (bare.x, bare.has_range) == (0.5, False)


def test_the_level_of_a_gain() -> None:
    assert level(0.1, 0.6) == pytest.approx(0.55)


@given(POINTS)
def test_a_decline_is_what_the_values_say(points: list[Measured]) -> None:
    found = known(decline(points))
    values = [point.value for point in points]
    assert found.loss == max(values) - values[-1]
    assert values[found.best] == max(values)
    assert found.p_value is None or 0 <= found.p_value <= 1


@pytest.mark.parametrize(
    ("target", "size"), [(0.1, 0.07), (0.5, 0.41), (0.616, 1.4), (0.7, 12), (0.71, None)]
)
def test_the_smallest_size_that_reaches_a_target(target: float, size: float | None) -> None:
    assert smallest_reaching([12, 1.4, 0.41, 0.07], [0.705, 0.616, 0.516, 0.185], target) == size


# Pythia, lambada_openai, last checkpoint: sizes in billions as they are named.
SIZES = [0.07, 0.16, 0.41, 1.4, 2.8, 6.9, 12]
VALUES = [0.185, 0.328, 0.516, 0.616, 0.647, 0.673, 0.705]


def test_the_worked_steps_of_selected_data() -> None:
    """ReasonFlux-PRM, Figure 6, left: 1k 83.35, 5k 89.65, 10k 91.48 on 500 items."""
    first, second = steps([1000, 5000, 10_000], of(0.8335, 0.8965, 0.9148, n=500))
    assert first.slope == pytest.approx(0.0271, abs=5e-5)
    assert second.slope == pytest.approx(0.0183)
    of_first = known(contrast(*of(0.8965, 0.8335, n=500)))
    of_second = known(contrast(*of(0.9148, 0.8965, n=500)))
    assert first.low == pytest.approx(of_first.low / 2.3219, abs=1e-5)
    assert (second.low, second.high) == of_second[1:3]


def test_the_worked_slope_from_70m_to_410m() -> None:
    (step,) = steps([0.41, 0.07], of(0.516, 0.185))
    assert (step.smaller, step.larger) == (0.07, 0.41)
    assert round(100 * step.slope) == 13


def test_without_items_there_is_a_slope_but_no_interval() -> None:
    (only,) = steps([1, 4], of(0.2, 0.6, n=None))
    assert only.slope == pytest.approx(0.2)
    assert only[3:] == (None, None)


def test_a_single_point_has_no_step() -> None:
    assert steps([], []) == steps([1000], of(0.5)) == []


@given(st.floats(1, 1e9), st.floats(1.01, 100), st.floats(0, 1), st.floats(0, 1))
def test_a_step_is_the_slope_over_the_logarithm(
    size: float, factor: float, value: float, later: float
) -> None:
    (found,) = steps([size, size * factor], of(value, later))
    assert found.slope == pytest.approx(
        np.polyfit(np.log2([1, factor]), [value, later], 1)[0], abs=1e-6
    )
    assert steps([size * factor, size], of(later, value)) == [found]


def test_points_per_doubling_of_a_straight_line() -> None:
    found = known(per_doubling([1, 2, 4, 8], of(0.1, 0.2, 0.3, 0.4)))
    assert found.slope == pytest.approx(0.1)
    assert found.p_value == pytest.approx(0, abs=1e-6)
    assert per_doubling([1, 2, 4], of(0.3, 0.3, 0.3)) == (0.0, None, None, None, ""), "no residuals"


def test_of_two_sizes_the_interval_is_that_of_their_difference() -> None:
    found, difference = known(per_doubling([8, 2], of(0.5, 0.3))), known(contrast(*of(0.5, 0.3)))
    assert found.slope == pytest.approx(0.1)
    assert (found.low, found.high) == pytest.approx((difference.low / 2, difference.high / 2))
    bare = known(per_doubling([8, 2], of(0.5, 0.3, n=None)))
    assert (bare.low, bare.p_value) == (None, None)


def test_a_bend_shows_in_the_steps() -> None:
    first, last = steps([4, 1, 16], of(0.5, 0.1, 0.6))
    assert (first.smaller, first.larger, last.larger) == (1, 4, 16)
    assert (first.slope, last.slope) == pytest.approx((0.2, 0.05))
    assert known(first.low) < 0.2 < known(first.high)
    assert steps([2, 2], of(0.1, 0.2)) == []


def test_the_pythia_sizes_as_named_give_the_worked_slope() -> None:
    found = known(per_doubling(SIZES, of(*VALUES)))
    assert round(100 * found.slope, 2) == 6.73


def test_slope_error_and_interval_are_those_of_statsmodels() -> None:
    other = OLS(VALUES, add_constant(np.log2(SIZES))).fit()
    low, high = other.conf_int(alpha=0.05)[1]
    found = known(per_doubling(SIZES, of(*VALUES)))
    expected = (other.params[1], low, high, other.pvalues[1])
    assert found[:4] == pytest.approx(expected, rel=1e-9)


# Figure 6, MATH500 in percent: selected by ReasonFlux-PRM-7B; all 59k.
SELECTED_BUDGETS, SELECTED = [1000, 5000, 10_000], [83.4, 89.7, 91.5]
RAW_BUDGETS, RAW = [59_000], [79.7]
VALUE = st.floats(0, 1)


@st.composite
def rising(draw: st.DrawFn) -> tuple[list[float], list[float]]:
    """A curve that rises from point to point, with budgets and values far enough apart."""
    factors = draw(
        st.lists(st.tuples(st.floats(1.1, 9), st.floats(0.01, 1)), min_size=1, max_size=6)
    )
    budgets, values = [draw(st.floats(1, 1000))], [draw(VALUE)]
    for factor, gain in factors:
        budgets.append(budgets[-1] * factor)
        values.append(values[-1] + gain)
    return budgets, values


def test_raw_data_never_reach_a_thousand_selected_so_there_is_only_a_bound() -> None:
    assert data_multiplier(1000, 83.4, RAW_BUDGETS, RAW) == Multiplier(59, ">")


def test_a_curve_that_starts_beyond_the_value_needs_at_most_its_first_budget() -> None:
    assert data_multiplier(1000, 77.8, SELECTED_BUDGETS, SELECTED) == Multiplier(1, "<=")
    assert data_multiplier(59_000, 79.7, SELECTED_BUDGETS, SELECTED) == Multiplier(1 / 59, "<=")


def test_between_two_points_the_multiplier_is_linear_in_the_doublings() -> None:
    found = known(data_multiplier(1000, 80, [1000, 4000, 16_000], [70, 78, 82]))
    assert found.relation == "="
    assert found.times == pytest.approx(8)


def test_the_first_crossing_counts_where_a_curve_falls_again() -> None:
    assert data_multiplier(10, 0.5, [10, 20, 40, 80], [0.2, 0.5, 0.3, 0.9]) == Multiplier(2, "=")
    assert data_multiplier(10, 0.8, [10, 20, 40], [0.2, 0.7, 0.3]) == Multiplier(4, ">")


def height(budgets: list[float], values: list[float], budget: float) -> float:
    """Of a curve that is linear in the doublings of its budget."""
    return float(np.interp(math.log2(budget), np.log2(budgets), values))


@given(rising(), st.floats(1.5, 100), st.floats(0.01, 0.99))
def test_a_curve_that_needs_so_many_times_the_data_says_so(
    curve: tuple[list[float], list[float]], times: float, share: float
) -> None:
    budgets, values = curve
    budget = budgets[0] * (budgets[-1] / budgets[0]) ** share
    value = height(budgets, values, budget)
    slower = [times * one for one in budgets]
    found = known(data_multiplier(budget, value, slower, values))
    assert found.relation == "="
    assert found.times == pytest.approx(times)


def test_a_gain_is_reached_only_if_it_is_significant_among_its_family() -> None:
    curve = of(0.4, 0.55, 0.56, n=100)
    assert reached([0, 0.5, 1], curve) is not None
    assert reached([0, 0.5, 1], curve, tests=10) is None
