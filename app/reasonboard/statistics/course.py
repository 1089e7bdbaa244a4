"""What a curve of accuracies says of its course, given the noise of so many answers per point.

Every function draws, or takes the variance of, independent binomial answers at each point. Points of
one benchmark share their items, which makes them vary less than that: the ranges are on the safe side.
"""

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from reasonboard.statistics.intervals import normal, normal_quantile
from reasonboard.statistics.series import Volatility, volatility
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


class NoisySlope(NamedTuple):
    """A least-squares slope; stderr, low and high are None where the number of answers is not known."""

    slope: float
    stderr: float | None
    low: float | None
    high: float | None


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

    The best of many noisy points is too high. So the curve is fitted by one that never falls
    (isotonic least squares), its points are drawn again with binomial noise 2000 times, and the range
    holds 95 % of best minus last of those. The p-value is one-sided: the share of draws with at least
    the observed gap, (1 + count) / (1 + draws). A fit that is free to follow the last points takes
    some of a true decline for noise, so the test is cautious. None for fewer than 3 points.

    ValueError for values outside 0 to 1 and fewer than 1 answer.
    """
    _check(values, answers)
    return _best_against_last(tuple(values), answers) if len(values) > 2 else None  # noqa: PLR2004


@lru_cache(maxsize=512)
def _best_against_last(values: tuple[float, ...], answers: int) -> ByChance:
    draws = _drawn(never_falling(values), answers)
    gaps = draws.max(axis=1) - draws[:, -1]
    found = max(values) - values[-1]
    return ByChance(found, *_range(gaps), _share(gaps >= found - 1e-9))


def restlessness(values: Sequence[float], answers: int) -> ByChance | None:
    """The scatter about the smooth course over binomial noise (`volatility`), with its range.

    The range holds 95 % of the ratios of curves with the same smooth course and binomial noise; the
    p-value is two-sided, twice the smaller tail. None where `volatility` is.

    ValueError for values outside 0 to 1 and fewer than 1 answer.
    """
    _check(values, answers)
    return _restlessness(tuple(values), answers)


def _restlessness(values: tuple[float, ...], answers: int) -> ByChance | None:
    found: Volatility | None = volatility(values, answers, window=WINDOW)
    if found is None:
        return None
    ratios = _ratios(_drawn(smoothed(values), answers), answers)
    tails = (_share(ratios >= found.ratio - 1e-9), _share(ratios <= found.ratio + 1e-9))
    return ByChance(found.ratio, *_range(ratios), min(1.0, 2 * min(tails)))


def slope_with_noise(
    xs: Sequence[float], values: Sequence[float], answers: int | None
) -> NoisySlope | None:
    """The least-squares slope of fractions over xs, with the noise of the answers as its error.

    A slope is a weighted sum of the values, sum (x - mean x) value / Sxx; its variance is the sum of
    the squared weights times p (1 - p) / answers. It leaves out how far the points are from a line.
    The unit is that of the values per unit of x. None for fewer than two different xs.

    ValueError for values outside 0 to 1.
    """
    _check(values, answers or 1)
    if len(set(xs)) < 2:  # noqa: PLR2004 - a line needs two
        return None
    x, y = np.asarray(xs, dtype=np.float64), np.asarray(values, dtype=np.float64)
    weights = (x - x.mean()) / float(((x - x.mean()) ** 2).sum())
    slope = float(weights @ y)
    if not answers:
        return NoisySlope(slope, None, None, None)
    # Agresti and Coull's two added successes and failures keep points at 0 and 1 noisy.
    p = (y * answers + 2) / (answers + 4)
    stderr = math.sqrt(float(weights**2 @ (p * (1 - p) / (answers + 4))))
    return NoisySlope(slope, stderr, *normal(slope, stderr, within=None))


def spearman_range(rho: float, n: int) -> tuple[float, float] | None:
    """The 95 % interval of a rank correlation over n pairs; None for fewer than 4.

    tanh(atanh(rho) ± z sqrt((1 + rho² / 2) / (n - 3))). Assumes independent pairs. Source: Bonett and
    Wright, Psychometrika 65 (2000) 23. A rho of 1 or -1 gives no width: then None, too.
    """
    if n < 4 or abs(rho) >= 1:  # noqa: PLR2004
        return None
    half = normal_quantile(LEVEL) * math.sqrt((1 + rho * rho / 2) / (n - 3))
    return math.tanh(math.atanh(rho) - half), math.tanh(math.atanh(rho) + half)


def never_falling(values: Sequence[float]) -> list[float]:
    """The closest curve (least squares) that never falls: neighbours that fall are pooled to their mean."""
    blocks: list[tuple[float, int]] = []
    for value in values:
        blocks.append((value, 1))
        while len(blocks) > 1 and blocks[-2][0] > blocks[-1][0]:
            (one, n_one), (two, n_two) = blocks[-2:]
            blocks[-2:] = [((one * n_one + two * n_two) / (n_one + n_two), n_one + n_two)]
    return [mean for mean, n in blocks for _ in range(n)]


def _drawn(course: Sequence[float], answers: int) -> Floats:
    """So many curves with the course and binomial noise, a row each; the same ones every time."""
    chances = np.clip(np.asarray(course, dtype=np.float64), 0.0, 1.0)
    rights = np.random.default_rng(0).binomial(answers, chances, size=(RESAMPLES, len(chances)))
    drawn: Floats = rights / answers
    return drawn


def _ratios(curves: Floats, answers: int) -> Floats:
    """`volatility(...).ratio` of each row; 0 where a row has no binomial noise."""
    course = np.lib.stride_tricks.sliding_window_view(curves, WINDOW, axis=1).mean(axis=2)
    margin = WINDOW // 2
    residuals = curves[:, margin : curves.shape[1] - margin] - course
    scatter = (residuals**2).mean(axis=1) / (1 - 1 / WINDOW)
    noise = (course * (1 - course)).mean(axis=1) / answers
    ratios: Floats = np.sqrt(np.divide(scatter, noise, out=np.zeros_like(noise), where=noise > 0))
    return ratios


def _range(numbers: Floats) -> tuple[float, float]:
    low, high = np.quantile(numbers, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return float(low), float(high)


def _share(hits: NDArray[np.bool_]) -> float:
    return (1 + int(hits.sum())) / (1 + len(hits))


def _check(values: Sequence[float], answers: int) -> None:
    if answers < 1:
        raise ValueError(f"{answers} answers: expected 1 or more")
    for value in values:
        if not 0 <= value <= 1:
            raise ValueError(f"value {value}: expected a fraction from 0 to 1")
