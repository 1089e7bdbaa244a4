"""What a curve of accuracies says of its course, given the binomial noise of each point.

Every function draws, or takes the variance of, independent binomial answers at each point. Points of
one benchmark share their items, which makes them vary less than that: the ranges are on the safe side.
"""

import math
from collections.abc import Sequence
from functools import lru_cache
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
from reasonboard.statistics.means import Estimate
from reasonboard.statistics.slopes import least_squares
from reasonboard.statistics.smoothing import moving_mean
from reasonboard.statistics.uncertainty import binomial_error

Floats = NDArray[np.float64]

WINDOW = 5
"""Points of the centred mean that stands for the smooth course."""
RESAMPLES = 2000
LEVEL = 0.95
ROUNDING = 1e-9
"""A gain is compared with a share of itself: sums of fractions differ in their last bits."""


class ByChance(NamedTuple):
    """A number of a curve, the range that noise alone gives it, and how rare it is under noise alone."""

    value: float
    low: float
    high: float
    p_value: float


class GainRange(NamedTuple):
    """Where the share of the gain is reached over resamples; None where most extreme ones never do."""

    low: float | None
    high: float | None
    never: float


class GainPlace(NamedTuple):
    """Where 90% of the smoothed gain is reached, and the range of that under noise (None: no n)."""

    x: float
    range: GainRange | None


def smoothed(values: Sequence[float], window: int = WINDOW) -> list[float]:
    """The centred mean over `window` points, over as many of them as exist at both ends."""
    return [mean for mean in moving_mean(values, window) if mean is not None]


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
    index = int(_first_with_share(np.array([values], dtype=float), share, window)[0])
    return float(xs[index]) if index < len(xs) else None


def ninety_percent_range(
    xs: Sequence[float],
    values: Sequence[float],
    ns: Sequence[int],
    *,
    share: float = 0.9,
    window: int = 1,
    resamples: int = RESAMPLES,
) -> GainRange | None:
    """Between which x the share of the gain lies when every point has its binomial noise again.

    Each of the `resamples` curves draws the right answers of each point from Binomial(n, value), and
    `ninety_percent_of_gain` is taken of it; low and high are the 2.5 and 97.5 percentiles,
    always an x of the curve. A resample without gain lies after every x, so a percentile falling among
    them is None (the range is open), and `never` is their share. Assumes independent answers; a point at
    0 or 1 does not vary. None where the curve itself has no gain. Source: percentile bootstrap, Efron
    and Tibshirani, An Introduction to the Bootstrap (1993), ch. 13.
    """
    check_lengths(values, ns)
    check_fractions(values)
    check_counts([*ns, resamples])
    if ninety_percent_of_gain(xs, values, share=share, window=window) is None:
        return None
    curves = _curves_with_noise(values, ns, resamples)
    first_indexes = np.sort(_first_with_share(curves, share, window))
    # The inverse of the empirical distribution: an x that was reached, never one between two.
    ranks = [math.ceil(q * resamples - ROUNDING) for q in ((1 - LEVEL) / 2, (1 + LEVEL) / 2)]
    bounds = [int(first_indexes[max(rank - 1, 0)]) for rank in ranks]
    low, high = (float(xs[index]) if index < len(xs) else None for index in bounds)
    return GainRange(low, high, float(np.mean(first_indexes == len(xs))))


def gain_place(
    xs: Sequence[float], values: Sequence[float], answers: int | None
) -> GainPlace | None:
    """The first x with 90% of the gain of the smoothed curve (see `ninety_percent_of_gain`).

    `values` are fractions over `answers` answers each. None where the smoothed curve does not rise.
    """
    x = ninety_percent_of_gain(xs, values, window=WINDOW)
    if x is None:
        return None
    if not answers:
        return GainPlace(x, None)
    ns = [answers] * len(values)
    return GainPlace(x, ninety_percent_range(xs, values, ns, window=WINDOW))


def best_against_last(values: Sequence[float], answers: int) -> ByChance | None:
    """The best point minus the last one, against that of a course that never falls.

    The best of many noisy points is too high. So the closest course that never falls (isotonic least
    squares) is drawn again with binomial noise 2000 times; the range holds 95% of the best minus last
    of those, and the one-sided p-value is the share of draws with at least the observed gap,
    (1 + count) / (1 + draws). The test is cautious. None for fewer than 3 points.
    """
    check_fractions(values)
    check_counts([answers])
    return _best_against_last(tuple(values), answers) if len(values) > 2 else None  # noqa: PLR2004


@lru_cache(maxsize=512)
def _best_against_last(values: tuple[float, ...], answers: int) -> ByChance:
    draws = _curves_with_noise(_never_falling(values), answers)
    gaps = draws.max(axis=1) - draws[:, -1]
    gap = max(values) - values[-1]
    return ByChance(gap, *_range(gaps), _share(gaps >= gap - ROUNDING))


def _never_falling(values: Sequence[float]) -> list[float]:
    """The closest curve that never falls, by pooling of points that fall (Barlow et al. 1972)."""
    pools: list[tuple[float, int]] = []
    for value in values:
        mean, size = value, 1
        while pools and pools[-1][0] > mean:
            before, count = pools.pop()
            mean, size = (before * count + mean * size) / (count + size), count + size
        pools.append((mean, size))
    return [mean for mean, size in pools for _ in range(size)]


def excess_variance(values: Sequence[float], answers: int) -> ByChance | None:
    """How many times as much a curve scatters about its smooth course as binomial noise does.

    The smooth course is the centred mean over 5 points, where all of them exist. The ratio is
    sqrt(mean(residual^2) / (1 - 1 / 5)) / sqrt(mean(p (1 - p)) / answers) with p the smooth course:
    each point is part of its own mean, which shrinks its residual by that factor. About 1: no more
    than noise; well over 1: the points jump, or the course bends within a window; under 1 is usual
    where each point answers the same items. The range holds 95% of the ratios of curves with the
    same smooth course and binomial noise; the p-value is two-sided, twice the smaller tail. None for
    fewer than 5 points, and where the smooth course is 0 or 1 throughout.

    ValueError for values outside 0 to 1 and fewer than 1 answer.
    """
    check_fractions(values)
    check_counts([answers])
    ratio = float(_ratios(np.array([values]), answers)[0]) if len(values) >= WINDOW else math.nan
    if math.isnan(ratio):
        return None
    ratios = np.nan_to_num(_ratios(_curves_with_noise(smoothed(values), answers), answers))
    tails = (_share(ratios >= ratio - ROUNDING), _share(ratios <= ratio + ROUNDING))
    return ByChance(ratio, *_range(ratios), min(1.0, 2 * min(tails)))


def slope_with_noise(
    xs: Sequence[float], values: Sequence[float], answers: int | None
) -> Estimate | None:
    """The least-squares slope of fractions over xs, with the noise of the answers as its error.

    A slope is a weighted sum of the values, sum (x - mean x) value / Sxx; its variance is the sum of
    the squared weights times p (1 - p) / answers. It leaves out how far the points are from a line.
    No error without a number of answers. None for fewer than two different xs.
    """
    check_fractions(values)
    if len(set(xs)) < 2:  # noqa: PLR2004 - a line needs two
        return None
    line = least_squares(xs, values)
    if not answers:
        return Estimate(line.slope, None)
    weights = ((x - line.x) / line.spread for x in xs)
    errors = [w * binomial_error(p, answers) for w, p in zip(weights, values, strict=True)]
    return Estimate(line.slope, math.hypot(*errors))


def _curves_with_noise(
    course: Sequence[float], ns: int | Sequence[int], resamples: int = RESAMPLES
) -> Floats:
    """Curves with this course and binomial noise, a row each; the same ones every time."""
    chances = np.clip(np.asarray(course, dtype=np.float64), 0.0, 1.0)
    rights = np.random.default_rng(0).binomial(ns, chances, size=(resamples, len(chances)))
    curves: Floats = rights / np.asarray(ns)
    return curves


def _smooth(curves: Floats, window: int) -> Floats:
    """Each row `smoothed`, of many rows at once."""
    indexes = np.arange(curves.shape[1])
    starts = np.maximum(indexes - window // 2, 0)
    stops = np.minimum(indexes + window // 2 + 1, curves.shape[1])
    sums = np.concatenate([np.zeros((len(curves), 1)), np.cumsum(curves, axis=1)], axis=1)
    smooth: Floats = (sums[:, stops] - sums[:, starts]) / (stops - starts)
    return smooth


def _first_with_share(curves: Floats, share: float, window: int) -> NDArray[np.intp]:
    """The place in each row at which its share of the gain is first there; past the end: never."""
    smooth = _smooth(curves, window)
    gain = smooth[:, -1] - smooth[:, 0]
    target = smooth[:, 0] + share * gain
    first = np.argmax(smooth >= target[:, None] - ROUNDING, axis=1)
    reached: NDArray[np.intp] = np.where(gain > ROUNDING, first, curves.shape[1])
    return reached


def _ratios(curves: Floats, answers: int) -> Floats:
    """The scatter of each row about its centred mean over its binomial noise; NaN without noise."""
    inner = slice(WINDOW // 2, curves.shape[1] - WINDOW // 2)
    course = _smooth(curves, WINDOW)[:, inner]
    residuals = curves[:, inner] - course
    scatter = (residuals**2).mean(axis=1) / (1 - 1 / WINDOW)
    noise = (course * (1 - course)).mean(axis=1) / answers
    ratios: Floats = np.sqrt(
        np.divide(scatter, noise, out=np.full_like(noise, np.nan), where=noise > 0)
    )
    return ratios


def _range(numbers: Floats) -> tuple[float, float]:
    low, high = np.quantile(numbers, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return float(low), float(high)


def _share(hits: NDArray[np.bool_]) -> float:
    return (1 + int(hits.sum())) / (1 + len(hits))


def _check_curve(xs: Sequence[float], values: Sequence[float], share: float, window: int) -> None:
    check_lengths(xs, values)
    check_finite([*xs, *values])
    check_rising(xs)
    check_level(share)
    if window < 1 or window % 2 == 0:
        raise ValueError(f"an odd window of at least 1 is expected, not {window}")
