"""Many comparisons at once, against the same one by one."""

import math
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reasonboard.statistics.contrasts import columns, contrast, of_all_pairs, p_values, with_cell
from reasonboard.statistics.uncertainty import Measured

CELLS = st.builds(
    Measured,
    value=st.one_of(st.sampled_from([0.0, 1.0, 0.5]), st.floats(0, 1)),
    n_items=st.one_of(st.none(), st.integers(1, 3000)),
    n_repeats=st.one_of(st.none(), st.integers(1, 16)),
    n_seeds=st.one_of(st.none(), st.integers(1, 5), st.just(10**16)),
    stderr=st.one_of(st.none(), st.floats(1e-4, 0.2)),
)


def one_by_one(a: Measured, b: Measured) -> float:
    found = contrast(a, b)
    return found.p_value if found else math.nan


@given(st.lists(CELLS, max_size=12))
def test_all_pairs_have_the_p_values_that_they_have_one_by_one(cells: list[Measured]) -> None:
    expected = [one_by_one(*pair) for pair in combinations(cells, 2)]
    assert of_all_pairs(cells).tolist() == pytest.approx(
        expected, rel=1e-9, abs=1e-300, nan_ok=True
    )


@given(st.lists(st.tuples(CELLS, CELLS), max_size=12))
def test_two_columns_are_compared_row_by_row(pairs: list[tuple[Measured, Measured]]) -> None:
    expected = [one_by_one(*pair) for pair in pairs]
    found = p_values(columns(a for a, _ in pairs), columns(b for _, b in pairs))
    assert found.tolist() == pytest.approx(expected, rel=1e-9, abs=1e-300, nan_ok=True)


def test_where_all_answers_are_right_nothing_differs() -> None:
    assert of_all_pairs([Measured(1.0, 30), Measured(1.0, 50)]).tolist() == [1.0]


def test_what_nothing_is_known_of_has_no_p_value() -> None:
    assert math.isnan(of_all_pairs([Measured(0.4), Measured(0.5, 50)])[0])


def test_no_and_one_cell_have_no_pairs() -> None:
    assert of_all_pairs([]).tolist() == of_all_pairs([Measured(0.4, 30)]).tolist() == []


@given(st.integers(0, 11), st.integers(0, 11))
def test_the_pairs_of_a_cell_are_in_the_order_of_the_others(place: int, more: int) -> None:
    count = place + 1 + more
    every = combinations(range(count), 2)
    found = [pair for pair, holds in zip(every, with_cell(place, count), strict=True) if holds]
    assert [sum(pair) - place for pair in found] == [one for one in range(count) if one != place]
    assert all(place in pair for pair in found)
