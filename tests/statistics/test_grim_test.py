"""The grain check against printing every c / n."""

from decimal import ROUND_HALF_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reasonboard.statistics.grim_test import possible_counts


def printed(c: int, n: int, decimals: int, rounding: str) -> float:
    """c of n as a percent with so many decimals, read back as a fraction."""
    exact = Decimal(100 * c) / Decimal(n)
    return float(exact.quantize(Decimal(1).scaleb(-decimals), rounding)) / 100


@pytest.mark.parametrize(
    ("percent", "n", "counts"),
    [
        (43.3, 150, [65]),
        (43.7, 150, []),  # 65.5 of 150
        (49.3, 150, [74]),
        (87.3, 200, []),
        (87.5, 200, [175]),
        (53.3, 300, [160]),
        (0.0, 30, [0]),
        (100.0, 30, [30]),
        (40.0, 30, [12]),
        (47.4, 990, [469]),
        (50.0, 1, []),
    ],
)
def test_printed_percents_with_one_decimal(percent: float, n: int, counts: list[int]) -> None:
    assert list(possible_counts(percent / 100, n, 1)) == counts


@given(
    st.integers(1, 12_032),
    st.data(),
    st.integers(0, 3),
    st.sampled_from([ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN]),
)
def test_what_was_printed_is_possible_however_halves_are_rounded(
    n: int, data: st.DataObject, decimals: int, rounding: str
) -> None:
    c = data.draw(st.integers(0, n))
    assert c in possible_counts(printed(c, n, decimals, rounding), n, decimals)


@given(st.integers(1, 400), st.integers(0, 1000))
def test_the_counts_are_all_that_print_as_the_value(n: int, tenths: int) -> None:
    # |100 c / n - tenths / 10| <= 0.05, in whole numbers
    all_that_do = [c for c in range(n + 1) if abs(2000 * c - 2 * tenths * n) <= n]
    assert list(possible_counts(tenths / 1000, n, 1)) == all_that_do


def test_a_half_belongs_to_both_neighbours() -> None:
    assert list(possible_counts(0.062, 16, 1)) == [1]
    assert list(possible_counts(0.063, 16, 1)) == [1]
    assert list(possible_counts(0.061, 16, 1)) == []


def test_many_counts_fit_a_coarse_value() -> None:
    assert list(possible_counts(0.5, 1000, 0)) == list(range(495, 506))


@pytest.mark.parametrize("value", [-0.01, 1.01, 43.3])
def test_a_value_outside_zero_to_one_is_no_share(value: float) -> None:
    assert not possible_counts(value, 150, 1)
