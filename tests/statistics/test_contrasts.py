"""The difference of two accuracies follows from what is known of both."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.proportion import confint_proportions_2indep, proportions_ztest

from reasonboard.statistics.contrasts import SCORE, STDERR, contrast, verdicts
from reasonboard.statistics.corrections import benjamini_hochberg
from reasonboard.statistics.differences import Verdict
from reasonboard.statistics.uncertainty import Measured

COUNTS = st.integers(1, 400)


def of(successes: int, n: int) -> Measured:
    return Measured(successes / n, n)


@st.composite
def measured(draw: st.DrawFn) -> Measured:
    n = draw(COUNTS)
    return of(draw(st.integers(0, n)), n)


def test_the_cliff_of_type_4_is_resolved() -> None:
    found = contrast(of(220, 300), of(160, 300))
    assert found is not None
    assert [round(100 * end, 1) for end in (found.difference, found.low, found.high)] == [
        20,
        12.3,
        27.3,
    ]
    assert found.verdict is Verdict.BETTER
    assert found.test == SCORE


@given(measured(), measured())
def test_counts_give_newcombe_and_the_score_test(a: Measured, b: Measured) -> None:
    found = contrast(a, b)
    assert found is not None
    assert a.n_items is not None and b.n_items is not None  # noqa: PT018
    counts = [round(a.value * a.n_items), round(b.value * b.n_items)]
    low, high = confint_proportions_2indep(
        counts[0], a.n_items, counts[1], b.n_items, method="newcomb", compare="diff"
    )
    assert (found.low, found.high) == pytest.approx((low, high), abs=1e-9)
    if sum(counts) not in (0, a.n_items + b.n_items):
        _, p = proportions_ztest(counts, [a.n_items, b.n_items])
        assert found.p_value == pytest.approx(p, abs=1e-9)


@given(measured(), measured())
def test_turned_round_it_says_the_opposite(a: Measured, b: Measured) -> None:
    one, other = contrast(a, b), contrast(b, a)
    assert one is not None
    assert other is not None
    assert (one.low, one.high) == pytest.approx((-other.high, -other.low), abs=1e-12)
    assert one.p_value == pytest.approx(other.p_value)


def test_answers_to_the_same_item_are_not_counted_as_independent_where_the_stderr_is_known() -> (
    None
):
    a, b = Measured(0.6, 30, 16, stderr=0.07), Measured(0.5, 30, 16, stderr=0.07)
    found = contrast(a, b)
    assert found is not None
    assert found.test == STDERR
    assert found.high - found.low == pytest.approx(2 * 1.96 * 0.07 * 2**0.5, abs=1e-3)
    assert found.verdict is Verdict.NOT_RESOLVED


def test_where_of_one_nothing_is_known_there_is_no_difference_with_an_interval() -> None:
    assert contrast(Measured(0.6), of(30, 60)) is None
    assert contrast(Measured(0.6, stderr=0), Measured(0.5, stderr=0.1)) is None
    assert contrast(Measured(0.6, stderr=0.02), of(30, 60)) is not None


def test_many_comparisons_need_a_smaller_p_value() -> None:
    one = contrast(of(220, 300), of(195, 300))
    assert one is not None
    assert one.verdict is Verdict.BETTER
    same = contrast(of(5, 10), of(5, 10))
    assert same is not None
    assert verdicts([one, *[same] * 9])[0] is Verdict.NOT_RESOLVED
    assert verdicts([one, *[same] * 9], benjamini_hochberg)[0] is Verdict.NOT_RESOLVED
    assert verdicts([one]) == [Verdict.BETTER]
    assert verdicts([]) == []
