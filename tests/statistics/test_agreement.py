"""Which cells are good in several grids, against scipy and hand-worked grids."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import rankdata

from reasonboard.statistics.agreement import agreement

# Pass@1 of the DynTS sweep: windows 3000, 2000, 1000, 500 by ratios 0.1 to 0.5, right answers of 150.
AIME24 = [62, 64, 68, 67, 64, 67, 71, 74, 69, 65, 59, 74, 68, 66, 69, 60, 68, 62, 64, 70]
AIME25 = [38, 40, 41, 41, 42, 36, 40, 44, 46, 40, 41, 40, 41, 43, 42, 40, 46, 36, 40, 40]
SWEEP = [[right / 150 for right in panel] for panel in (AIME24, AIME25)]
GRIDS = st.integers(1, 6).flatmap(
    lambda cells: st.lists(
        st.lists(st.integers(0, 9).map(float), min_size=cells, max_size=cells),
        min_size=1,
        max_size=5,
    )
)


@given(GRIDS)
def test_ranks_are_those_of_scipy_and_the_best_have_the_lowest(grids: list[list[float]]) -> None:
    ranks = np.mean([rankdata([-value for value in grid]) for grid in grids], axis=0)
    found = agreement(grids)
    assert found.mean_ranks == pytest.approx(ranks)
    assert found.best_by_rank == tuple(np.flatnonzero(np.isclose(ranks, ranks.min())))


@given(st.lists(st.permutations([1.0, 2.0, 4.0, 5.0, 9.0]), min_size=2, max_size=5))
def test_concordance_is_the_mean_rank_correlation_of_two_grids(grids: list[list[float]]) -> None:
    # W = (1 + (m - 1) r) / m with r the mean Spearman correlation of all pairs, where none is tied.
    pairs = [np.corrcoef(rankdata(a), rankdata(b))[0, 1] for a, b in combinations(grids, 2)]
    found = agreement(grids)
    assert found.concordance == pytest.approx((1 + (len(grids) - 1) * np.mean(pairs)) / len(grids))


def test_grids_of_one_order_agree_wholly() -> None:
    found = agreement([[1.0, 3.0, 2.0, 0.0], [10.0, 30.0, 20.0, 0.0], [0.1, 0.9, 0.2, 0.0]])
    assert found.concordance == pytest.approx(1)
    # Friedman's chi-square is m (k - 1) W = 9 on 3 degrees of freedom.
    assert found.p == pytest.approx(0.02929, abs=5e-6)
    assert found.best_by_rank == found.best_by_minimum_z == (1,)


def test_the_robust_cell_is_good_everywhere_rather_than_best_somewhere() -> None:
    first, second = [1.0, 0.8, 0.0], [0.0, 0.8, 1.0]
    found = agreement([first, second])
    deviation = float(np.std(first, ddof=1))
    assert found.best_by_minimum_z == (1,)
    assert found.best_by_rank == (0, 1, 2)
    assert found.minimum_z == pytest.approx([-0.6 / deviation, 0.2 / deviation, -0.6 / deviation])


def test_the_benchmarks_of_the_sweep_do_not_agree_on_a_best_cell() -> None:
    found = agreement(SWEEP)
    assert found.best_by_rank == (7,)
    assert found.p is not None
    assert found.p > 0.05


def test_a_grid_without_differences_has_no_z() -> None:
    flat, other = [0.5, 0.5, 0.5], [0.1, 0.2, 0.3]
    assert agreement([flat, other]).minimum_z == agreement([other]).minimum_z
    nothing = agreement([flat, flat])
    assert (nothing.minimum_z, nothing.best_by_minimum_z) == (None, ())
    assert (nothing.concordance, nothing.p) == (None, None)
    assert nothing.best_by_rank == (0, 1, 2)


@pytest.mark.parametrize("grids", [[[1.0, 2.0, 3.0]], [[1.0, 2.0], [1.0, 2.0]]])
def test_one_grid_or_two_cells_have_no_concordance(grids: list[list[float]]) -> None:
    assert agreement(grids).concordance is None


@pytest.mark.parametrize("grids", [[], [[]], [[], []]])
def test_without_cells_nothing_agrees(grids: list[list[float]]) -> None:
    assert agreement(grids) == ((), (), None, (), None, None)
