"""The cells of a grid and means over them: do they differ by more than noise, and how do they change."""

import math
from collections.abc import Sequence
from statistics import NormalDist, stdev
from typing import NamedTuple

import numpy as np
import scipy

from reasonboard.statistics.checks import check_counts, check_fractions, check_lengths
from reasonboard.statistics.differences import two_sided
from reasonboard.statistics.intervals import normal
from reasonboard.statistics.means import Estimate, weighted_error
from reasonboard.statistics.slopes import least_squares
from reasonboard.statistics.uncertainty import Uncertainty

MEAN = "mean of cells with independent errors"
_LEAST_P = 1e-300


class Homogeneity(NamedTuple):
    """A chi-square test: that all proportions are one."""

    chi2: float
    df: int
    p: float


class Shrinkage(NamedTuple):
    """Cells pulled toward their grid's mean, and the spreads (SD) that say how far; 0 to 1."""

    values: tuple[float, ...]
    mean: float
    observed_sd: float | None
    noise_sd: float
    between_sd: float


class Trend(NamedTuple):
    """The slope of a weighted straight line per unit of x, the p-value of no slope, and its centre."""

    slope: float
    stderr: float
    p_value: float
    x: float
    y: float

    @property
    def interval(self) -> tuple[float, float]:
        return normal(self.slope, self.stderr, within=None)


def homogeneity(values: Sequence[float], ns: Sequence[int]) -> Homogeneity | None:
    """Whether the proportions of k cells differ by more than independent sampling makes them.

    Pearson's chi-square of right and wrong answers: the sum of n_i (p_i - m)^2 / (m (1 - m)) with m the
    pooled proportion, on k - 1 degrees of freedom. Values are fractions and are used as they are (a
    printed 0.493 of 150 counts 73.95 answers). Assumes independent answers; cells that share their items
    vary less by chance. The approximation wants an expected count of 5 in each field (Cochran 1954).

    None with fewer than two cells, and where every cell is 0 or every cell is 1. Source: Pearson (1900).
    """
    check_lengths(values, ns)
    check_fractions(values)
    check_counts(ns)
    if len(values) < 2 or _pooled(values, ns) in (0, 1):  # noqa: PLR2004  (cells differ from one another)
        return None
    answers = np.array([[n * value, n * (1 - value)] for n, value in zip(ns, values, strict=True)])
    expected = np.outer(answers.sum(axis=1), answers.sum(axis=0)) / answers.sum()
    statistic = float(((answers - expected) ** 2 / expected).sum())
    dof = len(values) - 1
    return Homogeneity(statistic, dof, float(scipy.special.chdtrc(dof, statistic)))


def shrunk(values: Sequence[float], ns: Sequence[int]) -> Shrinkage | None:
    """The cells as they may be expected again: pulled toward the mean by their share of noise.

    Empirical Bayes on fractions 0 to 1: cell i keeps T / (T + s_i^2) of its distance from the mean, with
    s_i^2 = m (1 - m) / n_i its binomial variance at the pooled proportion m, T the variance between cells
    by moments (DerSimonian and Laird; 0 where the cells differ no more than noise does) and the mean
    weighted by 1 / (T + s_i^2). Given with it: the SD of the cells, of the noise and between. Assumes
    independent answers and cells that are exchangeable, without an order by row or column.

    None without cells. A cell alone keeps its value, and has no observed SD. Sources: Efron and Morris
    (1975); DerSimonian and Laird (1986).
    """
    check_lengths(values, ns)
    check_fractions(values)
    check_counts(ns)
    if not values:
        return None
    centre = _pooled(values, ns)
    noise = [centre * (1 - centre) / n for n in ns]
    between = _between_variance(values, ns, centre)
    if between > 0:
        weights = [1 / (between + variance) for variance in noise]
        mean = sum(w * value for w, value in zip(weights, values, strict=True)) / sum(weights)
    else:
        mean = centre  # the weights are then as the ns
    return Shrinkage(
        tuple(
            mean + between / (between + variance) * (value - mean) if between > 0 else mean
            for value, variance in zip(values, noise, strict=True)
        ),
        mean,
        stdev(values) if len(values) > 1 else None,
        math.sqrt(sum(noise) / len(noise)),
        math.sqrt(between),
    )


def interval_of(mean: Estimate) -> Uncertainty | None:
    """The 95% interval of a mean of cells, or of a difference of such means."""
    return Uncertainty(*mean.interval, MEAN) if mean.interval else None


def deviation(cells: Sequence[Estimate], inside: Sequence[bool]) -> Estimate:
    """The mean of the cells inside minus the mean of all, whose errors they share."""
    n_inside = sum(inside)
    weights = [(is_inside / n_inside) - 1 / len(cells) for is_inside in inside]
    value = sum(weight * cell.value for weight, cell in zip(weights, cells, strict=True))
    return Estimate(value, weighted_error(cells, weights))


def trend(xs: Sequence[float], means: Sequence[Estimate]) -> Trend | None:
    """The weighted least-squares slope with known errors; None without two places or an error."""
    if len(set(xs)) < 2 or not all(mean.stderr for mean in means):  # noqa: PLR2004
        return None
    weights = [1 / (mean.stderr or 1) ** 2 for mean in means]
    line = least_squares(xs, [mean.value for mean in means], weights)
    stderr = 1 / math.sqrt(line.spread)
    return Trend(line.slope, stderr, two_sided(line.slope / stderr), line.x, line.y)


def in_standard_errors(p: float) -> float:
    """How far out a normal deviate with this two-sided p-value lies: 0.05 is 1.96."""
    return max(0.0, -NormalDist().inv_cdf(max(p, _LEAST_P) / 2))


def _between_variance(values: Sequence[float], ns: Sequence[int], centre: float) -> float:
    """DerSimonian and Laird's moment estimate with every cell's noise at the pooled proportion."""
    noise = centre * (1 - centre)
    if noise <= 0 or len(values) == 1:
        return 0.0
    weights = [n / noise for n in ns]
    spread = sum(w * (value - centre) ** 2 for w, value in zip(weights, values, strict=True))
    scale = sum(weights) - sum(w * w for w in weights) / sum(weights)
    return max(0.0, (spread - (len(values) - 1)) / scale)


def _pooled(values: Sequence[float], ns: Sequence[int]) -> float:
    """The proportion of all answers together; exactly 0 or 1 where all values are."""
    if len(set(values)) == 1:
        return values[0]
    return sum(value * n for value, n in zip(values, ns, strict=True)) / sum(ns)
