"""The difference of two accuracies: intervals, tests, verdicts, and the smallest that a test can find."""

import math
from enum import StrEnum
from statistics import NormalDist

import scipy

from reasonboard.statistics.checks import check_fractions, check_level, check_positive
from reasonboard.statistics.intervals import Interval, normal_quantile, wilson

POWER = 0.8
"""The chance with which a benchmark should find a difference that it is stated to resolve."""


class Verdict(StrEnum):
    """What the interval of a difference, A minus B, says of A."""

    BETTER = "better"
    WORSE = "worse"
    DIFFERENT = "different"
    """Significant, by a metric of which it is not known whether more is better."""
    NOT_SIGNIFICANT = "not significant"


def two_sided(z: float) -> float:
    """The p-value of a standard normal deviate at least as far from 0, on either side."""
    return math.erfc(abs(z) / math.sqrt(2))


def newcombe(
    value_a: float, n_a: float, value_b: float, n_b: float, level: float = 0.95
) -> Interval:
    """The interval of the difference A minus B of two independent accuracies, from -1 to 1.

    With the Wilson intervals (l, u) of both:
    d - √((a - l_a)² + (u_b - b)²) to d + √((u_a - a)² + (b - l_b)²), the hybrid score interval without
    continuity correction. Values are fractions from 0 to 1. Assumes independent answers: for two runs
    on the same items it is usually too wide (see `newcombe_paired`).

    Source: Newcombe, Stat. Med. 17 (1998) 873, method 10.
    """
    check_fractions((value_a, value_b))
    a, b = wilson(value_a * n_a, n_a, level), wilson(value_b * n_b, n_b, level)
    difference = value_a - value_b
    return Interval(
        max(-1.0, difference - math.hypot(value_a - a.low, b.high - value_b)),
        min(1.0, difference + math.hypot(a.high - value_a, value_b - b.low)),
    )


def score_test(value_a: float, n_a: float, value_b: float, n_b: float) -> float:
    """The two-sided p-value that two independent accuracies (fractions) do not differ.

    Of z = (a - b) / √(p(1-p) (1/n_a + 1/n_b)) with the pooled p, whose square is Pearson's chi-square
    without continuity correction. Assumes independent answers and expected counts of about 5 or more.
    Where all answers of both are right, or all are wrong, it is 1 as in an exact test.

    Source: Farrington and Manning, Stat. Med. 9 (1990) 1447.
    """
    check_fractions((value_a, value_b))
    check_positive((n_a, n_b))
    if value_a == value_b:
        return 1.0
    pooled = (value_a * n_a + value_b * n_b) / (n_a + n_b)
    stderr = math.sqrt(pooled * (1 - pooled) * (1 / n_a + 1 / n_b))
    return two_sided((value_a - value_b) / stderr) if stderr else 1.0


def mcnemar_exact(only_a: int, only_b: int) -> float:
    """The two-sided p-value that A and B solve the same share of the same items.

    The items solved by only one of them are as the heads and tails of a fair coin if nothing differs:
    the exact binomial test with chance 1/2, conservative. One answer per item; items independent of
    each other. Without any discordant item p is 1.

    Source: McNemar, Psychometrika 12 (1947) 153. ValueError for a negative count.
    """
    if only_a < 0 or only_b < 0:
        raise ValueError(f"{only_a} and {only_b} discordant items: expected counts from 0 up")
    discordant = only_a + only_b
    return min(1.0, 2 * float(scipy.special.bdtr(min(only_a, only_b), discordant, 0.5)))


def least_difference(n: float, p: float = 0.5) -> float:
    """The true difference of two accuracies that a test of n items each finds in four of five cases.

    (z_0.95 + z_power) √(2 p(1-p) / n), a fraction: the two-sided test at 0.05 of two groups of
    independent items with accuracies around p; p = 0.5 is the worst case. Close for differences up to
    some 0.3; above 1 no difference can be found. Two runs on the same items can show smaller ones.

    Source: Fleiss, Levin and Paik, Statistical Methods for Rates and Proportions (2003), ch. 4.
    """
    check_level(p)
    check_positive([n])
    return least_difference_by(math.sqrt(p * (1 - p) / n))


def least_difference_by(stderr: float) -> float:
    """The same of two accuracies with this standard error each, whatever it was made of, in its unit."""
    return least_difference_of(math.sqrt(2) * stderr)


def least_difference_of(stderr: float) -> float:
    """The same of a difference that has this standard error itself: (z_0.95 + z_power) stderr, in its unit."""
    check_positive([stderr])
    return (normal_quantile(0.95) + NormalDist().inv_cdf(POWER)) * stderr
