"""The difference of two accuracies and many tests at once, against statsmodels and one by one."""

import math
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportions_ztest

from reasonboard.statistics.contrasts import (
    benjamini_hochberg,
    columns,
    contrast,
    holm,
    holm_within,
    p_values,
    pairwise_p_values,
)
from reasonboard.statistics.differences import SCORE_TEST, Verdict, unpaired
from reasonboard.statistics.recipes import WELCH, over_seeds
from reasonboard.statistics.uncertainty import Measured
from tests.known import known

COUNTS = st.integers(1, 400)


def of(successes: int, n: int) -> Measured:
    return Measured(successes / n, n)


@st.composite
def measured(draw: st.DrawFn) -> Measured:
    n = draw(COUNTS)
    return of(draw(st.integers(0, n)), n)


def test_the_cliff_of_type_4_is_resolved() -> None:
    found = known(contrast(of(220, 300), of(160, 300)))
    assert [round(100 * end, 1) for end in (found.value, found.low, found.high)] == [20, 12.4, 27.4]
    assert found.verdict is Verdict.BETTER
    assert found.test == SCORE_TEST


@given(measured(), measured())
def test_counts_give_the_score_test(a: Measured, b: Measured) -> None:
    found = known(contrast(a, b))
    assert a.n_items is not None and b.n_items is not None  # noqa: PT018
    counts = [round(a.value * a.n_items), round(b.value * b.n_items)]
    expected = unpaired(a.value, a.n_items, b.value, b.n_items)
    assert found[:-1] == pytest.approx(expected[:-1])
    assert found.test == expected.test
    if sum(counts) not in (0, a.n_items + b.n_items):
        _, p = proportions_ztest(counts, [a.n_items, b.n_items])
        assert found.p == pytest.approx(p, abs=1e-9)


@given(measured(), measured())
def test_turned_round_it_says_the_opposite(a: Measured, b: Measured) -> None:
    one, other = known(contrast(a, b)), known(contrast(b, a))
    assert (one.low, one.high) == pytest.approx((-other.high, -other.low), abs=1e-9)
    assert one.p == pytest.approx(other.p)


def test_answers_to_the_same_item_are_not_counted_as_independent_where_the_stderr_is_known() -> (
    None
):
    a, b = Measured(0.6, 30, 16, stderr=0.07), Measured(0.5, 30, 16, stderr=0.07)
    found = known(contrast(a, b))
    n_a, n_b = ((p * (1 - p)) / ((0.07**2 * 870 + 2 * p * (1 - p)) / 960) for p in (0.6, 0.5))
    assert found[:4] == pytest.approx(unpaired(0.6, n_a, 0.5, n_b)[:4])
    assert found.verdict is Verdict.NOT_SIGNIFICANT


def test_seeds_have_welchs_test() -> None:
    a, b = [0.3, 0.32, 0.34], [0.25, 0.26, 0.3]
    cells = [
        Measured(float(np.mean(side)), 30, 16, len(side), seed_sd=float(np.std(side, ddof=1)))
        for side in (a, b)
    ]
    found = known(contrast(*cells))
    assert found[:4] == pytest.approx(known(over_seeds(a, b))[:4])
    assert found.test == WELCH
    alone = known(contrast(Measured(0.35, 30, 16), cells[1]))
    assert alone[:4] == pytest.approx(known(over_seeds([0.35], b))[:4])
    assert (
        known(contrast(cells[0]._replace(seed_sd=0.0), cells[1]._replace(seed_sd=0.0))).test
        == SCORE_TEST
    )


def test_where_of_one_nothing_is_known_there_is_no_difference_with_an_interval() -> None:
    assert contrast(Measured(0.6), of(30, 60)) is None
    assert contrast(Measured(0.6, stderr=0.02), of(30, 60)) is not None


P_VALUES = st.lists(st.floats(0, 1), min_size=1, max_size=90)

# Benjamini and Hochberg 1995, section 3.2: at .05 theirs rejects the first four, Holm's three.
PRINTED = [
    *(0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344),
    *(0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.000),
]


@pytest.mark.usefixtures("uncollected")
@settings(max_examples=15)
@given(P_VALUES)
def test_holm_agrees_with_statsmodels(p_values: list[float]) -> None:
    assert holm(p_values) == pytest.approx(multipletests(p_values, method="holm")[1], abs=1e-12)


@pytest.mark.usefixtures("uncollected")
@given(P_VALUES)
def test_benjamini_hochberg_agrees_with_statsmodels(p_values: list[float]) -> None:
    expected = multipletests(p_values, method="fdr_bh")[1]
    assert benjamini_hochberg(p_values) == pytest.approx(expected, abs=1e-12)


def test_the_printed_example_has_its_four_and_three_findings() -> None:
    assert sum(p <= 0.05 for p in benjamini_hochberg(PRINTED)) == 4
    assert sum(p <= 0.05 for p in holm(PRINTED)) == 3
    assert sum(p <= 0.05 for p in PRINTED) == 9


@given(P_VALUES)
def test_holm_rejects_as_its_steps_do_by_hand(p_values: list[float]) -> None:
    rejected: list[float] = []
    for rank, p in enumerate(sorted(p_values)):
        if (len(p_values) - rank) * p > 0.05:
            break
        rejected.append(p)
    assert sorted(
        p for p, found in zip(p_values, holm(p_values), strict=True) if found <= 0.05
    ) == (rejected)


@given(st.lists(st.tuples(st.integers(0, 3), st.floats(0, 1)), max_size=20), st.integers(0, 3))
def test_families_that_are_corrected_together_are_corrected_as_each_alone(
    tests: list[tuple[int, float]], absent: int
) -> None:
    """Tests that are not there count as the largest of their family."""
    groups = np.array([group for group, _ in tests], np.int32)
    p_values = np.array([p for _, p in tests])
    sizes = np.array([(groups == group).sum() + absent for group in groups], np.int32)
    expected = np.empty(len(tests))
    for group in set(groups):
        of_group = groups == group
        alone = holm([*p_values[of_group], *[1.0] * absent])
        expected[of_group] = alone[: of_group.sum()]
    assert holm_within(groups, p_values, sizes).tolist() == expected.tolist()


def test_no_tests_have_no_p_values() -> None:
    assert holm([]) == benjamini_hochberg([]) == []


@pytest.mark.parametrize("p", [-0.1, 1.1, math.nan])
def test_a_p_value_out_of_range_is_refused(p: float) -> None:
    for correct in (holm, benjamini_hochberg):
        with pytest.raises(ValueError, match="p-value"):
            correct([0.5, p])


CELLS = st.builds(
    Measured,
    value=st.one_of(st.sampled_from([0.0, 1.0, 0.5]), st.floats(0, 1)),
    n_items=st.one_of(st.none(), st.integers(1, 3000)),
    n_repeats=st.one_of(st.none(), st.integers(1, 16)),
    n_seeds=st.one_of(st.none(), st.integers(1, 5), st.just(10**16)),
    stderr=st.one_of(st.none(), st.floats(1e-4, 0.2)),
    seed_sd=st.one_of(st.none(), st.floats(1e-3, 0.2)),
)


def one_by_one(a: Measured, b: Measured) -> float:
    found = contrast(a, b)
    return found.p if found else math.nan


@given(st.lists(CELLS, max_size=12))
def test_all_pairs_have_the_p_values_that_they_have_one_by_one(cells: list[Measured]) -> None:
    expected = [one_by_one(*pair) for pair in combinations(cells, 2)]
    assert pairwise_p_values(cells).tolist() == pytest.approx(
        expected, rel=1e-6, abs=1e-100, nan_ok=True
    )


@given(st.lists(st.tuples(CELLS, CELLS), max_size=12))
def test_two_columns_are_compared_row_by_row(pairs: list[tuple[Measured, Measured]]) -> None:
    expected = [one_by_one(*pair) for pair in pairs]
    found = p_values(columns(a for a, _ in pairs), columns(b for _, b in pairs))
    assert found.tolist() == pytest.approx(expected, rel=1e-6, abs=1e-100, nan_ok=True)


def test_where_all_answers_are_right_nothing_differs() -> None:
    assert pairwise_p_values([Measured(1.0, 30), Measured(1.0, 50)]).tolist() == [1.0]


def test_what_nothing_is_known_of_has_no_p_value() -> None:
    assert math.isnan(pairwise_p_values([Measured(0.4), Measured(0.5, 50)])[0])


def test_no_and_one_cell_have_no_pairs() -> None:
    assert pairwise_p_values([]).tolist() == pairwise_p_values([Measured(0.4, 30)]).tolist() == []
