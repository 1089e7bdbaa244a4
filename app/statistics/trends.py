"""How accuracy moves with size and with training: slopes, gains reached, late declines."""

import math
from collections.abc import Sequence
from itertools import combinations, pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

# A gain is compared with a share of itself: sums of fractions differ in their last bits.
ROUNDING = 1e-9


class Slope(NamedTuple):
    """A least-squares slope, its standard error and interval; these are None where no error is known."""

    slope: float
    stderr: float | None
    low: float | None
    high: float | None


class LocalSlope(NamedTuple):
    """The slope between two neighbouring sizes."""

    smaller: float
    larger: float
    slope: float


class GainRange(NamedTuple):
    """Where the share of the gain is reached over resamples; None where most extreme ones never do."""

    low: float | None
    high: float | None
    never: float


class Inversion(NamedTuple):
    """Two sizes of which the larger has the lower value."""

    smaller: float
    larger: float
    drop: float


def points_per_doubling(
    sizes: Sequence[float], values: Sequence[float], level: float = 0.95
) -> Slope | None:
    """The change of the value with each doubling of the size, over all sizes.

    Ordinary least squares of value on log2(size); the unit is that of the values (0.067 is 6.7
    points for fractions) and the unit of the sizes does not matter. The standard error is that of
    the residuals, sqrt(SSR / (n - 2) / Sxx), and the interval Student's t with n - 2 degrees of
    freedom at the confidence `level`. It assumes a straight line with independent residuals of one
    spread: where accuracy saturates, the line is a summary and the error contains the bend (see
    `local_points_per_doubling`). Source: Draper and Smith, Applied Regression Analysis (1998), ch. 1.

    None with fewer than two different sizes; with exactly two points no error is known, nor where all
    values are equal.
    ValueError: lengths differ, a size is not above 0, a value is not finite, or the level is not
    between 0 and 1.
    """
    from scipy.stats import linregress, t  # noqa: PLC0415  (slow to import, and for few pages)

    _check_sizes(sizes, values)
    _check_share(level, "level")
    logs = [math.log2(size) for size in sizes]
    if len(set(logs)) < 2:  # noqa: PLR2004  (a line needs two)
        return None
    fit = linregress(logs, list(values))
    slope, freedom = float(fit.slope), len(sizes) - 2
    if not freedom or not math.isfinite(fit.stderr):
        return Slope(slope, None, None, None)
    half = float(t.ppf((1 + level) / 2, freedom) * fit.stderr)
    return Slope(slope, float(fit.stderr), slope - half, slope + half)


def local_points_per_doubling(
    sizes: Sequence[float], values: Sequence[float]
) -> tuple[LocalSlope, ...]:
    """The change of the value per doubling between each size and the next larger one.

    (v2 - v1) / log2(s2 / s1), in the unit of the values, from small to large; no error is given,
    as it is that of the two values. Empty with fewer than two sizes.
    ValueError: as `points_per_doubling`, and where a size comes twice.
    """
    _check_sizes(sizes, values)
    ordered = sorted(zip(sizes, values, strict=True))
    for (one, _), (two, _) in pairwise(ordered):
        if one == two:
            raise ValueError(f"each size once is expected, {one} comes twice")
    return tuple(
        LocalSlope(small, large, (above - below) / _doublings(small, large))
        for (small, below), (large, above) in pairwise(ordered)
    )


def ninety_percent_of_gain(
    xs: Sequence[float], values: Sequence[float], *, share: float = 0.9, window: int = 1
) -> float | None:
    """The first x (iteration, progress, tokens) at which the curve has `share` of its whole gain.

    The first x with smooth(x) >= smooth(first) + share * (smooth(last) - smooth(first)); smooth is
    the mean over `window` points centred on x, over as many of them as exist at both ends (5 is
    usual; 1 smooths nothing). It leans on the two ends of the curve: show `ninety_percent_range`
    beside it. Values are in any one unit.

    None with fewer than two points and where the curve does not rise from its first to its last
    smoothed point: there is no gain to have a share of.
    ValueError: lengths differ, xs do not increase, a value is not finite, the share is not between
    0 and 1, or the window is not odd and positive.
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

    Each of the `resamples` curves draws the right answers of each point from Binomial(n, value)
    with a generator started by `seed`, and `ninety_percent_of_gain` is taken of it; low and high
    are the percentiles at the confidence `level`, always an x of the curve. A resample without gain
    counts as never reaching it: it lies after every x, so a percentile falling among them is None
    (the range is open), and `never` is their share from 0 to 1. Values are fractions 0 to 1.

    It assumes independent answers: points that share their items vary together, and their range
    would be narrower. A point at 0 or 1 does not vary in this resampling, so the range of a curve
    with such ends is too narrow. Source: percentile bootstrap, Efron and Tibshirani, An
    Introduction to the Bootstrap (1993), ch. 13.

    None where the curve itself has no gain.
    ValueError: as `ninety_percent_of_gain`, and where a value is not in 0 to 1, an n or the number
    of resamples is below 1, or the level is not between 0 and 1.
    """
    _check_noise(values, ns, resamples)
    _check_share(level, "level")
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


def regret(values: Sequence[float]) -> float | None:
    """The best value minus the last one: what stopping at the best would have kept.

    In the unit of the values, in the order of training, never below 0. The best of many noisy points is
    too high (selection), so a regret within the noise of one point says nothing of a decline.
    None without values. ValueError: a value is not finite.
    """
    _check_finite(values)
    return max(values) - values[-1] if values else None


def rank_inversions(sizes: Sequence[float], values: Sequence[float]) -> tuple[Inversion, ...]:
    """The pairs of sizes of which the larger has the lower value; their number is the count.

    From the smallest sizes on, with the drop in the unit of the values (above 0). Equal values and
    equal sizes are in order. Of k different sizes there are k (k - 1) / 2 pairs; the share of
    inversions is (1 - Kendall's tau) / 2 where nothing is tied.
    ValueError: lengths differ, a size is not above 0, or a value is not finite.
    """
    _check_sizes(sizes, values)
    ordered = sorted(zip(sizes, values, strict=True))
    return tuple(
        Inversion(small, large, below - above)
        for (small, below), (large, above) in combinations(ordered, 2)
        if small < large and below > above
    )


def smallest_reaching(
    sizes: Sequence[float], values: Sequence[float], target: float
) -> float | None:
    """The smallest size whose value is at least the target, in the unit of the values.

    A larger size may be below the target again: `rank_inversions` says so. None where no size
    reaches it. ValueError: lengths differ, a size is not above 0, or a number is not finite.
    """
    _check_sizes(sizes, values)
    _check_finite([target])
    reached = [size for size, value in zip(sizes, values, strict=True) if value >= target]
    return min(reached, default=None)


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


def _doublings(small: float, large: float) -> float:
    # Of sizes that differ in their last bit only, the logarithms do not.
    return math.log2(large) - math.log2(small) or math.log2(large / small)


def _check_sizes(sizes: Sequence[float], values: Sequence[float]) -> None:
    _check_lengths(sizes, values)
    _check_finite(values)
    for size in sizes:
        if not 0 < size < math.inf:
            raise ValueError(f"a size above 0 is expected, not {size}")


def _check_curve(xs: Sequence[float], values: Sequence[float], share: float, window: int) -> None:
    _check_lengths(xs, values)
    _check_finite(values)
    _check_finite(xs)
    _check_share(share, "share")
    for before, after in pairwise(xs):
        if before >= after:
            raise ValueError(f"increasing xs are expected, not {after} after {before}")
    if window < 1 or window % 2 == 0:
        raise ValueError(f"an odd window of at least 1 is expected, not {window}")


def _check_noise(values: Sequence[float], ns: Sequence[int], resamples: int) -> None:
    _check_lengths(values, ns)
    for value in values:
        if not 0 <= value <= 1:
            raise ValueError(f"a fraction from 0 to 1 is expected, not {value}")
    for n in (*ns, resamples):
        if n < 1:
            raise ValueError(f"a count of at least 1 is expected, not {n}")


def _check_share(share: float, name: str) -> None:
    if not 0 < share < 1:
        raise ValueError(f"a {name} between 0 and 1 is expected, not {share}")


def _check_lengths(one: Sequence[float], two: Sequence[float]) -> None:
    if len(one) != len(two):
        raise ValueError(f"sequences of one length are expected, not {len(one)} and {len(two)}")


def _check_finite(values: Sequence[float]) -> None:
    for value in values:
        if not math.isfinite(value):
            raise ValueError(f"a finite number is expected, not {value}")
