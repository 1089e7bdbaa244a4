"""Ranks and Friedman's test against scipy."""

import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.stats import friedmanchisquare, rankdata

from reasonboard.statistics.ranks import friedman, mean_ranks

VALUES = st.integers(0, 6).map(float)
BLOCKS = st.integers(3, 6).flatmap(
    lambda size: st.lists(st.lists(VALUES, min_size=size, max_size=size), min_size=2, max_size=6)
)


@given(st.lists(VALUES, max_size=12))
def test_ranks_are_those_of_scipy(values: list[float]) -> None:
    assert list(mean_ranks(values)) == list(rankdata(values))


@given(BLOCKS)
def test_friedmans_test_is_that_of_scipy(blocks: list[list[float]]) -> None:
    assume(any(len(set(block)) > 1 for block in blocks))
    theirs = friedmanchisquare(*zip(*blocks, strict=True))
    found = friedman(blocks)
    assert found.statistic == pytest.approx(float(theirs.statistic), abs=1e-9)
    assert found.p_value == pytest.approx(float(theirs.pvalue), abs=1e-9)


def test_blocks_of_ties_alone_say_nothing() -> None:
    assert math.isnan(friedman([[1.0, 1.0, 1.0], [2.0, 2.0, 2.0]]).p_value)


def test_two_treatments_are_refused() -> None:
    with pytest.raises(ValueError, match="2 treatments: expected 3"):
        friedman([[1.0, 2.0], [2.0, 1.0]])
