"""Scores that are no proportions: tokens, seconds and dollars are above 0 and skewed, rewards may be any number."""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from reasonboard.statistics.differences import Difference, by_t
from reasonboard.statistics.intervals import Interval, t_quantile

FIELLER = "t test over problems, Fieller's interval of the ratio"
_MUCH = 0.1


class Amount(NamedTuple):
    """A mean with its 95 % interval."""

    value: float
    low: float
    high: float
    few_decide: bool
    """Is the largest problem more than a tenth of the sum? Then the interval is too narrow."""


class Ratio(NamedTuple):
    """A's mean over B's with its 95 % interval, None where B's mean is not clearly above 0; p of a ratio of 1."""

    value: float
    interval: Interval | None
    p: float


def mean_amount(values: ArrayLike) -> Amount | None:
    """Tokens, seconds, dollars: the mean per problem, mean x exp(± t s / (sqrt(n) mean)); None below two problems.

    An interval on a log scale: never below 0, and longer above. Too narrow for few problems that are very skewed.
    """
    amounts = np.asarray(values, float)
    n, mean = amounts.size, float(amounts.mean())
    if n < 2 or mean <= 0:  # noqa: PLR2004 - a spread needs two
        return None
    half = t_quantile(n - 1) * float(amounts.std(ddof=1)) / math.sqrt(n) / mean
    few = float(amounts.max()) > _MUCH * float(amounts.sum())
    return Amount(mean, mean * math.exp(-half), mean * math.exp(half), few)


def ratio(a: ArrayLike, b: ArrayLike) -> Ratio | None:
    """A's mean over B's, paired by problem: Fieller's interval; None where the t test of differences cannot be made.

    A ratio r is rejected where the t test rejects that a - r b has mean 0, so that p is that of the differences and
    1 lies outside exactly where p < .05. Source: Fieller, J. R. Stat. Soc. B 16 (1954) 175.
    """
    first, other = np.asarray(a, float), np.asarray(b, float)
    test, mean_b = difference(first, other), float(other.mean())
    if test is None or not mean_b:
        return None
    n, t = first.size, t_quantile(first.size - 1)
    mean_a = float(first.mean())
    cov = np.cov(first, other) / n
    square = mean_b**2 - t**2 * float(cov[1, 1])
    linear = mean_a * mean_b - t**2 * float(cov[0, 1])
    free = mean_a**2 - t**2 * float(cov[0, 0])
    if square <= 0:
        return Ratio(mean_a / mean_b, None, test.p)
    root = math.sqrt(max(0.0, linear**2 - square * free))
    ends = Interval((linear - root) / square, (linear + root) / square)
    return Ratio(mean_a / mean_b, ends, test.p)


def difference(a: ArrayLike, b: ArrayLike) -> Difference | None:
    """Rewards and other scores of either sign: the mean difference per problem, Student's t; None without a spread."""
    differences = np.asarray(a, float) - np.asarray(b, float)
    n = differences.size
    if n < 2:  # noqa: PLR2004 - a spread needs two
        return None
    return by_t(float(differences.mean()), float(differences.var(ddof=1)) / n, n - 1, FIELLER)
