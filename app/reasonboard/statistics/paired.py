"""Two runs on the same items: the difference of their mean scores, its test and interval."""

import math
from collections.abc import Mapping
from typing import Any, NamedTuple, Self

import numpy as np
import scipy
from numpy.typing import ArrayLike

from reasonboard.statistics.checks import check_level
from reasonboard.statistics.contrasts import ALPHA, Contrast
from reasonboard.statistics.differences import (
    Difference,
    Z,
    by_score,
    by_t,
    least_difference_of,
    mcnemar_exact,
    standardized,
)
from reasonboard.statistics.intervals import Interval, wilson

MCNEMAR = "exact McNemar test, Newcombe's paired interval"
TANGO = "McNemar's score test"
T_OVER_PROBLEMS = "paired t test over problems"
T_TEST = "paired t test over item means"
_SAME = 1e-12
"""Scores that differ by no more are equal but for the rounding of floats."""


class PairedScores(NamedTuple):
    """What the test of two runs A and B needs of the items that both answered."""

    n: int
    """Items, at least 1."""
    mean_a: float
    mean_b: float
    """Means over the items of the mean over the answers to each."""
    sd: float | None
    """The sample standard deviation of the items' differences; None for one item."""
    only_a: int
    """Items on which A scores higher."""
    only_b: int
    """Items on which B scores higher."""
    binary: bool
    """Was each item answered once by each run, rightly or wrongly?"""
    is_fraction: bool = True
    """Are the scores from 0 to 1? Else they can be any numbers, and so can their difference."""

    @classmethod
    def from_row(cls, row: Mapping[str, Any], *, is_fraction: bool = True) -> Self:
        """Of a row with the other fields by their names."""
        known = {name: row[name] for name in cls._fields if name != "is_fraction"}
        return cls(**known, is_fraction=is_fraction)

    @property
    def difference(self) -> float:
        """A minus B."""
        return self.mean_a - self.mean_b if self.only_a or self.only_b else 0.0

    @property
    def turned(self) -> "PairedScores":
        """The same of B and A."""
        return self._replace(
            mean_a=self.mean_b, mean_b=self.mean_a, only_a=self.only_b, only_b=self.only_a
        )

    @property
    def both(self) -> int:
        """Items that both answered rightly, of single right or wrong answers."""
        return round(self.n * self.mean_a) - self.only_a

    @property
    def neither(self) -> int:
        """Items that both answered wrongly, of single right or wrong answers."""
        return self.n - self.both - self.only_a - self.only_b


def paired_answers(only_a: float, only_b: float, n: float) -> Difference:
    """A minus B where each of n problems was answered once by both, rightly or wrongly.

    Tango's score interval and McNemar's score test, (b - c) / sqrt(b + c) without continuity correction, of the
    problems that A alone and B alone solved. No difference at all has an interval, too: about ±3.84 / (n + 3.84).

    Source: Tango, Stat. Med. 17 (1998) 891; McNemar, Psychometrika 12 (1947) 153.
    """
    if min(only_a, only_b) < 0 or n < max(1, only_a + only_b):
        raise ValueError(f"{only_a} and {only_b} of {n} items: expected counts up to their number")
    return by_score(
        (only_a - only_b) / n,
        lambda difference: tango_z(only_a, only_b, n, difference),
        TANGO,
    )


def tango_z(only_a: float, only_b: float, n: float, difference: float) -> float:
    """The score statistic that the true difference of two paired shares is this."""
    off = only_a - only_b - n * difference
    return standardized(off, tango_variance(only_a, only_b, n, difference))


def tango_variance(only_a: float, only_b: float, n: float, difference: float) -> float:
    """That of only_a - only_b where the true difference is this and all else as likely as can be."""
    linear = -only_a - only_b + (2 * n - only_a + only_b) * difference
    root = math.sqrt(max(0.0, linear**2 + 8 * n * only_b * difference * (1 - difference)))
    return n * ((root - linear) / (2 * n) + difference * (1 - difference))


def paired_scores(a: ArrayLike, b: ArrayLike, attempts: float | None = None) -> Difference | None:
    """A minus B by each problem's mean over attempts, repeats or earlier runs, or its graded score: t over problems.

    `attempts` is the smaller number of right or wrong answers per problem of the two sides; None for graded scores.
    None for one problem, and where the differences have no spread and nothing says how much they could have.
    """
    differences = np.asarray(a, float) - np.asarray(b, float)
    variance = float(differences.var(ddof=1)) if differences.size > 1 else 0.0
    return paired_by_variance(float(differences.mean()), variance, differences.size, attempts)


def paired_by_variance(
    value: float, variance: float, n: int, attempts: float | None = None
) -> Difference | None:
    """The same by the mean and the variance s²(d) of the differences of n problems.

    SE² = max(s²(d) / n, (1.96 / (m n))²): fewer than four changed answers count as four, so that sides that never
    differ still have an interval, about that of `paired_answers`. m is `attempts`; graded scores have no such floor.
    """
    least = (Z / (attempts * n)) ** 2 if attempts else 0.0
    return by_t(value, max(variance / n, least), n - 1, T_OVER_PROBLEMS)


def paired_contrast(scores: PairedScores) -> Contrast | None:
    """A minus B: McNemar's exact test of single right or wrong answers, else the t test of the items' differences.

    The t test takes items as independent and their mean difference as about normal, answers to one item may hang
    together. None where the items' differences have no spread: nothing is known of other items.
    """
    interval = paired_interval(scores)
    if interval is None:
        return None
    if scores.binary:
        p = mcnemar_exact(scores.only_a, scores.only_b)
        return Contrast(scores.difference, *interval, p, MCNEMAR)
    p = 2 * float(scipy.special.stdtr(scores.n - 1, -abs(scores.difference) / _stderr(scores)))
    return Contrast(scores.difference, *interval, p, T_TEST)


def paired_interval(scores: PairedScores, level: float = 1 - ALPHA) -> Interval | None:
    """The interval of A minus B by the method that `paired_contrast` says; of fractions from -1 to 1."""
    if scores.binary:
        return newcombe_paired(scores.both, scores.only_a, scores.only_b, scores.neither, level)
    check_level(level)
    stderr = _stderr(scores)
    if not stderr:
        return None
    half = float(scipy.special.stdtrit(scores.n - 1, (1 + level) / 2)) * stderr
    low, high = scores.difference - half, scores.difference + half
    return Interval(max(-1.0, low), min(1.0, high)) if scores.is_fraction else Interval(low, high)


def paired_detectable(scores: PairedScores) -> float | None:
    """The true difference that the test of as many items that scatter alike finds in four of five cases.

    Of single answers the variance is the share of items that changed, with half an item added to each of the four
    counts (Agresti and Min, Stat. Med. 24 (2005) 729), so that it is never 0. None where nothing is known of it.
    """
    if scores.binary:
        changed = (scores.only_a + scores.only_b + 1) / (scores.n + 2)
        return least_difference_of(math.sqrt(changed / scores.n))
    stderr = _stderr(scores)
    return least_difference_of(stderr) if stderr else None


def newcombe_paired(
    both: int, only_a: int, only_b: int, neither: int, level: float = 0.95
) -> Interval:
    """The interval of the difference of two shares A minus B of the same items, from -1 to 1.

    As `newcombe` with the Wilson intervals of both shares, and the correlation phi of the two answers to an item:
    lower end d - sqrt((a - l_a)² - 2 phi (a - l_a)(u_b - b) + (u_b - b)²), the upper end likewise; phi is that of
    the table of counts, made smaller by a continuity correction where it is positive. Assumes independent items.

    Source: Newcombe, Stat. Med. 17 (1998) 2635, method 10. ValueError for counts below 0 or without an item.
    """
    counts = (both, only_a, only_b, neither)
    n = sum(counts)
    if min(counts) < 0 or not n:
        raise ValueError(f"counts {counts}: expected numbers from 0 up, at least one item")
    right_a, right_b = both + only_a, both + only_b
    a, b = wilson(right_a, n, level), wilson(right_b, n, level)
    phi = _phi(*counts)
    below_a, above_a = right_a / n - a.low, a.high - right_a / n
    below_b, above_b = right_b / n - b.low, b.high - right_b / n
    difference = (only_a - only_b) / n
    return Interval(
        max(-1.0, difference - _hypotenuse(below_a, above_b, phi)),
        min(1.0, difference + _hypotenuse(above_a, below_b, phi)),
    )


def _phi(both: int, only_a: int, only_b: int, neither: int) -> float:
    """The corrected correlation of the answers of two runs; 0 where one of them has no spread."""
    n = both + only_a + only_b + neither
    margins = (both + only_a) * (both + only_b) * (neither + only_a) * (neither + only_b)
    if not margins:
        return 0.0
    product = both * neither - only_a * only_b
    return (max(product - n / 2, 0.0) if product > 0 else product) / math.sqrt(margins)


def _hypotenuse(first: float, other: float, phi: float) -> float:
    return math.sqrt(max(0.0, first * first - 2 * phi * first * other + other * other))


def _stderr(scores: PairedScores) -> float:
    """The standard error of the mean difference; 0 where it is not known."""
    return scores.sd / math.sqrt(scores.n) if scores.sd is not None and scores.sd > _SAME else 0.0
