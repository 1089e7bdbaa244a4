"""The cells of a grid: do they differ by more than noise, and what may be expected of them again."""

import math
from collections.abc import Sequence
from statistics import stdev
from typing import NamedTuple

import scipy

from reasonboard.statistics.checks import check_counts, check_fractions, check_lengths


class Homogeneity(NamedTuple):
    """A chi-square test that all proportions are one; under 5 expected it is only a rough guide."""

    chi2: float
    df: int
    p: float
    smallest_expected: float


class Shrinkage(NamedTuple):
    """Cells pulled toward their grid's mean, and the spreads (SD) that say how far; 0 to 1."""

    values: tuple[float, ...]
    mean: float
    observed_sd: float | None
    noise_sd: float
    between_sd: float


def homogeneity(values: Sequence[float], ns: Sequence[int]) -> Homogeneity | None:
    """Whether the proportions of k cells differ by more than independent sampling makes them.

    Pearson's chi-square of right and wrong answers: the sum of n_i (p_i - m)^2 / (m (1 - m)) with m the
    pooled proportion, on k - 1 degrees of freedom. Values are fractions and are used as they are (a
    printed 0.493 of 150 counts 73.95 answers). Assumes independent answers; cells that share their items
    vary less by chance. The approximation wants an expected count of 5 in each field (Cochran 1954).

    None with fewer than two cells, and where every cell is 0 or every cell is 1. Source: Pearson (1900).
    """
    check_lengths(values, ns)
    check_fractions(values)
    check_counts(ns)
    pooled = _pooled(values, ns) if values else 0.0
    if len(values) < 2 or pooled in (0, 1):  # noqa: PLR2004  (cells differ from one another)
        return None
    apart = math.fsum(n * (value - pooled) ** 2 for value, n in zip(values, ns, strict=True))
    statistic, freedom = apart / (pooled * (1 - pooled)), len(values) - 1
    p = float(scipy.special.chdtrc(freedom, statistic))
    return Homogeneity(statistic, freedom, p, min(ns) * min(pooled, 1 - pooled))


def shrunk(values: Sequence[float], ns: Sequence[int]) -> Shrinkage | None:
    """The cells as they may be expected again: pulled toward the mean by their share of noise.

    Empirical Bayes on fractions 0 to 1: cell i keeps T / (T + s_i^2) of its distance from the mean, with
    s_i^2 = m (1 - m) / n_i its binomial variance at the pooled proportion m, T the variance between cells
    by moments (DerSimonian and Laird; 0 where the cells differ no more than noise does) and the mean
    weighted by 1 / (T + s_i^2). Given with it: the SD of the cells, of the noise and between. Assumes
    independent answers and cells that are exchangeable, without an order by row or column.

    None without cells. A cell alone keeps its value, and has no observed SD. Sources: Efron and Morris
    (1975); DerSimonian and Laird (1986).
    """
    check_lengths(values, ns)
    check_fractions(values)
    check_counts(ns)
    if not values:
        return None
    centre = _pooled(values, ns)
    noise = [centre * (1 - centre) / n for n in ns]
    between = _between_variance(values, ns, centre)
    if between > 0:
        weights = [1 / (between + one) for one in noise]
        mean = sum(w * value for w, value in zip(weights, values, strict=True)) / sum(weights)
    else:
        mean = centre  # the weights are then as the ns
    return Shrinkage(
        tuple(
            mean + between / (between + one) * (value - mean) if between > 0 else mean
            for value, one in zip(values, noise, strict=True)
        ),
        mean,
        stdev(values) if len(values) > 1 else None,
        math.sqrt(sum(noise) / len(noise)),
        math.sqrt(between),
    )


def _between_variance(values: Sequence[float], ns: Sequence[int], centre: float) -> float:
    """DerSimonian and Laird's moment estimate with every cell's noise at the pooled proportion."""
    noise = centre * (1 - centre)
    if noise <= 0 or len(values) == 1:
        return 0.0
    weights = [n / noise for n in ns]
    spread = sum(w * (value - centre) ** 2 for w, value in zip(weights, values, strict=True))
    scale = sum(weights) - sum(w * w for w in weights) / sum(weights)
    return max(0.0, (spread - (len(values) - 1)) / scale)


def _pooled(values: Sequence[float], ns: Sequence[int]) -> float:
    """The proportion of all answers together; exactly 0 or 1 where all values are."""
    if len(set(values)) == 1:
        return values[0]
    return sum(value * n for value, n in zip(values, ns, strict=True)) / sum(ns)
