"""Several answers per item: the uncertainty of their mean, and what they say of k answers."""

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from reasonboard.statistics.checks import (
    check_counts,
    check_lengths,
    check_level,
    check_successes,
)
from reasonboard.statistics.intervals import Interval
from reasonboard.statistics.means import Estimate

_SAME = 1e-12
"""Item means that differ by no more are equal but for the rounding of floats."""
_DRAWN_AT_ONCE = 2_000_000
"""Items drawn in one step of the bootstrap: 16 MB of indices, whatever the number of items."""


def clustered_mean(scores: Sequence[float], answers: Sequence[int]) -> Estimate | None:
    """The mean of all answers with its standard error clustered by item, both fractions 0 to 1.

    Item i has `answers[i]` answers, whose scores from 0 to 1 add up to `scores[i]`. With m items, N
    answers and s the mean of all:

        stderr = sqrt(m / (m - 1) * sum_i (scores[i] - s * answers[i])^2) / N

    The residuals of an item are added before they are squared, which is what counts that its answers
    resemble each other; m / (m - 1) is the small-sample factor (CR1). Assumes that items are
    independent; answers to one item need not be. An item with more answers weighs more.

    None without items. The standard error is None for one item, and where all items have the same
    mean: it would be 0, which is no evidence of certainty.

    Source: Miller 2024, "Adding Error Bars to Evals" (arXiv 2411.00640); Cameron and Miller 2015.
    """
    _check(scores, answers)
    if not scores:
        return None
    n_items, n_answers = len(scores), sum(answers)
    mean = math.fsum(scores) / n_answers
    if not _items_differ(scores, answers):
        return Estimate(mean, None)
    squares = math.fsum(
        (score - mean * count) ** 2 for score, count in zip(scores, answers, strict=True)
    )
    return Estimate(mean, math.sqrt(n_items / (n_items - 1) * squares) / n_answers)


def cluster_bootstrap(
    scores: Sequence[float],
    answers: Sequence[int],
    level: float = 0.95,
    draws: int = 10_000,
    seed: int = 0,
) -> Interval | None:
    """The percentile interval of the mean of all answers, drawing whole items anew.

    Takes items as `clustered_mean` does. Each of `draws` times, as many items as there are are drawn
    with replacement, each with all its answers; the ends are the (1 - level) / 2 and (1 + level) / 2
    quantiles of the means. Assumes independent items, not a shape; somewhat too narrow under a few
    dozen items. The same seed gives the same interval. None where all items have the same mean (use
    Wilson on the items there).

    Source: Efron and Tibshirani 1993, "An Introduction to the Bootstrap", chapter 13; Davison and
    Hinkley 1997, section 3.8.
    """
    _check(scores, answers)
    if not _items_differ(scores, answers):
        return None
    return _percentiles(np.asarray(scores, float), np.asarray(answers, float), level, draws, seed)


def pass_at_k(n: int, c: int, k: int) -> float | None:
    """The chance, 0 to 1, that at least one of k answers is right, when c of n were right.

        pass@k = 1 - C(n - c, k) / C(n, k)

    Unbiased for answers that are independent and alike (1 - (1 - c/n)^k is too low). None where n < k.

    Source: Chen et al. 2021, "Evaluating Large Language Models Trained on Code" (arXiv 2107.03374).
    """
    check_counts([k])
    check_successes([c], [n])
    if n < k:
        return None
    sets = math.comb(n, k)
    return (sets - math.comb(n - c, k)) / sets


def pass_hat_k(n: int, c: int, k: int) -> float | None:
    """The chance, 0 to 1, that all of k answers are right, when c of n were right.

        pass^k = C(c, k) / C(n, k)

    Unbiased as `pass_at_k`, and None for n < k as there. At k = 1 both are c / n.

    Source: Yao et al. 2024, "tau-bench" (arXiv 2406.12045). ValueError as for `pass_at_k`.
    """
    check_counts([k])
    check_successes([c], [n])
    return math.comb(c, k) / math.comb(n, k) if n >= k else None


class PassCount(NamedTuple):
    """How many items were answered rightly c times of n."""

    n: int
    c: int
    items: int


def over_items(
    counts: Sequence[PassCount], of_item: Callable[[int, int], float | None]
) -> Estimate | None:
    """The mean over all items of a number that follows from an item's n and c, with its standard error over items.

    `of_item` is called with n and c. The standard error is the standard deviation of the sample over the root of
    the number of items, and None for one item or where all have the same number. Assumes independent items; the
    answers to one need not be. None where an item has no number, as pass@k of fewer than k answers: a mean over
    the others would be of other items.
    """
    by_count = [(of_item(n, c), items) for n, c, items in counts]
    scored_items = [(value, items) for value, items in by_count if value is not None]
    if not scored_items or len(scored_items) < len(by_count):
        return None
    total = sum(items for _, items in scored_items)
    mean = math.fsum(value * items for value, items in scored_items) / total
    if max(value for value, _ in scored_items) - min(value for value, _ in scored_items) <= _SAME:
        return Estimate(mean, None)
    squares = math.fsum((value - mean) ** 2 * items for value, items in scored_items)
    return Estimate(mean, math.sqrt(squares / (total - 1) / total))


def of_moments(items: int, mean: float, square: float) -> Estimate:
    """What `over_items` gives, by the mean over items of their values and the mean of their squares."""
    variance = square - mean**2
    if variance <= _SAME:
        return Estimate(mean, None)
    return Estimate(mean, math.sqrt(variance / (items - 1)))


def _percentiles(
    scores: NDArray[np.float64], answers: NDArray[np.float64], level: float, draws: int, seed: int
) -> Interval:
    """The percentiles of the means of all draws, in steps, so that memory does not grow with items x draws."""
    check_level(level)
    check_counts([draws])
    random = np.random.Generator(np.random.PCG64(seed))
    n_items, means = len(scores), np.empty(draws)
    step = max(1, _DRAWN_AT_ONCE // n_items)
    for start in range(0, draws, step):
        size = (min(step, draws - start), n_items)
        resampled = random.integers(0, n_items, size=size, dtype=np.int64)
        means[start : start + step] = scores[resampled].sum(axis=1) / answers[resampled].sum(axis=1)
    low, high = np.quantile(means, [(1 - level) / 2, (1 + level) / 2])
    return Interval(float(low), float(high))


def _items_differ(scores: Sequence[float], answers: Sequence[int]) -> bool:
    """Do at least two items have different means? Without it there is no spread to learn from."""
    means = [score / count for score, count in zip(scores, answers, strict=True)]
    return bool(means) and max(means) - min(means) > _SAME


def _check(scores: Sequence[float], answers: Sequence[int]) -> None:
    check_lengths(scores, answers)
    check_counts(answers)
    for index, (score, count) in enumerate(zip(scores, answers, strict=True)):
        if not -_SAME <= score <= count * (1 + _SAME):
            raise ValueError(f"item {index} has a sum of scores {score}: expected 0 to {count}")
