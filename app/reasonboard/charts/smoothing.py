"""Smoothing of a noisy curve, to be looked at: no test is made of it."""

from collections.abc import Sequence


def moving_average(values: Sequence[float], weight: float) -> list[float]:
    """The exponential moving average after each value, in the unit of the values.

    s_t = weight * s_(t-1) + (1 - weight) * y_t with s_0 = 0, divided by 1 - weight^t, so that the beginning is not
    drawn to 0 (the correction of Kingma and Ba, Adam, 2015, section 3). `weight` is from 0, which changes nothing, to
    below 1. Values count as evenly spaced. Raises ValueError for another weight.
    """
    if not 0 <= weight < 1:
        raise ValueError(f"weight is {weight} (expected a number from 0 to below 1)")
    total, rest = 0.0, 1.0
    averages = []
    for value in values:
        total = weight * total + (1 - weight) * value
        rest *= weight
        averages.append(total / (1 - rest))
    return averages
