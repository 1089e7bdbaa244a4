"""Resolvable differences against the printed table and the power that tests really have there."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom

from reasonboard.statistics.power import least_difference

SIZES = st.integers(1, 100_000)
SHARES = st.floats(0.01, 0.99)


@pytest.mark.parametrize(("n", "points"), [(30, 36), (198, 14), (500, 9), (12_032, 1.8)])
def test_the_benchmarks_resolve_these_differences(n: int, points: float) -> None:
    assert 100 * least_difference(n) == pytest.approx(points, rel=0.03)


@pytest.mark.parametrize(("n", "p"), [(198, 0.5), (500, 0.5), (500, 0.8)])
def test_the_two_proportion_test_finds_the_difference_four_times_in_five(n: int, p: float) -> None:
    difference = least_difference(n, p)
    counts = np.arange(n + 1)
    a, b = counts[:, None] / n, counts[None, :] / n
    pooled = (a + b) / 2
    found = np.abs(a - b) > 1.959964 * np.sqrt(2 * pooled * (1 - pooled) / n)
    weights = np.outer(
        binom.pmf(counts, n, p + difference / 2), binom.pmf(counts, n, p - difference / 2)
    )
    assert float((weights * found).sum()) == pytest.approx(0.8, abs=0.03)


@given(SIZES, SHARES)
def test_an_accuracy_of_one_half_is_the_worst_case(n: int, p: float) -> None:
    assert least_difference(n, p) <= least_difference(n)
    assert least_difference(n, p) == pytest.approx(least_difference(n, 1 - p))
