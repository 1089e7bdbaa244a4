"""What the answers behind a mark say: pass@k and pass^k with their intervals."""

from collections.abc import Callable, Sequence
from typing import Any

from reasonboard.statistics.intervals import normal, wilson
from reasonboard.statistics.repeats import cluster_bootstrap, clustered_mean, pass_at_k, pass_hat_k

Row = dict[str, Any]
Count = tuple[int, int, int]
"""How often items were answered, how often rightly, and how many items were."""

_MANY = 1000
"""Items from which on the normal approximation is good enough; resampling more would take seconds."""


def passes(counts: Sequence[Count]) -> list[Row]:
    """A row for each k of 1, 2, 4 ... up to the fewest answers to an item: both with their interval.

    Items are drawn anew, never answers: those to one item are not independent. A seeded bootstrap
    over items (10,000 draws); from 1,000 items on the standard error over items; Wilson on the
    number of items where all items have the same score. [] without counts.
    """
    fewest = min((n for n, _, _ in counts), default=0)
    ks = [2**power for power in range(fewest.bit_length()) if 2**power <= fewest]
    return [
        {"k": k, "items": sum(items for _, _, items in counts)}
        | _mean("pass@k", pass_at_k, counts, k)
        | _mean("pass^k", pass_hat_k, counts, k)
        for k in ks + ([fewest] if fewest and fewest not in ks else [])
    ]


def _mean(
    name: str, score_of: Callable[[int, int, int], float | None], counts: Sequence[Count], k: int
) -> Row:
    scores = [score for n, c, items in counts for score in [score_of(n, c, k) or 0.0] * items]
    value = sum(scores) / len(scores)
    once = [1] * len(scores)
    method = "bootstrap over items"
    if len(scores) < _MANY:
        interval = cluster_bootstrap(scores, once)
    else:
        mean = clustered_mean(scores, once)
        interval = normal(value, mean.stderr) if mean and mean.stderr else None
        method = "standard error over items"
    if interval is None:
        interval, method = wilson(value * len(scores), len(scores)), "Wilson on the items"
    return {
        name: f"{value * 100:.1f} %",
        f"95 % interval of {name}": f"{interval.low * 100:.1f} to {interval.high * 100:.1f}, {method}",
    }
