"""Tokens, seconds and dollars of two sides: a worked example, and what must always hold."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import ArrayLike
from scipy import stats

from reasonboard.statistics.amounts import PairedAmounts, ratio

A, B = [120, 240, 380, 410, 520], [100, 200, 400, 350, 450]
AMOUNTS = st.lists(st.tuples(*[st.integers(1, 1000)] * 2), min_size=2, max_size=30)


def amounts_of(a: ArrayLike, b: ArrayLike) -> PairedAmounts:
    """By the sums of what both took for each problem."""
    one, other = np.asarray(a, float), np.asarray(b, float)
    parts = (one, other, one * one, other * other, one * other)
    return PairedAmounts.of_sums(one.size, *(float(part.sum()) for part in parts))


def test_a_ratio_has_fiellers_interval() -> None:
    found = ratio(amounts_of(A, B))
    assert found is not None
    assert found.interval is not None
    assert (found.value, *found.interval, found.p) == pytest.approx(
        (1.113333, 0.959205, 1.350063, 0.100773), abs=5e-6
    )
    assert found.p == pytest.approx(stats.ttest_rel(A, B).pvalue)
    unsure = ratio(amounts_of([1, 2, 1], [0, 9, 0]))
    assert unsure is not None
    assert unsure.interval is None


def test_sums_say_the_same_as_the_amounts() -> None:
    cov = np.cov(A, B)
    expected = (5, np.mean(A), np.mean(B), cov[0, 0], cov[1, 1], cov[0, 1])
    assert amounts_of(A, B) == pytest.approx(expected)
    assert ratio(PairedAmounts.of_sums(0, 0, 0, 0, 0, 0)) is None


def test_no_ratio_without_a_spread() -> None:
    assert ratio(amounts_of([1, 2], [1, 2])) is None
    assert ratio(PairedAmounts(1, 5.0, 4.0, None, None, None)) is None
    assert ratio(amounts_of([1, 2], [0, 0])) is None


@given(AMOUNTS)
def test_a_ratio_says_what_its_p_value_says(pairs: list[tuple[int, int]]) -> None:
    found = ratio(amounts_of(*np.transpose(pairs)))
    if found is None or found.interval is None:
        return
    low, high = found.interval
    assert low <= found.value + 1e-9
    assert found.value - 1e-9 <= high
    assert (found.p < 0.05) == (low > 1 or high < 1)
