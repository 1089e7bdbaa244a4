"""Many runs on one benchmark: the ranks that each can have."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray


class Ranks(NamedTuple):
    """The ranks that a run can have, from 1."""

    best: int
    worst: int


def rank_ranges(values: ArrayLike, differ: NDArray[np.bool_]) -> list[Ranks]:
    """1 + runs significantly better to M - runs significantly worse, in the order given.

    `differ` says of each pair whether they differ after Holm's correction over all pairs; it is symmetric. All true
    ranks lie within these ranges with 95%.

    Source: Mogstad, Romano, Shaikh and Wilhelm, Rev. Econ. Stud. 91 (2024) 476.
    """
    of_runs = np.asarray(values, float)
    better = (differ & (of_runs[None, :] > of_runs[:, None])).sum(1)
    worse = (differ & (of_runs[None, :] < of_runs[:, None])).sum(1)
    return [Ranks(int(1 + b), int(of_runs.size - w)) for b, w in zip(better, worse, strict=True)]
