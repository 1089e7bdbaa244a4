"""pass@k against full enumeration, and the standard error over items."""

import math
import statistics
from functools import partial
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reasonboard.statistics.repeats import (
    PassCount,
    over_items,
    pass_at_k,
    pass_hat_k,
)
from tests.known import known


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


def test_a_mean_over_items_has_the_error_of_their_numbers() -> None:
    counts = [PassCount(4, 0, 2), PassCount(4, 1, 3), PassCount(4, 4, 1)]
    each = [c / n for n, c, items in counts for _ in range(items)]
    found = known(over_items(counts, lambda n, c: c / n))
    assert found.value == pytest.approx(statistics.fmean(each))
    assert found.stderr == pytest.approx(statistics.stdev(each) / math.sqrt(6))


def test_a_mean_over_items_is_none_where_one_has_no_number_and_has_no_error_where_all_are_alike() -> (
    None
):
    assert over_items([PassCount(4, 1, 2), PassCount(2, 1, 1)], partial(pass_at_k, k=4)) is None
    assert over_items([], partial(pass_at_k, k=1)) is None
    assert over_items([PassCount(4, 4, 2)], partial(pass_at_k, k=2)) == (1.0, None)


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
