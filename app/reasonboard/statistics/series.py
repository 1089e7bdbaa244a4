"""Whether two series move together: rank correlations of their levels and of their steps."""

import math
from collections.abc import Sequence
from itertools import pairwise, permutations
from typing import Literal, NamedTuple

import numpy as np
from scipy import stats

from reasonboard.statistics.checks import check_finite, check_lengths

FEWEST = 3
"""Two points are always in order or out of it: their rank correlation says nothing."""
EXACT_UP_TO = 7
"""7! = 5040 orders are listed in a moment; from 8 points on Student's t is close."""
DIGITS = 9
EQUAL = 1e-12


class RankCorrelation(NamedTuple):
    """Spearman's rho with its two-sided p-value; `n` is the number of pairs that it is over."""

    rho: float
    p_value: float
    n: int
    method: Literal["exact", "t"]


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
    found = stats.spearmanr(first, second)
    rho = min(1.0, max(-1.0, float(found.statistic)))
    if n <= EXACT_UP_TO:
        return RankCorrelation(rho, _exact_p(first, second), n, "exact")
    return RankCorrelation(rho, max(float(found.pvalue), 2 / math.factorial(n)), n, "t")


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


def _steps(series: Sequence[float]) -> list[float]:
    """The differences, rounded: 0.3 - 0.2 and 0.2 - 0.1 are the same step and must be tied."""
    largest = max((abs(value) for value in series), default=0.0) or 1.0
    return [round((after - before) / largest, DIGITS) for before, after in pairwise(series)]


def _exact_p(first: Sequence[float], second: Sequence[float]) -> float:
    """The share of all pairings that correlate at least as strongly, either way."""
    left, right = (stats.rankdata(series) for series in (first, second))
    left, right = left - left.mean(), right - right.mean()
    pairings = right[np.array(list(permutations(range(len(right)))))] @ left
    return float((np.abs(pairings) >= abs(float(right @ left)) - EQUAL).mean())
