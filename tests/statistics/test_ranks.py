"""Ranks against scipy, printed tables and hand-worked grids."""

import math
from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import friedmanchisquare, rankdata, spearmanr

from reasonboard.statistics.ranks import (
    agreement,
    spearman,
    spearman_of_differences,
    spearman_range,
)
from tests.known import known

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


@given(
    GRIDS.filter(lambda grids: len(grids) > 1 and len(grids[0]) > 2 and np.ptp(grids, axis=1).any())
)
def test_the_test_of_concordance_is_that_of_scipy_ties_included(grids: list[list[float]]) -> None:
    test = friedmanchisquare(*zip(*grids, strict=True))
    found = agreement(grids)
    assert found.concordance == pytest.approx(test.statistic / len(grids) / (len(grids[0]) - 1))
    assert found.p == pytest.approx(test.pvalue, abs=1e-12)


def test_grids_of_one_order_agree_wholly() -> None:
    found = agreement([[1.0, 3.0, 2.0, 0.0], [10.0, 30.0, 20.0, 0.0], [0.1, 0.9, 0.2, 0.0]])
    assert found.concordance == pytest.approx(1)
    # Friedman's chi-square is m (k - 1) W = 9 on 3 degrees of freedom.
    assert found.p == pytest.approx(0.02929, abs=5e-6)
    assert found.best_by_rank == (1,)


def test_the_benchmarks_of_the_sweep_do_not_agree_on_a_best_cell() -> None:
    found = agreement(SWEEP)
    assert found.best_by_rank == (7,)
    assert known(found.p) > 0.05


def test_grids_without_differences_have_no_concordance() -> None:
    flat = [0.5, 0.5, 0.5]
    nothing = agreement([flat, flat])
    assert (nothing.concordance, nothing.p) == (None, None)
    assert nothing.best_by_rank == (0, 1, 2)


@pytest.mark.parametrize("grids", [[[1.0, 2.0, 3.0]], [[1.0, 2.0], [1.0, 2.0]]])
def test_one_grid_or_two_cells_have_no_concordance(grids: list[list[float]]) -> None:
    assert agreement(grids).concordance is None


@pytest.mark.parametrize("grids", [[], [[]], [[], []]])
def test_without_cells_nothing_agrees(grids: list[list[float]]) -> None:
    assert agreement(grids) == ((), (), None, None)


# AIME2024 of Kimi k1.5, Figure 5: right answers of 30 and mean tokens at iterations 0, 4 .. 156.
RIGHT = [
    *(4, 5, 5, 5, 8, 9, 10, 8, 12, 7, 11, 11, 12, 12, 10, 10, 11, 12, 13, 12),
    *(14, 15, 8, 15, 15, 15, 14, 11, 14, 11, 11, 13, 13, 10, 14, 13, 13, 16, 13, 12),
]
TOKENS = [
    *(3401.1, 4801.6, 5557.4, 6082.2, 8536.0, 9563.1, 12824.3, 11978.7, 13318.6, 13357.0),
    *(13668.1, 16281.7, 14454.9, 15812.2, 16719.7, 20699.1, 17040.9, 18749.7, 17768.1, 19659.8),
    *(18439.1, 18944.0, 18979.6, 18564.2, 17620.0, 19471.8, 16123.2, 19170.1, 20158.9, 18845.2),
    *(19082.0, 17832.6, 19678.1, 18603.0, 20242.6, 18774.6, 19154.4, 17823.0, 19442.1, 17864.4),
]
ACCURACY = [right / 30 for right in RIGHT]

PAIRS = st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), min_size=3, max_size=15)


def brute_rho(first: Sequence[float], second: Sequence[float]) -> float:
    def ranks(series: Sequence[float]) -> list[float]:
        return [
            sum(other < value for other in series) + (sum(other == value for other in series)) / 2
            for value in series
        ]

    return float(np.corrcoef(ranks(first), ranks(second))[0, 1])


# Spearman.


def test_levels_agree_with_scipy() -> None:
    found, theirs = known(spearman(ACCURACY, TOKENS)), spearmanr(ACCURACY, TOKENS)
    assert (found.rho, found.p_value) == pytest.approx((theirs.statistic, theirs.pvalue))
    assert (found.n, found.method) == (40, "t")


def test_steps_of_counts_agree_with_those_of_fractions() -> None:
    # In whole numbers equal steps are equal; as fractions they differ by rounding, and must tie.
    theirs = spearmanr(np.diff(RIGHT), np.diff(TOKENS))
    found = known(spearman_of_differences(ACCURACY, TOKENS))
    assert (found.rho, found.p_value) == pytest.approx((theirs.statistic, theirs.pvalue))
    assert found.n == 39


def test_two_trends_correlate_in_levels_but_not_in_steps() -> None:
    levels, steps = (
        known(spearman(ACCURACY, TOKENS)),
        known(spearman_of_differences(ACCURACY, TOKENS)),
    )
    assert levels.p_value < 0.001
    assert steps.p_value > 0.05
    assert abs(steps.rho) < levels.rho


@pytest.mark.parametrize(
    ("second", "rho", "p_value"),
    [([1, 2, 3], 1, 2 / 6), ([1, 3, 2], 0.5, 1), ([3, 2, 1], -1, 2 / 6)],
)
def test_three_pairs_cannot_show_much(second: list[float], rho: float, p_value: float) -> None:
    found = known(spearman([10, 20, 40], second))
    assert found.rho == pytest.approx(rho)
    assert found.p_value == pytest.approx(p_value)
    assert found.method == "exact"


def test_seven_pairs_agree_with_the_printed_table() -> None:
    # Critical value of Zar 1972 for n = 7, two-sided 0.05: 0.786, which is 1 - 6 x 12 / 336.
    critical = known(spearman(range(7), [2, 0, 1, 3, 6, 4, 5]))
    under = known(spearman(range(7), [2, 1, 0, 3, 6, 4, 5]))
    assert critical.rho == pytest.approx(1 - 6 * 12 / 336)
    assert critical.p_value <= 0.05
    assert under.rho == pytest.approx(1 - 6 * 14 / 336)
    assert under.p_value > 0.05


def test_a_perfect_order_has_no_p_value_of_zero() -> None:
    found = known(spearman(range(10), range(10)))
    assert found.rho == pytest.approx(1)
    assert found.p_value == pytest.approx(2 / math.factorial(10))


@given(PAIRS)
def test_rho_is_pearsons_correlation_of_mean_ranks(pairs: list[tuple[int, int]]) -> None:
    first, second = [a for a, _ in pairs], [b for _, b in pairs]
    if len(set(first)) == 1 or len(set(second)) == 1:
        assert spearman(first, second) is None
        return
    found = known(spearman(first, second))
    assert found.rho == pytest.approx(brute_rho(first, second), abs=1e-12)
    assert -1 <= found.rho <= 1
    assert 0 < found.p_value <= 1


def test_the_interval_of_a_rank_correlation() -> None:
    # atanh(0.5) = 0.5493, sqrt(1.125 / 25) = 0.2121
    low, high = spearman_range(0.5, 28) or (0, 0)
    assert low == pytest.approx(math.tanh(0.5493 - 1.96 * 0.2121), abs=1e-3)
    assert high == pytest.approx(math.tanh(0.5493 + 1.96 * 0.2121), abs=1e-3)
