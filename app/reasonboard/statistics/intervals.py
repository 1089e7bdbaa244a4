"""Intervals of one measured mean."""

import math
from statistics import NormalDist
from typing import NamedTuple

import scipy


class Interval(NamedTuple):
    """From low to high, in the unit of what it is an interval of."""

    low: float
    high: float


FRACTIONS = Interval(0.0, 1.0)
_STANDARD = NormalDist()


def wilson(successes: float, n: float, level: float = 0.95) -> Interval:
    """The score interval of a proportion, a fraction from 0 to 1, never of zero width.

    (p + z²/2n ± z √(p(1-p)/n + z²/4n²)) / (1 + z²/n) with p = successes / n and z the two-sided
    normal quantile of the level. It inverts the test that takes the standard error under the
    hypothesis, so it holds for few items and for 0 and n successes, where value ± 1.96 stderr does
    not. Assumes n independent answers with one chance. The successes may be fractional: value x n
    of a mean that was printed rounded.

    Source: Wilson, JASA 22 (1927) 209; recommended by Brown, Cai and DasGupta, Stat. Sci. 16 (2001)
    101. ValueError for n not above 0, successes outside 0 to n, and a level not between 0 and 1.
    """
    _check_count(successes, n)
    z = normal_quantile(level)
    share, weight = successes / n, z * z / n
    middle = (share + weight / 2) / (1 + weight)
    half = z * math.sqrt(share * (1 - share) / n + weight / (4 * n)) / (1 + weight)
    # At both ends the root is exact on paper but not in floating point.
    return Interval(
        0.0 if successes == 0 else max(0.0, middle - half),
        1.0 if successes == n else min(1.0, middle + half),
    )


def clopper_pearson(successes: int, n: int, level: float = 0.95) -> Interval:
    """The exact interval of a proportion, a fraction from 0 to 1: it covers at least the level.

    From the (1 - level)/2 quantile of Beta(k, n - k + 1) to the (1 + level)/2 quantile of
    Beta(k + 1, n - k); 0 for k = 0 and 1 for k = n. Assumes n independent answers with one chance.
    Wider than Wilson, whose coverage is right only on average over the chances.

    Source: Clopper and Pearson, Biometrika 26 (1934) 404. ValueError for n below 1, successes
    outside 0 to n, and a level not between 0 and 1.
    """
    _check_count(successes, n)
    _check_level(level)
    tail = (1 - level) / 2
    return Interval(
        float(scipy.special.betaincinv(successes, n - successes + 1, tail)) if successes else 0.0,
        float(scipy.special.betaincinv(successes + 1, n - successes, 1 - tail))
        if successes < n
        else 1.0,
    )


def students_t(
    mean: float, sd: float, n: int, level: float = 0.95, within: Interval | None = FRACTIONS
) -> Interval:
    """The interval of a mean over n seeds, in the unit of the mean.

    mean ± t sd / √n with the quantile of Student's t of n - 1 degrees of freedom (for 3 seeds 4.30,
    where 1.96 would cover 81 %). The sd is that of the sample, with n - 1. It is clipped to
    `within`, the range of a fraction; pass None for another unit. Assumes seeds that are
    independent and about normal, and is about new seeds on the same items, not about other items.
    Seeds that agree exactly give zero width.

    Source: Student, Biometrika 6 (1908) 1. ValueError for fewer than 2 seeds (one seed has no
    spread), an sd that is negative or not finite, and a level not between 0 and 1.
    """
    if n < 2:  # noqa: PLR2004 - a spread needs two
        raise ValueError(f"{n} seeds: expected at least 2")
    return _around(mean, _t_quantile(level, n - 1), sd / math.sqrt(n), within)


def normal(
    value: float, stderr: float, level: float = 0.95, within: Interval | None = FRACTIONS
) -> Interval:
    """The interval of a value with a known standard error, in the unit of the value.

    value ± z stderr with z the two-sided normal quantile of the level (1.96 for 95 %), clipped to
    `within`, the range of a fraction; pass None for another unit. Assumes an estimate that is about
    normal: too narrow under a few hundred items, and wrong close to 0 and 1.

    Source: Bowyer et al., arXiv 2503.01747 (where it fails). ValueError for a standard error that
    is negative or not finite, and a level not between 0 and 1.
    """
    return _around(value, normal_quantile(level), stderr, within)


def normal_quantile(level: float) -> float:
    """The z that a standard normal stays within, on both sides, with the chance `level`.

    1.96 for 0.95. ValueError for a level not between 0 and 1.
    """
    _check_level(level)
    return _STANDARD.inv_cdf((1 + level) / 2)


def _t_quantile(level: float, degrees: int) -> float:
    _check_level(level)
    return float(scipy.special.stdtrit(degrees, (1 + level) / 2))


def _around(value: float, quantile: float, stderr: float, within: Interval | None) -> Interval:
    if not 0 <= stderr < math.inf:
        raise ValueError(f"standard error or deviation {stderr}: expected a number from 0 up")
    if not math.isfinite(value):
        raise ValueError(f"value {value}: expected a finite number")
    if within and not within.low <= value <= within.high:
        raise ValueError(f"value {value}: expected {within.low:g} to {within.high:g}")
    low, high = value - quantile * stderr, value + quantile * stderr
    return Interval(max(low, within.low), min(high, within.high)) if within else Interval(low, high)


def _check_count(successes: float, n: float) -> None:
    if not 0 < n < math.inf:
        raise ValueError(f"n {n}: expected a number above 0")
    if not 0 <= successes <= n:
        raise ValueError(f"{successes} successes: expected 0 to {n}")


def _check_level(level: float) -> None:
    if not 0 < level < 1:
        raise ValueError(f"level {level}: expected a share between 0 and 1, as 0.95")
