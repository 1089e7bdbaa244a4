"""Moving averages and means of a curve, beside those of pandas."""

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reasonboard.statistics.smoothing import moving_average, moving_mean

VALUES = st.lists(st.floats(-1e6, 1e6) | st.none(), min_size=1, max_size=30)


def near(averages: list[float | None], expected: "pd.Series[float]") -> bool:
    """Are the averages those of pandas, and missing where a value is?"""
    pairs = list(zip(averages, expected, strict=True))
    return all((one is None) == pd.isna(other) for one, other in pairs) and [
        one for one, _ in pairs if one is not None
    ] == pytest.approx([other for one, other in pairs if one is not None], rel=1e-6, abs=1e-3)


@given(VALUES, st.floats(0, 0.99))
def test_the_average_is_the_exponential_one_of_pandas(
    values: list[float | None], weight: float
) -> None:
    series = pd.Series(values, dtype=float)
    expected = series.ewm(alpha=1 - weight, adjust=True, ignore_na=False).mean()
    assert near(moving_average(values, weight), expected.where(series.notna()))


@given(VALUES, st.sampled_from([1, 3, 5, 15]))
def test_the_mean_is_the_centered_one_of_pandas_at_the_ends_too(
    values: list[float | None], window: int
) -> None:
    series = pd.Series(values, dtype=float)
    expected = series.rolling(window, center=True, min_periods=1).mean()
    assert near(moving_mean(values, window), expected.where(series.notna()))


def test_a_missing_value_is_neither_zero_nor_led_over() -> None:
    assert moving_mean([1, None, 5, 6, None], 3) == [1, None, 5.5, 5.5, None]
    assert moving_average([1, None, 5], 0.5) == [1, None, pytest.approx((0.25 + 5) / 1.25)]
    assert moving_mean([None, None], 5) == moving_average([None, None], 0.9) == [None, None]


@pytest.mark.parametrize("weight", [-0.1, 1.0, float("nan")])
def test_other_weights_are_refused(weight: float) -> None:
    with pytest.raises(ValueError, match="expected a number from 0 to below 1"):
        moving_average([1.0], weight)


@pytest.mark.parametrize("window", [-1, 0, 4])
def test_other_windows_are_refused(window: int) -> None:
    with pytest.raises(ValueError, match="expected an odd number of at least 1"):
        moving_mean([1.0], window)
