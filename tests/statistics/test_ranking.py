"""Ranks that runs can have."""

from itertools import combinations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from reasonboard.statistics.ranking import rank_ranges

VALUES = [0.9, 0.88, 0.86, 0.8]


def _symmetric(pairs: list[tuple[int, int]], count: int) -> NDArray[np.bool_]:
    differ = np.zeros((count, count), bool)
    for i, j in pairs:
        differ[i, j] = differ[j, i] = True
    return differ


def test_four_runs_of_which_three_pairs_differ() -> None:
    differ = _symmetric([(0, 3), (1, 3), (0, 2)], 4)
    assert rank_ranges(VALUES, differ) == [(1, 2), (1, 3), (2, 4), (3, 4)]


@given(
    st.lists(st.integers(0, 9), min_size=1, max_size=7).flatmap(
        lambda values: st.tuples(
            st.just(values),
            st.sets(
                st.sampled_from(
                    [
                        pair
                        for pair in combinations(range(len(values)), 2)
                        if values[pair[0]] != values[pair[1]]
                    ]
                    or [(0, 0)]
                )
            ),
        )
    )
)
def test_a_range_holds_the_rank_by_value(case: tuple[list[float], set[tuple[int, int]]]) -> None:
    values, pairs = case
    differ = _symmetric([pair for pair in pairs if pair != (0, 0)], len(values))
    for place, (best, worst) in enumerate(rank_ranges(values, differ)):
        assert 1 <= best <= worst <= len(values)
        assert best <= 1 + sum(value > values[place] for value in values)
