"""The interval of one score: worked examples by other means (roots, plain loops), and what must always hold."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reasonboard.statistics.intervals import wilson
from reasonboard.statistics.score import (
    mean_of_runs_here,
    noise,
    runs_here,
    score_by_variance,
    score_of_mean,
    score_of_run,
    score_of_seeds,
    seed_variances,
)

RERUNS = [[1, 1, 0, 1, 0], [1, 0, 0, 1, 0], [1, 1, 0, 1, 1]]
SEEDS = [[1, 1, 1, 0], [1, 1, 0, 0], [1, 0, 0, 0]]
CLOSE = 5e-6
"""The examples are given to so many places."""

SHARES = st.lists(st.integers(0, 8).map(lambda right: right / 8), min_size=1, max_size=40)


def test_single_answers_have_wilsons_interval() -> None:
    some = score_of_run([1] * 7 + [0] * 3)
    assert (some.value, some.effective) == pytest.approx((0.7, 10))
    assert (some.low, some.high) == pytest.approx((0.396778, 0.892209), abs=CLOSE)
    none = score_of_run([0] * 198)
    assert (none.value, none.low, none.effective) == (0, 0, 198)
    assert none.high == pytest.approx(0.019032, abs=CLOSE)


def test_graded_scores_have_their_own_variance() -> None:
    score = score_of_run([0.2, 0.8, 0.5, 0.9], attempts=None)
    assert (score.effective, score.df) == pytest.approx((9.6, 3))
    assert (score.low, score.high) == pytest.approx((0.193913, 0.903411), abs=CLOSE)


def test_several_attempts_are_no_more_problems() -> None:
    some = score_of_run([1, 0.5, 0.5, 0], attempts=2)
    assert (some.stderr**2, some.effective, some.df) == pytest.approx((0.0416667, 6, 3))
    assert (some.low, some.high) == pytest.approx((0.103776, 0.896224), abs=CLOSE)
    every = score_of_run([1] * 5, attempts=4)
    assert (every.effective, every.df, every.high) == (5, 4, 1)
    assert every.low == pytest.approx(0.393433, abs=CLOSE)


def test_equal_reruns_are_worth_one() -> None:
    once, often = score_of_run([1, 1, 0, 1] * 25), score_of_run([1, 1, 0, 1] * 25, attempts=5)
    assert (often.value, often.effective) == pytest.approx((once.value, 100), rel=0.02)
    assert (often.low, often.high) == pytest.approx((once.low, once.high), abs=0.002)


def test_seeds_and_problems_are_crossed() -> None:
    score, parts = score_of_seeds(SEEDS), seed_variances(np.array(SEEDS, float))
    assert tuple(parts) == pytest.approx((0.020833, 0.011574), abs=CLOSE)
    assert (score.value, score.df) == pytest.approx((0.5, 3.206061))
    assert (score.low, score.high) == pytest.approx((0.091518, 0.908482), abs=CLOSE)
    assert score_of_seeds([[1, 1, 0, 1]]) == score_of_run([1, 1, 0, 1])


def test_a_mean_has_the_interval_of_what_is_known_of_it() -> None:
    seeds = score_of_mean(0.6, 30, 16, seed_sd=0.02, seeds=3)
    assert (seeds.low, seeds.high) == pytest.approx((0.414735, 0.760488), abs=CLOSE)
    assert seeds.df == pytest.approx(29.854475)
    stated = score_of_mean(0.8, 100, 4, stderr=0.03)
    assert stated.effective == pytest.approx(176.814735)
    assert (stated.low, stated.high) == pytest.approx((0.73407, 0.852861), abs=CLOSE)
    assert score_of_mean(0.7, 10)[1:3] == pytest.approx(wilson(7, 10))
    assert score_of_mean(0.7, 10, attempts=8)[1:3] == pytest.approx(wilson(7, 10))


def test_these_problems_have_intervals_of_their_own() -> None:
    assert runs_here(RERUNS)[-1] == pytest.approx((0.447752, 1), abs=CLOSE)
    low, high = mean_of_runs_here(RERUNS)
    whole = runs_here([RERUNS[0], RERUNS[0], RERUNS[0]])
    assert whole[0] == (0.6, 0.6)
    # Half of a run's interval over the root of three runs: t of 8 degrees of freedom times 0.152753.
    assert (high - low) / 2 == pytest.approx(2.306004 * 0.152753 / math.sqrt(3), abs=CLOSE)


def test_noise_has_three_causes() -> None:
    found = noise(RERUNS)
    assert found[:3] == pytest.approx((0.173205, 0.152753, 0.129099), abs=CLOSE)
    assert found.p == pytest.approx(0.2401, abs=5e-5)
    assert noise([[1, 0, 1], [1, 0, 1]]).p == 1


@given(SHARES, st.sampled_from([1, 2, 8, 64, None]))
def test_an_interval_holds_the_value_within_0_and_1(
    values: list[float], attempts: int | None
) -> None:
    score = score_of_run(values, attempts)
    assert 0 <= score.low <= score.value <= score.high <= 1
    assert score.low < score.high
    mirrored = score_of_run([1 - value for value in values], attempts)
    assert (mirrored.low, mirrored.high) == pytest.approx((1 - score.high, 1 - score.low))


@given(
    st.floats(0, 1),
    st.integers(1, 500),
    st.sampled_from([1, 4, None]),
    st.just(0) | st.floats(1e-6, 0.5),
)
def test_so_does_that_of_a_mean(value: float, n: int, attempts: int | None, stderr: float) -> None:
    score = score_of_mean(value, n, attempts, stderr, seed_sd=stderr, seeds=3)
    assert 0 <= score.low <= score.value + 1e-12
    assert score.value - 1e-12 <= score.high <= 1
    assert score.low < score.high


@given(st.lists(st.lists(st.integers(0, 1), min_size=5, max_size=5), min_size=1, max_size=6))
def test_seeds_never_make_a_score_surer_than_its_problems(table: list[list[int]]) -> None:
    score, problems = score_of_seeds(table), score_of_run(np.mean(table, 0), len(table))
    assert 0 <= score.low < score.high <= 1
    assert score.stderr >= problems.stderr - 1e-12


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="expected a fraction"):
        score_by_variance(1.2, 0.1, 3, 10, 10)
    with pytest.raises(ValueError, match="expected a number above 0"):
        score_of_mean(0.5, 0)
