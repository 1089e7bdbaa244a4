"""pass@k and pass^k against the share of all sets of k answers."""

import math
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reasonboard.statistics.repeats import pass_at_k, pass_hat_k


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


@pytest.mark.parametrize(("n", "c", "k"), [(0, 0, 1), (4, 2, 5), (1, 1, 2)])
def test_fewer_answers_than_k_cannot_say(n: int, c: int, k: int) -> None:
    assert pass_at_k(n, c, k) is None
    assert pass_hat_k(n, c, k) is None
