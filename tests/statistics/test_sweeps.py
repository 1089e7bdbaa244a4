"""Cells against the best, and the frontier: the worked sweep, and what holds of any."""

import math
from itertools import combinations

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportions_ztest

from reasonboard.statistics.differences import unpaired
from reasonboard.statistics.sweeps import (
    best_set,
    cells_of_lists,
    cheapest,
    highest,
    pareto,
    snapped,
)
from reasonboard.statistics.uncertainty import Measured
from tests.known import known

AIME24 = [40.0, 45.3, 41.3, 42.7, 46.7, 39.3, 49.3, 45.3, 44.0, 46.0, 44.7, 47.3, 49.3, 46.0, 43.3,
          41.3, 42.7, 45.3, 44.7, 42.7]  # fmt: skip
CELLS = st.lists(
    st.builds(
        lambda right, n: Measured(right / n, n),
        st.integers(0, 50), st.integers(50, 900),
    ),
    min_size=1, max_size=8,
)  # fmt: skip


def sweep(percents: list[float], items: int | None, repeats: int | None = 5) -> list[Measured]:
    size = len(percents)
    return cells_of_lists(percents, [items] * size, [repeats] * size, [None] * size, [None] * size)


def test_no_cell_of_the_worked_sweep_can_be_told_from_its_best() -> None:
    cells = sweep(AIME24, 30)
    assert highest(cells) == 6
    assert cells[6].value == 74 / 150
    assert best_set(cells) == frozenset(range(20))


def test_a_value_is_snapped_to_the_one_count_that_prints_so() -> None:
    assert snapped(Measured(0.493, 30, 5)).value == 74 / 150
    assert snapped(Measured(0.437, 30, 5)).value == 0.437  # none
    assert snapped(Measured(0.493, 198, 50)).value == 0.493  # several
    assert snapped(Measured(0.493)).value == 0.493
    assert snapped(Measured(0.493, 30, 5, stderr=0.08)).value == 0.493


@pytest.mark.usefixtures("uncollected")
@settings(max_examples=25)  # statsmodels takes its time
@given(CELLS)
def test_the_set_of_the_best_is_that_of_statsmodels(cells: list[Measured]) -> None:
    best, pairs = highest(cells), list(combinations(range(len(cells)), 2))
    ps = []
    for pair in pairs:
        one, two = (cells[place] for place in pair)
        rights, ns = [one.value * one.answers, two.value * two.answers], [one.answers, two.answers]
        ps.append(1.0 if one.value == two.value else float(proportions_ztest(rights, ns)[1]))
    corrected = multipletests(ps, method="holm")[1] if ps else []
    assume(all(abs(p - 0.05) > 1e-6 for p in corrected))
    lower = {
        at
        for pair, p in zip(pairs, corrected, strict=True)
        if p < 0.05
        for at in pair
        if best in pair
    }
    assert best_set(cells) == frozenset({best} | (set(range(len(cells))) - lower))


def test_of_several_highest_cells_the_one_known_best_is_compared() -> None:
    # 1 of 1 can be told from nothing; 200 of 200 can be told from 100 of 200.
    cells = [Measured(1, 1), Measured(1, 200), Measured(0.5, 200)]
    assert best_set(cells) == frozenset({0, 1})


def test_the_highest_is_chosen_after_looking_and_every_pair_allows_for_it() -> None:
    """Of grids of 20 equal cells one in 20 loses one; against the highest alone it is one in four."""
    rights = np.random.default_rng(1).binomial(500, 0.5, (300, 20))
    grids = [[Measured(right / 500, 500) for right in row] for row in rights.tolist()]
    lost = sum(len(best_set(cells) or ()) < 20 for cells in grids)
    assert lost / 300 < 0.09  # 0.05 and the noise of 300 grids


def test_no_cell_and_one_cell_are_what_they_are() -> None:
    assert best_set([Measured(0.0, 1)]) == frozenset({0})
    assert best_set([Measured(0.0, 9), Measured(0.0, 9)]) == frozenset({0, 1})


def test_unknown_n_has_no_set_and_a_larger_family_has_a_higher_level() -> None:
    assert best_set(sweep([40, 50], None, None)) is None
    cells = [Measured(0.5, 400), Measured(0.52, 400)]
    assert known(cheapest(cells, [1, 2], 0.2, 50)).level == pytest.approx(0.999)


@given(CELLS, st.sampled_from([0.01, 0.05, 0.2]), st.data())
def test_the_cheapest_is_shown_to_lose_less_than_the_margin(
    cells: list[Measured], margin: float, data: st.DataObject
) -> None:
    costs = data.draw(st.lists(st.integers(1, 9), min_size=len(cells), max_size=len(cells)))
    found = known(cheapest(cells, costs, margin))
    best = found.best
    assert cells[best].value == max(cell.value for cell in cells)
    cheaper = [place for place in range(len(cells)) if costs[place] < costs[best]]
    assert found.level == pytest.approx(1 - 0.05 / max(1, len(cheaper)))
    passing = {best}
    for place in cheaper:
        one = cells[place]
        low = unpaired(
            one.value, one.answers, cells[best].value, cells[best].answers, found.level
        ).low
        if low > -margin:
            passing.add(place)
    least = min(costs[place] for place in passing)
    assert set(found.indexes) == {place for place in passing if costs[place] == least}


def test_many_answers_show_a_cheap_cell_to_be_good_enough() -> None:
    cells = [Measured(0.5, 1_000_000), Measured(0.51, 1_000_000), Measured(0.515, 1_000_000)]
    found = known(cheapest(cells, [1, 2, 3], 0.01))
    assert (found.indexes, found.best) == ((1,), 2)
    assert math.isclose(found.level, 0.975)


def test_standard_errors_are_used_where_no_n_is_known() -> None:
    cells = [Measured(0.5, stderr=0.001), Measured(0.51, stderr=0.001)]
    found = known(cheapest(cells, [1, 2], 0.02))
    assert found.indexes == (0,)
    assert best_set(cells) == frozenset({1})


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
