"""Clustered errors, the bootstrap and pass@k against statsmodels and full enumeration."""

import math
import statistics
from functools import partial
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.regression.linear_model import OLS

from reasonboard.statistics.repeats import (
    PassCount,
    cluster_bootstrap,
    clustered_mean,
    over_items,
    pass_at_k,
    pass_hat_k,
)
from tests.known import known

Items = list[list[int]]
ITEMS = st.lists(st.lists(st.integers(0, 1), min_size=1, max_size=6), min_size=2, max_size=15)
UNEQUAL: Items = [[1, 1, 0], [0], [1, 0], [1, 1, 1, 1], [0, 0, 1], [0, 1], [1]]


def sums(items: Items) -> tuple[list[int], list[int]]:
    return [sum(item) for item in items], [len(item) for item in items]


def robust_error(items: Items, small_sample_factor: bool) -> float:
    """That of the constant of a regression on nothing else, by statsmodels."""
    answers = [answer for item in items for answer in item]
    groups = np.array([place for place, item in enumerate(items) for _ in item])
    options = {"groups": groups, "use_correction": small_sample_factor}
    fit = OLS(answers, np.ones(len(answers))).fit(cov_type="cluster", cov_kwds=options)
    return float(fit.bse[0])


@given(ITEMS)
def test_mean_and_error_are_those_of_a_cluster_robust_regression(items: Items) -> None:
    found = known(clustered_mean(*sums(items)))
    answers = [answer for item in items for answer in item]
    assert found.value == pytest.approx(statistics.fmean(answers))
    if len({statistics.fmean(item) for item in items}) > 1:
        assert found.stderr == pytest.approx(robust_error(items, small_sample_factor=True))
    else:
        assert found.stderr is None


def test_the_sum_is_millers_over_all_pairs_of_answers_of_an_item() -> None:
    answers = [answer for item in UNEQUAL for answer in item]
    mean, n = statistics.fmean(answers), len(answers)
    own = sum((answer - mean) ** 2 for answer in answers)
    shared = sum(
        (item[i] - mean) * (item[j] - mean)
        for item in UNEQUAL
        for i, j in product(range(len(item)), repeat=2)
        if i != j
    )
    found = known(clustered_mean(*sums(UNEQUAL)))
    assert found.stderr == pytest.approx(math.sqrt((own + shared) / n**2 * 7 / 6))


def test_one_answer_per_item_gives_the_usual_standard_error() -> None:
    found = known(clustered_mean([1] * 12 + [0] * 18, [1] * 30))
    assert found.value == 0.4
    assert found.stderr == pytest.approx(math.sqrt(0.4 * 0.6 / 29))


def test_more_answers_that_all_agree_make_nothing_surer() -> None:
    once = known(clustered_mean([1] * 12 + [0] * 18, [1] * 30))
    often = known(clustered_mean([64] * 12 + [0] * 18, [64] * 30))
    assert often.stderr == pytest.approx(once.stderr)
    naive = math.sqrt(0.4 * 0.6 / (30 * 64))
    assert known(often.stderr) > 8 * naive


@pytest.mark.parametrize(
    ("scores", "answers"),
    [
        ([0, 0, 0], [1, 2, 3]),
        ([1, 2, 3], [1, 2, 3]),
        ([1, 2, 3], [2, 4, 6]),
        ([0.1, 0.3], [1, 3]),  # 0.3 / 3 is not 0.1 in floats
        ([2], [5]),
    ],
)
def test_items_that_do_not_differ_say_nothing_of_the_error(
    scores: list[float], answers: list[int]
) -> None:
    found = known(clustered_mean(scores, answers))
    assert found.value == pytest.approx(sum(scores) / sum(answers))
    assert found.stderr is None


@pytest.mark.parametrize(
    ("scores", "answers", "message"),
    [
        ([1, 1], [1], "expected one length"),
        ([1, 0], [1, 0], "count 0"),
        ([1, 3], [1, 2], "item 1 has a sum of scores 3: expected 0 to 2"),
        ([-1, 3], [1, 3], "item 0 has a sum of scores -1"),
        ([math.nan, 1], [1, 1], "item 0 has a sum of scores nan"),
    ],
)
def test_impossible_items_are_refused(
    scores: list[float], answers: list[int], message: str
) -> None:
    for of_items in (clustered_mean, cluster_bootstrap):
        with pytest.raises(ValueError, match=message):
            of_items(scores, answers)


SMALL_SCORES, SMALL_ANSWERS = [0, 2, 3, 1, 1], [1, 3, 3, 4, 2]


@pytest.mark.parametrize("level", [0.5, 0.9, 0.95])
def test_the_bootstrap_comes_to_the_quantiles_of_all_possible_draws(level: float) -> None:
    all_means = sorted(
        sum(SMALL_SCORES[item] for item in drawn) / sum(SMALL_ANSWERS[item] for item in drawn)
        for drawn in product(range(5), repeat=5)
    )
    found = known(cluster_bootstrap(SMALL_SCORES, SMALL_ANSWERS, level=level, draws=100_000))
    for end, tail in ((found.low, (1 - level) / 2), (found.high, (1 + level) / 2)):
        below = sum(mean < end - 1e-9 for mean in all_means) / len(all_means)
        up_to = sum(mean <= end + 1e-9 for mean in all_means) / len(all_means)
        assert below - 0.005 <= tail <= up_to + 0.005


def test_for_many_items_the_bootstrap_agrees_with_the_clustered_error() -> None:
    random = np.random.default_rng(7)
    answers = random.integers(1, 9, size=600)
    scores = random.binomial(answers, random.beta(2, 2, size=600))
    found = known(clustered_mean(scores.tolist(), answers.tolist()))
    drawn = cluster_bootstrap(scores.tolist(), answers.tolist())
    half = 1.959964 * known(found.stderr)
    assert drawn == pytest.approx((found.value - half, found.value + half), abs=half / 20)


@given(ITEMS, st.integers(0, 5))
def test_the_bootstrap_stays_among_the_item_means(items: Items, seed: int) -> None:
    found = cluster_bootstrap(*sums(items), draws=200, seed=seed)
    means = [statistics.fmean(item) for item in items]
    if found is not None:
        assert min(means) - 1e-9 <= found.low <= found.high <= max(means) + 1e-9


def test_a_seed_gives_the_same_interval_and_another_seed_another() -> None:
    scores, answers = list(range(1, 12)), list(range(2, 25, 2))[:11]
    scores[0] = 0
    first = cluster_bootstrap(scores, answers, draws=500)
    assert first == cluster_bootstrap(scores, answers, draws=500, seed=0)
    assert first != cluster_bootstrap(scores, answers, draws=500, seed=1)


def test_drawing_in_steps_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = cluster_bootstrap(*sums(UNEQUAL), draws=1001)
    monkeypatch.setattr("reasonboard.statistics.repeats._DRAWN_AT_ONCE", 50)
    assert cluster_bootstrap(*sums(UNEQUAL), draws=1001) == whole


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
