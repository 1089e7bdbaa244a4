"""The difference of two accuracies: intervals, tests, verdicts, and the smallest that a test can find."""

import math
from collections.abc import Callable
from enum import StrEnum
from statistics import NormalDist
from typing import NamedTuple

import scipy

from reasonboard.statistics.checks import check_fractions, check_level, check_positive
from reasonboard.statistics.intervals import normal_quantile, t_quantile

POWER = 0.8
"""The chance with which a benchmark should find a difference that it is stated to resolve."""


ALPHA = 0.05
"""The error that a test is allowed; intervals hold 1 - ALPHA."""
SCORE_TEST = "two-proportion score test"
Z = normal_quantile(0.95)
_MOST_STEPS = 100
_JUMPS = 8
_CLOSE = 1e-14
_TINY = 1e-12


class Difference(NamedTuple):
    """A minus B with its 95% interval and the two-sided p-value of no difference, all of one statistic.

    0 lies outside the interval exactly where p is below 0.05.
    """

    value: float
    low: float
    high: float
    p: float
    stderr: float
    """That of the interval, a quarter of its width or so: of a score test it is half of it over 1.96."""
    df: float = math.inf
    """Degrees of freedom of Student's t; infinite where the normal is used."""
    test: str = ""

    @property
    def z(self) -> float:
        """The difference in standard errors: how strong it is."""
        return self.value / self.stderr if self.stderr else 0.0

    @property
    def verdict(self) -> "Verdict":
        """The verdict on A by this comparison alone, not corrected for others."""
        return verdict(self.value, self.p)

    @property
    def turned(self) -> "Difference":
        """B minus A."""
        return self._replace(value=-self.value, low=-self.high, high=-self.low)


class Verdict(StrEnum):
    """What the interval of a difference, A minus B, says of A."""

    BETTER = "better"
    WORSE = "worse"
    DIFFERENT = "different"
    """Significant, by a metric of which it is not known whether more is better."""
    NOT_SIGNIFICANT = "not significant"


def verdict(difference: float, p: float) -> Verdict:
    """The verdict on A where it differs from B by this much, with this p-value."""
    if p > ALPHA or not difference:
        return Verdict.NOT_SIGNIFICANT
    return Verdict.BETTER if difference > 0 else Verdict.WORSE


def two_sided(z: float) -> float:
    """The p-value of a standard normal deviate at least as far from 0, on either side."""
    return math.erfc(abs(z) / math.sqrt(2))


def by_t(
    value: float, variance: float, df: float, test: str = "", level: float = 0.95
) -> Difference | None:
    """A difference with this variance: Student's t test and interval; None without a variance.

    The normal where df is infinite. Assumes that the estimate is about normal.
    """
    stderr = math.sqrt(variance)
    if not _TINY < stderr < math.inf or not df > 0:
        return None
    t = abs(value) / stderr
    p = two_sided(t) if math.isinf(df) else 2 * float(scipy.special.stdtr(df, -t))
    half = t_quantile(df, level) * stderr
    return Difference(value, value - half, value + half, p, stderr, df, test)


def by_score(
    value: float, z_of: Callable[[float], float], test: str, level: float = 0.95
) -> Difference:
    """A difference of shares by its score test: `z_of` gives the statistic of a true difference, and falls with it."""
    z = normal_quantile(level)
    low = _end(value, -1.0, lambda difference: z_of(difference) - z)
    high = _end(value, 1.0, lambda difference: -z - z_of(difference))
    stderr = (high - low) / 2 / z
    return Difference(value, low, high, two_sided(z_of(0.0)), stderr, math.inf, test)


def unpaired(
    share_a: float, n_a: float, share_b: float, n_b: float, level: float = 0.95
) -> Difference:
    """A minus B of two independent shares: the score interval and the test with the pooled share.

    Values are fractions; n is the number of independent answers, or the effective one (`score.Score`). For two runs on
    the same problems it is cautious: their answers resemble each other, and the interval is too wide.

    Source: Mee, Biometrics 40 (1984) 1175; Farrington and Manning, Stat. Med. 9 (1990) 1447.
    """
    check_fractions((share_a, share_b))
    check_positive((n_a, n_b))
    return by_score(
        share_a - share_b,
        lambda difference: score_z(share_a, n_a, share_b, n_b, difference),
        SCORE_TEST,
        level,
    )


def score_z(share_a: float, n_a: float, share_b: float, n_b: float, difference: float) -> float:
    """The score statistic that two independent shares truly differ by this.

    (a - b - difference) over its standard error at the shares that are likeliest under this difference: the root of
    a cubic equation, in closed form. At 0 it is the z test with the pooled share.
    Source: Farrington and Manning 1990, appendix.
    """
    ratio = n_b / n_a
    cubic = 1 + ratio
    square = -(1 + ratio + share_a + ratio * share_b + difference * (ratio + 2))
    linear = difference**2 + difference * (2 * share_a + ratio + 1) + share_a + ratio * share_b
    constant = -share_a * difference * (1 + difference)
    third = square / (3 * cubic)
    v = third**3 - square * linear / (6 * cubic**2) + constant / (2 * cubic)
    u = math.copysign(math.sqrt(max(0.0, third**2 - linear / (3 * cubic))), -1 if v < 0 else 1)
    cosine = min(1.0, max(-1.0, v / u**3)) if u**3 else 0.0
    likely_a = 2 * u * math.cos((math.pi + math.acos(cosine)) / 3) - third
    likely_a = min(max(likely_a, 0.0, difference), 1.0, 1 + difference)
    likely_b = min(max(likely_a - difference, 0.0), 1.0)
    variance = likely_a * (1 - likely_a) / n_a + likely_b * (1 - likely_b) / n_b
    return standardized(share_a - share_b - difference, variance)


def standardized(difference: float, variance: float) -> float:
    """A difference in standard errors; without a variance it is 0 for none, else infinite."""
    if variance > _TINY**2:
        return difference / math.sqrt(variance)
    return 0.0 if abs(difference) < _TINY else math.copysign(math.inf, difference)


def least_stderr(difference: float, n: float) -> float:
    """No pairing of n right or wrong answers to the same problems makes the standard error smaller than this.

    sqrt((|d| - d²) / n): only one side alone solves any of the problems on which they differ.
    """
    size = abs(difference)
    return math.sqrt(max(0.0, size - size**2) / n)


def _end(inside: float, outside: float, excess: Callable[[float], float]) -> float:
    """Where `excess` rises over 0, between a difference that is not rejected and the outermost.

    By regula falsi, in which an end that stays twice counts half (Illinois): some 9 steps for what takes 50 halvings.
    A step next to an infinite value, or at a jump, is a halving.
    """
    below, above = excess(inside), excess(outside)
    stayed = 0.0
    for step in range(_MOST_STEPS):
        if below >= 0 or above <= 0 or abs(outside - inside) < _CLOSE:
            break
        is_halved = math.isinf(above) or step % _JUMPS == 0
        middle = inside + (outside - inside) * (0.5 if is_halved else below / (below - above))
        value = excess(middle)
        if value >= 0:
            below, outside, above = below / (1 + (stayed > 0)), middle, value
        else:
            above, inside, below = above / (1 + (stayed < 0)), middle, value
        stayed = value
    return outside


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


def least_difference_of(stderr: float, tests: int = 1) -> float:
    """The same of a difference that has this standard error itself: (z_0.95 + z_power) stderr, in its unit.

    As one of several `tests`, at the level of Bonferroni's correction over them.
    """
    check_positive([stderr])
    return (normal_quantile(1 - ALPHA / tests) + NormalDist().inv_cdf(POWER)) * stderr
