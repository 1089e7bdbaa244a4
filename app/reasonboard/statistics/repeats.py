"""Several answers per item: the uncertainty of their mean, and what they say of k answers."""

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from reasonboard.statistics.checks import check_counts, check_successes
from reasonboard.statistics.means import Estimate

_SAME = 1e-12
"""Item means that differ by no more are equal but for the rounding of floats."""


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
