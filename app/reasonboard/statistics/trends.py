"""Where along a curve most of its gain is there, and what noise makes of that."""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from reasonboard.statistics.checks import (
    check_counts,
    check_finite,
    check_fractions,
    check_lengths,
    check_level,
    check_rising,
)

# A gain is compared with a share of itself: sums of fractions differ in their last bits.
ROUNDING = 1e-9


class GainRange(NamedTuple):
    """Where the share of the gain is reached over resamples; None where most extreme ones never do."""

    low: float | None
    high: float | None
    never: float


def ninety_percent_of_gain(
    xs: Sequence[float], values: Sequence[float], *, share: float = 0.9, window: int = 1
) -> float | None:
    """The first x (iteration, progress, tokens) at which the curve has `share` of its whole gain.

    The first x with smooth(x) >= smooth(first) + share * (smooth(last) - smooth(first)); smooth is the
    mean over `window` points centered on x, over as many of them as exist at both ends. It leans on the
    two ends of the curve: show `ninety_percent_range` beside it. None where the curve does not rise.
    ValueError: xs do not increase, or the window is not odd.
    """
    _check_curve(xs, values, share, window)
    if len(xs) < 2:  # noqa: PLR2004  (a gain needs two)
        return None
    place = int(_first_with_share(np.array([values], dtype=float), share, window)[0])
    return float(xs[place]) if place < len(xs) else None


def ninety_percent_range(
    xs: Sequence[float],
    values: Sequence[float],
    ns: Sequence[int],
    *,
    share: float = 0.9,
    window: int = 1,
    level: float = 0.95,
    resamples: int = 2000,
    seed: int = 0,
) -> GainRange | None:
    """Between which x the share of the gain lies when every point has its binomial noise again.

    Each of the `resamples` curves draws the right answers of each point from Binomial(n, value), and
    `ninety_percent_of_gain` is taken of it; low and high are the percentiles at the confidence `level`,
    always an x of the curve. A resample without gain lies after every x, so a percentile falling among
    them is None (the range is open), and `never` is their share. Assumes independent answers; a point at
    0 or 1 does not vary. None where the curve itself has no gain. Source: percentile bootstrap, Efron
    and Tibshirani, An Introduction to the Bootstrap (1993), ch. 13.
    """
    check_lengths(values, ns)
    check_fractions(values)
    check_counts([*ns, resamples])
    check_level(level)
    if ninety_percent_of_gain(xs, values, share=share, window=window) is None:
        return None
    draws = np.random.default_rng(seed).binomial(ns, values, size=(resamples, len(xs)))
    places = np.sort(_first_with_share(draws / np.array(ns), share, window))
    ends = []
    for quantile in ((1 - level) / 2, (1 + level) / 2):
        # The inverse of the empirical distribution: an x that was reached, never one between two.
        place = int(places[max(math.ceil(quantile * resamples - ROUNDING) - 1, 0)])
        ends.append(float(xs[place]) if place < len(xs) else None)
    return GainRange(ends[0], ends[1], float(np.mean(places == len(xs))))


def _first_with_share(curves: NDArray[np.float64], share: float, window: int) -> NDArray[np.intp]:
    """The place in each row at which its share of the gain is first there; past the end: never."""
    length, half = curves.shape[1], window // 2
    places = np.arange(length)
    starts, stops = np.maximum(places - half, 0), np.minimum(places + half + 1, length)
    sums = np.concatenate([np.zeros((len(curves), 1)), np.cumsum(curves, axis=1)], axis=1)
    smooth = (sums[:, stops] - sums[:, starts]) / (stops - starts)
    gain = smooth[:, -1] - smooth[:, 0]
    target = smooth[:, 0] + share * gain
    first = np.argmax(smooth >= target[:, None] - ROUNDING, axis=1)
    reached: NDArray[np.intp] = np.where(gain > ROUNDING, first, length)
    return reached


def _check_curve(xs: Sequence[float], values: Sequence[float], share: float, window: int) -> None:
    check_lengths(xs, values)
    check_finite([*xs, *values])
    check_rising(xs)
    check_level(share)
    if window < 1 or window % 2 == 0:
        raise ValueError(f"an odd window of at least 1 is expected, not {window}")
