"""Two runs on the same items: the difference of their mean scores, its test and interval."""

import math
from collections.abc import Mapping
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike

from reasonboard.statistics.crossed import Scatter, crossed_by_sums
from reasonboard.statistics.differences import (
    Difference,
    Z,
    by_score,
    by_t,
    least_difference_of,
    standardized,
)

TANGO = "McNemar's score test"
T_OVER_PROBLEMS = "paired t test over problems"
_SAME = 1e-12
"""Scores that differ by no more are equal but for the rounding of floats."""


class SeedScatter(NamedTuple):
    """How the scores of several training seeds of a side scatter."""

    runs: int
    within: float
    """The mean over the items of the variance over seeds ..."""
    between: float
    """... and the variance of the means of the seeds."""

    @classmethod
    def from_row(cls, row: Mapping[str, Any] | None) -> "SeedScatter | None":
        """Of a struct with the fields; None of none."""
        return None if row is None else cls(row["runs"], row["within"], row["between"])

    def scatter(self, n: int) -> Scatter:
        """Over n items."""
        return Scatter.of_variances(self.runs, self.within, self.between, n)


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
    attempts: int | None
    """The fewest right or wrong answers of a run to an item; None where scores are graded."""
    seeds_a: "SeedScatter | None" = None
    seeds_b: "SeedScatter | None" = None
    """Of a side with answers of several runs."""
    is_fraction: bool = True
    """Are the scores from 0 to 1? Else they can be any numbers, and so can their difference."""

    @classmethod
    def from_row(cls, row: Mapping[str, Any], *, is_fraction: bool = True) -> Self:
        """Of a row with the other fields by their names."""
        seeds = ("seeds_a", "seeds_b")
        known = {name: row[name] for name in cls._fields if name not in (*seeds, "is_fraction")}
        known |= {name: SeedScatter.from_row(row[name]) for name in seeds}
        return cls(**known, is_fraction=is_fraction)

    @property
    def difference(self) -> float:
        """A minus B."""
        return self.mean_a - self.mean_b if self.only_a or self.only_b else 0.0

    @property
    def are_seeds(self) -> bool:
        """Has a side several training seeds?"""
        return bool(self.seeds_a or self.seeds_b)

    @property
    def scatters(self) -> tuple[Scatter, Scatter]:
        """How the seeds of A and of B scatter; of a side with one seed nothing is known."""
        a, b = (
            seeds.scatter(self.n) if seeds else Scatter(1) for seeds in (self.seeds_a, self.seeds_b)
        )
        return a, b

    @property
    def seed_words(self) -> str:
        """How many seeds each side has, ', 3 and 3 seeds'; '' without several."""
        a, b = (seeds.runs if seeds else 1 for seeds in (self.seeds_a, self.seeds_b))
        return f", {a} and {b} seeds" if self.are_seeds else ""

    @property
    def turned(self) -> "PairedScores":
        """The same of B and A."""
        return self._replace(
            mean_a=self.mean_b,
            mean_b=self.mean_a,
            only_a=self.only_b,
            only_b=self.only_a,
            seeds_a=self.seeds_b,
            seeds_b=self.seeds_a,
        )


def paired_answers(only_a: float, only_b: float, n: float) -> Difference:
    """A minus B where each of n problems was answered once by both, rightly or wrongly.

    Tango's score interval and McNemar's score test, (b - c) / sqrt(b + c) without continuity correction, of the
    problems that A alone and B alone solved. No difference at all has an interval, too: about ±3.84 / (n + 3.84).

    Source: Tango, Stat. Med. 17 (1998) 891; McNemar, Psychometrika 12 (1947) 153.
    """
    if min(only_a, only_b) < 0 or n < max(1, only_a + only_b):
        raise ValueError(f"{only_a} and {only_b} of {n} items: expected counts up to their number")
    return by_score(
        (only_a - only_b) / n, lambda difference: tango_z(only_a, only_b, n, difference), TANGO
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


def paired_contrast(scores: PairedScores) -> Difference | None:
    """A minus B: `paired_answers` of single right or wrong answers, else `paired_by_variance`; of seeds `crossed`.

    Items are taken as independent, answers to one item may hang together. None where the items' differences have no
    spread and nothing says how much they could have.
    """
    variance = (scores.sd or 0.0) ** 2
    if scores.are_seeds:
        found = crossed_by_sums(scores.difference, variance, scores.n, scores.scatters)
    elif scores.binary:
        return paired_answers(scores.only_a, scores.only_b, scores.n)
    else:
        found = paired_by_variance(scores.difference, variance, scores.n, scores.attempts)
    if found is None or not scores.is_fraction:
        return found
    return found._replace(low=max(-1.0, found.low), high=min(1.0, found.high))


def paired_detectable(scores: PairedScores) -> float | None:
    """The true difference that the test of as many items that scatter alike finds in four of five cases.

    Of single answers the variance is the share of items that changed, with half an item added to each of the four
    counts (Agresti and Min, Stat. Med. 24 (2005) 729), so that it is never 0. Of seeds it is that of their test. None
    where nothing is known of it.
    """
    if scores.are_seeds:
        found = paired_contrast(scores)
        return least_difference_of(found.stderr) if found else None
    if scores.binary:
        changed = (scores.only_a + scores.only_b + 1) / (scores.n + 2)
        return least_difference_of(math.sqrt(changed / scores.n))
    stderr = _stderr(scores)
    return least_difference_of(stderr) if stderr else None


def _stderr(scores: PairedScores) -> float:
    """The standard error of the mean difference; 0 where it is not known."""
    return scores.sd / math.sqrt(scores.n) if scores.sd is not None and scores.sd > _SAME else 0.0
