"""Two runs on the same items, against scipy, statsmodels and what follows from the formulas."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from reasonboard.statistics.differences import least_difference
from reasonboard.statistics.paired import (
    T_OVER_PROBLEMS,
    paired_answers,
    paired_contrast,
    paired_detectable,
)
from tests.paired_scores import paired_scores
from tests.states import many

COUNTS = st.tuples(*[st.integers(0, 60)] * 4).filter(any)


def answers(both: int, only_a: int, only_b: int, neither: int) -> tuple[list[int], list[int]]:
    """The scores of two runs with these counts."""
    a = [1] * both + [1] * only_a + [0] * only_b + [0] * neither
    b = [1] * both + [0] * only_a + [1] * only_b + [0] * neither
    return a, b


@given(COUNTS)
def test_single_answers_have_tangos_interval(counts: tuple[int, int, int, int]) -> None:
    of = paired_scores(*answers(*counts))
    found = paired_contrast(of)
    assert found == paired_answers(counts[1], counts[2], sum(counts))
    assert found is not None
    assert found.value == pytest.approx(of.difference)


@given(st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8)), min_size=2, max_size=60))
def test_item_means_have_the_paired_t_test(items: list[tuple[int, int]]) -> None:
    a, b = [one / 8 for one, _ in items], [other / 8 for _, other in items]
    found = paired_contrast(paired_scores(a, b, binary=False))
    if len({one - other for one, other in items}) == 1:
        assert found is None
        return
    expected = stats.ttest_rel(a, b)
    assert found is not None
    assert found.test == T_OVER_PROBLEMS
    assert found.p == pytest.approx(expected.pvalue, rel=1e-6, abs=1e-12)
    ends = expected.confidence_interval(0.95)
    assert (found.low, found.high) == pytest.approx((max(-1, ends.low), min(1, ends.high)))


@pytest.mark.parametrize(
    "shares", [(0.7, 0.1, 0.05, 0.15), (0.3, 0.2, 0.2, 0.3), (0.9, 0.04, 0.01, 0.05)]
)
def test_the_interval_covers_the_truth_in_95_percent_of_samples(shares: tuple[float, ...]) -> None:
    random = np.random.default_rng(1)
    drawn = random.multinomial(150, shares, size=many(300, 2000))
    truth = shares[1] - shares[2]
    found = [paired_answers(int(only_a), int(only_b), 150) for _, only_a, only_b, _ in drawn]
    assert np.mean([each.low <= truth <= each.high for each in found]) >= many(0.92, 0.94)


def test_several_answers_that_never_differ_have_an_interval_still() -> None:
    scores = paired_scores([0.5, 1.0, 0.25] * 10, [0.5, 1.0, 0.25] * 10, binary=False, attempts=4)
    found = paired_contrast(scores)
    assert found is not None
    assert (found.value, found.p) == (0, 1)
    assert found.low == -found.high < 0
    assert paired_contrast(scores._replace(attempts=None)) is None  # graded: nothing is known


def test_what_it_detects_is_found_in_four_of_five_samples() -> None:
    """With 20% changed of 400 items: a difference as large as is detected, split into both directions."""
    of = paired_scores(*answers(200, 40, 40, 120))
    least = paired_detectable(of)
    assert least is not None
    assert least == pytest.approx(2.8 * math.sqrt(0.2 / 400), rel=0.01)
    up, down = (0.2 + least) / 2, (0.2 - least) / 2
    drawn = np.random.default_rng(2).multinomial(400, [0.5, up, down, 0.3], size=4000)
    found = [stats.binom.cdf(min(a, b), a + b, 0.5) * 2 <= 0.05 for _, a, b, _ in drawn]
    assert 0.74 <= np.mean(found) <= 0.86


def test_pairing_detects_less_than_two_samples_and_never_zero() -> None:
    same = paired_scores(*answers(20, 0, 0, 10))
    assert 0 < (paired_detectable(same) or 0) < least_difference(30, 0.67)
    for only_a, only_b in itertools.product(range(3), repeat=2):
        least = paired_detectable(paired_scores(*answers(20, only_a, only_b, 10)))
        assert least is not None
        assert least > 0
