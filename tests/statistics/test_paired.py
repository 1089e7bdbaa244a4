"""Two runs on the same items, against scipy, statsmodels and what follows from the formulas."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from reasonboard.statistics.differences import least_difference, newcombe
from reasonboard.statistics.paired import (
    MCNEMAR,
    T_TEST,
    newcombe_paired,
    paired_contrast,
    paired_detectable,
    paired_interval,
)
from tests.paired_scores import paired_scores

COUNTS = st.tuples(*[st.integers(0, 60)] * 4).filter(any)


def answers(both: int, only_a: int, only_b: int, neither: int) -> tuple[list[int], list[int]]:
    """The scores of two runs with these counts."""
    a = [1] * both + [1] * only_a + [0] * only_b + [0] * neither
    b = [1] * both + [0] * only_a + [1] * only_b + [0] * neither
    return a, b


@given(COUNTS)
def test_single_answers_have_the_exact_mcnemar_test(counts: tuple[int, int, int, int]) -> None:
    of = paired_scores(*answers(*counts))
    assert (of.both, of.only_a, of.only_b, of.neither) == counts
    found = paired_contrast(of)
    assert found is not None
    changed = counts[1] + counts[2]
    expected = stats.binomtest(counts[1], changed).pvalue if changed else 1.0
    assert found.p_value == pytest.approx(expected)
    assert found.difference == pytest.approx((counts[1] - counts[2]) / sum(counts))
    assert found.test == MCNEMAR


@given(st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8)), min_size=2, max_size=60))
def test_item_means_have_the_paired_t_test(items: list[tuple[int, int]]) -> None:
    a, b = [one / 8 for one, _ in items], [other / 8 for _, other in items]
    found = paired_contrast(paired_scores(a, b, binary=False))
    if len({one - other for one, other in items}) == 1:
        assert found is None
        return
    expected = stats.ttest_rel(a, b)
    assert found is not None
    assert found.test == T_TEST
    assert found.p_value == pytest.approx(expected.pvalue, rel=1e-6, abs=1e-12)
    ends = expected.confidence_interval(0.95)
    assert (found.low, found.high) == pytest.approx((max(-1, ends.low), min(1, ends.high)))


@given(COUNTS, st.sampled_from([0.9, 0.95, 0.99]))
def test_the_interval_turns_with_the_runs_and_holds_the_difference(
    counts: tuple[int, int, int, int], level: float
) -> None:
    both, only_a, only_b, neither = counts
    one = newcombe_paired(both, only_a, only_b, neither, level)
    other = newcombe_paired(both, only_b, only_a, neither, level)
    assert (one.low, one.high) == pytest.approx((-other.high, -other.low))
    assert -1 <= one.low <= (only_a - only_b) / sum(counts) <= one.high <= 1


def test_answers_that_do_not_hang_together_have_the_interval_of_two_samples() -> None:
    assert newcombe_paired(24, 16, 36, 24) == pytest.approx(tuple(newcombe(0.4, 100, 0.6, 100)))


def test_the_interval_is_that_worked_out_by_hand() -> None:
    """36 both, 12 only A, 2 only B, none neither: phi is not positive, so it is not corrected."""
    n, a, b = 50, 48 / 50, 38 / 50
    z = stats.norm.ppf(0.975)
    ends = [stats.binomtest(k, n).proportion_ci(0.95, "wilson") for k in (48, 38)]
    phi = (36 * 0 - 12 * 2) / math.sqrt(48 * 2 * 38 * 12)
    low, high = (
        a - b + sign * math.sqrt(one**2 - 2 * phi * one * other + other**2)
        for sign, one, other in (
            (-1, a - ends[0].low, ends[1].high - b), (1, ends[0].high - a, b - ends[1].low),
        )
    )  # fmt: skip
    assert z == pytest.approx(1.96, abs=1e-3)
    assert newcombe_paired(36, 12, 2, 0) == pytest.approx((low, high))


@pytest.mark.parametrize(
    "shares", [(0.7, 0.1, 0.05, 0.15), (0.3, 0.2, 0.2, 0.3), (0.9, 0.04, 0.01, 0.05)]
)
def test_the_interval_covers_the_truth_in_95_percent_of_samples(shares: tuple[float, ...]) -> None:
    random = np.random.default_rng(1)
    drawn = random.multinomial(150, shares, size=2000)
    truth = shares[1] - shares[2]
    intervals = [newcombe_paired(*map(int, counts)) for counts in drawn]
    assert np.mean([interval.low <= truth <= interval.high for interval in intervals]) >= 0.94


def test_more_confidence_is_a_wider_interval() -> None:
    for of in (
        paired_scores(*answers(30, 9, 4, 20)),
        paired_scores([0.1, 0.5, 0.9], [0, 0.6, 0.3], binary=False),
    ):
        ends = [paired_interval(of, level) for level in (0.9, 0.95, 0.99)]
        widths = [end.high - end.low for end in ends if end]
        assert widths == sorted(widths)
        assert len(widths) == 3


def test_what_it_detects_is_found_in_four_of_five_samples() -> None:
    """With 20 % changed of 400 items: a difference as large as is detected, split into both directions."""
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
