"""What ranks say: how far several grids agree on their cells, and whether two series move together."""

import math
from collections.abc import Sequence
from itertools import pairwise, permutations
from typing import Literal, NamedTuple

import numpy as np
import scipy
from numpy.typing import NDArray

from reasonboard.statistics.checks import check_finite, check_lengths
from reasonboard.statistics.intervals import normal_quantile

Floats = NDArray[np.float64]
FEWEST = 3
"""Two points are always in order or out of it: their rank correlation says nothing."""
EXACT_UP_TO = 7
"""7! = 5040 orders are listed in a moment; from 8 points on Student's t is close."""
DIGITS = 9
EQUAL = 1e-12


class Agreement(NamedTuple):
    """How far several grids order the same cells alike; the best are indices of cells."""

    mean_ranks: tuple[float, ...]
    best_by_rank: tuple[int, ...]
    concordance: float | None
    p: float | None


class RankCorrelation(NamedTuple):
    """Spearman's rho with its two-sided p-value; `n` is the number of pairs that it is over."""

    rho: float
    p_value: float
    n: int
    method: Literal["exact", "t"]


def agreement(grids: Sequence[Sequence[float]]) -> Agreement:
    """Which cell is good in all of several grids, and whether the grids agree on it at all.

    grids[g][i] is the value of cell i in grid g, higher is better, in any unit. Ranks run from 1 for
    the highest (ties share their mean rank) and are averaged over grids. Cells that share the best are
    all named. Concordance is Kendall's W with ties, 0 to 1; p is from Friedman's chi-square, rough
    for few grids. Source: Kendall and Babington Smith (1939); Friedman (1937).

    Concordance and p are None with fewer than two grids or three cells, or where every grid is all
    ties. ValueError: grids of different sizes.
    """
    check_lengths(*grids)
    check_finite(value for grid in grids for value in grid)
    if not grids or not grids[0]:
        return Agreement((), (), None, None)
    ranks = np.array([mean_ranks([-value for value in grid]) for grid in grids])
    mean_rank = tuple((ranks.sum(axis=0) / len(grids)).tolist())
    differs = any(max(grid) > min(grid) for grid in grids)
    concordance, p = _concordance(ranks) if differs else (None, None)
    best = _places_of_highest([-rank for rank in mean_rank])
    return Agreement(mean_rank, best, concordance, p)


def spearman(first: Sequence[float], second: Sequence[float]) -> RankCorrelation | None:
    """Spearman's rank correlation of the levels of two series, -1 to 1 (no unit).

    Pearson's correlation of the ranks, ties sharing their mean rank. The two-sided p-value is under
    "every pairing is as likely": by listing all pairings up to 7 pairs ("exact"), by Student's t from 8
    on ("t"), and never under 2 / n!, the least that n pairs can show. Two series that both trend
    correlate whatever they have to do with each other: read spearman_of_differences beside it.

    None for fewer than 3 pairs and where a series is constant. Source: Spearman 1904, Am. J. Psychol. 15.
    """
    check_lengths(first, second)
    check_finite([*first, *second])
    n = len(first)
    if n < FEWEST or min(first) == max(first) or min(second) == max(second):
        return None
    left, right = (mean_ranks(series) - (n + 1) / 2 for series in (first, second))
    rho = min(1.0, max(-1.0, float(left @ right / math.sqrt((left @ left) * (right @ right)))))
    if n <= EXACT_UP_TO:
        return RankCorrelation(rho, _exact_p(left, right), n, "exact")
    p = float(scipy.special.betainc((n - 2) / 2, 0.5, 1 - rho * rho))  # of Student's t, both sides
    return RankCorrelation(rho, max(p, 2 / math.factorial(n)), n, "t")


def mean_ranks(values: Sequence[float]) -> Floats:
    """The rank of each value, 1 for the least; equal values share their mean rank."""
    _, places, counts = np.unique(values, return_inverse=True, return_counts=True)
    ranks: Floats = (np.cumsum(counts) - (counts - 1) / 2)[places]
    return ranks


def spearman_of_differences(
    first: Sequence[float], second: Sequence[float]
) -> RankCorrelation | None:
    """Spearman's rank correlation of the steps from each point to the next of two series.

    Whether the two move together once their trends are taken out; `n` is the number of steps. Noise in a
    point makes its two steps opposite, so steps of noisy series correlate less than what is behind them.
    None for fewer than 3 steps and where all steps of a series are equal.
    """
    check_lengths(first, second)
    return spearman(_steps(first), _steps(second))


def spearman_range(rho: float, n: int, level: float = 0.95) -> tuple[float, float] | None:
    """The interval of a rank correlation over n pairs; None for fewer than 4.

    tanh(atanh(rho) ± z sqrt((1 + rho² / 2) / (n - 3))). Assumes independent pairs. Source: Bonett and
    Wright, Psychometrika 65 (2000) 23. A rho of 1 or -1 gives no width: then None, too.
    """
    if n < 4 or abs(rho) >= 1:  # noqa: PLR2004
        return None
    half = normal_quantile(level) * math.sqrt((1 + rho * rho / 2) / (n - 3))
    return math.tanh(math.atanh(rho) - half), math.tanh(math.atanh(rho) + half)


def _concordance(ranks: Floats) -> tuple[float | None, float | None]:
    """Kendall's W and its p, from Friedman's test with the cells as treatments; the ranks are [grid, cell]."""
    grids, cells = ranks.shape
    if grids < 2 or cells < 3:  # noqa: PLR2004  (the least that Friedman's test takes)
        return None, None
    centered = ranks - (cells + 1) / 2
    concordance = float((centered.sum(axis=0) ** 2).sum() / (grids * (centered**2).sum()))
    chi_square = grids * (cells - 1) * concordance
    return concordance, float(scipy.special.chdtrc(cells - 1, chi_square))


def _places_of_highest(values: Sequence[float]) -> tuple[int, ...]:
    """All places that share the highest value, up to the last bits of a sum."""
    top = max(values)
    return tuple(
        index for index, value in enumerate(values) if math.isclose(value, top, abs_tol=1e-12)
    )


def _steps(series: Sequence[float]) -> list[float]:
    """The differences, rounded: 0.3 - 0.2 and 0.2 - 0.1 are the same step and must be tied."""
    largest = max((abs(value) for value in series), default=0.0) or 1.0
    return [round((after - before) / largest, DIGITS) for before, after in pairwise(series)]


def _exact_p(left: Floats, right: Floats) -> float:
    """The share of all pairings of these ranks that correlate at least as strongly, either way; their means are 0."""
    pairings = right[np.array(list(permutations(range(len(right)))))] @ left
    return float((np.abs(pairings) >= abs(float(right @ left)) - EQUAL).mean())
