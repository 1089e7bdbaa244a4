"""What each doubling brings, against worked numbers, statsmodels and plain algebra."""

import numpy as np
import pytest
import statsmodels.api as sm
from hypothesis import given
from hypothesis import strategies as st

from reasonboard.statistics.contrasts import contrast
from reasonboard.statistics.doublings import per_doubling, steps
from reasonboard.statistics.uncertainty import Measured

# Pythia, lambada_openai, last checkpoint: sizes in billions as they are named.
SIZES = [0.07, 0.16, 0.41, 1.4, 2.8, 6.9, 12]
VALUES = [0.185, 0.328, 0.516, 0.616, 0.647, 0.673, 0.705]


def of(*values: float, n: int | None = 1000) -> list[Measured]:
    return [Measured(value, n) for value in values]


def test_the_worked_steps_of_selected_data() -> None:
    """ReasonFlux-PRM, Figure 6, left: 1k 83.35, 5k 89.65, 10k 91.48 on 500 items."""
    first, second = steps([1000, 5000, 10_000], of(0.8335, 0.8965, 0.9148, n=500))
    assert first.slope == pytest.approx(0.0271, abs=5e-5)
    assert second.slope == pytest.approx(0.0183)
    assert first.contrast is not None
    assert second.contrast is not None
    assert first.contrast.difference == pytest.approx(0.063)
    assert first.low == pytest.approx(first.contrast.low / 2.3219, abs=1e-5)
    assert (second.low, second.high) == (second.contrast.low, second.contrast.high)


def test_the_worked_slope_from_70m_to_410m() -> None:
    (step,) = steps([0.41, 0.07], of(0.516, 0.185))
    assert (step.smaller, step.larger) == (0.07, 0.41)
    assert round(100 * step.slope) == 13


def test_without_items_there_is_a_slope_but_no_interval() -> None:
    (only,) = steps([1, 4], of(0.2, 0.6, n=None))
    assert only.slope == pytest.approx(0.2)
    assert only[3:] == (None, None, None)


def test_a_single_point_has_no_step() -> None:
    assert steps([], []) == steps([1000], of(0.5)) == []


@given(st.floats(1, 1e9), st.floats(1.01, 100), st.floats(0, 1), st.floats(0, 1))
def test_a_step_is_the_slope_over_the_logarithm(
    size: float, factor: float, value: float, later: float
) -> None:
    (found,) = steps([size, size * factor], of(value, later))
    assert found.slope == pytest.approx(
        np.polyfit(np.log2([1, factor]), [value, later], 1)[0], abs=1e-6
    )
    assert steps([size * factor, size], of(later, value)) == [found]


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


def test_the_pythia_sizes_as_named_give_the_worked_slope() -> None:
    found = per_doubling(SIZES, of(*VALUES))
    assert found is not None
    assert round(100 * found.slope, 2) == 6.73


def test_slope_error_and_interval_are_those_of_statsmodels() -> None:
    other = sm.OLS(VALUES, sm.add_constant(np.log2(SIZES))).fit()
    low, high = other.conf_int(alpha=0.05)[1]
    found = per_doubling(SIZES, of(*VALUES))
    assert found is not None
    expected = (other.params[1], low, high, other.pvalues[1])
    assert found[:4] == pytest.approx(expected, rel=1e-9)
