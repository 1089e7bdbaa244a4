"""Which of several marks no cheaper one reaches, and which of the others are tied with these."""

from collections.abc import Hashable, Sequence
from functools import cached_property
from itertools import combinations
from typing import Self

import numpy as np
from numpy.typing import NDArray

from reasonboard.charts.frontier import Standing
from reasonboard.core.findings.result import Result, result_of
from reasonboard.statistics.contrasts import (
    adjust_known,
    contrast,
    holm_within,
    pairwise_p_values,
)
from reasonboard.statistics.differences import ALPHA
from reasonboard.statistics.sweeps import pareto
from reasonboard.statistics.uncertainty import Measured


class Frontier:
    """Marks with a cost each, in the order of these.

    The tests of all pairs of them are one family (Holm's correction): that allows for comparing with what is
    highest. Marks that are together on several frontiers have the larger of these and of `over_frontiers`.
    """

    within: NDArray[np.float64] | None = None
    """The p-value of each two marks, corrected over the frontiers on which both are."""

    def __init__(self, costs: Sequence[float], measured: Sequence[Measured]) -> None:
        self.measured = measured
        self.frontier = pareto(costs, [mark.value for mark in measured])
        own = set(self.frontier)
        self._edges = [
            index if index in own else [edge for edge in self.frontier if costs[edge] <= cost][-1]
            for index, cost in enumerate(costs)
        ]

    @cached_property
    def tests(self) -> int:
        """How many pairs of marks can be tested, of all."""
        return sum(p is not None for p in self._adjusted)

    def tested_among(self, whole: "Frontier", places: Sequence[int]) -> Self:
        """Take over the tests of a frontier of more marks, among which these are at rising `places`."""
        self._adjusted = [whole._adjusted[whole._pair(*pair)] for pair in combinations(places, 2)]
        self.tests = whole.tests
        return self

    def edge(self, index: int) -> int:
        """The highest mark of the frontier at the cost of a mark or less; itself where it is on it."""
        return self._edges[index]

    def standing(self, index: int) -> Standing:
        """Where a mark stands: against its `edge`."""
        edge = self._edges[index]
        p = self._adjusted[self._pair(edge, index)] if edge != index else None
        return (
            "frontier"
            if edge == index
            else "untested"
            if p is None
            else "below"
            if p <= ALPHA
            else "open"
        )

    def compared(self, high: int, low: int) -> Result | None:
        """One mark minus another, corrected over all pairs."""
        if high == low:
            return None
        a, b = self.measured[high], self.measured[low]
        test, adjusted = contrast(a, b), self._adjusted[self._pair(high, low)]
        if test is None or adjusted is None:
            return None
        return result_of(test, adjusted, self.tests)

    @cached_property
    def p_values(self) -> NDArray[np.float64]:
        """The p-value of each two marks without correction, NaN if they cannot be tested."""
        return pairwise_p_values(self.measured)

    @cached_property
    def _adjusted(self) -> list[float | None]:
        """The p-value of each two marks, corrected, in the order of `itertools.combinations`."""
        adjusted = adjust_known(list(self.p_values))
        if self.within is None:
            return adjusted
        pairs = zip(adjusted, self.within.tolist(), strict=True)
        return [None if p is None else max(p, within) for p, within in pairs]

    def _pair(self, mark: int, other: int) -> int:
        first, second = sorted((mark, other))
        return first * (2 * len(self.measured) - first - 1) // 2 + second - first - 1


def over_frontiers(frontiers: Sequence[tuple[Sequence[Hashable], Frontier]]) -> None:
    """Correct the tests also over the frontiers (benchmarks) that two marks share, as on *Two models*.

    Each frontier comes with the names of its marks.
    """
    if not frontiers:
        return
    places = {
        name: at for at, name in enumerate({name for names, _ in frontiers for name in names})
    }
    groups, p_values = [], []
    for names, frontier in frontiers:
        of_marks = np.array([places[name] for name in names], np.int64)
        ends = np.sort(of_marks[np.array(np.triu_indices(len(names), 1))], axis=0)
        groups.append(ends[0] * len(places) + ends[1])
        p_values.append(frontier.p_values)
    every, p = np.concatenate(groups), np.concatenate(p_values)
    known = ~np.isnan(p)
    _, pair, tests = np.unique(every[known], return_inverse=True, return_counts=True)
    p[known] = holm_within(every[known], p[known], tests[pair])
    ends_of = np.cumsum([len(group) for group in groups])[:-1]
    for (_, frontier), within in zip(frontiers, np.split(p, ends_of), strict=True):
        frontier.within = within
