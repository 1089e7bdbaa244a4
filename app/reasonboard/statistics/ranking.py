"""Many runs on one benchmark: the ranks that each can have, and groups of ties."""

from collections.abc import Sequence
from itertools import combinations
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
    ranks lie within these ranges with 95 %.

    Source: Mogstad, Romano, Shaikh and Wilhelm, Rev. Econ. Stud. 91 (2024) 476.
    """
    of_runs = np.asarray(values, float)
    better = (differ & (of_runs[None, :] > of_runs[:, None])).sum(1)
    worse = (differ & (of_runs[None, :] < of_runs[:, None])).sum(1)
    return [Ranks(int(1 + b), int(of_runs.size - w)) for b, w in zip(better, worse, strict=True)]


def groups(values: Sequence[float], differ: NDArray[np.bool_]) -> list[list[int]]:
    """Groups of runs of which no two differ, the best first: places in falling order of their values.

    Every run is in at least one group, and two runs are in none together exactly where they differ.
    Source: Piepho, J. Comput. Graph. Stat. 13 (2004) 456.
    """
    sets = [frozenset(range(len(values)))]
    for i, j in combinations(range(len(values)), 2):
        if differ[i, j]:
            split = {each - {out} for each in sets if {i, j} <= each for out in (i, j)}
            kept = {each for each in sets if not {i, j} <= each} | split
            sets = [each for each in kept if not any(each < other for other in kept)]
    ordered = [sorted(each, key=lambda place: (-values[place], place)) for each in sets]
    return sorted(ordered, key=lambda group: [-values[place] for place in group])
