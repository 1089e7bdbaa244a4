"""Tokens, seconds, dollars and rewards: worked examples, and what must always hold."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from reasonboard.statistics.amounts import difference, mean_amount, ratio

A, B = [120, 240, 380, 410, 520], [100, 200, 400, 350, 450]
AMOUNTS = st.lists(st.tuples(*[st.integers(1, 1000)] * 2), min_size=2, max_size=30)


def test_a_mean_of_amounts_has_an_interval_on_a_log_scale() -> None:
    found = mean_amount([100, 200, 400, 800])
    assert found is not None
    assert found[:3] == pytest.approx((375, 100.82045, 1394.80631))
    assert found.few_decide
    even = mean_amount([5] * 100)
    assert even is not None
    assert (even.low, even.high, even.few_decide) == (5, 5, False)
    assert mean_amount([5]) is None


def test_a_ratio_has_fiellers_interval() -> None:
    found = ratio(A, B)
    assert found is not None
    assert found.interval is not None
    assert (found.value, *found.interval, found.p) == pytest.approx(
        (1.113333, 0.959205, 1.350063, 0.100773), abs=5e-6
    )
    unsure = ratio([1, 2, 1], [0, 9, 0])
    assert unsure is not None
    assert unsure.interval is None
    assert ratio([1, 2], [1, 2]) is None


@given(AMOUNTS)
def test_a_ratio_says_what_its_p_value_says(pairs: list[tuple[int, int]]) -> None:
    found = ratio(*np.transpose(pairs))
    if found is None or found.interval is None:
        return
    low, high = found.interval
    assert low <= found.value + 1e-9
    assert found.value - 1e-9 <= high
    assert (found.p < 0.05) == (low > 1 or high < 1)


def test_rewards_are_differences_by_problem() -> None:
    expected = stats.ttest_rel([-2.0, 1, 5], [-3, 2, 1])
    found = difference([-2, 1, 5], [-3, 2, 1])
    assert found is not None
    assert (found.low, found.high) == pytest.approx(tuple(expected.confidence_interval()))
    assert found.p == pytest.approx(expected.pvalue)
    assert difference([1], [2]) is None
