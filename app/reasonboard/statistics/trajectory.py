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
from scipy import optimize

from reasonboard.statistics.checks import check_counts, check_fractions
from reasonboard.statistics.intervals import normal_quantile
from reasonboard.statistics.means import Estimate
from reasonboard.statistics.trends import GainRange, ninety_percent_of_gain, ninety_percent_range

Floats = NDArray[np.float64]

WINDOW = 5
"""Points of the centred mean that stands for the smooth course."""
RESAMPLES = 2000
LEVEL = 0.95


class ByChance(NamedTuple):
    """A number of a curve, the range that noise alone gives it, and how rare it is under noise alone."""

    value: float
    low: float
    high: float
    p_value: float


class GainPlace(NamedTuple):
    """Where 90 % of the smoothed gain is reached, and the range of that under noise (None: no n)."""

    x: float
    range: GainRange | None


def smoothed(values: Sequence[float], window: int = WINDOW) -> list[float]:
    """The centred mean over `window` points, over as many of them as exist at both ends."""
    half = window // 2
    cut = [values[max(0, place - half) : place + half + 1] for place in range(len(values))]
    return [math.fsum(part) / len(part) for part in cut]


def gain_place(
    xs: Sequence[float], values: Sequence[float], answers: int | None
) -> GainPlace | None:
    """The first x with 90 % of the gain of the smoothed curve (see `ninety_percent_of_gain`).

    `values` are fractions over `answers` answers each. None where the smoothed curve does not rise.
    """
    return _gain_place(tuple(xs), tuple(values), answers)


def _gain_place(
    xs: tuple[float, ...], values: tuple[float, ...], answers: int | None
) -> GainPlace | None:
    x = ninety_percent_of_gain(xs, values, window=WINDOW)
    if x is None:
        return None
    if not answers:
        return GainPlace(x, None)
    ns = [answers] * len(values)
    return GainPlace(x, ninety_percent_range(xs, values, ns, window=WINDOW, resamples=RESAMPLES))


def best_against_last(values: Sequence[float], answers: int) -> ByChance | None:
    """The best point minus the last one, against that of a course that never falls.

    The best of many noisy points is too high. So the closest course that never falls (isotonic least
    squares) is drawn again with binomial noise 2000 times; the range holds 95 % of the best minus last
    of those, and the one-sided p-value is the share of draws with at least the observed gap,
    (1 + count) / (1 + draws). The test is cautious. None for fewer than 3 points.
    """
    check_fractions(values)
    check_counts([answers])
    return _best_against_last(tuple(values), answers) if len(values) > 2 else None  # noqa: PLR2004


@lru_cache(maxsize=512)
def _best_against_last(values: tuple[float, ...], answers: int) -> ByChance:
    draws = _drawn(optimize.isotonic_regression(values).x, answers)
    gaps = draws.max(axis=1) - draws[:, -1]
    found = max(values) - values[-1]
    return ByChance(found, *_range(gaps), _share(gaps >= found - 1e-9))


def excess_variance(values: Sequence[float], answers: int) -> ByChance | None:
    """How many times as much a curve scatters about its smooth course as binomial noise does.

    The smooth course is the centred mean over 5 points, where all of them exist. The ratio is
    sqrt(mean(residual^2) / (1 - 1 / 5)) / sqrt(mean(p (1 - p)) / answers) with p the smooth course:
    each point is part of its own mean, which shrinks its residual by that factor. About 1: no more
    than noise; well over 1: the points jump, or the course bends within a window; under 1 is usual
    where each point answers the same items. The range holds 95 % of the ratios of curves with the
    same smooth course and binomial noise; the p-value is two-sided, twice the smaller tail. None for
    fewer than 5 points, and where the smooth course is 0 or 1 throughout.

    ValueError for values outside 0 to 1 and fewer than 1 answer.
    """
    check_fractions(values)
    check_counts([answers])
    return _restlessness(tuple(values), answers)


def _restlessness(values: tuple[float, ...], answers: int) -> ByChance | None:
    found = float(_ratios(np.array([values]), answers)[0]) if len(values) >= WINDOW else math.nan
    if math.isnan(found):
        return None
    ratios = np.nan_to_num(_ratios(_drawn(smoothed(values), answers), answers))
    tails = (_share(ratios >= found - 1e-9), _share(ratios <= found + 1e-9))
    return ByChance(found, *_range(ratios), min(1.0, 2 * min(tails)))


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
    x, y = np.asarray(xs, dtype=np.float64), np.asarray(values, dtype=np.float64)
    weights = (x - x.mean()) / float(((x - x.mean()) ** 2).sum())
    slope = float(weights @ y)
    if not answers:
        return Estimate(slope, None)
    # Agresti and Coull's two added successes and failures keep points at 0 and 1 noisy.
    p = (y * answers + 2) / (answers + 4)
    return Estimate(slope, math.sqrt(float(weights**2 @ (p * (1 - p) / (answers + 4)))))


def spearman_range(rho: float, n: int) -> tuple[float, float] | None:
    """The 95 % interval of a rank correlation over n pairs; None for fewer than 4.

    tanh(atanh(rho) ± z sqrt((1 + rho² / 2) / (n - 3))). Assumes independent pairs. Source: Bonett and
    Wright, Psychometrika 65 (2000) 23. A rho of 1 or -1 gives no width: then None, too.
    """
    if n < 4 or abs(rho) >= 1:  # noqa: PLR2004
        return None
    half = normal_quantile(LEVEL) * math.sqrt((1 + rho * rho / 2) / (n - 3))
    return math.tanh(math.atanh(rho) - half), math.tanh(math.atanh(rho) + half)


def _drawn(course: Sequence[float], answers: int) -> Floats:
    """So many curves with the course and binomial noise, a row each; the same ones every time."""
    chances = np.clip(np.asarray(course, dtype=np.float64), 0.0, 1.0)
    rights = np.random.default_rng(0).binomial(answers, chances, size=(RESAMPLES, len(chances)))
    drawn: Floats = rights / answers
    return drawn


def _ratios(curves: Floats, answers: int) -> Floats:
    """The scatter of each row about its centred mean over its binomial noise; NaN without noise."""
    course = np.lib.stride_tricks.sliding_window_view(curves, WINDOW, axis=1).mean(axis=2)
    margin = WINDOW // 2
    residuals = curves[:, margin : curves.shape[1] - margin] - course
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
