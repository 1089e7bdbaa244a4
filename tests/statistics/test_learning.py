"""Curves over training and over sizes: gains, declines, slopes, and the order of sizes."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.statistics.contrasts import Measured, contrast
from app.statistics.differences import Verdict
from app.statistics.learning import (
    answers,
    decline,
    level,
    mean_of,
    pairs,
    per_doubling,
    reached,
    steps,
)

POINTS = st.lists(
    st.tuples(st.floats(0, 1), st.sampled_from([None, 10, 500])).map(lambda pair: Measured(*pair)),
    min_size=1,
    max_size=8,
)


def of(*values: float, n: int | None = 1000) -> list[Measured]:
    return [Measured(value, n) for value in values]


def test_a_standard_error_is_worth_as_many_answers() -> None:
    assert answers(Measured(0.5, stderr=0.05)) == 100
    assert answers(Measured(0.5, 30, 4)) == 120
    assert answers(Measured(0.5, 30, 4, stderr=0.05)) == 100, (
        "answers to one item depend on each other"
    )
    assert answers(Measured(1.0, stderr=0.0)) is None
    assert answers(Measured(0.5)) is None


def test_a_mean_has_an_error_only_if_all_have_one() -> None:
    mean = mean_of(of(0.2, 0.6, n=10_000))
    assert mean is not None
    assert mean.value == pytest.approx(0.4)
    expected = math.hypot(math.sqrt(0.16 / 10_000), math.sqrt(0.24 / 10_000)) / 2
    assert mean.stderr == pytest.approx(expected, rel=1e-3)
    assert mean_of([Measured(0.2, 100), Measured(0.6)]) == Measured(0.4)
    assert mean_of([]) is None


def test_points_per_doubling_of_a_straight_line() -> None:
    found = per_doubling([1, 2, 4, 8], of(0.1, 0.2, 0.3, 0.4))
    assert found is not None
    assert found.slope == pytest.approx(0.1)
    assert found.p_value == pytest.approx(0, abs=1e-6)
    assert per_doubling([2, 2], of(0.1, 0.2)) is None
    assert per_doubling([1, 2, 4], of(0.3, 0.3, 0.3)) == (0.0, None, None, None, ""), "no residuals"


def test_of_two_sizes_the_interval_is_that_of_their_difference() -> None:
    found, difference = per_doubling([8, 2], of(0.5, 0.3)), contrast(*of(0.5, 0.3))
    assert found is not None
    assert difference is not None
    assert found.slope == pytest.approx(0.1)
    assert (found.low, found.high) == pytest.approx((difference.low / 2, difference.high / 2))
    bare = per_doubling([8, 2], of(0.5, 0.3, n=None))
    assert bare is not None
    assert (bare.low, bare.p_value) == (None, None)


def test_a_bend_shows_in_the_steps() -> None:
    first, last = steps([4, 1, 16], of(0.5, 0.1, 0.6))
    assert (first.smaller, first.larger, last.larger) == (1, 4, 16)
    assert (first.slope, last.slope) == pytest.approx((0.2, 0.05))
    assert first.low is not None
    assert first.low < 0.2 < (first.high or 0)
    assert steps([2, 2], of(0.1, 0.2)) == []


def test_a_decline_is_corrected_for_choosing_the_best() -> None:
    found = decline(of(0.1, 0.5, 0.5, 0.4))
    assert found is not None
    assert found.best == 1
    assert found.loss == pytest.approx(0.1)
    alone = contrast(*of(0.5, 0.4))
    assert alone is not None
    assert found.p_value == pytest.approx(alone.p_value * 2), (
        "the first point is further away still"
    )
    rising = decline(of(0.1, 0.2))
    assert rising is not None
    assert (rising.loss, rising.p_value) == (0, 1), "a test that found nothing"
    bare = decline(of(0.5, 0.4, n=None))
    assert bare is not None
    assert bare.loss == pytest.approx(0.1)
    assert bare.p_value is None
    assert decline([]) is None


def test_ninety_percent_of_a_gain_that_is_resolved() -> None:
    found = reached([0, 0.5, 1], of(0.1, 0.9, 0.91, n=10_000))
    assert found is not None
    assert (found.x, found.low, found.high, found.known) == (0.5, 0.5, 0.5, True)
    assert reached([0, 0.5, 1], of(0.1, 0.12, 0.11, n=100)) is None, "within noise"
    assert reached([0, 0.5, 1], of(0.9, 0.5, 0.1)) is None, "a fall"
    assert reached([0, 0, 1], of(0.1, 0.5, 0.9)) is None, "two points at one place"
    bare = reached([0, 0.5, 1], of(0.1, 0.9, 0.91, n=None))
    assert bare is not None
    assert (bare.x, bare.known) == (0.5, False)


def test_the_level_of_a_gain() -> None:
    assert level(0.1, 0.6) == pytest.approx(0.55)
    assert level(0.6, 0.6) is None


def test_pairs_out_of_order_have_a_verdict() -> None:
    found = pairs([4, 1, 2], of(0.2, 0.5, 0.21))
    assert [(one.smaller, one.larger) for one in found] == [(1, 2), (1, 0), (2, 0)]
    assert [one.verdict for one in found] == [Verdict.BETTER, Verdict.BETTER, Verdict.NOT_RESOLVED]
    assert pairs([1, 1], of(0.2, 0.3)) == []
    assert pairs([1, 2], of(0.2, 0.3, n=None))[0].verdict is None


@given(POINTS)
def test_a_decline_is_what_the_values_say(points: list[Measured]) -> None:
    found = decline(points)
    assert found is not None
    values = [one.value for one in points]
    assert found.loss == max(values) - values[-1]
    assert values[found.best] == max(values)
    assert found.p_value is None or 0 <= found.p_value <= 1


@given(POINTS)
def test_every_pair_is_there_once(points: list[Measured]) -> None:
    sizes = [float(2**place) for place in range(len(points))]
    found = pairs(sizes, points)
    assert len(found) == len(points) * (len(points) - 1) // 2
    assert all(
        one.difference == points[one.smaller].value - points[one.larger].value for one in found
    )
