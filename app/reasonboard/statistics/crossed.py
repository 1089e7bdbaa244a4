"""Seeds crossed with problems, by sums: what training seeds add to the variance of a difference."""

import math
from typing import NamedTuple

from reasonboard.statistics.differences import Difference, by_t
from reasonboard.statistics.score import Floats, Variance, satterthwaite, seed_variances

CROSSED = "seeds crossed with problems, t test"


class Scatter(NamedTuple):
    """How the means of the seeds of a side scatter, and how much of it single answers explain."""

    seeds: int
    between: float = 0.0
    """The variance of the means of single seeds ..."""
    answers: float = 0.0
    """... and the part of it that answers explain: the residual mean square of seeds x problems over the problems."""

    @classmethod
    def of(cls, table: Floats) -> "Scatter":
        """Of a table with a row per seed and a column per problem."""
        seeds = len(table)
        if seeds == 1:
            return cls(1)
        of_means = seed_variances(table)
        return cls(seeds, of_means.seeds * seeds, of_means.answers * seeds)

    @classmethod
    def of_variances(cls, seeds: int, within: float, between: float, n: int) -> "Scatter":
        """By the mean over n problems of the variance over seeds, and the variance of the means of seeds."""
        return cls(seeds, between, max(0.0, within - between) / max(1, n - 1))


class OfSeeds(NamedTuple):
    """What seeds add to the variance of A minus B."""

    seeds: float
    answers: float
    """The part of it that single answers explain."""
    df: float


def crossed_by_sums(
    value: float, variance: float, n: int, sides: tuple["Scatter", "Scatter"]
) -> Difference | None:
    """As `recipes.crossed`, by mean and variance of the differences of n problems, and the scatter of both sides."""
    of_problems, parts = variance / n, of_scatters(*sides)
    total = of_problems + max(0.0, parts.seeds - parts.answers)
    df = satterthwaite(
        [
            Variance(of_problems, n - 1),
            Variance(parts.seeds, parts.df),
            Variance(parts.answers, parts.df * (n - 1)),
        ],
        total,
    )
    return by_t(value, total, df, CROSSED)


def of_scatters(*sides: Scatter) -> OfSeeds:
    """The variance that seeds give to A minus B; a side with one seed is taken to scatter as the other one does."""
    several = [side for side in sides if side.seeds > 1]
    if not several:
        raise ValueError("one seed on each side (expected at least two on one side)")
    of_sides = [(side if side.seeds > 1 else several[0], side.seeds) for side in sides]
    total = math.fsum(side.between / seeds for side, seeds in of_sides)
    answers = math.fsum(side.answers / seeds for side, seeds in of_sides)
    if len(several) == 1:
        return OfSeeds(total, answers, several[0].seeds - 1)
    parts = [Variance(side.between / side.seeds, side.seeds - 1) for side in several]
    return OfSeeds(total, answers, satterthwaite(parts, total))
