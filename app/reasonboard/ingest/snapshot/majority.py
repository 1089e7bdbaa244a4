"""What a vote of several answers to one item brings: the score of the most frequent of k answers."""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

_BINOMIALS = np.array([[float(math.comb(n, k)) for k in range(65)] for n in range(65)])
"""C(n, k) of the usual numbers of answers."""


class Votes(NamedTuple):
    """`n` of the answers to an item are alike, and `c` of these were scored right."""

    n: int
    c: int


def majority_at(groups: Sequence[Votes], silent: Votes, ks: Sequence[int]) -> list[float]:
    """The expected score, 0 to 1, of the most frequent of k answers drawn without replacement, for each k.

    `groups` are the answers to one item by what they say, `silent` those that say nothing: they are drawn, and have no
    vote. Answers that are equally frequent share the vote equally, and where none of those drawn says anything each of
    them is as good. With N answers in all, the groups i of n_i with mean score s_i, and j of group i drawn:

        sum_i s_i sum_j C(n_i, j) sum_T W(i, j, T, k - j) / (T + 1) / C(N, k) + s_silent C(n_silent, k) / C(N, k)

    W(i, j, T, r) counts the sets of r other answers in which T groups have j votes as well and none has more. It is
    the mean over all sets of k answers, so unbiased for answers that are independent and alike. At k = 1 it is the
    share of right answers. ValueError where k is not from 1 to N.

    Source: Wang et al. 2022, "Self-Consistency Improves Chain of Thought Reasoning" (arXiv 2203.11171), for the vote;
    the mean over all sets as in Chen et al. 2021 (arXiv 2107.03374) for pass@k.
    """
    total, most = sum(group.n for group in groups) + silent.n, max(ks)
    if min(ks) < 1 or most > total:
        raise ValueError(f"k is {min(ks)} to {most} (expected 1 to {total}, the number of answers)")
    sums = np.zeros(most + 1)
    for index, group in enumerate(groups):
        if group.c:
            others = [other.n for other_index, other in enumerate(groups) if other_index != index]
            sums += group.c / group.n * _wins(group.n, others, silent.n, most)
    if silent.c:
        sums += silent.c / silent.n * _choose(silent.n, most)
    return [float(sums[k] / math.comb(total, k)) for k in ks]


def _wins(n: int, others: Sequence[int], silent: int, most: int) -> NDArray[np.float64]:
    """In how many sets of 0, 1 ... `most` answers a group of n wins the vote, a tie counted as its share."""
    wins, own, free = np.zeros(most + 1), _choose(n, most), _choose(sum(others) + silent, most)
    for j in range(1, min(n, most) + 1):
        rivals = [other for other in others if other >= j]
        if rivals:
            others_free = silent + sum(other for other in others if other < j)
            wins[j:] += own[j] * _not_outvoted(rivals, others_free, j, most - j)
        else:
            wins[j:] += own[j] * free[: most + 1 - j]
    return wins


def _not_outvoted(rivals: Sequence[int], free: int, j: int, most: int) -> NDArray[np.float64]:
    """In how many sets of 0, 1 ... `most` other answers no rival has more than j; with T ties it is 1 / (T + 1) set."""
    ties = min(len(rivals), most // j)
    sets = np.zeros((ties + 1, most + 1))
    sets[0] = _choose(free, most)
    for rival in rivals:
        before, ways = sets, _choose(rival, min(j, most))
        if len(before) < j:
            sets = np.array([np.convolve(row, ways[:j])[: most + 1] for row in before])
        else:
            sets = before.copy()
            for votes in range(1, min(j, len(ways))):
                sets[:, votes:] += ways[votes] * before[:, :-votes]
        if j <= most:
            sets[1:, j:] += ways[j] * before[:-1, :-j]
    return np.asarray(1 / np.arange(1, ties + 2) @ sets)


def _choose(n: int, most: int) -> NDArray[np.float64]:
    """C(n, 0), C(n, 1) ... C(n, most)."""
    if max(n, most) < len(_BINOMIALS):
        return _BINOMIALS[n, : most + 1]
    steps = np.arange(most, dtype=float)
    return np.concatenate(([1.0], np.cumprod(np.maximum(n - steps, 0) / (steps + 1))))
