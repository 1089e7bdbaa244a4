"""One score: its interval for problems like these and for these very problems, and the causes of its noise.

A score is a mean over problems of values from 0 to 1: right or wrong, the share of right attempts, pass@k, a vote.
A table has a row per run, repeat or seed and a column per problem. All numbers are fractions from 0 to 1.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import scipy
from numpy.typing import ArrayLike, NDArray

from reasonboard.statistics.checks import check_fractions, check_positive
from reasonboard.statistics.intervals import Interval, t_quantile, wilson_of_share

Floats = NDArray[np.float64]

_PSEUDO = 2
"""Problems answered once that are added to the variance of problems answered several times."""
_TINY = 1e-15
"""Means that are needed for an interval by their scatter alone."""


class Score(NamedTuple):
    """A mean with its 95% interval for problems like these."""

    value: float
    low: float
    high: float
    stderr: float
    df: float
    """Degrees of freedom of the standard error; infinite where it follows from the value."""
    effective: float
    """So many problems, answered once, would be as uncertain."""


class Noise(NamedTuple):
    """The standard deviation of a run's mean by its cause."""

    problems: float
    """The choice of the problems."""
    answers: float
    """Sampling, or an engine that is not deterministic."""
    runs: float
    """What moves all problems of a run together; normally 0."""
    p: float
    """That runs differ by no more than their answers do (the F test, of right or wrong answers Cochran's)."""


class Variance(NamedTuple):
    """A variance with its degrees of freedom."""

    value: float
    df: float


class SeedVariances(NamedTuple):
    """Of the mean over seeds: the variance between seeds, and the part of it that single answers explain."""

    seeds: float
    answers: float


def score_by_variance(
    value: float, variance: float, df: float, problems: float, answers: float
) -> Score:
    """Wilson's interval of a mean with this variance.

    The number of problems is replaced by the number n* = p (1 - p) / V that, answered once, would have this variance,
    from 1 to `answers`; z is replaced by Student's t. Where nothing varies, n* is `problems`. It never leaves
    0 to 1 and never has width 0.

    Source: Korn and Graubard, Survey Methodology 24 (1998) 193; Dean and Pagano, J. Surv. Stat. Methodol. 3 (2015) 484.
    """
    check_fractions([value])
    check_positive([problems])
    spread = value * (1 - value)
    effective = spread / variance if variance > 0 and spread > 0 else problems
    effective = min(max(effective, 1.0), answers)
    ends = wilson_of_share(value, effective, t_quantile(df))
    return Score(value, *ends, math.sqrt(spread / effective), df, effective)


def score_of_run(values: ArrayLike, attempts: float | None = 1) -> Score:
    """One run, or repeats put together: `values` are each problem's mean over its attempts, at least one problem.

    `attempts`: right or wrong answers per problem, all repeats together; None for graded scores. Single right or
    wrong answers give Wilson's interval of the number of problems. Several have the variance
    (sum (y - p)² + 2 p (1 - p)) / (n + 2) / n: two problems answered once are added against luck with few problems.
    Graded scores have s² / n. Degrees of freedom n - 1. Assumes that problems are independent.
    """
    by_problem = np.asarray(values, float)
    n, value = by_problem.size, float(by_problem.mean())
    if attempts == 1 and _single(by_problem):
        return score_by_variance(value, value * (1 - value) / n, math.inf, n, n)
    squares = float(((by_problem - value) ** 2).sum())
    return score_by_variance(
        value,
        _of_squares(squares, value, n, attempts),
        max(1, n - 1),
        n,
        n * (attempts or math.inf),
    )


def score_of_seeds(table: ArrayLike, attempts: float | None = 1) -> Score:
    """A recipe, for new seeds and problems like these: `table` has a row per seed and a column per problem.

    Variance = that of problems + max(0, that of seeds - the part that answers explain), with Satterthwaite's
    degrees of freedom. `attempts` of each seed at a problem, as in `score_of_run`. Seeds and problems are crossed:
    both are samples. Source: Clark, J. Verb. Learn. Verb. Behav. 12 (1973) 335.
    """
    values = np.asarray(table, float)
    seeds, n = values.shape
    if seeds == 1:
        return score_of_run(values[0], attempts)
    run = score_of_run(values.mean(0), attempts and attempts * seeds)
    of_problems, parts = run.stderr**2, seed_variances(values)
    variance = of_problems + max(0.0, parts.seeds - parts.answers)
    df = satterthwaite(
        [
            Variance(of_problems, n - 1),
            Variance(parts.seeds, seeds - 1),
            Variance(parts.answers, (seeds - 1) * (n - 1)),
        ],
        variance,
    )
    return score_by_variance(run.value, variance, df, n, n * seeds * (attempts or math.inf))


def score_of_mean(
    value: float,
    problems: float,
    attempts: float | None = 1,
    stderr: float | None = None,
    seed_sd: float | None = None,
    seeds: int = 1,
) -> Score:
    """Only a mean is known: by its standard error over problems, else Wilson's interval of the problems.

    Attempts at one problem count as one where no standard error is known, which is cautious; `attempts` is None for
    graded scores. `seed_sd` is the standard deviation of the means of training seeds: it holds the noise of their
    answers, too, which is cautious again.
    """
    check_fractions([value])
    check_positive([problems])
    variance, df = value * (1 - value) / problems, math.inf
    if stderr and 0 < value < 1:
        variance = stderr**2
        if attempts:
            squares = variance * (problems - 1) * problems
            variance = _of_squares(squares, value, problems, attempts)
        df = math.inf if attempts == 1 else max(1.0, problems - 1)
    if seed_sd and seeds > 1:
        of_seeds, total = seed_sd**2 / seeds, variance + seed_sd**2 / seeds
        df = satterthwaite(
            [Variance(variance, max(1.0, problems - 1)), Variance(of_seeds, seeds - 1)], total
        )
        variance = total
    return score_by_variance(
        value, variance, df, problems, problems * seeds * (attempts or math.inf)
    )


def score_of_moments(
    value: float,
    square: float,
    problems: int,
    attempts: float,
    seed_sd: float | None = None,
    seeds: int = 1,
) -> Score:
    """`score_of_run` of several attempts by the means over problems of their values and of the squares of these.

    Of several seeds, means over them, with the standard deviation of `value`: cautious, as in `score_of_mean`.
    """
    squares = problems * max(0.0, square - value**2)
    variance, df = _of_squares(squares, value, problems, attempts), max(1, problems - 1)
    parts = [Variance(variance, df)]
    if seed_sd and seeds > 1:
        parts.append(Variance(seed_sd**2 / seeds, seeds - 1))
    total = math.fsum(part.value for part in parts)
    df_of_all = satterthwaite(parts, total) if len(parts) > 1 else df
    return score_by_variance(value, total, df_of_all, problems, problems * seeds * attempts)


def runs_here(table: ArrayLike) -> list[Interval]:
    """Each run of a configuration (rows) for these very problems: its mean, give or take the noise of its answers.

    At least two runs of two problems. Runs that answer alike have intervals of width 0.
    """
    values = np.asarray(table, float)
    runs, n = values.shape
    of_answers = noise(values).answers
    return [_around(float(mean), of_answers, (runs - 1) * (n - 1)) for mean in values.mean(1)]


def mean_of_runs_here(table: ArrayLike) -> Interval:
    """The mean of the runs of a configuration, for these very problems: `runs_here` over the root of their number."""
    values = np.asarray(table, float)
    runs, n = values.shape
    stderr = noise(values).answers / math.sqrt(runs)
    return _around(float(values.mean()), stderr, (runs - 1) * (n - 1))


def noise(table: ArrayLike) -> Noise:
    """The noise of the mean of a run, from runs of one configuration (rows) on the same problems (columns).

    Two-way analysis of variance, at least two runs and two problems.
    Source: Cochran, Biometrika 37 (1950) 256.
    """
    values = np.asarray(table, float)
    runs, n = values.shape
    of_runs, of_answers = (runs * part for part in seed_variances(values))
    of_problems = max(0.0, float(values.mean(0).var(ddof=1)) / n - of_answers / runs)
    if of_answers > _TINY:
        p = float(scipy.special.fdtrc(runs - 1, (runs - 1) * (n - 1), of_runs / of_answers))
    else:
        p = 0.0 if of_runs > _TINY else 1.0
    over = math.sqrt(max(0.0, of_runs - of_answers))
    return Noise(math.sqrt(of_problems), math.sqrt(of_answers), over, p)


def seed_variances(table: Floats) -> SeedVariances:
    """The variances of the mean over the rows of a table (seeds x problems): of at least two seeds."""
    seeds, n = table.shape
    of_seed, of_problem = table.mean(1), table.mean(0)
    left = table - of_seed[:, None] - of_problem[None, :] + of_seed.mean()
    both = float((left**2).sum()) / ((seeds - 1) * max(1, n - 1))
    return SeedVariances(float(of_seed.var(ddof=1)) / seeds, both / n / seeds)


def satterthwaite(parts: Sequence[Variance], total: float) -> float:
    """Degrees of freedom of a sum (or difference) of variances, each with its own; at least 1.

    df = V² / sum V_j² / df_j over the parts before subtraction. Source: Satterthwaite, Biometrics Bull. 2 (1946) 110.
    """
    below = sum(variance**2 / df for variance, df in parts if df > 0)
    return max(1.0, total**2 / below) if below > 0 else math.inf


def _of_squares(squares: float, value: float, n: float, attempts: float | None) -> float:
    """The variance of a mean of n problems, by the sum of squares of their values about it."""
    if attempts:
        return (squares + _PSEUDO * value * (1 - value)) / (n + _PSEUDO) / n
    return squares / (n - 1) / n if n > 1 else 0.0


def _single(values: Floats) -> bool:
    """Is each value that of one right or wrong answer?"""
    return bool(((values == 0) | (values == 1)).all())


def _around(value: float, stderr: float, df: float) -> Interval:
    half = t_quantile(df) * stderr
    return Interval(max(0.0, value - half), min(1.0, value + half))
