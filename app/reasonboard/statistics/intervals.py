"""Intervals of one measured mean."""

import math
from statistics import NormalDist
from typing import NamedTuple

import scipy

from reasonboard.statistics.checks import check_finite, check_level, check_positive


class Interval(NamedTuple):
    """From low to high, in the unit of what it is an interval of."""

    low: float
    high: float


FRACTIONS = Interval(0.0, 1.0)
_STANDARD = NormalDist()


def wilson(successes: float, n: float, level: float = 0.95) -> Interval:
    """The score interval of a proportion, a fraction from 0 to 1, never of zero width.

    (p + z²/2n ± z √(p(1-p)/n + z²/4n²)) / (1 + z²/n) with p = successes / n and z the two-sided normal
    quantile of the level; it holds for few items and for 0 and n successes. Assumes n independent
    answers with one chance. The successes may be fractional: value x n of a mean that was printed rounded.

    Source: Wilson, JASA 22 (1927) 209; Brown, Cai and DasGupta, Stat. Sci. 16 (2001) 101.
    """
    check_positive([n])
    if not 0 <= successes <= n:
        raise ValueError(f"{successes} successes: expected 0 to {n}")
    return wilson_of_share(successes / n, n, normal_quantile(level))


def wilson_of_share(share: float, n: float, quantile: float) -> Interval:
    """The same of a share of n answers, with another quantile than that of the normal, such as Student's."""
    weight = quantile * quantile / n
    middle = (share + weight / 2) / (1 + weight)
    half = quantile * math.sqrt(share * (1 - share) / n + weight / (4 * n)) / (1 + weight)
    # At both ends the root is exact on paper but not in floating point.
    return Interval(
        0.0 if share == 0 else max(0.0, middle - half),
        1.0 if share == 1 else min(1.0, middle + half),
    )


def students_t(
    mean: float, sd: float, n: int, level: float = 0.95, within: Interval | None = FRACTIONS
) -> Interval:
    """The interval of a mean over n seeds, in the unit of the mean.

    mean ± t sd / √n with the quantile of Student's t of n - 1 degrees of freedom; the sd is that of the
    sample. It is clipped to `within`, the range of a fraction; None for another unit. Assumes seeds that
    are independent and about normal, and is about new seeds on the same items. Seeds that agree exactly
    give zero width. Source: Student, Biometrika 6 (1908) 1. ValueError for fewer than 2 seeds.
    """
    if n < 2:  # noqa: PLR2004 - a spread needs two
        raise ValueError(f"{n} seeds: expected at least 2")
    check_level(level)
    quantile = float(scipy.special.stdtrit(n - 1, (1 + level) / 2))
    return _symmetric(mean, quantile, sd / math.sqrt(n), within)


def normal(
    value: float, stderr: float, level: float = 0.95, within: Interval | None = FRACTIONS
) -> Interval:
    """The interval of a value with a known standard error, in the unit of the value.

    value ± z stderr with z the two-sided normal quantile of the level, clipped to `within`, the range of
    a fraction; None for another unit. Assumes an estimate that is about normal: too narrow under a few
    hundred items, and wrong close to 0 and 1 (Bowyer et al., arXiv 2503.01747).
    """
    return _symmetric(value, normal_quantile(level), stderr, within)


def normal_quantile(level: float) -> float:
    """The z that a standard normal stays within, on both sides, with the chance `level`.

    1.96 for 0.95. ValueError for a level not between 0 and 1.
    """
    check_level(level)
    return _STANDARD.inv_cdf((1 + level) / 2)


def t_quantile(df: float, level: float = 0.95) -> float:
    """What Student's t stays within, on both sides, with the chance `level`; the normal where df is infinite."""
    if math.isinf(df):
        return normal_quantile(level)
    check_level(level)
    return float(scipy.special.stdtrit(df, (1 + level) / 2))


def _symmetric(value: float, quantile: float, stderr: float, within: Interval | None) -> Interval:
    if not 0 <= stderr < math.inf:
        raise ValueError(f"standard error or deviation {stderr}: expected a number from 0 up")
    check_finite([value])
    if within and not within.low <= value <= within.high:
        raise ValueError(f"value {value}: expected {within.low:g} to {within.high:g}")
    low, high = value - quantile * stderr, value + quantile * stderr
    return Interval(max(low, within.low), min(high, within.high)) if within else Interval(low, high)
