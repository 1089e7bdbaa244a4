"""What the answers behind a mark say: pass@k and pass^k with their intervals."""

from collections.abc import Callable, Sequence
from typing import Any

from reasonboard.statistics.repeats import pass_at_k, pass_hat_k
from reasonboard.statistics.score import score_of_run
from reasonboard.statistics.uncertainty import WILSON_OF_STDERR

Row = dict[str, Any]
Count = tuple[int, int, int]
"""How often items were answered, how often rightly, and how many items were."""


def passes(counts: Sequence[Count]) -> list[Row]:
    """A row for each k of 1, 2, 4 ... up to the fewest answers to an item: both with their interval.

    Wilson's interval with the effective number of problems (`score_of_run`): answers to one problem are not
    independent. [] without counts.
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
    values = [score for n, c, items in counts for score in [score_of(n, c, k) or 0.0] * items]
    score = score_of_run(values, min(n for n, _, _ in counts))
    return {
        name: f"{score.value * 100:.1f}%",
        f"95% interval of {name}": f"{score.low * 100:.1f} to {score.high * 100:.1f}, {WILSON_OF_STDERR}",
    }
