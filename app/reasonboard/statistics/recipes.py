"""Two recipes or configurations with several seeds each; several benchmarks at once; curves of training.

A table has a row per seed and a column per problem; curves have a row per seed and a column per step. Numbers are
fractions from 0 to 1, and differences are A minus B.
"""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from reasonboard.statistics.crossed import CROSSED, OfSeeds, Scatter, crossed_by_sums, of_scatters
from reasonboard.statistics.differences import Difference, by_t
from reasonboard.statistics.intervals import Interval, t_quantile
from reasonboard.statistics.paired import paired_by_variance
from reasonboard.statistics.score import Floats, Variance, satterthwaite, seed_variances

WELCH = "Welch's t test over seeds, for these problems"
T_OVER_SEEDS = "t test over seeds, for these problems"
T_OVER_BENCHMARKS = "t test of the mean over benchmarks"
_FEWEST = 3
"""Seeds from which the best step can be picked by some and judged on another."""

Pair = tuple[Floats, Floats]
"""The tables of both sides on one benchmark."""


def crossed(a: ArrayLike, b: ArrayLike) -> Difference | None:
    """A minus B for new seeds and problems like these: at least two seeds on one side, the same problems.

    Variance = s²(d) / n + max(0, V_S - V_E), t with Satterthwaite's degrees of freedom. d are the differences of the
    means over seeds, V_S = s_A² / S_A + s_B² / S_B (seeds are not paired, Welch), V_E the part that answers explain.
    A side with one seed is taken to scatter as the other one does. ValueError for one seed on each side: that says
    nothing of other seeds.

    Source: Clark, J. Verb. Learn. Verb. Behav. 12 (1973) 335 (quasi-F); Welch, Biometrika 34 (1947) 28.
    """
    first, other = np.asarray(a, float), np.asarray(b, float)
    differences = first.mean(0) - other.mean(0)
    return crossed_by_sums(
        float(differences.mean()),
        float(differences.var(ddof=1)),
        differences.size,
        (Scatter.of(first), Scatter.of(other)),
    )


def over_seeds(a: Sequence[float], b: Sequence[float]) -> Difference | None:
    """A minus B by the means of seeds or repeats alone, for these very problems: Welch's t test.

    At least three seeds together, else None. A side with one seed is taken to scatter as the other one does.
    Assumes seeds that are independent and about normal.
    """
    if len(a) + len(b) < _FEWEST or not a or not b:
        return None
    first, other = (np.asarray(side, float) for side in (a, b))
    value = float(first.mean() - other.mean())
    parts = _of_means(first, other)
    return by_t(value, parts.seeds, parts.df, WELCH)


def gain_over_seeds(first: ArrayLike, last: ArrayLike) -> Difference | None:
    """Last minus first of each seed's own training: Student's t over seeds, for these very problems; None of one."""
    return _t_over_seeds(np.asarray(last, float) - np.asarray(first, float))


def crossed_gain(gains: ArrayLike, attempts: float | None = None) -> Difference | None:
    """The mean of what each seed (rows) gains at each problem (columns), for new seeds and problems like these.

    As `crossed`, of gains: each is of one seed. One seed has t over problems, with the floor of `paired_by_variance`.
    """
    table = np.asarray(gains, float)
    seeds, n = table.shape
    of_problem = table.mean(0)
    variance = float(of_problem.var(ddof=1)) if n > 1 else 0.0
    value = float(of_problem.mean())
    if seeds == 1:
        return paired_by_variance(value, variance, n, attempts)
    parts = seed_variances(table)
    total = variance / n + max(0.0, parts.seeds - parts.answers)
    df = satterthwaite(
        [
            Variance(variance / n, n - 1),
            Variance(parts.seeds, seeds - 1),
            Variance(parts.answers, (seeds - 1) * (n - 1)),
        ],
        total,
    )
    return by_t(value, total, df, CROSSED)


def overall(pairs: Sequence[Pair]) -> Difference | None:
    """The mean over benchmarks of A minus B, each counting once; a pair of tables per benchmark.

    SE² = sum s²(d) / n / B² + max(0, V_S - V_E) of each seed's mean over benchmarks: problems of different benchmarks
    are independent, seeds are the same ones on all. It holds for these benchmarks, which are no sample of others.
    """
    gaps = [a.mean(0) - b.mean(0) for a, b in pairs]
    value = math.fsum(float(gap.mean()) for gap in gaps) / len(gaps)
    variances = [Variance(float(gap.var(ddof=1)) / gap.size, gap.size - 1) for gap in gaps]
    a, b = (np.mean([pair[side].mean(1) for pair in pairs], axis=0) for side in (0, 1))
    scatters = [(Scatter.of(one), Scatter.of(other)) for one, other in pairs]
    return overall_by_sums(value, variances, scatters, a, b)


def overall_by_sums(
    value: float,
    variances: Sequence[Variance],
    scatters: Sequence[tuple[Scatter, Scatter]],
    a: ArrayLike,
    b: ArrayLike,
) -> Difference | None:
    """As `overall`, with what is known of each benchmark: s²(d) / n, and how the seeds of both sides scatter.

    `a` and `b` are the means over the benchmarks of each seed. One seed on each side adds nothing.
    """
    count, means = len(variances), (np.asarray(a, float), np.asarray(b, float))
    parts = [Variance(part.value / count**2, part.df) for part in variances]
    of_problems = math.fsum(part.value for part in parts)
    if max(side.size for side in means) == 1:
        return by_t(value, of_problems, satterthwaite(parts, of_problems), T_OVER_BENCHMARKS)
    of_seeds = _of_means(*means)
    of_answers = math.fsum(of_scatters(*pair).answers for pair in scatters) / count**2
    total = of_problems + max(0.0, of_seeds.seeds - of_answers)
    df = satterthwaite([*parts, Variance(of_seeds.seeds, of_seeds.df)], total)
    return by_t(value, total, df, T_OVER_BENCHMARKS)


def mean_of_differences(differences: Sequence[Difference]) -> Difference | None:
    """The same by the difference of each benchmark, paired or not, where no side has several seeds; None of none."""
    count = len(differences)
    if not count:
        return None
    parts = [Variance((each.stderr / count) ** 2, each.df) for each in differences]
    total = math.fsum(part.value for part in parts)
    value = math.fsum(each.value for each in differences) / count
    return by_t(value, total, satterthwaite(parts, total), T_OVER_BENCHMARKS)


def best_minus_last(curves: ArrayLike) -> Difference | None:
    """How much better the best step is than the last, for these very problems; None below three seeds.

    For each seed the best step is picked by the others and judged on it, so that picking is not rewarded; Student's t
    over seeds.
    """
    values = np.asarray(curves, float)
    if len(values) < _FEWEST:
        return None
    best = [int(np.delete(values, seed, 0).mean(0).argmax()) for seed in range(len(values))]
    return _t_over_seeds(values[np.arange(len(values)), best] - values[:, -1])


def band(curves: ArrayLike, level: float = 0.95, steps: int = 1) -> list[Interval]:
    """The interval of the mean over at least two seeds at each step, for these very problems: Student's t.

    By itself, or of `steps` at once by Bonferroni's inequality.
    """
    values = np.asarray(curves, float)
    seeds = len(values)
    half = t_quantile(seeds - 1, 1 - (1 - level) / steps) * values.std(0, ddof=1) / math.sqrt(seeds)
    ends = zip(values.mean(0) - half, values.mean(0) + half, strict=True)
    return [Interval(float(low), float(high)) for low, high in ends]


def _t_over_seeds(gaps: Floats) -> Difference | None:
    if gaps.size < 2:  # noqa: PLR2004 - a spread needs two
        return None
    variance = float(gaps.var(ddof=1)) / gaps.size
    return by_t(float(gaps.mean()), variance, gaps.size - 1, T_OVER_SEEDS)


def _of_means(a: Floats, b: Floats) -> OfSeeds:
    """What seeds add by their means alone."""
    one, other = (
        Scatter(side.size, float(side.var(ddof=1)) if side.size > 1 else 0.0) for side in (a, b)
    )
    return of_scatters(one, other)
