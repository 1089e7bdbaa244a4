"""Ranks with ties, and whether several rankings agree."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import scipy
from numpy.typing import NDArray

Floats = NDArray[np.float64]


class Friedman(NamedTuple):
    """The statistic of Friedman's test, and its p-value by chi-square."""

    statistic: float
    p_value: float


def mean_ranks(values: Sequence[float]) -> Floats:
    """The rank of each value, 1 for the lowest; equal values share the mean of their ranks."""
    _, places, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = counts.cumsum()
    ranks: Floats = (last - (counts - 1) / 2)[places]
    return ranks


def friedman(blocks: Sequence[Sequence[float]]) -> Friedman:
    """Whether several rankings (a block each, a value per treatment) put the treatments in one order.

    With b blocks, k treatments, R_j the sum of the ranks of treatment j and t the size of each tie
    within a block: Q = (12 / (b k (k + 1)) sum R_j^2 - 3 b (k + 1)) / (1 - sum (t^3 - t) / (b (k^3 - k))),
    on k - 1 degrees of freedom. The chi-square is an approximation for few blocks and treatments. NaN
    for both where every block is all ties.

    Source: Friedman, J. Am. Stat. Assoc. 32 (1937) 675. ValueError for fewer than 3 treatments.
    """
    b, k = len(blocks), len(blocks[0])
    if k < 3:  # noqa: PLR2004  (two treatments are a sign test)
        raise ValueError(f"{k} treatments: expected 3 or more")
    sums = sum(mean_ranks(block) for block in blocks)
    tied = sum(float((count**3 - count).sum()) for count in map(_ties, blocks))
    spread = 12 / (b * k * (k + 1)) * float(np.square(sums).sum()) - 3 * b * (k + 1)
    share = 1 - tied / (b * (k**3 - k))
    statistic = spread / share if share else float("nan")
    return Friedman(statistic, float(scipy.special.chdtrc(k - 1, statistic)))


def _ties(values: Sequence[float]) -> NDArray[np.int64]:
    counts: NDArray[np.int64] = np.unique(values, return_counts=True)[1]
    return counts
