"""Differences against published tables, statsmodels, and the enumeration of every outcome."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy.stats import binom, chi2_contingency, norm
from statsmodels.stats.proportion import test_proportions_2indep

from reasonboard.statistics.differences import least_difference, least_difference_by, unpaired

test_proportions_2indep.__test__ = False  # a function of statsmodels, not a test of ours

COUNTS = st.integers(1, 1500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))
VALUES = st.floats(0, 1)
SIZES = st.integers(1, 1500)


@given(COUNTS, COUNTS)
def test_the_score_test_is_pearsons_chi_square(a: tuple[int, int], b: tuple[int, int]) -> None:
    found = unpaired(a[0] / a[1], a[1], b[0] / b[1], b[1]).p
    table = [[a[0], a[1] - a[0]], [b[0], b[1] - b[0]]]
    if all(map(sum, zip(*table, strict=True))):
        assert found == pytest.approx(chi2_contingency(table, correction=False).pvalue, abs=1e-9)
    else:
        assert found == 1


@given(VALUES, SIZES, VALUES, SIZES)
@example(5e-324, 1, 0.0, 1)
def test_the_score_test_has_two_sides(a: float, n_a: int, b: float, n_b: int) -> None:
    p = unpaired(a, n_a, b, n_b).p
    assert 0 <= p <= 1
    assert p == pytest.approx(unpaired(b, n_b, a, n_a).p)


@pytest.mark.parametrize(
    ("a", "b", "z"),
    [(220 / 300, 160 / 300, 5.1), (0.70, 0.823, 3.55)],  # T4 from 10 to 11, T5 from 9 to 10
)
def test_the_worked_steps_of_type_and_length_are_found(a: float, b: float, z: float) -> None:
    assert norm.isf(unpaired(a, 300, b, 300).p / 2) == pytest.approx(z, abs=0.1)


ITEMS = st.integers(1, 100_000)
SHARES = st.floats(0.01, 0.99)


@pytest.mark.parametrize(("n", "points"), [(30, 36), (198, 14), (500, 9), (12_032, 1.8)])
def test_the_benchmarks_resolve_these_differences(n: int, points: float) -> None:
    assert 100 * least_difference(n) == pytest.approx(points, rel=0.03)


@pytest.mark.parametrize(("n", "p"), [(198, 0.5), (500, 0.5), (500, 0.8)])
def test_the_two_proportion_test_finds_the_difference_four_times_in_five(n: int, p: float) -> None:
    difference = least_difference(n, p)
    counts = np.arange(n + 1)
    a, b = counts[:, None] / n, counts[None, :] / n
    pooled = (a + b) / 2
    found = np.abs(a - b) > 1.959964 * np.sqrt(2 * pooled * (1 - pooled) / n)
    weights = np.outer(
        binom.pmf(counts, n, p + difference / 2), binom.pmf(counts, n, p - difference / 2)
    )
    assert float((weights * found).sum()) == pytest.approx(0.8, abs=0.03)


@given(ITEMS, SHARES)
def test_an_accuracy_of_one_half_is_the_worst_case(n: int, p: float) -> None:
    assert least_difference(n, p) <= least_difference(n)
    assert least_difference(n, p) == pytest.approx(least_difference(n, 1 - p))


def test_the_least_difference_by_a_standard_error_is_that_of_so_many_items() -> None:
    assert least_difference_by(0.5 / 30**0.5) == pytest.approx(least_difference(30))
    assert least_difference_by(0.0044) == pytest.approx(2.8016 * 2**0.5 * 0.0044, rel=1e-4)
