"""Differences against published tables, statsmodels, and the enumeration of every outcome."""

import math

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy.stats import chi2_contingency
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.proportion import confint_proportions_2indep, test_proportions_2indep

from reasonboard.statistics.differences import (
    Verdict,
    mcnemar_exact,
    newcombe,
    score_test,
    verdict_of_interval,
)
from reasonboard.statistics.intervals import Interval

test_proportions_2indep.__test__ = False  # a function of statsmodels, not a test of ours

COUNTS = st.integers(1, 1500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))
VALUES = st.floats(0, 1)
SIZES = st.integers(1, 1500)
LEVELS = st.sampled_from([0.8, 0.9, 0.95, 0.99])


@pytest.mark.parametrize(
    ("a", "b", "low", "high"),
    [
        ((56, 70), (48, 80), 0.0524, 0.3339),  # Newcombe 1998, Stat. Med. 17:873, table II
        ((9, 10), (3, 10), 0.1705, 0.8090),
        ((5, 56), (0, 29), -0.0381, 0.1926),
        ((0, 10), (0, 10), -0.2775, 0.2775),
        ((10, 10), (0, 20), 0.6791, 1.0),
        ((10, 10), (0, 10), 0.6075, 1.0),
    ],
)
def test_newcombe_gives_the_published_intervals(
    a: tuple[int, int], b: tuple[int, int], low: float, high: float
) -> None:
    found = newcombe(a[0] / a[1], a[1], b[0] / b[1], b[1])
    assert [round(end, 4) for end in found] == [low, high]


@given(COUNTS, COUNTS, LEVELS)
def test_newcombe_agrees_with_statsmodels(
    a: tuple[int, int], b: tuple[int, int], level: float
) -> None:
    expected = confint_proportions_2indep(*a, *b, method="newcomb", alpha=1 - level)
    assert newcombe(a[0] / a[1], a[1], b[0] / b[1], b[1], level) == pytest.approx(
        expected, abs=1e-9
    )


@given(VALUES, SIZES, VALUES, SIZES)
def test_newcombe_holds_its_difference_and_turns_with_the_sides(
    a: float, n_a: int, b: float, n_b: int
) -> None:
    low, high = newcombe(a, n_a, b, n_b)
    assert -1 <= low <= a - b + 1e-12
    assert a - b - 1e-12 <= high <= 1
    assert low < high
    assert newcombe(b, n_b, a, n_a) == pytest.approx((-high, -low), abs=1e-12)
    assert newcombe(1 - a, n_a, 1 - b, n_b) == pytest.approx((-high, -low), abs=1e-9)


@given(COUNTS, COUNTS)
def test_the_score_test_is_pearsons_chi_square(a: tuple[int, int], b: tuple[int, int]) -> None:
    found = score_test(a[0] / a[1], a[1], b[0] / b[1], b[1])
    table = [[a[0], a[1] - a[0]], [b[0], b[1] - b[0]]]
    if not all(map(sum, zip(*table, strict=True))):
        assert found == (None, 1.0)
        return
    expected = chi2_contingency(table, correction=False)
    assert found.z is not None
    assert found.z**2 == pytest.approx(expected.statistic, abs=1e-9)
    assert found.p_value == pytest.approx(expected.pvalue, abs=1e-9)


@given(VALUES, SIZES, VALUES, SIZES)
@example(5e-324, 1, 0.0, 1)
def test_the_sign_of_the_score_test_is_that_of_the_difference(
    a: float, n_a: int, b: float, n_b: int
) -> None:
    found, turned = score_test(a, n_a, b, n_b), score_test(b, n_b, a, n_a)
    assert 0 <= found.p_value <= 1
    assert found.p_value == pytest.approx(turned.p_value)
    if found.z is None or turned.z is None:
        assert found == turned == (None, 1.0)
    else:
        assert found.z == pytest.approx(-turned.z)
        assert math.copysign(1, found.z) == math.copysign(1, a - b)


def test_the_worked_drops_of_type_and_length_are_found() -> None:
    drop = score_test(220 / 300, 300, 160 / 300, 300)  # T4 from length 10 to 11: -20.0 points
    assert drop.z == pytest.approx(5.1, abs=0.1)
    rise = score_test(0.70, 300, 0.823, 300)  # +12.3 points, as T5 from length 9 to 10
    assert rise.z == pytest.approx(-3.55, abs=0.1)
    assert drop.p_value < 0.05 / 90


@given(st.integers(0, 200), st.integers(0, 200))
def test_mcnemars_exact_test_agrees_with_statsmodels(only_a: int, only_b: int) -> None:
    expected = mcnemar([[7, only_a], [only_b, 9]], exact=True).pvalue
    assert mcnemar_exact(only_a, only_b) == pytest.approx(min(1, expected), abs=1e-12)


def test_without_a_discordant_item_nothing_speaks_for_a_difference() -> None:
    assert mcnemar_exact(0, 0) == 1


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (0.01, 0.2, Verdict.BETTER),
        (-0.2, -0.01, Verdict.WORSE),
        (-0.1, 0.1, Verdict.NOT_RESOLVED),
        (0, 0.1, Verdict.NOT_RESOLVED),
        (-0.1, 0, Verdict.NOT_RESOLVED),
        (0, 0, Verdict.NOT_RESOLVED),
    ],
)
def test_a_difference_is_resolved_only_where_its_interval_leaves_zero_out(
    low: float, high: float, expected: Verdict
) -> None:
    assert verdict_of_interval(Interval(low, high)) is expected
