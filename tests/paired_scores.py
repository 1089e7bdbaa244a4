"""The counts that paired tests need, of two columns of scores."""

from collections.abc import Sequence

import numpy as np

from reasonboard.statistics.paired import PairedScores


def paired_scores(
    a: Sequence[float], b: Sequence[float], *, binary: bool = True, attempts: int | None = None
) -> PairedScores:
    """Of the mean scores of two runs of the same items, in the same order."""
    one, other = np.asarray(a, float), np.asarray(b, float)
    sd = float(np.std(one - other, ddof=1)) if len(one) > 1 else None
    only_a, only_b = int((one > other).sum()), int((one < other).sum())
    return PairedScores(
        len(one),
        float(one.mean()),
        float(other.mean()),
        sd,
        only_a,
        only_b,
        binary,
        1 if binary else attempts,
    )
