"""Smoothing of a noisy curve, to be looked at: no test is made of it.

Values count as evenly spaced, whatever lies between them on an axis. One that is missing (None) stays missing: it has
its place among the others, no part in any average, and no average of its own, so that no line leads over it.
"""

import math
from collections.abc import Sequence


def moving_average(values: Sequence[float | None], weight: float) -> list[float | None]:
    """The exponential moving average after each value, in the unit of the values.

    The mean of all values so far, each weighted by weight^(places since it), which is s_t = weight * s_(t-1) +
    (1 - weight) * y_t with s_0 = 0, divided by 1 - weight^t, so that the beginning is not drawn to 0 (the correction of
    Kingma and Ba, Adam, 2015, section 3); pandas calls it ewm(alpha=1 - weight, adjust=True). `weight` is from 0, which
    changes nothing, to below 1. Raises ValueError for another weight.
    """
    if not 0 <= weight < 1:
        raise ValueError(f"weight is {weight} (expected a number from 0 to below 1)")
    total = weights = 0.0
    averages: list[float | None] = []
    for value in values:
        total, weights = weight * total, weight * weights
        if value is None:
            averages.append(None)
            continue
        total, weights = total + value, weights + 1
        averages.append(total / weights)
    return averages


def moving_mean(values: Sequence[float | None], window: int) -> list[float | None]:
    """The mean of the values at the `window` places centered on each, in the unit of the values.

    At both ends, and beside missing values, it is the mean over as many as there are, none of which counts twice;
    pandas calls it rolling(window, center=True, min_periods=1). Raises ValueError for a window that is not odd or
    less than 1.
    """
    if window < 1 or window % 2 == 0:
        raise ValueError(f"window is {window} (expected an odd number of at least 1)")
    half = window // 2
    means: list[float | None] = []
    for index, value in enumerate(values):
        near = values[max(0, index - half) : index + half + 1]
        there = [number for number in near if number is not None]
        means.append(None if value is None else math.fsum(there) / len(there))
    return means
