"""The mean of answers that hang together by item, as the script `samples` of ingest has it."""

import math
from collections.abc import Sequence

from reasonboard.statistics.means import Estimate

_SAME = 1e-12
"""Item means that differ by no more are equal but for the rounding of floats."""


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


def _items_differ(scores: Sequence[float], answers: Sequence[int]) -> bool:
    """Do at least two items have different means? Without it there is no spread to learn from."""
    means = [score / count for score, count in zip(scores, answers, strict=True)]
    return bool(means) and max(means) - min(means) > _SAME
