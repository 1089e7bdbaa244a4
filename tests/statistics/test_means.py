"""Means against an independent computation."""

import math
import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reasonboard.statistics.means import difference, macro_mean, mean, mean_of_all
from reasonboard.statistics.uncertainty import Measured
from tests.known import known

VALUES = st.lists(st.floats(-100, 100), min_size=1, max_size=20)


@given(VALUES)
def test_the_mean_counts_every_benchmark_once(values: list[float]) -> None:
    assert macro_mean(values) == pytest.approx(statistics.fmean(values))


@given(VALUES, st.integers(0, 19))
def test_one_missing_value_leaves_no_mean(values: list[float], place: int) -> None:
    gap: list[float | None] = list(values)
    gap.insert(place, None)
    assert macro_mean(gap) is None


@given(st.lists(st.tuples(st.integers(0, 50), st.integers(50, 400)), min_size=1, max_size=20))
def test_a_mean_counts_each_cell_once(cells: list[tuple[int, int]]) -> None:
    measured = [Measured(right / n, n) for right, n in cells]
    found = mean(measured)
    shares = [(right + 2) / (n + 4) for right, n in cells]
    squares = [p * (1 - p) / (n + 4) for p, (_, n) in zip(shares, cells, strict=True)]
    assert found.value == pytest.approx(sum(one.value for one in measured) / len(cells))
    assert found.stderr == pytest.approx(math.sqrt(sum(squares)) / len(cells))
    low, high = known(found.share)
    assert 0 <= low <= found.value <= high <= 1
    assert difference(measured, measured).value == 0


def test_one_cell_of_unknown_n_leaves_a_mean_without_error() -> None:
    assert mean([Measured(0.5, 100), Measured(0.7)]).stderr is None


def test_a_mean_has_an_error_only_if_all_have_one() -> None:
    mean = known(mean_of_all([Measured(0.2, 10_000), Measured(0.6, 10_000)]))
    assert mean.value == pytest.approx(0.4)
    expected = math.hypot(math.sqrt(0.16 / 10_000), math.sqrt(0.24 / 10_000)) / 2
    assert mean.stderr == pytest.approx(expected, rel=1e-3)
    assert mean_of_all([Measured(0.2, 100), Measured(0.6)]) == Measured(0.4)
