"""Differences of two measured accuracies: intervals, tests and verdicts."""

import math
from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

import numpy as np
import scipy
from numpy.typing import NDArray

from reasonboard.statistics.intervals import Interval, wilson

_BATCH = 4_000_000  # drawn items at once: 32 MB, whatever the size of the benchmark
_ROUNDING = 1e-7


class Verdict(StrEnum):
    """What the interval of a difference, A minus B, says of A."""

    BETTER = "better"
    WORSE = "worse"
    NOT_RESOLVED = "not resolved"


class ScoreTest(NamedTuple):
    """The statistic, in standard errors under no difference (None without any), and its p-value."""

    z: float | None
    p_value: float


class NonInferiority(StrEnum):
    """Whether A gives up less than the margin against B."""

    NOT_WORSE = "not worse"
    WORSE = "worse"
    NOT_RESOLVED = "not resolved"


class MarginTest(NamedTuple):
    """What is said of A against B with a margin, and the interval of A minus B that says it."""

    verdict: NonInferiority
    difference: Interval


def two_sided(z: float) -> float:
    """The p-value of a standard normal deviate at least as far from 0, on either side."""
    return math.erfc(abs(z) / math.sqrt(2))


def newcombe(
    value_a: float, n_a: float, value_b: float, n_b: float, level: float = 0.95
) -> Interval:
    """The interval of the difference A minus B of two independent accuracies, from -1 to 1.

    With the Wilson intervals (l, u) of both:
    d - √((a - l_a)² + (u_b - b)²) to d + √((u_a - a)² + (b - l_b)²), the hybrid score interval
    without continuity correction. Values are fractions from 0 to 1. Assumes independent answers, of
    A and of B and between them: for two runs on the same items it is usually too wide, and
    `paired_bootstrap` is the one to take where the answers to the items are known.

    Source: Newcombe, Stat. Med. 17 (1998) 873, method 10. ValueError for a value outside 0 to 1, n
    not above 0, and a level not between 0 and 1.
    """
    _check_values(value_a, value_b)
    a, b = wilson(value_a * n_a, n_a, level), wilson(value_b * n_b, n_b, level)
    difference = value_a - value_b
    return Interval(
        max(-1.0, difference - math.hypot(value_a - a.low, b.high - value_b)),
        min(1.0, difference + math.hypot(a.high - value_a, value_b - b.low)),
    )


def score_test(value_a: float, n_a: float, value_b: float, n_b: float) -> ScoreTest:
    """The two-sided test that two independent accuracies (fractions) do not differ.

    z = (a - b) / √(p(1-p) (1/n_a + 1/n_b)) with the pooled p: the pooled z test, whose square is
    Pearson's chi-square without continuity correction. The test of Farrington and Manning is the
    same at a difference of 0, and that of Miettinen and Nurminen has z smaller by √((N-1)/N).
    Assumes independent answers and expected counts of about 5 or more. Where all answers of both
    are right, or all are wrong, there is no standard error: z is None, and p is 1 as in an exact
    test (no other outcome of so many right answers exists).

    Source: Farrington and Manning, Stat. Med. 9 (1990) 1447. ValueError for a value outside 0 to 1
    and n not above 0.
    """
    _check_values(value_a, value_b)
    for n in (n_a, n_b):
        if not 0 < n < math.inf:
            raise ValueError(f"n {n}: expected a number above 0")
    pooled = (value_a * n_a + value_b * n_b) / (n_a + n_b)
    stderr = math.sqrt(pooled * (1 - pooled) * (1 / n_a + 1 / n_b))
    if value_a == value_b in (0, 1) or not stderr:
        return ScoreTest(None, 1.0)
    z = (value_a - value_b) / stderr
    return ScoreTest(z, two_sided(z))


def mcnemar_exact(only_a: int, only_b: int) -> float:
    """The two-sided p-value that A and B solve the same share of the same items.

    The items solved by only one of them, `only_a` and `only_b`, are as the heads and tails of a
    fair coin if nothing differs: the exact binomial test with chance 1/2. Items that both solve or
    both fail say nothing. One answer per item; items independent of each other. Without any
    discordant item p is 1. It is conservative: the true rate of false alarms is under alpha.

    Source: McNemar, Psychometrika 12 (1947) 153. ValueError for a negative count.
    """
    if only_a < 0 or only_b < 0:
        raise ValueError(f"{only_a} and {only_b} discordant items: expected counts from 0 up")
    discordant = only_a + only_b
    return min(1.0, 2 * float(scipy.special.bdtr(min(only_a, only_b), discordant, 0.5)))


def fisher_exact(right_a: int, n_a: int, right_b: int, n_b: int) -> float:
    """The two-sided p-value that two independent shares of right answers do not differ.

    Given how many are right in all, those of A are hypergeometric: the chance of every outcome that is
    at most as likely as the one seen. For small counts, and shares of 0 or 1, where `score_test` is
    rough; it is conservative.

    Source: Fisher, J. R. Stat. Soc. 98 (1935) 39. ValueError for counts outside 0 to n.
    """
    for right, n in ((right_a, n_a), (right_b, n_b)):
        if not 0 <= right <= n:
            raise ValueError(f"{right} right of {n}: expected 0 to {n}")
    right = right_a + right_b
    outcomes = np.arange(max(0, right - n_b), min(right, n_a) + 1)
    logs = _log_choose(n_a, outcomes) + _log_choose(n_b, right - outcomes)
    seen = logs[right_a - outcomes[0]]
    chances = np.exp(logs - logs.max())
    # Outcomes that are as likely as the one seen differ from it by the rounding of logarithms.
    return min(1.0, float(chances[logs <= seen + _ROUNDING].sum() / chances.sum()))


def _log_choose(n: int, k: NDArray[np.int64]) -> NDArray[np.float64]:
    log: NDArray[np.float64] = -scipy.special.betaln(k + 1, n - k + 1) - math.log(n + 1)
    return log


def paired_bootstrap(
    differences: Sequence[float], level: float = 0.95, draws: int = 10_000, seed: int = 0
) -> Interval | None:
    """The interval of the mean difference of A minus B on the same items, in their unit.

    `differences` has one number per item: A's score (a mean over its samples, if several) minus
    B's. Items are drawn with replacement `draws` times; the interval runs from the (1 - level)/2 to
    the (1 + level)/2 percentile of the means. Assumes items drawn independently from those the
    benchmark stands for; the samples of an item may depend on each other. Somewhat too narrow under
    30 items. The seed makes it the same each time.

    None where the items show no spread (fewer than two, or all differ by the same, as when A and B
    solve the same ones): every draw then has one mean, and zero width would claim certainty.

    Source: Efron, Ann. Stat. 7 (1979) 1; Efron and Tibshirani, An Introduction to the Bootstrap
    (1993), ch. 13. ValueError for a difference that is not finite, fewer than 1 draw, and a level
    not between 0 and 1.
    """
    values = np.asarray(differences, dtype=np.float64)
    if not np.isfinite(values).all():
        raise ValueError("differences per item: expected finite numbers, found NaN or infinity")
    if draws < 1:
        raise ValueError(f"{draws} draws: expected at least 1")
    if not 0 < level < 1:
        raise ValueError(f"level {level}: expected a share between 0 and 1, as 0.95")
    if values.size == 0 or values.min() == values.max():
        return None
    rng = np.random.default_rng(seed)
    rows = max(1, _BATCH // values.size)
    means = np.concatenate(
        [
            values[rng.integers(values.size, size=(min(rows, draws - done), values.size))].mean(1)
            for done in range(0, draws, rows)
        ]
    )
    low, high = np.quantile(means, [(1 - level) / 2, (1 + level) / 2])
    return Interval(float(low), float(high))


def non_inferiority(
    value_a: float, n_a: float, value_b: float, n_b: float, margin: float, level: float = 0.95
) -> MarginTest:
    """Whether A is worse than B by less than the margin, by Newcombe's interval of A minus B.

    Not worse where the interval lies above -margin; worse where it lies below; else not resolved,
    which is not a sign of being equal. Values and the margin are fractions (0.02 is 2 points). The
    interval has two sides, so at 95 % the error of a false 'not worse' is 2.5 %. The margin must be
    chosen before the data are seen. Assumes independent answers, as `newcombe`.

    Source: Piaggio et al. (CONSORT), JAMA 308 (2012) 2594. ValueError for a margin outside 0 to 1,
    and as `newcombe`.
    """
    if not 0 <= margin <= 1:
        raise ValueError(f"margin {margin}: expected a fraction from 0 to 1")
    difference = newcombe(value_a, n_a, value_b, n_b, level)
    if difference.low > -margin:
        return MarginTest(NonInferiority.NOT_WORSE, difference)
    if difference.high < -margin:
        return MarginTest(NonInferiority.WORSE, difference)
    return MarginTest(NonInferiority.NOT_RESOLVED, difference)


def verdict(difference: Interval) -> Verdict:
    """What the interval of the difference A minus B says, for a measure of which more is better.

    Better where all of it is above 0, worse where all is below, else (0 inside or at an end) not
    resolved, which is not a sign of being equal. One comparison: of many, first correct the
    p-values. ValueError for an end that is NaN or a low end above the high one.
    """
    if not difference.low <= difference.high:
        raise ValueError(f"interval {tuple(difference)}: expected low up to high")
    if difference.low > 0:
        return Verdict.BETTER
    return Verdict.WORSE if difference.high < 0 else Verdict.NOT_RESOLVED


def _check_values(*values: float) -> None:
    for value in values:
        if not 0 <= value <= 1:
            raise ValueError(f"value {value}: expected a fraction from 0 to 1")
