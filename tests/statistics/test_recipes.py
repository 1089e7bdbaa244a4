"""Recipes with several seeds, and several benchmarks: worked examples, and what must always hold."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from reasonboard.statistics.differences import Difference, unpaired
from reasonboard.statistics.paired import (
    PairedScores,
    SeedScatter,
    paired_contrast,
    paired_detectable,
    paired_scores,
)
from reasonboard.statistics.recipes import (
    band,
    best_minus_last,
    crossed,
    gain_over_seeds,
    mean_of_differences,
    over_seeds,
    overall,
)

CLOSE = 5e-6
A = [[1, 1, 1, 1], [1, 0, 0, 0]]
B = [[1, 0, 0, 0], [0, 0, 0, 0], [1, 1, 1, 1]]
FIRST = (np.array([[1.0, 1, 0, 1]]), np.array([[0.0, 1, 0, 0]]))
OTHER = (np.array([[1.0, 0, 1, 1, 0, 1]]), np.array([[1.0, 0, 0, 1, 0, 0]]))
CURVES = [[0.1, 0.3, 0.35, 0.3], [0.1, 0.28, 0.4, 0.33], [0.1, 0.36, 0.34, 0.34]]
TABLE = st.lists(st.lists(st.integers(0, 1), min_size=6, max_size=6), min_size=2, max_size=5)
MEANS = st.lists(st.integers(0, 100).map(lambda points: points / 100), min_size=1, max_size=6)


def same(found: Difference | None, *expected: float) -> None:
    assert found is not None
    assert found[:4] == pytest.approx(expected, abs=CLOSE)


def test_seeds_are_crossed_with_problems() -> None:
    found = crossed(A, B)
    same(found, 0.208333, -1.932178, 2.348845, 0.697284)
    assert found is not None
    assert found.df == pytest.approx(1.844295)
    assert found.stderr**2 == pytest.approx(0.001736 + 0.230903 - 0.022569, abs=2e-6)
    with pytest.raises(ValueError, match="one seed on each side"):
        crossed(A[:1], B[:1])


def test_means_of_seeds_have_welchs_test() -> None:
    a, b = [0.3, 0.32, 0.34], [0.25, 0.26, 0.3]
    same(over_seeds(a, b), 0.05, -0.004761, 0.104761, 0.063811)
    expected = stats.ttest_ind(a, b, equal_var=False)
    same(over_seeds(a, b), 0.05, *expected.confidence_interval(), expected.pvalue)
    same(over_seeds([0.35], b), 0.08, -0.051448, 0.211448, 0.120117)
    assert over_seeds([0.3], [0.2]) is None
    assert over_seeds([0.3, 0.3], [0.2, 0.2]) is None  # without a spread nothing is known


def test_a_gain_is_of_each_seeds_own_training() -> None:
    same(gain_over_seeds([0.2, 0.23, 0.23], [0.3, 0.32, 0.34]), 0.1, 0.075159, 0.124841, 0.003317)
    assert gain_over_seeds([0.2], [0.3]) is None


def test_several_benchmarks_count_once_each() -> None:
    found = overall([FIRST, OTHER])
    same(found, 0.416667, -0.02023, 0.853563, 0.058363)
    assert found is not None
    assert found.df == pytest.approx(6.025057)
    by_differences = mean_of_differences(
        [each for a, b in (FIRST, OTHER) if (each := paired_scores(a[0], b[0]))]
    )
    same(by_differences, *found[:4])
    assert mean_of_differences([]) is None


def test_an_unpaired_benchmark_enters_with_its_own_error() -> None:
    found = mean_of_differences([unpaired(0.8, 100, 0.7, 100), unpaired(0.5, 400, 0.5, 400)])
    assert found is not None
    assert found.value == pytest.approx(0.05)
    one, other = unpaired(0.8, 100, 0.7, 100).stderr, unpaired(0.5, 400, 0.5, 400).stderr
    assert found.stderr == pytest.approx(np.hypot(one, other) / 2)


def test_the_seeds_of_a_mean_over_benchmarks_are_the_same_on_all() -> None:
    rng = np.random.default_rng(3)
    tables = [(rng.random((3, 40)).round(), rng.random((3, 40)).round()) for _ in range(2)]
    found = overall(tables)
    gaps = [np.mean([a.mean(1) for a, _ in tables], 0), np.mean([b.mean(1) for _, b in tables], 0)]
    assert found is not None
    assert found.value == pytest.approx(gaps[0].mean() - gaps[1].mean())
    one = crossed(*tables[0])
    alone = overall(tables[:1])
    assert one is not None
    assert alone is not None
    assert alone[:3] == pytest.approx(one[:3], rel=0.05)


def test_the_best_step_is_picked_by_other_seeds_than_judge_it() -> None:
    same(best_minus_last(CURVES), 0.04, -0.049567, 0.129567, 0.194613)
    assert best_minus_last(CURVES[:2]) is None


def test_a_band_is_that_of_each_step() -> None:
    expected = stats.ttest_1samp([row[2] for row in CURVES], 0).confidence_interval()
    assert band(CURVES)[2] == pytest.approx(tuple(expected))
    wider = stats.ttest_1samp([row[2] for row in CURVES], 0).confidence_interval(1 - 0.05 / 4)
    assert band(CURVES, steps=4)[2] == pytest.approx(tuple(wider))


@given(TABLE, TABLE)
def test_sums_over_problems_say_what_the_tables_say(a: list[list[int]], b: list[list[int]]) -> None:
    first, other = np.array(a, float), np.array(b, float)
    gaps = first.mean(0) - other.mean(0)
    seeds = [
        SeedScatter(len(of), float(of.var(0, ddof=1).mean()), float(of.mean(1).var(ddof=1)))
        for of in (first, other)
    ]
    scores = PairedScores(
        6, float(first.mean()), float(other.mean()), float(gaps.std(ddof=1)),
        int((gaps > 0).sum()), int((gaps < 0).sum()), False, 2, seeds[0], seeds[1],
    )  # fmt: skip
    found, expected = paired_contrast(scores), crossed(first, other)
    if found is None or expected is None:
        assert found is expected
        return
    cut = (found.value, max(-1, expected.low), min(1, expected.high), expected.p)
    assert found[:4] == pytest.approx(cut, abs=1e-6)
    assert scores.seed_words == f", {len(a)} and {len(b)} seeds"
    # z of 0.95 and of a power of 0.8, whatever the degrees of freedom.
    assert paired_detectable(scores) == pytest.approx(2.801585 * expected.stderr)


@given(TABLE, TABLE)
def test_swapped_sides_turn_the_sign(a: list[list[int]], b: list[list[int]]) -> None:
    found, turned = crossed(a, b), crossed(b, a)
    if found is None or turned is None:
        assert found is turned
        return
    assert turned[:4] == pytest.approx(found.turned[:4], abs=1e-9)
    assert found.low <= found.value <= found.high
    assert (found.p < 0.05) == (found.low > 0 or found.high < 0)


@given(MEANS, MEANS)
def test_so_they_do_by_means(a: list[float], b: list[float]) -> None:
    found, turned = over_seeds(a, b), over_seeds(b, a)
    if found is None or turned is None:
        assert found is turned
        return
    assert turned[:4] == pytest.approx(found.turned[:4], abs=1e-9)
    assert (found.p < 0.05) == (found.low > 0 or found.high < 0)
