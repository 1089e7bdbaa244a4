"""What data are worth, against the worked numbers of ReasonFlux-PRM and against numpy."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reasonboard.statistics.selection import Multiplier, data_multiplier

# Figure 6, MATH500 in percent: selected by ReasonFlux-PRM-7B; all 59k.
SELECTED_BUDGETS, SELECTED = [1000, 5000, 10_000], [83.4, 89.7, 91.5]
RAW_BUDGETS, RAW = [59_000], [79.7]
VALUE = st.floats(0, 1)


@st.composite
def rising(draw: st.DrawFn) -> tuple[list[float], list[float]]:
    """A curve that rises from point to point, with budgets and values far enough apart."""
    steps = draw(st.lists(st.tuples(st.floats(1.1, 9), st.floats(0.01, 1)), min_size=1, max_size=6))
    budgets, values = [draw(st.floats(1, 1000))], [draw(VALUE)]
    for factor, gain in steps:
        budgets.append(budgets[-1] * factor)
        values.append(values[-1] + gain)
    return budgets, values


def test_a_curve_without_points_reaches_nothing() -> None:
    assert data_multiplier(1000, 83.4, [], []) is None


def test_raw_data_never_reach_a_thousand_selected_so_there_is_only_a_bound() -> None:
    assert data_multiplier(1000, 83.4, RAW_BUDGETS, RAW) == Multiplier(59, ">")


def test_a_curve_that_starts_beyond_the_value_needs_at_most_its_first_budget() -> None:
    assert data_multiplier(1000, 77.8, SELECTED_BUDGETS, SELECTED) == Multiplier(1, "<=")
    assert data_multiplier(59_000, 79.7, SELECTED_BUDGETS, SELECTED) == Multiplier(1 / 59, "<=")


def test_between_two_points_the_multiplier_is_linear_in_the_doublings() -> None:
    found = data_multiplier(1000, 80, [1000, 4000, 16_000], [70, 78, 82])
    assert found is not None
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
    found = data_multiplier(budget, value, slower, values)
    assert found is not None
    assert found.relation == "="
    assert found.times == pytest.approx(times)
