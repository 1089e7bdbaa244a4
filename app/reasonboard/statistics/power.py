"""The smallest difference that a benchmark of some size can resolve."""

import math
from statistics import NormalDist

from reasonboard.statistics.checks import check_level, check_positive
from reasonboard.statistics.intervals import normal_quantile


def least_difference(n: float, p: float = 0.5, power: float = 0.8, level: float = 0.95) -> float:
    """The true difference of two accuracies that a test of n items each finds in `power` of cases.

    (z_level + z_power) √(2 p(1-p) / n), a fraction: the two-sided test at alpha = 1 - level of two groups
    of independent items with accuracies around p; p = 0.5 is the worst case. Close for differences up to
    some 0.3; above 1 no difference can be resolved. Two runs on the same items can resolve smaller ones.

    Source: Fleiss, Levin and Paik, Statistical Methods for Rates and Proportions (2003), ch. 4.
    """
    check_level(p)
    check_positive([n])
    if not 1 - level < power < 1:  # at alpha, chance alone finds as much
        raise ValueError(f"power {power}: expected a share between {1 - level:g} and 1, as 0.8")
    return (normal_quantile(level) + NormalDist().inv_cdf(power)) * math.sqrt(2 * p * (1 - p) / n)
