"""Curves over training and over sizes: gains, declines, and the order of sizes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reasonboard.statistics.contrasts import contrast
from reasonboard.statistics.differences import Verdict
from reasonboard.statistics.learning import decline, level, pairs, reached, smallest_reaching
from reasonboard.statistics.uncertainty import Measured

POINTS = st.lists(
    st.tuples(st.floats(0, 1), st.sampled_from([None, 10, 500])).map(lambda pair: Measured(*pair)),
    min_size=1,
    max_size=8,
)


def of(*values: float, n: int | None = 1000) -> list[Measured]:
    return [Measured(value, n) for value in values]


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


@pytest.mark.parametrize(
    ("target", "size"), [(0.1, 0.07), (0.5, 0.41), (0.616, 1.4), (0.7, 12), (0.71, None)]
)
def test_the_smallest_size_that_reaches_a_target(target: float, size: float | None) -> None:
    assert smallest_reaching([12, 1.4, 0.41, 0.07], [0.705, 0.616, 0.516, 0.185], target) == size


def test_no_size_reaches_nothing() -> None:
    assert smallest_reaching([], [], 0.5) is None
