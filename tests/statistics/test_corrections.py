"""Adjusted p-values against statsmodels and the printed steps of both procedures."""

import math
from random import Random

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


@given(P_VALUES)
def test_a_correction_never_lowers_a_p_value_and_holm_is_the_stricter(
    p_values: list[float],
) -> None:
    for raw, strict, loose in zip(
        p_values, holm(p_values), benjamini_hochberg(p_values), strict=True
    ):
        assert raw <= loose + 1e-12
        assert loose <= strict + 1e-12
        assert strict <= 1


@given(P_VALUES, st.randoms())
def test_the_order_given_does_not_matter(p_values: list[float], random: Random) -> None:
    places = list(range(len(p_values)))
    random.shuffle(places)
    shuffled = [p_values[place] for place in places]
    for correct in (holm, benjamini_hochberg):
        in_order = correct(p_values)
        assert correct(shuffled) == pytest.approx([in_order[place] for place in places])


@given(st.floats(0, 1))
def test_one_test_needs_no_correction(p: float) -> None:
    assert holm([p]) == [p]
    assert benjamini_hochberg([p]) == pytest.approx([p])


def test_equal_p_values_stay_equal() -> None:
    assert holm([0.01, 0.01, 0.5]) == pytest.approx([0.03, 0.03, 0.5])
    assert benjamini_hochberg([0.01, 0.01, 0.5]) == pytest.approx([0.015, 0.015, 0.5])


def test_no_tests_have_no_p_values() -> None:
    assert holm([]) == benjamini_hochberg([]) == []


@pytest.mark.parametrize("p", [-0.1, 1.1, math.nan])
def test_a_p_value_out_of_range_is_refused(p: float) -> None:
    for correct in (holm, benjamini_hochberg):
        with pytest.raises(ValueError, match="p-value"):
            correct([0.5, p])
