"""Two runs on the same items, and pass@k, against scipy, statsmodels, full enumeration and the formulas."""

import itertools
import math
from itertools import combinations

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
from reasonboard.statistics.repeats import pass_at_k, pass_hat_k
from tests.known import known
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


@st.composite
def answered(draw: st.DrawFn, most: int = 200) -> tuple[int, int, int]:
    """(n, c, k) for which both are defined."""
    n = draw(st.integers(1, most))
    return n, draw(st.integers(0, n)), draw(st.integers(1, n))


@given(answered(most=8))
def test_they_are_the_shares_of_all_sets_of_k_answers(case: tuple[int, int, int]) -> None:
    n, c, k = case
    sets = list(combinations([True] * c + [False] * (n - c), k))
    assert pass_at_k(n, c, k) == pytest.approx(sum(map(any, sets)) / len(sets))
    assert pass_hat_k(n, c, k) == pytest.approx(sum(map(all, sets)) / len(sets))


def test_they_are_the_chances_of_drawing_answers_one_after_the_other_for_all_n_up_to_64() -> None:
    for n in range(1, 65):
        for c in range(n + 1):
            none_right = all_right = 1.0
            for k in range(1, n + 1):
                left = n - k + 1
                none_right *= max(0, n - c - k + 1) / left
                all_right *= max(0, c - k + 1) / left
                assert abs(known(pass_at_k(n, c, k)) - (1 - none_right)) < 1e-12
                assert abs(known(pass_hat_k(n, c, k)) - all_right) < 1e-12


@given(answered())
def test_pass_at_k_is_the_product_of_chen_and_others(case: tuple[int, int, int]) -> None:
    n, c, k = case
    product = 1.0 if n - c < k else 1 - float(np.prod(1 - k / np.arange(n - c + 1, n + 1)))
    assert pass_at_k(n, c, k) == pytest.approx(product)


@pytest.mark.parametrize("k", [1, 3, 6])
@pytest.mark.parametrize("chance", [0.1, 0.5, 0.9])
def test_they_are_unbiased_over_all_outcomes_of_six_answers(chance: float, k: int) -> None:
    any_right = all_right = 0.0
    for c in range(7):
        weight = math.comb(6, c) * chance**c * (1 - chance) ** (6 - c)
        any_right += weight * (pass_at_k(6, c, k) or 0)
        all_right += weight * (pass_hat_k(6, c, k) or 0)
    assert any_right == pytest.approx(1 - (1 - chance) ** k)
    assert all_right == pytest.approx(chance**k)


@given(answered())
def test_both_are_the_accuracy_at_one_answer(case: tuple[int, int, int]) -> None:
    n, c, _ = case
    assert pass_at_k(n, c, 1) == pass_hat_k(n, c, 1) == c / n


def test_none_and_all_right_are_certain() -> None:
    assert (pass_at_k(5, 0, 5), pass_hat_k(5, 0, 5)) == (0, 0)
    assert (pass_at_k(5, 5, 5), pass_hat_k(5, 5, 5)) == (1, 1)
    assert (pass_at_k(5, 1, 5), pass_hat_k(5, 4, 5)) == (1, 0)


def test_small_chances_of_many_answers_are_not_rounded_away() -> None:
    assert pass_at_k(10**6, 1, 1) == 1e-6
    assert pass_hat_k(2000, 1999, 1000) == 0.5
