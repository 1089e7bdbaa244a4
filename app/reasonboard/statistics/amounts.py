"""Scores that are no proportions, such as tokens, seconds and dollars: how many times as much one side takes."""

import math
from typing import NamedTuple, Self

from reasonboard.statistics.differences import by_t
from reasonboard.statistics.intervals import Interval, t_quantile

FIELLER = "t test over problems, Fieller's interval of the ratio"


class PairedAmounts(NamedTuple):
    """The amounts of A and of B at the same problems, by their sums."""

    n: int
    mean_a: float
    mean_b: float
    variance_a: float | None
    """The sample variances and the covariance over the problems; None for fewer than two problems."""
    variance_b: float | None
    covariance: float | None

    @classmethod
    def of_sums(cls, n: int, a: float, b: float, aa: float, bb: float, ab: float) -> Self:
        """By the sums over n problems of the amounts, of their squares and of their products."""
        if n < 2:  # noqa: PLR2004 - a spread needs two
            return cls(n, a / max(1, n), b / max(1, n), None, None, None)
        spread = ((aa, a * a), (bb, b * b), (ab, a * b))
        return cls(n, a / n, b / n, *((sum_ - square / n) / (n - 1) for sum_, square in spread))


class Ratio(NamedTuple):
    """A's mean over B's with its 95% interval, None where B's mean is not clearly above 0; p of a ratio of 1."""

    value: float
    interval: Interval | None
    p: float


def ratio(amounts: PairedAmounts) -> Ratio | None:
    """A's mean over B's, paired by problem: Fieller's interval; None where the t test of differences cannot be made.

    A ratio r is rejected where the t test rejects that a - r b has mean 0, so that p is that of the differences and
    1 lies outside exactly where p < .05. Source: Fieller, J. R. Stat. Soc. B 16 (1954) 175.
    """
    n, mean_a, mean_b, *spread = amounts
    if n < 2 or not mean_b or None in spread:  # noqa: PLR2004 - a spread needs two
        return None
    var_a, var_b, cov = ((part or 0.0) / n for part in spread)
    test = by_t(mean_a - mean_b, max(0.0, var_a + var_b - 2 * cov), n - 1, FIELLER)
    if test is None:
        return None
    t = t_quantile(n - 1)
    square = mean_b**2 - t**2 * var_b
    linear = mean_a * mean_b - t**2 * cov
    free = mean_a**2 - t**2 * var_a
    if square <= 0:
        return Ratio(mean_a / mean_b, None, test.p)
    root = math.sqrt(max(0.0, linear**2 - square * free))
    ends = Interval((linear - root) / square, (linear + root) / square)
    return Ratio(mean_a / mean_b, ends, test.p)
