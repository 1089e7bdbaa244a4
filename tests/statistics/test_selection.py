"""What data are worth, against the worked numbers of ReasonFlux-PRM and against numpy."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.statistics.selection import (
    Multiplier,
    data_multiplier,
    gain_per_doubling,
    gap_to_reference,
    value_at,
)

# Figure 6, MATH500 in percent: selected by ReasonFlux-PRM-7B; all 59k; chosen by humans (1k).
SELECTED_BUDGETS, SELECTED = [1000, 5000, 10_000], [83.4, 89.7, 91.5]
RAW_BUDGETS, RAW = [59_000], [79.7]
HUMAN_BUDGET, HUMAN = 1000, 77.8

BUDGET = st.floats(1, 1e9)
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


def test_the_gains_per_doubling_of_selected_data_fall() -> None:
    first = gain_per_doubling(1000, 83.4, 5000, 89.7)
    second = gain_per_doubling(5000, 89.7, 10_000, 91.5)
    assert first == pytest.approx(6.3 / math.log2(5))
    assert first == pytest.approx(2.71, abs=0.005)
    assert second == pytest.approx(1.8)


@given(BUDGET, VALUE, VALUE)
def test_twice_the_budget_is_one_doubling(budget: float, value: float, later: float) -> None:
    assert gain_per_doubling(budget, value, 2 * budget, later) == pytest.approx(later - value)


@given(BUDGET, VALUE, st.floats(1.01, 100), VALUE)
def test_the_gain_per_doubling_is_the_slope_from_either_end(
    budget: float, value: float, factor: float, later: float
) -> None:
    found = gain_per_doubling(budget, value, budget * factor, later)
    assert found == pytest.approx(gain_per_doubling(budget * factor, later, budget, value))
    slope = np.polyfit(np.log2([1, factor]), [value, later], 1)[0]
    assert found == pytest.approx(slope, abs=1e-6)


def test_equal_budgets_have_no_gain_per_doubling() -> None:
    assert gain_per_doubling(1000, 83.4, 1000, 77.8) is None


@given(rising(), st.floats(-0.2, 1.2))
def test_the_value_between_points_is_linear_in_the_doublings(
    curve: tuple[list[float], list[float]], share: float
) -> None:
    budgets, values = curve
    budget = budgets[0] * (budgets[-1] / budgets[0]) ** share
    found = value_at(budgets, values, budget)
    if budgets[0] <= budget <= budgets[-1]:
        assert found == pytest.approx(np.interp(math.log2(budget), np.log2(budgets), values))
    else:
        assert found is None


def test_a_point_of_a_curve_has_its_own_value() -> None:
    found = [value_at(SELECTED_BUDGETS, SELECTED, budget) for budget in SELECTED_BUDGETS]
    assert found == SELECTED


def test_halfway_between_two_points_is_at_their_geometric_mean() -> None:
    budget = math.sqrt(1000 * 5000)
    assert value_at(SELECTED_BUDGETS, SELECTED, budget) == pytest.approx((83.4 + 89.7) / 2)


def test_a_curve_without_points_has_no_value() -> None:
    assert value_at([], [], 1000) is None
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


@given(rising(), st.floats(0, 1))
def test_a_curve_needs_as_much_as_itself(
    curve: tuple[list[float], list[float]], share: float
) -> None:
    budgets, values = curve
    budget = min(budgets[0] * (budgets[-1] / budgets[0]) ** share, budgets[-1])
    value = value_at(budgets, values, budget)
    assert value is not None
    found = data_multiplier(budget, value, budgets, values)
    assert found is not None
    assert found.relation == "="
    assert found.times == pytest.approx(1)


@given(rising(), st.floats(1.5, 100), st.floats(0.01, 0.99))
def test_a_curve_that_needs_so_many_times_the_data_says_so(
    curve: tuple[list[float], list[float]], times: float, share: float
) -> None:
    budgets, values = curve
    budget = budgets[0] * (budgets[-1] / budgets[0]) ** share
    value = value_at(budgets, values, budget)
    assert value is not None
    slower = [times * one for one in budgets]
    found = data_multiplier(budget, value, slower, values)
    assert found is not None
    assert found.relation == "="
    assert found.times == pytest.approx(times)


@given(rising(), VALUE, VALUE)
def test_a_higher_value_needs_no_less(
    curve: tuple[list[float], list[float]], one: float, other: float
) -> None:
    less = data_multiplier(10, min(one, other), *curve)
    more = data_multiplier(10, max(one, other), *curve)
    assert less is not None
    assert more is not None
    assert less.times <= more.times * (1 + 1e-9)


def test_the_gap_to_the_human_choice_is_at_the_same_budget() -> None:
    gap = gap_to_reference(SELECTED_BUDGETS, SELECTED, HUMAN_BUDGET, HUMAN)
    assert gap == pytest.approx(5.6)
    assert gap_to_reference([1000], [68.4], 1000, 78.8) == pytest.approx(-10.4)


def test_no_gap_is_made_up_for_a_budget_outside_the_curve() -> None:
    assert gap_to_reference(SELECTED_BUDGETS, SELECTED, 59_000, 79.7) is None
    assert gap_to_reference(RAW_BUDGETS, RAW, HUMAN_BUDGET, HUMAN) is None


@pytest.mark.parametrize(
    ("budgets", "values", "said"),
    [
        ([1, 2], [1], "2 budgets and 1 values"),
        ([2, 1], [1, 2], "expected to rise"),
        ([1, 1], [1, 2], "expected to rise"),
        ([0, 1], [1, 2], "expected more than 0"),
        ([1, math.nan], [1, 2], "expected more than 0"),
        ([1, 2], [1, math.nan], "without NaN"),
    ],
)
def test_impossible_curves_are_refused(
    budgets: list[float], values: list[float], said: str
) -> None:
    with pytest.raises(ValueError, match=said):
        value_at(budgets, values, 1)
    with pytest.raises(ValueError, match=said):
        data_multiplier(1, 1, budgets, values)
    with pytest.raises(ValueError, match=said):
        gap_to_reference(budgets, values, 1, 1)


@pytest.mark.parametrize("budget", [0, -5, math.nan, math.inf])
def test_a_budget_is_above_nothing(budget: float) -> None:
    with pytest.raises(ValueError, match="expected more than 0"):
        value_at([1, 2], [1, 2], budget)
    with pytest.raises(ValueError, match="expected more than 0"):
        data_multiplier(budget, 1, [1, 2], [1, 2])
    with pytest.raises(ValueError, match="expected more than 0"):
        gain_per_doubling(budget, 1, 2, 2)
    with pytest.raises(ValueError, match="expected more than 0"):
        gain_per_doubling(2, 2, budget, 1)
