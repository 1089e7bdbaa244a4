"""What is read of one curve over lengths, against the worked numbers of the captioned figure."""

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reasonboard.statistics.decline import (
    Curve,
    cliff,
    corrected,
    curve,
    log_odds_slope,
    rise,
    runs,
    shared_lengths,
    short_minus_long,
    slope,
    steps,
    sudden,
)
from reasonboard.statistics.differences import SCORE_TEST
from tests.known import known

CAPTIONED = {
    "Type 1": (0, [100.0, 88.7, 92.3, 80.7, 76.7, 72.7, 71.7, 75.7, 73.0, 77.3]),
    "Type 2": (1, [99.3, 98.0, 100.0, 97.0, 96.3, 95.7, 96.7, 96.7, 97.3, 97.3]),
    "Type 4": (1, [96.0, 95.3, 89.7, 90.0, 80.3, 74.7, 78.3, 75.7, 76.7, 73.3, 53.3]),
    "Type 5": (7, [69.3, 72.3, 71.0, 83.3, 77.3, 79.7, 76.7, 79.7, 71.3, 79.7, 74.7, 70.7, 77.3]),
    "Type 7": (0, [100.0, 98.3, 97.0, 94.0, 92.7, 89.7, 85.3, 87.0, 81.3, 82.3, 83.7, 77.7, 74.0, 73.7]),
}  # fmt: skip


def of(start: int, percent: list[float], n: int | None = 300, seeds: int = 1) -> Curve:
    """Values as printed, as if of 300 items."""
    many = len(percent)
    values = [round(value * 3) / 300 for value in percent]
    lengths = list(range(start, start + many))
    return curve(lengths, values, [n] * many, [None] * many, [seeds] * many, [None] * many)


CURVES = {kind: of(*captioned) for kind, captioned in CAPTIONED.items()}


@pytest.mark.parametrize(
    ("kind", "points", "short"),
    [
        ("Type 1", -2.59, 13.6),
        ("Type 2", -0.25, 1.4),
        ("Type 4", -3.37, 18.8),
        ("Type 5", 0.17, -0.1),
        ("Type 7", -2.05, 18.1),
    ],
)
def test_the_slope_and_short_minus_long_are_those_worked_out_by_hand(
    kind: str, points: float, short: float
) -> None:
    found = known(short_minus_long(CURVES[kind]))
    assert slope(CURVES[kind]) == pytest.approx(points / 100, abs=6e-5)
    assert found.value == pytest.approx(short / 100, abs=6e-4)


def test_the_cliff_of_type_4_is_from_10_to_11() -> None:
    found = corrected(list(CURVES.values()))
    largest = known(cliff(found[list(CURVES).index("Type 4")]))
    step = largest.step
    assert (step.start, step.end) == (10, 11)
    ends = (step.contrast.value, step.contrast.low, step.contrast.high)
    assert [round(100 * end, 1) for end in ends] == [-20.0, -27.4, -12.4]
    assert largest.significant


def test_a_rise_is_found_too_and_tests_have_two_sides() -> None:
    (found,) = corrected([CURVES["Type 5"]])
    largest = known(rise(found))
    assert (largest.step.start, largest.step.end) == (9, 10)
    assert cliff(found) is None


def test_at_100_percent_the_step_is_tested_too() -> None:
    first = steps(CURVES["Type 1"], frozenset(range(20)))[0]
    assert first.contrast.test == SCORE_TEST
    assert 0 < first.contrast.p < 1e-8


def test_a_missing_length_is_no_step_where_others_were_tested_there() -> None:
    gap = curve([1, 2, 4], [0.9, 0.8, 0.1], [300] * 3, [None] * 3, [None] * 3, [None] * 3)
    assert [(step.start, step.end) for step in steps(gap, frozenset({1, 2, 3, 4}))] == [(1, 2)]
    assert [(step.start, step.end) for step in steps(gap, frozenset({1, 2, 4}))] == [(1, 2), (2, 4)]


def test_nothing_is_tested_where_n_is_not_known() -> None:
    unknown = of(0, [90, 10, 50, 60, 70, 80, 30, 20, 10, 5], n=None)
    assert corrected([unknown]) == [[]]
    assert log_odds_slope(unknown) is None
    assert sudden(unknown, 99) is None
    found = known(short_minus_long(unknown))
    assert (found.interval, found.p) == (None, 1.0)


def test_repeats_of_an_item_do_not_count_as_answers_of_their_own() -> None:
    repeated = curve([1, 2], [0.5, 0.4], [30, 30], [5, 5], [None, None], [None, None])
    assert repeated.ns == [30, 30]
    assert repeated.successes == [15, 12]
    assert repeated.cells[0].answers == 150


def test_fewer_lengths_than_twice_five_have_no_short_and_long() -> None:
    assert short_minus_long(of(0, [90] * 9)) is None
    assert short_minus_long(of(0, [90] * 10)) is not None


def test_a_step_is_sudden_and_a_straight_fall_is_not() -> None:
    at_once = known(sudden(of(0, [90, 91, 90, 50, 51, 50]), 999))
    assert (at_once.split, at_once.p_value) == (3, 0.001)
    assert sudden(CURVES["Type 7"], 999) is None


@given(st.sets(st.integers(0, 30)))
def test_runs_hold_every_length_once(lengths: set[int]) -> None:
    found = runs(sorted(lengths))
    assert [n for low, high in found for n in range(low, high + 1)] == sorted(lengths)
    assert all(before[1] + 1 < after[0] for before, after in pairwise(found))


def test_shared_lengths_are_those_that_all_have() -> None:
    assert shared_lengths([[1, 2, 3], [3, 2], [2, 3, 9]]) == [2, 3]
    empty: list[Any] = []
    assert shared_lengths(empty) == []
