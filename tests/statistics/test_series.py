"""Rank correlations, volatility against independent computations."""

import math
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import spearmanr

from reasonboard.statistics.series import spearman, spearman_of_differences

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
    found, theirs = spearman(ACCURACY, TOKENS), spearmanr(ACCURACY, TOKENS)
    assert found is not None
    assert (found.rho, found.p_value) == pytest.approx((theirs.statistic, theirs.pvalue))
    assert (found.n, found.method) == (40, "t")


def test_steps_of_counts_agree_with_those_of_fractions() -> None:
    # In whole numbers equal steps are equal; as fractions they differ by rounding, and must tie.
    theirs = spearmanr(np.diff(RIGHT), np.diff(TOKENS))
    found = spearman_of_differences(ACCURACY, TOKENS)
    assert found is not None
    assert (found.rho, found.p_value) == pytest.approx((theirs.statistic, theirs.pvalue))
    assert found.n == 39


def test_two_trends_correlate_in_levels_but_not_in_steps() -> None:
    levels, steps = spearman(ACCURACY, TOKENS), spearman_of_differences(ACCURACY, TOKENS)
    assert levels is not None
    assert steps is not None
    assert levels.p_value < 0.001
    assert steps.p_value > 0.05
    assert abs(steps.rho) < levels.rho


@pytest.mark.parametrize(
    ("second", "rho", "p_value"),
    [([1, 2, 3], 1, 2 / 6), ([1, 3, 2], 0.5, 1), ([3, 2, 1], -1, 2 / 6)],
)
def test_three_pairs_cannot_show_much(second: list[float], rho: float, p_value: float) -> None:
    found = spearman([10, 20, 40], second)
    assert found is not None
    assert found.rho == pytest.approx(rho)
    assert found.p_value == pytest.approx(p_value)
    assert found.method == "exact"


def test_seven_pairs_agree_with_the_printed_table() -> None:
    # Critical value of Zar 1972 for n = 7, two-sided 0.05: 0.786, which is 1 - 6 x 12 / 336.
    critical = spearman(range(7), [2, 0, 1, 3, 6, 4, 5])
    under = spearman(range(7), [2, 1, 0, 3, 6, 4, 5])
    assert critical is not None
    assert under is not None
    assert critical.rho == pytest.approx(1 - 6 * 12 / 336)
    assert critical.p_value <= 0.05
    assert under.rho == pytest.approx(1 - 6 * 14 / 336)
    assert under.p_value > 0.05


def test_a_perfect_order_has_no_p_value_of_zero() -> None:
    found = spearman(range(10), range(10))
    assert found is not None
    assert found.rho == pytest.approx(1)
    assert found.p_value == pytest.approx(2 / math.factorial(10))


@given(PAIRS)
def test_rho_is_pearsons_correlation_of_mean_ranks(pairs: list[tuple[int, int]]) -> None:
    first, second = [a for a, _ in pairs], [b for _, b in pairs]
    found = spearman(first, second)
    if len(set(first)) == 1 or len(set(second)) == 1:
        assert found is None
        return
    assert found is not None
    assert found.rho == pytest.approx(brute_rho(first, second), abs=1e-12)
    assert -1 <= found.rho <= 1
    assert 0 < found.p_value <= 1


@pytest.mark.parametrize("series", [[], [1], [1, 2], [4, 4, 4, 4]])
def test_too_little_has_no_correlation(series: list[float]) -> None:
    assert spearman(series, list(range(len(series)))) is None


@pytest.mark.parametrize("series", [[], [1], [1, 2], [1, 3, 2], [0.1, 0.2, 0.3, 0.4, 0.5]])
def test_too_few_or_equal_steps_have_no_correlation(series: list[float]) -> None:
    other = [float(i * i) for i in range(len(series))]
    assert spearman_of_differences(series, other) is None
