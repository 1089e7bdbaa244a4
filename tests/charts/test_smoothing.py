"""The moving average of a curve, beside a weighted mean written out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reasonboard.charts.smoothing import moving_average

VALUES = st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=30)


@given(VALUES, st.floats(0, 0.99))
def test_it_is_the_mean_of_all_values_so_far_with_falling_weights(
    values: list[float], weight: float
) -> None:
    for end, average in enumerate(moving_average(values, weight), 1):
        weights = [weight ** (end - 1 - at) for at in range(end)]
        pairs = zip(weights, values, strict=False)
        mean = sum(share * value for share, value in pairs) / sum(weights)
        assert average == pytest.approx(mean, rel=1e-6, abs=1e-3)


@pytest.mark.parametrize("weight", [-0.1, 1.0, float("nan")])
def test_other_weights_are_refused(weight: float) -> None:
    with pytest.raises(ValueError, match="expected a number from 0 to below 1"):
        moving_average([1.0], weight)
