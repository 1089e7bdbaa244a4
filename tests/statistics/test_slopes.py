"""Slopes, drops and change points against independent computations."""

import math
from collections.abc import Sequence
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.genmod.families import Binomial
from statsmodels.genmod.generalized_linear_model import GLM
from statsmodels.tools import add_constant

from reasonboard.statistics.slopes import change_point, logistic_slope
from tests.known import known

# Percents of meta-learning-logic, Qwen 1.5B: means over 3 seeds of 100 items.
T1 = [100.0, 88.7, 92.3, 80.7, 76.7, 72.7, 71.7, 75.7, 73.0, 77.3]
T4 = [96.0, 95.3, 89.7, 90.0, 80.3, 74.7, 78.3, 75.7, 76.7, 73.3, 53.3]
T5 = [69.3, 72.3, 71.0, 83.3, 77.3, 79.7, 76.7, 79.7, 71.3, 79.7, 74.7, 70.7, 77.3]
STARTS = {"T1": 0, "T4": 1, "T5": 7}

Cells = tuple[list[int], list[int]]


def of_300(percents: Sequence[float]) -> Cells:
    return [round(3 * percent) for percent in percents], [300] * len(percents)


@st.composite
def cells(draw: st.DrawFn, min_size: int = 0, max_size: int = 8, most: int = 60) -> Cells:
    ns = draw(st.lists(st.integers(1, most), min_size=min_size, max_size=max_size))
    return [draw(st.integers(0, n)) for n in ns], ns


def glm(lengths: Sequence[float], successes: Sequence[int], ns: Sequence[int]) -> GLM:
    wrong = [n - success for success, n in zip(successes, ns, strict=True)]
    return GLM(
        np.column_stack([successes, wrong]),
        add_constant(np.asarray(lengths, dtype=float)),
        family=Binomial(),
    ).fit(tol=1e-13, maxiter=200)


# The logistic slope.


@pytest.mark.parametrize(
    ("percents", "start"), [(T1, STARTS["T1"]), (T4, STARTS["T4"]), (T5, STARTS["T5"])]
)
def test_the_slope_is_that_of_a_binomial_regression(percents: list[float], start: int) -> None:
    successes, ns = of_300(percents)
    lengths = range(start, start + len(ns))
    theirs = glm(lengths, successes, ns)
    ours = known(logistic_slope(lengths, successes, ns))
    assert ours.slope == pytest.approx(theirs.params[1], rel=1e-7)
    assert ours.intercept == pytest.approx(theirs.params[0], rel=1e-7)
    assert ours.stderr == pytest.approx(theirs.bse[1], rel=1e-7)
    assert ours.explained == pytest.approx(theirs.null_deviance - theirs.deviance, rel=1e-6)
    assert ours.dispersion == pytest.approx(theirs.pearson_chi2 / theirs.df_resid, rel=1e-7)


def test_a_steep_cliff_between_long_plateaus_has_a_finite_slope_and_dispersion() -> None:
    successes = [20] * 20 + [19, 1] + [0] * 20
    ours = known(logistic_slope(range(42), successes, [20] * 42))
    # The middle two cells alone: from log-odds log 19 to -log 19 in one step.
    assert ours.slope == pytest.approx(-2 * math.log(19), rel=0.05)
    assert 0 <= known(ours.dispersion) < 1


def test_one_wrong_answer_among_right_ones_is_enough_overlap() -> None:
    ours = known(logistic_slope([1, 2, 3], [10, 9, 10], [10, 10, 10]))
    assert ours.slope == pytest.approx(0, abs=1e-9)


def test_a_fit_whose_full_steps_overshoot_arrives_too() -> None:
    lengths, successes, ns = [2, 4, 6], [5, 0, 2], [5, 300, 5]
    ours = known(logistic_slope(lengths, successes, ns))
    fitted = [1 / (1 + math.exp(-ours.intercept - ours.slope * length)) for length in lengths]
    left = [success - n * rate for success, n, rate in zip(successes, ns, fitted, strict=True)]
    assert sum(left) == pytest.approx(0, abs=1e-6)
    assert left[2] == pytest.approx(left[0], abs=1e-6)


@given(cells(min_size=2))
def test_the_slope_solves_the_score_equations(counts: Cells) -> None:
    successes, ns = counts
    ours = logistic_slope(range(len(ns)), successes, ns)
    if ours is None:
        return
    left = [
        success - n / (1 + math.exp(-ours.intercept - ours.slope * length))
        for length, (success, n) in enumerate(zip(successes, ns, strict=True))
    ]
    assert sum(left) == pytest.approx(0, abs=1e-5)
    assert sum(i * rest for i, rest in enumerate(left)) == pytest.approx(0, abs=1e-5)
    assert ours.stderr > 0
    assert ours.explained >= 0


# Change points.


def log_likelihood(successes: Sequence[int], ns: Sequence[int]) -> float:
    rate = sum(successes) / sum(ns)
    return sum(
        (success * math.log(rate) if success else 0)
        + ((n - success) * math.log(1 - rate) if n > success else 0)
        for success, n in zip(successes, ns, strict=True)
    )


def brute_splits(successes: Sequence[int], ns: Sequence[int]) -> list[float]:
    whole = log_likelihood(successes, ns)
    return [
        2 * (log_likelihood(successes[:i], ns[:i]) + log_likelihood(successes[i:], ns[i:]) - whole)
        for i in range(1, len(ns))
    ]


def brute_p(successes: Sequence[int], ns: Sequence[int]) -> float:
    """Over all ways to deal the right answers to the cells, each as often as it is possible."""
    seen = max(brute_splits(successes, ns))
    hits = ways = 0
    for deal in product(*(range(n + 1) for n in ns)):
        if sum(deal) == sum(successes):
            weight = math.prod(math.comb(n, k) for n, k in zip(ns, deal, strict=True))
            ways += weight
            hits += weight * (max(brute_splits(deal, ns)) >= seen - 1e-9)
    return hits / ways


def test_a_step_is_found_where_it_is() -> None:
    found = known(change_point([27, 28, 26, 15, 14], [30] * 5))
    assert found.split == 3
    assert found.before == pytest.approx(81 / 90)
    assert found.after == pytest.approx(29 / 60)
    assert found.p_value == pytest.approx(1 / 10_000)


def test_t4_steps_down_after_length_4_but_a_slope_explains_more() -> None:
    successes, ns = of_300(T4)
    step, slope = (
        known(change_point(successes, ns)),
        known(logistic_slope(range(1, 12), successes, ns)),
    )
    assert step.split == 4
    assert step.explained < slope.explained


@given(cells(min_size=2))
def test_no_other_split_is_likelier(counts: Cells) -> None:
    successes, ns = counts
    found = change_point(successes, ns, permutations=9)
    splits = brute_splits(successes, ns)
    if found is None:
        assert max(splits) == pytest.approx(0, abs=1e-6)
        return
    assert found.explained == pytest.approx(max(splits), abs=1e-7)
    assert splits[found.split - 1] == pytest.approx(max(splits), abs=1e-7)
    assert found.before != found.after
    assert 1 / 10 <= found.p_value <= 1


@pytest.mark.parametrize(
    ("successes", "ns"),
    [([4, 3, 1, 1], [4, 4, 4, 4]), ([1, 3, 2], [6, 3, 5]), ([2, 1, 2, 1], [3, 2, 3, 2])],
)
def test_the_p_value_is_near_that_of_all_deals(successes: list[int], ns: list[int]) -> None:
    found = known(change_point(successes, ns, permutations=20_000))
    exact = brute_p(successes, ns)
    four_errors = 4 * math.sqrt(exact * (1 - exact) / 20_000) + 1 / 20_000
    assert found.p_value == pytest.approx(exact, abs=four_errors)


def test_the_same_seed_gives_the_same_p_value_and_another_seed_another() -> None:
    successes, ns = [9, 7, 6, 6, 5], [10] * 5
    found = [change_point(successes, ns, permutations=999, seed=seed) for seed in (0, 0, 1, 2, 3)]
    assert found[0] == found[1]
    assert len({one.p_value for one in found if one}) > 1


def test_of_two_equal_splits_the_first_is_taken() -> None:
    found = known(change_point([0, 5, 5, 0], [10] * 4, permutations=9))
    assert found.split == 1
