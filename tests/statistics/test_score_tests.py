"""Two sides by score tests and Student's t: worked examples, published ones, and what must always hold."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar

from reasonboard.statistics.differences import Difference, by_t, least_stderr, score_z, unpaired
from reasonboard.statistics.paired import paired_answers, paired_scores, tango_z

CLOSE = 5e-6
A, B = [1, 0.5, 0.5, 0, 1], [0.5, 0.5, 0, 0, 0.5]
COUNTS = st.integers(1, 300).flatmap(
    lambda n: st.integers(0, n).flatmap(
        lambda only_a: st.tuples(st.just(only_a), st.integers(0, n - only_a), st.just(n))
    )
)
SIDES = st.tuples(st.integers(1, 300), st.integers(1, 300)).flatmap(
    lambda n: st.tuples(st.integers(0, n[0]), st.just(n[0]), st.integers(0, n[1]), st.just(n[1]))
)


def same(found: Difference | None, value: float, low: float, high: float, p: float) -> None:
    assert found is not None
    assert found[:4] == pytest.approx((value, low, high, p), abs=CLOSE)


@pytest.mark.parametrize(
    ("counts", "value", "low", "high", "p"),
    [
        ((12, 4, 198), 0.040404, 0.00091, 0.08575, 0.0455),
        ((0, 1, 198), -0.005051, -0.028049, 0.014078, 0.317311),
        ((1, 7, 21), -0.285714, -0.517232, -0.026003, 0.033895),  # Bentur et al. 2009
        ((0, 0, 1319), 0, -0.002904, 0.002904, 1),
    ],
)
def test_paired_answers_have_tangos_interval(
    counts: tuple[int, int, int], value: float, low: float, high: float, p: float
) -> None:
    same(paired_answers(*counts), value, low, high, p)


def test_a_margin_is_a_point_of_the_same_statistic() -> None:
    assert tango_z(20, 25, 1319, -0.02) == pytest.approx(2.898546, abs=CLOSE)
    assert paired_answers(20, 25, 1319).low > -0.02


def test_unpaired_shares_have_mees_interval() -> None:
    same(unpaired(0.82, 50, 0.7, 50), 0.12, -0.048468, 0.284925, 0.160057)
    printed = unpaired(0.8, 70, 0.6, 80)  # Newcombe 1998, Mee's
    assert (printed.low, printed.high) == pytest.approx((0.0533, 0.3377), abs=5e-5)
    published = unpaired(0.892, 1319, 0.912, 1319)
    assert (published.low, published.high) == pytest.approx((-0.042856, 0.002705), abs=CLOSE)
    assert least_stderr(-0.02, 1319) == pytest.approx(0.003855, abs=CLOSE)


def test_several_answers_have_students_t_with_a_floor() -> None:
    same(paired_scores(A, B, attempts=16), 0.3, -0.040044, 0.640044, 0.070484)
    same(paired_scores(A, B, attempts=2), 0.3, -0.244173, 0.844173, 0.200607)
    expected = stats.ttest_rel(A, B)
    low, high = expected.confidence_interval()
    same(paired_scores(A, B), 0.3, low, high, expected.pvalue)


def test_sides_that_never_differ_are_nearly_those_of_single_answers() -> None:
    often, once = paired_scores([1, 0] * 500, [1, 0] * 500, attempts=1), paired_answers(0, 0, 1000)
    assert often is not None
    assert (often.low, often.high) == pytest.approx((once.low, once.high), rel=0.01)
    assert paired_scores([1, 0], [1, 0]) is None
    assert paired_scores([1], [0], attempts=1) is None
    assert by_t(0.1, 0.0, 5) is None


@given(COUNTS)
def test_an_interval_of_pairs_holds_its_difference_and_says_what_p_says(
    counts: tuple[int, int, int],
) -> None:
    only_a, only_b, n = counts
    found = paired_answers(only_a, only_b, n)
    assert -1 <= found.low <= found.value <= found.high <= 1
    assert (found.p < 0.05) == (found.low > 0 or found.high < 0)
    turned = paired_answers(only_b, only_a, n)
    assert turned[:4] == pytest.approx(found.turned[:4], abs=1e-9)
    if only_a + only_b:
        table = [[0, only_a], [only_b, n - only_a - only_b]]
        assert found.p == pytest.approx(mcnemar(table, exact=False, correction=False).pvalue)


@given(SIDES)
def test_so_does_one_of_independent_shares(sides: tuple[int, int, int, int]) -> None:
    right_a, n_a, right_b, n_b = sides
    a, b = right_a / n_a, right_b / n_b
    found = unpaired(a, n_a, b, n_b)
    assert -1 <= found.low <= found.value <= found.high <= 1
    assert (found.p < 0.05) == (found.low > 0 or found.high < 0)
    assert unpaired(b, n_b, a, n_a)[:4] == pytest.approx(found.turned[:4], abs=1e-9)


@given(SIDES, st.floats(-0.9, 0.9))
def test_the_likeliest_shares_are_those_that_a_search_finds(
    sides: tuple[int, int, int, int], difference: float
) -> None:
    right_a, n_a, right_b, n_b = sides
    a, b = right_a / n_a, right_b / n_b
    least, most = max(0.0, difference), min(1.0, 1 + difference)

    def slope(share: float) -> float:
        other = share - difference
        return (right_a - n_a * share) * other * (1 - other) + (right_b - n_b * other) * share * (
            1 - share
        )

    low, high = least + 1e-9, most - 1e-9
    assume(slope(low) > 0 > slope(high))
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if slope(middle) > 0 else (low, middle)
    other = low - difference
    variance = low * (1 - low) / n_a + other * (1 - other) / n_b
    assume(variance > 1e-6)
    expected = (a - b - difference) / variance**0.5
    assert score_z(a, n_a, b, n_b, difference) == pytest.approx(expected, rel=1e-3, abs=1e-6)


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=2, max_size=40))
def test_so_does_one_of_several_answers(pairs: list[tuple[int, int]]) -> None:
    a, b = [one / 4 for one, _ in pairs], [other / 4 for _, other in pairs]
    found, turned = paired_scores(a, b, attempts=4), paired_scores(b, a, attempts=4)
    assert found is not None
    assert turned is not None
    assert found.low <= found.value <= found.high
    assert (found.p < 0.05) == (found.low > 0 or found.high < 0)
    assert turned[:4] == pytest.approx(found.turned[:4], abs=1e-9)


def test_what_cannot_be_is_refused() -> None:
    for counts in ((-1, 0, 5), (3, 3, 5), (0, 0, 0)):
        with pytest.raises(ValueError, match="expected counts"):
            paired_answers(*counts)
