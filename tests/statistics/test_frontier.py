"""The frontier against comparing every pair, and the cheapest good enough by hand."""

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reasonboard.statistics.frontier import cheapest_not_worse, pareto

POINTS = st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8)), max_size=25)


def split(points: list[tuple[int, int]]) -> tuple[list[float], list[float]]:
    return [cost for cost, _ in points], [value for _, value in points]


@given(POINTS)
def test_the_frontier_is_what_no_other_point_dominates(points: list[tuple[int, int]]) -> None:
    free = [
        place
        for place, (cost, value) in enumerate(points)
        if not any(
            other != (cost, value) and other[0] <= cost and other[1] >= value for other in points
        )
    ]
    assert sorted(pareto(*split(points))) == free


@given(POINTS)
def test_cost_and_value_rise_together_along_it(points: list[tuple[int, int]]) -> None:
    along = [points[place] for place in pareto(*split(points))]
    for (cost, value), (next_cost, next_value) in pairwise(along):
        assert (cost < next_cost and value < next_value) or (cost, value) == (next_cost, next_value)


@given(POINTS.filter(bool))
def test_the_best_and_the_cheapest_are_on_it(points: list[tuple[int, int]]) -> None:
    along = [points[place] for place in pareto(*split(points))]
    assert along[0][0] == min(cost for cost, _ in points)
    assert along[-1][1] == max(value for _, value in points)


def test_equal_points_are_kept_in_their_order() -> None:
    assert pareto([2, 1, 2, 1, 2], [5, 3, 5, 3, 4]) == (1, 3, 0, 2)


def test_of_the_same_cost_only_the_best_is_kept() -> None:
    assert pareto([1, 1, 1], [0.2, 0.4, 0.3]) == (1,)


def test_of_the_same_value_only_the_cheapest_is_kept() -> None:
    assert pareto([3, 1, 2], [0.4, 0.4, 0.4]) == (1,)


def test_the_selectors_of_reasonflux_that_are_not_dominated_are_its_own() -> None:
    # ReasonFlux-PRM Figure 6: RF-1.5B, RF-7B, Qwen-Math-PRM-7B, Qwen-Math-PRM-72B, Skywork-7B
    costs = [math.log10(billions) for billions in (1.5, 7, 7, 72, 7)]
    assert pareto(costs, [77.4, 83.8, 75.0, 79.1, 69.9]) == (0, 1)


def test_no_points_have_no_frontier_and_one_is_its_own() -> None:
    assert pareto([], []) == ()
    assert pareto([7], [0]) == (0,)


def test_the_cheapest_within_the_margin_is_given() -> None:
    assert cheapest_not_worse([4000, 2900, 950, 1850], [0, -0.01, -0.05, -0.019], 0.02) == (3,)


def test_settings_of_the_same_cost_are_all_given() -> None:
    # window 2000 with ratio 0.4 and window 3000 with 0.1 keep as many of 5000 tokens
    costs = [2000 + 0.4 * 3000, 3000 + 0.1 * 2000, 4000]
    assert cheapest_not_worse(costs, [-0.01, -0.01, 0], 0.02) == (0, 1)


def test_a_wide_interval_shows_nothing_and_leaves_the_best() -> None:
    assert cheapest_not_worse([950, 4000], [-0.11, 0], 0.02) == (1,)


def test_a_setting_without_an_interval_does_not_pass() -> None:
    assert cheapest_not_worse([950, 4000], [None, 0], 0.02) == (1,)
    assert cheapest_not_worse([950, 4000], [None, None], 0.02) == ()


def test_the_margin_itself_is_not_within_it() -> None:
    assert cheapest_not_worse([1, 2], [-0.02, 0], 0.02) == (1,)
    assert cheapest_not_worse([1, 2], [-0.0199, 0], 0.02) == (0,)


def test_no_settings_have_no_cheapest() -> None:
    assert cheapest_not_worse([], [], 0.02) == ()


SETTINGS = st.lists(st.tuples(st.integers(0, 20), st.floats(-0.2, 0)), min_size=1, max_size=15)


@given(SETTINGS, st.floats(0.001, 0.1), st.floats(1, 3))
def test_a_wider_margin_is_never_dearer(
    settings: list[tuple[int, float]], margin: float, wider: float
) -> None:
    costs, lows = [cost for cost, _ in settings], [low for _, low in settings]
    found = cheapest_not_worse(costs, lows, margin)
    more = cheapest_not_worse(costs, lows, margin * wider)
    passing = [cost for cost, low in settings if low > -margin]
    assert {costs[place] for place in found} == ({min(passing)} if passing else set())
    if found:
        assert costs[more[0]] <= costs[found[0]]


@pytest.mark.parametrize("margin", [0.0, -0.02, math.nan])
def test_a_margin_is_above_nothing(margin: float) -> None:
    with pytest.raises(ValueError, match=f"margin {margin}"):
        cheapest_not_worse([1], [0], margin)
