"""Means against an independent computation."""

import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.statistics.means import macro_mean

VALUES = st.lists(st.floats(-100, 100), min_size=1, max_size=20)


@given(VALUES)
def test_the_mean_counts_every_benchmark_once(values: list[float]) -> None:
    assert macro_mean(values) == pytest.approx(statistics.fmean(values))


@given(VALUES, st.integers(0, 19))
def test_one_missing_value_leaves_no_mean(values: list[float], place: int) -> None:
    gap: list[float | None] = list(values)
    gap.insert(place, None)
    assert macro_mean(gap) is None


def test_nothing_has_no_mean() -> None:
    assert macro_mean([]) is None
