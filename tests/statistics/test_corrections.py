"""Adjusted p-values against statsmodels and the printed steps of both procedures."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.multitest import multipletests

from reasonboard.statistics.corrections import benjamini_hochberg, holm

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


def test_no_tests_have_no_p_values() -> None:
    assert holm([]) == benjamini_hochberg([]) == []


@pytest.mark.parametrize("p", [-0.1, 1.1, math.nan])
def test_a_p_value_out_of_range_is_refused(p: float) -> None:
    for correct in (holm, benjamini_hochberg):
        with pytest.raises(ValueError, match="p-value"):
            correct([0.5, p])
