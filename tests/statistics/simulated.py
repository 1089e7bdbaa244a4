"""Made-up runs whose truth is known."""

import numpy as np
from numpy.typing import NDArray

from reasonboard.statistics.series import FEWEST, POSSIBLE, change, may_be

Floats = NDArray[np.float64]


def chances(
    rng: np.random.Generator, problems: int, mean: float = 0.8, of_one: float = 0.3
) -> Floats:
    """Chances of right answers to problems like these; `of_one` is 0 for equal problems, 1 for known answers."""
    weight = 1 / of_one - 1
    return rng.beta(mean * weight, (1 - mean) * weight, problems).clip(1e-6, 1 - 1e-6)


def answers(rng: np.random.Generator, of_problems: Floats, runs: int) -> Floats:
    """Right or wrong answers, a row per run and a column per problem."""
    return (rng.random((runs, len(of_problems))) < of_problems).astype(float)


def trained(rng: np.random.Generator, of_problems: Floats, seeds: int, sd: float = 0.1) -> Floats:
    """Single answers of the seeds of a recipe, whose weights differ: a row per seed and a column per problem.

    `sd` is that of the log odds over seeds and, for each problem by itself, over seeds again.
    """
    odds = np.log(of_problems / (1 - of_problems)) + rng.normal(0, sd, (seeds, 1))
    odds = odds + rng.normal(0, sd, (seeds, len(of_problems)))
    return (rng.random(odds.shape) < 1 / (1 + np.exp(-odds))).astype(float)


def share_of_alarms(series: int, problems: int, seed: int, runs: int = 14) -> tuple[float, float]:
    """Of series without a change: which ever say one when looked at after each run, and which say it of the last.

    The first are those that say "changed", the others those that say "changed" or "possible" at the last run.
    """
    ever = last = 0
    for index in range(series):
        rng = np.random.default_rng((seed, index))
        table = answers(rng, chances(rng, problems, of_one=0.6), runs).T
        verdicts = [_verdict(table[:, :count]) for count in range(FEWEST, runs + 1)]
        ever += "changed" in verdicts
        last += verdicts[-1] != "none"
    return ever / series, last / series


def _verdict(table: Floats) -> str:
    """That of `change`, without draws where they could not make it another one than none."""
    if not may_be(POSSIBLE, table.mean(0), np.cov(table.T), len(table)):
        return "none"
    found = change(table)
    return found.verdict if found else "none"
