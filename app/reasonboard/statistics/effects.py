"""Means over the cells of a sweep, with their errors: whether they differ, and how they change."""

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
import scipy

from reasonboard.statistics.contrasts import Contrast, by_error
from reasonboard.statistics.differences import two_sided
from reasonboard.statistics.intervals import normal
from reasonboard.statistics.means import Estimate
from reasonboard.statistics.uncertainty import Measured, Uncertainty, standard_error

MEAN = "mean of cells with independent errors"
_LEAST_P = 1e-300


class ChiSquare(NamedTuple):
    chi2: float
    df: int
    p: float


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


def interval_of(mean: Estimate) -> Uncertainty | None:
    """The 95 % interval of a mean of cells, or of a difference of such means."""
    return Uncertainty(*mean.ends, MEAN) if mean.ends else None


def alone(cells: Sequence[Measured]) -> list[Estimate]:
    """Each cell by itself, with its standard error."""
    return [Estimate(cell.value, standard_error(cell)) for cell in cells]


def over(means: Sequence[Estimate]) -> Estimate:
    """The mean of means that share no cell, each counting once."""
    weights = [1 / len(means)] * len(means)
    value = math.fsum(one.value for one in means) / len(means)  # equal sets, equal means
    return Estimate(value, _together([one.stderr for one in means], weights))


def deviation(cells: Sequence[Measured], inside: Sequence[bool]) -> Estimate:
    """The mean of the cells inside minus the mean of all, whose errors they share."""
    here = sum(inside)
    weights = [(one / here) - 1 / len(cells) for one in inside]
    value = sum(weight * cell.value for weight, cell in zip(weights, cells, strict=True))
    return Estimate(value, _together([standard_error(cell) for cell in cells], weights))


def difference(a: Estimate, b: Estimate, test: str = "z test of two means") -> Contrast | None:
    """A minus B of two means without common cells."""
    if not a.stderr or not b.stderr:
        return None
    return by_error(a.value - b.value, math.hypot(a.stderr, b.stderr), test)


def differ(means: Sequence[Estimate]) -> ChiSquare | None:
    """Whether several means are one: their chi-square about the weighted mean (Cochran's Q)."""
    if len(means) < 2:  # noqa: PLR2004
        return None
    return additive([0] * len(means), list(range(len(means))), means, columns_matter=False)


def additive(
    rows: Sequence[object],
    columns: Sequence[object],
    means: Sequence[Estimate],
    *,
    columns_matter: bool = True,
) -> ChiSquare | None:
    """Whether rows and columns only add up: the chi-square of what their main effects leave over.

    The fit weighs each mean by 1 / stderr². A small p says that the columns matter differently from
    row to row (an interaction). None where a standard error is unknown or nothing is left over.
    """
    if not means or not all(one.stderr for one in means):
        return None
    parts = [[float(row == one) for row in rows] for one in dict.fromkeys(rows)]
    if columns_matter:
        parts += [[float(column == one) for column in columns] for one in dict.fromkeys(columns)]
    weights = np.array([1 / (one.stderr or 1) for one in means])
    design = np.array(parts).T * weights[:, None]
    aim = np.array([one.value for one in means]) * weights
    fitted, _, rank, _ = np.linalg.lstsq(design, aim, rcond=None)
    df = len(means) - int(rank)
    if df < 1:
        return None
    left = float(((aim - design @ fitted) ** 2).sum())
    return ChiSquare(left, df, float(scipy.special.chdtrc(df, left)))


def trend(xs: Sequence[float], means: Sequence[Estimate]) -> Trend | None:
    """The weighted least-squares slope with known errors; None without two places or an error."""
    if len(set(xs)) < 2 or not all(one.stderr for one in means):  # noqa: PLR2004
        return None
    weights = [1 / (one.stderr or 1) ** 2 for one in means]
    middle = sum(w * x for w, x in zip(weights, xs, strict=True)) / sum(weights)
    spread = sum(w * (x - middle) ** 2 for w, x in zip(weights, xs, strict=True))
    together = zip(weights, xs, means, strict=True)
    slope = sum(w * (x - middle) * one.value for w, x, one in together) / spread
    error = 1 / math.sqrt(spread)
    height = sum(w * one.value for w, one in zip(weights, means, strict=True)) / sum(weights)
    return Trend(slope, error, two_sided(slope / error), middle, height)


def in_standard_errors(p: float) -> float:
    """How far out a normal deviate with this two-sided p-value lies: 0.05 is 1.96."""
    return max(0.0, -NormalDist().inv_cdf(max(p, _LEAST_P) / 2))


def _together(errors: Sequence[float | None], weights: Sequence[float]) -> float | None:
    """The standard error of a weighted sum."""
    if None in errors:
        return None
    return math.hypot(*(w * (error or 0.0) for w, error in zip(weights, errors, strict=True)))
