"""The frontier against comparing every pair."""

import math

from hypothesis import given
from hypothesis import strategies as st

from reasonboard.statistics.frontier import pareto

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
